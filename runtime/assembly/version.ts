// Version: new versions of a vector; old ones stay what they were.
//
// A vector that ends at its buffer's fill grows in place: slots past a vector's count are nobody else's. Any other
// version grows as a trie over the same slots, so no version costs more than another. Writing inside a long vector always
// makes a trie. A trie has a tail (8 bytes) after appending: u32 root, u32 index after the last slot written in its last
// leaf; the version that ends there appends in place, too.

import { BUFFER_BYTES, bufferNew, bufferOf, bufferRoot } from './buffer';
import { STEPS_MAX } from './fuel';
import { FLAT_MAX, SLOTS_MIN, elementAt, headerOf, sumSizes, trieHeader, vectorDone, vectorNew } from './list';
import { addSizes, around, deeper, depthOf, sizeOf } from './measure';
import { allocate, copyWords } from './memory';
import { trieSlot, trieWith } from './trie';
import { addressOf } from './value';

/** The vector with one more element at its end. */
export function append(vector: i64, value: i64): i64 {
  const header = addressOf(vector);
  const count = load<i32>(header);
  const size = addSizes(load<i64>(header, 8), sizeOf(value));
  const depth = deeper(load<i32>(header, 16), around(depthOf(value)));
  if (load<i32>(header, 4) == 0 && count > 0) return appendToTrie(header, load<i32>(header, 24), load<i32>(header, 28), value, size, depth);
  let start = load<i32>(header, 4);
  let buffer = load<i32>(header, 20);
  const end = start + (count << 3);
  if (buffer == 0 || load<i32>(buffer) != end || end == load<i32>(buffer, 4)) {
    if (count > FLAT_MAX) {
      buffer = bufferOf(header);
      // Every buffer is outgrown by copying once; whoever comes later shares its slots.
      if (load<i32>(buffer) != end || (load<i32>(buffer, 12) & 1) != 0) {
        return appendToTrie(header, bufferRoot(buffer), (start - (load<i32>(buffer, 12) & -2)) >> 3, value, size, depth);
      }
      store<i32>(buffer, load<i32>(buffer, 12) | 1, 12);
    }
    buffer = bufferNew(max<i32>(SLOTS_MIN, count << 1));
    copyWords(buffer + BUFFER_BYTES, start, count << 3);
    start = buffer + BUFFER_BYTES;
  }
  store<i64>(start + (count << 3), value);
  store<i32>(buffer, start + (count << 3) + 8);
  return headerOf(start, count + 1, size, depth, buffer);
}

/** `first` is the index of the first element in the trie. */
function appendToTrie(header: i32, root: i32, first: i32, value: i64, size: i64, depth: i32): i64 {
  const count = load<i32>(header);
  const index = first + count;
  let tail = load<i32>(header, 4) == 0 ? load<i32>(header, 20) : 0;
  let made = root;
  if (tail != 0 && load<i32>(tail) == root && load<i32>(tail, 4) == index && (index & 15) != 0) {
    // The last leaf was made for this line of versions, and this is its last one.
    store<i64>(trieSlot(root, index), value);
  } else {
    made = trieWith(root, index, index, value);
    tail = allocate(8);
    store<i32>(tail, made);
  }
  store<i32>(tail, index + 1, 4);
  return trieHeader(made, first, count + 1, size, depth, tail);
}

/** The vector with another element at an index in range. */
export function withElement(vector: i64, index: i32, value: i64): i64 {
  const header = addressOf(vector);
  const count = load<i32>(header);
  if (count <= FLAT_MAX) {
    const slots = vectorNew(count);
    for (let i = 0; i < count; i++) store<i64>(slots + (i << 3), elementAt(header, i));
    store<i64>(slots + (index << 3), value);
    return vectorDone(slots, count);
  }
  let root = load<i32>(header, 24);
  let first = load<i32>(header, 28);
  if (root == 0) {
    const buffer = bufferOf(header);
    root = bufferRoot(buffer);
    first = (load<i32>(header, 4) - (load<i32>(buffer, 12) & -2)) >> 3;
  }
  const old = elementAt(header, index);
  const made = trieWith(root, first + index, first + count, value);
  const depth = replacedDepth(load<i32>(header, 16), old, value);
  const result = trieHeader(made, first, count, 0, depth, 0);
  const size = load<i64>(header, 8);
  // A whole at the limit has lost what lies beyond it: counted anew.
  store<i64>(addressOf(result), size == STEPS_MAX ? addSizes(1, sumSizes(result, 0, count)) : addSizes(size - sizeOf(old), sizeOf(value)), 8);
  return result;
}

/** Depth of a collection in which `value` took the place of `old`: a bound when `old` may have been the deepest. */
export function replacedDepth(depth: i32, old: i64, value: i64): i32 {
  const left = abs<i32>(depthOf(old)) + 1 < abs<i32>(depth) || depth == 1 ? depth : -abs<i32>(depth);
  return deeper(left, around(depthOf(value)));
}
