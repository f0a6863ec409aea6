// Number builtins: type checks and folds around arithmetic.ts, which holds the meaning.

import { PRICES } from '../../../compiler/prices.ts';
import { ROUNDING_MODES } from '../../../compiler/rounding.ts';
import type { Decimal } from '../../../grammar/decimal.ts';
import { compareDecimals, decimal, isComputable } from '../../../grammar/decimal.ts';
import type { ArithmeticFault, Outcome } from '../arithmetic.ts';
import * as arithmetic from '../arithmetic.ts';
import { equal, sortedIndices } from '../compare.ts';
import { deviation, spanOf } from '../deviation.ts';
import { expectElements, expectNumber, expectText, isShortWhole, isWhole, wholeOf } from '../expect.ts';
import type { Application } from '../machine.ts';
import * as series from '../series.ts';
import type { Value, Vector } from '../value.ts';
import { isNumber, orderingCost, sizesOf } from '../value.ts';
import type { Plain, PlainTable } from './family.ts';
import { expectShallow } from './family.ts';

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
    const root = arithmetic.squareRoot(number);
    if (typeof root !== 'string') return root;
    return isComputable(number) ? failBeyond(run, number, NOT_NEGATIVE) : failOf(run, root, number);
  },
  'even?': one(arithmetic.isEven),
  'odd?': one(arithmetic.isOdd),
  'zero?': one(arithmetic.isZero),
  'pos?': one(arithmetic.isPositive),
  'neg?': one(arithmetic.isNegative),
  quot: two(arithmetic.quotient),
  rem: two(arithmetic.remainder),
  mod: two(arithmetic.modulo),
  round: (run, x, places = ZERO, mode = 'half-even') => {
    const result = arithmetic.round(expectNumber(run, x), expectNumber(run, places), expectText(run, mode));
    return typeof result === 'string' ? failRounding(run, result, x, places, mode) : result;
  },
  fixed: (run, x, places, mode = 'half-even') => {
    const result = arithmetic.fixed(expectNumber(run, x), expectNumber(run, places), expectText(run, mode));
    if (typeof result === 'string') return failRounding(run, result, x, places, mode);
    run.charge(Math.floor(result.text.length / PRICES.MADE_BYTES));
    return result.text;
  },
  pow: (run, x, exponent) => {
    const base = expectNumber(run, x);
    const times = expectNumber(run, exponent);
    run.charge(arithmetic.powerSurcharge(times));
    const result = series.power(base, times);
    if (typeof result !== 'string') return result;
    if (result === 'number-range' && isComputable(base) && isComputable(times)) {
      if (compareDecimals(absoluteOf(times), POWER_END) >= 0) return failBeyond(run, times, POWERS);
      if (base.coefficient < 0n && !arithmetic.isInteger(times)) return failBeyond(run, base, NOT_NEGATIVE);
    }
    return failOf(run, result, base, times);
  },
  exp: (run, x) => transcendent(run, x, series.exponential, null),
  ln: (run, x) => transcendent(run, x, series.naturalLogarithm, POSITIVE),
  log10: (run, x) => transcendent(run, x, series.decimalLogarithm, POSITIVE),
  sum: (run, coll) => foldElements(run, arithmetic.add, ZERO, elementsPaid(run, coll)),
  product: (run, coll) => foldElements(run, arithmetic.multiply, ONE, elementsPaid(run, coll)),
  mean: (run, coll) => {
    const elements = elementsPaid(run, coll);
    if (elements.length === 0) return null;
    const sum = foldElements(run, arithmetic.add, ZERO, elements);
    const count = decimal(BigInt(elements.length));
    return settle(run, arithmetic.divide(sum, count), sum, count);
  },
  median: (run, coll) => {
    const elements = expectElements(run, coll);
    run.charge(orderingCost(elements.length, sizesOf(elements)));
    if (elements.length === 0) return null;
    for (const element of elements)
      if (!isComputable(expectNumber(run, element))) return failOf(run, 'number-range', element);
    const order = sortedIndices(run, elements, false);
    const middle = order.length >> 1;
    const upper = elements[order[middle]!] as Decimal;
    if (order.length % 2 === 1) return upper;
    const lower = elements[order[middle - 1]!] as Decimal;
    const sum = settle(run, arithmetic.add(lower, upper), lower, upper) as Decimal;
    return settle(run, arithmetic.divide(sum, TWO), sum, TWO);
  },
  stddev: (run, coll) => {
    const elements = expectElements(run, coll);
    run.charge(PRICES.DEVIATION_STEPS * elements.length);
    for (const element of elements)
      if (!isComputable(expectNumber(run, element))) return failOf(run, 'number-range', element);
    const numbers = elements as Decimal[];
    const [lowest, end] = spanOf(numbers);
    run.charge(Math.ceil((end - lowest) / PRICES.DEVIATION_DIGITS) ** 2);
    return numbers.length < 2 ? null : settle(run, deviation(numbers), ...numbers.slice(0, 2));
  },
  mode: (run, coll) => {
    const elements = expectElements(run, coll);
    expectShallow(run, elements);
    run.charge(orderingCost(elements.length, sizesOf(elements)));
    const runs: Value[][] = [];
    for (const at of sortedIndices(run, elements, false)) {
      const last = runs.at(-1);
      if (last !== undefined && equal(last[0]!, elements[at]!)) last.push(elements[at]!);
      else runs.push([elements[at]!]);
    }
    const longest = Math.max(...runs.map(({ length }) => length));
    return runs.filter(({ length }) => length === longest).map(([first]) => first!);
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
      result = settle(run, operation(x, y), x, y);
    }
    return result;
  };
}

