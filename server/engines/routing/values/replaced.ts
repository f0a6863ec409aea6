// Replaced: what something is changed from, beside what it is changed to.
// In: what was read for a parameter. Out: the same, with "from 4 to 6" as one reading of 6. Why: "move it from shelf 4 to shelf 6" says two
// values for the one parameter that takes the new one; the old one only says how things are.

import type { Leaf } from '../tools/tools.ts';
import { sideOf } from '../tools/wants.ts';
import type { Candidate } from './candidate.ts';
import { FIRM_STRENGTH } from './candidate.ts';
import type { Context } from './context.ts';

export function joinReplaced(
  found: readonly Candidate[],
  leaf: Leaf,
  at: number,
  context: Context,
): readonly Candidate[] {
  if (found.length < 2 || !context.tool.acting || isSided(leaf, at, context)) return found;
  for (const before of found)
    for (const after of found) {
      const start = before === after ? null : replacedAt(before, after);
      const [place] = after.places;
      if (start === null || place === undefined) continue;
      const whole = {
        ...after,
        places: [{ ...place, start }],
        strength: Math.max(after.strength, FIRM_STRENGTH) + 0.5,
      };
      const isInside = ({ places }: Candidate): boolean =>
        places.some((one) => one.source === place.source && one.start >= start && one.end <= place.end);
      return [...found.filter((one) => !isInside(one)), whole];
    }
  return found;
}

/** Where the "from" before the first of two values stands, with the second one behind its "to"; null elsewhere. */
function replacedAt(before: Candidate, after: Candidate): number | null {
  const [[first, ...more], [second, ...others]] = [before.places, after.places];
  if (first === undefined || second === undefined || more.length + others.length > 0 || first.source !== second.source)
    return null;
  if (!before.firm || !after.firm || before.rule !== after.rule || second.start < first.end) return null;
  const { text } = first.source;
  const lead = FROM.exec(text.slice(Math.max(0, first.start - LEAD_MAX), first.start));
  return lead !== null && TO.test(text.slice(first.end, second.start)) ? first.start - (lead[1] ?? '').length : null;
}

/** A verb that changes something, and "from" right before a value. */
const FROM =
  /\b(?:set|change|update|edit|correct|adjust|switch|move|raise|lower|increase|decrease|reduce|bump|cut|drop|amend|modify|transfer|reassign|reschedule|postpone|upgrade|downgrade|promote|demote|convert|migrate|roll|rollback|revert|switch)\b[^.;!?\n]*?(\bfrom (?:the )?["'“$€£]?)$/iu;
const TO = /^["'”]? to (?:the )?["'“$€£]?$/iu;
const LEAD_MAX = 120;

/** It is one of two ends, or the tool takes where something comes from. */
function isSided(leaf: Leaf, at: number, { leaves, wants }: Context): boolean {
  return (
    sideOf(leaf) === 'from' ||
    leaves.some(
      (one, place) =>
        one !== leaf &&
        (sideOf(one) === 'from' ||
          one.nameWords.some((word) => /^(?:old|current|previous)$/u.test(word)) ||
          (wants[at] !== 'other' && wants[place] === wants[at])),
    )
  );
}
