// JSON: the input's text to a value, or where it is not acceptable. In: bytes from the host, checked by nobody.
// Out: a value whose plain strings are views of the text; or the fault `bad-input` with a byte and a path.
//
// One pass: members are gathered on a stack outside the arena (`workAt`) and copied into it when their container closes,
// so each container is made once, at its size. A byte of 0 behind the text, which no JSON has, ends every loop over it.
// Open containers keep frames of their own, not the host's stack.

import { ENTRY_BITS, copyEntry, sortEntries } from '../collection/entries';
import { FAULT_BAD_INPUT } from '../shared/faults';
import { failHost, fault } from '../run/fault';
import { emptyVector, vectorDone, vectorNew } from '../collection/list';
import { emptyMap, mapDone, mapNew } from '../collection/map';
import { NESTING_MAX } from '../shared/prices';
import { arenaTop, release, workAt } from '../run/memory';
import { DIGITS_MAX, settle } from '../number/representation';
import { parseNumberText } from '../number/text';
import { forgetShapes, rankAt, rankedShape, rememberShape, shapeCount, shapeKey } from './shape';
import { LONE_SURROGATE, MALFORMED, isAsciiText, isWordByte, putUnescaped, textEnd, validatePrefix } from './scan';
import { openSink, sinkText } from './sink';
import { countCodePoints, equalBytes, equalText, newView, textBytes, textData } from '../text/text';
import { ABSENT, FALSE, NIL, TRUE } from '../shared/values';
import { addressOf } from '../value/value';

/**
 * Frames of the containers around the innermost one, 16 bytes each: its start on the stack, whether an object, whether of
 * a known shape. Where reading stopped, objects have their last key there, too; the innermost container has a frame of
 * its own, and the end of the stack is the start in the one behind it.
 */
const frames: i32 = memory.data((256 + 2) * 16, 8) as i32;

/** Byte in what text at which `bad-input` was found. */
export let badByte: i32 = -1;
/** Containers that are open there. */
export let openDepth: i32 = 0;
/** Whether the last key of the innermost one awaits its value. */
export let openAwaits: bool = false;
export let inputText: i32 = 0;
export let inputBytes: i32 = 0;

/** The first key that repeats one of the same object; -1 for none. */
let repeatedByte: i32 = -1;
/** Address behind the token that was read last; MALFORMED or LONE_SURROGATE when it is wrong. */
let next: i32 = 0;

/** Value of the text; fault `bad-input` (no node) when it is not acceptable. */
export function parseJson(text: i32, bytes: i32): i64 {
  inputText = text;
  inputBytes = bytes;
  openDepth = 0;
  repeatedByte = -1;
  // Only `allocInput` makes place for the byte and for the work space.
  if (text + bytes >= workAt) failHost();
  store<u8>(text + bytes, 0);
  badByte = validatePrefix(text, bytes);
  let value = NIL;
  if (badByte < 0) {
    const mark = arenaTop();
    value = read(text, text + bytes);
    // It comes before any other error: reading stops there, but goes on behind a repeated key.
    if (repeatedByte >= 0) {
      release(mark);
      stopAt(text + repeatedByte);
    }
  }
  if (badByte >= 0) fault(FAULT_BAD_INPUT, 0);
  return value;
}

/** Reads up to a key that repeats another, to find what is open there. */
function stopAt(key: i32): void {
  store<u8>(key, 0);
  read(inputText, key);
  store<u8>(key, 0x22);
  // Reading stopped in its object, where a key is wanted.
  store<i32>(frames + (openDepth << 4), addressOf(readText(key)), 12);
  openAwaits = true;
}

/** Where the members of an open container start on the stack; those of the one behind the innermost would start at its end. */
export function openStart(level: i32): i32 {
  return load<i32>(frames + (level << 4));
}

export function openIsObject(level: i32): bool {
  return load<i32>(frames + (level << 4), 4) != 0;
}

/** Header of the last key of an open object that has one. */
export function openKey(level: i32): i32 {
  return load<i32>(frames + (level << 4), 12);
}

