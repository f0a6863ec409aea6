// Assign: which place fills which parameter, solved for all parameters at once.
// In: candidates per leaf. Out: at most one candidate per leaf, no two on overlapping places, and the margin of each choice.
// Why: choosing greedily swaps "from A to B". The best total over all pairs, with an abstain column for every parameter, does not;
// and what the total loses when the chosen pair is forbidden says how sure the choice is.

import { valueKey } from './candidate.ts';
import type { Candidate, Place } from './candidate.ts';

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
    const key = valueKey(candidate.value);
    const without = candidates.map((list, at) => (at === leaf ? list.filter((one) => valueKey(one.value) !== key) : list));
    return { candidate, margin: solved.total - solve(without).total };
  });
}

/** A guess must not push firm evidence from its place: "player ID is 12345" is the id, whatever else could be one. */
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
      if (left.by === 'boolean-cue' || right.by === 'boolean-cue') continue;
      if (!left.places.some((one) => right.places.some((other) => overlaps(one, other)))) continue;
      return worthOf(left) < worthOf(right) ? a : b;
    }
  }
  return null;
}

export function overlaps(a: Place, b: Place): boolean {
  return a.source === b.source && a.start < b.end && a.end > b.start;
}

/** Maximum-weight matching of leaves to places with an abstain column each (Hungarian algorithm, O(leaves² × columns)). */
function match(lists: readonly (readonly Candidate[])[]): (Candidate | null)[] {
  const keys: string[] = [];
  const columnOf = new Map<string, number>();
  for (const list of lists) {
    for (const candidate of list) {
      const key = placeKey(candidate);
      if (!columnOf.has(key)) {
        columnOf.set(key, keys.length);
        keys.push(key);
      }
    }
  }
  const rows = lists.length;
  const columns = keys.length + rows;
  const cost = lists.map((list, row) => {
    const line = new Array<number>(columns).fill(0);
    // Another leaf's abstain column is as good as one's own, so zero everywhere is right.
    for (const candidate of list) {
      const column = columnOf.get(placeKey(candidate)) ?? 0;
      line[column] = Math.min(line[column] ?? 0, -worthOf(candidate));
    }
    return { row, line };
  });
  const assigned = hungarian(cost.map(({ line }) => line), columns);
  return lists.map((list, row) => {
    const column = assigned[row] ?? -1;
    if (column < 0 || column >= keys.length) return null;
    let best: Candidate | null = null;
    for (const candidate of list) {
      if (columnOf.get(placeKey(candidate)) === column && (best === null || worthOf(candidate) > worthOf(best))) best = candidate;
    }
    return best;
  });
}

function placeKey(candidate: Candidate): string {
  return candidate.places.map((place) => `${place.source.path}@${place.start}-${place.end}`).join('+');
}

/** Column of each row in a minimum-cost assignment; rows ≤ columns. */
function hungarian(cost: readonly (readonly number[])[], columns: number): number[] {
  const rows = cost.length;
  const u = new Array<number>(rows + 1).fill(0);
  const v = new Array<number>(columns + 1).fill(0);
  const rowOf = new Array<number>(columns + 1).fill(0);
  const way = new Array<number>(columns + 1).fill(0);
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Array<number>(columns + 1).fill(Infinity);
    const used = new Array<boolean>(columns + 1).fill(false);
    do {
      used[column] = true;
      const at = rowOf[column] ?? 0;
      let delta = Infinity;
      let next = 0;
      for (let j = 1; j <= columns; j += 1) {
        if (used[j] === true) continue;
        const reduced = (cost[at - 1]?.[j - 1] ?? 0) - (u[at] ?? 0) - (v[j] ?? 0);
        if (reduced < (least[j] ?? Infinity)) {
          least[j] = reduced;
          way[j] = column;
        }
        if ((least[j] ?? Infinity) < delta) {
          delta = least[j] ?? Infinity;
          next = j;
        }
      }
      for (let j = 0; j <= columns; j += 1) {
        if (used[j] === true) {
          const held = rowOf[j] ?? 0;
          u[held] = (u[held] ?? 0) + delta;
          v[j] = (v[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? Infinity) - delta;
      }
      column = next;
    } while ((rowOf[column] ?? 0) !== 0);
    do {
      const previous = way[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    } while (column !== 0);
  }
  const result = new Array<number>(rows).fill(-1);
  for (let j = 1; j <= columns; j += 1) {
    const row = rowOf[j] ?? 0;
    if (row > 0) result[row - 1] = j - 1;
  }
  return result;
}
