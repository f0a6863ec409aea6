// Number values: the three ways a computable number lies in a value, and the one way from a result to a value.
// In: coefficients and exponents, exact or cut short. Out: the canonical value, so that equal numbers have equal bits
// unless they lie on the heap: integer when whole and below 10^18, else short when it fits, else heap.
//
// A number from the input that nobody can compute with (kind 1) is kept as the text it prints: see number/text.ts.

import { FAULT_NUMBER_RANGE } from '../shared/faults';
import { fault } from '../run/fault';
import { allocate } from '../run/memory';
import { TAG_INTEGER, TAG_NUMBER, TAG_SHORT } from '../shared/values';
import { addressOf, pointerValue, tagOf } from '../value/value';
import { E18, HUNDRED_MILLIONTH_MAX, TENTH_MAX, digitsOf, divideWide, exactHundredMillionth, exactTenth, powerOfTen, wideRemainder } from './wide';
import { NumberRecord, asNumber } from '../shared/records';

/** Significant digits of a computed number; a coefficient below 10^18 has no more. */
export const DIGITS_MAX: i32 = 18;
/** Magnitudes lie in 10^-400 ≤ |x| < 10^400. */
export const MAGNITUDE_MAX: i32 = 400;

/** A short coefficient has 55 bits and a sign. */
const SHORT_END: u64 = 1 << 55;

/** The normalised coefficient (an integer's own value when it is one); of a computable number. */
export function coefficientOf(value: i64): i64 {
  const tag = tagOf(value);
  return tag == TAG_INTEGER ? value >> 3 : tag == TAG_SHORT ? value >> 8 : asNumber(addressOf(value)).coefficient;
}

/** Goes with `coefficientOf`. */
export function exponentOf(value: i64): i32 {
  const tag = tagOf(value);
  return tag == TAG_INTEGER ? 0 : tag == TAG_SHORT ? 0 - (((value as i32) >> 3) & 31) : asNumber(addressOf(value)).exponent;
}

/** Whether a number is one of the input's that cannot be computed with. */
export function isWide(value: i64): bool {
  return tagOf(value) == TAG_NUMBER && asNumber(addressOf(value)).kind != 0;
}

// @ts-ignore: decorator
@inline
export function magnitudeOf(n: i64): u64 {
  return (n < 0 ? 0 - n : n) as u64;
}

/** ±coefficient × 10^exponent as a value: coefficient ≤ 10^18. Tests the bounds: below them it is 0, above `number-range`. */
export function settle(negative: bool, coefficient: u64, exponent: i32, site: i32): i64 {
  if (coefficient == 0) return 0;
  let c = coefficient;
  let e = exponent;
  if (e == 0 && c < E18) return (negative ? 0 - (c as i64) : c as i64) << 3;
  // Short quotients and roots end in many zeros; anything that does ends in as many zero bits.
  while ((c & 0xff) == 0) {
    const shorter = exactHundredMillionth(c);
    if (shorter > HUNDRED_MILLIONTH_MAX) break;
    c = shorter;
    e += 8;
  }
  for (let tenth = exactTenth(c); tenth <= TENTH_MAX; tenth = exactTenth(c)) {
    c = tenth;
    e += 1;
  }
  if (e < 0) {
    if (e >= -DIGITS_MAX && c < SHORT_END) {
      const signed = negative ? 0 - (c as i64) : c as i64;
      return (signed << 8) | (((0 - e) << 3) as i64) | (TAG_SHORT as i64);
    }
  } else if (e < DIGITS_MAX && digitsOf(c) + e <= DIGITS_MAX) {
    const whole = (c * powerOfTen(e)) as i64;
    return (negative ? 0 - whole : whole) << 3;
  }
  const first = e + digitsOf(c) - 1;
  if (first >= MAGNITUDE_MAX) fault(FAULT_NUMBER_RANGE, site);
  if (first < -MAGNITUDE_MAX) return 0;
  const address = allocate(offsetof<NumberRecord>() as i32);
  asNumber(address).coefficient = negative ? 0 - (c as i64) : c as i64;
  asNumber(address).exponent = e;
  asNumber(address).kind = 0;
  return pointerValue(address, TAG_NUMBER);
}

/**
 * Rounds ±(high × 2^64 + low) × 10^exponent half-even to 18 digits, then settles it. Below 10^37. `sticky`: a fraction
 * of a unit follows, which is allowed from 10^18 on. `exact`: what does not fit 18 digits is `number-range`.
 */
export function roundWide(negative: bool, high: u64, low: u64, exponent: i32, sticky: bool, exact: bool, site: i32): i64 {
  if (high == 0 && low < E18) return settle(negative, low, exponent, site);
  const bits = high == 0 ? 64 - (clz<u64>(low) as i32) : 128 - (clz<u64>(high) as i32);
  // A number of `bits` bits has these digits, or one more.
  let dropped = (((bits - 1) * 1233) >> 12) + 1 - DIGITS_MAX;
  if (dropped < 0) dropped = 0;
  const unit = powerOfTen(dropped);
  let kept = divideWide(high, low, unit);
  let rest = wideRemainder;
  let e = exponent + dropped;
  if (kept >= E18) {
    const tenth = kept / 10;
    const last = kept - tenth * 10;
    kept = tenth;
    e += 1;
    const more = sticky || rest != 0;
    if (exact && (more || last != 0)) fault(FAULT_NUMBER_RANGE, site);
    if (last > 5 || (last == 5 && (more || (tenth & 1) != 0))) kept += 1;
  } else if (rest != 0 || sticky) {
    if (exact) fault(FAULT_NUMBER_RANGE, site);
    const half = unit >> 1;
    if (rest > half || (rest == half && (sticky || (kept & 1) != 0))) kept += 1;
  }
  return settle(negative, kept, e, site);
}
