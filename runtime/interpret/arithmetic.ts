// Arithmetic on decimals: the definition of every number builtin (LANGUAGE.md section 3), on bigints, in the plainest way.
// In: decimals, as the interpreter holds them, wide ones from the input included. Out: a decimal (or text, a boolean, an
// order), or the code of the fault. The runtime's number.ts does the same with 64-bit integers and must never differ.
//
// Every operation computes the exact result, or enough of it, rounds once, and lets `settle` test the bounds.
// Faults of one operation in order: `type`, then operands nobody can compute with, then what the work finds.

import { PRICES } from '../../compiler/prices.ts';
import type { RoundingMode } from '../../compiler/rounding.ts';
import type { Decimal } from '../../grammar/decimal.ts';
import {
  compareDecimals,
  DIGITS_MAX,
  decimal,
  digitCount,
  isComputable,
  MAGNITUDE_MAX,
  magnitude,
  ZERO,
} from '../../grammar/decimal.ts';

export type ArithmeticFault = 'type' | 'number-range' | 'divide-by-zero';
/** What an operation gives: a number, or the code of its fault. */
export type Outcome = Decimal | ArithmeticFault;

/** Exponents of `pow`; beyond it square and multiply would need more than 26 digits and 24 rounds. */
export const POWER_MAX = 9_999_999;
/** Decimals that `round` and `fixed` take: as far as numbers reach. */
export const PLACES_MAX = 400;

export const ONE: Decimal = { coefficient: 1n, exponent: 0 };

export function add(x: Decimal, y: Decimal): Outcome {
  if (!isComputable(x) || !isComputable(y)) return 'number-range';
  const exponent = Math.min(x.exponent, y.exponent);
  return settle(at(x, exponent) + at(y, exponent), exponent, isInteger(x) && isInteger(y));
}

export function subtract(x: Decimal, y: Decimal): Outcome {
  return add(x, negated(y));
}

export function multiply(x: Decimal, y: Decimal): Outcome {
  if (!isComputable(x) || !isComputable(y)) return 'number-range';
  return settle(x.coefficient * y.coefficient, x.exponent + y.exponent, isInteger(x) && isInteger(y));
}

export function divide(x: Decimal, y: Decimal): Outcome {
  if (!isComputable(x) || !isComputable(y)) return 'number-range';
  if (y.coefficient === 0n) return 'divide-by-zero';
  return settleRatio(x.coefficient, y.coefficient, x.exponent - y.exponent);
}

export function increment(x: Decimal): Outcome {
  return add(x, ONE);
}

export function decrement(x: Decimal): Outcome {
  return subtract(x, ONE);
}

/** The quotient truncated to a whole number; itself a number of at most 18 digits, or `number-range`. */
export function quotient(x: Decimal, y: Decimal): Outcome {
  if (!isComputable(x) || !isComputable(y)) return 'number-range';
  if (y.coefficient === 0n) return 'divide-by-zero';
  const exponent = Math.min(x.exponent, y.exponent);
  return settle(at(x, exponent) / at(y, exponent), 0, true);
}

/** x − y × the truncated quotient: the sign of x. Where `quot` is out of range there is no remainder either. */
export function remainder(x: Decimal, y: Decimal): Outcome {
  const whole = quotient(x, y);
  if (typeof whole === 'string') return whole;
  const exponent = Math.min(x.exponent, y.exponent);
  return settle(at(x, exponent) % at(y, exponent), exponent, false);
}

/** The remainder with the sign of y: y is added to a remainder of the other sign, with the rules of `+`. */
export function modulo(x: Decimal, y: Decimal): Outcome {
  const left = remainder(x, y);
  if (typeof left === 'string' || left.coefficient === 0n) return left;
  return left.coefficient < 0n === y.coefficient < 0n ? left : add(left, y);
}

export function absolute(x: Decimal): Outcome {
  if (!isComputable(x)) return 'number-range';
  return x.coefficient < 0n ? negated(x) : x;
}

export function minimum(x: Decimal, y: Decimal): Decimal {
  return compareDecimals(x, y) <= 0 ? x : y;
}

export function maximum(x: Decimal, y: Decimal): Decimal {
  return compareDecimals(x, y) >= 0 ? x : y;
}

/** Equality knows no range: wide numbers are equal when their values are. */
export function equal(x: Decimal, y: Decimal): boolean {
  return x.coefficient === y.coefficient && x.exponent === y.exponent;
}

