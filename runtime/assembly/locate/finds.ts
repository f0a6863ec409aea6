// Finds: what was found in a text, in the order of places. In: finds, as locate/search.ts writes them. Out: those that stay, sorted.

import { NUMBERS, findsNumbers, isEmptyAutomaton } from './block';
import { BY_NUMBER, FIND_BITS } from './search';
import { allocate, release } from '../run/memory';

/** Sorts finds as places are ordered; of those of one phrase at one start the longest stays. Returns how many stay. */
export function orderFinds(at: i32, count: i32): i32 {
  let kept = count;
  // Only a search for numbers finds a phrase twice at a start.
  if (findsNumbers && !isEmptyAutomaton(NUMBERS)) {
    sortFinds(at, count, true);
    kept = 0;
    for (let i = 0; i < count; i++) {
      const find = at + (i << FIND_BITS);
      const before = at + ((kept - 1) << FIND_BITS);
      if (kept > 0 && load<i32>(before) == load<i32>(find) && load<i32>(before, 8) == load<i32>(find, 8)) continue;
      copyFind(at + (kept++ << FIND_BITS), find);
    }
  }
  sortFinds(at, kept, false);
  return kept;
}

/** Finds come nearly in order, so pieces that follow each other are left where they are. */
function sortFinds(at: i32, count: i32, byPhrase: bool): void {
  for (let left = 0; left < count; left += INSERTED) insertFinds(at, left, min<i32>(left + INSERTED, count), byPhrase);
  if (count <= INSERTED) return;
  const space = allocate(count << FIND_BITS);
  for (let run = INSERTED; run < count; run <<= 1) {
    for (let left = 0; left + run < count; left += run << 1) {
      mergeFinds(at + (left << FIND_BITS), at + ((left + run) << FIND_BITS), at + (min<i32>(left + (run << 1), count) << FIND_BITS), space, byPhrase);
    }
  }
  release(space);
}

/** Short pieces are sorted by insertion. */
const INSERTED: i32 = 8;

function insertFinds(at: i32, left: i32, right: i32, byPhrase: bool): void {
  for (let i = left + 1; i < right; i++) {
    const find = at + (i << FIND_BITS);
    if (!isBefore(find, find - (1 << FIND_BITS), byPhrase)) continue;
    copyFind(spare, find);
    let to = find;
    do {
      copyFind(to, to - (1 << FIND_BITS));
      to -= 1 << FIND_BITS;
    } while (to > at + (left << FIND_BITS) && isBefore(spare, to - (1 << FIND_BITS), byPhrase));
    copyFind(to, spare);
  }
}

const spare: i32 = memory.data(16, 8) as i32;

/** Merges two pieces that stand side by side; what comes first waits in `space`. */
function mergeFinds(left: i32, middle: i32, end: i32, space: i32, byPhrase: bool): void {
  if (!isBefore(middle, middle - (1 << FIND_BITS), byPhrase)) return;
  // What comes before all of the second piece stays.
  let to = left;
  while (!isBefore(middle, to, byPhrase)) to += 1 << FIND_BITS;
  let waiting = space;
  const waitingEnd = space + (middle - to);
  memory.copy(space, to, middle - to);
  for (let right = middle; waiting < waitingEnd; to += 1 << FIND_BITS) {
    if (right < end && isBefore(right, waiting, byPhrase)) {
      copyFind(to, right);
      right += 1 << FIND_BITS;
    } else {
      copyFind(to, waiting);
      waiting += 1 << FIND_BITS;
    }
  }
}

// @ts-ignore: decorator
@inline
function copyFind(to: i32, from: i32): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** By start; then the longest and the phrase, or (`byPhrase`) the phrase, the longest, and stems before numbers. */
function isBefore(a: i32, b: i32, byPhrase: bool): bool {
  if (load<u32>(a) != load<u32>(b)) return load<u32>(a) < load<u32>(b);
  if (byPhrase && load<u32>(a, 8) != load<u32>(b, 8)) return load<u32>(a, 8) < load<u32>(b, 8);
  if (load<u32>(a, 4) != load<u32>(b, 4)) return load<u32>(a, 4) > load<u32>(b, 4);
  return byPhrase ? (load<u32>(a, 12) & BY_NUMBER) < (load<u32>(b, 12) & BY_NUMBER) : load<u32>(a, 8) < load<u32>(b, 8);
}
