// Generated: runs of scripts that no person wrote, which must check.
// In: canonical text (tests hold the generators to that), input, fuel. Out: the result and the hash. Why its own memory of what is compiled: generated programs
// are larger than those people write and nobody asks for their diagnostics, so the text and the module are all that is kept.

import type { Checked } from '../compiler/check.ts';
import { checkCanonical } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { programHash } from '../compiler/hash.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import type { CompiledScript } from './compile.ts';
import { build, compile } from './compile.ts';
import { threadMachine } from './jobs.ts';
import { Recent } from './recent.ts';

/** Compiles a program somewhere else; the module is linked here. */
export type CompileElsewhere = (text: string, limits: ScriptLimits) => Promise<WebAssembly.Module>;

interface CompileGenerated {
  readonly limits: ScriptLimits;
  /** Where a program that is not remembered is compiled; here when left out. */
  readonly compileElsewhere?: CompileElsewhere | undefined;
}

interface RunGenerated extends CompileGenerated {
  readonly fuel: number;
  /** Bytes the run may hold; all there are when left out. */
  readonly memoryBytesMax?: number | undefined;
  /** Told of the compiled program that ran, so that another thread may have it too. */
  readonly onProgram?: ((program: CompiledProgram) => void) | undefined;
}

/** A program with the text it is remembered by. */
export interface CompiledProgram {
  readonly text: string;
  readonly script: CompiledScript;
}

interface GeneratedRun {
  readonly result: RunResult;
  readonly hash: string;
}

// A character of a program becomes some ten bytes of its module: this much is up to 80 MB in each thread.
const TEXT_KEPT_MAX = 8 * 2 ** 20;
// What a small program takes besides its text; Node fails near 13,000 live instances.
const PROGRAM_WEIGHT = 16_384;

const COMPILED = new Recent<Promise<CompiledScript>>(TEXT_KEPT_MAX);

/** Runs a generated script on JSON text in UTF-8. The first run of a text compiles it. */
export async function runGenerated(text: string, input: Uint8Array, options: RunGenerated): Promise<GeneratedRun> {
  const { fuel, memoryBytesMax, onProgram } = options;
  const script = await compileGenerated(text, options);
  onProgram?.({ text, script });
  return {
    result: threadMachine().run(script, input, { fuel, ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }) }),
    hash: script.hash,
  };
}

/** Whether a run would compile nothing. */
export function isCompiled(text: string): boolean {
  return COMPILED.get(text) !== undefined;
}

/** Remembers a program that another thread has compiled. */
export function rememberProgram({ text, script }: CompiledProgram): void {
  COMPILED.set(text, Promise.resolve(script), text.length + PROGRAM_WEIGHT);
}

/** The compiled script, remembered by its text. */
export function compileGenerated(
  text: string,
  { limits, compileElsewhere }: CompileGenerated,
): Promise<CompiledScript> {
  const known = COMPILED.get(text);
  if (known !== undefined) return known;
  const compiling =
    compileElsewhere === undefined
      ? compileHere(text, limits)
      : compileElsewhere(text, limits).then((module) => ({ hash: programHash(text), module }));
  COMPILED.set(text, compiling, text.length + PROGRAM_WEIGHT);
  // A program whose compilation failed is not remembered; the caller sees the failure.
  compiling.catch(() => COMPILED.delete(text));
  return compiling;
}

/** The portable artifact of a generated script. */
export function buildGenerated(text: string, limits: ScriptLimits): Promise<Uint8Array> {
  return build(checkGenerated(text, limits));
}

async function compileHere(text: string, limits: ScriptLimits): Promise<CompiledScript> {
  return compile(checkGenerated(text, limits));
}

function checkGenerated(text: string, limits: ScriptLimits): Checked {
  const checked = checkCanonical(text, limits);
  if (checked === null) throw new Error('a generated script does not check');
  return checked;
}
