// Moments: days, hours and instants in the form that a parameter asks for.
// In: a leaf and a span that names a day or an hour. Out: rows. Why: "Friday at ten past four" is a date for one parameter, an hour for
// another, both for a third, and nothing for a name.

import { stemOf } from '../../text/words.ts';
import { perTool } from '../../tools/per-leaf.ts';
import type { Leaf, Tool } from '../../tools/tools.ts';
import { dateFormatOf, sideOf, timeFormatOf } from '../../tools/wants.ts';
import type { Context } from '../context.ts';
import { shapeOf } from '../shapes.ts';
import type { Moment, Span } from '../spans/span.ts';
import type { SpanRule } from './rule.ts';

const textOf = ({ source, start, end }: Span): string => source.text.slice(start, end);
const pad = (value: number | undefined): string => String(value ?? 0).padStart(2, '0');
const nothing = (): null => null;

const renderDay = (leaf: Leaf, { detail }: Span): string | null => writeDay(leaf, detail.moment);

/** The day in the form that the parameter declares; null where that is no form, or no day of a year is named. */
export function writeDay(leaf: Leaf, moment: Moment | undefined): string | null {
  const form = dateFormatOf(leaf);
  if (form.kind !== 'template' || moment === undefined) return null;
  if (moment.year === undefined || moment.month === undefined || moment.day === undefined) return null;
  const shown = { Y: String(moment.year).padStart(4, '0'), M: pad(moment.month), D: pad(moment.day) };
  return form.parts.map((part) => shown[part]).join(form.separator);
}

function renderTime(leaf: Leaf, moment: Moment): string {
  return `${pad(moment.hour)}:${pad(moment.minute)}${timeFormatOf(leaf) === 'seconds' ? `:${pad(moment.second)}` : ''}`;
}

/** A parameter for a month of a year, by its form. */
function isMonthly(leaf: Leaf): boolean {
  const pattern = leaf.schema.get('pattern');
  return (
    leaf.nameWords.includes('month') &&
    (/\bYYYY-MM\b(?!-)/u.test(leaf.description) ||
      (typeof pattern === 'string' && /^\^(?:\\d|\[0-9\])\{4\}-(?!.*-.*(?:\\d|\[0-9\])\{2\}-)/u.test(pattern)))
  );
}

/** Parameters that take a stretch of time in words. */
const PERIODS = new Set([
  'month',
  'week',
  'season',
  'period',
  'timeframe',
  'duration',
  'time',
  'range',
  'when',
  'quarter',
]);

const takesDay = (leaf: Leaf, { wants, leaves }: Context): boolean =>
  ['date', 'datetime'].includes(wants[leaves.indexOf(leaf)] ?? '');
const isFormed = (leaf: Leaf): boolean => dateFormatOf(leaf).kind === 'template' || leaf.format === 'date-time';
/** "Now" says when to act, and is the day of something only where a day is needed. */
const isNow = (span: Span): boolean => /^(?:right )?now$/iu.test(textOf(span));

/** An event without hours. */
export const WHOLE_DAY = /\b(?:all|whole|full|entire)[- ]day\b/iu;

export function isOfWholeDays({ description }: Leaf): boolean {
  return /\bonly for (?:all|whole|full)[- ]day\b/iu.test(description);
}

/** A bound whose description says which instant of a day it is. One alone needs the word that says on which side it bounds. */
function isMidnight(leaf: Leaf, span: Span, { leaves, wants, spans }: Context): boolean {
  const { detail, source, start, end } = span;
  // With an hour it is another instant.
  if (
    spans.some((one) => one.source === source && one.detail.instant !== undefined && one.start < end && one.end > start)
  )
    return false;
  if (detail.instant !== undefined || detail.moment?.day === undefined || detail.offset === undefined) return false;
  if (!isFormed(leaf) || !/\bmidnight\b/iu.test(leaf.description)) return false;
  const isPair = leaves.filter((one, at) => wants[at] === 'datetime' && sideOf(one) !== null).length === 2;
  return (
    (isPair && sideOf(leaf) !== null) ||
    /\b(?:since|after|from|until|till|before|by|through)\s+(?:the\s+)?$/iu.test(
      source.text.slice(Math.max(0, start - 16), start),
    )
  );
}

