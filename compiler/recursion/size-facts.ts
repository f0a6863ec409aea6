// Size facts: what the tests on the way to a place have shown of a function's parameters, for recursion/sizes.ts.
// In: facts, a parameter and what was just shown. Out: more facts. Old ones stay as they are: branches share them.
//
// Everything is said of parameters. A part that exists shows that the parameter it was read from holds something, and
// that is all the proof ever needs of a part.

import type { Decimal } from '../../grammar/decimal.ts';
import { compareDecimals } from '../../grammar/decimal.ts';

/** A number above (strict), or not below, a literal. */
interface Bound {
  readonly bound: Decimal;
  readonly strict: boolean;
}

export interface Known {
  /** Not nil. */
  readonly some: boolean;
  /** A collection or string that has something in it. */
  readonly nonEmpty: boolean;
  /** Not the empty string, whatever else it may be. */
  readonly nonEmptyText: boolean;
  readonly nonZero: boolean;
  /** The highest bound shown. */
  readonly above: Bound | null;
  /** Whole literals it differs from, ascending. */
  readonly differs: readonly bigint[];
}

/** The smallest are kept: a proof that counts down to a smaller number assumes less. */
const DIFFERS_MAX = 8;

/** Latest first; null knows nothing. A chain instead of a map, so that each of thousands of tests adds one link. */
export type Facts = { readonly param: number; readonly known: Known; readonly before: Facts } | null;

const UNKNOWN: Known = { some: false, nonEmpty: false, nonEmptyText: false, nonZero: false, above: null, differs: [] };

export function knownOf(facts: Facts, param: number): Known {
  for (let link = facts; link !== null; link = link.before) if (link.param === param) return link.known;
  return UNKNOWN;
}

export function withSome(facts: Facts, param: number): Facts {
  const known = knownOf(facts, param);
  return known.some ? facts : { param, known: { ...known, some: true }, before: facts };
}

export function withNonEmpty(facts: Facts, param: number): Facts {
  const known = knownOf(facts, param);
  return known.nonEmpty ? facts : { param, known: { ...known, some: true, nonEmpty: true }, before: facts };
}

export function withNonEmptyText(facts: Facts, param: number): Facts {
  return { param, known: { ...knownOf(facts, param), nonEmptyText: true }, before: facts };
}

export function withNonZero(facts: Facts, param: number): Facts {
  return { param, known: { ...knownOf(facts, param), nonZero: true }, before: facts };
}

export function withAbove(facts: Facts, param: number, bound: Bound): Facts {
  const known = knownOf(facts, param);
  const order = known.above === null ? 1 : compareDecimals(bound.bound, known.above.bound);
  const isHigher = order > 0 || (order === 0 && bound.strict);
  const above = isHigher ? bound : known.above;
  return { param, known: { ...known, above, nonZero: known.nonZero || isAboveZero(bound) }, before: facts };
}

export function withDiffers(facts: Facts, param: number, value: bigint): Facts {
  const known = knownOf(facts, param);
  const differs = [...known.differs.filter((other) => other !== value), value]
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, DIFFERS_MAX);
  return { param, known: { ...known, differs }, before: facts };
}

/** Whether what is so bounded is above 0. */
export function isAboveZero({ bound, strict }: Bound): boolean {
  return strict ? bound.coefficient >= 0n : bound.coefficient > 0n;
}

/** Whether a whole number of which this is known is above `constant`, or not below and another: so one less is not below. */
export function staysAbove({ above, differs }: Known, constant: bigint): boolean {
  if (differs.includes(constant)) return true;
  return (
    above !== null &&
    compareDecimals(above.bound, { coefficient: above.strict ? constant : constant + 1n, exponent: 0 }) >= 0
  );
}
