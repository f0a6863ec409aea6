// Deviation: the standard deviation of a sample, exact up to one rounding. In: two numbers or more that can be computed with.
// Out: the root of (n Σx² − (Σx)²) / (n (n − 1)), correctly rounded, or `number-range`.

import type { Decimal } from '../../grammar/decimal.ts';
import { digitCount } from '../../grammar/decimal.ts';
import { at, type Outcome, settle, wholeRoot } from './arithmetic.ts';

/** More than the digits of a number and of its neighbour's half. */
const DIGITS = 40;

export function deviation(numbers: readonly Decimal[]): Outcome {
  const exponent = Math.min(...spanOf(numbers));
  const wholes = numbers.map((number) => at(number, exponent));
  const count = BigInt(numbers.length);
  const sum = wholes.reduce((total, n) => total + n, 0n);
  const squares = wholes.reduce((total, n) => total + n * n, 0n);
  const divisor = count * (count - 1n);
  const shift = DIGITS + digitCount(divisor);
  const dividend = (count * squares - sum * sum) * 10n ** BigInt(2 * shift);
  const root = wholeRoot(dividend / divisor);
  const sticky = root * root * divisor === dividend ? 0n : 1n;
  return settle(root * 10n + sticky, exponent - shift - 1, false);
}

/** The lowest place of the numbers, the units at the highest, and the place above the highest digit, or the lowest where all are 0. */
export function spanOf(numbers: readonly Decimal[]): [lowest: number, end: number] {
  let [lowest, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { coefficient, exponent } of numbers) {
    if (coefficient === 0n) continue;
    lowest = Math.min(lowest, exponent);
    end = Math.max(end, exponent + digitCount(coefficient));
  }
  return [lowest, Math.max(end, lowest)];
}
