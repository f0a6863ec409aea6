// List: vectors. A vector is flat (its elements lie side by side in a buffer that many vectors may share), a trie (see
// trie.ts), or both.
//
// Header (32 bytes): u32 count, u32 address of the first element (0 when there is only a trie), i64 size, i32 depth,
// u32 buffer or tail, u32 root of a trie (0 for none), u32 index of the first element in the trie.
// Buffers are in buffer.ts, how versions grow in version.ts. `rest`, `take`, `drop`, `slice` make a header and no more.

import { BUFFER_BYTES, bufferNew, bufferOf, sumsOf } from './buffer';
import { FAULT_TYPE, fault } from './fault';
import { STEPS_MAX, charge } from './fuel';
import { mapEntries } from './map';
import { addSizes, around, deeper, depthOf, sizeOf, viewDepth } from './measure';
import { allocate, arenaTop, release } from './memory';
import { trieCopy, trieSlot } from './trie';
import { NIL, TAG_MAP, TAG_VECTOR, addressOf, pointerValue, tagOf } from './value';

const HEADER_BYTES: i32 = 32;
/** Up to here copying everything is cheaper than a trie. */
export const FLAT_MAX: i32 = 16;
/** Slots of the first buffer that `conj` or a list makes. */
export const SLOTS_MIN: i32 = 4;

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
    const depth = depthOf(element);
    if (depth != 0) deepest = deeper(deepest, depth);
  }
  return headerOf(elements, count, size, around(deepest), buffer);
}

/** A flat vector, in every field. */
export function headerOf(elements: i32, count: i32, size: i64, depth: i32, buffer: i32): i64 {
  const header = allocate(HEADER_BYTES);
  store<i32>(header, count);
  store<i32>(header, elements, 4);
  store<i64>(header, size, 8);
  store<i32>(header, depth, 16);
  store<i32>(header, buffer, 20);
  store<i64>(header, 0, 24);
  return pointerValue(header, TAG_VECTOR);
}

/** A vector that is only a trie; `first` is the index of its first element there, `tail` its tail or 0. */
export function trieHeader(root: i32, first: i32, count: i32, size: i64, depth: i32, tail: i32): i64 {
  const vector = headerOf(0, count, size, depth, tail);
  store<i32>(addressOf(vector), root, 24);
  store<i32>(addressOf(vector), first, 28);
  return vector;
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

/** How many elements `elements` would give. Fault `type` unless it is a collection. */
export function countElements(value: i64, site: i32): i32 {
  if (!isCollection(value)) fault(FAULT_TYPE, site);
  // The count stands first in the headers of vectors and maps alike.
  return value == NIL ? 0 : load<i32>(addressOf(value));
}

/** What a collection adds to the surcharge where a vector is wanted: a map's entries are made for it, two steps each. */
export function entriesMade(value: i64): i64 {
  return tagOf(value) == TAG_MAP ? (load<i32>(addressOf(value)) as i64) << 1 : 0;
}

/** A collection as a vector, the entries of a map paid for. The last check of types. */
export function elementsPaid(value: i64, site: i32): i64 {
  if (tagOf(value) == TAG_MAP) charge(entriesMade(value));
  return elements(value, site);
}

/** What a view of `kept` elements costs: a quarter of the smaller part, unless all elements have size 1. */
export function chargeView(vector: i64, kept: i32): void {
  const count = vectorCount(vector);
  if (load<i64>(addressOf(vector), 8) == (count as i64) + 1) return;
  charge((min<i32>(kept, count - kept) >> 2) as i64);
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
    // In a trie the smaller part is measured, which a view pays for.
    if (load<i32>(header, 4) == 0) {
      if (to - from <= count >> 1) return addSizes(1, sumSizes(vector, from, to));
      return whole - sumSizes(vector, 0, from) - sumSizes(vector, to, count);
    }
    const start = load<i32>(header, 4);
    const buffer = bufferOf(header);
    const first = (start - (load<i32>(buffer, 12) & -2)) >> 3;
    const sums = sumsOf(buffer, first + to);
    if (load<i64>(sums + ((first + to) << 3)) < STEPS_MAX) {
      return 1 + load<i64>(sums + ((first + to) << 3)) - load<i64>(sums + ((first + from) << 3));
    }
  }
  return addSizes(1, sumSizes(vector, from, to));
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
