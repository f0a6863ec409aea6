// Properties: the code points of `\p{…}`: of a category such as `L` or `Lu`, or of a script such as `Greek`.
// In: a name. Out: its code points in Unicode 16.0, or what was meant.

import { suggest } from '../suggest.ts';
import { CATEGORIES, CATEGORY_RUNS, SCRIPT_RUNS, SCRIPTS } from './properties-data.ts';
import type { Range, Ranges } from './ranges.ts';
import { unite } from './ranges.ts';

/** null for a name that is none. */
export function propertyRanges(name: string): Ranges | null {
  return properties().get(name) ?? null;
}

export function suggestProperty(name: string): string | null {
  const letters = name.replaceAll('_', '').toLowerCase();
  const names = [...properties().keys()];
  return names.find((known) => known.replaceAll('_', '').toLowerCase() === letters) ?? suggest(name, names);
}

let known: ReadonlyMap<string, Ranges> | null = null;

/** By name; read when first needed, for few scripts have one. */
function properties(): ReadonlyMap<string, Ranges> {
  if (known !== null) return known;
  const categories = readRuns(CATEGORIES.split(' '), CATEGORY_RUNS, 1);
  const groups = new Map<string, Range[]>();
  for (const [name, ranges] of categories) groups.set(name[0]!, [...(groups.get(name[0]!) ?? []), ...ranges]);
  known = new Map([
    ...categories,
    ...[...groups].map(([name, ranges]) => [name, unite(ranges)] as const),
    ...readRuns(SCRIPTS.split(' '), SCRIPT_RUNS, 2),
  ]);
  return known;
}

/** Each run: so many digits that say which name it has, and how many code points more. */
function readRuns(names: readonly string[], runs: string, digits: number): Map<string, Range[]> {
  const found = new Map<string, Range[]>(names.map((name) => [name, []]));
  let first = 0;
  for (const run of runs.split(' ')) {
    const more = run.length === digits ? 0 : Number.parseInt(run.slice(digits), 36);
    found.get(names[Number.parseInt(run.slice(0, digits), 36)]!)!.push([first, first + more]);
    first += more + 1;
  }
  return found;
}
