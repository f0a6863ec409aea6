// Titled: whether a place is a part of a title or of a name.
// In: the bytes of a text, a place in it, the roles before it and behind it. Out: yes or no.
// "Your brochure Fire and You" and "the book 'No Hot Water'" are about a brochure and a book, "a pint at The Broken Boiler" about a pub.

import { classesAt, isContent, nameAt } from './denial-roles.ts';
import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber } from './denial-words.ts';

const { DEFINITE, INDEFINITE, NO, END } = CLASSES;

const N = (name: string): number => nameNumber(name);

/** How many words of a title may stand before the place. */
const TITLE_WORDS = 5;

/**
 * Whether the place begins with a capital, and stands behind a word for what has a title, or before one for what has a name. What is all
 * in capitals is a name of another kind, unless a mark stands before it.
 */
export function isTitled(
  bytes: Uint8Array,
  start: number,
  end: number,
  before: readonly Role[],
  behind: readonly Role[],
  isWord: boolean,
): boolean {
  if (isNamed(bytes, start)) return true;
  const isSpaced = bytes[start - 1] === SPACE;
  if (!isCapital(bytes[start]) || (isSpaced && isCapital(bytes[start + 1]))) return false;
  if (nameAt(behind, 0) === N('TEAM')) return before.length > 0 && (classesAt(before, before.length - 1) & END) === 0;
  for (let at = before.length - 1; at >= 0 && at >= before.length - 1 - TITLE_WORDS; at -= 1) {
    if (nameAt(before, at) === N('TITLE'))
      return isOfTitle(before, at, isWord && isSpaced && !isCapital(bytes[end + 1]));
    if (!isPart(before[at]!) && !isJoint(before[at]!)) return false;
  }
  return false;
}

/** Whether the place begins with a capital behind a `The` that begins no sentence, as names do; in a heading all words have capitals. */
function isNamed(bytes: Uint8Array, start: number): boolean {
  const article = start - ARTICLE.length;
  if (article < 2 || !isCapital(bytes[start]) || !ARTICLE.every((byte, at) => bytes[article + at] === byte))
    return false;
  if (bytes[article - 1] !== SPACE) return false;
  const wordEnd = article - (bytes[article - 2] === COMMA ? 2 : 1);
  let before = wordEnd;
  while (before > 0 && isSmall(bytes[before - 1])) before -= 1;
  return before < wordEnd && (before === 0 || bytes[before - 1] === SPACE);
}

/** Whether the place belongs to a title behind the word at a position: "the course Monday" and "a guide in German" have none, "to book" is a verb. */
function isOfTitle(before: readonly Role[], at: number, isWord: boolean): boolean {
  const next = before[at + 1];
  if (next === undefined ? isWord : isJoint(next)) return false;
  return at > 0 && (isPart(before[at - 1]!) || nameAt(before, at - 1) === N('TITLE'));
}

/** What a title has at its start, and what stands before the word for what has one. */
function isPart(role: Role): boolean {
  return (
    isContent(role) ||
    (role.classes & (DEFINITE | INDEFINITE | NO)) !== 0 ||
    role.name === N('ADJECTIVE') ||
    role.name === N('QUANTITY')
  );
}

function isJoint({ name }: Role): boolean {
  return name === N('FOR') || name === N('OF') || name === N('IN') || name === N('AND');
}

const SPACE = 0x20;
const COMMA = 0x2c;
const ARTICLE = [...Buffer.from('The ')];

function isSmall(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a;
}

function isCapital(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x41 && byte <= 0x5a;
}
