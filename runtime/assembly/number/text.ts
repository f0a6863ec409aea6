// Number texts: JSON number text to values and back. In: UTF-8 bytes the JSON reader has checked against the grammar (or
// that `isNumberText` has). Out: a value; and for a value its one printed text (as grammar/decimal.ts prints it).
//
// A number beyond 18 digits or the bounds ("wide") is kept exactly, digit by digit. It is compared, ordered and printed, and not computed with.

import { allocate, release } from '../run/memory';
import { DIGITS_MAX, MAGNITUDE_MAX, coefficientOf, exponentOf, isWide, magnitudeOf, settle } from './representation';
import { compareText, equalText } from '../text/text';
import { WideRecord, asWide } from '../shared/records';
import { ABSENT, TAG_INTEGER, TAG_NUMBER } from '../shared/values';
import { addressOf, pointerValue, tagOf } from '../value/value';
import { E8, digitsOf, powerOfTen } from './wide';

const ZERO: u32 = 0x30;
const NINE: u32 = 0x39;
const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const POINT: u32 = 0x2e;

/** Printing is plain while the first digit's power of ten lies between these, and for wide whole numbers that end in fewer zeros. */
const PLAIN_MIN: i64 = -7;
const PLAIN_MAX: i64 = 21;

/** A text whose exponent has more digits than this, without leading zeros, is no number. */
const EXPONENT_DIGITS_MAX: i32 = 15;

/** The value of JSON number text, exact at any size; ABSENT when its exponent is too long. */
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
  if (end - at > EXPONENT_DIGITS_MAX) return ABSENT;
  let written: i64 = 0;
  while (at < end) {
    written = written * 10 + (load<u8>(at) - ZERO);
    at += 1;
  }
  const exponent = last + (exponentNegative ? 0 - written : written);
  const first = exponent + digits - 1;
  if (digits <= DIGITS_MAX && first < MAGNITUDE_MAX && first >= -MAGNITUDE_MAX || digits == 0) {
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

/** Bytes of a wide number's printed text. */
// @ts-ignore: decorator
@inline
export function wideTextBytes(value: i64): i32 {
  return asWide(addressOf(value)).printed;
}

/**
 * Writes the text of a number at an address and returns how many bytes it has. There must be room for 35 bytes (`-0.000000`,
 * 18 digits, and eight behind them); for a wide one, for its text and eight bytes behind it.
 */
export function printNumber(value: i64, to: i32): i32 {
  if (isWide(value)) return printWide(addressOf(value), to);
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
  const wide = digits > DIGITS_MAX && exponent >= 0 && exponent < PLAIN_MAX;
  if (!wide && (first <= PLAIN_MIN || first >= PLAIN_MAX)) {
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
  store<u8>(to, 0x65);
  store<u8>(to + 1, negative ? MINUS : PLUS);
  return writeDigits(exponent, digitsOf(exponent), to + 2);
}

const WIDE_BYTES: i32 = offsetof<WideRecord>() as i32;
/** Where its digits are as a text. */
const DIGITS_AT: i32 = offsetof<WideRecord>('digits') as i32;
/** What the text of a wide number has beside its digits: a sign, and zeros or an exponent; and what is written behind it. */
const FORM_ROOM: i32 = 40;

function wideValue(text: i32, negative: bool, digits: i32, exponent: i64): i64 {
  const wide = allocate(WIDE_BYTES + digits);
  asWide(wide).exponent = exponent;
  asWide(wide).negative = i32(negative);
  asWide(wide).kind = 1;
  asWide(wide).digits = digits;
  asWide(wide).data = wide + WIDE_BYTES;
  let from = text;
  for (let at = wide + WIDE_BYTES; at < wide + WIDE_BYTES + digits; from++) {
    const byte: u32 = load<u8>(from);
    if (byte >= ZERO && byte <= NINE && (byte != ZERO || at > wide + WIDE_BYTES)) store<u8>(at++, byte);
  }
  const room = allocate(digits + FORM_ROOM);
  asWide(wide).printed = printWide(wide, room);
  release(room);
  return pointerValue(wide, TAG_NUMBER);
}

function printWide(wide: i32, to: i32): i32 {
  const at = to + asWide(wide).negative;
  store<u8>(to, MINUS);
  memory.copy(at, asWide(wide).data, asWide(wide).digits);
  return arrange(at, asWide(wide).digits, asWide(wide).exponent) - to;
}

/** Whether two wide numbers are equal. */
export function sameWide(a: i32, b: i32): bool {
  return asWide(a).exponent == asWide(b).exponent && asWide(a).negative == asWide(b).negative && equalText(a + DIGITS_AT, b + DIGITS_AT);
}

/** A header and digits of a computable number that is ordered beside a wide one. */
const DIGITS: i32 = memory.data(48, 8) as i32;

/** Order of two numbers of which one or both are wide: by sign, by the place of the first digit, then by digits. */
export function orderWide(a: i64, b: i64): i32 {
  const sign = signOf(a);
  if (sign != signOf(b)) return sign - signOf(b);
  const places = placeOf(a) - placeOf(b);
  if (places != 0) return places < 0 ? 0 - sign : sign;
  // With all that two numbers share equal, the one with more digits is further from 0; a wide one has more than others.
  return sign * compareText(digitsText(a), digitsText(b));
}

function signOf(value: i64): i32 {
  if (isWide(value)) return 1 - (asWide(addressOf(value)).negative << 1);
  const c = coefficientOf(value);
  return i32(c > 0) - i32(c < 0);
}

/** The power of ten of the first digit. */
function placeOf(value: i64): i64 {
  if (isWide(value)) return asWide(addressOf(value)).exponent + asWide(addressOf(value)).digits - 1;
  return (exponentOf(value) + digitsOf(magnitudeOf(coefficientOf(value))) - 1) as i64;
}

/** Header of a text of the digits. */
function digitsText(value: i64): i32 {
  if (isWide(value)) return addressOf(value) + DIGITS_AT;
  const magnitude = magnitudeOf(coefficientOf(value));
  store<i32>(DIGITS, digitsOf(magnitude));
  store<i32>(DIGITS, DIGITS + 16, 8);
  writeDigits(magnitude, digitsOf(magnitude), DIGITS + 16);
  return DIGITS;
}
