// Series: the exponential, logarithms and powers with a fraction. The same operations in the same order as
// runtime/interpret/series.ts, which says what they are and how far they are right, on fixed-point numbers of eight limbs of
// nine decimal digits, the lowest first: seven behind the point, one before it. A limb takes eight bytes.
//
// All stand in work space at the arena's top, which is given back before the result is made.

import { FAULT_DIVIDE_BY_ZERO, FAULT_NUMBER_RANGE } from '../shared/faults';
import { fault } from '../run/fault';
import { allocate, arenaTop, release } from '../run/memory';
import { charge } from '../run/fuel';
import { SERIES_STEPS } from '../shared/prices';
import { checkOperand } from './arithmetic';
import { DIGITS_MAX, coefficientOf, exponentOf, magnitudeOf, roundWide } from './representation';
import { integerValue } from '../value/value';
import { E18, E9, digitsOf, divideWide, multiplyHigh, powerOfTen, wideRemainder } from './wide';

const PLACES: i32 = 63;
const LIMB_DIGITS: i32 = 9;
/** The limb before the point. */
const WHOLE: i32 = 7;
const LIMBS: i32 = 8;
const BYTES: i32 = LIMBS << 3;
/** With room for two limbs more before the point. */
const WIDE_BYTES: i32 = (LIMBS + 2) << 3;
/** 10^9, signed. */
const UNIT: i64 = 1000000000;

/** An exponential of as much is out of range. */
const EXPONENT_END: u64 = 1000;
const HALVINGS: i32 = 8;
/** Whole digits that an exponent with a fraction has at most. */
const POWER_WHOLE_DIGITS_MAX: i32 = 7;

export function exponential(x: i64, site: i32): i64 {
  checkOperand(x, site);
  charge(SERIES_STEPS);
  const c = coefficientOf(x);
  const exponent = exponentOf(x);
  const mark = arenaTop();
  const at = allocate(WIDE_BYTES);
  const isFar = exponent > DIGITS_MAX || !place(magnitudeOf(c), exponent, at);
  return raised(isFar, c < 0, at, mark, site);
}

export function naturalLogarithm(x: i64, site: i32): i64 {
  checkLogarithm(x, site);
  const mark = arenaTop();
  const at = allocate(BYTES);
  mantissaTo(magnitudeOf(coefficientOf(x)), exponentOf(x), at);
  addTens(at);
  return roundedLimbs(at, topOf(at), 0, isNegative, mark, site);
}

export function decimalLogarithm(x: i64, site: i32): i64 {
  checkLogarithm(x, site);
  const mark = arenaTop();
  const at = allocate(BYTES);
  const factor = allocate(BYTES);
  mantissaTo(magnitudeOf(coefficientOf(x)), exponentOf(x), at);
  put(factor, 0, 434294481, 903251827, 651128918, 916605082, 294397005, 803666566, 114453783);
  multiply(at, factor, at);
  if (isNegative) negate(at);
  limb(at, WHOLE, limbOf(at, WHOLE) + (tens as u64));
  carryDown(at);
  takeSign(at);
  return roundedLimbs(at, topOf(at), 0, isNegative, mark, site);
}

/** x to an exponent with a fraction, both numbers that can be computed with. The price is paid. */
export function fractionalPower(x: i64, exponent: i64, site: i32): i64 {
  const y = coefficientOf(exponent);
  const places = 0 - exponentOf(exponent);
  const c = coefficientOf(x);
  if (digitsOf(magnitudeOf(y)) - places > POWER_WHOLE_DIGITS_MAX) fault(FAULT_NUMBER_RANGE, site);
  if (c == 0 && y < 0) fault(FAULT_DIVIDE_BY_ZERO, site);
  if (c == 0) return 0;
  if (c < 0) fault(FAULT_NUMBER_RANGE, site);
  const mark = arenaTop();
  const at = allocate(WIDE_BYTES);
  mantissaTo(c as u64, exponentOf(x), at);
  addTens(at);
  const below = isNegative != y < 0;
  return raised(!scale(at, magnitudeOf(y), places), below, at, mark, site);
}

