// Locate, places: keeps what was found, text by text, in a log above the place where the results will stand, and makes
// the maps of it when everything was searched. Work space is given back: what stays allocated are the results.
//
// Log entry (32 bytes): u32 next entry (0: last), u32 finds, u32 data of the text, u32 1 if it is ASCII | what it
// says of all places in it, u32 bytes of its path, u32 address of the path, u32 bytes of the text, u32 bytes of it that are its writer's; then the finds, with the header of the phrase instead of its number. Addresses are those before the log was moved.

import { isCited } from './cited';
import { isInvisible } from './words';
import { phraseAt } from './block';
import { ALONE, BARE, DENIED, DOUBT_SHIFT, MOOT, GLAD_TEXT, OTHERS, SETTLED, SEVERAL_TEXT, TOLD, TRANSCRIPT, standingOf } from './denial';
import { GLAD_POINTS } from './doubt';
import { forgetRoles } from './denial-roles';
import { orderFinds } from './finds';
import { BY_NUMBER, BY_TYPO, FIND_BITS, NEAR, finds, maySign, search } from './search';
import { TEXTS, TEXTS_COUNT } from './table';
import { HYPHEN, SPACE, classOf, fold, marksOf, narrow } from './unicode';
import { mapDone, mapNew } from '../collection/map';
import { allocate, arenaTop, release } from '../run/memory';
import { vectorDone, vectorNew } from '../collection/list';
import {
  allocateText, codePointAt, countCodePoints, emptyText, equalBytes, leadBytes, textBytes, textCodePoints, textData, textValue, textView,
} from '../text/text';
import { NIL, TRUE } from '../shared/values';
import { integerValue } from '../value/value';
import { hear, isClosing, openClosing } from './closing';
import { isOfSign, isGoodbye, signsOf } from './signs';
import { forgetTurns, isAnswer, isTranscript, lastLabel, lastTurn, turnBefore } from './transcript';
import { isForeign, writersEnd } from './zones';

export const ENTRY_BYTES: i32 = 32;
/** A map of fifteen entries with its header, and the header of the text. */
const PLACE_BYTES: i32 = 15 * 16 + 32 + 16;
const VECTOR_BYTES: i32 = 32;
const TEXT_BYTES: i32 = 16;

// Strings of TEXTS: keys in their order, then methods in theirs.
const ALONE_KEY: i32 = 0;
export const ASIDE: i32 = 1;
const BARE_KEY: i32 = 2;
const BY: i32 = 3;
export const CITED: i32 = 4;
const CRITERION: i32 = 5;
const DOUBT_KEY: i32 = 6;
export const END: i32 = 7;
export const GAP: i32 = 8;
const MOOT_KEY: i32 = 9;
const NEGATED_KEY: i32 = 10;
export const PATH: i32 = 11;
export const QUOTED: i32 = 12;
const SEVERAL_KEY: i32 = 13;
export const START: i32 = 14;
export const STEM: i32 = 15;
export const TEXT: i32 = 16;
const EXACT: i32 = 17;
const CASE: i32 = 18;
const SPACING: i32 = 19;
const INFLECTION: i32 = 20;
const NUMBER: i32 = 21;
const TYPO: i32 = 22;

export let first: i32 = 0;
let last: i32 = 0;
let total: i32 = 0;
/** Bytes that the results take at most. */
let resultBytes: i64 = 0;

/** Says of what was found since an entry was the last one, or since the first where it is 0, until another one was, that it is settled or another's. */
export function markBetween(entry: i32, end: i32, mark: i32): void {
  if (entry == end) return;
  for (let at = entry == 0 ? first : load<i32>(entry); ; at = load<i32>(at)) {
    store<i32>(at, load<i32>(at, 12) | mark, 12);
    if (at == end) return;
  }
}

/** The entry that was written last, or 0. */
export function lastEntry(): i32 {
  return last;
}

/** Whether the texts that are searched belong to a review that praises. */
let isPraise: bool = false;

/** Begins a record; returns what `endRecord` is to be told. */
export function beginRecord(praises: bool): bool {
  const before = isPraise;
  isPraise = before || praises;
  return before;
}

export function endRecord(before: bool): void {
  isPraise = before;
}

