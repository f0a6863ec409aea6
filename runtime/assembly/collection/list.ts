// List: vectors. A vector is flat (its elements lie side by side in a buffer that many vectors may share), a trie (see
// collection/trie.ts), or both.
//
// Its header is a VectorHeader (shared/records.ts).
// Buffers are in collection/buffer.ts, how versions grow in collection/version.ts. `rest`, `take`, `drop`, `slice` make a header and no more.

import { BUFFER_BYTES, asBuffer, bufferNew, bufferOf, sumsOf } from './buffer';
import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { PAIR_STEPS, STEPS_MAX, VIEW_ELEMENTS } from '../shared/prices';
import { charge, floorSteps } from '../run/fuel';
import { mapEntries } from './map';
import { addSizes, around, deeper, depthOf, sizeOf, viewDepth } from './measure';
import { allocate, arenaTop, release } from '../run/memory';
import { trieCopy, trieSlot } from './trie';
import { NIL, TAG_MAP, TAG_VECTOR } from '../shared/values';
import { addressOf, pointerValue, tagOf } from '../value/value';
import { VectorHeader, asVector } from '../shared/records';

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
  const header = allocate(offsetof<VectorHeader>() as i32);
  asVector(header).count = count;
  asVector(header).start = elements;
  asVector(header).size = size;
  asVector(header).depth = depth;
  asVector(header).buffer = buffer;
  asVector(header).root = 0;
  asVector(header).first = 0;
  return pointerValue(header, TAG_VECTOR);
}

/** A vector that is only a trie; `first` is the index of its first element there, `tail` its tail or 0. */
export function trieHeader(root: i32, first: i32, count: i32, size: i64, depth: i32, tail: i32): i64 {
  const vector = headerOf(0, count, size, depth, tail);
  asVector(addressOf(vector)).root = root;
  asVector(addressOf(vector)).first = first;
  return vector;
}

// @ts-ignore: decorator
@inline
export function vectorCount(vector: i64): i32 {
  return asVector(addressOf(vector)).count;
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
  const elements = asVector(header).start;
  return load<i64>(elements != 0 ? elements + (index << 3) : trieSlot(asVector(header).root, asVector(header).first + index));
}

/**
 * Address of the elements of the vector at `header`, side by side. A trie is copied for that, once; so this is not for
 * work space that is released, nor while a sink is open.
 */
export function elementsAt(header: i32): i32 {
  const elements = asVector(header).start;
  return elements != 0 || asVector(header).count == 0 ? elements : flattened(header);
}

function flattened(header: i32): i32 {
  const count = asVector(header).count;
  const elements = vectorNew(count);
  trieCopy(asVector(header).root, asVector(header).first, count, elements);
  asVector(header).start = elements;
  // The tail belongs to the trie, and what is flat has a buffer.
  asVector(header).buffer = 0;
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
  return value == NIL ? 0 : asVector(addressOf(value)).count;
}

/** What a collection adds to the surcharge where a vector is wanted: a map's entries are made for it. */
export function entriesMade(value: i64): i64 {
  return tagOf(value) == TAG_MAP ? (asVector(addressOf(value)).count as i64) * PAIR_STEPS : 0;
}

/** A collection as a vector, the entries of a map paid for. The last check of types. */
export function elementsPaid(value: i64, site: i32): i64 {
  if (tagOf(value) == TAG_MAP) charge(entriesMade(value));
  return elements(value, site);
}

/** What a view of `kept` elements costs: of the smaller part, unless all elements have size 1. */
export function chargeView(vector: i64, kept: i32): void {
  const count = vectorCount(vector);
  if (asVector(addressOf(vector)).size == (count as i64) + 1) return;
  charge(floorSteps(min<i32>(kept, count - kept) as i64, VIEW_ELEMENTS));
}

/** Elements `from` up to `to`, which must be in range: a view. */
export function sliceOf(vector: i64, from: i32, to: i32): i64 {
  const header = addressOf(vector);
  const count = asVector(header).count;
  if (from == to) return emptyVector();
  if (from == 0 && to == count) return vector;
  const size = sliceSize(vector, from, to);
  const depth = viewDepth(asVector(header).depth);
  const elements = asVector(header).start;
  if (elements == 0) return trieHeader(asVector(header).root, asVector(header).first + from, to - from, size, depth, 0);
  return headerOf(elements + (from << 3), to - from, size, depth, count > FLAT_MAX ? bufferOf(header) : asVector(header).buffer);
}

/** Up to so many elements are measured anew for a view. */
const MEASURED_MAX: i32 = 32;

function sliceSize(vector: i64, from: i32, to: i32): i64 {
  const header = addressOf(vector);
  const count = asVector(header).count;
  const whole = asVector(header).size;
  // All elements of size 1, the common case by far.
  if (whole == (count as i64) + 1) return ((to - from) as i64) + 1;
  if (to - from <= MEASURED_MAX) return addSizes(1, sumSizes(vector, from, to));
  // A whole at the limit has lost what lies beyond it, so nothing can be taken from it.
  if (whole < STEPS_MAX) {
    if (count - (to - from) <= MEASURED_MAX) return whole - sumSizes(vector, 0, from) - sumSizes(vector, to, count);
    // In a trie the smaller part is measured, which a view pays for.
    if (asVector(header).start == 0) {
      if (to - from <= count >> 1) return addSizes(1, sumSizes(vector, from, to));
      return whole - sumSizes(vector, 0, from) - sumSizes(vector, to, count);
    }
    const start = asVector(header).start;
    const buffer = bufferOf(header);
    const first = (start - (asBuffer(buffer).first & -2)) >> 3;
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
  const size = asVector(addressOf(vector)).size;
  return size < STEPS_MAX ? size - 1 : sumSizes(vector, 0, vectorCount(vector));
}

/** A vector in the making. */
@unmanaged
class List {
  count: i32;
  slots: i32;
  /** Address of its Buffer; 0 while it is empty. */
  buffer: i32;
}

// @ts-ignore: decorator
@inline
function asList(address: i32): List {
  return changetype<List>(address);
}

/** A growing list, for emitted loops that collect results. */
export function listNew(): i32 {
  const list = allocate(offsetof<List>() as i32);
  asList(list).count = 0;
  asList(list).slots = 0;
  asList(list).buffer = 0;
  return list;
}

export function listPush(list: i32, value: i64): void {
  const count = asList(list).count;
  if (count == asList(list).slots) listGrow(list, count);
  store<i64>(asList(list).buffer + BUFFER_BYTES + (count << 3), value);
  asList(list).count = count + 1;
}

function listGrow(list: i32, count: i32): void {
  const slots = max<i32>(SLOTS_MIN, count << 1);
  const old = asList(list).buffer;
  if (old != 0 && asBuffer(old).end == arenaTop()) {
    // Nothing was allocated since: the buffer grows where it is.
    allocate((slots - count) << 3);
    asBuffer(old).end = asBuffer(old).end + ((slots - count) << 3);
  } else {
    const buffer = bufferNew(slots);
    memory.copy(buffer + BUFFER_BYTES, old + BUFFER_BYTES, count << 3);
    asList(list).buffer = buffer;
  }
  asList(list).slots = slots;
}

/** The list as a vector; the list must not be used any more. */
export function listDone(list: i32): i64 {
  const count = asList(list).count;
  if (count == 0) return emptyVector();
  const buffer = asList(list).buffer;
  const end = buffer + BUFFER_BYTES + (count << 3);
  if (asBuffer(buffer).end == arenaTop()) {
    release(end);
    asBuffer(buffer).end = end;
  }
  asBuffer(buffer).fill = end;
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
