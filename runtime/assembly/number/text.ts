// Number texts: JSON number text to values and back. In: UTF-8 bytes the JSON reader has checked against the grammar (or
// that `isNumberText` has). Out: a value; and for a value its one printed text: plain for −7 < e < 21, else `d.ddde+x`.
//
// A number beyond 18 digits or the bounds ("wide") is kept exactly, as the very text it prints: equal wide numbers have
// equal texts.

import { allocate } from '../run/memory';
import { DIGITS_MAX, MAGNITUDE_MAX, coefficientOf, exponentOf, magnitudeOf, settle } from './representation';
import { equalBytes } from '../text/text';
import { TAG_INTEGER, TAG_NUMBER } from '../shared/values';
import { addressOf, pointerValue, tagOf } from '../value/value';
import { E8, digitsOf, powerOfTen } from './wide';

/** What a wide number lies in, where others have a NumberRecord (shared/records.ts). */
@unmanaged
class WideCell {
  /** Address of the text. */
  text: i32;
  bytes: i32;
  /** 1 when it is a whole number. */
  whole: i32;
  /** 1: `kind` of a NumberRecord. */
  kind: i32;
  /** Of the text. */
  hash: u64;
}

// @ts-ignore: decorator
@inline
function asWide(address: i32): WideCell {
  return changetype<WideCell>(address);
}

const ZERO: u32 = 0x30;
const NINE: u32 = 0x39;
const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const POINT: u32 = 0x2e;

/** Printing is plain while the first digit's power of ten lies between these. */
const PLAIN_MIN: i64 = -7;
const PLAIN_MAX: i64 = 21;

/** Written exponents with more digits than this do not fit the 64-bit sums made with them. */
const EXPONENT_DIGITS_MAX: i32 = 17;

/** The value of JSON number text, exact at any size. */
export function parseNumberText(text: i32, bytes: i32): i64 {
  const end = text + bytes;
  let at = text;
  const negative = load<u8>(at) == MINUS;
  if (negative) at += 1;
  let coefficient: u64 = 0;
  // Digits from the first to the last that is not 0, and the zeros that followed it so far.
  let digits = 0;
  let zeros = 0;
  let decimals = 0;
  let behindPoint = false;
  while (at < end) {
    const byte: u32 = load<u8>(at);
    if (byte == POINT) behindPoint = true;
    else if (byte >= ZERO && byte <= NINE) {
      if (behindPoint) decimals += 1;
      if (byte != ZERO) {
        digits = digits == 0 ? 1 : digits + zeros + 1;
        if (digits <= DIGITS_MAX) coefficient = coefficient * powerOfTen(digits == 1 ? 1 : zeros + 1) + (byte - ZERO);
        zeros = 0;
      } else if (digits > 0) zeros += 1;
    } else break;
    at += 1;
  }
  if (digits == 0) return 0;
  // The power of ten of the last digit that is not 0, without the written exponent.
  const last = (zeros - decimals) as i64;
  let exponentNegative = false;
  if (at < end) {
    at += 1;
    const byte: u32 = load<u8>(at);
    exponentNegative = byte == MINUS;
    if (exponentNegative || byte == PLUS) at += 1;
    while (at < end - 1 && load<u8>(at) == ZERO) at += 1;
  }
  if (end - at > EXPONENT_DIGITS_MAX) return hugeValue(text, negative, digits, last, at, end, exponentNegative);
  let written: i64 = 0;
  while (at < end) {
    written = written * 10 + (load<u8>(at) - ZERO);
    at += 1;
  }
  const exponent = last + (exponentNegative ? 0 - written : written);
  const first = exponent + digits - 1;
  if (digits <= DIGITS_MAX && first < MAGNITUDE_MAX && first >= -MAGNITUDE_MAX) {
    return settle(negative, coefficient, exponent as i32, 0);
  }
  return wideValue(text, negative, digits, exponent);
}

/** Whether the bytes are a number of the JSON grammar, all of them. */
export function isNumberText(text: i32, bytes: i32): bool {
  const end = text + bytes;
  let at = text;
  if (at < end && load<u8>(at) == MINUS) at += 1;
  const whole = pastDigits(at, end);
  if (whole == at || (whole > at + 1 && load<u8>(at) == ZERO)) return false;
  at = whole;
  if (at < end && load<u8>(at) == POINT) {
    const fraction = pastDigits(at + 1, end);
    if (fraction == at + 1) return false;
    at = fraction;
  }
  if (at < end && (load<u8>(at) | 0x20) == 0x65) {
    at += 1;
    if (at < end && (load<u8>(at) == MINUS || load<u8>(at) == PLUS)) at += 1;
    const exponent = pastDigits(at, end);
    if (exponent == at) return false;
    at = exponent;
  }
  return at == end;
}

