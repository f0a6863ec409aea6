// Dates: days and times of day, and the calendar parts the words state for certain.
// In: a source and, when the caller gave one, a clock. Out: date and time spans with a Moment where it is certain.
// Why: a relative date needs a clock, and the only clock is the request's. chrono-node finds the words; whether they depend on a
// clock is tested by reading them against two different instants: what differs was relative.

import * as chrono from 'chrono-node/en';
import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { localMs } from '../../../../services/routing/wire/clock.ts';
import { allMatches } from '../../text/all-matches.ts';
import { withoutNoDays } from './no-days.ts';
import { farFrom, isDay, lastMonth, MONTHS, pastOf } from './past-days.ts';
import { joinSameDays, readNths, readSoon } from './soon.ts';
import type { Moment, Source, Span } from './span.ts';
import { joinTimes, joinToday, offsetOf, readTimes } from './times.ts';
import { settleWeekdays } from './weekdays.ts';

export function readDates(source: Source, clock: Clock | null): Span[] {
  const times = readTimes(source);
  // Times are blanked so that "March 14th at 7 pm" leaves the date alone; the length of the text stays.
  let text = source.text;
  for (const { start, end } of times) text = blank(text, start, end);
  const local = readLocalInstants(source, clock);
  for (const { start, end } of local) text = blank(text, start, end);
  const plain = [...local, ...readPlainDays(source, text, clock)];
  for (const { start, end } of plain) text = blank(text, start, end);
  const read = [...plain, ...readDays(source, withoutNoDays(text), clock)];
  const days = settleWeekdays(source, read, clock).map(
    (span): Span =>
      clock === null || span.detail.moment === undefined
        ? span
        : { ...span, detail: { ...span.detail, offset: offsetOf(clock) } },
  );
  const soon = readSoon(source, clock);
  const apart = days.filter((span) => !soon.some((one) => one.start < span.end && one.end > span.start));
  const others = readNths(source, joinSameDays(source, apart));
  const today = others.length + soon.length === 0 ? joinToday(source, times, clock) : [];
  return [...times, ...others, ...soon, ...today, ...joinTimes(source, others, times, clock)];
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}

/** An instant written out: "2027-05-01T14:00:00Z". */
const INSTANT =
  /(?<![\p{L}\p{N}])\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})(?![\p{L}\p{N}])/gu;

export function readInstants(source: Source): Span[] {
  return allMatches(source.text, INSTANT).map((match) => ({
    source,
    start: match.index,
    end: match.index + match[0].length,
    kind: 'date',
    by: 'exact',
    value: match[0],
    detail: { instant: match[0] },
  }));
}

const LOCAL_INSTANT = /(?<![\p{L}\p{N}])(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2})(:\d{2})?(?![\p{L}\p{N}:.+-])/gu;

/** "2027-05-01T14:00": the offset is that of the caller's clock; without one it is neither an instant nor a day. */
function readLocalInstants(source: Source, clock: Clock | null): Span[] {
  return allMatches(source.text, LOCAL_INSTANT).map((match) => {
    const [whole, day = '', hour = '', second = ':00'] = match;
    return {
      source,
      start: match.index,
      end: match.index + whole.length,
      kind: 'date',
      by: 'date',
      value: whole,
      detail: clock === null ? {} : { instant: `${day}T${hour}${second}${offsetOf(clock)}` },
    };
  });
}

const ISO_DAY = /(?<![\p{L}\p{N}-])(\d{4})-(\d{2})-(\d{2})(?![\p{L}\p{N}-])/gu;
const NTH = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)?';
const TO = '\\s*(?:to|till|until|through|and|-|–)\\s*';
/** "5 to 8 September 2026", "from the 5th to the 8th of April". */
const DAYS_OF_MONTH = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/-])${NTH}(${TO})${NTH},?(?: of)? (${MONTHS})(?:,? (\\d{4}))?(?![\\p{L}\\p{N}])`,
  'giu',
);
/** "April 5 to 8", "March 3rd - 9th, 2026". */
const MONTH_OF_DAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<!\\d(?:st|nd|rd|th)?(?: of)? )(${MONTHS}) ${NTH}(${TO})${NTH}(?:,? (\\d{4}))?(?![\\p{L}\\p{N}]|:\\d)`,
  'giu',
);
/** "The 28th", "the 17th of this month". */
const NTH_ALONE =
  /(?<![\p{L}\p{N}])the (\d{1,2})(?:st|nd|rd|th)(?: of (this|next|the) month)?(?![\p{L}\p{N}]| of| \p{L}{3,}(?<!on|at|for|to|till|until|by|from|in|with|and|or|please|around|before|after))/giu;

