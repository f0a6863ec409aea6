// Locate, tokens: addresses, host names, files, paths, calls and identifiers are one word each. In: a text and a place in it. Out:
// whether the place is only a part of such a token. The reference, and what each rule is for, is runtime/locate/whole-tokens.ts.

import { ASCII, ENDINGS } from './table';
import { DENSE, DIGIT, WORD, classOf } from './unicode';
import { codePointAt, leadBytes } from '../text/text';
import { isInvisible } from './words';
import { beginning } from './zones';

const REACH: i32 = 256;
const AT: i32 = 0x40;
const DOT: i32 = 0x2e;
const SLASH: i32 = 0x2f;
const BACKSLASH: i32 = 0x5c;
const COLON: i32 = 0x3a;
const HYPHEN: i32 = 0x2d;
const OPENING: i32 = 0x28;
/** `()` */
const CALL: i32 = 0x2928;

let data: i32 = 0;
let dataEnd: i32 = 0;
/** The token around the place. */
let from: i32 = 0;
let to: i32 = 0;

/** Whether the place from `start` to `end` in the text from `text` to `textEnd` is a part of a token. */
export function isPartOfToken(text: i32, textEnd: i32, start: i32, end: i32): bool {
  // Most places stand between a space and a mark.
  if ((start == text || load<u8>(start - 1) <= 0x20) && (end == textEnd || (isMark(load<u8>(end) as i32) && load<u8>(end) != OPENING)))
    return false;
  data = text;
  dataEnd = textEnd;
  setToken(start, end);
  const isAll = from == start && to == end;
  if (hasDot(start, end)) return isBehindUrl() || (!isAll && !isHost(start, end));
  return (end + 1 < dataEnd && load<u16>(end) == CALL) || (to < dataEnd && load<u8>(to) == OPENING && hasDot(from, to)) || (!isAll && (isAddress() || isNamed(start, end) || isNumbered(start, end)));
}

function setToken(start: i32, end: i32): void {
  from = start;
  while (from > data && start - from < REACH) {
    const before = characterBefore(from);
    if (isBreak(before)) break;
    from = before;
  }
  while (from < start && isInvisible(from)) from += leadBytes(load<u8>(from) as i32);
  to = end;
  while (to < dataEnd && to - end < REACH && !isBreak(to)) to += leadBytes(load<u8>(to) as i32);
  while (to > end) {
    const last = characterBefore(to);
    const byte = load<u8>(last) as i32;
    if (byte != DOT && byte != COLON && byte != 0x21 && byte != 0x3f && !isInvisible(last)) break;
    to = last;
  }
}

function characterBefore(at: i32): i32 {
  let before = at - 1;
  while (before > data && (load<u8>(before) & 0xc0) == 0x80) before--;
  return before;
}

/** White space and `"'()<>[]{},;|` with backquote and star. */
function isMark(byte: i32): bool {
  if (byte <= 0x20) return true;
  if (byte < 0x40) return ((0x5800178400000000 as u64) >> (byte as u64) & 1) != 0;
  return byte == 0x5b || byte == 0x5d || byte == 0x60 || byte == 0x7b || byte == 0x7c || byte == 0x7d;
}

function isBreak(at: i32): bool {
  const byte = load<u8>(at) as i32;
  if (byte < 0x80) return isMark(byte);
  if (isInvisible(at)) return false;
  const codePoint = codePointAt(at);
  if (codePoint == 0x3002 || codePoint == 0xff0e || codePoint == 0xff61)
    return at + 3 >= dataEnd || !isPart(at + 3);
  return (classOf(codePoint) & (WORD | DENSE)) != WORD;
}

/** Whether at an address is a letter or a digit of ASCII, or `_`. */
function isPart(at: i32): bool {
  return (load<u8>(ASCII + (load<u8>(at) as i32)) & WORD) != 0;
}

function isDigit(at: i32): bool {
  return (load<u8>(ASCII + (load<u8>(at) as i32)) & DIGIT) != 0;
}

function isLetter(at: i32): bool {
  return isPart(at) && !isDigit(at) && load<u8>(at) != 0x5f;
}

function isName(at: i32): bool {
  const byte = load<u8>(at) as i32;
  return byte >= 0x80 || byte == HYPHEN || isPart(at);
}

function isSlash(at: i32): bool {
  return load<u8>(at) == SLASH || load<u8>(at) == BACKSLASH;
}

function hasScheme(at: i32, end: i32): bool {
  return at + 2 < end && load<u8>(at) == COLON && load<u16>(at, 1) == 0x2f2f;
}

function isAddress(): bool {
  const bytes = to - from;
  const first = load<u8>(from) as i32;
  const second = bytes > 1 ? load<u8>(from, 1) as i32 : 0;
  if (bytes > 1) {
    if (first == SLASH && second != SLASH) return true;
    if (first == BACKSLASH && second == BACKSLASH) return true;
    if (first == 0x7e && second == SLASH) return true;
    if (first == DOT && (isSlash(from + 1) || (bytes > 2 && second == DOT && isSlash(from + 2)))) return true;
    if (bytes > 2 && isLetter(from) && second == COLON && isSlash(from + 2)) return true;
  }
  if (bytes > 4 && (load<u32>(from) | 0x202020) == 0x2e777777) return true;
  for (let at = from; at + 1 < to; at++) {
    if (load<u8>(at) == AT || (at > from && hasScheme(at, to - 1))) return true;
  }
  return false;
}

