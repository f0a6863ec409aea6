// Lasting: when something ends whose beginning and length are said, and the days of what has no hours.
// In: a leaf and the context. Out: readings. Why: "Thursday at 2 pm, 45 minutes" says both ends; a schema that takes the end has no
// parameter for the length. What ends before its last day, by its description, ends on the day behind it.

import { pointer } from '../../../../../grammar/json-pointer.ts';
import { UP_TO_TWELVE } from '../../text/units.ts';
import type { Leaf, Tool } from '../../tools/tools.ts';
import { dateFormatOf, groupOf, sideOf } from '../../tools/wants.ts';
import type { Place } from '../candidate.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import { momentOf } from '../spans/past-days.ts';
import type { Source } from '../spans/span.ts';
import { isOfWholeDays, WHOLE_DAY, writeDay } from './moments.ts';
import type { Reading, TextRule } from './rule.ts';

const COUNTS: ReadonlyMap<string, number> = new Map([
  ...UP_TO_TWELVE,
  ['a', 1],
  ['an', 1],
  ['half an', 0.5],
  ['half a', 0.5],
]);
const LENGTH = new RegExp(
  `(?<![\\p{L}\\p{N}.,:-])(?<count>\\d{1,3}(?:\\.\\d)?|half an?|${[...COUNTS.keys()].filter((word) => !word.includes(' ')).join('|')})[ -]?(?<unit>min(?:ute)?s?|h(?:ou)?rs?|h)(?: (?:and a|(?<half>and a half)))?(?: long)?(?![\\p{L}\\p{N}])`,
  'giu',
);
/** When, how often, or how much of something it is: none of these is how long it lasts. */
const BEFORE_OTHER =
  /\b(?:in|within|after|before|every|each|by|about|around|roughly|nearly|almost|over|under|up to|at least|at most|more than|less than|until|till|not|or|to)\s+(?:the )?(?:next )?$/iu;
const BEHIND_OTHER =
  /^\s+(?:before|after|earlier|later|late|early|ago|from now|ahead|prior|each|per|or|to|notice|reminder|break|buffer)\b/iu;

/** The one length that a text says, in minutes; null where it says none, or several. */
function lengthIn(source: Source): { readonly minutes: number; readonly place: Place } | null {
  const found = matchesIn(source, LENGTH).filter(
    ({ index, 0: said }) =>
      !BEFORE_OTHER.test(source.text.slice(Math.max(0, index - 24), index)) &&
      !BEHIND_OTHER.test(source.text.slice(index + said.length, index + said.length + 16)),
  );
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return null;
  const { count = '', unit = '', half } = only.groups ?? {};
  const amount = (COUNTS.get(count.toLowerCase()) ?? Number(count)) + (half === undefined ? 0 : 0.5);
  const minutes = amount * (/^m/iu.test(unit) ? 1 : 60);
  return Number.isInteger(minutes) && minutes > 0
    ? { minutes, place: { source, start: only.index, end: only.index + only[0].length } }
    : null;
}

/** The parameter for the other end of what this one ends. */
function beginningOf(leaf: Leaf, { leaves, wants }: Context): Leaf | undefined {
  const want = wants[leaves.indexOf(leaf)];
  return leaves.find(
    (one, at) => one !== leaf && wants[at] === want && sideOf(one) === 'from' && groupOf(one) === groupOf(leaf),
  );
}

function matchEnd(leaf: Leaf, at: number, context: Context): Reading[] {
  if (context.wants[at] !== 'datetime' || sideOf(leaf) !== 'to' || leaf.type !== 'string') return [];
  const isPair = context.leaves.some(
    (one, place) => one !== leaf && context.wants[place] === 'datetime' && sideOf(one) === 'from',
  );
  // Where the length has a parameter of its own, that takes it.
  const hasLength = context.leaves.some(({ nameWords }) =>
    nameWords.some((word) => /^(?:duration|length|minutes|hours)$/u.test(word)),
  );
  if (!isPair || hasLength || dateFormatOf(leaf).kind !== 'template') return [];
  return context.sources.flatMap((source): Reading[] => {
    const instants = context.spans.filter((span) => span.source === source && span.detail.instant !== undefined);
    const [begin, ...more] = instants;
    const length = lengthIn(source);
    if (begin?.detail.instant === undefined || more.length > 0 || length === null) return [];
    return [{ value: later(begin.detail.instant, length.minutes), by: 'duration', places: [length.place] }];
  });
}

