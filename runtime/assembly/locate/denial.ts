// Denial: whether a place is one where its text says that it is not so, or only supposes it. In: a text and where a
// place is in it. The reference, and what each of these rules is for, is runtime/locate/denial.ts.
//
// A role is an i32: classes of a word or a mark, and in the highest eight bits the number of its name.

import {
  HAS_CUE, IS_ADVERB, IS_AUXILIARY, IS_BREAK, IS_CANT, IS_COMMA, IS_CONTRACTED, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_KNOWING, IS_NO, IS_NONE, IS_NOT, IS_OUTSIDER, IS_PAST,
  IS_PRONOUN, IS_SPEAKER, IS_SUBJECT, IS_WISH, N_A, N_ABOUT, N_ADJECTIVE, N_AFTER, N_AGAINST, N_AND, N_ANYTHING, N_APART, N_AT, N_BE, N_BEEN, N_BUT, N_CAN, N_CHOICE, N_DECIDE,
  N_DOUBT, N_DOWN, N_EXCEPT, N_EXCLUDE, N_FAIL, N_FAR, N_FINE, N_FIRST, N_FOR, N_FORGET, N_FREE, N_FROM, N_GAVE, N_HAVE, N_HYPHEN, N_I, N_IF, N_INSTEAD, N_LACK, N_LESS,
  N_LONGER, N_MIND, N_MORE, N_NEGATIVE, N_NEVER, N_NO, N_OF, N_ONE, N_ONLY, N_OTHER, N_OUT, N_PAID, N_PLEASE, N_QUANTITY, N_QUESTION, N_RATHER, N_REFUSE, N_RULED, N_SAY, N_SEEN,
  N_SHOULD, N_SO, N_STAYS, N_STILL, N_STOP, N_SUCH, N_TEAM, N_THAN, N_THE, N_THINK, N_TO, N_UN, N_UNNECESSARY, N_UP, N_WANT, N_WHEN, N_WHY, N_WITHOUT, N_YET,
} from './table';
import { BARE_BYTES, LONG_BYTES, isAlone, isBare, isMentioned, isUnasked } from './bare';
import { isContradicted, isDeniedBehind, isMootBehind, isTakenBack } from './denial-behind';
import { asideAt, isFaultless, isInverted, isLastThing, isList, isMistaken, isThought, isUnreal, isUnrelated, isUnsaid } from './denial-clause';
import { isOccasion, isSupposed } from './denial-condition';
import { isAskedOnce, isEndedBehind, isOver, isPastWithin } from './denial-past';
import { isAskedOfAll, isInTrouble, isMootBySentence, isPassed, isSettled, timeAt } from './denial-sentence';
import { DOUBTED_WORDS, doubtOf } from './doubt';
import { isNamed, isTitled } from './titled';
import { isTold } from './told';
import { WORD } from './unicode';
import { readToken, tokenEnd } from './words';
import { BYTES_BEFORE, MESSAGE_BYTES, ROLES_BEHIND, ROLES_NEAR, before, beforeCount, behind, behindCount, isSentenceOver, readBefore, readBehind, readWithin, seenBefore, startOfSentence, withinCount } from './denial-roles';

/** Bits of what a sentence says of a place. */
export const DENIED: i32 = 1;
export const TOLD: i32 = 2;
export const BARE: i32 = 4;
export const ALONE: i32 = 8;
/** Beside DENIED: over, asked in general or supposed. */
export const MOOT: i32 = 16;
/** Of a text: it thanks or praises. */
export const GLAD_TEXT: i32 = 32;
/** Of a text: its list or its record says that it is settled. */
export const SETTLED: i32 = 64;
/** Of a text: it is about several matters. */
export const SEVERAL_TEXT: i32 = 128;
/** Of a text: it is a transcript. */
export const TRANSCRIPT: i32 = 1 << 10;
/** Of a text: it belongs to the turn of another. */
export const OTHERS: i32 = 1 << 11;
/** The points of doubt stand above the bits. */
export const DOUBT_SHIFT: i32 = 8;
/** Of a long phrase, whatever the text says as a whole. */
const NO_DOUBT: i32 = -99;

