// Patterns: the builtins that match a pattern, which comes as the address of its program. Work space stands at the
// arena's top while matching and is given back: what stays are the results.

import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ceilSteps, charge } from '../run/fuel';
import { ENTRY_BITS, asEntry } from '../collection/entries';
import { elementAt, vectorAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { mapDone, mapNew } from '../collection/map';
import { allocate, arenaTop, release } from '../run/memory';
import { addSizes, multiplySteps } from '../collection/measure';
import { findFrom, groupCount, occurs, prepare, stepsPerByte, walkFrom } from './engine';
import { openSink, putBytes, sinkText } from '../json/sink';
import { countCodePoints, leadBytes, textBytes, textCodePoints, textData, textView } from '../text/text';
import { NIL, TAG_STRING } from '../shared/values';
import { addressOf, booleanValue, tagOf } from '../value/value';
import { MADE_BYTES } from '../shared/prices';
import { asProgram } from '../shared/records';

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
  const count = collect(pattern as i32, header, 0);
  // They stand where the pairs stand, and each pair becomes an element.
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) becomePiece(slots + (i << PAIR_BITS), header);
  return vectorDone(slots, count);
}

/** The pieces between matches. A match of nothing at an end of the text, or right behind another, parts nothing. */
export function splitPattern(pattern: i64, text: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const pairs = arenaTop();
  const count = collect(pattern as i32, header, 0);
  const bytes = textBytes(header);
  let pieces = 0;
  let from = 0;
  for (let i = 0; i < count; i++) {
    const start = load<i32>(pairs + (i << PAIR_BITS));
    const end = load<i32>(pairs + (i << PAIR_BITS), 4);
    if (start == end && (start == from || start == bytes)) continue;
    // What stands before the match, where its pair stood.
    store<i32>(pairs + (pieces << PAIR_BITS), from);
    store<i32>(pairs + (pieces++ << PAIR_BITS), start, 4);
    from = end;
  }
  charge((pieces as i64) + 1);
  const slots = vectorNew(pieces + 1);
  store<i32>(slots + (pieces << PAIR_BITS), from);
  store<i32>(slots + (pieces << PAIR_BITS), bytes, 4);
  for (let i = 0; i <= pieces; i++) becomePiece(slots + (i << PAIR_BITS), header);
  return vectorDone(slots, pieces + 1);
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
  return captured(pattern as i32, slots, header);
}

export function capturePatterns(pattern: i64, text: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const groups = groupCount(pattern as i32);
  const found = arenaTop();
  const count = collect(pattern as i32, header, groups);
  charge(multiplySteps((groups + 1) as i64, count as i64));
  allocate(count * ((groups + 1) << PAIR_BITS));
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) {
    const pairs = vectorNew(groups);
    memory.copy(pairs, found + ((i * (groups + 1) + 1) << PAIR_BITS), groups << PAIR_BITS);
    store<i64>(slots + (i << 3), captured(pattern as i32, pairs, header));
  }
  return vectorDone(slots, count);
}

/** What the groups took, whose pairs stand in slots for as many elements: a vector, or a map where they have names. */
function captured(pattern: i32, slots: i32, header: i32): i64 {
  const count = groupCount(pattern);
  for (let i = 0; i < count; i++) becomePiece(slots + (i << PAIR_BITS), header);
  const names = asProgram(pattern).names;
  if (names == 0) return vectorDone(slots, count);
  const entries = mapNew(count);
  for (let i = 0; i < count; i++) {
    asEntry(entries + (i << ENTRY_BITS)).key = elementAt(names, i);
    asEntry(entries + (i << ENTRY_BITS)).value = load<i64>(slots + (i << 3));
  }
  return mapDone(entries, count);
}

/** `template`: a vector of texts and of the indices of groups, -1 for the whole match. */
export function rewritePattern(pattern: i64, text: i64, template: i64, site: i32): i64 {
  const header = textPaid(pattern, text, site);
  const groups = groupCount(pattern as i32);
  const found = arenaTop();
  const count = collect(pattern as i32, header, groups);
  const parts = vectorCount(template);
  charge(multiplySteps(parts as i64, count as i64));
  const stride = (groups + 1) << PAIR_BITS;
  let made = textBytes(header) as i64;
  for (let i = 0; i < count; i++) {
    const match = found + i * stride;
    made -= (load<i32>(match, 4) - load<i32>(match)) as i64;
    for (let part = 0; part < parts; part++) made = addSizes(made, partBytes(vectorAt(template, part), match) as i64);
  }
  charge(ceilSteps(made, MADE_BYTES));
  if (count == 0) return text;
  allocate(count * stride);
  openSink();
  const data = textData(header);
  let from = 0;
  for (let i = 0; i < count; i++) {
    const match = found + i * stride;
    putBytes(data + from, load<i32>(match) - from);
    for (let part = 0; part < parts; part++) putPart(vectorAt(template, part), match, data);
    from = load<i32>(match, 4);
  }
  putBytes(data + from, textBytes(header) - from);
  return sinkText();
}

/** Where a match, or one of its groups, has its pair. */
// @ts-ignore: decorator
@inline
function pairIn(match: i32, group: i64): i32 {
  return match + ((((group >> 3) as i32) + 1) << PAIR_BITS);
}

function partBytes(part: i64, match: i32): i32 {
  if (tagOf(part) == TAG_STRING) return textBytes(addressOf(part));
  const pair = pairIn(match, part);
  return load<i32>(pair, 4) - load<i32>(pair);
}

function putPart(part: i64, match: i32, data: i32): void {
  if (tagOf(part) == TAG_STRING) putBytes(textData(addressOf(part)), textBytes(addressOf(part)));
  else putBytes(data + load<i32>(pairIn(match, part)), partBytes(part, match));
}

export function replacePattern(pattern: i64, text: i64, to: i64, site: i32): i64 {
  if (tagOf(text) != TAG_STRING || tagOf(to) != TAG_STRING) fault(FAULT_TYPE, site);
  const header = textPaid(pattern, text, site);
  const made = addressOf(to);
  const pairs = arenaTop();
  const count = collect(pattern as i32, header, 0);
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

/**
 * Puts the pairs of all matches, each followed by those of so many groups (both -1 where one took no part), at the arena's
 * top, not allocated, and returns the count of matches.
 */
function collect(pattern: i32, header: i32, groups: i32): i32 {
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
    const pair = allocate((groups + 1) << PAIR_BITS);
    const end = walkFrom(start, groups == 0 ? 0 : pair + (1 << PAIR_BITS));
    store<i32>(pair, start);
    store<i32>(pair, end, 4);
    count++;
    from = end > start ? end : end < bytes ? end + leadBytes(load<u8>(data + end) as i32) : bytes + 1;
  }
  memory.copy(mark, pairs, count * ((groups + 1) << PAIR_BITS));
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
