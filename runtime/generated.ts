// Generated: runs of scripts that no person wrote, which must check.
// In: canonical text (tests hold the generators to that), input, fuel. Out: the result and the hash. Why a cache of their own: generated
// programs are larger than those people write and nobody asks for their diagnostics, so the text and the module are all that is kept.

import type { Checked } from '../compiler/check.ts';
import { checkCanonical } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { programHash } from '../compiler/hash.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import type { CompiledScript } from './compile.ts';
import { build, compile } from './compile.ts';
import type { Toolchain } from './toolchain.ts';

/** Compiles a program somewhere else; the module is linked here. */
export type CompileElsewhere = (text: string, limits: ScriptLimits) => Promise<WebAssembly.Module>;

interface CompileGenerated {
  readonly limits: ScriptLimits;
  /** Where a program that is not kept is compiled; here when left out. */
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

// Weight of a program besides its text: the machine code of what every program has takes more than its text does. So some 120 sets of
// 8 questions are kept, of which each takes almost 1 MB: with twice as many a service had 460 MB.
const PROGRAM_WEIGHT = 49_152;

/** Runs a generated script on JSON text in UTF-8. The first run of a text compiles it. */
export async function runGenerated(
  toolchain: Toolchain,
  text: string,
  input: Uint8Array,
  options: RunGenerated,
): Promise<GeneratedRun> {
  const { fuel, memoryBytesMax, onProgram } = options;
  const script = await compileGenerated(toolchain, text, options);
  onProgram?.({ text, script });
  return {
    result: toolchain.machine.run(script, input, { fuel, ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }) }),
    hash: script.hash,
  };
}

/** Whether a run would compile nothing. */
export function isCompiled({ programs }: Toolchain, text: string): boolean {
  return programs.get(text) !== undefined;
}

/** Keeps a program that another thread has compiled. */
export function keepProgram({ programs }: Toolchain, { text, script }: CompiledProgram): void {
  programs.set(text, Promise.resolve(script), text.length + PROGRAM_WEIGHT);
}

/** The compiled script, from the cache where it is there. */
export function compileGenerated(
  { programs }: Toolchain,
  text: string,
  { limits, compileElsewhere }: CompileGenerated,
): Promise<CompiledScript> {
  const known = programs.get(text);
  if (known !== undefined) return known;
  const compiling =
    compileElsewhere === undefined
      ? compileHere(text, limits)
      : compileElsewhere(text, limits).then((module) => ({ hash: programHash(text), module }));
  programs.set(text, compiling, text.length + PROGRAM_WEIGHT);
  // A program whose compilation failed is not kept; the caller sees the failure.
  compiling.catch(() => programs.delete(text));
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
