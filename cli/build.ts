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
import { RECURSION_OPTION, readRecursion } from './recursion.ts';
import { checkFile, drawDiagnostics, refuseScript } from './script.ts';
import { markVerified } from './verified.ts';
import { writeBytes } from './write-bytes.ts';

export const command: Command = {
  usage: 'evident build FILE -o OUT.wasm [--recursion POLICY] [--sign FILE] [--json]',
  summary: 'build a script, or questions, into one portable WebAssembly module',
  options: [
    ['FILE', 'a script, or - for standard input; questions where the name ends in .json'],
    ['-o, --output FILE', 'where the artifact goes; - for standard output'],
    RECURSION_OPTION,
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
      sign: { type: 'string' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a script');
    if (values.output === undefined) throw new UsageError('name the artifact with -o OUT.wasm');
    if (values.output === '-' && values.json === true)
      throw new UsageError('the artifact and what --json prints cannot both go to standard output');
    const recursion = readRecursion(values.recursion);
    const built = await (isQuestions(path)
      ? buildQuestions(path)
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

async function buildQuestions(path: string): Promise<Built> {
  const [{ openQuestions }, { buildSet }] = await Promise.all([
    import('./questions.ts'),
    import('../server/library.ts'),
  ]);
  const set = openQuestions(path);
  return { bytes: await buildSet(set), hash: set.hash };
}
