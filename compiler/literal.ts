// Literals as the static analyses see them.

import { DIGITS_MAX, magnitude } from '../grammar/decimal.ts';
import type { Constant, Core } from './core.ts';

/** Exponents beyond this make no whole literal worth computing with. */
const EXPONENT_MAX = 18;

/** The value of a whole-number literal, null of anything else. */
export function wholeLiteral(core: Core | undefined): bigint | null {
  return core?.kind === 'literal' ? wholeConstant(core.value) : null;
}

/** The value of a constant that is a whole number, null of anything else. */
export function wholeConstant(constant: Constant): bigint | null {
  if (constant.kind !== 'number') return null;
  const { coefficient, exponent } = constant.value;
  return exponent >= 0 && exponent <= EXPONENT_MAX ? coefficient * 10n ** BigInt(exponent) : null;
}

/** Whether a constant is a number that is not whole, or not below 10^18. */
export function isLongNumber(constant: Constant | null): boolean {
  if (constant?.kind !== 'number' || constant.value.coefficient === 0n) return false;
  return constant.value.exponent < 0 || magnitude(constant.value) >= DIGITS_MAX;
}
