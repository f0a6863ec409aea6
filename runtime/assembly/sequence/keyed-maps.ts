// Keyed maps: maps of computed keys, which are the texts of scalars, and the values beside them.

import { ENTRY_BITS, ENTRY_BYTES, asEntry, sortEntries } from '../collection/entries';
import { countElements, elementSizes, elements, entriesMade, vectorAt, vectorCount } from '../collection/list';
import { isKey, mapNew, mapOfUnsorted } from '../collection/map';
import { addSizes, orderingSteps } from '../collection/measure';
import { textOf } from '../json/print';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { FAULT_TYPE } from '../shared/faults';
import { NIL, TAG_MAP, TAG_VECTOR } from '../shared/values';
import { equalText } from '../text/text';
import { addressOf, tagOf } from '../value/value';

export function zipmap(keys: i64, values: i64, site: i32): i64 {
  const left = elements(keys, site);
  countElements(values, site);
  charge(addSizes(entriesMade(keys) + entriesMade(values), orderingSteps(vectorCount(left), elementSizes(left))));
  const right = elements(values, site);
  const count = min<i32>(vectorCount(left), vectorCount(right));
  return mapOfUnsorted(keyedEntries(left, right, count, site), count);
}

/**
 * Entries of the texts of keys and of the values beside them, in the order of the texts, equal ones in theirs. A collection
 * as a key is `type`, and so are two keys that have one text and are not equal.
 */
export function keyedEntries(keys: i64, values: i64, count: i32, site: i32): i32 {
  const entries = mapNew(count);
  for (let i = 0; i < count; i++) {
    const key = vectorAt(keys, i);
    const tag = tagOf(key);
    if (tag == TAG_VECTOR || tag == TAG_MAP) fault(FAULT_TYPE, site);
    asEntry(entries + (i << ENTRY_BITS)).key = textOf(key);
    // Which one it is, until they are in order.
    asEntry(entries + (i << ENTRY_BITS)).value = i as i64;
  }
  sortEntries(entries, count);
  let before: i64 = NIL;
  for (let i = 0; i < count; i++) {
    const entry = asEntry(entries + (i << ENTRY_BITS));
    const key = vectorAt(keys, entry.value as i32);
    // Of one kind no two have one text, nor a number and a boolean.
    if (i > 0 && isKey(key) != isKey(before) && repeats(entries, i)) fault(FAULT_TYPE, site);
    before = key;
    entry.value = vectorAt(values, entry.value as i32);
  }
  return entries;
}

/** Whether the entry at an index has the key of the one before it. */
// @ts-ignore: decorator
@inline
export function repeats(entries: i32, index: i32): bool {
  const entry = entries + (index << ENTRY_BITS);
  return equalText(addressOf(asEntry(entry - ENTRY_BYTES).key), addressOf(asEntry(entry).key));
}
