// Denial of conditions: what a sentence only supposes, and what it asks or announces for that case.
// In: the roles before a place, and those behind it. Out: yes or no. The cues within a clause are in denial.ts.

import { classesAt, isContent, nameAt, OTHER } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const {
  NOT,
  NONE,
  BREAK,
  SUBJECT,
  PRONOUN,
  DEFINITE,
  INDEFINITE,
  AUXILIARY,
  COPULA,
  KNOWING,
  ADVERB,
  CONTRACTED,
  END,
  COMMA,
  PAST,
} = CLASSES;

const N = (name: string): number => nameNumber(name);

/** Whether the sentence says what would be asked or done in a case, and the place is part of the case or of that. */
export function isConditional(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  const sentence = [...before, ...within, ...behind];
  const start = sentenceStart(before);
  if (isInverted(sentence, start, before.length)) return true;
  const opener = openerAt(sentence, start);
  if (opener >= 0) return isConsequence(sentence, opener, before.length);
  // The case comes last: `I would have to cancel if it rains`, `we'd move in the event of a strike`.
  return isAnnounced(sentence, before.length) && isInCase(behind);
}

/** Where the sentence starts, behind `and` or `but` or a greeting. */
export function sentenceStart(before: readonly Role[]): number {
  const from = before.findLastIndex(({ classes }) => (classes & END) !== 0) + 1;
  const name = nameAt(before, from);
  if (name === N('AND') || name === N('BUT') || name === N('SO')) return from + 1;
  return (classesAt(before, from + 1) & COMMA) !== 0 ? from + 2 : from;
}

/** The last word of what makes a condition of the clause that begins at a position, `if`, `what if`, `should`, `in case`, `in the event`, `unless`; else −1. */
function openerAt(roles: readonly Role[], start: number): number {
  switch (nameAt(roles, start)) {
    case N('IF'):
    case N('UNLESS'):
      return start;
    case N('SHOULD'):
      return (classesAt(roles, start) & CONTRACTED) === 0 ? start : -1;
    case N('WHAT'):
      return nameAt(roles, start + 1) === N('IF') ? start + 1 : -1;
    case N('IN'):
      if (nameAt(roles, start + 1) === N('THE') && nameAt(roles, start + 2) === N('EVENT')) return start + 2;
      return nameAt(roles, start + 1) === N('CASE') ? start + 1 : -1;
    default:
      return -1;
  }
}

/** `Should the parcel be late, …`, `Had the parcel been late, …`, and not `Should it be red?`, `Should I return it, or …`. */
function isInverted(sentence: readonly Role[], start: number, place: number): boolean {
  const { classes, name } = sentence[start] ?? OTHER;
  const isShould = name === N('SHOULD') && (classes & CONTRACTED) === 0 && nameAt(sentence, start + 1) !== N('I');
  const isHad = name === N('HAVE') && (classes & PAST) !== 0;
  if (!isShould && !isHad) return false;
  // `Had to cancel, …` has lost its subject.
  let isCase = isShould || (classesAt(sentence, start + 1) & SUBJECT) !== 0;
  for (let at = start + 1; at < sentence.length && (classesAt(sentence, at) & END) === 0; at += 1) {
    isCase ||= nameAt(sentence, at) === N('BEEN');
    if ((classesAt(sentence, at) & COMMA) !== 0)
      return isCase && at >= place && nameAt(sentence, at + 1) !== N('OR') && nameAt(sentence, at + 1) !== N('AND');
  }
  return false;
}

/** A comma, a subject, its auxiliary verb, and one word between them. */
const CLAUSE_START = 4;

/**
 * `if the flight is cancelled, can I …`, `should it get worse, we'd …`, `in case it rains, would the …`, `if nothing comes I will …`: what
 * would be asked or done then. What is wanted then counts (`if they cancel I want …`, `… I would like …`), and so does what a polite `if`
 * asks for: `if you …`, `if it is possible, can I …`, `if I remember, …`, `…, can you …`.
 */
