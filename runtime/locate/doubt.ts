// Doubt: how likely what a place says is about something else.
// In: the roles around a place, its own, and whether its sentence is long. Out: points.
// No sign here is a rule: of places with one of them most are meant. Where several meet, half are not. The points are the rounded weights
// of a logistic regression over decided answers, of which a person had said what is right.

import { classesAt, isContent, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { END, NOT, CANT, NO, NONE, OUTSIDER, PAST, SPEAKER, SUBJECT, WISH } = CLASSES;

const N = (name: string): number => nameNumber(name);

/** A longer phrase says enough by itself. */
const DOUBTED_WORDS = 2;
const SUPPOSED_POINTS = 2;
/** Of a text that thanks or praises, and asks for nothing. */
export const GLAD_POINTS = 2;

/** Each sign is a point, and `if` two; what asks, denies or begins takes one each. `null`: the phrase is long. */
export function doubtOf(
  before: readonly Role[],
  within: readonly Role[],
  behind: readonly Role[],
  isLong: boolean,
): number | null {
  if (within.length > DOUBTED_WORDS) return null;
  const end = behind.findIndex(({ classes }) => (classes & END) !== 0);
  const around = [...before, ...(end < 0 ? behind : behind.slice(0, end))];
  const sentence = [...around, ...within];
  const last = before.length - 1;
  const signs = [
    isLong,
    nameAt(behind, end) === N('QUESTION_MARK'),
    // What was, or what others do.
    // A guided tour is none of the past.
    hasClass(within.length === 2 && isContent(within[1]!) ? around : sentence, PAST),
    hasClass(before, SPEAKER | OUTSIDER),
    // `To return` may be another verb, `the return` another noun.
    nameAt(before, last) === N('TO'),
    within.length === 1 && nameAt(before, last) === N('THE'),
  ];
  const isBegin = last < 0 || (classesAt(before, last) & END) !== 0;
  const answers = [
    sentence.some(isAsking),
    hasClass(sentence, NOT | CANT | NO | NONE),
    isBegin || (classesAt(before, last) & SUBJECT) !== 0,
  ];
  return count(signs) + (before.some(isSupposing) ? SUPPOSED_POINTS : 0) - count(answers);
}

function hasClass(roles: readonly Role[], classes: number): boolean {
  return roles.some((role) => (role.classes & classes) !== 0);
}

function isAsking({ classes, name }: Role): boolean {
  return ((classes & WISH) !== 0 && (classes & PAST) === 0) || name === N('PLEASE') || name === N('CAN');
}

function isSupposing({ name }: Role): boolean {
  return name === N('IF') || name === N('UNLESS') || name === N('SUPPOSE');
}

function count(signs: readonly boolean[]): number {
  return signs.filter(Boolean).length;
}
