// Version: new versions of a vector; old ones stay what they were.
//
// A vector that ends at its buffer's fill grows in place: slots past a vector's count are nobody else's. Any other
// version grows as a trie over the same slots, so no version costs more than another. Writing inside a long vector always
// makes a trie, which has a tail after appending: the version that ends there appends in place, too.

import { BUFFER_BYTES, asBuffer, bufferNew, bufferOf, bufferRoot } from './buffer';
import { STEPS_MAX } from '../shared/prices';
import { FLAT_MAX, SLOTS_MIN, elementAt, headerOf, sumSizes, trieHeader, vectorDone, vectorNew } from './list';
import { addSizes, around, deeper, depthOf, sizeOf } from './measure';
import { allocate, copyWords } from '../run/memory';
import { trieSlot, trieWith } from './trie';
import { addressOf } from '../value/value';
import { asVector } from '../shared/records';

@unmanaged
class Tail {
  root: i32;
  /** Index after the last slot written in its last leaf. */
  next: i32;
}

// @ts-ignore: decorator
@inline
function asTail(address: i32): Tail {
  return changetype<Tail>(address);
}

/** The vector with one more element at its end. */
export function append(vector: i64, value: i64): i64 {
  const header = addressOf(vector);
  const count = asVector(header).count;
  const size = addSizes(asVector(header).size, sizeOf(value));
  const depth = deeper(asVector(header).depth, around(depthOf(value)));
  if (asVector(header).start == 0 && count > 0) return appendToTrie(header, asVector(header).root, asVector(header).first, value, size, depth);
  let start = asVector(header).start;
  let buffer = asVector(header).buffer;
  const end = start + (count << 3);
  if (buffer == 0 || asBuffer(buffer).fill != end || end == asBuffer(buffer).end) {
    if (count > FLAT_MAX) {
      buffer = bufferOf(header);
      // Every buffer is outgrown by copying once; whoever comes later shares its slots.
      if (asBuffer(buffer).fill != end || (asBuffer(buffer).first & 1) != 0) {
        return appendToTrie(header, bufferRoot(buffer), (start - (asBuffer(buffer).first & -2)) >> 3, value, size, depth);
      }
      asBuffer(buffer).first = asBuffer(buffer).first | 1;
    }
    buffer = bufferNew(max<i32>(SLOTS_MIN, count << 1));
    copyWords(buffer + BUFFER_BYTES, start, count << 3);
    start = buffer + BUFFER_BYTES;
  }
  store<i64>(start + (count << 3), value);
  asBuffer(buffer).fill = start + (count << 3) + 8;
  return headerOf(start, count + 1, size, depth, buffer);
}

/** `first` is the index of the first element in the trie. */
function appendToTrie(header: i32, root: i32, first: i32, value: i64, size: i64, depth: i32): i64 {
  const count = asVector(header).count;
  const index = first + count;
  let tail = asVector(header).start == 0 ? asVector(header).buffer : 0;
  let made = root;
  if (tail != 0 && asTail(tail).root == root && asTail(tail).next == index && (index & 15) != 0) {
    // The last leaf was made for this line of versions, and this is its last one.
    store<i64>(trieSlot(root, index), value);
  } else {
    made = trieWith(root, index, index, value);
    tail = allocate(offsetof<Tail>() as i32);
    asTail(tail).root = made;
  }
  asTail(tail).next = index + 1;
  return trieHeader(made, first, count + 1, size, depth, tail);
}

/** The vector with another element at an index in range. */
export function withElement(vector: i64, index: i32, value: i64): i64 {
  const header = addressOf(vector);
  const count = asVector(header).count;
  if (count <= FLAT_MAX) {
    const slots = vectorNew(count);
    for (let i = 0; i < count; i++) store<i64>(slots + (i << 3), elementAt(header, i));
    store<i64>(slots + (index << 3), value);
    return vectorDone(slots, count);
  }
  let root = asVector(header).root;
  let first = asVector(header).first;
  if (root == 0) {
    const buffer = bufferOf(header);
    root = bufferRoot(buffer);
    first = (asVector(header).start - (asBuffer(buffer).first & -2)) >> 3;
  }
  const old = elementAt(header, index);
  const made = trieWith(root, first + index, first + count, value);
  const depth = replacedDepth(asVector(header).depth, old, value);
  const result = trieHeader(made, first, count, 0, depth, 0);
  const size = asVector(header).size;
  // A whole at the limit has lost what lies beyond it: counted anew.
  asVector(addressOf(result)).size = size == STEPS_MAX ? addSizes(1, sumSizes(result, 0, count)) : addSizes(size - sizeOf(old), sizeOf(value));
  return result;
}

/** Depth of a collection in which `value` took the place of `old`: a bound when `old` may have been the deepest. */
export function replacedDepth(depth: i32, old: i64, value: i64): i32 {
  const left = abs<i32>(depthOf(old)) + 1 < abs<i32>(depth) || depth == 1 ? depth : -abs<i32>(depth);
  return deeper(left, around(depthOf(value)));
}
