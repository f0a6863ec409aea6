// Told: whether a place is what somebody else did, had or says.
// In: the roles before a place, its own, and those behind it. Out: yes or no.

import { isYou } from './denial-condition.ts';
import { classesAt, isClauseStart, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const {
  NOT,
  CANT,
  BREAK,
  SUBJECT,
  PRONOUN,
  DEFINITE,
  INDEFINITE,
  WISH,
  AUXILIARY,
  COPULA,
  END,
  COMMA,
  PAST,
  OUTSIDER,
  SPEAKER,
} = CLASSES;

const N = (name: string): number => nameNumber(name);

/**
 * Whether the place is what somebody else did, had or says: "my neighbour's dog was hit by a car", "she says that you …", "we heard that
 * …". What somebody wants or cannot do is reported to get help, so it counts, and so does what belongs to the writer or the reader.
 */
export function isTold(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  if (isToldBehind(behind)) return true;
  const isPast = ({ classes }: Role): boolean => (classes & PAST) !== 0;
  let past = within.some(isPast) || behind.slice(0, 2).some(isPast);
  let wished = false;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & (END | COMMA | BREAK)) !== 0) return false;
    if (name === N('SAY')) return isSaidByOther(before, at);
    if (name === N('HEAR')) return isHearsay(before, at);
    if (
      // `you need …` says what must be, and not what somebody wants.
      (name === N('WANT') && !isYou(before, at - 1)) ||
      name === N('WOULD') ||
      name === N('CAN') ||
      (classes & CANT) !== 0
    )
      return false;
    if (name === N('AND') && isClauseStart(before, at + 1) && (classesAt(before, at + 1) & SPEAKER) === 0) return false;
    if (isWriter(before, at) && !isToldOn(before, at - 1)) return false;
    if ((classes & OUTSIDER) !== 0 && (past || (!wished && isSubject(before, at) && !isShared(within, behind))))
      return !isHere(within, behind);
    // What somebody will do is announced.
    if ((classes & WISH) !== 0 || ((classes & AUXILIARY) !== 0 && (classes & COPULA) === 0 && name !== N('HAVE')))
      wished = true;
    past ||= isPast(before[at]!);
  }
  return false;
}

/** `…, my sister says`, `…, the caretaker tells me`. */
function isToldBehind(behind: readonly Role[]): boolean {
  for (let at = 0; at < behind.length && (classesAt(behind, at) & END) === 0; at += 1)
    if (nameAt(behind, at) === N('SAY'))
      return (
        (classesAt(behind, at - 1) & SPEAKER) !== 0 &&
        ((classesAt(behind, at - 2) & COMMA) !== 0 || (classesAt(behind, at - 3) & COMMA) !== 0) &&
        nameAt(behind, at - 2) !== N('YOUR') &&
        isClauseEnd(behind, nameAt(behind, at + 1) === N('ME') ? at + 2 : at + 1)
      );
  return false;
}

function isClauseEnd(roles: readonly Role[], at: number): boolean {
  return at >= roles.length || (classesAt(roles, at) & (END | COMMA)) !== 0;
}

/** Whether somebody is who a clause is about: "my neighbour's …", "… and a friend of mine has …". */
function isSubject(before: readonly Role[], at: number): boolean {
  const ahead = (classesAt(before, at - 1) & (DEFINITE | INDEFINITE)) !== 0 ? at - 2 : at - 1;
  return ahead < 0 || (classesAt(before, ahead) & (END | COMMA | BREAK)) !== 0 || nameAt(before, ahead) === N('AND');
}

/** `… broke my window`, `hit me`. */
function isHere(within: readonly Role[], behind: readonly Role[]): boolean {
  const isMine = ({ name }: Role): boolean => name === N('MY') || name === N('ME');
  return within.some(isMine) || behind.slice(0, 1).some(isMine);
}

/** Whether the clause goes on with the writer: "my friend is moving in with me". */
function isShared(within: readonly Role[], behind: readonly Role[]): boolean {
  for (const { classes, name } of [...within, ...behind]) {
    if ((classes & (END | COMMA | BREAK)) !== 0) return false;
    if (name === N('MY') || name === N('ME') || name === N('I')) return true;
  }
  return false;
}

/** `I`, `we`, `me`, and `my` and `your` before anything but somebody else or where they only say which: "a woman in my choir". */
function isWriter(before: readonly Role[], at: number): boolean {
  const { classes, name } = before[at]!;
  if (name === N('I')) return (classes & SUBJECT) !== 0;
  if (name === N('ME')) return true;
  if (name !== N('MY') && name !== N('YOUR')) return false;
  if ((classesAt(before, at + 1) & SPEAKER) !== 0) return false;
  const ahead = nameAt(before, at - 1);
  return ahead !== N('IN') && ahead !== N('AT') && ahead !== N('WITH') && ahead !== N('OF') && ahead !== N('FROM');
}

/** Whether somebody's saying goes on after a position: "says that I …", "told me …". */
function isToldOn(before: readonly Role[], at: number): boolean {
  let said = at;
  if (nameAt(before, said) === N('THAT')) said -= 1;
  if (nameAt(before, said) === N('ME')) said -= 1;
  return nameAt(before, said) === N('SAY');
}

/** Whether what is said at a position is said by a person who is neither the writer nor of the house: "it says", "I was told". */
function isSaidByOther(before: readonly Role[], said: number): boolean {
  for (let at = said - 1; at >= 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & (END | COMMA | BREAK | COPULA | NOT)) !== 0 || name === N('I')) return false;
    if ((classes & SPEAKER) !== 0) return nameAt(before, at - 1) !== N('YOUR');
  }
  return false;
}

/** `I heard that …`, `we hear you …`, and not `heard back about`. */
function isHearsay(before: readonly Role[], heard: number): boolean {
  if ((classesAt(before, heard - 1) & NOT) !== 0) return false;
  return (
    nameAt(before, heard + 1) === N('THAT') ||
    nameAt(before, heard + 1) === N('SOMETHING') ||
    (classesAt(before, heard + 1) & (SUBJECT | PRONOUN)) !== 0
  );
}
