// Conformance: do arguments and results match the schemas an upstream gave for them?
// In: a tool's schema and a value. Out: valid, the places where it is not, or `skipped` with the reason.
// Why: a wrong call is cheaper to refuse than to forward. But the schemas come from strangers, so a check that would cost us
// time without end, or that nobody can make, is not made, and the answer says so.

import type { Json } from '../../grammar/json.ts';
import { checkValue } from '../schema/check.ts';
import type { SchemaFault } from '../schema/check.ts';

export type Conformance =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly SchemaFault[] }
  | { readonly kind: 'skipped'; readonly reason: string };

/** About a quarter of a second on one slow core, which everybody shares. */
export const STEPS_MAX = 200_000;

/** `format` is not enforced: in the current draft it is a remark. */
export function checkConformance(value: Json, schema: Json): Conformance {
  const verdict = checkValue(value, schema, { budget: { steps: STEPS_MAX }, formats: false });
  switch (verdict.kind) {
    case 'valid': return verdict;
    case 'invalid': return { kind: 'invalid', errors: verdict.faults };
    case 'outside': return { kind: 'skipped', reason: verdict.reason };
  }
}
