// Zones: which part of a text is not its writer's. In: a text. Out: how many of its bytes are the writer's, and
// whether a place before that stands in a quoted line. Over 400 lines, as one pass needs all of it. The reference, and what each rule is for, is runtime/locate/zones.ts.

import { ATTRIBUTIONS, ATTRIBUTION_VERBS, AUTOMATIC, BLOCKS, CLOSINGS, DEVICES, FIRMS, FOOTERS, HEADERS, HEADINGS, LABELS, NOTICES, OWN, OWN_SUBJECTS, REPLIES, SENDERS, SENTENCES, SUBJECTS, WRITERS } from './table';

const SIGNATURE_LINES: i32 = 12;
const CLOSING_LINES: i32 = 8;
const CLOSING_BYTES: i32 = 80;
const CLOSING_WORD_BYTES: i32 = 24;
const NAME_BYTES: i32 = 40;
const FOOTER_BYTES: i32 = 2048;
const CARD_BYTES: i32 = 120;
const CONTACT_DIGITS: i32 = 9;
const ATTRIBUTION_BYTES: i32 = 200;
export const LINE_END: i32 = 0x0a;

/** The text, from its first byte to the byte after its last; all places are addresses. */
let data: i32 = 0;
let dataEnd: i32 = 0;

/** The text whose places were looked at last: where the headers end that it begins with, and whether it has several lines. */
let known: i32 = 0;
let headStop: i32 = 0;
let hasLines: bool = false;

/** What a text says of all places in it is read once: a text may have a place in every line. */
function know(text: i32, end: i32): void {
  if (text == known) return;
  known = text;
  data = text;
  dataEnd = end;
  headStop = headEnd();
  hasLines = lineEnd(text) < end;
  lastPlace = text;
  lastLine = text;
  lineText = textStart(text, end);
  blockAt = text;
  blockDepth = 0;
}

/** Whether a place that starts so many bytes into the text at `text` is not the writer's; `end` is where that begins for good. */
export function isForeign(text: i32, start: i32, end: i32): bool {
  if (start >= end) return true;
  know(text, text + end);
  const place = text + start;
  const at = lineOf(place);
  if (at == text && isRepliedSubject(text)) return true;
  // Of the headers of the mail itself only the subject says what it is about.
  if (at < headStop) return beginning(lineText, dataEnd, SUBJECTS) == 0 || isRepliedSubject(at);
  const from = lineText;
  if (from >= place) return isInBlock(place);
  if (beginning(from, place, NOTICES) != 0 || isInBlock(place)) return true;
  if (beginning(from, place, LABELS) != 0) return hasLines;
  // A mark that is part of the place itself quotes nothing.
  return load<u8>(from) == 0x3e || (from + 4 <= place && load<u32>(from) == 0x3b746726);
}

/** Up to where tags were looked for, and in how many blocks that place is. */
let blockAt: i32 = 0;
let blockDepth: i32 = 0;

/** Places come in order, so that what is before them is read once. */
function isInBlock(place: i32): bool {
  if (place < blockAt) {
    blockAt = data;
    blockDepth = 0;
  }
  while (blockAt < place) {
    if (blockAt + 8 <= place) {
      const other = load<u64>(blockAt) ^ TAGS;
      if (((other - ONES) & ~other & HIGH_BITS) == 0) {
        blockAt += 8;
        continue;
      }
    }
    const tag = beginning(blockAt, place, BLOCKS);
    if (tag == 11) blockDepth++;
    else if (tag > 0) blockDepth = max(0, blockDepth - 1);
    blockAt++;
  }
  return blockDepth > 0;
}

/** Whether a line is the subject of what was written before. A longer line is no subject, and is not read to its end. */
function isRepliedSubject(line: i32): bool {
  const stop = min(line + CLOSING_BYTES + 1, dataEnd);
  let end = line;
  while (end < stop && load<u8>(end) != LINE_END) end++;
  return end - line <= CLOSING_BYTES && beginning(subjectStart(line, end), end, REPLIES) != 0;
}

