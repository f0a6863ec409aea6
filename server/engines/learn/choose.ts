// Choose: which candidates are kept.
// In: candidates with estimates, and the candidates of each example. Out: the kept ones, and how they did out of fold.
// Why greedy, level by level: of the surest candidates the most general is kept first and others only for the examples it
// leaves, so that a doubtful one is kept only for what no sure one finds. Then the narrow ones whose examples others find
// too are left out again: a longer list would find a little more and be wrong more often, and nobody would read it.

import type { Candidates, LabelledFeatures } from './candidates.ts';
import { sumWithout } from './candidates.ts';
import { estimate } from './estimate.ts';

export interface Tally {
  readonly texts: number;
  readonly decided: number;
  readonly right: number;
}

interface Choice {
  /** What a candidate had to be estimated at. */
  readonly estimateMin: number;
  /** What the same level did for texts that nothing was learned from. */
  readonly outOfFold: Tally;
  /** Whether these reach the precision that was asked for. */
  readonly reached: boolean;
  /** Numbers of the kept candidates, by label, the most general first. */
  readonly kept: readonly number[];
  readonly estimates: Float64Array;
}

// The highest first. Above the first level hardly any candidate is left, below the last none is precise; more levels would make
// longer lists.
const LEVELS = [0.98, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6];
const LEVEL_MIN = Math.min(...LEVELS);
// How much less sure a simpler candidate may be that finds the same examples. In few examples any word beside the one that
// matters makes a candidate look surer; with more allowed, labels that were left out are decided on more often.
const SIMPLER_LESS_MAX = 0.15;

/**
 * Keeps candidates down to the level that decides most of the texts outside the folds it was learned from while `precision`
 * of those decisions are right; when no level does, to the one that is right most often.
 */
export function choose(
  found: Candidates,
  examples: readonly LabelledFeatures[],
  labelCount: number,
  featureCount: number,
  { precision, hitsMin, onFold = () => {} }: ChoiceOptions,
): Choice {
  const tallies = LEVELS.map(() => ({ texts: 0, decided: 0, right: 0 }));
  for (let fold = 0; fold < found.folds; fold += 1) {
    const estimates = estimate(found, examples, labelCount, featureCount, fold, LEVEL_MIN);
    const covers = findCovers(found, estimates, { examples, labelCount, hitsMin, withoutFold: fold });
    tallies.forEach((one, level) => {
      const kept = new Uint8Array(found.count);
      for (const candidate of keep(covers, level)) kept[candidate] = 1;
      examples.forEach((example, number) => {
        if (example.fold === fold) tally(one, example, found, number, kept);
      });
    });
    onFold();
  }
  const level = bestOf(tallies, precision);
  const estimates = estimate(found, examples, labelCount, featureCount, NO_FOLD, LEVEL_MIN);
  const covers = findCovers(found, estimates, { examples, labelCount, hitsMin, withoutFold: NO_FOLD });
  onFold();
  return {
    estimateMin: LEVELS[level]!,
    outOfFold: tallies[level]!,
    reached: reaches(tallies[level]!, precision),
    kept: keep(covers, level),
    estimates,
  };
}

interface ChoiceOptions {
  readonly precision: number;
  /** How many examples of its label a candidate must be in. */
  readonly hitsMin: number;
  readonly onFold?: () => void;
}

const NO_FOLD = -1;

/** A candidate and what it finds outside a fold. */
interface Cover {
  readonly number: number;
  readonly features: readonly number[];
  readonly estimate: number;
  /** How many examples it is found in. */
  readonly found: number;
  /** Those of its label. */
  readonly examples: readonly number[];
}

