// Validate: filled arguments against the tool's own schema, interpreted.
// In: a bounded schema, an argument's value or all of them, and the request's budget. Out: what is wrong, or null.
// Why: a declared pattern, enum, minimum, length or format refuses a bad value; what cannot be checked is not right either.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import type { Budget } from '../../../schema/check.ts';
import { checkValue } from '../../../schema/check.ts';
import type { SchemaMap } from '../tools/schema.ts';

/** For all candidates of a request together; what people send takes a few hundred. About a tenth of a second. */
export const VALIDATION_STEPS_MAX = 80_000;

/** What speaks against a value. */
export interface Fault {
  readonly reason: string;
  /** The schema cannot be checked: the value may be right, and nobody can tell. */
  readonly isOpen: boolean;
}

/** Why a value does not satisfy a schema, or cannot be held against it; null when it satisfies it. */
export function faultOf(value: Json, schema: SchemaMap, budget: Budget): Fault | null {
  const verdict = checkValue(value, schema, { budget, formats: true });
  switch (verdict.kind) {
    case 'valid':
      return null;
    case 'outside':
      return { reason: verdict.reason, isOpen: true };
    case 'invalid': {
      const [first] = verdict.faults;
      if (first === undefined) return { reason: 'it does not satisfy the schema', isOpen: false };
      return { reason: first.path === '' ? first.message : `${first.message} (at ${first.path})`, isOpen: false };
    }
  }
}

/** A value for messages; a number in its own text. */
export function showValue(value: unknown): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return value.map(showValue).join(', ');
  return typeof value === 'string' ? value : String(value);
}