function read(text: i32, end: i32): i64 {
  let depth = 0;
  let isObject = false;
  let isKnown = false;
  let base = workAt;
  let top = base;
  let at = pastSpace(text);
  let value = NIL;
  forgetShapes();
  do {
    if (isObject) {
      if (load<u8>(at) != 0x22) return fail(at, depth, base, top, isObject, at == end && top == base ? UNCLOSED : AT_MEMBER);
      const index = (top - base) >> 4;
      if (isKnown) isKnown = index < shapeCount(depth) && matches(addressOf(shapeKey(depth, index)), at + 1);
      const key = isKnown ? shapeKey(depth, index) : readText(at);
      if (next == MALFORMED) return fail(at, depth, base, top, isObject, AT_MEMBER);
      // Kept in case the key repeats one of its object; a key of a known shape never does.
      if (!isKnown) store<i32>(addressOf(key), at - text, 12);
      store<i64>(top, key);
      store<i64>(top, NIL, 8);
      top += 16;
      if (next == LONE_SURROGATE) return fail(at, depth, base, top, isObject, AT_VALUE);
      at = pastSpace(next);
      if (load<u8>(at) != 0x3a) return fail(at, depth, base, top, isObject, AT_VALUE);
      at = pastSpace(at + 1);
    }
    const byte = load<u8>(at) as i32;
    if (byte == 0x22) {
      value = readText(at);
    } else if (byte - 0x30 <= 9 && byte >= 0x30 || byte == 0x2d) {
      value = readNumber(at);
    } else if (byte == 0x5b || byte == 0x7b) {
      if (depth == NESTING_MAX) return fail(at, depth, base, top, isObject, AT_VALUE);
      const inner = pastSpace(at + 1);
      // The closing bracket of each kind is its opening one plus 2.
      if (load<u8>(inner) == byte + 2) {
        value = byte == 0x7b ? emptyMap() : emptyVector();
        next = inner + 1;
      } else {
        const frame = frames + (depth++ << 4);
        store<i32>(frame, base);
        store<i32>(frame, isObject as i32, 4);
        store<i32>(frame, isKnown as i32, 8);
        base = top;
        isObject = byte == 0x7b;
        isKnown = isObject;
        at = inner;
        continue;
      }
    } else {
      value = readWord(at, end);
    }
    if (next <= 0) return fail(at, depth, base, top, isObject, at == end && depth > 0 && !isObject && top == base ? UNCLOSED : AT_VALUE);
    at = pastSpace(next);
    // The value stands: put it where it belongs, and close what closes behind it.
    while (depth > 0) {
      if (isObject) {
        store<i64>(top - 8, value);
      } else {
        store<i64>(top, value);
        top += 8;
      }
      const after = load<u8>(at) as i32;
      if (after == 0x2c) break;
      if (after != (isObject ? 0x7d : 0x5d)) return fail(at, depth, base, top, isObject, at == end ? UNCLOSED : AT_MEMBER);
      value = isObject ? closeObject(base, top, depth, isKnown) : closeArray(base, top);
      top = base;
      const frame = frames + (--depth << 4);
      base = load<i32>(frame);
      isObject = load<i32>(frame, 4) != 0;
      isKnown = load<i32>(frame, 8) != 0;
      at = pastSpace(at + 1);
    }
    if (depth > 0) at = pastSpace(at + 1);
  } while (depth > 0);
  if (at != end) badByte = at - text;
  return value;
}

// @ts-ignore: decorator
@inline
function pastSpace(from: i32): i32 {
  return load<u8>(from) > 0x20 ? from : pastSpaces(from);
}

function pastSpaces(from: i32): i32 {
  let at = from;
  while (true) {
    const byte = load<u8>(at) as i32;
    if (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09) return at;
    at++;
  }
}

// Where reading stopped: before a member or behind one; where a value is wanted; or where the text ends in a container,
// which counts as ended: what is missing comes after it.
const AT_MEMBER: i32 = 0;
const AT_VALUE: i32 = 1;
const UNCLOSED: i32 = 2;

/** Notes the error and what is open there. */
function fail(at: i32, depth: i32, base: i32, top: i32, isObject: bool, where: i32): i64 {
  badByte = at - inputText;
  openAwaits = where == AT_VALUE;
  const innermost = frames + (depth << 4);
  store<i32>(innermost, base);
  store<i32>(innermost, isObject as i32, 4);
  store<i32>(innermost, top, 16);
  for (let level = depth; level > 0; level--) {
    const start = openStart(level);
    const stop = openStart(level + 1);
    if (openIsObject(level) && start != stop) {
      store<i32>(frames + (level << 4), addressOf(load<i64>(stop - 16)), 12);
      // The keys of what is left open may repeat, too.
      sortKeys(start, (stop - start) >> 4);
    }
  }
  openDepth = depth;
  if (where == UNCLOSED) {
    openDepth = depth - 1;
    // As one more element, should it be in an array.
    store<i32>(innermost, base + 8);
  }
  return NIL;
}

