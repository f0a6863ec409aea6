// Surcharges: what applications add to their one step, as far as the text of their arguments tells.
// In: a builtin and its arguments, with what a name is bound to in its place where that is written. Out: bounds.

import { DIGITS_MAX, magnitude, printDecimal } from '../grammar/decimal.ts';
import { BUILTINS, type BuiltinName } from './builtins.ts';
import { atMost, DATA, FREE, steps, then, type Bounds } from './bounds.ts';
import type { Constant, Core } from './core.ts';
import { wholeLiteral } from './literal.ts';
import { APPLIED_STEPS, HEAVY_STEPS, LONG_STEPS, SHORT_END, textSize } from './steps.ts';

/** The surcharge of a builtin; without arguments that of one handed on, which nobody knows. */
export function surcharge(name: BuiltinName, args: readonly Core[]): Bounds {
  switch (BUILTINS[name].cost) {
    case 'constant':
    case 'arithmetic':
      return FREE;
    case 'heavy':
      return steps(HEAVY_STEPS);
    case 'view':
      return viewSurcharge(name, args);
    case 'power': {
      const exponent = wholeLiteral(args[1]);
      // 24 bits hold every exponent there is.
      return exponent === null ? { ...FREE, max: 96 } : steps(4 * (exponent < 0n ? -exponent : exponent).toString(2).length * (exponent === 0n ? 0 : 1));
    }
    case 'key': {
      const size = knownSize(args[1]);
      return size === null ? DATA : steps(size - 1);
    }
    case 'compare': {
      // Handed on: nobody knows to what.
      if (args.length === 0) return DATA;
      const sizes = args.map(knownSize);
      const pairs = sizes.slice(1).map((right, index) => pairSurcharge(sizes[index]!, right));
      // The first pair always, each later one while those before it hold.
      const rest = pairs.slice(1).reduce(then, FREE);
      return then(pairs[0] ?? FREE, { ...rest, min: 0 });
    }
    case 'print': {
      const sizes = args.map(knownSize);
      if (name !== 'str' || args.length === 0 || sizes.includes(null)) return DATA;
      const bytes = Buffer.byteLength(args.map(printedText).join(''));
      return steps(sizes.reduce((sum: number, size) => sum + size!, Math.floor(bytes / 16)));
    }
    case 'sum': {
      const items = args[0]?.kind === 'vector' ? args[0].items : null;
      if (items === null) return DATA;
      const long = items.some((item) => item.kind === 'literal' && isLongNumber(item.value));
      if (long || items.every(({ kind }) => kind === 'literal')) return steps(items.length * (long ? LONG_STEPS : 1));
      return { ...FREE, min: items.length, max: items.length * LONG_STEPS };
    }
    case 'elements':
      return elementsSurcharge(name, args);
    default:
      return DATA;
  }
}

/**
 * What one application of arithmetic by a higher-order builtin adds. `given` is how many operands it gets, `values` are the
 * numbers they come from where all of those are written, else null.
 */
export function appliedSurcharge(name: BuiltinName, given: number, values: readonly Core[] | null): Bounds {
  if (given === 0) return FREE;
  const most = APPLIED_STEPS * Math.max(given - 1, 1);
  if (name === '/') return steps(most);
  return values !== null && stayShort(name, values) ? FREE : atMost(most);
}

/** Whether whole numbers, and all that an arithmetic builtin makes of them and of their indices, are below 10^18. */
function stayShort(name: BuiltinName, values: readonly Core[]): boolean {
  let bound = BigInt(values.length + 1);
  for (const value of values) {
    const whole = wholeLiteral(value);
    if (whole === null) return false;
    const size = whole < 0n ? -whole : whole;
    bound = name === '*' ? bound * (size + 1n) : bound + size;
    if (bound >= SHORT_END) return false;
  }
  return true;
}

/** Of reading a field. */
export function keySurcharge(key: string): Bounds {
  return steps(textSize(Buffer.byteLength(key)) - 1);
}

/** Builtins that take a map as it is. */
const READS_MAP: ReadonlySet<BuiltinName> = new Set<BuiltinName>(['map-vals', 'filter-vals']);

/** What a collection adds where a vector is wanted: twice the entries of a map. */
export function entriesMade(name: BuiltinName, core: Core | undefined): Bounds {
  if (core?.kind === 'map') return steps(core.entries.length * (READS_MAP.has(name) ? 1 : 2));
  return core !== undefined && isNoMap(core) ? FREE : DATA;
}