/** The covers of each label, the most general first. */
function findCovers(
  { labels, found, folds, byExample, featuresOf }: Candidates,
  estimates: Float64Array,
  {
    examples,
    labelCount,
    hitsMin,
    withoutFold,
  }: {
    readonly examples: readonly LabelledFeatures[];
    readonly labelCount: number;
    readonly hitsMin: number;
    readonly withoutFold: number;
  },
): Cover[][] {
  const covered = Array.from({ length: labelCount }, () => new Map<number, number[]>());
  examples.forEach(({ label, fold }, number) => {
    if (label < 0 || fold === withoutFold) return;
    for (const candidate of byExample[number]!) {
      if (estimates[candidate]! < LEVEL_MIN || labels[candidate] !== label) continue;
      const numbers = covered[label]!.get(candidate);
      if (numbers === undefined) covered[label]!.set(candidate, [number]);
      else numbers.push(number);
    }
  });
  return covered.map((ofLabel) =>
    [...ofLabel]
      .filter(([, numbers]) => numbers.length >= hitsMin)
      .map(([number, numbers]): Cover => {
        return {
          number,
          features: featuresOf(number),
          estimate: estimates[number]!,
          found: sumWithout(found, number, folds, withoutFold),
          examples: numbers,
        };
      })
      .sort((a, b) => b.examples.length - a.examples.length || compareCovers(a, b)),
  );
}

/** For each label, the candidates that are kept down to a level, the most general first. */
function keep(covers: readonly (readonly Cover[])[], level: number): number[] {
  return covers.flatMap((ofLabel) => prune(gather(ofLabel, level)).map(({ number }) => number));
}

/** Level by level, the covers that find an example that none before finds. */
function gather(covers: readonly Cover[], level: number): Cover[] {
  const kept = new Set<Cover>();
  const covered = new Set<number>();
  for (const estimateMin of LEVELS.slice(0, level + 1)) {
    for (const cover of covers) {
      if (cover.estimate < estimateMin || cover.examples.every((number) => covered.has(number))) continue;
      kept.add(simplify(cover, covers, LEVELS[level]!));
      for (const number of cover.examples) covered.add(number);
    }
  }
  return covers.filter((cover) => kept.has(cover));
}

/** The simplest part of a candidate that finds the same examples and is hardly less sure; the candidate itself where there is none. */
function simplify({ features, estimate, found, examples }: Cover, covers: readonly Cover[], levelMin: number): Cover {
  const estimateMin = Math.max(levelMin, estimate - SIMPLER_LESS_MAX);
  // A part finds what the whole finds; where it finds as many, these are the same. Of as many, the simpler come first.
  return covers.find(
    (other) =>
      other.examples.length === examples.length &&
      other.found === found &&
      other.estimate >= estimateMin &&
      other.features.every((feature) => features.includes(feature)),
  )!;
}

/** Without those whose examples others find too, the least general left out first. */
function prune(covers: readonly Cover[]): Cover[] {
  const finders = new Map<number, number>();
  for (const { examples } of covers) for (const number of examples) finders.set(number, (finders.get(number) ?? 0) + 1);
  return covers
    .toReversed()
    .filter(({ examples }) => {
      if (examples.some((number) => finders.get(number) === 1)) return true;
      for (const number of examples) finders.set(number, finders.get(number)! - 1);
      return false;
    })
    .reverse();
}

/** The simpler first, so that what only adds a word to it finds nothing left; then the better; then by features. */
function compareCovers({ features: f, estimate: m }: Cover, { features: g, estimate: n }: Cover): number {
  if (f.length !== g.length) return f.length - g.length;
  if (m !== n) return n - m;
  for (let at = 0; at < f.length; at += 1) if (f[at] !== g[at]) return f[at]! - g[at]!;
  return 0;
}

/** What the decision engine's rule says where one label is supported, and no more. */
function tally(
  tally: { texts: number; decided: number; right: number },
  example: LabelledFeatures,
  found: Candidates,
  number: number,
  kept: Uint8Array,
): void {
  tally.texts += 1;
  let supported = -1;
  for (const candidate of found.byExample[number]!) {
    if (kept[candidate] === 0) continue;
    const label = found.labels[candidate]!;
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
  // Compared as products, so that nothing is rounded. Equal ones: the stricter.
  tallies.forEach((one, at) => {
    if (one.decided > 0 && (best < 0 || one.right * tallies[best]!.decided > tallies[best]!.right * one.decided))
      best = at;
  });
  // Where no level decides anything, what is said often enough is still worth reading.
  return best < 0 ? tallies.length - 1 : best;
}

function reaches({ decided, right }: Tally, precision: number): boolean {
  return decided > 0 && right >= decided * precision;
}
