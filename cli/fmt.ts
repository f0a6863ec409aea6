// evident fmt FILE: lays a script out afresh; comments stay, the hash never changes.

import { format } from '../grammar/format.ts';
import { renderAll } from '../grammar/render.ts';
import { Source } from '../grammar/span.ts';
import { type Command, EXIT, note, onlyArgument, readBytes, readFlags, UsageError, write } from './command.ts';
import { writeBytes } from './write-bytes.ts';

export const command: Command = {
  usage: 'evident fmt FILE [--check|--write]',
  options: [
    ['FILE', 'a script, or - for standard input'],
    ['--check', 'only say whether it is formatted'],
    ['--write', 'change the file in place'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { check: { type: 'boolean' }, write: { type: 'boolean' } });
    const path = onlyArgument(positionals, 'a script');
    if (values.check === true && values.write === true) throw new UsageError('--check or --write, not both');
    if (path === '-' && values.write === true) throw new UsageError('standard input cannot be written back');
    const bytes = readBytes(path);
    const text = new TextDecoder().decode(bytes);
    const result = format(bytes);
    if (result.kind === 'unreadable') {
      note(renderAll(result.diagnostics, new Source(text), path === '-' ? 'standard input' : path));
      return EXIT.invalid;
    }
    const formatted = result.text;
    if (values.check === true) {
      if (formatted === text) return EXIT.ok;
      note(
        path === '-'
          ? 'standard input is not formatted; evident fmt - prints it formatted'
          : `${path} is not formatted; evident fmt --write ${path} does it`,
      );
      return EXIT.invalid;
    }
    if (values.write === true) {
      if (formatted !== text) writeBytes(path, formatted);
    } else write(formatted);
    return EXIT.ok;
  },
};
