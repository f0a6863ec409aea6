// Family: the shape of the interpreter's tables of builtins.
// A plain builtin gets its arguments in the places of its parameters (`undefined` where one was left out) and does, in
// this order: type checks from the left, nesting, surcharge, work. A higher-order one also gets its function to apply.

import type { BUILTINS, BuiltinName, Family, NameOfShape } from '../../../compiler/builtins.ts';
import { PRICES } from '../../../compiler/prices.ts';
import { NESTING_MAX } from '../../../compiler/steps.ts';
import { expectElements } from '../expect.ts';
import type { Application, Apply, Task } from '../machine.ts';
import type { Value, Vector } from '../value.ts';
import { depthOf, isMap, sizeOf } from '../value.ts';

export type Plain = (run: Application, ...args: Value[]) => Value;
export type Higher = (run: Application, apply: Apply, ...args: Value[]) => Task;

export type HigherName = NameOfShape<'higher'>;
/** Written out by the analysis: no engine meets them. */
type MakerName = NameOfShape<'maker'>;
export type PlainName = Exclude<BuiltinName, HigherName | MakerName>;

/** The names of a family, so that a table without one of them does not compile. */
type NamesOf<F extends Family> = {
  [N in BuiltinName]: (typeof BUILTINS)[N]['family'] extends F ? N : never;
}[BuiltinName];
export type PlainTable<F extends Family> = Record<Extract<PlainName, NamesOf<F>>, Plain>;
export type HigherTable<F extends Family> = Record<Extract<HigherName, NamesOf<F>>, Higher>;

/** A builtin that walks values faults when one is nested deeper than 256, before its surcharge. */
export function expectShallow(run: Application, ...values: Value[]): void {
  const deep = values.find((value) => depthOf(value) > NESTING_MAX);
  if (deep !== undefined) run.fail('too-deep', null, { kind: 'value', value: deep, wanted: DEPTH_WANTED });
}

export const DEPTH_WANTED = `values nested at most ${NESTING_MAX} deep`;

/** An index of, or a part from `index` to `end` (its length, where null) that a collection of `length` has not. */
export function failIndex(run: Application, index: number, end: number | null, length: number): never {
  return run.fail('index', null, { kind: 'index', index, end, length });
}

/** What a collection adds to the surcharge where a vector is wanted: a map's entries are made for it. */
export function entriesMade(...colls: Value[]): number {
  return colls.reduce<number>((sum, coll) => sum + (isMap(coll) ? PRICES.PAIR_STEPS * coll.size : 0), 0);
}

/** A collection as a vector, the entries of a map paid for: the last check of types. */
export function elementsPaid(run: Application, coll: Value): Vector {
  const elements = expectElements(run, coll);
  run.charge(entriesMade(coll));
  return elements;
}

/** What a view of `kept` elements costs: of the smaller part, unless all elements have size 1. */
export function payView(run: Application, elements: Vector, kept: number): void {
  if (sizeOf(elements) === elements.length + 1) return;
  run.charge(Math.floor(Math.min(kept, elements.length - kept) / PRICES.VIEW_ELEMENTS));
}

/** Applies to neighbours until one pair is false; a single argument has no pair. */
export function chain(
  values: readonly Value[],
  holds: (a: Value, b: Value) => boolean,
  alone: (x: Value) => void,
): boolean {
  if (values.length === 1) alone(values[0]!);
  for (let at = 1; at < values.length; at += 1) {
    if (!holds(values[at - 1]!, values[at]!)) return false;
  }
  return true;
}
