// Locate, words: cuts texts into words and other characters, and writes the key of each: what must be equal for two of
// them to be the same. The reference is runtime/locate/words.ts and locate/methods.ts.

import { ASCII, WORDS } from './table';
import { DIGIT, HYPHEN, SPACE, WORD, classOf, fold, isBoundary, marksOf, narrow } from './unicode';
import { mayBeStem } from './block';
import { allocate, arenaTop, release } from '../run/memory';
import { stem, stemEnglish } from './stem';
import { codePointAt, leadBytes, writeCodePoint } from '../text/text';

/** What a key is to a number; the first five are those of the table. */
export const NUMBER_ONE: i32 = 1;
export const NUMBER_TEN: i32 = 2;
export const NUMBER_HUNDRED: i32 = 3;
export const NUMBER_THOUSAND: i32 = 4;
export const NUMBER_AND: i32 = 5;
export const NUMBER_SPACE: i32 = 6;
/** Digits that are a number. */
export const NUMBER_DIGITS: i32 = 7;
/** Digits, points and commas that are none. */
export const NUMBER_LIKE: i32 = 8;
/** A colon or a slash. */
export const NUMBER_JOIN: i32 = 9;

// All bytes at once: the highest bit of each byte says yes.
const HIGH_BITS: u64 = 0x8080808080808080;
const FROM_UPPER_A: u64 = 0x3f3f3f3f3f3f3f3f;
const BEYOND_UPPER_Z: u64 = 0x2525252525252525;
const FROM_LOWER_A: u64 = 0x1f1f1f1f1f1f1f1f;
const BEYOND_LOWER_Z: u64 = 0x0505050505050505;

/** Address after the token that `nextToken` found. */
export let tokenEnd: i32 = 0;

const POINT: i32 = 0x2e;
const COMMA: i32 = 0x2c;
/** Tables whose rows are found by a letter begin with the first row of each. */
const STARTS_BYTES: i32 = 32;
const WIDE_POINT: i32 = 0xff0e;
const WIDE_COMMA: i32 = 0xff0c;

/** How many letters of ASCII a text begins with, of eight bytes. */
// @ts-ignore: decorator
@inline
function leadingLetters(bytes: u64): i32 {
  const folded = (bytes | (HIGH_BITS >> 2)) & ~HIGH_BITS;
  const letters = (folded + FROM_LOWER_A) & ~(folded + BEYOND_LOWER_Z) & ~bytes & HIGH_BITS;
  return (ctz<u64>(letters ^ HIGH_BITS) >> 3) as i32;
}

/** The token at `at` (before `end`): its class and marks; `tokenEnd` is set. */
// @ts-ignore: decorator
@inline
export function nextToken(at: i32, end: i32): i32 {
  const byte = load<u8>(at) as i32;
  let kind = load<u8>(ASCII + byte) as i32;
  if ((kind & WORD) != 0) {
    // Nearly every word is some letters of ASCII and then something else of ASCII. Reading past the end is allowed.
    let letters = leadingLetters(load<u64>(at));
    if (letters == 8) letters += leadingLetters(load<u64>(at, 8));
    let to = at + letters;
    if (letters > 0 && to < end) {
      const after = load<u8>(to) as i32;
      if (after < 0x80 && (load<u8>(ASCII + after) & WORD) == 0) {
        tokenEnd = to;
        return WORD;
      }
    }
    let last = kind;
    to = at + 1;
    while (to < end) {
      kind = load<u8>(ASCII + (load<u8>(to) as i32)) as i32;
      if ((kind & WORD) == 0) break;
      last = kind;
      to++;
    }
    tokenEnd = to == end || (load<u8>(to) < 0x80 && (last & DIGIT) == 0) ? to : wordEnd(to, end, last, 0);
    return WORD;
  }
  if (byte < 0x80) {
    tokenEnd = at + 1;
    return kind;
  }
  return nextBeyondAscii(at, end);
}

/** The same for those who read few tokens: what is inlined stands in each of them. */
export function readToken(at: i32, end: i32): i32 {
  return nextToken(at, end);
}

function nextBeyondAscii(at: i32, end: i32): i32 {
  const codePoint = codePointAt(at);
  const kind = classOf(codePoint);
  const to = at + leadBytes(load<u8>(at) as i32);
  tokenEnd = to;
  if ((kind & WORD) == 0) return kind | marksOf(codePoint);
  tokenEnd = wordEnd(to, end, kind, codePoint);
  return WORD;
}

/** Where the word ends whose characters before `from` end in one of class `kind`, the code point `last` (0 for any in ASCII). */
function wordEnd(from: i32, end: i32, kind: i32, last: i32): i32 {
  let before = kind;
  let wide = isWideDigit(last);
  for (let at = from; at < end;) {
    const byte = load<u8>(at) as i32;
    const codePoint = byte < 0x80 ? byte : codePointAt(at);
    const next = byte < 0x80 ? load<u8>(ASCII + byte) as i32 : classOf(codePoint);
    const to = at + leadBytes(byte);
    if (!isBoundary(before, next)) {
      before = next;
      wide = isWideDigit(codePoint);
    } else if (!isInNumber(before, wide, codePoint, to, end)) {
      const on = afterInvisible(at, end);
      if (on == at || on == end || isBoundary(before, classOf(codePointAt(on)))) return at;
      at = on;
      continue;
    }
    at = to;
  }
  return end;
}

