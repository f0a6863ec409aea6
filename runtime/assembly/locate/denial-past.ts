// Denial of the past: what the text says to have been, and to be no more. The reference, and what each of these rules is for, is
// runtime/locate/denial-past.ts.

import {
  HAS_END, IS_ADVERB, IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_NONE, IS_NOT, IS_PAST, IS_PRONOUN, IS_SUBJECT, IS_WISH, N_ADJECTIVE, N_AFTER,
  N_AGAIN, N_AND, N_AT, N_BACK, N_BE, N_BUT, N_DONE, N_EVER, N_FINE, N_FOR, N_FROM, N_GAVE, N_HAVE, N_HOPED, N_I, N_IF, N_IN, N_LAST, N_MAY, N_ME, N_MORE, N_MY, N_OUT, N_PAID,
  N_PLEASE, N_PRAISE, N_PROBLEM, N_QUANTITY, N_QUESTION_MARK, N_SO, N_SOMETHING, N_SORTING, N_THANKS, N_THAT, N_THE, N_THINK, N_TO, N_TURNS, N_UNLESS, N_UP, N_USED, N_WHICH,
  N_WITH, N_WORKS,
} from './table';
import { ahead, back, isAhead, isBack, isBetween, nameOf } from './denial';
import { beforeCount, behindCount, isCut, seenBehind, within, withinCount } from './denial-roles';

/** Whether what is before the place says that it is no more. */
export function isNoMore(): bool {
  return isFormer() || isThankedFor() || isMended() || isGiven();
}

export function isVerbInPast(role: i32): bool {
  const name = nameOf(role);
  return name == N_DONE || ((role & IS_PAST) != 0 && name != N_QUANTITY);
}

export function isPastWithin(): bool {
  for (let at = 0; at < withinCount; at++) {
    if (isVerbInPast(load<i32>(within + (at << 2)))) return true;
  }
  return false;
}

const REST_WORDS: i32 = 5;

/** Whether what is behind the place says that it is over. */
export function isEndedBehind(): bool {
  if ((seenBehind & HAS_END) == 0) return false;
  let at = 0;
  while (at < REST_WORDS && (isThing(at) || isJoint(at) || isOfJoint(at))) at++;
  if (isEndedOfReported(at)) return true;
  const role = back(at);
  const name = nameOf(role);
  if ((role & (IS_COPULA | IS_ADVERB)) == 0 && name != N_HAVE && name != N_AGAIN && name != N_WORKS) return false;
  return isEndedAt(at) || isPraised(at);
}

/** Whether the clause before the place neither asks nor wishes, so that what is behind it may say that it is over. */
export function isOver(): bool {
  for (let at = beforeCount - 1; at >= 0; at--) {
    const role = ahead(at);
    if ((role & (IS_END | IS_COMMA)) != 0) break;
    if ((role & (IS_BREAK | IS_AUXILIARY | IS_WISH)) != 0 || nameOf(role) == N_IF) return false;
  }
  return true;
}

const REPORT_WORDS: i32 = 7;

function isEndedOfReported(from: i32): bool {
  const subject = isBack(from, N_THAT) || isBack(from, N_WHICH) ? from + 1 : from;
  if (!isBack(subject, N_I) || (back(subject) & IS_AUXILIARY) != 0) return false;
  for (let at = subject + 2; at <= subject + REPORT_WORDS; at++) {
    if ((back(at - 1) & (IS_END | IS_COMMA | IS_BREAK | IS_NOT)) != 0) return false;
    if (isEndedAt(at)) return true;
  }
  return false;
}

function isThing(at: i32): bool {
  return at < behindCount && (back(at) == 0 || isBack(at, N_PROBLEM));
}

function isJoint(at: i32): bool {
  const name = nameOf(back(at));
  return name == N_IN || name == N_FROM || name == N_WITH || name == N_AT;
}

function isOfJoint(at: i32): bool {
  return isJoint(at - 1) || (isJoint(at - 2) && ((back(at - 1) & (IS_DEFINITE | IS_INDEFINITE)) != 0 || isBack(at - 1, N_LAST)));
}

function isEndedAt(from: i32): bool {
  const first = back(from);
  if (nameOf(first) == N_BE) return false;
  const verb = verbAt(from);
  const name = nameOf(back(verb));
  if (name == N_DONE || name == N_FINE || name == N_PAID) return ((first & IS_COPULA) != 0 || nameOf(first) == N_HAVE) && isClosed(verb + 1);
  if (name != N_WORKS) return false;
  if (isBack(verb + 1, N_AGAIN) || isBack(verb + 1, N_FINE)) return isClosed(verb + 2);
  return isBack(verb - 1, N_AGAIN) && isClosed(verb + 1);
}

