// Surcharges: what applications add to their one step, as far as is known of their arguments before a run.
// In: a builtin and what is known of its arguments. Out: the range of its price. steps.ts says the prices in words.

import { BUILTINS, type BuiltinName } from '../builtins.ts';
import { isLongNumber, wholeConstant } from '../literal.ts';
import { PRICES } from '../prices.ts';
import { type CostClass, farSteps, MAP_ENTRIES_MAX, SHORT_END } from '../steps.ts';
import {
  asVector,
  elementSizes,
  type Known,
  MAP,
  NIL,
  PARTS_MAX,
  readKnown,
  STRING,
  sizeOfText,
  VECTOR,
} from './known.ts';
import { elementBytes, printedBytes, textBytes } from './known-texts.ts';
import { countOf, partitionAllCount, partitionCount, rangeCount } from './lengths.ts';
import { mergedDeep } from './merged.ts';
import {
  between,
  exactly,
  hull,
  log2Of,
  mapRange,
  plus,
  type Range,
  smaller,
  times,
  total,
  UNIT,
  ZERO,
} from './range.ts';
import {
  locateAllSurcharge,
  locateSurcharge,
  locateWordsSurcharge,
  patternSurcharge,
  searchSurcharge,
  TEXT_PRICES,
} from './text-surcharges.ts';

type Price = (args: readonly Known[], name: BuiltinName) => Range;
/** Classes of which every builtin applies a function and pays after it: `resultsSurcharge`. */
type AppliedClass = 'apply' | 'apply-elements' | 'apply-order' | 'apply-keys' | 'apply-runs';

/** The surcharge of a builtin in a call; of one that applies a function, what it takes before that. */
export function surcharge(name: BuiltinName, args: readonly Known[], hasReadyPhrases = false): Range {
  const cost: CostClass = BUILTINS[name].cost;
  if (name === 'locate-words') return locateWordsSurcharge(args[0]!);
  if (cost === 'locate')
    return name === 'locate-all'
      ? locateAllSurcharge(args[0]!, args[1]!, args[2])
      : locateSurcharge(args[0]!, args[1]!, hasReadyPhrases);
  return cost in SURCHARGES
    ? SURCHARGES[cost as keyof typeof SURCHARGES](args, name)
    : collectionSurcharge(name, args.at(-1)!);
}

/** What a collection adds where a builtin applies a function to its elements. */
function collectionSurcharge(name: BuiltinName, coll: Known): Range {
  return TAKES_MAP.has(name) ? coll.count : entriesMade(coll);
}

/** Builtins that apply their function to the values of a map. */
export const TAKES_MAP: ReadonlySet<BuiltinName> = new Set<BuiltinName>(['map-vals', 'filter-vals']);

const SURCHARGES: Record<Exclude<CostClass, AppliedClass | 'locate' | 'maker'>, Price> = {
  constant: () => ZERO,
  arithmetic: () => ZERO,
  heavy: () => exactly(PRICES.HEAVY_STEPS),
  view: viewSurcharge,
  conj: conjSurcharge,
  power: ([, exponent]) => {
    const whole = exponent!.constant === null ? null : wholeConstant(exponent!.constant);
    if (whole === null) return exponent!.constant === null ? POWER_ANY : FRACTION;
    return exactly(whole === 0n ? 0 : PRICES.POWER_BIT_STEPS * (whole < 0n ? -whole : whole).toString(2).length);
  },
  series: () => exactly(PRICES.SERIES_STEPS),
  layout: ([layout]) => plus(exactly(PRICES.HEAVY_STEPS), textBytes(layout!)),
  deviation: ([coll]) => {
    const { wholeMax } = asVector(coll!).element;
    const isShort = wholeMax !== null && wholeMax < SHORT_END;
    return plus(times(coll!.count, exactly(PRICES.DEVIATION_STEPS)), isShort ? DEVIATION_SHORT : DEVIATION_ANY);
  },
  key: ([coll, key]) => plus(lessOne(key!.size), farSurcharge(coll!)),
  path: ([coll, path]) => plus(elementSizes(path!), readingPath(coll!, path!)),
  digits: digitsSurcharge,
  select: ([map, keys]) => times(levels(plus(log2Of(map!.count), log2Of(keys!.count)), 1), elementSizes(keys!)),
  write: ([coll, ...others], name) => {
    if (name === 'update') return writing(coll!.count, others.slice(0, 1));
    return writing(coll!.count, name === 'assoc' ? others.filter((_, at) => at % 2 === 0) : others);
  },
  'write-path': ([coll, path]) => writingPath(coll!, path!),
  merge: (maps) => ordering(exactly(maps.length), total(maps.map(({ keySizes }) => keySizes))),
  'deep-merge': (maps) => mergedDeep(maps).price,
  into: ([to, from]) => intoSurcharge(to!, from!),
  elements: elementsSurcharge,
  sum: ([coll]) => times(coll!.count, longFactor(asVector(coll!))),
  compare: compareSurcharge,
  walk: ([coll]) => plus(UNIT, elementSizes(coll!)),
  print: printSurcharge,
  order: (args, name) => {
    const [coll, made] = name === 'zipmap' ? [args[0]!, total(args.map(entriesMade))] : [args.at(-1)!, ZERO];
    return plus(made, ordering(coll.count, elementSizes(coll)));
  },
  search: searching,
  places: (args) => plus(searching(args), between(0, placesMax(args[0]!))),
  patterns: patternSurcharge,
  ...TEXT_PRICES,
};

