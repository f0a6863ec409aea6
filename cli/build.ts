// evident build FILE -o OUT.wasm: the portable artifact: one WebAssembly module that carries its own meter.

import { parseArgs } from 'node:util';
import { checkedOf } from '../compiler/check.ts';
import { EXIT, note, onlyArgument, printJson, UsageError, writeBytes, type Command } from './command.ts';
import { checkFile, drawDiagnostics } from './script.ts';

export const command: Command = {
  usage: 'evident build FILE -o OUT.wasm [--json]',
  summary: 'build a script into one portable WebAssembly module',
  options: [['FILE', 'a script, or - for standard input'], ['-o, --output FILE', 'where the artifact goes'], ['--json', 'print hash, schedule and size as JSON']],
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args], allowPositionals: true,
      options: { output: { type: 'string', short: 'o' }, json: { type: 'boolean' } },
    });
    const path = onlyArgument(positionals, 'a script');
    if (values.output === undefined) throw new UsageError('name the artifact with -o OUT.wasm');
    const file = checkFile(path);
    const checked = checkedOf(file.result);
    drawDiagnostics(file);
    if (checked === null) return EXIT.invalid;
    const { build, runtimeId, SCHEDULE } = await import('../runtime/compile.ts');
    const bytes = await build(checked);
    writeBytes(values.output, bytes);
    if (values.json === true) printJson({ output: values.output, bytes: bytes.length, hash: checked.hash, schedule: SCHEDULE, runtime: runtimeId() });
    else note(`${values.output}: ${bytes.length} bytes, hash ${checked.hash.slice(0, 12)}`);
    return EXIT.ok;
  },
};
