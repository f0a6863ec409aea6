// Denial behind: whether what stands right behind a place says that it is not so, or is over.
// In: the roles before the place and behind it. Out: yes or no. The rules before it are in denial.ts.

import { isOver } from './denial-past.ts';
import { classesAt, isCut, nameAt, OTHER, ROLES_BEHIND } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { NOT, NONE, BREAK, SUBJECT, PRONOUN, AUXILIARY, COPULA, NEEDED, ADVERB, ANSWER, END, COMMA, PAST, WISH } =
  CLASSES;

const N = (name: string): number => nameNumber(name);
const IF = N('IF');
const THE = N('THE');
const A = N('A');

/** Whether what stands right behind the place says that it is over, of no use or only offered. */
export function isMootBehind(before: readonly Role[], behind: readonly Role[]): boolean {
  if (nameAt(behind, 0) === N('FOR') && nameAt(behind, 1) === N('NOTHING')) return true;
  return isOffered(behind) || isOver(before, behind);
}

/** Whether what stands right behind the place denies it. */
export function isDeniedBehind(before: readonly Role[], behind: readonly Role[]): boolean {
  if (nameAt(behind, 0) === N('HYPHEN') && nameAt(behind, 1) === N('FREE')) return true;
  if (isAnswered(before, behind) || isTakenBack(behind)) return true;
  if (isContradicted(behind) && hasSeemed(before)) return true;
  // `is broken no longer`.
  if (nameAt(behind, 0) === N('NO') && nameAt(behind, 1) === N('LONGER') && isMarked(behind, 2)) return true;
  // `stays as it is`.
  if (nameAt(behind, 0) === N('STAYS') && nameAt(behind, 2) === N('SOMETHING') && nameAt(behind, 3) === N('IS'))
    return true;
  // `approved by nobody`.
  if (nameAt(behind, 0) === N('AT') && ((classesAt(behind, 1) & NONE) !== 0 || isNoOne(behind, 1))) return true;
  // `a plumber - not needed`, `plumber: unnecessary`.
  let at = isAside(behind) ? 1 : 0;
  while (at < 3 && (classesAt(behind, at) & (AUXILIARY | ADVERB)) !== 0 && (classesAt(behind, at) & NOT) === 0) at += 1;
  if (nameAt(behind, at) === N('UNNECESSARY')) return true;
  if (at > 0 && nameAt(behind, at) === N('RULED') && nameAt(behind, at + 1) === N('OUT')) return true;
  if (at > 0 && nameAt(behind, at) === N('OF') && nameAt(behind, at + 1) === N('NO'))
    return nameAt(behind, at + 2) === N('INTEREST');
  if (nameAt(behind, at) === N('OUT'))
    return (
      nameAt(behind, at + 1) === N('OF') && nameAt(behind, at + 2) === THE && nameAt(behind, at + 3) === N('QUESTION')
    );
  if (nameAt(behind, at) === THE)
    return at > 0 && nameAt(behind, at + 1) === N('LAST') && nameAt(behind, at + 2) === N('THING');
  // `is no problem`.
  if (at > 0 && nameAt(behind, at) === N('NO') && nameAt(behind, at + 1) === N('PROBLEM')) return true;
  if ((classesAt(behind, at) & NOT) !== 0) at += 1;
  else if (nameAt(behind, at) === N('NO') && nameAt(behind, at + 1) === N('LONGER')) at += 2;
  else return false;
  for (let more = 0; more < 3 && (classesAt(behind, at) & (AUXILIARY | ADVERB)) !== 0; more += 1) at += 1;
  if ((classesAt(behind, at) & NEEDED) !== 0) return true;
  if (nameAt(behind, at) === N('WHAT') || nameAt(behind, at) === N('HELP')) return true;
  // `is not something we ordered`.
  if (nameAt(behind, at) === N('SOMETHING') && nameAt(behind, at + 1) === N('I')) return true;
  return (
    nameAt(behind, at) === A && (nameAt(behind, at + 1) === N('CHOICE') || nameAt(behind, at + 1) === N('PROBLEM'))
  );
}

function isApartAt(roles: readonly Role[], at: number): boolean {
  return (classesAt(roles, at) & (END | COMMA)) !== 0;
}

function isUnneeded(roles: readonly Role[], from: number): boolean {
  const isLonger = nameAt(roles, from) === N('NO') && nameAt(roles, from + 1) === N('LONGER');
  if (!isLonger && (classesAt(roles, from) & NOT) === 0) return false;
  const at = isLonger ? from + 2 : from + 1;
  return (classesAt(roles, at) & NEEDED) !== 0 && isMarked(roles, at + 1);
}

function isNoOne(behind: readonly Role[], at: number): boolean {
  return nameAt(behind, at) === N('NO') && nameAt(behind, at + 1) === N('ONE');
}

/** `call me if you need the number`, `ring me on 12 if there is a problem`: only then. */
function isOffered(behind: readonly Role[]): boolean {
  if (
    nameAt(behind, 0) === IF &&
    (classesAt(behind, 1) & (PRONOUN | SUBJECT)) === PRONOUN &&
    nameAt(behind, 2) === N('WANT')
  )
    return true;
  let isCase = false;
  for (let at = 0; at < behind.length && (classesAt(behind, at) & (END | COMMA)) === 0; at += 1) {
    isCase ||= nameAt(behind, at) === IF;
    if (isCase && nameAt(behind, at) === N('PROBLEM')) return true;
  }
  return false;
}

