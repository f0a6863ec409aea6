// Canonical JSON: one text for equal values.
// In: a value. Out: the same with the members of every object in the order of their names, by code points. Printed by json-write.ts it
// has no white space and the text of its numbers, so that 1.50 and 1.5 stay two values. Why not RFC 8785: that one rounds
// 9007199254740993, and what is hashed here must not.

import { compareCodePoints } from './form.ts';
import type { Json } from './json.ts';
import { JsonNumber } from './json.ts';

export function canonicalJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (value instanceof JsonNumber || !(value instanceof Map)) return value;
  const names = [...value.keys()].sort(compareCodePoints);
  return new Map(names.map((name) => [name, canonicalJson(value.get(name) as Json)]));
}

/** Whether the names of every object are in that order already. */
export function isCanonical(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isCanonical);
  if (value instanceof JsonNumber || !(value instanceof Map)) return true;
  let last: string | null = null;
  for (const [name, member] of value) {
    if ((last !== null && compareCodePoints(last, name) >= 0) || !isCanonical(member)) return false;
    last = name;
  }
  return true;
}
