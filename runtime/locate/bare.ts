// Bare: whether a word stands in its sentence neither as a thing that is named nor as what is asked for; alone: whether a place is a small
// part of what is told.
// In: the roles before a place, its own, and those behind it. Out: yes or no.
// "The switch is broken" and "please switch my plan" are about a switch and switching; "the light switch", "I passed your office" and
// "sick of it" need not be about what somebody means who looks for `switch`, `passed` or `sick`.

import { classesAt, isContent, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { NO, COPULA, DEFINITE, INDEFINITE, WISH, END, COMMA, PAST, SPEAKER } = CLASSES;

const N = (name: string): number => nameNumber(name);

// Only nearby words matter.
export const BARE_BYTES = 64;
/** How many words back something may be asked for. */
const ASKED_WORDS = 5;

/** `isVerb` where the place ends as a verb of the third person does. */
export function isBare(
  before: readonly Role[],
  within: readonly Role[],
  behind: readonly Role[],
  isVerb: boolean,
): boolean {
  if (nameAt(behind, 0) === N('OF')) return true;
  if (nameAt(behind, 0) === N('PLEASE')) return false;
  const last = before.length - 1;
  // A sentence may begin with it, or be a heading: "switch broken", "server crash".
  if (last < 0 || (classesAt(before, last) & END) !== 0) return false;
  if (last === 0 && isContent(before[0]!)) return false;
  if (nameAt(before, last) === N('IS')) return false;
  if (isNamed(before, isAdjective(before, last) ? last - 1 : last)) return false;
  const isPast = (classesAt(within, 0) & PAST) !== 0;
  // "I was charged": what was done.
  if (isPast && (classesAt(before, last) & COPULA) !== 0) return false;
  // "Our dog collapsed", "the app crashes": what something named does.
  if (
    (isVerb || isPast) &&
    isContent(before[last]!) &&
    (classesAt(before, last) & PAST) === 0 &&
    isNamed(before, last - 1)
  )
    return false;
  return !isAskedFor(before, last);
}

/** A text of more bytes has more than some twenty words: what one of them means there, when nobody asks for it, is uncertain. */
export const ALONE_BYTES = 120;

/** Whether a place of one word is in a long text, and not what is asked for. */
export function isAlone(before: readonly Role[], behind: readonly Role[], textBytes: number): boolean {
  return textBytes > ALONE_BYTES && isUnasked(before, behind);
}

/** A sentence of more bytes has more than some thirteen words. */
export const LONG_BYTES = 75;
/** How many words behind the place an `and` joins something to it. */
const JOINED_WORDS = 8;

/**
 * Whether a long sentence that does not ask for a place in it is about more: it joins with `and`, or names somebody else before the place.
 * Of each of these by itself, and of length, more right answers than wrong ones would be lost.
 */
export function isMentioned(before: readonly Role[], behind: readonly Role[]): boolean {
  const isAnd = ({ name }: Role): boolean => name === N('AND');
  const end = behind.findIndex(({ classes }) => (classes & END) !== 0);
  const isJoined =
    before.some(isAnd) || behind.slice(0, end < 0 ? JOINED_WORDS : Math.min(end, JOINED_WORDS)).some(isAnd);
  return isUnasked(before, behind) && (isJoined || before.some(({ classes }) => (classes & SPEAKER) !== 0));
}

/** Whether nothing asks for the place. */
export function isUnasked(before: readonly Role[], behind: readonly Role[]): boolean {
  return nameAt(behind, 0) !== N('PLEASE') && !isAskedFor(before, before.length - 1);
}

/** Whether what follows a position is named as a thing: "my", "a", "two". */
function isNamed(before: readonly Role[], at: number): boolean {
  return (
    (classesAt(before, at) & (DEFINITE | INDEFINITE | NO)) !== 0 ||
    nameAt(before, at) === N('QUANTITY') ||
    nameAt(before, at) === N('MORE')
  );
}

function isAdjective(before: readonly Role[], at: number): boolean {
  const name = nameAt(before, at);
  return (
    name === N('ADJECTIVE') || name === N('FINE') || name === N('FIRST') || name === N('LAST') || name === N('OTHER')
  );
}

/** `please`, `can I`, `want to`, `let us` shortly before, in the same clause; `have to` is no wish. */
function isAskedFor(before: readonly Role[], last: number): boolean {
  for (let at = last; at >= 0 && at > last - ASKED_WORDS; at -= 1) {
    if ((classesAt(before, at) & (END | COMMA)) !== 0) return false;
    if (nameAt(before, at) === N('TO') && nameAt(before, at - 1) === N('HAVE')) return false;
    if ((classesAt(before, at) & WISH) !== 0) return true;
    const name = nameAt(before, at);
    if (name === N('PLEASE') || name === N('CAN') || name === N('MAY') || name === N('LET')) return true;
  }
  return false;
}
