// Print: values as JSON, keys in code point order, minimal escapes; and their `str`. Everything is written to the open
// sink. Recursion is bounded: callers make sure a value is nested at most 256 deep.

import { elementAt } from '../collection/list';
import { keyAt, valueAt } from '../collection/map';
import { allocate } from '../run/memory';
import { DIGITS_SLACK, printNumber, wideTextBytes, writeDigits } from '../number/text';
import { isWide, magnitudeOf } from '../number/representation';
import { plainBytes } from './scan';
import { advance, need, openSink, putByte, putBytes, sinkAt, sinkText } from './sink';
import { allocateText, emptyText, textBytes, textData, textValue, textView } from '../text/text';
import { FALSE, NIL, TAG_INTEGER, TAG_MAP, TAG_STRING, TAG_VECTOR, TRUE } from '../shared/values';
import { addressOf, isNumberTag, tagOf } from '../value/value';
import { digitsOf } from '../number/wide';

const WORDS: i32 = memory.data<u8>([
  0x6e, 0x75, 0x6c, 0x6c, // null
  0x74, 0x72, 0x75, 0x65, // true
  0x66, 0x61, 0x6c, 0x73, 0x65, // false
]) as i32;

/** A value as JSON. */
export function printValue(value: i64): void {
  const tag = tagOf(value);
  if (isNumberTag(tag)) return putNumber(value);
  if (tag == TAG_STRING) return printText(textData(addressOf(value)), textBytes(addressOf(value)));
  if (tag == TAG_VECTOR) return printVector(addressOf(value));
  if (tag == TAG_MAP) return printMap(addressOf(value));
  if (value == NIL) putBytes(WORDS, 4);
  else if (value == FALSE) putBytes(WORDS + 8, 5);
  else putBytes(WORDS + 4, 4);
}

/** A value as `str` has it: a string's own characters, nothing for nil, JSON else. */
export function putText(value: i64): void {
  if (tagOf(value) == TAG_STRING) putBytes(textData(addressOf(value)), textBytes(addressOf(value)));
  else if (value != NIL) printValue(value);
}

/** The same as a string value. */
export function textOf(value: i64): i64 {
  const tag = tagOf(value);
  if (tag == TAG_STRING) return value;
  if (tag == TAG_INTEGER) return wholeText(value >> 3);
  if (value == NIL) return emptyText();
  if (value == FALSE) return textView(WORDS + 8, 5, 5);
  if (value == TRUE) return textView(WORDS + 4, 4, 4);
  openSink();
  printValue(value);
  return sinkText();
}

/** Text of a whole number below 10^18, at once in its place. */
function wholeText(whole: i64): i64 {
  const magnitude = magnitudeOf(whole);
  const digits = magnitude == 0 ? 1 : digitsOf(magnitude);
  const sign = i32(whole < 0);
  const header = allocateText(sign + digits, sign + digits);
  allocate(DIGITS_SLACK);
  if (sign != 0) store<u8>(textData(header), 0x2d);
  writeDigits(magnitude, digits, textData(header) + sign);
  return textValue(header);
}

export function putNumber(value: i64): void {
  if (isWide(value)) need(wideTextBytes(value));
  // The longest of the others fits the sink's slack.
  const bytes = printNumber(value, sinkAt());
  need(bytes);
  advance(bytes);
}

function printVector(header: i32): void {
  const count = load<i32>(header);
  putByte(0x5b);
  for (let i = 0; i < count; i++) {
    if (i > 0) putByte(0x2c);
    printValue(elementAt(header, i));
  }
  putByte(0x5d);
}

function printMap(header: i32): void {
  const count = load<i32>(header);
  putByte(0x7b);
  for (let i = 0; i < count; i++) {
    if (i > 0) putByte(0x2c);
    const key = keyAt(header, i);
    printText(textData(key), textBytes(key));
    putByte(0x3a);
    printValue(valueAt(header, i));
  }
  putByte(0x7d);
}

/** Bytes of a string in quotes, escaped where JSON demands it. */
export function printText(data: i32, bytes: i32): void {
  putByte(0x22);
  putEscaped(data, bytes);
  putByte(0x22);
}

/** Copies eight bytes at a time up to the first that needs an escape. */
export function putEscaped(data: i32, bytes: i32): void {
  const end = data + bytes;
  let from = data;
  while (from < end) {
    const word = load<u64>(from);
    store<u64>(sinkAt(), word);
    const plain = min<i32>(plainBytes(word), end - from);
    need(plain);
    advance(plain);
    from += plain;
    if (plain < 8 && from < end) putEscape(load<u8>(from++) as i32);
  }
}

function putEscape(byte: i32): void {
  putByte(0x5c);
  if (byte == 0x22 || byte == 0x5c) return putByte(byte);
  if (byte == 8) return putByte(0x62);
  if (byte == 9) return putByte(0x74);
  if (byte == 10) return putByte(0x6e);
  if (byte == 12) return putByte(0x66);
  if (byte == 13) return putByte(0x72);
  putByte(0x75);
  putByte(0x30);
  putByte(0x30);
  putByte(0x30 + (byte >> 4));
  const low = byte & 15;
  putByte(low < 10 ? 0x30 + low : 0x57 + low);
}
