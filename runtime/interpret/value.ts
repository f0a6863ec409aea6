// Values of the reference interpreter: JSON with exact numbers, as plain data.
// In: plain data. Out: kind, size and depth of a value. Values are never changed after they are made.
// Why iterative: a loop can nest a vector 100,000 deep, and no value may use up the host's stack.

import { PRICES } from '../../compiler/prices.ts';
import { log2, numberSize, STEPS_MAX, textSize } from '../../compiler/steps.ts';
import { type Decimal, isComputable } from '../../grammar/decimal.ts';
import { compareCodePoints } from '../../grammar/form.ts';

/** The keys of a MapValue are in code point order; only `mapOf` and functions that keep the order make one. */
export type Value = null | boolean | string | Decimal | Vector | MapValue;
export type Vector = readonly Value[];
export type MapValue = ReadonlyMap<string, Value>;
type Collection = Vector | MapValue;
export type Entry = readonly [key: string, value: Value];

export function isVector(value: Value): value is Vector {
  return Array.isArray(value);
}

export function isMap(value: Value): value is MapValue {
  return value instanceof Map;
}

export function isCollection(value: Value): value is Collection {
  return isVector(value) || isMap(value);
}

export function isNumber(value: Value): value is Decimal {
  return typeof value === 'object' && value !== null && !isVector(value) && !isMap(value);
}

export function isTruthy(value: Value): boolean {
  return value !== null && value !== false;
}

/** Whether a value is a vector of a key and something. */
export function isPair(value: Value): value is Entry {
  return isVector(value) && value.length === 2 && typeof value[0] === 'string';
}

/** A map of entries in any order; of equal keys the last wins. */
export function mapOf(entries: Iterable<Entry>): MapValue {
  const last = new Map(entries);
  return new Map([...last].sort(([a], [b]) => compareCodePoints(a, b)));
}

/** The entries of a map as vectors of key and value. */
export function entriesOf(map: MapValue): Vector {
  return [...map].map(([key, value]) => [key, value]);
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

interface Measure {
  /** LANGUAGE.md section 6; at most 2^53−1. */
  readonly size: number;
  /** 0 for a scalar, 1 for a collection of scalars. */
  readonly depth: number;
}

const MEASURES = new WeakMap<Collection, Measure>();
const SCALAR: Measure = { size: 1, depth: 0 };

/** Size and depth, remembered for collections: shared structure is measured once. */
function measure(value: Value): Measure {
  if (typeof value === 'string') return { size: textSize(utf8Length(value)), depth: 0 };
  if (!isCollection(value))
    return isNumber(value) && !isComputable(value) ? { size: numberSize(value), depth: 0 } : SCALAR;
  const waiting: Collection[] = [value];
  while (waiting.length > 0) {
    const top = waiting[waiting.length - 1]!;
    const parts = top.values();
    const unknown = [...parts].filter((part): part is Collection => isCollection(part) && !MEASURES.has(part));
    if (unknown.length > 0) {
      for (const part of unknown) waiting.push(part);
      continue;
    }
    waiting.pop();
    if (!MEASURES.has(top)) MEASURES.set(top, measureKnown(top));
  }
  return MEASURES.get(value)!;
}

function measureKnown(collection: Collection): Measure {
  let size = 1;
  let depth = 0;
  if (isMap(collection)) for (const key of collection.keys()) size = addSizes(size, textSize(utf8Length(key)));
  for (const part of collection.values()) {
    const known = isCollection(part) ? MEASURES.get(part)! : measure(part);
    size = addSizes(size, known.size);
    depth = Math.max(depth, known.depth);
  }
  return { size, depth: depth + 1 };
}

export function sizeOf(value: Value): number {
  return measure(value).size;
}

export function depthOf(value: Value): number {
  return measure(value).depth;
}

/** No sum of sizes exceeds 2^53−1. */
export function addSizes(a: number, b: number): number {
  return Math.min(a + b, STEPS_MAX);
}

/** A product of whole numbers below 2^53 under the same bound, exact where it is below. */
export function multiplySizes(a: number, b: number): number {
  return Math.min(a * b, STEPS_MAX);
}

/** What ordering `count` things costs that have these sizes: each is looked at so many times, `least` at least. */
export function orderingCost(count: number, sizes: number, least: number = PRICES.ORDER_LEVELS_MIN): number {
  return multiplySizes(Math.max(log2(count), least), sizes);
}

export function sizesOf(values: Iterable<Value>): number {
  let sum = 0;
  for (const value of values) sum = addSizes(sum, sizeOf(value));
  return sum;
}
