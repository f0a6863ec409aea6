// Whole: whole numbers as counts and indices. Beyond ±(2^53−1), where nothing can be that long, a number is that bound;
// one too long to compute with is still a whole number here.

import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { STEPS_MAX } from '../shared/prices';
import { isWhole } from './arithmetic';
import { coefficientOf, isWide } from './representation';
import { TAG_INTEGER } from '../shared/values';
import { addressOf, isNumberTag, tagOf } from '../value/value';
import { asWide } from '../shared/records';

/** Whether a value is a number without a fraction. */
// @ts-ignore: decorator
@inline
export function isWholeNumber(value: i64): bool {
  return tagOf(value) == TAG_INTEGER || (isNumberTag(tagOf(value)) && isWhole(value));
}

/** The number within ±(2^53−1); fault `type` unless it is a whole number. */
export function expectWhole(value: i64, site: i32): i64 {
  if (!isWholeNumber(value)) fault(FAULT_TYPE, site);
  return wholeOf(value);
}

/** A whole number within ±(2^53−1). */
export function wholeOf(value: i64): i64 {
  if (tagOf(value) == TAG_INTEGER) return max<i64>(min<i64>(value >> 3, STEPS_MAX), -STEPS_MAX);
  // Whole and not immediate: at least 10^18. A wide one is kept as text.
  const negative = isWide(value) ? asWide(addressOf(value)).negative != 0 : coefficientOf(value) < 0;
  return negative ? -STEPS_MAX : STEPS_MAX;
}
