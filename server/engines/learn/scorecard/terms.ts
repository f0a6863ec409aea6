// Terms: what of a text may have points.
// In: a text. Out: its different words, and every term once: a word, two neighbouring words, the first and the last word.
// Negations are words as others: what follows `not` has other neighbours, and that is what points are learned for.

import { compareCodePoints } from '../../../../grammar/form.ts';
import { readUnits } from '../features.ts';

/** A term that fewer texts have says nothing about others. */
export const TEXTS_MIN = 2;
// The weights of a fit are a table of terms and labels: 100 MB at 255 labels.
export const TERMS_MAX = 50_000;

// No word contains a space, and none is one of these.
const FIRST = '^';
const LAST = '$';

/** Of one text. */
export interface Terms {
  /** Its different words, by stem. */
  readonly words: readonly string[];
  /** Each term with the numbers of its words; twice the same for a term of one word. */
  readonly terms: ReadonlyMap<string, readonly [number, number]>;
}

/** Finds the terms of a text, in the order in which they are met. */
export function findTerms(text: string): Terms {
  const stems = readUnits(text).map(({ stem }) => stem);
  const numbers = new Map<string, number>();
  for (const stem of stems) if (!numbers.has(stem)) numbers.set(stem, numbers.size);
  const terms = new Map<string, readonly [number, number]>();
  stems.forEach((stem, at) => {
    const number = numbers.get(stem)!;
    terms.set(stem, [number, number]);
    const next = stems[at + 1];
    if (next !== undefined) terms.set(`${stem} ${next}`, [number, numbers.get(next)!]);
  });
  if (stems.length > 0) {
    const [first, last] = [stems[0]!, stems.at(-1)!];
    terms.set(`${FIRST} ${first}`, [numbers.get(first)!, numbers.get(first)!]);
    terms.set(`${last} ${LAST}`, [numbers.get(last)!, numbers.get(last)!]);
  }
  return { words: [...numbers.keys()], terms };
}

/** Of one text, as numbers of a vocabulary; a negative number is a term or word that is not in it. */
export interface NumberedTerms {
  readonly words: Int32Array;
  /** Three numbers for each known term: its own, and those of its words in `words`. */
  readonly terms: Int32Array;
}

/** How many numbers a term takes in `NumberedTerms`. */
export const TERM_LENGTH = 3;

/** The terms that enough texts have, the most common when there are too many, in code point order. */
export function listTerms(texts: readonly string[], termsMax = TERMS_MAX): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const term of findTerms(text).terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= TEXTS_MIN);
  if (kept.length > termsMax) kept.sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b));
  return kept.slice(0, termsMax).map(([term]) => term).sort(compareCodePoints);
}

export function numberTerms(text: string, numbers: ReadonlyMap<string, number>): NumberedTerms {
  const found = findTerms(text);
  const terms: number[] = [];
  for (const [term, [a, b]] of found.terms) {
    const number = numbers.get(term);
    if (number !== undefined) terms.push(number, a, b);
  }
  return { words: Int32Array.from(found.words, (word) => numbers.get(word) ?? -1), terms: Int32Array.from(terms) };
}
