// Reply: what a turn that answers a question means for a tool that acts.
// In: a conversation, the tool that leads, and the places of its arguments. Out: how the answer speaks of it; whether it declines.
// Why: an answer need not repeat the order ("Which order?" "ORD-5"), so the order must stand in the turn that it completes, or be the
// very thing that was asked ("Should I refund it?" "Yes"). "Wait" is no yes, and what the answer adds must be carried like the rest.

import type { Conversation } from '../conversation.ts';
import { functionClassOf } from '../text/function-words.ts';
import { readWords } from '../text/words.ts';
import type { Tool } from '../tools/tools.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import { findChanges } from './changes.ts';
import { readAnswer } from './order.ts';
import type { Reading } from './posed.ts';
import { readPosed, saysAct, silent } from './posed.ts';
import type { Account } from './sentences.ts';

export function readReply({ turns, question, picked }: Conversation, account: Account): Reading {
  const [current = [], before] = turns;
  const isYes = current.some(({ text }) => AFFIRMS.test(text) && !CLOSES.test(text));
  const wasAsked =
    question !== null && (question.includes(`\`${account.tool.name}\``) || saysAct(question, account.tool));
  const loose = picked === undefined ? readAnswer(current.map(withoutYes), account) : [];
  if (before === undefined) return { ...silent('order'), loose };
  // "Is it unlocked?" asks how things are: an "ok" to whatever we made of that takes note and orders nothing.
  if (before.every(({ text }) => ASKS_STATE.test(text)) && current.every(({ text }) => NOTES.test(text)))
    return silent('report');
  const earlier = readPosed(before, account);
  // Picking a tool is not a "yes": the order itself is in the turn before.
  if (picked !== undefined) return earlier;
  // "Enable it in dev." "Should I enable it in dev?" "Yes": what was asked is what was ordered.
  const isRepeated =
    earlier.posed === 'order' &&
    account.used.length > 0 &&
    account.used.every(({ source, start, end }) => question?.includes(source.text.slice(start, end)) === true);
  // A yes makes an order of a report; what the report says beside it must be carried all the same.
  const unsaid = earlier.posed === 'report' ? [...findChanges(before, account), ...whenOf(before, account)] : [];
  if (isYes && (wasAsked || isRepeated))
    return { ...earlier, posed: 'order', loose: [...loose, ...earlier.loose, ...unsaid] };
  if (!isYes && !account.used.some(({ source }) => current.includes(source))) return silent('report');
  return { ...earlier, loose: [...loose, ...earlier.loose] };
}

/**
 * The tool that an answer picks where we asked which: it says the name, or words of the name that no other of them has, and nothing
 * else. null when it picks none, or two.
 */
export function pickTool(current: readonly Source[], tools: readonly Tool[]): Tool | null {
  const text = current
    .map((source) => source.text)
    .join(' ')
    .trim()
    .replace(/^`|`$/gu, '');
  const named = tools.find(({ name }) => name === text);
  if (named !== undefined) return named;
  // A question does not pick a tool.
  if (text.includes('?')) return null;
  const words = readWords(text).filter(({ surface }) => !BESIDE_NAMES.has(surface));
  const sayAll = tools.filter((tool) => words.every((word) => namesOf(tool).has(word.stem)));
  return words.length > 0 && sayAll.length === 1 ? (sayAll[0] as Tool) : null;
}

/** What may stand beside a name without changing which is meant; "not the first" has a word that is none of these. */
const BESIDE_NAMES: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'please',
  'use',
  'take',
  'yes',
  'ok',
  'okay',
  'thanks',
  'one',
]);

function namesOf({ nameStems, serverStems }: Tool): ReadonlySet<string> {
  return new Set([...nameStems, ...serverStems]);
}

/** Words of a report that say when. */
function whenOf(turn: readonly Source[], account: Account): Place[] {
  return readAnswer(turn, account).filter(
    ({ source, start, end }) => functionClassOf(source.text.slice(start, end).toLowerCase()).list === 'temporal',
  );
}

/** True when an answer is nothing but a no. */
export function isDeclined(turn: readonly Source[]): boolean {
  return turn.length > 0 && turn.every(({ text }) => DECLINES.test(text));
}

/** The answer with its yes blanked, so that places stay. */
function withoutYes(source: Source): Source {
  const yes = AFFIRMS.exec(source.text)?.[0].length ?? 0;
  return yes === 0 ? source : { ...source, text: ' '.repeat(yes) + source.text.slice(yes) };
}

const AFFIRMS =
  /^\s*(?:yes|yeah|yep|yup|sure|ok|okay|please|correct|right|exactly|absolutely|definitely|confirmed?|i confirm|agreed|fine|go ahead|do (?:it|so|that)|that['’]?s right|of course)\b(?:[\s,]+(?:please|do (?:it|so|that)|go ahead|exactly|correct|sure)\b)*/iu;
const ASKS_STATE =
  /^[\s"'“]*(?:(?:and|so|but|hey|ok|hi)[\s,]+)*(?:is|are|was|were|has|have|had|did|does|do|who|whose|why|when|where|which|what)\b[^.!?]*\?\s*$/iu;
const NOTES = /^[\s"'“]*(?:ok|okay|fine|right|correct|exactly)\b[\s.,!]*$/iu;
/** "Ok, thanks a lot": who thanks for what was done asks for no more. */
const CLOSES = /^\s*(?:ok|okay|fine|right|great|perfect)\b[\s,.!]*(?:many |so )?(?:thanks|thank you|thx|cheers)\b/iu;
const DECLINES =
  /^[\s"'“]*(?:(?:no|nope|nah|no,? thanks?(?: you)?|never ?mind|forget (?:it|that)|cancel(?: that)?|stop|wait|don['’]?t|do not|not now|leave it|neither|none(?: of (?:them|these|those))?)[\s.,!"'”]*)+$/iu;
