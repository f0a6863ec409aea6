// Accept: whether the points of a text are enough to answer, and how much enough is.
// In: points, and texts they were not learned from. Out: a rule, in whole numbers.
//
// A text is answered when its best label has points, leads the next label, and explains the words of the text. The share that
// is explained keeps out texts about something else: they have a word or two of a label, and many that speak for none.

import { KNOWN_HALVES, SHARE_IN_ONE } from '../../systemone/scorecard.ts';
import { POINTS_IN_ONE, type Points } from './fit.ts';
import { type NumberedTerms, TERM_LENGTH } from './terms.ts';

export interface Standing {
  /** The label with the most points, the first of equal ones. */
  readonly label: number;
  readonly best: number;
  /** How far the next label is behind; null where there is no other. */
  readonly lead: number | null;
  /** The share of the text's words that speak for the label, in thousandths. */
  readonly explained: number;
}

/** Answer when best + lead × leadHalves / 2 + explained × explainedWeight reaches the minimum. */
export interface AcceptRule {
  readonly leadHalves: number;
  readonly explainedWeight: number;
  /** In `score` units. */
  readonly scoreMin: number;
}

/** Where a text stands. */
export function stand(points: Points, { words, terms }: NumberedTerms): Standing {
  const sums = Int32Array.from(points.constants);
  for (let at = 0; at < terms.length; at += TERM_LENGTH) {
    const term = terms[at]!;
    for (let index = points.starts[term]!; index < points.starts[term + 1]!; index += 1)
      sums[points.owners[index]!]! += points.points[index]!;
  }
  let label = 0;
  for (let other = 1; other < sums.length; other += 1) if (sums[other]! > sums[label]!) label = other;
  let next: number | null = null;
  for (let other = 0; other < sums.length; other += 1)
    if (other !== label && (next === null || sums[other]! > next)) next = sums[other]!;
  const best = sums[label]!;
  return { label, best, lead: next === null ? null : best - next, explained: explain(points, words, terms, label) };
}

// A word is explained when 0.15 points of it speak for the label; in half points, as a pair gives each word a half.
const EXPLAINED_HALVES = (KNOWN_HALVES / SHARE_IN_ONE) * POINTS_IN_ONE;

/** As server/engines/systemone/scorecard.ts has it: a word weighs the more, the fewer labels it speaks for. */
function explain(points: Points, words: Int32Array, terms: Int32Array, label: number): number {
  const halves = new Int32Array(words.length);
  for (let at = 0; at < terms.length; at += TERM_LENGTH) {
    const term = terms[at]!;
    for (let index = points.starts[term]!; index < points.starts[term + 1]!; index += 1) {
      if (points.owners[index] !== label) continue;
      halves[terms[at + 1]!]! += points.points[index]!;
      halves[terms[at + 2]!]! += points.points[index]!;
    }
  }
  let explained = 0;
  let all = 0;
  words.forEach((word, at) => {
    const weight = points.labels + 1 - (word < 0 ? 0 : countFor(points, word));
    all += weight;
    explained += weight * Math.min(EXPLAINED_HALVES, Math.max(0, halves[at]!));
  });
  return all === 0 ? 0 : Math.ceil((SHARE_IN_ONE * explained) / (EXPLAINED_HALVES * all));
}

/** How many labels a term speaks for. */
function countFor({ starts, points }: Points, term: number): number {
  let count = 0;
  for (let index = starts[term]!; index < starts[term + 1]!; index += 1) if (points[index]! > 0) count += 1;
  return count;
}

/** Two thousandths of a point part: whole for every rule. */
export function score(
  { best, lead, explained }: Standing,
  { leadHalves, explainedWeight }: Pick<AcceptRule, 'leadHalves' | 'explainedWeight'>,
): number {
  return (
    2 * SHARE_IN_ONE * best + leadHalves * SHARE_IN_ONE * (lead ?? 0) + 2 * POINTS_IN_ONE * explainedWeight * explained
  );
}

/** The label that is answered; null when none is. */
export function accept(standing: Standing, rule: AcceptRule): number | null {
  return isOpen(standing) && score(standing, rule) >= rule.scoreMin ? standing.label : null;
}

/** What explains nothing has no evidence, and of two labels with the same points neither is answered. */
function isOpen({ explained, lead }: Standing): boolean {
  return explained > 0 && lead !== 0;
}

/** A text that the points were not learned from. */
export interface Trial {
  readonly standing: Standing;
  readonly right: boolean;
}

const LEAD_HALVES = [2, 3, 4, 6];
const EXPLAINED_WEIGHTS = [0, 1, 2, 3, 4, 5];

/**
 * The rule that answers most of the texts of known labels while `precision` of these answers are right, and at most
 * `outsideShare` of the texts whose labels were left out are answered; null when no rule answers any.
 */
export function findRule(
  known: readonly Trial[],
  outside: readonly Trial[],
  precision: number,
  outsideShare: number,
): AcceptRule | null {
  let found: { readonly rule: AcceptRule; readonly decided: number } | null = null;
  for (const leadHalves of LEAD_HALVES) {
    for (const explainedWeight of EXPLAINED_WEIGHTS) {
      const weights = { leadHalves, explainedWeight };
      const floor = outsideFloor(outside, weights, outsideShare);
      const best = lowestScore(known, weights, precision, floor);
      if (best !== null && (found === null || best.decided > found.decided))
        found = { rule: { ...weights, scoreMin: best.scoreMin }, decided: best.decided };
    }
  }
  return found === null ? null : found.rule;
}

type Weights = Pick<AcceptRule, 'leadHalves' | 'explainedWeight'>;

/** The score that more than so many of the texts outside would reach; one above it lets through few enough. */
function outsideFloor(outside: readonly Trial[], weights: Weights, share: number): number {
  const scores = outside
    .filter(({ standing }) => isOpen(standing))
    .map(({ standing }) => score(standing, weights))
    .sort((a, b) => b - a);
  return scores[Math.floor(share * outside.length)] ?? -Infinity;
}

function lowestScore(
  known: readonly Trial[],
  weights: Weights,
  precision: number,
  floor: number,
): { readonly scoreMin: number; readonly decided: number } | null {
  const scored = known
    .filter(({ standing }) => isOpen(standing))
    .map(({ standing, right }) => ({ score: score(standing, weights), right }))
    .filter((trial) => trial.score > floor)
    .sort((a, b) => b.score - a.score);
  let right = 0;
  let lowest: { readonly scoreMin: number; readonly decided: number } | null = null;
  scored.forEach((trial, at) => {
    if (trial.right) right += 1;
    // Equal scores are answered together.
    if (scored[at + 1]?.score === trial.score) return;
    if (right >= (at + 1) * precision) lowest = { scoreMin: trial.score, decided: at + 1 };
  });
  return lowest;
}
