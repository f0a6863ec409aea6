// Amounts: exact comparison of JSON numbers and of whole JSON values.
// In: values as they were written. Out: an order, divisibility, a text that is equal for equal values.
// Why: 9007199254740993 is not 9007199254740992, and 0.3 is a multiple of 0.1; doubles say otherwise on both counts.

import type { Decimal } from '../../grammar/decimal.ts';
import { magnitude, parseDecimal } from '../../grammar/decimal.ts';
import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';

/** Longer numbers are nothing that anybody counts, and arithmetic on them takes time. */
export const NUMBER_LENGTH_MAX = 400;

/** The exact value; null for a number longer than `NUMBER_LENGTH_MAX` or beyond every magnitude. */
export function amountOf({ text }: JsonNumber): Decimal | null {
  const value = text.length > NUMBER_LENGTH_MAX ? null : parseDecimal(text);
  return value;
}

/** Below 0, 0 or above 0. */
export function compareAmounts(a: Decimal, b: Decimal): number {
  const sign = signOf(a) - signOf(b);
  if (sign !== 0 || a.coefficient === 0n) return sign;
  const larger = a.coefficient > 0n ? 1 : -1;
  const far = magnitude(a) - magnitude(b);
  if (far !== 0) return far > 0 ? larger : -larger;
  // The first digits stand at the same power, so the exponents differ by no more digits than the numbers have.
  const least = Math.min(a.exponent, b.exponent);
  const difference =
    a.coefficient * 10n ** BigInt(a.exponent - least) - b.coefficient * 10n ** BigInt(b.exponent - least);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** False for a divisor that is not above 0. */
export function isMultiple(value: Decimal, divisor: Decimal): boolean {
  if (divisor.coefficient <= 0n) return false;
  if (value.coefficient === 0n) return true;
  const shift = value.exponent - divisor.exponent;
  // Normalised coefficients end in another digit than 0: no multiple of ten times anything.
  if (shift < 0) return false;
  return (value.coefficient * powerOfTen(shift, divisor.coefficient)) % divisor.coefficient === 0n;
}

export function isWhole(value: Decimal): boolean {
  return value.exponent >= 0;
}

/** The same text for equal values: numbers by value, members of objects in any order. */
export function keyOf(value: Json): string {
  if (value instanceof JsonNumber) {
    const amount = amountOf(value);
    return amount === null ? value.text : `${amount.coefficient}e${amount.exponent}`;
  }
  if (Array.isArray(value)) return `[${value.map(keyOf).join(',')}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const names = [...value.keys()].sort(compareCodePoints);
  return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf(value.get(name) ?? null)}`).join(',')}}`;
}

function signOf({ coefficient }: Decimal): number {
  return coefficient > 0n ? 1 : coefficient < 0n ? -1 : 0;
}

/** 10^exponent modulo `modulus`, by squaring: an exponent of a thousand million takes thirty steps. */
function powerOfTen(exponent: number, modulus: bigint): bigint {
  let result = 1n;
  let base = 10n % modulus;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}
