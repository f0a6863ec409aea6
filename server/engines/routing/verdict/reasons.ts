// Reasons: what a decision rests on, as data: the rules that read values and the parts of the gate that spoke, with weights.
// In: a decision with its trace. Out: for each tool that was weighed, what spoke for a call and against one.
// Why: people read it as lines (explanation.ts) and pages read it over the wire; both must show the same numbers.

import type { RouteReasons } from '../../../services/routing/wire/route.ts';
import type { Explained, Trace } from '../route.ts';
import { textAt } from '../values/candidate.ts';
import type { Features } from './confidence.ts';
import { basisOf, CONFIDENCE_MIN, confidenceOf, PARTS } from './confidence.ts';
import { SLOPES } from './weights.ts';

/** One for each tool that was weighed: none where no tool came into question, several where several calls are ordered. */
export function reasonsOf({ trace, orders }: Explained): RouteReasons[] {
  if (orders.length > 0) return orders.flatMap(reasonsOf);
  return trace === null ? [] : [reasonsIn(trace)];
}

export function reasonsIn({ weighed, obstacle }: Trace): RouteReasons {
  const { filled, features, rest, others } = weighed;
  return {
    tool: filled.tool.name,
    obstacle: obstacle === null || obstacle.kind === 'call' ? null : obstacle.code,
    confidence: rounded(confidenceOf(features)),
    needed: CONFIDENCE_MIN,
    parts: partsOf(features),
    rules: filled.slots.flatMap((slot) => {
      if (slot.assigned === null) return [];
      const { candidate, margin } = slot.assigned;
      return [
        {
          argument: slot.leaf.argument,
          rule: candidate.rule,
          by: candidate.by,
          strength: rounded(candidate.strength),
          margin: rounded(margin),
          firm: slot.firm,
          sure: slot.sure,
          sent: filled.sent.includes(slot),
        },
      ];
    }),
    left: rest.map(textAt),
    others,
  };
}

/** What each part of the gate saw, what that adds, and the most that it could. */
function partsOf(features: Features): RouteReasons['parts'] {
  const basis = basisOf(features);
  let from = 0;
  return PARTS.flatMap(({ name, knots, read }) => {
    const slopes = SLOPES.slice(from, from + knots.length - 1);
    const adds = slopes.reduce((sum, slope, at) => sum + slope * (basis[from + at] ?? 0), 0);
    const most = slopes.reduce((sum, slope) => sum + slope, 0);
    from += slopes.length;
    return most > 0 ? [{ name, seen: rounded(read(features)), adds: rounded(adds), most: rounded(most) }] : [];
  });
}

/** Thousandths are enough to see which spoke, and print the same everywhere. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
