// Distinct: elements without repetitions, in n log n for any values. Sorting needs an order in which every two values
// have a place, also maps and kinds among each other; no script ever sees that order, only which values are equal in it.

import { sortedIndices } from '../collection/merge-sort';
import { elementAt, elementsAt, vectorAt, vectorCount, vectorDone, vectorNew } from '../collection/list';
import { keyAt, valueAt } from '../collection/map';
import { allocate, arenaTop, release } from '../run/memory';
import { orderNumbers } from '../number/arithmetic';
import { isWide } from '../number/representation';
import { compareText } from '../text/text';
import { TAG_CONSTANT, TAG_MAP, TAG_STRING, TAG_VECTOR } from '../shared/values';
import { addressOf, isNumberTag, tagOf } from '../value/value';
import { wideText, wideTextBytes } from '../number/text';
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
  if (kind == 1) return numberOrder(a, b);
  if (kind == TAG_STRING) return compareText(addressOf(a), addressOf(b));
  if (kind == TAG_VECTOR) return vectorOrder(addressOf(a), addressOf(b));
  if (kind == TAG_MAP) return mapOrder(addressOf(a), addressOf(b));
  return a < b ? -1 : 1;
}

/** Wide numbers after all others, among themselves by their texts, which are equal when they are. */
function numberOrder(a: i64, b: i64): i32 {
  if (!isWide(a) && !isWide(b)) return orderNumbers(a, b);
  if (!isWide(a) || !isWide(b)) return isWide(a) ? 1 : -1;
  const aBytes = wideTextBytes(a);
  const bBytes = wideTextBytes(b);
  if (aBytes != bBytes) return aBytes - bBytes;
  return memory.compare(wideText(a), wideText(b), aBytes);
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
