// evident inspect FILE.wasm: what an artifact says of itself: hash, canonical text, schedule, sites. Nothing is run.

import { parseArgs } from 'node:util';
import { programHash } from '../compiler/hash.ts';
import { openArtifact } from './artifact.ts';
import { EXIT, note, onlyArgument, print, printJson, type Command } from './command.ts';

export const command: Command = {
  usage: 'evident inspect FILE.wasm [--json]',
  summary: 'show what an artifact says of itself',
  options: [['FILE.wasm', 'an artifact of evident build, or - for standard input'], ['--json', 'print everything, with the site table, as JSON']],
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean' } } });
    const path = onlyArgument(positionals, 'an artifact');
    const { module, info, bytes } = openArtifact(path);
    const { language, schedule, runtime, hash, canonical, sites } = info;
    const matches = programHash(canonical) === hash;
    if (values.json === true) {
      const exported = WebAssembly.Module.exports(module).map(({ name, kind }) => ({ name, kind }));
      printJson({ language, schedule, runtime, hash, hash_matches: matches, bytes, imports: WebAssembly.Module.imports(module).length, exports: exported, canonical, sites });
    } else {
      print(`language  ${language}`);
      print(`schedule  ${schedule.id} ${schedule.hash}`);
      print(`runtime   ${runtime}`);
      print(`hash      ${hash}`);
      print(`bytes     ${bytes}`);
      print(`sites     ${sites.length}`);
      print('');
      print(canonical);
    }
    if (matches) return EXIT.ok;
    note(`${path}: the hash is not that of the canonical text`);
    return EXIT.invalid;
  },
};
