// Locate, word places: every word of a text with its stem, over the log of places. What an apostrophe joins is one word.
// The reference is runtime/locate/word-places.ts.

import { WORD, narrow } from './unicode';
import {
  ASIDE, CITED, END, ENTRY_BYTES, GAP, PATH, QUOTED, START, STEM, TEXT, allocateEntry, first, isAsideIn, isCitedIn, isForeignIn, keepEntry, makePath, moveLog, placeCount, putEntry, setTexts, subtext,
} from './places';
import { FIND_BITS } from './search';
import { keyAt, keyBytes, readToken, tokenEnd, writeWordKey } from './words';
import { vectorDone, vectorNew } from '../collection/list';
import { mapDone, mapNew } from '../collection/map';
import { allocate, release } from '../run/memory';
import { codePointAt, countCodePoints, leadBytes, textBytes, textData, textView } from '../text/text';
import { NIL, TRUE } from '../shared/values';
import { integerValue } from '../value/value';

const APOSTROPHE: i32 = 0x27;
/** Headers of a stem and a gap, and alignment. */
const STEM_BYTES: i64 = 64;
/** Of a stem, while it is written, for each byte of its word. */
const STEM_RATIO: i64 = 6;

/** Logs the words of a text; true when there are some. */
export function logWords(header: i32): bool {
  const entry = allocateEntry();
  const data = textData(header);
  const end = data + textBytes(header);
  let count = 0;
  for (let at = nextWord(data, end); at != 0; at = nextWord(wordEnd, end)) {
    const find = allocate(1 << FIND_BITS);
    store<i32>(find, at - data);
    store<i32>(find, wordEnd - data, 4);
    count++;
  }
  if (count == 0) {
    release(entry);
    return false;
  }
  keepEntry(entry, header, count, (count as i64) * STEM_BYTES + (textBytes(header) as i64) * STEM_RATIO);
  return true;
}

let wordEnd: i32 = 0;

/** Address of the first word at or after `at`, 0 for none; `wordEnd` is set behind it. */
function nextWord(at: i32, end: i32): i32 {
  for (let from = at; from < end; from = tokenEnd) {
    if ((readToken(from, end) & WORD) == 0) continue;
    wordEnd = tokenEnd;
    let joined = pieceAfter(wordEnd, end);
    while (joined != 0) {
      wordEnd = tokenEnd;
      joined = pieceAfter(wordEnd, end);
    }
    return from;
  }
  return 0;
}

/** Address of the word that an apostrophe at `at` joins, with `tokenEnd` behind it; 0 for none. */
function pieceAfter(at: i32, end: i32): i32 {
  if (at >= end || narrow(codePointAt(at)) != APOSTROPHE) return 0;
  const next = at + leadBytes(load<u8>(at) as i32);
  return next < end && (readToken(next, end) & WORD) != 0 ? next : 0;
}

/** All logged words in order. Everything from `base` on is given back but the result. */
export function allWords(base: i32): i64 {
  const moved = moveLog(base);
  setTexts();
  const count = placeCount();
  const slots = vectorNew(count);
  let slot = slots;
  for (let at = first; at != 0;) {
    const entry = at + moved;
    const path = makePath(entry, moved);
    const end = entry + ENTRY_BYTES + (load<i32>(entry, 4) << FIND_BITS);
    let before = -1;
    for (let find = entry + ENTRY_BYTES; find < end; find += 1 << FIND_BITS) {
      store<i64>(slot, makeWord(entry, find, path, before));
      before = load<i32>(find, 4);
      slot += 8;
    }
    at = load<i32>(entry);
  }
  return vectorDone(slots, count);
}

/** `before` is where the word before it ends; below 0 for the first. */
function makeWord(entry: i32, find: i32, path: i64, before: i32): i64 {
  const start = load<i32>(find);
  const end = load<i32>(find, 4);
  const quoted = isForeignIn(entry, start);
  const cited = isCitedIn(entry, start, end);
  const aside = isAsideIn(entry);
  const count = 5 + i32(aside) + i32(cited) + i32(quoted) + i32(before >= 0);
  const gap = before < 0 ? NIL : subtext(entry, before, start);
  const stem = stemOf(load<i32>(entry, 8) + start, load<i32>(entry, 8) + end);
  const text = subtext(entry, start, end);
  const entries = mapNew(count);
  let at = aside ? putEntry(entries, ASIDE, TRUE) : entries;
  if (cited) at = putEntry(at, CITED, TRUE);
  at = putEntry(at, END, integerValue(end as i64));
  if (before >= 0) at = putEntry(at, GAP, gap);
  at = putEntry(at, PATH, path);
  if (quoted) at = putEntry(at, QUOTED, TRUE);
  at = putEntry(at, START, integerValue(start as i64));
  at = putEntry(at, STEM, stem);
  putEntry(at, TEXT, text);
  return mapDone(entries, count);
}

/** The stem of a word: of each of its pieces, with apostrophes between them. */
function stemOf(at: i32, end: i32): i64 {
  const data = allocate(((end - at) << 1) + 8);
  let to = data;
  for (let from = at; from != 0; from = pieceAfter(tokenEnd, end)) {
    if (to > data) store<u8>(to++, APOSTROPHE);
    readToken(from, end);
    const piece = tokenEnd;
    writeWordKey(from, piece);
    memory.copy(to, keyAt, keyBytes);
    to += keyBytes;
    readToken(from, end);
  }
  const bytes = to - data;
  release(data + ((bytes + 7) & -8));
  return textView(data, bytes, countCodePoints(data, bytes));
}