function one(operation: (x: Decimal) => Outcome | boolean): Plain {
  return (run, x) => settle(run, operation(expectNumber(run, x)), x);
}

/** An operation on a number and 1. */
function byOne(operation: (x: Decimal) => Outcome): Plain {
  return (run, x) => {
    const number = expectNumber(run, x);
    payLong(run, number, ONE);
    return settle(run, operation(number), number);
  };
}

function two(operation: (x: Decimal, y: Decimal) => Outcome): Plain {
  return (run, ...args) => {
    const [x, y] = [expectNumber(run, args[0]!), expectNumber(run, args[1]!)];
    payLong(run, x, y);
    return settle(run, operation(x, y), x, y);
  };
}

function settle<T extends Decimal | boolean>(run: Application, outcome: T | ArithmeticFault, ...operands: Value[]): T {
  return typeof outcome === 'string' ? failOf(run, outcome, ...operands) : outcome;
}

/** `wanted`: what alone has a result. */
function transcendent(run: Application, x: Value, operation: (x: Decimal) => Outcome, wanted: string | null): Decimal {
  const number = expectNumber(run, x);
  if (!isComputable(number)) return failOf(run, 'number-range', number);
  run.charge(PRICES.SERIES_STEPS);
  const result = operation(number);
  if (typeof result !== 'string') return result;
  return wanted === null ? failOf(run, result, number) : failBeyond(run, number, wanted);
}

function absoluteOf(x: Decimal): Decimal {
  return decimal(x.coefficient < 0n ? -x.coefficient : x.coefficient, x.exponent);
}

function failOf(run: Application, fault: ArithmeticFault, ...operands: Value[]): never {
  // Of one number only its being no whole one is a matter of type.
  if (fault === 'type') return run.reject(operands[0]!, 'a whole number');
  return run.fail(fault, null, { kind: 'operands', operands });
}

/** In the order in which `round` and `fixed` look at them. */
function failRounding(run: Application, fault: ArithmeticFault, x: Value, places: Value, mode: Value): never {
  if (fault !== 'type')
    return Math.abs(wholeOf(places as Decimal)) > arithmetic.PLACES_MAX && isComputable(x as Decimal)
      ? failBeyond(run, places, PLACES)
      : failOf(run, fault, x, places);
  return isWhole(places) ? run.reject(mode, MODES) : run.reject(places, 'a whole number');
}

/** Of a number that is not computed with for where it lies. */
function failBeyond(run: Application, value: Value, wanted: string): never {
  return run.fail('number-range', null, { kind: 'value', value, wanted });
}

const NOT_NEGATIVE = 'a number from 0';
const POSITIVE = 'a number above 0';
const POWER_END = decimal(BigInt(arithmetic.POWER_MAX + 1));
const POWERS = `an exponent from -${arithmetic.POWER_MAX} to ${arithmetic.POWER_MAX}`;
const PLACES = `places from -${arithmetic.PLACES_MAX} to ${arithmetic.PLACES_MAX}`;
const MODES = `one of ${ROUNDING_MODES.map((mode) => `:${mode}`).join(' ')}`;

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
  for (const element of elements) {
    const number = expectNumber(run, element);
    result = settle(run, operation(result, number), result, number);
  }
  return result;
}
