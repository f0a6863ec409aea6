// Map builtins, and reading and writing by key or index in general: a map is read and written by string, a vector by
// whole number; any other pairing is `type`. nil reads as nothing and is written as a map.

import { PRICES } from '../../../compiler/prices.ts';
import { farSteps, log2 } from '../../../compiler/steps.ts';
import { expectElements, expectMap, isWhole, wholeOf } from '../expect.ts';
import type { Application } from '../machine.ts';
import { textOf } from '../print.ts';
import type { Entry, MapValue, Value, Vector } from '../value.ts';
import {
  addSizes,
  entriesOf,
  isCollection,
  isMap,
  isPair,
  isVector,
  mapOf,
  multiplySizes,
  orderingCost,
  sizeOf,
  sizesOf,
} from '../value.ts';
import type { HigherTable, PlainTable } from './family.ts';
import { entriesMade, expectShallow, failIndex } from './family.ts';

export const MAPS: PlainTable<'maps'> = {
  get: (run, coll, key, otherwise = null) => {
    expectReadable(run, coll, key);
    run.charge(sizeOf(key) - 1 + far(coll));
    return orElse(read(coll, key), otherwise);
  },
  'get-in': (run, coll, path, otherwise = null) => {
    const keys = expectPath(run, coll, path);
    run.charge(sizesOf(keys));
    return orElse(readPath(run, coll, keys, true), otherwise);
  },
  assoc: (run, coll, ...pairs) => {
    const keys = pairs.filter((_, at) => at % 2 === 0);
    payWriting(run, coll, keys);
    let result = coll;
    for (let at = 0; at < pairs.length; at += 2) result = write(run, result, pairs[at]!, pairs[at + 1]!);
    return result;
  },
  'assoc-in': (run, coll, path, value) => {
    const keys = expectPath(run, coll, path);
    payPath(run, coll, keys);
    return writePath(run, coll, keys, value);
  },
  dissoc: (run, map, ...keys) => {
    const from = expectMap(run, map);
    for (const key of keys) if (typeof key !== 'string') run.reject(key, 'a string');
    run.charge(writingCost(from.size, keys));
    return new Map([...from].filter(([key]) => !keys.includes(key)));
  },
  merge: (run, ...maps) => {
    const all = maps.map((map) => expectMap(run, map));
    run.charge(
      orderingCost(
        maps.length,
        all.reduce((sum, map) => addSizes(sum, sizesOf(map.keys())), 0),
      ),
    );
    return mapOf(all.flatMap((map) => [...map]));
  },
  'deep-merge': (run, ...maps) => {
    const all = maps.map((map) => expectMap(run, map));
    expectShallow(run, ...all);
    return all.length === 0 ? new Map() : all.reduce((merged, map) => mergeDeep(run, merged, map));
  },
  into: (run, to, from) => {
    if (to !== null && !isCollection(to)) return run.reject(to, COLLECTION);
    const elements = expectElements(run, from);
    if (!isMap(to)) {
      run.charge((to ?? []).length + elements.length + entriesMade(from));
      return [...(to ?? []), ...elements];
    }
    const added = elements.reduce<number>((sum, element) => addSizes(sum, isPair(element) ? sizeOf(element[0]) : 1), 0);
    run.charge(addSizes(sizesOf(to.keys()), orderingCost(elements.length, added)));
    return mapOf([...to, ...elements.map((element) => expectPair(run, element))]);
  },
  keys: (run, map) => [...mapPaid(run, map).keys()],
  vals: (run, map) => [...mapPaid(run, map).values()],
  entries: (run, map) => {
    const from = expectMap(run, map);
    run.charge(entriesMade(from));
    return entriesOf(from);
  },
  'select-keys': (run, map, keys) => {
    const from = expectMap(run, map);
    const wanted = expectElements(run, keys);
    run.charge(multiplySizes(Math.max(log2(from.size) + log2(wanted.length), 1), sizesOf(wanted)));
    for (const key of wanted) if (typeof key !== 'string') run.reject(key, 'a string');
    return new Map([...from].filter(([key]) => wanted.includes(key)));
  },
  'contains?': (run, coll, key) => {
    expectReadable(run, coll, key);
    run.charge(sizeOf(key) - 1 + far(coll));
    return read(coll, key) !== undefined;
  },
  zipmap: (run, keys, values) => {
    const left = expectElements(run, keys);
    const right = expectElements(run, values);
    run.charge(addSizes(entriesMade(keys, values), orderingCost(left.length, sizesOf(left))));
    const shortest = Math.min(left.length, right.length);
    return mapOf(keyTexts(run, left.slice(0, shortest)).map((key, at): Entry => [key, right[at]!]));
  },
  'map?': (_run, x) => isMap(x),
};

export const MAPS_HIGHER: HigherTable<'maps'> = {
  *update(run, apply, coll, key, ...extra) {
    payWriting(run, coll, [key]);
    const value = yield apply([read(coll, key) ?? null, ...extra]);
    return write(run, coll, key, value);
  },
  *'update-in'(run, apply, coll, path, ...extra) {
    const keys = expectPath(run, coll, path);
    payPath(run, coll, keys);
    const value = yield apply([readPath(run, coll, keys) ?? null, ...extra]);
    return writePath(run, coll, keys, value);
  },
};

/** Texts of scalars as keys (nil's is empty). A collection is `type`, and so are two that have one text and are not equal. */
export function keyTexts(run: Application, values: Vector): string[] {
  const kinds = new Map<string, string>();
  return values.map((value) => {
    if (isCollection(value)) return run.reject(value, 'a scalar');
    const text = textOf(value);
    const kind = typeof value;
    if ((kinds.get(text) ?? kind) !== kind)
      return run.reject(value, `no other key whose text is ${JSON.stringify(text)}`);
    kinds.set(text, kind);
    return text;
  });
}

