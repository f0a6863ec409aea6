// Scan: the tokens of JSON text (RFC 8259 with I-JSON's ban on lone surrogates): where they end, whether they are whole,
// what strings stand for. Comes in: text that ends with a byte of 0 or at a given length. Nothing is made here but text
// in an open sink.
//
// Words, numbers and strings are tokens; a word goes on to the next space or punctuation, so `nulls` is one wrong token,
// not `null` and something.

import { advance, need, putByte, sinkAt } from './sink';
import { HIGH_BITS, writeCodePoint } from './text';

export const ARRAY: i32 = 0;
export const OBJECT: i32 = 1;

/** Offset after white space. */
export function skipSpace(text: i32, bytes: i32, from: i32): i32 {
  let at = from;
  while (at < bytes) {
    const byte = load<u8>(text + at) as i32;
    if (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09) break;
    at++;
  }
  return at;
}

export const MALFORMED: i32 = -1;
export const LONE_SURROGATE: i32 = -2;

/** Offset after the string, number or word at `at`; negative when it is wrong. */
export function scalarEnd(text: i32, bytes: i32, at: i32, byte: i32): i32 {
  if (byte == 0x22) return stringEnd(text, bytes, at);
  if (byte == 0x2d || (byte >= 0x30 && byte <= 0x39)) return numberEnd(text, bytes, at);
  let end = at;
  while (end < bytes && isWordByte(load<u8>(text + end) as i32)) end++;
  const word = text + at;
  if (end - at == 4 && load<u32>(word) == 0x6c6c756e) return end;
  if (end - at == 4 && load<u32>(word) == 0x65757274) return end;
  if (end - at == 5 && load<u32>(word) == 0x736c6166 && load<u8>(word, 4) == 0x65) return end;
  return MALFORMED;
}

export function isWordByte(byte: i32): bool {
  return byte > 0x20 && byte != 0x22 && byte != 0x2c && byte != 0x2f && byte != 0x3a && byte != 0x5b && byte != 0x5d
    && byte != 0x7b && byte != 0x7d || (byte < 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09);
}

/** Offset after the longest number at `at`; negative when it stops half-way. */
export function numberEnd(text: i32, bytes: i32, from: i32): i32 {
  let at = from;
  if (load<u8>(text + at) == 0x2d) at++;
  if (at >= bytes || !isDigit(text + at)) return MALFORMED;
  if (load<u8>(text + at) == 0x30) at++;
  else at = pastDigits(text, bytes, at);
  if (at < bytes && load<u8>(text + at) == 0x2e) {
    if (++at >= bytes || !isDigit(text + at)) return MALFORMED;
    at = pastDigits(text, bytes, at);
  }
  if (at < bytes && (load<u8>(text + at) | 0x20) == 0x65) {
    at++;
    if (at < bytes && (load<u8>(text + at) == 0x2b || load<u8>(text + at) == 0x2d)) at++;
    if (at >= bytes || !isDigit(text + at)) return MALFORMED;
    at = pastDigits(text, bytes, at);
  }
  return at;
}

// @ts-ignore: decorator
@inline
function isDigit(address: i32): bool {
  const byte = load<u8>(address);
  return byte >= 0x30 && byte <= 0x39;
}

function pastDigits(text: i32, bytes: i32, from: i32): i32 {
  let at = from;
  while (at < bytes && isDigit(text + at)) at++;
  return at;
}

/** Offset after the string whose opening quote stands at `from`; negative when it is wrong. */
export function stringEnd(text: i32, bytes: i32, from: i32): i32 {
  let at = from + 1;
  let lone = false;
  while (at < bytes) {
    const byte = load<u8>(text + at) as i32;
    if (byte == 0x22) return lone ? LONE_SURROGATE : at + 1;
    if (byte < 0x20) return MALFORMED;
    at++;
    if (byte != 0x5c) continue;
    if (at >= bytes) return MALFORMED;
    const escape = load<u8>(text + at++) as i32;
    if (escape == 0x75) {
      const unit = hexUnit(text, bytes, at);
      if (unit < 0) return MALFORMED;
      at += 4;
      if (unit >= 0xdc00 && unit <= 0xdfff) lone = true;
      else if (unit >= 0xd800 && unit <= 0xdbff) {
        if (at + 1 < bytes && load<u16>(text + at) == 0x755c) {
          const low = hexUnit(text, bytes, at + 2);
          if (low >= 0xdc00 && low <= 0xdfff) {
            at += 6;
            continue;
          }
        }
        lone = true;
      }
    } else if (unescaped(escape) == 0) return MALFORMED;
  }
  return MALFORMED;
}

