// Denial of sentences: what a sentence says at its start, or of a time, about all that follows in it. The reference, and what each of
// these rules is for, is runtime/locate/denial-sentence.ts.

import {
  HAS_END, HAS_FORMER, HAS_GENERAL, HAS_TAKEN, HAS_TIME, IS_ADVERB, IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_PAST, IS_SUBJECT, N_AGAIN, N_AGO, N_AND, N_BE, N_IF, N_IN, N_LAST, N_PROBLEM, N_QUANTITY,
  N_STILL, N_WANT, N_WOULD, N_YEAR,
} from './table';
import { ahead, back, isAhead, isBack, nameOf } from './denial';
import { isConditional, sentenceStart } from './denial-condition';
import { isGeneral } from './denial-general';
import { isNoMore, isPastWithin, isSettledAt, isVerbInPast } from './denial-past';
import { beforeCount, behindCount, seenBefore, seenBehind } from './denial-roles';

export function isMootBySentence(): bool {
  const start = sentenceStart();
  if (isConditional(start) || isClassed(start)) return true;
  return ((seenBefore & HAS_TIME) != 0 && isPast()) || ((seenBefore & HAS_FORMER) != 0 && isNoMore()) || isGeneral(start);
}

function isClassed(start: i32): bool {
  if (!isAhead(start, N_WOULD) || (ahead(start + 1) & IS_INDEFINITE) == 0) return false;
  for (let at = 0; at < behindCount && (back(at) & (IS_END | IS_COMMA)) == 0; at++) {
    if (isBack(at, N_BE)) return (back(at + 1) & IS_PAST) != 0;
  }
  return false;
}

function isPast(): bool {
  let past = isPastWithin();
  for (let at = beforeCount - 1; at > 0; at--) {
    const role = ahead(at);
    const name = nameOf(role);
    if ((role & (IS_END | IS_BREAK)) != 0 || name == N_AND) return false;
    if ((role & IS_COMMA) != 0) return past && isTimeEnd(ahead(at - 1), ahead(at - 2), ahead(at - 3));
    if (isTimeEnd(role, ahead(at - 1), ahead(at - 2))) return past;
    if (name == N_STILL || name == N_AGAIN || name == N_WANT) return false;
    if (isVerbInPast(role)) past = true;
    else if ((role & IS_AUXILIARY) != 0) return false;
  }
  return false;
}

/** Whether a time that is long ago ends in a role, which comes after two others. */
function isTimeEnd(role: i32, last: i32, first: i32): bool {
  const name = nameOf(role);
  if (name == N_YEAR) return nameOf(last) == N_LAST && (first & (IS_BREAK | IS_DEFINITE)) == 0;
  if (name == N_AGO) return nameOf(last) == N_YEAR;
  return name == N_QUANTITY && nameOf(last) == N_IN && (role & IS_PAST) != 0;
}

function isClauseEnd(role: i32): bool {
  return (role & (IS_END | IS_COMMA | IS_BREAK | IS_SUBJECT)) != 0 || nameOf(role) == N_AND;
}

/** How many roles behind the place a time that is long ago ends, in the same clause; 0 where none does. */
export let timeAt: i32 = 0;
/** Whether a word behind the place may make its sentence a question in general. */
export let isAskedOfAll: bool = false;
/** Whether the place is only for the case of a problem. */
export let isInTrouble: bool = false;

/** Whether what is behind the place says that it is settled, unless it is asked for. Sets what else is found there. */
export function isSettled(): bool {
  timeAt = 0;
  isAskedOfAll = (seenBehind & HAS_GENERAL) != 0;
  isInTrouble = false;
  const mayEnd = (seenBehind & HAS_END) != 0;
  if (!mayEnd && (seenBehind & (HAS_TIME | HAS_TAKEN)) == 0) return false;
  let isSettling = false;
  let isCase = false;
  let isApart = false;
  let first = 0;
  let last = 0;
  let isOver = false;
  for (let at = 0; at < behindCount; at++) {
    const role = back(at);
    const name = nameOf(role);
    if (!isOver) {
      if (timeAt == 0 && isTimeEnd(role, last, first)) timeAt = at;
      isOver = isClauseEnd(role);
    }
    if ((role & (IS_END | IS_COMMA)) != 0) isApart = true;
    if (name == N_IF) isCase = true;
    if (isCase && !isApart && name == N_PROBLEM) isInTrouble = true;
    if (mayEnd && !isSettling && last != 0 && isSettledAt(at)) isSettling = true;
    first = last;
    last = role;
  }
  return isSettling;
}

const BEFORE_YEARS: i32 = IS_INDEFINITE | IS_AUXILIARY | IS_ADVERB;

/** Whether what has a time that is long ago behind it is in the past. */
export function isPassed(): bool {
  if (timeAt == 1 || (timeAt == 2 && ((back(0) & BEFORE_YEARS) != 0 || isBack(0, N_QUANTITY))) || isPastWithin()) return true;
  for (let at = beforeCount - 1; at >= 0 && !isClauseEnd(ahead(at)); at--) {
    if (isVerbInPast(ahead(at))) return true;
    if ((ahead(at) & IS_AUXILIARY) != 0) return false;
  }
  return false;
}
