// Own: what a request says because the tool says it, and not as a value.
// In: a span and a tool. Out: whether the span repeats the tool's own words. Why: the "two" of a two-sample test and the
// "Water Level" of read_water_level are the tool's; taken for values they compete with what the user means.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { isActVerb } from '../text/verbs.ts';
import { splitIdentifier, stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { groupOf } from '../tools/wants.ts';
import { overlaps } from './assign.ts';
import { hasWordBehind } from './bits.ts';
import type { Candidate, Place } from './candidate.ts';
import type { Context } from './context.ts';
import { wordsIn } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBehind } from './matches.ts';
import type { Span } from './spans/span.ts';

/** "Two-sample": a number with the word behind it, as the tool's name or description has them. */
export function isOwnCount(span: Span, tool: Tool): boolean {
  const { text } = span.source;
  const [, next = ''] = matchBehind(span, NEXT_WORD) ?? [];
  if (next === '') return false;
  const said = ` ${text.slice(span.start, span.end)} ${next} `.toLowerCase();
  return (
    ` ${tool.nameWords.join(' ')} `.includes(said) ||
    ` ${tool.descriptionWords.join(' ')} `.includes(said) ||
    countsLeaves(span, stemOf(next.toLowerCase()), tool)
  );
}

const NEXT_WORD: Beside = { pattern: /^[ -](\p{L}+)/u, reach: 24 };

/** "Two numbers" before `number1` and `number2`: as many as there are parameters that say so and differ by a count only. */
function countsLeaves(span: Span, counted: string, tool: Tool): boolean {
  const groups = new Map<string, number>();
  for (const leaf of tool.leaves)
    if (leaf.nameStems.includes(counted) || leaf.descriptionStems.has(counted))
      groups.set(groupOf(leaf), (groups.get(groupOf(leaf)) ?? 0) + 1);
  return (
    span.value instanceof JsonNumber &&
    [...groups.values()].some((count) => count > 1 && String(count) === (span.value as JsonNumber).text)
  );
}

/** Every word of a name is one of the tool's name. */
export function isOwnName(span: Span, toolWords: ReadonlySet<string>): boolean {
  return (
    span.kind === 'name' &&
    splitIdentifier(span.source.text.slice(span.start, span.end)).every(
      (word) => toolWords.has(word) || toolWords.has(stemOf(word)),
    )
  );
}

/** "The guest status is new": words that are the name of another parameter say no `guest` of this one. */
export function opensName({ source, start, end }: Place, leaf: Leaf, context: Context): boolean {
  const words = wordsIn(source, context);
  const at = words.findIndex((word) => word.start === start);
  if (words[at]?.end !== end) return false;
  const stem = words[at]?.stem ?? '';
  // "Change the email of A-7 to …": the name of another parameter with its value behind it.
  const isLabel =
    LABELLING.test(words[at + 1]?.surface ?? '') &&
    /^(?:the|his|her|their|my|our|its)$/u.test(words[at - 1]?.surface ?? '');
  return (
    !leaf.nameStems.includes(stem) &&
    context.leaves.some(({ nameStems, nameWords }) => {
      if (isLabel && nameStems.length === 1 && nameStems[0] === stem) return true;
      const from = nameStems.indexOf(stem);
      const rest = from < 0 || nameWords.length < 2 ? [] : nameStems.slice(from);
      return (
        rest.length > 1 &&
        rest.every((one, step) => words[at + step]?.stem === one) &&
        /^[\s_-]+$/u.test(source.text.slice(end, words[at + 1]?.start))
      );
    })
  );
}

const LABELLING = /^(?:of|to|is|address)$/u;

/** "The current rounds" of a tool that lists rounds: before its noun the word says which of them. What acts makes a new one. */
export function saysWhich(value: Json, place: Place, { tool, toolStems }: Context): boolean {
  return (
    !tool.acting &&
    typeof value === 'string' &&
    TELLS_WHICH.has(value.toLowerCase()) &&
    hasWordBehind(place, (word) => toolStems.has(stemOf(word)) || tool.descriptionStems.includes(stemOf(word)))
  );
}

const TELLS_WHICH: ReadonlySet<string> = new Set(['current', 'new', 'standard', 'custom']);

/** The "de" of "ann@mill.de" is no word of the text. */
export function isInAddress(place: Place, { spans }: Context): boolean {
  return spans.some((span) => (span.kind === 'email' || span.kind === 'url') && overlaps(span, place));
}

/** "Open a ticket", "open an issue in …": the verb that orders something new, and no value of a parameter that lists `open`. */
export function isFreshVerb({ value, places: [place, ...more] }: Candidate, { enumValues }: Leaf): boolean {
  if (place === undefined || more.length > 0) return false;
  // "Add a note", of a parameter that lists what is done.
  if (enumValues.some((other) => other !== value && typeof other === 'string' && isActVerb(other.toLowerCase())))
    return false;
  const { source, start, end } = place;
  return (
    ORDERS.test(source.text.slice(0, start)) &&
    /^ (?:an?|another|new) (?=\p{L})/iu.test(source.text.slice(end, end + NEW_LENGTH))
  );
}

const NEW_LENGTH = ' another x'.length;
const ORDERS =
  /(?:^|[.!?;:]\s+|\b(?:and|then)\s+)(?:(?:please|pls|hi|hey|ok|now|just|kindly|(?:can|could|would|will) you|i(?:['’]d like| want| need) to|let['’]?s)[,\s]+)*$/iu;
