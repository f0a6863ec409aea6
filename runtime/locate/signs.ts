// Signs: what a text says of itself as a whole: that nothing is wanted of its reader, that it is about several matters, or that its writer
// is glad.
// In: the bytes of a text that are its writer's. Out: these.
// No sentence of a place says so by itself. "Just wanted to say that the delivery was quick" and "the lift runs, you can close this ticket"
// leave nothing to deal with; and where there are "two things", what is found of one of them is not the matter.

import { classesAt, nameAt, rolesOf, rolesWithin } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';
import { EVERYTHING, SAYS, SIGN_RULES, type Step, WORD_SETS } from './sign-rules.ts';

const { END, NOT, CANT, NO, NONE } = CLASSES;
const BUT = nameNumber('BUT');

/** Bytes of the longest text that is read as one message: a mail of some 300 words. What is longer is a document with parts of its own. */
export const LETTER_BYTES = 2000;

interface Signs {
  /** It only tells or thanks, or says that its case is settled, and asks for nothing; or it asks out of curiosity. */
  readonly idle: boolean;
  readonly several: boolean;
  /** It thanks or praises, and asks for nothing. */
  readonly glad: boolean;
}

/** What is around a text may say that it praises. */
export function signsOf(bytes: Uint8Array, isPraise = false): Signs {
  const roles = bytes.length > LETTER_BYTES ? [] : rolesOf(bytes.subarray(0, quoteStart(bytes)));
  // One word without a mark is a value: what stands under `status` says nothing of a text.
  if (roles.length < 2) return { idle: false, several: false, glad: false };
  const said = roles.map((_, at) => saysAt(roles, at));
  const some = (sign: number): boolean => said.some((says) => (says & sign) !== 0);
  // What stands behind `but` is the contrary.
  const last = said.findLastIndex((says) => (says & SAYS.IDLE) !== 0);
  const isIdle = last >= 0 && roles.findLastIndex((_, at) => nameAt(roles, at) === BUT) < last;
  const isAsking = some(SAYS.ASKING);
  return {
    idle: (isIdle && !isAsking) || some(SAYS.VOID),
    several: some(SAYS.SEVERAL),
    glad: (isPraise || some(SAYS.GLAD)) && !isAsking,
  };
}

/** Bytes of the longest text that is no more than a goodbye. */
const GOODBYE_BYTES = 80;

/** Whether a text is short, asks nothing and takes nothing back: "Glad to hear that, have a nice day!", "Anything else?" */
export function isGoodbye(bytes: Uint8Array): boolean {
  if (bytes.length > GOODBYE_BYTES) return false;
  const roles = rolesOf(bytes);
  const asks = roles.some(({ name }) => name === QUESTION_MARK) && !roles.some(({ name }) => name === ELSE);
  return (
    !asks && roles.every(({ classes, name }) => (classes & (NOT | CANT | NO | NONE)) === 0 && !CONTRARY.includes(name))
  );
}

const QUESTION_MARK = nameNumber('QUESTION_MARK');
const ELSE = nameNumber('ELSE');
const CONTRARY = ['BUT', 'STILL', 'AGAIN'].map(nameNumber);

/** Whether the words of a place are such as a text says that wants nothing, which may say just that: `no reply needed`, `my CV`. */
export function isOfSign(bytes: Uint8Array, start: number, end: number): boolean {
  return rolesWithin(bytes, start, end).some(
    ({ classes, name }) => (classes & (NOT | CANT | NO | NONE)) !== 0 || VOIDING.includes(name),
  );
}

const VOIDING = ['APPLY', 'JOB', 'RESUME', 'UNSUBSCRIBE'].map(nameNumber);

/** Where the first quoted line begins; what is answered between quoted lines is left out. */
function quoteStart(bytes: Uint8Array): number {
  for (let at = 1; at < bytes.length; at += 1) if (bytes[at] === MARK && bytes[at - 1] === LINE_FEED) return at;
  return bytes.length;
}

const LINE_FEED = 0x0a;
const MARK = 0x3e;

/** What the rules say whose head stands at a position. */
function saysAt(roles: readonly Role[], at: number): number {
  let says = 0;
  for (const rule of SIGN_RULES)
    if (isOf(roles, at, rule.head) && matches(roles, at - 1, -1, rule.before) && matches(roles, at + 1, 1, rule.behind))
      says |= rule.says;
  return (says & SAYS.RELEASED) === 0 ? says : says & ~SAYS.ASKING;
}

/** Whether the steps are at a position and on from there, backwards where `way` is −1. */
function matches(roles: readonly Role[], at: number, way: number, [step, ...rest]: readonly Step[]): boolean {
  if (step === undefined) return true;
  if (step.gap > 0) {
    for (let words = 0; words <= step.gap; words += 1) {
      if (matches(roles, at + way * words, way, rest)) return true;
      if ((edgedClassesAt(roles, at + way * words) & END) !== 0) return false;
    }
    return false;
  }
  if (isOf(roles, at, step.set) && matches(roles, at + way, way, rest)) return true;
  return step.isOptional && matches(roles, at, way, rest);
}

function isOf(roles: readonly Role[], at: number, set: number): boolean {
  const { any, isAll, none, names } = WORD_SETS[set]!;
  const classes = edgedClassesAt(roles, at);
  if ((classes & none) !== 0) return false;
  if (names.includes(nameAt(roles, at))) return true;
  return isAll ? (classes & any) === any : (classes & any) !== 0;
}

/** Before and behind the text sentences end. */
function edgedClassesAt(roles: readonly Role[], at: number): number {
  return EVERYTHING | (at < 0 || at >= roles.length ? END : classesAt(roles, at));
}
