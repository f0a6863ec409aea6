// Dates: days and times of day, and the calendar parts the words state for certain.
// In: a source and, when the caller gave one, a clock. Out: date and time spans with a Moment where it is certain.
// Why: a relative date needs a clock, and the only clock is the request's. chrono-node finds the words; whether they depend on a
// clock is tested by reading them against two different instants: what differs was relative.

import * as chrono from 'chrono-node';
import type { Clock } from '../../../../services/routing/wire/clock.ts';
import type { Moment, Source, Span } from './span.ts';

export function readDates(source: Source, clock: Clock | null): Span[] {
  const times = readTimes(source);
  // Times are blanked so that "March 14th at 7 pm" leaves the date alone; the length of the text stays.
  let text = source.text;
  for (const { start, end } of times) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  // "Jun.20,2023": the point of an abbreviation joins nothing. One character for one, so that places stay.
  text = text
    .replace(/(?<=\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)\p{L}{0,6})\.(?=\s?\d)/giu, ' ')
    .replace(/(?<=\b\d{1,2}),(?=(?:19|20)\d\d\b)/gu, ' ');
  const days = readDays(source, text, clock);
  return [...times, ...days, ...joinTimes(source, days, times, clock)];
}

/** An instant written out: "2027-05-01T14:00:00Z". */
const INSTANT =
  /(?<![\p{L}\p{N}])\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})(?![\p{L}\p{N}])/gu;

export function readInstants(source: Source): Span[] {
  return [...source.text.matchAll(INSTANT)].map((match) => ({
    source,
    start: match.index,
    end: match.index + match[0].length,
    kind: 'date',
    by: 'exact',
    value: match[0],
    detail: { instant: match[0] },
  }));
}

/** "Tomorrow at 3.40 pm", "at 14:00 on 5 May 2027": with the caller's clock, whose offset is the caller's, a day and an hour are an instant. */
function joinTimes(source: Source, days: readonly Span[], times: readonly Span[], clock: Clock | null): Span[] {
  if (clock === null) return [];
  return days.flatMap((day) =>
    times.flatMap((time): Span[] => {
      const [first, second] = day.start < time.start ? [day, time] : [time, day];
      if (
        first.end > second.start ||
        !/^\s*,?\s*(?:at|on|from|@)?\s*$/iu.test(source.text.slice(first.end, second.start))
      )
        return [];
      const { year, month, day: date } = day.detail.moment ?? {};
      const { hour, minute } = time.detail.moment ?? {};
      if (year === undefined || month === undefined || date === undefined || hour === undefined || minute === undefined)
        return [];
      const shown = (value: number, length = 2): string => String(value).padStart(length, '0');
      const { offsetMinutes } = clock;
      const offset =
        offsetMinutes === 0
          ? 'Z'
          : `${offsetMinutes < 0 ? '-' : '+'}${shown(Math.floor(Math.abs(offsetMinutes) / 60))}:${shown(Math.abs(offsetMinutes) % 60)}`;
      const instant = `${shown(year, 4)}-${shown(month)}-${shown(date)}T${shown(hour)}:${shown(minute)}:${shown(time.detail.moment?.second ?? 0)}${offset}`;
      // "From 9 am to 5 pm": both are hours of that day.
      const until = times.find(
        (other) =>
          other !== time &&
          other.start > second.end &&
          /^\s*(?:to|until|till|-|–)\s*$/iu.test(source.text.slice(second.end, other.start)),
      )?.detail.moment;
      const span = (start: number, end: number, said: string): Span => ({
        source,
        start,
        end,
        kind: 'date',
        by: 'date',
        value: source.text.slice(start, end),
        detail: { instant: said },
      });
      const closing = times.find(({ detail }) => detail.moment === until);
      const begins = span(first.start, second.end, instant);
      return until?.hour === undefined || closing === undefined || until === undefined
        ? [begins]
        : [
            begins,
            span(
              closing.start,
              closing.end,
              instant.replace(
                /T\d\d:\d\d:\d\d/u,
                `T${shown(until.hour)}:${shown(until.minute ?? 0)}:${shown(until.second ?? 0)}`,
              ),
            ),
          ];
    }),
  );
}

// Two instants that share no year, month, day or weekday.
const PROBES = [Date.UTC(2001, 0, 9, 12), Date.UTC(2014, 6, 18, 12)];

