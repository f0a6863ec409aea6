// Signs: what a text says of itself as a whole: that nothing is wanted, that it is about several matters, or that its writer is glad. The
// reference is runtime/locate/signs.ts, and the rules, which are data, are in runtime/locate/sign-rules.ts.

import { IS_CANT, IS_END, IS_NO, IS_NONE, IS_NOT, N_AGAIN, N_APPLY, N_BUT, N_ELSE, N_JOB, N_QUESTION_MARK, N_RESUME, N_STILL, N_UNSUBSCRIBE, SIGN_RULES, SIGN_RULES_COUNT, SIGN_SETS } from './table';
import { MOOT, GLAD_TEXT, SEVERAL_TEXT } from './denial';
import { readInto, readWithin, seenWithin, within, withinCount } from './denial-roles';

const LETTER_BYTES: i32 = 2000;

const IDLE: i32 = 1;
const SEVERAL: i32 = 2;
const ASKING: i32 = 4;
const RELEASED: i32 = 8;
const GLAD: i32 = 16;
const VOID: i32 = 32;

/** A class that every word and mark has. */
const EVERYTHING: i32 = 1 << 23;
const IS_ALL: i32 = 1 << 31;
const SET_BYTES: i32 = 12;
/** Of a step: the next one may be missing; from here on how many words may stand between. */
const OPTIONAL: i32 = 223;
const GAP: i32 = 224;

/** How many ends of sentences stand before the first role, and behind the last: no rule looks further. */
const EDGES: i32 = 10;
/** Four bytes each: a role takes at least one of the LETTER_BYTES. */
const roles: i32 = (memory.data((2000 + 2 * 10) * 4, 8) as i32) + EDGES * 4;

/** MOOT if nothing is wanted, SEVERAL_TEXT if there are several matters, and GLAD_TEXT if it thanks or praises and asks for nothing, in the text of `bytes` bytes at `data`, which praises where what is around it says so. */
export function signsOf(data: i32, bytes: i32, isPraise: bool = false): i32 {
  if (bytes > LETTER_BYTES) return 0;
  const count = readInto(roles, LETTER_BYTES, data, quoteStart(data, data + bytes));
  if (count < 2) return 0;
  const end = roles + (count << 2);
  for (let edge = 1; edge <= EDGES; edge++) {
    store<i32>(roles - (edge << 2), IS_END);
    store<i32>(end + (edge << 2) - 4, IS_END);
  }
  let says = isPraise ? GLAD : 0;
  for (let at = roles; at < end; at += 4) {
    if (nameOf(at) == N_BUT) says &= ~IDLE;
    if (nameOf(at) != 0) says |= saysAt(at);
  }
  // What is asked for matters only where nothing seems to be wanted.
  for (let at = roles; at < end && (says & (IDLE | GLAD)) != 0; at += 4) {
    if ((saysAt(at) & ASKING) != 0) says &= ~(IDLE | GLAD);
  }
  return ((says & (IDLE | VOID)) != 0 ? MOOT : 0) | ((says & SEVERAL) != 0 ? SEVERAL_TEXT : 0) | ((says & GLAD) != 0 ? GLAD_TEXT : 0);
}

const GOODBYE_BYTES: i32 = 80;

/** Whether a text is short, asks nothing and takes nothing back. */
export function isGoodbye(data: i32, bytes: i32): bool {
  if (bytes > GOODBYE_BYTES) return false;
  const end = roles + (readInto(roles, LETTER_BYTES, data, data + bytes) << 2);
  let asks = false;
  let offers = false;
  for (let at = roles; at < end; at += 4) {
    const name = nameOf(at);
    if ((load<i32>(at) & (IS_NOT | IS_CANT | IS_NO | IS_NONE)) != 0 || name == N_BUT || name == N_STILL || name == N_AGAIN) return false;
    asks = asks || name == N_QUESTION_MARK;
    offers = offers || name == N_ELSE;
  }
  return !asks || offers;
}

/** Whether the words of a place are such as a text says that wants nothing. */
export function isOfSign(place: i32, end: i32): bool {
  readWithin(place, end);
  for (let at = 0; at < withinCount; at++) {
    const name = nameOf(within + (at << 2));
    if (name == N_APPLY || name == N_JOB || name == N_RESUME || name == N_UNSUBSCRIBE) return true;
  }
  return (seenWithin & (IS_NOT | IS_CANT | IS_NO | IS_NONE)) != 0;
}

function quoteStart(data: i32, end: i32): i32 {
  for (let at = data + 1; at < end; at++) {
    if (load<u8>(at) == 0x3e && load<u8>(at - 1) == 0x0a) return at;
  }
  return end;
}

// In what follows a position is the address of its role, and the next role stands four bytes further.

function nameOf(at: i32): i32 {
  return load<u8>(at, 3);
}

/** What the rules say whose head stands at a position. */
function saysAt(at: i32): i32 {
  let says = 0;
  let rule = SIGN_RULES;
  for (let i = 0; i < SIGN_RULES_COUNT; i++) {
    const steps = rule + 4;
    const behind = steps + load<u8>(rule, 2);
    const end = behind + load<u8>(rule, 3);
    if (isOf(at, load<u8>(rule, 1)) && matches(at - 4, -4, steps, behind) && matches(at + 4, 4, behind, end)) says |= load<u8>(rule);
    rule = end;
  }
  return (says & RELEASED) == 0 ? says : says & ~ASKING;
}

/** Whether the steps up to an address are at a position and on from there, which is `way` bytes a word. */
function matches(at: i32, way: i32, steps: i32, end: i32): bool {
  while (steps < end) {
    const step = load<u8>(steps++) as i32;
    if (step >= GAP) {
      for (let words = step - GAP; !matches(at, way, steps, end); at += way) {
        if (words-- == 0 || (load<i32>(at) & IS_END) != 0) return false;
      }
      return true;
    }
    if (step != OPTIONAL) {
      if (!isOf(at, step)) return false;
      at += way;
    } else if (isOf(at, load<u8>(steps++)) && matches(at + way, way, steps, end)) {
      return true;
    }
  }
  return true;
}

function isOf(at: i32, number: i32): bool {
  const set = SIGN_SETS + number * SET_BYTES;
  const classes = load<i32>(at) | EVERYTHING;
  if ((classes & load<i32>(set, 4)) != 0) return false;
  const name = nameOf(at);
  if (load<u8>(set, 8) == name || load<u8>(set, 9) == name || load<u8>(set, 10) == name || load<u8>(set, 11) == name) return true;
  const any = load<i32>(set);
  return any < 0 ? (classes & any) == (any & ~IS_ALL) : (classes & any) != 0;
}
