// List: vectors. A vector is flat (its elements lie side by side in a buffer that many vectors may share), a trie (see
// trie.ts), or both.
//
// Header (32 bytes): u32 count, u32 address of the first element (0 when there is only a trie), i64 size, i32 depth,
// u32 buffer or tail, u32 root of a trie (0 for none), u32 index of the first element in the trie.
// Buffer (24 bytes): u32 fill (address after the last slot in use), u32 end (address after the last slot), u32 root of
// the trie over all its slots (0 until needed), u32 address of the first slot, | 1 once it was outgrown, u32 address of
// the sums of its elements' sizes (0 until needed), u32 how many elements they cover.
// Tail of a trie (8 bytes): u32 root, u32 index after the last slot written in its last leaf.
//
// A vector that ends at its buffer's fill grows in place: slots past a vector's count are nobody else's. Any other
// version grows as a trie over the same slots, so no version costs more than another. Writing inside always makes a
// trie. `rest`, `take`, `drop`, `slice` make a header and nothing more.

import { STEPS_MAX } from './fuel';
import { FAULT_TYPE, fault } from './fault';
import { mapEntries } from './map';
import { addSizes, around, deeper, depthOf, sizeOf, viewDepth } from './measure';
import { allocate, arenaTop, release } from './memory';
import { trieCopy, trieOver, trieSlot, trieWith } from './trie';
import { NIL, TAG_MAP, TAG_VECTOR, addressOf, pointerValue, tagOf } from './value';

const HEADER_BYTES: i32 = 32;
const BUFFER_BYTES: i32 = 24;
/** Up to here copying everything is cheaper than a trie. */
const FLAT_MAX: i32 = 16;
/** Slots of the first buffer that `conj` or a list makes. */
const SLOTS_MIN: i32 = 4;

const EMPTY: i32 = memory.data<u32>([0, 0, 1, 0, 1, 0, 0, 0], 8) as i32;

// @ts-ignore: decorator
@inline
export function emptyVector(): i64 {
  return pointerValue(EMPTY, TAG_VECTOR);
}

/** Address of `count` element slots, to be filled and handed to `vectorDone`. */
export function vectorNew(count: i32): i32 {
  return allocate(count << 3);
}

/** The vector of the `count` elements at `elements`. */
export function vectorDone(elements: i32, count: i32): i64 {
  return vectorOver(elements, count, 0);
}

function vectorOver(elements: i32, count: i32, buffer: i32): i64 {
  if (count == 0) return emptyVector();
  let size: i64 = 1;
  let deepest = 0;
  const end = elements + (count << 3);
  for (let at = elements; at < end; at += 8) {
    const element = load<i64>(at);
    size = addSizes(size, sizeOf(element));
    deepest = deeper(deepest, depthOf(element));
  }
  return headerOf(elements, count, size, around(deepest), buffer);
}

function headerOf(elements: i32, count: i32, size: i64, depth: i32, buffer: i32): i64 {
  const header = allocate(HEADER_BYTES);
  store<i32>(header, count);
  store<i32>(header, elements, 4);
  store<i64>(header, size, 8);
  store<i32>(header, depth, 16);
  store<i32>(header, buffer, 20);
  store<i64>(header, 0, 24);
  return pointerValue(header, TAG_VECTOR);
}

// @ts-ignore: decorator
@inline
export function vectorCount(vector: i64): i32 {
  return load<i32>(addressOf(vector));
}

/** The element at an index that must be in range. */
// @ts-ignore: decorator
@inline
export function vectorAt(vector: i64, index: i32): i64 {
  return elementAt(addressOf(vector), index);
}

/** The same of a header. Allocates nothing. */
// @ts-ignore: decorator
@inline
export function elementAt(header: i32, index: i32): i64 {
  const elements = load<i32>(header, 4);
  return load<i64>(elements != 0 ? elements + (index << 3) : trieSlot(load<i32>(header, 24), load<i32>(header, 28) + index));
}

/**
 * Address of the elements of the vector at `header`, side by side. A trie is copied for that, once; so this is not for
 * work space that is released, nor while a sink is open.
 */
// @ts-ignore: decorator
@inline
export function elementsAt(header: i32): i32 {
  const elements = load<i32>(header, 4);
  return elements != 0 || load<i32>(header) == 0 ? elements : flattened(header);
}