/** Whether a key of a known shape stands at `at` with its closing quote; sets `next`. */
// @ts-ignore: decorator
@inline
function matches(key: i32, at: i32): bool {
  const bytes = textBytes(key);
  next = at + bytes + 1;
  return next <= inputText + inputBytes && load<u8>(at + bytes) == 0x22 && equalBytes(textData(key), at, bytes);
}

function closeArray(base: i32, top: i32): i64 {
  const count = (top - base) >> 3;
  const slots = vectorNew(count);
  const shift = slots - base;
  for (let at = base; at < top; at += 8) store<i64>(at + shift, load<i64>(at));
  return vectorDone(slots, count);
}

function closeObject(base: i32, top: i32, depth: i32, isKnown: bool): i64 {
  const count = (top - base) >> 4;
  const ranks = isKnown && count == shapeCount(depth) ? rankedShape(depth) : 0;
  if (ranks == 0) {
    rememberShape(depth, base, count);
    sortKeys(base, count);
  }
  const entries = mapNew(count);
  for (let i = 0; i < count; i++) {
    copyEntry(entries + ((ranks == 0 ? i : rankAt(ranks, i)) << ENTRY_BITS), base + (i << ENTRY_BITS));
  }
  return mapDone(entries, count);
}

/** Sorts entries by key, and notes the first that repeats one. */
function sortKeys(entries: i32, count: i32): void {
  sortEntries(entries, count);
  for (let i = 1; i < count; i++) {
    const key = addressOf(load<i64>(entries + (i << 4)));
    if (equalText(addressOf(load<i64>(entries + (i << 4) - 16)), key)) {
      // Equal keys stand in the order of the text, so this one is a repetition.
      const byte = load<i32>(key, 12);
      if (repeatedByte < 0 || byte < repeatedByte) repeatedByte = byte;
    }
  }
}

/** The string whose quote stands at `from`: a view of the text, or decoded when it has escapes. */
function readText(from: i32): i64 {
  const data = from + 1;
  const stop = textEnd(data);
  const byte = load<u8>(stop) as i32;
  next = stop + 1;
  const bytes = stop - data;
  if (byte == 0x22) return newView(data, bytes, isAsciiText ? bytes : countCodePoints(data, bytes));
  openSink();
  next = putUnescaped(data);
  return next == MALFORMED ? NIL : sinkText();
}

/** The number that stands at `from`, the longest there is. */
function readNumber(from: i32): i64 {
  const negative = load<u8>(from) == 0x2d;
  const first = negative ? from + 1 : from;
  let at = first;
  let coefficient: u64 = 0;
  let scale = 0;
  let digit = digitAt(at);
  next = -1;
  if (digit > 9) return NIL;
  if (digit == 0) digit = digitAt(++at);
  else {
    do {
      coefficient = coefficient * 10 + digit;
      digit = digitAt(++at);
    } while (digit <= 9);
  }
  if (load<u8>(at) == 0x2e) {
    const point = at;
    digit = digitAt(++at);
    while (digit <= 9) {
      coefficient = coefficient * 10 + digit;
      digit = digitAt(++at);
    }
    scale = at - point - 1;
    if (scale == 0) return NIL;
  }
  // Up to 18 digits, beside the point if there is one, nothing was lost.
  if (at - first > DIGITS_MAX + i32(scale > 0) || (load<u8>(at) | 0x20) == 0x65) {
    if ((load<u8>(at) | 0x20) == 0x65) {
      const sign = load<u8>(++at) as i32;
      if (sign == 0x2b || sign == 0x2d) at++;
      if (digitAt(at) > 9) return NIL;
      do at++; while (digitAt(at) <= 9);
    }
    const value = parseNumberText(from, at - from);
    if (value != ABSENT) next = at;
    return value;
  }
  next = at;
  return settle(negative, coefficient, 0 - scale, 0);
}

// @ts-ignore: decorator
@inline
function digitAt(at: i32): u32 {
  return (load<u8>(at) as u32) - 0x30;
}

/** `null`, `true` or `false`, alone. */
function readWord(at: i32, end: i32): i64 {
  const word = load<u32>(at);
  const value = word == 0x6c6c756e ? NIL : word == 0x65757274 ? TRUE : FALSE;
  const behind = at + (value == FALSE ? 5 : 4);
  const isWord = value != FALSE || (word == 0x736c6166 && load<u8>(at, 4) == 0x65);
  next = isWord && (behind == end || !isWordByte(load<u8>(behind) as i32)) ? behind : -1;
  return value;
}
