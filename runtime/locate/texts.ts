// Texts: the strings of a JSON value, each with its path.
// In: a value. Out: its strings in code point order of their paths, and which of them each container holds.
// Why not sorted as paths: a key of half the request over ten thousand strings would be written ten thousand times to be
// compared. Sorting the members of each container gives the same order, and a path stays a rope until someone reads it.

import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';

/** A string of a value, and where it stands (RFC 6901). */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** The strings a container holds, `[from, to)` in the list. They stand together, because they share a path. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

interface Texts {
  readonly texts: readonly SourceText[];
  /** By the array or map itself. */
  readonly ranges: ReadonlyMap<Json, TextRange>;
}

/** A value and its path. */
interface RootValue {
  readonly path: string;
  readonly value: Json;
}

/** The strings under the roots. Keys, numbers and booleans are not text. No root may be inside another one. */
export function collectTexts(roots: readonly RootValue[]): Texts {
  const texts: SourceText[] = [];
  const ranges = new Map<Json, TextRange>();
  const collect = (value: Json, path: string): void => {
    if (typeof value === 'string') texts.push({ path, text: value });
    else if (value instanceof Map || Array.isArray(value)) {
      const from = texts.length;
      for (const { label, member } of sortMembers(value)) collect(member, path + label);
      ranges.set(value, { from, to: texts.length });
    }
  };
  for (const { path, value } of [...roots].sort((a, b) => compareCodePoints(a.path, b.path))) collect(value, path);
  return { texts, ranges };
}

/** Whether a path is one of these, or leads below one. */
export function isBelow(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path === start || path.startsWith(`${start}/`));
}

interface Member {
  readonly label: string;
  readonly member: Json;
}

/** In the order of the paths below them: what a container holds has `/` after its label, which comes before most letters. */
function sortMembers(container: Map<string, Json> | Json[]): Member[] {
  const members = [...container.entries()].map(([key, member]): Member & { readonly rank: string } => {
    const label = pointer([key]);
    return { label, member, rank: typeof member === 'string' ? label : `${label}/` };
  });
  return members.sort((a, b) => compareCodePoints(a.rank, b.rank));
}
