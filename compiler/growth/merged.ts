// Merged: what `deep-merge` makes of maps that are known part by part, and what it takes.
// In: what is known of two maps, or nil. Out: the price of merging them and what is known of the result.

import { compareCodePoints } from '../../grammar/form.ts';
import { PRICES } from '../prices.ts';
import { ANY, entriesKnown, type Known, MAP, mapKnown, NIL } from './known.ts';
import { PRINTED_SIZE_MAX } from './known-texts.ts';
import { between, exactly, plus, type Range, times, total, ZERO } from './range.ts';

interface Merged {
  readonly price: Range;
  readonly value: Known;
}

/** Of all maps, from the left. */
export function mergedDeep(maps: readonly Known[]): Merged {
  if (maps.length < 2) return { price: ZERO, value: asMap(maps[0]) };
  return maps.slice(1).reduce<Merged>(
    (before, map) => {
      const { price, value } = mergePair(before.value, asMap(map));
      return { price: plus(before.price, price), value };
    },
    { price: ZERO, value: asMap(maps[0]) },
  );
}

/** nil is an empty map. */
function asMap(map: Known | undefined): Known {
  return map === undefined || map.kinds === NIL ? mapKnown([], []) : map;
}

/** Values are looked at part by part where they are small: names can nest and double them beyond any size. */
function mergePair(a: Known, b: Known): Merged {
  const keys = times(exactly(PRICES.DEEP_KEY_STEPS), plus(a.keySizes, b.keySizes));
  if (a.keys === null || b.keys === null || a.size.max + b.size.max > PRINTED_SIZE_MAX) return anyMerged(a, b, keys);
  const prices = [keys];
  const entries = new Map(a.keys.map((key, at) => [key, a.parts![at]!]));
  for (const [at, key] of b.keys.entries()) {
    const [old, value] = [entries.get(key), b.parts![at]!];
    if (old?.kinds === MAP && value.kinds === MAP) {
      const merged = mergePair(old, value);
      prices.push(merged.price);
      entries.set(key, merged.value);
    } else if (old?.mayBe(MAP) && value.mayBe(MAP)) return anyMerged(a, b, keys);
    else entries.set(key, value);
  }
  const names = [...entries.keys()].sort(compareCodePoints);
  const values = names.map((name) => entries.get(name)!);
  return { price: total(prices), value: mapKnown(names, values) };
}

function anyMerged(a: Known, b: Known, keys: Range): Merged {
  const counts = between(Math.max(a.count.min, b.count.min), a.count.max + b.count.max);
  const keySizes = between(Math.max(a.keySizes.min, b.keySizes.min), a.keySizes.max + b.keySizes.max);
  return { price: between(keys.min, Infinity), value: entriesKnown(counts, keySizes, ANY) };
}
