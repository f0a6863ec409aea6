// Denial behind: whether what stands right behind a place says that it is not so, or is over. The reference, and what each of these
// rules is for, is runtime/locate/denial-behind.ts.

import {
  HAS_TAKEN, IS_ADVERB, IS_ANSWER, IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_COPULA, IS_END, IS_NEEDED, IS_NONE, IS_NOT, IS_PAST, IS_PRONOUN, IS_SUBJECT, IS_WISH, N_A, N_ABOUT, N_AT, N_BACK, N_BRACKET, N_BUT, N_CHOICE, N_COLON,
  N_DASH, N_DO, N_FOR, N_FORGET, N_FREE, N_HELP, N_HYPHEN, N_I, N_IF, N_INTEREST, N_IS, N_LAST, N_LONGER, N_ME, N_MIND, N_NO, N_NOTHING, N_OF, N_ONE, N_OUT, N_PROBLEM,
  N_QUANTITY, N_QUESTION, N_QUESTION_MARK, N_RATHER, N_RULED, N_SEEMS, N_SOMETHING, N_STAYS, N_TAKE, N_THANKS, N_THE, N_THING, N_TO, N_UNNECESSARY, N_WANT, N_WHAT,
} from './table';
import { ahead, back, isAhead, isBack, nameOf } from './denial';
import { ROLES_BEHIND, beforeCount, behindCount, isCut, seenBehind } from './denial-roles';

export function isMootBehind(): bool {
  if (isBack(0, N_FOR) && isBack(1, N_NOTHING)) return true;
  return isBack(0, N_IF) && (back(1) & (IS_PRONOUN | IS_SUBJECT)) == IS_PRONOUN && isBack(2, N_WANT);
}

export function isDeniedBehind(): bool {
  if (behindCount == 0) return false;
  if (isBack(0, N_HYPHEN) && isBack(1, N_FREE)) return true;
  if (isAnswered() || isTakenBack() || (isContradicted() && hasSeemed())) return true;
  if (isBack(0, N_NO) && isBack(1, N_LONGER) && (behindCount == 2 || (back(2) & (IS_END | IS_COMMA)) != 0)) return true;
  if (isBack(0, N_STAYS) && isBack(2, N_SOMETHING) && isBack(3, N_IS)) return true;
  if (isBack(0, N_AT) && ((back(1) & IS_NONE) != 0 || (isBack(1, N_NO) && isBack(2, N_ONE)))) return true;
  let at = i32(isAside());
  while (at < 3 && (back(at) & (IS_AUXILIARY | IS_ADVERB)) != 0 && (back(at) & IS_NOT) == 0) at++;
  const name = nameOf(back(at));
  if (name == N_UNNECESSARY) return true;
  if (at > 0 && name == N_RULED && isBack(at + 1, N_OUT)) return true;
  if (at > 0 && name == N_OF && isBack(at + 1, N_NO)) return isBack(at + 2, N_INTEREST);
  if (name == N_OUT) return isBack(at + 1, N_OF) && isBack(at + 2, N_THE) && isBack(at + 3, N_QUESTION);
  if (name == N_THE) return at > 0 && isBack(at + 1, N_LAST) && isBack(at + 2, N_THING);
  if (at > 0 && name == N_NO && isBack(at + 1, N_PROBLEM)) return true;
  if ((back(at) & IS_NOT) != 0) at++;
  else if (name == N_NO && isBack(at + 1, N_LONGER)) at += 2;
  else return false;
  for (let more = 0; more < 3 && (back(at) & (IS_AUXILIARY | IS_ADVERB)) != 0; more++) at++;
  if ((back(at) & IS_NEEDED) != 0) return true;
  const what = nameOf(back(at));
  return what == N_WHAT || what == N_HELP || (what == N_SOMETHING && isBack(at + 1, N_I)) || (what == N_A && (isBack(at + 1, N_CHOICE) || isBack(at + 1, N_PROBLEM)));
}

