// Calendar parts: what a moment has, and where the units around it begin and end. Weeks are those of ISO 8601: they begin on
// Monday, and the first of a year has its first Thursday.

import type { Part, Span } from '../../compiler/units.ts';
import { civilOf, DAY_SECONDS, dayOf, inCalendar, type Moment, modulo, NANOS, SECONDS, weekdayOf } from './calendar.ts';

export function partOf(moment: Moment, part: Part): number {
  const { year, month, day } = civilOf(moment.day);
  const thursday = moment.day + 4 - weekdayOf(moment);
  switch (part) {
    case 'year':
      return year;
    case 'quarter':
      return Math.ceil(month / 3);
    case 'month':
      return month;
    case 'week':
      return Math.floor((thursday - dayOf({ year: civilOf(thursday).year, month: 1, day: 1 })) / 7) + 1;
    case 'day':
      return day;
    case 'weekday':
      return weekdayOf(moment);
    case 'day-of-year':
      return moment.day - dayOf({ year, month: 1, day: 1 }) + 1;
    case 'week-year':
      return civilOf(thursday).year;
    case 'hour':
      return Math.floor(moment.second / 3600);
    case 'minute':
      return Math.floor(moment.second / 60) % 60;
    case 'second':
      return moment.second % 60;
    case 'nano':
      return moment.nano;
  }
}

/** The first moment of the unit that a moment is in. */
export function startOf(moment: Moment, span: Span): Moment {
  const length = lengthOf(span);
  if (length !== null) return { ...moment, second: moment.second - (moment.second % length), nano: 0 };
  return { ...moment, day: firstDay(moment, span, 0), second: 0, nano: 0 };
}

/** The last one: of a date a day, else a nanosecond. Null outside the calendar. */
export function endOf(moment: Moment, span: Span): Moment | null {
  const length = lengthOf(span);
  if (length !== null) return { ...moment, second: startOf(moment, span).second + length - 1, nano: NANOS - 1 };
  const last = firstDay(moment, span, 1) - 1;
  return moment.kind === 'date'
    ? inCalendar('date', last, 0, 0)
    : inCalendar(moment.kind, last, DAY_SECONDS - 1, NANOS - 1);
}

/** Seconds of what is shorter than a day. */
function lengthOf(span: Span): number | null {
  return span === 'hour' ? SECONDS.hours : span === 'minute' ? SECONDS.minutes : span === 'second' ? 1 : null;
}

/** The first day of a unit, or of the one that comes next. */
function firstDay(moment: Moment, span: Span, next: 0 | 1): number {
  const { year, month } = civilOf(moment.day);
  switch (span) {
    case 'week':
      return moment.day - weekdayOf(moment) + 1 + 7 * next;
    case 'year':
      return dayOf({ year: year + next, month: 1, day: 1 });
    case 'quarter':
      return firstOfMonth(year, month - ((month - 1) % 3) + 3 * next);
    case 'month':
      return firstOfMonth(year, month + next);
    default:
      return moment.day + next;
  }
}

function firstOfMonth(year: number, month: number): number {
  return dayOf({ year: year + Math.floor((month - 1) / 12), month: modulo(month - 1, 12) + 1, day: 1 });
}
