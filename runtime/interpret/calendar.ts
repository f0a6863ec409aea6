// Calendar: dates and instants of the proleptic Gregorian calendar, years 0001–9999, counted in days, without a clock.
// In: texts (`YYYY-MM-DD`, RFC 3339). Out: moments, their parts, differences and sums as java.time has them, texts again.
// A moment is always in UTC: the offset of a text says where its clock stood, and is gone once it is read.

/** An instant, or a date, which has no time of day (0 there). */
export interface Moment {
  readonly kind: 'date' | 'instant';
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

/** What a duration consists of, and what a difference is counted in: from years down. */
export const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
export type Unit = (typeof UNITS)[number];
export type Duration = Readonly<Record<Unit, number>>;

/** Seconds of the units that a date does not have. */
const SECONDS = { hours: 3600, minutes: 60, seconds: 1 } as const;

/**
 * What a duration may have of one unit: more than the seconds of 9,999 years, so that no sum that stays in the calendar
 * needs more, and small enough that all sums of days and seconds are exact.
 */
export const AMOUNT_MAX = 999_999_999_999;

const DAY_SECONDS = 86_400;
const YEAR_MAX = 9999;
const DAY_MAX = dayOf({ year: YEAR_MAX, month: 12, day: 31 });

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** The date or instant a text spells, else null. */
export function readMoment(text: string): Moment | null {
  return readDate(text) ?? readInstant(text);
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
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  const local = dayIn(year, month, day);
  if (local === null || hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return inCalendar(
    'instant',
    local,
    (hour * 60 + minute - offset) * 60 + second,
    Number((match[7] ?? '').padEnd(9, '0')),
  );
}

/** As a text: a date as it is written, an instant in UTC without trailing zeros in its fraction. */
export function printMoment({ kind, day, second, nano }: Moment): string {
  const civil = civilOf(day);
  const date = `${digits(civil.year, 4)}-${digits(civil.month, 2)}-${digits(civil.day, 2)}`;
  if (kind === 'date') return date;
  const fraction = nano === 0 ? '' : `.${digits(nano, 9).replace(/0+$/, '')}`;
  return `${date}T${digits(Math.floor(second / 3600), 2)}:${digits(Math.floor(second / 60) % 60, 2)}:${digits(second % 60, 2)}${fraction}Z`;
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
  return quotient(months - cut, unit === 'months' ? 1 : 12);
}

/** The moment later by a duration: years and months first, cut to the month's end, then all else. Null outside the calendar. */
export function addDuration(moment: Moment, duration: Duration): Moment | null {
  const civil = civilOf(moment.day);
  const months = civil.year * 12 + civil.month - 1 + duration.years * 12 + duration.months;
  const [year, month] = [Math.floor(months / 12), modulo(months, 12) + 1];
  const day = dayOf({ year, month, day: Math.min(civil.day, monthLength(year, month)) });
  const seconds = moment.second + duration.hours * 3600 + duration.minutes * 60 + duration.seconds;
  return inCalendar(moment.kind, day + duration.weeks * 7 + duration.days, seconds, moment.nano);
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

/** Days since 0001-01-01, of any year. */
function dayOf({ year, month, day }: CivilDate): number {
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
function inCalendar(kind: Moment['kind'], day: number, seconds: number, nano: number): Moment | null {
  const at = day + Math.floor(seconds / DAY_SECONDS);
  return at < 0 || at > DAY_MAX ? null : { kind, day: at, second: modulo(seconds, DAY_SECONDS), nano };
}

function digits(n: number, width: number): string {
  return String(n).padStart(width, '0');
}

/** Never negative. */
function modulo(n: number, by: number): number {
  return n - Math.floor(n / by) * by;
}

/** Cut towards 0, which is never negative. */
function quotient(n: number, by: number): number {
  return Math.trunc(n / by) || 0;
}