function checkLogarithm(x: i64, site: i32): void {
  checkOperand(x, site);
  charge(SERIES_STEPS);
  if (coefficientOf(x) <= 0) fault(FAULT_NUMBER_RANGE, site);
}

/** e to ±(the number at `at`), which is `isFar` where it is 10^9 or more. */
function raised(isFar: bool, below: bool, at: i32, mark: i32, site: i32): i64 {
  if (isFar || limbOf(at, WHOLE) >= EXPONENT_END) {
    release(mark);
    if (!below) fault(FAULT_NUMBER_RANGE, site);
    return 0;
  }
  const ten = allocate(BYTES);
  putTen(ten);
  // Whole multiples of ln 10, by the first 18 digits: right, or one too few or too many.
  let whole = ((limbOf(at, WHOLE) * E9 + limbOf(at, WHOLE - 1)) / 2302585092) as i64;
  addTimes(at, ten, 0 - whole);
  if ((limbOf(at, WHOLE) as i64) < 0) {
    addTimes(at, ten, 1);
    whole -= 1;
  } else if (!isBelow(at, ten)) {
    addTimes(at, ten, -1);
    whole += 1;
  }
  if (below && (whole > 0 || !isZero(at))) {
    negate(at);
    addTimes(at, ten, 1);
    whole = -1 - whole;
  }
  const sum = exponentialOf(at);
  // Rounded to 45 decimals: two limbs go.
  limb(sum, 1, limbOf(sum, 1) + E9 / 2);
  carryDown(sum);
  limb(sum, 0, 0);
  limb(sum, 1, 0);
  return roundedLimbs(sum, WHOLE, whole as i32, false, mark, site);
}

/** e to the number from 0 to ln 10 at `at`; where it stands. */
function exponentialOf(at: i32): i32 {
  const part = allocate(BYTES);
  const term = allocate(BYTES);
  memory.copy(part, at, BYTES);
  divideBy(part, 1 << HALVINGS);
  memory.copy(term, part, BYTES);
  const sum = at;
  memory.copy(sum, part, BYTES);
  limb(sum, WHOLE, 1);
  for (let n: u64 = 2; !isZero(term); n++) {
    multiply(term, part, term);
    divideBy(term, n);
    addTimes(sum, term, 1);
  }
  for (let i = 0; i < HALVINGS; i++) multiply(sum, sum, sum);
  return sum;
}

/** Of the number whose logarithm was taken last: powers of ten that are left, and whether the rest is below 0. */
let tens: i32 = 0;
let isNegative: bool = false;

/** Magnitude and sign of the logarithm of c × 10^exponent, without its tens. */
function mantissaTo(c: u64, exponent: i32, at: i32): void {
  const digits = digitsOf(c);
  let over = c * powerOfTen(DIGITS_MAX - digits);
  let under = E18 / 10;
  tens = exponent + digits - 1;
  if (over >= 56 * (under / 10)) {
    under *= 10;
    tens += 1;
  }
  let twos: i64 = 0;
  if (over < 7 * (under / 10)) {
    over *= 2;
    twos = -1;
  }
  while (over >= 142 * (under / 100)) {
    under *= 2;
    twos += 1;
  }
  const below = over < under;
  const power = allocate(BYTES);
  const square = allocate(BYTES);
  const part = allocate(BYTES);
  divideTo(below ? under - over : over - under, over + under, power);
  multiply(power, power, square);
  memory.copy(at, power, BYTES);
  for (let n: u64 = 3; !isZero(power); n += 2) {
    multiply(power, square, power);
    memory.copy(part, power, BYTES);
    divideBy(part, n);
    addTimes(at, part, 1);
  }
  addTimes(at, at, 1);
  if (below) negate(at);
  put(part, 0, 693147180, 559945309, 417232121, 458176568, 75500134, 360255254, 120680009);
  addTimes(at, part, twos);
  takeSign(at);
}