/** Where the subject begins that a line is, with `Subject:` before it or without. */
function subjectStart(line: i32, end: i32): i32 {
  const from = textStart(line, end);
  return textStart(from + beginning(from, end, SUBJECTS), end);
}

/** A line is not read to its end, which may be far. */
function isHeader(line: i32): bool {
  const from = textStart(line, dataEnd);
  return beginning(from, dataEnd, SENDERS) != 0 || beginning(from, dataEnd, HEADERS) != 0;
}

/** Where what stands behind white space begins. */
function textStart(at: i32, end: i32): i32 {
  let from = at;
  while (from < end && isBlank(load<u8>(from) as i32)) from++;
  return from;
}

/** Where the headers end that the text begins with, two or more of them; its start where it begins with its text. */
function headEnd(): i32 {
  let count = 0;
  let at = data;
  for (; at < dataEnd && isHeader(at); at = min(lineEnd(at) + 1, dataEnd)) count++;
  return count > 1 ? at : data;
}

/** Whether the text begins as the reply of a machine does. */
function isAutomatic(head: i32): bool {
  let line = data;
  do {
    if (beginning(subjectStart(line, dataEnd), dataEnd, AUTOMATIC) != 0) return true;
    line = lineEnd(line) + 1;
  } while (line < head);
  return false;
}

/** The place whose line was looked for last, its line and where the text of that begins: the next place is mostly in the same line. */
let lastPlace: i32 = 0;
let lastLine: i32 = 0;
let lineText: i32 = 0;

/** Start of the line of a place. Places come in order, so that a line of many of them is read once. */
function lineOf(place: i32): i32 {
  if (!hasLines) return data;
  const isBehind = place >= lastPlace;
  const stop = isBehind ? lastPlace : data;
  let at = place;
  // Eight bytes at once while none of them ends a line.
  while (at - 8 >= stop) {
    const other = load<u64>(at - 8) ^ LINE_ENDS;
    if (((other - ONES) & ~other & HIGH_BITS) != 0) break;
    at -= 8;
  }
  while (at > stop && load<u8>(at - 1) != LINE_END) at--;
  if (at > stop || !isBehind) {
    lastLine = at;
    lineText = textStart(at, dataEnd);
  }
  lastPlace = place;
  return lastLine;
}

/** How many bytes of a text are its writer's. */
export function writersEnd(text: i32, bytes: i32): i32 {
  data = text;
  dataEnd = text + bytes;
  // Other bytes may have stood there before.
  known = 0;
  const head = headEnd();
  if (isAutomatic(head)) return 0;
  if (lineEnd(text) == dataEnd) return bytes;
  let isFirst = true;
  for (let at = head; at < dataEnd; at = lineEnd(at) + 1) {
    trim(at);
    const from = lineFrom;
    const to = lineTo;
    if (from < to && mayBegin(load<u8>(from) as i32)) {
      if (isHeading(from, to) || isHeaderBlock(at, from, to) || isAttribution(at, from) || isDevice(from, to) || isDashes(at, from, to)) return lastParagraphEnd(at) - text;
      if (!isFirst && isClosing(at, from, to)) return lineEnd(at) - text;
    }
    if (from < to) isFirst = false;
  }
  return lastParagraphEnd(dataEnd) - text;
}

/** Whether a line that begins so may be one of those looked for: most are passed over. */
// @ts-ignore: decorator
@inline
function mayBegin(byte: i32): bool {
  return byte < 0x80 && (isLetter(byte) || byte == 0x2d || byte == 0x2a);
}

// @ts-ignore: decorator
@inline
function isLetter(byte: i32): bool {
  const letter = (byte | 0x20) - 0x61;
  return letter >= 0 && letter < 26;
}

/** Whether a byte is of a letter; all beyond ASCII are. */
export function isLetterByte(byte: i32): bool {
  return byte >= 0x80 || isLetter(byte);
}

// @ts-ignore: decorator
@inline
function isBlank(byte: i32): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d;
}

export const ONES: u64 = 0x0101010101010101;
export const HIGH_BITS: u64 = 0x8080808080808080;
export const LINE_ENDS: u64 = 0x0a0a0a0a0a0a0a0a;
/** `<`. */
const TAGS: u64 = 0x3c3c3c3c3c3c3c3c;

