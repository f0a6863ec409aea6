// Coverage: which parts of a script were evaluated, over all the runs of its cases.
// In: a checked script and the nodes that counted steps. Out: how many parts there are, and the places of those that no run reached.
// Only nodes that count a step are parts: what the rewriting adds stands nowhere in the text.

import type { CheckResult } from '../compiler/check.ts';
import type { Core, Program } from '../compiler/core.ts';
import { functionParts, parts } from '../compiler/walk.ts';
import { compareCodePoints } from '../grammar/form.ts';
import type { Place } from '../grammar/span.ts';

export interface Coverage {
  readonly nodes: number;
  readonly covered: number;
  /** The outermost parts that no run reached, in the order of the text. */
  readonly missed: readonly Place[];
}

export function coverageOf({ program, places }: CheckResult, reached: ReadonlySet<number>): Coverage {
  const all = new Set<number>();
  const missed = new Set<number>();
  for (const root of rootsOf(program!)) collect(root, true, reached, all, missed);
  return {
    nodes: all.size,
    covered: [...all].filter((node) => reached.has(node)).length,
    missed: [...missed]
      .map(places)
      .sort((a, b) => compareCodePoints(a.module ?? '', b.module ?? '') || a.start - b.start),
  };
}

function rootsOf({ functions, items }: Program): readonly Core[] {
  return [...functions.flatMap(functionParts), ...items.map(({ value }) => value)];
}

function collect(
  core: Core,
  isOutermost: boolean,
  reached: ReadonlySet<number>,
  all: Set<number>,
  missed: Set<number>,
): void {
  const counts = !('counted' in core) || core.counted;
  const isMissed = counts && !reached.has(core.node);
  if (counts) all.add(core.node);
  if (isMissed && isOutermost) missed.add(core.node);
  for (const part of parts(core)) collect(part, isOutermost && !isMissed, reached, all, missed);
}
