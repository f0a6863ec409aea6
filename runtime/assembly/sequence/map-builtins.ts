// Maps: the builtins of maps, and reading and writing by key or index in general. A map is read and written by string, a
// vector by whole number, any other pairing is `type`; nil reads as nothing and is written as a map.

import { FAULT_INDEX, FAULT_TOO_DEEP, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ENTRY_BITS, asEntry, mergeRuns, sortEntries } from '../collection/entries';
import { DEEP_KEY_STEPS, FAR_LEVEL_STEPS, NEAR_LEVELS, WRITE_LEVEL_STEPS } from '../shared/prices';
import { charge } from '../run/fuel';
import { elementSizes, elements, emptyVector, entriesMade, isCollection, vectorAt, vectorCount, vectorNew } from '../collection/list';
import {
  emptyMap, entriesAt, find, isKey, isPair, mapCount, mapDone, mapEntries, mapKeys, mapNew, mapOfUnsorted, mapOrNil, vectorOfValues, withEntry, withoutEntry,
} from '../collection/map';
import { addSizes, log2, multiplySteps, orderingSteps, sizeOf, tooDeep } from '../collection/measure';
import { allocate, copyWords } from '../run/memory';
import { compareText } from '../text/text';
import { ABSENT, NIL, TAG_MAP, TAG_VECTOR } from '../shared/values';
import { addressOf, booleanValue, tagOf } from '../value/value';
import { appendAll } from './vector-builtins';
import { append, withElement } from '../collection/version';
import { isWholeNumber, wholeOf } from '../number/whole';
import { asCollection } from '../shared/records';

/** Fault unless `coll` can be read by `key`; nil by either kind of key. */
function checkReadable(coll: i64, key: i64, site: i32): void {
  const tag = tagOf(coll);
  const fits = tag == TAG_MAP ? isKey(key) : tag == TAG_VECTOR ? isWholeNumber(key) : coll == NIL && (isKey(key) || isWholeNumber(key));
  if (!fits) fault(FAULT_TYPE, site);
}

/** What stands at a key; ABSENT when it is missing or does not fit. */
function read(coll: i64, key: i64): i64 {
  const tag = tagOf(coll);
  if (tag == TAG_MAP && isKey(key)) {
    const at = find(coll, addressOf(key));
    return at == 0 ? ABSENT : load<i64>(at);
  }
  if (tag == TAG_VECTOR && isWholeNumber(key)) {
    const index = wholeOf(key);
    return index >= 0 && index < (vectorCount(coll) as i64) ? vectorAt(coll, index as i32) : ABSENT;
  }
  return ABSENT;
}

// @ts-ignore: decorator
@inline
function orElse(found: i64, otherwise: i64): i64 {
  return found != ABSENT ? found : otherwise != ABSENT ? otherwise : NIL;
}

/** What it costs more to read a map that is large. */
// @ts-ignore: decorator
@inline
function farSteps(coll: i64): i64 {
  if (tagOf(coll) != TAG_MAP) return 0;
  const count = mapCount(coll);
  return count <= 1 << (NEAR_LEVELS as i32) ? 0 : FAR_LEVEL_STEPS * (log2(count as i64) - NEAR_LEVELS);
}

export function get(coll: i64, key: i64, otherwise: i64, site: i32): i64 {
  checkReadable(coll, key, site);
  charge(sizeOf(key) - 1 + farSteps(coll));
  return orElse(read(coll, key), otherwise);
}

/** A path is a collection of keys; they are checked one by one where they are used. */
function expectPath(coll: i64, path: i64, site: i32): i64 {
  if (!isCollection(coll)) fault(FAULT_TYPE, site);
  return elements(path, site);
}

export function getIn(coll: i64, path: i64, otherwise: i64, site: i32): i64 {
  const keys = expectPath(coll, path, site);
  charge(elementSizes(keys));
  return orElse(readPath(coll, keys, true, site), otherwise);
}

