// Bounds: days between which lies what is listed.
// In: a leaf and the context. Out: readings. Why: "on 3 May" names one day and bounds a list on both sides; where the bounds are
// instants, a day is the stretch from its first to its last.

import type { Leaf } from '../../tools/tools.ts';
import { sideOf } from '../../tools/wants.ts';
import type { Context } from '../context.ts';
import type { Span } from '../spans/span.ts';
import { writeDay } from './moments.ts';
import type { Reading, TextRule } from './rule.ts';

/** "On 3 May", of a list between two days: from that day to that day. */
function matchOneDay(leaf: Leaf, at: number, context: Context): Reading[] {
  const days = context.leaves.filter((one, place) => context.wants[place] === 'date' && sideOf(one) !== null);
  if (context.tool.acting || context.wants[at] !== 'date') return [];
  if (
    days.length !== 2 ||
    !days.includes(leaf) ||
    !days.every(({ nameWords }) => nameWords.some((word) => ENDS.has(word)))
  )
    return [];
  const [day, ...more] = context.spans.filter(({ kind, source }) => kind === 'date' && source.age === 0);
  if (day === undefined || more.length > 0) return [];
  const { source, start, end } = day;
  const before = source.text.slice(Math.max(0, start - LEAD_REACH), start);
  if (BOUNDING.test(before) || days.some(({ description }) => EXCLUSIVE.test(description))) return [];
  // Two parameters take one place: each has its own stretch of it.
  const lead = ON_DAY.exec(before)?.[0].length ?? Math.min(1, start);
  if (lead === 0 && end === source.text.length) return [];
  const place =
    sideOf(leaf) !== 'to' ? day : lead > 0 ? { source, start: start - lead, end } : { source, start, end: end + 1 };
  const value = writeDay(leaf, day.detail.moment);
  // Of what may be over or to come nobody knows which of two days of the week is meant.
  return value === null ? [] : [{ value, by: 'date', places: [place], guess: day.detail.far === true }];
}

/**
 * Bounds that are instants: "on 3 May" is from its first instant to its last, "from 3 to 5 May" from the first of the one to the last of
 * the other, and "since 3 May" begins with it. What is listed may be narrowed so; an act needs its hour.
 */
function matchDayBounds(leaf: Leaf, at: number, context: Context): Reading[] {
  const side = boundOf(leaf);
  if (context.tool.acting || context.wants[at] !== 'datetime' || leaf.format !== 'date-time' || side === null)
    return [];
  const bounds = context.leaves.filter((one, place) => context.wants[place] === 'datetime' && boundOf(one) !== null);
  if (bounds.length > 2 || !bounds.includes(leaf) || bounds.filter((one) => boundOf(one) === side).length > 1)
    return [];
  const days = context.spans.filter(
    ({ kind, source, detail }) => kind === 'date' && source.age === 0 && detail.month === undefined,
  );
  const [first, last = first, ...more] = days;
  if (first === undefined || last === undefined || more.length > 0) return [];
  if (context.spans.some(({ kind, source }) => kind === 'time' && source.age === 0)) return [];
  const { source, start, end } = first;
  const before = source.text.slice(Math.max(0, start - LEAD_REACH), start);
  if (first !== last) {
    const between = source.text.slice(first.end, last.start);
    const isStretch = STRETCHING.test(between) || (/^\s+and\s+$/iu.test(between) && /\bbetween\s+$/iu.test(before));
    const value = side === 'from' ? instantAt(first, 0) : lastInstant(last, leaf);
    return isStretch && value !== null ? [{ value, by: 'date', places: [side === 'from' ? first : last] }] : [];
  }
  const value = side === 'from' ? instantAt(first, 0) : lastInstant(first, leaf);
  if (value === null) return [];
  const since = SINCE.exec(before)?.[0].length;
  if (since !== undefined)
    return side === 'from' ? [{ value, by: 'date', places: [{ source, start: start - since, end }] }] : [];
  if (bounds.length !== 2 || BOUNDING.test(before)) return [];
  // Two parameters take one place: each has its own stretch of it.
  const lead = ON_DAY.exec(before)?.[0].length ?? Math.min(1, start);
  if (lead === 0 && end === source.text.length) return [];
  const place =
    side === 'from' ? first : lead > 0 ? { source, start: start - lead, end } : { source, start, end: end + 1 };
  return [{ value, by: 'date', places: [place], guess: first.detail.far === true }];
}

