// Whole: readings that are a part of another one.
// In: the readings of a parameter. Out: those that stand for themselves. Why: a text that is announced is read whole, a list of three is
// no list of two of them, and beside a code of letters a number counts something.

import type { Leaf } from '../tools/tools.ts';
import { isPerItem } from '../tools/tools.ts';
import { overlaps } from './assign.ts';
import type { Candidate } from './candidate.ts';

export function withoutParts(found: readonly Candidate[], leaf: Leaf): readonly Candidate[] {
  const announced = found.filter(({ rule, firm }) => firm && ANNOUNCED.has(rule));
  const hasCode = found.some(
    ({ rule, firm, value }) => rule === 'declared-pattern' && firm && typeof value === 'string' && /\p{L}/u.test(value),
  );
  const meant = found.filter(
    (one) => !announced.some((whole) => isInside(one, whole)) && !(hasCode && one.rule === 'number-as-code'),
  );
  return leaf.type === 'array' || isPerItem(leaf) ? meant.filter((one) => !isPartOf(one, meant)) : meant;
}

/** Rules that read a text whole: its parts are no other reading of it. */
const ANNOUNCED: ReadonlySet<string> = new Set([
  'declared-pattern',
  'called',
  'behind-colon',
  'set-to',
  'every-state',
  'joined-by-commas',
  'clause-of-name',
  'to-do',
  'put-on-list',
  'scheduled',
  'with-text',
  'answered-text',
  'address-part',
  'name-part',
]);

/** "Ulm and Graz" of "Ulm, Linz and Graz": some items of a list that is said are no other list. */
function isPartOf({ places }: Candidate, all: readonly Candidate[]): boolean {
  return all.some(
    (whole) =>
      whole.firm &&
      whole.places.length > places.length &&
      places.every((place) => whole.places.some((one) => overlaps(one, place))),
  );
}

function isInside({ places: [place, ...more] }: Candidate, { places }: Candidate): boolean {
  const [first, last] = [places[0], places.at(-1)];
  return (
    place !== undefined &&
    more.length === 0 &&
    first !== undefined &&
    last !== undefined &&
    place.source === first.source &&
    place.source === last.source &&
    place.start >= first.start &&
    place.end <= last.end &&
    place.end - place.start < last.end - first.start
  );
}
