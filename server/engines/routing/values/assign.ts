// Assign: which place fills which parameter, solved for all parameters at once.
// In: candidates per leaf. Out: at most one candidate per leaf, no two on overlapping places, and the margin of each choice.
// Why: choosing greedily swaps "from Ulm to Graz". The best total over all pairs, with an abstain column for every parameter, does not;
// and what the total loses when the chosen pair is forbidden says how sure the choice is.

import type { Candidate, Place } from './candidate.ts';
import { valueKey } from './candidate.ts';

export interface Assigned {
  readonly candidate: Candidate;
  /** Loss of the best total when this value is forbidden for this leaf; near 0 means another reading is as good. */
  readonly margin: number;
}

/** Forbidding overlaps can ripple; after this many repairs the rest is left out, which only makes us ask. */
const REPAIRS_MAX = 24;

export function assign(candidates: readonly (readonly Candidate[])[]): (Assigned | null)[] {
  const solved = solve(candidates);
  return solved.chosen.map((candidate, leaf) => {
    if (candidate === null) return null;
    let margin: number | undefined;
    return {
      candidate,
      // Worked out when it is looked at: of the tools that are filled, most are never asked how sure they are.
      get margin() {
        return (margin ??= solved.total - solve(withoutValue(candidates, leaf, candidate)).total);
      },
    };
  });
}

function withoutValue(
  candidates: readonly (readonly Candidate[])[],
  leaf: number,
  { value }: Candidate,
): (readonly Candidate[])[] {
  const key = valueKey(value);
  // A bare word that is only proposed is no other reading of a value that the text marks.
  return candidates.map((list, at) =>
    at === leaf
      ? list.filter((one) => valueKey(one.value) !== key && (one.firm || one.strength >= PROPOSED_STRENGTH))
      : list,
  );
}

const PROPOSED_STRENGTH = 1;

/** A guess must not push firm evidence from its place: "the berth ID is 40417" is the id, whatever else could be one. */
const GUESS_WORTH = 0.6;

function worthOf(candidate: Candidate): number {
  return candidate.firm ? candidate.strength : candidate.strength * GUESS_WORTH;
}

interface Solution {
  readonly chosen: readonly (Candidate | null)[];
  readonly total: number;
}

/** Best assignment with no two overlapping places. An overlap is repaired by forbidding its weaker pair and solving again. */
function solve(candidates: readonly (readonly Candidate[])[]): Solution {
  let lists = candidates;
  for (let repair = 0; ; repair += 1) {
    const chosen = match(lists);
    const clash = findClash(chosen);
    if (clash === null || repair >= REPAIRS_MAX) {
      const kept = clash === null ? chosen : chosen.map((one, at) => (at === clash ? null : one));
      return { chosen: kept, total: kept.reduce((sum, one) => sum + (one === null ? 0 : worthOf(one)), 0) };
    }
    const loser = chosen[clash];
    lists = lists.map((list, at) => (at === clash ? list.filter((one) => one !== loser) : list));
  }
}

/** Index of the weaker leaf of the first overlapping pair, or null. */
function findClash(chosen: readonly (Candidate | null)[]): number | null {
  for (let a = 0; a < chosen.length; a += 1) {
    for (let b = a + 1; b < chosen.length; b += 1) {
      const left = chosen[a];
      const right = chosen[b];
      if (left === null || left === undefined || right === null || right === undefined) continue;
      if (saysMore(left) || saysMore(right)) continue;
      // Both ends of a month or a day are said by naming it.
      if (saysBothEnds(left, right)) continue;
      if (!left.places.some((one) => right.places.some((other) => overlaps(one, other)))) continue;
      return worthOf(left) < worthOf(right) ? a : b;
    }
  }
  return null;
}

/** What switches a flag, and the unit of an amount, may stand in the place of another value. */
function saysMore({ by, rule }: Candidate): boolean {
  return by === 'boolean-cue' || rule === 'kind-of-amount';
}

