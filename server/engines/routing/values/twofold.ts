// Twofold: places that leave open which of two things they say.
// In: a leaf, a span and the context. Out: whether the span is no firm value of the leaf. Why: the second of two addresses is another
// person to send to and no owner, "order 20" is one order and not twenty, and "merge 12 and 15" says of neither that it remains.

import { stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Context } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBefore } from './matches.ts';
import { mergesOnto } from './roles.ts';
import type { Span } from './spans/span.ts';

/** "To ann@mill.example and bob@mill.example", "“A” and “B”": joined to one of its kind before it. */
export function isSecond(span: Span, { spans }: Context): boolean {
  if (span.kind !== 'email' && span.kind !== 'quoted') return false;
  return spans.some(
    (one) =>
      one !== span &&
      one.kind === span.kind &&
      one.source === span.source &&
      one.end <= span.start &&
      JOINED.test(span.source.text.slice(one.end, span.start)),
  );
}

const JOINED = /^["'”’]?\s*(?:,|&|(?:,\s*)?and)\s*["'“‘]?$/iu;

/** "Order 20", "#20", "20 days", for how many are listed: the number is that of one thing, or of something else. */
export function isNumberOfThing({ nameWords, description }: Leaf, span: Span, { tool }: Context): boolean {
  if (tool.acting || !nameWords.some((word) => LIMITS.has(word))) return false;
  if (matchBefore(span, OTHER_ONES) !== null) return true;
  // What counts from the end takes no first ones.
  if (/\bfrom the end\b/iu.test(description) && matchBefore(span, FIRST) !== null) return true;
  const noun = matchBefore(span, NOUN)?.[1]?.toLowerCase();
  const isOne = noun !== undefined && tool.nameStems.includes(stemOf(noun)) && !/[^s]s$/u.test(noun);
  return isOne || /#$/u.test(span.source.text.slice(0, span.start)) || TIME.test(span.detail.unit ?? '');
}

const LIMITS: ReadonlySet<string> = new Set(['limit', 'count', 'top', 'size', 'results', 'max', 'tail', 'lines']);
const OTHER_ONES: Beside = {
  pattern: /\b(?:oldest|earliest|next|other|previous|more than|fewer than|less than) $/iu,
  reach: 16,
};
const FIRST: Beside = { pattern: /\bfirst $/iu, reach: 8 };
const NOUN: Beside = { pattern: /(\p{L}+) #?$/u, reach: 32 };
const TIME = /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/u;

/** A merge whose order says of neither that it remains. */
export function mergesBlind(leaf: Leaf, context: Context): boolean {
  return mergesOnto(leaf, context) && !context.sources.some(({ text }) => DIRECTED.test(text));
}

const DIRECTED = /\b(?:into|onto|to|with|keep|keeping|remains?|surviv\p{L}*|target|primary|main|source|duplicate)\b/iu;
