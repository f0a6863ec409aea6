// Reasons: why something is done, for a parameter that is called so.
// In: a leaf and the context. Out: readings. Why: "because" announces a text like a colon does, and only to such a parameter; elsewhere
// it begins a clause that changes nothing (`../../verdict/clauses.ts`).

import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import type { Reading, TextRule } from './rule.ts';
import { extentOf, isDenied, SEARCHED_MAX, takesReason, takesWords } from './texts.ts';

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

const BECAUSE = /\bbecause\s+(?:of\s+)?(?=\S)/giu;

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
];
