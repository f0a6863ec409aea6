// Number builtins: type checks and folds around arithmetic.ts, which holds the meaning.

import { PRICES } from '../../../compiler/prices.ts';
import type { Decimal } from '../../../grammar/decimal.ts';
import { decimal, isComputable } from '../../../grammar/decimal.ts';
import type { ArithmeticFault, Outcome } from '../arithmetic.ts';
import * as arithmetic from '../arithmetic.ts';
import { sortedIndices } from '../compare.ts';
import { expectElements, expectNumber, expectText, isShortWhole } from '../expect.ts';
import type { Application } from '../machine.ts';
import type { Value, Vector } from '../value.ts';
import { isNumber, orderingCost, sizesOf } from '../value.ts';
import type { Plain, PlainTable } from './family.ts';

const ZERO = decimal(0n);
const ONE = decimal(1n);
const TWO = decimal(2n);

export const NUMBER: PlainTable<'number'> = {
  '+': fold(arithmetic.add, ZERO, payLong),
  '-': fold(arithmetic.subtract, ZERO, payLong),
  '*': fold(arithmetic.multiply, ONE, payLong),
  '/': fold(arithmetic.divide, ONE, payApplied),
  min: fold(arithmetic.minimum, null, payNothing),
  max: fold(arithmetic.maximum, null, payNothing),
  inc: byOne(arithmetic.increment),
  dec: byOne(arithmetic.decrement),
  abs: one(arithmetic.absolute),
  floor: one(arithmetic.floor),
  ceil: one(arithmetic.ceiling),
  sqrt: (run, x) => {
    const number = expectNumber(run, x);
    if (isComputable(number)) run.charge(PRICES.HEAVY_STEPS);
    return settle(run, arithmetic.squareRoot(number));
  },
  'even?': one(arithmetic.isEven),
  'odd?': one(arithmetic.isOdd),
  'zero?': one(arithmetic.isZero),
  'pos?': one(arithmetic.isPositive),
  'neg?': one(arithmetic.isNegative),
  quot: two(arithmetic.quotient),
  rem: two(arithmetic.remainder),
  mod: two(arithmetic.modulo),
  round: (run, x, places = ZERO, mode = 'half-even') =>
    settle(run, arithmetic.round(expectNumber(run, x), expectNumber(run, places), expectText(run, mode))),
  fixed: (run, x, places, mode = 'half-even') => {
    const result = arithmetic.fixed(expectNumber(run, x), expectNumber(run, places), expectText(run, mode));
    if (typeof result === 'string') return run.fail(result);
    run.charge(Math.floor(result.text.length / PRICES.MADE_BYTES));
    return result.text;
  },
  pow: (run, x, exponent) => {
    const base = expectNumber(run, x);
    const times = expectNumber(run, exponent);
    const surcharge = arithmetic.powerSurcharge(times);
    if (typeof surcharge === 'string') return run.fail(surcharge);
    run.charge(surcharge);
    return settle(run, arithmetic.power(base, times));
  },
  sum: (run, coll) => foldElements(run, arithmetic.add, ZERO, elementsPaid(run, coll)),
  product: (run, coll) => foldElements(run, arithmetic.multiply, ONE, elementsPaid(run, coll)),
  mean: (run, coll) => {
    const elements = elementsPaid(run, coll);
    if (elements.length === 0) return null;
    const sum = foldElements(run, arithmetic.add, ZERO, elements);
    return settle(run, arithmetic.divide(sum, decimal(BigInt(elements.length))));
  },
  median: (run, coll) => {
    const elements = expectElements(run, coll);
    run.charge(orderingCost(elements.length, sizesOf(elements)));
    if (elements.length === 0) return null;
    for (const element of elements) if (!isComputable(expectNumber(run, element))) return run.fail('number-range');
    const order = sortedIndices(run, elements, false);
    const middle = order.length >> 1;
    const upper = elements[order[middle]!] as Decimal;
    if (order.length % 2 === 1) return upper;
    const sum = settle(run, arithmetic.add(elements[order[middle - 1]!] as Decimal, upper)) as Decimal;
    return settle(run, arithmetic.divide(sum, TWO));
  },
  'number?': (_run, x) => isNumber(x),
  'integer?': (_run, x) => isNumber(x) && arithmetic.isInteger(x),
};

/** What arithmetic adds where a higher-order builtin applies it. */
function payApplied(run: Application): void {
  if (run.isApplied) run.charge(PRICES.APPLIED_STEPS);
}

function payLong(run: Application, x: Decimal, y: Decimal): void {
  if (!isShortWhole(x) || !isShortWhole(y)) payApplied(run);
}

function payNothing(): void {}

/** Two at a time from the left; the types of a pair are checked when it is reached. `alone` stands before one argument, null: itself. */
function fold(
  operation: (x: Decimal, y: Decimal) => Outcome,
  alone: Decimal | null,
  pay: (run: Application, x: Decimal, y: Decimal) => void,
): Plain {
  return (run, ...args) => {
    if (args.length === 0) return alone;
    const operands = args.length === 1 ? [alone ?? args[0]!, args[0]!] : args;
    let result = operands[0]!;
    for (const operand of operands.slice(1)) {
      const [x, y] = [expectNumber(run, result), expectNumber(run, operand)];
      pay(run, x, y);
      result = settle(run, operation(x, y));
    }
    return result;
  };
}

function one(operation: (x: Decimal) => Outcome | boolean): Plain {
  return (run, x) => settle(run, operation(expectNumber(run, x)));
}

/** An operation on a number and 1. */
function byOne(operation: (x: Decimal) => Outcome): Plain {
  return (run, x) => {
    const number = expectNumber(run, x);
    payLong(run, number, ONE);
    return settle(run, operation(number));
  };
}

function two(operation: (x: Decimal, y: Decimal) => Outcome): Plain {
  return (run, ...args) => {
    const [x, y] = [expectNumber(run, args[0]!), expectNumber(run, args[1]!)];
    payLong(run, x, y);
    return settle(run, operation(x, y));
  };
}

function settle<T extends Decimal | boolean>(run: Application, outcome: T | ArithmeticFault): T {
  return typeof outcome === 'string' ? run.fail(outcome) : outcome;
}

function elementsPaid(run: Application, coll: Value): Vector {
  const elements = expectElements(run, coll);
  const isLong = elements.some((element) => isNumber(element) && !isShortWhole(element));
  run.charge(elements.length * (isLong ? PRICES.LONG_STEPS : 1));
  return elements;
}

function foldElements(
  run: Application,
  operation: (x: Decimal, y: Decimal) => Outcome,
  start: Decimal,
  elements: Vector,
): Decimal {
  let result = start;
  for (const element of elements) result = settle(run, operation(result, expectNumber(run, element)));
  return result;
}
