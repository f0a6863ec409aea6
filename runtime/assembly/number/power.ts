// Powers. In: a number, an exponent, a site. Out: the power, or a fault. Those with a fraction are in series.ts.
//
// A whole base to an exponent from 0 is exact. Otherwise: square and multiply from the exponent's first bit, each product
// rounded half-even to 19 + d digits (d the digits of the exponent, so 26 at most), a reciprocal last, and one rounding to
// 18. The accumulator has three limbs of nine decimal digits: decimal limbs make "round to so many digits" a shift.

import { FAULT_DIVIDE_BY_ZERO, FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { isWhole } from './arithmetic';
import { DIGITS_MAX, coefficientOf, exponentOf, isWide, magnitudeOf, roundWide, settle } from './representation';
import { TAG_INTEGER } from '../shared/values';
import { integerValue, isNumberTag, tagOf } from '../value/value';
import { E18, E9, TENTH_MAX, digitsOf, exactTenth, multiplyHigh, powerOfTen } from './wide';
import { POWER_BIT_STEPS, SERIES_STEPS } from '../shared/prices';
import { fractionalPower } from './series';

/** Beyond it square and multiply would need more than 26 digits and 24 rounds. */
const POWER_MAX: i64 = 9999999;
/** Far beyond the bounds on both sides: exponents are cut to it before they become 32 bits. */
const EXPONENT_FAR: i64 = 100000;

export function power(x: i64, exponent: i64, site: i32): i64 {
  if (!isNumberTag(tagOf(x)) || !isNumberTag(tagOf(exponent))) fault(FAULT_TYPE, site);
  if (!isWhole(exponent)) {
    charge(isWide(exponent) ? 0 : 2 * SERIES_STEPS);
    if (isWide(x) || isWide(exponent)) fault(FAULT_NUMBER_RANGE, site);
    return fractionalPower(x, exponent, site);
  }
  charge(POWER_BIT_STEPS * (bitsOf(exponent) as i64));
  if (isWide(x) || tagOf(exponent) != TAG_INTEGER) fault(FAULT_NUMBER_RANGE, site);
  const n = exponent >> 3;
  if (n > POWER_MAX || n < -POWER_MAX) fault(FAULT_NUMBER_RANGE, site);
  if (n == 0) return integerValue(1);
  if (x == 0) {
    if (n < 0) fault(FAULT_DIVIDE_BY_ZERO, site);
    return 0;
  }
  const c = coefficientOf(x);
  const times = magnitudeOf(n) as i32;
  const negative = c < 0 && (times & 1) != 0;
  if (n > 0 && exponentOf(x) >= 0) return wholePower(negative, magnitudeOf(c), exponentOf(x), times, site);
  raise(magnitudeOf(c), exponentOf(x), times, DIGITS_MAX + 1 + digitsOf(times as u64));
  return n > 0 ? settlePower(negative, site) : settleReciprocal(negative, site);
}

/** Bits of the magnitude of a whole number; 0 for a wide one, which is not computed with. */
function bitsOf(whole: i64): i32 {
  if (isWide(whole)) return 0;
  const m = magnitudeOf(coefficientOf(whole));
  const exponent = exponentOf(whole);
  if (exponent == 0) return 64 - (clz<u64>(m) as i32);
  // Whole numbers on the heap: at most 10^400, 1,329 bits, multiplied out in 32-bit limbs.
  store<u64>(LIMBS, m);
  let limbs = 2;
  for (let left = exponent; left > 0; left -= 9) {
    const factor = powerOfTen(min<i32>(left, 9));
    let carry: u64 = 0;
    for (let i = 0; i < limbs; i += 1) {
      const product = (load<u32>(LIMBS + (i << 2)) as u64) * factor + carry;
      store<u32>(LIMBS + (i << 2), product as u32);
      carry = product >> 32;
    }
    if (carry != 0) {
      store<u32>(LIMBS + (limbs << 2), carry as u32);
      limbs += 1;
    }
  }
  while (load<u32>(LIMBS + ((limbs - 1) << 2)) == 0) limbs -= 1;
  return (limbs << 5) - (clz<u32>(load<u32>(LIMBS + ((limbs - 1) << 2))) as i32);
}

/** Work space: 48 limbs of 32 bits, or 8 of 64. */
const LIMBS: usize = memory.data(192, 8);

/** A normalised coefficient never gets trailing zeros by powers, so the first product beyond 18 digits ends it. */
function wholePower(negative: bool, base: u64, exponent: i32, times: i32, site: i32): i64 {
  let c = base;
  let e = exponent as i64;
  for (let tenth = exactTenth(c); tenth <= TENTH_MAX; tenth = exactTenth(c)) {
    c = tenth;
    e += 1;
  }
  let product: u64 = 1;
  if (c != 1) {
    for (let i = 0; i < times; i += 1) {
      if (multiplyHigh(product, c) != 0 || product * c >= E18) fault(FAULT_NUMBER_RANGE, site);
      product *= c;
    }
  }
  return settle(negative, product, near(e * (times as i64)), site);
}

const LIMB: u64 = E9;

/** The accumulator: (a2, a1, a0) in base 10^9, times 10^accumulatorExponent. */
let a0: u64 = 0;
let a1: u64 = 0;
let a2: u64 = 0;
let accumulatorExponent: i64 = 0;

function raise(base: u64, exponent: i32, times: i32, digits: i32): void {
  const b0 = base % LIMB;
  const b1 = base / LIMB;
  a0 = b0;
  a1 = b1;
  a2 = 0;
  accumulatorExponent = exponent;
  for (let bit = 30 - (clz<i32>(times) as i32); bit >= 0; bit -= 1) {
    multiplyBy(a0, a1, a2, accumulatorExponent, digits);
    if (((times >> bit) & 1) != 0) multiplyBy(b0, b1, 0, exponent, digits);
  }
}

/** The accumulator times another number, rounded half-even to `digits` digits. */
function multiplyBy(b0: u64, b1: u64, b2: u64, exponent: i64, digits: i32): void {
  let column = a0 * b0;
  store<u64>(LIMBS, column % LIMB);
  column = column / LIMB + a0 * b1 + a1 * b0;
  store<u64>(LIMBS, column % LIMB, 8);
  column = column / LIMB + a0 * b2 + a1 * b1 + a2 * b0;
  store<u64>(LIMBS, column % LIMB, 16);
  column = column / LIMB + a1 * b2 + a2 * b1;
  store<u64>(LIMBS, column % LIMB, 24);
  column = column / LIMB + a2 * b2;
  store<u64>(LIMBS, column % LIMB, 32);
  store<u64>(LIMBS, column / LIMB, 40);
  store<u64>(LIMBS, 0, 48);
  accumulatorExponent += exponent;
  let top = 5;
  while (load<u64>(LIMBS + (top << 3)) == 0) top -= 1;
  const dropped = top * 9 + digitsOf(load<u64>(LIMBS + (top << 3))) - digits;
  if (dropped <= 0) {
    a0 = load<u64>(LIMBS);
    a1 = load<u64>(LIMBS, 8);
    a2 = load<u64>(LIMBS, 16);
    return;
  }
  accumulatorExponent += dropped;
  dropDigits(dropped);
}

/** Takes the last digits off the product, all but one by shifting; that one and whether anything was behind it decide. */
function dropDigits(dropped: i32): void {
  const skipped = (dropped - 1) / 9;
  const shift = (dropped - 1) % 9;
  const unit = powerOfTen(shift);
  const lift = powerOfTen(9 - shift);
  let behind: u64 = 0;
  for (let i = 0; i < skipped; i += 1) behind |= load<u64>(LIMBS + (i << 3));
  const from = LIMBS + (skipped << 3);
  behind |= load<u64>(from) % unit;
  const v0 = load<u64>(from) / unit + (load<u64>(from, 8) % unit) * lift;
  const v1 = load<u64>(from, 8) / unit + (load<u64>(from, 16) % unit) * lift;
  const v2 = load<u64>(from, 16) / unit + (load<u64>(from, 24) % unit) * lift;
  a2 = v2 / 10;
  const w1 = (v2 % 10) * LIMB + v1;
  a1 = w1 / 10;
  const w0 = (w1 % 10) * LIMB + v0;
  a0 = w0 / 10;
  const last = w0 % 10;
  if (last < 5 || (last == 5 && behind == 0 && (a0 & 1) == 0)) return;
  a0 += 1;
  if (a0 < LIMB) return;
  a0 = 0;
  a1 += 1;
  if (a1 < LIMB) return;
  a1 = 0;
  a2 += 1;
}

function settlePower(negative: bool, site: i32): i64 {
  return roundWide(negative, accumulatorHigh(), accumulatorLow(), near(accumulatorExponent), false, false, site);
}

/** 10^(t + 18) / accumulator of t digits: 19 digits, or 10^19, by long division; and whether anything is left. */
function settleReciprocal(negative: bool, site: i32): i64 {
  const high = accumulatorHigh();
  const low = accumulatorLow();
  const digits = a2 != 0 ? 18 + digitsOf(a2) : digitsOf(low);
  const first = min<i32>(digits - 1, 18);
  let restHigh = multiplyHigh(powerOfTen(first), powerOfTen(digits - 1 - first));
  let restLow = powerOfTen(first) * powerOfTen(digits - 1 - first);
  let quotient: u64 = 0;
  for (let i = 0; ; i += 1) {
    quotient *= 10;
    while (restHigh > high || (restHigh == high && restLow >= low)) {
      restHigh -= high + (restLow < low ? 1 : 0);
      restLow -= low;
      quotient += 1;
    }
    if (i == 19) break;
    restHigh = restHigh * 10 + multiplyHigh(restLow, 10);
    restLow *= 10;
  }
  const exponent = 0 - accumulatorExponent - ((digits + 18) as i64);
  return roundWide(negative, 0, quotient, near(exponent), (restHigh | restLow) != 0, false, site);
}

function accumulatorHigh(): u64 {
  const low = a1 * LIMB + a0;
  return multiplyHigh(a2, E18) + (a2 * E18 + low < low ? 1 : 0);
}

function accumulatorLow(): u64 {
  return a2 * E18 + a1 * LIMB + a0;
}

// @ts-ignore: decorator
@inline
function near(exponent: i64): i32 {
  return (exponent > EXPONENT_FAR ? EXPONENT_FAR : exponent < -EXPONENT_FAR ? -EXPONENT_FAR : exponent) as i32;
}
