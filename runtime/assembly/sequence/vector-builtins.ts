// Vectors: the builtins of vectors. Where a vector is wanted nil is [] and a map its entries.

import { FAULT_INDEX, FAULT_NUMBER_RANGE, FAULT_TOO_DEEP, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import {
  chargeView, countElements, elementSizes, elements, elementsAt, elementsPaid, emptyVector, entriesMade, isCollection, listDone, listNew,
  listPush, pairOf, sliceOf, vectorAt, vectorCount, vectorDone, vectorNew,
} from '../collection/list';
import { ENTRY_BITS, asEntry } from '../collection/entries';
import { emptyMap, entriesAt, entryAt, isPair, keyAt, mapCount, withEntry } from '../collection/map';
import { addSizes, log2, multiplySteps, orderingSteps, sizeOf, tooDeep } from '../collection/measure';
import { orderDistinct } from './distinct';
import { sortVector } from './sort';
import { textBytes } from '../text/text';
import { ABSENT, FALSE, NIL, TAG_MAP, TAG_STRING, TAG_VECTOR, TRUE } from '../shared/values';
import { addressOf, booleanValue, pointerValue, tagOf } from '../value/value';
import { copyWords } from '../run/memory';
import { append } from '../collection/version';
import { expectWhole } from '../number/whole';
import { PAIR_STEPS, WRITE_LEVEL_STEPS } from '../shared/prices';
import { asMap } from '../shared/records';

/** A vector whose length is the surcharge of reading or making it. */
function paidVector(coll: i64, site: i32): i64 {
  const result = elements(coll, site);
  charge((vectorCount(result) as i64) + entriesMade(coll));
  return result;
}

export function vector(values: i64, _site: i32): i64 {
  charge(vectorCount(values) as i64);
  return values;
}

export function vec(coll: i64, site: i32): i64 {
  return paidVector(coll, site);
}

export function conj(coll: i64, values: i64, site: i32): i64 {
  if (tagOf(coll) == TAG_MAP) return withEntries(coll, values, site);
  const to = elements(coll, site);
  // The first is paid for by the application's own step.
  charge(max<i32>(vectorCount(values) - 1, 0) as i64);
  return appendAll(to, values);
}

/** `conj` of one value, which needs no vector of values. */
export function conjOne(coll: i64, value: i64, site: i32): i64 {
  if (tagOf(coll) == TAG_MAP) return withEntries(coll, vectorOf(value), site);
  return append(elements(coll, site), value);
}

function vectorOf(value: i64): i64 {
  const slots = vectorNew(1);
  store<i64>(slots, value);
  return vectorDone(slots, 1);
}

/** `conj` of a map: pairs of a string and a value, maps of them, or nil, in order. */
function withEntries(map: i64, values: i64, site: i32): i64 {
  const count = vectorCount(values);
  let added = 0;
  for (let i = 0; i < count; i++) {
    const value = vectorAt(values, i);
    if (tagOf(value) == TAG_MAP) added += mapCount(value);
    else if (isPair(value)) added++;
    else if (value != NIL) fault(FAULT_TYPE, site);
  }
  const levels = WRITE_LEVEL_STEPS * log2(((mapCount(map) + added) as i64) + 1);
  let price: i64 = 0;
  for (let i = 0; i < count; i++) {
    const value = vectorAt(values, i);
    if (tagOf(value) == TAG_VECTOR) price = addSizes(price, multiplySteps(levels, sizeOf(vectorAt(value, 0))));
    else if (tagOf(value) == TAG_MAP) price = addSizes(price, keyPrices(value, levels));
  }
  charge(price);
  let result = map;
  for (let i = 0; i < count; i++) {
    const value = vectorAt(values, i);
    if (tagOf(value) == TAG_VECTOR) result = withEntry(result, vectorAt(value, 0), vectorAt(value, 1));
    else if (tagOf(value) == TAG_MAP) result = withAll(result, addressOf(value));
  }
  return result;
}

function keyPrices(map: i64, levels: i64): i64 {
  let price: i64 = 0;
  for (let i = 0, count = mapCount(map); i < count; i++) {
    price = addSizes(price, multiplySteps(levels, sizeOf(pointerValue(keyAt(addressOf(map), i), TAG_STRING))));
  }
  return price;
}

function withAll(map: i64, added: i32): i64 {
  const entries = entriesAt(added);
  let result = map;
  for (let i = 0, count = asMap(added).count; i < count; i++) {
    result = withEntry(result, asEntry(entries + (i << ENTRY_BITS)).key, asEntry(entries + (i << ENTRY_BITS)).value);
  }
  return result;
}

export function appendAll(to: i64, values: i64): i64 {
  let result = to;
  for (let i = 0, count = vectorCount(values); i < count; i++) result = append(result, vectorAt(values, i));
  return result;
}

export function concat(colls: i64, site: i32): i64 {
  const parts = vectorCount(colls);
  const slots = vectorNew(parts);
  let count: i64 = 0;
  let made: i64 = 0;
  for (let i = 0; i < parts; i++) {
    const part = elements(vectorAt(colls, i), site);
    store<i64>(slots + (i << 3), part);
    count += vectorCount(part) as i64;
    made += entriesMade(vectorAt(colls, i));
  }
  charge(count + made);
  return joinVectors(slots, parts, count);
}

/** One vector of the elements of `parts` vectors at `slots`, `count` in all. */
export function joinVectors(slots: i32, parts: i32, count: i64): i64 {
  const result = vectorNewLong(count);
  let to = result;
  for (let i = 0; i < parts; i++) {
    const part = load<i64>(slots + (i << 3));
    const bytes = vectorCount(part) << 3;
    copyWords(to, elementsAt(addressOf(part)), bytes);
    to += bytes;
  }
  return vectorDone(result, count as i32);
}

export function first(coll: i64, site: i32): i64 {
  if (tagOf(coll) == TAG_MAP && mapCount(coll) > 0) return entryAt(addressOf(coll), 0);
  const from = elements(coll, site);
  return vectorCount(from) == 0 ? NIL : vectorAt(from, 0);
}

export function second(coll: i64, site: i32): i64 {
  if (tagOf(coll) == TAG_MAP && mapCount(coll) > 1) return entryAt(addressOf(coll), 1);
  const from = elements(coll, site);
  return vectorCount(from) < 2 ? NIL : vectorAt(from, 1);
}

export function last(coll: i64, site: i32): i64 {
  if (tagOf(coll) == TAG_MAP && mapCount(coll) > 0) return entryAt(addressOf(coll), mapCount(coll) - 1);
  const from = elements(coll, site);
  const count = vectorCount(from);
  return count == 0 ? NIL : vectorAt(from, count - 1);
}

export function rest(coll: i64, site: i32): i64 {
  const from = elementsPaid(coll, site);
  const count = vectorCount(from);
  return sliceOf(from, min<i32>(1, count), count);
}

export function next(coll: i64, site: i32): i64 {
  const from = elementsPaid(coll, site);
  const count = vectorCount(from);
  return count < 2 ? NIL : sliceOf(from, 1, count);
}

export function butlast(coll: i64, site: i32): i64 {
  const from = elementsPaid(coll, site);
  return sliceOf(from, 0, max<i32>(vectorCount(from) - 1, 0));
}

export function nth(coll: i64, index: i64, otherwise: i64, site: i32): i64 {
  const isMap = tagOf(coll) == TAG_MAP;
  const from = isMap ? coll : elements(coll, site);
  const at = expectWhole(index, site);
  // The count stands first in the headers of vectors and maps alike.
  if (at >= 0 && at < (vectorCount(from) as i64)) return isMap ? entryAt(addressOf(from), at as i32) : vectorAt(from, at as i32);
  if (otherwise == ABSENT) fault(FAULT_INDEX, site);
  return otherwise;
}

export function take(n: i64, coll: i64, site: i32): i64 {
  const wanted = expectWhole(n, site);
  const from = elementsPaid(coll, site);
  const kept = clamp(wanted, vectorCount(from));
  chargeView(from, kept);
  return sliceOf(from, 0, kept);
}

export function drop(n: i64, coll: i64, site: i32): i64 {
  const wanted = expectWhole(n, site);
  const from = elementsPaid(coll, site);
  const dropped = clamp(wanted, vectorCount(from));
  chargeView(from, dropped);
  return sliceOf(from, dropped, vectorCount(from));
}

// @ts-ignore: decorator
@inline
function clamp(wanted: i64, count: i32): i32 {
  return max<i64>(min<i64>(wanted, count as i64), 0) as i32;
}

export function slice(coll: i64, start: i64, end: i64, site: i32): i64 {
  if (!isCollection(coll)) fault(FAULT_TYPE, site);
  const first = expectWhole(start, site);
  const wanted = end == ABSENT ? 0 : expectWhole(end, site);
  const from = elementsPaid(coll, site);
  const count = vectorCount(from) as i64;
  const last = end == ABSENT ? count : wanted;
  if (first < 0 || last < first || last > count) fault(FAULT_INDEX, site);
  chargeView(from, (last - first) as i32);
  return sliceOf(from, first as i32, last as i32);
}

export function insertAt(coll: i64, index: i64, value: i64, site: i32): i64 {
  const from = elements(coll, site);
  const at = expectWhole(index, site);
  const count = vectorCount(from);
  charge((count as i64) + 1 + entriesMade(coll));
  if (at < 0 || at > (count as i64)) fault(FAULT_INDEX, site);
  const slots = vectorNew(count + 1);
  const before = (at as i32) << 3;
  copyParts(from, slots, before, before, before + 8);
  store<i64>(slots + before, value);
  return vectorDone(slots, count + 1);
}

export function removeAt(coll: i64, index: i64, site: i32): i64 {
  const from = elements(coll, site);
  const at = expectWhole(index, site);
  const count = vectorCount(from);
  charge((count as i64) + entriesMade(coll));
  if (at < 0 || at >= (count as i64)) fault(FAULT_INDEX, site);
  const slots = vectorNew(count - 1);
  const before = (at as i32) << 3;
  copyParts(from, slots, before, before + 8, before);
  return vectorDone(slots, count - 1);
}

/** The elements before an offset, and those from `rest` on to another place. */
function copyParts(from: i64, slots: i32, before: i32, rest: i32, to: i32): void {
  const start = elementsAt(addressOf(from));
  copyWords(slots, start, before);
  copyWords(slots + to, start + rest, (vectorCount(from) << 3) - rest);
}

export function reverse(coll: i64, site: i32): i64 {
  const from = paidVector(coll, site);
  const count = vectorCount(from);
  const start = elementsAt(addressOf(from));
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) store<i64>(slots + ((count - 1 - i) << 3), load<i64>(start + (i << 3)));
  return vectorDone(slots, count);
}