function verbAt(from: i32): i32 {
  let at = from;
  while (at < from + 4 && ((back(at) & (IS_COPULA | IS_ADVERB)) != 0 || isBack(at, N_HAVE) || isBack(at, N_AGAIN))) at++;
  return at;
}

function isClosed(from: i32): bool {
  let isWhen = false;
  for (let at = from; at < behindCount; at++) {
    const role = back(at);
    const name = nameOf(role);
    if ((role & IS_END) != 0) return name != N_QUESTION_MARK;
    if ((role & IS_COMMA) != 0 || name == N_THANKS) return !isBack(at + 1, N_BUT);
    if (name == N_AND) return (back(at + 1) & (IS_DEFINITE | IS_INDEFINITE | IS_SUBJECT)) != 0 || isBack(at + 1, N_PLEASE) || isBack(at + 1, N_WORKS);
    if (name == N_AGAIN || name == N_UP || (name == N_BACK && isBack(at - 1, N_PAID)) || ((name == N_OUT || name == N_WITH) && isBack(at - 1, N_DONE))) continue;
    if (name == N_AFTER) return isBack(at + 1, N_QUANTITY);
    if (name == N_IN && isBack(at - 1, N_PAID) && !isBack(at + 1, N_MY)) return false;
    if (name == N_AT || name == N_IN || name == N_LAST) isWhen = true;
    else if (!isWhen || !(isBetween(role) || (role & (IS_DEFINITE | IS_INDEFINITE)) != 0 || name == N_MAY)) return false;
  }
  return isWhen || !isCut() || isBack(behindCount - 1, N_AGAIN);
}

function isPraised(from: i32): bool {
  if ((back(from) & (IS_COPULA | IS_PAST)) != (IS_COPULA | IS_PAST) && !isBack(from, N_WORKS)) return false;
  let at = from + 1;
  while ((back(at) & (IS_ADVERB | IS_INDEFINITE)) != 0 || isBack(at, N_SO) || isBack(at, N_THE) || isBack(at, N_HOPED)) at++;
  return isBack(at, N_PRAISE);
}

/** Whether a clause begins at a position behind the place, and says that it is settled. */
export function isSettledAt(at: i32): bool {
  const mark = back(at - 1);
  const name = nameOf(back(at));
  if (nameOf(mark) == N_QUESTION_MARK) return false;
  const isRelative = name == N_WHICH && (mark & IS_COMMA) != 0;
  if ((isRelative || (name == N_THAT && (mark & (IS_END | IS_COMMA | IS_BREAK)) != 0)) && isEnded(at + 1, isRelative)) return true;
  if (name == N_SOMETHING && isBack(at + 1, N_WORKS) && (mark & IS_PAST) != 0 && isBack(at + 2, N_AGAIN)) return true;
  return ((mark & (IS_END | IS_COMMA)) != 0 || nameOf(mark) == N_BUT || nameOf(mark) == N_AND) && isEndedOfIt(at);
}

function isEnded(from: i32, isRelative: bool): bool {
  let verb = from;
  if (isRelative && (back(verb) & (IS_SUBJECT | IS_PRONOUN)) != 0) verb++;
  while (verb < from + 4 && ((back(verb) & (IS_COPULA | IS_ADVERB)) != 0 || isBack(verb, N_HAVE) || isBack(verb, N_ADJECTIVE))) verb++;
  if (!isBack(verb, N_DONE) && !isBack(verb, N_FINE)) return false;
  while (++verb < behindCount && (back(verb) & IS_END) == 0) {
    const joint = nameOf(back(verb));
    if (joint == N_BUT || (joint == N_AND && (back(verb + 1) & (IS_AUXILIARY | IS_ADVERB)) != 0)) return false;
  }
  return true;
}

function isEndedOfIt(at: i32): bool {
  const subject = (back(at) & (IS_DEFINITE | IS_PRONOUN)) == IS_DEFINITE && isThing(at + 1) ? at + 1 : at;
  const first = nameOf(back(at));
  const verb = first == N_DONE || first == N_PAID ? at : verbAt(subject + 1);
  for (let i = subject + 1; i < verb; i++) {
    if (isBack(i, N_HAVE) && (back(i) & IS_PAST) != 0) return false;
  }
  const done = nameOf(back(verb));
  if (isFoundOut(first == N_TURNS ? at : verb)) return true;
  const isEnd = done == N_DONE || done == N_PAID;
  const next = nameOf(back(verb + 1));
  if (isEnd && next == N_SOMETHING && (back(verb + 1) & IS_PRONOUN) != 0) return isClosed(verb + 2);
  const name = nameOf(back(subject));
  if (name != N_SOMETHING && name != N_QUANTITY && name != N_PROBLEM && (back(subject) & (IS_PRONOUN | IS_DEFINITE)) != (IS_PRONOUN | IS_DEFINITE)) return false;
  if (isEnd) return isClosed(verb + 1);
  if (done == N_FINE && name == N_QUANTITY) return isClosed(verb + 1);
  if (done == N_WORKS && isPraised(verb)) return true;
  return (done == N_FINE || done == N_WORKS) && (next == N_AGAIN || next == N_EVER) && isClosed(verb + 2);
}

