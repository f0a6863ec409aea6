// Strings: the builtins that read and make text, but for those that cut it up (string/pieces.ts). Positions and widths are code points, surcharges count UTF-8 bytes.

import { equalValues } from '../collection/compare';
import { FAULT_INDEX, FAULT_TOO_DEEP, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ceilSteps, charge, floorSteps } from '../run/fuel';
import { elementSizes, elements, vectorAt, vectorCount } from '../collection/list';
import { mapCount } from '../collection/map';
import { addSizes, multiplySteps, sizeOf, tooDeep } from '../collection/measure';
import { putText, textOf } from '../json/print';
import { beginSearch, endSearch, searchFrom } from './search';
import { openSink, putByte, putBytes, putRepeated, sinkBytes, sinkText } from '../json/sink';
import {
  codePointAt, countCodePoints, emptyText, equalBytes, isAscii, isSpace, leadBytes, offsetOf, textBytes, textCodePoints, textData, textView,
} from '../text/text';
import { ABSENT, FALSE, NIL, TAG_MAP, TAG_STRING, TRUE } from '../shared/values';
import { addressOf, booleanValue, integerValue, tagOf } from '../value/value';
import { expectWhole } from '../number/whole';
import { MADE_BYTES, READ_BYTES, SEARCHED_BYTES, SIZE_BYTES } from '../shared/prices';

/** Header of a string; fault `type` for anything else. */
export function expectText(value: i64, site: i32): i32 {
  if (tagOf(value) != TAG_STRING) fault(FAULT_TYPE, site);
  return addressOf(value);
}

/** ⌈bytes/MADE_BYTES⌉ of texts read or made. */
// @ts-ignore: decorator
@inline
function chargeBytes(bytes: i64): void {
  charge(ceilSteps(bytes, MADE_BYTES));
}

/** ⌈bytes/SEARCHED_BYTES⌉: what is searched is read byte by byte. */
export function searchPrice(bytes: i64): i64 {
  return ceilSteps(bytes, SEARCHED_BYTES);
}

/** ⌈bytes/READ_BYTES⌉: what is looked at character by character, more than once. */
export function readPrice(bytes: i64): i64 {
  return ceilSteps(bytes, READ_BYTES);
}

// @ts-ignore: decorator
@inline
export function bytesOf(text: i32): i64 {
  return textBytes(text) as i64;
}

/** The texts of all elements of `values`, one after another. */
export function str(values: i64, site: i32): i64 {
  const count = vectorCount(values);
  for (let i = 0; i < count; i++) {
    if (tooDeep(vectorAt(values, i))) fault(FAULT_TOO_DEEP, site);
  }
  charge(elementSizes(values));
  openSink();
  for (let i = 0; i < count; i++) putText(vectorAt(values, i));
  return paidText(sinkText());
}

/** `str` of one value, which needs no vector of values. */
export function strOne(value: i64, site: i32): i64 {
  if (tooDeep(value)) fault(FAULT_TOO_DEEP, site);
  charge(sizeOf(value));
  return paidText(textOf(value));
}

/** A text that was printed. Its length is not known before, and the sizes of what is printed have been paid. */
function paidText(text: i64): i64 {
  charge(floorSteps(textBytes(addressOf(text)) as i64, MADE_BYTES));
  return text;
}

export function count(coll: i64, site: i32): i64 {
  const tag = tagOf(coll);
  if (tag == TAG_STRING) return integerValue(textCodePoints(addressOf(coll)) as i64);
  if (tag == TAG_MAP) return integerValue(mapCount(coll) as i64);
  return integerValue(vectorCount(elements(coll, site)) as i64);
}

export function subs(text: i64, start: i64, end: i64, site: i32): i64 {
  const header = expectText(text, site);
  const from = expectWhole(start, site);
  const codePoints = textCodePoints(header) as i64;
  const to = end == ABSENT ? codePoints : expectWhole(end, site);
  chargeBytes(bytesOf(header));
  if (from < 0 || to < from || to > codePoints) fault(FAULT_INDEX, site);
  const first = offsetOf(header, from as i32);
  const last = offsetOf(header, to as i32);
  return textView(textData(header) + first, last - first, (to - from) as i32);
}

export function trim(text: i64, site: i32): i64 {
  const header = expectText(text, site);
  charge(searchPrice(bytesOf(header)));
  const data = textData(header);
  let from = data;
  let to = data + textBytes(header);
  let codePoints = textCodePoints(header);
  while (from < to && isSpace(codePointAt(from))) {
    from += leadBytes(load<u8>(from) as i32);
    codePoints--;
  }
  while (from < to) {
    let last = to - 1;
    while ((load<u8>(last) & 0xc0) == 0x80) last--;
    if (!isSpace(codePointAt(last))) break;
    to = last;
    codePoints--;
  }
  return to - from == textBytes(header) ? text : textView(from, to - from, codePoints);
}

export function join(separator: i64, coll: i64, site: i32): i64 {
  const written = separator != ABSENT;
  const between = written ? expectText(separator, site) : addressOf(emptyText());
  const vector = elements(coll, site);
  if (tooDeep(vector)) fault(FAULT_TOO_DEEP, site);
  const count = vectorCount(vector);
  const gaps: i64 = written ? multiplySteps(max<i32>(count - 1, 0) as i64, sizeOf(separator)) : 0;
  charge(addSizes(elementSizes(vector), gaps));
  openSink();
  for (let i = 0; i < count; i++) {
    if (i > 0) putBytes(textData(between), textBytes(between));
    putText(vectorAt(vector, i));
  }
  return paidText(sinkText());
}

