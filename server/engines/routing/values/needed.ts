// Needed: a code, an e-mail address or an hour that a required parameter and an optional one could take.
// In: the candidates of a leaf and those of all others. Out: the candidates, weaker where a required one takes the same place.
// Why: parameters for things of one kind take values of one form (an employee and who stands in for him), and one value alone is that
// of the parameter which cannot do without.

import type { Leaf } from '../tools/tools.ts';
import { overlaps } from './assign.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';

/**
 * What a required parameter and an optional one of the same form could take alike is that of the required one: who says it for the other
 * names that.
 */
export function besideRequired(
  found: Candidate[],
  leaf: Leaf | undefined,
  all: readonly (readonly Candidate[])[],
  { leaves, wants }: Context,
): Candidate[] {
  if (leaf === undefined || leaf.required) return found;
  const pattern = leaf.schema.get('pattern');
  const want = wants[leaves.indexOf(leaf)];
  const isLike = (other: Leaf, at: number, own: Candidate, its: Candidate): boolean =>
    own.rule === 'declared-pattern'
      ? typeof pattern === 'string' && other.schema.get('pattern') === pattern
      : NAMES.has(own.rule) && its.rule === 'declared-pattern'
        ? true
        : isQuotation(own)
          ? isQuotation(its)
          : FORMED.has(own.rule) && own.rule === its.rule && wants[at] === want;
  return found.map((one) => {
    const firsts = leaves.flatMap((other, at) => {
      const [first] = all[at] ?? [];
      const isNeeded =
        other.required &&
        first !== undefined &&
        isLike(other, at, one, first) &&
        first.strength + (one.rule === 'declared-pattern' ? 2 * ALIKE : ALIKE) >= one.strength &&
        sharePlace(one, first) &&
        first.firm;
      return isNeeded ? [first.strength] : [];
    });
    return firsts.length === 0 ? one : { ...one, strength: Math.min(one.strength, ...firsts) - NEEDED_ELSEWHERE };
  });
}

const isQuotation = ({ rule }: Candidate): boolean => rule === 'quoted' || rule === 'quoted-text';

/** What a pattern claims is hardly a name besides. */
const NAMES: ReadonlySet<string> = new Set(['name', 'name-beside-name', 'code-as-name']);

/** Rules for values that show by their form what they are. */
const FORMED: ReadonlySet<string> = new Set(['email', 'instant', 'hour']);

function sharePlace(one: Candidate, other: Candidate): boolean {
  return one.places.some((place) => other.places.some((its) => overlaps(place, its)));
}

const NEEDED_ELSEWHERE = 0.6;
/** A word that both descriptions could hold tells no two parameters apart. */
const ALIKE = 0.25;