/** Days whose form says all: written as ISO 8601 has them, both ends of a stretch within a month, and the nth of a month. */
function readPlainDays(source: Source, text: string, clock: Clock | null): Span[] {
  const found: Span[] = [];
  const add = (start: number, end: number, moment: Moment | null): void => {
    if (found.some((span) => span.start < end && span.end > start)) return;
    const value = source.text.slice(start, end);
    const detail =
      moment === null ? {} : { moment, ...farFrom(clock, moment, text.slice(start, start + RANGE_LENGTH)) };
    found.push({ source, start, end, kind: 'date', by: 'date', value, detail });
  };
  for (const match of allMatches(text, ISO_DAY)) {
    const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
    if (isDay(year, month, day)) add(match.index, match.index + match[0].length, { year, month, day });
  }
  const both = (
    match: RegExpExecArray,
    days: readonly [string, string],
    month: string,
    year: string | undefined,
  ): void => {
    const [first, last] = days.map((day) => {
      const words = `${day} ${month}${year === undefined ? '' : ` ${year}`}`;
      const read = dayIn(words, clock, year !== undefined);
      return year === undefined ? pastOf(clock, text, match.index, words, read) : read;
    });
    const joint = match[0].search(new RegExp(`(?<=\\d(?:st|nd|rd|th)?)${TO}(?=(?:the )?\\d)`, 'iu'));
    const length = new RegExp(`^${TO}`, 'iu').exec(match[0].slice(joint))?.[0].length ?? 0;
    // "April 5 and 8" are two days; between them is a stretch.
    if (
      joint < 0 ||
      (/and/iu.test(match[0].slice(joint, joint + length)) && !/\bbetween\s+$/iu.test(text.slice(0, match.index)))
    )
      return;
    // "June 3 - 2 adults", "kiln 4 to 3 June" are no stretch within a month: the day is the one beside it.
    const isStretch = Number(days[0]) < Number(days[1]);
    const isFirst = /^\p{L}/u.test(match[0]) && !/^the /iu.test(match[0]);
    if (isStretch || isFirst) add(match.index, match.index + joint, first ?? null);
    if (isStretch || !isFirst) add(match.index + joint + length, match.index + match[0].length, last ?? null);
  };
  for (const match of allMatches(text, DAYS_OF_MONTH)) {
    const [, from = '', , to = '', month = '', year] = match;
    both(match, [from, to], month, year);
  }
  for (const match of allMatches(text, MONTH_OF_DAYS)) {
    const [, month = '', from = '', , to = '', year] = match;
    both(match, [from, to], month, year);
  }
  for (const match of allMatches(text, NTH_ALONE))
    add(match.index, match.index + match[0].length, nthOf(Number(match[1]), match[2]?.toLowerCase(), clock));
  return found;
}

/** Two days and a month. */
const RANGE_LENGTH = 32;

function dayIn(words: string, clock: Clock | null, isWhole: boolean): Moment | null {
  const [result] =
    isWhole || clock !== null ? parse(words, clock ?? { epochMs: PROBES[0] ?? 0, offsetMinutes: 0 }) : [];
  return result === undefined || !result.start.isCertain('day') ? null : momentOf(result.start);
}

/** The nth of this month or of the next one. Of a month that is not named it is the day to come, where that is still in this one. */
function nthOf(day: number, month: string | undefined, clock: Clock | null): Moment | null {
  if (clock === null) return null;
  const today = new Date(localMs(clock));
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + (month === 'next' ? 1 : 0), 1));
  const [year, own] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return (month === undefined && day < today.getUTCDate()) || !isDay(year, own, day) ? null : { year, month: own, day };
}

// Two instants that share no year, month, day or weekday.
const PROBES = [Date.UTC(2001, 0, 9, 12), Date.UTC(2014, 6, 18, 12)];

