// Words: a string cut into words and single other characters, with byte places.
// In: a string. Out: its tokens. A phrase stands as whole words exactly where its tokens are a run of the text's tokens,
// because whether a word may end somewhere depends only on the few characters there. That makes search a matter of tokens.
// A word goes on behind a soft hyphen and what has no width. A number is one word: nobody who asks for `5` means a part of `5.5`, nor `200` a part of `1,200`.

import { isBoundary, isDigit, isSpace, isWord } from './unicode.ts';

export interface Token {
  readonly text: string;
  /** Index into the string, in UTF-16 units as the host counts. */
  readonly at: number;
  /** UTF-8 byte offsets into the string. */
  readonly start: number;
  readonly end: number;
  /** A run of letters, marks, digits and `_` (and of points and commas between digits); else one other character. */
  readonly word: boolean;
}

/** The tokens of a string, in order, without gaps. */
export function cut(text: string): Token[] {
  const tokens: Token[] = [];
  let byte = 0;
  for (let at = 0; at < text.length; ) {
    const first = text.codePointAt(at)!;
    let end = at + widthOf(first);
    let bytes = bytesOf(first);
    const word = isWord(first);
    if (word) {
      for (let before = first; end < text.length; ) {
        const next = text.codePointAt(end)!;
        const ends = isBoundary(before, next);
        const inNumber = ends && isInNumber(before, next, text.codePointAt(end + widthOf(next)));
        if (ends && !inNumber) {
          const on = afterInvisible(text, end);
          if (on === end || on === text.length || isBoundary(before, text.codePointAt(on)!)) break;
          for (; end < on; end += 1) bytes += bytesOf(text.charCodeAt(end));
          continue;
        }
        end += widthOf(next);
        bytes += bytesOf(next);
        // What follows the mark is a digit that goes on where `before` stopped.
        if (!inNumber) before = next;
      }
    }
    const part = text.slice(at, end);
    tokens.push({ text: part, at, start: byte, end: byte + bytes, word });
    byte += bytes;
    at = end;
  }
  return tokens;
}

/** Index behind the characters at `at` that nobody sees. */
function afterInvisible(text: string, at: number): number {
  let to = at;
  while (to < text.length && INVISIBLE.has(text[to]!)) to += 1;
  return to;
}

/** Whether `mark` is no boundary but part of a number: a point or a comma between two digits of one word. */
function isInNumber(before: number, mark: number, after: number | undefined): boolean {
  if (after === undefined || isBoundary(before, after)) return false;
  if (mark === POINT || mark === COMMA) return isDigit(before) && isDigit(after);
  // Elsewhere the full-width comma separates clauses: `5，3` is two numbers.
  return (mark === WIDE_POINT || mark === WIDE_COMMA) && isWideDigit(before) && isWideDigit(after);
}

const POINT = 0x2e;
const COMMA = 0x2c;
const WIDE_POINT = 0xff0e;
const WIDE_COMMA = 0xff0c;

function isWideDigit(codePoint: number): boolean {
  return codePoint >= 0xff10 && codePoint <= 0xff19;
}

/** White space or a hyphen: what may stand between the words of a phrase in either form. */
export function isSeparator(token: Token): boolean {
  return !token.word && (HYPHENS.has(token.text) || isSpace(token.text.codePointAt(0)!));
}

// Hyphens join words (also the non-breaking, small and full-width one). Dashes separate clauses and are not among them.
export const HYPHENS: ReadonlySet<string> = new Set(['-', '\u2010', '\u2011', '\ufe63', '\uff0d']);

export const APOSTROPHES: ReadonlySet<string> = new Set(["'", '\u2019', '\uff07']);

/** What nobody sees inside a word: the soft hyphen, zero-width space and joiners, and the mark of byte order. */
export const INVISIBLE: ReadonlySet<string> = new Set(['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff']);

const ALL_INVISIBLE = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g;

/** A text as it is seen. */
export function visible(text: string): string {
  return text.replace(ALL_INVISIBLE, '');
}

function widthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
