// Stem: the Snowball English stem of a word, in place. The reference, with its explanations, is
// runtime/locate/stem.ts; the tables of suffixes are made from it.

import { EXCEPTIONS, PAST, STOPS, STOPS_COUNT, SUFFIXES_2, SUFFIXES_3, SUFFIXES_4 } from './table';

const LETTERS_MIN: i32 = 3;
/** No English word is longer. */
const LETTERS_MAX: i32 = 64;
const SUFFIX_BYTES: i32 = 16;
/** Bits of what a row says beside the letters. */
const AFTER_ANY: u32 = 1 << 26;
const IN_R2: u32 = 1 << 27;
/** Tables whose rows are found by a letter begin with the first row of each. */
const STARTS_BYTES: i32 = 32;

/** a e i o u y; a consonant y is written Y meanwhile. */
const VOWELS: i32 = 0x1104111;
const LOWER_A: i32 = 0x61;
const UPPER_Y: i32 = 0x59;

let word: i32 = 0;
let length: i32 = 0;
let r1: i32 = 0;
let r2: i32 = 0;

/** Stems the folded word of `bytes` bytes at `at`; returns its new length. Eight bytes before it can be read and eight after it written. */
export function stem(at: i32, bytes: i32): i32 {
  if (bytes < LETTERS_MIN || bytes > LETTERS_MAX) return bytes;
  for (let i = 0; i < bytes; i++) {
    if (((load<u8>(at + i) as i32) - LOWER_A) as u32 >= 26) return bytes;
  }
  return stemEnglish(at, bytes);
}

/** The same of a word that is known to be 3 to 64 letters from a to z. */
export function stemEnglish(at: i32, bytes: i32): i32 {
  word = at;
  length = bytes;
  if (replaceException()) return length;
  const marked = markConsonantY();
  r1 = findR1();
  r2 = regionAfter(r1);
  removePlural();
  if (!isStop()) {
    removePast();
    replaceFinalY();
    replaceSuffix(SUFFIXES_2, r1);
    replaceSuffix(SUFFIXES_3, r1);
    replaceSuffix(SUFFIXES_4, r2);
    removeFinalE();
  }
  if (marked) restoreY();
  return length;
}

// @ts-ignore: decorator
@inline
function letter(index: i32): i32 {
  return load<u8>(word + index) as i32;
}

// @ts-ignore: decorator
@inline
function isVowel(character: i32): bool {
  const index = character - LOWER_A;
  return (index as u32) < 26 && ((VOWELS >>> index) & 1) != 0;
}

/** The word as at most eight bytes, the rest of them 0; for words of up to eight. */
function packed(): u64 {
  return length == 8 ? load<u64>(word) : load<u64>(word) & (((1 as u64) << ((length << 3) as u64)) - 1);
}

function replaceException(): bool {
  if (length > 8) return false;
  const own = packed();
  const letters = EXCEPTIONS + letter(0) - LOWER_A;
  for (let i = load<u8>(letters) as i32, end = load<u8>(letters, 1) as i32; i < end; i++) {
    const row = EXCEPTIONS + STARTS_BYTES + (i << 4);
    if (load<u64>(row) != own) continue;
    const to = load<u64>(row, 8);
    store<u64>(word, to);
    length = 8 - ((clz<u64>(to) >> 3) as i32);
    return true;
  }
  return false;
}

function isStop(): bool {
  // inning, outing, canning, herring, earring, proceed, exceed, succeed
  if (length > 7 || length < 6) return false;
  const own = packed();
  for (let i = 0; i < STOPS_COUNT; i++) {
    if (load<u64>(STOPS + (i << 3)) == own) return true;
  }
  return false;
}

function markConsonantY(): bool {
  let marked = false;
  for (let i = 0; i < length; i++) {
    if (letter(i) != 0x79 || (i > 0 && !isVowel(letter(i - 1)))) continue;
    store<u8>(word + i, UPPER_Y);
    marked = true;
  }
  return marked;
}

function restoreY(): void {
  for (let i = 0; i < length; i++) {
    if (letter(i) == UPPER_Y) store<u8>(word + i, 0x79);
  }
}

/** Whether the word starts with `bytes` bytes, given as a number. */
// @ts-ignore: decorator
@inline
function starts(text: u64, bytes: i32): bool {
  return length >= bytes && (load<u64>(word) & (((1 as u64) << ((bytes << 3) as u64)) - 1)) == text;
}

const GENER: u64 = 0x72656e6567;
const COMMUN: u64 = 0x6e756d6d6f63;
const ARSEN: u64 = 0x6e65737261;

function findR1(): i32 {
  if (starts(GENER, 5) || starts(ARSEN, 5)) return 5;
  return starts(COMMUN, 6) ? 6 : regionAfter(0);
}