/** `order` is true for `>`, false or absent for `<`: no script can hand on anything else without a fault. */
export function sort(order: i64, coll: i64, site: i32): i64 {
  if (order != ABSENT && order != FALSE && order != TRUE) fault(FAULT_TYPE, site);
  const from = orderingPaid(coll, site);
  return sortVector(from, from, order == TRUE, site);
}

export function distinct(coll: i64, site: i32): i64 {
  return orderDistinct(orderingPaid(coll, site));
}

function orderingPaid(coll: i64, site: i32): i64 {
  const from = elements(coll, site);
  if (tooDeep(from)) fault(FAULT_TOO_DEEP, site);
  charge(orderingSteps(vectorCount(from), elementSizes(from)));
  return from;
}

export function flatten(coll: i64, site: i32): i64 {
  const from = elements(coll, site);
  if (tooDeep(from)) fault(FAULT_TOO_DEEP, site);
  charge(sizeOf(from));
  const list = listNew();
  pushFlat(list, from);
  return listDone(list);
}

/** Recursion is as deep as the vector is nested, at most 256. */
function pushFlat(list: i32, from: i64): void {
  for (let i = 0, count = vectorCount(from); i < count; i++) {
    const element = vectorAt(from, i);
    if (tagOf(element) == TAG_VECTOR) pushFlat(list, element);
    else listPush(list, element);
  }
}

