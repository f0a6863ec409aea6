// Logic builtins: equality, order and tests of kinds.

import { NESTING_MAX } from '../../../compiler/steps.ts';
import { isComputable } from '../../../grammar/decimal.ts';
import { compareValues, equal, isOrderable } from '../compare.ts';
import type { Application } from '../machine.ts';
import type { Value } from '../value.ts';
import { depthOf, isNumber, isTruthy, sizeOf } from '../value.ts';
import type { Plain, PlainTable } from './family.ts';
import { chain } from './family.ts';

export const LOGIC: PlainTable<'logic'> = {
  '=': (run, ...args) => allEqual(run, args),
  'not=': (run, ...args) => !allEqual(run, args),
  '<': ascending((order) => order < 0),
  '<=': ascending((order) => order <= 0),
  '>': ascending((order) => order > 0),
  '>=': ascending((order) => order >= 0),
  compare: (run, x, y) => {
    if (!isOrderable(x, y)) return run.fail('type');
    payPair(run, x, y);
    return { coefficient: BigInt(compareValues(run, x, y)), exponent: 0 };
  },
  not: (_run, x) => !isTruthy(x),
  'nil?': (_run, x) => x === null,
  'some?': (_run, x) => x !== null,
  'boolean?': (_run, x) => typeof x === 'boolean',
  'true?': (_run, x) => x === true,
  'false?': (_run, x) => x === false,
};

/** Only what both have is walked: the shallower and smaller one bounds nesting and surcharge. */
function payPair(run: Application, a: Value, b: Value): void {
  if (Math.min(depthOf(a), depthOf(b)) > NESTING_MAX) run.fail('too-deep');
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
      if (typeof a !== typeof b) return run.fail('type');
      payPair(run, a, b);
      return holds(compareValues(run, a, b));
    };
    return chain(args, pairHolds, (x) => {
      expectOrdered(run, x);
      if (isNumber(x) && !isComputable(x)) run.fail('number-range');
    });
  };
}

function expectOrdered(run: Application, value: Value): void {
  if (typeof value !== 'string' && !isNumber(value)) run.fail('type');
}
