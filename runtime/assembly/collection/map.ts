// Map: keys are strings, kept in code point order, which in UTF-8 is the order of the bytes.
//
// A map is flat (sorted entries side by side), a tree (see collection/tree.ts), or both.
//
// Its header is a MapHeader (shared/records.ts), an entry an Entry (collection/entries.ts).

import { FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { ENTRY_BITS, ENTRY_BYTES, Entry, asEntry, copyEntry, sortEntries } from './entries';
import { STEPS_MAX } from '../shared/prices';
import { emptyVector, pairOf, vectorAt, vectorCount, vectorDone, vectorNew } from './list';
import { addSizes, around, deeper, depthOf, sizeOf } from './measure';
import { allocate, copyWords } from '../run/memory';
import { compareText, equalText } from '../text/text';
import { TreeNode, asNode, replacedValue, treeAt, treeCopy, treeCount, treeFind, treeOf, treeWith, treeWithout } from './tree';
import { replacedDepth } from './version';
import { ABSENT, NIL, TAG_MAP, TAG_STRING, TAG_VECTOR } from '../shared/values';
import { addressOf, pointerValue, tagOf, truthy } from '../value/value';
import { MapHeader, asMap } from '../shared/records';

/** Where the value of an entry lies in it. */
const VALUE_AT: i32 = offsetof<Entry>('value') as i32;
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
  for (let at = entries; at < end; at += ENTRY_BYTES) {
    const value = asEntry(at).value;
    size = addSizes(size, addSizes(sizeOf(asEntry(at).key), sizeOf(value)));
    const depth = depthOf(value);
    if (depth != 0) deepest = deeper(deepest, depth);
  }
  return mapHeader(count, entries, size, around(deepest), 0);
}

/** A map, in every field. */
function mapHeader(count: i32, entries: i32, size: i64, depth: i32, root: i32): i64 {
  const header = allocate(offsetof<MapHeader>() as i32);
  asMap(header).count = count;
  asMap(header).start = entries;
  asMap(header).size = size;
  asMap(header).depth = depth;
  asMap(header).root = root;
  asMap(header).entries = 0;
  return pointerValue(header, TAG_MAP);
}

/** The map of entries in any order, which are sorted where they are; of equal keys the last one stays. */
export function mapOfUnsorted(entries: i32, count: i32): i64 {
  sortEntries(entries, count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const at = entries + (i << ENTRY_BITS);
    // Sorting is stable, so the last of equal keys is the last one written.
    if (i + 1 < count && equalText(addressOf(asEntry(at).key), addressOf(asEntry(at + ENTRY_BYTES).key))) continue;
    const to = entries + (kept++ << ENTRY_BITS);
    if (to != at) copyEntry(to, at);
  }
  return mapDone(entries, kept);
}

// @ts-ignore: decorator
@inline
export function mapCount(map: i64): i32 {
  return asMap(addressOf(map)).count;
}

/**
 * Address of the entries of the map at `header`, side by side. A tree is copied for that, once; so this is not for work
 * space that is released, nor while a sink is open.
 */
export function entriesAt(header: i32): i32 {
  const entries = asMap(header).start;
  return entries != 0 || asMap(header).count == 0 ? entries : flattened(header);
}

function flattened(header: i32): i32 {
  const entries = mapNew(asMap(header).count);
  treeCopy(asMap(header).root, entries);
  asMap(header).start = entries;
  return entries;
}

/** Header of the key at a place in order. Allocates nothing, like `valueAt`. */
export function keyAt(header: i32, index: i32): i32 {
  const entries = asMap(header).start;
  return entries != 0 ? addressOf(asEntry(entries + (index << ENTRY_BITS)).key) : asNode(treeAt(asMap(header).root, index)).key;
}

/** The value at a place in the order of the keys. */
export function valueAt(header: i32, index: i32): i64 {
  const entries = asMap(header).start;
  return entries != 0 ? asEntry(entries + (index << ENTRY_BITS)).value : asNode(treeAt(asMap(header).root, index)).value;
}

/** One entry as a vector: no need to make them all. */
export function entryAt(header: i32, index: i32): i64 {
  const entries = asMap(header).start;
  if (entries != 0) return pairOf(asEntry(entries + (index << ENTRY_BITS)).key, asEntry(entries + (index << ENTRY_BITS)).value);
  const node = treeAt(asMap(header).root, index);
  return pairOf(pointerValue(asNode(node).key, TAG_STRING), asNode(node).value);
}

/** Address of the value under a key (the header of a string), or 0. */
export function find(map: i64, key: i32): i32 {
  const header = addressOf(map);
  const entries = asMap(header).start;
  const count = asMap(header).count;
  if (entries == 0 && count > 0) {
    const node = treeFind(asMap(header).root, key);
    return node == 0 ? 0 : node + (offsetof<TreeNode>('value') as i32);
  }
  if (count <= 8) {
    for (let at = entries, end = entries + (count << ENTRY_BITS); at < end; at += ENTRY_BYTES) {
      if (equalText(addressOf(asEntry(at).key), key)) return at + VALUE_AT;
    }
    return 0;
  }
  const index = place(entries, count, key);
  if (index == count) return 0;
  const at = entries + (index << ENTRY_BITS);
  return equalText(addressOf(asEntry(at).key), key) ? at + VALUE_AT : 0;
}