/**
 * What its sentence says of the place [start, end) of the text of `bytes` bytes at `data`. `near` is how many bytes before it the last
 * word starts that could deny or tell it; 0 where that is not known.
 */
export function standingOf(data: i32, bytes: i32, start: i32, end: i32, near: i32): i32 {
  const place = data + start;
  const placeEnd = data + end;
  const textEnd = data + bytes;
  readBehind(placeEnd, textEnd, bytes > MESSAGE_BYTES ? ROLES_NEAR : ROLES_BEHIND);
  const isWord = (readToken(place, placeEnd) & WORD) != 0 && tokenEnd == placeEnd;
  const from = startOfSentence(data, place, BYTES_BEFORE);
  // Most sentences start near.
  const wordFrom = !isWord ? 0 : place - from < BARE_BYTES ? from : startOfSentence(data, place, BARE_BYTES);
  let bare = isWord ? standingOfWord(data, wordFrom, place, placeEnd, textEnd) : 0;
  // Fast path: most places are followed by a word that reaches no place, and most sentences have no cue.
  const reachesBack = mayReachBack();
  const settled = isSettled();
  const ended = isEndedBehind();
  const isFree = (near > BYTES_BEFORE || (near > 0 && from > place - near)) && !isAskedOfAll && !isBack(0, N_TEAM);
  const isLong = isSentenceOver(from, placeEnd, textEnd, LONG_BYTES);
  if (!isWord) readWithin(place, placeEnd);
  const isDoubted = withinCount <= DOUBTED_WORDS;
  // Where the roles were read for the word, they are the same.
  if (isDoubted && from != wordFrom) readBefore(from, place);
  bare |= (isDoubted ? doubtOf(isLong) : NO_DOUBT) << DOUBT_SHIFT;
  if (isNamed(data, place, textEnd)) bare |= TOLD;
  if (isFree && !reachesBack && !settled && !ended && !isInTrouble && timeAt == 0 && !isLong) return bare;
  if (!isDoubted) readBefore(from, place);
  if (isLong && isMentioned()) bare |= ALONE;
  let denial = isFree ? 0 : denialAhead();
  if (reachesBack) denial |= isMootBehind() ? DENIED | MOOT : isDeniedBehind() ? DENIED : 0;
  const moot = isInTrouble || (settled && (isUnasked() || isAskedOnce())) || (ended && isOver()) || (timeAt > 0 && isPassed());
  if (moot || (!isFree && isMootBySentence())) denial |= DENIED | MOOT;
  return bare | denial | (!isFree && (isTold() || isTitled(data, place, placeEnd, textEnd, isWord)) ? TOLD : 0);
}

/** Reads the roles around a word from an address on. */
function standingOfWord(data: i32, from: i32, place: i32, placeEnd: i32, textEnd: i32): i32 {
  readBefore(from, place);
  readWithin(place, placeEnd);
  return (isBare(load<u8>(placeEnd - 1) == 0x73) ? BARE : 0) | (isAlone(textEnd - data) ? ALONE : 0);
}

/** Whether the first role behind the place is one that `isDeniedBehind` goes on from. */
function mayReachBack(): bool {
  const role = back(0);
  const name = nameOf(role);
  if ((role & (IS_AUXILIARY | IS_ADVERB | IS_NOT | IS_END | IS_COMMA)) != 0) return true;
  if (name == N_HYPHEN || name == N_UNNECESSARY || name == N_OUT || name == N_NO || name == N_FOR || name == N_IF || name == N_AT || name == N_STAYS) return true;
  return isTakenBack() || isContradicted();
}

// Where no role stands, it has no classes and no name. Not inlined: the rules below ask for a hundred of them.
export function ahead(at: i32): i32 {
  return at < 0 || at >= beforeCount ? 0 : load<i32>(before + (at << 2));
}

export function back(at: i32): i32 {
  return at >= behindCount ? 0 : load<i32>(behind + (at << 2));
}

/** Whether the role at a position before the place has a name. */
export function isAhead(at: i32, name: i32): bool {
  return at >= 0 && at < beforeCount && load<u8>(before + (at << 2), 3) == name;
}

export function isBack(at: i32, name: i32): bool {
  return at < behindCount && load<u8>(behind + (at << 2), 3) == name;
}

