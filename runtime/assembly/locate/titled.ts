// Titled: whether a place is a part of a title or of a name. The reference, and what each of these rules is for, is
// runtime/locate/titled.ts.

import { IS_DEFINITE, IS_END, IS_INDEFINITE, IS_NO, N_ADJECTIVE, N_AND, N_FOR, N_IN, N_OF, N_QUANTITY, N_TEAM, N_TITLE } from './table';
import { ahead, isAhead, isBack, isContent, nameOf } from './denial';
import { beforeCount } from './denial-roles';

const TITLE_WORDS: i32 = 5;

/** Of a place that starts and ends at addresses in a text. */
export function isTitled(data: i32, place: i32, placeEnd: i32, textEnd: i32, isWord: bool): bool {
  const isSpaced = place > data && load<u8>(place - 1) == 0x20;
  if (!isCapital(place, textEnd) || (isSpaced && isCapital(place + 1, textEnd))) return false;
  if (isBack(0, N_TEAM)) return beforeCount > 0 && (ahead(beforeCount - 1) & IS_END) == 0;
  for (let at = beforeCount - 1; at >= 0 && at >= beforeCount - 1 - TITLE_WORDS; at--) {
    const role = ahead(at);
    if (nameOf(role) == N_TITLE) return isOfTitle(at, isWord && isSpaced && !isCapital(placeEnd + 1, textEnd));
    if (!isPart(role) && !isJoint(role)) return false;
  }
  return false;
}

/** Whether a place begins with a capital behind a `The` that begins no sentence. */
export function isNamed(data: i32, place: i32, textEnd: i32): bool {
  const article = place - 4;
  if (article - 2 < data || !isCapital(place, textEnd) || load<u32>(article) != THE) return false;
  if (load<u8>(article - 1) != 0x20) return false;
  const wordEnd = article - (load<u8>(article - 2) == 0x2c ? 2 : 1);
  let before = wordEnd;
  while (before > data && (((load<u8>(before - 1) as i32) - 0x61) as u32) < 26) before--;
  return before < wordEnd && (before == data || load<u8>(before - 1) == 0x20);
}

/** `The `. */
const THE: u32 = 0x20656854;

function isOfTitle(at: i32, isPlain: bool): bool {
  if (at == beforeCount - 1 ? isPlain : isJoint(ahead(at + 1))) return false;
  return at > 0 && (isPart(ahead(at - 1)) || isAhead(at - 1, N_TITLE));
}

function isPart(role: i32): bool {
  const name = nameOf(role);
  return isContent(role) || (role & (IS_DEFINITE | IS_INDEFINITE | IS_NO)) != 0 || name == N_ADJECTIVE || name == N_QUANTITY;
}

function isJoint(role: i32): bool {
  const name = nameOf(role);
  return name == N_FOR || name == N_OF || name == N_IN || name == N_AND;
}

function isCapital(at: i32, textEnd: i32): bool {
  return at < textEnd && (((load<u8>(at) as i32) - 0x41) as u32) < 26;
}
