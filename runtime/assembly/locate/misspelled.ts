// Misspelled: words of the strings of a value that are one letter off a key of a map. In: a value, and a map from words to the real
// words that are never taken for them. Out: which key is meant by a word. The reference is runtime/locate/misspelled.ts.

import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { elementAt, vectorAt, vectorCount } from '../collection/list';
import { asEntry } from '../collection/entries';
import { keyAt, mapCount, mapNew, mapOfUnsorted, valueAt } from '../collection/map';
import { allocate } from '../run/memory';
import { equalBytes, textBytes, textData, textValue, textView } from '../text/text';
import { NIL, TAG_MAP, TAG_STRING, TAG_VECTOR } from '../shared/values';
import { addressOf, tagOf } from '../value/value';
import { nextToken, readToken, tokenEnd } from './words';
import { WORD } from './unicode';

const LETTERS_MIN: i32 = 5;
const LETTERS_MAX: i32 = 32;

/** What was found: u32 data and u32 bytes of the word as it is written, u32 header of the key. */
const FOUND_BYTES: i32 = 16;

/** Of each letter the index of its first key; behind z the index after its last. */
const firsts: i32 = memory.data(27 * 4, 8) as i32;
let words: i64 = 0;
let found: i32 = 0;
let foundCount: i32 = 0;
/** From misspelled words to the keys that are meant; nil while there are none. */
let meant: i64 = NIL;

/** Fault unless it is a map of vectors of texts, or nil. */
export function checkWords(sought: i64, site: i32): void {
  if (tagOf(sought) != TAG_MAP && sought != NIL) fault(FAULT_TYPE, site);
  const count = sought == NIL ? 0 : mapCount(sought);
  for (let i = 0; i < count; i++) checkTexts(valueAt(addressOf(sought), i), site);
}

export function meanNothing(): void {
  meant = NIL;
}

/** Finds the misspelled words of a value. What is found lies above the arena's top as it was. */
export function findMeant(value: i64, sought: i64): void {
  meant = NIL;
  words = sought;
  markFirsts(sought == NIL ? 0 : mapCount(sought));
  found = 0;
  foundCount = 0;
  readValue(value);
  if (foundCount > 0) meant = result();
}

/** Header of the word that is meant by the one of `bytes` bytes at an address; 0 where it is not misspelled. */
export function meantBy(at: i32, bytes: i32): i32 {
  if (meant == NIL || bytes < LETTERS_MIN || bytes > LETTERS_MAX) return 0;
  const map = addressOf(meant);
  let low = 0;
  let high = mapCount(meant);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareBytes(keyAt(map, middle), at, bytes);
    if (order == 0) return addressOf(valueAt(map, middle));
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return 0;
}

/** Whether any word of a place is misspelled. */
export function hasMeant(from: i32, end: i32): bool {
  if (meant == NIL) return false;
  for (let at = from; at < end; at = tokenEnd) {
    if ((readToken(at, end) & WORD) != 0 && meantBy(at, tokenEnd - at) != 0) return true;
  }
  return false;
}

function compareBytes(header: i32, at: i32, bytes: i32): i32 {
  const shared = min<i32>(textBytes(header), bytes);
  for (let i = 0; i < shared; i++) {
    const order = (load<u8>(textData(header) + i) as i32) - (load<u8>(at + i) as i32);
    if (order != 0) return order;
  }
  return textBytes(header) - bytes;
}

/** Fault unless it is a vector of texts. */
function checkTexts(value: i64, site: i32): void {
  if (tagOf(value) != TAG_VECTOR) fault(FAULT_TYPE, site);
  const count = vectorCount(value);
  for (let i = 0; i < count; i++) if (tagOf(vectorAt(value, i)) != TAG_STRING) fault(FAULT_TYPE, site);
}

/** Keys are in the order of their bytes, so those of one letter stand together. */
function markFirsts(count: i32): void {
  let letter = 0;
  for (let i = 0; i < count; i++) {
    const header = keyAt(addressOf(words), i);
    const first = textBytes(header) == 0 ? -1 : (load<u8>(textData(header)) as i32) - 0x61;
    while (letter <= first && letter < 27) store<i32>(firsts + (letter++ << 2), i);
  }
  while (letter < 27) store<i32>(firsts + (letter++ << 2), count);
}

