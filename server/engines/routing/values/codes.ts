// Codes: numbers by which something is called, told from numbers of things.
// In: a leaf, a span and the context. Out: whether the number can be such a code, or is the value from before. Why: digits fit any id, and
// in "send 30 euros 2 times" neither number is one; "12k" and "12a" hold digits and are no 12.

import { isCurrencyWord, isMeasureWord } from '../text/units.ts';
import { isStopWord, stemOf } from '../text/words.ts';
import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Context } from './context.ts';
import type { Span } from './spans/span.ts';

/** By its name, or because its description says whose number it is: "Number of the tank", and not "of tanks". */
export const isIdentifier: (leaf: Leaf) => boolean = perLeaf(
  ({ nameWords, description }) =>
    /^(?:id|number|no|key|code|ref|reference)$/u.test(nameWords.at(-1) ?? '') ||
    (!/[^s]s$/u.test(nameWords.at(-1) ?? '') && NUMBER_OF_ONE.test(description)),
);

const NUMBER_OF_ONE = /^(?:the )?(?:ids?|identifier|number|no\.|code) of (?:the|an?|one) (?!\p{L}+s\b)\p{L}/iu;

/** "12k", "12a", "-12", "1.2": digits are in it, and the whole is no number that something is called by. */
export function isNoCode({ source: { text }, start, end, by }: Span): boolean {
  return (
    /^(?:magnitude|percent|hemisphere)$/u.test(by) ||
    !/^\d+$/u.test(text.slice(start, end).replaceAll(/,(?=\d{3})/gu, '')) ||
    /^(?:[\p{L}%°]|[.,:/]\d)/u.test(text.slice(end, end + 2)) ||
    /[-−+–]$/u.test(text.slice(Math.max(0, start - 1), start))
  );
}

/**
 * Digits for a parameter that takes a code as a text. "2 times" and "30 euros" count; the 2 of "Savings 2" is a part of the name; and
 * where the parameter may stay away, its name has to be said.
 */
export function isCodeAlone(leaf: Leaf, span: Span, isPlaced: boolean, context: Context): boolean {
  const { tool } = context;
  const { unit, doubtful } = span.detail;
  if (unit !== undefined && (isMeasureWord(unit) || isCurrencyWord(unit) || COUNTING.test(unit))) return false;
  // "3 orders" for an `order_id`.
  if (unit !== undefined && /[^s]s$/u.test(unit) && leaf.nameStems.includes(stemOf(unit))) return false;
  const { text } = span.source;
  const before = /(\p{L}+) #?$/u.exec(text.slice(Math.max(0, span.start - NAME_LENGTH), span.start))?.[1] ?? '';
  const stem = stemOf(before.toLowerCase());
  const isOwn = leaf.nameStems.includes(stem) || (tool.nameStems.includes(stem) && !tool.acts.has(stem));
  if (doubtful === true) return isOwn;
  const isNamed = isPlaced || isOwn || leaf.descriptionStems.has(stem) || isThingOf(stem, tool);
  return leaf.required || isNamed || (before !== '' && !isStopWord(before.toLowerCase()) && isOnlyTaker(leaf, context));
}

/** No other parameter of the tool takes a number or a code. */
function isOnlyTaker(leaf: Leaf, { leaves, wants }: Context): boolean {
  return leaves.every(
    (one, at) => one === leaf || (one.type !== 'number' && one.type !== 'integer' && wants[at] !== 'id'),
  );
}

/** "Employee 12", for a tool whose description speaks of employees. */
function isThingOf(stem: string, { acts, descriptionStems }: Tool): boolean {
  return descriptionStems.includes(stem) && !acts.has(stem);
}

const COUNTING = /^(?:times?|x)$/u;
const NAME_LENGTH = 32;

/** "It was 12": how much there was, for a tool that changes how much there is. */
export function isFormer({ source: { text }, start, end }: Span, { tool }: Context): boolean {
  if (!tool.acting || !CHANGES.some((act) => tool.actWords.has(act))) return false;
  return (
    FORMER.test(text.slice(Math.max(0, start - FORMER_REACH), start)) ||
    /^(?: [\p{L}%]+)? (?:before|previously|until now|so far|originally)\s*(?:$|[.,;!?)])/iu.test(
      text.slice(end, end + FORMER_REACH),
    )
  );
}

const CHANGES = [
  'set',
  'update',
  'change',
  'modify',
  'edit',
  'adjust',
  'raise',
  'lower',
  'increase',
  'decrease',
  'reduce',
];
const FORMER =
  /\b(?:was|were|had|has been|have been|had been|used to be|is currently|currently|formerly|previously|originally|until now|so far)(?: (?:at|set to|only|still|about))? ?[$€£¥₹]?$/iu;
const FORMER_REACH = 32;
