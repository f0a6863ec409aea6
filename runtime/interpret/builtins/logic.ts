// Logic builtins: equality, order and tests of kinds.

import { NESTING_MAX } from '../../../compiler/steps.ts';
import { compareValues, equal, isOrderable, rejectPair } from '../compare.ts';
import type { Application } from '../machine.ts';
import type { Value } from '../value.ts';
import { depthOf, isNumber, isTruthy, sizeOf } from '../value.ts';
import type { Plain, PlainTable } from './family.ts';
import { chain, DEPTH_WANTED } from './family.ts';

export const LOGIC: PlainTable<'logic'> = {
  '=': (run, ...args) => allEqual(run, args),
  'not=': (run, ...args) => !allEqual(run, args),
  '<': ascending((order) => order < 0),
  '<=': ascending((order) => order <= 0),
  '>': ascending((order) => order > 0),
  '>=': ascending((order) => order >= 0),
  'lt?': ordered((order) => order < 0),
  'lte?': ordered((order) => order <= 0),
  'gt?': ordered((order) => order > 0),
  'gte?': ordered((order) => order >= 0),
  'in-range?': (run, x, from, to) => {
    for (const value of [x, from, to]) if (value !== null) expectOrdered(run, value);
    for (const bound of [from, to])
      if (x !== null && bound !== null && typeof bound !== typeof x) return rejectOther(run, x, bound);
    if (x === null) return false;
    return (from === null || orderOf(run, from, x) <= 0) && (to === null || orderOf(run, x, to) < 0);
  },
  compare: (run, x, y) => {
    if (!isOrderable(x, y)) return rejectPair(run, x, y);
    payPair(run, x, y);
    return { coefficient: BigInt(compareValues(run, x, y)), exponent: 0 };
  },
  not: (_run, x) => !isTruthy(x),
  boolean: (_run, x) => isTruthy(x),
  identity: (_run, x) => x,
  'nil?': (_run, x) => x === null,
  'some?': (_run, x) => x !== null,
  'boolean?': (_run, x) => typeof x === 'boolean',
  'true?': (_run, x) => x === true,
  'false?': (_run, x) => x === false,
};

/** Only what both have is walked: the shallower and smaller one bounds nesting and surcharge. */
function payPair(run: Application, a: Value, b: Value): void {
  if (Math.min(depthOf(a), depthOf(b)) > NESTING_MAX)
    run.fail('too-deep', null, { kind: 'value', value: a, wanted: DEPTH_WANTED });
  run.charge(Math.min(sizeOf(a), sizeOf(b)) - 1);
}

function allEqual(run: Application, values: readonly Value[]): boolean {
  const holds = (a: Value, b: Value): boolean => {
    payPair(run, a, b);
    return equal(a, b);
  };
  return chain(values, holds, () => {});
}

/** Two numbers or two strings a pair; one argument is a number to compute with or a string. */
function ascending(holds: (order: number) => boolean): Plain {
  return (run, ...args) => {
    const pairHolds = (a: Value, b: Value): boolean => {
      expectOrdered(run, a);
      expectOrdered(run, b);
      if (typeof a !== typeof b) return rejectOther(run, a, b);
      return holds(orderOf(run, a, b));
    };
    return chain(args, pairHolds, (x) => {
      expectOrdered(run, x);
    });
  };
}

/** Two numbers or two strings, of which nil is neither above nor below nor beside any. */
function ordered(holds: (order: number) => boolean): Plain {
  return (run, a, b) => {
    for (const value of [a, b]) if (value !== null) expectOrdered(run, value);
    if (a === null || b === null) return false;
    return typeof a === typeof b ? holds(orderOf(run, a, b)) : rejectOther(run, a, b);
  };
}

/** Of a pair of one kind, paid for. */
function orderOf(run: Application, a: Value, b: Value): number {
  payPair(run, a, b);
  return compareValues(run, a, b);
}

/** `b` is of another kind than `a`. */
function rejectOther(run: Application, a: Value, b: Value): never {
  return run.reject(b, typeof a === 'string' ? 'a string' : 'a number');
}

function expectOrdered(run: Application, value: Value): void {
  if (typeof value !== 'string' && !isNumber(value)) run.reject(value, 'a number or a string');
}