function isConsequence(sentence: readonly Role[], opener: number, place: number): boolean {
  // `if you ever …`.
  if (isYou(sentence, opener + 1) && nameAt(sentence, opener + 2) !== N('EVER')) return false;
  // Behind the place only the rest of its clause and how the next one starts tell.
  let last = sentence.length;
  for (let at = opener + 1; at < last; at += 1) {
    const { classes, name } = sentence[at]!;
    if ((classes & END) !== 0 || isPolite(sentence, at)) return false;
    const next = classesAt(sentence, at + 1);
    if ((classes & COMMA) !== 0) {
      last = at < place ? place : Math.min(sentence.length, at + CLAUSE_START);
      if ((next & AUXILIARY) !== 0 && (next & SUBJECT) === 0) return at >= place || !isYou(sentence, at + 2);
      // `…, what would …`.
      if (nameAt(sentence, at + 2) === N('WOULD') && ((next & BREAK) !== 0 || nameAt(sentence, at + 1) === N('WHAT')))
        return true;
    } else if (name === N('WOULD') && nameAt(sentence, at + 1) === N('I')) {
      return true;
    } else if ((classes & SUBJECT) !== 0 && name === N('I') && at > opener + 1) {
      if ((classes & AUXILIARY) !== 0) return !isWished(sentence, at + 1);
      if ((next & AUXILIARY) === 0 || (next & (COPULA | PAST)) !== 0) continue;
      const verb = nameAt(sentence, at + 1);
      if (verb === N('WOULD')) return !isWished(sentence, at + 2);
      if (verb !== N('HAVE') && verb !== N('SHOULD')) return true;
    }
  }
  return false;
}

/** `if it is possible`, `if I remember`, `if that is fine`, `if it isn't too much`, `if I may,`. */
function isPolite(sentence: readonly Role[], at: number): boolean {
  const { classes, name } = sentence[at]!;
  const isNot = (classesAt(sentence, at - 1) & NOT) !== 0;
  if (name === N('TOO') || name === N('DONE')) return isNot === (name === N('TOO'));
  // `go well` is not polite.
  if (name === N('FINE')) return !isNot && !isContent(sentence[at - 1]!);
  if (name === N('MAY') || name === N('CAN'))
    return nameAt(sentence, at - 1) === N('I') && (classesAt(sentence, at + 1) & (END | COMMA)) !== 0;
  return (classes & KNOWING) !== 0 || name === N('POSSIBLE');
}

/** `like a …`, `be glad of …` ask for something; `like to …` is what the writer would do. */
function isWished(sentence: readonly Role[], at: number): boolean {
  const verb = nameAt(sentence, at) === N('BE') || (classesAt(sentence, at) & ADVERB) !== 0 ? at + 1 : at;
  const name = nameAt(sentence, verb);
  return (name === N('HOPED') || name === N('HAPPY')) && nameAt(sentence, verb + 1) !== N('TO');
}

/** `I would …`, `we'd …`, `I might …` in the clause before the place. */
function isAnnounced(sentence: readonly Role[], place: number): boolean {
  for (let at = place - 1; at >= 0; at -= 1) {
    const { classes, name } = sentence[at]!;
    if ((classes & (END | COMMA | BREAK)) !== 0) return false;
    if ((classes & SUBJECT) === 0) continue;
    if (name !== N('I')) return false;
    if ((classes & AUXILIARY) !== 0) return !isWished(sentence, at + 1);
    const verb = nameAt(sentence, at + 1);
    return (verb === N('WOULD') || verb === N('MIGHT')) && !isWished(sentence, at + 2);
  }
  return false;
}

/** `… if it rains`, `… unless it stops`, `… in case of rain`, and not `even if`, `if you could`. */
function isInCase(behind: readonly Role[]): boolean {
  let found = false;
  for (let at = 0; at < behind.length && (classesAt(behind, at) & END) === 0; at += 1) {
    const name = nameAt(behind, at);
    if (found && isPolite(behind, at)) return false;
    if (name !== N('IF') && name !== N('UNLESS') && (name !== N('CASE') || nameAt(behind, at - 1) !== N('IN')))
      continue;
    if ((classesAt(behind, at - 1) & ADVERB) !== 0 || isYou(behind, at + 1)) return false;
    found = true;
  }
  return found;
}

/** `you`, and `him` and `them`. */
export function isYou(roles: readonly Role[], at: number): boolean {
  return (classesAt(roles, at) & (PRONOUN | DEFINITE)) === PRONOUN && nameAt(roles, at) === 0;
}

/**
 * `if I wanted …`, `what if …`, and at the start of a clause `if the boiler …`: nothing is said to be so. `if I can …` asks for it, and
 * so does `see if …`.
 */
