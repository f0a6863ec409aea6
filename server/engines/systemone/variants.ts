// Variants: other writings under which a phrase is looked for too.
// In: a phrase. Out: the phrase with an irregular form in the place of a word, with other writings of a contraction, and with its
// letters composed and decomposed.
// Why when questions are compiled: the table of forms, and that of Unicode, then need not be where a program runs.

import { countPhraseWords } from '../../../compiler/phrases.ts';
import { rewriteContractions } from './contractions.ts';
import { irregularForms } from './irregular.ts';

/** Variants of one set; a set that comes to more, or to too many words with them, has none. */
export const VARIANTS_MAX = 4_000;

/** Longer phrases, in UTF-16 units, have no variants and no typos: each of their words would be another copy of all of it. */
export const VARIED_LENGTH_MAX = 200;

export interface Variant {
  readonly text: string;
  /** The method that is told of a place. */
  readonly by: 'inflection' | 'spacing';
}

function variantsOf(phrase: string): readonly Variant[] {
  if (phrase.length > VARIED_LENGTH_MAX) return [];
  const found = new Map<string, Variant>();
  const add = (text: string, by: Variant['by']): void => {
    if (text !== phrase && !found.has(text)) found.set(text, { text, by });
  };
  for (const form of ['NFC', 'NFD']) add(phrase.normalize(form), 'spacing');
  for (const { text, isSpelling } of rewriteContractions(phrase)) add(text, isSpelling ? 'spacing' : 'inflection');
  for (const match of phrase.matchAll(WORD))
    for (const form of irregularForms(match[0].toLowerCase()))
      add(phrase.slice(0, match.index) + form + phrase.slice(match.index + match[0].length), 'inflection');
  return [...found.values()];
}

// No part of a contraction: `won't` is not of "win".
const WORD = /(?<![\p{L}\p{M}\p{N}_'’])[a-z]{2,}(?![\p{L}\p{M}\p{N}_'’])/giu;

/**
 * The variants of some phrases that are no phrases themselves, with the phrases they stand for; none where there are too many, or
 * they come to more than so many words.
 */
export function variantsAmong(phrases: readonly string[], wordsMax: number): ReadonlyMap<string, readonly Variant[]> {
  const known = new Set(phrases.map((phrase) => phrase.toLowerCase()));
  const meant = new Map<string, Variant[]>();
  for (const phrase of phrases)
    for (const { text, by } of variantsOf(phrase)) {
      if (known.has(text.toLowerCase())) continue;
      const list = meant.get(text);
      if (list === undefined) meant.set(text, [{ text: phrase, by }]);
      else list.push({ text: phrase, by });
      if (meant.size > VARIANTS_MAX) return new Map();
    }
  return countPhraseWords([...meant.keys()]) > wordsMax ? new Map() : meant;
}
