// Deviation: the standard deviation of a sample, correctly rounded. With n elements x it is the root of
// (n Σx² − (Σx)²) / (n (n − 1)), and all of it but the quotient and the root is exact: sums are numbers of as many limbs of
// nine decimal digits as the places of the elements span, the lowest first. A limb takes eight bytes, and a sum of products
// stands in it before it is carried. All is work space at the arena's top.

import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ceilSteps, charge } from '../run/fuel';
import { allocate, arenaTop, release } from '../run/memory';
import { elements, vectorAt, vectorCount } from '../collection/list';
import { coefficientOf, exponentOf, isWide, magnitudeOf, settle } from '../number/representation';
import { E18, E9, digitsOf, divideWide, multiplyHigh, powerOfTen, rootWide, wideRemainder, wideRootRest } from '../number/wide';
import { DEVIATION_DIGITS, DEVIATION_STEPS } from '../shared/prices';
import { NIL } from '../shared/values';
import { isNumberTag, tagOf } from '../value/value';

const LIMB_DIGITS: i32 = 9;
/** 10^9, signed. */
const UNIT: i64 = 1000000000;
/** Digits of the most elements there can be. */
const COUNT_DIGITS: i32 = 9;
/** Limbs behind the point: n (n − 1) has 16 digits, and of the quotient 36 are wanted and two behind them. */
const QUOTIENT_LIMBS: i32 = 6;
/** Digits of a number whose root has 18; one less where its exponent would be odd. */
const SQUARE_DIGITS: i32 = 36;

export function deviation(coll: i64, site: i32): i64 {
  const vector = elements(coll, site);
  const count = vectorCount(vector);
  charge(DEVIATION_STEPS * (count as i64));
  measure(vector, count, site);
  const limbs = ceilSteps(span as i64, DEVIATION_DIGITS);
  charge(limbs * limbs);
  if (count < 2) return NIL;
  const mark = arenaTop();
  const width = (span + COUNT_DIGITS) / LIMB_DIGITS + 1;
  const sum = zeros(width + 3);
  // The sum of squares, then what is divided, with room for the quotient's decimals below.
  const last = 2 * width + 4;
  const quotient = zeros(QUOTIENT_LIMBS + last + 3);
  const squares = quotient + (QUOTIENT_LIMBS << 3);
  for (let i = 0; i < count; i++) addElement(vectorAt(vector, i), sum, squares);
  carry(sum, width + 2);
  if (load<i64>(sum + ((width + 2) << 3)) < 0) {
    for (let i = 0; i < width + 3; i++) store<i64>(sum + (i << 3), 0 - load<i64>(sum + (i << 3)));
    carry(sum, width + 2);
  }
  carry(squares, last);
  for (let i = 0; i < last; i++) store<i64>(squares + (i << 3), load<i64>(squares + (i << 3)) * (count as i64));
  takeSquare(sum, width, squares);
  carry(squares, last);
  const top = QUOTIENT_LIMBS + last;
  const rest = divideAll(quotient, top, (count as u64) * ((count - 1) as u64));
  return rootOf(quotient, top, rest, mark, site);
}

/** The lowest place of the numbers measured last, the units at the highest, and digits from there to the highest one. */
let lowest: i32 = 0;
let span: i32 = 0;

function measure(vector: i64, count: i32, site: i32): void {
  lowest = 0;
  let highest = i32.MIN_VALUE;
  for (let i = 0; i < count; i++) {
    const element = vectorAt(vector, i);
    if (!isNumberTag(tagOf(element))) fault(FAULT_TYPE, site);
    if (isWide(element)) fault(FAULT_NUMBER_RANGE, site);
    if (element == 0) continue;
    lowest = min<i32>(lowest, exponentOf(element));
    highest = max<i32>(highest, exponentOf(element) + digitsOf(magnitudeOf(coefficientOf(element))));
  }
  span = max<i32>(highest, lowest) - lowest;
}

/** Adds a number to one sum, and its square to the other. */
function addElement(element: i64, sum: i32, squares: i32): void {
  if (element == 0) return;
  const c = coefficientOf(element);
  const shift = exponentOf(element) - lowest;
  const limb = shift / LIMB_DIGITS;
  const unit = powerOfTen(shift % LIMB_DIGITS);
  const low = (magnitudeOf(c) % E9) * unit;
  const high = (magnitudeOf(c) / E9) * unit + low / E9;
  const a0 = (low % E9) as i64;
  const a1 = (high % E9) as i64;
  const a2 = (high / E9) as i64;
  const at = sum + (limb << 3);
  addTo(at, c < 0 ? 0 - a0 : a0);
  addTo(at + 8, c < 0 ? 0 - a1 : a1);
  if (a2 != 0) addTo(at + 16, c < 0 ? 0 - a2 : a2);
  const square = squares + (limb << 4);
  addProduct(square, a0 * a0);
  addProduct(square + 8, 2 * a0 * a1);
  addProduct(square + 16, a1 * a1);
  if (a2 == 0) return;
  addProduct(square + 16, 2 * a0 * a2);
  addProduct(square + 24, 2 * a1 * a2);
  addProduct(square + 32, a2 * a2);
}

