// Told: whether a place is what somebody else did, had or says. The reference, and what each of these rules is for, is
// runtime/locate/told.ts.

import {
  HAS_TOLD, IS_AUXILIARY, IS_BREAK, IS_CANT, IS_COMMA, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_NOT, IS_OUTSIDER, IS_PAST, IS_PRONOUN, IS_SPEAKER, IS_SUBJECT, IS_WISH, N_AND,
  N_AT, N_CAN, N_FROM, N_HAVE, N_HEAR, N_I, N_IN, N_ME, N_MY, N_OF, N_SAY, N_SOMETHING, N_THAT, N_WANT, N_WITH, N_WOULD, N_YOUR,
} from './table';
import { ahead, back, isAhead, isBack, isClauseStart, nameOf } from './denial';
import { inSentence, isYou } from './denial-condition';
import { beforeCount, behindCount, seenBefore, seenBehind, within, withinCount } from './denial-roles';

export function isTold(): bool {
  if ((seenBehind & HAS_TOLD) != 0 && isToldBehind()) return true;
  if ((seenBefore & (HAS_TOLD | IS_OUTSIDER)) == 0) return false;
  let past = ((back(0) | back(1)) & IS_PAST) != 0;
  for (let i = 0; i < withinCount; i++) past = past || (load<i32>(within + (i << 2)) & IS_PAST) != 0;
  let wished = false;
  for (let at = beforeCount - 1; at >= 0; at--) {
    const role = ahead(at);
    const name = nameOf(role);
    if ((role & (IS_END | IS_COMMA | IS_BREAK)) != 0) return false;
    if (name == N_SAY) return isSaidByOther(at);
    if (name == N_HEAR) return isHearsay(at);
    if ((name == N_WANT && !isYou(ahead(at - 1))) || name == N_WOULD || name == N_CAN || (role & IS_CANT) != 0) return false;
    if (name == N_AND && isClauseStart(at + 1) && (ahead(at + 1) & IS_SPEAKER) == 0) return false;
    if (isWriter(at) && !isToldOn(at - 1)) return false;
    if ((role & IS_OUTSIDER) != 0 && (past || (!wished && isSubject(at) && !isShared()))) return !isHere();
    if ((role & IS_WISH) != 0 || ((role & (IS_AUXILIARY | IS_COPULA)) == IS_AUXILIARY && name != N_HAVE)) wished = true;
    past = past || (role & IS_PAST) != 0;
  }
  return false;
}

function isToldBehind(): bool {
  for (let at = 0; at < behindCount && (back(at) & IS_END) == 0; at++) {
    if (isBack(at, N_SAY)) return (back(at - 1) & IS_SPEAKER) != 0 && ((back(at - 2) | back(at - 3)) & IS_COMMA) != 0 && !isBack(at - 2, N_YOUR) && isClauseEnd(isBack(at + 1, N_ME) ? at + 2 : at + 1);
  }
  return false;
}

function isClauseEnd(at: i32): bool {
  return at >= behindCount || (back(at) & (IS_END | IS_COMMA)) != 0;
}

function isSubject(at: i32): bool {
  const first = (ahead(at - 1) & (IS_DEFINITE | IS_INDEFINITE)) != 0 ? at - 2 : at - 1;
  return first < 0 || (ahead(first) & (IS_END | IS_COMMA | IS_BREAK)) != 0 || isAhead(first, N_AND);
}

function isHere(): bool {
  for (let at = beforeCount; at < beforeCount + withinCount + 1; at++) {
    const name = nameOf(inSentence(at));
    if (name == N_MY || name == N_ME) return true;
  }
  return false;
}

function isShared(): bool {
  for (let at = beforeCount; at < beforeCount + withinCount + behindCount; at++) {
    const role = inSentence(at);
    const name = nameOf(role);
    if ((role & (IS_END | IS_COMMA | IS_BREAK)) != 0) return false;
    if (name == N_MY || name == N_ME || name == N_I) return true;
  }
  return false;
}

function isWriter(at: i32): bool {
  const role = ahead(at);
  const name = nameOf(role);
  if (name == N_I) return (role & IS_SUBJECT) != 0;
  if (name == N_ME) return true;
  if (name != N_MY && name != N_YOUR) return false;
  if ((ahead(at + 1) & IS_SPEAKER) != 0) return false;
  const last = nameOf(ahead(at - 1));
  return last != N_IN && last != N_AT && last != N_WITH && last != N_OF && last != N_FROM;
}

function isToldOn(at: i32): bool {
  let said = at;
  if (isAhead(said, N_THAT)) said--;
  if (isAhead(said, N_ME)) said--;
  return isAhead(said, N_SAY);
}

function isSaidByOther(said: i32): bool {
  for (let at = said - 1; at >= 0; at--) {
    const role = ahead(at);
    if ((role & (IS_END | IS_COMMA | IS_BREAK | IS_COPULA | IS_NOT)) != 0 || nameOf(role) == N_I) return false;
    if ((role & IS_SPEAKER) != 0) return !isAhead(at - 1, N_YOUR);
  }
  return false;
}

function isHearsay(heard: i32): bool {
  if ((ahead(heard - 1) & IS_NOT) != 0) return false;
  const next = nameOf(ahead(heard + 1));
  return next == N_THAT || next == N_SOMETHING || (ahead(heard + 1) & (IS_SUBJECT | IS_PRONOUN)) != 0;
}
