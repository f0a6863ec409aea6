// Compare: equality, order and sorting of values.
// In: values. Out: whether they are equal, which comes first, and collections in order; `fail` is told what cannot be
// ordered. Callers have checked the nesting (256), so recursion over a value is safe here.

import { compareDecimals } from '../../grammar/decimal.ts';
import { compareCodePoints } from '../../grammar/form.ts';
import { equal as equalNumbers } from './arithmetic.ts';
import type { Application } from './machine.ts';
import type { Value, Vector } from './value.ts';
import { isMap, isNumber, isVector } from './value.ts';

type Order = -1 | 0 | 1;

/** Deep equality without coercion. */
export function equal(a: Value, b: Value): boolean {
  if (isNumber(a)) return isNumber(b) && equalNumbers(a, b);
  if (isVector(a)) return isVector(b) && a.length === b.length && a.every((item, at) => equal(item, b[at]!));
  if (isMap(a))
    return isMap(b) && a.size === b.size && [...a].every(([key, value]) => b.has(key) && equal(value, b.get(key)!));
  return a === b;
}

/**
 * nil first (before a map too); then booleans, numbers of any width, strings and vectors, each among its own, any other
 * pair is `type`. Vectors by length, then element by element.
 */
export function compareValues(run: Application, a: Value, b: Value): Order {
  if (!isOrderable(a, b)) return rejectPair(run, a, b);
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (isNumber(a) && isNumber(b)) return compareDecimals(a, b);
  if (isVector(a) && isVector(b)) {
    if (a.length !== b.length) return a.length < b.length ? -1 : 1;
    for (const [at, item] of a.entries()) {
      const order = compareValues(run, item, b[at]!);
      if (order !== 0) return order;
    }
    return 0;
  }
  if (typeof a === 'boolean') return a === b ? 0 : a ? 1 : -1;
  return Math.sign(compareCodePoints(a as string, b as string)) as Order;
}

/** Whether the kinds of two values have an order; their elements may still have none. */
export function isOrderable(a: Value, b: Value): boolean {
  if (a === null || b === null) return true;
  if (isNumber(a)) return isNumber(b);
  if (isVector(a)) return isVector(b);
  return !isMap(a) && typeof a === typeof b;
}

/** Two values that have no order: maps have none at all. */
export function rejectPair(run: Application, a: Value, b: Value): never {
  return run.fail('type', null, { kind: 'operands', operands: [a, b] });
}

/**
 * The indices of `keys` in order, stable. Bottom-up merge sort: runs of 1, 2, 4 … are merged in pairs from the left; the
 * head of the left run is compared with the head of the right one, which is taken only when strictly smaller. The
 * sequence of comparisons is part of the language: it decides which fault comes first. Fewer than two keys compare nothing.
 */
export function sortedIndices(run: Application, keys: Vector, descending: boolean): number[] {
  let indices = keys.map((_, at) => at);
  for (let width = 1; width < indices.length; width *= 2) {
    const merged: number[] = [];
    for (let start = 0; start < indices.length; start += 2 * width) {
      const left = indices.slice(start, start + width);
      const right = indices.slice(start + width, start + 2 * width);
      merge(run, keys, left, right, descending, merged);
    }
    indices = merged;
  }
  return indices;
}

function merge(
  run: Application,
  keys: Vector,
  left: readonly number[],
  right: readonly number[],
  descending: boolean,
  into: number[],
): void {
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    const order = compareValues(run, keys[left[l]!]!, keys[right[r]!]!);
    const rightFirst = descending ? order < 0 : order > 0;
    into.push(rightFirst ? right[r++]! : left[l++]!);
  }
  while (l < left.length) into.push(left[l++]!);
  while (r < right.length) into.push(right[r++]!);
}
