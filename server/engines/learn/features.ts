// Features: what of a text a phrase could find.
// In: texts. Out: for each the words and word runs that the decision engine would find in it, as numbers.
// Why from the engine's own words and stems: what is counted here is then what is located later. What stands inside a
// negation does not speak for an option, so it is no feature either.

import { compareCodePoints } from '../../../grammar/form.ts';
import { standingOf } from '../../../runtime/locate/denial.ts';
import { readUnits } from '../../../runtime/locate/word-places.ts';

/** Words of one text that follow each other, at most. Longer runs are seldom said twice. */
export const RUN_MAX = 4;
// Rarer ones could not support a phrase; more common ones come first when there are too many to count with.
const TEXTS_MIN = 2;
// More words and runs than a label is ever told by; each costs memory for every text it stands in.
export const FEATURES_MAX = 50_000;

export interface TextFeatures {
  /** Single words, ascending. */
  readonly words: readonly number[];
  /** Runs of two and more words, ascending. */
  readonly runs: readonly number[];
}

export interface Features {
  /** Features are numbered from 0: words first, then runs, each in code point order of their stems. */
  readonly wordCount: number;
  /** How each feature is most often written. */
  readonly surfaces: readonly string[];
  /** How many texts have it. */
  readonly counts: readonly number[];
  readonly texts: readonly TextFeatures[];
}

/** Finds the features of all texts. */
export function findFeatures(texts: readonly string[]): Features {
  const spotted = texts.map(spot);
  const known = new Map<string, { count: number; readonly surfaces: Map<string, number> }>();
  for (const stems of spotted) {
    for (const [stem, surface] of stems) {
      let entry = known.get(stem);
      if (entry === undefined) known.set(stem, (entry = { count: 0, surfaces: new Map() }));
      entry.count += 1;
      entry.surfaces.set(surface, (entry.surfaces.get(surface) ?? 0) + 1);
    }
  }
  const kept = [...known]
    .filter(([, { count }]) => count >= TEXTS_MIN)
    .sort(([a, { count: m }], [b, { count: n }]) => n - m || compareCodePoints(a, b))
    .slice(0, FEATURES_MAX)
    .sort(([a], [b]) => Number(isRun(a)) - Number(isRun(b)) || compareCodePoints(a, b));
  const numbers = new Map(kept.map(([stem], number) => [stem, number]));
  const wordCount = kept.filter(([stem]) => !isRun(stem)).length;
  return {
    wordCount,
    surfaces: kept.map(([, { surfaces }]) => mostFrequent(surfaces)),
    counts: kept.map(([, { count }]) => count),
    texts: spotted.map((stems) => {
      const present = [...stems.keys()].flatMap((stem) => numbers.get(stem) ?? []).sort((a, b) => a - b);
      return {
        words: present.filter((number) => number < wordCount),
        runs: present.filter((number) => number >= wordCount),
      };
    }),
  };
}

// No word contains it.
const JOINT = '\u0000';

function isRun(stem: string): boolean {
  return stem.includes(JOINT);
}

function mostFrequent(surfaces: ReadonlyMap<string, number>): string {
  return [...surfaces].sort(([a, m], [b, n]) => n - m || compareCodePoints(a, b))[0]![0];
}

/** The features of one text: stem, and how it is first written. */
function spot(text: string): Map<string, string> {
  const bytes = new TextEncoder().encode(text);
  const units = readUnits(text);
  const found = new Map<string, string>();
  units.forEach((unit, from) => {
    let { stem, surface } = unit;
    // A run is denied by what stands before and behind all of it, which is not what its words are denied by.
    const add = (end: number): void => {
      if (!found.has(stem) && !standingOf(bytes, unit.start, end).denied) found.set(stem, surface);
    };
    add(unit.end);
    for (let to = from + 1; to < units.length && to < from + RUN_MAX && units[to]!.follows; to += 1) {
      // Scripts that write no spaces: a phrase is found only with the spaces it is written with.
      const space = units[to]!.start > units[to - 1]!.end ? ' ' : '';
      stem += JOINT + space + units[to]!.stem;
      surface += space + units[to]!.surface;
      add(units[to]!.end);
    }
  });
  return found;
}