export function openLog(): void {
  openClosing();
  isPraise = false;
  first = 0;
  last = 0;
  total = 0;
  resultBytes = VECTOR_BYTES;
  forgetRoles();
  forgetTurns();
}

/** How many places were found. */
export function placeCount(): i32 {
  return total;
}

/** Searches a text; true when something was found, and then `endEntry` must follow. */
export function searchText(header: i32): bool {
  const entry = allocateEntry();
  search(textData(header), textBytes(header));
  if (finds == 0) {
    if (isClosing) hear(header, maySign ? signsOf(textData(header), writersEnd(textData(header), textBytes(header))) : 0);
    release(entry);
    return false;
  }
  const at = entry + ENTRY_BYTES;
  const kept = orderFinds(at, finds);
  release(at + (kept << FIND_BITS));
  // The block's memory is given back before the results are made.
  for (let find = at; find < at + (kept << FIND_BITS); find += 1 << FIND_BITS) store<i32>(find, load<i32>(phraseAt(load<i32>(find, 8))), 8);
  keepEntry(entry, header, kept, 0);
  return true;
}

export function allocateEntry(): i32 {
  return allocate(ENTRY_BYTES);
}

/** Puts an entry in the log whose finds stand behind it; `moreBytes` is what their results take beside places. */
export function keepEntry(entry: i32, header: i32, kept: i32, moreBytes: i64): void {
  store<i32>(entry, 0);
  store<i32>(entry, kept, 4);
  store<i32>(entry, textData(header), 8);
  const end = writersEnd(textData(header), textBytes(header));
  let signs = maySign || isPraise ? signsOf(textData(header), end, isPraise) : 0;
  if (isClosing) hear(header, signs);
  if (isTranscript(textData(header), textData(header) + end)) {
    signs = (signs & ~MOOT) | TRANSCRIPT | (maySign && isTranscriptIdle(textData(header) + end) ? MOOT : 0);
  }
  store<i32>(entry, i32(textBytes(header) == textCodePoints(header)) | signs, 12);
  store<i32>(entry, 0, 16);
  store<i32>(entry, 0, 20);
  store<i32>(entry, textBytes(header), 24);
  store<i32>(entry, end, 28);
  if (last == 0) first = entry;
  else store<i32>(last, entry);
  last = entry;
  total += kept;
  resultBytes += (kept as i64) * (PLACE_BYTES + 8) + moreBytes;
}

/** Whether the last turn of the transcript says that nothing is wanted, or the one before it where the last only says goodbye. */
function isTranscriptIdle(end: i32): bool {
  if ((signsOf(lastTurn, end - lastTurn) & MOOT) != 0) return true;
  return isGoodbye(lastTurn, end - lastTurn) && (signsOf(turnBefore, lastLabel - turnBefore) & MOOT) != 0;
}

/** Address of `bytes` bytes for the path of the text that was just searched. */
export function pathSpace(bytes: i32): i32 {
  const at = allocate(bytes);
  store<i32>(last, bytes, 16);
  store<i32>(last, at, 20);
  resultBytes += TEXT_BYTES + (((bytes as i64) + 7) & -8);
  return at;
}

/** The first place, or nil. Everything from `base` on is given back but the result. */
export function firstPlace(base: i32): i64 {
  if (total == 0) {
    release(base);
    return NIL;
  }
  const moved = moveLog(base);
  setTexts();
  const entry = first + moved;
  return makePlace(entry, entry + ENTRY_BYTES, makePath(entry, moved));
}

/** All places in order. Everything from `base` on is given back but the result. */
export function allPlaces(base: i32): i64 {
  const moved = moveLog(base);
  setTexts();
  const count = total;
  const slots = vectorNew(count);
  let slot = slots;
  for (let at = first; at != 0;) {
    const entry = at + moved;
    const path = makePath(entry, moved);
    const end = entry + ENTRY_BYTES + (load<i32>(entry, 4) << FIND_BITS);
    for (let find = entry + ENTRY_BYTES; find < end; find += 1 << FIND_BITS) {
      store<i64>(slot, makePlace(entry, find, path));
      slot += 8;
    }
    at = load<i32>(entry);
  }
  return vectorDone(slots, count);
}