/** Where the line that goes on at an address ends. */
function lineEnd(from: i32): i32 {
  let at = from;
  while (at + 8 <= dataEnd) {
    const other = load<u64>(at) ^ LINE_ENDS;
    const found = (other - ONES) & ~other & HIGH_BITS;
    if (found != 0) return at + (ctz<u64>(found) >> 3) as i32;
    at += 8;
  }
  while (at < dataEnd && load<u8>(at) != LINE_END) at++;
  return at;
}

function lineStart(at: i32): i32 {
  let start = at;
  while (start > data && load<u8>(start - 1) != LINE_END) start--;
  return start;
}

/** The line that was trimmed last. */
let lineFrom: i32 = 0;
let lineTo: i32 = 0;

function trim(at: i32): void {
  let from = at;
  let to = lineEnd(at);
  while (from < to && isBlank(load<u8>(from) as i32)) from++;
  while (to > from && isBlank(load<u8>(to - 1) as i32)) to--;
  lineFrom = from;
  lineTo = to;
}

/** Bytes of the first of some words that a text has at a position, or that is all of the text; 0 when it has none. */
export function beginning(at: i32, to: i32, list: i32, whole: bool = false): i32 {
  for (let word = list; load<u8>(word) != 0; word += 1 + (load<u8>(word) as i32)) {
    const bytes = load<u8>(word) as i32;
    if (whole ? at + bytes != to : at + bytes > to) continue;
    let i = 0;
    while (i < bytes && lower(load<u8>(at + i) as i32) == load<u8>(word + i, 1)) i++;
    if (i == bytes) return bytes;
  }
  return 0;
}

// @ts-ignore: decorator
@inline
function lower(byte: i32): i32 {
  return byte - 0x41 < 26 && byte >= 0x41 ? byte | 0x20 : byte;
}

function isQuotedLine(at: i32): bool {
  trim(at);
  if (lineFrom >= dataEnd) return false;
  return load<u8>(lineFrom) == 0x3e || (lineFrom + 4 <= dataEnd && load<u32>(lineFrom) == 0x3b746726);
}

function isHeading(lineAt: i32, end: i32): bool {
  let from = lineAt;
  let to = end;
  while (from < to && (load<u8>(from) == 0x2d || load<u8>(from) == 0x20)) from++;
  const bytes = beginning(from, to, HEADINGS);
  if (bytes == 0) return false;
  const dashed = from > lineAt;
  from += bytes;
  if (from < to && load<u8>(from) == 0x3a) return from + 1 == to;
  if (!dashed) return false;
  if (load<u8>(from - 1) == 0x20) return true;
  while (to > from && (load<u8>(to - 1) == 0x2d || load<u8>(to - 1) == 0x20)) to--;
  return from == to;
}

function isHeaderBlock(at: i32, from: i32, to: i32): bool {
  if (beginning(from, to, SENDERS) == 0) return false;
  let next = lineEnd(at) + 1;
  for (let count = 0; count < 3 && next < dataEnd; count++) {
    trim(next);
    if (beginning(lineFrom, lineTo, HEADERS) > 0) return true;
    next = lineEnd(next) + 1;
  }
  return false;
}

function isAttribution(at: i32, from: i32): bool {
  trim(at);
  if (endsInVerb(from, lineTo)) return !isQuotedBelow(lineEnd(at) + 1);
  if (beginning(from, lineEnd(at), ATTRIBUTIONS) == 0) return false;
  let to = from;
  let next = at;
  let digit = false;
  let verb = false;
  for (let count = 0; count < 3 && next < dataEnd; count++) {
    trim(next);
    const end = lineTo;
    if (end - from > ATTRIBUTION_BYTES || end == lineFrom) return false;
    for (; to < end; to++) {
      const byte = load<u8>(to) as i32;
      if (byte - 0x30 < 10 && byte >= 0x30) digit = true;
      if (!verb && beginning(to, end, ATTRIBUTION_VERBS) > 0) verb = true;
    }
    next = lineEnd(next) + 1;
    if (load<u8>(end - 1) == 0x3a) return digit && verb && !isQuotedBelow(next);
  }
  return false;
}

