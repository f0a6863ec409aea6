// Calendar: dates and instants of the proleptic Gregorian calendar, years 0001–9999, counted in days, without a clock.
// In: texts (`YYYY-MM-DD`, RFC 3339). Out: moments, their parts, differences and sums as java.time has them, texts again.
// A moment is always in UTC: the offset of a text says where its clock stood, and is gone once it is read.

import type { Unit } from '../../compiler/units.ts';

/** An instant; a date, which has no time of day (0 there); a date and time of a clock somewhere; or a time of day (day 0). */
export interface Moment {
  readonly kind: 'date' | 'instant' | 'local' | 'time';
  /** Days since 0001-01-01. */
  readonly day: number;
  /** 0 … 86,399 */
  readonly second: number;
  /** 0 … 999,999,999 */
  readonly nano: number;
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
  /** −999,999,999 … 999,999,999 */
  readonly nanos: number;
}

/** Seconds of the units that a date does not have. */
export const SECONDS = { hours: 3600, minutes: 60, seconds: 1 } as const;

/** Months of the units that have no fixed length. */
export const MONTHS = { years: 12, quarters: 3, months: 1 } as const;

/**
 * What a duration may have of one unit: more than the seconds of 9,999 years, so that no sum that stays in the calendar
 * needs more, and small enough that all sums of days and seconds are exact.
 */
export const AMOUNT_MAX = 999_999_999_999;

export const DAY_SECONDS = 86_400;
export const NANOS = 1_000_000_000;
const YEAR_MAX = 9999;
const DAY_MAX = dayOf({ year: YEAR_MAX, month: 12, day: 31 });

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const OFFSET = /^(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const INSTANT = /^(.{10})[Tt](\d\d:\d\d:\d\d(?:\.\d{1,9})?)([Zz]|[+-]\d\d:\d\d)$/;
const LOCAL = /^(.{10})[Tt](.*)$/;
/** Seconds may be left out, but not of an instant. */
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;

/** The moment a text spells, of any kind, else null. */
export function readMoment(text: string): Moment | null {
  return readDate(text) ?? readInstant(text) ?? readLocal(text) ?? readTime(text);
}

/** Minutes from UTC, else null. */
export function readOffset(text: string): number | null {
  const match = OFFSET.exec(text);
  if (match === null) return null;
  const [hours, minutes] = [Number(match[2] ?? 0), Number(match[3] ?? 0)];
  return hours > 23 || minutes > 59 ? null : (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

function readTime(text: string): Moment | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hour, minute, second] = [match[1], match[2], match[3] ?? 0].map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const nano = Number((match[4] ?? '').padEnd(9, '0'));
  return { kind: 'time', day: 0, second: (hour * 60 + minute) * 60 + second, nano };
}

function readLocal(text: string): Moment | null {
  const match = LOCAL.exec(text);
  const date = match === null ? null : readDate(match[1]!);
  const time = match === null ? null : readTime(match[2]!);
  return date === null || time === null ? null : { ...time, kind: 'local', day: date.day };
}

/** The moment whose clock is so many minutes ahead; null outside the calendar. */
export function shifted(moment: Moment, kind: Moment['kind'], minutes: number): Moment | null {
  return inCalendar(kind, moment.day, moment.second + minutes * 60, moment.nano);
}

export function readDate(text: string): Moment | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const day = dayIn(Number(match[1]), Number(match[2]), Number(match[3]));
  return day === null ? null : { kind: 'date', day, second: 0, nano: 0 };
}

/** An instant whose UTC is outside the years is none. */
export function readInstant(text: string): Moment | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [date, time, offset] = [readDate(match[1]!), readTime(match[2]!), readOffset(match[3]!)];
  if (date === null || time === null || offset === null) return null;
  return shifted({ ...time, day: date.day }, 'instant', -offset);
}

/** As a text: a date as it is written, an instant in UTC; seconds always, without trailing zeros in their fraction. */
export function printMoment({ kind, day, second, nano }: Moment, places: 'few' | 'nine' = 'few'): string {
  const civil = civilOf(day);
  const date = `${digits(civil.year, 4)}-${digits(civil.month, 2)}-${digits(civil.day, 2)}`;
  if (kind === 'date') return date;
  const written = places === 'nine' ? digits(nano, 9) : digits(nano, 9).replace(/0+$/, '');
  const clock = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    .map((n) => digits(n, 2))
    .join(':');
  const time = `${clock}${written === '' ? '' : `.${written}`}`;
  return kind === 'time' ? time : `${date}T${time}${kind === 'instant' ? 'Z' : ''}`;
}

