// Aggregate: numbers of a whole collection. Sums and products fold from the left, so that rounding and faults come where
// anyone who adds by hand would see them.

import { FAULT_NUMBER_RANGE, FAULT_TYPE, fault } from './fault';
import { charge } from './fuel';
import { elementSizes, elements, vectorAt, vectorCount } from './list';
import { log2, multiplySteps } from './measure';
import { add, divide, multiply } from './number';
import { isWide } from './number-value';
import { sortVector } from './sort';
import { NIL, integerValue, isNumberTag, tagOf } from './value';

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
  charge(multiplySteps(log2(count as i64), elementSizes(vector)));
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

function paid(coll: i64, site: i32): i64 {
  const vector = elements(coll, site);
  charge(vectorCount(vector) as i64);
  return vector;
}

function sumOf(vector: i64, site: i32): i64 {
  let result = integerValue(0);
  for (let i = 0, count = vectorCount(vector); i < count; i++) result = add(result, vectorAt(vector, i), site);
  return result;
}
