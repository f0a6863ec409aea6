// Matches: what constant patterns find in a text, looked for once.
// In: a source or a place in it, and a pattern. Out: its matches in the whole text, or the one right before or right behind the place.
// Why: every parameter of every tool asks the same of the same places, and the answer depends on the text alone. What was found is kept
// with its source, so that nothing outlives the request.

import { allMatches } from '../text/all-matches.ts';
import type { Place } from './candidate.ts';
import type { Source } from './spans/span.ts';

/** A pattern that is anchored at a place: its end in the text before it, or its beginning in the text behind it. */
export interface Beside {
  readonly pattern: RegExp;
  /** So many characters are looked at. */
  readonly reach: number;
  /** Of a pattern that ends with one of few characters and any space: those characters. */
  readonly last?: string;
  /** What stands in all that the pattern matches: it is looked for first, where most places have none of it. */
  readonly has?: RegExp;
}

interface Found {
  /** The text in small letters. */
  lower: string | null;
  readonly whole: Map<RegExp, readonly RegExpExecArray[]>;
  readonly before: Map<Beside, Map<number, RegExpExecArray | null>>;
  readonly behind: Map<Beside, Map<number, RegExpExecArray | null>>;
}

const FOUND = new WeakMap<Source, Found>();

function foundIn(source: Source): Found {
  let found = FOUND.get(source);
  if (found === undefined)
    FOUND.set(source, (found = { lower: null, whole: new Map(), before: new Map(), behind: new Map() }));
  return found;
}

/** All matches of a global pattern; in the first `lengthMax` characters, always the same number for one pattern. */
export function matchesIn(source: Source, pattern: RegExp, lengthMax = Infinity): readonly RegExpExecArray[] {
  const { whole } = foundIn(source);
  let matches = whole.get(pattern);
  if (matches === undefined) whole.set(pattern, (matches = allMatches(source.text.slice(0, lengthMax), pattern)));
  return matches;
}

/** False where none of some words stands in the text, in letters of any case: a pattern that is made of them finds nothing. */
export function maySay(source: Source, words: readonly string[]): boolean {
  const found = foundIn(source);
  const lower = (found.lower ??= source.text.toLowerCase());
  // Only of ASCII there is one small letter for each that folds to it, but for these two.
  return /[\u017f\u212a]/u.test(source.text) || words.some((word) => !ASCII.test(word) || lower.includes(word));
}

export const ASCII = /^[\0-\x7f]*$/u;

/** The match that ends where the place begins. */
export function matchBefore(
  { source, start }: Pick<Place, 'source' | 'start'>,
  beside: Beside,
): RegExpExecArray | null {
  if (beside.last !== undefined && !endsWithOneOf(beside.last, source.text, start)) return null;
  const known = at(foundIn(source).before, beside);
  let match = known.get(start);
  if (match === undefined) {
    const before = source.text.slice(Math.max(0, start - beside.reach), start);
    known.set(start, (match = beside.has?.test(before) === false ? null : beside.pattern.exec(before)));
  }
  return match;
}

/** The match that begins where the place ends. */
export function matchBehind({ source, end }: Pick<Place, 'source' | 'end'>, beside: Beside): RegExpExecArray | null {
  const known = at(foundIn(source).behind, beside);
  let match = known.get(end);
  if (match === undefined) known.set(end, (match = beside.pattern.exec(source.text.slice(end, end + beside.reach))));
  return match;
}

function endsWithOneOf(characters: string, text: string, end: number): boolean {
  let last = end - 1;
  while (last >= 0 && isSpace(text, last)) last -= 1;
  return last >= 0 && characters.includes(text[last] as string);
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 ? unit === 32 || (unit >= 9 && unit <= 13) : /\s/u.test(text[at] as string);
}

function at(
  all: Map<Beside, Map<number, RegExpExecArray | null>>,
  beside: Beside,
): Map<number, RegExpExecArray | null> {
  let known = all.get(beside);
  if (known === undefined) all.set(beside, (known = new Map()));
  return known;
}