function saysBothEnds(left: Candidate, right: Candidate): boolean {
  return (
    (ENDS.has(left.rule) && (left.rule === right.rule || (left.rule === 'last-whole-day' && right.rule === 'day'))) ||
    (left.rule === 'day' && right.rule === 'last-whole-day')
  );
}

/** Rules by which one place says both ends of a stretch. */
const ENDS: ReadonlySet<string> = new Set(['month-ends', 'one-day', 'day-bounds', 'midnight', 'last-whole-day']);

export function overlaps(a: Place, b: Place): boolean {
  return a.source === b.source && a.start < b.end && a.end > b.start;
}

/** Maximum-weight matching of leaves to places with an abstain column each (Hungarian algorithm, O(leaves² × columns)). */
function match(lists: readonly (readonly Candidate[])[]): (Candidate | null)[] {
  const known = new Map<string, number>();
  const columnsOf = lists.map((list) =>
    list.map((candidate) => {
      const key = placeKey(candidate);
      let column = known.get(key);
      if (column === undefined) known.set(key, (column = known.size));
      return column;
    }),
  );
  const places = known.size;
  const columns = places + lists.length;
  const costs = lists.map((list, row) => {
    // Another leaf's abstain column is as good as one's own, so zero everywhere is right.
    const line = new Array<number>(columns).fill(0);
    list.forEach((candidate, at) => {
      const column = columnsOf[row]?.[at] as number;
      line[column] = Math.min(line[column] as number, -worthOf(candidate));
    });
    return line;
  });
  const assigned = hungarian(costs, columns);
  return lists.map((list, row) => {
    const column = assigned[row] ?? -1;
    if (column < 0 || column >= places) return null;
    const fitting = list.filter((_, at) => columnsOf[row]?.[at] === column);
    return fitting.reduce<Candidate | null>(
      (best, one) => (best === null || worthOf(one) > worthOf(best) ? one : best),
      null,
    );
  });
}

// The margin of each leaf is found by matching again, so that the same candidates are asked for their places many times.
const KEYS = new WeakMap<Candidate, string>();

function placeKey(candidate: Candidate): string {
  let key = KEYS.get(candidate);
  if (key === undefined)
    KEYS.set(
      candidate,
      (key =
        candidate.places.map((place) => `${place.source.path}@${place.start}-${place.end}`).join('+') +
        (ENDS.has(candidate.rule) ? valueKey(candidate.value) : '')),
    );
  return key;
}

/** Column of each row in a minimum-cost assignment; rows ≤ columns. */
function hungarian(costs: readonly (readonly number[])[], columns: number): number[] {
  const rows = costs.length;
  const zeros = (count: number): number[] => new Array<number>(count).fill(0);
  const u = zeros(rows + 1);
  const v = zeros(columns + 1);
  const rowOf = zeros(columns + 1);
  const way = zeros(columns + 1);
  const least = zeros(columns + 1);
  const used = zeros(columns + 1);
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row;
    let column = 0;
    least.fill(Infinity);
    used.fill(0);
    do {
      used[column] = 1;
      const at = rowOf[column] as number;
      const line = costs[at - 1] as readonly number[];
      const base = u[at] as number;
      let delta = Infinity;
      let next = 0;
      for (let j = 1; j <= columns; j += 1) {
        if (used[j] === 1) continue;
        const reduced = (line[j - 1] as number) - base - (v[j] as number);
        if (reduced < (least[j] as number)) {
          least[j] = reduced;
          way[j] = column;
        }
        if ((least[j] as number) < delta) {
          delta = least[j] as number;
          next = j;
        }
      }
      for (let j = 0; j <= columns; j += 1) {
        if (used[j] === 1) {
          const held = rowOf[j] as number;
          u[held] = (u[held] as number) + delta;
          v[j] = (v[j] as number) - delta;
        } else least[j] = (least[j] as number) - delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const previous = way[column] as number;
      rowOf[column] = rowOf[previous] as number;
      column = previous;
    } while (column !== 0);
  }
  const result = new Array<number>(rows).fill(-1);
  for (let j = 1; j <= columns; j += 1) {
    const row = rowOf[j] as number;
    if (row > 0) result[row - 1] = j - 1;
  }
  return result;
}
