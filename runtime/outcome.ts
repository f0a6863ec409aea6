// Outcome: the result of a run as the library's callers see it.
// In: what the engine reports. Out: plain data with JavaScript values beside the exact text.

import { type FaultCode, faultMessage, type RunResult } from '../compiler/faults.ts';
import type { Place } from '../grammar/span.ts';
import { jsonOf, utf8Of } from './argument.ts';
import type { Explanation } from './explain/explanation.ts';

/** Steps a run may use when nothing is said; the same as the service's and the command line's. */
export const FUEL_DEFAULT = 1_000_000;

export interface RunInput {
  /** A JavaScript value, written with JSON.stringify; undefined is nil. */
  readonly input?: unknown;
  /** The input as JSON text instead, for numbers that a double cannot hold. UTF-8 when bytes. An empty text is no JSON: `bad-input`. */
  readonly inputJson?: string | Uint8Array;
  /** Steps the run may use, 0 … 2^53−1; 1,000,000 when left out. */
  readonly fuel?: number;
}

export interface Finished {
  readonly kind: 'finished';
  /** The output as JSON.parse reads it: numbers as doubles. */
  readonly output: unknown;
  /** The output exactly: JSON with sorted keys. */
  readonly outputJson: string;
  /** Exact, and the same on every engine. */
  readonly steps: number;
  readonly hash: string;
  /** Id of the step schedule. */
  readonly schedule: string;
}

export interface Faulted {
  readonly kind: 'fault';
  readonly code: FaultCode;
  /** For people; match `code`. The text of `fail` and `assert`, else what the explanation says. */
  readonly message: string;
  /** What the fault met, and where it came from; null where nothing is known, and for artifacts, which carry no interpreter. */
  readonly explanation: Explanation | null;
  readonly steps: number;
  readonly hash: string;
  readonly schedule: string;
  /** Where it happened: UTF-8 bytes, line and column from 1, in the text that was compiled (an artifact's canonical text). Null where a fault has no place. */
  readonly place: Place | null;
  /** The places of the active calls, outermost first. */
  readonly calls: readonly Place[];
  /** Where `bad-input` was found: JSON Pointer and byte. */
  readonly path?: string;
  readonly byte?: number;
}

/** The engine, not the script, failed: no memory to be had from the host, or a host stack too small. */
export class HostFailure extends Error {
  constructor(cause: unknown) {
    super(`the WebAssembly host failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'HostFailure';
  }
}

/** An artifact that nobody vouches for did what none of ours does: it could not be started, trapped, or left no JSON. */
export class ArtifactFailure extends HostFailure {
  readonly code = 'artifact-failed';
  constructor(why: string) {
    super(new Error(why));
    this.name = 'ArtifactFailure';
    this.message = `the unverified artifact failed: ${why}`;
  }
}

/** A run of an artifact that nobody vouches for took longer than its deadline and was ended. It says nothing of the result. */
export class DeadlineError extends Error {
  readonly code = 'deadline';
  constructor(runMs: number) {
    super(`the run was ended after ${runMs} ms: the artifact is unverified and may ignore its fuel`);
    this.name = 'DeadlineError';
  }
}

/** Does what only the host can make fail: a trap that is no fault of a script, memory that is not to be had. Throws HostFailure then. */
export function hosting<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw new HostFailure(error);
    throw error;
  }
}

/** The bytes a run reads; null is nil. Throws ArgumentError for a value or text that JSON or UTF-8 cannot say. */
export function inputBytes({ input, inputJson }: RunInput): Uint8Array | null {
  if (inputJson instanceof Uint8Array) return inputJson;
  if (inputJson !== undefined) return utf8Of(inputJson, 'the input');
  return input === undefined ? null : utf8Of(jsonOf(input, 'the input'), 'the input');
}

export function describeResult(
  result: RunResult,
  hash: string,
  schedule: string,
  placeOf: (node: number) => Place | null,
  explanation: Explanation | null = null,
): Finished | Faulted {
  const { steps } = result;
  if (result.kind === 'finished')
    return { kind: 'finished', output: JSON.parse(result.output), outputJson: result.output, steps, hash, schedule };
  const { code, node, calls, path, byte } = result.fault;
  return {
    kind: 'fault',
    code,
    message: faultMessage(result.fault, explanation?.sentence),
    explanation,
    steps,
    hash,
    schedule,
    place: node === null ? null : placeOf(node),
    calls: calls.flatMap((call) => placeOf(call) ?? []),
    ...(path === undefined ? {} : { path }),
    ...(byte === undefined ? {} : { byte }),
  };
}
