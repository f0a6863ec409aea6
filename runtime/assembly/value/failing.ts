// Failing: the builtins that fail on purpose.

import { FAULT_TYPE } from '../shared/faults';
import { fault, faultWithText } from '../run/fault';
import { ABSENT, NIL, TAG_STRING } from '../shared/values';
import { tagOf, truthy } from './value';

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
