// Denial of the past: what the text says to have been, and to be no more.
// In: the roles before a place, its own, and those behind it. Out: yes or no. Times that are long ago are in denial-sentence.ts.

import { isUnasked } from './bare.ts';
import { classesAt, isBetween, isCut, nameAt, OTHER } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { NOT, NONE, BREAK, SUBJECT, PRONOUN, DEFINITE, INDEFINITE, WISH, AUXILIARY, COPULA, ADVERB, END, COMMA, PAST } =
  CLASSES;

const N = (name: string): number => nameNumber(name);
const IF = N('IF');

/** Whether the sentence, or the clause after it, says that the place is no more. */
export function isNoMore(before: readonly Role[], behind: readonly Role[]): boolean {
  return (
    isFormer(before, behind) ||
    isThankedFor(before) ||
    isMended(before, behind) ||
    isGiven(before, behind) ||
    ((isUnasked(before, behind) || before.some(isAskedOnce)) &&
      behind.some((_, at) => isEnded(behind, at) || isEndedOfIt(behind, at)))
  );
}

/** A year has the class of the past too, and `fixed` has a name in its place. */
export function isVerbInPast({ classes, name }: Role): boolean {
  return name === N('DONE') || ((classes & PAST) !== 0 && name !== N('QUANTITY'));
}

/** `asked for a …`: what was asked for may be over. */
function isAskedOnce({ classes }: Role): boolean {
  return (classes & (WISH | PAST)) === (WISH | PAST);
}

/** How many words of the thing may stand between the place and its verb: "the VPN problem is solved", "the leak in the cellar is gone". */
const REST_WORDS = 5;

/** `… was done yesterday`, `… is fine again`: it was, and is no more; `… was great`: it is praised. Asked or wished, it is not over. */
export function isOver(before: readonly Role[], behind: readonly Role[]): boolean {
  let at = 0;
  while (at < REST_WORDS && (isThing(behind[at]) || isJoint(behind[at]) || isOfJoint(behind, at))) at += 1;
  if (!isEndedAt(behind, at) && !isPraised(behind, at) && !isEndedOfReported(behind, at)) return false;
  for (let ahead = before.length - 1; ahead >= 0; ahead -= 1) {
    const { classes, name } = before[ahead]!;
    if ((classes & (END | COMMA)) !== 0) break;
    if ((classes & (BREAK | AUXILIARY | WISH)) !== 0 || name === IF) return false;
  }
  return true;
}

/** `… I reported on Monday has been fixed`, `… that I wrote to you about was repaired`. */
function isEndedOfReported(behind: readonly Role[], from: number): boolean {
  const isJoined = nameAt(behind, from) === N('THAT') || nameAt(behind, from) === N('WHICH');
  const subject = isJoined ? from + 1 : from;
  if (nameAt(behind, subject) !== N('I') || (classesAt(behind, subject) & AUXILIARY) !== 0) return false;
  for (let at = subject + 2; at <= subject + REPORT_WORDS; at += 1) {
    if ((classesAt(behind, at - 1) & (END | COMMA | BREAK | NOT)) !== 0) return false;
    if (isEndedAt(behind, at)) return true;
  }
  return false;
}

/** How many words may stand between `I` and what is over: "I wrote to you about on Monday". */
const REPORT_WORDS = 7;

/** A word that no rule knows, or `problem`. */
function isThing(role: Role | undefined): boolean {
  return role !== undefined && ((role.classes === 0 && role.name === 0) || role.name === N('PROBLEM'));
}

function isJoint({ name }: Role = OTHER): boolean {
  return name === N('IN') || name === N('FROM') || name === N('WITH') || name === N('AT');
}

/** `in the …`, `with my order`. */
function isOfJoint(roles: readonly Role[], at: number): boolean {
  const isArticle = (classesAt(roles, at - 1) & (DEFINITE | INDEFINITE)) !== 0 || nameAt(roles, at - 1) === N('LAST');
  return isJoint(roles[at - 1]) || (isArticle && isJoint(roles[at - 2]));
}

