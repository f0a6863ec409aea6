// Fit: the points of each term for each label.
// In: numbered texts with labels. Out: whole points, few enough to be sent with a question.
// A label's weights w minimise |w|² / 2 + C Σ max(0, 1 - y w·x)², where x has 1 for each term of a text and for a constant, and y
// is 1 for texts of the label and -1 for others; found by coordinate descent on the dual, a text at a time, all labels of
// it in one sweep. Only + - * / in a fixed order, so that every machine computes the same.

import { SCORED_TERMS_MAX } from '../../../services/decisions/wire/scorecard.ts';
import { type NumberedTerms, TERM_LENGTH, TEXTS_MIN } from './terms.ts';

export interface LabelledTerms extends NumberedTerms {
  /** The label's number; -1 for none. */
  readonly label: number;
}

/** Points are whole numbers of this part of one. */
export const POINTS_IN_ONE = 20;
/** Terms of a label, whatever they take: more hardly decide more. */
const TERMS_A_LABEL_MAX = 1000;

export const PASSES = 15;
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
}

/** What a fit may keep. */
export interface Budget {
  /** What each term takes where it is written. */
  readonly termBytes: Int32Array;
  /** What the terms of a label may take together. */
  readonly labelBytesMax: number;
}

/** Told after each pass. */
export type OnPass = () => void;

/** The points that texts lead to, for as many terms as there are bytes for; `labelCount` is the number of labels. */
export function fit(
  texts: readonly LabelledTerms[],
  { termBytes, labelBytesMax }: Budget,
  labelCount: number,
  onPass: OnPass = () => {},
): Points {
  const termCount = termBytes.length;
  const weights = descend(texts, countTerms(texts, termCount), labelCount, onPass);
  return {
    ...keepLargest(weights, termBytes, labelCount, labelBytesMax),
    labels: labelCount,
    constants: Int32Array.from(weights.subarray(termCount * labelCount), round),
  };
}

function countTerms(texts: readonly LabelledTerms[], termCount: number): Int32Array {
  const counts = new Int32Array(termCount);
  for (const { terms } of texts) for (let at = 0; at < terms.length; at += TERM_LENGTH) counts[terms[at]!]! += 1;
  return counts;
}

/** The weights by term and label; after the last term those of the constant. */
function descend(
  texts: readonly LabelledTerms[],
  counts: Int32Array,
  labelCount: number,
  onPass: OnPass,
): Float64Array {
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
    onPass();
  }
  return weights;
}

/** Where the weights of a text's terms begin; the constant last. */
function rowsOf(terms: Int32Array, counts: Int32Array, labelCount: number): Int32Array {
  const rows: number[] = [];
  for (let at = 0; at < terms.length; at += TERM_LENGTH)
    if (counts[terms[at]!]! >= TEXTS_MIN) rows.push(terms[at]! * labelCount);
  rows.push(counts.length * labelCount);
  return Int32Array.from(rows);
}

function round(weight: number): number {
  return Math.round(weight * POINTS_IN_ONE);
}

/** For each label the points furthest from nothing, while there is room for them; of equal ones those of the first terms. */
function keepLargest(
  weights: Float64Array,
  termBytes: Int32Array,
  labelCount: number,
  labelBytesMax: number,
): Pick<Points, 'starts' | 'owners' | 'points'> {
  const termCount = termBytes.length;
  const byTerm: [owner: number, points: number][][] = Array.from({ length: termCount }, () => []);
  for (let label = 0; label < labelCount; label += 1) {
    const weightOf = (term: number): number => weights[term * labelCount + label]!;
    const terms: number[] = [];
    for (let term = 0; term < termCount; term += 1) if (round(weightOf(term)) !== 0) terms.push(term);
    terms.sort((a, b) => Math.abs(weightOf(b)) - Math.abs(weightOf(a)) || a - b);
    let room = labelBytesMax;
    for (const term of terms.slice(0, Math.min(TERMS_A_LABEL_MAX, Math.floor(SCORED_TERMS_MAX / labelCount)))) {
      room -= termBytes[term]!;
      if (room < 0) break;
      byTerm[term]!.push([label, round(weightOf(term))]);
    }
  }
  const starts = new Int32Array(termCount + 1);
  byTerm.forEach((list, term) => {
    starts[term + 1] = starts[term]! + list.length;
  });
  const all = byTerm.flat();
  return {
    starts,
    owners: Int32Array.from(all, ([owner]) => owner),
    points: Int32Array.from(all, ([, points]) => points),
  };
}
