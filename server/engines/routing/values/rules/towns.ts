// Towns: a city with its region, both without capitals.
// In: a leaf and the context. Out: readings. Why: who chats writes "in lisbon, portugal", and the region is a part of what was said.

import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import { isCity, isRegionName } from '../spans/places.ts';
import type { Reading, TextRule } from './rule.ts';

/** Up to three words, a comma, and up to three more, where the clause ends. */
const CITY_AND_REGION =
  /\b(?:in|to|from|near|at|for) ((?:\p{Ll}+ ){0,2}\p{Ll}+), ?(\p{Ll}+(?: \p{Ll}+){0,2}?)(?= (?:on|in|at|for|from|to|with|tomorrow|today|tonight|now|please)\b|\s*(?:$|[.,;!?]))/gu;

function matchTown(leaf: Leaf, at: number, { sources, wants }: Context): Reading[] {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0 || wants[at] !== 'place') return [];
  return sources.flatMap((source) =>
    matchesIn(source, CITY_AND_REGION).flatMap(({ 0: all, 1: city = '', 2: region = '', index }): Reading[] => {
      if (!isCity(city) || !isRegionName(region)) return [];
      const end = index + all.length;
      const start = index + all.indexOf(`${city},`);
      return [{ value: source.text.slice(start, end), places: [{ source, start, end }] }];
    }),
  );
}

export const TOWNS: readonly TextRule[] = [
  {
    name: 'small-town-with-region',
    reads: 'a larger city and its country or state, both without capitals, behind a preposition',
    matches: matchTown,
    types: ['string'],
    listed: false,
    strength: 1.6,
    firm: true,
    why: 'People who chat write "in lisbon, portugal".',
    takes: { city: { type: 'string' } },
    case: ['Print the map in lisbon, portugal', 'lisbon, portugal'],
    counterCase: 'Print the map in lisbon, madrid',
  },
];