/** The tens of the logarithm, added to the rest of it at `at`. */
function addTens(at: i32): void {
  const ten = allocate(BYTES);
  putTen(ten);
  if (isNegative) negate(at);
  addTimes(at, ten, tens as i64);
  takeSign(at);
}

/** Leaves the magnitude of a number, and whether it was below 0 in `isNegative`. */
function takeSign(at: i32): void {
  isNegative = (limbOf(at, WHOLE) as i64) < 0;
  if (isNegative) negate(at);
}

/** The number times factor / 10^places, cut to 63 decimals; false where that is 10^9 or more. There is room for two limbs more. */
function scale(at: i32, factor: u64, places: i32): bool {
  const low = factor % E9;
  const high = factor / E9;
  let carry: u64 = 0;
  let before: u64 = 0;
  for (let i = 0; i < LIMBS; i++) {
    const a = limbOf(at, i);
    const column = a * low + before * high + carry;
    limb(at, i, column % E9);
    carry = column / E9;
    before = a;
  }
  const column = before * high + carry;
  limb(at, LIMBS, column % E9);
  limb(at, LIMBS + 1, column / E9);
  const limbs = places / LIMB_DIGITS;
  const unit = powerOfTen(places % LIMB_DIGITS);
  const lift = E9 / unit;
  for (let i = 0; i < LIMBS + 2; i++) {
    const from = i + limbs;
    const here = from < LIMBS + 2 ? limbOf(at, from) : 0;
    const above = from + 1 < LIMBS + 2 ? limbOf(at, from + 1) : 0;
    limb(at, i, here / unit + (above % unit) * lift);
  }
  return limbOf(at, LIMBS) == 0 && limbOf(at, LIMBS + 1) == 0;
}

/** magnitude × 10^exponent, cut to 63 decimals; false where that is 10^9 or more. */
function place(magnitude: u64, exponent: i32, at: i32): bool {
  memory.fill(at, 0, WIDE_BYTES);
  const shift = exponent + PLACES;
  if (shift <= -DIGITS_MAX) return true;
  if (shift < 0) {
    const kept = magnitude / powerOfTen(0 - shift);
    limb(at, 0, kept % E9);
    limb(at, 1, kept / E9);
    return true;
  }
  const limbs = shift / LIMB_DIGITS;
  const unit = powerOfTen(shift % LIMB_DIGITS);
  if (limbs > WHOLE) return magnitude == 0;
  const low = (magnitude % E9) * unit;
  const high = (magnitude / E9) * unit + low / E9;
  limb(at, limbs, low % E9);
  limb(at, limbs + 1, high % E9);
  limb(at, limbs + 2, high / E9);
  return limbs + 2 < LIMBS || (limbOf(at, LIMBS) == 0 && limbOf(at, LIMBS + 1) == 0);
}

/** over / under below 1, to 63 decimals. */
function divideTo(over: u64, under: u64, at: i32): void {
  limb(at, WHOLE, 0);
  let rest = over;
  for (let i = WHOLE - 1; i >= 0; i--) {
    limb(at, i, divideWide(multiplyHigh(rest, E9), rest * E9, under));
    rest = wideRemainder;
  }
}

/** The product of two numbers not below 0, cut; it may stand where one of them does. */
function multiply(a: i32, b: i32, to: i32): void {
  const aTop = topOf(a);
  const bTop = topOf(b);
  const product = allocate(2 * BYTES);
  let carry: u64 = 0;
  for (let k = 0; k <= aTop + bTop; k++) {
    // At most eight products of two limbs: below 2^63.
    for (let i = max<i32>(k - bTop, 0), last = min<i32>(k, aTop); i <= last; i++) carry += limbOf(a, i) * limbOf(b, k - i);
    const above = carry / E9;
    limb(product, k, carry - above * E9);
    carry = above;
  }
  limb(product, aTop + bTop + 1, carry);
  for (let i = 0; i < LIMBS; i++) limb(to, i, i + WHOLE <= aTop + bTop + 1 ? limbOf(product, i + WHOLE) : 0);
  release(product);
}

