// Earlier: values that a call would take from turns before the last, and whether the last turn means them.
// In: a conversation and a filled tool. Out: the arguments that must be asked for, and whether the call only repeats one that was made.
// Why: what was said for one order is not said for the next. "Transfer 20" after 50 went to Ann names nobody, "stop" is no second
// order to cancel, and who corrected a value does not mean the one that was wrong. Who says "it", "too" or "the booking" means what
// was spoken of.

import { keyOf } from '../../../schema/amounts.ts';
import type { Conversation } from '../conversation.ts';
import { refersBack } from '../text/anaphors.ts';
import { readWords } from '../text/words.ts';
import type { Tool } from '../tools/tools.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import { readEnumChoices } from '../values/spans/choices.ts';
import type { Source } from '../values/spans/span.ts';
import { isCorrecting } from './correction.ts';
import { readOwnQuestion } from './question.ts';

/**
 * Arguments whose values nobody said for this call, or that the call before had and this one would lose. `isNew`: the last turn orders the
 * act itself, and the turn that we asked about did not.
 */
export function findUnmeant(conversation: Conversation, { tool, sent }: Filled, isNew: boolean): string[] {
  const { turns, question } = conversation;
  // What we asked about another tool was no question about this one.
  const asked = question === null ? null : readOwnQuestion(question);
  // Who narrows a search further does not take back how it was narrowed before.
  if (completesOrder(conversation, tool) && !isNew && (asked === null || asked.tool === tool.name))
    return tool.acting ? [] : lostOf(conversation, tool, sent);
  const [current = [], ...before] = turns;
  const earlier = sent.filter(({ assigned }) => {
    const places = assigned?.candidate.places ?? [];
    // Results of tools stand in no turn: they were said for this call.
    return (
      places.length > 0 && places.every(({ source }) => source.age > 0 && turns[source.age]?.includes(source) === true)
    );
  });
  if (earlier.length === 0) return [];
  // What we did not understand there may say more of these values.
  if (conversation.isDoubted === true) return earlier.map(({ leaf }) => leaf.argument);
  // A turn behind a value corrects something; nobody says that it was not this.
  const corrected = before.findIndex(isCorrecting) + 1;
  const isCorrected = (slot: Slot): boolean => corrected > 0 && corrected < ageOf(slot);
  const isMeant = current.some(({ text }) => meansEarlier(text, tool));
  const unmeant = earlier.filter((slot) => isCorrected(slot) || (tool.acting && !isMeant));
  return [...unmeant.map(({ leaf }) => leaf.argument), ...lostOf(conversation, tool, sent)];
}

/**
 * "As an audiobook?" behind "Do you have “Piranesi”?", to which we said that nothing fits: who goes on with a fragment means what was said
 * before, and that was not understood.
 */
export function findUnheard({ isRefused, turns }: Conversation, { sent }: Filled, orders: readonly Place[]): string[] {
  const [current = []] = turns;
  return isRefused === true && orders.length === 0 && current.every(({ text }) => FRAGMENT.test(text))
    ? sent.map(({ leaf }) => leaf.argument)
    : [];
}

const FRAGMENT = /^\W*(?:and|or|but|as|in|on|with|without|from|by|for|also|only|just|what about|how about)\b/iu;

/**
 * Arguments that an earlier answer to one of our questions may be about, of which nothing is sent: "make it urgent" where the name of
 * the ticket was asked for, "srv-5 only if srv-4 is down". Who only hesitates ("let me see") says nothing that is lost.
 */
export function findUntaken({ answers }: Conversation, { tool, sent }: Filled): string[] {
  const isTaken = (source: Source): boolean =>
    sent.some(({ assigned }) => assigned?.candidate.places.some((place) => place.source === source) === true);
  const left = [...(answers?.keys() ?? [])].filter((source) => !isTaken(source));
  if (left.length === 0) return [];
  const spoken = tool.leaves.filter((leaf) =>
    left.some(
      (source) =>
        readEnumChoices(leaf, source).length > 0 ||
        readWords(source.text).some(({ surface }) => leaf.nameWords.includes(surface)),
    ),
  );
  const asked = left.filter(({ text }) => QUALIFIES.test(text)).flatMap((source) => [...(answers?.get(source) ?? [])]);
  return [...new Set([...spoken.map(({ argument }) => argument), ...asked])];
}

/** A number, or a condition, an exception or a hold. */
const QUALIFIES = /\d|\b(?:if|only|unless|except|but|until|before|after|wait|instead|not|never)\b/iu;

/** The same tool was called with the same arguments, and the last turn says none of them and no "again". */
export function repeatsCall(conversation: Conversation, filled: Filled): boolean {
  const { tool, sent } = filled;
  if (!tool.acting || completesOrder(conversation, tool) || sent.some((slot) => ageOf(slot) === 0)) return false;
  const [current = []] = conversation.turns;
  return (
    !current.some(({ text }) => AGAIN.test(text)) &&
    (conversation.made ?? []).some(
      ({ name, arguments: given }) => name === tool.name && keyOf(given) === keyOf(filled.arguments),
    )
  );
}

/**
 * The last turn answers a question about the order in the turn before it. Where that order led to a call, of this tool or of any when
 * none is given, only a question of ours is still about it.
 */
export function completesOrder({ question, picked, made, isOver }: Conversation, tool?: Tool): boolean {
  if (picked !== undefined) return true;
  if (question === null) return false;
  // We name tools in backticks.
  if (readOwnQuestion(question) !== null || question.includes('`')) return true;
  const isDone = isOver === true && (tool === undefined || made?.some(({ name }) => name === tool.name) === true);
  return !isDone;
}

/** In which turn a value was said, from 0 for the last. */
function ageOf({ assigned }: Slot): number {
  const ages = (assigned?.candidate.places ?? []).map(({ source }) => source.age);
  return ages.length === 0 ? 0 : Math.min(...ages);
}

/** What the last call of this tool had, and this one would not. */
function lostOf({ made = [] }: Conversation, tool: Tool, sent: readonly Slot[]): string[] {
  const before = made.findLast(({ name }) => name === tool.name)?.arguments;
  if (!(before instanceof Map)) return [];
  return [...before.keys()].filter(
    (name) => tool.leaves.some((leaf) => leaf.argument === name) && !sent.some(({ leaf }) => leaf.argument === name),
  );
}

/** "Cancel it", "cancel the booking", "cancel this booking": the thing that was spoken of. */
function meansEarlier(text: string, { nameWords }: Tool): boolean {
  const words = readWords(text);
  return (
    refersBack(text) ||
    words.some(
      ({ surface }, at) => OF_IT.has(words[at - 1]?.surface ?? '') && nameWords.includes(surface.replace(/s$/u, '')),
    )
  );
}

/** Before the tool's own noun: "cancel the booking". */
const OF_IT: ReadonlySet<string> = new Set(['the', 'my', 'our', 'your', 'this', 'that', 'these', 'those']);
const AGAIN = /\b(?:again|once more|another|repeat|one more|same)\b/iu;
