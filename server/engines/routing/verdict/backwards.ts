// Backwards: two days or hours that are no stretch: an end that lies before its start, or one that only stands in a row with it.
// In: a filled tool. Out: the places of such ends.
// Why: "from 5 May to 3 May" says two days, each for its own parameter, and no stretch. One of the two is wrong, or they are of two years
// or two nights, which nobody says. "On 3 and 7 May" says two days, and not those between them.

import { JsonNumber } from '../../../../grammar/json.ts';
import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { groupOf, sideAmong, wantOf } from '../tools/wants.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';

export function findBackwards({ tool, sent }: Filled, ageMax: number): Place[] {
  return sent.flatMap((slot) => {
    const places = (slot.assigned?.candidate.places ?? []).filter(({ source }) => source.age <= ageMax);
    const isEnd =
      places.length > 0 &&
      sent.some((other) => other !== slot && (isBefore(slot, other, tool) || isInRow(slot, other, tool)));
    return isEnd ? places : [];
  });
}

function isBefore(end: Slot, start: Slot, { leaves }: Tool): boolean {
  if (!isPair(start.leaf, end.leaf, leaves)) return false;
  const [from, to] = [start, end].map(({ assigned }) => assigned?.candidate.value);
  if (from instanceof JsonNumber && to instanceof JsonNumber) return Number(to.text) < Number(from.text);
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  if (HOUR.test(from) && HOUR.test(to)) return to <= from && !(from >= EVENING && to <= NOON);
  if (DAY.test(from) && DAY.test(to)) return to < from;
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return INSTANT.test(from) && INSTANT.test(to) && last <= first;
}

/** "On 3 and 7 May", "tomorrow and Friday", where something lies between them. */
function isInRow(end: Slot, start: Slot, { leaves }: Tool): boolean {
  if (!isPair(start.leaf, end.leaf, leaves)) return false;
  const [from, to] = [start, end].map(({ assigned }) => assigned?.candidate.value);
  if (typeof from !== 'string' || typeof to !== 'string' || !DAY.test(from) || !DAY.test(to)) return false;
  if (Date.parse(to) - Date.parse(from) <= DAY_MS) return false;
  const [first] = start.assigned?.candidate.places ?? [];
  const [last] = end.assigned?.candidate.places ?? [];
  if (first === undefined || last === undefined || first.source !== last.source || first.end > last.start) return false;
  const { text } = first.source;
  return (
    IN_ROW.test(text.slice(first.end, last.start)) &&
    !STRETCHING.test(text.slice(Math.max(0, first.start - LEAD), first.start))
  );
}

const DAY_MS = 86_400_000;
const LEAD = 24;
const IN_ROW = /^\s*(?:,|&|,?\s*and|,?\s*or)\s*(?:also\s+)?(?:on\s+)?(?:the\s+)?$/iu;
const STRETCHING = /\b(?:between|from|starting|start|since|begins?|beginning)\s+(?:on\s+|the\s+)*$/iu;

const HOUR = /^\d{2}:\d{2}(?::\d{2})?$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/u;
/** From the evening to the next morning is one night. */
const EVENING = '17:00';
const NOON = '12:00';

/** Both are of one kind, and the names say which is the start. */
function isPair(start: Leaf, end: Leaf, leaves: readonly Leaf[]): boolean {
  if (start.type !== end.type || start.path.length !== end.path.length) return false;
  if (start.type !== 'string') return isBound(start, MIN) && isBound(end, MAX) && groupOf(start) === groupOf(end);
  const isTimed = TIMED.has(wantOf(start)) && wantOf(start) === wantOf(end);
  return isTimed && sideAmong(start, leaves) === 'from' && (sideAmong(end, leaves) === 'to' || isDue(end));
}

const TIMED: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);
const isDue: (leaf: Leaf) => boolean = perLeaf(({ nameWords }) => nameWords.some((word) => DUE.has(word)));
const DUE: ReadonlySet<string> = new Set(['due', 'deadline']);
const isBound = ({ nameWords }: Leaf, words: ReadonlySet<string>): boolean => nameWords.some((word) => words.has(word));
const MIN: ReadonlySet<string> = new Set(['min', 'minimum']);
const MAX: ReadonlySet<string> = new Set(['max', 'maximum']);
