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
  for (const before of found) {
    const from = fromOf(before);
    const after = from === null ? undefined : found.find((one) => one !== before && isBehind(one, before));
    const [place] = after?.places ?? [];
    if (from === null || after === undefined || place === undefined) continue;
    const strength = Math.max(after.strength, FIRM_STRENGTH) + 0.5;
    const isInside = ({ places }: Candidate): boolean =>
      places.some(({ source, start, end }) => source === place.source && start >= from && end <= place.end);
    return [...found.filter((one) => !isInside(one)), { ...after, places: [{ ...place, start: from }], strength }];
  }
  return found;
}

/** Where the "from" right before a value stands, behind a verb that changes something; null elsewhere. */
function fromOf({ places: [place, ...more], firm }: Candidate): number | null {
  if (place === undefined || more.length > 0 || !firm) return null;
  const lead = place.source.text.slice(Math.max(0, place.start - LEAD_MAX), place.start);
  const from = FROM.exec(lead);
  return from !== null && CHANGES.test(lead.slice(0, from.index)) ? place.start - from[0].length : null;
}

/** Read by the same rule, and joined to the other by "to". */
function isBehind({ places: [place, ...more], firm, rule }: Candidate, before: Candidate): boolean {
  const [first] = before.places;
  return (
    place !== undefined &&
    first !== undefined &&
    more.length === 0 &&
    firm &&
    rule === before.rule &&
    place.source === first.source &&
    TO.test(place.source.text.slice(first.end, Math.max(first.end, place.start)))
  );
}

const FROM = /\bfrom (?:the )?["'“$€£]?$/iu;
const CHANGES =
  /\b(?:set|change|update|edit|correct|adjust|switch|move|raise|lower|increase|decrease|reduce|bump|cut|drop|amend|modify|transfer|reassign|reschedule|postpone|upgrade|downgrade|promote|demote|convert|migrate|roll|rollback|revert)\b[^.;!?\n]*$/iu;
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
