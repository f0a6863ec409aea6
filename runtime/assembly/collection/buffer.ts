// Buffer: element slots side by side that many versions of a vector may share.

import { addSizes, sizeOf } from './measure';
import { allocate } from '../run/memory';
import { trieOver } from './trie';
import { asVector } from '../shared/records';

/** Often right before its slots. */
@unmanaged
class Buffer {
  /** Address after the last slot in use. */
  fill: i32;
  /** Address after the last slot. */
  end: i32;
  /** Of the trie over all its slots; 0 until needed. */
  root: i32;
  /** Address of the first slot, | 1 once it was outgrown. */
  first: i32;
  /** Address of the sums of its elements' sizes; 0 until needed. */
  sums: i32;
  /** How many elements they cover. */
  summed: i32;
}

// @ts-ignore: decorator
@inline
export function asBuffer(address: i32): Buffer {
  return changetype<Buffer>(address);
}

export const BUFFER_BYTES: i32 = offsetof<Buffer>() as i32;

/** The buffer of a flat vector; one that has none gets one without room, for its versions to share. */
export function bufferOf(header: i32): i32 {
  let buffer = asVector(header).buffer;
  if (buffer == 0) {
    const start = asVector(header).start;
    const end = start + (asVector(header).count << 3);
    buffer = bufferAt(allocate(BUFFER_BYTES), start, end, end);
    asVector(header).buffer = buffer;
  }
  return buffer;
}

/** The trie over all slots of a buffer, made once. */
export function bufferRoot(buffer: i32): i32 {
  let root = asBuffer(buffer).root;
  if (root == 0) {
    const start = asBuffer(buffer).first & -2;
    root = trieOver(start, (asBuffer(buffer).end - start) >> 3);
    asBuffer(buffer).root = root;
  }
  return root;
}

/** An empty buffer of `slots` slots. */
export function bufferNew(slots: i32): i32 {
  const buffer = allocate(BUFFER_BYTES + (slots << 3));
  const start = buffer + BUFFER_BYTES;
  return bufferAt(buffer, start, start, start + (slots << 3));
}

function bufferAt(buffer: i32, start: i32, fill: i32, end: i32): i32 {
  asBuffer(buffer).fill = fill;
  asBuffer(buffer).end = end;
  asBuffer(buffer).root = 0;
  asBuffer(buffer).first = start;
  asBuffer(buffer).sums = 0;
  asBuffer(buffer).summed = 0;
  return buffer;
}

/**
 * Address of the sums of the sizes of a buffer's first 0, 1, 2 … elements, eight bytes each, for at least `upto` elements.
 * They are kept, so that views taken over and over cost no more than the elements did.
 */
export function sumsOf(buffer: i32, upto: i32): i32 {
  const start = asBuffer(buffer).first & -2;
  let sums = asBuffer(buffer).sums;
  if (sums == 0) {
    sums = allocate(asBuffer(buffer).end - start + 8);
    store<i64>(sums, 0);
    asBuffer(buffer).sums = sums;
  }
  let done = asBuffer(buffer).summed;
  for (; done < upto; done++) {
    const at = sums + (done << 3);
    store<i64>(at, addSizes(load<i64>(at), sizeOf(load<i64>(start + (done << 3)))), 8);
  }
  asBuffer(buffer).summed = done;
  return sums;
}