function readDays(source: Source, text: string, clock: Clock | null): Span[] {
  // Most texts name no day; the parser is the dearest part of reading spans.
  if (!DAY_HINT.test(text)) return [];
  const [first, second, own] = parseOften(text, clock);
  const found: Span[] = [];
  for (const result of first) {
    const other = second.find(
      (candidate) => candidate.index === result.index && candidate.text.length === result.text.length,
    );
    let { start, end } = trim(text, result.index, result.index + result.text.length);
    if (start >= end || !/[\p{L}\p{N}]/u.test(source.text.slice(start, end)) || isNoDay(source.text, start, end))
      continue;
    const moments = [momentOf(result.start), other === undefined ? null : momentOf(other.start)];
    const absolute =
      moments[1] !== null &&
      JSON.stringify(moments[0]) === JSON.stringify(moments[1]) &&
      result.start.isCertain('year');
    const mine = own.find(
      (candidate) => candidate.index === result.index && candidate.text.length === result.text.length,
    );
    const literal = source.text.slice(start, end);
    const read = absolute ? moments[0] : mine === undefined ? null : momentOf(mine.start);
    const moment = absolute ? read : pastOf(clock, source.text, start, literal, read ?? null);
    // "Tomorrow, night shift": what stands behind the comma is of another thing.
    end -= /,\s*(?:night|morning|afternoon|evening)$/iu.exec(literal)?.[0].length ?? 0;
    // "Monday 8.30": an hour that is not read must not go with the day.
    const hour = /\s*,?\s*(?:at |@ ?)?\d{1,2}(?:[.:]\d{2})?$/u.exec(source.text.slice(start, end))?.[0] ?? '';
    if (result.start.isCertain('hour') && hour !== '' && hour.length < end - start) end -= hour.length;
    const usable = moment !== null && moment !== undefined && !isAmbiguous(literal) && namesDay(result.start, absolute);
    if (FROM_ANOTHER.test(literal) || STRETCH.test(literal)) {
      found.push(noDay(source, start, end));
      continue;
    }
    if (result.end !== null && result.end !== undefined) {
      const parts = splitRange(source, text, start, end, clock);
      // A stretch that cannot be parted is no day.
      found.push(...(parts.length > 0 ? parts : [noDay(source, start, end)]));
      continue;
    }
    const monthly = clock !== null && MONTHS_AGO.has(literal.toLowerCase()) ? monthFrom(clock, literal) : null;
    if (monthly !== null) {
      found.push({ source, start, end, kind: 'date', by: 'date', value: literal, detail: { month: monthly } });
      continue;
    }
    const named = !usable && absoluteMonth(result.start, other?.start) ? momentOf(result.start) : null;
    found.push({
      source,
      start,
      end,
      kind: 'date',
      by: 'date',
      value: source.text.slice(start, end),
      detail: usable
        ? { moment, ...farFrom(clock, moment, literal) }
        : named !== null
          ? { month: named }
          : lastMonth(clock, source.text, start, literal),
    });
  }
  for (const match of allMatches(text, NTH_IN_WORDS)) {
    if (found.some((span) => span.start < match.index + match[0].length && span.end > match.index)) continue;
    found.push(noDay(source, match.index, match.index + match[0].length));
  }
  return found;
}

/**
 * "Two days later", "a week before", "+2 days", "the next day": counted from a day that is not said, while "in two days" and "two days
 * ago" are from now.
 */
const FROM_ANOTHER = /(?:\b(?:later|after|earlier|before|forward|out)|^[+-].*|^(?:the )?next day)$/iu;

/** "Next week" has seven days, "the weekend" two and "the end of the week" some, and which of them is meant is not said. */
const STRETCH =
  /^(?:(?:the )?(?:this|next|last|past|coming|current|following) (?:quarter|year)|(?:(?:the )?(?:end|start|beginning|middle) of )?(?:the )?(?:(?:this|next|last|past|coming|current|following) )?(?:week|weekend))$/iu;

function noDay(source: Source, start: number, end: number): Span {
  return { source, start, end, kind: 'date', by: 'date', value: source.text.slice(start, end), detail: {} };
}

const NTH_IN_WORDS =
  /(?<![\p{L}\p{N}])the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth)(?![\p{L}\p{N}]| of| \p{L})/giu;