/** What an escape of one letter stands for; 0 for none. */
export function unescaped(escape: i32): i32 {
  if (escape == 0x22 || escape == 0x5c || escape == 0x2f) return escape;
  if (escape == 0x62) return 8;
  if (escape == 0x66) return 12;
  if (escape == 0x6e) return 10;
  if (escape == 0x72) return 13;
  return escape == 0x74 ? 9 : 0;
}

/** The number of four hexadecimal digits; -1 when there are not four. */
export function hexUnit(text: i32, bytes: i32, from: i32): i32 {
  if (from + 4 > bytes) return -1;
  let unit = 0;
  for (let i = 0; i < 4; i++) {
    const byte = load<u8>(text + from + i) as i32;
    const letter = byte | 0x20;
    if (byte >= 0x30 && byte <= 0x39) unit = (unit << 4) | (byte - 0x30);
    else if (letter >= 0x61 && letter <= 0x66) unit = (unit << 4) | (letter - 0x57);
    else return -1;
  }
  return unit;
}

const LOW_BITS: u64 = 0x0101010101010101;

/** Address of the first quote, backslash or control character from `from` on, eight bytes at a time; there must be one. */
// @ts-ignore: decorator
@inline
export function textEnd(from: i32): i32 {
  let at = from;
  while (true) {
    const plain = plainBytes(load<u64>(at));
    at += plain;
    if (plain < 8) return at;
  }
}

/** How many of a word's eight bytes come before the first quote, backslash or control character. */
// @ts-ignore: decorator
@inline
export function plainBytes(word: u64): i32 {
  const quote = word ^ 0x2222222222222222;
  const slash = word ^ 0x5c5c5c5c5c5c5c5c;
  // A byte's top bit is set where the byte was 0, or below 0x20; above the first such byte it may be wrong.
  const found = (((quote - LOW_BITS) & ~quote) | ((slash - LOW_BITS) & ~slash) | ((word - 0x2020202020202020) & ~word)) & HIGH_BITS;
  return (ctz<u64>(found) >> 3) as i32;
}

/** Writes the characters that JSON string text stands for; half a surrogate pair becomes U+FFFD. */
export function putUnescaped(data: i32, bytes: i32): void {
  let at = 0;
  while (at < bytes) {
    const byte = load<u8>(data + at++) as i32;
    if (byte != 0x5c) {
      putByte(byte);
      continue;
    }
    const escape = load<u8>(data + at++) as i32;
    if (escape != 0x75) {
      putByte(unescaped(escape));
      continue;
    }
    let unit = hexUnit(data, bytes, at);
    at += 4;
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const low = unit <= 0xdbff && at + 1 < bytes && load<u16>(data + at) == 0x755c ? hexUnit(data, bytes, at + 2) : 0;
      if (low >= 0xdc00 && low <= 0xdfff) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      } else {
        unit = 0xfffd;
      }
    }
    need(4);
    advance(writeCodePoint(sinkAt(), unit) - sinkAt());
  }
}

/** Whether the text that `validatePrefix` looked at has only ASCII characters. */
export let isAsciiText: bool = false;

/** Byte of a byte-order mark (0), or of the first byte that cannot go on a UTF-8 text; -1 when all is well. */
export function validatePrefix(text: i32, bytes: i32): i32 {
  if (bytes >= 3 && load<u16>(text) == 0xbbef && load<u8>(text, 2) == 0xbf) return 0;
  let at = 0;
  while (at + 16 <= bytes && ((load<u64>(text + at) | load<u64>(text + at, 8)) & HIGH_BITS) == 0) at += 16;
  while (at < bytes && load<u8>(text + at) < 0x80) at++;
  isAsciiText = at == bytes;
  while (at < bytes) {
    if (at + 8 <= bytes && (load<u64>(text + at) & HIGH_BITS) == 0) {
      at += 8;
      continue;
    }
    const lead = load<u8>(text + at) as i32;
    if (lead < 0x80) {
      at++;
      continue;
    }
    if (lead < 0xc2 || lead > 0xf4) return at;
    const more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    // The second byte's range keeps out long forms, surrogates and what lies beyond U+10FFFF.
    let low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    let high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    for (let i = 1; i <= more; i++) {
      if (at + i >= bytes) return bytes;
      const byte = load<u8>(text + at + i) as i32;
      if (byte < low || byte > high) return at + i;
      low = 0x80;
      high = 0xbf;
    }
    at += more + 1;
  }
  return -1;
}