// @ts-ignore: decorator
@inline
export function nameOf(role: i32): i32 {
  return role >>> 24;
}

/** Classes that a word may have and be no more than a word to the rest of these rules. */
const PLAIN: i32 = IS_PAST | IS_OUTSIDER | IS_SPEAKER;

// @ts-ignore: decorator
@inline
export function isContent(role: i32): bool {
  return (role & 0xffffff & ~PLAIN) == 0 && isNoun(nameOf(role));
}

/** Whether a name is none, or that of a word that is no more than a word to most rules. */
function isNoun(name: i32): bool {
  return name == 0 || (name >= N_PAID && name <= N_TEAM);
}

function denialAhead(): i32 {
  if ((seenBefore & (HAS_CUE | IS_NOT | IS_CANT | IS_NO | IS_NONE | IS_COPULA)) == 0) return 0;
  let joined = false;
  let caused = false;
  for (let at = beforeCount - 1; at >= 0; at--) {
    const role = ahead(at);
    const name = nameOf(role);
    if ((role & IS_END) != 0) return 0;
    if ((role & IS_COMMA) != 0) {
      if (isList(at)) continue;
      at = asideAt(at);
      if (at < 0) return 0;
      continue;
    }
    if (role == 0) continue;
    if (name == N_IF) return isSupposed(at) ? DENIED | MOOT : 0;
    if (isOccasion(at) || isUnreal(at)) return DENIED | MOOT;
    if (isUnrelated(at) || isFaultless(at) || isMistaken(at)) return DENIED;
    if (name == N_EXCEPT && isOfNone(at)) return 0;
    if (isDouble(at)) return 0;
    const cue = cueAt(at);
    if (cue != NO_CUE) {
      if (caused || (cue == VERB && joined) || !holds(at, cue)) return 0;
      return isInCondition(at) ? DENIED | MOOT : DENIED;
    }
    if ((role & IS_BREAK) != 0 && isAhead(at + 1, N_OF)) {
      caused = true;
      continue;
    }
    if ((role & IS_BREAK) != 0 && !(name == N_AFTER && (isNot(at - 1) || isAhead(at - 1, N_LONGER)))) return 0;
    if ((role & IS_SUBJECT) != 0) return at > 0 ? denialOfClause(at - 1) : 0;
    if (name == N_AND) {
      if (isClauseStart(at + 1)) return 0;
      joined = true;
    }
    if (name == N_WANT && at > 0 && isContent(ahead(at - 1)) && !((ahead(at - 4) & IS_NONE) != 0 && isAhead(at - 3, N_OF))) return 0;
  }
  return 0;
}

function denialOfClause(at: i32): i32 {
  if ((isAhead(at, N_IF) && isSupposed(at)) || isOccasion(at) || isUnreal(at)) return DENIED | MOOT;
  if (isThought(at)) return isKnown(at + 1) ? 0 : DENIED;
  return isUnsaid(at) || isInverted(at) || isLastThing(at) ? DENIED : 0;
}

function isInCondition(cue: i32): bool {
  for (let at = cue - 1; at >= 0 && (ahead(at) & (IS_END | IS_COMMA)) == 0; at--) {
    if (isAhead(at, N_IF) || isAhead(at, N_WHEN)) return true;
  }
  return false;
}

/** A role before the place or behind it, counted from the first. */
export function around(at: i32): i32 {
  return at < beforeCount ? ahead(at) : back(at - beforeCount);
}

const NO_CUE: i32 = 0;
const VERB: i32 = 1;
const NOUN: i32 = 2;
const ABILITY: i32 = 3;
const OTHER: i32 = 4;

