// JSON scan: where the tokens of JSON text end, and what is wrong with those that do not.
// In: decoded text and the place where a token starts. Out: the place after it, or the reason why there is none.
// Why apart from the reader: this is the grammar of RFC 8259 letter by letter, and knows nothing of values or places.

import { EXPONENT_DIGITS_MAX, isFarExponent } from './decimal.ts';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

/** The first place from `at` on that holds no white space. */
export function skipSpace(text: string, at: number): number {
  let to = at;
  for (
    let code = text.charCodeAt(to);
    code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
    code = text.charCodeAt(to)
  )
    to += 1;
  return to;
}

/** The place after the closing quote of the string whose first character is at `at`; −1 when it has an escape or is malformed. */
export function plainStringEnd(text: string, at: number): number {
  for (let to = at; ; to += 1) {
    const code = text.charCodeAt(to);
    if (code === QUOTE) return to + 1;
    // Past the end there is no code, which is less than nothing.
    if (code === BACKSLASH || !(code >= SPACE)) return -1;
  }
}

/** The same of any string, or what is wrong with it. */
export function stringEnd(text: string, at: number): number | string {
  for (let to = at; ; to += 1) {
    const code = text.charCodeAt(to);
    if (code === QUOTE) return to + 1;
    if (to >= text.length || code === LINE_FEED || code === CARRIAGE_RETURN) return 'the string is not closed';
    if (code < SPACE) return 'a control character must be escaped';
    if (code !== BACKSLASH) continue;
    to += 1;
    const escape = text.charCodeAt(to);
    if (escape === LOWER_U) {
      for (const end = to + 4; to < end; to += 1) {
        if (!isHexDigit(text.charCodeAt(to + 1))) return 'the \\u escape needs four hexadecimal digits';
      }
    } else if (to >= text.length || !ESCAPES.has(escape)) {
      return to >= text.length ? 'the string is not closed' : 'the escape is unknown';
    }
  }
}

/** Letters that may stand behind a backslash, beside `u`. */
const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)));

function isHexDigit(code: number): boolean {
  const letter = code | SPACE;
  return (code >= ZERO && code <= NINE) || (letter >= 0x61 && letter <= 0x66);
}

/** What `numberEnd` says of no number: a part of it is missing; its exponent has more digits than may be. */
export const MALFORMED = -1;
export const FAR_EXPONENT = -2;

/** The place after the number that starts at `at`, `MALFORMED` or `FAR_EXPONENT`. */
export function numberEnd(text: string, at: number): number {
  let to = text.charCodeAt(at) === MINUS ? at + 1 : at;
  // Zeros lead no number: what follows one is not part of it.
  const whole = text.charCodeAt(to) === ZERO ? to + 1 : digitsEnd(text, to);
  if (whole === to) return MALFORMED;
  to = whole;
  if (text.charCodeAt(to) === POINT) {
    const fraction = digitsEnd(text, to + 1);
    if (fraction === to + 1) return MALFORMED;
    to = fraction;
  }
  if ((text.charCodeAt(to) | SPACE) === 0x65) {
    const sign = text.charCodeAt(to + 1);
    const first = sign === PLUS || sign === MINUS ? to + 2 : to + 1;
    to = digitsEnd(text, first);
    if (to === first) return MALFORMED;
    if (to - first > EXPONENT_DIGITS_MAX && isFarExponent(text.slice(first, to))) return FAR_EXPONENT;
  }
  return to;
}

function digitsEnd(text: string, at: number): number {
  let to = at;
  for (let code = text.charCodeAt(to); code >= ZERO && code <= NINE; code = text.charCodeAt(to)) to += 1;
  return to;
}

/** Whether a number may start with this code: a digit or a minus. */
export function startsNumber(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === MINUS;
}

/** The place after a run of characters that end no other token: `true`, and `trueish`. */
export function wordEnd(text: string, at: number): number {
  let to = at;
  for (let code = text.charCodeAt(to); to < text.length && !ENDS_WORD.has(code); code = text.charCodeAt(to)) to += 1;
  return to;
}

/** What stands at a place that has no place in JSON at all, or null. */
export function strangerAt(text: string, at: number): string | null {
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return 'comments are not part of JSON';
  const word = text.slice(at, wordEnd(text, at));
  return word === '' || ['true', 'false', 'null'].includes(word) || startsNumber(word.charCodeAt(0))
    ? null
    : 'an unknown symbol stands here';
}

const ENDS_WORD: ReadonlySet<number> = new Set([
  SPACE,
  TAB,
  LINE_FEED,
  CARRIAGE_RETURN,
  QUOTE,
  COMMA,
  COLON,
  OPEN_BRACKET,
  CLOSE_BRACKET,
  OPEN_BRACE,
  CLOSE_BRACE,
  SLASH,
]);
