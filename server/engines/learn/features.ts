// Features: what of a text a phrase could find.
// In: texts. Out: for each the words and word runs that the decision engine would find in it, as numbers.
// Why from the engine's own words and stems: what is counted here is then what is located later. Negations are words as others:
// a learned question asks what a text is about, and not what it wants.

import { compareCodePoints } from '../../../grammar/form.ts';
import { readUnits } from '../../../runtime/locate/word-places.ts';
import { growingIntegers } from './growing.ts';
import type { Runs } from './runs.ts';
import { NONE, RUN_MAX, readRuns, TEXTS_MIN } from './runs.ts';

// The most common where there are more: more words and runs than a label is ever told by, and each costs memory for every text
// it stands in.
export const FEATURES_MAX = 50_000;

export interface TextFeatures {
  /** Single words, ascending. */
  readonly words: readonly number[];
  /** Runs of two and more words, ascending. */
  readonly runs: readonly number[];
}

export interface Features {
  readonly kind: 'features';
  /** Features are numbered from 0: words first, then runs, each in code point order of their stems. */
  readonly wordCount: number;
  /** How each feature is most often written. */
  readonly surfaces: readonly string[];
  /** How many texts have it. */
  readonly counts: readonly number[];
  readonly texts: readonly TextFeatures[];
}

type FeaturesReading =
  | Features
  | { readonly kind: 'too-many-words'; readonly max: number }
  | { readonly kind: 'too-many-different-words'; readonly max: number };

/** Finds the features of all texts; `onText` is told twice of each, when it was read and when it was read again. */
export function findFeatures(texts: readonly string[], onText: () => void = () => {}): FeaturesReading {
  const reading = readRuns(texts, onText);
  if (reading.kind !== 'runs') return reading;
  const { runs } = reading;
  const said = texts.map((text, at) => findSaid(text, at, runs, onText));
  const counts = new Int32Array(runs.count);
  for (const { features } of said) for (const feature of features) counts[feature]! += 1;
  const kept = mostCommon(counts, runs).sort(
    (a, b) => Number(runs.isWord(b)) - Number(runs.isWord(a)) || runs.compare(a, b),
  );
  const numbers = new Int32Array(runs.count).fill(NONE);
  for (const [number, feature] of kept.entries()) numbers[feature] = number;
  const wordCount = kept.filter((feature) => runs.isWord(feature)).length;
  return {
    kind: 'features',
    wordCount,
    surfaces: mostFrequentSurfaces(texts, said, numbers, runs, kept.length),
    counts: kept.map((feature) => counts[feature]!),
    texts: said.map(({ features }) => {
      const known = features
        .map((feature) => numbers[feature]!)
        .filter((number) => number !== NONE)
        .sort();
      const words = known.findLastIndex((number) => number < wordCount) + 1;
      return { words: [...known.subarray(0, words)], runs: [...known.subarray(words)] };
    }),
  };
}

/** What a text says: each feature once, and the word it first starts at where it is not denied. */
interface Said {
  readonly features: Int32Array;
  readonly words: Int32Array;
}

function findSaid(text: string, at: number, runs: Runs, onText: () => void): Said {
  const units = readUnits(text);
  const features = growingIntegers();
  const words = growingIntegers();
  const met = new Set<number>();
  for (let word = 0; word < units.length; word += 1) {
    for (let length = 1; length <= RUN_MAX; length += 1) {
      const feature = runs.featureAt(at, word, length);
      if (feature === NONE) break;
      if (met.has(feature)) continue;
      met.add(feature);
      features.push(feature);
      words.push(word);
    }
  }
  onText();
  return { features: features.taken().slice(), words: words.taken().slice() };
}

/** The features that enough texts have; as many as there may be, of equally common ones the first in their order. */
function mostCommon(counts: Int32Array, runs: Runs): number[] {
  const withCount: number[] = [];
  for (const count of counts) withCount[count] = (withCount[count] ?? 0) + 1;
  let least = withCount.length;
  let room = FEATURES_MAX;
  while (least > TEXTS_MIN && (withCount[least - 1] ?? 0) <= room) {
    least -= 1;
    room -= withCount[least] ?? 0;
  }
  const kept: number[] = [];
  for (let feature = 0; feature < counts.length; feature += 1) if (counts[feature]! >= least) kept.push(feature);
  return least > TEXTS_MIN ? [...kept, ...runs.first(room, (feature) => counts[feature] === least - 1)] : kept;
}

/** How the features that are kept are most often written. */
function mostFrequentSurfaces(
  texts: readonly string[],
  said: readonly Said[],
  numbers: Int32Array,
  runs: Runs,
  count: number,
): string[] {
  const surfaces = Array.from({ length: count }, () => new Map<string, number>());
  for (const [at, text] of texts.entries()) {
    const units = readUnits(text);
    const { features, words } = said[at]!;
    features.forEach((feature, index) => {
      const number = numbers[feature]!;
      if (number === NONE) return;
      const from = words[index]!;
      let surface = units[from]!.surface;
      for (let word = from + 1; word < from + runs.lengthOf(feature); word += 1)
        surface += (runs.isGlued(at, word) ? '' : ' ') + units[word]!.surface;
      surfaces[number]!.set(surface, (surfaces[number]!.get(surface) ?? 0) + 1);
    });
  }
  return surfaces.map((counts) => [...counts].sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b))[0]![0]);
}