function readDays(source: Source, text: string, clock: Clock | null): Span[] {
  // Most texts name no day; the parser is the dearest part of reading spans.
  if (!DAY_HINT.test(text)) return [];
  const probes = PROBES.map((epochMs) => parse(text, { epochMs, offsetMinutes: 0 }));
  const own = clock === null ? null : parse(text, clock);
  const found: Span[] = [];
  for (const result of probes[0] ?? []) {
    const other = probes[1]?.find(
      (candidate) => candidate.index === result.index && candidate.text.length === result.text.length,
    );
    const { start, end } = trim(source.text, result.index, result.index + result.text.length);
    if (start >= end || !/[\p{L}\p{N}]/u.test(source.text.slice(start, end)) || isNoDay(source.text, start, end))
      continue;
    const moments = [momentOf(result.start), other === undefined ? null : momentOf(other.start)];
    const absolute =
      moments[1] !== null &&
      JSON.stringify(moments[0]) === JSON.stringify(moments[1]) &&
      result.start.isCertain('year');
    const mine = own?.find(
      (candidate) => candidate.index === result.index && candidate.text.length === result.text.length,
    );
    const moment = absolute ? moments[0] : mine === undefined ? null : momentOf(mine.start);
    const literal = source.text.slice(start, end);
    const usable = moment !== null && moment !== undefined && !isAmbiguous(literal) && namesDay(result.start, absolute);
    if (result.end !== null && result.end !== undefined) {
      const parts = splitRange(source, start, end, clock);
      if (parts.length > 0) {
        found.push(...parts);
        continue;
      }
    }
    const monthly = !usable && absoluteMonth(result.start, other?.start) ? momentOf(result.start) : null;
    found.push({
      source,
      start,
      end,
      kind: 'date',
      by: 'date',
      value: literal,
      detail: usable ? { moment } : monthly === null ? {} : { month: monthly },
    });
  }
  for (const match of source.text.matchAll(
    /(?<![\p{L}\p{N}])the (?:\d{1,2}(?:st|nd|rd|th)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth))(?![\p{L}\p{N}]| of| \p{L})/giu,
  )) {
    if (found.some((span) => span.start < match.index + match[0].length && span.end > match.index)) continue;
    found.push({
      source,
      start: match.index,
      end: match.index + match[0].length,
      kind: 'date',
      by: 'date',
      value: match[0],
      detail: {},
    });
  }
  return found;
}

const DAY_HINT =
  /\d|today|tonight|tomorrow|yesterday|\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?\b|week|month|year|day|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;

function parse(text: string, clock: Clock): chrono.ParsedResult[] {
  const reference = { instant: new Date(clock.epochMs), timezone: clock.offsetMinutes };
  return chrono.casual.parse(text, reference, { forwardDate: true });
}

/** "December 2025": a month of a year, whatever the day. */
function absoluteMonth(parts: chrono.ParsedComponents, other: chrono.ParsedComponents | undefined): boolean {
  return (
    parts.isCertain('month') &&
    parts.isCertain('year') &&
    !parts.isCertain('day') &&
    other?.get('year') === parts.get('year') &&
    other?.get('month') === parts.get('month')
  );
}

function namesDay(parts: chrono.ParsedComponents, absolute: boolean): boolean {
  return absolute
    ? parts.isCertain('day') && parts.isCertain('month')
    : parts.isCertain('day') || parts.isCertain('weekday');
}

function momentOf(parts: chrono.ParsedComponents): Moment | null {
  const year = parts.get('year');
  const month = parts.get('month');
  const day = parts.get('day');
  return year === null || month === null || day === null ? null : { year, month, day };
}

/** "The year 2010" and "70 bricks a day" name no day: a label and a rate. "In a year" and "for a week" are stretches of time. */
function isNoDay(text: string, start: number, end: number): boolean {
  const literal = text.slice(start, end);
  if (/^(?:in |of )?the (?:year|month|day)$/iu.test(literal)) return true;
  // "45 minutes", "for 30 days" last so long; "in 11 days" and "2 days ago" are days.
  if (
    LASTING.test(literal) &&
    (!/next /iu.test(literal) || /\bfor\s+(?:the\s+)?$/iu.test(text.slice(Math.max(0, start - 10), start))) &&
    !/\b(?:in|within|after|next|last|past)\s+$/iu.test(text.slice(Math.max(0, start - 10), start)) &&
    !/^\s*(?:ago|from now|later|before|after|earlier)\b/iu.test(text.slice(end, end + 12))
  )
    return true;
  // The "4" of "M-4" is the end of a code.
  if (
    /^\d/u.test(literal) &&
    /\p{L}-$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/\b(?:mid|pre|post|early|late|non)-$/iu.test(text.slice(Math.max(0, start - 6), start))
  )
    return true;
  return (
    /^(?:a|an|per|each|every) (?:day|week|month|year|hour)$/iu.test(literal) &&
    !/\b(?:in|for|within|after|over|during|next|last|once|by)\s+$/iu.test(text.slice(Math.max(0, start - 10), start))
  );
}

