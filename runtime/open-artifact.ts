// Open artifact: what `import … from "evident/runtime"` gives: running what `evident build` made, and nothing else.
// In: the bytes of an artifact. Out: what it says of itself, and runs. Neither the reader nor the code generator is
// loaded; an artifact carries all it needs. No type here speaks of WebAssembly, whose types not every host has.

import type { ArtifactInfo } from '../compiler/emit/section.ts';
import { artifactProblem, createPlaces, readArtifact } from './artifact.ts';
import { describeResult, FUEL_DEFAULT, inputBytes, type Faulted, type Finished, type RunInput } from './outcome.ts';
import { execute, instantiateArtifact, type ScriptExports } from './run.ts';

export { HostFailure } from './outcome.ts';
export type { ArtifactInfo } from '../compiler/emit/section.ts';
export type { Place } from '../grammar/span.ts';
export type { FaultCode } from '../compiler/faults.ts';
export type { Faulted, Finished, RunInput } from './outcome.ts';

export interface Artifact {
  /** Language, schedule and runtime ids, hash, canonical text and site table. */
  readonly info: ArtifactInfo;
  /**
   * One run. The same input and fuel give the same result, in every process and on every engine.
   * Throws HostFailure when the WebAssembly host gave out, RangeError for fuel out of range.
   */
  run(input?: RunInput): Finished | Faulted;
}

/** Opens an artifact's bytes. Throws TypeError when they are no artifact, or one that does not hold what it says. */
export function openArtifact(bytes: Uint8Array): Artifact {
  const { module, info } = readArtifact(bytes);
  const problem = artifactProblem(info);
  if (problem !== null) throw new TypeError(`this artifact cannot be trusted: ${problem}`);
  const placeOf = createPlaces(info);
  // Made when it is first needed, and reused: each run resets it.
  let exports: ScriptExports | null = null;
  return {
    info,
    run(input = {}) {
      exports ??= instantiateArtifact(module);
      return describeResult(execute(exports, inputBytes(input), input.fuel ?? FUEL_DEFAULT), info.hash, info.schedule.id, placeOf);
    },
  };
}

/** Runs an artifact's bytes once. */
export function run(bytes: Uint8Array, input: RunInput = {}): Finished | Faulted {
  return openArtifact(bytes).run(input);
}
