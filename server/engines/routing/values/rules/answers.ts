// Answers: a free text that is said because we asked for it.
// In: a leaf and the context. Out: readings. Why: who is asked for a title writes it, with nothing around it; a remark, a question or
// another order is none.

import { saysNothing } from '../../text/courtesy.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, isLookingVerb, verbClassOf } from '../../text/verbs.ts';
import type { Word } from '../../text/words.ts';
import { readWords } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import type { Reading, TextRule } from './rule.ts';
import { extentOf, nameEnd, takesMessage, takesReason, takesTitle, takesWords, WORDS } from './texts.ts';

/** Our question was for a text, and the last turn is one: its sentence, or its first one. */
function matchAnswer(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context) || context.asked?.names.has(leaf.argument) !== true || context.asked.names.size > 1)
    return [];
  const [source] = context.sources.filter(({ age }) => age === 0);
  if (source === undefined || !(takesTitle(leaf) || leaf.nameWords.some((word) => WORDS.has(word)))) return [];
  const lead = leadOf(leaf, source.text);
  const last = extentOf(source, lead, leaf, context);
  const end = takesTitle(leaf) ? nameEnd(source, lead, last) : last;
  const value = source.text.slice(lead, end ?? lead);
  const words = readWords(value);
  const [first] = words;
  // A short answer is read as it stands; a question or a remark is no title. "Fix the login" is one, "cancel it" is an order.
  if (
    first === undefined ||
    words.length < (takesReason(leaf) || isErrand(words) ? 2 : 3) ||
    end === null ||
    saysNothing(value) ||
    // "In the kitchen", "all of them": where it is and how many, and no name of it.
    (takesTitle(leaf) && /^(?:role|changing)$/u.test(functionClassOf(first.surface).kind)) ||
    value.endsWith('?') ||
    isLookingVerb(first.surface) ||
    OPENS_REMARK.test(first.surface) ||
    ((isActVerb(first.surface) || verbClassOf(first.surface) !== undefined) &&
      words.some(({ surface }) => REFERS.test(surface)))
  )
    return [];
  const isDoubtful = /[!?]$/u.test(value) || (takesMessage(leaf) && MAY_SAY.test(first.surface));
  return [{ value, places: [{ source, start: lead, end }], guess: isDoubtful }];
}

/** "Oil hinges": what is to be done, in two words. Who ends the talk says other verbs. */
function isErrand([verb, object]: readonly Word[]): boolean {
  return (
    verb !== undefined &&
    object !== undefined &&
    (isActVerb(verb.surface) || verbClassOf(verb.surface) !== undefined) &&
    !ENDS_TALK.test(verb.surface) &&
    functionClassOf(object.surface).kind === 'open'
  );
}

const ENDS_TALK = /^(?:cancel|stop|forget|delete|remove|drop|skip|leave|abort|end|quit|change|update|set)$/u;

/** How much of an answer only announces the text: "because" before a reason, "say" or "that" before a message. */
function leadOf(leaf: Leaf, text: string): number {
  const opening = takesReason(leaf) ? BECAUSE : takesMessage(leaf) ? SAYING : SPACE;
  return opening.exec(text)?.[0].length ?? 0;
}

const SPACE = /^\s*/u;
const BECAUSE = /^\s*(?:because (?:of )?)?/iu;
/** Without a mark or "that" only before what begins a sentence: "say hi to Ann" may be what shall be written. */
const SAYING =
  /^\s*(?:(?:(?:please|just) )?(?:say|write|answer|reply|tell (?:him|her|them))(?:\s*:\s*| that (?=\S)| (?=(?:i|we|it|he|she|they|you|the|my|our|yes|no|thanks|sorry)\b))|that (?=(?:i|we|it|he|she|they|you|the|my|our)\b))?/iu;
/** It may be such a lead, or the text itself. */
const MAY_SAY = /^(?:say|write|tell|answer|reply)$/u;

const OPENS_REMARK =
  /^(?:i|it|its|it's|we|you|please|yes|no|just|make|use|call|name|let|can|could|would|don't|hm+|um|sorry|thanks|maybe|what|not|cancel|stop|forget|never|wait|whatever|any|same|none)$/u;
const REFERS = /^(?:it|that|them|me|this|these|those|you)$/u;

export const ANSWERS: readonly TextRule[] = [
  {
    name: 'answered-text',
    reads: 'the first sentence of an answer to our question for a text',
    matches: matchAnswer,
    types: ['string'],
    listed: false,
    evenDenied: true,
    strength: 2,
    firm: true,
    why: 'Who is asked for a title writes it.',
    takes: { title: { type: 'string' } },
    isAnswer: true,
    case: ['Paint peels off in the hall', 'Paint peels off in the hall'],
    counterCase: 'Cancel it for the owner',
  },
];