export function isTakenBack(): bool {
  if ((seenBehind & (HAS_TAKEN | IS_NEEDED | IS_NOT)) == 0) return false;
  let isApart = false;
  for (let at = 0; at < behindCount; at++) {
    if ((back(at) & (IS_END | IS_COMMA | IS_BREAK)) != 0) isApart = true;
    if (!isApart) continue;
    const name = nameOf(back(at));
    const isNot = at > 0 && (back(at - 1) & IS_NOT) != 0;
    let next = at + 1;
    if (name == N_MIND && isNot) {
      if (isBack(next, N_ABOUT)) next++;
      if ((back(next) & IS_PRONOUN) != 0) next++;
    } else if (name == N_FORGET && !isNot && (back(next) & IS_PRONOUN) != 0 && !isBack(next, N_ME)) next++;
    else if (name == N_TAKE && isBack(at - 1, N_I) && isBack(at + 2, N_BACK)) next += 2;
    else if ((back(at) & IS_NOT) != 0 && isByWriterAt(at)) {
      const isVerb = (back(next) & (IS_WISH | IS_PAST)) == IS_WISH;
      if (isVerb) next += isBack(next + 1, N_TO) ? 2 : 1;
      else if (!isElliptic(at)) continue;
    } else if (at > 0 && isMark(at - 1) && isUnneeded(at)) return true;
    else continue;
    if (next < behindCount ? isMark(next) : next == behindCount && !isCut()) return true;
  }
  return false;
}

/** Whether a word that denies has `I` before it, and a word between them or none, where a clause begins. */
function isByWriterAt(not: i32): bool {
  const subject = not > 0 && isBack(not - 1, N_I) ? not - 1 : not - 2;
  return subject > 0 && isBack(subject, N_I) && (isMark(subject - 1) || isBack(subject - 1, N_BUT));
}

/** Whether a word that denies has its verb, and nothing else, beside it; one of the writer's stands before it. */
function isElliptic(not: i32): bool {
  return isBack(not - 1, N_I) || isBack(not - 1, N_RATHER) || (back(not - 1) & IS_AUXILIARY) != 0;
}

/** Whether a clause behind the place says that it is not. */
export function isContradicted(): bool {
  if ((seenBehind & IS_NOT) == 0) return false;
  for (let at = 1; at < behindCount; at++) {
    if (!isBack(at, N_SOMETHING) || (!isMark(at - 1) && !isBack(at - 1, N_BUT))) continue;
    const not = (back(at + 1) & (IS_COPULA | IS_NOT)) == IS_COPULA ? at + 2 : at + 1;
    if ((back(not) & IS_NOT) != 0 && isMark(not + 1)) return true;
  }
  return false;
}

function hasSeemed(): bool {
  for (let at = beforeCount - 1; at >= 0 && (ahead(at) & IS_END) == 0; at--) {
    if (isAhead(at, N_SEEMS)) return true;
  }
  return false;
}

function isMark(at: i32): bool {
  return (back(at) & (IS_END | IS_COMMA)) != 0;
}

function isUnneeded(from: i32): bool {
  const isLonger = isBack(from, N_NO) && isBack(from + 1, N_LONGER);
  if (!isLonger && (back(from) & IS_NOT) == 0) return false;
  const at = isLonger ? from + 2 : from + 1;
  return (back(at) & IS_NEEDED) != 0 && (at + 1 >= behindCount || isMark(at + 1));
}

function isAnswered(): bool {
  const isAsked = isBack(0, N_QUESTION_MARK);
  if (!isAsked && !isAside()) return false;
  let at = (back(1) & IS_ADVERB) == 0 ? 1 : 2;
  const answer = back(at++);
  if ((answer & IS_ANSWER) == 0 || ((back(0) & IS_COMMA) != 0 && (answer & IS_NOT) != 0)) return false;
  if (isBack(at, N_AT) && isBack(at + 1, N_QUANTITY)) at += 2;
  if (behindCount > at && (back(at) & (IS_END | IS_COMMA | IS_SUBJECT | IS_NEEDED)) == 0 && !isBack(at, N_THANKS)) return false;
  let words = 0;
  for (let i = beforeCount - 1; i >= 0 && (ahead(i) & IS_END) == 0; i--) {
    if (isAhead(i, N_DO) && isAhead(i + 1, N_I)) return isAsked;
    if (isAhead(i, N_I)) words = ROLES_BEHIND;
    else if ((ahead(i) & (IS_SUBJECT | IS_PRONOUN | IS_AUXILIARY)) != 0) return false;
    words++;
  }
  return words <= 2;
}

function isAside(): bool {
  return isBack(0, N_COLON) || isBack(0, N_DASH) || isBack(0, N_BRACKET) || (back(0) & IS_COMMA) != 0;
}
