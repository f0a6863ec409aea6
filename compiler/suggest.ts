// Suggest: the name somebody probably meant.
// In: a name nobody defined and the names that could stand there. Out: the closest one, or none.

import { compareCodePoints } from '../grammar/form.ts';

// One or two slips of the finger; three apart is another word.
const DISTANCE_MAX = 2;

/** The candidate nearest to `name` (fewest edits, then the most letters alike at the start, then first in code point order); null when none is near. */
export function suggest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  // More than half of a short name is not a slip: `x` is not meant by `y`.
  let bestDistance = Math.min(DISTANCE_MAX, Math.floor(name.length / 2)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate, Math.min(bestDistance, DISTANCE_MAX));
    if (distance < bestDistance || (distance === bestDistance && best !== null && isLiker(candidate, best, name))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Of two that are as near: who begins a word knows its first letters. */
function isLiker(candidate: string, best: string, name: string): boolean {
  const [a, b] = [alikeAtStart(candidate, name), alikeAtStart(best, name)];
  return a === b ? compareCodePoints(candidate, best) < 0 : a > b;
}

function alikeAtStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Insertions, deletions, replacements and swaps of neighbours; any number above `max` when it is more than that. */
function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  // Two slips leave one of the first three characters in place, or nearly: most candidates end here.
  if (
    a.length > 5 &&
    !b.slice(0, 5).includes(a[0]!) &&
    !b.slice(0, 5).includes(a[1]!) &&
    !b.slice(0, 5).includes(a[2]!)
  )
    return max + 1;
  let before: number[] = [];
  let previous: number[] = [];
  for (let j = 0; j <= b.length; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    // Outside of this band the distance is above `max` anyway.
    const from = Math.max(1, i - max);
    const to = Math.min(b.length, i + max);
    const row: number[] = [];
    row[from - 1] = from === 1 ? i : max + 1;
    let least = row[from - 1]!;
    for (let j = from; j <= to; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min((previous[j] ?? max) + 1, row[j - 1]! + 1, (previous[j - 1] ?? max) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? max) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return max + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? max + 1;
}
