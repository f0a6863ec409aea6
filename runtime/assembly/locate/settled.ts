// Settled: whether a member of a record says that its case is closed, and which member is the heading of the others. In: a record's
// members. Out: yes or no, an index. The reference, and what each list is for, is runtime/locate/settled.ts.

import { keyAt, valueAt } from '../collection/map';
import { equalBytes, textBytes, textData } from '../text/text';
import { TAG_STRING, TRUE } from '../shared/values';
import { addressOf, integerValue, tagOf } from '../value/value';
import { AUTOMATIC, CASES, CLOSED, CLOSED_FLAGS, CLOSED_TIMES, DONE, HEADINGS_OF_RECORDS, OUTCOMES, PRAISES, RATINGS, STATUSES, SUBJECT_NAMES } from './table';
import { beginning, isLetterByte } from './zones';

const STATUS_BYTES: i32 = 40;
/** No name of the lists is longer. */
const KEY_BYTES: i32 = 24;
/** The name without the marks between its words. */
const key: i32 = memory.data(24, 8) as i32;
let keyBytes: i32 = 0;

/** The index of the member of a record that is its heading; below 0 where it has none. */
export function headingOf(header: i32, count: i32): i32 {
  for (let word = HEADINGS_OF_RECORDS; load<u8>(word) != 0; word += 1 + (load<u8>(word) as i32)) {
    for (let at = 0; at < count; at++) {
      if (tagOf(valueAt(header, at)) == TAG_STRING && isWord(keyAt(header, at), word)) return at;
    }
  }
  return -1;
}

/** Whether a name (its header) is a word of a list, which is at an address. */
export function isWord(name: i32, word: i32): bool {
  const bytes = load<u8>(word) as i32;
  return textBytes(name) == bytes && equalBytes(textData(name), word + 1, bytes);
}

const PROSE_BYTES: i32 = 16;

/** Whether a text (its header) says more than a name or a number does. */
export function isProse(text: i32): bool {
  if (textBytes(text) < PROSE_BYTES) return false;
  const end = textData(text) + textBytes(text);
  for (let at = textData(text); at < end; at++) {
    if (load<u8>(at) == 0x20) return true;
  }
  return false;
}

/** Whether a member with a name (its header) and a value settles its record. */
export function settles(name: i32, value: i64): bool {
  const isText = tagOf(value) == TAG_STRING;
  if ((!isText && value != TRUE) || !readKey(textData(name), textBytes(name))) return false;
  if (!isText) return isKey(CLOSED_FLAGS);
  const data = textData(addressOf(value));
  const end = data + textBytes(addressOf(value));
  if (isKey(SUBJECT_NAMES)) return beginning(data, end, AUTOMATIC) != 0;
  if (end - data > STATUS_BYTES) return false;
  if (isKey(CLOSED_TIMES)) return end > data;
  const isOutcome = isCalled(OUTCOMES);
  return (isOutcome || isCalled(STATUSES)) && saysClosed(data, end, isOutcome);
}

/** Whether a member with a name (its header) and a value says that its record praises. */
export function praises(name: i32, value: i64): bool {
  // The value first: few members have one of these, and names take longer to read.
  const isPraise = tagOf(value) == TAG_STRING ? isPraiseText(addressOf(value)) : value == integerValue(4) || value == integerValue(5);
  return isPraise && readKey(textData(name), textBytes(name)) && isKey(RATINGS);
}

function isPraiseText(text: i32): bool {
  return beginning(textData(text), textData(text) + textBytes(text), PRAISES, true) != 0;
}

function readKey(data: i32, bytes: i32): bool {
  keyBytes = 0;
  for (let at = data; at < data + bytes; at++) {
    const byte = load<u8>(at);
    if (byte == 0x20 || byte == 0x2d || byte == 0x5f) continue;
    if (keyBytes == KEY_BYTES) return false;
    store<u8>(key + keyBytes++, byte);
  }
  return true;
}

function isKey(list: i32): bool {
  return beginning(key, key + keyBytes, list, true) != 0;
}

/** Whether the name is one of a list, alone or behind what it is the status of. */
function isCalled(endings: i32): bool {
  const end = key + keyBytes;
  for (let word = endings; load<u8>(word) != 0; word += 1 + (load<u8>(word) as i32)) {
    const start = end - (load<u8>(word) as i32);
    if (start >= key && beginning(start, end, word, true) != 0 && (start == key || beginning(key, start, CASES, true) != 0)) return true;
  }
  return false;
}

/** Whether a text has a word for what is closed, and none that denies it. */
function saysClosed(data: i32, end: i32, isOutcome: bool): bool {
  let isClosed = false;
  let at = data;
  while (at < end) {
    let to = at;
    while (to < end && isLetterByte(load<u8>(to) as i32)) to++;
    if (to - at == 3 && (load<u16>(at) | 0x2020) == 0x6f6e && (load<u8>(at, 2) | 0x20) == 0x74) return false;
    isClosed = isClosed || beginning(at, to, CLOSED, true) != 0 || (isOutcome && beginning(at, to, DONE, true) != 0);
    at = to + 1;
  }
  return isClosed;
}