function midnightOf({ description }: Leaf, { detail: { moment = {}, offset = 'Z' }, source, start }: Span): string {
  const lead = source.text.slice(Math.max(0, start - 16), start);
  const isUpper = /\b(?:following|next) day\b|\bday (?:after|behind)\b/iu.test(description);
  // "Before Friday" ends where Friday begins, and "after Friday" begins where it ends.
  const isNext = isUpper ? !/\bbefore\s+(?:the\s+)?$/iu.test(lead) : /\bafter\s+(?:the\s+)?$/iu.test(lead);
  const date = new Date(Date.UTC(moment.year ?? 0, (moment.month ?? 1) - 1, (moment.day ?? 1) + (isNext ? 1 : 0)));
  return `${date.toISOString().slice(0, 10)}T00:00:00${offset}`;
}

const day = { type: 'string', format: 'date' };
const instant = { type: 'string', format: 'date-time' };

/** The hour as it is on the clock, where the words say no zone and the pattern takes no offset; null elsewhere. */
function renderLocal(leaf: Leaf, span: Span): string | null {
  const { instant: whole } = span.detail;
  const plain = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})[+-]\d{2}:\d{2}$/u.exec(whole ?? '')?.[1];
  const shape = shapeOf(leaf.schema);
  if (whole === undefined || plain === undefined || shape === null) return null;
  const saysZone = /\b(?:UTC|GMT|[A-Z]{2,4}T)\b|[Zz]$|[+-]\d{2}:?\d{2}$/u.test(textOf(span));
  return !saysZone && shape.matches(plain) && !shape.matches(whole) ? plain : null;
}

/** What is moved to another hour keeps its day, which nobody said. */
const movesThings: (tool: Tool) => boolean = perTool(({ acts, actWords }) =>
  [...acts, ...actWords].some((act) => MOVING.has(act)),
);
const MOVING: ReadonlySet<string> = new Set(
  'update change modify edit patch adjust move shift reschedule postpone delay push'
    .split(' ')
    .flatMap((verb) => [verb, stemOf(verb)]),
);

