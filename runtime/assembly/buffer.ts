// Buffer: element slots side by side that many versions of a vector may share.
//
// Buffer (24 bytes, often right before its slots): u32 fill (address after the last slot in use), u32 end (address after
// the last slot), u32 root of the trie over all its slots (0 until needed), u32 address of the first slot, | 1 once it was
// outgrown, u32 address of the sums of its elements' sizes (0 until needed), u32 how many elements they cover.

import { addSizes, sizeOf } from './measure';
import { allocate } from './memory';
import { trieOver } from './trie';

export const BUFFER_BYTES: i32 = 24;

/** The buffer of a flat vector; one that has none gets one without room, for its versions to share. */
export function bufferOf(header: i32): i32 {
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
export function bufferRoot(buffer: i32): i32 {
  let root = load<i32>(buffer, 8);
  if (root == 0) {
    const start = load<i32>(buffer, 12) & -2;
    root = trieOver(start, (load<i32>(buffer, 4) - start) >> 3);
    store<i32>(buffer, root, 8);
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
  store<i32>(buffer, fill);
  store<i32>(buffer, end, 4);
  store<i32>(buffer, 0, 8);
  store<i32>(buffer, start, 12);
  store<i64>(buffer, 0, 16);
  return buffer;
}

/**
 * Address of the sums of the sizes of a buffer's first 0, 1, 2 … elements, eight bytes each, for at least `upto` elements.
 * They are kept, so that views taken over and over cost no more than the elements did.
 */
export function sumsOf(buffer: i32, upto: i32): i32 {
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
