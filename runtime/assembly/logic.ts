// Logic: tests of kinds and truth, and the builtins that fail on purpose.

import { FAULT_TYPE, fault, faultWithText } from './fault';
import { ABSENT, FALSE, NIL, TAG_MAP, TAG_STRING, TAG_VECTOR, TRUE, booleanValue, tagOf, truthy } from './value';

export function not(value: i64, _site: i32): i64 {
  return booleanValue(!truthy(value));
}

export function isNil(value: i64, _site: i32): i64 {
  return booleanValue(value == NIL);
}

export function isSome(value: i64, _site: i32): i64 {
  return booleanValue(value != NIL);
}

export function isBoolean(value: i64, _site: i32): i64 {
  return booleanValue(value == TRUE || value == FALSE);
}

export function isTrue(value: i64, _site: i32): i64 {
  return booleanValue(value == TRUE);
}

export function isFalse(value: i64, _site: i32): i64 {
  return booleanValue(value == FALSE);
}

export function isString(value: i64, _site: i32): i64 {
  return booleanValue(tagOf(value) == TAG_STRING);
}

export function isVector(value: i64, _site: i32): i64 {
  return booleanValue(tagOf(value) == TAG_VECTOR);
}

export function isMap(value: i64, _site: i32): i64 {
  return booleanValue(tagOf(value) == TAG_MAP);
}

export function fail(text: i64, site: i32): i64 {
  faultWithText(expectReason(text, site), site);
  return NIL;
}

export function assert(value: i64, text: i64, site: i32): i64 {
  const reason = expectReason(text, site);
  if (!truthy(value)) faultWithText(reason, site);
  return NIL;
}

/** The text of a failure: a string, or nil when none was written. */
function expectReason(text: i64, site: i32): i64 {
  if (text == ABSENT) return NIL;
  if (tagOf(text) != TAG_STRING) fault(FAULT_TYPE, site);
  return text;
}