/** Address behind the characters at `at` that nobody sees. */
function afterInvisible(at: i32, end: i32): i32 {
  let to = at;
  while (to < end && isInvisible(to)) to += leadBytes(load<u8>(to) as i32);
  return to;
}

/** Whether at an address stands a soft hyphen, a zero-width space or joiner, or a mark of byte order. */
export function isInvisible(at: i32): bool {
  if (load<u8>(at) < 0xc2) return false;
  const codePoint = codePointAt(at);
  return codePoint == 0xad || (codePoint >= 0x200b && codePoint <= 0x200d) || codePoint == 0x2060 || codePoint == 0xfeff;
}

/** Whether `mark`, after a digit, is part of a number that goes on at `at`. */
function isInNumber(before: i32, wide: bool, mark: i32, at: i32, end: i32): bool {
  if ((before & DIGIT) == 0 || at >= end) return false;
  if (mark == POINT || mark == COMMA) {
    const after = classOf(codePointAt(at));
    return (after & DIGIT) != 0 && !isBoundary(before, after);
  }
  return wide && (mark == WIDE_POINT || mark == WIDE_COMMA) && isWideDigit(codePointAt(at));
}

// @ts-ignore: decorator
@inline
function isWideDigit(codePoint: i32): bool {
  return codePoint >= 0xff10 && codePoint <= 0xff19;
}

/** Whether a token of this kind is white space or a hyphen. */
// @ts-ignore: decorator
@inline
export function isSeparator(kind: i32): bool {
  return (kind & (SPACE | HYPHEN)) != 0;
}

/** The key that was written last, and what is known of its word. */
export let keyAt: i32 = 0;
export let keyBytes: i32 = 0;
export let wordNumber: i32 = 0;
export let wordValue: i32 = 0;

/** Longer words are written at the arena's top. */
const BUFFER_BYTES: i32 = 512;
/** Stems are read from eight bytes before the word on, hashes to eight bytes after it. */
const SLACK_BYTES: i32 = 8;
const buffer: i32 = memory.data(512 + 3 * 8, 8) as i32;

/** Address at which a key of a token of `bytes` bytes can be written, with place for a character before it; folding makes at most half as much again. */
function keySpace(bytes: i32): i32 {
  if (bytes <= BUFFER_BYTES / 2) return buffer + SLACK_BYTES;
  const mark = arenaTop();
  const space = allocate((bytes << 1) + 3 * SLACK_BYTES);
  // Nothing is allocated before the key was used.
  release(mark);
  return space + SLACK_BYTES;
}

/** Writes the key of a token: folded, width and quotes made equal. Not stemmed yet. */
export function writeSpacedKey(at: i32, end: i32): void {
  keyAt = keySpace(end - at);
  let to = keyAt;
  for (let from = at; from < end;) {
    const byte = load<u8>(from) as i32;
    if (byte < 0x80) {
      store<u8>(to++, fold(byte));
      from++;
    } else {
      // At the start it is no part of a word.
      if (from == at || !isInvisible(from)) to = writeCodePoint(to, fold(narrow(codePointAt(from))));
      from += leadBytes(byte);
    }
  }
  keyBytes = to - keyAt;
}

/** Writes the key of a token where only its case may differ, after a byte that no other key has. */
export function writeCaseKey(at: i32, end: i32): void {
  keyAt = keySpace(end - at);
  store<u8>(keyAt, 0xff);
  let to = keyAt + 1;
  for (let from = at; from < end; from += leadBytes(load<u8>(from) as i32)) to = writeCodePoint(to, fold(codePointAt(from)));
  keyBytes = to - keyAt;
}

/** Writes the key of a word, with its stem, and sets what is known of it. `wordNumber` tells whether `writeNumberKey` has something to say. */
export function writeWordKey(at: i32, end: i32): void {
  writeSpacedKey(at, end);
  const row = findWord();
  wordNumber = row == 0 ? 0 : load<u8>(row, 13) as i32;
  wordValue = row == 0 ? 0 : load<u16>(row, 14) as i32;
  if (row == 0) wordNumber = readDigits();
  keyBytes = singled(stem(keyAt, keyBytes));
}

/** Bytes of a stem without the second of two equal consonants at its end. */
function singled(bytes: i32): i32 {
  if (bytes < 3 || bytes > 64) return bytes;
  const last = load<u8>(keyAt + bytes - 1) as i32;
  if (last != load<u8>(keyAt + bytes - 2) || last < 0x61 || last > 0x7a) return bytes;
  return last == 0x61 || last == 0x65 || last == 0x69 || last == 0x6f || last == 0x75 ? bytes : bytes - 1;
}

/** Row of the key in the vocabulary, or 0. */
function findWord(): i32 {
  if (keyBytes > 12) return 0;
  store<u64>(keyAt + keyBytes, 0);
  store<u32>(keyAt + keyBytes, 0, 8);
  return findRow(load<u64>(keyAt), load<u32>(keyAt, 8));
}

