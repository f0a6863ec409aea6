// Known results: what is known of the values that builtins make.
// In: what is known of the arguments of an application that finishes. Out: what is known of its result. A builtin without
// a row may give anything; where a name ends with `?`, a boolean.

import { MAGNITUDE_MAX } from '../../grammar/decimal.ts';
import { compareCodePoints } from '../../grammar/form.ts';
import type { BuiltinName } from '../builtins.ts';
import {
  ANY,
  asVector,
  constantKnown,
  eitherKnown,
  elementSizes,
  elementsKnown,
  entriesKnown,
  Known,
  MAP,
  mapKnown,
  NEVER,
  NIL,
  NOTHING,
  PARTS_MAX,
  readKnown,
  SOME_BOOLEAN,
  SOME_COUNT,
  SOME_NUMBER,
  textKnown,
  VECTOR,
  vectorKnown,
} from './known.ts';
import { casedBytes, printedBytes, textBytes } from './known-texts.ts';
import { countOf, partitionAllCount, partitionCount, rangeCount } from './lengths.ts';
import { mergedDeep } from './merged.ts';
import { between, exactly, hull, plus, type Range, smaller, times, total, UNIT, ZERO } from './range.ts';
import { placesMax } from './surcharges.ts';

type Result = (...args: Known[]) => Known;

/** What a builtin gives that applies no function. */
export function resultOf(name: BuiltinName, args: readonly Known[]): Known {
  return RESULTS[name]?.(...args) ?? (name.endsWith('?') ? SOME_BOOLEAN : ANY);
}

const number: Result = () => SOME_NUMBER;
const count: Result = () => SOME_COUNT;
const shorter: Result = (text) => textKnown(between(0, textBytes(text!).max));
const cased: Result = (text) => textKnown(casedBytes(textBytes(text!)));
/** Digits before and behind the point, the point, a sign and a digit more of rounding. */
const FIXED_BYTES = between(1, 2 * MAGNITUDE_MAX + 3);
/** A number of a whole collection, nil of nothing. */
const central: Result = (coll) => (coll!.count.min > 0 ? SOME_NUMBER : eitherKnown(SOME_NUMBER, NOTHING));

