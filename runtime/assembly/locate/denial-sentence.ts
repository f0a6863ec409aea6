// Denial of sentences: what a sentence says at its start, or of a time, about all that follows in it. The reference, and what each of
// these rules is for, is runtime/locate/denial-sentence.ts.

import {
  IS_ADVERB, IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_PAST, IS_PRONOUN, IS_SUBJECT, N_AGAIN, N_AGO, N_AND, N_BE, N_BUT, N_CAN, N_DONE, N_FOR,
  N_HAPPEN, N_HAVE, N_I, N_IN, N_LAST, N_ME, N_MY, N_QUANTITY, N_QUESTION_MARK, N_SORTING, N_STILL, N_THANKS, N_THAT, N_WANT, N_WHAT, N_WHEN, N_WHICH, N_WHO, N_WOULD, N_YEAR,
} from './table';
import { ahead, back, nameOf } from './denial';
import { inSentence, isConditional, sentenceStart } from './denial-condition';
import { beforeCount, behindCount, within, withinCount } from './denial-roles';

export function isDeniedBySentence(): bool {
  const start = sentenceStart();
  return isConditional(start) || isClassed(start) || isPast() || isGeneral(start) || isThankedFor();
}

function isClassed(start: i32): bool {
  if (nameOf(ahead(start)) != N_WOULD || (ahead(start + 1) & IS_INDEFINITE) == 0) return false;
  for (let at = 0; at < behindCount && (back(at) & (IS_END | IS_COMMA)) == 0; at++) {
    if (nameOf(back(at)) == N_BE) return (back(at + 1) & IS_PAST) != 0;
  }
  return false;
}

function isPastWithin(): bool {
  for (let at = 0; at < withinCount; at++) {
    if (isVerbInPast(load<i32>(within + (at << 2)))) return true;
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

function isVerbInPast(role: i32): bool {
  const name = nameOf(role);
  return name == N_DONE || ((role & IS_PAST) != 0 && name != N_QUANTITY);
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

/** Whether what is behind the place says that it is settled, unless it is asked for. Sets `timeAt`. */
export function isSettled(): bool {
  timeAt = 0;
  let first = 0;
  let last = 0;
  let isOver = false;
  for (let at = 0; at < behindCount; at++) {
    const role = back(at);
    const name = nameOf(role);
    if (timeAt == 0 && !isOver && isTimeEnd(role, last, first)) timeAt = at;
    isOver = isOver || isClauseEnd(role);
    const isRelative = name == N_WHICH && (last & IS_COMMA) != 0;
    if ((isRelative || (name == N_THAT && (last & (IS_END | IS_COMMA | IS_BREAK)) != 0)) && nameOf(last) != N_QUESTION_MARK && isEnded(at + 1, isRelative)) return true;
    first = last;
    last = role;
  }
  return false;
}

function isEnded(from: i32, isRelative: bool): bool {
  let verb = from;
  if (isRelative && (back(verb) & (IS_SUBJECT | IS_PRONOUN)) != 0) verb++;
  while (verb < from + 4 && ((back(verb) & (IS_COPULA | IS_ADVERB)) != 0 || nameOf(back(verb)) == N_HAVE)) verb++;
  if (nameOf(back(verb)) != N_DONE) return false;
  while (++verb < behindCount && (back(verb) & IS_END) == 0) {
    const joint = nameOf(back(verb));
    if (joint == N_BUT || (joint == N_AND && (back(verb + 1) & (IS_AUXILIARY | IS_ADVERB)) != 0)) return false;
  }
  return true;
}

const BEFORE_YEARS: i32 = IS_INDEFINITE | IS_AUXILIARY | IS_ADVERB;

/** Whether what has a time that is long ago behind it is in the past. */
export function isPassed(): bool {
  if (timeAt == 1 || (timeAt == 2 && ((back(0) & BEFORE_YEARS) != 0 || nameOf(back(0)) == N_QUANTITY)) || isPastWithin()) return true;
  for (let at = beforeCount - 1; at >= 0 && !isClauseEnd(ahead(at)); at--) {
    if (isVerbInPast(ahead(at))) return true;
    if ((ahead(at) & IS_AUXILIARY) != 0) return false;
  }
  return false;
}

function isGeneral(start: i32): bool {
  const first = nameOf(ahead(start));
  if (first == N_WHAT && nameOf(ahead(start + 1)) == N_HAPPEN) {
    for (let at = start; at < beforeCount; at++) {
      if (nameOf(ahead(at)) == N_WHEN) return true;
    }
  }
  if (first != N_WHO || ((ahead(beforeCount - 1) | ahead(beforeCount - 2)) & IS_INDEFINITE) == 0) return false;
  for (let at = start; at < beforeCount + withinCount + behindCount; at++) {
    const role = inSentence(at);
    const name = nameOf(role);
    if ((role & IS_END) != 0) break;
    if (name == N_CAN || name == N_I || name == N_ME || name == N_MY) return false;
  }
  return true;
}

function isThankedFor(): bool {
  for (let at = beforeCount - 1; at > 1; at--) {
    if ((ahead(at) & (IS_END | IS_COMMA | IS_BREAK)) != 0) return false;
    if (nameOf(ahead(at)) == N_SORTING && nameOf(ahead(at - 1)) == N_FOR) return nameOf(ahead(at - 2)) == N_THANKS || nameOf(ahead(at - 3)) == N_THANKS;
  }
  return false;
}
