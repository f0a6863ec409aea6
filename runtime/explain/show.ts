// Show: values and expressions in a sentence for people.
// In: a value, or the canonical text of a node. Out: a few words; of what is long the beginning.

import { BOOLEAN, MAP, NIL, NUMBER, STRING, VECTOR } from '../../compiler/shapes/kinds.ts';
import { printDecimal } from '../../grammar/decimal.ts';
import type { Value } from '../interpret/value.ts';
import { isMap, isVector } from '../interpret/value.ts';

/** Characters of a value or an expression that are shown. */
const SHOWN_MAX = 80;

export const KIND_NAMES = ['nil', 'boolean', 'number', 'string', 'vector', 'map'] as const;
export type KindName = (typeof KIND_NAMES)[number];
const KINDS: Readonly<Record<KindName, number>> = {
  nil: NIL,
  boolean: BOOLEAN,
  number: NUMBER,
  string: STRING,
  vector: VECTOR,
  map: MAP,
};

export function kindOf(value: Value): KindName {
  if (value === null) return 'nil';
  if (isVector(value)) return 'vector';
  if (isMap(value)) return 'map';
  return typeof value === 'object' ? 'number' : typeof value === 'string' ? 'string' : 'boolean';
}

/** As a set of kinds has it (compiler/shapes/kinds.ts). */
export function kindBit(value: Value): number {
  return KINDS[kindOf(value)];
}

/** A value as JSON, `nil` for null. */
export function showValue(value: Value, max = SHOWN_MAX): string {
  return value === null ? 'nil' : beginning(pieces(value, max), max);
}

/** `5, a number`; nil says it all. */
export function describeValue(value: Value): string {
  const shown = showValue(value);
  const kind = kindOf(value);
  return kind === 'nil' ? shown : `${shown}, a ${kind}`;
}

export function shorten(text: string, max = SHOWN_MAX): string {
  return beginning([text], max);
}

function beginning(texts: Iterable<string>, max: number): string {
  let shown = '';
  for (const text of texts) {
    shown += text;
    // One character is at most two units.
    if (shown.length > 2 * max) break;
  }
  const characters = [...shown.slice(0, 2 * max + 2)];
  return characters.length <= max && shown.length <= 2 * max + 2 ? shown : `${characters.slice(0, max - 1).join('')}…`;
}

/** What a value prints, piece by piece: who has enough stops. The nesting that is reached has no more levels than pieces. */
function* pieces(value: Value, max: number): Generator<string, void, undefined> {
  if (isVector(value)) {
    yield '[';
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ',';
      yield* pieces(item, max);
    }
    yield ']';
  } else if (isMap(value)) {
    let isFirst = true;
    yield '{';
    for (const [key, member] of value) {
      yield `${isFirst ? '' : ','}${quote(key, max)}:`;
      isFirst = false;
      yield* pieces(member, max);
    }
    yield '}';
  } else if (typeof value === 'string') yield quote(value, max);
  else if (typeof value === 'object' && value !== null) yield printDecimal(value);
  else yield String(value);
}

function quote(text: string, max: number): string {
  return text.length <= 2 * max ? JSON.stringify(text) : JSON.stringify(text.slice(0, 2 * max).toWellFormed());
}
