// Vector builtins. Where a vector is wanted nil is `[]` and a map its entries; results are new vectors.

import { PRICES } from '../../../compiler/prices.ts';
import { log2, STEPS_MAX } from '../../../compiler/steps.ts';
import type { Decimal } from '../../../grammar/decimal.ts';
import { decimal, isComputable } from '../../../grammar/decimal.ts';
import { add } from '../arithmetic.ts';
import { sortedIndices } from '../compare.ts';
import { expectElements, expectMap, expectWhole, isShortWhole, isWhole } from '../expect.ts';
import type { Application } from '../machine.ts';
import { print } from '../print.ts';
import type { Entry, MapValue, Value, Vector } from '../value.ts';
import { addSizes, isMap, isPair, isVector, mapOf, multiplySizes, orderingCost, sizeOf, sizesOf } from '../value.ts';
import type { PlainTable } from './family.ts';
import { elementsPaid, entriesMade, expectShallow, failIndex, payView } from './family.ts';

export const VECTORS: PlainTable<'vectors'> = {
  vector: (run, ...values) => paid(run, values),
  vec: (run, coll) => paid(run, expectElements(run, coll), coll),
  conj: (run, coll, ...values) => {
    if (isMap(coll)) return withEntries(run, coll, values);
    const elements = expectElements(run, coll);
    run.charge(Math.max(values.length - 1, 0));
    return [...elements, ...values];
  },
  concat: (run, ...colls) =>
    paid(
      run,
      colls.flatMap((coll) => expectElements(run, coll)),
      ...colls,
    ),
  first: (run, coll) => expectElements(run, coll)[0] ?? null,
  second: (run, coll) => expectElements(run, coll)[1] ?? null,
  last: (run, coll) => expectElements(run, coll).at(-1) ?? null,
  rest: (run, coll) => elementsPaid(run, coll).slice(1),
  next: (run, coll) => {
    const others = elementsPaid(run, coll).slice(1);
    return others.length === 0 ? null : others;
  },
  butlast: (run, coll) => elementsPaid(run, coll).slice(0, -1),
  nth: (run, coll, index, otherwise) => {
    const elements = expectElements(run, coll);
    const at = expectWhole(run, index);
    if (at >= 0 && at < elements.length) return elements[at]!;
    return otherwise === undefined ? failIndex(run, at, null, elements.length) : otherwise;
  },
  take: (run, n, coll) => {
    const count = expectWhole(run, n);
    const elements = elementsPaid(run, coll);
    payView(run, elements, Math.min(Math.max(count, 0), elements.length));
    return elements.slice(0, Math.max(count, 0));
  },
  drop: (run, n, coll) => {
    const count = expectWhole(run, n);
    const elements = elementsPaid(run, coll);
    payView(run, elements, Math.min(Math.max(count, 0), elements.length));
    return elements.slice(Math.max(count, 0));
  },
  slice: (run, coll, start, end) => {
    const elements = expectElements(run, coll);
    const from = expectWhole(run, start);
    const to = end === undefined ? elements.length : expectWhole(run, end);
    run.charge(entriesMade(coll));
    if (from < 0 || to < from || to > elements.length)
      return failIndex(run, from, end === undefined ? null : to, elements.length);
    payView(run, elements, to - from);
    return elements.slice(from, to);
  },
  'insert-at': (run, coll, index, x) => {
    const elements = expectElements(run, coll);
    const at = expectWhole(run, index);
    run.charge(elements.length + 1 + entriesMade(coll));
    return at < 0 || at > elements.length ? failIndex(run, at, null, elements.length) : elements.toSpliced(at, 0, x);
  },
  'remove-at': (run, coll, index) => {
    const elements = expectElements(run, coll);
    const at = expectWhole(run, index);
    run.charge(elements.length + entriesMade(coll));
    return at < 0 || at >= elements.length ? failIndex(run, at, null, elements.length) : elements.toSpliced(at, 1);
  },
  reverse: (run, coll) => paid(run, [...expectElements(run, coll)].reverse(), coll),
  // The order is no value; it comes with the application.
  sort: (run, _order, coll) => {
    const elements = expectElements(run, coll!);
    payOrdering(run, elements);
    return sortedIndices(run, elements, run.order === '>').map((at) => elements[at]!);
  },
  distinct: (run, coll) => {
    const elements = expectElements(run, coll);
    payOrdering(run, elements);
    const seen = new Set<string>();
    return elements.filter((element) => {
      // Equal values print alike, and no others do.
      const text = print(element);
      const isFirst = !seen.has(text);
      seen.add(text);
      return isFirst;
    });
  },
  flatten: (run, coll) => {
    const elements = expectElements(run, coll);
    expectShallow(run, elements);
    run.charge(sizeOf(elements));
    return flatten(elements);
  },
  range: (run, first, end, step) => {
    const start = first === undefined ? decimal(0n) : expectWholeDecimal(run, first);
    const stop = expectWholeDecimal(run, end!);
    const by = step === undefined ? decimal(1n) : expectWholeDecimal(run, step);
    if (by.coefficient === 0n) return run.fail('number-range', null, { kind: 'words', words: 'takes no step of 0' });
    if (![start, stop, by].every(isComputable))
      return run.fail('number-range', null, { kind: 'operands', operands: [start, stop, by] });
    const length = rangeLength(exactWhole(start), exactWhole(stop), exactWhole(by));
    const isShort = [start, stop, by].every(isShortWhole);
    run.charge(addSizes(length, isShort ? 0 : PRICES.RANGE_LONG_STEPS));
    const numbers: Value[] = [];
    let next = start;
    for (let at = 0; at < length; at += 1) {
      if (at > 0) {
        const sum = add(next, by);
        if (typeof sum === 'string') return run.fail(sum, null, { kind: 'operands', operands: [next, by] });
        next = sum;
      }
      numbers.push(next);
    }
    return numbers;
  },
  repeat: (run, n, x) => {
    const count = Math.max(expectWhole(run, n), 0);
    run.charge(count);
    return Array.from({ length: count }, () => x);
  },
  partition: (run, n, step, coll) =>
    partition(run, n, step, coll!, (count, length, stride) =>
      length > count ? 0 : Math.floor((count - length) / stride) + 1,
    ),
  'partition-all': (run, n, step, coll) =>
    partition(run, n, step, coll!, (count, _length, stride) => Math.ceil(count / stride)),
  interleave: (run, ...colls) => {
    const all = colls.map((coll) => expectElements(run, coll));
    const shortest = all.length === 0 ? 0 : Math.min(...all.map((elements) => elements.length));
    run.charge(shortest * colls.length + entriesMade(...colls));
    return Array.from({ length: shortest }, (_, at) => all.map((elements) => elements[at]!)).flat(1) as Vector;
  },
  zip: (run, a, b) => {
    const left = expectElements(run, a);
    const right = expectElements(run, b);
    const shortest = Math.min(left.length, right.length);
    run.charge(PRICES.PAIR_STEPS * shortest + entriesMade(a, b));
    return left.slice(0, shortest).map((element, at) => [element, right[at]!]);
  },
  'vector?': (_run, x) => isVector(x),
  'empty?': (run, coll) => {
    if (typeof coll === 'string') return coll === '';
    return isMap(coll) ? coll.size === 0 : expectElements(run, coll).length === 0;
  },
  empty: (run, coll) => (isMap(coll) ? expectMap(run, null) : expectElements(run, coll).slice(0, 0)),
};