function readValue(value: i64): void {
  const tag = tagOf(value);
  if (tag == TAG_STRING) {
    readText(addressOf(value));
  } else if (tag == TAG_VECTOR || tag == TAG_MAP) {
    const header = addressOf(value);
    const count = load<i32>(header);
    for (let i = 0; i < count; i++) readValue(tag == TAG_MAP ? valueAt(header, i) : elementAt(header, i));
  }
}

function readText(header: i32): void {
  const end = textData(header) + textBytes(header);
  for (let at = textData(header); at < end; at = tokenEnd) {
    if ((nextToken(at, end) & WORD) == 0) continue;
    const bytes = tokenEnd - at;
    if (bytes < LETTERS_MIN || bytes > LETTERS_MAX || !hasLetters(at, bytes)) continue;
    const letter = ((load<u8>(at) as i32) - 0x61) << 2;
    const from = load<i32>(firsts + letter);
    const to = load<i32>(firsts + letter, 4);
    charge((to - from) as i64);
    const key = keyNear(at, bytes, from, to);
    if (key >= 0 && !isListed(at, bytes, key)) keepFound(at, bytes, keyAt(addressOf(words), key));
  }
}

function hasLetters(at: i32, bytes: i32): bool {
  for (let i = 0; i < bytes; i++) {
    const byte = load<u8>(at + i) as i32;
    if (byte < 0x61 || byte > 0x7a) return false;
  }
  return true;
}

/** Index of the only key that is one letter off; below 0 when there is none, or several, or the word is a key. */
function keyNear(at: i32, bytes: i32, from: i32, to: i32): i32 {
  let near = -1;
  let several = false;
  for (let i = from; i < to; i++) {
    const header = keyAt(addressOf(words), i);
    const keyBytes = textBytes(header);
    if (keyBytes < bytes - 1 || keyBytes > bytes + 1) continue;
    const data = textData(header);
    if (keyBytes == bytes && equalBytes(at, data, bytes)) return -1;
    if (!isOneOff(at, bytes, data, keyBytes) || keyBytes < LETTERS_MIN || keyBytes > LETTERS_MAX || !hasLetters(data, keyBytes)) continue;
    if (near >= 0) several = true;
    near = i;
  }
  return several ? -1 : near;
}

/** One letter more, less or other, or two neighbours swapped; the first letters are equal, the words are not. */
function isOneOff(a: i32, aBytes: i32, b: i32, bBytes: i32): bool {
  const shared = min<i32>(aBytes, bBytes);
  let same = 0;
  while (same < shared && load<u8>(a + same) == load<u8>(b + same)) same++;
  const restA = aBytes - same;
  const restB = bBytes - same;
  const atA = a + same;
  const atB = b + same;
  if (restA > restB) return equalBytes(atA + 1, atB, restB);
  if (restA < restB) return equalBytes(atA, atB + 1, restA);
  if (equalBytes(atA + 1, atB + 1, restA - 1)) return true;
  if (restA < 2 || load<u8>(atA) != load<u8>(atB, 1) || load<u8>(atA, 1) != load<u8>(atB)) return false;
  return equalBytes(atA + 2, atB + 2, restA - 2);
}

/** Whether the word is one of those never taken for a key. */
function isListed(at: i32, bytes: i32, key: i32): bool {
  const listed = valueAt(addressOf(words), key);
  const count = vectorCount(listed);
  charge(count as i64);
  for (let i = 0; i < count; i++) {
    const header = addressOf(vectorAt(listed, i));
    if (textBytes(header) == bytes && equalBytes(at, textData(header), bytes)) return true;
  }
  return false;
}

/** Nothing else is allocated while words are found, so they lie side by side. */
function keepFound(at: i32, bytes: i32, key: i32): void {
  const to = allocate(FOUND_BYTES);
  if (foundCount == 0) found = to;
  foundCount++;
  store<i32>(to, at);
  store<i32>(to, bytes, 4);
  store<i32>(to, key, 8);
}

function result(): i64 {
  const entries = mapNew(foundCount);
  for (let i = 0; i < foundCount; i++) {
    const from = found + i * FOUND_BYTES;
    const entry = entries + (i << 4);
    asEntry(entry).key = textView(load<i32>(from), load<i32>(from, 4), load<i32>(from, 4));
    asEntry(entry).value = textValue(load<i32>(from, 8));
  }
  return mapOfUnsorted(entries, foundCount);
}
