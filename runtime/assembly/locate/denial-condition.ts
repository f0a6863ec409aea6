// Denial of conditions: what a sentence only supposes, and what it asks or announces for that case. The reference, and what each of these
// rules is for, is runtime/locate/denial-condition.ts.

import {
  IS_ADVERB, IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_CONTRACTED, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_KNOWING, IS_NONE, IS_NOT, IS_PAST, IS_PRONOUN, IS_SUBJECT, N_AND,
  N_BE, N_BEEN, N_BUT, N_CAN, N_CASE, N_DONE, N_DOUBT, N_EVENT, N_EVER, N_FINE, N_HAPPY, N_HAVE, N_HOPED, N_I, N_IF, N_IN, N_MAY, N_MIGHT, N_OF, N_ONE, N_ONLY, N_OR, N_POSSIBLE,
  N_RATHER, N_SAY, N_SEE, N_SHOULD, N_SO, N_SOMETHING, N_SUPPOSE, N_THE, N_THOUGHT, N_TO, N_TOO, N_UNLESS, N_WHAT, N_WITH, N_WOULD,
} from './table';
import { ahead, back, isAhead, isContent, nameOf } from './denial';
import { beforeCount, behindCount, within, withinCount } from './denial-roles';

/** A role of the sentence: of what is before the place, of its own words, and of what is behind it. */
export function inSentence(at: i32): i32 {
  if (at < beforeCount) return ahead(at);
  const own = at - beforeCount;
  return own < withinCount ? load<i32>(within + (own << 2)) : back(own - withinCount);
}

function nameAt(at: i32): i32 {
  return nameOf(inSentence(at));
}

export function isConditional(start: i32): bool {
  if (isInverted(start)) return true;
  const opener = openerAt(start);
  return opener >= 0 ? isConsequence(opener) : isAnnounced() && isInCase();
}

export function sentenceStart(): i32 {
  let from = beforeCount;
  while (from > 0 && (ahead(from - 1) & IS_END) == 0) from--;
  const name = nameOf(ahead(from));
  if (name == N_AND || name == N_BUT || name == N_SO) return from + 1;
  return (ahead(from + 1) & IS_COMMA) != 0 ? from + 2 : from;
}

function openerAt(start: i32): i32 {
  const name = nameAt(start);
  const next = nameAt(start + 1);
  if (name == N_IF || name == N_UNLESS || (name == N_SHOULD && (inSentence(start) & IS_CONTRACTED) == 0)) return start;
  if (name == N_IN && next == N_THE && nameAt(start + 2) == N_EVENT) return start + 2;
  return (name == N_WHAT && next == N_IF) || (name == N_IN && next == N_CASE) ? start + 1 : -1;
}

function isInverted(start: i32): bool {
  const role = inSentence(start);
  const name = nameOf(role);
  const isShould = name == N_SHOULD && (role & IS_CONTRACTED) == 0 && nameAt(start + 1) != N_I;
  if (!isShould && (name != N_HAVE || (role & IS_PAST) == 0)) return false;
  let isCase = isShould || (inSentence(start + 1) & IS_SUBJECT) != 0;
  for (let at = start + 1; at < beforeCount + withinCount + behindCount && (inSentence(at) & IS_END) == 0; at++) {
    if (nameAt(at) == N_BEEN) isCase = true;
    if ((inSentence(at) & IS_COMMA) != 0) return isCase && at >= beforeCount && nameAt(at + 1) != N_OR && nameAt(at + 1) != N_AND;
  }
  return false;
}

const CLAUSE_START: i32 = 4;

function isConsequence(opener: i32): bool {
  if (isYou(inSentence(opener + 1)) && nameAt(opener + 2) != N_EVER) return false;
  let last = beforeCount + withinCount + behindCount;
  for (let at = opener + 1; at < last; at++) {
    const role = inSentence(at);
    const name = nameOf(role);
    if ((role & IS_END) != 0 || isPolite(at)) return false;
    const next = inSentence(at + 1);
    if ((role & IS_COMMA) != 0) {
      last = at < beforeCount ? beforeCount : at + CLAUSE_START;
      if ((next & (IS_AUXILIARY | IS_SUBJECT)) == IS_AUXILIARY) return at >= beforeCount || !isYou(inSentence(at + 2));
      if (nameAt(at + 2) == N_WOULD && ((next & IS_BREAK) != 0 || nameOf(next) == N_WHAT)) return true;
    } else if (name == N_WOULD && nameOf(next) == N_I) {
      return true;
    } else if ((role & IS_SUBJECT) != 0 && name == N_I && at > opener + 1) {
      if ((role & IS_AUXILIARY) != 0) return !isWished(at + 1);
      if ((next & IS_AUXILIARY) == 0 || (next & (IS_COPULA | IS_PAST)) != 0) continue;
      const verb = nameOf(next);
      if (verb == N_WOULD) return !isWished(at + 2);
      if (verb != N_HAVE && verb != N_SHOULD) return true;
    }
  }
  return false;
}

function isPolite(at: i32): bool {
  const role = inSentence(at);
  const name = nameOf(role);
  const last = inSentence(at - 1);
  if (name == N_TOO || name == N_DONE) return (name == N_TOO) == ((last & IS_NOT) != 0);
  if (name == N_FINE) return (last & IS_NOT) == 0 && !isContent(last);
  if (name == N_MAY || name == N_CAN) return nameOf(last) == N_I && (inSentence(at + 1) & (IS_END | IS_COMMA)) != 0;
  return (role & IS_KNOWING) != 0 || name == N_POSSIBLE;
}

