// Signs: what a text says of itself as a whole: that nothing is wanted of its reader, or that it is about several matters. The
// reference, and what each of these rules is for, is runtime/locate/signs.ts.

import {
  IS_ADVERB, IS_AUXILIARY, IS_COMMA, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_PAST, IS_PRONOUN, IS_SUBJECT, IS_WISH, N_ALSO, N_BE, N_CAN, N_CASE, N_CLOSE, N_DONE, N_FINE, N_FURTHER, N_HAVE,
  N_NOTHING, N_OF, N_ONLY, N_PLEASE, N_QUANTITY, N_QUESTION_MARK, N_SAY, N_THANKS, N_THINGS, N_TICKET, N_TO,
} from './table';
import { ALONE, MOOT, nameOf } from './denial';
import { MESSAGE_BYTES, readInto } from './denial-roles';

const SAYING_WORDS: i32 = 3;
const CLOSING_WORDS: i32 = 6;

/** Each role takes at least one of the MESSAGE_BYTES. */
const roles: i32 = memory.data(500 * 4, 8) as i32;
let count: i32 = 0;

/** Whether a word of this name may be what a sign is known by: those that `isIdle` and `isSeveral` begin with. */
export function isSignName(name: i32): bool {
  return name == N_SAY || name == N_THANKS || name == N_CLOSE || name == N_FURTHER || name == N_DONE || name == N_THINGS || name == N_ALSO;
}

/** MOOT if nothing is wanted, and ALONE if there are several matters, in the text of `bytes` bytes at `data`. */
export function signsOf(data: i32, bytes: i32): i32 {
  if (bytes > MESSAGE_BYTES) return 0;
  count = readInto(roles, MESSAGE_BYTES, data, quoteStart(data, data + bytes));
  let signs = 0;
  let asking = false;
  for (let at = 0; at < count; at++) {
    if (isIdle(at)) signs |= MOOT;
    if (isSeveral(at)) signs |= ALONE;
    if (isAsking(at)) asking = true;
  }
  return asking ? signs & ALONE : signs;
}

function quoteStart(data: i32, end: i32): i32 {
  for (let at = data + 1; at < end; at++) {
    if (load<u8>(at) == 0x3e && load<u8>(at - 1) == 0x0a) return at;
  }
  return end;
}

function roleAt(at: i32): i32 {
  return at < 0 || at >= count ? 0 : load<i32>(roles + (at << 2));
}

function isName(at: i32, name: i32): bool {
  return nameOf(roleAt(at)) == name;
}

function isIdle(at: i32): bool {
  const name = nameOf(roleAt(at));
  if (name == N_SAY) return isOnlySaid(at);
  if (name == N_THANKS) return isOnlySaid(at) || (isName(at - 1, N_SAY) && isName(at - 2, N_TO)) || isThanksTo(at);
  if (name == N_CLOSE) return isOfTicket(at);
  if (name == N_FURTHER) return isName(at - 1, N_NOTHING);
  return name == N_DONE && isName(at - 1, N_FINE) && isStart(at - 1) && isName(at + 1, N_TO);
}

function isOnlySaid(at: i32): bool {
  if (!isName(at - 1, N_TO)) return false;
  for (let ahead = at - 2; ahead >= at - 2 - SAYING_WORDS && (roleAt(ahead) & IS_END) == 0; ahead--) {
    if (isName(ahead, N_ONLY)) return true;
  }
  return false;
}

function isThanksTo(at: i32): bool {
  return isName(at - 1, N_QUANTITY) && isStart(at - 1) && isName(at + 1, N_TO) && (roleAt(at + 2) & IS_PRONOUN) == 0;
}

function isOfTicket(at: i32): bool {
  for (let behind = at + 1; behind <= at + 3; behind++) {
    if (isTicket(behind)) return true;
  }
  if (isThis(at + 1) && (at + 2 >= count || (roleAt(at + 2) & IS_END) != 0)) return true;
  if (!isName(at - 1, N_BE)) return false;
  for (let ahead = at - 2; ahead >= at - 2 - CLOSING_WORDS && (roleAt(ahead) & IS_END) == 0; ahead--) {
    if (isTicket(ahead) || isThis(ahead)) return true;
  }
  return false;
}

function isTicket(at: i32): bool {
  return isName(at, N_TICKET) || isName(at, N_CASE);
}

function isThis(at: i32): bool {
  return (roleAt(at) & (IS_PRONOUN | IS_DEFINITE)) == (IS_PRONOUN | IS_DEFINITE);
}

function isStart(at: i32): bool {
  return at == 0 || (roleAt(at - 1) & IS_END) != 0;
}

function isAsking(at: i32): bool {
  const role = roleAt(at);
  const name = nameOf(role);
  if (name == N_QUESTION_MARK || name == N_PLEASE) return true;
  if (name == N_CAN) return (roleAt(at + 1) & (IS_PRONOUN | IS_SUBJECT)) != 0;
  if ((role & IS_WISH) == 0) return false;
  const ahead = roleAt(at - 1);
  return (ahead & IS_SUBJECT) != 0 || ((ahead & IS_AUXILIARY) != 0 && (roleAt(at - 2) & IS_SUBJECT) != 0);
}

function isSeveral(at: i32): bool {
  const name = nameOf(roleAt(at));
  if (name == N_THINGS) return isCounted(at);
  return name == N_ALSO && isAnother(at);
}

function isCounted(at: i32): bool {
  let from = at - 1;
  if (isName(from, N_OF)) from -= 2;
  else {
    if (!isName(from, N_QUANTITY) && (roleAt(from) & IS_DEFINITE) == 0) from--;
    if (!isName(from, N_QUANTITY)) return false;
    if ((roleAt(from - 1) & IS_INDEFINITE) == 0) return isStart(from) || isHad(from - 1);
    from--;
  }
  return (roleAt(from) & IS_INDEFINITE) != 0 && (isStart(from) || isHad(from - 1));
}

function isHad(at: i32): bool {
  return (roleAt(at) & (IS_COMMA | IS_COPULA)) != 0 || isName(at, N_HAVE);
}

function isAnother(at: i32): bool {
  const behind = roleAt((roleAt(at + 1) & IS_ADVERB) == 0 ? at + 1 : at + 2);
  if ((behind & IS_WISH) != 0) return (roleAt(at - 1) & IS_AUXILIARY) == 0;
  return isStart(at) && (behind & (IS_COMMA | IS_SUBJECT | IS_PRONOUN | IS_DEFINITE | IS_INDEFINITE)) != 0 && (behind & IS_PAST) == 0;
}
