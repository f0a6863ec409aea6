// Denial of sentences: what a sentence says at its start, or of a time, about all that follows in it.
// In: the roles before a place, its own, and those behind it. Out: yes or no. The cues within a clause are in denial.ts.

import { isConditional, sentenceStart } from './denial-condition.ts';
import { isGeneral } from './denial-general.ts';
import { isNoMore, isVerbInPast } from './denial-past.ts';
import { classesAt, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { BREAK, SUBJECT, DEFINITE, INDEFINITE, AUXILIARY, ADVERB, END, COMMA, PAST } = CLASSES;

const N = (name: string): number => nameNumber(name);

/** Whether the sentence only supposes the place, asks what would be, tells of long ago, or gives thanks for an end of it. */
export function isMootBySentence(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  return (
    isConditional(before, within, behind) ||
    isClassed(before, behind) ||
    isPast(before, within) ||
    isPassed(before, within, behind) ||
    isNoMore(before, behind) ||
    isGeneral(before, within, behind)
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
