// Higher: what higher-order builtins do after emitted code has applied their function to every element. They get the
// elements and the function's results, take the surcharge, then work.

import { compareValues, equalValues } from './compare';
import { FAULT_TOO_DEEP, fault } from './fault';
import { charge } from './fuel';
import { elementSizes, elements, entriesMade, listDone, listNew, listPush, sliceOf, vectorAt, vectorCount, vectorDone, vectorNew } from './list';
import { sortEntries } from './entries';
import { mapDone, mapNew, mapOfUnsorted } from './map';
import { keyText } from './maps';
import { addSizes, orderingSteps, tooDeep } from './measure';
import { sortVector } from './sort';
import { equalText } from './text';
import { NIL, TRUE, addressOf, integerValue } from './value';
import { joinVectors } from './vectors';

/** `mapcat`: the elements of all results. */
export function concatAll(results: i64, site: i32): i64 {
  const parts = vectorCount(results);
  const slots = vectorNew(parts);
  let count: i64 = 0;
  let made: i64 = 0;
  for (let i = 0; i < parts; i++) {
    const part = elements(vectorAt(results, i), site);
    store<i64>(slots + (i << 3), part);
    count += vectorCount(part) as i64;
    made += entriesMade(vectorAt(results, i));
  }
  charge(count + made);
  return joinVectors(slots, parts, count);
}

/** Two at least: loops and lists have to be set up for one as well. */
function chargeOrdering(keys: i64): void {
  charge(orderingSteps(vectorCount(keys), elementSizes(keys), 2));
}

export function sortBy(coll: i64, keys: i64, descending: i64, site: i32): i64 {
  if (tooDeep(keys)) fault(FAULT_TOO_DEEP, site);
  chargeOrdering(keys);
  return sortVector(coll, keys, descending == TRUE, site);
}

/** Entries of the keys' texts and the elements, in the order of the keys, equal keys in the order of the elements. */
function keyedEntries(coll: i64, keys: i64, site: i32): i32 {
  const count = vectorCount(keys);
  const entries = mapNew(count);
  for (let i = 0; i < count; i++) {
    store<i64>(entries + (i << 4), keyText(vectorAt(keys, i), site));
    store<i64>(entries + (i << 4), vectorAt(coll, i), 8);
  }
  return entries;
}

/** Whether the entry at an index has the key of the one before it. */
// @ts-ignore: decorator
@inline
function repeats(entries: i32, index: i32): bool {
  return equalText(addressOf(load<i64>(entries + (index << 4) - 16)), addressOf(load<i64>(entries + (index << 4))));
}

export function groupBy(coll: i64, keys: i64, site: i32): i64 {
  chargeOrdering(keys);
  const count = vectorCount(keys);
  const entries = keyedEntries(coll, keys, site);
  sortEntries(entries, count);
  let groups = 0;
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && repeats(entries, to)) to++;
    const slots = vectorNew(to - from);
    for (let i = from; i < to; i++) store<i64>(slots + ((i - from) << 3), load<i64>(entries + (i << 4), 8));
    store<i64>(entries + (groups << 4), load<i64>(entries + (from << 4)));
    store<i64>(entries + (groups++ << 4), vectorDone(slots, to - from), 8);
    from = to;
  }
  return mapDone(entries, groups);
}

export function indexBy(coll: i64, keys: i64, site: i32): i64 {
  chargeOrdering(keys);
  return mapOfUnsorted(keyedEntries(coll, keys, site), vectorCount(keys));
}

export function countBy(_coll: i64, keys: i64, site: i32): i64 {
  chargeOrdering(keys);
  return countsOf(keys, site);
}

export function frequencies(coll: i64, site: i32): i64 {
  const from = elements(coll, site);
  charge(orderingSteps(vectorCount(from), elementSizes(from)));
  return countsOf(from, site);
}

function countsOf(keys: i64, site: i32): i64 {
  const count = vectorCount(keys);
  const entries = keyedEntries(keys, keys, site);
  sortEntries(entries, count);
  let groups = 0;
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && repeats(entries, to)) to++;
    store<i64>(entries + (groups << 4), load<i64>(entries + (from << 4)));
    store<i64>(entries + (groups++ << 4), integerValue((to - from) as i64), 8);
    from = to;
  }
  return mapDone(entries, groups);
}

export function minBy(coll: i64, keys: i64, site: i32): i64 {
  return best(coll, keys, -1, site);
}

export function maxBy(coll: i64, keys: i64, site: i32): i64 {
  return best(coll, keys, 1, site);
}

/** The first element whose key compares with the best so far as `side` says. */
function best(coll: i64, keys: i64, side: i32, site: i32): i64 {
  if (tooDeep(keys)) fault(FAULT_TOO_DEEP, site);
  charge(elementSizes(keys));
  const count = vectorCount(keys);
  if (count == 0) return NIL;
  let at = 0;
  for (let i = 1; i < count; i++) {
    const order = compareValues(vectorAt(keys, i), vectorAt(keys, at), site);
    if (side < 0 ? order < 0 : order > 0) at = i;
  }
  return vectorAt(coll, at);
}

export function partitionBy(coll: i64, keys: i64, site: i32): i64 {
  if (tooDeep(keys)) fault(FAULT_TOO_DEEP, site);
  const count = vectorCount(keys);
  charge(addSizes(elementSizes(keys), count as i64));
  const list = listNew();
  let from = 0;
  for (let i = 1; i <= count; i++) {
    if (i < count && equalValues(vectorAt(keys, i - 1), vectorAt(keys, i))) continue;
    listPush(list, sliceOf(coll, from, i));
    from = i;
  }
  return listDone(list);
}
