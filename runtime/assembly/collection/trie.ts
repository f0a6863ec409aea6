// Trie: the persistent form of a long vector. Sixteen-way nodes: a leaf is 16 element slots side by side (128 bytes), an
// inner node 16 addresses (64 bytes, 0 where nothing is). A root is an address with its levels (1 … 7) in the low bits; a
// root of one level is a leaf. Writing copies one path; all else is shared.
//
// Leaves may lie in the buffer of a flat vector: a trie over a buffer is only its inner nodes. Slots past the end of what
// a leaf's makers wrote hold anything, and are copied by nobody: `written` says how far a path's leaf may be read.

import { allocate, copyWords } from '../run/memory';

const FAN_BITS: i32 = 4;
const FAN_MASK: i32 = 15;
const LEAF_BYTES: i32 = 128;
const NODE_BYTES: i32 = 64;
const LEVELS_MASK: i32 = 7;

/** Address of the slot of an index. */
export function trieSlot(root: i32, index: i32): i32 {
  let node = root & ~LEVELS_MASK;
  for (let shift = ((root & LEVELS_MASK) - 1) << 2; shift > 0; shift -= FAN_BITS) {
    node = load<i32>(node + (((index >>> shift) & FAN_MASK) << 2));
  }
  return node + ((index & FAN_MASK) << 3);
}

/** The root of a trie whose leaves are the slots from `start` on, `slots` of them. */
export function trieOver(start: i32, slots: i32): i32 {
  let count = (slots + FAN_MASK) >> FAN_BITS;
  let levels = 1;
  let below = start;
  let stride = LEAF_BYTES;
  while (count > 1) {
    const nodes = (count + FAN_MASK) >> FAN_BITS;
    const first = allocate(nodes * NODE_BYTES);
    memory.fill(first, 0, nodes * NODE_BYTES);
    // Children of one level lie side by side, and so do their parents: child i has its address at 4 × i.
    for (let i = 0; i < count; i++) store<i32>(first + (i << 2), below + i * stride);
    below = first;
    stride = NODE_BYTES;
    count = nodes;
    levels++;
  }
  return below | levels;
}

/** A root with `value` at an index; slots below `written` exist, and the index is at most that. */
export function trieWith(root: i32, index: i32, written: i32, value: i64): i32 {
  let levels = root & LEVELS_MASK;
  let top = root & ~LEVELS_MASK;
  while (index >>> (levels << 2) != 0) {
    const node = nodeNew(0);
    store<i32>(node, top);
    top = node;
    levels++;
  }
  let parent = 0;
  let made = 0;
  let node = top;
  for (let shift = (levels - 1) << 2; shift > 0; shift -= FAN_BITS) {
    const copy = nodeNew(node);
    if (parent == 0) made = copy;
    else store<i32>(parent, copy);
    parent = copy + (((index >>> shift) & FAN_MASK) << 2);
    node = load<i32>(parent);
  }
  const leaf = allocate(LEAF_BYTES);
  if (node != 0) copyWords(leaf, node, min<i32>(16, written - (index & ~FAN_MASK)) << 3);
  store<i64>(leaf + ((index & FAN_MASK) << 3), value);
  if (parent == 0) made = leaf;
  else store<i32>(parent, leaf);
  return made | levels;
}

function nodeNew(from: i32): i32 {
  const node = allocate(NODE_BYTES);
  if (from == 0) memory.fill(node, 0, NODE_BYTES);
  else copyWords(node, from, NODE_BYTES);
  return node;
}

/** Copies `count` elements from an index on to `to`. */
export function trieCopy(root: i32, from: i32, count: i32, to: i32): void {
  let done = 0;
  while (done < count) {
    const index = from + done;
    const run = min<i32>(16 - (index & FAN_MASK), count - done);
    copyWords(to + (done << 3), trieSlot(root, index), run << 3);
    done += run;
  }
}