/** Index of the first entry whose key is not before `key`. */
function place(entries: i32, count: i32, key: i32): i32 {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(addressOf(asEntry(entries + (middle << ENTRY_BITS)).key), key) < 0) low = middle + 1;
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
  const count = asMap(header).count;
  if (count > FLAT_MAX) return withNode(map, key, value);
  const from = entriesAt(header);
  const index = place(from, count, addressOf(key));
  const replaces = index < count && equalText(addressOf(asEntry(from + (index << ENTRY_BITS)).key), addressOf(key));
  const made = replaces ? count : count + 1;
  const entries = mapNew(made);
  const at = entries + (index << ENTRY_BITS);
  copyWords(entries, from, index << ENTRY_BITS);
  // A key that stands already stays, so that its bytes are kept once.
  asEntry(at).key = replaces ? asEntry(from + (index << ENTRY_BITS)).key : key;
  asEntry(at).value = value;
  const after = index + (replaces ? 1 : 0);
  copyWords(at + ENTRY_BYTES, from + (after << ENTRY_BITS), (count - after) << ENTRY_BITS);
  return mapDone(entries, made);
}

/** The same for a map that is, or becomes, a tree. */
function withNode(map: i64, key: i64, value: i64): i64 {
  const header = addressOf(map);
  const root = treeWith(rootOf(header), addressOf(key), value);
  const size = asMap(header).size;
  const depth = asMap(header).depth;
  if (replacedValue == ABSENT) {
    return mapHeader(treeCount(root), 0, addSizes(size, addSizes(sizeOf(key), sizeOf(value))), deeper(depth, around(depthOf(value))), root);
  }
  const old = replacedValue;
  const result = mapHeader(treeCount(root), 0, addSizes(size - sizeOf(old), sizeOf(value)), replacedDepth(depth, old, value), root);
  if (size == STEPS_MAX) asMap(addressOf(result)).size = countedSize(addressOf(result));
  return result;
}

/** A whole at the limit has lost what lies beyond it: what is less is counted anew. */
function countedSize(header: i32): i64 {
  let size: i64 = 1;
  for (let i = 0, count = asMap(header).count; i < count; i++) {
    size = addSizes(size, addSizes(sizeOf(pointerValue(keyAt(header, i), TAG_STRING)), sizeOf(valueAt(header, i))));
  }
  return size;
}

/** The tree of a map, made once. */
function rootOf(header: i32): i32 {
  let root = asMap(header).root;
  if (root == 0) {
    root = treeOf(asMap(header).start, asMap(header).count);
    asMap(header).root = root;
  }
  return root;
}

/** The map without a key. */
export function withoutEntry(map: i64, key: i64): i64 {
  const at = find(map, addressOf(key));
  if (at == 0) return map;
  const header = addressOf(map);
  const count = asMap(header).count;
  if (count > FLAT_MAX) return withoutNode(header, key, load<i64>(at));
  const from = entriesAt(header);
  const before = place(from, count, addressOf(key)) << ENTRY_BITS;
  const entries = mapNew(count - 1);
  copyWords(entries, from, before);
  copyWords(entries + before, from + before + ENTRY_BYTES, (count << ENTRY_BITS) - before - ENTRY_BYTES);
  return mapDone(entries, count - 1);
}

function withoutNode(header: i32, key: i64, old: i64): i64 {
  const root = treeWithout(rootOf(header), addressOf(key));
  const size = asMap(header).size;
  const result = mapHeader(treeCount(root), 0, size - sizeOf(key) - sizeOf(old), replacedDepth(asMap(header).depth, old, NIL), root);
  if (size == STEPS_MAX) asMap(addressOf(result)).size = countedSize(addressOf(result));
  return result;
}

/** The entries as a vector of [key value]; made once for each map. */
export function mapEntries(map: i64): i64 {
  const header = addressOf(map);
  const count = asMap(header).count;
  if (count == 0) return emptyVector();
  const made = asMap(header).entries;
  if (made != 0) return pointerValue(made, TAG_VECTOR);
  const from = entriesAt(header);
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) {
    const at = from + (i << ENTRY_BITS);
    store<i64>(slots + (i << 3), pairOf(asEntry(at).key, asEntry(at).value));
  }
  const vector = vectorDone(slots, count);
  asMap(header).entries = addressOf(vector);
  return vector;
}

/** The keys, in order. */
export function mapKeys(map: i64): i64 {
  return column(map, 0);
}

/** The values, in order of their keys. */
export function vectorOfValues(map: i64): i64 {
  return column(map, VALUE_AT);
}

function column(map: i64, offset: i32): i64 {
  const header = addressOf(map);
  const count = asMap(header).count;
  const from = entriesAt(header) + offset;
  const slots = vectorNew(count);
  for (let i = 0; i < count; i++) store<i64>(slots + (i << 3), load<i64>(from + (i << ENTRY_BITS)));
  return vectorDone(slots, count);
}

/** The map with the same keys and other values (a vector, one for each key in order). */
export function mapValsDone(map: i64, results: i64): i64 {
  const header = addressOf(map);
  const count = asMap(header).count;
  const from = entriesAt(header);
  const entries = mapNew(count);
  for (let i = 0; i < count; i++) {
    const at = entries + (i << ENTRY_BITS);
    asEntry(at).key = asEntry(from + (i << ENTRY_BITS)).key;
    asEntry(at).value = vectorAt(results, i);
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

/** Whether a value is a vector of a key and something. */
export function isPair(value: i64): bool {
  return tagOf(value) == TAG_VECTOR && vectorCount(value) == 2 && isKey(vectorAt(value, 0));
}

/** Whether a value can be a key. */
// @ts-ignore: decorator
@inline
export function isKey(value: i64): bool {
  return tagOf(value) == TAG_STRING;
}