export function isSupposed(before: readonly Role[], at: number): boolean {
  const ahead = at === 0 ? OTHER : before[at - 1]!;
  if (ahead.name === N('WHAT')) return true;
  if (
    ahead.name === N('SEE') ||
    ahead.name === N('SAY') ||
    ahead.name === N('DOUBT') ||
    (ahead.classes & KNOWING) !== 0
  )
    return false;
  // `if the car had been stolen`, `if the firm were to close`.
  if (
    before
      .slice(at + 1, at + 5)
      .some(
        ({ name }, next) =>
          (classesAt(before, at + 1 + next) & PAST) !== 0 &&
          (name === N('HAVE')
            ? (classesAt(before, at + 2 + next) & COPULA) !== 0
            : (classesAt(before, at + 1 + next) & COPULA) !== 0 && nameAt(before, at + 2 + next) === N('TO')),
      )
  )
    return true;
  // `if you had a lift`.
  if (
    nameAt(before, at + 2) === N('HAVE') &&
    (classesAt(before, at + 2) & PAST) !== 0 &&
    (classesAt(before, at + 3) & INDEFINITE) !== 0
  )
    return true;
  if (at === 0 || (ahead.classes & (END | COMMA | BREAK)) !== 0 || ahead.name === N('AND')) {
    if (nameAt(before, at + 1) === N('SOMETHING') || (classesAt(before, at + 1) & (DEFINITE | INDEFINITE)) !== 0)
      return true;
  }
  if (
    nameAt(before, at + 1) !== N('I') &&
    nameAt(before, at + 1) !== N('ONE') &&
    (classesAt(before, at + 1) & SUBJECT) === 0
  )
    return false;
  const next = before[at + 2];
  return (
    next === undefined || (next.classes & AUXILIARY) === 0 || (next.classes & COPULA) !== 0 || next.name === N('HAVE')
  );
}

/** `in case of …`, `in the event that …`, `should I ever …`, `I would have …`, `I might …`, `would I …`, `suppose I …`. */
export function isOccasion(before: readonly Role[], at: number): boolean {
  switch (nameAt(before, at)) {
    case N('CASE'):
      return nameAt(before, at - 1) === N('IN') && isOfCase(before, at + 1);
    case N('EVENT'):
      return nameAt(before, at - 2) === N('IN') && isOfCase(before, at + 1);
    case N('EVER'):
      return nameAt(before, at - 2) === N('SHOULD') && (classesAt(before, at - 1) & SUBJECT) !== 0;
    case N('MIGHT'):
      return at >= before.length - (nameAt(before, at + 2) === N('TO') ? 3 : 2);
    case N('SUPPOSE'):
      return at === 0 || (classesAt(before, at - 1) & (END | COMMA)) !== 0;
    case N('WOULD'):
      return nameAt(before, at + 1) === N('I');
    case N('WITH'):
      return isPleased(before, at - 1);
    case N('HAVE'):
      // `had I wanted …`.
      if (nameAt(before, at + 1) === N('I'))
        return (classesAt(before, at) & PAST) !== 0 && !isInvertedBy(before, at - 1);
      return (
        nameAt(before, at - 1) === N('WOULD') &&
        nameAt(before, at + 1) !== N('HOPED') &&
        nameAt(before, at + 1) !== N('THOUGHT')
      );
    default:
      // `were I to …`.
      return (
        (classesAt(before, at) & (COPULA | PAST)) === (COPULA | PAST) &&
        (classesAt(before, at + 1) & (SUBJECT | PRONOUN)) !== 0 &&
        nameAt(before, at + 2) === N('TO')
      );
  }
}

/** `we are very happy with …`. */
function isPleased(before: readonly Role[], at: number): boolean {
  let verb = at - 1;
  while ((classesAt(before, verb) & ADVERB) !== 0) verb -= 1;
  // `would be happy with …` asks for it.
  return (
    nameAt(before, at) === N('HAPPY') && (classesAt(before, verb) & COPULA) !== 0 && nameAt(before, verb) !== N('BE')
  );
}

/** `never had I …`, `not only had I …`, `when had I …`: no condition. */
function isInvertedBy(before: readonly Role[], at: number): boolean {
  const { classes, name } = before[at] ?? OTHER;
  return (
    name === N('ONLY') || name === N('RATHER') || ((classes & (NOT | NONE | BREAK | ADVERB)) !== 0 && name !== N('SO'))
  );
}

/** `in case of rain`, `in the event that it …`, `in case my …`, and not `in case 12`. */
function isOfCase(before: readonly Role[], at: number): boolean {
  return nameAt(before, at) === N('OF') || (classesAt(before, at) & (SUBJECT | PRONOUN | DEFINITE | INDEFINITE)) !== 0;
}
