// Scan: reads JSON text without making anything of it. Finds the first place where it is not the JSON we take (RFC 8259
// with I-JSON's ban on lone surrogates, nesting 256), and counts the members of every container, so that reading
// (json.ts) knows how much memory each needs. Repeated keys are found while reading.
//
// Errors are told as the byte where the offending token starts. Words, numbers and strings are tokens; a word goes on to
// the next space or punctuation, so `nulls` is one wrong token, not `null` and something.

import { NESTING_MAX } from './measure';
import { allocate, arenaTop, release } from './memory';

export const ARRAY: i32 = 0;
export const OBJECT: i32 = 1;

const EXPECT_VALUE: i32 = 0;
const EXPECT_ELEMENT_OR_END: i32 = 1;
const EXPECT_KEY_OR_END: i32 = 2;
const EXPECT_KEY: i32 = 3;
const EXPECT_COLON: i32 = 4;
const AFTER_VALUE: i32 = 5;

/** What `scan` found: the byte of the first error, or -1; whether the bytes are no UTF-8 at all, or a key is at fault. */
export let errorByte: i32 = -1;
export let errorIsEncoding: bool = false;
export let errorIsKey: bool = false;
/** Whether the text ends where its innermost container might have been closed. */
export let errorIsUnclosed: bool = false;

/** Containers in the order they open: their counts of members, four bytes each; one unfinished member is counted too. */
export let countsAt: i32 = 0;

/** Frames: 8 bytes each, kind and the container's place in the counts. */
const frames: i32 = memory.data((256 + 1) * 8, 8) as i32;

/** Scans the whole text. Counts stay at `countsAt` in the arena. */
export function scan(text: i32, bytes: i32): void {
  errorIsKey = false;
  errorIsUnclosed = false;
  countsAt = arenaTop();
  errorByte = validatePrefix(text, bytes);
  errorIsEncoding = errorByte >= 0;
  if (errorIsEncoding) return;
  errorByte = scanTokens(text, bytes);
}

function scanTokens(text: i32, bytes: i32): i32 {
  let depth = 0;
  let containers = 0;
  let state = EXPECT_VALUE;
  let at = 0;
  let error = -1;
  while (true) {
    at = skipSpace(text, bytes, at);
    if (at >= bytes) {
      if (state != AFTER_VALUE || depth != 0) error = bytes;
      errorIsUnclosed = depth > 0 && (state == AFTER_VALUE || state == EXPECT_ELEMENT_OR_END || state == EXPECT_KEY_OR_END);
      break;
    }
    const byte = load<u8>(text + at) as i32;
    if (state == AFTER_VALUE) {
      if (depth == 0) {
        error = at;
        break;
      }
      const isObject = frameKind(depth) == OBJECT;
      if (byte == 0x2c) state = isObject ? EXPECT_KEY : EXPECT_VALUE;
      else if (byte == (isObject ? 0x7d : 0x5d)) depth--;
      else {
        error = at;
        break;
      }
      at++;
      continue;
    }
    if (state == EXPECT_COLON) {
      if (byte != 0x3a) {
        error = at;
        break;
      }
      state = EXPECT_VALUE;
      at++;
      continue;
    }
    if (state == EXPECT_KEY || state == EXPECT_KEY_OR_END) {
      if (byte == 0x7d && state == EXPECT_KEY_OR_END) {
        depth--;
        state = AFTER_VALUE;
        at++;
        continue;
      }
      const next = byte == 0x22 ? stringEnd(text, bytes, at) : -1;
      if (next < 0) {
        error = at;
        errorIsKey = next == LONE_SURROGATE;
        break;
      }
      countMember(depth);
      state = EXPECT_COLON;
      at = next;
      continue;
    }
    if (byte == 0x5d && state == EXPECT_ELEMENT_OR_END) {
      depth--;
      state = AFTER_VALUE;
      at++;
      continue;
    }
    if (byte == 0x5b || byte == 0x7b) {
      if (depth >= NESTING_MAX) {
        error = at;
        break;
      }
      if (depth > 0 && frameKind(depth) == ARRAY) countMember(depth);
      depth++;
      const kind = byte == 0x7b ? OBJECT : ARRAY;
      const cell = allocate(8);
      // Cells are 8-aligned, counts need 4: two share a cell.
      if ((containers & 1) != 0) release(cell);
      store<i32>(countsAt + (containers << 2), 0);
      store<i32>(frames + (depth << 3), kind);
      store<i32>(frames + (depth << 3), containers++, 4);
      state = kind == OBJECT ? EXPECT_KEY_OR_END : EXPECT_ELEMENT_OR_END;
      at++;
      continue;
    }
    const next = scalarEnd(text, bytes, at, byte);
    if (next < 0) {
      error = at;
      break;
    }
    if (depth > 0 && frameKind(depth) == ARRAY) countMember(depth);
    state = AFTER_VALUE;
    at = next;
  }
  return error;
}

// @ts-ignore: decorator
@inline
function frameKind(depth: i32): i32 {
  return load<i32>(frames + (depth << 3));
}

// @ts-ignore: decorator
@inline
function countMember(depth: i32): void {
  const count = countsAt + (load<i32>(frames + (depth << 3), 4) << 2);
  store<i32>(count, load<i32>(count) + 1);
}

/** Offset after white space. */
// @ts-ignore: decorator
@inline
export function skipSpace(text: i32, bytes: i32, from: i32): i32 {
  let at = from;
  while (at < bytes) {
    const byte = load<u8>(text + at) as i32;
    if (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09) break;
    at++;
  }
  return at;
}

const MALFORMED: i32 = -1;
const LONE_SURROGATE: i32 = -2;

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

function isWordByte(byte: i32): bool {
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

/** Byte of a byte-order mark (0), or of the first byte that cannot go on a UTF-8 text; -1 when all is well. */
function validatePrefix(text: i32, bytes: i32): i32 {
  if (bytes >= 3 && load<u16>(text) == 0xbbef && load<u8>(text, 2) == 0xbf) return 0;
  let at = 0;
  while (at < bytes) {
    if (at + 8 <= bytes && (load<u64>(text + at) & 0x8080808080808080) == 0) {
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
