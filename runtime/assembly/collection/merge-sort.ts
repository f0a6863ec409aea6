// Merge sort: bottom up and stable, with runs of 1, 2, 4 … items of four bytes each. The left head is compared with the
// right head, and the right one is taken only when the left one comes strictly after it. That fixes the sequence of
// comparisons, and so which fault comes first. Entries, which are moved whole, have their own (collection/entries.ts).

import { allocate } from '../run/memory';

/**
 * Sorts `count` items at `items`; returns where they are then: there, or at `space`, which is as large. `order` is an
 * @unmanaged class with `isAfter(a, b)`, which is called directly: its address is what it compares by, no object.
 */
export function mergeSort<T>(items: i32, space: i32, count: i32, order: T): i32 {
  let from = items;
  let to = space;
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
        const takeRight = order.isAfter(a, b);
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

/** Address of the indices 0 … count−1 in an order of them. Work space. */
export function sortedIndices<T>(count: i32, order: T): i32 {
  const indices = allocate(count << 2);
  const space = allocate(count << 2);
  for (let i = 0; i < count; i++) store<i32>(indices + (i << 2), i);
  return mergeSort<T>(indices, space, count, order);
}