/** `is fixed`, `has been repaired in May`, `has arrived`, `is working again`: whether a verb at a position says that all is well. */
function isEndedAt(roles: readonly Role[], from: number): boolean {
  const verb = verbAt(roles, from);
  const isTold = (classesAt(roles, from) & COPULA) !== 0 || nameAt(roles, from) === N('HAVE');
  switch (nameAt(roles, from) === N('BE') ? 0 : nameAt(roles, verb)) {
    case N('DONE'):
    case N('FINE'):
    case N('PAID'):
      return isTold && isClosed(roles, verb + 1);
    case N('WORKS'):
      if (nameAt(roles, verb + 1) === N('AGAIN') || nameAt(roles, verb + 1) === N('FINE'))
        return isClosed(roles, verb + 2);
      return nameAt(roles, verb - 1) === N('AGAIN') && isClosed(roles, verb + 1);
    default:
      return false;
  }
}

/** The first word behind auxiliary verbs and adverbs. */
function verbAt(roles: readonly Role[], from: number): number {
  let at = from;
  while (
    at < from + 4 &&
    ((classesAt(roles, at) & (COPULA | ADVERB)) !== 0 ||
      nameAt(roles, at) === N('HAVE') ||
      nameAt(roles, at) === N('AGAIN'))
  )
    at += 1;
  return at;
}

/** Whether the clause ends at a position or says only when, where or by whom. */
function isClosed(roles: readonly Role[], from: number): boolean {
  let isWhen = false;
  for (let at = from; at < roles.length; at += 1) {
    const { classes, name } = roles[at]!;
    if ((classes & END) !== 0) return name !== N('QUESTION_MARK');
    if ((classes & COMMA) !== 0 || name === N('THANKS')) return nameAt(roles, at + 1) !== N('BUT');
    if (name === N('AND'))
      return (
        (classesAt(roles, at + 1) & (DEFINITE | INDEFINITE | SUBJECT)) !== 0 ||
        nameAt(roles, at + 1) === N('PLEASE') ||
        nameAt(roles, at + 1) === N('WORKS')
      );
    if (name === N('AGAIN') || name === N('UP') || (name === N('BACK') && nameAt(roles, at - 1) === N('PAID')))
      continue;
    // `sorted out`, `dealt with`.
    if ((name === N('OUT') || name === N('WITH')) && nameAt(roles, at - 1) === N('DONE')) continue;
    // `correct after all`.
    if (name === N('AFTER')) return nameAt(roles, at + 1) === N('QUANTITY');
    // It `arrived in our account`, and not `in pieces`.
    if (name === N('IN') && nameAt(roles, at - 1) === N('PAID') && nameAt(roles, at + 1) !== N('MY')) return false;
    if (name === N('AT') || name === N('IN') || name === N('LAST')) isWhen = true;
    else if (!isWhen || !(isBetween(roles[at]!) || (classes & (DEFINITE | INDEFINITE)) !== 0 || name === N('MAY')))
      return false;
  }
  // Of what is further behind nothing is known, but `now` and `again` seldom have more.
  return isWhen || !isCut(roles) || nameAt(roles, roles.length - 1) === N('AGAIN');
}

/** `was super quick`, `was the best`, `fits perfectly`, `works like a charm`. */
function isPraised(roles: readonly Role[], from: number): boolean {
  const isWas = (classesAt(roles, from) & (COPULA | PAST)) === (COPULA | PAST);
  if (!isWas && nameAt(roles, from) !== N('WORKS')) return false;
  let at = from + 1;
  while (
    (classesAt(roles, at) & (ADVERB | INDEFINITE)) !== 0 ||
    nameAt(roles, at) === N('SO') ||
    nameAt(roles, at) === N('THE') ||
    nameAt(roles, at) === N('HOPED')
  )
    at += 1;
  return nameAt(roles, at) === N('PRAISE');
}

