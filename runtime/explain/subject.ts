// Subject: what was applied to values where a run ended.
// In: the evaluation that goes on there. Out: its name and its arguments, with their values and origins; which of them is a value.

import type { BuiltinName } from '../../compiler/builtins.ts';
import { BUILTINS } from '../../compiler/builtins.ts';
import type { Core } from '../../compiler/core.ts';
import { takenBy } from '../../compiler/shapes/signatures.ts';
import type { Value } from '../interpret/value.ts';
import { isCollection } from '../interpret/value.ts';
import type { Evaluation, Origin } from './evaluation.ts';
import { partOf } from './evaluation.ts';
import { kindBit } from './show.ts';
import type { Trace } from './trace.ts';

/** A value that was met, with where it came from. */
export interface Met {
  readonly value: Value;
  readonly origin: Origin | null;
}

export interface Subject {
  readonly name: string;
  readonly builtin: BuiltinName | null;
  readonly args: readonly Argument[];
}

export interface Argument extends Met {
  /** From 1, as it is written. */
  readonly position: number;
  /** Of the arguments that are values, from 0. */
  readonly at: number;
}

/** null for a pattern that takes a value apart. */
export function subjectOf({ core, application, ...evaluation }: Evaluation, node: number): Subject | null {
  if (application !== null) {
    const { callee, args, origins } = application;
    const given = args.map((value, at): Argument => ({ value, origin: origins[at] ?? null, position: at + 1, at }));
    if (callee.kind === 'builtin') return { name: callee.name, builtin: callee.name, args: given };
    return callee.kind === 'field' ? { name: `:${callee.key}`, builtin: null, args: given } : null;
  }
  if (core === null || core.node !== node) return null;
  const valueOf = (part: Core): Met => {
    const found = partOf({ core, application, ...evaluation }, part);
    return { value: found?.value ?? null, origin: found?.origin ?? null };
  };
  if (core.kind === 'field')
    return { name: `:${core.key}`, builtin: null, args: [{ ...valueOf(core.target), position: 1, at: 0 }] };
  if (core.kind !== 'builtin' && core.kind !== 'higher') return null;
  const positions = positionsOf(core);
  const args = core.args.map((arg, at): Argument => ({ ...valueOf(arg), position: positions[at]!, at }));
  return { name: core.name, builtin: core.name, args };
}

/** Where the arguments that are values are written: a function and an order are none. */
function positionsOf(core: Extract<Core, { kind: 'builtin' | 'higher' }>): number[] {
  const { shape, params } = BUILTINS[core.name];
  const taken = new Set<number>();
  if (shape.kind === 'higher') taken.add(shape.position + 1);
  if (core.order !== null) taken.add(params.split(' ').indexOf('order?') + 1);
  const positions: number[] = [];
  for (let position = 1; positions.length < core.args.length; position += 1)
    if (!taken.has(position)) positions.push(position);
  return positions;
}

/** The argument that has a value; of several that have it the first of a wrong kind. */
export function argumentOf({ builtin, args }: Subject, value: Value): Argument | null {
  const having = args.filter((argument) => argument.value === value);
  const isWrong = ({ at }: Argument): boolean =>
    builtin !== null && (takenBy(builtin, at, args.length) & kindBit(value)) === 0;
  return having.find(isWrong) ?? having[0] ?? null;
}

interface Element {
  readonly argument: Argument;
  readonly key: string | number;
  readonly origin: Origin;
}

export function elementOf({ args }: Subject, value: Value, trace: Trace): Element | null {
  for (const argument of args) {
    if (!isCollection(argument.value)) continue;
    for (const [key, element] of argument.value.entries()) {
      if (element !== value) continue;
      const read = { collection: argument.value, key, isThere: true, of: null };
      const origin = trace.memberOrigin(argument.value, key);
      return { argument, key, origin: origin ?? { node: argument.origin?.node ?? 0, evaluation: null, read } };
    }
  }
  return null;
}
