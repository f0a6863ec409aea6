// Unicode: what a code point is, for word boundaries and folding, in Unicode 16.0 whatever the host has.
// In: code points and strings. Out: classes and simple case foldings.

import { FOLDINGS } from '../../grammar/folding.ts';
import { DENSE_RANGES, DIGIT_RANGES, MARK_RANGES, SPACE_RANGES, WORD_RANGES } from './unicode-data.ts';

const CODE_POINTS = 0x110000;
const WORD = 1;
const MARK = 2;
const DENSE = 4;
const SPACE = 8;
const DIGIT = 16;

const CLASSES = new Uint8Array(CODE_POINTS);
markRanges(WORD_RANGES, WORD);
markRanges(MARK_RANGES, MARK);
markRanges(DENSE_RANGES, DENSE);
markRanges(SPACE_RANGES, SPACE);
markRanges(DIGIT_RANGES, DIGIT);

/** Letters, marks, decimal digits and `_`. */
export function isWord(codePoint: number): boolean {
  return (CLASSES[codePoint]! & WORD) !== 0;
}

/** White_Space. */
export function isSpace(codePoint: number): boolean {
  return (CLASSES[codePoint]! & SPACE) !== 0;
}

/** Decimal digits of any script. */
export function isDigit(codePoint: number): boolean {
  return (CLASSES[codePoint]! & DIGIT) !== 0;
}

/** All that is known of a code point: the sum of 1 word, 2 mark, 4 dense, 8 space, 16 digit. */
export function classOf(codePoint: number): number {
  return CLASSES[codePoint]!;
}

/**
 * Whether a word may end between two neighbours. Inside a run of word characters it may not, except next to a character
 * of a script that does not separate its words; but a mark stays with what it modifies (か and its voicing mark).
 */
export function isBoundary(before: number, after: number): boolean {
  const left = CLASSES[before]!;
  const right = CLASSES[after]!;
  if ((left & WORD) === 0 || (right & WORD) === 0) return true;
  if ((left & right & DENSE) !== 0) return true;
  return ((left | right) & DENSE) !== 0 && ((right & MARK) === 0 || (right & DENSE) !== 0);
}

/**
 * Simple case folding, one code point for one: `ẞ` is `ß` but never `ss`, `İ` stays as it is.
 * `toLowerCase` is the full mapping of the host's version and looks at neighbours (final sigma), so it is not used.
 */
export function fold(text: string): string {
  if (!NOT_FOLDED.test(text)) return text;
  let folded = '';
  for (const character of text) {
    const codePoint = character.codePointAt(0)!;
    const target = FOLDINGS.get(codePoint);
    folded += target === undefined ? character : String.fromCodePoint(target);
  }
  return folded;
}

// Most text is ASCII without capitals and needs no second string.
const NOT_FOLDED = /[A-Z\u0080-\uffff]/;

function markRanges(text: string, bit: number): void {
  let at = 0;
  for (const range of text.split(' ')) {
    const [gap, more] = range.split('+');
    at += parseInt(gap!, 36);
    const last = at + (more === undefined ? 0 : parseInt(more, 36));
    for (let codePoint = at; codePoint <= last; codePoint += 1) CLASSES[codePoint]! |= bit;
    at = last;
  }
}
