// Aggregate: numbers of a whole collection. Sums and products fold from the left, so that rounding and faults come at
// the same element as in a loop over `+`.

import { FAULT_NUMBER_RANGE, FAULT_TOO_DEEP, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { LONG_STEPS } from '../shared/prices';
import { charge } from '../run/fuel';
import { equalValues } from '../collection/compare';
import { elementSizes, elements, vectorAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { orderingSteps, tooDeep } from '../collection/measure';
import { add, divide, multiply } from '../number/arithmetic';
import { isWide } from '../number/representation';
import { sortVector } from './sort';
import { NIL, TAG_NUMBER, TAG_SHORT } from '../shared/values';
import { integerValue, isNumberTag, tagOf } from '../value/value';

export function sum(coll: i64, site: i32): i64 {
  return sumOf(paid(coll, site), site);
}

export function product(coll: i64, site: i32): i64 {
  const vector = paid(coll, site);
  let result = integerValue(1);
  for (let i = 0, count = vectorCount(vector); i < count; i++) result = multiply(result, vectorAt(vector, i), site);
  return result;
}

export function mean(coll: i64, site: i32): i64 {
  const vector = paid(coll, site);
  const count = vectorCount(vector);
  return count == 0 ? NIL : divide(sumOf(vector, site), integerValue(count as i64), site);
}

export function median(coll: i64, site: i32): i64 {
  const vector = elements(coll, site);
  const count = vectorCount(vector);
  charge(orderingSteps(count, elementSizes(vector)));
  if (count == 0) return NIL;
  for (let i = 0; i < count; i++) {
    const element = vectorAt(vector, i);
    if (!isNumberTag(tagOf(element))) fault(FAULT_TYPE, site);
    if (isWide(element)) fault(FAULT_NUMBER_RANGE, site);
  }
  const sorted = sortVector(vector, vector, false, site);
  const upper = vectorAt(sorted, count >> 1);
  if ((count & 1) != 0) return upper;
  return divide(add(vectorAt(sorted, (count >> 1) - 1), upper, site), integerValue(2), site);
}

export function mode(coll: i64, site: i32): i64 {
  const vector = elements(coll, site);
  if (tooDeep(vector)) fault(FAULT_TOO_DEEP, site);
  const count = vectorCount(vector);
  charge(orderingSteps(count, elementSizes(vector)));
  const sorted = sortVector(vector, vector, false, site);
  // Equal elements stand together: the longest run of them so far, and how many are as long.
  let longest = 0;
  let modes = 0;
  for (let from = 0; from < count; ) {
    const end = runEnd(sorted, from, count);
    if (end - from > longest) modes = 0;
    longest = max<i32>(longest, end - from);
    if (end - from == longest) modes++;
    from = end;
  }
  const slots = vectorNew(modes);
  let next = 0;
  for (let from = 0; from < count; ) {
    const end = runEnd(sorted, from, count);
    if (end - from == longest) store<i64>(slots + (next++ << 3), vectorAt(sorted, from));
    from = end;
  }
  return vectorDone(slots, modes);
}

/** Where the elements end that are equal to the one at `from`. */
function runEnd(sorted: i64, from: i32, count: i32): i32 {
  let end = from + 1;
  while (end < count && equalValues(vectorAt(sorted, end), vectorAt(sorted, from))) end++;
  return end;
}

/** With a number among them that is not whole, or has more than 18 digits, sums are rounded and kept in memory. */
function paid(coll: i64, site: i32): i64 {
  const vector = elements(coll, site);
  const count = vectorCount(vector);
  let steps = count as i64;
  for (let i = 0; i < count; i++) {
    const tag = tagOf(vectorAt(vector, i));
    if (tag == TAG_SHORT || tag == TAG_NUMBER) steps = (count as i64) * LONG_STEPS;
  }
  charge(steps);
  return vector;
}

function sumOf(vector: i64, site: i32): i64 {
  let result = integerValue(0);
  for (let i = 0, count = vectorCount(vector); i < count; i++) result = add(result, vectorAt(vector, i), site);
  return result;
}
