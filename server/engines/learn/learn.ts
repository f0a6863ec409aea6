// Learn: from examples to a question whose phrases a person can read, edit and pin.
// In: texts with labels. Out: a choice question for POST /v1/systemone, and for every phrase how it did in the examples.
// No model, no clock, no randomness: the same examples, in any order, give the same bytes.
//
// A phrase is a word, a run of up to four words, or words that stand together in one text. Candidates are counted
// (candidates.ts), their precision on unseen texts is estimated (estimate.ts), and of the surest the most general ones are
// kept (choose.ts). How sure is sure enough is found by cross-validation. At last the decision engine itself searches every
// example for the kept phrases (recount.ts): the numbers in the report are its, not ours.

import { compareCodePoints } from '../../../grammar/form.ts';
import type { PhraseGroup } from '../systemone/phrases.ts';
import { PHRASES_MAX } from '../systemone/program.ts';
import { findCandidates, HITS_MIN } from './candidates.ts';
import type { Tally } from './choose.ts';
import { choose } from './choose.ts';
import type { Example } from './examples.ts';
import { partOf, sortExamples } from './examples.ts';
import { findFeatures } from './features.ts';
import { recount } from './recount.ts';

/** How many parts the examples are cut into for cross-validation. */
export const FOLDS = 5;
/** Of the decisions on unseen texts, how many should be right when nobody says otherwise. */
export const PRECISION_DEFAULT = 0.987;
/** The wire takes no more options. */
export const LABELS_MAX = 255;

export interface LearnedPhrase {
  /** One phrase, or phrases that must all be in one string. */
  readonly group: PhraseGroup;
  /** The examples in which it counts, of any label, and those of its own label. */
  readonly support: number;
  readonly hits: number;
  /** Of unseen texts that it is found in, the estimated share that is of its label. */
  readonly estimate: number;
}

export interface LearnedLabel {
  readonly label: string;
  readonly examples: number;
  /** The most general first. Empty when none was precise enough: then the label is no option of the question. */
  readonly phrases: readonly LearnedPhrase[];
}

export interface Learned {
  /** In code point order. */
  readonly labels: readonly LearnedLabel[];
  /** Examples whose label is null. */
  readonly unlabelled: number;
  readonly estimateMin: number;
  readonly precision: number;
  /** Whether cross-validation reached the precision. */
  readonly reached: boolean;
  readonly outOfFold: Tally;
  /** What the decision engine decides about the examples themselves. */
  readonly inSample: Tally;
}

type LearnResult =
  | { readonly kind: 'learned'; readonly learned: Learned }
  | { readonly kind: 'no-labels' }
  | { readonly kind: 'too-many-labels'; readonly count: number }
  /** Words of all texts, and different ones. */
  | { readonly kind: 'too-many-words' | 'too-many-different-words'; readonly max: number }
  /** More than a request may have. */
  | { readonly kind: 'too-many-phrases'; readonly count: number };

interface LearnOptions {
  /** From 0 to 1. */
  readonly precision?: number;
  /** Of all labels. */
  readonly phrasesMax?: number;
  /** How many examples of its label a phrase must be in. */
  readonly hitsMin?: number;
  /** Told how much of the work is done. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Learns phrases for every label. */
export async function learn(
  given: readonly Example[],
  {
    precision = PRECISION_DEFAULT,
    phrasesMax = PHRASES_MAX,
    hitsMin = HITS_MIN,
    onProgress = () => {},
  }: LearnOptions = {},
): Promise<LearnResult> {
  const examples = sortExamples(given);
  const labels = [...new Set(examples.flatMap(({ label }) => label ?? []))].sort(compareCodePoints);
  if (labels.length === 0) return { kind: 'no-labels' };
  if (labels.length > LABELS_MAX) return { kind: 'too-many-labels', count: labels.length };
  const numbers = new Map<string | null, number>(labels.map((label, number) => [label, number]));
  const progress = countWork(examples.length, onProgress);
  const features = findFeatures(
    examples.map(({ text }) => text),
    progress.onText,
  );
  if (features.kind !== 'features') return features;
  const labelled = examples.map(({ text, label }, at) => ({
    ...features.texts[at]!,
    label: numbers.get(label) ?? -1,
    fold: partOf(text, 'fold', FOLDS),
  }));
  const found = findCandidates(features, labelled, labels.length, FOLDS, hitsMin);
  const choice = choose(found, labelled, labels.length, features.surfaces.length, {
    precision,
    hitsMin,
    onFold: progress.onFold,
  });
  const groups: PhraseGroup[][] = labels.map(() => []);
  const estimates: number[][] = labels.map(() => []);
  for (const number of choice.kept) {
    const label = found.labels[number]!;
    groups[label]!.push(found.featuresOf(number).map((feature) => features.surfaces[feature]!));
    estimates[label]!.push(choice.estimates[number]!);
  }
  const phrases = groups.flat(2).length;
  if (phrases > phrasesMax) return { kind: 'too-many-phrases', count: phrases };
  const counted = await recount(labels, groups, examples, progress.onText);
  return {
    kind: 'learned',
    learned: {
      labels: labels.map((label, number) => ({
        label,
        examples: labelled.filter((example) => example.label === number).length,
        phrases: groups[number]!.map((group, at) => ({
          group,
          ...counted.phrases[number]![at]!,
          estimate: estimates[number]![at]!,
        })),
      })),
      unlabelled: labelled.filter(({ label }) => label < 0).length,
      estimateMin: choice.estimateMin,
      precision,
      reached: choice.reached,
      outOfFold: choice.outOfFold,
      inSample: counted.decisions,
    },
  };
}

interface Work {
  onText(): void;
  onFold(): void;
}

/** Every text is read twice and searched once; all folds together take about as long as one of these. */
function countWork(texts: number, onProgress: (done: number, all: number) => void): Work {
  const choices = FOLDS + 1;
  const all = 4 * texts * choices;
  let done = 0;
  const advance = (by: number): void => onProgress((done += by), all);
  return { onText: () => advance(choices), onFold: () => advance(texts) };
}
