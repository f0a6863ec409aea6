// Text: strings as UTF-8. A TextHeader (shared/records.ts) and bytes that may lie anywhere: views
// share them. What comes in is valid UTF-8, so nothing here checks it again.

import { allocate } from '../run/memory';
import { TAG_STRING } from '../shared/values';
import { pointerValue } from '../value/value';
import { TextHeader, asText } from '../shared/records';

const HEADER_BYTES: i32 = offsetof<TextHeader>() as i32;
/** The top bit of every byte: set in none of eight ASCII bytes. */
export const HIGH_BITS: u64 = 0x8080808080808080;

const EMPTY: i32 = memory.data<u32>([0, 0, 0, 0], 8) as i32;

// @ts-ignore: decorator
@inline
export function emptyText(): i64 {
  return pointerValue(EMPTY, TAG_STRING);
}

/** Header of a new string of `bytes` bytes right behind it, to be filled through `textData`. */
export function allocateText(bytes: i32, codePoints: i32): i32 {
  const header = allocate(HEADER_BYTES + bytes);
  setText(header, bytes, codePoints, header + HEADER_BYTES);
  return header;
}

// @ts-ignore: decorator
@inline
function setText(header: i32, bytes: i32, codePoints: i32, data: i32): void {
  asText(header).bytes = bytes;
  asText(header).codePoints = codePoints;
  asText(header).data = data;
  asText(header).free = 0;
}

/** A string of bytes that lie elsewhere and stay. */
export function textView(data: i32, bytes: i32, codePoints: i32): i64 {
  return bytes == 0 ? emptyText() : newView(data, bytes, codePoints);
}

/** The same with a header of its own, even when it is empty. */
// @ts-ignore: decorator
@inline
export function newView(data: i32, bytes: i32, codePoints: i32): i64 {
  const header = allocate(HEADER_BYTES);
  setText(header, bytes, codePoints, data);
  return pointerValue(header, TAG_STRING);
}

// @ts-ignore: decorator
@inline
export function textBytes(header: i32): i32 {
  return asText(header).bytes;
}

// @ts-ignore: decorator
@inline
export function textCodePoints(header: i32): i32 {
  return asText(header).codePoints;
}

// @ts-ignore: decorator
@inline
export function textData(header: i32): i32 {
  return asText(header).data;
}

// @ts-ignore: decorator
@inline
export function textValue(header: i32): i64 {
  return pointerValue(header, TAG_STRING);
}

// @ts-ignore: decorator
@inline
export function isAscii(header: i32): bool {
  return textBytes(header) == textCodePoints(header);
}

export function equalText(a: i32, b: i32): bool {
  return a == b || (textBytes(a) == textBytes(b) && equalBytes(textData(a), textData(b), textBytes(a)));
}

export function equalBytes(a: i32, b: i32, bytes: i32): bool {
  let i = 0;
  for (; i + 8 <= bytes; i += 8) {
    if (load<u64>(a + i) != load<u64>(b + i)) return false;
  }
  return i == bytes || (load<u64>(a + i) ^ load<u64>(b + i)) << (((8 - bytes + i) as u64) << 3) == 0;
}

/** Code point order, which is byte order in UTF-8: below, equal to or above 0. */
export function compareText(a: i32, b: i32): i32 {
  if (a == b) return 0;
  const aBytes = textBytes(a);
  const bBytes = textBytes(b);
  const shared = min<i32>(aBytes, bBytes);
  const aData = textData(a);
  const bData = textData(b);
  for (let i = 0; i < shared; i += 8) {
    const first = load<u64>(aData + i);
    const other = load<u64>(bData + i);
    if (first == other) continue;
    // The lowest byte that differs decides, unless it lies behind what both have.
    const bit = ctz<u64>(first ^ other) & 56;
    if (i + ((bit as i32) >> 3) >= shared) break;
    return (((first >> bit) as i32) & 0xff) - (((other >> bit) as i32) & 0xff);
  }
  return aBytes - bBytes;
}

