// Doubt: how likely what a place says is about something else. In: the roles around a place and its own, which were read. The reference,
// and why each of these signs is one, is runtime/locate/doubt.ts.

import { ahead, back, isAhead, isBack, isContent, nameOf } from './denial';
import { beforeCount, behindCount, seenBefore, seenWithin, within, withinCount } from './denial-roles';
import {
  IS_CANT, IS_END, IS_NO, IS_NONE, IS_NOT, IS_OUTSIDER, IS_PAST, IS_SPEAKER, IS_SUBJECT, IS_WISH, N_CAN, N_IF, N_PLEASE, N_QUESTION_MARK, N_SUPPOSE, N_THE, N_TO, N_UNLESS,
} from './table';

export const DOUBTED_WORDS: i32 = 2;
export const GLAD_POINTS: i32 = 2;

export function doubtOf(isLong: bool): i32 {
  let around = seenBefore;
  let asks = false;
  let supposes = false;
  for (let at = 0; at < beforeCount; at++) {
    const role = ahead(at);
    const name = nameOf(role);
    if (name == N_IF || name == N_UNLESS || name == N_SUPPOSE) supposes = true;
    if (isAsking(role)) asks = true;
  }
  for (let at = 0; at < withinCount && !asks; at++) {
    if (isAsking(load<i32>(within + (at << 2)))) asks = true;
  }
  let end = 0;
  while (end < behindCount && (back(end) & IS_END) == 0) {
    const role = back(end++);
    around |= role;
    if (isAsking(role)) asks = true;
  }
  const last = beforeCount - 1;
  const role = ahead(last);
  return (
    i32(isLong) + i32(isBack(end, N_QUESTION_MARK)) + i32(((withinCount == 2 && isContent(load<i32>(within, 4)) ? around : around | seenWithin) & IS_PAST) != 0) + i32((seenBefore & (IS_SPEAKER | IS_OUTSIDER)) != 0) +
    i32(isAhead(last, N_TO)) + i32(withinCount == 1 && isAhead(last, N_THE)) + (i32(supposes) << 1) -
    i32(asks) - i32(((around | seenWithin) & (IS_NOT | IS_CANT | IS_NO | IS_NONE)) != 0) - i32(last < 0 || (role & (IS_END | IS_SUBJECT)) != 0)
  );
}

function isAsking(role: i32): bool {
  const name = nameOf(role);
  return ((role & IS_WISH) != 0 && (role & IS_PAST) == 0) || name == N_PLEASE || name == N_CAN;
}