/** Whether a clause of its own begins at a position and says that it is over; behind `and is` or `but` it goes on. */
function isEnded(behind: readonly Role[], at: number): boolean {
  const mark = behind[at - 1] ?? OTHER;
  const isRelative = nameAt(behind, at) === N('WHICH') && (mark.classes & COMMA) !== 0;
  if (!isRelative && (nameAt(behind, at) !== N('THAT') || (mark.classes & (END | COMMA | BREAK)) === 0)) return false;
  let verb = at + 1;
  if (isRelative && (classesAt(behind, verb) & (SUBJECT | PRONOUN)) !== 0) verb += 1;
  while (
    verb < at + 5 &&
    ((classesAt(behind, verb) & (COPULA | ADVERB)) !== 0 ||
      nameAt(behind, verb) === N('HAVE') ||
      nameAt(behind, verb) === N('ADJECTIVE'))
  )
    verb += 1;
  if (mark.name === N('QUESTION_MARK')) return false;
  if (nameAt(behind, verb) !== N('DONE') && nameAt(behind, verb) !== N('FINE')) return false;
  for (let next = verb + 1; next < behind.length && (classesAt(behind, next) & END) === 0; next += 1) {
    const isOn = nameAt(behind, next) === N('AND') && (classesAt(behind, next + 1) & (AUXILIARY | ADVERB)) !== 0;
    if (isOn || nameAt(behind, next) === N('BUT')) return false;
  }
  return true;
}

/** `… but it is fixed now`, `… . All is well again`, `… but I found it`, `… turns out it was in …`. */
function isEndedOfIt(behind: readonly Role[], at: number): boolean {
  const mark = behind[at - 1] ?? OTHER;
  // `got it working again`.
  if (
    nameAt(behind, at) === N('SOMETHING') &&
    nameAt(behind, at + 1) === N('WORKS') &&
    (mark.classes & PAST) !== 0 &&
    nameAt(behind, at + 2) === N('AGAIN')
  )
    return true;
  const isApart = (mark.classes & (END | COMMA)) !== 0 || mark.name === N('BUT') || mark.name === N('AND');
  if (!isApart || mark.name === N('QUESTION_MARK')) return false;
  const isNoun = (classesAt(behind, at) & (DEFINITE | PRONOUN)) === DEFINITE && isThing(behind[at + 1]);
  const subject = isNoun ? at + 1 : at;
  const { classes, name } = behind[subject] ?? OTHER;
  const first = nameAt(behind, at);
  const verb = first === N('DONE') || first === N('PAID') ? at : verbAt(behind, subject + 1);
  const done = nameAt(behind, verb);
  // `it had been fixed`: and now it has to be again.
  if (behind.slice(subject + 1, verb).some(isVerbInHad)) return false;
  const isEnd = done === N('DONE') || done === N('PAID');
  // `I found it`, `your plumber has fixed it`.
  if (isFoundOut(behind, first === N('TURNS') ? at : verb)) return true;
  if (
    isEnd &&
    (classesAt(behind, verb + 1) & (PRONOUN | DEFINITE)) === PRONOUN &&
    nameAt(behind, verb + 1) === N('SOMETHING')
  )
    return isClosed(behind, verb + 2);
  if (
    name !== N('SOMETHING') &&
    name !== N('QUANTITY') &&
    name !== N('PROBLEM') &&
    (classes & (PRONOUN | DEFINITE)) !== (PRONOUN | DEFINITE)
  )
    return false;
  if (isEnd) return isClosed(behind, verb + 1);
  // `all is well since`.
  if (done === N('FINE') && name === N('QUANTITY')) return isClosed(behind, verb + 1);
  // `it works a treat`.
  if (done === N('WORKS') && isPraised(behind, verb)) return true;
  // `runs ever since`.
  const next = nameAt(behind, verb + 1);
  return (
    (done === N('FINE') || done === N('WORKS')) &&
    (next === N('AGAIN') || next === N('EVER')) &&
    isClosed(behind, verb + 2)
  );
}

/** `turns out it was in …`, `found out that it was on …`. */
function isFoundOut(behind: readonly Role[], verb: number): boolean {
  const name = nameAt(behind, verb);
  if ((name !== N('TURNS') && name !== N('PAID')) || nameAt(behind, verb + 1) !== N('OUT')) return false;
  const it = nameAt(behind, verb + 2) === N('THAT') ? verb + 3 : verb + 2;
  return (
    nameAt(behind, it) === N('SOMETHING') &&
    (classesAt(behind, it + 1) & (COPULA | PAST)) === (COPULA | PAST) &&
    isJoint(behind[it + 2])
  );
}

function isVerbInHad({ classes, name }: Role): boolean {
  return name === N('HAVE') && (classes & PAST) !== 0;
}

