// Sort: vectors in the order of keys.

import { compareValues } from '../collection/compare';
import { sortedIndices } from '../collection/merge-sort';
import { elementsAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { arenaTop, release } from '../run/memory';
import { addressOf } from '../value/value';

/** The elements of `vector` in the order of `keys` (as many); `descending` turns the order, not the ties. */
export function sortVector(vector: i64, keys: i64, descending: bool, site: i32): i64 {
  const count = vectorCount(vector);
  if (count < 2) return vector;
  // Before the mark: they may have to be made.
  const from = elementsAt(addressOf(vector));
  const by = elementsAt(addressOf(keys));
  const result = vectorNew(count);
  const mark = arenaTop();
  sortSite = site;
  descends = descending;
  const order = sortedIndices<KeyOrder>(count, changetype<KeyOrder>(by));
  for (let i = 0; i < count; i++) store<i64>(result + (i << 3), load<i64>(from + (load<i32>(order + (i << 2)) << 3)));
  release(mark);
  return vectorDone(result, count);
}

/** Where the keys lie, eight bytes each. */
@unmanaged
class KeyOrder {
  isAfter(a: i32, b: i32): bool {
    const keys = changetype<i32>(this);
    const order = compareValues(load<i64>(keys + (a << 3)), load<i64>(keys + (b << 3)), sortSite);
    return descends ? order < 0 : order > 0;
  }
}

let sortSite: i32 = 0;
let descends: bool = false;
