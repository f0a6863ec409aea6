// Shapes: what a declared pattern says of its values.
// In: a schema with a `pattern`. Out: whether a text matches it, looks like a mistyped value of it, or could be nothing else.
// Why: a pattern is evidence for what fits it and against what does not.

import type { Json } from '../../../../grammar/json.ts';
import { memoize } from '../../../../runtime/memo.ts';
import { readPattern } from '../../../schema/pattern.ts';

export interface Shape {
  /** No ordinary word matches. */
  readonly telling: boolean;
  /** The characters with which every value begins; empty where there are none. */
  readonly opening: string;
  /** It takes capitals and no small letters. */
  readonly capital: boolean;
  matches(text: string): boolean;
  /** Of the same characters and with the same opening: meant for this pattern, and mistyped perhaps. */
  resembles(text: string): boolean;
}

/** Words that no code looks like: a pattern that takes one of them takes anything. */
const PROBES = [
  'a',
  'in',
  'the',
  'with',
  'order',
  'house',
  'monday',
  'Paris',
  'ANN',
  'GOLD',
  'PLEASE',
  'REPORTING',
  'x-ray',
  'up-to-date',
];

/** Longer patterns are no shape that a person types. */
const PATTERN_LENGTH_MAX = 200;
const SHAPES_MAX = 1000;

/** Null for a schema without a pattern, and for one that does not say how a value begins. */
export function shapeOf(schema: ReadonlyMap<string, Json>): Shape | null {
  const pattern = schema.get('pattern');
  return typeof pattern === 'string' && pattern.startsWith('^') && pattern.length <= PATTERN_LENGTH_MAX
    ? readShape(pattern)
    : null;
}

const readShape = memoize((pattern): Shape | null => {
  const read = readPattern(pattern);
  if (read === null) return null;
  const begin = openingOf(pattern);
  const opening = begin.toLowerCase();
  // Without ranges and repetitions, what is left are the characters themselves.
  const signs = pattern.replace(/\\[dwsDWS]|\p{L}-\p{L}|\d-\d|\{[\d,]*\}/gu, '');
  const takesDigits = /\\d|\\w|\d/u.test(pattern.replace(/\{[\d,]*\}/gu, ''));
  const takesLetters = /\\w|\p{L}/u.test(pattern.replace(/\\[dsDS]/gu, ''));
  const takesAny = /\.|\[\^|\\[SWD]|\\p/u.test(pattern.replace(/\\\./gu, ''));
  const needsDigit =
    !/\p{L}/u.test(pattern.replace(/\\d/gu, '')) ||
    ['', 'abc', 'ABC', 'AB', 'abcdef'].every((one) => !read.matches(one));
  return {
    telling: !PROBES.some((probe) => read.matches(probe)),
    opening: begin,
    capital: !read.matches('order') && !read.matches('abc'),
    matches: (text) => read.matches(text),
    resembles: (text) =>
      read.matches(text) ||
      ((opening === '' || text.toLowerCase().startsWith(opening)) &&
        (takesAny ||
          ((takesDigits || !/\p{N}/u.test(text)) &&
            (takesLetters || !/\p{L}/u.test(text)) &&
            (!needsDigit || !takesDigits || /\p{N}/u.test(text)) &&
            [...text].every((sign) => /[\p{L}\p{N}]/u.test(sign) || signs.includes(sign))))),
  };
}, SHAPES_MAX);

/** The characters with which every value begins: `cus_` of `^cus_[a-z]+$`. */
function openingOf(pattern: string): string {
  const literal = /^\^((?:[\p{L}\p{N}_#@:/-]|\\[-_.#+/])*)/u.exec(pattern)?.[1] ?? '';
  const behind = pattern[1 + literal.length] ?? '';
  const plain = literal.replaceAll('\\', '');
  return /[?*{]/u.test(behind) ? plain.slice(0, -1) : /\|/u.test(pattern) ? '' : plain;
}