/** `we used to have …`, and not `used to have …, and now not`; `once had …`, `was once in …`. */
function isFormer(before: readonly Role[], behind: readonly Role[]): boolean {
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & (END | COMMA | BREAK | SUBJECT)) !== 0) return false;
    if (name === N('USED') && nameAt(before, at + 1) === N('TO'))
      return (
        (classesAt(before, at - 1) & COPULA) === 0 && (nameAt(before, at + 3) === N('PROBLEM') || !isTurned(behind))
      );
    if (isOnce(before, at)) return true;
  }
  return false;
}

function isOnce(before: readonly Role[], at: number): boolean {
  const { classes, name } = before[at]!;
  if (name !== N('UNLESS') || (classes & PAST) !== 0) return false;
  const next = nameAt(before, at + 1);
  if (next === N('AGAIN') || next === N('MORE')) return false;
  return (
    (classesAt(before, at - 1) & (COPULA | PAST)) === (COPULA | PAST) ||
    (at > 0 && (classesAt(before, at + 1) & PAST) !== 0)
  );
}

/** Whether the sentence goes on with `but`, `and` or a denial. */
function isTurned(behind: readonly Role[]): boolean {
  for (let at = 0; at < behind.length && (classesAt(behind, at) & END) === 0; at += 1)
    if (nameAt(behind, at) === N('BUT') || nameAt(behind, at) === N('AND') || (classesAt(behind, at) & NOT) !== 0)
      return true;
  return false;
}

/** `thanks for sorting …`, `thank you for fixing …`, `thanks for the quick …`, in one clause. */
function isThankedFor(before: readonly Role[]): boolean {
  let isNamed = false;
  for (let at = before.length - 1; at > 1; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & (END | COMMA | BREAK)) !== 0) return false;
    const isFor = nameAt(before, at - 1) === N('FOR') && hasThanks(before, at - 2);
    if (isFor && (name === N('SORTING') || (!isNamed && (classes & DEFINITE) !== 0))) return true;
    if ((classes & DEFINITE) !== 0 || !isBetween(before[at]!)) isNamed = true;
  }
  return false;
}

/** `thanks`, `thank you`, `thank you very much`. */
function hasThanks(before: readonly Role[], at: number): boolean {
  return [at, at - 1, at - 2, at - 3].some((back) => nameAt(before, back) === N('THANKS'));
}

/** `I have fixed the …`, `I found my …`, `we had the … repaired`: in one clause right before the place. */
function isMended(before: readonly Role[], behind: readonly Role[]): boolean {
  let at = before.length - 1;
  while (at > 0 && at > before.length - 4 && !isVerbInPast(before[at]!)) {
    if (!isBetween(before[at]!) && (classesAt(before, at) & (DEFINITE | INDEFINITE)) === 0) return false;
    at -= 1;
  }
  const isKnown = (classesAt(before, before.length - 1) & DEFINITE) !== 0;
  const isFound = isKnown && nameAt(before, at) === N('PAID') && isClosed(behind, 0);
  const isHad =
    nameAt(before, at) === N('HAVE') &&
    isVerbInPast(before[at]!) &&
    nameAt(behind, 0) === N('DONE') &&
    isClosed(behind, 1);
  if (nameAt(before, at) !== N('DONE') && !isFound && !isHad) return false;
  at -= 1;
  while (nameAt(before, at) === N('HAVE') || nameAt(before, at) === N('AGAIN')) at -= 1;
  // `I don't think I found my …`.
  const ahead = nameAt(before, at - 1);
  return nameAt(before, at) === N('I') && ahead !== N('THINK') && ahead !== N('THAT');
}

/** `you gave us our …`, `they have sent me my …`, and no more in the clause than when. */
function isGiven(before: readonly Role[], behind: readonly Role[]): boolean {
  const verb = before.length - 3;
  if (nameAt(before, verb + 2) !== N('MY') || nameAt(before, verb + 1) !== N('ME') || !isClosed(behind, 0))
    return false;
  const isHad = nameAt(before, verb - 1) === N('HAVE');
  if ((classesAt(before, verb) & PAST) === 0 && !(isHad && nameAt(before, verb) === N('GAVE'))) return false;
  for (let at = verb - (isHad ? 2 : 1); at >= 0; at -= 1) {
    const { classes } = before[at]!;
    if ((classes & (END | COMMA)) !== 0) break;
    if ((classes & (NOT | NONE | AUXILIARY | BREAK)) !== 0) return false;
  }
  return true;
}