const DAY_HINT =
  /\d|today|tonight|tomorrow|yesterday|\b(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?\b|week|month|year|day|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;

/** By the first instant, by the second one and by the caller's clock; where the first finds nothing, no other does. */
function parseOften(text: string, clock: Clock | null): [Parsed, Parsed, Parsed] {
  const [first, second] = PROBES.map((epochMs): Clock => ({ epochMs, offsetMinutes: 0 })) as [Clock, Clock];
  const found = parse(text, first);
  return found.length === 0 ? [[], [], []] : [found, parse(text, second), clock === null ? [] : parse(text, clock)];
}

type Parsed = readonly chrono.ParsedResult[];

function parse(text: string, clock: Clock): chrono.ParsedResult[] {
  const reference = { instant: new Date(clock.epochMs), timezone: clock.offsetMinutes };
  return chrono.casual.parse(text, reference, { forwardDate: true });
}

/** "December 2025": a month of a year, whatever the day. */
function absoluteMonth(parts: chrono.ParsedResult['start'], other: chrono.ParsedResult['start'] | undefined): boolean {
  return (
    parts.isCertain('month') &&
    parts.isCertain('year') &&
    !parts.isCertain('day') &&
    other?.get('year') === parts.get('year') &&
    other?.get('month') === parts.get('month')
  );
}

function namesDay(parts: chrono.ParsedResult['start'], absolute: boolean): boolean {
  return absolute
    ? parts.isCertain('day') && parts.isCertain('month')
    : parts.isCertain('day') || parts.isCertain('weekday');
}

function momentOf(parts: chrono.ParsedResult['start']): Moment | null {
  const year = parts.get('year');
  const month = parts.get('month');
  const day = parts.get('day');
  return year === null || month === null || day === null ? null : { year, month, day };
}

const MONTHS_AGO: ReadonlyMap<string, number> = new Map([
  ['last month', -1],
  ['this month', 0],
  ['the current month', 0],
  ['next month', 1],
]);

/** "Last month", by the caller's calendar. */
function monthFrom(clock: Clock, words: string): Moment {
  const today = new Date(localMs(clock));
  const month = today.getUTCMonth() + (MONTHS_AGO.get(words.toLowerCase()) ?? 0);
  const first = new Date(Date.UTC(today.getUTCFullYear(), month, 1));
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: 1 };
}

/** "The year 2010" and "70 bricks a day" name no day: a label and a rate. "In a year" and "for a week" are stretches of time. */
function isNoDay(text: string, start: number, end: number): boolean {
  const literal = text.slice(start, end);
  if (/^(?:in |of )?the (?:year|month|day)$/iu.test(literal)) return true;
  // "The last 30 days" are a stretch, and "32 hours a week" a rate.
  if (/^(?:the )?(?:last|past|next|previous) \d+ \p{L}+$/iu.test(literal)) return true;
  if (/^\d+(?:\.\d+)? (?:hours?|days?|weeks?|months?) (?:a|an|per|each|every) \p{L}+$/iu.test(literal)) return true;
  if (/^(?:(?:the )?(?:night|morning|afternoon|evening)|\d{1,2} ?h)$/iu.test(literal)) return true;
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
  /^\d{1,3} ?h(?:rs?|ours?)?,? ?(?:and )?\d{1,2} ?m(?:ins?|inutes?)?$|^(?:(?:the )?next )?(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half(?: an?)?)[ -]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)$/iu;

/** 05/06/2024 is two dates, and nothing in the text says which; a day of the week before it may be that of both. */
function isAmbiguous(literal: string): boolean {
  const match = /^(?:\p{L}{3,9}\.?,? )?(\d{1,2})[/.-](\d{1,2})(?:[/.-]\d{2,4})?$/u.exec(literal);
  return match !== null && match[1] !== match[2] && Number(match[1]) <= 12 && Number(match[2]) <= 12;
}

/** "from Ulm to Graz" is two spans: read each half on its own. */
function splitRange(source: Source, blanked: string, start: number, end: number, clock: Clock | null): Span[] {
  const literal = source.text.slice(start, end);
  const middle = /\s+(?:to|until|till|through|and)\s+|\s*[–—]\s*|\s+-\s+/iu.exec(literal);
  if (middle === null) return [];
  const halves = [
    [start, start + middle.index],
    [start + middle.index + middle[0].length, end],
  ] as const;
  const found: Span[] = [];
  for (const [from, to] of halves) {
    // "From 5 May to 8 June 2027": the year is said once.
    const year = / (\d{4})$/u.exec(literal)?.[1];
    // Hours are read by themselves.
    const half = blanked.slice(from, to);
    const text = ' '.repeat(from) + half + (year !== undefined && to < end && !/\d{4}/u.test(half) ? ` ${year}` : '');
    const [whole] = readDays({ ...source, text }, text, clock);
    const span = whole === undefined ? undefined : { ...whole, end: Math.min(whole.end, to), value: half.trim() };
    if (span === undefined) return [];
    found.push({ ...span, source });
  }
  return found;
}

/** Drop prepositions and spaces that chrono counts in. */
function trim(text: string, start: number, end: number): { start: number; end: number } {
  const literal = text.slice(start, end);
  const lead = /^(?:\s|on\b|at\b|by\b|from\b|for\b|within\b|,)*/iu.exec(literal)?.[0].length ?? 0;
  const tail = /(?:\s|\bat\b|\bon\b|\bfrom\b|\bto\b|,)*$/iu.exec(literal.slice(lead))?.[0].length ?? 0;
  return { start: start + lead, end: end - tail };
}
