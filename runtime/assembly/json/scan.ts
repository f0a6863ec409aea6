// Scan: the tokens of JSON text (RFC 8259 with I-JSON's ban on lone surrogates): where text in them ends, what it stands
// for, which words there are. In: UTF-8 that ends with a byte of 0, which no token has. Nothing is made here but
// text in an open sink.
//
// Words, numbers and strings are tokens; a word goes on to the next space or punctuation, so `nulls` is one wrong token,
// not `null` and something.

import { advance, need, sinkAt } from './sink';
import { HIGH_BITS, writeCodePoint } from '../text/text';

export const MALFORMED: i32 = -1;
export const LONE_SURROGATE: i32 = -2;

/** Everything but white space and " , / : [ ] { }; each of these is a bit of a mask. */
export function isWordByte(byte: i32): bool {
  const set: u64 = byte < 64 ? 0x0400900500002600 : 0x2800000028000000;
  return byte > 127 || ((set >> (byte & 63)) & 1) == 0;
}

/** What an escape of one letter stands for; 0 for none. */
function unescaped(escape: i32): i32 {
  if (escape == 0x22 || escape == 0x5c || escape == 0x2f) return escape;
  if (escape == 0x62) return 8;
  if (escape == 0x66) return 12;
  if (escape == 0x6e) return 10;
  if (escape == 0x72) return 13;
  return escape == 0x74 ? 9 : 0;
}

/** The number of four hexadecimal digits; -1 when there are not four. */
function hexUnit(from: i32): i32 {
  let unit = 0;
  for (let i = 0; i < 4; i++) {
    const byte = load<u8>(from + i) as i32;
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

/**
 * Writes what a string stands for whose opening quote stands before `data`; half a surrogate pair becomes U+FFFD. Returns
 * the address behind the closing quote, or MALFORMED, or LONE_SURROGATE when that is all that is wrong.
 */
export function putUnescaped(data: i32): i32 {
  let at = data;
  let lone = false;
  while (true) {
    // Eight bytes at a time up to the first that is no plain character.
    const word = load<u64>(at);
    store<u64>(sinkAt(), word);
    const plain = plainBytes(word);
    need(plain);
    advance(plain);
    at += plain;
    if (plain == 8) continue;
    const byte = load<u8>(at++) as i32;
    if (byte == 0x22) return lone ? LONE_SURROGATE : at;
    if (byte != 0x5c) return MALFORMED;
    const escape = load<u8>(at++) as i32;
    let unit = unescaped(escape);
    if (escape == 0x75) {
      unit = hexUnit(at);
      if (unit < 0) return MALFORMED;
      at += 4;
      if (unit >= 0xd800 && unit <= 0xdfff) {
        const low = unit <= 0xdbff && load<u16>(at) == 0x755c ? hexUnit(at + 2) : 0;
        if (low >= 0xdc00 && low <= 0xdfff) {
          unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
          at += 6;
        } else {
          unit = 0xfffd;
          lone = true;
        }
      }
    } else if (unit == 0) return MALFORMED;
    need(4);
    advance(writeCodePoint(sinkAt(), unit) - sinkAt());
  }
}

/** Whether the text that `validatePrefix` looked at has only ASCII characters. */
export let isAsciiText: bool = false;

/**
 * Byte of a byte-order mark (0), or of the first byte that cannot go on a UTF-8 text; -1 when all is well. Behind the text
 * stands a byte of 0, which goes on nothing.
 */
export function validatePrefix(text: i32, bytes: i32): i32 {
  if (bytes >= 3 && load<u16>(text) == 0xbbef && load<u8>(text, 2) == 0xbf) return 0;
  const end = text + bytes;
  let at = text;
  isAsciiText = true;
  while (true) {
    while (at + 8 <= end && (load<u64>(at) & HIGH_BITS) == 0) at += 8;
    const lead = load<u8>(at) as i32;
    if (lead < 0x80) {
      if (at == end) return -1;
      at++;
      continue;
    }
    isAsciiText = false;
    if (lead < 0xc2 || lead > 0xf4) return at - text;
    // The second byte's range keeps out long forms, surrogates and what lies beyond U+10FFFF.
    let low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    let high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    for (let more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3; more > 0; more--) {
      const byte = load<u8>(++at) as i32;
      if (byte < low || byte > high) return at - text;
      low = 0x80;
      high = 0xbf;
    }
    at++;
  }
}
