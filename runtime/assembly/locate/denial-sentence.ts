// Denial of sentences: what a sentence says at its start, or of a time, about all that follows in it. The reference, and what each of
// these rules is for, is runtime/locate/denial-sentence.ts.

import {
  IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_KNOWING, IS_PAST, IS_PRONOUN, IS_SUBJECT, N_AGAIN, N_AGO, N_AND, N_BE, N_BUT,
  N_DONE, N_FOR, N_HAVE, N_I, N_IF, N_IN, N_LAST, N_POSSIBLE, N_QUANTITY, N_SHOULD, N_SO, N_SORTING, N_STILL, N_THANKS, N_WANT, N_WHAT, N_WOULD, N_YEAR,
} from './table';
import { ahead, back, nameOf } from './denial';
import { beforeCount, behindCount, within, withinCount } from './denial-roles';

export function isDeniedBySentence(): bool {
  const start = sentenceStart();
  return isConsequence(start) || isClassed(start) || isPast() || isThankedFor();
}

function sentenceStart(): i32 {
  let from = beforeCount;
  while (from > 0 && (ahead(from - 1) & IS_END) == 0) from--;
  const name = nameOf(ahead(from));
  return name == N_AND || name == N_BUT || name == N_SO ? from + 1 : from;
}

function isConsequence(start: i32): bool {
  const at = nameOf(ahead(start)) == N_WHAT ? start + 1 : start;
  if (nameOf(ahead(at)) != N_IF || isYou(at + 1)) return false;
  for (let next = at + 1; next < beforeCount; next++) {
    const role = ahead(next);
    const name = nameOf(role);
    if ((role & IS_KNOWING) != 0 || name == N_POSSIBLE || name == N_DONE) return false;
    const then = ahead(next + 1);
    if ((role & IS_COMMA) != 0) {
      if ((then & IS_AUXILIARY) != 0) return !isYou(next + 2);
    } else if ((role & IS_SUBJECT) != 0 && name == N_I && next > at + 1) {
      const verb = nameOf(then);
      if ((then & IS_AUXILIARY) == 0 || (then & (IS_COPULA | IS_PAST)) != 0) continue;
      if (verb != N_HAVE && verb != N_SHOULD && verb != N_WOULD) return true;
    }
  }
  return false;
}

function isYou(at: i32): bool {
  const role = ahead(at);
  return (role & (IS_PRONOUN | IS_DEFINITE)) == IS_PRONOUN && nameOf(role) == 0;
}

function isClassed(start: i32): bool {
  if (nameOf(ahead(start)) != N_WOULD || (ahead(start + 1) & IS_INDEFINITE) == 0) return false;
  for (let at = 0; at < behindCount && (back(at) & (IS_END | IS_COMMA)) == 0; at++) {
    if (nameOf(back(at)) == N_BE) return (back(at + 1) & IS_PAST) != 0;
  }
  return false;
}

function isPast(): bool {
  let past = false;
  for (let at = 0; at < withinCount; at++) {
    if (isVerbInPast(load<i32>(within + (at << 2)))) past = true;
  }
  for (let at = beforeCount - 1; at > 0; at--) {
    const role = ahead(at);
    const name = nameOf(role);
    if ((role & (IS_END | IS_BREAK)) != 0 || name == N_AND) return false;
    if ((role & IS_COMMA) != 0) return past && isTimeEnd(at - 1);
    if (isTimeEnd(at)) return past;
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

function isTimeEnd(at: i32): bool {
  const name = nameOf(ahead(at));
  const last = nameOf(ahead(at - 1));
  if (name == N_YEAR) return last == N_LAST && (ahead(at - 2) & (IS_BREAK | IS_DEFINITE)) == 0;
  if (name == N_AGO) return last == N_YEAR;
  return name == N_QUANTITY && last == N_IN && (ahead(at) & IS_PAST) != 0;
}

function isThankedFor(): bool {
  for (let at = beforeCount - 1; at > 1; at--) {
    if ((ahead(at) & (IS_END | IS_COMMA | IS_BREAK)) != 0) return false;
    if (nameOf(ahead(at)) == N_SORTING && nameOf(ahead(at - 1)) == N_FOR) return nameOf(ahead(at - 2)) == N_THANKS || nameOf(ahead(at - 3)) == N_THANKS;
  }
  return false;
}
