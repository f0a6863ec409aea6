// Literal collections: a vector or a map of which every part is a literal stands among a script's constants, so that no run
// makes it. What it means, and what the steps are, is the same as if each part had been evaluated.

import type { Core } from '../core.ts';

/** Steps that a node takes of which every part is a literal; null for any other node. */
export function literalSteps(core: Core): number | null {
  switch (core.kind) {
    case 'literal':
      return 1;
    case 'vector':
      return stepsOf(core.items, core.counted ? 1 : 0);
    case 'map':
      return stepsOf(
        core.entries.map(({ value }) => value),
        1,
      );
    default:
      return null;
  }
}

function stepsOf(parts: readonly Core[], own: number): number | null {
  let steps = own;
  for (const part of parts) {
    const inside = literalSteps(part);
    if (inside === null) return null;
    steps += inside;
  }
  return steps;
}
