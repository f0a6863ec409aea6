// Known applied: what is known of what a builtin gives that applied its function to elements.
// In: what is known of the elements and of the function's results. Out: what is known of its result.

import type { BuiltinName } from '../builtins.ts';
import {
  ANY,
  asVector,
  eitherKnown,
  elementsKnown,
  Known,
  MAP,
  mapKnown,
  NIL,
  NOTHING,
  SOME_BOOLEAN,
  SOME_COUNT,
  VECTOR,
  vectorKnown,
} from './known.ts';
import { concatenated, keyedKnown, shuffled, subsetOf } from './known-results.ts';
import { between, times, ZERO } from './range.ts';

/** What a builtin gives that applied its function to elements, with these results. */
export function resultOfApplied(name: BuiltinName, elements: Known, results: Known): Known {
  const { count, element } = elements;
  switch (name) {
    case 'map':
    case 'map-indexed':
      return results;
    case 'mapcat':
      return results.parts === null
        ? new Known(VECTOR, between(1, Infinity), times(count, results.element.count))
        : concatenated(results.parts.map(asVector));
    case 'filter':
    case 'remove':
    case 'take-while':
    case 'drop-while':
      return subsetOf(elements);
    case 'keep':
      return subsetOf(results, results.element.mayBe(NIL) ? 0 : count.min);
    case 'some':
      return eitherKnown(results.element, NOTHING);
    case 'find':
      return eitherKnown(element, NOTHING);
    case 'min-by':
    case 'max-by':
      return count.min > 0 ? element : eitherKnown(element, NOTHING);
    case 'sort-by':
      return shuffled(elements);
    case 'count-by':
      return keyedKnown(count, results, SOME_COUNT);
    case 'index-by':
      return keyedKnown(count, results, element);
    case 'groups': {
      const least = Math.min(count.min, 1);
      const group = new Known(VECTOR, between(2, elements.size.max), between(1, count.max), ZERO, null, null, element);
      const pair = vectorKnown([results.element, group]);
      return elementsKnown(between(least, count.max), pair, between(least * pair.size.min, Infinity));
    }
    case 'group-by':
      return keyedKnown(
        count,
        results,
        new Known(VECTOR, between(2, elements.size.max), between(1, count.max), ZERO, null, null, element),
      );
    case 'partition-by': {
      const group = new Known(VECTOR, between(2, elements.size.max), between(1, count.max), ZERO, null, null, element);
      return new Known(
        VECTOR,
        between(1, elements.size.max + count.max),
        between(Math.min(count.min, 1), count.max),
        ZERO,
        null,
        null,
        group,
      );
    }
    case 'map-vals':
      return elements.keys === null
        ? ANY
        : mapKnown(elements.keys, results.parts ?? elements.keys.map(() => results.element));
    case 'filter-vals':
      return new Known(
        MAP,
        between(1, elements.size.max),
        between(0, count.max),
        between(0, elements.keySizes.max),
        null,
        null,
        element,
      );
    default:
      return name.endsWith('?') ? SOME_BOOLEAN : ANY;
  }
}