const RESULTS: { readonly [N in BuiltinName]?: Result } = {
  '+': number,
  '-': number,
  '*': number,
  '/': number,
  inc: number,
  dec: number,
  quot: number,
  rem: number,
  mod: number,
  abs: number,
  min: number,
  max: number,
  floor: number,
  ceil: number,
  round: number,
  sqrt: number,
  pow: number,
  exp: number,
  ln: number,
  log10: number,
  sum: number,
  product: number,
  mean: central,
  median: central,
  stddev: (coll) => (coll!.count.min > 1 ? SOME_NUMBER : eitherKnown(SOME_NUMBER, NOTHING)),
  mode: (coll) => subsetOf(asVector(coll!), Math.min(coll!.count.min, 1)),
  compare: count,
  count,
  diff: count,
  weekday: count,
  year: count,
  month: count,
  day: count,
  'date-part': count,
  'duration-in': number,
  'index-of': () => eitherKnown(SOME_COUNT, NOTHING),
  not: () => SOME_BOOLEAN,
  boolean: () => SOME_BOOLEAN,
  identity: (x) => x!,
  assert: () => NOTHING,
  fail: () => NEVER,

  // `hh:mm:ss`, `YYYY-MM-DD`, and both with a `Z`, with a point and nine digits more at most.
  date: () => textKnown(exactly(10)),
  instant: () => textKnown(between(20, 30)),
  'local-date-time': () => textKnown(between(19, 29)),
  'local-time': () => textKnown(between(8, 18)),
  'at-offset': () => textKnown(between(20, 35)),
  'start-of': () => textKnown(between(8, 30)),
  'end-of': () => textKnown(between(10, 30)),
  'moment-key': () => textKnown(between(10, 30)),
  'parse-moment': () => eitherKnown(textKnown(between(8, 30)), NOTHING),
  // `EEEE` is at most `Wednesday`; no field grows more.
  'format-moment': (layout) => textKnown(between(0, Math.ceil((9 * textBytes(layout!).max) / 4))),
  'add-duration': () => textKnown(between(8, 30)),
  // `PT0S`, and at most 12 digits of years and of days, with a sign, their letters and a time.
  'iso-duration': () => textKnown(between(3, 60)),
  elapsed: () => textKnown(between(3, 60)),
  subs: shorter,
  trim: shorter,
  'find-patterns': (_pattern, text) => pieces(text!, 0),
  'split-pattern': (_pattern, text) => pieces(text!, 1),
  'rewrite-pattern': () => SOME_TEXT,
  'find-pattern': (_pattern, text) => eitherKnown(shorter(text!), NOTHING),
  str: (...values) => textKnown(total(values.map(printedBytes))),
  upper: cased,
  lower: cased,
  fixed: () => textKnown(FIXED_BYTES),
  join: () => SOME_TEXT,
  replace: () => SOME_TEXT,
  'pad-left': () => SOME_TEXT,
  'pad-right': () => SOME_TEXT,
  'replace-pattern': () => SOME_TEXT,
  split: (text, separator) => pieces(text!, textBytes(separator!).min > 0 ? 1 : 0),
  lines: (text) => pieces(text!, 0),
  words: (text) => pieces(text!, 0),

  vector: (...values) => vectorOf(values),
  vec: (coll) => asVector(coll!),
  entries: (coll) => asVector(coll!),
  conj: (coll, ...values) => {
    if (!coll!.mayBe(MAP)) return concatenated([asVector(coll!), vectorOf(values)]);
    return coll!.kinds === MAP ? entriesKnown(between(coll!.count.min, Infinity), ANY_RANGE, ANY) : ANY;
  },
  concat: (...colls) => concatenated(colls.map(asVector)),
  first: (coll) => readKnown(asVector(coll!), FIRST),
  second: (coll) => readKnown(asVector(coll!), SECOND),
  last: (coll) => eitherKnown(asVector(coll!).element, NOTHING),
  nth: (coll, index, otherwise) => readKnown(asVector(coll!), index!, otherwise ?? NOTHING),
  rest: (coll) => sliced(asVector(coll!), 1, Infinity),
  next: (coll) => {
    const { min, max } = coll!.count;
    const others = sliced(asVector(coll!), 1, Infinity);
    return min > 1 ? others : max < 2 ? NOTHING : eitherKnown(others, NOTHING);
  },
  butlast: (coll) => sliced(asVector(coll!), 0, -1),
  take: (n, coll) => sliced(asVector(coll!), 0, exactCount(n!)),
  drop: (n, coll) => sliced(asVector(coll!), exactCount(n!), Infinity),
  'insert-at': (coll, _index, x) => concatenated([shuffled(asVector(coll!)), vectorOf([x!])]),
  'remove-at': (coll) => subsetOf(asVector(coll!), Math.max(coll!.count.min - 1, 0)),
  reverse: (coll) => shuffled(asVector(coll!)),
  sort: (coll) => shuffled(asVector(coll!)),
  slice: (coll) => subsetOf(asVector(coll!)),
  distinct: (coll) => subsetOf(asVector(coll!), Math.min(coll!.count.min, 1)),
  range: (...bounds) => elementsKnown(rangeCount(bounds), wholeWithin(bounds)),
  repeat: (n, x) => elementsKnown(countOf(n!), x!),
  partition: (n, ...more) =>
    elementsKnown(partitionCount(n!, ...more), elementsKnown(countOf(n!), asVector(more.at(-1)!).element)),
  'partition-all': (n, ...more) => {
    const coll = asVector(more.at(-1)!);
    const piece = new Known(
      VECTOR,
      between(2, coll.size.max),
      between(1, countOf(n!).max),
      ZERO,
      null,
      null,
      coll.element,
    );
    const count = partitionAllCount(n!, ...more);
    return elementsKnown(count, piece);
  },
  'indexes-of': (coll) => elementsKnown(between(0, placesMax(coll!)), SOME_COUNT),
  zip: (a, b) => elementsKnown(smaller(a!.count, b!.count), vectorKnown([asVector(a!).element, asVector(b!).element])),
  interleave: (...colls) => {
    const vectors = colls.map(asVector);
    const shortest = vectors.map((coll) => coll.count).reduce(smaller, vectors[0]?.count ?? ZERO);
    return elementsKnown(
      times(exactly(colls.length), shortest),
      vectors.map(({ element }) => element).reduce(eitherKnown, vectors[0]?.element ?? NOTHING),
    );
  },

  get: (coll, key, otherwise) => readKnown(coll!, key!, otherwise),
  'get-in': (coll, path, otherwise = NOTHING) => {
    if (path!.kinds !== VECTOR || path!.parts === null || path!.parts.length > PARTS_MAX) return ANY;
    const found = path!.parts.reduce((level, key) => readKnown(level, key), coll!);
    return found.mayBe(NIL) ? eitherKnown(found, otherwise) : found;
  },
  assoc: (coll, ...pairs) => {
    let result = coll!;
    for (let at = 0; at < pairs.length; at += 2) result = writtenKnown(result, pairs[at]!, pairs[at + 1]!);
    return result;
  },
  dissoc: (map, ...keys) => kept(map!, keys, false),
  'select-keys': (map, keys) => kept(map!, asVector(keys!).parts, true),
  merge: (...maps) => maps.reduce(merged, mapKnown([], [])),
  'deep-merge': (...maps) => mergedDeep(maps).value,
  into: (to, from) => {
    if (to!.isOnly(VECTOR | NIL)) return concatenated([asVector(to!), asVector(from!)]);
    const added = asVector(from!);
    const least = Math.min(added.count.min, 1);
    return to!.kinds === MAP
      ? merged(to!, entriesKnown(between(least, added.count.max), between(least, added.size.max), ANY))
      : ANY;
  },
  keys: (map) =>
    map!.keys === null ? new Known(VECTOR, plus(UNIT, map!.keySizes), map!.count) : vectorOf(map!.keys.map(keyKnown)),
  vals: (map) =>
    map!.kinds === MAP && map!.parts !== null
      ? vectorOf(map!.parts)
      : new Known(VECTOR, between(1 + map!.count.min, map!.size.max), map!.count),
  zipmap: (keys, values) => {
    const [names, parts] = [asVector(keys!), asVector(values!)];
    const texts = textsOf(names.parts);
    if (texts !== null && parts.count.min >= texts.length)
      return mapOf(texts.map((text, at) => [text, parts.parts?.[at] ?? parts.element]));
    return keyedKnown(smaller(names.count, parts.count), names, parts.element);
  },
  frequencies: (coll) => keyedKnown(coll!.count, asVector(coll!), SOME_COUNT),
};

