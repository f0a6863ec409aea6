// Denial of clauses: words before a clause that say that all of it is not so. The reference, and what each of these rules is for, is
// runtime/locate/denial-clause.ts.

import {
  IS_ADVERB, IS_AUXILIARY, IS_BREAK, IS_COMMA, IS_CONTRACTED, IS_COPULA, IS_DEFINITE, IS_END, IS_INDEFINITE, IS_NO, IS_NONE, IS_NOT, IS_PAST, IS_PRONOUN, IS_SUBJECT, IS_WISH,
  N_ABOUT, N_AND, N_DO, N_DOUBT, N_EVER, N_FALSE, N_FAULT, N_I, N_IF, N_LAST, N_MEANS, N_NOTHING, N_OR, N_PROBLEM, N_SAY, N_SUPPOSE, N_THAT, N_THING, N_THINK, N_THOUGHT, N_TO, N_TRUE, N_WHO, N_WITH, N_WOULD,
} from './table';
import { ahead, around, back, isAhead, nameOf } from './denial';
import { beforeCount, behindCount } from './denial-roles';

export function isUnsaid(at: i32): bool {
  const said = isAhead(at, N_THAT) ? at - 1 : at;
  if (said < at && ((ahead(said) & IS_NOT) != 0 || isFalse(said))) return true;
  const told = (ahead(said) & IS_PRONOUN) == 0 ? said : said - 1;
  if (!isAhead(told, N_SAY)) return false;
  return (ahead(told - 1) & IS_NOT) != 0 || (told == 1 && isAhead(0, N_WHO));
}

export function isThought(end: i32): bool {
  const at = isAhead(end, N_THAT) ? end - 1 : end;
  const name = nameOf(ahead(at));
  const last = ahead(at - 1);
  if (name == N_DOUBT) return (last & IS_SUBJECT) != 0;
  if (name != N_THINK && name != N_SUPPOSE) return false;
  return (((last & IS_ADVERB) == 0 ? last : ahead(at - 2)) & IS_NOT) != 0;
}

function isFalse(at: i32): bool {
  const name = nameOf(ahead(at));
  return name == N_FALSE || (name == N_TRUE && (ahead(at - 1) & IS_NOT) != 0);
}

export function isInverted(at: i32): bool {
  if ((ahead(at) & IS_NONE) != 0) return true;
  if ((ahead(at) & IS_AUXILIARY) == 0) return false;
  return (ahead(at - 1) & (IS_NOT | IS_NONE)) != 0 || (isAhead(at - 1, N_MEANS) && (ahead(at - 2) & IS_NO) != 0);
}

export function isLastThing(at: i32): bool {
  return isAhead(at, N_THING) && isAhead(at - 1, N_LAST) && (ahead(at + 2) & IS_WISH) != 0;
}

export function isUnrelated(at: i32): bool {
  return isAhead(at, N_WITH) && isAhead(at - 1, N_DO) && isAhead(at - 2, N_TO) && (ahead(at - 3) & (IS_NONE | IS_NOT)) != 0;
}

export function isFaultless(at: i32): bool {
  if (!isAhead(at, N_WITH) && !isAhead(at, N_ABOUT) && !isAhead(at, N_TO)) return false;
  if (!isAhead(at - 1, N_FAULT) && !isAhead(at - 1, N_PROBLEM)) return false;
  const cue = (ahead(at - 2) & IS_COPULA) == 0 ? at - 2 : at - 3;
  return (ahead(cue) & IS_NO) != 0 || isAhead(cue, N_NOTHING);
}

export function isMistaken(at: i32): bool {
  if (!isAhead(at, N_THOUGHT) || !isAhead(at - 1, N_I)) return false;
  for (let i = at + 1; i < beforeCount; i++) {
    if ((ahead(i) & IS_COPULA) != 0 && (ahead(i) & IS_PAST) != 0) return true;
  }
  return false;
}

export function isUnreal(at: i32): bool {
  if (!isAhead(at, N_WOULD)) return false;
  if ((ahead(at + 1) & (IS_SUBJECT | IS_PRONOUN)) != 0 ? (ahead(at + 2) & (IS_WISH | IS_BREAK)) != 0 : at + 1 < beforeCount) return false;
  for (let i = 0; i < beforeCount + behindCount; i++) {
    if (nameOf(around(i)) == N_IF && isInPast(i + 1)) return true;
  }
  return false;
}

const PAST_REACH: i32 = 5;
function isInPast(from: i32): bool {
  for (let at = from; at < from + PAST_REACH && at < beforeCount + behindCount; at++) {
    const role = around(at);
    if ((role & (IS_END | IS_COMMA | IS_AUXILIARY | IS_NOT)) != 0) return false;
    if ((role & IS_PAST) != 0 || nameOf(role) == N_EVER) return true;
  }
  return false;
}

export function asideAt(comma: i32): i32 {
  if ((ahead(comma + 1) & (IS_SUBJECT | IS_PRONOUN | IS_AUXILIARY | IS_BREAK | IS_DEFINITE | IS_INDEFINITE)) != 0) return -1;
  for (let at = comma - 1; at > 0; at--) {
    const role = ahead(at);
    if ((role & IS_COMMA) != 0) {
      const cue = ahead(at - 1);
      return (cue & IS_CONTRACTED) != 0 || ((cue & IS_NOT) != 0 && (ahead(at - 2) & IS_AUXILIARY) != 0) ? at : -1;
    }
    if ((role & (IS_END | IS_SUBJECT | IS_BREAK)) != 0 || nameOf(role) == N_IF || nameOf(role) == N_AND) return -1;
  }
  return -1;
}

export function isList(comma: i32): bool {
  for (let at = comma + 1; at < beforeCount + behindCount; at++) {
    const role = at < beforeCount ? ahead(at) : back(at - beforeCount);
    if (nameOf(role) == N_OR) return true;
    if ((role & (IS_END | IS_BREAK | IS_SUBJECT | IS_AUXILIARY | IS_WISH)) != 0) return false;
  }
  return false;
}
