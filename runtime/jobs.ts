// Jobs: what the service asks of the toolchain, as data that can also travel to a thread.
// In: a job. Out: its answer. Why one function: the same work is done inline when it is small and in a pool thread when it is not.

import type { CheckResult } from '../compiler/check.ts';

export type ScriptJob =
  | { readonly kind: 'check'; readonly script: string }
  /** `input` is JSON text. */
  | { readonly kind: 'run'; readonly script: string; readonly input: string; readonly fuel: number }
  | { readonly kind: 'build'; readonly script: string };

/** A run that finished. `output` is JSON text exactly as the runtime printed it. */
export interface ScriptRun {
  readonly output: string;
  readonly steps: number;
  readonly hash: string;
  /** The id of the step schedule the count obeys. */
  readonly schedule: string;
}

/** A run that did not finish, with its place in the script as sent: UTF-8 bytes, line and column from 1; null where a fault has none. */
export interface ScriptFault {
  readonly code: string;
  readonly message: string;
  readonly steps: number;
  readonly hash: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly line: number | null;
  readonly column: number | null;
}

export type ScriptAnswer =
  | { readonly kind: 'checked'; readonly check: CheckResult }
  /** Asked to run or build, and the script does not check. */
  | { readonly kind: 'invalid'; readonly check: CheckResult }
  | { readonly kind: 'ran'; readonly run: ScriptRun }
  | { readonly kind: 'faulted'; readonly fault: ScriptFault }
  | { readonly kind: 'built'; readonly bytes: Uint8Array; readonly hash: string };

/** Does one job. Throws only when the toolchain itself is broken. */
export async function doJob(job: ScriptJob): Promise<ScriptAnswer> {
  const { check } = await import('../compiler/check.ts');
  const checked = check(job.script);
  if (job.kind === 'check') return { kind: 'checked', check: checked };
  if (!checked.ok) return { kind: 'invalid', check: checked };
  throw new Error('run and build are not linked');
}