/** Whether a value cannot be a map, as far as its text tells. */
function isNoMap(core: Core): boolean {
  if (core.kind === 'builtin' || core.kind === 'higher') return MAKES_VECTOR.has(core.name);
  return core.kind === 'vector' || core.kind === 'literal';
}

const MAKES_VECTOR: ReadonlySet<BuiltinName> = new Set<BuiltinName>([
  'vector', 'vec', 'conj', 'concat', 'rest', 'butlast', 'take', 'drop', 'slice', 'reverse', 'sort', 'sort-by', 'distinct', 'flatten', 'range', 'repeat',
  'partition', 'interleave', 'zip', 'keys', 'vals', 'entries', 'map', 'mapcat', 'map-indexed', 'filter', 'remove', 'keep', 'partition-by', 'take-while',
  'drop-while', 'split', 'lines', 'words', 'find-patterns', 'locate-all',
]);

/** How many elements a collection has, when its text says so. */
export function elementCount(core: Core | undefined): number | null {
  return core?.kind === 'vector' ? core.items.length : core?.kind === 'map' ? core.entries.length : null;
}

/** `take drop slice` add a quarter of the smaller part, so an eighth of all elements at most. */
function viewSurcharge(name: BuiltinName, args: readonly Core[]): Bounds {
  const coll = args[name === 'take' || name === 'drop' ? 1 : 0];
  const made = entriesMade(name, coll);
  if (name === 'rest' || name === 'butlast') return made;
  if (name === 'conj') return then(made, steps(Math.max(args.length - 2, 0)));
  const count = elementCount(coll);
  return count === null ? DATA : then(made, atMost(count >> 3));
}

/** Size of a value when its text says so. */
function knownSize(core: Core | undefined): number | null {
  if (core?.kind === 'literal') return core.value.kind === 'string' ? textSize(Buffer.byteLength(core.value.value)) : 1;
  if (core?.kind !== 'vector') return null;
  const sizes = core.items.map(knownSize);
  return sizes.includes(null) ? null : sizes.reduce((sum: number, size) => sum + size!, 1);
}

/** What `str` makes of a value whose size is known. */
function printedText(core: Core): string {
  if (core.kind === 'literal' && core.value.kind === 'string') return core.value.value;
  return core.kind === 'literal' && core.value.kind === 'nil' ? '' : printedJson(core);
}

function printedJson(core: Core): string {
  if (core.kind === 'vector') return `[${core.items.map(printedJson).join(',')}]`;
  if (core.kind !== 'literal') throw new Error(`${core.kind} has no size that is known`);
  switch (core.value.kind) {
    case 'nil': return 'null';
    case 'number': return printDecimal(core.value.value);
    default: return JSON.stringify(core.value.value);
  }
}

/** Whether a constant is a number that is not whole, or not below 10^18. */
function isLongNumber(constant: Constant): boolean {
  if (constant.kind !== 'number' || constant.value.coefficient === 0n) return false;
  return constant.value.exponent < 0 || magnitude(constant.value) >= DIGITS_MAX;
}

/** Steps for each element of a vector, and for each entry of a map. */
const PER_ELEMENT: { readonly [name in BuiltinName]?: number } = { vec: 1, reverse: 1 };
const PER_ENTRY: { readonly [name in BuiltinName]?: number } = { vec: 3, reverse: 3, keys: 1, vals: 1, entries: 2 };

/** Comparing costs the smaller of two sizes, and nothing when that is 1. */
function pairSurcharge(left: number | null, right: number | null): Bounds {
  if (left !== null && right !== null) return steps(Math.min(left, right) - 1);
  const known = left ?? right;
  if (known === null) return DATA;
  return { ...FREE, max: known - 1 };
}

function elementsSurcharge(name: BuiltinName, args: readonly Core[]): Bounds {
  if (name === 'vector') return steps(args.length);
  if (name === 'range' && args.length === 1) {
    const end = wholeLiteral(args[0]);
    return end === null || Math.abs(Number(end)) >= SHORT_END ? DATA : steps(Number(end < 0n ? 0n : end));
  }
  const factor = args[0]?.kind === 'map' ? PER_ENTRY[name] : PER_ELEMENT[name];
  const count = elementCount(args[0]);
  return factor === undefined || count === null ? DATA : steps(factor * count);
}