/** Makes place for the results from `base` on; returns by how much the log was moved for that. */
export function moveLog(base: i32): i32 {
  const top = arenaTop();
  let moved = 0;
  if (total > 0 && (first as i64) < (base as i64) + resultBytes) {
    const distance = (base as i64) + resultBytes - (first as i64);
    // More than an arena can hold is refused by `allocate` all the same.
    moved = ((min<i64>(distance, 0x7fffffff) + 7) & -8) as i32;
    allocate(moved);
    memory.copy(first + moved, first, top - first);
  }
  release(base);
  return moved;
}

/** TEXTS as strings: of each the 16 bytes of a header and 16 of text; zeros until a place is first made, so that they take no room in an artifact. */
const texts: i32 = memory.data(TEXTS_COUNT << 5, 8) as i32;

/** Makes the strings of places, once. */
export function setTexts(): void {
  if (load<i32>(texts) != 0) return;
  let from = TEXTS;
  for (let header = texts; header < texts + (TEXTS_COUNT << 5); header += 32) {
    const bytes = load<u8>(from) as i32;
    store<i32>(header, bytes);
    store<i32>(header, bytes, 4);
    store<i32>(header, header + 16, 8);
    memory.copy(header + 16, from + 1, bytes);
    from += bytes + 1;
  }
}

// @ts-ignore: decorator
@inline
function textOf(index: i32): i64 {
  return textValue(texts + (index << 5));
}

export function makePath(entry: i32, moved: i32): i64 {
  const bytes = load<i32>(entry, 16);
  if (bytes == 0) return emptyText();
  const from = load<i32>(entry, 20) + moved;
  const header = allocateText(bytes, countCodePoints(from, bytes));
  memory.copy(textData(header), from, bytes);
  return textValue(header);
}

/** Whether a place that starts so many bytes into the text of an entry is not the writer's. */
export function isForeignIn(entry: i32, start: i32): bool {
  const text = load<i32>(entry, 8);
  const end = load<i32>(entry, 28);
  return isForeign(text, start, end) || ((load<i32>(entry, 12) & TRANSCRIPT) != 0 && isAnswer(text, text + start, text + end));
}

function makePlace(entry: i32, find: i32, path: i64): i64 {
  const start = load<i32>(find);
  const end = load<i32>(find, 4);
  const how = load<i32>(find, 12);
  const data = load<i32>(entry, 8) + start;
  const bytes = end - start;
  const phrase = load<i32>(find, 8);
  const standing = standingOf(load<i32>(entry, 8), load<i32>(entry, 24), start, end, how / NEAR);
  const text = subtext(entry, start, end);
  const signs = load<i32>(entry, 12);
  const settled = (signs & MOOT) != 0 ? !isOfSign(data, data + bytes) : (signs & SETTLED) != 0;
  const idle = settled && (standing & DENIED) == 0;
  const negated = (standing & DENIED) != 0 || idle;
  const moot = (standing & MOOT) != 0 || idle;
  const quoted = (standing & TOLD) != 0 || isForeignIn(entry, start);
  const alone = (standing & ALONE) != 0;
  const several = (signs & SEVERAL_TEXT) != 0;
  const aside = isAsideIn(entry);
  const bare = (standing & BARE) != 0;
  const by = (how & BY_TYPO) != 0 ? TYPO : (how & BY_NUMBER) != 0 ? NUMBER : methodOf(data, bytes, textData(phrase), textBytes(phrase));
  const doubt = by == TYPO ? 0 : (standing >> DOUBT_SHIFT) + ((signs & GLAD_TEXT) != 0 ? GLAD_POINTS : 0) + i32(by == INFLECTION);
  const cited = isCitedIn(entry, start, end);
  const count = 6 + i32(negated) + i32(moot) + i32(quoted) + i32(alone) + i32(bare) + i32(doubt > 0) + i32(cited) + i32(several) + i32(aside);
  const entries = mapNew(count);
  let at = alone ? putEntry(entries, ALONE_KEY, TRUE) : entries;
  if (aside) at = putEntry(at, ASIDE, TRUE);
  if (bare) at = putEntry(at, BARE_KEY, TRUE);
  at = putEntry(at, BY, textOf(by));
  if (cited) at = putEntry(at, CITED, TRUE);
  at = putEntry(at, CRITERION, textValue(phrase));
  if (doubt > 0) at = putEntry(at, DOUBT_KEY, integerValue(doubt as i64));
  at = putEntry(at, END, integerValue(end as i64));
  if (moot) at = putEntry(at, MOOT_KEY, TRUE);
  if (negated) at = putEntry(at, NEGATED_KEY, TRUE);
  at = putEntry(at, PATH, path);
  if (quoted) at = putEntry(at, QUOTED, TRUE);
  if (several) at = putEntry(at, SEVERAL_KEY, TRUE);
  at = putEntry(at, START, integerValue(start as i64));
  putEntry(at, TEXT, text);
  return mapDone(entries, count);
}

