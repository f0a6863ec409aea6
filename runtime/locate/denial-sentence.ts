// Denial of sentences: what a sentence says at its start, or of a time, about all that follows in it.
// In: the roles before a place, its own, and those behind it. Out: yes or no. The cues within a clause are in denial.ts.

import { isUnasked } from './bare.ts';
import { isConditional, sentenceStart } from './denial-condition.ts';
import { classesAt, nameAt, OTHER } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { BREAK, SUBJECT, PRONOUN, DEFINITE, INDEFINITE, AUXILIARY, COPULA, ADVERB, END, COMMA, PAST } = CLASSES;

const N = (name: string): number => nameNumber(name);

/** Whether the sentence only supposes the place, asks what would be, tells of long ago, or gives thanks for an end of it. */
export function isDeniedBySentence(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  return (
    isConditional(before, within, behind) ||
    isClassed(before, behind) ||
    isPast(before, within) ||
    isPassed(before, within, behind) ||
    isSettled(before, behind) ||
    isGeneral(before, within, behind) ||
    isThankedFor(before)
  );
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

/** Beside a number: `a year ago`, `was years ago`, `just years ago`. */
const BEFORE_YEARS = INDEFINITE | AUXILIARY | ADVERB;

/** `you shortened the … last autumn`, and right behind the place without a verb, `a flood last year`, `a flood two years ago`, `a flood in 2012`. */
function isPassed(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  let at = 0;
  while (!isTimeEnd(behind, at)) {
    if (at === behind.length || isClauseEnd(behind, at)) return false;
    at += 1;
  }
  const isNext = (classesAt(behind, 0) & BEFORE_YEARS) !== 0 || nameAt(behind, 0) === N('QUANTITY');
  if (at === 1 || (at === 2 && isNext) || within.some(isVerbInPast)) return true;
  for (let ahead = before.length - 1; ahead >= 0 && !isClauseEnd(before, ahead); ahead -= 1)
    if (isVerbInPast(before[ahead]!)) return true;
    else if ((classesAt(before, ahead) & AUXILIARY) !== 0) return false;
  return false;
}

function isClauseEnd(roles: readonly Role[], at: number): boolean {
  return (classesAt(roles, at) & (END | COMMA | BREAK | SUBJECT)) !== 0 || nameAt(roles, at) === N('AND');
}

/** `…, which you replaced at once`, `…, so that is settled`; what is asked for counts. */
function isSettled(before: readonly Role[], behind: readonly Role[]): boolean {
  return isUnasked(before, behind) && behind.some((_, at) => isEnded(behind, at));
}

/** Whether a clause of its own begins at a position and says that it is over; behind `and is` or `but` it goes on. */
function isEnded(behind: readonly Role[], at: number): boolean {
  const mark = behind[at - 1] ?? OTHER;
  const isRelative = nameAt(behind, at) === N('WHICH') && (mark.classes & COMMA) !== 0;
  if (!isRelative && (nameAt(behind, at) !== N('THAT') || (mark.classes & (END | COMMA | BREAK)) === 0)) return false;
  let verb = at + 1;
  if (isRelative && (classesAt(behind, verb) & (SUBJECT | PRONOUN)) !== 0) verb += 1;
  while (verb < at + 5 && ((classesAt(behind, verb) & (COPULA | ADVERB)) !== 0 || nameAt(behind, verb) === N('HAVE')))
    verb += 1;
  if (mark.name === N('QUESTION_MARK') || nameAt(behind, verb) !== N('DONE')) return false;
  for (let next = verb + 1; next < behind.length && (classesAt(behind, next) & END) === 0; next += 1) {
    const isOn = nameAt(behind, next) === N('AND') && (classesAt(behind, next + 1) & (AUXILIARY | ADVERB)) !== 0;
    if (isOn || nameAt(behind, next) === N('BUT')) return false;
  }
  return true;
}

/** `what happens when …`; `who is given a …` where nobody of the writer's side is in the sentence. */
function isGeneral(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  const start = sentenceStart(before);
  if (nameAt(before, start) === N('WHAT') && nameAt(before, start + 1) === N('HAPPEN'))
    return before.slice(start).some(({ name }) => name === N('WHEN'));
  if (nameAt(before, start) !== N('WHO')) return false;
  if (((classesAt(before, before.length - 1) | classesAt(before, before.length - 2)) & INDEFINITE) === 0) return false;
  for (const { classes, name } of [...before.slice(start), ...within, ...behind]) {
    if ((classes & END) !== 0) break;
    if (name === N('CAN') || name === N('I') || name === N('ME') || name === N('MY')) return false;
  }
  return true;
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
