// Strays: values of something else than the parameter, by the words and the sentence that they stand in.
// In: a leaf, a span and the context. Out: yes or no. Why: what fits by its kind alone may be the number of another thing, or small talk.

import { functionClassOf } from '../text/function-words.ts';
import { isActVerb, verbClassOf } from '../text/verbs.ts';
import { stemOf, weightOf } from '../text/words.ts';
import { remember } from '../tools/per-leaf.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Context } from './context.ts';
import { wordsIn } from './context.ts';
import type { Span } from './spans/span.ts';

/**
 * "Crates 12 and 15": the second number is of what the first one is of, and no value of a parameter that does not say so. Behind a noun
 * in the singular it is where that is another parameter's: "crate 12 and 15".
 */
export function isOfAnother(leaf: Leaf, { source, start, detail }: Span, leaves: readonly Leaf[]): boolean {
  const noun = JOINED.exec(source.text.slice(Math.max(0, start - JOINED_LENGTH), start))?.[1]?.toLowerCase();
  if (noun === undefined) return false;
  const stem = stemOf(noun);
  if (leaf.nameStems.includes(stem) || leaf.descriptionStems.has(stem)) return false;
  const isPlural = /[^s]s$/u.test(noun);
  return isPlural || (detail.unit === undefined && leaves.some(({ nameStems }) => nameStems.includes(stem)));
}

/** "To shelf 4471", for a tool that knows no shelves: the number of something else. */
export function isOfUnknown({ source, start, end, detail }: Span, { known, tool }: Context): boolean {
  const { text } = source;
  if (detail.unit !== undefined || !/^\d+$/u.test(text.slice(start, end))) return false;
  const word = /(?:^|[^\p{L}\p{N}])(\p{L}{3,}) #?$/u.exec(text.slice(Math.max(0, start - NOUN_LENGTH), start))?.[1];
  if (word === undefined) return false;
  const noun = word.toLowerCase();
  const stem = stemOf(noun);
  return (
    weightOf({ surface: noun }) === 1 &&
    functionClassOf(noun).kind === 'open' &&
    verbClassOf(noun) === undefined &&
    !isActVerb(noun) &&
    !known.has(stem) &&
    !tool.acts.has(stem) &&
    !/(?:ing|ed|ly|er|est)$|^(?:mean|meant|said|made|told)$/u.test(noun)
  );
}

/** "Thanks for yesterday.": in a sentence of its own that says nothing of the tool, and nothing more of the same. */
export function isAside(span: Span, context: Context): boolean {
  return !context.answering && LOOSE.has(span.kind) && asidesOf(context).has(span);
}

/** All of them are found at once: a long text has many sentences, and each is asked about for each parameter. */
const asidesOf: (context: Context) => ReadonlySet<Span> = remember((context) => {
  const { known, sources, spans, tool } = context;
  const asides = new Set<Span>();
  for (const source of sources) {
    const ends = [...source.text.matchAll(SENTENCE_END)].map(({ index }) => index);
    if (ends.length === 0) continue;
    const telling = wordsIn(source, context).filter(
      (word) =>
        /^(?:it|them|this|that)$/u.test(word.surface) ||
        (weightOf(word) === 1 && (known.has(word.stem) || tool.acts.has(word.stem))),
    );
    for (const span of spans) {
      if (span.source !== source) continue;
      const from = ends.findLast((end) => end < span.start) ?? -1;
      const to = ends.find((end) => end >= span.end) ?? source.text.length;
      if (!telling.some(({ start, end }) => start > from && end <= to)) asides.add(span);
    }
  }
  return asides;
});

/** Kinds of values that small talk has, too. */
const LOOSE: ReadonlySet<string> = new Set(['date', 'time', 'number', 'name']);
const SENTENCE_END = /[.!?](?=\s)|\n/gu;
const NOUN_LENGTH = 40;
const JOINED_LENGTH = 48;
const JOINED = /(?<![\p{L}\p{N}])(\p{L}{3,}) #?\d[\d.]*(?:, #?\d[\d.]*)*(?:,? (?:and|or) |, )#?$/u;