export function repeat(n: i64, value: i64, site: i32): i64 {
  const count = max<i64>(expectWhole(n, site), 0);
  charge(count);
  const slots = vectorNewLong(count);
  for (let i = 0; i < (count as i32); i++) store<i64>(slots + (i << 3), value);
  return vectorDone(slots, count as i32);
}

/** Slots for more elements than fuel alone keeps within an i32: beyond memory it is `out-of-memory`, not a wrong length. */
export function vectorNewLong(count: i64): i32 {
  return vectorNew(min<i64>(count, 0x7fffffff >> 3) as i32);
}

export function partition(n: i64, step: i64, coll: i64, site: i32): i64 {
  return cut(n, step, coll, false, site);
}

export function partitionAll(n: i64, step: i64, coll: i64, site: i32): i64 {
  return cut(n, step, coll, true, site);
}

/** `all`: incomplete ones too. */
function cut(n: i64, step: i64, coll: i64, all: bool, site: i32): i64 {
  const length = expectWhole(n, site);
  const stride = step == ABSENT ? length : expectWhole(step, site);
  const from = elements(coll, site);
  const count = vectorCount(from) as i64;
  const wrong = length <= 0 || stride <= 0;
  let pieces: i64 = 0;
  if (!wrong) pieces = all ? (count == 0 ? 0 : (count - 1) / stride + 1) : length > count ? 0 : (count - length) / stride + 1;
  charge(count + pieces + entriesMade(coll));
  if (wrong) fault(FAULT_NUMBER_RANGE, site);
  // Side by side, so that no piece is measured anew.
  elementsAt(addressOf(from));
  const slots = vectorNew(pieces as i32);
  for (let i = 0; i < (pieces as i32); i++) {
    const at = (i as i64) * stride;
    store<i64>(slots + (i << 3), sliceOf(from, at as i32, min<i64>(at + length, count) as i32));
  }
  return vectorDone(slots, pieces as i32);
}

