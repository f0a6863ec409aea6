// JSON: the input's text to a value, and where it is not acceptable. Comes in: bytes from the host, checked by nobody.
// Goes out: a value whose plain strings are views of the text; or the fault `bad-input` with a byte and a path.
//
// Scanning has counted the members of every container, so each is made once, at its size. Reading keeps frames of its
// own, not the host's stack. When scanning found an error, reading goes on up to it all the same: a repeated key that
// comes before it is the first error.

import { sortEntries } from './entries';
import { FAULT_BAD_INPUT, fault } from './fault';
import { vectorDone, vectorNew } from './list';
import { mapDone, mapNew } from './map';
import { parseNumberText } from './number-text';
import { ARRAY, OBJECT, countsAt, errorByte, errorIsEncoding, errorIsKey, errorIsUnclosed, hexUnit, numberEnd, scan, skipSpace, unescaped } from './scan';
import { advance, need, openSink, putByte, sinkAt, sinkText } from './sink';
import { allocateText, countCodePoints, equalText, textValue, textView, writeCodePoint } from './text';
import { FALSE, NIL, TRUE, addressOf } from './value';

/** Frames: 16 bytes each: kind, address of the members, members so far, 0. */
const frames: i32 = memory.data((256 + 1) * 16, 8) as i32;

/** Where and in what text `bad-input` was found. */
export let badByte: i32 = -1;
export let badIsKey: bool = false;
export let badIsEncoding: bool = false;
export let badIsUnclosed: bool = false;
export let inputText: i32 = 0;
export let inputBytes: i32 = 0;

let repeatedByte: i32 = -1;

/** Value of the text; fault `bad-input` (no node) when it is not acceptable. */
export function parseJson(text: i32, bytes: i32): i64 {
  inputText = text;
  inputBytes = bytes;
  badByte = -1;
  repeatedByte = -1;
  scan(text, bytes);
  badIsEncoding = errorIsEncoding;
  badIsUnclosed = false;
  const value = errorIsEncoding ? NIL : read(text, bytes, errorByte);
  if (repeatedByte >= 0) {
    badByte = repeatedByte;
    badIsKey = true;
  } else if (errorByte >= 0) {
    badByte = errorByte;
    badIsKey = errorIsKey;
    badIsUnclosed = errorIsUnclosed;
  } else {
    return value;
  }
  fault(FAULT_BAD_INPUT, 0);
  return NIL;
}

/** Reads up to the error, if there is one. What is open there counts as closed. */
function read(text: i32, bytes: i32, error: i32): i64 {
  const end = error < 0 ? bytes : error;
  let depth = 0;
  let containers = 0;
  let at = skipSpace(text, end, 0);
  let value = NIL;
  while (at < end) {
    const byte = load<u8>(text + at) as i32;
    let made = true;
    if (byte == 0x22) {
      const frame = frames + (depth << 4);
      const isKey = depth > 0 && load<i32>(frame) == OBJECT && load<i32>(frame, 12) == 0;
      const close = closingQuote(text, at);
      value = readText(text, at + 1, close);
      if (isKey) {
        // Where a key stood in the text, for repeated ones.
        store<i32>(addressOf(value), at, 12);
        store<i64>(load<i32>(frame, 4) + (load<i32>(frame, 8) << 4), value);
        store<i64>(load<i32>(frame, 4) + (load<i32>(frame, 8) << 4), NIL, 8);
        store<i32>(frame, 1, 12);
        made = false;
      }
      at = close + 1;
    } else if (byte == 0x5b || byte == 0x7b) {
      const count = load<i32>(countsAt + (containers++ << 2));
      const kind = byte == 0x7b ? OBJECT : ARRAY;
      depth++;
      const frame = frames + (depth << 4);
      store<i32>(frame, kind);
      store<i32>(frame, kind == OBJECT ? mapNew(count) : vectorNew(count), 4);
      store<i32>(frame, 0, 8);
      store<i32>(frame, 0, 12);
      made = false;
      at++;
    } else if (byte == 0x5d || byte == 0x7d) {
      value = closeFrame(frames + (depth << 4));
      depth--;
      at++;
    } else if (byte == 0x2c || byte == 0x3a) {
      made = false;
      at++;
    } else if (byte == 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const after = numberEnd(text, bytes, at);
      value = parseNumberText(text + at, after - at);
      at = after;
    } else {
      value = byte == 0x6e ? NIL : byte == 0x74 ? TRUE : FALSE;
      at += byte == 0x66 ? 5 : 4;
    }
    if (made && depth > 0) addMember(frames + (depth << 4), value);
    at = skipSpace(text, end, at);
  }
  // Only after an error: the keys read so far may repeat.
  while (depth > 0) closeFrame(frames + (depth-- << 4));
  return value;
}

function addMember(frame: i32, value: i64): void {
  const index = load<i32>(frame, 8);
  if (load<i32>(frame) == OBJECT) {
    store<i64>(load<i32>(frame, 4) + (index << 4), value, 8);
    store<i32>(frame, 0, 12);
  } else {
    store<i64>(load<i32>(frame, 4) + (index << 3), value);
  }
  store<i32>(frame, index + 1, 8);
}

function closeFrame(frame: i32): i64 {
  const members = load<i32>(frame, 4);
  // A key whose value is still to come counts: it may repeat.
  const count = load<i32>(frame, 8) + load<i32>(frame, 12);
  if (load<i32>(frame) == ARRAY) return vectorDone(members, count);
  sortEntries(members, count);
  for (let i = 1; i < count; i++) {
    const key = addressOf(load<i64>(members + (i << 4)));
    if (equalText(addressOf(load<i64>(members + (i << 4) - 16)), key)) {
      // Equal keys stand in the order of the text, so this one is a repetition.
      const byte = load<i32>(key, 12);
      if (repeatedByte < 0 || byte < repeatedByte) repeatedByte = byte;
    }
  }
  return mapDone(members, count);
}

/** Offset of the quote that closes a string without errors. */
function closingQuote(text: i32, from: i32): i32 {
  let at = from + 1;
  while (true) {
    const byte = load<u8>(text + at);
    if (byte == 0x22) return at;
    at += byte == 0x5c ? 2 : 1;
  }
}

/** The string between two offsets of the text: a view, or decoded when it has escapes. */
function readText(text: i32, from: i32, to: i32): i64 {
  const data = text + from;
  const bytes = to - from;
  for (let i = 0; i < bytes; i++) {
    if (load<u8>(data + i) != 0x5c) continue;
    openSink();
    putUnescaped(data, bytes);
    return sinkText();
  }
  // Not the shared empty string: `read` writes to the headers of keys.
  if (bytes == 0) return textValue(allocateText(0, 0));
  return textView(data, bytes, countCodePoints(data, bytes));
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
