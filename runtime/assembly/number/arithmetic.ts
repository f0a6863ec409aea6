// Numbers: the four rules of arithmetic, quotients, order and tests, as scripts call them. In: values and a site. Out: a
// value, or a fault. The same as runtime/interpret/arithmetic.ts, which is the definition.
//
// Every entry tries integers and short decimals of one scale first: those are money and counters, and take no memory. All
// else is taken apart into coefficient × 10^exponent, worked on in up to 128 bits, rounded once and settled.
// Order of faults: types left to right, operands that cannot be computed with, then what the work finds.

import { FAULT_DIVIDE_BY_ZERO, FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { APPLIED_STEPS } from '../shared/prices';
import { charge } from '../run/fuel';
import { MAGNITUDE_MAX, coefficientOf, exponentOf, isWide, magnitudeOf, roundWide, settle } from './representation';
import { asWide } from '../shared/records';
import { orderWide, sameWide } from './text';
import { TAG_INTEGER, TAG_NUMBER, TAG_SHORT } from '../shared/values';
import { addressOf, booleanValue, isNumberTag, tagOf } from '../value/value';
import { E18, E9, digitsOf, divideWide, multiplyHigh, powerOfTen, wideRemainder } from './wide';

export function add(a: i64, b: i64, site: i32): i64 {
  if ((((a | b) as i32) & 7) == TAG_INTEGER) {
    const sum = (a >> 3) + (b >> 3);
    if (isBelowE18(sum)) return sum << 3;
  } else if (sameScale(a, b)) {
    return sumSettled((a >> 8) + (b >> 8), exponentOf(a), site);
  }
  checkOperands(a, b, site);
  return sum(coefficientOf(a), exponentOf(a), coefficientOf(b), exponentOf(b), site);
}

export function subtract(a: i64, b: i64, site: i32): i64 {
  if ((((a | b) as i32) & 7) == TAG_INTEGER) {
    const difference = (a >> 3) - (b >> 3);
    if (isBelowE18(difference)) return difference << 3;
  } else if (sameScale(a, b)) {
    return sumSettled((a >> 8) - (b >> 8), exponentOf(a), site);
  }
  checkOperands(a, b, site);
  return sum(coefficientOf(a), exponentOf(a), 0 - coefficientOf(b), exponentOf(b), site);
}

export function multiply(a: i64, b: i64, site: i32): i64 {
  if ((((a | b) as i32) & 7) == TAG_INTEGER && isBelowE9(a >> 3) && isBelowE9(b >> 3)) return ((a >> 3) * (b >> 3)) << 3;
  checkOperands(a, b, site);
  const ca = coefficientOf(a);
  const cb = coefficientOf(b);
  const ea = exponentOf(a);
  const eb = exponentOf(b);
  const negative = (ca ^ cb) < 0;
  const ma = magnitudeOf(ca);
  const mb = magnitudeOf(cb);
  const low = ma * mb;
  const high = clz<u64>(ma) + clz<u64>(mb) >= 64 ? 0 : multiplyHigh(ma, mb);
  return roundWide(negative, high, low, ea + eb, false, ea >= 0 && eb >= 0, site);
}

export function divide(a: i64, b: i64, site: i32): i64 {
  checkOperands(a, b, site);
  const ca = coefficientOf(a);
  const cb = coefficientOf(b);
  if (cb == 0) fault(FAULT_DIVIDE_BY_ZERO, site);
  if (ca == 0) return 0;
  const ma = magnitudeOf(ca);
  const mb = magnitudeOf(cb);
  const exponent = exponentOf(a) - exponentOf(b);
  const negative = (ca ^ cb) < 0;
  // a is written with 18 digits and then with as many more as b has: the quotient has 18 or 19.
  const digitsA = digitsOf(ma);
  const digitsB = digitsOf(mb);
  const left = ma * powerOfTen(18 - digitsA);
  const right = powerOfTen(digitsB);
  const quotient = divideWide(multiplyHigh(left, right), left * right, mb);
  const rest = wideRemainder;
  const e = exponent - (18 - digitsA) - digitsB;
  if (quotient >= E18) return roundWide(negative, 0, quotient, e, rest != 0, false, site);
  // rest < mb < 10^18, so its double fits.
  const twice = rest << 1;
  const up = twice > mb || (twice == mb && (quotient & 1) != 0);
  return settle(negative, quotient + (up ? 1 : 0), e, site);
}

/** What arithmetic adds where a higher-order builtin applies it: after the types, before the work. `always` for a division. */
export function chargeApplied(a: i64, b: i64, always: i32): void {
  if (!isNumberTag(tagOf(a)) || !isNumberTag(tagOf(b))) return;
  if (always != 0 || (((a | b) as i32) & 7) != TAG_INTEGER) charge(APPLIED_STEPS);
}

export function increment(a: i64, site: i32): i64 {
  return add(a, 1 << 3, site);
}

export function decrement(a: i64, site: i32): i64 {
  return subtract(a, 1 << 3, site);
}

export function quotient(a: i64, b: i64, site: i32): i64 {
  if ((((a | b) as i32) & 7) == TAG_INTEGER && b != 0) return ((a >> 3) / (b >> 3)) << 3;
  checkOperands(a, b, site);
  divideWhole(a, b, site);
  return settle((coefficientOf(a) ^ coefficientOf(b)) < 0, wholeQuotient, wholeExponent, site);
}

export function remainder(a: i64, b: i64, site: i32): i64 {
  if ((((a | b) as i32) & 7) == TAG_INTEGER && b != 0) return ((a >> 3) % (b >> 3)) << 3;
  checkOperands(a, b, site);
  divideWhole(a, b, site);
  return settle(coefficientOf(a) < 0, restCoefficient, restExponent, site);
}

export function modulo(a: i64, b: i64, site: i32): i64 {
  const rest = remainder(a, b, site);
  if (rest == 0) return 0;
  return (coefficientOf(rest) ^ coefficientOf(b)) < 0 ? add(rest, b, site) : rest;
}

export function absolute(a: i64, site: i32): i64 {
  checkOperand(a, site);
  const c = coefficientOf(a);
  return c < 0 ? settle(false, magnitudeOf(c), exponentOf(a), site) : a;
}

export function minimum(a: i64, b: i64, site: i32): i64 {
  expectNumbers(a, b, site);
  return orderNumbers(a, b) <= 0 ? a : b;
}

export function maximum(a: i64, b: i64, site: i32): i64 {
  expectNumbers(a, b, site);
  return orderNumbers(a, b) >= 0 ? a : b;
}

export function isInteger(a: i64, _site: i32): i64 {
  return booleanValue(isNumberTag(tagOf(a)) && isWhole(a));
}

export function isEven(a: i64, site: i32): i64 {
  return booleanValue(!oddness(a, site));
}

export function isOdd(a: i64, site: i32): i64 {
  return booleanValue(oddness(a, site));
}

export function isZero(a: i64, site: i32): i64 {
  expectNumbers(a, a, site);
  return booleanValue(a == 0);
}

export function isPositive(a: i64, site: i32): i64 {
  expectNumbers(a, a, site);
  return booleanValue(orderNumbers(a, 0) > 0);
}

export function isNegative(a: i64, site: i32): i64 {
  expectNumbers(a, a, site);
  return booleanValue(orderNumbers(a, 0) < 0);
}

function expectNumbers(a: i64, b: i64, site: i32): void {
  if (!isNumberTag(tagOf(a)) || !isNumberTag(tagOf(b))) fault(FAULT_TYPE, site);
}

/** Whether two values that are numbers are equal, wide ones too. */
export function equalNumbers(a: i64, b: i64): bool {
  if (a == b) return true;
  if (tagOf(a) != TAG_NUMBER || tagOf(b) != TAG_NUMBER) return false;
  const wide = isWide(a);
  if (wide != isWide(b)) return false;
  if (wide) return sameWide(addressOf(a), addressOf(b));
  return coefficientOf(a) == coefficientOf(b) && exponentOf(a) == exponentOf(b);
}

/** Whether a number has no fraction, wide ones too. */
export function isWhole(a: i64): bool {
  if (tagOf(a) == TAG_INTEGER) return true;
  return isWide(a) ? asWide(addressOf(a)).exponent >= 0 : exponentOf(a) >= 0;
}

/** Fault unless the value is a number that can be computed with. */
// @ts-ignore: decorator
@inline
export function checkOperand(a: i64, site: i32): void {
  if (tagOf(a) >= TAG_NUMBER) checkHeap(a, site);
}

function checkOperands(a: i64, b: i64, site: i32): void {
  if (tagOf(a) >= TAG_NUMBER || tagOf(b) >= TAG_NUMBER) {
    if (!isNumberTag(tagOf(a)) || !isNumberTag(tagOf(b))) fault(FAULT_TYPE, site);
    if (isWide(a) || isWide(b)) fault(FAULT_NUMBER_RANGE, site);
  }
}

function checkHeap(a: i64, site: i32): void {
  if (!isNumberTag(tagOf(a))) fault(FAULT_TYPE, site);
  if (isWide(a)) fault(FAULT_NUMBER_RANGE, site);
}

// @ts-ignore: decorator
@inline
function isBelowE18(n: i64): bool {
  return (n as u64) + (E18 - 1) < 2 * E18 - 1;
}

// @ts-ignore: decorator
@inline
function isBelowE9(n: i64): bool {
  return (n as u64) + (E9 - 1) < 2 * E9 - 1;
}

/** Two short decimals whose low bytes (tag and scale) are the same. */
// @ts-ignore: decorator
@inline
function sameScale(a: i64, b: i64): bool {
  return (((a ^ b) as i32) & 0xff) == 0 && tagOf(a) == TAG_SHORT;
}

/** The sum of two coefficients at one exponent, below 2 × 10^18. */
function sumSettled(sum: i64, exponent: i32, site: i32): i64 {
  return settle(sum < 0, magnitudeOf(sum), exponent, site);
}

/** ca × 10^ea + cb × 10^eb. */
function sum(ca: i64, ea: i32, cb: i64, eb: i32, site: i32): i64 {
  if (cb == 0) return settle(ca < 0, magnitudeOf(ca), ea, site);
  if (ca == 0) return settle(cb < 0, magnitudeOf(cb), eb, site);
  if (ea < eb) {
    const c = ca;
    ca = cb;
    cb = c;
    const e = ea;
    ea = eb;
    eb = e;
  }
  const exact = eb >= 0;
  const shift = ea - eb;
  const ma = magnitudeOf(ca);
  if (shift <= 18 && clz<u64>(ma) + clz<u64>(powerOfTen(shift)) >= 66) {
    // a × 10^shift has 62 bits at most, b has 60.
    const total = ca * (powerOfTen(shift) as i64) + cb;
    return roundWide(total < 0, 0, magnitudeOf(total), eb, false, exact, site);
  }
  const digits = digitsOf(ma);
  const negative = ca < 0;
  const mb = magnitudeOf(cb);
  if (digits + shift <= 37) {
    // a × 10^shift, at least 2^61 and so above b, fits 128 bits: the sum is exact before it is rounded.
    const first = min<i32>(shift, 19 - digits);
    const left = ma * powerOfTen(first);
    const right = powerOfTen(shift - first);
    let high = multiplyHigh(left, right);
    let low = left * right;
    if ((ca ^ cb) >= 0) {
      low += mb;
      if (low < mb) high += 1;
    } else {
      if (low < mb) high -= 1;
      low -= mb;
    }
    return roundWide(negative, high, low, eb, false, exact, site);
  }
  // b is below the twentieth digit of a, which has eighteen: nothing of it survives rounding.
  if (exact) fault(FAULT_NUMBER_RANGE, site);
  return settle(negative, ma, ea, site);
}

let wholeQuotient: u64 = 0;
let wholeExponent: i32 = 0;
let restCoefficient: u64 = 0;
let restExponent: i32 = 0;

/**
 * The truncated quotient of the magnitudes in `wholeQuotient`, `wholeExponent`, what is left in `restCoefficient`,
 * `restExponent`. Faults when the quotient is no number of 18 digits within the bounds.
 */
function divideWhole(a: i64, b: i64, site: i32): void {
  const ma = magnitudeOf(coefficientOf(a));
  const mb = magnitudeOf(coefficientOf(b));
  if (mb == 0) fault(FAULT_DIVIDE_BY_ZERO, site);
  wholeQuotient = 0;
  wholeExponent = 0;
  restCoefficient = ma;
  restExponent = exponentOf(a);
  if (ma == 0) return;
  const shift = exponentOf(a) - exponentOf(b);
  const digitsA = digitsOf(ma);
  const digitsB = digitsOf(mb);
  if (shift < 0) {
    // b × 10^-shift with 19 digits or more is above a.
    if (digitsB - shift > 18) return;
    const divisor = mb * powerOfTen(0 - shift);
    wholeQuotient = ma / divisor;
    restCoefficient = ma - wholeQuotient * divisor;
    return;
  }
  // As in `divide`: 18 or 19 digits of the quotient, unless it has fewer before its point.
  const scale = min<i32>(shift, 18 - digitsA + digitsB);
  const first = min<i32>(scale, 18 - digitsA);
  const left = ma * powerOfTen(first);
  const right = powerOfTen(scale - first);
  let quotient = divideWide(multiplyHigh(left, right), left * right, mb);
  let rest = wideRemainder;
  let zeros = shift - scale;
  if (zeros > 0 && rest != 0) {
    // The digits still missing must all be 0: then the rest only moves up.
    if (digitsOf(rest) + zeros > 18) fault(FAULT_NUMBER_RANGE, site);
    rest *= powerOfTen(zeros);
    if (rest >= mb) fault(FAULT_NUMBER_RANGE, site);
  }
  if (quotient >= E18) {
    if (quotient % 10 != 0) fault(FAULT_NUMBER_RANGE, site);
    quotient /= 10;
    zeros += 1;
  }
  if (quotient != 0 && digitsOf(quotient) + zeros > MAGNITUDE_MAX) fault(FAULT_NUMBER_RANGE, site);
  wholeQuotient = quotient;
  wholeExponent = zeros;
  restCoefficient = rest;
  restExponent = exponentOf(b);
}

/** Order of two numbers: negative, zero or positive. */
export function orderNumbers(a: i64, b: i64): i32 {
  if (a == b) return 0;
  if ((((a | b) as i32) & 7) == TAG_INTEGER || sameScale(a, b)) return a < b ? -1 : 1;
  if (isWide(a) || isWide(b)) return orderWide(a, b);
  const ca = coefficientOf(a);
  const cb = coefficientOf(b);
  if ((ca ^ cb) < 0 || ca == 0 || cb == 0) return ca < cb ? -1 : 1;
  const ma = magnitudeOf(ca);
  const mb = magnitudeOf(cb);
  const order = orderMagnitudes(ma, exponentOf(a), mb, exponentOf(b));
  return ca < 0 ? 0 - order : order;
}

/** Order of ma × 10^ea and mb × 10^eb, neither 0. */
// @ts-ignore: decorator
@inline
function orderMagnitudes(ma: u64, ea: i32, mb: u64, eb: i32): i32 {
  // Compares the magnitudes of the first digits without branches, because the outcome is unpredictable for the processor.
  const first = ea + digitsOf(ma) - (eb + digitsOf(mb));
  if (first != 0) return (first >> 31) | 1;
  // With the same first digit's place, neither grows beyond 18 digits.
  const apart = ea - eb;
  const left = ma * powerOfTen(max<i32>(apart, 0));
  const right = mb * powerOfTen(max<i32>(0 - apart, 0));
  return ((left > right) as i32) - ((left < right) as i32);
}

function oddness(a: i64, site: i32): bool {
  if (tagOf(a) == TAG_INTEGER) return ((a >> 3) & 1) != 0;
  if (!isNumberTag(tagOf(a)) || !isWhole(a)) fault(FAULT_TYPE, site);
  if (isWide(a)) fault(FAULT_NUMBER_RANGE, site);
  // A whole number on the heap ends in 0.
  return false;
}
