// Denial of clauses: words before a clause that say that all of it is not so.
// In: the roles before a place, and where one of them is. Out: yes or no. The other cues are in denial.ts.

import { classesAt, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const {
  NOT,
  NO,
  NONE,
  BREAK,
  PRONOUN,
  SUBJECT,
  DEFINITE,
  INDEFINITE,
  WISH,
  AUXILIARY,
  COPULA,
  ADVERB,
  CONTRACTED,
  PAST,
  END,
  COMMA,
} = CLASSES;

const N = (name: string): number => nameNumber(name);

/** `I never said I wanted …`, `I'm not saying that I …`, `it's not that I …`, `it is untrue that I …`, `who told you I …`. */
export function isUnsaid(before: readonly Role[], at: number): boolean {
  const said = nameAt(before, at) === N('THAT') ? at - 1 : at;
  if (said < at && (classesAt(before, said) & NOT) !== 0) return true;
  if (said < at && isFalse(before, said)) return true;
  const told = (classesAt(before, said) & PRONOUN) === 0 ? said : said - 1;
  if (nameAt(before, told) !== N('SAY')) return false;
  return (classesAt(before, told - 1) & NOT) !== 0 || (told === 1 && nameAt(before, 0) === N('WHO'));
}

/** `I don't think I need …`, `I doubt that we need …`, and not `I can't believe I …`. */
export function isThought(before: readonly Role[], end: number): boolean {
  const at = nameAt(before, end) === N('THAT') ? end - 1 : end;
  const name = nameAt(before, at);
  if (name === N('DOUBT')) return (classesAt(before, at - 1) & SUBJECT) !== 0;
  if (name !== N('THINK') && name !== N('SUPPOSE')) return false;
  return (classesAt(before, (classesAt(before, at - 1) & ADVERB) === 0 ? at - 1 : at - 2) & NOT) !== 0;
}

function isFalse(before: readonly Role[], at: number): boolean {
  if (nameAt(before, at) === N('FALSE')) return true;
  return nameAt(before, at) === N('TRUE') && (classesAt(before, at - 1) & NOT) !== 0;
}

/** `never did I …`, `nor do I …`, `by no means do I …`, `neither my wife nor I …`. */
export function isInverted(before: readonly Role[], at: number): boolean {
  if ((classesAt(before, at) & NONE) !== 0) return true;
  if ((classesAt(before, at) & AUXILIARY) === 0) return false;
  return (
    (classesAt(before, at - 1) & (NOT | NONE)) !== 0 ||
    (nameAt(before, at - 1) === N('MEANS') && (classesAt(before, at - 2) & NO) !== 0)
  );
}

/** `the last thing I want is a …`. */
export function isLastThing(before: readonly Role[], at: number): boolean {
  if (nameAt(before, at) !== N('THING') || nameAt(before, at - 1) !== N('LAST')) return false;
  return (classesAt(before, at + 2) & WISH) !== 0;
}

/** `nothing wrong with …`, `no complaints about …`, `no problem with …`. */
export function isFaultless(before: readonly Role[], at: number): boolean {
  const preposition = nameAt(before, at);
  if (preposition !== N('WITH') && preposition !== N('ABOUT') && preposition !== N('TO')) return false;
  const fault = nameAt(before, at - 1);
  if (fault !== N('FAULT') && fault !== N('PROBLEM')) return false;
  const cue = (classesAt(before, at - 2) & COPULA) === 0 ? at - 2 : at - 3;
  return (classesAt(before, cue) & NO) !== 0 || nameAt(before, cue) === N('NOTHING');
}

/** `nothing to do with …`, `not to do with …`. */
export function isUnrelated(before: readonly Role[], at: number): boolean {
  return (
    nameAt(before, at) === N('WITH') &&
    nameAt(before, at - 1) === N('DO') &&
    nameAt(before, at - 2) === N('TO') &&
    (classesAt(before, at - 3) & (NONE | NOT)) !== 0
  );
}

/** `I thought it was …`: it was not. */
export function isMistaken(before: readonly Role[], at: number): boolean {
  if (nameAt(before, at) !== N('THOUGHT') || nameAt(before, at - 1) !== N('I')) return false;
  return before.slice(at + 1).some(({ classes }) => (classes & COPULA) !== 0 && (classes & PAST) !== 0);
}

/**
 * `I would …` and `would you …` with an `if` in the past: what would be so is not. What happened is told with `was` or `has`, and what is
 * asked for with a word for it: "would you refund me if I was charged twice", "I would like a refund if …", "would you please …".
 */
export function isUnreal(before: readonly Role[], at: number, behind: readonly Role[]): boolean {
  if (nameAt(before, at) !== N('WOULD')) return false;
  const asks = (classesAt(before, at + 1) & (SUBJECT | PRONOUN)) !== 0;
  if (asks ? (classesAt(before, at + 2) & (WISH | BREAK)) !== 0 : at + 1 < before.length) return false;
  const sentence = [...before, ...behind];
  return sentence.some(({ name }, start) => name === N('IF') && isInPast(sentence, start + 1));
}

const PAST_REACH = 5;

/** Whether a clause that begins at a position has a verb in the past, or says `ever`. */
function isInPast(sentence: readonly Role[], from: number): boolean {
  for (let at = from; at < sentence.length && at < from + PAST_REACH; at += 1) {
    const { classes, name } = sentence[at]!;
    if ((classes & (END | COMMA | AUXILIARY | NOT)) !== 0) return false;
    if ((classes & PAST) !== 0 || name === N('EVER')) return true;
  }
  return false;
}

/**
 * Where the aside begins that ends in a comma, if it stands between a denial and its verb: `we don't, thankfully, need a plumber`, `do not,
 * under any circumstances, send …`; else −1.
 */
export function asideAt(before: readonly Role[], comma: number): number {
  if ((classesAt(before, comma + 1) & (SUBJECT | PRONOUN | AUXILIARY | BREAK | DEFINITE | INDEFINITE)) !== 0) return -1;
  for (let at = comma - 1; at > 0; at -= 1) {
    const { classes, name } = before[at]!;
    if ((classes & COMMA) !== 0) {
      const cue = classesAt(before, at - 1);
      const isCue = (cue & CONTRACTED) !== 0 || ((cue & NOT) !== 0 && (classesAt(before, at - 2) & AUXILIARY) !== 0);
      return isCue ? at : -1;
    }
    if ((classes & (END | SUBJECT | BREAK)) !== 0 || name === N('IF') || name === N('AND')) return -1;
  }
  return -1;
}

/** Whether a comma before the place separates parts of a list that ends in `or`: "a refund, a voucher or a discount". */
export function isList(before: readonly Role[], comma: number, behind: readonly Role[]): boolean {
  for (let at = comma + 1; at < before.length + behind.length; at += 1) {
    const { classes, name } = at < before.length ? before[at]! : behind[at - before.length]!;
    if (name === N('OR')) return true;
    if ((classes & (END | BREAK | SUBJECT | AUXILIARY | WISH)) !== 0) return false;
  }
  return false;
}

/** `I said no to …`. */
export function isRefusal(before: readonly Role[], at: number): boolean {
  return nameAt(before, at + 1) === N('TO') && nameAt(before, at - 1) === N('SAY') && isByWriter(before, at - 2);
}

/** `I`, `we have` at a position. */
export function isByWriter(before: readonly Role[], at: number): boolean {
  return nameAt(before, nameAt(before, at) === N('HAVE') ? at - 1 : at) === N('I');
}
