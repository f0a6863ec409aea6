// Numerals: numbers that texts spell, in the grammar of JSON, or as people write them: with a sign, leading zeros, and
// characters between groups of three digits and before decimals.

import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { allocate } from '../run/memory';
import { isNumberText, parseNumberText } from '../number/text';
import { equalBytes, textBytes, textCodePoints, textData } from '../text/text';
import { ABSENT, NIL, TAG_STRING } from '../shared/values';
import { readPrice } from './builtins';
import { addressOf, tagOf } from '../value/value';

const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const POINT: u32 = 0x2e;
const GROUP_DIGITS: i32 = 3;

export function parseNumber(text: i64, group: i64, point: i64, site: i32): i64 {
  if (tagOf(text) != TAG_STRING) fault(FAULT_TYPE, site);
  const data = textData(addressOf(text));
  const bytes = textBytes(addressOf(text));
  if (group == ABSENT) {
    charge(readPrice(bytes as i64));
    const value = isNumberText(data, bytes) ? parseNumberText(data, bytes) : ABSENT;
    return value == ABSENT ? NIL : value;
  }
  const between = group == NIL ? 0 : markOf(group, site);
  const before = point == ABSENT ? 0 : markOf(point, site);
  if (isSame(between, before)) fault(FAULT_TYPE, site);
  charge(readPrice(bytes as i64));
  return parseWritten(data, data + bytes, between, before);
}

/** Header of a text of one character that is no digit and no sign. */
function markOf(value: i64, site: i32): i32 {
  if (tagOf(value) != TAG_STRING || textCodePoints(addressOf(value)) != 1) fault(FAULT_TYPE, site);
  const first: u32 = load<u8>(textData(addressOf(value)));
  if (isDigit(first) || first == MINUS || first == PLUS) fault(FAULT_TYPE, site);
  return addressOf(value);
}

/** Whether digits are parted by the character that stands before decimals, a point where no header says another. */
function isSame(between: i32, before: i32): bool {
  if (between == 0) return false;
  if (before == 0) return load<u8>(textData(between)) == POINT;
  return textBytes(between) == textBytes(before) && equalBytes(textData(between), textData(before), textBytes(between));
}

function parseWritten(start: i32, end: i32, between: i32, before: i32): i64 {
  // The same number in the grammar of JSON, but for leading zeros and a whole part that is left out. What is kept exactly
  // is copied from there, so it stays.
  const copy = allocate(end - start);
  let to = copy;
  let at = start;
  const sign: u32 = at < end ? load<u8>(at) : 0;
  if (sign == MINUS || sign == PLUS) at++;
  if (sign == MINUS) store<u8>(to++, MINUS);
  // Digits of the group read last, and whether one came before it, or the decimals.
  let digits = 0;
  let isGrouped = false;
  let hasPoint = false;
  for (const first = at; at < end; ) {
    const byte: u32 = load<u8>(at);
    if (isDigit(byte)) {
      store<u8>(to++, byte);
      digits++;
      at++;
    } else if (!hasPoint && isAt(at, end, before, POINT)) {
      if (isGrouped ? digits != GROUP_DIGITS : digits == 0 && at != first) return NIL;
      store<u8>(to++, POINT);
      hasPoint = true;
      isGrouped = false;
      digits = 0;
      at += before == 0 ? 1 : textBytes(before);
    } else if (!hasPoint && between != 0 && isAt(at, end, between, 0)) {
      if (isGrouped ? digits != GROUP_DIGITS : digits == 0 || digits > GROUP_DIGITS) return NIL;
      isGrouped = true;
      digits = 0;
      at += textBytes(between);
    } else return NIL;
  }
  if (isGrouped ? digits != GROUP_DIGITS : digits == 0) return NIL;
  return parseNumberText(copy, to - copy);
}

/** Whether a character stands at an address: that of a header, or one of a byte. */
function isAt(at: i32, end: i32, mark: i32, byte: u32): bool {
  if (mark == 0) return load<u8>(at) == byte;
  const bytes = textBytes(mark);
  return at + bytes <= end && equalBytes(at, textData(mark), bytes);
}

function isDigit(byte: u32): bool {
  return byte >= 0x30 && byte <= 0x39;
}
