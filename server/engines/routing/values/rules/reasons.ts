// Reasons: why something is done, for a parameter that is called so.
// In: a leaf and the context. Out: readings. Why: "because" announces a text like a colon does, and only to such a parameter; elsewhere
// it begins a clause that changes nothing (`../../verdict/clauses.ts`).

import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Reading, TextRule } from './rule.ts';
import { extentOf, isDenied, SEARCHED_MAX, takesWords } from './texts.ts';

/** Why something is done, for a parameter that is called so; it ends the sentence. */
function matchBecause(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context) || !takesReason(leaf)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, BECAUSE, SEARCHED_MAX).flatMap((match): Reading[] => {
      const start = match.index + match[0].length;
      const end = extentOf(source, start, leaf, context);
      // What is asked, and what goes on behind a comma, may be more than the reason.
      const value = source.text.slice(start, end);
      if (/[?!,]/u.test(value) || source.text.slice(end).trim().length > 1 || isDenied(source, start, context))
        return [];
      return [{ value, places: [{ source, start: match.index, end }] }];
    }),
  );
}

/** "Reject it: too late": the one text that the tool still needs, behind a colon or a dash at the end. */
function matchBehindMark(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!leaf.required || !takesWords(leaf, context) || !takesReason(leaf)) return [];
  const needed = context.leaves.filter((one) => one.required && takesWords(one, context));
  if (needed.length > 1) return [];
  return context.sources.flatMap((source): Reading[] => {
    const [only, ...more] = matchesIn(source, MARK, SEARCHED_MAX);
    if (only === undefined || more.length > 0) return [];
    const start = only.index + only[0].length;
    const value = source.text.slice(start).replace(/[.!]?\s*$/u, '');
    const isTyped = context.spans.some((span) => span.source === source && span.start >= start && TYPED.has(span.kind));
    const isClause = /^\p{Ll}[^:;?!\n"“]* [^:;?!\n"“]*$/u.test(value) && !/[.!?]\s/u.test(value);
    return isClause && !isTyped && !isDenied(source, start, context)
      ? [{ value, places: [{ source, start: only.index, end: start + value.length }] }]
      : [];
  });
}

const MARK = /(?::| [-–—]) (?=\S)/gu;
const TYPED: ReadonlySet<string> = new Set(['email', 'url', 'path', 'id', 'quoted', 'name', 'number']);

const BECAUSE = /\bbecause\s+(?:of\s+)?(?=\S)/giu;

/** True for a parameter that is called after why something is done. */
export function takesReason({ nameWords }: Leaf): boolean {
  return nameWords.some((word) => REASONS.has(word));
}

const REASONS = new Set('reason cause justification explanation rationale'.split(' '));

export const REASON_RULES: readonly TextRule[] = [
  {
    name: 'because',
    reads: 'what stands behind "because", to the end of its sentence, for a parameter called reason',
    matches: matchBecause,
    types: ['string'],
    listed: false,
    evenDenied: true,
    strength: 2,
    firm: true,
    why: 'The word announces why; a parameter that is called so takes it in the words of who says it.',
    takes: { reason: { type: 'string' } },
    case: ['Close shelf 4 because the wall is damp', 'the wall is damp'],
    counterCase: 'Close shelf 4 because it is damp, then paint it',
  },
  {
    name: 'reason-behind-mark',
    reads: 'words in small letters behind the one colon or dash, to the end, for a required parameter called reason',
    matches: matchBehindMark,
    types: ['string'],
    listed: false,
    evenDenied: true,
    strength: 2,
    firm: true,
    why: 'A mark behind an order that is whole announces why, where the tool asks for that.',
    takes: { reason: { type: 'string' } },
    case: ['Close shelf 4: the wall is damp', 'the wall is damp'],
    counterCase: 'Close these: shelf 4 and shelf 5',
  },
];
