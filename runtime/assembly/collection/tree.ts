// Tree: the persistent form of a map with many entries. AVL trees: the sides of a node differ in height by at most one,
// which insertion and removal restore by rotations. Writing copies one path, so the lowest trees also need the least
// memory; nodes made by the write itself are changed in place.

import { allocate, arenaTop } from '../run/memory';
import { compareText } from '../text/text';
import { ABSENT, TAG_STRING } from '../shared/values';
import { addressOf, pointerValue } from '../value/value';

@unmanaged
export class TreeNode {
  /** Header of the key. */
  key: i32;
  left: i32;
  right: i32;
  /** Entries of the whole subtree | height << COUNT_BITS. */
  shape: i32;
  value: i64;
}

// @ts-ignore: decorator
@inline
export function asNode(address: i32): TreeNode {
  return changetype<TreeNode>(address);
}

/** 2^26 nodes are more than the memory an address reaches; a tree of so many is 38 high at most. */
const COUNT_BITS: i32 = 26;
const COUNT_MASK: i32 = (1 << COUNT_BITS) - 1;

/** Nodes from here on were made by the write that runs: nobody else has them. */
let mark: i32 = 0;

// @ts-ignore: decorator
@inline
function leftOf(node: i32): i32 {
  return asNode(node).left;
}

// @ts-ignore: decorator
@inline
function rightOf(node: i32): i32 {
  return asNode(node).right;
}

/** Entries of a subtree. */
// @ts-ignore: decorator
@inline
export function treeCount(node: i32): i32 {
  return node == 0 ? 0 : asNode(node).shape & COUNT_MASK;
}

// @ts-ignore: decorator
@inline
function heightOf(node: i32): i32 {
  return node == 0 ? 0 : asNode(node).shape >>> COUNT_BITS;
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
  const node = allocate(offsetof<TreeNode>() as i32);
  asNode(node).key = key;
  asNode(node).left = left;
  asNode(node).right = right;
  asNode(node).value = value;
  recount(node);
  return node;
}

/** A node that may be changed: itself when it is new, else a copy. */
function owned(node: i32): i32 {
  return node >= mark ? node : nodeNew(asNode(node).key, leftOf(node), rightOf(node), asNode(node).value);
}

/** The node of a key (the header of a string), or 0. */
export function treeFind(root: i32, key: i32): i32 {
  let node = root;
  while (node != 0) {
    const order = compareText(key, asNode(node).key);
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
  store<i64>(at, pointerValue(asNode(node).key, TAG_STRING));
  store<i64>(at, asNode(node).value, 8);
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
  const order = compareText(key, asNode(node).key);
  const copy = nodeNew(asNode(node).key, leftOf(node), rightOf(node), asNode(node).value);
  if (order == 0) {
    replacedValue = asNode(node).value;
    asNode(copy).value = value;
    return copy;
  }
  if (order < 0) asNode(copy).left = insert(leftOf(copy), key, value);
  else asNode(copy).right = insert(rightOf(copy), key, value);
  return balanced(copy);
}

/** The tree without a key that it has. */
export function treeWithout(root: i32, key: i32): i32 {
  mark = arenaTop();
  return remove(root, key);
}

function remove(node: i32, key: i32): i32 {
  const order = compareText(key, asNode(node).key);
  if (order == 0) return glue(leftOf(node), rightOf(node));
  const copy = nodeNew(asNode(node).key, leftOf(node), rightOf(node), asNode(node).value);
  if (order < 0) asNode(copy).left = remove(leftOf(copy), key);
  else asNode(copy).right = remove(rightOf(copy), key);
  return balanced(copy);
}

/** One tree of two whose keys are in order: the first of the right becomes the root. */
function glue(left: i32, right: i32): i32 {
  if (left == 0) return right;
  if (right == 0) return left;
  const first = treeAt(right, 0);
  return balanced(nodeNew(asNode(first).key, left, removeFirst(right), asNode(first).value));
}

function removeFirst(node: i32): i32 {
  if (leftOf(node) == 0) return rightOf(node);
  const copy = nodeNew(asNode(node).key, leftOf(node), rightOf(node), asNode(node).value);
  asNode(copy).left = removeFirst(leftOf(copy));
  return balanced(copy);
}

/** Restores the balance of a new node whose sides are balanced, at most two apart in height; counts it anew. */
function balanced(node: i32): i32 {
  const lean = heightOf(rightOf(node)) - heightOf(leftOf(node));
  if (lean > 1) {
    const side = owned(rightOf(node));
    asNode(node).right = heightOf(leftOf(side)) > heightOf(rightOf(side)) ? rotatedRight(side) : side;
    return rotatedLeft(node);
  }
  if (lean < -1) {
    const side = owned(leftOf(node));
    asNode(node).left = heightOf(rightOf(side)) > heightOf(leftOf(side)) ? rotatedLeft(side) : side;
    return rotatedRight(node);
  }
  recount(node);
  return node;
}

/** The right side of a new node becomes the root. */
function rotatedLeft(node: i32): i32 {
  const side = owned(rightOf(node));
  asNode(node).right = leftOf(side);
  recount(node);
  asNode(side).left = node;
  recount(side);
  return side;
}

function rotatedRight(node: i32): i32 {
  const side = owned(leftOf(node));
  asNode(node).left = rightOf(side);
  recount(node);
  asNode(side).right = node;
  recount(side);
  return side;
}

/** Takes count and height from the sides. */
function recount(node: i32): void {
  const left = leftOf(node);
  const right = rightOf(node);
  const height = max<i32>(heightOf(left), heightOf(right)) + 1;
  asNode(node).shape = (treeCount(left) + treeCount(right) + 1) | (height << COUNT_BITS);
}
