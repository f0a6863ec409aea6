// Text: strings as UTF-8. A header (u32 bytes, u32 code points, u32 data pointer, u32 0) and bytes that may lie anywhere:
// views share them. What comes in is valid UTF-8, so nothing here checks it again.

import { allocate } from './memory';
import { TAG_STRING, pointerValue } from './value';

const HEADER_BYTES: i32 = 16;

/** Header of a new string of `bytes` bytes right behind it, to be filled through `textData`. */
export function allocateText(bytes: i32, codePoints: i32): i32 {
  const header = allocate(HEADER_BYTES + bytes);
  store<i32>(header, bytes);
  store<i32>(header, codePoints, 4);
  store<i32>(header, header + HEADER_BYTES, 8);
  store<i32>(header, 0, 12);
  return header;
}

// @ts-ignore: decorator
@inline
export function textBytes(header: i32): i32 {
  return load<i32>(header);
}

// @ts-ignore: decorator
@inline
export function textCodePoints(header: i32): i32 {
  return load<i32>(header, 4);
}

// @ts-ignore: decorator
@inline
export function textData(header: i32): i32 {
  return load<i32>(header, 8);
}

// @ts-ignore: decorator
@inline
export function textValue(header: i32): i64 {
  return pointerValue(header, TAG_STRING);
}