function searching([coll, sought]: readonly Known[]): Range {
  const text = searchSurcharge(coll!, sought);
  if (sought === undefined || coll!.kinds === STRING) return text;
  const vector = plus(UNIT, elementSizes(coll!));
  return coll!.mayBe(STRING) ? hull(text, vector) : vector;
}

/** Of an exponent with a fraction. A literal one can be computed with. */
const FRACTION = exactly(2 * PRICES.SERIES_STEPS);
/** 24 bits hold every whole exponent there is. */
const POWER_ANY = between(0, Math.max(24 * PRICES.POWER_BIT_STEPS, FRACTION.max));
/** Squared: from 10^-417 to 10^400. */
const DEVIATION_ANY = between(0, Math.ceil(817 / PRICES.DEVIATION_DIGITS) ** 2);
const DEVIATION_SHORT = between(0, Math.ceil(18 / PRICES.DEVIATION_DIGITS) ** 2);

/** What `name` takes after its applications, by their results. */
export function resultsSurcharge(name: BuiltinName, results: Known): Range {
  switch (BUILTINS[name].cost) {
    case 'apply-elements':
      return results.parts === null
        ? times(results.count, plus(results.element.count, entriesMade(results.element)))
        : total(results.parts.map((part) => plus(part.count, entriesMade(part))));
    case 'apply-order':
      return ordering(results.count, elementSizes(results), PRICES.SORT_BY_LEVELS_MIN);
    case 'apply-keys':
      return elementSizes(results);
    case 'apply-runs':
      return plus(elementSizes(results), results.count);
    default:
      return ZERO;
  }
}

/** What the entries of a map cost, where a vector is wanted. */
function entriesMade(coll: Known): Range {
  if (!coll.mayBe(MAP)) return ZERO;
  return between(coll.kinds === MAP ? PRICES.PAIR_STEPS * coll.count.min : 0, PRICES.PAIR_STEPS * coll.count.max);
}

/** Of reading a field. */
export function keySurcharge(key: string): number {
  return sizeOfText(key) - 1;
}

/** Beyond the key, of reading a map; of any that there can be. */
const FAR_ANY = between(0, farSteps(MAP_ENTRIES_MAX));

function farSurcharge(coll: Known): Range {
  if (!coll.mayBe(MAP)) return ZERO;
  const most = farSteps(Math.min(coll.count.max, MAP_ENTRIES_MAX));
  return coll.kinds === MAP ? between(farSteps(Math.min(coll.count.min, MAP_ENTRIES_MAX)), most) : between(0, most);
}

/** Of the levels of a path; one that is missing ends it. */
function readingPath(coll: Known, path: Known): Range {
  if (path.kinds !== VECTOR || path.parts === null || path.parts.length > PARTS_MAX)
    return coll.mayBe(MAP | VECTOR) ? times(path.count, FAR_ANY) : ZERO;
  let level = coll;
  let sum = ZERO;
  for (const key of path.parts) {
    sum = plus(sum, between(level === coll ? farSurcharge(level).min : 0, farSurcharge(level).max));
    level = readKnown(level, key);
  }
  return sum;
}

/** Of `fixed`: a number has up to 400 digits before its point, a sign, and as many behind the point as are wanted. */
function digitsSurcharge([x, places]: readonly Known[]): Range {
  const wanted = places!.constant === null ? null : wholeConstant(places!.constant);
  const decimals =
    wanted === null ? between(0, PLACES_MAX) : exactly(Math.min(Math.max(Number(wanted), 0), PLACES_MAX));
  const shown = mapRange(decimals, (count) => (count === 0 ? 0 : count + 1));
  return mapRange(plus(shown, wholeBytes(x!)), (bytes) => Math.floor(bytes / PRICES.MADE_BYTES));
}