/** Whether the text of an entry belongs to the turn of another. */
export function isAsideIn(entry: i32): bool {
  return (load<i32>(entry, 12) & OTHERS) != 0;
}

/** Whether a place of the text of an entry is in quotation marks. */
export function isCitedIn(entry: i32, start: i32, end: i32): bool {
  const text = load<i32>(entry, 8);
  return isCited(text, text + load<i32>(entry, 24), text + start, text + end);
}

/** Bytes of the text of an entry, as a text. */
export function subtext(entry: i32, start: i32, end: i32): i64 {
  const data = load<i32>(entry, 8) + start;
  return textView(data, end - start, (load<i32>(entry, 12) & 1) != 0 ? end - start : countCodePoints(data, end - start));
}

export function putEntry(at: i32, key: i32, value: i64): i32 {
  store<i64>(at, textOf(key));
  store<i64>(at, value, 8);
  return at + 16;
}

/** The strictest method that holds between a place and its phrase; their stems are known to be equal. */
function methodOf(text: i32, bytes: i32, phrase: i32, phraseBytes: i32): i32 {
  if (bytes == phraseBytes && equalBytes(text, phrase, bytes)) return EXACT;
  if (equalFolded(text, text + bytes, phrase, phrase + phraseBytes)) return CASE;
  return equalSpaced(text, text + bytes, phrase, phrase + phraseBytes) ? SPACING : INFLECTION;
}

function equalFolded(a: i32, aEnd: i32, b: i32, bEnd: i32): bool {
  while (a < aEnd && b < bEnd) {
    const byte = load<u8>(a);
    if (byte == load<u8>(b) && byte < 0x80) {
      a++;
      b++;
      continue;
    }
    if (fold(codePointAt(a)) != fold(codePointAt(b))) return false;
    a += leadBytes(load<u8>(a) as i32);
    b += leadBytes(load<u8>(b) as i32);
  }
  return a == aEnd && b == bEnd;
}

function equalSpaced(a: i32, aEnd: i32, b: i32, bEnd: i32): bool {
  while (a < aEnd && b < bEnd) {
    const byte = load<u8>(a);
    // Most of both are equal letters.
    if (byte == load<u8>(b) && byte >= 0x41 && byte < 0x80) {
      a++;
      b++;
      continue;
    }
    // Where it is no part of a word, both have it.
    if (isInvisible(a)) {
      a += leadBytes(byte as i32);
      continue;
    }
    if (isInvisible(b)) {
      b += leadBytes(load<u8>(b) as i32);
      continue;
    }
    const left = spacedAt(a, aEnd);
    a = spacedEnd;
    if (left != spacedAt(b, bEnd)) return false;
    b = spacedEnd;
  }
  while (a < aEnd && isInvisible(a)) a += leadBytes(load<u8>(a) as i32);
  while (b < bEnd && isInvisible(b)) b += leadBytes(load<u8>(b) as i32);
  return a == aEnd && b == bEnd;
}

let spacedEnd: i32 = 0;

/** The character at `at` as `spacing` compares it; `spacedEnd` is set behind it, or behind a run of white space and hyphens. */
function spacedAt(at: i32, end: i32): i32 {
  let to = at;
  while (to < end && isSeparatorAt(to)) to += leadBytes(load<u8>(to) as i32);
  if (to > at) {
    spacedEnd = to;
    return 0x20;
  }
  spacedEnd = at + leadBytes(load<u8>(at) as i32);
  return fold(narrow(codePointAt(at)));
}

function isSeparatorAt(at: i32): bool {
  const codePoint = codePointAt(at);
  if (codePoint == 0x2d) return true;
  return ((classOf(codePoint) | (codePoint < 0x80 ? 0 : marksOf(codePoint))) & (SPACE | HYPHEN)) != 0;
}
