// Open artifact: what `import … from "evident/runtime"` gives: running what `evident build` made, and nothing else.
// In: the bytes of an artifact. Out: what it says of itself, and runs. Neither the reader nor the code generator is
// loaded; an artifact carries all it needs. No type here speaks of WebAssembly, whose types not every host has.

import type { ArtifactInfo } from '../compiler/emit/section.ts';
import type { RunResult } from '../compiler/faults.ts';
import { artifactProblem, createPlaces, readArtifact } from './artifact.ts';
import { BoundedArtifact, RUN_MS_DEFAULT } from './bounded-artifact.ts';
import { execute, instantiateArtifact } from './execute.ts';
import { describeResult, type Faulted, type Finished, FUEL_DEFAULT, inputBytes, type RunInput } from './outcome.ts';
import { isSignedBy } from './signature.ts';

export type { ArtifactInfo } from '../compiler/emit/section.ts';
export type { FaultCode } from '../compiler/faults.ts';
export type { Place } from '../grammar/span.ts';
export { ArgumentError, type ArgumentProblem } from './argument.ts';
export type { Faulted, Finished, RunInput } from './outcome.ts';
export { ArtifactFailure, DeadlineError, HostFailure } from './outcome.ts';

/** Why the code of an artifact may be taken for what its section says; the section alone is a label that fits any code. */
export type Trust =
  /** Nobody vouches for it: it runs in a thread of its own that a deadline ends. `evident verify` finds out. */
  | 'unverified'
  /** Its signature holds for the public key that was given. */
  | 'signed'
  /** The caller said so: it built the bytes itself, or has verified them. */
  | 'vouched';

export interface OpenOptions {
  /** True for bytes the caller built itself or verified with `evident verify` or `verifyArtifact`. */
  readonly vouched?: boolean;
  /** An Ed25519 public key in PEM. An artifact that its owner did not sign is not opened. */
  readonly publicKey?: string;
  /** Milliseconds after which a run of an unverified artifact is ended; 10,000 when left out. */
  readonly runMs?: number;
}

export interface Artifact {
  /** Language, schedule and runtime ids, hash, canonical text and site table. */
  readonly info: ArtifactInfo;
  readonly trust: Trust;
  /**
   * One run. The same input and fuel give the same result, in every process and on every engine.
   * Throws HostFailure when the WebAssembly host gave out, RangeError for fuel out of range, and of an unverified artifact
   * DeadlineError when it took too long and ArtifactFailure when it failed as no artifact of ours does.
   */
  run(input?: RunInput): Finished | Faulted;
}

/** Opens an artifact's bytes. Throws TypeError when they are no artifact, one whose label is not true, or not signed by `publicKey`. */
export function openArtifact(
  bytes: Uint8Array,
  { vouched = false, publicKey, runMs = RUN_MS_DEFAULT }: OpenOptions = {},
): Artifact {
  if (!Number.isSafeInteger(runMs) || runMs < 1) throw new RangeError('runMs is a whole number of milliseconds from 1');
  const { module, info } = readArtifact(bytes);
  const problem = artifactProblem(info);
  if (problem !== null) throw new TypeError(`this artifact cannot be trusted: ${problem}`);
  if (publicKey !== undefined && !isSignedBy(bytes, publicKey))
    throw new TypeError('this artifact is not signed with the private key of `publicKey`');
  const trust: Trust = publicKey !== undefined ? 'signed' : vouched ? 'vouched' : 'unverified';
  const placeOf = createPlaces(info);
  // Made when it is first needed, and reused: each run resets it.
  let runOnce: ((input: Uint8Array | null, fuel: number) => RunResult) | null = null;
  return {
    info,
    trust,
    run(input = {}) {
      runOnce ??= trust === 'unverified' ? bounded(bytes, runMs) : inThisThread(module);
      return describeResult(
        runOnce(inputBytes(input), input.fuel ?? FUEL_DEFAULT),
        info.hash,
        info.schedule.id,
        placeOf,
      );
    },
  };
}

function bounded(bytes: Uint8Array, runMs: number): (input: Uint8Array | null, fuel: number) => RunResult {
  const artifact = new BoundedArtifact(bytes, runMs);
  return (input, fuel) => artifact.run(input, fuel);
}

function inThisThread(module: WebAssembly.Module): (input: Uint8Array | null, fuel: number) => RunResult {
  const exports = instantiateArtifact(module);
  return (input, fuel) => execute(exports, input, fuel);
}

/** Runs an artifact's bytes once. */
export function run(bytes: Uint8Array, input: RunInput & OpenOptions = {}): Finished | Faulted {
  return openArtifact(bytes, input).run(input);
}
