// Counted: how many results are wanted.
// In: a leaf and the context. Out: candidates. Why: "5 open deals" counts what the tool brings, and a parameter called `limit` is for
// nothing else; the number stands before the tool's own noun.

import { stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';

const LIMITS: ReadonlySet<string> = new Set(['limit', 'count', 'top', 'size', 'n', 'results', 'max']);
/** "5 open, unpaid invoices": so many words may stand between the number and what is counted. */
const REACH = 3;

export function fitCount(leaf: Leaf, tool: Tool, context: Context): Candidate[] {
  if (
    (leaf.type !== 'integer' && leaf.type !== 'number') ||
    !leaf.nameWords.some((word) => LIMITS.has(word)) ||
    !leaf.nameWords.every(
      (word) => LIMITS.has(word) || word === 'per' || word === 'page' || word === 'number' || word === 'of',
    )
  )
    return [];
  const nouns = new Set(tool.nameWords.filter((word) => !tool.actWords.has(word)).map(stemOf));
  return context.numbers.flatMap((span): Candidate[] => {
    if (span.detail.doubtful === true) return [];
    const words = (context.words.get(span.source) ?? []).filter(({ start }) => start >= span.end).slice(0, REACH);
    const at = words.findIndex(({ stem, surface }) => nouns.has(stem) && surface.endsWith('s'));
    const last = words[at];
    if (last === undefined || /[.,;!?]/u.test(span.source.text.slice(span.end, last.start))) return [];
    return [
      {
        value: span.value,
        by: span.by,
        places: [{ source: span.source, start: span.start, end: span.end }],
        strength: 2 - 0.3 * span.source.age,
        firm: true,
      },
    ];
  });
}
