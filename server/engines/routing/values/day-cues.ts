// Day cues: which of several days and hours a parameter takes.
// In: a leaf, a place and the context. Out: numbers that `fit` adds to the strength of the evidence. Why: one day alone is that of the
// parameter which cannot do without, and "back on Friday" is said of the way back alone.

import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Place } from './candidate.ts';
import type { Context } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBefore } from './matches.ts';
import { LEAD } from './noun-cues.ts';
import type { Span } from './spans/span.ts';

/**
 * "For HEL on 12 July": one day alone is that of the parameter which cannot do without, unless the words speak of an end or of the way
 * back.
 */
export function loneDayScore(leaf: Leaf, at: number, span: Span, { spans, wants, leaves }: Context): number {
  const { moment, instant } = span.detail;
  if (span.kind !== 'date' || leaf.required || (moment === undefined && instant === undefined)) return 0;
  const needs = leaves.some((one, place) => one.required && one !== leaf && wants[place] === wants[at]);
  // Of an instant its day is a part.
  const isOther = (one: Span): boolean =>
    one.kind === 'date' && one.source.age === 0 && (instant === undefined || one.detail.instant !== undefined);
  const isLone = spans.every((one) => one === span || !isOther(one));
  return needs && isLone && !ENDS.test(span.source.text) ? LONE_DENIES : 0;
}

/** More than a word of the description adds: "the day of the return flight" beside every request for a flight. */
const LONE_DENIES = -0.8;
const ENDS =
  /\b(?:back|return\p{L}*|home|until|till?|through|by|end\p{L}*|leav\p{L}*|com(?:e|es|ing)|out|over|expir\p{L}*|due|before|latest)\b/iu;

/** "Back on Friday", "returning the 11th": the day or the hour of the way back, where a parameter is called after it. */
export function wayBackScore(leaf: Leaf, place: Place, { leaves, wants }: Context): number {
  if (!('kind' in place) || (place.kind !== 'date' && place.kind !== 'time') || !leaves.some(isWayBack)) return 0;
  if (matchBefore(place, WAY_BACK) === null) return 0;
  const want = wants[leaves.indexOf(leaf)];
  return want !== 'date' && want !== 'datetime' && want !== 'time' ? 0 : isWayBack(leaf) ? 0.9 : -1.2;
}

const isWayBack: (leaf: Leaf) => boolean = perLeaf(({ nameWords }) =>
  nameWords.some((word) => /^(?:return|returning|inbound|back)$/u.test(word)),
);
const WAY_BACK: Beside = {
  pattern: /\b(?:back|return(?:ing)?|home)(?:\s+(?:on|at))?\s+(?:the\s+)?$/iu,
  reach: LEAD,
  has: /back|return|home/iu,
};
