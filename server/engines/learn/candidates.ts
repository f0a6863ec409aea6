// Candidates: phrases, and words that belong together, that speak for a label in the examples.
// In: the features and the label of each example. Out: every candidate that at least two examples of its label share, with
// the examples it is found in, for each fold.
// Why with folds: whether a phrase holds for texts it was not chosen from is what has to be known before it is kept.

import type { Features, TextFeatures } from './features.ts';

/** Candidates of fewer examples of their label are chance. */
export const HITS_MIN = 2;
// A candidate that is wrong more often than this is never kept; leaving it out early saves memory.
const HITS_TENTHS_MIN = 7;
// Pairs and triples grow with the cube of a text's words. Longer texts count with their rarest.
export const TEXT_WORDS_MAX = 24;
// All combinations of all texts: about ten seconds, and below what one table of the host may hold.
export const COMBINATIONS_MAX = 12_000_000;

export interface LabelledFeatures extends TextFeatures {
  /** The label's number; -1 for none. */
  readonly label: number;
  readonly fold: number;
}

export interface Candidate {
  readonly label: number;
  /** One word or run; two or three words of one text; or a run and a word. */
  readonly features: readonly number[];
  /** By fold: the examples it is found in, and those of its label among them. */
  readonly found: Int32Array;
  readonly hits: Int32Array;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** For each example, the candidates found in it. */
  readonly byExample: readonly Int32Array[];
}

/** Finds the candidates and counts them. */
export function findCandidates(features: Features, examples: readonly LabelledFeatures[], labelCount: number, folds: number): Candidates {
  const combine = new Combinations(features, examples);
  const rules = new Map<number, { label: number; hits: number }>();
  for (let label = 0; label < labelCount; label += 1) {
    const counts = new Map<number, number>();
    for (const example of examples) {
      if (example.label === label) combine.each(example, (key) => counts.set(key, (counts.get(key) ?? 0) + 1));
    }
    for (const [key, hits] of counts) {
      const known = rules.get(key);
      // A candidate can be precise for one label only: the one that says it most.
      if (hits >= HITS_MIN && (known === undefined || hits > known.hits)) rules.set(key, { label, hits });
    }
  }
  return count(combine, rules, examples, folds);
}

function count(combine: Combinations, rules: ReadonlyMap<number, { label: number; hits: number }>, examples: readonly LabelledFeatures[], folds: number): Candidates {
  const totals = new Map<number, number>();
  for (const example of examples) {
    combine.each(example, (key) => {
      if (rules.has(key)) totals.set(key, (totals.get(key) ?? 0) + 1);
    });
  }
  const numbers = new Map<number, number>();
  const candidates: Candidate[] = [];
  for (const [key, { label, hits }] of rules) {
    if (hits * 10 < totals.get(key)! * HITS_TENTHS_MIN) continue;
    numbers.set(key, candidates.length);
    candidates.push({ label, features: combine.featuresOf(key), found: new Int32Array(folds), hits: new Int32Array(folds) });
  }
  const byExample = examples.map((example) => {
    const present: number[] = [];
    combine.each(example, (key) => {
      const number = numbers.get(key);
      if (number === undefined) return;
      const candidate = candidates[number]!;
      candidate.found[example.fold]! += 1;
      if (candidate.label === example.label) candidate.hits[example.fold]! += 1;
      present.push(number);
    });
    return Int32Array.from(present);
  });
  return { candidates, byExample };
}

/** The combinations of a text's features, each as one number. */
class Combinations {
  readonly #features: Features;
  /** Words are digits from 1 in this base, so that combinations of different sizes differ; runs are below zero. */
  readonly #base: number;
  readonly #wordsMax: number;

  constructor(features: Features, examples: readonly LabelledFeatures[]) {
    this.#features = features;
    this.#base = features.wordCount + 1;
    let wordsMax = TEXT_WORDS_MAX;
    const total = (): number => examples.reduce((sum, { words, runs }) => sum + combinations(Math.min(words.length, wordsMax), runs.length), 0);
    while (wordsMax > 1 && total() > COMBINATIONS_MAX) wordsMax -= 1;
    this.#wordsMax = wordsMax;
  }

  each({ words, runs }: TextFeatures, visit: (key: number) => void): void {
    const base = this.#base;
    for (const word of words) visit(word + 1);
    for (const run of runs) visit(-run * base);
    const chosen = this.#rarest(words);
    for (let i = 0; i < chosen.length; i += 1) {
      for (let j = i + 1; j < chosen.length; j += 1) {
        const pair = (chosen[i]! + 1) * base + chosen[j]! + 1;
        visit(pair);
        for (let k = j + 1; k < chosen.length; k += 1) visit(pair * base + chosen[k]! + 1);
      }
    }
    for (const run of runs) {
      const own = this.#features.words[run]!;
      for (const word of chosen) if (!own.includes(word)) visit(-run * base - word - 1);
    }
  }

  featuresOf(key: number): number[] {
    const base = this.#base;
    if (key < 0) {
      const word = -key % base;
      const run = (-key - word) / base;
      return word === 0 ? [run] : [run, word - 1];
    }
    const features: number[] = [];
    for (let rest = key; rest > 0; rest = Math.floor(rest / base)) features.unshift((rest % base) - 1);
    return features;
  }

  #rarest(words: readonly number[]): readonly number[] {
    if (words.length <= this.#wordsMax) return words;
    const { counts } = this.#features;
    return [...words].sort((a, b) => counts[a]! - counts[b]! || a - b).slice(0, this.#wordsMax).sort((a, b) => a - b);
  }
}

function combinations(words: number, runs: number): number {
  return words + runs + (words * (words - 1)) / 2 + (words * (words - 1) * (words - 2)) / 6 + runs * words;
}