/** So many minutes later, with the same offset. */
function later(instant: string, minutes: number): string {
  const [, sign = '+', hours = '00', rest = '00'] = /([+-])(\d{2}):(\d{2})$/u.exec(instant) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest));
  const local = new Date(Date.parse(instant) + (minutes + offset) * 60_000).toISOString().slice(0, 19);
  return `${local}${/[+-]\d{2}:\d{2}$/u.exec(instant)?.[0] ?? 'Z'}`;
}

/** What the schema says of a parameter and of the object it stands in. */
function describedBy(leaf: Leaf, { bounded }: Tool): string {
  const above = leaf.path.slice(0, -1);
  let schema: unknown = bounded.root;
  for (const name of above) {
    const properties: unknown = schema instanceof Map ? schema.get('properties') : undefined;
    schema = properties instanceof Map ? properties.get(name) : undefined;
  }
  const description: unknown = schema instanceof Map ? schema.get('description') : '';
  return `${typeof description === 'string' && pointer(above) !== '' ? description : ''} ${leaf.description}`;
}

/** "All day on Friday": the last day of what has no hours, where one day is said. */
function matchLastDay(leaf: Leaf, at: number, context: Context): Reading[] {
  const form = dateFormatOf(leaf);
  if (context.wants[at] !== 'date' || !isOfWholeDays(leaf) || sideOf(leaf) !== 'to' || form.kind !== 'template')
    return [];
  if (beginningOf(leaf, context) === undefined) return [];
  const isBehind = /\bexclusive\b|\bday (?:after|behind)\b|\bfollowing day\b/iu.test(describedBy(leaf, context.tool));
  return context.sources.flatMap((source): Reading[] => {
    const whole = WHOLE_DAY.exec(source.text);
    if (whole === null) return [];
    const days = context.spans.filter((span) => span.source === source && span.kind === 'date');
    const [day, ...more] = days;
    const { year, month, day: date } = day?.detail.moment ?? {};
    if (day === undefined || more.length > 0 || year === undefined || month === undefined || date === undefined)
      return [];
    const said: Place = { source, start: whole.index, end: whole.index + whole[0].length };
    const value = writeDay(leaf, momentOf(Date.UTC(year, month - 1, date + (isBehind ? 1 : 0))));
    return value === null ? [] : [{ value, by: 'date', places: [day, said] }];
  });
}

const moment = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date', description: 'Only for all-day bookings. The day after the last one.' };

export const LASTING: readonly TextRule[] = [
  {
    name: 'end-by-length',
    reads: 'how long something lasts that begins at an instant, for the instant at which it ends',
    matches: matchEnd,
    types: ['string'],
    strength: 2.6,
    firm: true,
    why: 'A beginning and a length say the end.',
    takes: { end: moment, start: moment },
    needs: ['start', 'end'],
    case: ['Open the gate on 3 May 2027 at 14:00 UTC for 45 minutes', '2027-05-03T14:45:00Z'],
    counterCase: 'Open the gate on 3 May 2027 at 14:00 UTC, 45 minutes before the fair',
  },
  {
    name: 'last-whole-day',
    reads: 'the one day of what lasts all day, for the day that ends it',
    matches: matchLastDay,
    strength: 2.6,
    firm: true,
    why: 'What lasts one day ends with it; the description says which day is written for that.',
    takes: { end_date: day, start_date: { ...day, description: 'Only for all-day bookings' } },
    needs: ['start_date', 'end_date'],
    case: ['Open the gate all day on 3 May 2027', '2027-05-04'],
    counterCase: 'Open the gate on 3 May 2027',
  },
];
