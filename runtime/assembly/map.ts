// Map: keys are strings, kept in code point order, which in UTF-8 is the order of the bytes.
//
// A map is flat (sorted entries side by side), a tree (see tree.ts), or both.
//
// Header (32 bytes): u32 count, u32 address of the entries (0 when there is only a tree), i64 size, i32 depth, u32 root
// of a tree (0 for none), u32 header of the entries as a vector (0 until someone asked). An entry is 16 bytes: key (a
// string value), value.

import { FAULT_TYPE, fault } from './fault';
import { ENTRY_BITS, copyEntry, sortEntries } from './entries';
import { STEPS_MAX } from './fuel';
import { emptyVector, pairOf, vectorAt, vectorCount, vectorDone, vectorNew } from './list';
import { addSizes, around, deeper, depthOf, sizeOf } from './measure';
import { allocate, copyWords } from './memory';
import { compareText, equalText } from './text';
import { replacedValue, treeAt, treeCopy, treeCount, treeFind, treeOf, treeWith, treeWithout } from './tree';
import { replacedDepth } from './version';
import { ABSENT, NIL, TAG_MAP, TAG_STRING, TAG_VECTOR, addressOf, pointerValue, tagOf, truthy } from './value';

const HEADER_BYTES: i32 = 32;
/** Up to here copying all entries is cheaper than a tree. */
const FLAT_MAX: i32 = 16;

const EMPTY: i32 = memory.data<u32>([0, 0, 1, 0, 1, 0, 0, 0], 8) as i32;

// @ts-ignore: decorator
@inline
export function emptyMap(): i64 {
  return pointerValue(EMPTY, TAG_MAP);
}

/** Address of `count` entries, to be filled in order of their keys and handed to `mapDone`. */
export function mapNew(count: i32): i32 {
  return allocate(count << ENTRY_BITS);
}

/** The map of entries that are in order and have distinct keys. */
export function mapDone(entries: i32, count: i32): i64 {
  if (count == 0) return emptyMap();
  let size: i64 = 1;
  let deepest = 0;
  const end = entries + (count << ENTRY_BITS);
  for (let at = entries; at < end; at += 16) {
    const value = load<i64>(at, 8);
    size = addSizes(size, addSizes(sizeOf(load<i64>(at)), sizeOf(value)));
    const depth = depthOf(value);
    if (depth != 0) deepest = deeper(deepest, depth);
  }
  return mapHeader(count, entries, size, around(deepest), 0);
}

/** A map, in every field. */
export function mapHeader(count: i32, entries: i32, size: i64, depth: i32, root: i32): i64 {
  const header = allocate(HEADER_BYTES);
  store<i32>(header, count);
  store<i32>(header, entries, 4);
  store<i64>(header, size, 8);
  store<i32>(header, depth, 16);
  store<i32>(header, root, 20);
  store<i32>(header, 0, 24);
  return pointerValue(header, TAG_MAP);
}

/** The map of entries in any order, which are sorted where they are; of equal keys the last one stays. */
export function mapOfUnsorted(entries: i32, count: i32): i64 {
  sortEntries(entries, count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const at = entries + (i << ENTRY_BITS);
    // Sorting is stable, so the last of equal keys is the last one written.
    if (i + 1 < count && equalText(addressOf(load<i64>(at)), addressOf(load<i64>(at, 16)))) continue;
    const to = entries + (kept++ << ENTRY_BITS);
    if (to != at) copyEntry(to, at);
  }
  return mapDone(entries, kept);
}

// @ts-ignore: decorator
@inline
export function mapCount(map: i64): i32 {
  return load<i32>(addressOf(map));
}

/**
 * Address of the entries of the map at `header`, side by side. A tree is copied for that, once; so this is not for work
 * space that is released, nor while a sink is open.
 */
export function entriesAt(header: i32): i32 {
  const entries = load<i32>(header, 4);
  return entries != 0 || load<i32>(header) == 0 ? entries : flattened(header);
}

function flattened(header: i32): i32 {
  const entries = mapNew(load<i32>(header));
  treeCopy(load<i32>(header, 20), entries);
  store<i32>(header, entries, 4);
  return entries;
}

/** Header of the key at a place in order. Allocates nothing, like `valueAt`. */
export function keyAt(header: i32, index: i32): i32 {
  const entries = load<i32>(header, 4);
  return entries != 0 ? addressOf(load<i64>(entries + (index << ENTRY_BITS))) : load<i32>(treeAt(load<i32>(header, 20), index));
}

