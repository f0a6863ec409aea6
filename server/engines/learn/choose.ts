// Choose: which candidates are kept.
// In: candidates with estimates, and the candidates of each example. Out: the kept ones, and how they did out of fold.
// Why greedy: the most general candidate that is good enough is kept first, and others only for the examples it leaves. A
// longer list would find a little more and be wrong more often, and nobody would read it.

import type { Candidate, Candidates, LabelledFeatures } from './candidates.ts';
import { HITS_MIN } from './candidates.ts';
import { estimate } from './estimate.ts';

export interface Tally {
  readonly texts: number;
  readonly decided: number;
  readonly right: number;
}

export interface Choice {
  /** What a candidate had to be estimated at. */
  readonly estimateMin: number;
  /** What the same threshold did for texts that nothing was learned from. */
  readonly outOfFold: Tally;
  /** Whether these reach the precision that was asked for. */
  readonly reached: boolean;
  /** Numbers of the kept candidates, in the order in which they were chosen. */
  readonly kept: readonly number[];
  readonly estimates: Float64Array;
}

// Below the first nothing is precise; above the last hardly anything is left.
const THRESHOLDS = [0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99];

/**
 * Keeps candidates by the threshold that decides most of the texts outside the folds it was learned from while `precision`
 * of those decisions are right; when no threshold does, by the one that is right most often.
 */
export function choose(found: Candidates, examples: readonly LabelledFeatures[], labelCount: number, featureCount: number, folds: number, precision: number): Choice {
  const tallies = THRESHOLDS.map(() => ({ texts: 0, decided: 0, right: 0 }));
  for (let fold = 0; fold < folds; fold += 1) {
    const estimates = estimate(found.candidates, examples, labelCount, featureCount, fold, THRESHOLDS[0]!);
    const covers = findCovers(found, estimates, examples, labelCount, fold);
    THRESHOLDS.forEach((threshold, at) => {
      const kept = new Uint8Array(found.candidates.length);
      for (const candidate of keep(covers, estimates, threshold)) kept[candidate] = 1;
      examples.forEach((example, number) => {
        if (example.fold === fold) tally(tallies[at]!, example, found, number, kept);
      });
    });
  }
  const at = bestOf(tallies, precision);
  const estimates = estimate(found.candidates, examples, labelCount, featureCount, NO_FOLD, THRESHOLDS[0]!);
  return {
    estimateMin: THRESHOLDS[at]!,
    outOfFold: tallies[at]!,
    reached: reaches(tallies[at]!, precision),
    kept: keep(findCovers(found, estimates, examples, labelCount, NO_FOLD), estimates, THRESHOLDS[at]!),
    estimates,
  };
}

const NO_FOLD = -1;

/** A candidate and the examples of its label that it finds. */
type Cover = readonly [candidate: number, examples: readonly number[]];

/** The covers of each label, the most general first. */
function findCovers({ candidates, byExample }: Candidates, estimates: Float64Array, examples: readonly LabelledFeatures[], labelCount: number, withoutFold: number): Cover[][] {
  const covers = Array.from({ length: labelCount }, () => new Map<number, number[]>());
  examples.forEach(({ label, fold }, number) => {
    if (label < 0 || fold === withoutFold) return;
    for (const candidate of byExample[number]!) {
      if (estimates[candidate]! < THRESHOLDS[0]! || candidates[candidate]!.label !== label) continue;
      const covered = covers[label]!.get(candidate);
      if (covered === undefined) covers[label]!.set(candidate, [number]);
      else covered.push(number);
    }
  });
  return covers.map((ofLabel) => [...ofLabel].filter(([, covered]) => covered.length >= HITS_MIN)
    .sort(([a, m], [b, n]) => n.length - m.length || compareCandidates(candidates, estimates, a, b)));
}

/** For each label, candidates that are good enough and find an example that no more general one finds. */
function keep(covers: readonly (readonly Cover[])[], estimates: Float64Array, threshold: number): number[] {
  const covered = new Set<number>();
  return covers.flat().flatMap(([candidate, numbers]) => {
    if (estimates[candidate]! < threshold || numbers.every((number) => covered.has(number))) return [];
    for (const number of numbers) covered.add(number);
    return [candidate];
  });
}

/** The simpler first, so that what only adds a word to it finds nothing left; then the better; then by features. */
function compareCandidates(candidates: readonly Candidate[], estimates: Float64Array, a: number, b: number): number {
  const { features: f } = candidates[a]!;
  const { features: g } = candidates[b]!;
  if (f.length !== g.length) return f.length - g.length;
  if (estimates[a] !== estimates[b]) return estimates[b]! - estimates[a]!;
  for (let at = 0; at < f.length; at += 1) if (f[at] !== g[at]) return f[at]! - g[at]!;
  return 0;
}

/** What the decision engine's rule says where one label is supported, and no more. */
function tally(tally: { texts: number; decided: number; right: number }, example: LabelledFeatures, found: Candidates, number: number, kept: Uint8Array): void {
  tally.texts += 1;
  let supported = -1;
  for (const candidate of found.byExample[number]!) {
    if (kept[candidate] === 0) continue;
    const { label } = found.candidates[candidate]!;
    if (supported >= 0 && supported !== label) return;
    supported = label;
  }
  if (supported < 0) return;
  tally.decided += 1;
  if (supported === example.label) tally.right += 1;
}

function bestOf(tallies: readonly Tally[], precision: number): number {
  let best = -1;
  tallies.forEach((one, at) => {
    if (reaches(one, precision) && (best < 0 || one.decided > tallies[best]!.decided)) best = at;
  });
  if (best >= 0) return best;
  best = 0;
  // Compared as products, so that nothing is rounded. Equal ones: the stricter.
  tallies.forEach((one, at) => {
    if (one.decided > 0 && one.right * tallies[best]!.decided >= tallies[best]!.right * one.decided) best = at;
  });
  return best;
}

function reaches({ decided, right }: Tally, precision: number): boolean {
  return decided > 0 && right >= decided * precision;
}
