// Denial of questions in general: what is asked of all such things, or of anybody, and not for the writer.
// In: the roles before a place, its own, and those behind it. Out: yes or no.

import { isYou, sentenceStart } from './denial-condition.ts';
import { classesAt, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { INDEFINITE, AUXILIARY, COPULA, END, COMMA } = CLASSES;

const N = (name: string): number => nameNumber(name);

/**
 * `what happens when …`; `who is given a …` where nobody of the writer's side is in the sentence; `do you generally …`, `can one …`,
 * `when a customer …`; `do I have to …`.
 */
export function isGeneral(before: readonly Role[], within: readonly Role[], behind: readonly Role[]): boolean {
  const start = sentenceStart(before);
  return (
    isOfCase(before, start) ||
    isOfWhom([...before.slice(start), ...within, ...behind], before.length - start) ||
    isOfAll([...before.slice(start), ...within, ...behind]) ||
    isDuty(before)
  );
}

function isOfCase(before: readonly Role[], start: number): boolean {
  if (nameAt(before, start) !== N('WHAT') || nameAt(before, start + 1) !== N('HAPPEN')) return false;
  return before.slice(start).some(({ name }) => name === N('WHEN'));
}

function isOfWhom(sentence: readonly Role[], place: number): boolean {
  if (nameAt(sentence, 0) !== N('WHO')) return false;
  if (((classesAt(sentence, place - 1) | classesAt(sentence, place - 2)) & INDEFINITE) === 0) return false;
  for (const { classes, name } of sentence) {
    if ((classes & END) !== 0) break;
    if (name === N('CAN') || name === N('I') || name === N('ME') || name === N('MY')) return false;
  }
  return true;
}

/** Whether a sentence is a question and says that it is one in general, or asks about anybody and not about the writer. */
function isOfAll(sentence: readonly Role[]): boolean {
  let isAsked = (classesAt(sentence, 0) & AUXILIARY) !== 0;
  let isUsual = false;
  let isOfAnybody = false;
  let isOfOne = false;
  let isMine = false;
  // `how does one … with you` asks for the writer.
  let isOwn = false;
  for (let at = 0; at < sentence.length; at += 1) {
    const { classes, name } = sentence[at]!;
    if ((classes & END) !== 0) break;
    // `Until when …`, `in general, how …`.
    if (isAsking(name) && (at < 2 || (classesAt(sentence, at - 1) & COMMA) !== 0)) isAsked = true;
    if (name === N('I') || name === N('ME') || name === N('MY')) isMine = true;
    if (name === N('USUAL') || (name === N('GENERAL') && nameAt(sentence, at - 1) === N('IN'))) isUsual = true;
    if (isYou(sentence, at)) isOwn = true;
    if (!isAnybody(sentence, at)) continue;
    if (name === N('ONE')) isOfOne = true;
    else isOfAnybody = true;
  }
  return isAsked && (isUsual || (!isMine && (isOfAnybody || (isOfOne && !isOwn))));
}

function isAsking(name: number): boolean {
  return name === N('WHAT') || name === N('HOW') || name === N('WHEN') || name === N('WHO');
}

/** `can one`, `do guests`, `does a customer`, `if a guest`. */
function isAnybody(sentence: readonly Role[], at: number): boolean {
  const { name } = sentence[at]!;
  const isOne = name === N('ONE');
  const isArticle = (classesAt(sentence, at - 1) & INDEFINITE) !== 0;
  if (isArticle ? name !== N('CUSTOMER') : !isOne && name !== N('CUSTOMERS')) return false;
  const ahead = isArticle ? at - 2 : at - 1;
  if (isOne && (nameAt(sentence, at + 1) === N('OF') || (classesAt(sentence, ahead) & COPULA) !== 0)) return false;
  const asks = (classesAt(sentence, ahead) & AUXILIARY) !== 0 && nameAt(sentence, ahead) !== N('HAVE');
  // `something one has to …`.
  if (isOne && nameAt(sentence, ahead) === N('SOMETHING')) return (classesAt(sentence, at + 1) & AUXILIARY) !== 0;
  return asks || (!isOne && (nameAt(sentence, ahead) === N('IF') || nameAt(sentence, ahead) === N('WHEN')));
}

/** `do I have to …`, `do I need to …`: whether it must be. */
function isDuty(before: readonly Role[]): boolean {
  const last = before.length - 1;
  if (nameAt(before, last) !== N('TO') || nameAt(before, last - 2) !== N('I') || nameAt(before, last - 3) !== N('DO'))
    return false;
  if (nameAt(before, last - 1) !== N('HAVE') && nameAt(before, last - 1) !== N('WANT')) return false;
  return last === 3 || (classesAt(before, last - 4) & (END | COMMA)) !== 0 || nameAt(before, last - 4) === N('OR');
}
