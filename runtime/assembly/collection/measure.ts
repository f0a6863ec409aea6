// Measure: the size and the depth of values. Sizes are what surcharges are taken from, depths decide `too-deep`. Both
// are memoised in the header of every collection when it is made (size at 8, depth at 16, in vectors and maps alike), so
// nothing here walks a value for its size.
//
// Depth: 0 for a scalar, 1 + the deepest element for a collection; 257 stands for everything beyond 256. A view (rest,
// take …) cannot know its depth without a walk: it keeps its parent's as an upper bound, written as a negative number,
// and `tooDeep` walks only when a bound exceeds 256.

import { NESTING_MAX, ORDER_LEVELS_MIN, SIZE_BYTES, STEPS_MAX } from '../shared/prices';
import { elementAt } from './list';
import { valueAt } from './map';
import { allocate } from '../run/memory';
import { wideTextBytes } from '../number/text';
import { isWide } from '../number/representation';
import { TAG_MAP, TAG_STRING, TAG_VECTOR } from '../shared/values';
import { addressOf, tagOf } from '../value/value';
import { floorSteps } from '../run/fuel';
import { asCollection } from '../shared/records';

const BEYOND: i32 = NESTING_MAX + 1;

/** Size of a value, 1 … 2^53−1. */
export function sizeOf(value: i64): i64 {
  const tag = tagOf(value);
  if (tag < TAG_STRING) return isWide(value) ? textSize(wideTextBytes(value)) : 1;
  if (tag > TAG_MAP) return 1;
  return tag == TAG_STRING ? textSize(asCollection(addressOf(value)).count) : asCollection(addressOf(value)).size;
}

// @ts-ignore: decorator
@inline
function textSize(bytes: i32): i64 {
  return 1 + floorSteps(bytes as i64, SIZE_BYTES);
}

/** Depth of a value; negative: at most so much. */
// @ts-ignore: decorator
@inline
export function depthOf(value: i64): i32 {
  const tag = tagOf(value);
  return tag == TAG_VECTOR || tag == TAG_MAP ? asCollection(addressOf(value)).depth : 0;
}

/** Sum of two sizes, at most 2^53−1. */
// @ts-ignore: decorator
@inline
export function addSizes(a: i64, b: i64): i64 {
  return min<i64>(a + b, STEPS_MAX);
}

/** Depth of the deeper of two, either possibly a bound. */
export function deeper(a: i32, b: i32): i32 {
  const far = abs<i32>(b), near = abs<i32>(a);
  return far > near || (far == near && b > a) ? b : a;
}

/** Depth of a collection whose deepest element has depth `deepest`. */
// @ts-ignore: decorator
@inline
export function around(deepest: i32): i32 {
  return deepest >= 0 ? min<i32>(deepest + 1, BEYOND) : max<i32>(deepest - 1, -BEYOND);
}

/** The bound a view takes from its parent. */
// @ts-ignore: decorator
@inline
export function viewDepth(parent: i32): i32 {
  return parent == 1 || parent < 0 ? parent : -parent;
}

/** Whether a value is nested deeper than 256. */
export function tooDeep(value: i64): bool {
  const depth = depthOf(value);
  return abs<i32>(depth) > NESTING_MAX && (depth > 0 || walkedTooDeep(value));
}

let beyond: bool = false;

function walkedTooDeep(value: i64): bool {
  beyond = false;
  const depth = exactDepth(value, 1);
  if (beyond) asCollection(addressOf(value)).depth = BEYOND;
  return beyond || depth > NESTING_MAX;
}

/**
 * Replaces bounds by exact depths on the way; stops everything once it stands 257 deep, so recursion is bounded. Fresh
 * views of one deep vector can ask for a walk again and again at a constant price: so a walk uses up a byte of the arena
 * for every element it looks at, and memory bounds them all.
 */
function exactDepth(value: i64, level: i32): i32 {
  const known = depthOf(value);
  if (known >= 0) return known;
  if (level > NESTING_MAX) {
    beyond = true;
    return BEYOND;
  }
  const address = addressOf(value);
  const count = asCollection(address).count;
  const isMap = tagOf(value) == TAG_MAP;
  allocate(count);
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    deepest = max<i32>(deepest, exactDepth(isMap ? valueAt(address, i) : elementAt(address, i), level + 1));
    if (beyond) return BEYOND;
  }
  const depth = min<i32>(deepest + 1, BEYOND);
  asCollection(address).depth = depth;
  return depth;
}

/** ⌈log2 n⌉, 0 for n ≤ 1. */
// @ts-ignore: decorator
@inline
export function log2(n: i64): i64 {
  return n <= 1 ? 0 : 64 - clz<i64>(n - 1);
}

/** What ordering `count` things costs that have these sizes: each is looked at so many times, `least` at least. */
export function orderingSteps(count: i32, sizes: i64, least: i64 = ORDER_LEVELS_MIN): i64 {
  return multiplySteps(max<i64>(log2(count as i64), least), sizes);
}

/** a × b for non-negative a, b; at most 2^53−1. */
export function multiplySteps(a: i64, b: i64): i64 {
  return a == 0 || b <= STEPS_MAX / a ? min<i64>(a * b, STEPS_MAX) : STEPS_MAX;
}
