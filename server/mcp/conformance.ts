// Conformance: do arguments and results match the schemas an upstream gave for them?
// In: a tool's schema and a value. Out: valid, the places where it is not, or `skipped` with the reason.
// Why: a wrong call is cheaper to refuse than to forward. But the schemas come from strangers, so a check that would cost us
// time without end, or that nobody can make, is not made, and the answer says so.

import type { Json } from '../../grammar/json.ts';
import type { SchemaFault } from '../schema/check.ts';
import { checkValue } from '../schema/check.ts';
import { ownTurn } from './turns.ts';

export type Conformance =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaFault[] }
  | { readonly kind: 'skipped'; readonly reason: string };

/** About a twentieth of a second on one slow core, which everybody shares. */
export const STEPS_MAX = 50_000;

/** What a schema gets after it once took all of that: enough for the arguments people send, less than half of the time. */
export const STEPS_MAX_AFTER = 20_000;
const EXHAUSTED = new WeakSet<object>();

/** As `checkConformance`, but lets others have their turn before a schema that is known to take long. */
export function checkInTurn(value: Json, schema: Json): Conformance | Promise<Conformance> {
  if (isExhausted(schema)) return ownTurn().then(() => checkConformance(value, schema));
  return checkConformance(value, schema);
}

/** `format` is not enforced: in the current draft it is a remark. */
export function checkConformance(value: Json, schema: Json): Conformance {
  const budget = { steps: isExhausted(schema) ? STEPS_MAX_AFTER : STEPS_MAX };
  const verdict = checkValue(value, schema, { budget, formats: false });
  if (budget.steps < 0 && typeof schema === 'object' && schema !== null) EXHAUSTED.add(schema);
  switch (verdict.kind) {
    case 'valid':
      return verdict;
    case 'invalid':
      return { kind: 'invalid', errors: verdict.faults };
    case 'outside':
      return { kind: 'skipped', reason: verdict.reason };
  }
}

function isExhausted(schema: Json): boolean {
  return typeof schema === 'object' && schema !== null && EXHAUSTED.has(schema);
}
