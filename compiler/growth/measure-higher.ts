// Measuring higher-order builtins: how often they apply their function, to what, and what they make of the results.

import { takesNothing } from '../arity.ts';
import { BUILTINS, type BuiltinName } from '../builtins.ts';
import type { Callee, Core } from '../core.ts';
import { type Bounds, FREE, ONE, priced, then } from './bounds.ts';
import {
  ANY,
  asVector,
  eitherKnown,
  elementsKnown,
  type Known,
  NOTHING,
  PARTS_MAX,
  readKnown,
  vectorKnown,
  wholeKnown,
} from './known.ts';
import { resultOfApplied } from './known-applied.ts';
import { resultOf, writtenKnown } from './known-results.ts';
import type { Measure } from './measure.ts';
import { type Measured, sum, valuesOf } from './measured.ts';
import type { Range } from './range.ts';
import { appliedSurcharge, resultsSurcharge, surcharge, TAKES_MAP, viewOf } from './surcharges.ts';

type HigherCore = Extract<Core, { kind: 'higher' }>;

export function measureHigher(measure: Measure, core: HigherCore): Measured {
  const args = measure.all(core.args);
  const values = valuesOf(args);
  const before = then(sum(ONE, args), priced(surcharge(core.name, values)));
  if (core.name === 'update' || core.name === 'update-in') {
    const [coll, key, ...others] = values as [Known, Known, ...Known[]];
    const old = core.name === 'update' ? readKnown(coll, key) : resultOf('get-in', [coll, key]);
    const { bounds, value } = measure.apply(core.callee, [old, ...others]);
    return {
      bounds: [before, ONE, bounds].reduce(then),
      value: core.name === 'update' ? writtenKnown(coll, key, value) : ANY,
    };
  }
  if (core.name === 'reduce') return measureReduce(measure, core, values, before);
  const coll = values[0]!;
  const elements = TAKES_MAP.has(core.name) ? coll : asVector(coll);
  const { loop, results } = measureEach(measure, core, elements);
  const view = core.name === 'take-while' || core.name === 'drop-while' ? priced(viewOf(elements, null)) : FREE;
  return {
    bounds: [before, loop, priced(resultsSurcharge(core.name, results)), view].reduce(then),
    value: resultOfApplied(core.name, elements, results),
  };
}

/** Builtins that may stop before the end. */
const EARLY: ReadonlySet<BuiltinName> = new Set<BuiltinName>([
  'some',
  'every?',
  'any?',
  'find',
  'take-while',
  'drop-while',
]);

/** One application for each element, and all results as a vector. */
function measureEach(
  measure: Measure,
  { name, callee }: HigherCore,
  elements: Known,
): { loop: Bounds; results: Known } {
  const isEarly = EARLY.has(name);
  const given = (element: Known, at: number | null): Known[] =>
    name === 'map-indexed' ? [wholeKnown(at ?? Number.MAX_SAFE_INTEGER), element] : [element];
  if (isPriced(callee) && elements.parts !== null && elements.parts.length <= PARTS_MAX) {
    const applied = elements.parts.map((element, at) => measure.apply(callee, given(element, at)));
    const all = sum(FREE, applied.map(counted));
    const least = isEarly ? (applied[0] === undefined ? 0 : counted(applied[0]).bounds.min) : all.min;
    return { loop: { ...all, min: least }, results: vectorKnown(valuesOf(applied)) };
  }
  const applied = counted(measure.apply(callee, given(elements.element, null)));
  const { count } = elements;
  return {
    loop: repeated(applied.bounds, { min: isEarly ? Math.min(count.min, 1) : count.min, max: count.max }),
    results: elementsKnown(count, applied.value),
  };
}

function measureReduce(
  measure: Measure,
  { callee, args }: HigherCore,
  values: readonly Known[],
  before: Bounds,
): Measured {
  // `(reduce f [])` is `(f)` when f can be called so.
  const callsNothing =
    args.length === 1 && takesNothing(callee, (index) => measure.program.functions[index]!.params.length);
  const elements = asVector(values.at(-1)!);
  const { count, parts } = elements;
  const hasFirst = args.length > 1;
  const first = hasFirst
    ? values[0]!
    : count.min > 0
      ? (parts?.[0] ?? elements.element)
      : eitherKnown(elements.element, NOTHING);
  if (count.max === 0) {
    if (!callsNothing) return { bounds: before, value: hasFirst ? first : NOTHING };
    const applied = counted(measure.apply(callee, []));
    return { bounds: then(before, applied.bounds), value: applied.value };
  }
  const chain = parts !== null && parts.length <= PARTS_MAX ? [...values.slice(0, -1), ...parts] : null;
  const applied = applyToResult(measure, callee, elements.element, chain);
  const spare = hasFirst ? 0 : 1;
  const fewest = count.min === 0 && callsNothing ? 1 : 0;
  const rounds = { min: Math.max(count.min - spare, 0), max: Math.max(count.max - spare, fewest) };
  const value = rounds.min > 0 ? applied.value : eitherKnown(first, applied.value);
  return { bounds: then(before, repeated(counted(applied).bounds, rounds)), value };
}

/** One application of `reduce`; nothing is known of the accumulator. `chain` are all values that go into it, where they are known. */
function applyToResult(measure: Measure, callee: Callee, element: Known, chain: readonly Known[] | null): Measured {
  if (callee.kind !== 'builtin' || BUILTINS[callee.name].cost !== 'arithmetic')
    return measure.apply(callee, [ANY, element]);
  return { bounds: priced(appliedSurcharge(callee.name, 2, chain)), value: resultOf(callee.name, []) };
}

/** Whether an application has a price and nothing to walk, so that each can be looked at. */
function isPriced({ kind }: Callee): boolean {
  return kind === 'builtin' || kind === 'field';
}

function counted({ bounds, value }: Measured): Measured {
  return { bounds: then(ONE, bounds), value };
}

function repeated(bounds: Bounds, times: Range): Bounds {
  return {
    min: times.min === 0 ? 0 : bounds.min * times.min,
    max: times.max === 0 ? 0 : bounds.max * times.max,
    degree: bounds.degree + (times.max === Infinity ? 1 : 0),
    unbounded: bounds.unbounded,
  };
}
