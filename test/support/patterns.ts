// Patterns: random ones, as text, with texts they may match.
// In: fast-check. Out: arbitraries. `plain` patterns are those whose meaning JavaScript shares: no repeat of something that
// can match nothing.

import fc from 'fast-check';

interface Piece {
  readonly text: string;
  /** Whether it can match nothing. */
  readonly empty: boolean;
  /** Whether a repeat may follow it as it is. */
  readonly atom: boolean;
}

const TAKES = [
  'a',
  'b',
  'c',
  'ä',
  '𝒳',
  '-',
  ' ',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '[ab]',
  '[^a]',
  '[b-z0-3]',
  '[^\\d-]',
  '[ä𝒳\\w]',
  '\\.',
  '\\n',
  '1',
  '\\p{L}',
  '\\P{Lu}',
  '[\\p{Nd}\\p{Lu}-]',
];
const TESTS = ['^', '$', '\\b', '\\B'];
const REPEATS = ['*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{1,3}?', '{2,}', '{0}', '{1,}?'];
const MAY_SKIP = /^[*?]|^\{0/;

const pieces = (plain: boolean): fc.Arbitrary<Piece> =>
  fc.letrec<{ piece: Piece }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...TAKES).map((text): Piece => ({ text, empty: false, atom: true })),
      fc.constantFrom(...TESTS).map((text): Piece => ({ text, empty: true, atom: false })),
      fc.array(tie('piece'), { maxLength: 4 }).map(
        (items): Piece => ({
          text: items.map(({ text }) => text).join(''),
          empty: items.every(({ empty }) => empty),
          atom: false,
        }),
      ),
      fc.array(tie('piece'), { minLength: 2, maxLength: 3 }).map(
        (items): Piece => ({
          text: `(?:${items.map(({ text }) => text).join('|')})`,
          empty: items.some(({ empty }) => empty),
          atom: true,
        }),
      ),
      tie('piece').map(({ text, empty }): Piece => ({ text: `(${text})`, empty, atom: true })),
      fc.tuple(tie('piece'), fc.constantFrom(...REPEATS)).map(([{ text, empty, atom }, repeat]): Piece => {
        if (plain && empty) return { text, empty, atom: false };
        return { text: `${atom ? text : `(?:${text})`}${repeat}`, empty: empty || MAY_SKIP.test(repeat), atom: false };
      }),
    ),
  })).piece;

/** `(?ism)` with none or some of its flags, as letters. */
export const flags: fc.Arbitrary<string> = fc.subarray(['i', 's', 'm']).map((some) => some.join(''));

export const patterns: fc.Arbitrary<string> = pieces(false).map(({ text }) => text);
export const plainPatterns: fc.Arbitrary<string> = pieces(true).map(({ text }) => text);

/** Short texts of the characters that the patterns are about. */
export const matchedTexts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom('a', 'b', 'c', 'ä', '𝒳', '-', ' ', '1', 'z', '.', '\n', 'aa', 'ab', 'Ä', 'B'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));
