// evident playground: the console as files that any web server can serve.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE, readConsole } from '../server/services/console/files.ts';
import { type Command, EXIT, note, readFlags, reason, UsageError } from './command.ts';

export const command: Command = {
  usage: 'evident playground -o DIR [--service URL]',
  options: [
    ['-o DIR', 'where the files go; it is made when it is not there'],
    ['--service URL', 'where the service is; where the page comes from when left out'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      output: { type: 'string', short: 'o' },
      service: { type: 'string' },
    });
    if (positionals.length > 0) throw new UsageError(`${positionals[0]} is no flag`);
    if (values.output === undefined) throw new UsageError('name a folder with -o');
    const files = readConsole(values.service === undefined ? '' : originOf(values.service));
    if (files.size === 0) throw new UsageError('this installation has no console: npm run build makes it');
    writeAll(values.output, [...files.values()]);
    note(`wrote ${files.size} files to ${values.output}`);
    return EXIT.ok;
  },
};

/** The page asks for paths of its own, so a path here would be lost without a word. */
function originOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--service ${text} is no http or https URL`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageError(`--service takes scheme, host and port alone, as ${url.origin}`);
  return url.origin;
}

function writeAll(folder: string, files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): void {
  try {
    mkdirSync(join(folder, 'console'), { recursive: true });
    for (const { name, bytes } of files)
      writeFileSync(name === PAGE ? join(folder, name) : join(folder, 'console', name), bytes);
  } catch (error) {
    throw new UsageError(`cannot write to ${folder}: ${reason(error)}`);
  }
}
