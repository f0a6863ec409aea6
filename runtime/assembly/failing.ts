// Failing: the builtins that fail on purpose.

import { FAULT_TYPE, fault, faultWithText } from './fault';
import { ABSENT, NIL, TAG_STRING, tagOf, truthy } from './value';

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