/** A vector whose length is the surcharge of reading or making it, from `colls`. */
function paid(run: Application, elements: Vector, ...colls: Value[]): Vector {
  run.charge(elements.length + entriesMade(...colls));
  return elements;
}

/** Pieces of `n` elements, `step` apart, as many as `piecesOf` says. */
function partition(
  run: Application,
  n: Value,
  step: Value | undefined,
  coll: Value,
  piecesOf: (count: number, length: number, stride: number) => number,
): Value {
  const length = expectWhole(run, n);
  const stride = step === undefined ? length : expectWhole(run, step);
  const elements = expectElements(run, coll);
  const isRight = length > 0 && stride > 0;
  const pieces = isRight ? piecesOf(elements.length, length, stride) : 0;
  run.charge(elements.length + pieces + entriesMade(coll));
  return isRight
    ? Array.from({ length: pieces }, (_, at) => elements.slice(at * stride, at * stride + length))
    : run.fail('number-range', null, { kind: 'words', words: 'takes a size and a step above 0' });
}

/** `conj` of a map: pairs of a string and a value, maps of them, or nil, in order. */
function withEntries(run: Application, map: MapValue, values: Vector): MapValue {
  const added = values.flatMap((value): Entry[] => {
    if (value === null) return [];
    if (isMap(value)) return [...value];
    return isPair(value) ? [value] : run.reject(value, 'a map or a vector of a string and a value');
  });
  const levels = PRICES.WRITE_LEVEL_STEPS * log2(map.size + added.length + 1);
  run.charge(added.reduce((sum, [key]) => addSizes(sum, multiplySizes(levels, sizeOf(key))), 0));
  return mapOf([...map, ...added]);
}

function payOrdering(run: Application, elements: Vector): void {
  expectShallow(run, elements);
  run.charge(orderingCost(elements.length, sizesOf(elements)));
}

/** Vectors within vectors, to any nesting the caller allows; maps stay as they are. */
function flatten(elements: Vector): Value[] {
  return elements.flatMap((element) => (isVector(element) ? flatten(element) : [element]));
}

function expectWholeDecimal(run: Application, value: Value): Decimal {
  return isWhole(value) ? value : run.reject(value, 'a whole number');
}

function exactWhole(value: Decimal): bigint {
  return value.coefficient * 10n ** BigInt(value.exponent);
}

/** ⌈(end − start) / step⌉, none below 0. */
function rangeLength(start: bigint, end: bigint, step: bigint): number {
  const distance = step > 0n ? end - start : start - end;
  const stride = step > 0n ? step : -step;
  if (distance <= 0n) return 0;
  const length = (distance + stride - 1n) / stride;
  return length > BigInt(STEPS_MAX) ? STEPS_MAX : Number(length);
}
