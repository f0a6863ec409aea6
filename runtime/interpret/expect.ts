// Expect: the type checks of builtins' arguments.
// In: a value. Out: the value as what is wanted, or the fault `type`. nil is an empty collection, and a map where a
// vector is wanted is its entries.

import { STEPS_MAX } from '../../compiler/steps.ts';
import type { Decimal } from '../../grammar/decimal.ts';
import { DIGITS_MAX, magnitude } from '../../grammar/decimal.ts';
import type { Application } from './machine.ts';
import type { MapValue, Value, Vector } from './value.ts';
import { entriesOf, isMap, isNumber, isVector } from './value.ts';

export function expectNumber(run: Application, value: Value): Decimal {
  return isNumber(value) ? value : run.reject(value, 'a number');
}

/**
 * A whole number as a count or an index. Beyond ±(2^53−1), where nothing can be that long, it is that bound; a number
 * too long to compute with is still a whole number here.
 */
export function expectWhole(run: Application, value: Value): number {
  if (!isNumber(value) || value.exponent < 0) return run.reject(value, 'a whole number');
  return wholeOf(value);
}

export function wholeOf(value: Decimal): number {
  const sign = value.coefficient < 0n ? -1 : 1;
  if (value.exponent > 16) return sign * STEPS_MAX;
  const whole = value.coefficient * 10n ** BigInt(value.exponent);
  const bound = BigInt(STEPS_MAX);
  if (whole > bound) return STEPS_MAX;
  return whole < -bound ? -STEPS_MAX : Number(whole);
}

export function isWhole(value: Value): value is Decimal {
  return isNumber(value) && value.exponent >= 0;
}

/** Whether a number is whole and below 10^18 in magnitude. */
export function isShortWhole(value: Decimal): boolean {
  return value.coefficient === 0n || (value.exponent >= 0 && magnitude(value) < DIGITS_MAX);
}

export function expectText(run: Application, value: Value): string {
  return typeof value === 'string' ? value : run.reject(value, 'a string');
}

export function expectVector(run: Application, value: Value): Vector {
  return isVector(value) ? value : run.reject(value, 'a vector');
}

/** The elements of a collection. */
export function expectElements(run: Application, value: Value): Vector {
  if (value === null) return [];
  if (isVector(value)) return value;
  return isMap(value) ? entriesOf(value) : run.reject(value, 'a vector or a map');
}

/** A map; nil is `{}`. */
export function expectMap(run: Application, value: Value): MapValue {
  if (value === null) return new Map();
  return isMap(value) ? value : run.reject(value, 'a map');
}