/** Level by level; the first missing key ends it. */
function readPath(coll: i64, keys: i64, pays: bool, site: i32): i64 {
  let level = coll;
  for (let i = 0, count = vectorCount(keys); i < count && level != ABSENT; i++) {
    const key = vectorAt(keys, i);
    checkReadable(level, key, site);
    if (pays) charge(farSteps(level));
    level = read(level, key);
  }
  return level;
}

export function contains(coll: i64, key: i64, site: i32): i64 {
  checkReadable(coll, key, site);
  charge(sizeOf(key) - 1 + farSteps(coll));
  return booleanValue(read(coll, key) != ABSENT);
}

// @ts-ignore: decorator
@inline
function entriesOf(coll: i64): i64 {
  const tag = tagOf(coll);
  return tag == TAG_MAP || tag == TAG_VECTOR ? (asCollection(addressOf(coll)).count as i64) : 0;
}

/** Size of the key, for each of twice the levels that n entries have; less the step of the application. */
// @ts-ignore: decorator
@inline
function writingPrice(entries: i64, key: i64): i64 {
  return multiplySteps(max<i64>(log2(entries + 1) * WRITE_LEVEL_STEPS, 1), sizeOf(key)) - 1;
}

/** Fault unless `coll` can be written at `key`, whatever the index. */
function checkWritable(coll: i64, key: i64, site: i32): void {
  const fits = tagOf(coll) == TAG_VECTOR ? isWholeNumber(key) : isKey(key) && (tagOf(coll) == TAG_MAP || coll == NIL);
  if (!fits) fault(FAULT_TYPE, site);
}

/** The collection with a value at a key; an index may be at most the length. */
function write(coll: i64, key: i64, value: i64, site: i32): i64 {
  checkWritable(coll, key, site);
  if (tagOf(coll) != TAG_VECTOR) return withEntry(coll == NIL ? emptyMap() : coll, key, value);
  const index = expectIndex(coll, key, site);
  const count = vectorCount(coll);
  if (index == count) return append(coll, value);
  return withElement(coll, index, value);
}

function expectIndex(vector: i64, key: i64, site: i32): i32 {
  const index = wholeOf(key);
  if (index < 0 || index > (vectorCount(vector) as i64)) fault(FAULT_INDEX, site);
  return index as i32;
}

/** `pairs`: key, value, key, value … */
export function assoc(coll: i64, pairs: i64, site: i32): i64 {
  if (!isCollection(coll)) fault(FAULT_TYPE, site);
  const count = vectorCount(pairs);
  const entries = entriesOf(coll);
  let price: i64 = 0;
  for (let i = 0; i < count; i += 2) {
    checkWritable(coll, vectorAt(pairs, i), site);
    price = addSizes(price, writingPrice(entries, vectorAt(pairs, i)));
  }
  charge(price);
  let result = coll;
  for (let i = 0; i < count; i += 2) result = write(result, vectorAt(pairs, i), vectorAt(pairs, i + 1), site);
  return result;
}

/** `assoc` of one pair, which needs no vector of pairs. */
export function assocOne(coll: i64, key: i64, value: i64, site: i32): i64 {
  if (!isCollection(coll)) fault(FAULT_TYPE, site);
  checkWritable(coll, key, site);
  charge(writingPrice(entriesOf(coll), key));
  return write(coll, key, value, site);
}

export function assocIn(coll: i64, path: i64, value: i64, site: i32): i64 {
  const keys = expectPath(coll, path, site);
  chargePath(coll, keys);
  return writePath(coll, keys, value, site);
}

/** Every key costs its size, to be read, a step, and as if its level was written, one that is missing or no collection as if it was empty. */
function chargePath(coll: i64, keys: i64): void {
  let price: i64 = 0;
  let level = coll;
  for (let i = 0, count = vectorCount(keys); i < count; i++) {
    const key = vectorAt(keys, i);
    price = addSizes(price, addSizes(sizeOf(key) + 1, writingPrice(entriesOf(level), key)));
    level = read(level, key);
  }
  charge(price);
}