export function replace(text: i64, from: i64, to: i64, site: i32): i64 {
  const source = expectText(text, site);
  const old = expectText(from, site);
  const made = expectText(to, site);
  const read = searchPrice(bytesOf(source) + bytesOf(old));
  if (textBytes(old) == 0) return surround(source, made, read);
  const data = textData(source);
  const bytes = textBytes(source);
  const gap = textBytes(old);
  beginSearch(textData(old), gap);
  let places = 0;
  for (let at = searchFrom(data, bytes, 0); at >= 0; at = searchFrom(data, bytes, at + gap)) places++;
  const result = bytesOf(source) + (places as i64) * (bytesOf(made) - (gap as i64));
  charge(read + (places as i64) + ceilSteps(bytesOf(made) + result, MADE_BYTES));
  if (places == 0) {
    endSearch();
    return text;
  }
  openSink();
  let start = 0;
  for (let i = 0; i < places; i++) {
    const at = searchFrom(data, bytes, start);
    putBytes(data + start, at - start);
    putBytes(textData(made), textBytes(made));
    start = at + gap;
  }
  putBytes(data + start, bytes - start);
  return sinkText();
}

/** An empty text stands before every code point and at the end. */
function surround(source: i32, made: i32, read: i64): i64 {
  const places = (textCodePoints(source) as i64) + 1;
  charge(read + places + ceilSteps(bytesOf(made) + bytesOf(source) + places * bytesOf(made), MADE_BYTES));
  openSink();
  const end = textData(source) + textBytes(source);
  for (let at = textData(source); at < end;) {
    putBytes(textData(made), textBytes(made));
    const bytes = leadBytes(load<u8>(at) as i32);
    putBytes(at, bytes);
    at += bytes;
  }
  putBytes(textData(made), textBytes(made));
  return sinkText();
}

/** Index of the first place, in code points of a text or elements of a vector; −1 when there is none. */
function search(coll: i64, value: i64, site: i32): i32 {
  if (tagOf(coll) != TAG_STRING) return searchVector(elements(coll, site), value, site);
  const source = addressOf(coll);
  const needle = expectText(value, site);
  charge(searchPrice(bytesOf(source) + bytesOf(needle)));
  if (textBytes(needle) == 0) return 0;
  if (textBytes(needle) > textBytes(source)) return -1;
  beginSearch(textData(needle), textBytes(needle));
  const at = searchFrom(textData(source), textBytes(source), 0);
  endSearch();
  return at < 0 || isAscii(source) ? at : countCodePoints(textData(source), at);
}

function searchVector(vector: i64, value: i64, site: i32): i32 {
  if (tooDeep(vector)) fault(FAULT_TOO_DEEP, site);
  charge(sizeOf(vector));
  for (let i = 0, count = vectorCount(vector); i < count; i++) {
    if (equalValues(vectorAt(vector, i), value)) return i;
  }
  return -1;
}

export function indexOf(coll: i64, value: i64, site: i32): i64 {
  const at = search(coll, value, site);
  return at < 0 ? NIL : integerValue(at as i64);
}

export function includes(coll: i64, value: i64, site: i32): i64 {
  return booleanValue(search(coll, value, site) >= 0);
}

export function startsWith(text: i64, prefix: i64, site: i32): i64 {
  return stands(text, prefix, false, site);
}

export function endsWith(text: i64, suffix: i64, site: i32): i64 {
  return stands(text, suffix, true, site);
}

function stands(text: i64, part: i64, atEnd: bool, site: i32): i64 {
  const source = expectText(text, site);
  const wanted = expectText(part, site);
  charge(floorSteps(min<i64>(bytesOf(source), bytesOf(wanted)), SIZE_BYTES));
  const spare = textBytes(source) - textBytes(wanted);
  if (spare < 0) return FALSE;
  return booleanValue(equalBytes(textData(source) + (atEnd ? spare : 0), textData(wanted), textBytes(wanted)));
}

export function isBlank(text: i64, site: i32): i64 {
  if (text == NIL) return TRUE;
  const header = expectText(text, site);
  charge(searchPrice(bytesOf(header)));
  const end = textData(header) + textBytes(header);
  for (let at = textData(header); at < end; at += leadBytes(load<u8>(at) as i32)) {
    if (!isSpace(codePointAt(at))) return FALSE;
  }
  return TRUE;
}

export function padLeft(text: i64, width: i64, fill: i64, site: i32): i64 {
  return pad(text, width, fill, true, site);
}

export function padRight(text: i64, width: i64, fill: i64, site: i32): i64 {
  return pad(text, width, fill, false, site);
}

function pad(text: i64, width: i64, fill: i64, left: bool, site: i32): i64 {
  const source = expectText(text, site);
  const wanted = expectWhole(width, site);
  const filler = fill == ABSENT ? 0 : expectText(fill, site);
  if (filler != 0 && textCodePoints(filler) != 1) fault(FAULT_TYPE, site);
  const fillBytes: i64 = filler == 0 ? 1 : bytesOf(filler);
  const missing = max<i64>(wanted - (textCodePoints(source) as i64), 0);
  const read = bytesOf(source) + (filler == 0 ? 0 : fillBytes);
  const added = multiplySteps(missing, fillBytes);
  chargeBytes(addSizes(read + bytesOf(source), added));
  if (missing == 0) return text;
  openSink();
  if (left) putFiller(filler, missing);
  putBytes(textData(source), textBytes(source));
  if (!left) putFiller(filler, missing);
  return sinkText();
}

/** A space when `filler` is 0. */
function putFiller(filler: i32, times: i64): void {
  const offset = sinkBytes();
  if (filler == 0) putByte(0x20);
  else putBytes(textData(filler), textBytes(filler));
  putRepeated(offset, times);
}
