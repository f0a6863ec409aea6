// Ranges: a count or a size of which the text says where it lies. Infinity: it depends on data.

import { log2 } from '../steps.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

export const ZERO: Range = { min: 0, max: 0 };
export const UNIT: Range = { min: 1, max: 1 };
/** Any count. */
export const UNBOUNDED: Range = { min: 0, max: Infinity };

export function exactly(count: number): Range {
  return count === 0 ? ZERO : count === 1 ? UNIT : { min: count, max: count };
}

export function between(min: number, max: number): Range {
  return { min, max };
}

export function isExact({ min, max }: Range): boolean {
  return min === max;
}

export function plus(a: Range, b: Range): Range {
  return a === ZERO ? b : b === ZERO ? a : { min: a.min + b.min, max: a.max + b.max };
}

/** The product; nothing times whatever there is, is nothing. */
export function times(a: Range, b: Range): Range {
  return { min: product(a.min, b.min), max: product(a.max, b.max) };
}

export function smaller(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.min(a.max, b.max) };
}

/** Where a number lies that is in one range or in the other. */
export function hull(a: Range, b: Range): Range {
  return a === b ? a : { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** What a function that never falls makes of the numbers of a range. */
export function mapRange({ min, max }: Range, rising: (count: number) => number): Range {
  return min === max ? exactly(rising(min)) : { min: rising(min), max: rising(max) };
}

export function total(ranges: readonly Range[]): Range {
  return ranges.reduce(plus, ZERO);
}

function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

/** ⌈log2 n⌉ of a count that may depend on data. */
export function log2Of(count: Range): Range {
  return mapRange(count, (n) => (n === Infinity ? Infinity : log2(n)));
}