/** Checks from the outside in, so the outermost level that cannot be written faults; then writes from the inside out. */
function writePath(coll: i64, keys: i64, value: i64, site: i32): i64 {
  const count = vectorCount(keys);
  const levels = vectorNew(count);
  let level = coll;
  for (let i = 0; i < count; i++) {
    const key = vectorAt(keys, i);
    checkWritable(level, key, site);
    if (tagOf(level) == TAG_VECTOR) expectIndex(level, key, site);
    store<i64>(levels + (i << 3), level);
    level = read(level, key);
    if (level == ABSENT) level = NIL;
  }
  let result = value;
  for (let i = count - 1; i >= 0; i--) result = write(load<i64>(levels + (i << 3)), vectorAt(keys, i), result, site);
  return result;
}

/** Before `update` applies its function: checks, surcharge, and the old value. */
export function updateBegin(coll: i64, key: i64, site: i32): i64 {
  if (!isCollection(coll)) fault(FAULT_TYPE, site);
  checkWritable(coll, key, site);
  charge(writingPrice(entriesOf(coll), key));
  return orElse(read(coll, key), NIL);
}

/** The collection with the new value. */
export function updateEnd(coll: i64, key: i64, value: i64, site: i32): i64 {
  return write(coll, key, value, site);
}

export function updateInBegin(coll: i64, path: i64, site: i32): i64 {
  const keys = expectPath(coll, path, site);
  chargePath(coll, keys);
  return orElse(readPath(coll, keys, false, site), NIL);
}

export function updateInEnd(coll: i64, path: i64, value: i64, site: i32): i64 {
  return writePath(coll, elements(path, site), value, site);
}

export function dissoc(map: i64, keys: i64, site: i32): i64 {
  let result = mapOrNil(map, site);
  const count = vectorCount(keys);
  const entries = mapCount(result) as i64;
  let price: i64 = 0;
  for (let i = 0; i < count; i++) {
    if (!isKey(vectorAt(keys, i))) fault(FAULT_TYPE, site);
    price = addSizes(price, writingPrice(entries, vectorAt(keys, i)));
  }
  charge(price);
  for (let i = 0; i < count; i++) result = withoutEntry(result, vectorAt(keys, i));
  return result;
}

export function merge(maps: i64, site: i32): i64 {
  const parts = vectorCount(maps);
  let count: i64 = 0;
  let sizes: i64 = 0;
  for (let i = 0; i < parts; i++) {
    const map = mapOrNil(vectorAt(maps, i), site);
    count += mapCount(map) as i64;
    sizes = addSizes(sizes, keySizes(map));
  }
  charge(orderingSteps(parts, sizes));
  const entries = mapNew(count as i32);
  const ends = allocate(parts << 2);
  let to = entries;
  for (let i = 0; i < parts; i++) {
    to = copyEntries(to, vectorAt(maps, i));
    store<i32>(ends + (i << 2), (to - entries) >> ENTRY_BITS);
  }
  if (parts > 2) mergeRuns(entries, ends, parts);
  return mapOfUnsorted(entries, count as i32);
}

export function deepMerge(maps: i64, site: i32): i64 {
  const parts = vectorCount(maps);
  for (let i = 0; i < parts; i++) mapOrNil(vectorAt(maps, i), site);
  for (let i = 0; i < parts; i++) if (tooDeep(vectorAt(maps, i))) fault(FAULT_TOO_DEEP, site);
  if (parts == 0) return emptyMap();
  let result = mapOrNil(vectorAt(maps, 0), site);
  for (let i = 1; i < parts; i++) result = mergeDeep(result, mapOrNil(vectorAt(maps, i), site));
  return result;
}

/** Two maps, and the maps that both have at a key, to as deep as the shallower one is; each pair of maps pays for its keys. */
function mergeDeep(a: i64, b: i64): i64 {
  charge(multiplySteps(DEEP_KEY_STEPS, addSizes(keySizes(a), keySizes(b))));
  const countA = mapCount(a);
  const countB = mapCount(b);
  const entriesA = entriesAt(addressOf(a));
  const entriesB = entriesAt(addressOf(b));
  const result = mapNew(countA + countB);
  let i = 0;
  let j = 0;
  let made = 0;
  while (i < countA || j < countB) {
    const left = asEntry(entriesA + (i << ENTRY_BITS));
    const right = asEntry(entriesB + (j << ENTRY_BITS));
    const order = i == countA ? 1 : j == countB ? -1 : compareText(addressOf(left.key), addressOf(right.key));
    const to = asEntry(result + (made++ << ENTRY_BITS));
    if (order <= 0) i++;
    if (order >= 0) j++;
    to.key = order < 0 ? left.key : right.key;
    if (order == 0 && tagOf(left.value) == TAG_MAP && tagOf(right.value) == TAG_MAP) to.value = mergeDeep(left.value, right.value);
    else to.value = order < 0 ? left.value : right.value;
  }
  return mapDone(result, made);
}

