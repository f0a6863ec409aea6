// Range: whole numbers from start up to end. Its length is its surcharge, so it must be known exactly before anything is
// made, also for numbers of 400 digits: those are counted in limbs of three decimal digits, which leave room in 64 bits
// for a product with any length below 2^53.

import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { RANGE_LONG_STEPS, STEPS_MAX } from '../shared/prices';
import { charge } from '../run/fuel';
import { emptyVector, headerOf, vectorDone } from '../collection/list';
import { addSizes, around } from '../collection/measure';
import { add, orderNumbers } from '../number/arithmetic';
import { coefficientOf, exponentOf, isWide, magnitudeOf } from '../number/representation';
import { ABSENT, TAG_INTEGER } from '../shared/values';
import { integerValue } from '../value/value';
import { vectorNewLong } from './vector-builtins';
import { isWholeNumber } from '../number/whole';

const LIMB: i64 = 1000;
const LIMB_DIGITS: i32 = 3;
/** 401 digits: a distance is below 2 × 10^400. */
const LIMBS: i32 = 134;

const distance: i32 = memory.data(134 * 8, 8) as i32;
const stride: i32 = memory.data(134 * 8, 8) as i32;
const other: i32 = memory.data(134 * 8, 8) as i32;

export function range(start: i64, end: i64, step: i64, site: i32): i64 {
  const from = start == ABSENT ? integerValue(0) : start;
  const by = step == ABSENT ? integerValue(1) : step;
  if ((((from | end | by) as i32) & 7) == TAG_INTEGER && by != 0) return shortRange(from, end, by);
  if (!isWholeNumber(from) || !isWholeNumber(end) || !isWholeNumber(by)) fault(FAULT_TYPE, site);
  if (isWide(from) || isWide(end) || isWide(by) || by == 0) fault(FAULT_NUMBER_RANGE, site);
  const length = longLength(from, end, by, site);
  charge(addSizes(length, RANGE_LONG_STEPS));
  const slots = vectorNewLong(length);
  let next = from;
  for (let i = 0; i < (length as i32); i++) {
    // Beyond 18 digits it is not exact, and faults as `+` does.
    if (i > 0) next = add(next, by, site);
    store<i64>(slots + (i << 3), next);
  }
  return vectorDone(slots, length as i32);
}

/** Of whole numbers below 10^18, which is what most ranges are made of. */
function shortRange(from: i64, end: i64, by: i64): i64 {
  const span = by > 0 ? (end >> 3) - (from >> 3) : (from >> 3) - (end >> 3);
  if (span <= 0) return emptyVector();
  const each = abs<i64>(by >> 3);
  // ⌈span / each⌉; dividing takes as long as making a few elements.
  const length = min<i64>(each == 1 ? span : (span - 1) / each + 1, STEPS_MAX);
  charge(length);
  const slots = vectorNewLong(length);
  // Words of whole numbers add up as the numbers do.
  for (let i = 0, next = from; i < (length as i32); i++, next += by) store<i64>(slots + (i << 3), next);
  return headerOf(slots, length as i32, length + 1, around(0), 0);
}

function longLength(start: i64, end: i64, step: i64, site: i32): i64 {
  const order = orderNumbers(end, start);
  if (order == 0 || (order > 0) != (coefficientOf(step) > 0)) return 0;
  setLimbs(distance, order > 0 ? end : start);
  setLimbs(other, order > 0 ? start : end);
  // The larger one minus the smaller one, by their signs.
  const larger = coefficientOf(order > 0 ? end : start);
  const smaller = coefficientOf(order > 0 ? start : end);
  if (smaller < 0 && larger >= 0) addLimbs(distance, other);
  else if (larger >= 0) subtractLimbs(distance, other);
  else {
    subtractLimbs(other, distance);
    memory.copy(distance, other, LIMBS * 8);
  }
  setLimbs(stride, step);
  if (!covers(STEPS_MAX)) return STEPS_MAX;
  let low: i64 = 0;
  let high = STEPS_MAX;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (covers(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The magnitude of a whole number. */
function setLimbs(limbs: i32, value: i64): void {
  memory.fill(limbs, 0, LIMBS * 8);
  let rest = magnitudeOf(coefficientOf(value));
  for (let place = exponentOf(value); rest > 0; place++) {
    const within = place % LIMB_DIGITS;
    const limb = limbs + ((place / LIMB_DIGITS) << 3);
    store<i64>(limb, load<i64>(limb) + ((rest % 10) as i64) * (within == 0 ? 1 : within == 1 ? 10 : 100));
    rest /= 10;
  }
}

function addLimbs(to: i32, from: i32): void {
  let carry: i64 = 0;
  for (let i = 0; i < LIMBS << 3; i += 8) {
    const sum = load<i64>(to + i) + load<i64>(from + i) + carry;
    store<i64>(to + i, sum % LIMB);
    carry = sum / LIMB;
  }
}

/** `from` must not be larger than `to`. */
function subtractLimbs(to: i32, from: i32): void {
  let borrow: i64 = 0;
  for (let i = 0; i < LIMBS << 3; i += 8) {
    const difference = load<i64>(to + i) - load<i64>(from + i) - borrow;
    borrow = i64(difference < 0);
    store<i64>(to + i, difference < 0 ? difference + LIMB : difference);
  }
}

/** Whether `count` strides reach the distance. */
function covers(count: i64): bool {
  let carry: i64 = 0;
  // Compared from the lowest limb up: the highest difference decides.
  let reaches = true;
  for (let i = 0; i < LIMBS << 3; i += 8) {
    const product = load<i64>(stride + i) * count + carry;
    const limb = product % LIMB;
    carry = product / LIMB;
    const wanted = load<i64>(distance + i);
    if (limb != wanted) reaches = limb > wanted;
  }
  return carry > 0 || reaches;
}
