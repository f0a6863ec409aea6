// Estimate: how often a candidate will be right in texts that nobody has seen yet.
// In: candidates with their counts, and how often each feature is said for each label. Out: a number from 0 to 1 for each.
// Only + - * / on counts, in a fixed order, so that every machine computes the same.
//
// A candidate that was right in 3 of 3 examples is not right always. So its own counts are joined by EXPECTED_WEIGHT
// examples of what its words lead one to expect: were they said independently of each other, how many texts would have
// them all, and how many of those would be of the label? One more kind of text is expected beside the labels: a text about
// none of them, in which the words of all the examples stand by chance. It is what tells "tell + me + a", which chance
// makes, from "overdraft + ceiling + lift", which it does not, and it keeps the phrases from texts that are out of scope.
//
// An example of another label counts MISS_WEIGHT times. What one other label says, texts about anything say too: labels that
// were left out of the learning were decided on twice as often by phrases with a miss as by phrases without.

import type { Candidates, LabelledFeatures } from './candidates.ts';
import { HITS_MIN, sumWithout } from './candidates.ts';

// Chosen by cross-validation on two public sets of customers' questions; from 30 to 60 little changes.
const EXPECTED_WEIGHT = 30;
// Chosen in the same way, and by labels that were left out; from 3 to 9 little changes.
const MISS_WEIGHT = 5;
// How many texts about nothing are expected for one example. Few labels leave most of their own words to each other, so
// that there chance would explain everything: with 20 labels half, with many labels as many as there are examples.
const NOTHING_LABELS_HALF = 20;
// One example's worth of the word's frequency everywhere, for labels that never say it.
const SMOOTHING = 1;

/** The estimate of each candidate from the examples outside a fold (-1 leaves none out); 0 for those below `floor`. */
export function estimate(
  candidates: Candidates,
  examples: readonly LabelledFeatures[],
  labelCount: number,
  featureCount: number,
  withoutFold: number,
  floor: number,
): Float64Array {
  const used = examples.filter(({ fold }) => fold !== withoutFold);
  const rates = new Rates(used, labelCount, featureCount);
  const { count, folds } = candidates;
  const estimates = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const foundCount = sumWithout(candidates.found, at, folds, withoutFold);
    const hitCount = sumWithout(candidates.hits, at, folds, withoutFold);
    if (hitCount < HITS_MIN) continue;
    const label = candidates.labels[at]!;
    const features = candidates.featuresOf(at);
    const join = (expected: number): number =>
      (hitCount + EXPECTED_WEIGHT * expected) / (hitCount + MISS_WEIGHT * (foundCount - hitCount) + EXPECTED_WEIGHT);
    // Most candidates are made by chance, and then the labels need not be asked one by one.
    if (join(rates.expectAtMost(features, label)) < floor) continue;
    const joined = join(rates.expect(features, label));
    if (joined >= floor) estimates[at] = joined;
  }
  return estimates;
}

/** How often each feature is said for each label. */
class Rates {
  readonly #labelCount: number;
  /** How many texts about none of the labels are expected beside the examples. */
  readonly #nothing: number;
  readonly #sizes: Float64Array;
  /** By feature and label, the share of the label's examples that have the feature, smoothed. */
  readonly #shares: Float64Array;
  /** By feature, its share of all examples. */
  readonly #everywhere: Float64Array;

  constructor(examples: readonly LabelledFeatures[], labelCount: number, featureCount: number) {
    this.#labelCount = labelCount;
    this.#nothing = examples.length * (labelCount / (labelCount + NOTHING_LABELS_HALF));
    this.#sizes = new Float64Array(labelCount);
    this.#shares = new Float64Array(featureCount * labelCount);
    this.#everywhere = new Float64Array(featureCount);
    for (const { label, words, runs } of examples) {
      if (label >= 0) this.#sizes[label]! += 1;
      for (const list of [words, runs]) {
        for (const feature of list) {
          this.#everywhere[feature]! += 1;
          if (label >= 0) this.#shares[feature * labelCount + label]! += 1;
        }
      }
    }
    for (let feature = 0; feature < featureCount; feature += 1) {
      const everywhere = (this.#everywhere[feature]! /= examples.length);
      for (let label = 0; label < labelCount; label += 1) {
        const at = feature * labelCount + label;
        this.#shares[at] = (this.#shares[at]! + SMOOTHING * everywhere) / (this.#sizes[label]! + SMOOTHING);
      }
    }
  }

  /** The share of texts of the label among those that have all the features, were these independent. */
  expect(features: readonly number[], label: number): number {
    let all = this.#nothingWith(features);
    for (let other = 0; other < this.#labelCount; other += 1) all += this.#textsWith(features, other);
    return all === 0 ? 0 : this.#textsWith(features, label) / all;
  }

  /** No less than `expect`: as if no other label had the features. */
  expectAtMost(features: readonly number[], label: number): number {
    const own = this.#textsWith(features, label);
    return own === 0 ? 0 : own / (own + this.#nothingWith(features));
  }

  #textsWith(features: readonly number[], label: number): number {
    let texts = this.#sizes[label]!;
    for (const feature of features) texts *= this.#shares[feature * this.#labelCount + label]!;
    return texts;
  }

  #nothingWith(features: readonly number[]): number {
    let texts = this.#nothing;
    for (const feature of features) texts *= this.#everywhere[feature]!;
    return texts;
  }
}
