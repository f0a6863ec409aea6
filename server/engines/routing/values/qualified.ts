// Qualified: parameters whose names add a word to that of another.
// In: a leaf, a span and the context. Out: a number that `fit` adds to the strength of the evidence. Why: "the price" is that of `price`
// and not of `compare_at_price`; who means the other says what tells it apart.

import { isStopWord, stemOf } from '../text/words.ts';
import { remember } from '../tools/per-leaf.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { FROM, TO } from '../tools/want-words.ts';
import type { Context } from './context.ts';
import { wordsIn } from './context.ts';
import type { Span } from './spans/span.ts';

const UNSAID = -0.6;

/** Words that bound a value are said by "under", "at least", "until" and the like. */
const BOUNDING: ReadonlySet<string> = new Set(
  'min max minimum maximum least most lower upper limit above below over under after before since until'.split(' '),
);

/** For each leaf that has them: the stems that its name adds to the name of another leaf of its type. */
const addedIn: (tool: Tool) => ReadonlyMap<Leaf, readonly string[]> = remember(
  ({ leaves }: Tool) =>
    new Map(
      leaves.flatMap((leaf): [Leaf, readonly string[]][] => {
        const plain = leaves.find(
          (other) =>
            other !== leaf &&
            other.type === leaf.type &&
            other.nameWords.length < leaf.nameWords.length &&
            other.nameWords.every((word) => leaf.nameWords.includes(word)),
        );
        const added = leaf.nameWords.filter((word) => plain?.nameWords.includes(word) === false && !isStopWord(word));
        const isBound = added.some((word) => BOUNDING.has(word) || FROM.has(word) || TO.has(word));
        return plain === undefined || added.length === 0 || isBound ? [] : [[leaf, added.map(stemOf)]];
      }),
    ),
);

export function qualifiedScore(leaf: Leaf, span: Span, context: Context): number {
  const added = addedIn(context.tool).get(leaf);
  if (added === undefined || leaf.required) return 0;
  return wordsIn(span.source, context).some(({ stem }) => added.includes(stem)) ? 0 : UNSAID;
}