/** The value at a place in the order of the keys. */
export function valueAt(header: i32, index: i32): i64 {
  const entries = load<i32>(header, 4);
  return entries != 0 ? load<i64>(entries + (index << ENTRY_BITS), 8) : load<i64>(treeAt(load<i32>(header, 20), index), 16);
}

/** One entry as a vector: no need to make them all. */
export function entryAt(header: i32, index: i32): i64 {
  const entries = load<i32>(header, 4);
  if (entries != 0) return pairOf(load<i64>(entries + (index << ENTRY_BITS)), load<i64>(entries + (index << ENTRY_BITS), 8));
  const node = treeAt(load<i32>(header, 20), index);
  return pairOf(pointerValue(load<i32>(node), TAG_STRING), load<i64>(node, 16));
}

/** Address of the value under a key (the header of a string), or 0. */
export function find(map: i64, key: i32): i32 {
  const header = addressOf(map);
  const entries = load<i32>(header, 4);
  const count = load<i32>(header);
  if (entries == 0 && count > 0) {
    const node = treeFind(load<i32>(header, 20), key);
    return node == 0 ? 0 : node + 16;
  }
  if (count <= 8) {
    for (let at = entries, end = entries + (count << ENTRY_BITS); at < end; at += 16) {
      if (equalText(addressOf(load<i64>(at)), key)) return at + 8;
    }
    return 0;
  }
  const index = place(entries, count, key);
  if (index == count) return 0;
  const at = entries + (index << ENTRY_BITS);
  return equalText(addressOf(load<i64>(at)), key) ? at + 8 : 0;
}