/** Digits before the point and the sign. Rounding may add a digit, and leave nothing to have a sign. */
function wholeBytes({ constant, wholeMax }: Known): Range {
  if (constant?.kind !== 'number')
    return between(1, 1 + (wholeMax === null ? WHOLE_DIGITS_MAX : wholeMax.toString().length));
  const { coefficient, exponent } = constant.value;
  const digits = Math.max(coefficient.toString().replace('-', '').length + exponent, 1);
  return between(1, digits + (coefficient < 0n ? 2 : 1));
}

/** Of a number, and decimals that may be asked for. */
const WHOLE_DIGITS_MAX = 400;
const PLACES_MAX = 400;

function lessOne({ min, max }: Range): Range {
  return min === max ? exactly(min - 1) : between(min - 1, max - 1);
}

function levels(range: Range, least: number): Range {
  return mapRange(range, (level) => Math.max(level, least));
}

/** As `orderingCost` of the interpreter. */
function ordering(count: Range, sizes: Range, least: number = PRICES.ORDER_LEVELS_MIN): Range {
  return times(levels(log2Of(count), least), sizes);
}

/** Writing keys in so many entries. */
function writing(count: Range, keys: readonly Known[]): Range {
  const each = levels(times(exactly(PRICES.WRITE_LEVEL_STEPS), log2Of(plus(count, UNIT))), 1);
  return total(keys.map((key) => lessOne(times(each, key.size))));
}

function writingPath(coll: Known, path: Known): Range {
  // Without a word on the levels each key takes twice its size.
  if (path.kinds !== VECTOR || path.parts === null || path.parts.length > PARTS_MAX)
    return between(2 * elementSizes(path).min, Infinity);
  let level = coll;
  let sum = ZERO;
  for (const key of path.parts) {
    sum = total([sum, key.size, UNIT, writing(level.count, [key])]);
    level = readKnown(level, key);
  }
  return sum;
}

function intoSurcharge(to: Known, from: Known): Range {
  const vector = total([to.count, from.count, entriesMade(from)]);
  if (!to.mayBe(MAP)) return vector;
  const pairs = asVector(from);
  const keys =
    from.kinds === MAP
      ? from.keySizes
      : pairs.parts === null || pairs.parts.length > PARTS_MAX
        ? between(pairs.count.min, pairs.size.max)
        : total(
            pairs.parts.map(({ parts, size }) =>
              parts === null ? between(1, size.max) : parts.length === 2 ? parts[0]!.size : UNIT,
            ),
          );
  const map = plus(to.keySizes, ordering(from.count, keys));
  return to.kinds === MAP ? map : hull(map, vector);
}

/** `take drop slice` charge for the smaller part, so half of all elements at most; nothing where all have size 1. */
function viewSurcharge(args: readonly Known[], name: BuiltinName): Range {
  const coll = args[name === 'take' || name === 'drop' ? 1 : 0]!;
  const made = entriesMade(coll);
  if (name === 'rest' || name === 'next' || name === 'butlast') return made;
  return plus(made, viewOf(coll, name === 'slice' ? null : countOf(args[0]!)));
}

function conjSurcharge([coll, ...values]: readonly Known[]): Range {
  const vector = exactly(Math.max(values.length - 1, 0));
  if (!coll!.mayBe(MAP)) return vector;
  const others = values.filter(({ kinds }) => kinds !== NIL);
  const added = others.map(({ kinds, count }) => (kinds === MAP ? count : kinds === VECTOR ? UNIT : ANY_COUNT));
  const keys = others.map(({ kinds, keySizes, parts }) =>
    kinds === MAP ? keySizes : kinds === VECTOR ? (parts?.[0]?.size ?? ANY_COUNT) : ANY_COUNT,
  );
  const entries = total([coll!.count, ...added, UNIT]);
  const map = times(times(exactly(PRICES.WRITE_LEVEL_STEPS), log2Of(entries)), total(keys));
  return coll!.kinds === MAP ? map : hull(vector, map);
}

const ANY_COUNT = between(0, Infinity);

/** Places there can be in a text, or in a vector. */
export function placesMax(coll: Known): number {
  return Math.max(coll.count.max, coll.mayBe(STRING) ? textBytes(coll).max + 1 : 0);
}

/** `kept` is how many are kept or left out, null where nobody knows. */
export function viewOf(coll: Known, kept: Range | null): Range {
  const { size, count } = asVector(coll);
  if (size.max === count.min + 1) return ZERO;
  const most = Math.floor(count.max / (2 * PRICES.VIEW_ELEMENTS));
  if (kept === null || kept.min !== kept.max || count.min !== count.max) return between(0, most);
  const part = Math.min(kept.min, count.min);
  const price = Math.floor(Math.min(part, count.min - part) / PRICES.VIEW_ELEMENTS);
  return between(size.min > count.min + 1 ? price : 0, price);
}

