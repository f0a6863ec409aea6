// Higher-order builtins: they apply their function one application at a time, each counting one before its body, and
// stop as soon as the result is known. Those that order or group apply it to every element first, then pay.

import { PRICES } from '../../../compiler/prices.ts';
import { decimal } from '../../../grammar/decimal.ts';
import { compareValues, equal, sortedIndices } from '../compare.ts';
import { expectElements } from '../expect.ts';
import type { Application, Apply, Task } from '../machine.ts';
import { print } from '../print.ts';
import type { Entry, Value, Vector } from '../value.ts';
import { addSizes, isTruthy, mapOf, orderingCost, sizesOf } from '../value.ts';
import type { Higher, HigherTable, PlainTable } from './family.ts';
import { elementsPaid, entriesMade, expectShallow, payView } from './family.ts';
import { keyTexts, mapPaid } from './maps.ts';

export const HIGHER_PLAIN: PlainTable<'higher'> = {
  frequencies: (run, coll) => {
    const elements = expectElements(run, coll);
    run.charge(orderingCost(elements.length, sizesOf(elements)));
    return countsOf(keyTexts(run, elements));
  },
};

export const HIGHER: HigherTable<'higher'> = {
  *map(run, apply, coll) {
    return yield* applyToAll(apply, elementsPaid(run, coll));
  },
  *mapcat(run, apply, coll) {
    const results = yield* applyToAll(apply, elementsPaid(run, coll));
    const parts = results.map((result) => expectElements(run, result));
    run.charge(parts.reduce((sum, part) => sum + part.length, entriesMade(...results)));
    return parts.flat(1) as Vector;
  },
  *'map-indexed'(run, apply, coll) {
    const results: Value[] = [];
    for (const [at, element] of elementsPaid(run, coll).entries())
      results.push(yield apply([decimal(BigInt(at)), element]));
    return results;
  },
  *filter(run, apply, coll) {
    return yield* select(apply, elementsPaid(run, coll), true);
  },
  *remove(run, apply, coll) {
    return yield* select(apply, elementsPaid(run, coll), false);
  },
  *keep(run, apply, coll) {
    const results = yield* applyToAll(apply, elementsPaid(run, coll));
    return results.filter((result) => result !== null);
  },
  *reduce(run, apply, init, coll) {
    const elements = elementsPaid(run, coll!);
    let result: Value;
    let rest = elements;
    if (init !== undefined) result = init;
    else if (elements.length === 0) return run.takesNothing ? yield apply([]) : null;
    else [result, ...rest] = elements as [Value, ...Value[]];
    for (const element of rest) result = yield apply([result, element]);
    return result;
  },
  *some(run, apply, coll) {
    for (const element of elementsPaid(run, coll)) {
      const result = yield apply([element]);
      if (isTruthy(result)) return result;
    }
    return null;
  },
  *'every?'(run, apply, coll) {
    for (const element of elementsPaid(run, coll)) if (!isTruthy(yield apply([element]))) return false;
    return true;
  },
  *'any?'(run, apply, coll) {
    for (const element of elementsPaid(run, coll)) if (isTruthy(yield apply([element]))) return true;
    return false;
  },
  *find(run, apply, coll) {
    for (const element of elementsPaid(run, coll)) if (isTruthy(yield apply([element]))) return element;
    return null;
  },
  'group-by': byKeys((run, elements, keys) => {
    payOrdering(run, keys);
    return mapOf(grouped(elements, keyTexts(run, keys)));
  }),
  groups: byKeys((run, elements, keys) => {
    expectShallow(run, keys);
    payOrdering(run, keys);
    // Equal values print alike, and no others do.
    const texts = keys.map((key) => print(key));
    return [...grouped(elements, texts)].map(([text, group]) => [keys[texts.indexOf(text)]!, group]);
  }),
  'index-by': byKeys((run, elements, keys) => {
    payOrdering(run, keys);
    return mapOf(keyTexts(run, keys).map((key, at): Entry => [key, elements[at]!]));
  }),
  'count-by': byKeys((run, _elements, keys) => {
    payOrdering(run, keys);
    return countsOf(keyTexts(run, keys));
  }),
  'sort-by': byKeys((run, elements, keys) => {
    expectShallow(run, keys);
    payOrdering(run, keys);
    return sortedIndices(run, keys, run.order === '>').map((at) => elements[at]!);
  }),
  'min-by': byKeys((run, elements, keys) => best(run, elements, keys, -1)),
  'max-by': byKeys((run, elements, keys) => best(run, elements, keys, 1)),
  'partition-by': byKeys((run, elements, keys) => {
    expectShallow(run, keys);
    run.charge(addSizes(sizesOf(keys), keys.length));
    const runs: Value[][] = [];
    elements.forEach((element, at) => {
      if (at > 0 && equal(keys[at - 1]!, keys[at]!)) runs[runs.length - 1]!.push(element);
      else runs.push([element]);
    });
    return runs;
  }),
  *'take-while'(run, apply, coll) {
    const elements = elementsPaid(run, coll);
    const kept = yield* whileLength(apply, elements);
    payView(run, elements, kept);
    return elements.slice(0, kept);
  },
  *'drop-while'(run, apply, coll) {
    const elements = elementsPaid(run, coll);
    const dropped = yield* whileLength(apply, elements);
    payView(run, elements, dropped);
    return elements.slice(dropped);
  },
  *'map-vals'(run, apply, map) {
    const entries: Entry[] = [];
    for (const [key, value] of mapPaid(run, map)) entries.push([key, yield apply([value])]);
    return new Map(entries);
  },
  *'filter-vals'(run, apply, map) {
    const entries: Entry[] = [];
    for (const [key, value] of mapPaid(run, map)) if (isTruthy(yield apply([value]))) entries.push([key, value]);
    return new Map(entries);
  },
};

