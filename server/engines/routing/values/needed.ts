// Needed: a code that a required parameter and an optional one could take.
// In: the candidates of a leaf and those of all others. Out: the candidates, weaker where a required one takes the same code.
// Why: parameters for things of one kind have one pattern (an employee and who stands in for him), and one code alone is that of the
// parameter which cannot do without.

import type { Leaf } from '../tools/tools.ts';
import { overlaps } from './assign.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';

/**
 * A code that a required parameter and an optional one of the same pattern could take alike is that of the required one: who says it for
 * the other names that.
 */
export function besideRequired(
  found: Candidate[],
  leaf: Leaf | undefined,
  all: readonly (readonly Candidate[])[],
  { leaves }: Context,
): Candidate[] {
  const pattern = leaf?.schema.get('pattern');
  if (leaf === undefined || leaf.required || typeof pattern !== 'string') return found;
  const needed = leaves.flatMap((one, at) =>
    one.required && one.schema.get('pattern') === pattern ? (all[at] ?? []).slice(0, 1) : [],
  );
  return found.map((one) =>
    one.rule === 'declared-pattern' &&
    needed.some((other) => other.strength >= one.strength && sharePlace(one, other) && other.firm)
      ? { ...one, strength: one.strength - NEEDED_ELSEWHERE }
      : one,
  );
}

function sharePlace(one: Candidate, other: Candidate): boolean {
  return one.places.some((place) => other.places.some((its) => overlaps(place, its)));
}

const NEEDED_ELSEWHERE = 0.6;
