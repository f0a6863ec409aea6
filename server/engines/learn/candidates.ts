// Candidates: phrases, and words that belong together, that speak for a label in the examples.
// In: the features and the label of each example. Out: every candidate that at least two examples of its label share, with
// the examples it is found in, for each fold.
// Runs stand alone: they are precise already, and with words beside them there would be many times the combinations.
// Why with folds: whether a phrase holds for texts it was not chosen from is what has to be known before it is kept.

import type { Features, TextFeatures } from './features.ts';
import { growingIntegers, growingNumbers } from './growing.ts';
import { find, NONE } from './runs.ts';

/** Candidates of fewer examples of their label are chance. */
export const HITS_MIN = 2;
// A candidate that is wrong more often than this is never kept; leaving it out early saves memory.
const HITS_TENTHS_MIN = 7;
// Pairs and triples grow with the cube of a text's words. Longer texts count with their rarest.
export const TEXT_WORDS_MAX = 24;
// All combinations of all texts: half a minute, and below what one table of the host may hold.
export const COMBINATIONS_MAX = 12_000_000;

export interface LabelledFeatures extends TextFeatures {
  /** The label's number; -1 for none. */
  readonly label: number;
  readonly fold: number;
}

/** Candidates by number; there may be millions, so what is known of them stands in few arrays. */
export interface Candidates {
  readonly count: number;
  /** By candidate. */
  readonly labels: Int32Array;
  /** By candidate and fold: the examples it is found in, and those of its label among them. */
  readonly found: Int32Array;
  readonly hits: Int32Array;
  readonly folds: number;
  /** For each example, the candidates found in it. */
  readonly byExample: readonly Int32Array[];
  /** One word or run, or two or three words of one text. */
  featuresOf(candidate: number): number[];
}

/** Finds the candidates that at least `hitsMin` examples of their label share, and counts them. */
export function findCandidates(
  features: Features,
  examples: readonly LabelledFeatures[],
  labelCount: number,
  folds: number,
  hitsMin = HITS_MIN,
): Candidates {
  const combine = new Combinations(features, examples);
  const combinations = examples.map((example) => combine.of(example));
  const shared = findShared(combinations, examples, labelCount, hitsMin);
  const present = combinations.map((keys) => keepDefined(keys, (key) => find(shared.keys, key)));
  const totals = new Int32Array(shared.keys.length);
  for (const list of present) for (const number of list) totals[number]! += 1;
  const numbers = new Int32Array(shared.keys.length).fill(NONE);
  const kept = shared.keys.filter((_, at) => shared.hits[at]! * 10 >= totals[at]! * HITS_TENTHS_MIN);
  const labels = new Int32Array(kept.length);
  kept.forEach((key, number) => {
    const at = find(shared.keys, key);
    numbers[at] = number;
    labels[number] = shared.labels[at]!;
  });
  const byExample = present.map((list) => list.map((at) => numbers[at]!).filter((number) => number !== NONE));
  const found = new Int32Array(kept.length * folds);
  const hits = new Int32Array(kept.length * folds);
  examples.forEach(({ label, fold }, at) => {
    for (const number of byExample[at]!) {
      found[number * folds + fold]! += 1;
      if (labels[number] === label) hits[number * folds + fold]! += 1;
    }
  });
  const featuresOf = (candidate: number): number[] => combine.featuresOf(kept[candidate]!);
  return { count: kept.length, labels, found, hits, folds, byExample, featuresOf };
}

/** The sum of a candidate's counts by fold outside a fold (-1 leaves none out). */
export function sumWithout(counts: Int32Array, candidate: number, folds: number, withoutFold: number): number {
  let sum = 0;
  for (let fold = 0; fold < folds; fold += 1) if (fold !== withoutFold) sum += counts[candidate * folds + fold]!;
  return sum;
}

interface Shared {
  /** Ascending. */
  readonly keys: Float64Array;
  readonly labels: Int32Array;
  readonly hits: Int32Array;
}

/** The combinations that enough examples of one label share: of the label that says it most, the first where two say it as much. */
function findShared(
  combinations: readonly Float64Array[],
  examples: readonly LabelledFeatures[],
  labelCount: number,
  hitsMin: number,
): Shared {
  const byLabel: Float64Array[][] = Array.from({ length: labelCount }, () => []);
  examples.forEach(({ label }, at) => {
    if (label >= 0) byLabel[label]!.push(combinations[at]!);
  });
  const ofLabels = byLabel.map((lists) => countKeys(lists, hitsMin));
  const keys = distinct(joined(ofLabels.map((counted) => counted.keys)).sort());
  const labels = new Int32Array(keys.length);
  const hits = new Int32Array(keys.length);
  ofLabels.forEach((counted, label) => {
    counted.keys.forEach((key, at) => {
      const number = find(keys, key);
      if (counted.counts[at]! <= hits[number]!) return;
      hits[number] = counted.counts[at]!;
      labels[number] = label;
    });
  });
  return { keys, labels, hits };
}

/** The keys that enough lists have, ascending. Sorting numbers takes a third of the time of a table of counts. */
function countKeys(
  lists: readonly Float64Array[],
  least: number,
): { readonly keys: Float64Array; readonly counts: Int32Array } {
  const sorted = joined(lists).sort();
  const keys = growingNumbers();
  const counts = growingIntegers();
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1;
    if (to - from < least) continue;
    keys.push(sorted[from]!);
    counts.push(to - from);
  }
  return { keys: keys.taken().slice(), counts: counts.taken().slice() };
}

function distinct(sorted: Float64Array): Float64Array {
  return sorted.filter((key, at) => at === 0 || key !== sorted[at - 1]);
}

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function keepDefined(keys: Float64Array, numberOf: (key: number) => number): Int32Array {
  const kept = new Int32Array(keys.length);
  let count = 0;
  for (const key of keys) {
    const number = numberOf(key);
    if (number !== NONE) kept[count++] = number;
  }
  return kept.slice(0, count);
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
    const total = (): number =>
      examples.reduce((sum, { words, runs }) => sum + combinations(Math.min(words.length, wordsMax), runs.length), 0);
    while (wordsMax > 1 && total() > COMBINATIONS_MAX) wordsMax -= 1;
    this.#wordsMax = wordsMax;
  }

  of({ words, runs }: TextFeatures): Float64Array {
    const base = this.#base;
    const chosen = this.#rarest(words);
    const keys: number[] = [];
    for (const word of words) keys.push(word + 1);
    for (const run of runs) keys.push(-run);
    for (let i = 0; i < chosen.length; i += 1) {
      for (let j = i + 1; j < chosen.length; j += 1) {
        const pair = (chosen[i]! + 1) * base + chosen[j]! + 1;
        keys.push(pair);
        for (let k = j + 1; k < chosen.length; k += 1) keys.push(pair * base + chosen[k]! + 1);
      }
    }
    return Float64Array.from(keys);
  }

  featuresOf(key: number): number[] {
    const base = this.#base;
    if (key < 0) return [-key];
    const features: number[] = [];
    for (let rest = key; rest > 0; rest = Math.floor(rest / base)) features.unshift((rest % base) - 1);
    return features;
  }

  #rarest(words: readonly number[]): readonly number[] {
    if (words.length <= this.#wordsMax) return words;
    const { counts } = this.#features;
    return [...words]
      .sort((a, b) => counts[a]! - counts[b]! || a - b)
      .slice(0, this.#wordsMax)
      .sort((a, b) => a - b);
  }
}

function combinations(words: number, runs: number): number {
  return words + runs + (words * (words - 1)) / 2 + (words * (words - 1) * (words - 2)) / 6;
}