/** `… but forget that.`, `… Never mind.`: what was said is said no more. */
function isTakenBack(behind: readonly Role[]): boolean {
  let isApart = false;
  for (let at = 0; at < behind.length; at += 1) {
    isApart ||= (classesAt(behind, at) & (END | COMMA | BREAK)) !== 0;
    if (!isApart) continue;
    let next = at + 1;
    if (nameAt(behind, at) === N('MIND') && (classesAt(behind, at - 1) & NOT) !== 0) {
      if (nameAt(behind, next) === N('ABOUT')) next += 1;
      if ((classesAt(behind, next) & PRONOUN) !== 0) next += 1;
    } else if (
      nameAt(behind, at) === N('FORGET') &&
      (classesAt(behind, at - 1) & NOT) === 0 &&
      (classesAt(behind, next) & PRONOUN) !== 0 &&
      nameAt(behind, next) !== N('ME')
    )
      next += 1;
    // `I take that back`.
    else if (
      nameAt(behind, at) === N('TAKE') &&
      nameAt(behind, at - 1) === N('I') &&
      nameAt(behind, at + 2) === N('BACK')
    )
      next += 2;
    // `I don't want to.`, `I'd rather not.`
    else if ((classesAt(behind, at) & NOT) !== 0 && isByWriterAt(behind, at)) {
      const isVerb = (classesAt(behind, next) & (WISH | PAST)) === WISH;
      if (isVerb) next += nameAt(behind, next + 1) === N('TO') ? 2 : 1;
      else if (!isElliptic(behind, at)) continue;
    }
    // `No longer necessary.`
    else if (isApartAt(behind, at - 1) && isUnneeded(behind, at)) return true;
    else continue;
    if (next < behind.length ? isApartAt(behind, next) : next === behind.length && !isCut(behind)) return true;
  }
  return false;
}

/** Whether a word that denies has `I` before it, an auxiliary verb or `rather` between them, and begins its clause with that. */
function isByWriterAt(behind: readonly Role[], not: number): boolean {
  const subject = nameAt(behind, not - 1) === N('I') ? not - 1 : not - 2;
  const isFirst = isApartAt(behind, subject - 1) || nameAt(behind, subject - 1) === N('BUT');
  return nameAt(behind, subject) === N('I') && isFirst;
}

/** `I'd rather not`, `I am not`, `we did not`, `I don't`: no more than that, as an answer to what was said before. */
function isElliptic(behind: readonly Role[], not: number): boolean {
  const { classes, name } = behind[not - 1] ?? OTHER;
  return name === N('I') || name === N('RATHER') || (classes & AUXILIARY) !== 0;
}

/** `…, but it isn't.` */
function isContradicted(behind: readonly Role[]): boolean {
  return behind.some((_, at) => {
    const isApart = isApartAt(behind, at - 1) || nameAt(behind, at - 1) === N('BUT');
    if (!isApart || nameAt(behind, at) !== N('SOMETHING')) return false;
    const not = (classesAt(behind, at + 1) & (COPULA | NOT)) === COPULA ? at + 2 : at + 1;
    return (classesAt(behind, not) & NOT) !== 0 && isApartAt(behind, not + 1);
  });
}

/** `it looks like …`, in one sentence. */
function hasSeemed(before: readonly Role[]): boolean {
  for (let at = before.length - 1; at >= 0 && (classesAt(before, at) & END) === 0; at -= 1)
    if (nameAt(before, at) === N('SEEMS')) return true;
  return false;
}

/** `Refund? No.`, `Allergies: none`, `leaks - none known`: a form that was filled in, so nothing but a word or two is before the mark. */
function isAnswered(before: readonly Role[], behind: readonly Role[]): boolean {
  const mark = nameAt(behind, 0);
  if (mark !== N('QUESTION_MARK') && !isAside(behind)) return false;
  const at = (classesAt(behind, 1) & ADVERB) === 0 ? 1 : 2;
  if ((classesAt(behind, at) & ANSWER) === 0) return false;
  // `a refund, not …` tells of something else.
  if ((classesAt(behind, 0) & COMMA) !== 0 && (classesAt(behind, at) & NOT) !== 0) return false;
  const isAtAll = nameAt(behind, at + 1) === N('AT') && nameAt(behind, at + 2) === N('QUANTITY');
  const next = behind[isAtAll ? at + 3 : at + 1];
  if (next !== undefined && (next.classes & (END | COMMA | SUBJECT | NEEDED)) === 0 && next.name !== N('THANKS'))
    return false;
  let words = 0;
  for (let at = before.length - 1; at >= 0 && (classesAt(before, at) & END) === 0; at -= 1) {
    // `Do I want a plumber? No.`
    if (nameAt(before, at) === N('DO') && nameAt(before, at + 1) === N('I')) return mark === N('QUESTION_MARK');
    if ((classesAt(before, at) & (SUBJECT | PRONOUN | AUXILIARY)) !== 0 && nameAt(before, at) !== N('I')) return false;
    words += nameAt(before, at) === N('I') ? ROLES_BEHIND : 1;
  }
  return words <= 2;
}

/** A mark behind which a word or two of the place may stand. */
function isAside(behind: readonly Role[]): boolean {
  const mark = nameAt(behind, 0);
  return mark === N('COLON') || mark === N('DASH') || mark === N('BRACKET') || (classesAt(behind, 0) & COMMA) !== 0;
}

/** Whether nothing more is said in a clause from a position on. */
function isMarked(behind: readonly Role[], at: number): boolean {
  return behind[at] === undefined || (classesAt(behind, at) & (END | COMMA)) !== 0;
}