const FIRST = constantKnown({ kind: 'number', value: { coefficient: 0n, exponent: 0 } });
const SECOND = constantKnown({ kind: 'number', value: { coefficient: 1n, exponent: 0 } });
const ANY_RANGE = between(0, Infinity);
const SOME_TEXT = textKnown(between(0, Infinity));

/** A vector of these. */
function vectorOf(parts: readonly Known[]): Known {
  return parts.length <= PARTS_MAX
    ? vectorKnown(parts)
    : elementsKnown(exactly(parts.length), parts.reduce(eitherKnown), total(parts.map(({ size }) => size)));
}

export function concatenated(vectors: readonly Known[]): Known {
  const counts = total(vectors.map((vector) => vector.count));
  if (counts.max <= PARTS_MAX && vectors.every(({ parts }) => parts !== null))
    return vectorKnown(vectors.flatMap(({ parts }) => parts!));
  const element = vectors.length === 0 ? ANY : vectors.map((vector) => vector.element).reduce(eitherKnown);
  return elementsKnown(counts, element, total(vectors.map(elementSizes)));
}

/** The same elements in another order. */
export function shuffled(vector: Known): Known {
  return new Known(VECTOR, vector.size, vector.count, ZERO, null, null, vector.element);
}

/** Some of the elements, `least` of them or more. */
export function subsetOf(vector: Known, least = 0): Known {
  return new Known(
    VECTOR,
    between(1 + least, vector.size.max),
    between(least, vector.count.max),
    ZERO,
    null,
    null,
    vector.element,
  );
}

/** From one place to another, where both are known: as `Array#slice` takes them. */
function sliced(vector: Known, from: number | null, to: number | null): Known {
  if (from === null || to === null || vector.parts === null || vector.parts.length > PARTS_MAX) return subsetOf(vector);
  return vectorKnown(vector.parts.slice(from, to));
}