function regionAfter(from: i32): i32 {
  let at = from;
  while (at < length && !isVowel(letter(at))) at++;
  while (at < length && isVowel(letter(at))) at++;
  return min<i32>(at + 1, length);
}

function hasVowel(bytes: i32): bool {
  for (let i = 0; i < bytes; i++) {
    if (isVowel(letter(i))) return true;
  }
  return false;
}

/** Of the first `bytes` letters. */
function endsShort(bytes: i32): bool {
  if (bytes < 2) return false;
  const last = letter(bytes - 1);
  if (!isVowel(letter(bytes - 2)) || isVowel(last)) return false;
  if (bytes == 2) return true;
  return last != 0x77 && last != 0x78 && last != UPPER_Y && !isVowel(letter(bytes - 3));
}

/** Step 1a. */
function removePlural(): void {
  const last = letter(length - 1);
  const second = letter(length - 2);
  if (last == 0x73 && length >= 4 && second == 0x65 && letter(length - 3) == 0x73 && letter(length - 4) == 0x73) {
    length -= 2;
  } else if ((last == 0x73 || last == 0x64) && second == 0x65 && letter(length - 3) == 0x69) {
    length -= length > 4 ? 2 : 1;
  } else if (last == 0x73 && second != 0x75 && second != 0x73 && hasVowel(length - 2)) {
    length -= 1;
  }
}

/** Row of the first suffix the word ends in, or 0. */
function findSuffix(suffixes: i32): i32 {
  const last = letter(length - 1) - LOWER_A;
  if ((last as u32) >= 26) return 0;
  const tail = load<u64>(word + length - 8);
  const end = suffixes + STARTS_BYTES + (load<u8>(suffixes + last, 1) as i32) * SUFFIX_BYTES;
  for (let row = suffixes + STARTS_BYTES + (load<u8>(suffixes + last) as i32) * SUFFIX_BYTES; row < end; row += SUFFIX_BYTES) {
    const bytes = load<u8>(row) as i32;
    // Letters of the suffix are the highest bytes; its length, the lowest, is shifted out.
    if (bytes <= length && ((tail ^ load<u64>(row)) >> ((64 - (bytes << 3)) as u64)) == 0) return row;
  }
  return 0;
}

/** Step 1b. */
function removePast(): void {
  const row = findSuffix(PAST);
  if (row == 0) return;
  const rest = length - (load<u8>(row) as i32);
  if (letter(rest) == 0x65 && letter(rest + 1) == 0x65) {
    if (rest >= r1) length = rest + 2;
    return;
  }
  if (!hasVowel(rest)) return;
  length = rest;
  const last = rest > 0 ? letter(rest - 1) : 0;
  const second = rest > 1 ? letter(rest - 2) : 0;
  if ((second == 0x61 && last == 0x74) || (second == 0x62 && last == 0x6c) || (second == 0x69 && last == 0x7a)) {
    append(0x65);
  } else if (last == second && isDouble(last)) {
    length -= 1;
  } else if (rest <= r1 && endsShort(rest)) {
    append(0x65);
  }
}

/** b d f g m n p r t */
// @ts-ignore: decorator
@inline
function isDouble(character: i32): bool {
  const index = character - LOWER_A;
  return (index as u32) < 26 && ((0xab06a >>> index) & 1) != 0;
}

function append(character: i32): void {
  store<u8>(word + length, character);
  length += 1;
}

/** Step 1c. */
function replaceFinalY(): void {
  if (length > 2 && (letter(length - 1) | 0x20) == 0x79 && !isVowel(letter(length - 2))) store<u8>(word + length - 1, 0x69);
}

/** Steps 2 to 4. */
function replaceSuffix(suffixes: i32, region: i32): void {
  const row = findSuffix(suffixes);
  if (row == 0) return;
  const rest = length - (load<u8>(row) as i32);
  const kind = load<u32>(row, 8);
  if (rest < ((kind & IN_R2) != 0 ? r2 : region)) return;
  if ((kind & AFTER_ANY) == 0) {
    const index = rest > 0 ? letter(rest - 1) - LOWER_A : -1;
    if ((index as u32) >= 26 || ((kind >>> index) & 1) == 0) return;
  }
  const to = (kind >>> 28) as i32;
  for (let i = 0; i < to; i++) store<u8>(word + rest + i, load<u8>(row + 12 + i));
  length = rest + to;
}

/** Step 5. */
function removeFinalE(): void {
  const rest = length - 1;
  const last = letter(rest);
  if (last == 0x65) {
    if (rest >= r2 || (rest >= r1 && !endsShort(rest))) length = rest;
  } else if (last == 0x6c && length >= 2 && letter(rest - 1) == 0x6c && rest >= r2) {
    length = rest;
  }
}