function isFoundOut(verb: i32): bool {
  const name = nameOf(back(verb));
  if ((name != N_TURNS && name != N_PAID) || !isBack(verb + 1, N_OUT)) return false;
  const it = isBack(verb + 2, N_THAT) ? verb + 3 : verb + 2;
  return isBack(it, N_SOMETHING) && (back(it + 1) & (IS_COPULA | IS_PAST)) == (IS_COPULA | IS_PAST) && isJoint(it + 2);
}

function isFormer(): bool {
  for (let at = beforeCount - 1; at >= 0; at--) {
    const role = ahead(at);
    if ((role & (IS_END | IS_COMMA | IS_BREAK | IS_SUBJECT)) != 0) return false;
    if (nameOf(role) == N_USED && isAhead(at + 1, N_TO)) return (ahead(at - 1) & IS_COPULA) == 0 && (isAhead(at + 3, N_PROBLEM) || !isTurned());
    if (isOnce(at)) return true;
  }
  return false;
}

function isOnce(at: i32): bool {
  const role = ahead(at);
  if (nameOf(role) != N_UNLESS || (role & IS_PAST) != 0) return false;
  const next = ahead(at + 1);
  if (nameOf(next) == N_AGAIN || nameOf(next) == N_MORE) return false;
  return (ahead(at - 1) & (IS_COPULA | IS_PAST)) == (IS_COPULA | IS_PAST) || (at > 0 && (next & IS_PAST) != 0);
}

function isTurned(): bool {
  for (let at = 0; at < behindCount && (back(at) & IS_END) == 0; at++) {
    const name = nameOf(back(at));
    if (name == N_BUT || name == N_AND || (back(at) & IS_NOT) != 0) return true;
  }
  return false;
}

function isThankedFor(): bool {
  let isNamed = false;
  for (let at = beforeCount - 1; at > 1; at--) {
    const role = ahead(at);
    if ((role & (IS_END | IS_COMMA | IS_BREAK)) != 0) return false;
    const isDefinite = (role & IS_DEFINITE) != 0;
    if ((nameOf(role) == N_SORTING || (isDefinite && !isNamed)) && isAhead(at - 1, N_FOR) && hasThanks(at - 2)) return true;
    isNamed = isNamed || isDefinite || !isBetween(role);
  }
  return false;
}

function hasThanks(at: i32): bool {
  for (let i = at; i > at - 4; i--) {
    if (isAhead(i, N_THANKS)) return true;
  }
  return false;
}

function isMended(): bool {
  let at = beforeCount - 1;
  while (at > 0 && at > beforeCount - 4 && !isVerbInPast(ahead(at))) {
    if (!isBetween(ahead(at)) && (ahead(at) & (IS_DEFINITE | IS_INDEFINITE)) == 0) return false;
    at--;
  }
  const name = nameOf(ahead(at));
  const isFound = name == N_PAID && (ahead(beforeCount - 1) & IS_DEFINITE) != 0 && isClosed(0);
  const isHad = name == N_HAVE && (ahead(at) & IS_PAST) != 0 && isBack(0, N_DONE) && isClosed(1);
  if (name != N_DONE && !isFound && !isHad) return false;
  at--;
  while (isAhead(at, N_HAVE) || isAhead(at, N_AGAIN)) at--;
  return isAhead(at, N_I) && !isAhead(at - 1, N_THINK) && !isAhead(at - 1, N_THAT);
}

function isGiven(): bool {
  const verb = beforeCount - 3;
  if (!isAhead(verb + 2, N_MY) || !isAhead(verb + 1, N_ME) || !isClosed(0)) return false;
  const isHad = isAhead(verb - 1, N_HAVE);
  if ((ahead(verb) & IS_PAST) == 0 && !(isHad && isAhead(verb, N_GAVE))) return false;
  for (let at = verb - (isHad ? 2 : 1); at >= 0; at--) {
    const role = ahead(at);
    if ((role & (IS_END | IS_COMMA)) != 0) break;
    if ((role & (IS_NOT | IS_NONE | IS_AUXILIARY | IS_BREAK)) != 0) return false;
  }
  return true;
}

/** Whether what is before the place once asked for something, which may be over. */
export function isAskedOnce(): bool {
  for (let at = 0; at < beforeCount; at++) {
    if ((ahead(at) & (IS_WISH | IS_PAST)) == (IS_WISH | IS_PAST)) return true;
  }
  return false;
}