function flattened(header: i32): i32 {
  const count = load<i32>(header);
  const elements = vectorNew(count);
  trieCopy(load<i32>(header, 24), load<i32>(header, 28), count, elements);
  store<i32>(header, elements, 4);
  // The tail belongs to the trie, and what is flat has a buffer.
  store<i32>(header, 0, 20);
  return elements;
}

// @ts-ignore: decorator
@inline
export function isCollection(value: i64): bool {
  const tag = tagOf(value);
  return tag == TAG_VECTOR || tag == TAG_MAP || value == NIL;
}

/** A collection as a vector: nil is empty, a map its entries. Fault `type` for anything else. */
export function elements(value: i64, site: i32): i64 {
  const tag = tagOf(value);
  if (tag == TAG_VECTOR) return value;
  if (tag == TAG_MAP) return mapEntries(value);
  if (value != NIL) fault(FAULT_TYPE, site);
  return emptyVector();
}

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
    memory.copy(buffer + BUFFER_BYTES, start, count << 3);
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

function trieHeader(root: i32, first: i32, count: i32, size: i64, depth: i32, tail: i32): i64 {
  const vector = headerOf(0, count, size, depth, tail);
  store<i32>(addressOf(vector), root, 24);
  store<i32>(addressOf(vector), first, 28);
  return vector;
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

/** The buffer of a flat vector; one that has none gets one without room, for its versions to share. */
function bufferOf(header: i32): i32 {
  let buffer = load<i32>(header, 20);
  if (buffer == 0) {
    const start = load<i32>(header, 4);
    const end = start + (load<i32>(header) << 3);
    buffer = bufferAt(allocate(BUFFER_BYTES), start, end, end);
    store<i32>(header, buffer, 20);
  }
  return buffer;
}

/** The trie over all slots of a buffer, made once. */
function bufferRoot(buffer: i32): i32 {
  let root = load<i32>(buffer, 8);
  if (root == 0) {
    const start = load<i32>(buffer, 12) & -2;
    root = trieOver(start, (load<i32>(buffer, 4) - start) >> 3);
    store<i32>(buffer, root, 8);
  }
  return root;
}

function bufferNew(slots: i32): i32 {
  const buffer = allocate(BUFFER_BYTES + (slots << 3));
  const start = buffer + BUFFER_BYTES;
  return bufferAt(buffer, start, start, start + (slots << 3));
}

function bufferAt(buffer: i32, start: i32, fill: i32, end: i32): i32 {
  store<i32>(buffer, fill);
  store<i32>(buffer, end, 4);
  store<i32>(buffer, 0, 8);
  store<i32>(buffer, start, 12);
  store<i64>(buffer, 0, 16);
  return buffer;
}

/** Elements `from` up to `to`, which must be in range: a view. */
export function sliceOf(vector: i64, from: i32, to: i32): i64 {
  const header = addressOf(vector);
  const count = load<i32>(header);
  if (from == to) return emptyVector();
  if (from == 0 && to == count) return vector;
  const size = sliceSize(vector, from, to);
  const depth = viewDepth(load<i32>(header, 16));
  const elements = load<i32>(header, 4);
  if (elements == 0) return trieHeader(load<i32>(header, 24), load<i32>(header, 28) + from, to - from, size, depth, 0);
  return headerOf(elements + (from << 3), to - from, size, depth, count > FLAT_MAX ? bufferOf(header) : load<i32>(header, 20));
}

/** Up to so many elements are measured anew for a view. */
const MEASURED_MAX: i32 = 32;

function sliceSize(vector: i64, from: i32, to: i32): i64 {
  const header = addressOf(vector);
  const count = load<i32>(header);
  const whole = load<i64>(header, 8);
  // All elements of size 1, the common case by far.
  if (whole == (count as i64) + 1) return ((to - from) as i64) + 1;
  if (to - from <= MEASURED_MAX) return addSizes(1, sumSizes(vector, from, to));
  // A whole at the limit has lost what lies beyond it, so nothing can be taken from it.
  if (whole < STEPS_MAX) {
    if (count - (to - from) <= MEASURED_MAX) return whole - sumSizes(vector, 0, from) - sumSizes(vector, to, count);
    const start = elementsAt(header);
    const buffer = bufferOf(header);
    const first = (start - (load<i32>(buffer, 12) & -2)) >> 3;
    const sums = sumsOf(buffer, first + to);
    if (load<i64>(sums + ((first + to) << 3)) < STEPS_MAX) {
      return 1 + load<i64>(sums + ((first + to) << 3)) - load<i64>(sums + ((first + from) << 3));
    }
  }
  return addSizes(1, sumSizes(vector, from, to));
}

/**
 * Address of the sums of the sizes of a buffer's first 0, 1, 2 … elements, eight bytes each, for at least `upto` elements.
 * They are kept, so that views taken over and over cost no more than the elements did.
 */
function sumsOf(buffer: i32, upto: i32): i32 {
  const start = load<i32>(buffer, 12) & -2;
  let sums = load<i32>(buffer, 16);
  if (sums == 0) {
    sums = allocate(load<i32>(buffer, 4) - start + 8);
    store<i64>(sums, 0);
    store<i32>(buffer, sums, 16);
  }
  let done = load<i32>(buffer, 20);
  for (; done < upto; done++) {
    const at = sums + (done << 3);
    store<i64>(at, addSizes(load<i64>(at), sizeOf(load<i64>(start + (done << 3)))), 8);
  }
  store<i32>(buffer, done, 20);
  return sums;
}

/** Sizes of the elements from one index up to another. */
export function sumSizes(vector: i64, from: i32, to: i32): i64 {
  let size: i64 = 0;
  for (let i = from; i < to; i++) size = addSizes(size, sizeOf(vectorAt(vector, i)));
  return size;
}

/** Sum of the sizes of all elements. */
export function elementSizes(vector: i64): i64 {
  const size = load<i64>(addressOf(vector), 8);
  return size < STEPS_MAX ? size - 1 : sumSizes(vector, 0, vectorCount(vector));
}

// A list is a vector in the making: u32 count, u32 slots, u32 address of a buffer.

/** A growing list, for emitted loops that collect results. */
export function listNew(): i32 {
  const list = allocate(16);
  store<i32>(list, 0);
  store<i32>(list, 0, 4);
  store<i32>(list, 0, 8);
  return list;
}

export function listPush(list: i32, value: i64): void {
  const count = load<i32>(list);
  if (count == load<i32>(list, 4)) listGrow(list, count);
  store<i64>(load<i32>(list, 8) + BUFFER_BYTES + (count << 3), value);
  store<i32>(list, count + 1);
}

function listGrow(list: i32, count: i32): void {
  const slots = max<i32>(SLOTS_MIN, count << 1);
  const old = load<i32>(list, 8);
  if (old != 0 && load<i32>(old, 4) == arenaTop()) {
    // Nothing was allocated since: the buffer grows where it is.
    allocate((slots - count) << 3);
    store<i32>(old, load<i32>(old, 4) + ((slots - count) << 3), 4);
  } else {
    const buffer = bufferNew(slots);
    memory.copy(buffer + BUFFER_BYTES, old + BUFFER_BYTES, count << 3);
    store<i32>(list, buffer, 8);
  }
  store<i32>(list, slots, 4);
}

/** The list as a vector; the list must not be used any more. */
export function listDone(list: i32): i64 {
  const count = load<i32>(list);
  if (count == 0) return emptyVector();
  const buffer = load<i32>(list, 8);
  const end = buffer + BUFFER_BYTES + (count << 3);
  if (load<i32>(buffer, 4) == arenaTop()) {
    release(end);
    store<i32>(buffer, end, 4);
  }
  store<i32>(buffer, end);
  return vectorOver(buffer + BUFFER_BYTES, count, buffer);
}

/** The element, or nil past the end and in nil. For vector patterns. */
export function elementOr(vector: i64, index: i32): i64 {
  return vector != NIL && index < vectorCount(vector) ? vectorAt(vector, index) : NIL;
}

/** What is left of a vector (or nil) from an index on. For `& more`. */
export function restFrom(vector: i64, index: i32): i64 {
  if (vector == NIL) return emptyVector();
  const count = vectorCount(vector);
  return index >= count ? emptyVector() : sliceOf(vector, index, count);
}

export function patternVector(value: i64, site: i32): void {
  if (tagOf(value) != TAG_VECTOR && value != NIL) fault(FAULT_TYPE, site);
}

/** [a b]. */
export function pairOf(a: i64, b: i64): i64 {
  const slots = vectorNew(2);
  store<i64>(slots, a);
  store<i64>(slots, b, 8);
  return vectorDone(slots, 2);
}