export function isInteger(x: Decimal): boolean {
  return x.exponent >= 0;
}

export function isEven(x: Decimal): boolean | ArithmeticFault {
  if (!isInteger(x)) return 'type';
  if (!isComputable(x)) return 'number-range';
  return x.exponent > 0 || x.coefficient % 2n === 0n;
}

export function isOdd(x: Decimal): boolean | ArithmeticFault {
  const even = isEven(x);
  return typeof even === 'string' ? even : !even;
}

export function isZero(x: Decimal): boolean {
  return x.coefficient === 0n;
}

export function isPositive(x: Decimal): boolean {
  return x.coefficient > 0n;
}

export function isNegative(x: Decimal): boolean {
  return x.coefficient < 0n;
}

/** java.math's modes: whether the digits kept grow by one. `half` compares what is dropped with half a unit. */
const GROWS = {
  'half-even': (half: number, odd: boolean) => half > 0 || (half === 0 && odd),
  'half-up': (half: number) => half >= 0,
  'half-down': (half: number) => half > 0,
  down: () => false,
  up: () => true,
  floor: (_half: number, _odd: boolean, negative: boolean) => negative,
  ceil: (_half: number, _odd: boolean, negative: boolean) => !negative,
} as const satisfies Record<RoundingMode, (half: number, odd: boolean, negative: boolean) => boolean>;

export function isRoundingMode(name: string): name is RoundingMode {
  return Object.hasOwn(GROWS, name);
}

/** x with `places` decimals; `type` for a fraction of a place and for a mode that is none. */
export function round(x: Decimal, places: Decimal, mode: string): Outcome {
  if (!isInteger(places) || !isRoundingMode(mode)) return 'type';
  if (!isComputable(x)) return 'number-range';
  const decimals = wholeWithin(places, PLACES_MAX);
  if (decimals === null) return 'number-range';
  const dropped = -decimals - x.exponent;
  return dropped <= 0 ? x : settle(withoutDigits(x.coefficient, dropped, mode), -decimals, false);
}

/** The rounded number written out with exactly `places` decimals (none when `places` is negative). */
export function fixed(x: Decimal, places: Decimal, mode: string): { readonly text: string } | ArithmeticFault {
  const rounded = round(x, places, mode);
  if (typeof rounded === 'string') return rounded;
  const decimals = Math.max(0, wholeWithin(places, PLACES_MAX)!);
  const digits = magnitudeOf(at(rounded, -decimals))
    .toString()
    .padStart(decimals + 1, '0');
  const sign = rounded.coefficient < 0n ? '-' : '';
  const point = digits.length - decimals;
  return { text: sign + digits.slice(0, point) + (decimals > 0 ? `.${digits.slice(point)}` : '') };
}

export function floor(x: Decimal): Outcome {
  return round(x, ZERO, 'floor');
}

export function ceiling(x: Decimal): Outcome {
  return round(x, ZERO, 'ceil');
}

/** Correctly rounded; a square root is never half way between two numbers of 18 digits, so one sticky digit decides. */
export function squareRoot(x: Decimal): Outcome {
  if (!isComputable(x) || x.coefficient < 0n) return 'number-range';
  const shift = 40 + (x.exponent % 2 === 0 ? 0 : 1);
  const square = x.coefficient * 10n ** BigInt(shift);
  const root = wholeRoot(square);
  const sticky = root * root === square ? 0n : 1n;
  return settle(root * 10n + sticky, (x.exponent - shift) / 2 - 1, false);
}

/**
 * The surcharge of `pow`: a logarithm and an exponential for a fraction, else by the bits of the exponent's magnitude. A
 * wide exponent is not computed with at all, not even to count its bits: 0.
 */
export function powerSurcharge(exponent: Decimal): number {
  if (!isComputable(exponent) || exponent.coefficient === 0n) return 0;
  if (!isInteger(exponent)) return 2 * PRICES.SERIES_STEPS;
  return PRICES.POWER_BIT_STEPS * magnitudeOf(at(exponent, 0)).toString(2).length;
}

