// Pieces: the builtins that cut a text up. Pieces are views; each costs a step beside the bytes read.

import { ceilSteps, charge } from '../run/fuel';
import { listDone, listNew, listPush, vectorDone, vectorNew } from '../collection/list';
import { ONES, beginSearch, firstByte, searchFrom } from './search';
import { bytesOf, expectText, readPrice, searchPrice } from './builtins';
import { HIGH_BITS, codePointAt, countCodePoints, isAscii, isSpace, leadBytes, textBytes, textCodePoints, textData, textView } from '../text/text';
import { MADE_BYTES } from '../shared/prices';

const LINE_FEED: i32 = 0x0a;
const CARRIAGE_RETURN: i32 = 0x0d;

export function split(text: i64, separator: i64, site: i32): i64 {
  const source = expectText(text, site);
  const between = expectText(separator, site);
  const bytes = textBytes(source);
  const gap = textBytes(between);
  const price = searchPrice(bytesOf(source) + (gap as i64));
  if (gap == 0) return splitCodePoints(source, price);
  const data = textData(source);
  // The search table stays allocated while pieces are made from its results.
  beginSearch(textData(between), gap);
  let pieces = 1;
  for (let at = searchFrom(data, bytes, 0); at >= 0; at = searchFrom(data, bytes, at + gap)) pieces++;
  charge(price + (pieces as i64));
  const slots = vectorNew(pieces);
  const ascii = isAscii(source);
  let from = 0;
  for (let i = 0; i < pieces; i++) {
    const found = searchFrom(data, bytes, from);
    const to = found < 0 ? bytes : found;
    store<i64>(slots + (i << 3), pieceOf(data + from, to - from, ascii));
    from = to + gap;
  }
  return vectorDone(slots, pieces);
}

function splitCodePoints(source: i32, price: i64): i64 {
  const pieces = textCodePoints(source);
  charge(price + (pieces as i64));
  const slots = vectorNew(pieces);
  let at = textData(source);
  for (let i = 0; i < pieces; i++) {
    const bytes = leadBytes(load<u8>(at) as i32);
    store<i64>(slots + (i << 3), textView(at, bytes, 1));
    at += bytes;
  }
  return vectorDone(slots, pieces);
}

/** Pieces between LF or CR LF; a last empty line is dropped. */
export function lines(text: i64, site: i32): i64 {
  const header = expectText(text, site);
  const data = textData(header);
  const bytes = textBytes(header);
  let pieces = 0;
  for (let at = firstByte(data, bytes, 0, LINE_FEED); at < bytes; at = firstByte(data, bytes, at + 1, LINE_FEED)) pieces++;
  if (bytes > 0 && load<u8>(data + bytes - 1) != LINE_FEED) pieces++;
  charge(ceilSteps(bytes as i64, MADE_BYTES) + (pieces as i64));
  const slots = vectorNew(pieces);
  const ascii = isAscii(header);
  let from = 0;
  for (let i = 0; i < pieces; i++) {
    const to = firstByte(data, bytes, from, LINE_FEED);
    // A carriage return belongs to the line's end only before a line feed.
    const stripped = to < bytes && to > from && load<u8>(data + to - 1) == CARRIAGE_RETURN ? to - 1 : to;
    store<i64>(slots + (i << 3), pieceOf(data + from, stripped - from, ascii));
    from = to + 1;
  }
  return vectorDone(slots, pieces);
}

export function words(text: i64, site: i32): i64 {
  const header = expectText(text, site);
  charge(readPrice(bytesOf(header)));
  const end = textData(header) + textBytes(header);
  const list = listNew();
  let pieces = 0;
  let start = 0;
  let codePoints = 0;
  for (let at = textData(header); at <= end;) {
    if (codePoints > 0 && at + 8 <= end && isPlain(load<u64>(at))) {
      codePoints += 8;
      at += 8;
      continue;
    }
    if (at == end || startsSpace(load<u8>(at) as i32) && isSpace(codePointAt(at))) {
      if (codePoints > 0) {
        listPush(list, textView(start, at - start, codePoints));
        pieces++;
        codePoints = 0;
      }
    } else if (codePoints++ == 0) {
      start = at;
    }
    at += at == end ? 1 : leadBytes(load<u8>(at) as i32);
  }
  charge(pieces as i64);
  return listDone(list);
}

/** Whether white space may start with a byte: ASCII up to the space, U+0085 and U+00A0, and what there is in U+1000 … U+3FFF. */
// @ts-ignore: decorator
@inline
function startsSpace(lead: i32): bool {
  return lead <= 0x20 || lead == 0xc2 || (lead >= 0xe1 && lead <= 0xe3);
}

const SPACES: u64 = 0x2020202020202020;

/** Whether eight bytes are ASCII above the space: no white space among them. */
// @ts-ignore: decorator
@inline
function isPlain(word: u64): bool {
  // A byte up to 0x20 borrows its top bit, and so may those above it: then they are looked at one by one.
  return (((word - SPACES - ONES) | word) & HIGH_BITS) == 0;
}

/** A piece of a text. */
function pieceOf(data: i32, bytes: i32, ascii: bool): i64 {
  return textView(data, bytes, ascii ? bytes : countCodePoints(data, bytes));
}