const SINCE = /\bsince\s+(?:the\s+)?$/iu;
const STRETCHING = /^\s*(?:to|until|till|through|-|–|—)\s*$/iu;

/** The side of a bound that is called so, or is one of `gte` and `lte`. */
function boundOf(leaf: Leaf): 'from' | 'to' | null {
  const own = String(leaf.path.at(-1));
  if (/^gte?$/u.test(own)) return 'from';
  if (/^lte?$/u.test(own)) return 'to';
  return leaf.nameWords.some((word) => BOUNDS.has(word)) ? sideOf(leaf) : null;
}

/** Midnight at the beginning of the day, or of a day after it. */
function instantAt({ detail: { moment, offset } }: Span, later: number): string | null {
  if (moment?.year === undefined || moment.month === undefined || moment.day === undefined || offset === undefined)
    return null;
  const date = new Date(Date.UTC(moment.year, moment.month - 1, moment.day + later));
  return `${date.toISOString().slice(0, 10)}T00:00:00${offset}`;
}

/** Where a day ends: the next midnight of a bound that leaves its end out, and else the second before it. */
function lastInstant(day: Span, leaf: Leaf): string | null {
  const next = instantAt(day, 1);
  if (next === null || EXCLUSIVE_END.test(leaf.description) || String(leaf.path.at(-1)) === 'lt') return next;
  return instantAt(day, 0)?.replace('T00:00:00', 'T23:59:59') ?? null;
}

const EXCLUSIVE_END = /\bexclusive\b|\b(?:before|earlier than|less than|prior to|until) (?!or\b)/iu;

const LEAD_REACH = 16;
const ON_DAY = /\b(?:on|for|of) (?:the )?$/iu;
/** What is asked for begins or ends there, or is compared with it. */
const BOUNDING =
  /\b(?:from|since|after|before|until|till?|to|by|starting|beginning|ending|through|between|and|or|than|like|as|past)\s+(?:on |at )?(?:the )?$/iu;
const EXCLUSIVE = /\bexclusive\b|\bnot includ|\bexcluded\b/iu;

/** Names of two days that belong to what they bound: "after" and "before" leave them out. */
const ENDS: ReadonlySet<string> = new Set('from to start end since until first last begin'.split(' '));
const BOUNDS: ReadonlySet<string> = new Set([...ENDS, ...'min max after before'.split(' ')]);

export const BOUND_RULES: readonly TextRule[] = [
  {
    name: 'one-day',
    reads: 'one day, for both ends of what is listed',
    matches: matchOneDay,
    types: ['string'],
    listed: false,
    strength: 2.7,
    firm: true,
    why: 'What is on a day is neither before it nor after it.',
    takes: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
    needs: ['from'],
    tool: ['list_tides', 'List the tides.'],
    case: ['List the tides on 3 May 2027', '2027-05-03'],
    counterCase: 'List the tides since 3 May 2027',
  },
  {
    name: 'day-bounds',
    reads: 'a day or two, for instants that bound what is listed',
    matches: matchDayBounds,
    types: ['string'],
    listed: false,
    strength: 2.7,
    firm: true,
    why: 'A day begins at its midnight and ends with its last second; the offset is that of the request’s clock.',
    takes: { start: { type: 'string', format: 'date-time' }, end: { type: 'string', format: 'date-time' } },
    needs: [],
    tool: ['list_tides', 'List the tides.'],
    now: '2027-04-14T09:00:00+02:00',
    case: ['List the tides on 3 May 2027', '2027-05-03T00:00:00+02:00'],
    counterCase: 'List the tides after 3 May 2027',
  },
];
