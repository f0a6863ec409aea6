// Addresses: the parts of a postal address for parameters that take one part each.
// In: a leaf and the context. Out: readings. Why: an address is said in one breath, "14 Harbour Street, Bristol, BS1 4QA, GB", and a
// schema wants its street, city, code and country apart.

import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { shapeOf } from '../shapes.ts';
import type { AddressPart } from '../spans/addresses.ts';
import { readAddressParts } from '../spans/addresses.ts';
import { readCountriesIn } from '../spans/places.ts';
import type { Reading, TextRule } from './rule.ts';

/** Which part a parameter takes; null for any other. */
const addressPartOf: (leaf: Leaf) => AddressPart | null = perLeaf(readAddressPart);

function readAddressPart(leaf: Leaf): AddressPart | null {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0) return null;
  const name = leaf.nameWords.join(' ');
  if (/\b(?:street|line ?1|address ?1)\b|^line$|^address line(?: 1| one)?$/u.test(name)) return 'street';
  if (/\b(?:city|town|locality)\b/u.test(name)) return 'city';
  if (/\b(?:zip|zipcode|postcode|postal|plz)\b|^post code$/u.test(name)) return 'code';
  if (/\bcountry\b/u.test(name)) return 'country';
  return /\b(?:state|province|region)\b/u.test(name) ? 'state' : null;
}

function matchPart(leaf: Leaf, _at: number, context: Context): Reading[] {
  const part = addressPartOf(leaf);
  if (part === null) return [];
  // A tool that asks for the city alone takes it from a whole address as from any other text.
  const parts = context.leaves.filter((one) => isSibling(one, leaf)).map(addressPartOf);
  if (!parts.includes('street') || !(parts.includes('city') || parts.includes('code'))) return [];
  return context.sources.flatMap((source) =>
    readAddressParts(source).flatMap((address): Reading[] => {
      const place = address.find(({ kind }) => kind === part);
      if (place === undefined) return [];
      const text = source.text.slice(place.start, place.end);
      const code =
        part === 'country' && shapeOf(leaf.schema)?.matches(text) === false
          ? readCountriesIn(text)[0]?.code
          : undefined;
      return [
        {
          value: code ?? text,
          by: code === undefined ? 'exact' : 'country-code',
          places: [{ source, start: place.start, end: place.end }],
        },
      ];
    }),
  );
}

function isSibling(one: Leaf, other: Leaf): boolean {
  return one.path.length === other.path.length && one.path.slice(0, -1).every((name, at) => name === other.path[at]);
}

export const ADDRESSES: readonly TextRule[] = [
  {
    name: 'address-part',
    reads: 'street, city, postal code and country of one address',
    matches: matchPart,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'Each part has its place between the commas and its own form.',
    takes: { street: { type: 'string' }, city: { type: 'string' }, postal_code: { type: 'string' } },
    needs: ['street', 'city', 'postal_code'],
    case: ['Ship it to 7 Mill Lane, Leeds, LS2 9JT', '7 Mill Lane'],
    counterCase: 'Ship 7 boxes to Leeds',
  },
];