/** `Z`, or as `+02:00`. */
export function printOffset(minutes: number): string {
  if (minutes === 0) return 'Z';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${digits(hours, 2)}:${digits(rest, 2)}`;
}

/** The same day, without its time. */
export function dateOf({ day }: Moment): Moment {
  return { kind: 'date', day, second: 0, nano: 0 };
}

/** 1 for Monday … 7 for Sunday; 0001-01-01 was a Monday. */
export function weekdayOf({ day }: Moment): number {
  return (day % 7) + 1;
}

/** Below, equal to or above 0; both of one kind. */
export function compareMoments(a: Moment, b: Moment): number {
  return a.day - b.day || a.second - b.second || a.nano - b.nano;
}

export function isTimeUnit(unit: Unit): unit is keyof typeof SECONDS {
  return unit in SECONDS;
}

export function isMonthUnit(unit: Unit): unit is keyof typeof MONTHS {
  return unit in MONTHS;
}

/** Whole units from one moment to another of its kind, cut towards 0: ChronoUnit.between of java.time, in UTC. */
export function differenceOf(from: Moment, to: Moment, unit: Unit): number {
  const reached = to.second - from.second || to.nano - from.nano;
  const days = to.day - from.day;
  if (isTimeUnit(unit)) {
    const seconds = days * DAY_SECONDS + to.second - from.second;
    // A second that is not whole does not count, in either direction.
    const partial = seconds > 0 && to.nano < from.nano ? 1 : seconds < 0 && to.nano > from.nano ? -1 : 0;
    return quotient(seconds - partial, SECONDS[unit]);
  }
  // Nor does a day whose time of day is not reached; it is the end that moves, so backwards is no mirror of forwards.
  const last = days > 0 && reached < 0 ? to.day - 1 : days < 0 && reached > 0 ? to.day + 1 : to.day;
  if (unit === 'days') return last - from.day;
  if (unit === 'weeks') return quotient(last - from.day, 7);
  const [start, end] = [civilOf(from.day), civilOf(last)];
  const months = (end.year - start.year) * 12 + end.month - start.month;
  const cut = months > 0 && end.day < start.day ? 1 : months < 0 && end.day > start.day ? -1 : 0;
  return quotient(months - cut, MONTHS[unit]);
}

/**
 * The moment later by a duration: years and months first, cut to the month's end, then all else. Null outside the
 * calendar; a time of day goes round.
 */
export function addDuration(moment: Moment, duration: Duration): Moment | null {
  const civil = civilOf(moment.day);
  const months = civil.year * 12 + civil.month - 1 + duration.months;
  const [year, month] = [Math.floor(months / 12), modulo(months, 12) + 1];
  const day = dayOf({ year, month, day: Math.min(civil.day, monthLength(year, month)) });
  const nanos = moment.nano + duration.nanos;
  const seconds = moment.second + duration.seconds + Math.floor(nanos / NANOS);
  const nano = modulo(nanos, NANOS);
  if (moment.kind === 'time') return { ...moment, second: modulo(seconds, DAY_SECONDS), nano };
  return inCalendar(moment.kind, day + duration.days, seconds, nano);
}

export function civilOf(day: number): CivilDate {
  // 400 years have 146,097 days; the guess is off by one year at most.
  let year = Math.floor((day * 400) / 146_097) + 1;
  while (daysBefore(year) > day) year -= 1;
  while (daysBefore(year + 1) <= day) year += 1;
  let left = day - daysBefore(year);
  let month = 1;
  for (; left >= monthLength(year, month); month += 1) left -= monthLength(year, month);
  return { year, month, day: left + 1 };
}

/** Days since 0001-01-01, of any year and month. */
export function dayOf({ year, month, day }: CivilDate): number {
  let days = daysBefore(year) + day - 1;
  for (let before = 1; before < month; before += 1) days += monthLength(year, before);
  return days;
}

/** Days from 0001-01-01 to the start of a year. */
function daysBefore(year: number): number {
  const years = year - 1;
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
}

function monthLength(year: number, month: number): number {
  if (month === 2) return modulo(year, 4) === 0 && (modulo(year, 100) !== 0 || modulo(year, 400) === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function dayIn(year: number, month: number, day: number): number | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > monthLength(year, month)) return null;
  return dayOf({ year, month, day });
}

/** A moment at `seconds` from the start of a day, which may be in another day; null outside the calendar. */
export function inCalendar(kind: Moment['kind'], day: number, seconds: number, nano: number): Moment | null {
  const at = day + Math.floor(seconds / DAY_SECONDS);
  return at < 0 || at > DAY_MAX ? null : { kind, day: at, second: modulo(seconds, DAY_SECONDS), nano };
}

function digits(n: number, width: number): string {
  return String(n).padStart(width, '0');
}

/** Never negative. */
export function modulo(n: number, by: number): number {
  return n - Math.floor(n / by) * by;
}

/** Cut towards 0, which is never negative. */
function quotient(n: number, by: number): number {
  return Math.trunc(n / by) || 0;
}
