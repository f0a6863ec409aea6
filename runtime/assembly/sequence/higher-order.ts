// Higher: what higher-order builtins do after emitted code has applied their function to every element. They get the
// elements and the function's results, take the surcharge, then work.

import { compareValues, equalValues } from '../collection/compare';
import { FAULT_TOO_DEEP } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { elementSizes, elements, entriesMade, listDone, listNew, listPush, sliceOf, vectorAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { asEntry } from '../collection/entries';
import { mapDone, mapOfUnsorted } from '../collection/map';
import { orderGroups } from './distinct';
import { keyedEntries, repeats } from './keyed-maps';
import { addSizes, orderingSteps, tooDeep } from '../collection/measure';
import { sortVector } from './sort';
import { NIL, TRUE } from '../shared/values';
import { integerValue } from '../value/value';
import { joinVectors } from './vector-builtins';
import { SORT_BY_LEVELS_MIN } from '../shared/prices';

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
  charge(orderingSteps(vectorCount(keys), elementSizes(keys), SORT_BY_LEVELS_MIN));
}

export function sortBy(coll: i64, keys: i64, descending: i64, site: i32): i64 {
  if (tooDeep(keys)) fault(FAULT_TOO_DEEP, site);
  chargeOrdering(keys);
  return sortVector(coll, keys, descending == TRUE, site);
}

export function groupBy(coll: i64, keys: i64, site: i32): i64 {
  chargeOrdering(keys);
  const count = vectorCount(keys);
  const entries = keyedEntries(keys, coll, count, site);
  let groups = 0;
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && repeats(entries, to)) to++;
    const slots = vectorNew(to - from);
    for (let i = from; i < to; i++) store<i64>(slots + ((i - from) << 3), asEntry(entries + (i << 4)).value);
    asEntry(entries + (groups << 4)).key = asEntry(entries + (from << 4)).key;
    asEntry(entries + (groups++ << 4)).value = vectorDone(slots, to - from);
    from = to;
  }
  return mapDone(entries, groups);
}

export function groups(coll: i64, keys: i64, site: i32): i64 {
  if (tooDeep(keys)) fault(FAULT_TOO_DEEP, site);
  chargeOrdering(keys);
  return orderGroups(coll, keys);
}

export function indexBy(coll: i64, keys: i64, site: i32): i64 {
  chargeOrdering(keys);
  const count = vectorCount(keys);
  return mapOfUnsorted(keyedEntries(keys, coll, count, site), count);
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
  const entries = keyedEntries(keys, keys, count, site);
  let groups = 0;
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && repeats(entries, to)) to++;
    asEntry(entries + (groups << 4)).key = asEntry(entries + (from << 4)).key;
    asEntry(entries + (groups++ << 4)).value = integerValue((to - from) as i64);
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