function isWished(at: i32): bool {
  const verb = nameAt(at) == N_BE || (inSentence(at) & IS_ADVERB) != 0 ? at + 1 : at;
  return (nameAt(verb) == N_HOPED || nameAt(verb) == N_HAPPY) && nameAt(verb + 1) != N_TO;
}

function isAnnounced(): bool {
  for (let at = beforeCount - 1; at >= 0; at--) {
    const role = ahead(at);
    if ((role & (IS_END | IS_COMMA | IS_BREAK)) != 0) return false;
    if ((role & IS_SUBJECT) == 0) continue;
    if (nameOf(role) != N_I) return false;
    if ((role & IS_AUXILIARY) != 0) return !isWished(at + 1);
    const verb = nameAt(at + 1);
    return (verb == N_WOULD || verb == N_MIGHT) && !isWished(at + 2);
  }
  return false;
}

function isInCase(): bool {
  const start = beforeCount + withinCount;
  let found = false;
  let last = 0;
  for (let at = start; (inSentence(at) & IS_END) == 0 && at < start + behindCount; at++) {
    const role = inSentence(at);
    const name = nameOf(role);
    if (found && isPolite(at)) return false;
    if (name == N_IF || name == N_UNLESS || (name == N_CASE && nameOf(last) == N_IN)) {
      if ((last & IS_ADVERB) != 0 || isYou(inSentence(at + 1))) return false;
      found = true;
    }
    last = role;
  }
  return found;
}

export function isYou(role: i32): bool {
  return (role & (IS_PRONOUN | IS_DEFINITE)) == IS_PRONOUN && nameOf(role) == 0;
}

export function isSupposed(at: i32): bool {
  const role = ahead(at - 1);
  const name = nameOf(role);
  if (name == N_WHAT) return true;
  if (name == N_SEE || name == N_SAY || name == N_DOUBT || (role & IS_KNOWING) != 0) return false;
  for (let i = at + 1; i < at + 5; i++) {
    if ((ahead(i) & IS_PAST) != 0 && (isAhead(i, N_HAVE) ? (ahead(i + 1) & IS_COPULA) != 0 : (ahead(i) & IS_COPULA) != 0 && isAhead(i + 1, N_TO))) return true;
  }
  if (isAhead(at + 2, N_HAVE) && (ahead(at + 2) & IS_PAST) != 0 && (ahead(at + 3) & IS_INDEFINITE) != 0) return true;
  if (at == 0 || (role & (IS_END | IS_COMMA | IS_BREAK)) != 0 || name == N_AND) {
    if (isAhead(at + 1, N_SOMETHING) || (ahead(at + 1) & (IS_DEFINITE | IS_INDEFINITE)) != 0) return true;
  }
  const subject = nameOf(ahead(at + 1));
  if (subject != N_I && subject != N_ONE && (ahead(at + 1) & IS_SUBJECT) == 0) return false;
  if (at + 2 >= beforeCount) return true;
  const next = ahead(at + 2);
  return (next & IS_AUXILIARY) == 0 || (next & IS_COPULA) != 0 || nameOf(next) == N_HAVE;
}

export function isOccasion(at: i32): bool {
  const name = nameOf(ahead(at));
  if (name == N_CASE) return isAhead(at - 1, N_IN) && isOfCase(at + 1);
  if (name == N_EVENT) return isAhead(at - 2, N_IN) && isOfCase(at + 1);
  if (name == N_EVER) return isAhead(at - 2, N_SHOULD) && (ahead(at - 1) & IS_SUBJECT) != 0;
  if (name == N_MIGHT) return at >= beforeCount - (isAhead(at + 2, N_TO) ? 3 : 2);
  if (name == N_SUPPOSE) return at == 0 || (ahead(at - 1) & (IS_END | IS_COMMA)) != 0;
  if (name == N_WOULD) return isAhead(at + 1, N_I);
  if (name == N_WITH) return isPleased(at - 1);
  if (name == N_HAVE && isAhead(at + 1, N_I)) return (ahead(at) & IS_PAST) != 0 && !isInvertedBy(ahead(at - 1));
  if (name == N_HAVE) return isAhead(at - 1, N_WOULD) && !isAhead(at + 1, N_HOPED) && !isAhead(at + 1, N_THOUGHT);
  return (ahead(at) & (IS_COPULA | IS_PAST)) == (IS_COPULA | IS_PAST) && (ahead(at + 1) & (IS_SUBJECT | IS_PRONOUN)) != 0 && isAhead(at + 2, N_TO);
}

function isPleased(at: i32): bool {
  let verb = at - 1;
  while ((ahead(verb) & IS_ADVERB) != 0) verb--;
  return isAhead(at, N_HAPPY) && (ahead(verb) & IS_COPULA) != 0 && !isAhead(verb, N_BE);
}

function isInvertedBy(role: i32): bool {
  return nameOf(role) == N_ONLY || nameOf(role) == N_RATHER || ((role & (IS_NOT | IS_NONE | IS_BREAK | IS_ADVERB)) != 0 && nameOf(role) != N_SO);
}

function isOfCase(at: i32): bool {
  return isAhead(at, N_OF) || (ahead(at) & (IS_SUBJECT | IS_PRONOUN | IS_DEFINITE | IS_INDEFINITE)) != 0;
}
