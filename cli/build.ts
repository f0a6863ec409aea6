// evident build FILE -o OUT.wasm: the portable artifact: one WebAssembly module that carries its own meter.

import { type CheckOptions, checkedOf } from '../compiler/check.ts';
import {
  type Command,
  EXIT,
  isQuestions,
  note,
  onlyArgument,
  printJson,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { keepQuickCode } from './quick-code.ts';
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import { checkFile, drawDiagnostics, refuseScript } from './script.ts';
import { markVerified } from './verified.ts';
import { writeBytes } from './write-bytes.ts';

export const command: Command = {
  usage: 'evident build FILE -o OUT.wasm [--recursion POLICY] [--typos MODE] [--sign FILE] [--json]',
  options: [
    ['FILE', 'a script, or - for standard input; questions where the name ends in .json'],
    ['-o, --output FILE', 'where the artifact goes; - for standard output'],
    RECURSION_OPTION,
    ['--typos MODE', 'of questions, what a request has beside them as typos: true, 5 or false (true)'],
    [
      '--sign FILE',
      'an Ed25519 private key in PEM: the artifact carries a signature of its bytes, which --key of run and verify checks',
    ],
    ['--json', 'print hash, schedule and size, or what check --json prints of a script with errors, as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      output: { type: 'string', short: 'o' },
      recursion: { type: 'string' },
      typos: { type: 'string' },
      sign: { type: 'string' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a script');
    if (values.output === undefined) throw new UsageError('name the artifact with -o OUT.wasm');
    if (values.output === '-' && values.json === true)
      throw new UsageError('the artifact and what --json prints cannot both go to standard output');
    if (values.typos !== undefined && !isQuestions(path))
      throw new UsageError('--typos is of questions, in a file whose name ends in .json');
    const recursion = readRecursion(values.recursion);
    keepQuickCode();
    const built = await (isQuestions(path)
      ? buildQuestions(path, values.typos)
      : buildScript(path, { recursion }, values.json === true));
    if (built === null) return EXIT.invalid;
    const { hash } = built;
    const bytes = values.sign === undefined ? built.bytes : await signed(built.bytes, values.sign);
    writeBytes(values.output, bytes);
    markVerified(bytes);
    const { runtimeId, SCHEDULE } = await import('../runtime/compile.ts');
    if (values.json === true)
      printJson({ output: values.output, bytes: bytes.length, hash, schedule: SCHEDULE, runtime: runtimeId() });
    else
      note(
        `${values.output === '-' ? 'standard output' : values.output}: ${bytes.length} bytes, hash ${hash.slice(0, 12)}`,
      );
    return EXIT.ok;
  },
};

async function signed(bytes: Uint8Array, keyPath: string): Promise<Uint8Array> {
  const { signArtifact } = await import('../runtime/signature.ts');
  try {
    return signArtifact(bytes, readText(keyPath));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${keyPath}: ${error.message}`);
  }
}

interface Built {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

async function buildScript(path: string, options: CheckOptions, json: boolean): Promise<Built | null> {
  const file = checkFile(path, options);
  const checked = checkedOf(file.result);
  if (checked === null) {
    refuseScript(file, json);
    return null;
  }
  drawDiagnostics(file);
  const { build } = await import('../runtime/compile.ts');
  return { bytes: await build(checked), hash: checked.hash };
}

async function buildQuestions(path: string, mode = 'true'): Promise<Built> {
  const [{ openQuestions }, { buildSet }, { ALL_TYPOS, typosJson }] = await Promise.all([
    import('./questions.ts'),
    import('../server/services/decisions/library.ts'),
    import('../server/services/decisions/wire/typos.ts'),
  ]);
  const typos = ALL_TYPOS.find((known) => typosJson(known) === mode);
  if (typos === undefined) throw new UsageError(`--typos must be true, 5 or false, not ${mode}`);
  const set = openQuestions(path, typos);
  return { bytes: await buildSet(set), hash: set.hash };
}
