// Value: every value of the language is one i64. This file holds its tags and constants and takes values apart; it knows
// nothing of what the pointers point to. The layout is in README.md.

export const TAG_INTEGER: i32 = 0;
export const TAG_SHORT: i32 = 1;
export const TAG_NUMBER: i32 = 2;
export const TAG_STRING: i32 = 3;
export const TAG_VECTOR: i32 = 4;
export const TAG_MAP: i32 = 5;
export const TAG_CONSTANT: i32 = 6;

export const NIL: i64 = 6;
export const FALSE: i64 = 14;
export const TRUE: i64 = 22;
/** Stands for an argument that was not written, a key that is missing. Never reaches a script. */
export const ABSENT: i64 = 30;

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