/** x to a whole exponent: exact for a whole x and an exponent from 0, else square and multiply with one last rounding. */
export function wholePower(x: Decimal, exponent: Decimal): Outcome {
  if (!isComputable(x) || !isComputable(exponent)) return 'number-range';
  const n = wholeWithin(exponent, POWER_MAX);
  if (n === null) return 'number-range';
  if (n === 0) return ONE;
  if (x.coefficient === 0n) return n < 0 ? 'divide-by-zero' : ZERO;
  if (isInteger(x) && n > 0) return exactPower(x, n);
  const times = Math.abs(n);
  const digits = DIGITS_MAX + 1 + String(times).length;
  let coefficient = 1n;
  let power = 0;
  for (const bit of times.toString(2)) {
    [coefficient, power] = toDigits(coefficient * coefficient, 2 * power, digits);
    if (bit === '1') [coefficient, power] = toDigits(coefficient * x.coefficient, power + x.exponent, digits);
  }
  return n > 0 ? settle(coefficient, power, false) : settleRatio(1n, coefficient, -power);
}

/** The first product with more than 18 digits ends it: a normalised coefficient never gets trailing zeros by powers. */
function exactPower(x: Decimal, n: number): Outcome {
  let coefficient = 1n;
  if (magnitudeOf(x.coefficient) === 1n) coefficient = n % 2 === 0 ? 1n : x.coefficient;
  else {
    for (let i = 0; i < n; i += 1) {
      coefficient *= x.coefficient;
      if (digitCount(coefficient) > DIGITS_MAX) return 'number-range';
    }
  }
  return settle(coefficient, x.exponent * n, true);
}

/** Rounds half-even to 18 digits (`exact`: faults instead), then tests the bounds. */
export function settle(coefficient: bigint, exponent: number, exact: boolean): Outcome {
  const whole = decimal(coefficient, exponent);
  const fits = digitCount(whole.coefficient) <= DIGITS_MAX;
  if (exact && !fits) return 'number-range';
  const result = fits ? whole : decimal(...toDigits(whole.coefficient, whole.exponent, DIGITS_MAX));
  if (result.coefficient === 0n || magnitude(result) < -MAGNITUDE_MAX) return ZERO;
  return magnitude(result) >= MAGNITUDE_MAX ? 'number-range' : result;
}

/** numerator / denominator × 10^exponent, rounded once: so many digits that one more can stand for all the rest. */
function settleRatio(numerator: bigint, denominator: bigint, exponent: number): Outcome {
  const shift = digitCount(denominator) + 2 * DIGITS_MAX;
  const scaled = numerator * 10n ** BigInt(shift);
  const whole = scaled / denominator;
  const sticky = whole * denominator === scaled ? 0n : whole < 0n ? -1n : 1n;
  return settle(whole * 10n + sticky, exponent - shift - 1, false);
}

/** Rounds half-even to at most `digits` digits. */
function toDigits(coefficient: bigint, exponent: number, digits: number): [bigint, number] {
  const dropped = digitCount(coefficient) - digits;
  return dropped <= 0
    ? [coefficient, exponent]
    : [withoutDigits(coefficient, dropped, 'half-even'), exponent + dropped];
}

/** The coefficient without its last `dropped` digits, rounded by `mode`. */
function withoutDigits(coefficient: bigint, dropped: number, mode: RoundingMode): bigint {
  const unit = 10n ** BigInt(dropped);
  const kept = coefficient / unit;
  const rest = magnitudeOf(coefficient % unit);
  if (rest === 0n) return kept;
  const half = 2n * rest < unit ? -1 : 2n * rest > unit ? 1 : 0;
  const negative = coefficient < 0n;
  const grows: (half: number, odd: boolean, negative: boolean) => boolean = GROWS[mode];
  if (!grows(half, kept % 2n !== 0n, negative)) return kept;
  return negative ? kept - 1n : kept + 1n;
}

/** The coefficient that x has at an exponent not above its own. */
export function at(x: Decimal, exponent: number): bigint {
  return x.coefficient === 0n ? 0n : x.coefficient * 10n ** BigInt(x.exponent - exponent);
}

/** A whole number as a machine number, null when its magnitude is above the limit. */
function wholeWithin(x: Decimal, limit: number): number | null {
  if (x.coefficient === 0n) return 0;
  if (!isComputable(x) || magnitude(x) > 15) return null;
  const whole = Number(at(x, 0));
  return Math.abs(whole) <= limit ? whole : null;
}

/** The largest whole number whose square is not above n (Newton's way, from above). */
export function wholeRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function negated(x: Decimal): Decimal {
  return x.coefficient === 0n ? x : { coefficient: -x.coefficient, exponent: x.exponent };
}

function magnitudeOf(coefficient: bigint): bigint {
  return coefficient < 0n ? -coefficient : coefficient;
}
