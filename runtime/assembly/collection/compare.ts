// Compare: equality and order of values, and the builtins of comparing. Recursion follows two values at once, so it goes
// as deep as the shallower one: the callers make sure that this is at most 256.

import { FAULT_TOO_DEEP, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { elementAt } from './list';
import { keyAt, valueAt } from './map';
import { depthOf, sizeOf, tooDeep } from './measure';
import { NESTING_MAX } from '../shared/prices';
import { equalNumbers, orderNumbers } from '../number/arithmetic';
import { isWide } from '../number/representation';
import { compareText, equalText } from '../text/text';
import { NIL, TAG_CONSTANT, TAG_MAP, TAG_NUMBER, TAG_STRING, TAG_VECTOR, TRUE } from '../shared/values';
import { addressOf, booleanValue, integerValue, isNumberTag, tagOf } from '../value/value';
import { asCollection } from '../shared/records';

/** Deep equality, without any charge. */
export function equalValues(a: i64, b: i64): bool {
  if (a == b) return true;
  const tag = tagOf(a);
  if (tag != tagOf(b)) return false;
  if (tag == TAG_STRING) return equalText(addressOf(a), addressOf(b));
  if (tag == TAG_VECTOR) return equalVectors(addressOf(a), addressOf(b));
  if (tag == TAG_MAP) return equalMaps(addressOf(a), addressOf(b));
  return tag == TAG_NUMBER && equalNumbers(a, b);
}

function equalVectors(a: i32, b: i32): bool {
  const count = asCollection(a).count;
  if (count != asCollection(b).count) return false;
  // Shared elements need no walk.
  if (a == b || (asCollection(a).start != 0 && asCollection(a).start == asCollection(b).start)) return true;
  for (let i = 0; i < count; i++) {
    if (!equalValues(elementAt(a, i), elementAt(b, i))) return false;
  }
  return true;
}

function equalMaps(a: i32, b: i32): bool {
  const count = asCollection(a).count;
  if (count != asCollection(b).count) return false;
  if (a == b) return true;
  for (let i = 0; i < count; i++) {
    if (!equalText(keyAt(a, i), keyAt(b, i)) || !equalValues(valueAt(a, i), valueAt(b, i))) return false;
  }
  return true;
}

/** Equality of a scalar constant with any value: for `case`. */
export function same(a: i64, b: i64): i32 {
  return equalValues(a, b) as i32;
}

/** nil, booleans, numbers, strings, vectors, each its own; 0 for what has no order. */
function rankOf(value: i64): i32 {
  const tag = tagOf(value);
  if (isNumberTag(tag)) return 3;
  if (tag == TAG_STRING) return 4;
  if (tag == TAG_VECTOR) return 5;
  return tag == TAG_CONSTANT ? (value == NIL ? 1 : 2) : 0;
}

/** Order of two values, below, equal to or above 0. Fault `type` for a pair without order. */
export function compareValues(a: i64, b: i64, site: i32): i32 {
  const rank = rankOf(a);
  if (a == NIL || b == NIL) return (a != NIL ? 1 : 0) - (b != NIL ? 1 : 0);
  if (rank != rankOf(b) || rank == 0) fault(FAULT_TYPE, site);
  if (rank == 3) return orderNumbers(a, b);
  if (rank == 4) return compareText(addressOf(a), addressOf(b));
  if (rank == 5) return compareVectors(addressOf(a), addressOf(b), site);
  return (a == TRUE ? 1 : 0) - (b == TRUE ? 1 : 0);
}

function compareVectors(a: i32, b: i32, site: i32): i32 {
  const count = asCollection(a).count;
  if (count != asCollection(b).count) return count < asCollection(b).count ? -1 : 1;
  // No short cut for shared elements: what has no order faults however it is stored.
  for (let i = 0; i < count; i++) {
    const order = compareValues(elementAt(a, i), elementAt(b, i), site);
    if (order != 0) return order;
  }
  return 0;
}

/** Whether both of a pair are nested too deep to be walked together. */
function pairTooDeep(a: i64, b: i64): bool {
  return abs<i32>(depthOf(a)) > NESTING_MAX && abs<i32>(depthOf(b)) > NESTING_MAX && tooDeep(a) && tooDeep(b);
}

function chargePair(a: i64, b: i64): void {
  const smaller = min<i64>(sizeOf(a), sizeOf(b)) - 1;
  if (smaller > 0) charge(smaller);
}

/** `=` of a pair; `not=` is its opposite. */
export function equal(a: i64, b: i64, site: i32): i64 {
  if (pairTooDeep(a, b)) fault(FAULT_TOO_DEEP, site);
  chargePair(a, b);
  return booleanValue(equalValues(a, b));
}

export function identity(value: i64, _site: i32): i64 {
  return value;
}

export function compare(a: i64, b: i64, site: i32): i64 {
  if (isNumberTag(tagOf(a)) && isNumberTag(tagOf(b))) return orderValue(orderOf(a, b, site));
  if (a != NIL && b != NIL && (rankOf(a) != rankOf(b) || rankOf(a) == 0)) fault(FAULT_TYPE, site);
  if (pairTooDeep(a, b)) fault(FAULT_TOO_DEEP, site);
  chargePair(a, b);
  return orderValue(compareValues(a, b, site));
}

// @ts-ignore: decorator
@inline
function orderValue(order: i32): i64 {
  return integerValue(((order > 0) as i64) - ((order < 0) as i64));
}

/** Order of a pair for `<` and its kin: two numbers or two strings. */
function orderOf(a: i64, b: i64, site: i32): i32 {
  if (isNumberTag(tagOf(a)) && isNumberTag(tagOf(b))) {
    // All others have size 1.
    if (isWide(a) && isWide(b)) chargePair(a, b);
    return orderNumbers(a, b);
  }
  if (tagOf(a) != TAG_STRING || tagOf(b) != TAG_STRING) fault(FAULT_TYPE, site);
  chargePair(a, b);
  return compareText(addressOf(a), addressOf(b));
}

export function less(a: i64, b: i64, site: i32): i64 {
  return booleanValue(orderOf(a, b, site) < 0);
}

export function lessOrEqual(a: i64, b: i64, site: i32): i64 {
  return booleanValue(orderOf(a, b, site) <= 0);
}

export function greater(a: i64, b: i64, site: i32): i64 {
  return booleanValue(orderOf(a, b, site) > 0);
}

export function greaterOrEqual(a: i64, b: i64, site: i32): i64 {
  return booleanValue(orderOf(a, b, site) >= 0);
}

/** `lt?` and its kin: as `<`, but nil is neither above nor below anything, nor beside it. */
export function isLess(a: i64, b: i64, site: i32): i64 {
  return booleanValue(bothSome(a, b, site) && orderOf(a, b, site) < 0);
}

export function isLessOrEqual(a: i64, b: i64, site: i32): i64 {
  return booleanValue(bothSome(a, b, site) && orderOf(a, b, site) <= 0);
}

export function isGreater(a: i64, b: i64, site: i32): i64 {
  return booleanValue(bothSome(a, b, site) && orderOf(a, b, site) > 0);
}

export function isGreaterOrEqual(a: i64, b: i64, site: i32): i64 {
  return booleanValue(bothSome(a, b, site) && orderOf(a, b, site) >= 0);
}

export function isInRange(x: i64, from: i64, to: i64, site: i32): i64 {
  let holds = bothSome(x, from, site);
  if (holds) expectAlike(x, from, site);
  if (bothSome(x, to, site)) expectAlike(x, to, site);
  if (holds) holds = orderOf(from, x, site) <= 0;
  else holds = x != NIL;
  return booleanValue(holds && (to == NIL || orderOf(x, to, site) < 0));
}

/** Whether neither is nil. Fault `type` for what is no number, string or nil. */
function bothSome(a: i64, b: i64, site: i32): bool {
  if (a != NIL) expectOrdered(a, site);
  if (b != NIL) expectOrdered(b, site);
  return a != NIL && b != NIL;
}

function expectOrdered(value: i64, site: i32): void {
  if (!isNumberTag(tagOf(value)) && tagOf(value) != TAG_STRING) fault(FAULT_TYPE, site);
}

/** Two numbers or two strings. */
function expectAlike(a: i64, b: i64, site: i32): void {
  if (isNumberTag(tagOf(a)) != isNumberTag(tagOf(b))) fault(FAULT_TYPE, site);
}

/** The check of a single argument of `<` and its kin. */
export function orderable(value: i64, site: i32): i64 {
  expectOrdered(value, site);
  return TRUE;
}
