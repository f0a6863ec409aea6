// Denial of questions in general: what is asked of all such things, or of anybody, and not for the writer. The reference, and what each
// of these rules is for, is runtime/locate/denial-general.ts.

import {
  HAS_ASKING, HAS_GENERAL, IS_AUXILIARY, IS_COMMA, IS_COPULA, IS_END, IS_INDEFINITE, N_CAN, N_CUSTOMER, N_CUSTOMERS, N_DO, N_GENERAL, N_HAPPEN, N_HAVE, N_HOW, N_I, N_IF, N_IN, N_ME, N_MY, N_OF, N_ONE,
  N_OR, N_SOMETHING, N_TO, N_USUAL, N_WANT, N_WHAT, N_WHEN, N_WHO,
} from './table';
import { ahead, isAhead, isBack, isBetween, nameOf } from './denial';
import { inSentence, isYou } from './denial-condition';
import { beforeCount, behindCount, seenBefore, seenBehind, seenWithin, withinCount } from './denial-roles';

export function isGeneral(start: i32): bool {
  const has = seenBefore | seenWithin | seenBehind;
  if ((has & HAS_ASKING) != 0 && (isOfCase(start) || isOfWhom(start) || isDuty())) return true;
  return (has & HAS_GENERAL) != 0 && ((has & HAS_ASKING) != 0 || (inSentence(start) & IS_AUXILIARY) != 0) && isOfAll(start);
}

function isOfCase(start: i32): bool {
  if (!isAhead(start, N_WHAT) || !isAhead(start + 1, N_HAPPEN)) return false;
  for (let at = start; at < beforeCount; at++) {
    if (isAhead(at, N_WHEN)) return true;
  }
  return false;
}

function isOfWhom(start: i32): bool {
  if (nameOf(inSentence(start)) != N_WHO || ((ahead(beforeCount - 1) | ahead(beforeCount - 2)) & IS_INDEFINITE) == 0) return false;
  for (let at = start; at < beforeCount + withinCount + behindCount; at++) {
    const role = inSentence(at);
    const name = nameOf(role);
    if ((role & IS_END) != 0) break;
    if (name == N_CAN || name == N_I || name == N_ME || name == N_MY) return false;
  }
  return true;
}

function isOfAll(start: i32): bool {
  let isAsked = (inSentence(start) & IS_AUXILIARY) != 0;
  let isUsual = false;
  let isOfAnybody = false;
  let isOfOne = false;
  let isOwn = false;
  let isMine = false;
  let last = 0;
  for (let at = start; at < beforeCount + withinCount + behindCount; at++) {
    const role = inSentence(at);
    const name = nameOf(role);
    if ((role & IS_END) != 0) break;
    if ((name == N_WHAT || name == N_HOW || name == N_WHEN || name == N_WHO) && (at < start + 2 || (last & IS_COMMA) != 0)) isAsked = true;
    if (name == N_I || name == N_ME || name == N_MY) isMine = true;
    if (name == N_USUAL || (name == N_GENERAL && nameOf(last) == N_IN)) isUsual = true;
    if (isYou(role)) isOwn = true;
    if (isAnybody(at)) {
      if (name == N_ONE) isOfOne = true;
      else isOfAnybody = true;
    }
    last = role;
  }
  return isAsked && (isUsual || (!isMine && (isOfAnybody || (isOfOne && !isOwn))));
}

function isAnybody(at: i32): bool {
  const name = nameOf(inSentence(at));
  const isOne = name == N_ONE;
  const isArticle = (inSentence(at - 1) & IS_INDEFINITE) != 0;
  if (isArticle ? name != N_CUSTOMER : !isOne && name != N_CUSTOMERS) return false;
  const last = inSentence(isArticle ? at - 2 : at - 1);
  const lastName = nameOf(last);
  if (isOne && (nameOf(inSentence(at + 1)) == N_OF || (last & IS_COPULA) != 0)) return false;
  if (isOne && lastName == N_SOMETHING) return (inSentence(at + 1) & IS_AUXILIARY) != 0;
  return ((last & IS_AUXILIARY) != 0 && lastName != N_HAVE) || (!isOne && (lastName == N_IF || lastName == N_WHEN));
}

function isDuty(): bool {
  const last = beforeCount - 1;
  if (!isAhead(last, N_TO) || !isAhead(last - 2, N_I) || !isAhead(last - 3, N_DO)) return false;
  const verb = nameOf(ahead(last - 1));
  if (verb != N_HAVE && verb != N_WANT) return false;
  return last == 3 || (ahead(last - 4) & (IS_END | IS_COMMA)) != 0 || isAhead(last - 4, N_OR);
}