function endsInVerb(from: i32, end: i32): bool {
  if (from >= end || !isLetter(load<u8>(from) as i32) || end - from > ATTRIBUTION_BYTES || load<u8>(end - 1) != 0x3a || beginning(from, end, WRITERS) > 0) return false;
  for (let verb = ATTRIBUTION_VERBS; load<u8>(verb) != 0; verb += 1 + (load<u8>(verb) as i32)) {
    const bytes = load<u8>(verb) as i32;
    const start = end - 1 - bytes;
    if (start <= from) continue;
    let i = 0;
    while (i < bytes && load<u8>(start + i) == load<u8>(verb + i, 1)) i++;
    if (i == bytes) return true;
  }
  return false;
}

function isQuotedBelow(at: i32): bool {
  let next = at;
  for (let count = 0; count < 3 && next < dataEnd; count++) {
    trim(next);
    if (lineTo > lineFrom) return isQuotedLine(next);
    next = lineEnd(next) + 1;
  }
  return false;
}

function isDevice(from: i32, to: i32): bool {
  return to - from <= CLOSING_BYTES && beginning(from, to, DEVICES) > 0;
}

function isDashes(at: i32, from: i32, to: i32): bool {
  if (to - from != 2 || load<u16>(from) != 0x2d2d) return false;
  let next = lineEnd(at) + 1;
  for (let count = 0; count < SIGNATURE_LINES && next < dataEnd; count++) next = lineEnd(next) + 1;
  return next >= dataEnd;
}

function isClosing(at: i32, from: i32, end: i32): bool {
  if (!isClosingLine(from, end)) return false;
  let next = lineEnd(at) + 1;
  let named = false;
  let firm = false;
  for (let count = 0; next < dataEnd; next = lineEnd(next) + 1) {
    trim(next);
    const start = lineFrom;
    const stop = lineTo;
    if (start == stop) {
      named = false;
      continue;
    }
    if (isFooter(start, stop)) return true;
    count++;
    if (count > CLOSING_LINES || (isSentence(start, stop) && !(named && isSlogan(start, stop, firm)))) return false;
    firm = firm || named;
    if (isName(start, stop)) named = true;
    if (isHeading(start, stop) || isHeaderBlock(next, start, stop) || isAttribution(next, start) || isDashes(next, start, stop) || isQuotedLine(next)) return true;
  }
  return true;
}

function isClosingLine(from: i32, to: i32): bool {
  const mark = load<u8>(to - 1) as i32;
  const end = mark == 0x2c || mark == 0x2e || mark == 0x21 ? to - 1 : to;
  if (isClosingWord(from, end)) return true;
  let comma = from;
  while (comma < to && load<u8>(comma) != 0x2c) comma++;
  if (comma == to || !isClosingWord(from, comma)) return false;
  let name = comma + 1;
  while (name < end && isBlank(load<u8>(name) as i32)) name++;
  return name < end && isName(name, end);
}

function isClosingWord(from: i32, to: i32): bool {
  return to - from <= CLOSING_WORD_BYTES && isWhole(from, to, CLOSINGS);
}

/** Whether a text is one of some words. */
function isWhole(from: i32, to: i32, list: i32): bool {
  return beginning(from, to, list, true) != 0;
}

function isSentence(from: i32, to: i32): bool {
  if (to - from > CLOSING_BYTES) return true;
  if (to > data) {
    const last = load<u8>(to - 1) as i32;
    if (last == 0x3f || last == 0x21) return true;
  }
  return beginning(from, to, SENTENCES) > 0;
}

function isSlogan(from: i32, to: i32, firm: bool): bool {
  if (to - from > CLOSING_BYTES) return false;
  // `We ` is no sentence below the name of a firm.
  return isContact(from, to) || (load<u8>(to - 1) == 0x21 && (beginning(from, to, SENTENCES) == 0 || (firm && to - from > 3 && (load<u32>(from) & 0xffffff) == 0x206557)));
}

