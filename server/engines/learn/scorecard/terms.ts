// Terms: what of a text may have points.
// In: a text. Out: its different words, and every term once: a word, two neighbouring words, the first and the last word.
// Negations are words as others: what follows `not` has other neighbours, and that is what points are learned for. What is
// not the writer's has no terms: scorecards do not count it either.

import { compareCodePoints } from '../../../../grammar/form.ts';
import { locateWords, readUnits, type WordPlace } from '../../../../runtime/locate/word-places.ts';
import { FIRST, keyOf, LAST, TERM_BYTES_MAX } from '../../../services/decisions/wire/scorecard.ts';
import { STEMS_MAX, WORDS_MAX } from '../examples.ts';

/** A term that fewer texts have says nothing about others. */
export const TEXTS_MIN = 2;
// The weights of a fit are a table of terms and labels: 100 MB at 255 labels.
export const TERMS_MAX = 50_000;
/** Of one text. */
interface Terms {
  /** Its different words, by stem. */
  readonly words: readonly string[];
  /** Each term with the numbers of its words; twice the same for a term of one word. */
  readonly terms: ReadonlyMap<string, readonly [number, number]>;
}

/** The words of a text; null in the place of one that is not the writer's. */
function readSaid(text: string): (WordPlace | null)[] {
  return locateWords(text).map((word) => (word.quoted === true ? null : word));
}

/** Finds the terms of a text, in the order in which they are met. */
export function findTerms(text: string): Terms {
  const stems = readSaid(text).map((word) => word?.stem ?? null);
  const numbers = new Map<string, number>();
  for (const stem of stems) if (stem !== null && !numbers.has(stem)) numbers.set(stem, numbers.size);
  const terms = new Map<string, readonly [number, number]>();
  const add = (term: string, from: string, to: string): void => {
    if (!terms.has(term)) terms.set(term, [numbers.get(from)!, numbers.get(to)!]);
  };
  stems.forEach((stem, at) => {
    if (stem === null) return;
    const before = stems[at - 1] ?? null;
    if (before === null) add(`${FIRST} ${stem}`, stem, stem);
    else add(`${before} ${stem}`, before, stem);
    add(stem, stem, stem);
    if ((stems[at + 1] ?? null) === null) add(`${stem} ${LAST}`, stem, stem);
  });
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

export function numberTerms(text: string, numbers: ReadonlyMap<string, number>): NumberedTerms {
  const found = findTerms(text);
  const terms: number[] = [];
  for (const [term, [a, b]] of found.terms) {
    const number = numbers.get(term);
    if (number !== undefined) terms.push(number, a, b);
  }
  return { words: Int32Array.from(found.words, (word) => numbers.get(word) ?? -1), terms: Int32Array.from(terms) };
}

type Listing =
  | { readonly kind: 'terms' /** By stems, in code point order. */; readonly terms: readonly string[] }
  | { readonly kind: 'too-many-words'; readonly max: number }
  | { readonly kind: 'too-many-different-words'; readonly max: number };

/**
 * The terms that enough texts have, the most common when there are too many. Terms are counted as sorted pairs of word
 * numbers: a map of them all would take gigabytes.
 */
export function listTerms(texts: readonly string[], limits = { termsMax: TERMS_MAX, wordsMax: WORDS_MAX }): Listing {
  const numbers = new Map<string, number>([FIRST, LAST, ''].map((mark, number) => [mark, number]));
  const read: Int32Array[] = [];
  let words = 0;
  for (const text of texts) {
    const said = readSaid(text).map((word) => (word === null ? BREAK : numberOf(word.stem, numbers)));
    words += said.length;
    if (words > limits.wordsMax) return { kind: 'too-many-words', max: limits.wordsMax };
    if (numbers.size > STEMS_MAX) return { kind: 'too-many-different-words', max: STEMS_MAX };
    read.push(Int32Array.from(said));
  }
  const kept = mostCommon(countPairs(read), limits.termsMax);
  const names = [...numbers.keys()];
  const terms = kept.map((pair) => {
    const [from, to] = [names[Math.floor(pair / STRIDE)]!, names[pair % STRIDE]!];
    return to === '' ? from : `${from} ${to}`;
  });
  return { kind: 'terms', terms: terms.sort(compareCodePoints) };
}

const BREAK = -1;
const FIRST_NUMBER = 0;
const LAST_NUMBER = 1;
const ALONE = 2;
// More than there are stems, and its square is an exact number.
const STRIDE = 2 ** 21;

function numberOf(stem: string, numbers: Map<string, number>): number {
  let number = numbers.get(stem);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(stem, number);
  }
  return number;
}