function pastDigits(from: i32, end: i32): i32 {
  let at = from;
  while (at < end && load<u8>(at) >= ZERO && load<u8>(at) <= NINE) at += 1;
  return at;
}

/** Address of a wide number's printed text. */
// @ts-ignore: decorator
@inline
export function wideText(value: i64): i32 {
  return asWide(addressOf(value)).text;
}

// @ts-ignore: decorator
@inline
export function wideTextBytes(value: i64): i32 {
  return asWide(addressOf(value)).bytes;
}

/** Writes the text of a computable number at an address with room for 35 bytes (`-0.000000`, 18 digits, and eight behind them); returns how many it has. */
export function printNumber(value: i64, to: i32): i32 {
  const c = coefficientOf(value);
  let at = to;
  if (c < 0) {
    store<u8>(at, MINUS);
    at += 1;
  }
  const m = magnitudeOf(c);
  const digits = m == 0 ? 1 : digitsOf(m);
  const end = writeDigits(m, digits, at);
  // The digits stand where the exponent form has them, and are moved to where the point wants them.
  return (tagOf(value) == TAG_INTEGER ? end : arrange(at, digits, exponentOf(value))) - to;
}

export const DIGITS_SLACK: i32 = 8;

/**
 * Writes `digits` decimal digits of n at an address, leading zeros included; returns the address behind them. Up to
 * DIGITS_SLACK bytes behind them are written as well.
 */
export function writeDigits(n: u64, digits: i32, to: i32): i32 {
  if (digits > 8) {
    const high = n / E8;
    const at = writeDigits(high, digits - 8, to);
    store<u64>(at, eightDigits(n - high * E8));
    return at + 8;
  }
  store<u64>(to, eightDigits(n) >> ((8 - digits) << 3));
  return to + digits;
}

/** The eight digits of a number below 10^8 as characters, the first in the lowest byte: all lanes of a word are divided at once. */
function eightDigits(n: u64): u64 {
  const high = (n as u32) / 10000;
  const fours = (high as u64) | ((n - (high as u64) * 10000) << 32);
  const hundreds = ((fours * 10486) >> 20) & 0x7f0000007f;
  const twos = hundreds | ((fours - hundreds * 100) << 16);
  const tens = ((twos * 103) >> 10) & 0xf000f000f000f;
  return (tens | ((twos - tens * 10) << 8)) + 0x3030303030303030;
}

/** Turns digits standing at an address, ten to the `exponent`, into their printed form in place; returns its end. */
function arrange(at: i32, digits: i32, exponent: i64): i32 {
  const first = exponent + digits - 1;
  if (first <= PLAIN_MIN || first >= PLAIN_MAX) {
    const end = pointBehindFirst(at, digits);
    return writeExponent(magnitudeOf(first), first < 0, end);
  }
  if (exponent >= 0) {
    memory.fill(at + digits, ZERO as u8, exponent as i32);
    return at + digits + (exponent as i32);
  }
  if (first >= 0) {
    const whole = (first as i32) + 1;
    moveUp(at + whole + 1, at + whole, digits - whole);
    store<u8>(at + whole, POINT);
    return at + digits + 1;
  }
  const gap = 1 - (first as i32);
  moveUp(at + gap, at, digits);
  for (let zeros = at; zeros < at + gap; zeros++) store<u8>(zeros, ZERO as u8);
  store<u8>(at + 1, POINT);
  return at + gap + digits;
}

/** Moves bytes to a higher address, from the last word to the first; up to seven bytes behind them are written as well. */
function moveUp(to: i32, from: i32, bytes: i32): void {
  for (let at = (bytes - 1) & -8; at >= 0; at -= 8) store<u64>(to + at, load<u64>(from + at));
}

/** `ddd` to `d.dd`, in place. */
function pointBehindFirst(at: i32, digits: i32): i32 {
  if (digits == 1) return at + 1;
  moveUp(at + 2, at + 1, digits - 1);
  store<u8>(at + 1, POINT);
  return at + digits + 1;
}

