// Amounts: whether a number is a share or a sum, for a parameter that lists both.
// In: a leaf and the context. Out: readings. Why: "25 %" and "20 dollars" say by their unit which of the two they are, and nobody says
// "percentage" beside them.

import { splitIdentifier } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Reading, TextRule } from './rule.ts';

const SHARE = /^(?:percent|percentage|pct)$/u;
const SUM = /^(?:fixed|flat|absolute|amount|money|sum)$/u;

interface Kinds {
  readonly share: string;
  /** Null where there are several: which sum is meant no unit says. */
  readonly sum: string | null;
}

/** The listed value for a share, where there is one, and that for a sum, where values for sums stand beside it. */
export const kindsOf: (leaf: Leaf) => Kinds | null = perLeaf(({ enumValues }) => {
  const said = enumValues.filter((value) => typeof value === 'string');
  const having = (word: RegExp): string[] =>
    said.filter((value) => splitIdentifier(value).some((one) => word.test(one)));
  const [share, ...shares] = having(SHARE);
  const [sum, ...sums] = having(SUM).filter((value) => value !== share);
  if (share === undefined || sum === undefined || shares.length > 0) return null;
  return { share, sum: sums.length > 0 ? null : sum };
});

const PERCENT = /(?<=[\p{N}\p{L}]\s?)(?:%|\bper ?cent\b)/giu;
/** The sign before a sum, or its word behind. */
const MONEY = /[$€£¥](?=\s?\d)|(?<=\d\s?)(?:[€£]|\b(?:dollars?|euros?|pounds?|bucks|usd|eur|gbp)\b)/giu;

function matchKindOfAmount(leaf: Leaf, _at: number, { sources }: Context): Reading[] {
  const kinds = kindsOf(leaf);
  if (kinds === null) return [];
  return sources.flatMap((source): Reading[] => {
    const [share, ...shares] = matchesIn(source, PERCENT);
    const [sum, ...sums] = matchesIn(source, MONEY);
    const [match, value] = share === undefined ? [sum, kinds.sum] : [share, kinds.share];
    // "10 % off orders over 50 dollars": which of both is the amount, only the number's own words say.
    if (match === undefined || (share !== undefined && sum !== undefined) || shares.length + sums.length > 0) return [];
    const place = { source, start: match.index, end: match.index + match[0].length };
    return value === null ? [] : [{ value, by: 'unit', places: [place] }];
  });
}

export const AMOUNTS: readonly TextRule[] = [
  {
    name: 'kind-of-amount',
    reads: 'the unit of the one share or sum, for a parameter that lists one value for shares and one for sums',
    matches: matchKindOfAmount,
    types: ['string'],
    listed: true,
    strength: 2.3,
    firm: true,
    why: 'A number of percent is a share, and one of a currency a sum.',
    takes: { rebate_kind: { type: 'string', enum: ['percentage', 'fixed_amount'] } },
    case: ['Take 25% off the rent', 'percentage'],
    counterCase: 'Take 25% off rents over $400',
  },
];
