// Signs: what a text says of itself as a whole: that nothing is wanted of its reader, or that it is about several matters.
// In: the bytes of a text that are its writer's. Out: both.
// No sentence of a place says so by itself. "Just wanted to say that the delivery was quick" and "the lift runs, you can close this ticket"
// leave nothing to deal with; and where there are "two things", what is found of one of them is not the matter.

import { classesAt, MESSAGE_BYTES, nameAt, rolesOf } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { END, COMMA, SUBJECT, PRONOUN, DEFINITE, INDEFINITE, AUXILIARY, ADVERB, WISH, PAST, COPULA } = CLASSES;

const N = (name: string): number => nameNumber(name);

/** Words between `just` and `to say`: "I just really wanted to say". */
const SAYING_WORDS = 3;
/** Words between a ticket and that it can be closed. */
const CLOSING_WORDS = 6;

interface Signs {
  /** It only tells or thanks, or says that its case can be closed, and asks for nothing. */
  readonly idle: boolean;
  readonly several: boolean;
}

export function signsOf(bytes: Uint8Array): Signs {
  if (bytes.length > MESSAGE_BYTES) return { idle: false, several: false };
  const roles = rolesOf(bytes.subarray(0, quoteStart(bytes)));
  const some = (is: (roles: readonly Role[], at: number) => boolean): boolean => roles.some((_, at) => is(roles, at));
  return { idle: some(isIdle) && !some(isAsking), several: some(isSeveral) };
}

/** Where the first quoted line begins; what is answered between quoted lines is left out. */
function quoteStart(bytes: Uint8Array): number {
  for (let at = 1; at < bytes.length; at += 1) if (bytes[at] === MARK && bytes[at - 1] === LINE_FEED) return at;
  return bytes.length;
}

const LINE_FEED = 0x0a;
const MARK = 0x3e;

function isIdle(roles: readonly Role[], at: number): boolean {
  switch (nameAt(roles, at)) {
    case N('SAY'):
      return isOnlySaid(roles, at);
    case N('THANKS'):
      return isOnlySaid(roles, at) || isSaid(roles, at - 1) || isThanksTo(roles, at);
    case N('CLOSE'):
      return isOfTicket(roles, at);
    case N('FURTHER'):
      return nameAt(roles, at - 1) === N('NOTHING');
    // `Well done to all of you`.
    case N('DONE'):
      return nameAt(roles, at - 1) === N('FINE') && isStart(roles, at - 1) && nameAt(roles, at + 1) === N('TO');
    default:
      return false;
  }
}

/** `to say thanks`. */
function isSaid(roles: readonly Role[], at: number): boolean {
  return nameAt(roles, at) === N('SAY') && nameAt(roles, at - 1) === N('TO');
}

/** `just wanted to say`, `only writing to thank`. */
function isOnlySaid(roles: readonly Role[], at: number): boolean {
  if (nameAt(roles, at - 1) !== N('TO')) return false;
  for (let ahead = at - 2; ahead >= at - 2 - SAYING_WORDS && (classesAt(roles, ahead) & END) === 0; ahead -= 1)
    if (nameAt(roles, ahead) === N('ONLY')) return true;
  return false;
}

/** `Many thanks to Ann`, who is not the reader. */
function isThanksTo(roles: readonly Role[], at: number): boolean {
  return (
    nameAt(roles, at - 1) === N('QUANTITY') &&
    isStart(roles, at - 1) &&
    nameAt(roles, at + 1) === N('TO') &&
    (classesAt(roles, at + 2) & PRONOUN) === 0
  );
}

/** `close this ticket`, `you can close this.`, `this case can be closed`; of an account it is a wish. */
function isOfTicket(roles: readonly Role[], at: number): boolean {
  for (let behind = at + 1; behind <= at + 3; behind += 1) if (isTicket(roles, behind)) return true;
  if (isThis(roles, at + 1) && (at + 2 >= roles.length || (classesAt(roles, at + 2) & END) !== 0)) return true;
  if (nameAt(roles, at - 1) !== N('BE')) return false;
  for (let ahead = at - 2; ahead >= at - 2 - CLOSING_WORDS && (classesAt(roles, ahead) & END) === 0; ahead -= 1)
    if (isTicket(roles, ahead) || isThis(roles, ahead)) return true;
  return false;
}

function isTicket(roles: readonly Role[], at: number): boolean {
  return nameAt(roles, at) === N('TICKET') || nameAt(roles, at) === N('CASE');
}

function isThis(roles: readonly Role[], at: number): boolean {
  const both = PRONOUN | DEFINITE;
  return (classesAt(roles, at) & both) === both;
}

function isStart(roles: readonly Role[], at: number): boolean {
  return at === 0 || (classesAt(roles, at - 1) & END) !== 0;
}

/** A question, `please`, `can you`, `I need`, `we would like`. */
function isAsking(roles: readonly Role[], at: number): boolean {
  const { classes, name } = roles[at]!;
  if (name === N('QUESTION_MARK') || name === N('PLEASE')) return true;
  if (name === N('CAN')) return (classesAt(roles, at + 1) & (PRONOUN | SUBJECT)) !== 0;
  if ((classes & WISH) === 0) return false;
  const ahead = classesAt(roles, at - 1);
  return (ahead & SUBJECT) !== 0 || ((ahead & AUXILIARY) !== 0 && (classesAt(roles, at - 2) & SUBJECT) !== 0);
}

function isSeveral(roles: readonly Role[], at: number): boolean {
  switch (nameAt(roles, at)) {
    case N('THINGS'):
      return isCounted(roles, at);
    case N('ALSO'):
      return isAnother(roles, at);
    default:
      return false;
  }
}

/** `I have two things`, `three quick questions:`, `a couple of things`; "after ten questions" has a count of something else. */
function isCounted(roles: readonly Role[], at: number): boolean {
  let from = at - 1;
  if (nameAt(roles, from) === N('OF')) from -= 2;
  else {
    if (nameAt(roles, from) !== N('QUANTITY') && (classesAt(roles, from) & DEFINITE) === 0) from -= 1;
    if (nameAt(roles, from) !== N('QUANTITY')) return false;
    if ((classesAt(roles, from - 1) & INDEFINITE) === 0) return isStart(roles, from) || isHad(roles, from - 1);
    from -= 1;
  }
  return (classesAt(roles, from) & INDEFINITE) !== 0 && (isStart(roles, from) || isHad(roles, from - 1));
}

/** What stands before what one has to say: "I have", "there are", "hello,". */
function isHad(roles: readonly Role[], at: number): boolean {
  return (classesAt(roles, at) & (COMMA | COPULA)) !== 0 || nameAt(roles, at) === N('HAVE');
}

/** Whether `also` adds a wish or a sentence: "I also need", "Also, my bag"; "it also stopped" and "I have also tried" tell more of the same. */
function isAnother(roles: readonly Role[], at: number): boolean {
  const next = at + 1 + ((classesAt(roles, at + 1) & ADVERB) === 0 ? 0 : 1);
  const behind = classesAt(roles, next);
  if ((behind & WISH) !== 0) return (classesAt(roles, at - 1) & AUXILIARY) === 0;
  return (
    isStart(roles, at) && (behind & (COMMA | SUBJECT | PRONOUN | DEFINITE | INDEFINITE)) !== 0 && (behind & PAST) === 0
  );
}
