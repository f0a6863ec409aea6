// Ranges: sets of code points, as patterns need them.
// In and out: sorted ranges that neither touch nor overlap.

import { FOLDINGS } from '../../grammar/folding.ts';

/** First and last code point. */
export type Range = readonly [first: number, last: number];
export type Ranges = readonly Range[];

export const CODE_POINT_MAX = 0x10ffff;

export const DIGITS: Ranges = [[0x30, 0x39]];
/** ASCII, as `\b` sees words too. */
export const WORDS: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** Tab, line feed, vertical tab, form feed, carriage return, space. */
export const SPACES: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
/** What `.` takes: everything but a line feed. */
export const NOT_LINE_FEED: Ranges = [
  [0, 0x09],
  [0x0b, CODE_POINT_MAX],
];

/** What `.` takes in a pattern with `(?s)`. */
export const EVERYTHING: Ranges = [[0, CODE_POINT_MAX]];

/** The set of all ranges, given in any order. */
export function unite(ranges: Ranges): Ranges {
  const united: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = united.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else united.push([first, last]);
  }
  return united;
}

export function complement(ranges: Ranges): Ranges {
  const rest: Range[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) rest.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= CODE_POINT_MAX) rest.push([from, CODE_POINT_MAX]);
  return rest;
}

export function contains(ranges: Ranges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]![1] < codePoint) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low]![0] <= codePoint;
}

/** With every code point that folds like one of the set. */
export function foldRanges(ranges: Ranges): Ranges {
  // Made when first needed: few scripts have a pattern that ignores case.
  alike ??= groupFoldings();
  const more: Range[] = [];
  for (const [first, last] of ranges) {
    for (let index = firstAtLeast(alike, first); index < alike.length && alike[index]!.codePoint <= last; index += 1) {
      for (const other of alike[index]!.others) if (!contains(ranges, other)) more.push([other, other]);
    }
  }
  return more.length === 0 ? ranges : unite([...ranges, ...more]);
}

/** Index of the first that is not below a code point. */
function firstAtLeast(alike: readonly Alike[], codePoint: number): number {
  let low = 0;
  let high = alike.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (alike[middle]!.codePoint < codePoint) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Alike {
  readonly codePoint: number;
  readonly others: readonly number[];
}

/** The code points that fold like others, in order. */
let alike: readonly Alike[] | null = null;

function groupFoldings(): Alike[] {
  const groups = new Map<number, number[]>();
  for (const [from, to] of FOLDINGS) groups.set(to, [...(groups.get(to) ?? [to]), from]);
  return [...groups.values()]
    .flatMap((group) =>
      group.map((codePoint): Alike => ({ codePoint, others: group.filter((other) => other !== codePoint) })),
    )
    .sort((a, b) => a.codePoint - b.codePoint);
}
