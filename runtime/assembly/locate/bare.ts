// Bare: whether a word stands in its sentence neither as a thing that is named nor as what is asked for. In: the roles around a
// place of one word, which were read. The reference, and what each of these rules is for, is runtime/locate/bare.ts.

import { ahead, back, isAhead, isBack, isContent, nameOf } from './denial';
import { beforeCount, behindCount, within, withinCount } from './denial-roles';
import {
  IS_COMMA, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_NO, IS_PAST, IS_SPEAKER, IS_WISH, N_ADJECTIVE, N_AND, N_CAN, N_FINE, N_FIRST, N_HAVE, N_IS, N_LAST, N_LET, N_MAY,
  N_MORE, N_OF, N_OTHER, N_PLEASE, N_QUANTITY, N_TO,
} from './table';

export const BARE_BYTES: i32 = 64;
const ASKED_WORDS: i32 = 5;

export function isBare(isVerb: bool): bool {
  const next = nameOf(back(0));
  if (next == N_OF) return true;
  if (next == N_PLEASE) return false;
  const last = beforeCount - 1;
  if (last < 0) return false;
  const role = ahead(last);
  if ((role & IS_END) != 0) return false;
  if (last == 0 && isContent(role)) return false;
  if (nameOf(role) == N_IS) return false;
  if (isNamed(isAdjective(nameOf(role)) ? last - 1 : last)) return false;
  const isPast = withinCount > 0 && (load<i32>(within) & IS_PAST) != 0;
  if (isPast && (role & IS_COPULA) != 0) return false;
  if ((isVerb || isPast) && isContent(role) && (role & IS_PAST) == 0 && isNamed(last - 1)) return false;
  return !isAskedFor(last);
}

const ALONE_BYTES: i32 = 120;

export function isAlone(textBytes: i32): bool {
  return textBytes > ALONE_BYTES && isUnasked();
}

export const LONG_BYTES: i32 = 75;
const JOINED_WORDS: i32 = 8;

export function isMentioned(): bool {
  if (!isUnasked()) return false;
  for (let at = 0; at < beforeCount; at++) {
    const role = ahead(at);
    if (nameOf(role) == N_AND || (role & IS_SPEAKER) != 0) return true;
  }
  for (let at = 0; (back(at) & IS_END) == 0 && at < min(behindCount, JOINED_WORDS); at++) {
    if (isBack(at, N_AND)) return true;
  }
  return false;
}

export function isUnasked(): bool {
  return !isBack(0, N_PLEASE) && !isAskedFor(beforeCount - 1);
}

function isNamed(at: i32): bool {
  const role = ahead(at);
  return (role & (IS_DEFINITE | IS_INDEFINITE | IS_NO)) != 0 || nameOf(role) == N_QUANTITY || nameOf(role) == N_MORE;
}

function isAdjective(name: i32): bool {
  return name == N_ADJECTIVE || name == N_FINE || name == N_FIRST || name == N_LAST || name == N_OTHER;
}

function isAskedFor(last: i32): bool {
  for (let at = last; at >= 0 && at > last - ASKED_WORDS; at--) {
    const role = ahead(at);
    const name = nameOf(role);
    if ((role & (IS_END | IS_COMMA)) != 0) return false;
    if (name == N_TO && isAhead(at - 1, N_HAVE)) return false;
    if ((role & IS_WISH) != 0) return true;
    if (name == N_PLEASE || name == N_CAN || name == N_MAY || name == N_LET) return true;
  }
  return false;
}
