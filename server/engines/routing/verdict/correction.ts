// Correction: a last turn that changes one value of what was asked before.
// In: the last turn, and the tool that the turns before it led to, filled. Out: the tool with that one value in place of the old, or null.
// Why: "no, Rome" after a call for Oslo is a whole request to a person. It is one here when a single argument changes, kind for kind,
// and every word is either its value or says that something is corrected.

import { JsonNumber } from '../../../../grammar/json.ts';
import type { Budget } from '../../../schema/check.ts';
import { verbClassOf } from '../text/verbs.ts';
import { readWords } from '../text/words.ts';
import { overlaps } from '../values/assign.ts';
import { valueKey } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import { fillTool, replaceSlot } from '../values/fill.ts';
import type { Source, Span } from '../values/spans/span.ts';
import { accountOf } from './account.ts';

/** True for a turn that may be one: most are not, and need not be read twice. */
export function isCorrection(turn: readonly Source[]): boolean {
  const [source] = turn;
  return (
    source !== undefined &&
    turn.length === 1 &&
    source.text.length <= LENGTH_MAX &&
    (CORRECTS.test(source.text) || ASKS_ON.test(source.text) || isFragment(source))
  );
}

/** "In Celsius, please": a few words without an act say only what is other than before. A bare number says not even what it is of. */
function isFragment({ text }: Source): boolean {
  if (text.length > FRAGMENT_LENGTH_MAX || !/\p{L}/u.test(text)) return false;
  const words = readWords(text);
  return words.length <= FRAGMENT_WORDS_MAX && !words.some(({ surface }) => verbClassOf(surface) !== undefined);
}

/** True for a turn that takes back what a turn before it said. */
export function isCorrecting(turn: readonly Source[]): boolean {
  return turn.some(({ text }) => CORRECTS.test(text));
}

export function readCorrection(
  turn: readonly Source[],
  spans: readonly Span[],
  before: Filled,
  budget: Budget,
): Filled | null {
  const [source] = turn;
  if (source === undefined) return null;
  const corrects = CORRECTS.test(source.text);
  // "And in Rome?" asks for one more; of what changes the world, one more is a new order.
  if (!corrects && before.tool.acting) return null;
  // "No, 7" behind a room and an hour: which of them, nobody said.
  if (isBareNumber(source) && before.sent.filter(isOfDigits).length > 1) return null;
  const alone = fillTool(before.tool, spans, turn, null, budget);
  const [slot, ...more] = alone.sent;
  const old = before.sent.find(({ leaf }) => leaf === slot?.leaf);
  if (slot?.assigned === null || slot?.assigned === undefined || more.length > 0) return null;
  // "What about tomorrow?" may add a value; a correction needs a value to replace.
  if (old === undefined && (corrects || slot.leaf.required)) return null;
  if (
    typeof slot.assigned.candidate.value === 'boolean' ||
    (old?.assigned != null && valueKey(slot.assigned.candidate.value) === valueKey(old.assigned.candidate.value)) ||
    !slot.sure
  )
    return null;
  const { used } = accountOf(alone);
  const isSaid = readWords(source.text).every(
    (word, at, words) =>
      used.some((place) => overlaps(place, { source, ...word })) ||
      ALLOWED.has(word.surface) ||
      // "What about five?" asks on; "about five" is another amount.
      (word.surface === 'about' && /^(?:what|how)$/u.test(words[at - 1]?.surface ?? '')) ||
      slot.leaf.nameWords.includes(word.surface),
  );
  return isSaid ? replaceSlot(before, slot, budget) : null;
}

/** Nothing but one number, beside the words of a correction. */
function isBareNumber({ text }: Source): boolean {
  const words = readWords(text);
  const numbers = words.filter(({ surface }) => /^\p{N}/u.test(surface));
  return numbers.length === 1 && words.every((word) => numbers.includes(word) || ALLOWED.has(word.surface));
}

/** A number, or a text that begins with one, as hours and days do. */
function isOfDigits({ assigned }: Slot): boolean {
  const value = assigned?.candidate.value;
  return value instanceof JsonNumber || (typeof value === 'string' && /^\p{N}/u.test(value));
}

/** A correction is short: longer turns are not read as one. */
const LENGTH_MAX = 120;
const FRAGMENT_LENGTH_MAX = 60;
const FRAGMENT_WORDS_MAX = 6;
const CORRECTS =
  /^[\s"']*(?:no|nope|sorry|wait|actually|oops|correction|make (?:it|that)|i (?:actually )?meant?|rather)\b(?!\s+(?:thanks|thank|problem|worries|need|one|more))|\bi (?:actually )?mean(?:t)?\b/iu;
const ASKS_ON = /^[\s"']*(?:and|what about|how about|and what about)\b[^.!;]*\??\s*$/iu;
const ALLOWED: ReadonlySet<string> = new Set(
  "no nope sorry wait actually oops correction i meant mean make it that it's instead rather please and what how the a an to in on for at of from by is was should be enough not then thanks my one ones"
    .split(' ')
    .filter((word) => word !== 'not'),
);
