// Letter case: `upper` and `lower` by the simple mappings of Unicode 16.0, one code point for one.

import { LOWER, LOWER_RUNS, UPPER, UPPER_RUNS } from './case-table';
import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ceilSteps, charge } from '../run/fuel';
import { ONES } from './search';
import {
  HIGH_BITS, allocateText, codePointAt, codePointBytes, leadBytes, textBytes, textCodePoints, textData, textValue, writeCodePoint,
} from '../text/text';
import { TAG_STRING } from '../shared/values';
import { addressOf, tagOf } from '../value/value';
import { BEYOND_ASCII_STEPS, MADE_BYTES } from '../shared/prices';

/** UPPER and LOWER unpacked; zeros until a text first needs them, so that they take no room in an artifact. */
const upperRuns: i32 = memory.data(UPPER_RUNS << 3, 4) as i32;
const lowerRuns: i32 = memory.data(LOWER_RUNS << 3, 4) as i32;

export function upper(text: i64, site: i32): i64 {
  return mapText(text, upperRuns, UPPER, UPPER_RUNS, 0x61, site);
}

export function lower(text: i64, site: i32): i64 {
  return mapText(text, lowerRuns, LOWER, LOWER_RUNS, 0x41, site);
}

/** `ascii` is the first of the 26 ASCII letters that change. */
function mapText(text: i64, table: i32, packed: i32, runs: i32, ascii: i32, site: i32): i64 {
  if (tagOf(text) != TAG_STRING) fault(FAULT_TYPE, site);
  const header = addressOf(text);
  const data = textData(header);
  const bytes = textBytes(header);
  const plain = bytes == textCodePoints(header);
  if (!plain && load<u32>(table) == 0) unpackRuns(packed, table, runs);
  const made = plain ? bytes : mappedBytes(data, bytes, table, runs);
  charge(ceilSteps((bytes as i64) + (made as i64), MADE_BYTES) + ((bytes - textCodePoints(header)) as i64) * BEYOND_ASCII_STEPS);
  const result = allocateText(made, textCodePoints(header));
  let to = textData(result);
  const end = data + bytes;
  for (let at = data; at < end;) {
    if (at + 8 <= end && (load<u64>(at) & HIGH_BITS) == 0) {
      store<u64>(to, otherCase(load<u64>(at), ascii));
      to += 8;
      at += 8;
      continue;
    }
    const lead = load<u8>(at) as i32;
    if (lead < 0x80) {
      store<u8>(to++, lead - ascii < 26 && lead >= ascii ? lead ^ 0x20 : lead);
      at++;
    } else {
      to = writeCodePoint(to, mapped(codePointAt(at), table, runs));
      at += leadBytes(lead);
    }
  }
  return textValue(result);
}

/** Eight ASCII bytes with the 26 letters from `first` on in the other case. */
function otherCase(word: u64, first: i32): u64 {
  // The top bit of each byte tells whether it reaches the first letter, and whether it is behind the last one.
  const from = word + ONES * ((0x80 - first) as u64);
  const behind = word + ONES * ((0x80 - first - 26) as u64);
  return word ^ (((from & ~behind) & HIGH_BITS) >> 2);
}

function mappedBytes(data: i32, bytes: i32, table: i32, runs: i32): i32 {
  let sum = 0;
  const end = data + bytes;
  for (let at = data; at < end;) {
    if (at + 8 <= end && (load<u64>(at) & HIGH_BITS) == 0) {
      sum += 8;
      at += 8;
      continue;
    }
    const lead = load<u8>(at) as i32;
    sum += lead < 0x80 ? 1 : codePointBytes(mapped(codePointAt(at), table, runs));
    at += leadBytes(lead);
  }
  return sum;
}

/** Where the next number of a packed table stands. */
let packedAt: i32 = 0;

export function openPacked(address: i32): void {
  packedAt = address;
}

/** The next number: seven bits a byte, the lowest first, 128 set where more follow. */
export function nextPacked(): u32 {
  let number: u32 = 0;
  let shift: u32 = 0;
  let byte: u32 = 0;
  do {
    byte = load<u8>(packedAt++);
    number |= (byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  return number;
}

/**
 * Unpacks runs: three numbers each (runtime/case-table.ts) become two words, first code point | count << 21 | (step is 2) << 31
 * and the difference.
 */
export function unpackRuns(packed: i32, table: i32, runs: i32): void {
  openPacked(packed);
  let first: u32 = 0;
  for (let at = table; at < table + (runs << 3); at += 8) {
    first += nextPacked();
    const extent = nextPacked();
    const delta = nextPacked();
    store<u32>(at, first | (extent >> 1) << 21 | extent << 31);
    store<u32>(at, (delta >> 1) ^ (0 - (delta & 1)), 4);
  }
}

/** What a table's runs make of a code point beyond ASCII: another one, or itself. */
export function mapped(codePoint: i32, table: i32, runs: i32): i32 {
  let low = 0;
  let high = runs;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((load<i32>(table + (middle << 3)) & 0x1fffff) <= codePoint) low = middle + 1;
    else high = middle;
  }
  if (low == 0) return codePoint;
  const run = table + ((low - 1) << 3);
  const head = load<i32>(run);
  const offset = codePoint - (head & 0x1fffff);
  const step = head >>> 31;
  if ((offset & step) != 0 || offset >> step >= ((head >>> 21) & 0x3ff)) return codePoint;
  return codePoint + load<i32>(run, 4);
}
