// Entries: the sorted pairs that a flat map is made of.

import { allocate, arenaTop, release } from '../run/memory';
import { compareText } from '../text/text';
import { addressOf } from '../value/value';

@unmanaged
export class Entry {
  /** A string value. */
  key: i64;
  value: i64;
}

// @ts-ignore: decorator
@inline
export function asEntry(address: i32): Entry {
  return changetype<Entry>(address);
}

/** An entry takes 1 << ENTRY_BITS bytes. */
export const ENTRY_BITS: i32 = 4;
export const ENTRY_BYTES: i32 = 1 << ENTRY_BITS;

/** Stable sort of entries by key: insertion for few, merging for many. What is sorted, or two sorted runs, stays linear. */
export function sortEntries(entries: i32, count: i32): void {
  if (count <= 8) {
    for (let i = 1; i < count; i++) insertEntry(entries, i);
    return;
  }
  const first = runEnd(entries, 0, count);
  if (first == count) return;
  const mark = arenaTop();
  const space = allocate(count << ENTRY_BITS);
  let from = entries;
  let to = space;
  if (runEnd(entries, first, count) == count) {
    mergeEntries(from, to, 0, first, count);
    from = space;
  } else {
    for (let run = 1; run < count; run <<= 1) {
      for (let left = 0; left < count; left += run << 1) {
        mergeEntries(from, to, left, min<i32>(left + run, count), min<i32>(left + (run << 1), count));
      }
      const other = from;
      from = to;
      to = other;
    }
  }
  if (from != entries) memory.copy(entries, from, count << ENTRY_BITS);
  release(mark);
}

/** Sorts `runs` sorted runs that lie one behind another, each up to an index at `ends`, which is work space; stable. */
export function mergeRuns(entries: i32, ends: i32, runs: i32): void {
  const mark = arenaTop();
  const bytes = load<i32>(ends + ((runs - 1) << 2)) << ENTRY_BITS;
  let from = entries;
  let to = allocate(bytes);
  for (let left = runs; left > 1; left = (left + 1) >> 1) {
    let start = 0;
    for (let i = 0; i < left; i += 2) {
      const middle = load<i32>(ends + (i << 2));
      const end = i + 1 < left ? load<i32>(ends + (i << 2), 4) : middle;
      mergeEntries(from, to, start, middle, end);
      // Of each two runs one is left, in half the place.
      store<i32>(ends + (i << 1), end);
      start = end;
    }
    const other = from;
    from = to;
    to = other;
  }
  if (from != entries) memory.copy(entries, from, bytes);
  release(mark);
}

/** Index after the longest run from `start` on whose keys never descend. */
function runEnd(entries: i32, start: i32, count: i32): i32 {
  let end = start + 1;
  while (end < count) {
    const at = entries + (end << ENTRY_BITS);
    if (compareText(addressOf(asEntry(at - ENTRY_BYTES).key), addressOf(asEntry(at).key)) > 0) break;
    end++;
  }
  return end;
}

function insertEntry(entries: i32, index: i32): void {
  let at = entries + (index << ENTRY_BITS);
  const key = asEntry(at).key;
  const value = asEntry(at).value;
  while (at > entries && compareText(addressOf(asEntry(at - ENTRY_BYTES).key), addressOf(key)) > 0) {
    copyEntry(at, at - ENTRY_BYTES);
    at -= ENTRY_BYTES;
  }
  asEntry(at).key = key;
  asEntry(at).value = value;
}

function mergeEntries(from: i32, to: i32, left: i32, middle: i32, right: i32): void {
  let i = left;
  let j = middle;
  for (let k = left; k < right; k++) {
    const a = from + (i << ENTRY_BITS);
    const b = from + (j << ENTRY_BITS);
    const takeRight = i >= middle || (j < right && compareText(addressOf(asEntry(b).key), addressOf(asEntry(a).key)) < 0);
    copyEntry(to + (k << ENTRY_BITS), takeRight ? b : a);
    if (takeRight) j++;
    else i++;
  }
}

// @ts-ignore: decorator
@inline
export function copyEntry(to: i32, from: i32): void {
  asEntry(to).key = asEntry(from).key;
  asEntry(to).value = asEntry(from).value;
}