/** Every pair that a text has, once for each text, ascending. */
function countPairs(texts: readonly Int32Array[]): Float64Array {
  const most = texts.reduce((sum, text) => sum + 3 * text.length, 0);
  let pairs = new Float64Array(Math.min(most, PAIRS_AT_FIRST));
  let count = 0;
  for (const text of texts) {
    const own = new Set<number>();
    text.forEach((word, at) => {
      if (word === BREAK) return;
      const before = at === 0 ? BREAK : text[at - 1]!;
      own.add((before === BREAK ? FIRST_NUMBER : before) * STRIDE + word);
      own.add(word * STRIDE + ALONE);
      if (at + 1 === text.length || text[at + 1] === BREAK) own.add(word * STRIDE + LAST_NUMBER);
    });
    if (count + own.size > pairs.length) {
      const grown = new Float64Array(Math.min(most, 2 * (count + own.size)));
      grown.set(pairs);
      pairs = grown;
    }
    for (const pair of own) {
      pairs[count] = pair;
      count += 1;
    }
  }
  return pairs.subarray(0, count).sort();
}

const PAIRS_AT_FIRST = 2 ** 20;

/** The pairs that occur often enough; as many as there may be, of equally common ones those of the words met first. */
function mostCommon(pairs: Float64Array, max: number): number[] {
  const counts: number[] = [];
  for (let from = 0; from < pairs.length; from = runEnd(pairs, from)) {
    const count = runEnd(pairs, from) - from;
    counts[count] = (counts[count] ?? 0) + 1;
  }
  let least = counts.length;
  let room = max;
  while (least > TEXTS_MIN && (counts[least - 1] ?? 0) <= room) {
    least -= 1;
    room -= counts[least] ?? 0;
  }
  const kept: number[] = [];
  for (let from = 0; from < pairs.length; from = runEnd(pairs, from)) {
    const count = runEnd(pairs, from) - from;
    if (count >= least) kept.push(pairs[from]!);
    else if (count === least - 1 && count >= TEXTS_MIN && room > 0) {
      kept.push(pairs[from]!);
      room -= 1;
    }
  }
  return kept;
}

function runEnd(pairs: Float64Array, from: number): number {
  let to = from + 1;
  while (to < pairs.length && pairs[to] === pairs[from]) to += 1;
  return to;
}

/** How the words of some terms are most often written, by stem. What cannot be written so that it is read as the same word is left out. */
export function spellWords(texts: readonly string[], terms: readonly string[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const term of terms) for (const word of term.split(' ')) counts.set(word, new Map());
  for (const text of texts)
    for (const word of readSaid(text)) {
      const own = word === null ? undefined : counts.get(word.stem);
      if (own === undefined) continue;
      const surface = word!.text.toLowerCase();
      own.set(surface, (own.get(surface) ?? 0) + 1);
    }
  const spelled = new Map<string, string>();
  for (const [stem, surfaces] of counts) {
    const [surface] = [...surfaces].sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b))[0] ?? [];
    if (surface === undefined) continue;
    const [unit, ...others] = readUnits(surface);
    if (others.length === 0 && unit?.stem === stem && unit.surface === surface) spelled.set(stem, surface);
  }
  return spelled;
}

/** A term as it is written in a question; null where it cannot be. */
export function spellTerm(term: string, spelled: ReadonlyMap<string, string>): string | null {
  let isWhole = true;
  const written = keyOf(term, (stem) => {
    const surface = spelled.get(stem);
    isWhole &&= surface !== undefined;
    return surface ?? '';
  });
  return isWhole && Buffer.byteLength(written) <= TERM_BYTES_MAX ? written : null;
}
