// Distinct: elements without repetitions, in n log n for any values. Sorting needs an order in which every two values
// have a place, also maps and kinds among each other; no script ever sees that order, only which values are equal in it.

import { elementAt, elementsAt, vectorAt, vectorCount, vectorDone, vectorNew } from './list';
import { keyAt, valueAt } from './map';
import { allocate, arenaTop, release } from './memory';
import { orderNumbers } from './number';
import { isWide } from './number-value';
import { compareText } from './text';
import { TAG_CONSTANT, TAG_MAP, TAG_STRING, TAG_VECTOR, addressOf, isNumberTag, tagOf } from './value';

/** The elements without repetitions; the first of equal ones stays. The nesting must have been checked. */
export function orderDistinct(vector: i64): i64 {
  const count = vectorCount(vector);
  if (count < 2) return vector;
  // Before the mark: it may have to be made.
  const start = elementsAt(addressOf(vector));
  const result = vectorNew(count);
  const mark = arenaTop();
  const order = sortTotally(start, count);
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

/** Address of the indices 0 … count−1 in the total order of the elements; stable. */
function sortTotally(start: i32, count: i32): i32 {
  let from = allocate(count << 2);
  let to = allocate(count << 2);
  for (let i = 0; i < count; i++) store<i32>(from + (i << 2), i);
  for (let run = 1; run < count; run <<= 1) {
    for (let left = 0; left < count; left += run << 1) {
      const middle = min<i32>(left + run, count);
      const right = min<i32>(left + (run << 1), count);
      let i = left;
      let j = middle;
      for (let k = left; k < right; k++) {
        const takeRight = i >= middle || (j < right && totalOrder(
          load<i64>(start + (load<i32>(from + (i << 2)) << 3)), load<i64>(start + (load<i32>(from + (j << 2)) << 3)),
        ) > 0);
        store<i32>(to + (k << 2), load<i32>(from + ((takeRight ? j++ : i++) << 2)));
      }
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
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
  const aBytes = load<i32>(addressOf(a), 4);
  const bBytes = load<i32>(addressOf(b), 4);
  if (aBytes != bBytes) return aBytes - bBytes;
  return memory.compare(load<i32>(addressOf(a)), load<i32>(addressOf(b)), aBytes);
}

function vectorOrder(a: i32, b: i32): i32 {
  const count = load<i32>(a);
  if (count != load<i32>(b)) return count - load<i32>(b);
  for (let i = 0; i < count; i++) {
    const order = totalOrder(elementAt(a, i), elementAt(b, i));
    if (order != 0) return order;
  }
  return 0;
}

function mapOrder(a: i32, b: i32): i32 {
  const count = load<i32>(a);
  if (count != load<i32>(b)) return count - load<i32>(b);
  for (let i = 0; i < count; i++) {
    let order = compareText(keyAt(a, i), keyAt(b, i));
    if (order == 0) order = totalOrder(valueAt(a, i), valueAt(b, i));
    if (order != 0) return order;
  }
  return 0;
}
