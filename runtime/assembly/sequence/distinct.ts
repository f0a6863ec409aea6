// Distinct: elements without repetitions, in n log n for any values. Sorting needs an order in which every two values
// have a place, also maps and kinds among each other; no script ever sees that order, only which values are equal in it.

import { sortedIndices } from '../collection/merge-sort';
import { elementAt, elementsAt, emptyVector, pairOf, vectorAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { keyAt, valueAt } from '../collection/map';
import { allocate, arenaTop, release } from '../run/memory';
import { orderNumbers } from '../number/arithmetic';
import { compareText } from '../text/text';
import { TAG_CONSTANT, TAG_MAP, TAG_STRING, TAG_VECTOR } from '../shared/values';
import { addressOf, isNumberTag, tagOf } from '../value/value';
import { asCollection } from '../shared/records';

/** The elements without repetitions; the first of equal ones stays. The nesting must have been checked. */
export function orderDistinct(vector: i64): i64 {
  const count = vectorCount(vector);
  if (count < 2) return vector;
  // Before the mark: it may have to be made.
  const start = elementsAt(addressOf(vector));
  const result = vectorNew(count);
  const mark = arenaTop();
  const order = sortedIndices<TotalOrder>(count, changetype<TotalOrder>(start));
  const repeated = allocate(count);
  memory.fill(repeated, 0, count);
  for (let i = 1; i < count; i++) {
    const before = load<i32>(order + ((i - 1) << 2));
    const index = load<i32>(order + (i << 2));
    // Sorting is stable, so the first of equal ones comes first.
    if (totalOrder(load<i64>(start + (before << 3)), load<i64>(start + (index << 3))) == 0) store<u8>(repeated + index, 1);
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (load<u8>(repeated + i) == 0) store<i64>(result + (kept++ << 3), vectorAt(vector, i));
  }
  release(mark);
  return kept == count ? vector : vectorDone(result, kept);
}

/**
 * Pairs of each of the keys, without repetitions, and the vector of the elements that have it; in the order in which the
 * keys first occur. The nesting of the keys must have been checked.
 */
export function orderGroups(vector: i64, keys: i64): i64 {
  const count = vectorCount(keys);
  if (count == 0) return emptyVector();
  const start = elementsAt(addressOf(keys));
  // For each element the index of the first with its key, and for that the elements of the group: how many, and where they go.
  const firstOf = allocate(count << 2);
  const counts = allocate(count << 2);
  const slots = allocate(count << 2);
  memory.fill(counts, 0, count << 2);
  const mark = arenaTop();
  const order = sortedIndices<TotalOrder>(count, changetype<TotalOrder>(start));
  let first = 0;
  let groups = 0;
  for (let i = 0; i < count; i++) {
    const index = load<i32>(order + (i << 2));
    // Sorting is stable, so the first of equal ones comes first.
    if (i == 0 || totalOrder(load<i64>(start + (first << 3)), load<i64>(start + (index << 3))) != 0) {
      first = index;
      groups++;
    }
    store<i32>(firstOf + (index << 2), first);
    store<i32>(counts + (first << 2), load<i32>(counts + (first << 2)) + 1);
  }
  release(mark);
  const pairs = vectorNew(groups);
  for (let i = 0; i < count; i++) {
    const head = load<i32>(firstOf + (i << 2)) << 2;
    if (load<i32>(firstOf + (i << 2)) == i) store<i32>(slots + head, vectorNew(load<i32>(counts + head)));
    const at = load<i32>(slots + head);
    store<i64>(at, vectorAt(vector, i));
    store<i32>(slots + head, at + 8);
  }
  let made = 0;
  for (let i = 0; i < count; i++) {
    if (load<i32>(firstOf + (i << 2)) != i) continue;
    const members = load<i32>(counts + (i << 2));
    const group = vectorDone(load<i32>(slots + (i << 2)) - (members << 3), members);
    store<i64>(pairs + (made++ << 3), pairOf(load<i64>(start + (i << 3)), group));
  }
  return vectorDone(pairs, groups);
}

/** Where the elements lie, eight bytes each. */
@unmanaged
class TotalOrder {
  isAfter(a: i32, b: i32): bool {
    const elements = changetype<i32>(this);
    return totalOrder(load<i64>(elements + (a << 3)), load<i64>(elements + (b << 3))) > 0;
  }
}

/** Constants, numbers, strings, vectors, maps. */
// @ts-ignore: decorator
@inline
function kindOf(value: i64): i32 {
  const tag = tagOf(value);
  return tag == TAG_CONSTANT ? 0 : isNumberTag(tag) ? 1 : tag;
}

function totalOrder(a: i64, b: i64): i32 {
  if (a == b) return 0;
  const kind = kindOf(a);
  if (kind != kindOf(b)) return kind - kindOf(b);
  if (kind == 1) return orderNumbers(a, b);
  if (kind == TAG_STRING) return compareText(addressOf(a), addressOf(b));
  if (kind == TAG_VECTOR) return vectorOrder(addressOf(a), addressOf(b));
  if (kind == TAG_MAP) return mapOrder(addressOf(a), addressOf(b));
  return a < b ? -1 : 1;
}

function vectorOrder(a: i32, b: i32): i32 {
  const count = asCollection(a).count;
  if (count != asCollection(b).count) return count - asCollection(b).count;
  for (let i = 0; i < count; i++) {
    const order = totalOrder(elementAt(a, i), elementAt(b, i));
    if (order != 0) return order;
  }
  return 0;
}

function mapOrder(a: i32, b: i32): i32 {
  const count = asCollection(a).count;
  if (count != asCollection(b).count) return count - asCollection(b).count;
  for (let i = 0; i < count; i++) {
    let order = compareText(keyAt(a, i), keyAt(b, i));
    if (order == 0) order = totalOrder(valueAt(a, i), valueAt(b, i));
    if (order != 0) return order;
  }
  return 0;
}