/** Sizes of the keys of a map. */
function keySizes(map: i64): i64 {
  let sizes: i64 = 0;
  const entries = entriesAt(addressOf(map));
  for (let i = 0, count = mapCount(map); i < count; i++) sizes = addSizes(sizes, sizeOf(asEntry(entries + (i << 4)).key));
  return sizes;
}

/** Copies the entries of a map (or nil); returns the address behind them. */
function copyEntries(to: i32, map: i64): i32 {
  if (map == NIL) return to;
  const bytes = mapCount(map) << 4;
  copyWords(to, entriesAt(addressOf(map)), bytes);
  return to + bytes;
}

export function into(to: i64, from: i64, site: i32): i64 {
  if (!isCollection(to)) fault(FAULT_TYPE, site);
  const added = elements(from, site);
  const count = vectorCount(added);
  if (tagOf(to) != TAG_MAP) {
    charge(entriesOf(to) + (count as i64) + entriesMade(from));
    return appendAll(to == NIL ? emptyVector() : to, added);
  }
  charge(addSizes(keySizes(to), orderingSteps(count, pairKeySizes(added))));
  const held = mapCount(to);
  const entries = mapNew(held + count);
  let at = copyEntries(entries, to);
  for (let i = 0; i < count; i++) {
    const pair = vectorAt(added, i);
    if (!isPair(pair)) fault(FAULT_TYPE, site);
    asEntry(at).key = vectorAt(pair, 0);
    asEntry(at).value = vectorAt(pair, 1);
    at += 16;
  }
  // In order by themselves, they are merged with those the map has.
  sortEntries(entries + (held << 4), count);
  return mapOfUnsorted(entries, held + count);
}

/** Sizes of the keys of pairs; what is no pair with a key counts one, and faults afterwards. */
function pairKeySizes(pairs: i64): i64 {
  let sizes: i64 = 0;
  for (let i = 0, count = vectorCount(pairs); i < count; i++) {
    const pair = vectorAt(pairs, i);
    sizes = addSizes(sizes, isPair(pair) ? sizeOf(vectorAt(pair, 0)) : 1);
  }
  return sizes;
}

/** A map, nil as the empty one, whose entries are paid for. */
export function paidMap(map: i64, site: i32): i64 {
  const result = mapOrNil(map, site);
  charge(mapCount(result) as i64);
  return result;
}

export function keys(map: i64, site: i32): i64 {
  return mapKeys(paidMap(map, site));
}

export function vals(map: i64, site: i32): i64 {
  return vectorOfValues(paidMap(map, site));
}

export function entries(map: i64, site: i32): i64 {
  const from = mapOrNil(map, site);
  charge(entriesMade(from));
  return mapEntries(from);
}

export function selectKeys(map: i64, wanted: i64, site: i32): i64 {
  const from = mapOrNil(map, site);
  const list = elements(wanted, site);
  const count = vectorCount(list);
  charge(multiplySteps(max<i64>(addSizes(log2(mapCount(from) as i64), log2(count as i64)), 1), elementSizes(list)));
  for (let i = 0; i < count; i++) {
    if (!isKey(vectorAt(list, i))) fault(FAULT_TYPE, site);
  }
  const selected = mapNew(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const at = find(from, addressOf(vectorAt(list, i)));
    if (at == 0) continue;
    asEntry(selected + (kept << 4)).key = vectorAt(list, i);
    asEntry(selected + (kept << 4)).value = load<i64>(at);
    kept++;
  }
  return mapOfUnsorted(selected, kept);
}
