// Locate: the builtins of text evidence. In: a text, or a value whose strings are searched, and phrases. Out:
// places. A value's strings are read in the code point order of their paths. The reference is
// runtime/interpret/builtins/evidence.ts.

import { sortedIndices } from '../collection/merge-sort';
import { FAULT_TOO_DEEP, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { MADE_BYTES, PHRASES_STEPS, PHRASE_STEPS, PLACE_STEPS } from '../shared/prices';
import { charge, floorSteps } from '../run/fuel';
import { elementAt, elements, isCollection, vectorAt, vectorCount } from '../collection/list';
import { openBlock } from './block';
import { checkWords, findMeant, meanNothing } from './misspelled';
import { prepare } from './phrases';
import { CLOSES, PARTS, beginClosing, endClosing } from './closing';
import { allPlaces, beginRecord, endRecord, firstPlace, lastEntry, markBetween, openLog, pathSpace, placeCount, searchText } from './places';
import { OTHERS, SETTLED } from './denial';
import { headingOf, isProse, praises, settles } from './settled';
import { isOthers, speakersIn } from './turns';
import { allWords, logWords } from './word-places';
import { openSearch } from './search';
import { openTables } from './unpack';
import { keyAt, mapCount, valueAt } from '../collection/map';
import { addSizes, sizeOf, tooDeep } from '../collection/measure';
import { allocate, arenaTop, release } from '../run/memory';
import { expectText } from '../string/builtins';
import { textBytes, textData } from '../text/text';
import { ABSENT, NIL, TAG_MAP, TAG_STRING, TAG_VECTOR } from '../shared/values';
import { addressOf, booleanValue, tagOf } from '../value/value';

/** Bytes of the longest text that work space is measured by; for a value, which is read once to be priced, the whole of it. */
const BYTES_MAX: i64 = 0x7fffffff;

export function locate(text: i64, phrase: i64, site: i32): i64 {
  return firstPlace(locateOne(text, phrase, site));
}

export function isLocated(text: i64, phrase: i64, site: i32): i64 {
  release(locateOne(text, phrase, site));
  return booleanValue(placeCount() > 0);
}

/** `locate` of a phrase that was made ready, with what it adds to the surcharge. */
export function locateIn(text: i64, block: i32, price: i64, site: i32): i64 {
  return firstPlace(locateOneIn(text, block, price, site));
}

export function isLocatedIn(text: i64, block: i32, price: i64, site: i32): i64 {
  release(locateOneIn(text, block, price, site));
  return booleanValue(placeCount() > 0);
}

/** Searches a text for the first place of a phrase; returns where the work space begins. */
function locateOne(text: i64, phrase: i64, site: i32): i32 {
  const source = expectText(text, site);
  const sought = expectText(phrase, site);
  charge((textBytes(source) as i64) + (textBytes(sought) as i64) + PHRASES_STEPS + PHRASE_STEPS);
  const base = arenaTop();
  const list = allocate(4);
  store<i32>(list, sought);
  openBlock(prepare(list, 1));
  searchOne(source);
  return base;
}

function locateOneIn(text: i64, block: i32, price: i64, site: i32): i32 {
  const source = expectText(text, site);
  charge((textBytes(source) as i64) + price);
  const base = arenaTop();
  openBlock(block);
  searchOne(source);
  return base;
}

function searchOne(source: i32): void {
  openTables();
  meanNothing();
  openSearch(textBytes(source), true);
  openLog();
  searchText(source);
}

export function locateAll(value: i64, phrases: i64, words: i64, site: i32): i64 {
  const one = tagOf(phrases) == TAG_STRING;
  const listed = one ? NIL : elements(phrases, site);
  if (words != ABSENT) checkWords(words, site);
  if (tooDeep(value)) fault(FAULT_TOO_DEEP, site);
  const count = one ? 1 : vectorCount(listed);
  if (!one) charge(sizeOf(listed));
  if (words != ABSENT) charge(sizeOf(words));
  let bytes: i64 = PHRASES_STEPS + (count as i64) * PHRASE_STEPS;
  if (one) bytes += textBytes(addressOf(phrases)) as i64;
  else {
    // What is no string is found out below, after the surcharge; it has no bytes.
    for (let i = 0; i < count; i++) {
      const phrase = vectorAt(listed, i);
      if (tagOf(phrase) == TAG_STRING) bytes = addSizes(bytes, textBytes(addressOf(phrase)) as i64);
    }
  }
  const searched = priceOf(value, bytes);
  const base = arenaTop();
  const list = allocate(count << 2);
  for (let i = 0; i < count; i++) {
    const phrase = one ? phrases : vectorAt(listed, i);
    if (tagOf(phrase) != TAG_STRING) fault(FAULT_TYPE, site);
    store<i32>(list + (i << 2), addressOf(phrase));
  }
  openBlock(prepare(list, count));
  return searchAll(value, words, searched, base);
}

/** `locate-all` of phrases that were made ready, with what they add to the surcharge. */
export function locateAllIn(value: i64, block: i32, price: i64, words: i64, site: i32): i64 {
  if (words != ABSENT) checkWords(words, site);
  if (tooDeep(value)) fault(FAULT_TOO_DEEP, site);
  if (words != ABSENT) charge(sizeOf(words));
  const searched = priceOf(value, price);
  const base = arenaTop();
  openBlock(block);
  return searchAll(value, words, searched, base);
}

/** Every word of the strings of a value, with its stem. */
export function locateWords(value: i64, site: i32): i64 {
  if (tooDeep(value)) fault(FAULT_TOO_DEEP, site);
  priceOf(value, 0);
  const base = arenaTop();
  openTables();
  openLog();
  readsWords = true;
  searchValue(value, 0);
  charge((placeCount() as i64) * PLACE_STEPS);
  return allWords(base);
}

/** Whether the walk over a value reads the words of its strings, instead of searching them for phrases. */
let readsWords: bool = false;

/** Takes the surcharge; returns the bytes of text to be searched. A collection is paid for before it is walked. */
function priceOf(value: i64, phraseBytes: i64): i64 {
  if (isCollection(value) && value != NIL) charge(sizeOf(value));
  const searched = bytesOf(value);
  charge(addSizes(searched, phraseBytes));
  return searched;
}

/** Bytes of all strings in a value; keys are none. No deeper than 256. */
function bytesOf(value: i64): i64 {
  const tag = tagOf(value);
  if (tag == TAG_STRING) return textBytes(addressOf(value)) as i64;
  if (tag != TAG_VECTOR && tag != TAG_MAP) return 0;
  const header = addressOf(value);
  const count = load<i32>(header);
  let bytes: i64 = 0;
  for (let i = 0; i < count; i++) bytes = addSizes(bytes, bytesOf(tag == TAG_MAP ? valueAt(header, i) : elementAt(header, i)));
  return bytes;
}

function searchAll(value: i64, words: i64, bytes: i64, base: i32): i64 {
  openTables();
  if (words == ABSENT) meanNothing();
  else findMeant(value, words);
  openSearch(min<i64>(bytes, BYTES_MAX) as i32, false);
  openLog();
  // A run that ended early may have left it set.
  readsWords = false;
  searchValue(value, 0);
  // How many there are is only known now; a place is a map of seven members.
  charge((placeCount() as i64) * PLACE_STEPS);
  return allPlaces(base);
}

/** The way to the string that is searched: for each level a key's header, or −1 − an index. */
const way: i32 = memory.data(257 * 4, 8) as i32;

function searchValue(value: i64, depth: i32): void {
  const tag = tagOf(value);
  if (tag == TAG_STRING) {
    if (readsWords ? logWords(addressOf(value)) : searchText(addressOf(value))) writePath(depth);
  } else if (tag == TAG_VECTOR) {
    searchVector(addressOf(value), depth);
  } else if (tag == TAG_MAP) {
    searchMap(value, depth);
  }
}

/** Elements in the order of their indices as texts: 0, 1, 10, 100, 11, 2 … */
function searchVector(header: i32, depth: i32): void {
  const count = load<i32>(header);
  const entry = lastEntry();
  let said = 0;
  let saidBefore = 0;
  let lastStart = entry;
  let lastEnd = entry;
  // A conversation is the value itself, or a member of the record that it is.
  const speakers = depth == 0 || (depth == 1 && load<i32>(way) > 0) ? speakersIn(header, count) : 0;
  let index = 0;
  for (let i = 0; i < count; i++) {
    store<i32>(way + (depth << 2), -1 - index);
    const turn = lastEntry();
    if (count > 1 && index >= count - 2) {
      const outer = beginClosing();
      searchValue(elementAt(header, index), depth + 1);
      if (index == count - 1) {
        said = endClosing(outer);
        lastStart = turn;
        lastEnd = lastEntry();
      } else {
        saidBefore = endClosing(outer);
      }
    } else {
      searchValue(elementAt(header, index), depth + 1);
    }
    if (speakers != 0 && isOthers(speakers, elementAt(header, index))) markBetween(turn, lastEntry(), OTHERS);
    if (index == 0) {
      index = 1;
    } else if ((index as i64) * 10 < (count as i64)) {
      index *= 10;
    } else {
      if (index + 1 >= count) index /= 10;
      index++;
      while (index % 10 == 0) index /= 10;
    }
  }
  if ((said & CLOSES) != 0) {
    markBetween(entry, lastEntry(), SETTLED);
  } else if (count > 2 && (said & PARTS) != 0 && (saidBefore & CLOSES) != 0) {
    markBetween(entry, lastStart, SETTLED);
    markBetween(lastEnd, lastEntry(), SETTLED);
  }
}

/** Values in the order of the paths below them. */
function searchMap(map: i64, depth: i32): void {
  const header = addressOf(map);
  const count = mapCount(map);
  const order = orderOf(header, count);
  let isSettled = false;
  let isPraise = false;
  for (let i = 0; i < count; i++) {
    isSettled = isSettled || settles(keyAt(header, i), valueAt(header, i));
    isPraise = isPraise || praises(keyAt(header, i), valueAt(header, i));
  }
  const outer = beginRecord(isPraise);
  const heading = isSettled || count < 2 ? -1 : headingOf(header, count);
  let headingStart = 0;
  let headingEnd = 0;
  let isOver = false;
  let isOpen = false;
  for (let i = 0; i < count; i++) {
    const index = order == 0 ? i : load<i32>(order + (i << 2));
    const key = keyAt(header, index);
    const value = valueAt(header, index);
    const entry = lastEntry();
    store<i32>(way + (depth << 2), key);
    if (heading >= 0 && index != heading && tagOf(value) == TAG_STRING) {
      const before = beginClosing();
      searchValue(value, depth + 1);
      if ((endClosing(before) & CLOSES) != 0) isOver = true;
      else if (isProse(addressOf(value))) isOpen = true;
      continue;
    }
    searchValue(value, depth + 1);
    if (index == heading) {
      headingStart = entry;
      headingEnd = lastEntry();
    }
    if (isSettled && !settles(key, value)) markBetween(entry, lastEntry(), SETTLED);
  }
  endRecord(outer);
  if (isOver && !isOpen) markBetween(headingStart, headingEnd, SETTLED);
}

/** Address of the indices of a map's entries in the order of their paths; 0 when it is that of the keys, as for nearly every map. */
function orderOf(header: i32, count: i32): i32 {
  let ordered = true;
  for (let i = 1; i < count && ordered; i++) ordered = !isBefore(header, i, i - 1);
  if (ordered) return 0;
  return sortedIndices<PathOrder>(count, changetype<PathOrder>(header));
}

/** The header of the map. */
@unmanaged
class PathOrder {
  isAfter(a: i32, b: i32): bool {
    return isBefore(changetype<i32>(this), b, a);
  }
}

const SLASH: i32 = 0x2f;
const TILDE: i32 = 0x7e;

/** Whether the path below one entry comes before that below another: keys escaped, and `/` after those of collections. */
function isBefore(header: i32, left: i32, right: i32): bool {
  const a = keyAt(header, left);
  const b = keyAt(header, right);
  const aBytes = textBytes(a);
  const bBytes = textBytes(b);
  const shared = min<i32>(aBytes, bBytes);
  let i = 0;
  while (i < shared && load<u8>(textData(a) + i) == load<u8>(textData(b) + i)) i++;
  // Escapes of equal characters are equal; so only the first difference matters, and after `~` the digit.
  const first = rankAt(a, i, tagOf(valueAt(header, left)));
  const second = rankAt(b, i, tagOf(valueAt(header, right)));
  return first < second;
}

/** What stands in the path at byte `at` of a key: the byte, or the two of its escape, or what comes after the key. */
function rankAt(key: i32, at: i32, tag: i32): i32 {
  if (at >= textBytes(key)) return tag == TAG_VECTOR || tag == TAG_MAP ? SLASH << 8 : 0;
  const byte = load<u8>(textData(key) + at) as i32;
  if (byte == TILDE) return (TILDE << 8) | 0x30;
  return byte == SLASH ? (TILDE << 8) | 0x31 : byte << 8;
}

/** Writes the JSON Pointer of the text that was just searched. */
function writePath(depth: i32): void {
  let bytes = 0;
  for (let level = 0; level < depth; level++) bytes += 1 + segmentBytes(load<i32>(way + (level << 2)));
  if (bytes == 0) return;
  charge(floorSteps(bytes as i64, MADE_BYTES));
  let at = pathSpace(bytes);
  for (let level = 0; level < depth; level++) {
    store<u8>(at, SLASH);
    at = writeSegment(at + 1, load<i32>(way + (level << 2)));
  }
}

function segmentBytes(step: i32): i32 {
  if (step < 0) return digitsOf(-1 - step);
  let bytes = textBytes(step);
  for (let i = 0; i < textBytes(step); i++) {
    const byte = load<u8>(textData(step) + i) as i32;
    bytes += i32(byte == SLASH || byte == TILDE);
  }
  return bytes;
}

function digitsOf(index: i32): i32 {
  let digits = 1;
  for (let rest = index; rest >= 10; rest /= 10) digits++;
  return digits;
}

function writeSegment(at: i32, step: i32): i32 {
  if (step < 0) {
    const end = at + digitsOf(-1 - step);
    let rest = -1 - step;
    for (let digit = end - 1; digit >= at; digit--) {
      store<u8>(digit, 0x30 + rest % 10);
      rest /= 10;
    }
    return end;
  }
  let to = at;
  for (let i = 0; i < textBytes(step); i++) {
    const byte = load<u8>(textData(step) + i) as i32;
    if (byte == SLASH || byte == TILDE) {
      store<u8>(to++, TILDE);
      store<u8>(to++, byte == SLASH ? 0x31 : 0x30);
    } else {
      store<u8>(to++, byte);
    }
  }
  return to;
}
