// Counted: how many results are wanted.
// In: a leaf and the context. Out: readings. Why: "5 open deals" counts what the tool brings, and a parameter called `limit` is for
// nothing else; the number stands before the tool's own noun.

import { isMeasureWord } from '../../text/units.ts';
import { stemOf } from '../../text/words.ts';
import type { Leaf, Tool } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { wordsIn } from '../context.ts';
import type { Reading, TextRule } from './rule.ts';

const LIMITS: ReadonlySet<string> = new Set(['limit', 'count', 'top', 'size', 'n', 'results', 'max']);
const PAGES: ReadonlySet<string> = new Set([
  ...LIMITS,
  'per',
  'page',
  'number',
  'of',
  'items',
  'keys',
  'rows',
  'entries',
  'records',
]);
/** "5 open, unpaid invoices": so many words may stand between the number and what is counted. */
const REACH = 3;
/** What a description lists stands among its first words. */
const HEAD_WORDS = 3;

function matchCount(leaf: Leaf, _at: number, context: Context): Reading[] {
  const { tool } = context;
  if (
    (leaf.type !== 'integer' && leaf.type !== 'number') ||
    !leaf.nameWords.some((word) => LIMITS.has(word)) ||
    !leaf.nameWords.every((word) => PAGES.has(word))
  )
    return [];
  // What the list is of stands in its name, or in the first words of its description ("Top statements of …").
  const nouns = new Set(
    [
      ...tool.nameWords.filter((word) => !tool.actWords.has(word)),
      ...(tool.acting ? [] : tool.headlineWords.slice(0, HEAD_WORDS).filter((word) => /[^s]s$/u.test(word))),
    ].map(stemOf),
  );
  return context.numbers.flatMap((span): Reading[] => {
    const { text } = span.source;
    const lead = leadOf(text.slice(0, span.start), tool);
    const place = { source: span.source, start: span.start - lead, end: span.end };
    const value = { value: span.value, by: span.by, places: [place], more: lead > 0 ? 1 : 0 };
    // "100 per page", "50 a page".
    if (/^ (?:per|a|on a|to a) page\b/iu.test(text.slice(span.end, span.end + 12))) return [value];
    const words = wordsIn(span.source, context)
      .filter(({ start }) => start >= span.end)
      .slice(0, REACH);
    const last = words.find(({ stem, surface }) => nouns.has(stem) && surface.endsWith('s'));
    if (last === undefined || /[.,;!?]/u.test(text.slice(span.end, last.start))) return [];
    // "The last 20 days of orders" counts days, and "the oldest 20" are others than the first ones.
    if (
      words
        .slice(0, words.indexOf(last))
        .some(({ surface }) => isMeasureWord(surface) || /^(?:days?|weeks?|months?|years?|hours?)$/u.test(surface))
    )
      return [];
    if (OTHER_ONES.test(text.slice(Math.max(0, span.start - 12), span.start))) return [];
    return [value];
  });
}

/** The last ones of a list that says that it begins with the newest: such a word is a part of how many. */
function leadOf(before: string, { description }: Tool): number {
  const [lead = ''] = /\b(last|latest|newest|most recent) $/iu.exec(before) ?? [];
  return NEWEST_FIRST.test(description) ? lead.length : 0;
}

const OTHER_ONES = /\b(?:oldest|earliest|next|other|previous|more than|fewer than|less than) $/iu;
const NEWEST_FIRST = /\b(?:newest|latest|most recent(?:ly \p{L}+)?)(?: \p{L}+)? first\b|\breverse chronological\b/iu;

export const COUNTED: readonly TextRule[] = [
  {
    name: 'result-count',
    reads: 'the number before the tool’s own noun, for a parameter that limits results',
    matches: matchCount,
    types: ['integer', 'number'],
    strength: 2,
    firm: true,
    why: 'What is counted before the noun of a list is how many of it are wanted.',
    takes: { limit: { type: 'integer' } },
    needs: [],
    tool: ['list_shelves', 'List the shelves.'],
    case: ['Show me 5 empty shelves', 5],
    counterCase: 'Show me shelf 5',
  },
];