/** Two maps as one, and so the maps that both have at a key; each pair of maps pays for its keys. */
function mergeDeep(run: Application, a: MapValue, b: MapValue): MapValue {
  run.charge(multiplySizes(PRICES.DEEP_KEY_STEPS, addSizes(sizesOf(a.keys()), sizesOf(b.keys()))));
  const added = [...b].map(([key, value]): Entry => {
    const before = a.get(key);
    return [key, before !== undefined && isMap(before) && isMap(value) ? mergeDeep(run, before, value) : value];
  });
  return mapOf([...a, ...added]);
}

/** What it costs more to read a map that is large. */
function far(coll: Value): number {
  return isMap(coll) ? farSteps(coll.size) : 0;
}

/** Checks that `coll` can be read by `key`; nil by either kind of key. */
function expectReadable(run: Application, coll: Value, key: Value): void {
  if (coll !== null && !isCollection(coll)) run.reject(coll, COLLECTION);
  const byText = typeof key === 'string';
  if (isMap(coll) ? !byText : isVector(coll) ? !isWhole(key) : !byText && !isWhole(key))
    run.reject(key, wantedKey(coll));
}

const COLLECTION = 'a vector or a map';
const INDEX = 'a whole number';

function wantedKey(coll: Value): string {
  return isMap(coll) ? 'a string' : isVector(coll) ? INDEX : 'a string or a whole number';
}

/** What stands at a key that fits the collection; undefined when it is missing. */
function read(coll: Value, key: Value): Value | undefined {
  if (isMap(coll)) return coll.get(key as string);
  if (isVector(coll) && isWhole(key)) return coll[wholeOf(key)];
  return undefined;
}

/** A default is for a missing key, not for a nil value. */
function orElse(found: Value | undefined, otherwise: Value): Value {
  return found === undefined ? otherwise : found;
}

/** A path is a collection of keys; they are checked one by one where they are used. */
function expectPath(run: Application, coll: Value, path: Value): Vector {
  if (coll !== null && !isCollection(coll)) run.reject(coll, COLLECTION);
  return expectElements(run, path);
}

/** Reads level by level; the first missing key ends it. */
function readPath(run: Application, coll: Value, keys: Vector, pays = false): Value | undefined {
  let level: Value = coll;
  for (const key of keys) {
    expectReadable(run, level, key);
    if (pays) run.charge(far(level));
    const next = read(level, key);
    if (next === undefined) return undefined;
    level = next;
  }
  return level;
}

/** Checks that keys can be written to `coll` and takes the surcharge; nil is written like an empty map. */
function payWriting(run: Application, coll: Value, keys: Vector): void {
  if (coll !== null && !isCollection(coll)) run.reject(coll, COLLECTION);
  for (const key of keys)
    if (isVector(coll) ? !isWhole(key) : typeof key !== 'string') run.reject(key, isVector(coll) ? INDEX : 'a string');
  run.charge(writingCost(countOf(coll), keys));
}

function writingCost(entries: number, keys: Vector): number {
  const levels = Math.max(PRICES.WRITE_LEVEL_STEPS * log2(entries + 1), 1);
  return keys.reduce<number>((sum, key) => addSizes(sum, multiplySizes(levels, sizeOf(key)) - 1), 0);
}

/** Every key costs its size, to be read, a step, and as if its level was written, one that is missing or no collection as if it was empty. */
function payPath(run: Application, coll: Value, keys: Vector): void {
  let cost = 0;
  let level: Value | undefined = coll;
  for (const key of keys) {
    cost = addSizes(cost, addSizes(sizeOf(key) + 1, writingCost(countOf(level ?? null), [key])));
    level = isCollection(level ?? null) ? read(level!, key) : undefined;
  }
  run.charge(cost);
}

function countOf(value: Value): number {
  return isMap(value) ? value.size : isVector(value) ? value.length : 0;
}

/** The collection with a value at a key; an index may be at most the length. */
function write(run: Application, coll: Value, key: Value, value: Value): Value {
  if (isVector(coll)) {
    if (!isWhole(key)) return run.reject(key, INDEX);
    const at = wholeOf(key);
    if (at < 0 || at > coll.length) return failIndex(run, at, null, coll.length);
    return [...coll.slice(0, at), value, ...coll.slice(at + 1)];
  }
  if (coll !== null && !isMap(coll)) return run.reject(coll, COLLECTION);
  if (typeof key !== 'string') return run.reject(key, 'a string');
  return mapOf([...(coll ?? []), [key, value]]);
}

/** Writes from the outside in, so the outermost level that cannot be written faults; an empty path is the value itself. */
function writePath(run: Application, coll: Value, keys: Vector, value: Value): Value {
  const levels: Value[] = [];
  let level: Value = coll;
  for (const key of keys) {
    // Faults exactly where writing any value would.
    write(run, level, key, null);
    levels.push(level);
    level = read(level, key) ?? null;
  }
  return levels.reduceRight((result, holder, at) => write(run, holder, keys[at]!, result), value);
}

/** A map, nil as the empty one, whose entries are paid for. */
export function mapPaid(run: Application, map: Value): MapValue {
  const entries = expectMap(run, map);
  run.charge(entries.size);
  return entries;
}

function expectPair(run: Application, value: Value): Entry {
  return isPair(value) ? value : run.reject(value, 'a vector of a string and a value');
}
