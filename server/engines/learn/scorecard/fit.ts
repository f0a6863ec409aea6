// Fit: the points of each term for each label.
// In: numbered texts with labels. Out: whole points, few enough to be sent with a question.
// A label's weights w minimise |w|² / 2 + C Σ max(0, 1 - y w·x)², where x has 1 for each term of a text and for a constant, and y
// is 1 for texts of the label and -1 for others; found by coordinate descent on the dual, a text at a time, all labels of
// it in one sweep. Only + - * / in a fixed order, so that every machine computes the same.

import { TERM_LENGTH, TEXTS_MIN, type NumberedTerms } from './terms.ts';

export interface LabelledTerms extends NumberedTerms {
  /** The label's number; -1 for none. */
  readonly label: number;
}

/** Points are whole numbers of this part of one. */
export const POINTS_IN_ONE = 20;
// With 150 labels 400 a label. More hardly decide more, and the question is to stay below half a megabyte.
const POINTS_MAX = 60_000;
const POINTS_A_LABEL_MAX = 1000;

const PASSES = 15;
// 1 / 2C for C = 0.1.
const DUAL_DIAGONAL = 5;

export interface Points {
  readonly labels: number;
  /** For each label, what every text has. */
  readonly constants: Int32Array;
  /** The points of term t are those from starts[t] to starts[t + 1]. */
  readonly starts: Int32Array;
  readonly owners: Int32Array;
  readonly points: Int32Array;
  /** How much a word counts that is this rare, by term; only those of words are read. */
  readonly rarities: Int32Array;
  /** The same for a word that no text has. */
  readonly unseenRarity: number;
}

/** The points that texts lead to. `termCount` is the size of the vocabulary, `labelCount` that of the labels. */
export function fit(texts: readonly LabelledTerms[], termCount: number, labelCount: number): Points {
  const counts = countTerms(texts, termCount);
  const weights = descend(texts, counts, labelCount);
  const kept = keepLargest(weights, termCount, labelCount);
  const rarityOf = (count: number): number => Math.round(RARITY_IN_ONE * logarithm((1 + texts.length) / (1 + count)));
  return {
    ...kept,
    labels: labelCount,
    constants: Int32Array.from(weights.subarray(termCount * labelCount), round),
    rarities: Int32Array.from(counts, (count) => rarityOf(count)),
    unseenRarity: rarityOf(0),
  };
}

const RARITY_IN_ONE = 100;

function countTerms(texts: readonly LabelledTerms[], termCount: number): Int32Array {
  const counts = new Int32Array(termCount);
  for (const { terms } of texts) for (let at = 0; at < terms.length; at += TERM_LENGTH) counts[terms[at]!]! += 1;
  return counts;
}

/** The weights by term and label; after the last term those of the constant. */
function descend(texts: readonly LabelledTerms[], counts: Int32Array, labelCount: number): Float64Array {
  const weights = new Float64Array((counts.length + 1) * labelCount);
  const duals = new Float64Array(texts.length * labelCount);
  const rows = texts.map(({ terms }) => rowsOf(terms, counts, labelCount));
  const sums = new Float64Array(labelCount);
  const changes = new Float64Array(labelCount);
  const changed = new Int32Array(labelCount);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let text = 0; text < texts.length; text += 1) {
      const own = rows[text]!;
      sums.fill(0);
      for (let at = 0; at < own.length; at += 1) {
        const row = own[at]!;
        for (let label = 0; label < labelCount; label += 1) sums[label]! += weights[row + label]!;
      }
      let changeCount = 0;
      const step = own.length + DUAL_DIAGONAL;
      for (let label = 0; label < labelCount; label += 1) {
        const sign = label === texts[text]!.label ? 1 : -1;
        const dual = duals[text * labelCount + label]!;
        const next = dual - (sign * sums[label]! - 1 + DUAL_DIAGONAL * dual) / step;
        const kept = next > 0 ? next : 0;
        if (kept === dual) continue;
        duals[text * labelCount + label] = kept;
        changes[changeCount] = sign * (kept - dual);
        changed[changeCount] = label;
        changeCount += 1;
      }
      for (let at = 0; at < own.length; at += 1) {
        const row = own[at]!;
        for (let index = 0; index < changeCount; index += 1) weights[row + changed[index]!]! += changes[index]!;
      }
    }
  }
  return weights;
}

/** Where the weights of a text's terms begin; the constant last. */
function rowsOf(terms: Int32Array, counts: Int32Array, labelCount: number): Int32Array {
  const rows: number[] = [];
  for (let at = 0; at < terms.length; at += TERM_LENGTH) if (counts[terms[at]!]! >= TEXTS_MIN) rows.push(terms[at]! * labelCount);
  rows.push(counts.length * labelCount);
  return Int32Array.from(rows);
}

function round(weight: number): number {
  return Math.round(weight * POINTS_IN_ONE);
}

/** For each label the points furthest from nothing; of equal ones those of the first terms. */
function keepLargest(weights: Float64Array, termCount: number, labelCount: number): Pick<Points, 'starts' | 'owners' | 'points'> {
  const perLabel = Math.min(POINTS_A_LABEL_MAX, Math.floor(POINTS_MAX / labelCount));
  const byTerm: [owner: number, points: number][][] = Array.from({ length: termCount }, () => []);
  for (let label = 0; label < labelCount; label += 1) {
    const terms: number[] = [];
    for (let term = 0; term < termCount; term += 1) if (round(weights[term * labelCount + label]!) !== 0) terms.push(term);
    terms.sort((a, b) => Math.abs(weights[b * labelCount + label]!) - Math.abs(weights[a * labelCount + label]!) || a - b);
    for (const term of terms.slice(0, perLabel)) byTerm[term]!.push([label, round(weights[term * labelCount + label]!)]);
  }
  const starts = new Int32Array(termCount + 1);
  byTerm.forEach((list, term) => { starts[term + 1] = starts[term]! + list.length; });
  const all = byTerm.flat();
  return { starts, owners: Int32Array.from(all, ([owner]) => owner), points: Int32Array.from(all, ([, points]) => points) };
}

/** The natural logarithm of a number of one or more, by halving and a series: the host's may differ from machine to machine. */
export function logarithm(value: number): number {
  let rest = value;
  let halvings = 0;
  for (; rest > 1.5; halvings += 1) rest /= 2;
  const ratio = (rest - 1) / (rest + 1);
  let power = ratio;
  let sum = 0;
  for (let odd = 1; odd < LOGARITHM_TERMS; odd += 2) {
    sum += power / odd;
    power *= ratio * ratio;
  }
  return halvings * LOGARITHM_OF_TWO + 2 * sum;
}

const LOGARITHM_TERMS = 40;
const LOGARITHM_OF_TWO = 0.6931471805599453;
