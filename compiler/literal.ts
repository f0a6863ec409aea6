// Literals as the static analyses see them.

import type { Decimal } from '../grammar/decimal.ts';
import type { Core } from './core.ts';

/** Exponents beyond this make no whole literal worth computing with. */
const EXPONENT_MAX = 18;

/** The value of a whole-number literal, null of anything else. */
export function wholeLiteral(core: Core | undefined): bigint | null {
  if (core === undefined || core.kind !== 'literal' || core.value.kind !== 'number') return null;
  const { coefficient, exponent } = core.value.value;
  return exponent >= 0 && exponent <= EXPONENT_MAX ? coefficient * 10n ** BigInt(exponent) : null;
}

/** Negative, 0 or positive. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const x = a.coefficient * 10n ** BigInt(a.exponent - exponent);
  const y = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  return x < y ? -1 : x > y ? 1 : 0;
}