/** Row of a word of up to twelve bytes, the rest of them 0. */
// @ts-ignore: decorator
@inline
function findRow(head: u64, tail: u32): i32 {
  const letter = (head as i32 & 0xff) - 0x61;
  if ((letter as u32) >= 26) return 0;
  const end = WORDS + STARTS_BYTES + ((load<u8>(WORDS + letter, 1) as i32) << 4);
  for (let row = WORDS + STARTS_BYTES + ((load<u8>(WORDS + letter) as i32) << 4); row < end; row += 16) {
    if (load<u64>(row) == head && load<u32>(row, 8) == tail) return row;
  }
  return 0;
}

/** The sieve excludes the word: no symbol has its first letters, so it was not stemmed. */
export let isSifted: bool = false;

/**
 * `writeWordKey` for most words: ASCII of up to sixteen bytes, given as numbers that are 0 beyond the word. False when it
 * is not one of those.
 */
export function writeShortKey(low: u64, high: u64, bytes: i32): bool {
  isSifted = false;
  if (((low | high) & HIGH_BITS) != 0) return false;
  const first = low | (((low + FROM_UPPER_A) & ~(low + BEYOND_UPPER_Z) & HIGH_BITS) >> 2);
  const second = high | (((high + FROM_UPPER_A) & ~(high + BEYOND_UPPER_Z) & HIGH_BITS) >> 2);
  keyAt = buffer + SLACK_BYTES;
  keyBytes = bytes;
  store<u64>(keyAt, first);
  store<u64>(keyAt, second, 8);
  const row = (second >> 32) == 0 ? findRow(first, second as u32) : 0;
  wordNumber = row == 0 ? 0 : load<u8>(row, 13) as i32;
  wordValue = row == 0 ? 0 : load<u16>(row, 14) as i32;
  if (isDigit(0)) wordNumber = readDigits();
  const letters = ((first + FROM_LOWER_A) & ~(first + BEYOND_LOWER_Z) & HIGH_BITS);
  const more = ((second + FROM_LOWER_A) & ~(second + BEYOND_LOWER_Z) & HIGH_BITS);
  if (bytes >= 3 && (popcnt<u64>(letters) + popcnt<u64>(more) as i32) == bytes) {
    isSifted = !mayBeStem(first as i32);
    if (!isSifted) keyBytes = singled(stemEnglish(keyAt, bytes));
  } else {
    keyBytes = singled(bytes);
  }
  return true;
}

/** The form of a key of digits: whole digits, or groups of three, and a fraction; else only like a number, or nothing. */
function readDigits(): i32 {
  if (keyBytes == 0 || !isDigit(0)) return 0;
  let points = 0;
  let commas = 0;
  let since = 0;
  let grouped = true;
  for (let i = 0; i < keyBytes; i++) {
    const byte = load<u8>(keyAt + i) as i32;
    if (byte == POINT) {
      if (points++ == 0 && commas > 0 && since != 3) grouped = false;
      since = 0;
    } else if (byte == COMMA) {
      // The first group has one to three digits, the others three; a fraction has none.
      if (points > 0 || (commas++ == 0 ? since > 3 : since != 3)) grouped = false;
      since = 0;
    } else if (isDigit(i)) {
      since++;
    } else {
      return 0;
    }
  }
  if (points == 0 && commas > 0 && since != 3) grouped = false;
  return points <= 1 && grouped && since > 0 ? NUMBER_DIGITS : NUMBER_LIKE;
}

// @ts-ignore: decorator
@inline
function isDigit(index: i32): bool {
  return load<u8>(keyAt + index) - 0x30 < 10;
}

/**
 * Rewrites the key of digits as the key of its value: `#=`, no commas, no zeros that say nothing. A word starts with no
 * `#` and other characters stand alone, so a value meets only values.
 */
export function writeDigitsKey(): void {
  // Two bytes come before it; the slack has them.
  const start = keyAt - 2;
  const end = keyAt + keyBytes;
  let from = keyAt;
  let to = keyAt;
  while (from + 1 < end && (load<u8>(from) == 0x30 || load<u8>(from) == COMMA) && load<u8>(from + 1) != POINT) from++;
  let point = -1;
  for (; from < end; from++) {
    const byte = load<u8>(from) as i32;
    if (byte == COMMA) continue;
    if (byte == POINT) point = to;
    store<u8>(to++, byte);
  }
  if (point >= 0) {
    while (load<u8>(to - 1) == 0x30) to--;
    if (to - 1 == point) to--;
  }
  startNumber(start);
  keyBytes = to - start;
}

/** Writes the key of a value below a million. */
export function writeValueKey(value: i32): void {
  let at = buffer + SLACK_BYTES + 10;
  const end = at;
  let rest = value;
  do {
    store<u8>(--at, 0x30 + rest % 10);
    rest /= 10;
  } while (rest > 0);
  startNumber(at - 2);
  keyBytes = end - keyAt;
}

function startNumber(at: i32): void {
  store<u8>(at, 0x23);
  store<u8>(at, 0x3d, 1);
  keyAt = at;
}
