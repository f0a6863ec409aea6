// Measured: currencies, languages and units for the parameters that take them, and which of two is converted into which.
// In: a leaf and the context. Out: candidates. Why: in "convert 100 USD to EUR" nothing but the order and the number says which
// is `from`: what has an amount in front is converted, what stands behind "to", "into" or "in" is wanted.

import { readScope, touches } from '../text/scope.ts';
import { splitIdentifier, stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Side } from '../tools/wants.ts';
import { sideOf } from '../tools/wants.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';
import { readMeasures } from './spans/measures.ts';
import type { Source } from './spans/span.ts';

/** One measure said for a leaf, before it is known which side it stands on. */
interface Said {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly by: string;
  readonly certain: boolean;
}

export function fitMeasured(leaf: Leaf, at: number, context: Context): Candidate[] {
  const want = context.wants[at];
  if (leaf.type !== 'string' || (want !== 'currency' && want !== 'language')) return [];
  const found = context.sources.flatMap((source): Said[] => {
    const scope = context.scopes.get(source) ?? readScope(source.text);
    return readMeasures(source, want)
      .filter(({ start, end }) => !touches(scope.negated, start, end) && !touches(scope.reported, start, end))
      .map(({ start, end, code, certain, isCode }) => {
        const text = source.text.slice(start, end);
        const coded = want === 'currency' || wantsCode(leaf);
        return {
          source,
          start,
          end,
          value: coded ? code : text,
          by: !coded || text === code ? 'exact' : isCode ? 'case' : `${want}-code`,
          certain,
        };
      });
  });
  const listed = leaf.enumValues.length === 0 ? found : found.filter(({ value }) => leaf.enumValues.includes(value));
  const wanted = sideOf(leaf);
  const current = listed.filter(({ source }) => source.age === 0);
  return listed.map((one) => {
    const side = sideIn(one, current);
    const named = isNamed(leaf, one);
    const fits =
      wanted === null
        ? side === 'to' || named
          ? 1
          : 0.2
        : side === null
          ? named
            ? 1
            : 0
          : side === wanted
            ? 1.2
            : -1.2;
    return {
      value: one.value,
      by: one.by,
      places: [{ source: one.source, start: one.start, end: one.end }],
      strength: 1.2 + fits - 0.3 * one.source.age,
      firm: one.certain && fits >= 1,
    };
  });
}

/** Which side of a conversion a measure stands on, by what is right before it, or by elimination when there are two. */
function sideIn(one: Said, all: readonly Said[]): Side {
  const own = sideBefore(one);
  if (own !== null || all.length !== 2) return own;
  const [other] = all.filter((said) => said !== one);
  const opposite = other === undefined ? null : sideBefore(other);
  return opposite === 'from' ? 'to' : opposite === 'to' ? 'from' : null;
}

function sideBefore({ source, start }: Said): Side {
  const lead = source.text.slice(Math.max(0, start - 24), start);
  if (/(?:\d|\b(?:one|a|hundred|thousand|million))\s?$/iu.test(lead) || /\bfrom\s+(?:the\s+)?$/iu.test(lead))
    return 'from';
  return /\b(?:to|into|in|how many)\s+(?:the\s+)?$/iu.test(lead) ? 'to' : null;
}

/** "In the currency EUR", "Dutch for the language": the parameter's own name stands beside it. */
function isNamed(leaf: Leaf, { source, start, end }: Said): boolean {
  const beside = [
    ...splitIdentifier(source.text.slice(Math.max(0, start - 24), start)).slice(-3),
    ...splitIdentifier(source.text.slice(end, end + 24)).slice(0, 3),
  ];
  return beside.some((word) => leaf.nameStems.includes(stemOf(word)));
}

function wantsCode(leaf: Leaf): boolean {
  return /\bISO 639|\blanguage code|\b(?:e\.g\.?,?|such as|like) ['"]?(?:en|fr|es|de)\b/iu.test(leaf.description);
}