function exactCount(n: Known): number | null {
  const { min, max } = countOf(n);
  return min === max ? min : null;
}

/** What counting between numbers gives. */
function wholeWithin(bounds: readonly Known[]): Known {
  let most: bigint | null = 0n;
  for (const { wholeMax } of bounds)
    most = most === null || wholeMax === null ? null : most > wholeMax ? most : wholeMax;
  return most === null ? SOME_NUMBER : new Known(SOME_NUMBER.kinds, UNIT, ZERO, ZERO, null, null, null, null, most);
}

/** Pieces of a text. Splitting by nothing gives one a code point, so one a byte at most. */
function pieces(text: Known, least: number): Known {
  const bytes = textBytes(text).max;
  return elementsKnown(between(least, bytes + 1), shorter(text));
}

function keyKnown(key: string): Known {
  return constantKnown({ kind: 'string', value: key });
}

/** The texts of constant strings; null when one is not, or there are many. */
function textsOf(parts: readonly Known[] | null): readonly string[] | null {
  if (parts === null || parts.length > PARTS_MAX) return null;
  const texts = parts.map(({ constant }) => (constant?.kind === 'string' ? constant.value : null));
  return texts.every((text) => text !== null) ? texts : null;
}

function mapOf(entries: readonly (readonly [key: string, value: Known])[]): Known {
  const last = new Map(entries);
  const keys = [...last.keys()].sort(compareCodePoints);
  return mapKnown(
    keys,
    keys.map((key) => last.get(key)!),
  );
}

function entriesOf(map: Known): readonly (readonly [key: string, value: Known])[] | null {
  if (map.kinds === NIL) return [];
  return map.keys === null || map.keys.length > PARTS_MAX ? null : map.keys.map((key, at) => [key, map.parts![at]!]);
}

/** Two maps, or nil, as one. */
function merged(a: Known, b: Known): Known {
  const [left, right] = [entriesOf(a), entriesOf(b)];
  if (left !== null && right !== null) return mapOf([...left, ...right]);
  const counts = between(Math.max(a.count.min, b.count.min), a.count.max + b.count.max);
  const keySizes = between(Math.max(a.keySizes.min, b.keySizes.min), a.keySizes.max + b.keySizes.max);
  const element = a.kinds === NIL ? b.element : b.kinds === NIL ? a.element : eitherKnown(a.element, b.element);
  return new Known(
    MAP,
    between(1 + keySizes.min + counts.min, a.size.max + b.size.max),
    counts,
    keySizes,
    null,
    null,
    element,
  );
}

/** A collection with a value at a key or an index. */
export function writtenKnown(coll: Known, key: Known, value: Known): Known {
  if (coll.isOnly(NIL | MAP)) {
    const text = key.constant?.kind === 'string' ? key.constant.value : null;
    return merged(coll, text === null ? entriesKnown(UNIT, key.size, value) : mapKnown([text], [value]));
  }
  const counts = between(Math.max(coll.count.min, 1), coll.count.max + 1);
  if (coll.kinds === VECTOR)
    return new Known(
      VECTOR,
      between(1 + counts.min, coll.size.max + value.size.max),
      counts,
      ZERO,
      null,
      null,
      eitherKnown(coll.element, value),
    );
  return ANY;
}

/** A map with only these keys, or without them. */
function kept(map: Known, keys: readonly Known[] | null, listed: boolean): Known {
  const [texts, entries] = [textsOf(keys), entriesOf(map)];
  if (texts !== null && entries !== null) return mapOf(entries.filter(([key]) => texts.includes(key) === listed));
  return new Known(
    MAP,
    between(1, map.size.max),
    between(0, map.count.max),
    between(0, map.keySizes.max),
    null,
    null,
    map.element,
  );
}

/** A map by the texts of scalars, of which some may be the same. The text of a number takes two sizes at most. */
export function keyedKnown(counts: Range, names: Known, value: Known): Known {
  const least = Math.min(counts.min, 1);
  return entriesKnown(
    between(least, counts.max),
    between(least, 2 * elementSizes(names).max),
    value,
    hull(times(exactly(least), value.size), times(counts, value.size)),
  );
}

/** What a vector pattern leaves to `& more`. */
export function droppedFrom(coll: Known, count: number): Known {
  return sliced(asVector(coll), count, Infinity);
}