function isContact(from: i32, to: i32): bool {
  let digits = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at) as i32;
    if (byte == 0x3f) return false;
    if (byte >= 0x30 && byte <= 0x39) digits++;
    if (byte == 0x20 && beginning(at, to, OWN) > 0) return false;
  }
  return digits >= CONTACT_DIGITS && beginning(from, to, OWN_SUBJECTS) == 0;
}

function lastParagraphEnd(limit: i32): i32 {
  let end = limit;
  while (end > data && (isBlank(load<u8>(end - 1) as i32) || load<u8>(end - 1) == LINE_END)) end--;
  let start = lineStart(end);
  let lines = 1;
  while (start > data && end - start <= FOOTER_BYTES) {
    const above = lineStart(start - 1);
    trim(above);
    if (lineFrom == lineTo) return isFooter(start, end) || (lines > 1 ? isCard(start, end) : isCardLine(start)) ? start : limit;
    start = above;
    lines++;
  }
  return limit;
}

function isFooter(start: i32, end: i32): bool {
  for (let at = start; at < end; at++) {
    if (beginning(at, end, FOOTERS) > 0) return true;
  }
  return false;
}

function isCard(start: i32, end: i32): bool {
  trim(start);
  if (!isName(lineFrom, lineTo)) return false;
  let lines = 0;
  for (let at = lineEnd(start) + 1; at < end; at = lineEnd(at) + 1) {
    trim(at);
    lines++;
    const from = lineFrom;
    const to = lineTo;
    if (lines > 5 || isSentence(from, to) || (load<u8>(to - 1) == 0x2e && !isFirm(from, to))) return false;
  }
  return true;
}

function isFirm(from: i32, to: i32): bool {
  for (let word = FIRMS; load<u8>(word) != 0; word += 1 + (load<u8>(word) as i32)) {
    const bytes = load<u8>(word) as i32;
    if (to - from > bytes && beginning(to - bytes, to, FIRMS) == bytes) return true;
  }
  return false;
}

function isName(from: i32, to: i32): bool {
  if (to - from > NAME_BYTES || beginning(from, to, SENTENCES) > 0) return false;
  let words = 0;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at) as i32;
    if (isNoName(byte)) return false;
    if (byte == 0x20 || (at > from && load<u8>(at - 1) != 0x20)) continue;
    words++;
    if (!isCapital(byte) && !isAbbreviation(at, to)) return false;
  }
  return words <= 4 && load<u8>(to - 1) != 0x2e;
}

function isCardLine(start: i32): bool {
  trim(start);
  const from = lineFrom;
  const to = lineTo;
  if (to - from <= CLOSING_BYTES && isSentence(from, to)) return false;
  const last = load<u8>(to - 1) as i32;
  if (to - from > CARD_BYTES || last == 0x2e || last == 0x3f || last == 0x21) return false;
  let words = 0;
  let at = from;
  while (at < to) {
    const byte = load<u8>(at) as i32;
    if (byte == 0x2c || byte == 0x3a || isDash(at, to)) break;
    if (byte != 0x20 && (at == from || load<u8>(at - 1) == 0x20)) {
      words++;
      if (!isCapital(byte) && byte != 0x26) return false;
    }
    at++;
  }
  if (at == to || words < 2 || words > 5) return false;
  at += isDash(at, to) ? 3 : 1;
  while (at < to && load<u8>(at) == 0x20) at++;
  return at < to && beginning(at, to, SENTENCES) == 0;
}

/** What is beyond ASCII may be one. */
// @ts-ignore: decorator
@inline
function isCapital(byte: i32): bool {
  return byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a);
}

/** An en dash. */
function isDash(at: i32, to: i32): bool {
  return at + 3 <= to && load<u16>(at) == 0x80e2 && load<u8>(at, 2) == 0x93;
}

/** `,:;?!>` and digits. */
// @ts-ignore: decorator
@inline
function isNoName(byte: i32): bool {
  return byte < 0x40 && ((0xcfff100200000000 as u64) >> (byte as u64) & 1) != 0;
}

function isAbbreviation(at: i32, to: i32): bool {
  let end = at;
  while (end < to && load<u8>(end) != 0x20) end++;
  return load<u8>(end - 1) == 0x2e;
}
