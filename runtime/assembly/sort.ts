// Sort: a stable bottom-up merge sort with runs of 1, 2, 4 … The left head is compared with the right head, and the right
// one is taken only when it comes strictly first. That fixes the sequence of comparisons, and so which fault comes first.

import { compareValues } from './compare';
import { elementsAt, vectorCount, vectorDone, vectorNew } from './list';
import { allocate, arenaTop, release } from './memory';
import { addressOf } from './value';

/** The elements of `vector` in the order of `keys` (as many); `descending` turns the order, not the ties. */
export function sortVector(vector: i64, keys: i64, descending: bool, site: i32): i64 {
  const count = vectorCount(vector);
  if (count < 2) return vector;
  // Before the mark: they may have to be made.
  const from = elementsAt(addressOf(vector));
  const by = elementsAt(addressOf(keys));
  const result = vectorNew(count);
  const mark = arenaTop();
  const order = sortIndices(by, count, descending, site);
  for (let i = 0; i < count; i++) store<i64>(result + (i << 3), load<i64>(from + (load<i32>(order + (i << 2)) << 3)));
  release(mark);
  return vectorDone(result, count);
}

/** Address of the indices 0 … count−1, four bytes each, in the order of the keys. */
function sortIndices(keys: i32, count: i32, descending: bool, site: i32): i32 {
  let from = allocate(count << 2);
  let to = allocate(count << 2);
  for (let i = 0; i < count; i++) store<i32>(from + (i << 2), i);
  for (let run = 1; run < count; run <<= 1) {
    for (let left = 0; left < count; left += run << 1) {
      const middle = min<i32>(left + run, count);
      const right = min<i32>(left + (run << 1), count);
      let i = left;
      let j = middle;
      let at = to + (left << 2);
      while (i < middle && j < right) {
        const a = load<i32>(from + (i << 2));
        const b = load<i32>(from + (j << 2));
        const order = compareValues(load<i64>(keys + (a << 3)), load<i64>(keys + (b << 3)), site);
        const takeRight = descending ? order < 0 : order > 0;
        store<i32>(at, takeRight ? b : a);
        at += 4;
        if (takeRight) j++;
        else i++;
      }
      for (; i < middle; i++, at += 4) store<i32>(at, load<i32>(from + (i << 2)));
      for (; j < right; j++, at += 4) store<i32>(at, load<i32>(from + (j << 2)));
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
}
