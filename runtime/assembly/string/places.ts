// Places: all places of one thing in another.

import { equalValues } from '../collection/compare';
import { elements, vectorAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { sizeOf, tooDeep } from '../collection/measure';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { FAULT_TOO_DEEP } from '../shared/faults';
import { TAG_STRING } from '../shared/values';
import { countCodePoints, isAscii, textBytes, textCodePoints, textData } from '../text/text';
import { addressOf, integerValue, tagOf } from '../value/value';
import { bytesOf, expectText, searchPrice } from './builtins';
import { beginSearch, searchFrom } from './search';

export function indexesOf(coll: i64, value: i64, site: i32): i64 {
  return tagOf(coll) == TAG_STRING ? placesIn(addressOf(coll), expectText(value, site)) : indicesOf(elements(coll, site), value, site);
}

/** In code points; none overlap. An empty text stands before each code point and at the end. */
function placesIn(source: i32, needle: i32): i64 {
  const data = textData(source);
  const bytes = textBytes(source);
  const gap = textBytes(needle);
  let places = 0;
  charge(searchPrice(bytesOf(source) + (gap as i64)));
  if (gap == 0) places = textCodePoints(source) + 1;
  else {
    // The search table stays allocated while the indices are made.
    beginSearch(textData(needle), gap);
    for (let at = searchFrom(data, bytes, 0); at >= 0; at = searchFrom(data, bytes, at + gap)) places++;
  }
  charge(places as i64);
  const slots = vectorNew(places);
  const ascii = isAscii(source);
  let from = 0;
  let points = 0;
  for (let i = 0; i < places; i++) {
    const at = gap == 0 ? i : searchFrom(data, bytes, from);
    points = ascii || gap == 0 ? at : points + countCodePoints(data + from, at - from);
    store<i64>(slots + (i << 3), integerValue(points as i64));
    from = at + gap;
    points += textCodePoints(needle);
  }
  return vectorDone(slots, places);
}

function indicesOf(vector: i64, value: i64, site: i32): i64 {
  if (tooDeep(vector)) fault(FAULT_TOO_DEEP, site);
  charge(sizeOf(vector));
  const count = vectorCount(vector);
  let places = 0;
  for (let i = 0; i < count; i++) if (equalValues(vectorAt(vector, i), value)) places++;
  charge(places as i64);
  const slots = vectorNew(places);
  let to = slots;
  for (let i = 0; i < count && to < slots + (places << 3); i++) {
    if (!equalValues(vectorAt(vector, i), value)) continue;
    store<i64>(to, integerValue(i as i64));
    to += 8;
  }
  return vectorDone(slots, places);
}