/** Takes the square of a number of `width` limbs off. */
function takeSquare(sum: i32, width: i32, from: i32): void {
  for (let i = 0; i < width; i++) {
    const a = load<i64>(sum + (i << 3));
    if (a == 0) continue;
    addProduct(from + (i << 4), 0 - a * a);
    for (let j = 0; j < i; j++) addProduct(from + ((i + j) << 3), -2 * a * load<i64>(sum + (j << 3)));
  }
}

// @ts-ignore: decorator
@inline
function addTo(at: i32, n: i64): void {
  store<i64>(at, load<i64>(at) + n);
}

/** Below 2 × 10^18 in magnitude. */
// @ts-ignore: decorator
@inline
function addProduct(at: i32, product: i64): void {
  const above = product / UNIT;
  addTo(at, product - above * UNIT);
  addTo(at + 8, above);
}

/** Brings the limbs below `last` to 0 … 10^9 − 1. */
function carry(at: i32, last: i32): void {
  let above: i64 = 0;
  for (let i = 0; i < last; i++) {
    const here = load<i64>(at + (i << 3)) + above;
    above = here / UNIT;
    let left = here - above * UNIT;
    if (left < 0) {
      left += UNIT;
      above -= 1;
    }
    store<i64>(at + (i << 3), left);
  }
  addTo(at + (last << 3), above);
}

/** Divides in place, from limb `top` down; what is left. */
function divideAll(at: i32, top: i32, divisor: u64): u64 {
  let rest: u64 = 0;
  for (let i = top; i >= 0; i--) {
    const here = load<u64>(at + (i << 3));
    const low = rest * E9 + here;
    store<u64>(at + (i << 3), divideWide(multiplyHigh(rest, E9) + (low < here ? 1 : 0), low, divisor));
    rest = wideRemainder;
  }
  return rest;
}

/** The root of a number with so many limbs behind the point, in units of the square of the lowest place. */
function rootOf(at: i32, last: i32, rest: u64, mark: i32, site: i32): i64 {
  let top = last;
  while (top >= 0 && load<u64>(at + (top << 3)) == 0) top--;
  if (top < 0) {
    release(mark);
    return 0;
  }
  let dropped = top * LIMB_DIGITS + digitsOf(load<u64>(at + (top << 3))) - SQUARE_DIGITS;
  dropped += dropped & 1;
  const upper = window(at, dropped + 18);
  const lower = window(at, dropped);
  // What follows decides only where the rest is that of a root of a half: against a quarter, by two digits and what is behind.
  const follows = (window(at, dropped - 2) % 100) as i32;
  const isMore = rest != 0 || hasBelow(at, dropped - 2);
  release(mark);
  const low = upper * E18 + lower;
  const root = rootWide(multiplyHigh(upper, E18) + (low < lower ? 1 : 0), low);
  const left = wideRootRest;
  const isHalf = left == root && follows == 25 && !isMore;
  const isUp = left > root || (left == root && follows >= 25);
  const grown = isHalf ? root & 1 : isUp ? 1 : 0;
  return settle(false, root + grown, lowest + (dropped - QUOTIENT_LIMBS * LIMB_DIGITS) / 2, site);
}

/** 18 digits from a place on upwards. There are two limbs more than the number has. */
function window(at: i32, place: i32): u64 {
  const limb = at + ((place / LIMB_DIGITS) << 3);
  const unit = powerOfTen(place % LIMB_DIGITS);
  const low = load<u64>(limb) / unit + (load<u64>(limb, 8) % unit) * (E9 / unit);
  const high = load<u64>(limb, 8) / unit + (load<u64>(limb, 16) % unit) * (E9 / unit);
  return high * E9 + low;
}

/** Whether a digit below a place is not 0. */
function hasBelow(at: i32, place: i32): bool {
  const limb = place / LIMB_DIGITS;
  for (let i = 0; i < limb; i++) if (load<u64>(at + (i << 3)) != 0) return true;
  return load<u64>(at + (limb << 3)) % powerOfTen(place % LIMB_DIGITS) != 0;
}

function zeros(limbs: i32): i32 {
  const at = allocate(limbs << 3);
  memory.fill(at, 0, limbs << 3);
  return at;
}