const LASTING =
  /^(?:(?:the )?next )?(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half an?)[ -]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)$/iu;

/** 05/06/2024 is two dates, and nothing in the text says which. */
function isAmbiguous(literal: string): boolean {
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/u.exec(literal);
  return match !== null && match[1] !== match[2] && Number(match[1]) <= 12 && Number(match[2]) <= 12;
}

/** "from Ulm to Graz" is two spans: read each half on its own. */
function splitRange(source: Source, start: number, end: number, clock: Clock | null): Span[] {
  const literal = source.text.slice(start, end);
  const middle = /\s+(?:to|until|till|through|and)\s+|\s*[–—]\s*|\s+-\s+/iu.exec(literal);
  if (middle === null) return [];
  const halves = [
    [start, start + middle.index],
    [start + middle.index + middle[0].length, end],
  ] as const;
  const found: Span[] = [];
  for (const [from, to] of halves) {
    const blank = ' '.repeat(from) + source.text.slice(from, to);
    const [span] = readDays({ ...source, text: blank }, blank, clock);
    if (span === undefined) return [];
    found.push({ ...span, source });
  }
  return found;
}

/** Drop prepositions and spaces that chrono counts in. */
function trim(text: string, start: number, end: number): { start: number; end: number } {
  const literal = text.slice(start, end);
  const lead = /^(?:\s|on\b|at\b|by\b|from\b|for\b|,)*/iu.exec(literal)?.[0].length ?? 0;
  const tail = /(?:\s|\bat\b|\bon\b|\bfrom\b|\bto\b|,)*$/iu.exec(literal.slice(lead))?.[0].length ?? 0;
  return { start: start + lead, end: end - tail };
}

const HOUR_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, at + 1]),
);
const HOUR = '(?:1[0-2]|0?[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const TIMES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}:])(?<fraction>half past|quarter past|quarter to|half)\\s+(?<hour>${HOUR})(?:\\s*(?<half>am|pm|a\\.m\\.?|p\\.m\\.?|in the (?:morning|afternoon|evening)|at night))?(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  /(?<![\p{L}\p{N}:.$€£-])(?<hour>[01]?\d|2[0-3]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[:.](?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?)?\s*(?<half>am\b|pm\b|a\.m\.?|p\.m\.?|o['’]?clock(?:\s+in the (?:morning|afternoon|evening))?|in the (?:morning|afternoon|evening)\b|at night\b)/giu,
  /(?<![\p{L}\p{N}:.])(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?![\p{N}:])/gu,
  /(?<![\p{L}\p{N}])(?<word>noon|midnight|midday)(?![\p{L}\p{N}])/giu,
];
const NAMED_HOURS = new Map([
  ['noon', 12],
  ['midday', 12],
  ['midnight', 0],
]);

function readTimes(source: Source): Span[] {
  const found: Span[] = [];
  for (const pattern of TIMES) {
    for (const match of source.text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((span) => span.start < end && span.end > start)) continue;
      // An ISO date-time keeps its time in the date's own span only when asked for together; here the time stands alone.
      const moment = timeOf(match.groups ?? {});
      found.push({
        source,
        start,
        end,
        kind: 'time',
        by: 'time',
        value: match[0],
        detail: moment === null ? {} : { moment },
      });
    }
  }
  return found;
}

function timeOf(groups: Record<string, string | undefined>): Moment | null {
  if (groups['word'] !== undefined)
    return { hour: NAMED_HOURS.get(groups['word'].toLowerCase()) ?? 0, minute: 0, second: 0 };
  const said = groups['hour']?.toLowerCase() ?? '';
  let hour = HOUR_WORDS.get(said) ?? Number(said);
  let minute = Number(groups['minute'] ?? '0');
  const half = groups['half']?.toLowerCase().replaceAll('.', '') ?? '';
  const twelve = /^p|afternoon|evening|night/u.test(half) ? 'pm' : /^a|morning/u.test(half) ? 'am' : null;
  // "at 7 o'clock" and "half past 7" leave open which half of the day is meant.
  if (twelve === null && (groups['minute'] === undefined || groups['fraction'] !== undefined)) return null;
  if (twelve !== null && hour > 12) return { hour, minute, second: 0 };
  if (twelve === 'pm' && hour < 12) hour += 12;
  if (twelve === 'am' && hour === 12) hour = 0;
  if (groups['fraction'] !== undefined) {
    if (/^half/iu.test(groups['fraction'])) minute = 30;
    else if (/past/iu.test(groups['fraction'])) minute = 15;
    else {
      minute = 45;
      hour = (hour + 23) % 24;
    }
  }
  return { hour, minute, second: Number(groups['second'] ?? '0') };
}
