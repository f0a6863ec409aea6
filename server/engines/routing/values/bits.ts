// Bits: what stands between spaces and quotes, as it is typed.
// In: a source. Out: its bits with their places, without the points behind them. Why: names of things in systems ("press-kit-2026",
// "img/heroes/", "*/15") are no words of a language; they begin and end at spaces.

import { allMatches } from '../text/all-matches.ts';
import { functionClassOf } from '../text/function-words.ts';
import { readScope, touches } from '../text/scope.ts';
import { stemOf } from '../text/words.ts';
import type { Place } from './candidate.ts';
import type { Beside } from './matches.ts';
import { matchBefore, matchBehind } from './matches.ts';
import type { Source } from './spans/span.ts';

export interface Bit extends Place {
  readonly text: string;
  /** The same in small letters, and the stem of that. */
  readonly lower: string;
  readonly stem: string;
  /** Place in the list. */
  readonly at: number;
}

/** Read once for all parameters. */
const BITS = new WeakMap<Source, readonly Bit[]>();

/** Without those in denied or reported text. */
export function bitsOf(source: Source): readonly Bit[] {
  let bits = BITS.get(source);
  if (bits === undefined) BITS.set(source, (bits = readBits(source)));
  return bits;
}

function readBits(source: Source): Bit[] {
  const scope = readScope(source.text);
  return allMatches(source.text.slice(0, TEXT_LENGTH_MAX), /[^\s"'“”‘’`,;()!?<>[\]{}=]+/gu)
    .flatMap((match): Place[] => {
      const text = match[0].replace(/[.:]+$/u, '');
      const [start, end] = [match.index, match.index + text.length];
      return text === '' ||
        text.length > LENGTH_MAX ||
        touches(scope.negated, start, end) ||
        touches(scope.reported, start, end)
        ? []
        : [{ source, start, end }];
    })
    .slice(0, BITS_MAX)
    .map((place, at) => {
      const text = source.text.slice(place.start, place.end);
      const lower = text.toLowerCase();
      return { ...place, at, text, lower, stem: stemOf(lower) };
    });
}

/** More than this is a document. */
const TEXT_LENGTH_MAX = 4000;
const BITS_MAX = 200;
const LENGTH_MAX = 200;

export const CAPITALS = /^\p{Lu}{2,}$/u;

export function isNumeral(text: string): boolean {
  return /^[\d.,]+$/u.test(text);
}

/** It holds a digit beside letters, or a sign that joins: no plain word. */
export function isOdd(text: string): boolean {
  return /\p{L}.*\p{N}|\p{N}.*\p{L}|[_\-/#@:.]/u.test(text);
}

/** The word right before, in small letters; empty where a sign stands between. */
export function wordBefore(place: Place): string {
  return matchBefore(place, WORD_BEFORE)?.[1]?.toLowerCase() ?? '';
}

const WORD_BEFORE: Beside = { pattern: /(\p{L}[\p{L}'’-]*) $/u, reach: 32 };

/** A content word in small letters follows at once, and it is one of these. */
export function hasWordBehind(place: Place, isOne: (word: string) => boolean): boolean {
  const word = matchBehind(place, WORD_BEHIND)?.[1];
  return word !== undefined && functionClassOf(word).kind === 'open' && isOne(word);
}

const WORD_BEHIND: Beside = { pattern: /^ (\p{Ll}[\p{Ll}'’-]*)/u, reach: 32 };

/** Up to a preposition or the end of the clause. */
export function endsClause(place: Place): boolean {
  return matchBehind(place, CLAUSE_END) !== null;
}

const CLAUSE_END: Beside = {
  pattern:
    /^(?:\s*(?:$|[,;!?)]|\.(?:\s|$))| (?:to|in|on|from|at|with|for|by|of|and|please|now|back(?= (?:to|from|on|in)\b)|(?:on|off)(?= in\b))\b)/u,
  reach: 12,
};
