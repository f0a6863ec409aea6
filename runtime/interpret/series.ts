// Series: the exponential, logarithms and powers with a fraction, in fixed point with 63 decimals; what is cut off is cut
// towards 0. In: decimals. Out: a decimal of 18 digits, or the code of a fault.
//
// The order of the operations is part of the definition: the runtime (number/series.ts) does the same ones on limbs of nine
// digits, so both cut off the same and cannot differ, however close a result is to the middle of two numbers. Errors, in
// units of the last of 63 decimals: a logarithm below 600, the exponential of what is below 1000 below 100,000. So a result
// is right to 44 digits before it is rounded (a power to 45: the logarithm is multiplied by less than 10^7), and the number
// of 18 digits is the nearest one unless the true value is that close to the middle of two. A power whose true value is a
// short decimal (4^0.5) comes out exactly, and halves of the last digit are seen as such: first it is rounded to 45 decimals.

import type { Decimal } from '../../grammar/decimal.ts';
import { DIGITS_MAX, digitCount, isComputable, ZERO } from '../../grammar/decimal.ts';
import { isInteger, type Outcome, settle, wholePower } from './arithmetic.ts';

const PLACES = 63;
const UNIT = 10n ** BigInt(PLACES);
const LN2 = 693147180559945309417232121458176568075500134360255254120680009n;
const LN10 = 2302585092994045684017991454684364207601101488628772976033327900n;
const LOG10E = 434294481903251827651128918916605082294397005803666566114453783n;

/** From here on the exponential is out of range, and below its negative 0; and so is every power. */
const EXPONENT_END = 1000n * UNIT;
/** What is divided by 2^HALVINGS needs few terms, and is squared as often. */
const HALVINGS = 8n;
/** Decimals of an exponential that are kept at first, so that short results are exact. */
const KEPT_PLACES = 45;

/** Whole digits that an exponent with a fraction has at most, as a whole exponent has. */
const POWER_WHOLE_DIGITS_MAX = 7;

export function exponential(x: Decimal): Outcome {
  if (!isComputable(x)) return 'number-range';
  // Beyond 10^18 no shift is needed to know.
  const scaled = x.exponent > DIGITS_MAX ? EXPONENT_END : cut(magnitudeOf(x.coefficient), x.exponent);
  return raised(scaled, x.coefficient < 0n);
}

export function naturalLogarithm(x: Decimal): Outcome {
  if (!isComputable(x) || x.coefficient <= 0n) return 'number-range';
  return settle(logarithm(x).fixed, -PLACES, false);
}

/** Of a power of ten exactly its exponent. */
export function decimalLogarithm(x: Decimal): Outcome {
  if (!isComputable(x) || x.coefficient <= 0n) return 'number-range';
  const { mantissa, tens } = logarithm(x);
  return settle(times(mantissa, LOG10E) + BigInt(tens) * UNIT, -PLACES, false);
}

export function power(x: Decimal, exponent: Decimal): Outcome {
  return isInteger(exponent) ? wholePower(x, exponent) : fractionalPower(x, exponent);
}

function fractionalPower(x: Decimal, exponent: Decimal): Outcome {
  if (!isComputable(x) || !isComputable(exponent)) return 'number-range';
  if (digitCount(exponent.coefficient) + exponent.exponent > POWER_WHOLE_DIGITS_MAX) return 'number-range';
  if (x.coefficient === 0n) return exponent.coefficient < 0n ? 'divide-by-zero' : ZERO;
  if (x.coefficient < 0n) return 'number-range';
  const { fixed } = logarithm(x);
  const scaled = (magnitudeOf(fixed) * magnitudeOf(exponent.coefficient)) / 10n ** BigInt(-exponent.exponent);
  return raised(scaled, fixed < 0n !== exponent.coefficient < 0n);
}

/** e to a number of 63 decimals: a power of ten, and e to what is left, which is below ln 10. */
function raised(magnitude: bigint, isNegative: boolean): Outcome {
  if (magnitude >= EXPONENT_END) return isNegative ? ZERO : 'number-range';
  const whole = magnitude / LN10;
  const isBelow = isNegative && magnitude > 0n;
  const tens = isBelow ? -whole - 1n : whole;
  const rest = isBelow ? (whole + 1n) * LN10 - magnitude : magnitude - whole * LN10;
  const kept = 10n ** BigInt(PLACES - KEPT_PLACES);
  return settle((exponentialOf(rest) + kept / 2n) / kept, Number(tens) - KEPT_PLACES, false);
}

/** e to a number from 0 to ln 10, by the series of a 256th of it. */
function exponentialOf(rest: bigint): bigint {
  const part = rest >> HALVINGS;
  let term = part;
  let sum = UNIT + part;
  for (let n = 2n; term > 0n; n += 1n) {
    term = times(term, part) / n;
    sum += term;
  }
  for (let i = 0n; i < HALVINGS; i += 1n) sum = times(sum, sum);
  return sum;
}

/**
 * ln of x > 0. x is m × 2^twos × 10^tens, m from 0.7 to 1.42, so that what is near 1 has neither twos nor tens: m is the ratio
 * of two whole numbers, and ln m twice the series of the inverse tangent of their difference over their sum. `mantissa` is
 * the logarithm without the tens.
 */
function logarithm(x: Decimal): { readonly fixed: bigint; readonly mantissa: bigint; readonly tens: number } {
  let over = x.coefficient * 10n ** BigInt(DIGITS_MAX - digitCount(x.coefficient));
  let under = 10n ** BigInt(DIGITS_MAX - 1);
  let tens = x.exponent + digitCount(x.coefficient) - 1;
  if (over >= 56n * (under / 10n)) {
    under *= 10n;
    tens += 1;
  }
  let twos = 0n;
  if (over < 7n * (under / 10n)) {
    over *= 2n;
    twos = -1n;
  }
  while (over >= 142n * (under / 100n)) {
    under *= 2n;
    twos += 1n;
  }
  const ratio = (magnitudeOf(over - under) * UNIT) / (over + under);
  const square = times(ratio, ratio);
  let power = ratio;
  let sum = ratio;
  for (let n = 3n; power > 0n; n += 2n) {
    power = times(power, square);
    sum += power / n;
  }
  const mantissa = (over < under ? -2n : 2n) * sum + twos * LN2;
  return { fixed: mantissa + BigInt(tens) * LN10, mantissa, tens };
}

/** Cut towards 0, as every division of big integers is. */
function times(a: bigint, b: bigint): bigint {
  return (a * b) / UNIT;
}

/** magnitude × 10^exponent with 63 decimals. */
function cut(magnitude: bigint, exponent: number): bigint {
  const shift = exponent + PLACES;
  return shift >= 0 ? magnitude * 10n ** BigInt(shift) : magnitude / 10n ** BigInt(-shift);
}

function magnitudeOf(n: bigint): bigint {
  return n < 0n ? -n : n;
}
