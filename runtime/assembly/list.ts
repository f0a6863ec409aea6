// List: vectors. A header says where the elements are; many headers may share one buffer of elements.
//
// Header (24 bytes): u32 count, u32 address of the first element, i64 size, i32 depth, u32 buffer.
// Buffer (8 bytes before its slots): u32 fill (address after the last slot in use), u32 end (address after the last slot).
// A vector that ends where its buffer's fill stands may grow in place: slots past a vector's count are nobody else's.
// `rest`, `take`, `drop`, `slice` make a header and nothing more.

import { STEPS_MAX } from './fuel';
import { FAULT_TYPE, fault } from './fault';
import { mapEntries } from './map';
import { addSizes, around, deeper, depthOf, sizeOf, viewDepth } from './measure';
import { allocate, arenaTop, release } from './memory';
import { NIL, TAG_MAP, TAG_VECTOR, addressOf, pointerValue, tagOf } from './value';

const HEADER_BYTES: i32 = 24;
const BUFFER_BYTES: i32 = 8;
/** Slots of the first buffer that `conj` or a list makes. */
const SLOTS_MIN: i32 = 4;

const EMPTY: i32 = memory.data<u32>([0, 0, 1, 0, 1, 0], 8) as i32;

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
  return load<i64>(elementsAt(addressOf(vector)) + (index << 3));
}

/** Address of the elements of the vector at `header`, side by side. */
// @ts-ignore: decorator
@inline
export function elementsAt(header: i32): i32 {
  return load<i32>(header, 4);
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
  let start = elementsAt(header);
  let buffer = load<i32>(header, 20);
  const end = start + (count << 3);
  if (buffer == 0 || load<i32>(buffer) != end || end == load<i32>(buffer, 4)) {
    buffer = bufferNew(max<i32>(SLOTS_MIN, count << 1));
    memory.copy(buffer + BUFFER_BYTES, start, count << 3);
    start = buffer + BUFFER_BYTES;
  }
  store<i64>(start + (count << 3), value);
  store<i32>(buffer, start + (count << 3) + 8);
  return headerOf(
    start, count + 1, addSizes(load<i64>(header, 8), sizeOf(value)),
    deeper(load<i32>(header, 16), around(depthOf(value))), buffer,
  );
}

function bufferNew(slots: i32): i32 {
  const buffer = allocate(BUFFER_BYTES + (slots << 3));
  store<i32>(buffer, buffer + BUFFER_BYTES);
  store<i32>(buffer, buffer + BUFFER_BYTES + (slots << 3), 4);
  return buffer;
}

/** Elements `from` up to `to`, which must be in range: a view. */
export function sliceOf(vector: i64, from: i32, to: i32): i64 {
  const header = addressOf(vector);
  const count = load<i32>(header);
  if (from == to) return emptyVector();
  if (from == 0 && to == count) return vector;
  return headerOf(
    elementsAt(header) + (from << 3), to - from, sliceSize(header, from, to),
    viewDepth(load<i32>(header, 16)), load<i32>(header, 20),
  );
}

function sliceSize(header: i32, from: i32, to: i32): i64 {
  const count = load<i32>(header);
  const whole = load<i64>(header, 8);
  // All elements of size 1, the common case by far.
  if (whole == (count as i64) + 1) return ((to - from) as i64) + 1;
  const start = elementsAt(header);
  // A whole at the limit has lost what lies beyond it, so nothing can be taken from it.
  if (to - from <= count >> 1 || whole == STEPS_MAX) return addSizes(1, sumSizes(start, from, to));
  return whole - sumSizes(start, 0, from) - sumSizes(start, to, count);
}

/** Sizes of the elements from one index up to another. */
export function sumSizes(start: i32, from: i32, to: i32): i64 {
  let size: i64 = 0;
  for (let i = from; i < to; i++) size = addSizes(size, sizeOf(load<i64>(start + (i << 3))));
  return size;
}

/** Sum of the sizes of all elements. */
export function elementSizes(vector: i64): i64 {
  const size = load<i64>(addressOf(vector), 8);
  return size < STEPS_MAX ? size - 1 : sumSizes(elementsAt(addressOf(vector)), 0, vectorCount(vector));
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