function writeExponent(exponent: u64, negative: bool, to: i32): i32 {
  writeSign(negative, to);
  return writeDigits(exponent, digitsOf(exponent), to + 2);
}

function writeSign(negative: bool, to: i32): void {
  store<u8>(to, 0x65);
  store<u8>(to + 1, negative ? MINUS : PLUS);
}

const CELL_BYTES: i32 = 24;

/** Room the exponent form needs beside its digits: sign, point, `e+`, and the exponent's own digits. */
const FORM_ROOM: i32 = 4;

function wideValue(text: i32, negative: bool, digits: i32, exponent: i64): i64 {
  // Zeros, 21 at most, or an exponent of 20 digits at most, whichever form it takes.
  const cell = allocate(CELL_BYTES + FORM_ROOM + digits + 21);
  const at = copyDigits(text, digits, cell + CELL_BYTES, negative);
  return sealWide(cell, arrange(at, digits, exponent), exponent >= 0);
}

/**
 * A wide number whose written exponent (its digits from `at` to `end`, no leading zero) is too long to compute with: the
 * printed one is that text moved by the digits before the point, which is never enough to change its sign.
 */
function hugeValue(text: i32, negative: bool, digits: i32, last: i64, at: i32, end: i32, exponentNegative: bool): i64 {
  const written = end - at;
  const cell = allocate(CELL_BYTES + FORM_ROOM + digits + written + 1);
  let to = pointBehindFirst(copyDigits(text, digits, cell + CELL_BYTES, negative), digits);
  writeSign(exponentNegative, to);
  to += 2;
  const first = last + digits - 1;
  // One place more than written, for a carry.
  store<u8>(to, ZERO as u8);
  memory.copy(to + 1, at, written);
  let carry = exponentNegative ? 0 - first : first;
  for (let place = to + written; place >= to && carry != 0; place -= 1) {
    const sum = ((load<u8>(place) - ZERO) as i64) + carry;
    // Floored, so that a borrow comes out as a carry of −1.
    const digit = ((sum % 10) + 10) % 10;
    store<u8>(place, (digit as u32) + ZERO);
    carry = (sum - digit) / 10;
  }
  let stop = to + written + 1;
  let start = to;
  while (start < stop - 1 && load<u8>(start) == ZERO) start += 1;
  memory.copy(to, start, stop - start);
  return sealWide(cell, to + (stop - start), !exponentNegative);
}

/** Sign and significant digits of a number text; returns where the digits stand. */
function copyDigits(text: i32, digits: i32, to: i32, negative: bool): i32 {
  let start = to;
  if (negative) {
    store<u8>(start, MINUS);
    start += 1;
  }
  let from = text;
  let at = start;
  while (at < start + digits) {
    const byte: u32 = load<u8>(from);
    from += 1;
    if (byte < ZERO || byte > NINE || (byte == ZERO && at == start)) continue;
    store<u8>(at, byte);
    at += 1;
  }
  return start;
}

function sealWide(cell: i32, end: i32, whole: bool): i64 {
  asWide(cell).text = cell + CELL_BYTES;
  asWide(cell).bytes = end - (cell + CELL_BYTES);
  asWide(cell).whole = whole ? 1 : 0;
  asWide(cell).kind = 1;
  asWide(cell).hash = hashOf(cell + CELL_BYTES, end);
  return pointerValue(cell, TAG_NUMBER);
}

/** Whether the wide number of a cell has no fraction. */
export function isWholeWide(cell: i32): bool {
  return asWide(cell).whole != 0;
}

/** FNV-1a, with the high bits folded in at every byte. */
function hashOf(text: i32, end: i32): u64 {
  let hash: u64 = 0xcbf29ce484222325;
  for (let at = text; at < end; at += 1) {
    hash = (hash ^ (load<u8>(at) as u64)) * 0x100000001b3;
    hash ^= hash >> 29;
  }
  return hash;
}

/** Whether the wide numbers of two cells are equal. Equal ones share one text from then on: they are walked once. */
export function sameWide(a: i32, b: i32): bool {
  if (asWide(a).text == asWide(b).text) return true;
  if (asWide(a).hash != asWide(b).hash || asWide(a).bytes != asWide(b).bytes) return false;
  if (!equalBytes(asWide(a).text, asWide(b).text, asWide(a).bytes)) return false;
  asWide(b).text = asWide(a).text;
  return true;
}