export const MOMENTS: readonly SpanRule[] = [
  {
    name: 'instant',
    reads: 'a day with an hour and an offset',
    kinds: ['date'],
    wants: ['datetime'],
    when: (leaf, span, { tool }) =>
      span.detail.instant !== undefined && isFormed(leaf) && !(span.detail.today === true && movesThings(tool)),
    value: (leaf, span) => ({
      value: renderLocal(leaf, span) ?? span.detail.instant ?? null,
      by: span.detail.instant === textOf(span) ? 'exact' : 'date',
    }),
    strength: 3,
    firm: true,
    why: 'RFC 3339 wants all three; the offset is said, or that of the request’s clock. A pattern without one takes the hour as it is said.',
    takes: { start: instant },
    case: ['Open the gate on 3 May 2027 at 14:00 UTC', '2027-05-03T14:00:00Z'],
    counterCase: 'Open the gate on 3 May 2027',
  },
  {
    name: 'instant-in-words',
    reads: 'a day with an hour, for a parameter that promises no form',
    kinds: ['date'],
    wants: ['datetime'],
    when: (_, span) => span.detail.instant !== undefined,
    value: (_, span) => ({ value: span.detail.instant ?? null, by: 'date' }),
    strength: 3,
    firm: false,
    why: 'In which form nobody says.',
    takes: { timestamp: { type: 'string' } },
    case: ['Open the gate on 3 May 2027 at 14:00 UTC', '2027-05-03T14:00:00Z'],
    counterCase: 'Open the gate',
  },
  {
    name: 'no-whole-day',
    reads: 'a day, for a parameter of whole days alone, where nobody says that it is one',
    kinds: ['date'],
    wants: ['date'],
    when: (leaf, { source }) => isOfWholeDays(leaf) && !WHOLE_DAY.test(source.text),
    value: nothing,
    strength: 0,
    firm: false,
    why: 'The description says for what it is.',
    takes: { date: { ...day, description: 'Only for all-day bookings' } },
    case: ['Open the gate on 3 May 2027', null],
    counterCase: 'Open the gate all day on 3 May 2027',
  },
  {
    name: 'midnight',
    reads: 'a day alone, for a bound that is described as its midnight, or that of the day behind it',
    kinds: ['date'],
    wants: ['datetime'],
    when: (leaf, span, context) => isMidnight(leaf, span, context),
    value: (leaf, span) => ({ value: midnightOf(leaf, span), by: 'date' }),
    strength: 2,
    firm: true,
    why: 'The description says which instant of a day is meant; the offset is that of the request’s clock.',
    takes: { since: { ...instant, description: 'From then on; of a day, its midnight' } },
    now: '2027-04-14T09:00:00+02:00',
    case: ['Print what came in since 3 May 2027', '2027-05-03T00:00:00+02:00'],
    counterCase: 'Print what came in since 3 May 2027 at 14:00 UTC',
  },
  {
    name: 'no-instant',
    reads: 'an instant for a parameter that takes none, and a day or an hour alone for one that takes an instant',
    kinds: ['date', 'time'],
    when: (leaf, span) => span.detail.instant !== undefined || leaf.format === 'date-time',
    value: nothing,
    strength: 0,
    firm: false,
    why: 'Half of an instant is none.',
    takes: { start: instant },
    case: ['Open the gate on 3 May 2027', null],
    counterCase: 'Open the gate on 2027-05-03T14:00:00Z',
  },
  {
    name: 'month',
    reads: 'a month of a year',
    kinds: ['date'],
    when: (leaf, span) => span.detail.month !== undefined && isMonthly(leaf),
    value: (_, { detail: { month } }) => ({
      value: `${String(month?.year).padStart(4, '0')}-${pad(month?.month)}`,
      by: 'date',
    }),
    strength: 2,
    firm: true,
    why: 'The parameter’s name and form say that it takes one.',
    takes: { month: { type: 'string', description: 'Month, YYYY-MM' } },
    case: ['Print the rents of May 2027', '2027-05'],
    counterCase: 'Print the rents of 3 May 2027',
  },
  {
    name: 'period-in-words',
    reads: 'a day for a parameter that takes a stretch of time',
    kinds: ['date'],
    when: (leaf, _, context) => !takesDay(leaf, context) && leaf.nameWords.some((word) => PERIODS.has(word)),
    strength: 1.2,
    firm: false,
    why: 'Whether the words are what it takes nobody says.',
    takes: { season: { type: 'string' } },
    case: ['Print the rents of next week', 'next week'],
    counterCase: 'Print the rents',
  },
  {
    name: 'day-elsewhere',
    reads: 'a day for a parameter that takes none',
    kinds: ['date'],
    when: (leaf, span, context) => !takesDay(leaf, context) || (isNow(span) && !leaf.required),
    value: nothing,
    strength: 0,
    firm: false,
    why: 'A day names nothing else. "Now" says when to act.',
    takes: { tenant: { type: 'string' } },
    case: ['Print the rents of 3 May 2027', null],
    counterCase: 'Do "3 May 2027"',
  },
  {
    name: 'day-in-words',
    reads: 'a day for a parameter that promises no form',
    kinds: ['date'],
    wants: ['date'],
    when: (leaf) => dateFormatOf(leaf).kind === 'free',
    strength: 1.8,
    firm: true,
    why: 'Without a form the words themselves are the value.',
    takes: { day: { type: 'string' } },
    case: ['Open the gate on 3 May 2027', '3 May 2027'],
    counterCase: 'Open the gate at 9:30',
  },
  {
    name: 'day-unread',
    reads: 'a day for a parameter whose form is not understood',
    kinds: ['date'],
    when: (leaf) => dateFormatOf(leaf).kind !== 'template',
    strength: 0.9,
    firm: false,
    why: 'It is proposed as it stands.',
    takes: { day: { type: 'string', description: 'Day, in the format of the house' } },
    case: ['Open the gate on 3 May 2027', '3 May 2027'],
    counterCase: 'Open the gate',
  },
  {
    name: 'day-as-typed',
    reads: 'a day typed as one code that the declared pattern does not accept',
    kinds: ['date'],
    wants: ['date'],
    when: (leaf, span) =>
      /^(?=\S*\p{N})\S*\p{L}\S*$/u.test(textOf(span)) &&
      typeof leaf.schema.get('pattern') === 'string' &&
      renderDay(leaf, span) !== textOf(span),
    strength: 2,
    firm: true,
    why: 'Against a declared pattern it is the code that is wrong, and the question names it.',
    takes: { day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } },
    case: ['Open the gate on 2027-May-03', '2027-May-03'],
    counterCase: 'Open the gate on 2027-05-03',
  },
  {
    name: 'day',
    reads: 'a day in the declared form',
    kinds: ['date'],
    when: (leaf, span, context) =>
      context.wants[context.leaves.indexOf(leaf)] === 'date' && renderDay(leaf, span) !== null,
    value: (leaf, span) => {
      const value = renderDay(leaf, span);
      return { value, by: value === textOf(span) ? 'exact' : 'date' };
    },
    strength: 2,
    firm: true,
    why: 'The words, with the request’s clock where they need one, name one day of the calendar.',
    takes: { day },
    case: ['Open the gate on 3 May 2027', '2027-05-03'],
    counterCase: 'Open the gate on 05/06/2027',
  },
  {
    name: 'day-of-instant',
    reads: 'a day alone for a parameter that takes a day and an hour',
    kinds: ['date'],
    wants: ['datetime'],
    when: (leaf, span) => renderDay(leaf, span) !== null,
    value: (leaf, span) => ({ value: renderDay(leaf, span), by: 'date' }),
    strength: 0.8,
    firm: false,
    why: 'The hour is missing.',
    takes: { timestamp: { type: 'string', description: 'YYYY-MM-DD HH:MM' } },
    case: ['Open the gate on 3 May 2027', '2027-05-03'],
    counterCase: 'Open the gate',
  },
  {
    name: 'no-day',
    reads: 'a day that is not certain',
    kinds: ['date'],
    value: nothing,
    strength: 0,
    firm: false,
    why: '"05/06" is two days, and "tomorrow" none without a clock.',
    takes: { day },
    case: ['Open the gate on 05/06/2027', null],
    counterCase: 'Open the gate on 3 May 2027',
  },
  {
    name: 'hour-in-words',
    reads: 'an hour for a parameter that promises no form',
    kinds: ['time'],
    wants: ['time'],
    when: (leaf) => timeFormatOf(leaf) === 'free',
    strength: 1.8,
    firm: true,
    why: 'Without a form the words themselves are the value.',
    takes: { time: { type: 'string' } },
    case: ['Open the gate at 9:30', '9:30'],
    counterCase: 'Open the gate on 3 May 2027',
  },
  {
    name: 'hour',
    reads: 'an hour in the declared form',
    kinds: ['time'],
    wants: ['time'],
    when: (_, span) => span.detail.moment !== undefined,
    value: (leaf, span) => {
      const value = renderTime(leaf, span.detail.moment ?? {});
      return { value, by: value === textOf(span) ? 'exact' : 'time' };
    },
    strength: 2,
    firm: true,
    why: 'The words name one hour of the day.',
    takes: { time: { type: 'string', description: 'HH:MM, 24-hour' } },
    case: ['Open the gate at half past nine pm', '21:30'],
    counterCase: 'Open the gate at seven o’clock',
  },
  {
    name: 'no-hour',
    reads: 'an hour for a parameter that takes none, or one that is not certain',
    kinds: ['time'],
    value: nothing,
    strength: 0,
    firm: false,
    why: '"Seven o’clock" is two hours of the day.',
    takes: { time: { type: 'string', description: 'HH:MM, 24-hour' } },
    case: ['Open the gate at seven o’clock', null],
    counterCase: 'Open the gate at 9:30',
  },
];