/** Index of the first entry whose key is not before `key`. */
function place(entries: i32, count: i32, key: i32): i32 {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(addressOf(load<i64>(entries + (middle << ENTRY_BITS))), key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value under a key (a string value) in a map or nil; ABSENT when it is missing. */
export function lookup(map: i64, key: i64): i64 {
  if (map == NIL) return ABSENT;
  const at = find(map, addressOf(key));
  return at == 0 ? ABSENT : load<i64>(at);
}

/** Reads a field of a map or nil: the value, or `otherwise` (nil when that is absent) for a missing key. */
export function field(target: i64, key: i64, otherwise: i64, site: i32): i64 {
  if (tagOf(target) == TAG_MAP) {
    const at = find(target, addressOf(key));
    if (at != 0) return load<i64>(at);
  } else if (target != NIL) {
    fault(FAULT_TYPE, site);
  }
  return otherwise == ABSENT ? NIL : otherwise;
}

export function patternMap(value: i64, site: i32): void {
  if (tagOf(value) != TAG_MAP && value != NIL) fault(FAULT_TYPE, site);
}

/** A map, nil as the empty one; fault `type` for anything else. */
export function mapOrNil(value: i64, site: i32): i64 {
  if (tagOf(value) == TAG_MAP) return value;
  if (value != NIL) fault(FAULT_TYPE, site);
  return emptyMap();
}

/** The map with a value under a key (a string value). */
export function withEntry(map: i64, key: i64, value: i64): i64 {
  const header = addressOf(map);
  const count = load<i32>(header);
  if (count > FLAT_MAX) return withNode(map, key, value);
  const from = entriesAt(header);
  const index = place(from, count, addressOf(key));
  const replaces = index < count && equalText(addressOf(load<i64>(from + (index << ENTRY_BITS))), addressOf(key));
  const made = replaces ? count : count + 1;
  const entries = mapNew(made);
  const at = entries + (index << ENTRY_BITS);
  copyWords(entries, from, index << ENTRY_BITS);
  // A key that stands already stays, so that its bytes are kept once.
  store<i64>(at, replaces ? load<i64>(from + (index << ENTRY_BITS)) : key);
  store<i64>(at, value, 8);
  const after = index + (replaces ? 1 : 0);
  copyWords(at + 16, from + (after << ENTRY_BITS), (count - after) << ENTRY_BITS);
  return mapDone(entries, made);
}

/** The same for a map that is, or becomes, a tree. */
function withNode(map: i64, key: i64, value: i64): i64 {
  const header = addressOf(map);
  const root = treeWith(rootOf(header), addressOf(key), value);
  const size = load<i64>(header, 8);
  const depth = load<i32>(header, 16);
  if (replacedValue == ABSENT) {
    return mapHeader(treeCount(root), 0, addSizes(size, addSizes(sizeOf(key), sizeOf(value))), deeper(depth, around(depthOf(value))), root);
  }
  const old = replacedValue;
  const result = mapHeader(treeCount(root), 0, addSizes(size - sizeOf(old), sizeOf(value)), replacedDepth(depth, old, value), root);
  if (size == STEPS_MAX) store<i64>(addressOf(result), countedSize(addressOf(result)), 8);
  return result;
}

/** A whole at the limit has lost what lies beyond it: what is less is counted anew. */
function countedSize(header: i32): i64 {
  let size: i64 = 1;
  for (let i = 0, count = load<i32>(header); i < count; i++) {
    size = addSizes(size, addSizes(sizeOf(pointerValue(keyAt(header, i), TAG_STRING)), sizeOf(valueAt(header, i))));
  }
  return size;
}

/** The tree of a map, made once. */
function rootOf(header: i32): i32 {
  let root = load<i32>(header, 20);
  if (root == 0) {
    root = treeOf(load<i32>(header, 4), load<i32>(header));
    store<i32>(header, root, 20);
  }
  return root;
}

/** The map without a key. */
export function withoutEntry(map: i64, key: i64): i64 {
  const at = find(map, addressOf(key));
  if (at == 0) return map;
  const header = addressOf(map);
  const count = load<i32>(header);
  if (count > FLAT_MAX) return withoutNode(header, key, load<i64>(at));
  const from = entriesAt(header);
  const before = place(from, count, addressOf(key)) << ENTRY_BITS;
  const entries = mapNew(count - 1);
  copyWords(entries, from, before);
  copyWords(entries + before, from + before + 16, (count << ENTRY_BITS) - before - 16);
  return mapDone(entries, count - 1);
}

function withoutNode(header: i32, key: i64, old: i64): i64 {
  const root = treeWithout(rootOf(header), addressOf(key));
  const size = load<i64>(header, 8);
  const result = mapHeader(treeCount(root), 0, size - sizeOf(key) - sizeOf(old), replacedDepth(load<i32>(header, 16), old, NIL), root);
  if (size == STEPS_MAX) store<i64>(addressOf(result), countedSize(addressOf(result)), 8);
  return result;
}

/** The entries as a vector of [key value]; made once for each map. */
export function mapEntries(map: i64): i64 {
  const header = addressOf(map);
  const count = load<i32>(header);
  if (count == 0) return emptyVector();
  const made = load<i32>(header, 24);
  if (made != 0) return pointerValue(made, TAG_VECTOR);
  const from = entriesAt(header);
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) {
    const at = from + (i << ENTRY_BITS);
    store<i64>(slots + (i << 3), pairOf(load<i64>(at), load<i64>(at, 8)));
  }
  const vector = vectorDone(slots, count);
  store<i32>(header, addressOf(vector), 24);
  return vector;
}

/** The keys, in order. */
export function mapKeys(map: i64): i64 {
  return column(map, 0);
}

/** The values, in order of their keys. */
export function vectorOfValues(map: i64): i64 {
  return column(map, 8);
}

function column(map: i64, offset: i32): i64 {
  const header = addressOf(map);
  const count = load<i32>(header);
  const from = entriesAt(header) + offset;
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) store<i64>(slots + (i << 3), load<i64>(from + (i << ENTRY_BITS)));
  return vectorDone(slots, count);
}

/** The map with the same keys and other values (a vector, one for each key in order). */
export function mapValsDone(map: i64, results: i64): i64 {
  const header = addressOf(map);
  const count = load<i32>(header);
  const from = entriesAt(header);
  const entries = mapNew(count);
  for (let i = 0; i < count; i++) {
    const at = entries + (i << ENTRY_BITS);
    store<i64>(at, load<i64>(from + (i << ENTRY_BITS)));
    store<i64>(at, vectorAt(results, i), 8);
  }
  return mapDone(entries, count);
}

/** The entries whose place in `keep` (a vector of booleans) is true. */
export function filterValsDone(map: i64, keep: i64): i64 {
  const from = entriesAt(addressOf(map));
  const count = vectorCount(keep);
  const entries = mapNew(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!truthy(vectorAt(keep, i))) continue;
    copyEntry(entries + (kept++ << ENTRY_BITS), from + (i << ENTRY_BITS));
  }
  return mapDone(entries, kept);
}

/** Whether a value can be a key. */
// @ts-ignore: decorator
@inline
export function isKey(value: i64): bool {
  return tagOf(value) == TAG_STRING;
}
