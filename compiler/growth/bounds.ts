// Bounds: a lowest and a highest number of steps, while they are added up for growth/growth.ts.

import { type Range, ZERO } from './range.ts';

/** Bounds while they are added up; Infinity stands for "no such run" in min and for "depends on data" in max. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Nesting of work over data. */
  readonly degree: number;
  /** Only fuel bounds it. */
  readonly unbounded: boolean;
}

export const FREE: Bounds = { min: 0, max: 0, degree: 0, unbounded: false };
export const ONE: Bounds = { min: 1, max: 1, degree: 0, unbounded: false };
/** A path that ends in `recur`: the run finishes on another path. */
export const AGAIN: Bounds = { min: Infinity, max: Infinity, degree: 0, unbounded: true };

/** One after the other. */
export function then(a: Bounds, b: Bounds): Bounds {
  return {
    min: a.min + b.min,
    max: a.max + b.max,
    degree: Math.max(a.degree, b.degree),
    unbounded: a.unbounded || b.unbounded,
  };
}

/** One or the other. */
export function either(a: Bounds, b: Bounds): Bounds {
  return {
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    degree: Math.max(a.degree, b.degree),
    unbounded: a.unbounded || b.unbounded,
  };
}

export function steps(count: number): Bounds {
  return count === 0 ? FREE : { min: count, max: count, degree: 0, unbounded: false };
}

/** A price as far as it is known. Where that has no end, some data pays for it. */
export function priced(price: Range): Bounds {
  return price === ZERO
    ? FREE
    : { min: price.min, max: price.max, degree: price.max === Infinity ? 1 : 0, unbounded: false };
}
