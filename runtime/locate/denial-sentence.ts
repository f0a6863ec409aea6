// Denial of sentences: what a sentence says at its start, or of a time, about all that follows in it.
// In: the roles before a place, its own, and those behind it. Out: yes or no. The cues within a clause are in denial.ts.

import { classesAt, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { BREAK, SUBJECT, PRONOUN, DEFINITE, INDEFINITE, AUXILIARY, COPULA, KNOWING, END, COMMA, PAST } = CLASSES;

const N = (name: string): number => nameNumber(name);

/** Whether the sentence only supposes the place, asks what would be, tells of long ago, or gives thanks for an end of it. */
export function isDeniedBySentence(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  return isConsequence(before) || isClassed(before, behind) || isPast(before, within) || isThankedFor(before);
}

/** Where the sentence starts, behind `and` or `but`. */
function sentenceStart(before: readonly Role[]): number {
  const from = before.findLastIndex(({ classes }) => (classes & END) !== 0) + 1;
  const name = nameAt(before, from);
  return name === N('AND') || name === N('BUT') || name === N('SO') ? from + 1 : from;
}

/**
 * `if the flight is cancelled, can I …`, `what if it rains, do we …`, `if nothing comes I will …`: what would be asked or done then.
 * What is wanted then counts (`if they cancel I want …`), and so does what a polite `if` asks for: `if you …`, `if it is possible, can I …`,
 * `if I remember, …`, `…, can you …`.
 */
function isConsequence(before: readonly Role[]): boolean {
  const start = sentenceStart(before);
  const at = nameAt(before, start) === N('WHAT') ? start + 1 : start;
  if (nameAt(before, at) !== N('IF') || isYou(before, at + 1)) return false;
  for (let next = at + 1; next < before.length; next += 1) {
    const { classes, name } = before[next]!;
    if ((classes & KNOWING) !== 0 || name === N('POSSIBLE') || name === N('DONE')) return false;
    const then = classesAt(before, next + 1);
    if ((classes & COMMA) !== 0) {
      if ((then & AUXILIARY) !== 0) return !isYou(before, next + 2);
    } else if ((classes & SUBJECT) !== 0 && name === N('I') && next > at + 1) {
      const verb = nameAt(before, next + 1);
      if ((then & AUXILIARY) === 0 || (then & (COPULA | PAST)) !== 0) continue;
      if (verb !== N('HAVE') && verb !== N('SHOULD') && verb !== N('WOULD')) return true;
    }
  }
  return false;
}

/** `you`, and `him` and `them`. */
function isYou(before: readonly Role[], at: number): boolean {
  return (classesAt(before, at) & (PRONOUN | DEFINITE)) === PRONOUN && nameAt(before, at) === 0;
}

/** `would a delay of an hour be covered?`: how such a thing is classed, not that there is one. */
function isClassed(before: readonly Role[], behind: readonly Role[]): boolean {
  const start = sentenceStart(before);
  if (nameAt(before, start) !== N('WOULD') || (classesAt(before, start + 1) & INDEFINITE) === 0) return false;
  for (let at = 0; at < behind.length && (classesAt(behind, at) & (END | COMMA)) === 0; at += 1)
    if (nameAt(behind, at) === N('BE')) return (classesAt(behind, at + 1) & PAST) !== 0;
  return false;
}

/** `last year you fixed …`, `years ago I had …`, `in 2012 we were …`: behind a time that is long ago, in the past, in one clause. */
function isPast(before: readonly Role[], within: readonly Role[]): boolean {
  let past = within.some(isVerbInPast);
  for (let at = before.length - 1; at > 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & (END | BREAK)) !== 0 || name === N('AND')) return false;
    if ((classes & COMMA) !== 0) return past && isTimeEnd(before, at - 1);
    if (isTimeEnd(before, at)) return past;
    if (name === N('STILL') || name === N('AGAIN') || name === N('WANT')) return false;
    if (isVerbInPast(before[at]!)) past = true;
    else if ((classes & AUXILIARY) !== 0) return false;
  }
  return false;
}

/** A year has the class of the past too, and `fixed` has a name in its place. */
function isVerbInPast({ classes, name }: Role): boolean {
  return name === N('DONE') || ((classes & PAST) !== 0 && name !== N('QUANTITY'));
}

/** Whether a time that is long ago ends at a position; `since last year` and `in the last year` reach to the present. */
function isTimeEnd(before: readonly Role[], at: number): boolean {
  const ahead = nameAt(before, at - 1);
  switch (nameAt(before, at)) {
    case N('YEAR'):
      return ahead === N('LAST') && (classesAt(before, at - 2) & (BREAK | DEFINITE)) === 0;
    case N('AGO'):
      return ahead === N('YEAR');
    case N('QUANTITY'):
      return ahead === N('IN') && (classesAt(before, at) & PAST) !== 0;
    default:
      return false;
  }
}

/** `thanks for sorting …`, `thank you for fixing …`, in one clause. */
function isThankedFor(before: readonly Role[]): boolean {
  for (let at = before.length - 1; at > 1; at -= 1) {
    if ((classesAt(before, at) & (END | COMMA | BREAK)) !== 0) return false;
    if (nameAt(before, at) === N('SORTING') && nameAt(before, at - 1) === N('FOR'))
      return nameAt(before, at - 2) === N('THANKS') || nameAt(before, at - 3) === N('THANKS');
  }
  return false;
}
