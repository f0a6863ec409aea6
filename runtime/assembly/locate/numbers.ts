// Locate, numbers: reads numbers in digits and in English words out of the symbols of a text. A symbol waits until all
// that a number could need after it is known. The reference is runtime/locate/number-words.ts.

import { NUMBER_AND, NUMBER_DIGITS, NUMBER_HUNDRED, NUMBER_JOIN, NUMBER_LIKE, NUMBER_ONE, NUMBER_SPACE, NUMBER_TEN, NUMBER_THOUSAND } from './words';

/** `nine hundred and ninety nine thousand nine hundred and ninety nine` are 21 symbols; three more are looked at. */
const AHEAD_MAX: i32 = 28;
const PLACES_MASK: i32 = 63;
const PLACE_BYTES: i32 = 20;
/** Symbols that wait: u32 start, u32 end, u32 symbol, u32 what it is to a number, u32 value. */
const queue: i32 = memory.data(64 * 20, 8) as i32;
let head: i32 = 0;
let tail: i32 = 0;

/** The number that was read: its value, or with digits the symbol of its value. */
export let numberIsDigits: bool = false;
export let numberValue: i32 = 0;
let readTo: i32 = 0;

export function openQueue(): void {
  head = 0;
  tail = 0;
}

export function pushSymbol(start: i32, end: i32, symbol: i32, number: i32, value: i32): void {
  const at = queue + (head & PLACES_MASK) * PLACE_BYTES;
  store<i32>(at, start);
  store<i32>(at, end, 4);
  store<i32>(at, symbol, 8);
  store<i32>(at, number, 12);
  store<i32>(at, value, 16);
  head++;
}

/** Whether a symbol of this kind can start a number, or rule out that its neighbour is one. */
// @ts-ignore: decorator
@inline
export function mayConcernNumbers(kind: i32): bool {
  return kind == NUMBER_ONE || kind == NUMBER_TEN || kind >= NUMBER_DIGITS;
}

/** Whether enough is known of what comes after the next symbol. */
export function isReady(): bool {
  if (tail == head) return false;
  const kind = kindAt(tail);
  if (kind == NUMBER_DIGITS || kind == NUMBER_LIKE) return head - tail > 2;
  if (kind != NUMBER_ONE && kind != NUMBER_TEN) return true;
  const last = kindAt(head - 1);
  return head - tail > AHEAD_MAX || last == 0 || last >= NUMBER_DIGITS;
}

// @ts-ignore: decorator
@inline
export function isWaiting(): bool {
  return tail < head;
}

/** Address of the next symbol. */
// @ts-ignore: decorator
@inline
export function nextSymbol(): i32 {
  return queue + (tail & PLACES_MASK) * PLACE_BYTES;
}

/** Takes symbols up to, and not including, the one the last number ended before; returns the address of the last one taken. */
export function takeSymbols(count: i32): i32 {
  tail += count;
  return queue + ((tail - 1) & PLACES_MASK) * PLACE_BYTES;
}

/** How many symbols from the next one on are a number; 0 for none. Its value is set. */
export function readNumber(): i32 {
  const kind = kindAt(tail);
  if (kind == NUMBER_DIGITS) {
    // Part of a longer thing (a time, a date, a fraction): not a number.
    if (kindAt(tail - 1) == NUMBER_JOIN && isDigits(tail - 2)) return 0;
    if (kindAt(tail + 1) == NUMBER_JOIN && isDigits(tail + 2)) return 0;
    numberIsDigits = true;
    numberValue = valueAt(tail);
    return 1;
  }
  if (kind != NUMBER_ONE && kind != NUMBER_TEN) return 0;
  numberIsDigits = false;
  numberValue = readWords(tail);
  return readTo - tail;
}

function kindAt(index: i32): i32 {
  return index < 0 || index >= head ? 0 : load<i32>(queue + (index & PLACES_MASK) * PLACE_BYTES, 12);
}

function valueAt(index: i32): i32 {
  return load<i32>(queue + (index & PLACES_MASK) * PLACE_BYTES, 16);
}

function isDigits(index: i32): bool {
  const kind = kindAt(index);
  return kind == NUMBER_DIGITS || kind == NUMBER_LIKE;
}

/** Cardinals below a million; a number word stands at `at`. `readTo` is set. */
function readWords(at: i32): i32 {
  let value = readHundreds(at);
  if (value > 0 && kindAt(readTo) == NUMBER_SPACE && kindAt(readTo + 1) == NUMBER_THOUSAND) {
    value *= 1000;
    const to = readTo + 2;
    const rest = kindAt(to) == NUMBER_SPACE ? readHundreds(afterAnd(to)) : -1;
    if (rest > 0) value += rest;
    else readTo = to;
  }
  return value;
}

/** 0 to 999, or −1 when no number word stands there. */
function readHundreds(at: i32): i32 {
  const first = readTens(at);
  if (first <= 0 || first > 9 || kindAt(readTo) != NUMBER_SPACE || kindAt(readTo + 1) != NUMBER_HUNDRED) return first;
  const to = readTo + 2;
  const rest = kindAt(to) == NUMBER_SPACE ? readTens(afterAnd(to)) : -1;
  if (rest > 0) return 100 * first + rest;
  readTo = to;
  return 100 * first;
}

/** 0 to 99, or −1. */
function readTens(at: i32): i32 {
  const kind = kindAt(at);
  if (kind == NUMBER_ONE) {
    readTo = at + 1;
    return valueAt(at);
  }
  if (kind != NUMBER_TEN) return -1;
  readTo = at + 1;
  const unit = kindAt(at + 1) == NUMBER_SPACE && kindAt(at + 2) == NUMBER_ONE ? valueAt(at + 2) : 0;
  if (unit == 0 || unit > 9) return valueAt(at);
  readTo = at + 3;
  return valueAt(at) + unit;
}

/** The position after a space, or after ` and `. */
function afterAnd(at: i32): i32 {
  return kindAt(at) == NUMBER_SPACE && kindAt(at + 1) == NUMBER_AND && kindAt(at + 2) == NUMBER_SPACE ? at + 3 : at + 1;
}