/** The elements that have one text, by it, in the order in which the texts first occur. */
function grouped(elements: Vector, texts: readonly string[]): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  texts.forEach((text, at) => {
    const group = groups.get(text) ?? [];
    group.push(elements[at]!);
    groups.set(text, group);
  });
  return groups;
}

function* applyToAll(apply: Apply, elements: Vector): Generator<Task, Vector, Value> {
  const results: Value[] = [];
  for (const element of elements) results.push(yield apply([element]));
  return results;
}

function* select(apply: Apply, elements: Vector, wanted: boolean): Generator<Task, Vector, Value> {
  const selected: Value[] = [];
  for (const element of elements) if (isTruthy(yield apply([element])) === wanted) selected.push(element);
  return selected;
}

/** How many elements from the start give a truthy result. */
function* whileLength(apply: Apply, elements: Vector): Generator<Task, number, Value> {
  for (const [at, element] of elements.entries()) if (!isTruthy(yield apply([element]))) return at;
  return elements.length;
}

/** Applies the function to every element, in order, then works with the results as keys. */
function byKeys(work: (run: Application, elements: Vector, keys: Vector) => Value): Higher {
  return function* (run, apply, coll) {
    const elements = elementsPaid(run, coll);
    return work(run, elements, yield* applyToAll(apply, elements));
  };
}

/** Two at least: loops and lists have to be set up for one as well. */
function payOrdering(run: Application, keys: Vector): void {
  run.charge(orderingCost(keys.length, sizesOf(keys), PRICES.SORT_BY_LEVELS_MIN));
}

/** The first element whose key compares with the best so far as `side` says. */
function best(run: Application, elements: Vector, keys: Vector, side: -1 | 1): Value {
  expectShallow(run, keys);
  run.charge(sizesOf(keys));
  let at = 0;
  for (let next = 1; next < keys.length; next += 1) {
    if (compareValues(run, keys[next]!, keys[at]!) === side) at = next;
  }
  return elements[at] ?? null;
}

function countsOf(texts: readonly string[]): Value {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return mapOf([...counts].map(([text, count]): Entry => [text, decimal(BigInt(count))]));
}