/** Code points of valid UTF-8: all bytes that are no continuation. */
export function countCodePoints(data: i32, bytes: i32): i32 {
  let continuations = 0;
  let i = 0;
  for (; i + 8 <= bytes; i += 8) {
    const word = load<u64>(data + i);
    // 10xxxxxx: the top bit set and the next one not.
    if ((word & HIGH_BITS) != 0) continuations += popcnt<u64>(word & ~(word << 1) & HIGH_BITS) as i32;
  }
  for (; i < bytes; i++) continuations += i32((load<u8>(data + i) & 0xc0) == 0x80);
  return bytes - continuations;
}

/** Byte offset of a code point index within 0 … code points. */
export function offsetOf(header: i32, index: i32): i32 {
  const bytes = textBytes(header);
  const codePoints = textCodePoints(header);
  if (bytes == codePoints) return index;
  if (index == codePoints) return bytes;
  const data = textData(header);
  let at = 0;
  let left = index;
  while (at + 8 <= bytes) {
    const word = load<u64>(data + at);
    const starts = 8 - (popcnt<u64>(word & ~(word << 1) & HIGH_BITS) as i32);
    if (starts > left) break;
    left -= starts;
    at += 8;
  }
  // `at` may stand inside a code point that was counted before: its continuations start nothing.
  while (true) {
    if ((load<u8>(data + at) & 0xc0) != 0x80 && left-- == 0) break;
    at++;
  }
  return at;
}

/** Bytes of the code point that starts with `lead`. */
// @ts-ignore: decorator
@inline
export function leadBytes(lead: i32): i32 {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** The code point at `at`. */
export function codePointAt(at: i32): i32 {
  const lead = load<u8>(at) as i32;
  if (lead < 0x80) return lead;
  const second = (load<u8>(at, 1) as i32) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (load<u8>(at, 2) as i32) & 0x3f;
  if (lead < 0xf0) return ((lead & 0xf) << 12) | (second << 6) | third;
  return ((lead & 7) << 18) | (second << 12) | (third << 6) | ((load<u8>(at, 3) as i32) & 0x3f);
}

// @ts-ignore: decorator
@inline
export function codePointBytes(codePoint: i32): i32 {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

/** Writes a code point; returns the address after it. */
export function writeCodePoint(at: i32, codePoint: i32): i32 {
  if (codePoint < 0x80) {
    store<u8>(at, codePoint);
    return at + 1;
  }
  if (codePoint < 0x800) {
    store<u8>(at, 0xc0 | (codePoint >> 6));
    store<u8>(at, 0x80 | (codePoint & 0x3f), 1);
    return at + 2;
  }
  if (codePoint < 0x10000) {
    store<u8>(at, 0xe0 | (codePoint >> 12));
    store<u8>(at, 0x80 | ((codePoint >> 6) & 0x3f), 1);
    store<u8>(at, 0x80 | (codePoint & 0x3f), 2);
    return at + 3;
  }
  store<u8>(at, 0xf0 | (codePoint >> 18));
  store<u8>(at, 0x80 | ((codePoint >> 12) & 0x3f), 1);
  store<u8>(at, 0x80 | ((codePoint >> 6) & 0x3f), 2);
  store<u8>(at, 0x80 | (codePoint & 0x3f), 3);
  return at + 4;
}

/** White_Space of Unicode: 25 code points, the same since 4.0 but for U+180E, which left in 6.3. */
export function isSpace(codePoint: i32): bool {
  if (codePoint < 0x80) return codePoint == 0x20 || (codePoint >= 9 && codePoint <= 13);
  return codePoint == 0x85 || codePoint == 0xa0 || codePoint == 0x1680 || (codePoint >= 0x2000 && codePoint <= 0x200a)
    || codePoint == 0x2028 || codePoint == 0x2029 || codePoint == 0x202f || codePoint == 0x205f || codePoint == 0x3000;
}