function isNamed(start: i32, end: i32): bool {
  let first = start;
  while (first > from && (isName(first - 1) || load<u8>(first - 1) == DOT)) first--;
  let last = end;
  while (last < to && (isName(last) || load<u8>(last) == DOT)) last++;
  if (hasEnding(first, last)) return true;
  first = from;
  while (first < to && !isSlash(first)) first++;
  if (first == to) return false;
  last = to;
  while (!isSlash(last - 1)) last--;
  return hasEnding(from, first) || hasEnding(last, to);
}

/** Whether a text is a name with one of the endings. */
function hasEnding(at: i32, end: i32): bool {
  let last = at;
  while (last < end && load<u8>(last) != COLON && load<u8>(last) != 0x3f && load<u8>(last) != 0x23) last++;
  while (last > at && load<u8>(last - 1) == DOT) last--;
  let ending = last;
  while (ending > at && load<u8>(ending - 1) != DOT) ending--;
  if (ending - at < 2 || load<u8>(ending - 2) == DOT || beginning(ending, last, ENDINGS, true) == 0) return false;
  return load<u8>(ending) >= 0x61 || load<u8>(ending, 1) < 0x61;
}

function isNumbered(start: i32, end: i32): bool {
  let first = start;
  while (first > data && start - first < REACH && (isPart(first - 1) || isJoin(first - 1))) first--;
  let last = end;
  while (last < dataEnd && last - end < REACH && (isPart(last) || isJoin(last))) last++;
  if (hasDigit(start, end)) {
    let at = start;
    while (at < end && !isLetter(at)) at++;
    if (at == end) return false;
    if (end < last && load<u8>(end) == HYPHEN && isOnePart(end + 1, last)) return true;
    if (first < start && load<u8>(start - 1) == HYPHEN) {
      let part = start - 1;
      while (part > first && load<u8>(part - 1) != HYPHEN) part--;
      if (isOnePart(part, start - 1)) return true;
    }
    return end + 1 < dataEnd && load<u8>(end) == SLASH && isDigit(end + 1);
  }
  return (first < start || end < last) && isChain(first, last);
}

/** Whether at an address is a hyphen between two parts. */
function isJoin(at: i32): bool {
  return load<u8>(at) == HYPHEN && at > data && at + 1 < dataEnd && isPart(at - 1) && isPart(at + 1);
}

function hasDigit(at: i32, end: i32): bool {
  for (; at < end; at++) {
    if (isDigit(at)) return true;
  }
  return false;
}

/** Whether the part at an address is a letter, or has a digit. */
function isOnePart(at: i32, end: i32): bool {
  let last = at;
  while (last < end && isPart(last)) last++;
  return (last - at == 1 && isLetter(at)) || hasDigit(at, last);
}

/** Whether the parts of a chain are those of an identifier. */
function isChain(first: i32, last: i32): bool {
  let numbered = 0;
  for (let at = first; at < last; at++) {
    let digits = 0;
    let runs = 0;
    let before = 0;
    const part = at;
    for (; at < last && load<u8>(at) != HYPHEN; at++) {
      const kind = isDigit(at) ? 1 : isPart(at) ? 2 : 0;
      digits += i32(kind == 1);
      if (kind != before) runs = kind == 0 ? 0 : runs + 1;
      if (runs > 3) return true;
      before = kind;
    }
    if (digits > 4 && digits == at - part) return true;
    if (digits > 0) {
      // What begins with a number is a measure.
      if (part == first) numbered = -256;
      numbered++;
    }
  }
  return numbered > 1;
}

function hasDot(start: i32, end: i32): bool {
  for (let at = start + 1; at + 1 < end; at++) {
    if (load<u8>(at) == DOT && isName(at - 1) && isName(at + 1)) return true;
  }
  return false;
}

function isHost(start: i32, end: i32): bool {
  let host = to - from > 1 && load<u16>(from) == 0x2f2f ? from + 2 : from;
  for (let at = from; at < to; at++) {
    if (!hasScheme(at, to)) continue;
    host = at + 3;
    break;
  }
  let last = host;
  for (; last < to; last++) {
    const byte = load<u8>(last) as i32;
    if (byte == SLASH || byte == 0x3f || byte == 0x23) break;
    if (byte == AT) host = last + 1;
  }
  if (host != start) return false;
  while (host < last && load<u8>(host) != COLON) host++;
  return host == end;
}

/** Whether the token goes on with an address before it. */
function isBehindUrl(): bool {
  if (from == data) return false;
  const mark = load<u8>(from - 1) as i32;
  if (mark != 0x3b && mark != 0x2c && mark != 0x7c && mark != 0x2a && mark != OPENING && mark != 0x5b && mark != 0x7b) return false;
  for (let at = from; at > data && from - at < REACH; at--) {
    const byte = load<u8>(at - 1) as i32;
    if (byte <= 0x20 || byte == 0x22 || byte == 0x3c || byte == 0x3e || byte == 0x60) break;
    if (hasScheme(at - 1, from)) return true;
  }
  return false;
}
