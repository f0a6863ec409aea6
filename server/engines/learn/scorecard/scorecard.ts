// Scorecard: from examples to points for words, and to the rule by which their sum answers.
// In: texts with labels. Out: points of each term for the labels, and how they do on texts that were left out.
// The same examples, in any order, give the same points: no clock, no randomness, one order of texts.
//
// The rule is found on texts that the points were not learned from. Five times a fifth of the texts is left out, which says
// how often answers are right; five times a fifth of the labels, which says how often a text about something else is answered.

import { createHash } from 'node:crypto';
import { compareCodePoints } from '../../../../grammar/form.ts';
import type { Tally } from '../choose.ts';
import { type Example, partOf } from '../examples.ts';
import { FOLDS, LABELS_MAX } from '../learn.ts';
import { type AcceptRule, accept, findRule, stand, type Trial } from './accept.ts';
import { type Budget, fit, type LabelledTerms, type OnPass, PASSES, type Points } from './fit.ts';
import { listTerms, numberTerms, spellTerm, spellWords } from './terms.ts';

/** Crowd-made examples are near copies of each other, so that more is asked of them than of unseen texts. */
export const SCORECARD_PRECISION_DEFAULT = 0.988;
/** Labels that were left out are nearer to the others than what people write by mistake; of such texts about a third as many are answered. */
const OUTSIDE_SHARE_MAX = 0.12;

export interface Scorecard {
  /** In code point order. */
  readonly labels: readonly string[];
  /** The number of each term. */
  readonly terms: ReadonlyMap<string, number>;
  /** How each term is written, by its number. */
  readonly written: readonly string[];
  readonly points: Points;
  readonly rule: AcceptRule;
}

export interface LearnedScorecard {
  readonly scorecard: Scorecard;
  /** Of the texts left out: those of labels that were learned, and those of labels that were not, where no answer is right. */
  readonly outOfFold: Tally;
  readonly outside: Tally;
}

type ScorecardResult =
  | { readonly kind: 'learned'; readonly learned: LearnedScorecard }
  | { readonly kind: 'no-labels' }
  | { readonly kind: 'too-many-labels'; readonly count: number }
  /** Words of all texts, and different ones. */
  | { readonly kind: 'too-many-words' | 'too-many-different-words'; readonly max: number }
  /** No rule answers as precisely as asked. */
  | { readonly kind: 'not-precise' };

/** Told how much of the work is done. */
type OnProgress = (done: number, all: number) => void;

interface LearnOptions {
  /** From 0 to 1. */
  readonly precision?: number;
  readonly outsideShare?: number;
  readonly onProgress?: OnProgress;
}

/** Learns a scorecard. */
export function learnScorecard(
  given: readonly Example[],
  { precision = SCORECARD_PRECISION_DEFAULT, outsideShare = OUTSIDE_SHARE_MAX, onProgress }: LearnOptions = {},
): ScorecardResult {
  const examples = orderByHash(given);
  const labels = [...new Set(examples.flatMap(({ label }) => label ?? []))].sort(compareCodePoints);
  if (labels.length === 0) return { kind: 'no-labels' };
  if (labels.length > LABELS_MAX) return { kind: 'too-many-labels', count: labels.length };
  const said = examples.map(({ text }) => text);
  const listing = listTerms(said);
  if (listing.kind !== 'terms') return listing;
  const spelled = spellWords(said, listing.terms);
  const kept = listing.terms.filter((term) => spellTerm(term, spelled) !== null);
  const written = kept.map((term) => spellTerm(term, spelled)!);
  const terms = new Map(kept.map((term, number) => [term, number]));
  const numbers = new Map<string | null, number>(labels.map((label, number) => [label, number]));
  const texts = examples.map(({ text, label }) => ({ ...numberTerms(text, terms), label: numbers.get(label) ?? -1 }));
  const budget: Budget = {
    termBytes: Int32Array.from(written, (term) => Buffer.byteLength(JSON.stringify(term)) + BETWEEN_BYTES - 2),
    labelBytesMax: Math.floor(QUESTION_BYTES_MAX / labels.length) - LABEL_BYTES,
  };
  const groups = Math.min(FOLDS, labels.length);
  let done = 0;
  const onPass = (): void => onProgress?.((done += 1), (1 + FOLDS + groups) * PASSES);
  const folds = examples.map(({ text }) => partOf(text, 'fold', FOLDS));
  const known = tryFolds(texts, folds, budget, labels.length, onPass);
  const outside = tryLabels(texts, budget, labels.length, onPass);
  const rule = findRule(known, outside, precision, outsideShare);
  if (rule === null) return { kind: 'not-precise' };
  const scorecard = { labels, terms, written, points: fit(texts, budget, labels.length, onPass), rule };
  return { kind: 'learned', learned: { scorecard, outOfFold: tally(known, rule), outside: tally(outside, rule) } };
}

// A question of 150 labels is to be sent in half a megabyte.
const QUESTION_BYTES_MAX = 510_000;
/** What a label takes besides its terms: its rule, and a line for each number of points. */
const LABEL_BYTES = 350;
/** Between two terms of one line. */
const BETWEEN_BYTES = 2;

/** The label of a text; null when its points are not enough. */
export function chooseByPoints({ labels, terms, points, rule }: Scorecard, text: string): string | null {
  const label = accept(stand(points, numberTerms(text, terms)), rule);
  return label === null ? null : labels[label]!;
}

/** In an order that neither labels nor lines decide: the descent goes through the texts in it. */
function orderByHash(examples: readonly Example[]): Example[] {
  return examples
    .map((example) => ({
      example,
      hash: createHash('sha256')
        .update(JSON.stringify([example.text, example.label]))
        .digest('hex'),
    }))
    .sort((a, b) => compareCodePoints(a.hash, b.hash))
    .map(({ example }) => example);
}

function tryFolds(
  texts: readonly LabelledTerms[],
  folds: readonly number[],
  budget: Budget,
  labelCount: number,
  onPass: OnPass,
): Trial[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const points = fit(
      texts.filter((_text, at) => folds[at] !== fold),
      budget,
      labelCount,
      onPass,
    );
    return texts
      .filter((_text, at) => folds[at] === fold)
      .map((text): Trial => {
        const standing = stand(points, text);
        return { standing, right: standing.label === text.label };
      });
  }).flat();
}

/** Every text, where the points were learned without its label and others. */
function tryLabels(texts: readonly LabelledTerms[], budget: Budget, labelCount: number, onPass: OnPass): Trial[] {
  const groups = Math.min(FOLDS, labelCount);
  return Array.from({ length: groups }, (_, group) => {
    const kept = Array.from({ length: labelCount }, (_label, label) => label).filter(
      (label) => label % groups !== group,
    );
    if (kept.length === 0) return [];
    const renumbered = new Map(kept.map((label, number) => [label, number]));
    const others = texts
      .filter(({ label }) => label < 0 || renumbered.has(label))
      .map((text) => ({ ...text, label: renumbered.get(text.label) ?? -1 }));
    const points = fit(others, budget, kept.length, onPass);
    return texts
      .filter(({ label }) => label >= 0 && !renumbered.has(label))
      .map((text): Trial => ({ standing: stand(points, text), right: false }));
  }).flat();
}

function tally(trials: readonly Trial[], rule: AcceptRule): Tally {
  const decided = trials.filter(({ standing }) => accept(standing, rule) !== null);
  return { texts: trials.length, decided: decided.length, right: decided.filter(({ right }) => right).length };
}
