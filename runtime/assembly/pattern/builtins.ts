// Patterns: the builtins that match a pattern, which comes as the address of its program. Work space stands at the
// arena's top while matching and is given back: what stays are the results.

import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ceilSteps, charge } from '../run/fuel';
import { vectorDone, vectorNew } from '../collection/list';
import { allocate, arenaTop, release } from '../run/memory';
import { multiplySteps } from '../collection/measure';
import { findFrom, groupCount, occurs, prepare, stepsPerByte, walkFrom } from './engine';
import { openSink, putBytes, sinkText } from '../json/sink';
import { countCodePoints, leadBytes, textBytes, textCodePoints, textData, textView } from '../text/text';
import { NIL, TAG_STRING } from '../shared/values';
import { addressOf, booleanValue, tagOf } from '../value/value';
import { MADE_BYTES } from '../shared/prices';

/** Start and end of a match or a group, i32 each. */
const PAIR_BITS: i32 = 3;

export function matches(pattern: i64, text: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const mark = arenaTop();
  const found = occurs(pattern as i32, textData(header), textBytes(header));
  release(mark);
  return booleanValue(found);
}

export function findPattern(pattern: i64, text: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const mark = arenaTop();
  prepare(pattern as i32, textData(header), textBytes(header));
  const start = findFrom(0);
  const end = start < 0 ? 0 : walkFrom(start, 0);
  release(mark);
  return start < 0 ? NIL : pieceOf(header, start, end);
}

export function findPatterns(pattern: i64, text: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const count = collect(pattern as i32, header);
  // They stand where the pairs stand, and each pair becomes an element.
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) becomePiece(slots + (i << PAIR_BITS), header);
  return vectorDone(slots, count);
}

export function capturePattern(pattern: i64, text: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const count = groupCount(pattern as i32);
  charge(count);
  const slots = vectorNew(count);
  const mark = arenaTop();
  prepare(pattern as i32, textData(header), textBytes(header));
  const start = findFrom(0);
  if (start >= 0) walkFrom(start, slots);
  release(mark);
  if (start < 0) {
    release(slots);
    return NIL;
  }
  for (let i = 0; i < count; i++) becomePiece(slots + (i << PAIR_BITS), header);
  return vectorDone(slots, count);
}

export function replacePattern(pattern: i64, text: i64, to: i64, site: i32): i64 {
  if (tagOf(text) != TAG_STRING || tagOf(to) != TAG_STRING) fault(FAULT_TYPE, site);
  const header = textPaid(pattern, text, site);
  const made = addressOf(to);
  const pairs = arenaTop();
  const count = collect(pattern as i32, header);
  let kept = textBytes(header);
  for (let i = 0; i < count; i++) kept += load<i32>(pairs + (i << PAIR_BITS)) - load<i32>(pairs + (i << PAIR_BITS), 4);
  charge(ceilSteps((kept as i64) + multiplySteps(count as i64, textBytes(made) as i64), MADE_BYTES));
  if (count == 0) return text;
  allocate(count << PAIR_BITS);
  openSink();
  const data = textData(header);
  let from = 0;
  for (let i = 0; i < count; i++) {
    const start = load<i32>(pairs + (i << PAIR_BITS));
    putBytes(data + from, start - from);
    putBytes(textData(made), textBytes(made));
    from = load<i32>(pairs + (i << PAIR_BITS), 4);
  }
  putBytes(data + from, textBytes(header) - from);
  return sinkText();
}

/** Header of the text, after its price. */
function textPaid(pattern: i64, text: i64, site: i32): i32 {
  if (tagOf(text) != TAG_STRING) fault(FAULT_TYPE, site);
  const header = addressOf(text);
  charge(multiplySteps(textBytes(header) as i64, stepsPerByte(pattern as i32)));
  return header;
}

/** Puts the pairs of all matches at the arena's top, not allocated, and returns their count. */
function collect(pattern: i32, header: i32): i32 {
  const mark = arenaTop();
  const data = textData(header);
  const bytes = textBytes(header);
  prepare(pattern, data, bytes);
  const pairs = arenaTop();
  let count = 0;
  let from = 0;
  while (from <= bytes) {
    const start = findFrom(from);
    if (start < 0) break;
    const end = walkFrom(start, 0);
    const pair = allocate(1 << PAIR_BITS);
    store<i32>(pair, start);
    store<i32>(pair, end, 4);
    count++;
    from = end > start ? end : end < bytes ? end + leadBytes(load<u8>(data + end) as i32) : bytes + 1;
  }
  memory.copy(mark, pairs, count << PAIR_BITS);
  release(mark);
  return count;
}

/** Replaces a pair by the value of the piece of text between, nil when it starts at -1. */
function becomePiece(slot: i32, header: i32): void {
  const start = load<i32>(slot);
  store<i64>(slot, start < 0 ? NIL : pieceOf(header, start, load<i32>(slot, 4)));
}

function pieceOf(header: i32, start: i32, end: i32): i64 {
  const data = textData(header) + start;
  const ascii = textBytes(header) == textCodePoints(header);
  return textView(data, end - start, ascii ? end - start : countCodePoints(data, end - start));
}
