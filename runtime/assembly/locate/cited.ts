// Cited: whether a place stands in quotation marks. In: a text and a place of it. Out: yes or no. The reference, and what each
// of these rules is for, is runtime/locate/cited.ts.

const CITED_BYTES: i32 = 400;
const LINE_END: i32 = 0x0a;

const OPENING: i32 = 1;
const CLOSING: i32 = 2;

/** What the mark that was met last is. */
let isSingle: bool = false;
let length: i32 = 0;
let shape: i32 = 0;

/** Whether the place from `start` to `end` of the text from `text` to `textEnd`, all as addresses, is in quotation marks. */
export function isCited(text: i32, textEnd: i32, start: i32, end: i32): bool {
  const first = max<i32>(text, start - CITED_BYTES);
  // By kind, what the nearest mark before the place does.
  let double = 0;
  let single = 0;
  for (let at = start - 1; at >= first && (double == 0 || single == 0); at--) {
    // Most of a text is neither.
    while (at - 7 >= first && !hasMark(load<u64>(at - 7))) at -= 8;
    if (at < first) break;
    const byte = load<u8>(at) as i32;
    if (byte == LINE_END) break;
    if (!mayBeMark(byte)) continue;
    const sense = senseAt(text, textEnd, at);
    if (sense == 0) continue;
    if (isSingle) single = single == 0 ? sense : single;
    else double = double == 0 ? sense : double;
  }
  return (double == OPENING && isClosed(text, textEnd, end, false)) || (single == OPENING && isClosed(text, textEnd, end, true));
}

function isClosed(text: i32, textEnd: i32, end: i32, sought: bool): bool {
  const last = min<i32>(textEnd, end + CITED_BYTES);
  for (let at = end; at < last; at++) {
    const byte = load<u8>(at) as i32;
    if (byte == LINE_END) return false;
    if (!mayBeMark(byte)) continue;
    const sense = senseAt(text, textEnd, at);
    if (sense != 0 && isSingle == sought) return sense == CLOSING;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function mayBeMark(byte: i32): bool {
  return byte == 0x22 || byte == 0x27 || byte == 0xc2 || byte == 0xe2 || byte == 0xe3;
}

const EACH: u64 = 0x0101010101010101;

/** Whether one of eight bytes may be a mark or the end of a line; some that are neither are told from these later. */
// @ts-ignore: decorator
@inline
function hasMark(bytes: u64): bool {
  return (zeros((bytes | 0x05 * EACH) ^ 0x27 * EACH) | zeros((bytes | 0x21 * EACH) ^ 0xe3 * EACH) | zeros(bytes ^ 0x0a * EACH)) != 0;
}

/** Not 0 where one of eight bytes is 0. */
// @ts-ignore: decorator
@inline
function zeros(bytes: u64): u64 {
  return (bytes - EACH) & ~bytes & 0x80 * EACH;
}

/** Whether a mark at a place opens or closes; 0 where there is none. Sets `isSingle`. */
function senseAt(text: i32, textEnd: i32, at: i32): i32 {
  if (!readMark(at, textEnd)) return 0;
  if (load<u8>(at) == 0xe3) return shape;
  const next = at + length;
  const isBefore = next < textEnd && isTight(load<u8>(next) as i32, true);
  if (at == text || !isTight(load<u8>(at - 1) as i32, false)) return isBefore || shape == OPENING ? OPENING : shape;
  if (isSingle && isLetter(load<u8>(at - 1) as i32) && next < textEnd && isLetter(load<u8>(next) as i32)) return 0;
  return CLOSING;
}

/** Sets what the mark at a place is. */
function readMark(at: i32, textEnd: i32): bool {
  const byte = load<u8>(at) as i32;
  if (byte < 0x80) {
    isSingle = byte == 0x27;
    length = 1;
    shape = 0;
    return true;
  }
  const second = at + 1 < textEnd ? (load<u8>(at + 1) as i32) : 0;
  if (byte == 0xc2) {
    isSingle = false;
    length = 2;
    shape = second == 0xab ? OPENING : CLOSING;
    return second == 0xab || second == 0xbb;
  }
  const third = at + 2 < textEnd ? (load<u8>(at + 2) as i32) : 0;
  length = 3;
  if (byte == 0xe3) {
    isSingle = third == 0x8e || third == 0x8f;
    shape = (third & 1) != 0 ? CLOSING : OPENING;
    return second == 0x80 && third >= 0x8c && third <= 0x8f;
  }
  if (third == 0xb9 || third == 0xba) {
    isSingle = true;
    shape = third == 0xba ? CLOSING : OPENING;
    return second == 0x80;
  }
  isSingle = third == 0x98 || third == 0x99;
  shape = third == 0x99 || third == 0x9d ? CLOSING : OPENING;
  return second == 0x80 && (isSingle || (third >= 0x9c && third <= 0x9e));
}

/** What a quotation may end with before its mark, or begin with behind it. */
function isTight(byte: i32, isStart: bool): bool {
  if (isLetter(byte)) return true;
  if (isStart) return byte == 0x28 || byte == 0x5b || byte == 0x7b || byte == 0x24 || byte == 0x23 || byte == 0x40 || byte == 0x3c;
  return (
    byte == 0x2e || byte == 0x2c || byte == 0x21 || byte == 0x3f || byte == 0x3b || byte == 0x29 || byte == 0x25 || byte == 0x5d || byte == 0x7d
  );
}

function isLetter(byte: i32): bool {
  const letter = byte | 0x20;
  return byte >= 0x80 || (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}