function divideBy(at: i32, n: u64): void {
  let rest: u64 = 0;
  for (let i = WHOLE; i >= 0; i--) {
    const here = rest * E9 + limbOf(at, i);
    const quotient = here / n;
    limb(at, i, quotient);
    rest = here - quotient * n;
  }
}

/** Adds a number so many times (at most 10^9 times in magnitude); below 0 the limb before the point is. */
function addTimes(at: i32, other: i32, times: i64): void {
  for (let i = 0; i < LIMBS; i++) limb(at, i, limbOf(at, i) + limbOf(other, i) * (times as u64));
  carryDown(at);
}

function negate(at: i32): void {
  for (let i = 0; i < LIMBS; i++) limb(at, i, 0 - limbOf(at, i));
  carryDown(at);
}

/** Brings all limbs but that before the point to 0 … 10^9 − 1. */
function carryDown(at: i32): void {
  let carry: i64 = 0;
  for (let i = 0; i < WHOLE; i++) {
    const here = (limbOf(at, i) as i64) + carry;
    carry = here / UNIT;
    let left = here - carry * UNIT;
    if (left < 0) {
      left += UNIT;
      carry -= 1;
    }
    limb(at, i, left as u64);
  }
  limb(at, WHOLE, limbOf(at, WHOLE) + (carry as u64));
}

function isBelow(a: i32, b: i32): bool {
  for (let i = WHOLE; i >= 0; i--) if (limbOf(a, i) != limbOf(b, i)) return limbOf(a, i) < limbOf(b, i);
  return false;
}

function isZero(at: i32): bool {
  return topOf(at) == 0 && limbOf(at, 0) == 0;
}

/** The highest limb that is not 0, or 0. */
function topOf(at: i32): i32 {
  let top = WHOLE;
  while (top > 0 && limbOf(at, top) == 0) top--;
  return top;
}

/** The magnitude × 10^tens: the highest three limbs have 19 digits at least, and the others tell what follows. */
function roundedLimbs(at: i32, top: i32, tens: i32, negative: bool, mark: i32, site: i32): i64 {
  if (top < 2) {
    // Nothing but 0: the smallest logarithm that is not 0 is above 10^-19.
    release(mark);
    return integerValue(0);
  }
  const first = limbOf(at, top);
  const behind = limbOf(at, top - 1) * E9 + limbOf(at, top - 2);
  let rest: u64 = 0;
  for (let i = top - 3; i >= 0; i--) rest |= limbOf(at, i);
  release(mark);
  const low = first * E18 + behind;
  const high = multiplyHigh(first, E18) + (low < behind ? 1 : 0);
  return roundWide(negative, high, low, (top - 2) * LIMB_DIGITS - PLACES + tens, rest != 0, false, site);
}

function putTen(at: i32): void {
  put(at, 2, 302585092, 994045684, 17991454, 684364207, 601101488, 628772976, 33327900);
}

function put(at: i32, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32, h: i32): void {
  limb(at, 7, a);
  limb(at, 6, b);
  limb(at, 5, c);
  limb(at, 4, d);
  limb(at, 3, e);
  limb(at, 2, f);
  limb(at, 1, g);
  limb(at, 0, h);
}

// @ts-ignore: decorator
@inline
function limbOf(at: i32, i: i32): u64 {
  return load<u64>(at + (i << 3));
}

// @ts-ignore: decorator
@inline
function limb(at: i32, i: i32, n: u64): void {
  store<u64>(at + (i << 3), n);
}
