// Messages: where a text of several sentences ends that is written to somebody.
// In: a source, where the text begins, its leaf and the context. Out: the end of the text, or null. Why: behind "reply to K-7:" all that
// follows may be written to somebody, and the order may go on behind it; only where nothing does is the whole of it the message.

import { saysNothing } from '../../text/courtesy.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isActVerb, isLookingVerb, verbClassOf } from '../../text/verbs.ts';
import { readWords, splitIdentifier } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import type { Source } from '../spans/span.ts';

/**
 * "Reply to K-7: Thanks, it came. I'll pay it this week.": a message of several sentences goes on to the end of the text, where none of
 * them orders anything or says what another parameter takes; null elsewhere.
 */
export function endOfMessage({ text }: Source, start: number, leaf: Leaf, { leaves }: Context): number | null {
  const said = text.slice(start).trimEnd();
  const [first = '', ...others] = said.split(/(?<=[.!?])\s+/u);
  if (others.length === 0 || others.length > SENTENCES_MAX || /["“”«»\n]/u.test(said) || saysNothing(others.join(' ')))
    return null;
  const words = others.map((sentence) => readWords(sentence));
  const orders = words.some(([opening]) => {
    const { surface = '' } = opening ?? {};
    return (
      isActVerb(surface) || isLookingVerb(surface) || verbClassOf(surface) !== undefined || OPENS_MORE.test(surface)
    );
  });
  const rest = others.join(' ').toLowerCase();
  const saysOther = leaves.some(
    (one) =>
      one !== leaf &&
      (one.enumValues.some((value) => typeof value === 'string' && rest.includes(splitIdentifier(value).join(' '))) ||
        new RegExp(`\\b${one.nameWords.join(' ')}\\s*[:=]`, 'iu').test(said)),
  );
  return orders || saysOther || first === '' ? null : start + said.length;
}

const SENTENCES_MAX = 8;
/** What goes on with the order, or ends it. */
const OPENS_MORE =
  /^(?:also|then|and|but|please|no|not|don['’]?t|do|make|only|mark|set|actually|wait|sorry|if|when|use|cc|bcc|from|as)$/u;

/**
 * What is rather said to us: "scratch that", "let me know before you send it", a condition at the end; and what only describes a text
 * that somebody else should write ("something nice", "the release notes", "what Ann said").
 */
export function isSaidToUs(text: string): boolean {
  if (TO_US.test(text) || CONDITION.test(text) || /^whatever\b/iu.test(text)) return true;
  const words = readWords(text);
  const [first] = words;
  return (
    first !== undefined &&
    words.length <= DESCRIPTION_WORDS_MAX &&
    DESCRIBES.test(text) &&
    !words.some(
      ({ surface }) => functionClassOf(surface).kind === 'copula' || functionClassOf(surface).kind === 'frame',
    ) &&
    !/[.!]$/u.test(text.trim())
  );
}

const DESCRIPTION_WORDS_MAX = 6;
const DESCRIBES =
  /^(?:something|anything|whatever|what|an?|the|our|my|your|their|his|her|today['’]s|tomorrow['’]s|yesterday['’]s|this week['’]s) /iu;
const TO_US =
  /\b(?:scratch that|scrap that|forget (?:it|that)|never ?mind|oops|just kidding|just an example|for example only|hold on|correction|let me know before|ask me (?:first|before)|don['’]?t (?:send|post)|same (?:in|to|for) [#@\p{L}]|should we (?:ask|wait))/iu;
/** A condition behind a comma, to the end. */
const CONDITION = /,\s*(?:when|once|as soon as|unless|after|only if)\s[^,.!?]*[.!]?$/iu;
