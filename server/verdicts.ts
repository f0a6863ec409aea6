// Verdicts: what a policy says, read from what its script answers.
// In: a policy's name and what it reads. Out: its verdict. Why closed: a policy that faults, runs out of fuel, is not there or says
// something else than a verdict denies, and says so.

import type { Json } from '../grammar/json.ts';
import { type Explanation, withoutValues } from '../runtime/explain/explanation.ts';
import { POLICY_INPUT_BYTES_MAX, type Policies, type PolicyRun } from './policies.ts';
import type { GuardRecord } from './services/tools/wire/mcp.ts';

/** What of the policies a question to them needs. */
export type Runner = Pick<Policies, 'run'>;

/** What a policy said, or why it said nothing; who says nothing denies. */
export interface Verdict<Said> {
  readonly said: Said | null;
  readonly record: GuardRecord;
  /** Why it denies; "" where it does not say. */
  readonly reason: string;
  /** Why nothing was said: a fault's code, or `no-policy`, `no-verdict`, `too-large`. */
  readonly failure: string | null;
  /** What a fault met. After a call only what the policy's text says: the result is withheld. */
  readonly explanation: Explanation | null;
}

/** Asks one policy. Never throws. */
export function ask<Said extends { readonly verdict: string; readonly reason: string }>(
  policies: Runner,
  policy: string,
  phase: GuardRecord['phase'],
  input: unknown,
  read: (output: Json) => Said | null,
): Verdict<Said> {
  const run = policies.run(policy, input);
  const said = run.kind === 'ran' ? read(run.output) : null;
  const failure = failureOf(run, said);
  const explanation = explanationOf(run, phase);
  return {
    said,
    record: { policy, phase, verdict: said?.verdict ?? 'deny', hash: run.hash, steps: run.steps },
    reason: failure === null ? (said?.reason ?? '') : reasonOfFailure(failure, explanation),
    failure,
    explanation,
  };
}

function explanationOf(run: PolicyRun, phase: GuardRecord['phase']): Explanation | null {
  if (run.kind !== 'failed' || run.explanation === null) return null;
  return phase === 'before' ? run.explanation : withoutValues(run.explanation);
}

function reasonOfFailure(failure: string, explanation: Explanation | null): string {
  const known = FAILURES[failure];
  if (known !== undefined) return known;
  return `the policy failed: ${failure}${explanation === null ? '' : `, ${explanation.sentence}`}`;
}

function failureOf(run: PolicyRun, said: unknown): string | null {
  if (run.kind === 'failed') return run.why;
  return said === null ? 'no-verdict' : null;
}

const FAILURES: Readonly<Record<string, string>> = {
  'no-policy': 'there is no such policy',
  'no-verdict': 'it answered something that is no verdict',
  'out-of-fuel': 'it used all its steps',
  'too-large': `it reads at most ${POLICY_INPUT_BYTES_MAX} bytes, and this is more`,
};

// A reason is shown to callers and kept with each call.
const REASON_LENGTH_MAX = 500;

/** What is said before something is done. */
export interface Before {
  readonly verdict: 'allow' | 'deny' | 'approve';
  readonly reason: string;
  readonly arguments: Map<string, Json> | undefined;
}

/** `{"verdict": "allow" | "deny" | "approve", "reason"?, "arguments"?}` and nothing else; null for any other shape. */
export function readBefore(output: Json): Before | null {
  const members = readVerdict(output, ['verdict', 'reason', 'arguments']);
  const verdict = members?.get('verdict');
  const given = members?.get('arguments');
  if (members === null || (verdict !== 'allow' && verdict !== 'deny' && verdict !== 'approve')) return null;
  if (given !== undefined && !(given instanceof Map)) return null;
  return { verdict, reason: reasonOf(members), arguments: given };
}

/** The members of a verdict; null where there are others, or the reason is none. */
export function readVerdict(output: Json, known: readonly string[]): ReadonlyMap<string, Json> | null {
  if (!(output instanceof Map)) return null;
  const reason = output.get('reason');
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > REASON_LENGTH_MAX)) return null;
  for (const name of output.keys()) if (!known.includes(name)) return null;
  return output;
}

export function reasonOf(members: ReadonlyMap<string, Json>): string {
  return (members.get('reason') as string | undefined) ?? '';
}
