// Possessive: names that end in one themselves.
// In: a reading of a parameter. Out: the same, with the possessive behind its name where nothing is possessed. Why: who says "at Maxie's"
// names the place so; "Maxie's menu" and "the tasks of Ann's" name Maxie and Ann.

import { functionClassOf } from '../text/function-words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { wantOf } from '../tools/wants.ts';
import type { Candidate } from './candidate.ts';

export function withPossessive(candidate: Candidate, leaf: Leaf): Candidate {
  const [place, ...more] = candidate.places;
  if (place === undefined || more.length > 0 || candidate.rule !== 'name' || !NAMED.has(wantOf(leaf))) return candidate;
  const { source, start, end } = place;
  const [possessive, next] = POSSESSIVE.exec(source.text.slice(end, end + REACH)) ?? [];
  if (possessive === undefined || candidate.value !== source.text.slice(start, end)) return candidate;
  if (next !== undefined && functionClassOf(next.toLowerCase()).kind === 'open') return candidate;
  const whole = { source, start, end: end + "'s".length };
  return { ...candidate, value: source.text.slice(start, whole.end), places: [whole] };
}

/** With the word that follows at once. */
const POSSESSIVE = /^['’]s(?: (\p{L}+)|(?![\p{L}\p{N}]))/u;
const REACH = 40;

/** Things and places; a person is called by the name alone. */
const NAMED: ReadonlySet<Want> = new Set<Want>(['title', 'other', 'place', 'platform']);
