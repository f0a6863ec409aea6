// Reply: what a turn that answers a question means for a tool that acts.
// In: a conversation, the tool that leads, and the places of its arguments. Out: how the answer speaks of it; whether it declines.
// Why: an answer need not repeat the order ("Which order?" "ORD-5"), so the order must stand in the turn that it completes, or be the
// very thing that was asked ("Should I refund it?" "Yes"). "Wait" is no yes, and what the answer adds must be carried like the rest.

import type { Place } from './candidate.ts';
import type { Conversation } from './conversation.ts';
import { readPosed, saysAct } from './posed.ts';
import type { Reading } from './posed.ts';
import type { Source } from './spans/span.ts';
import type { Tool } from './tools.ts';

export function readReply({ turns, question }: Conversation, tool: Tool, explained: readonly Place[]): Reading {
  const [current = [], before] = turns;
  const opening = current.flatMap(sentencesOf);
  const isYes = current.some(({ text }) => AFFIRMS.test(text));
  const wasAsked = question !== null && (question.includes(`\`${tool.name}\``) || saysAct(question, tool));
  if (before === undefined) return { posed: 'order', orders: opening };
  const earlier = readPosed(before, tool, explained, turns.length > 2);
  if (isYes && wasAsked) return { posed: 'order', orders: [...opening, ...earlier.orders] };
  if (!isYes && !explained.some(({ source }) => current.includes(source))) return { posed: 'report', orders: [] };
  return { posed: earlier.posed, orders: [...opening, ...earlier.orders] };
}

/** True when an answer is nothing but a no. */
export function isDeclined(turn: readonly Source[]): boolean {
  return turn.length > 0 && turn.every(({ text }) => DECLINES.test(text));
}

/** Where each sentence begins, behind its yes, as a place without length. */
function sentencesOf(source: Source): Place[] {
  return [...source.text.matchAll(/(?<=^|[.!?;]\s|\n)/gu)].map(({ index }) => {
    const start = index + (AFFIRMS.exec(source.text.slice(index))?.[0].length ?? 0);
    return { source, start, end: start };
  });
}

const AFFIRMS = /^\s*(?:yes|yeah|yep|yup|sure|ok|okay|please|correct|right|exactly|absolutely|definitely|confirmed?|i confirm|agreed|fine|go ahead|do (?:it|so|that)|that['’]?s right|of course)\b(?:[\s,]+(?:please|do (?:it|so|that)|go ahead|exactly|correct|sure)\b)*/iu;
const DECLINES = /^[\s"'“]*(?:(?:no|nope|nah|no,? thanks?(?: you)?|never ?mind|forget (?:it|that)|cancel(?: that)?|stop|wait|don['’]?t|do not|not now|leave it|neither|none(?: of (?:them|these|those))?)[\s.,!"'”]*)+$/iu;