function cueAt(at: i32): i32 {
  const role = ahead(at);
  if ((role & IS_NOT) != 0) return isAhead(at - 1, N_CAN) ? ABILITY : VERB;
  if ((role & IS_CANT) != 0) return ABILITY;
  if ((role & IS_NO) != 0) {
    const next = nameOf(ahead(at + 1));
    return next == N_LONGER || next == N_ONE ? VERB : next == N_TO && isAhead(at - 1, N_SAY) && isByWriter(at - 2) ? OTHER : NOUN;
  }
  if ((role & IS_NONE) != 0) return VERB;
  const name = nameOf(role);
  const last = nameOf(ahead(at - 1));
  if (name == N_OF) return last == N_INSTEAD || last == N_FREE ? OTHER : NO_CUE;
  if (name == N_FROM) return (last == N_APART ? !isSaved(at) : last == N_FREE || last == N_FAR) ? OTHER : NO_CUE;
  if (name == N_THAN) return (last == N_OTHER ? !isSaved(at) : isRather(at)) ? OTHER : NO_CUE;
  if (name == N_FOR) return last == N_NEGATIVE ? OTHER : NO_CUE;
  if (name == N_ABOUT) return last == N_MIND && (ahead(at - 2) & IS_DEFINITE) != 0 ? OTHER : NO_CUE;
  if (name == N_UP) return last == N_GAVE ? OTHER : NO_CUE;
  if (name == N_OUT) return last == N_RULED ? OTHER : NO_CUE;
  if (name == N_EXCLUDE) return OTHER;
  if (name == N_FORGET) return isOrder(at) ? OTHER : NO_CUE;
  if (name == N_TO) return (last == N_REFUSE || last == N_FAIL || last == N_YET) && !isNot(at - 2) ? VERB : NO_CUE;
  if (name == N_BUT) return last == N_ANYTHING ? OTHER : NO_CUE;
  if (name == N_AGAINST) return last == N_DECIDE ? OTHER : NO_CUE;
  if (name == N_EXCEPT) return OTHER;
  if (name == N_LACK) return OTHER;
  if (name == N_MIND) return last == N_NEVER && isOrder(at - 1) ? OTHER : NO_CUE;
  if (name == N_DOWN) return last == N_PAID && isByWriter(at - 2) ? OTHER : NO_CUE;
  if (name == N_REFUSE) return isByWriter(at - 1) ? OTHER : NO_CUE;
  if (name == N_HYPHEN) return last == N_UN && at == beforeCount - 1 ? OTHER : NO_CUE;
  if (name == N_STOP) return at == beforeCount - 1 && !isNot(at - 1) ? OTHER : NO_CUE;
  return NO_CUE;
}

function isByWriter(at: i32): bool {
  return isAhead(isAhead(at, N_HAVE) ? at - 1 : at, N_I);
}

function isDouble(at: i32): bool {
  const name = nameOf(ahead(at));
  const last = nameOf(ahead(at - 1));
  if (name == N_NO) return last == N_SAY && isNot(at - 2);
  if (name == N_UP) return last == N_GAVE && isNot(at - 2);
  if (name == N_OUT) return last == N_RULED && isNot(at - 2);
  if (name == N_EXCLUDE) return isNot(at - 1);
  if (name != N_WITHOUT) return false;
  for (let i = at - 1; i >= 0 && (ahead(i) & (IS_END | IS_COMMA | IS_BREAK)) == 0; i--) {
    if (isNot(i)) return true;
  }
  return false;
}

function isSaved(at: i32): bool {
  return at == 1 && (ahead(2) & IS_DEFINITE) != 0;
}

function isOrder(at: i32): bool {
  if (at == 0) return true;
  const role = ahead(at - 1);
  const name = nameOf(role);
  return (role & (IS_END | IS_COMMA)) != 0 || ((role & IS_AUXILIARY) != 0 && name == N_I) || name == N_PLEASE || name == N_CAN || name == N_SO || name == N_AND;
}

function isNot(at: i32): bool {
  return (ahead(at) & (IS_NOT | IS_CANT)) != 0;
}

function isOfNone(at: i32): bool {
  for (let i = at - 1; i >= 0 && (ahead(i) & (IS_END | IS_COMMA)) == 0; i--) {
    if ((ahead(i) & (IS_NOT | IS_CANT | IS_NO | IS_NONE)) != 0) return true;
  }
  return false;
}

function isRather(at: i32): bool {
  for (let i = at - 1; i >= 0 && (ahead(i) & (IS_END | IS_COMMA)) == 0; i--) {
    if (isAhead(i, N_RATHER)) return !isAhead(i - 1, N_NO);
  }
  return false;
}

