// Value: every value of the language is one i64. Its tags and constants are generated (shared/values.ts);
// this file takes values apart and knows nothing of what the pointers point to. The layout is in README.md.

import { FALSE, NIL, TAG_NUMBER, TRUE } from '../shared/values';

// @ts-ignore: decorator
@inline
export function tagOf(value: i64): i32 {
  return (value as i32) & 7;
}

/** Address behind a value whose tag is not an immediate one. */
// @ts-ignore: decorator
@inline
export function addressOf(value: i64): i32 {
  return (value as i32) & -8;
}

// @ts-ignore: decorator
@inline
export function pointerValue(address: i32, tag: i32): i64 {
  return (address as u32 as i64) | (tag as i64);
}

// @ts-ignore: decorator
@inline
export function booleanValue(truth: bool): i64 {
  return truth ? TRUE : FALSE;
}

/** |integer| < 10^18. */
// @ts-ignore: decorator
@inline
export function integerValue(integer: i64): i64 {
  return integer << 3;
}

// @ts-ignore: decorator
@inline
export function truthy(value: i64): bool {
  return value != NIL && value != FALSE;
}

// @ts-ignore: decorator
@inline
export function isNumberTag(tag: i32): bool {
  return tag <= TAG_NUMBER;
}