export function interleave(colls: i64, site: i32): i64 {
  const parts = vectorCount(colls);
  const slots = vectorNew(parts);
  let shortest = parts == 0 ? 0 : i32.MAX_VALUE;
  let made: i64 = 0;
  for (let i = 0; i < parts; i++) {
    const part = vectorAt(colls, i);
    made += entriesMade(part);
    shortest = min<i32>(shortest, countElements(part, site));
  }
  charge((parts as i64) * (shortest as i64) + made);
  for (let i = 0; i < parts; i++) store<i64>(slots + (i << 3), elements(vectorAt(colls, i), site));
  const result = vectorNewLong((parts as i64) * (shortest as i64));
  for (let i = 0; i < shortest; i++) {
    for (let j = 0; j < parts; j++) store<i64>(result + ((i * parts + j) << 3), vectorAt(load<i64>(slots + (j << 3)), i));
  }
  return vectorDone(result, parts * shortest);
}

export function zip(a: i64, b: i64, site: i32): i64 {
  const count = min<i32>(countElements(a, site), countElements(b, site));
  charge((count as i64) * PAIR_STEPS + entriesMade(a) + entriesMade(b));
  const left = elements(a, site);
  const right = elements(b, site);
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) store<i64>(slots + (i << 3), pairOf(vectorAt(left, i), vectorAt(right, i)));
  return vectorDone(slots, count);
}

export function isEmpty(coll: i64, site: i32): i64 {
  const tag = tagOf(coll);
  if (tag == TAG_STRING) return booleanValue(textBytes(addressOf(coll)) == 0);
  if (tag == TAG_MAP) return booleanValue(mapCount(coll) == 0);
  return booleanValue(vectorCount(elements(coll, site)) == 0);
}

export function empty(coll: i64, site: i32): i64 {
  if (tagOf(coll) == TAG_MAP) return emptyMap();
  elements(coll, site);
  return emptyVector();
}