function holds(at: i32, cue: i32): bool {
  if (isAsked(at)) return false;
  let next = at + 1;
  if ((ahead(next) & IS_ADVERB) != 0 && !isAhead(next, N_ONLY)) next++;
  const role = ahead(next);
  const name = nameOf(role);
  if (cue == VERB || cue == ABILITY) {
    if (name == N_ONLY || name == N_FAIL || name == N_STOP) return false;
    if ((role & IS_KNOWING) != 0 && (name != N_THINK || cue == ABILITY)) return false;
    if (isAhead(at + 1, N_THE) && isAhead(at + 2, N_FIRST)) return false;
    if (name == N_BE && isAhead(next + 1, N_MORE)) return false;
    if ((isAhead(at, N_SHOULD) || isAhead(at - 1, N_SHOULD)) && name == N_HAVE && isAhead(next + 1, N_TO)) return false;
    if (name == N_SEEN && isAhead(next + 1, N_SUCH)) return false;
    if (name == N_BEEN && isAhead(next + 1, N_SO)) return false;
    if (name == N_BUT || name == N_LESS) return false;
  }
  if (cue == ABILITY) return isUnable(at, next);
  if (cue == NOUN) {
    if ((role & IS_PRONOUN) != 0 && (role & IS_DEFINITE) == 0) return false;
    if (name == N_RATHER || name == N_QUESTION || name == N_DOUBT || name == N_CHOICE || (name == N_A && isAhead(next + 1, N_DOUBT))) return false;
  }
  return cue == OTHER || !isKnown(at);
}

function isUnable(cue: i32, next: i32): bool {
  for (let at = max(cue + 1, beforeCount - 3); at < beforeCount; at++) {
    if ((ahead(at) & IS_INDEFINITE) != 0) return true;
  }
  for (let at = next; at < beforeCount; at++) {
    if ((ahead(at) & IS_AUXILIARY) == 0 && !isAhead(at, N_TO)) return false;
  }
  for (let at = 0; at < behindCount && (back(at) & (IS_END | IS_COMMA)) == 0; at++) {
    if (isBack(at, N_MORE)) return false;
  }
  return (ahead(beforeCount - 1) & IS_COPULA) != 0 ? isPastWithin() : (back(0) & (IS_PRONOUN | IS_DEFINITE)) != 0;
}

export function isBetween(role: i32): bool {
  const name = nameOf(role);
  return (role & 0xffffff & ~(IS_ADVERB | PLAIN)) == 0 && (isNoun(name) || name == N_QUANTITY || name == N_ADJECTIVE || name == N_FINE);
}

function isAsked(at: i32): bool {
  for (let i = at - 1; i >= 0 && (ahead(i) & (IS_END | IS_COMMA)) == 0; i--) {
    if (isAhead(i, N_WHY)) return true;
    if (isAhead(i, N_STILL) && at - i <= 3) return true;
  }
  const last = ahead(at - 1);
  if (nameOf(last) == N_IF) return true;
  const isFirst = at == 0 || (last & (IS_END | IS_COMMA | IS_BREAK)) != 0 || nameOf(last) == N_AND;
  return isFirst && (ahead(at) & IS_CONTRACTED) != 0 && (ahead(at + 1) & (IS_SUBJECT | IS_PRONOUN)) != 0;
}

function isKnown(cue: i32): bool {
  let at = beforeCount - 1;
  for (let near = 0; near < 3 && at > cue && (ahead(at) & IS_DEFINITE) == 0; near++) {
    if (!isBetween(ahead(at))) return false;
    at--;
  }
  if (at <= cue || (ahead(at) & IS_DEFINITE) == 0) return false;
  let content = false;
  for (let inner = cue + 1; inner < at; inner++) {
    const role = ahead(inner);
    if ((role & IS_WISH) != 0) return false;
    if ((role & (IS_ADVERB | IS_AUXILIARY)) != 0 || nameOf(role) == N_OF) continue;
    if (inner == cue + 1 && (ahead(cue) & IS_NOT) != 0 && (nameOf(role) == N_ABOUT || nameOf(role) == N_FOR)) continue;
    if (nameOf(role) != N_TO || !isAhead(inner + 1, N_BE)) content = true;
  }
  return content;
}

export function isClauseStart(at: i32): bool {
  return (ahead(at) & (IS_SUBJECT | IS_PRONOUN | IS_WISH | IS_AUXILIARY | IS_BREAK)) != 0;
}

