// Tree: the persistent form of a map with many entries. AVL trees: the sides of a node differ in height by at most one,
// which insertion and removal restore by rotations. Writing copies one path, so the lowest trees also need the least
// memory; nodes made by the write itself are changed in place.
//
// Node (24 bytes): u32 header of the key, u32 left, u32 right, u32 entries of the whole subtree | height << 26, i64 value.

import { allocate, arenaTop } from './memory';
import { compareText } from './text';
import { ABSENT, TAG_STRING, addressOf, pointerValue } from './value';

const NODE_BYTES: i32 = 24;
/** 2^26 nodes are more than the memory an address reaches; a tree of so many is 38 high at most. */
const COUNT_BITS: i32 = 26;
const COUNT_MASK: i32 = (1 << COUNT_BITS) - 1;

/** Nodes from here on were made by the write that runs: nobody else has them. */
let mark: i32 = 0;

// @ts-ignore: decorator
@inline
function leftOf(node: i32): i32 {
  return load<i32>(node, 4);
}

// @ts-ignore: decorator
@inline
function rightOf(node: i32): i32 {
  return load<i32>(node, 8);
}

/** Entries of a subtree. */
// @ts-ignore: decorator
@inline
export function treeCount(node: i32): i32 {
  return node == 0 ? 0 : load<i32>(node, 12) & COUNT_MASK;
}

// @ts-ignore: decorator
@inline
function heightOf(node: i32): i32 {
  return node == 0 ? 0 : load<i32>(node, 12) >>> COUNT_BITS;
}

/** The tree of `count` sorted entries of 16 bytes at `entries`. */
export function treeOf(entries: i32, count: i32): i32 {
  if (count == 0) return 0;
  const middle = count >> 1;
  const left = treeOf(entries, middle);
  const right = treeOf(entries + ((middle + 1) << 4), count - middle - 1);
  const entry = entries + (middle << 4);
  return nodeNew(addressOf(load<i64>(entry)), left, right, load<i64>(entry, 8));
}

function nodeNew(key: i32, left: i32, right: i32, value: i64): i32 {
  const node = allocate(NODE_BYTES);
  store<i32>(node, key);
  store<i32>(node, left, 4);
  store<i32>(node, right, 8);
  store<i64>(node, value, 16);
  recount(node);
  return node;
}

/** A node that may be changed: itself when it is new, else a copy. */
function owned(node: i32): i32 {
  return node >= mark ? node : nodeNew(load<i32>(node), leftOf(node), rightOf(node), load<i64>(node, 16));
}

/** The node of a key (the header of a string), or 0. */
export function treeFind(root: i32, key: i32): i32 {
  let node = root;
  while (node != 0) {
    const order = compareText(key, load<i32>(node));
    if (order == 0) return node;
    node = order < 0 ? leftOf(node) : rightOf(node);
  }
  return 0;
}

/** The node at a place in the order of keys, which must be in range. */
export function treeAt(root: i32, index: i32): i32 {
  let node = root;
  let place = index;
  while (true) {
    const before = treeCount(leftOf(node));
    if (place == before) break;
    if (place < before) {
      node = leftOf(node);
    } else {
      place -= before + 1;
      node = rightOf(node);
    }
  }
  return node;
}

/** Copies all entries in order to `to`, 16 bytes each; returns the address behind them. */
export function treeCopy(node: i32, to: i32): i32 {
  if (node == 0) return to;
  const at = treeCopy(leftOf(node), to);
  store<i64>(at, pointerValue(load<i32>(node), TAG_STRING));
  store<i64>(at, load<i64>(node, 16), 8);
  return treeCopy(rightOf(node), at + 16);
}

/** The value that the last `treeWith` put another in the place of, or ABSENT. */
export let replacedValue: i64 = ABSENT;

/** The tree with a value under a key. */
export function treeWith(root: i32, key: i32, value: i64): i32 {
  mark = arenaTop();
  replacedValue = ABSENT;
  return insert(root, key, value);
}

/** As deep as the tree is high: at most 1.45 × log2 of its entries. */
function insert(node: i32, key: i32, value: i64): i32 {
  if (node == 0) return nodeNew(key, 0, 0, value);
  const order = compareText(key, load<i32>(node));
  const copy = nodeNew(load<i32>(node), leftOf(node), rightOf(node), load<i64>(node, 16));
  if (order == 0) {
    replacedValue = load<i64>(node, 16);
    store<i64>(copy, value, 16);
    return copy;
  }
  if (order < 0) store<i32>(copy, insert(leftOf(copy), key, value), 4);
  else store<i32>(copy, insert(rightOf(copy), key, value), 8);
  return balanced(copy);
}

/** The tree without a key that it has. */
export function treeWithout(root: i32, key: i32): i32 {
  mark = arenaTop();
  return remove(root, key);
}

function remove(node: i32, key: i32): i32 {
  const order = compareText(key, load<i32>(node));
  if (order == 0) return glue(leftOf(node), rightOf(node));
  const copy = nodeNew(load<i32>(node), leftOf(node), rightOf(node), load<i64>(node, 16));
  if (order < 0) store<i32>(copy, remove(leftOf(copy), key), 4);
  else store<i32>(copy, remove(rightOf(copy), key), 8);
  return balanced(copy);
}

/** One tree of two whose keys are in order: the first of the right becomes the root. */
function glue(left: i32, right: i32): i32 {
  if (left == 0) return right;
  if (right == 0) return left;
  const first = treeAt(right, 0);
  return balanced(nodeNew(load<i32>(first), left, removeFirst(right), load<i64>(first, 16)));
}

function removeFirst(node: i32): i32 {
  if (leftOf(node) == 0) return rightOf(node);
  const copy = nodeNew(load<i32>(node), leftOf(node), rightOf(node), load<i64>(node, 16));
  store<i32>(copy, removeFirst(leftOf(copy)), 4);
  return balanced(copy);
}

/** Restores the balance of a new node whose sides are balanced, at most two apart in height; counts it anew. */
function balanced(node: i32): i32 {
  const lean = heightOf(rightOf(node)) - heightOf(leftOf(node));
  if (lean > 1) {
    const side = owned(rightOf(node));
    store<i32>(node, heightOf(leftOf(side)) > heightOf(rightOf(side)) ? rotatedRight(side) : side, 8);
    return rotatedLeft(node);
  }
  if (lean < -1) {
    const side = owned(leftOf(node));
    store<i32>(node, heightOf(rightOf(side)) > heightOf(leftOf(side)) ? rotatedLeft(side) : side, 4);
    return rotatedRight(node);
  }
  recount(node);
  return node;
}

/** The right side of a new node becomes the root. */
function rotatedLeft(node: i32): i32 {
  const side = owned(rightOf(node));
  store<i32>(node, leftOf(side), 8);
  recount(node);
  store<i32>(side, node, 4);
  recount(side);
  return side;
}

function rotatedRight(node: i32): i32 {
  const side = owned(leftOf(node));
  store<i32>(node, rightOf(side), 4);
  recount(node);
  store<i32>(side, node, 8);
  recount(side);
  return side;
}

/** Takes count and height from the sides. */
function recount(node: i32): void {
  const left = leftOf(node);
  const right = rightOf(node);
  const height = max<i32>(heightOf(left), heightOf(right)) + 1;
  store<i32>(node, (treeCount(left) + treeCount(right) + 1) | (height << COUNT_BITS), 12);
}