function elementsSurcharge(args: readonly Known[], name: BuiltinName): Range {
  const counts = args.map(({ count }) => count);
  const made = total(args.map(entriesMade));
  switch (name) {
    case 'vector':
      return exactly(args.length);
    case 'keys':
    case 'vals':
      return counts[0]!;
    case 'entries':
      return times(exactly(PRICES.PAIR_STEPS), counts[0]!);
    case 'range':
      return plus(rangeCount(args), rangeLong(args));
    case 'repeat':
      return countOf(args[0]!);
    case 'insert-at':
      return total([counts[0]!, UNIT, entriesMade(args[0]!)]);
    case 'remove-at':
      return plus(counts[0]!, entriesMade(args[0]!));
    case 'partition-all':
      return total([counts.at(-1)!, partitionAllCount(args[0]!, ...args.slice(1)), made]);
    case 'partition':
      return total([counts.at(-1)!, partitionCount(args[0]!, ...args.slice(1)), made]);
    case 'zip':
      return plus(times(exactly(PRICES.PAIR_STEPS), counts.reduce(smaller)), made);
    case 'interleave':
      return args.length === 0 ? ZERO : plus(times(exactly(args.length), counts.reduce(smaller)), made);
    default:
      return plus(total(counts), made);
  }
}

function rangeLong(bounds: readonly Known[]): Range {
  if (bounds.every(({ wholeMax }) => wholeMax !== null && wholeMax < SHORT_END)) return ZERO;
  return bounds.every(({ constant }) => constant !== null)
    ? exactly(PRICES.RANGE_LONG_STEPS)
    : between(0, PRICES.RANGE_LONG_STEPS);
}

/** What each element costs that is summed: more when a number among them is not whole or not below 10^18. */
function longFactor(vector: Known): Range {
  const { wholeMax } = vector.element;
  if (vector.count.max === 0 || (wholeMax !== null && wholeMax < SHORT_END)) return UNIT;
  return vector.hasLongPart ? exactly(PRICES.LONG_STEPS) : between(1, PRICES.LONG_STEPS);
}

/** Comparing costs the smaller of two sizes, and nothing when that is 1: the first pair always, each later one while those before it hold. */
function compareSurcharge(written: readonly Known[], name: BuiltinName): Range {
  const [x, from, ...to] = written;
  const args = name === 'in-range?' ? [from!, x!, ...to] : written;
  let sum = ZERO;
  for (let at = 1; at < args.length; at += 1) {
    const pair = lessOne(smaller(args[at - 1]!.size, args[at]!.size));
    sum = plus(sum, at === 1 || pair.max === 0 ? pair : between(0, pair.max));
  }
  return sum;
}

function printSurcharge(args: readonly Known[], name: BuiltinName): Range {
  if (name === 'str') return plus(total(args.map(({ size }) => size)), printing(args.map(printedBytes)));
  const coll = args.at(-1)!;
  const bytes = elementBytes(asVector(coll));
  if (args.length === 1) return plus(elementSizes(coll), printing([bytes]));
  const separator = args[0]!;
  const gaps = mapRange(coll.count, (count) => Math.max(count - 1, 0));
  return total([
    elementSizes(coll),
    times(gaps, separator.size),
    printing([bytes, times(gaps, printedBytes(separator))]),
  ]);
}

function printing(bytes: readonly Range[]): Range {
  return mapRange(total(bytes), (sum) => Math.floor(sum / PRICES.MADE_BYTES));
}

/**
 * What one application of arithmetic by a higher-order builtin adds. `values` are the operands, or all numbers that go
 * into a chain of applications; null where nobody knows them. `given` is how many operands one application has.
 */
export function appliedSurcharge(name: BuiltinName, given: number, values: readonly Known[] | null): Range {
  if (given === 0) return ZERO;
  const most = PRICES.APPLIED_STEPS * Math.max(given - 1, 1);
  if (name === '/') return exactly(most);
  if (values !== null && stayShort(name, values)) return ZERO;
  const isLong = values?.length === given && given <= 2 && values.some(({ constant }) => isLongNumber(constant));
  return between(isLong ? most : 0, most);
}

/** Whether whole numbers, and all that an arithmetic builtin makes of them and of their indices, are below 10^18. */
function stayShort(name: BuiltinName, values: readonly Known[]): boolean {
  let bound = BigInt(values.length + 1);
  for (const { wholeMax } of values) {
    if (wholeMax === null) return false;
    bound = name === '*' ? bound * (wholeMax + 1n) : bound + wholeMax;
    if (bound >= SHORT_END) return false;
  }
  return true;
}
