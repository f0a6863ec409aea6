// Date builtins: checks around the calendar (calendar.ts, calendar-parts.ts, duration.ts), which holds the meaning. A moment is a
// text: a date, an instant, a local date-time or a time of day; any other value, and two kinds where one is wanted, is `type`.

import { layoutParts } from '../../../compiler/layout.ts';
import { PRICES } from '../../../compiler/prices.ts';
import { DATE_PARTS, type Part, SPANS, type Span, TIME_PARTS, UNITS, type Unit } from '../../../compiler/units.ts';
import type { Decimal } from '../../../grammar/decimal.ts';
import { decimal } from '../../../grammar/decimal.ts';
import * as arithmetic from '../arithmetic.ts';
import type { Duration, Moment } from '../calendar.ts';
import {
  AMOUNT_MAX,
  addDuration,
  civilOf,
  compareMoments,
  dateOf,
  differenceOf,
  isMonthUnit,
  isTimeUnit,
  MONTHS,
  printMoment,
  printOffset,
  readDate,
  readInstant,
  readMoment,
  readOffset,
  SECONDS,
  shifted,
  weekdayOf,
} from '../calendar.ts';
import { endOf, partOf, startOf } from '../calendar-parts.ts';
import { elapsedSeconds, printDuration, readDuration, secondsOf, type WrittenDuration } from '../duration.ts';
import { expectMap, expectText, expectWhole } from '../expect.ts';
import { formatted, hasFields, parsed } from '../layout.ts';
import type { Application } from '../machine.ts';
import type { Value } from '../value.ts';
import { utf8Length } from '../value.ts';
import type { Plain, PlainTable } from './family.ts';

export const DATES: PlainTable<'dates'> = {
  instant: (run, text, offset) => {
    const moment = readMoment(expectText(run, text));
    if (offset === undefined) {
      if (moment?.kind !== 'instant') return run.reject(text, 'an instant');
      return printMoment(paid(run, moment));
    }
    if (moment?.kind !== 'local') return run.reject(text, 'a local date-time');
    const minutes = paid(run, expectOffset(run, offset));
    return printed(run, shifted(moment, 'instant', -minutes));
  },
  'local-date-time': (run, moment, offset) => {
    const read = expectDay(run, moment);
    if (offset !== undefined && read.kind !== 'instant') return run.reject(moment, 'an instant');
    const minutes = paid(run, offset === undefined ? 0 : expectOffset(run, offset));
    return printed(run, shifted(read, 'local', minutes));
  },
  'local-time': (run, moment) => {
    const read = paid(run, expectClock(run, moment));
    return printMoment({ ...read, kind: 'time', day: 0 });
  },
  'at-offset': (run, moment, offset) => {
    const read = readInstant(expectText(run, moment)) ?? run.reject(moment, 'an instant');
    const minutes = paid(run, expectOffset(run, offset));
    return `${printed(run, shifted(read, 'local', minutes))}${printOffset(minutes)}`;
  },
  date: (run, moment) => printMoment(dateOf(paid(run, expectDay(run, moment)))),
  'date?': (run, x) => paid(run, typeof x === 'string' && readDate(x) !== null),
  'instant?': (run, x) => paid(run, typeof x === 'string' && readInstant(x) !== null),
  'local-date-time?': (run, x) => paid(run, typeof x === 'string' && readMoment(x)?.kind === 'local'),
  'local-time?': (run, x) => paid(run, typeof x === 'string' && readMoment(x)?.kind === 'time'),
  'duration?': (run, x) => paid(run, typeof x === 'string' && readDuration(x) !== null),
  'add-duration': (run, moment, duration) => {
    const start = expectMoment(run, moment);
    return printed(run, addDuration(start, expectDuration(run, duration, start.kind)));
  },
  diff: (run, from, to, unit) => {
    const [start, end] = expectPair(run, from, to);
    const unitOf = expectUnit(run, unit, start.kind);
    return whole(paid(run, differenceOf(start, end, unitOf)));
  },
  elapsed: (run, from, to) => {
    const [start, end] = paid(run, expectPair(run, from, to));
    const { seconds, nanos } = elapsedSeconds(start, end);
    return printDuration(0, BigInt(seconds), nanos)!;
  },
  'iso-duration': (run, duration) => {
    const read = paid(run, expectWritten(run, duration));
    const text = printDuration(read.months, secondsOf(read), read.nanos);
    return text ?? run.fail('number-range', null, { kind: 'words', words: `takes at most ${AMOUNT_MAX} of a unit` });
  },
  'duration-in': (run, duration, unit) => {
    const read = expectWritten(run, duration);
    const unitOf = expectUnit(run, unit, 'instant');
    const isMonths = isMonthUnit(unitOf);
    const isMixed = isMonths ? secondsOf(read) !== 0n || read.nanos !== 0 : read.months !== 0;
    if (isMixed)
      return run.reject(duration, isMonths ? 'a duration of years and months' : 'one without years and months');
    run.charge(PRICES.HEAVY_STEPS);
    if (isMonths) return divided(whole(read.months), MONTHS[unitOf]);
    const seconds = arithmetic.add(decimal(secondsOf(read)), decimal(BigInt(read.nanos), -9)) as Decimal;
    return divided(seconds, secondsIn(unitOf));
  },
  'format-moment': (run, layout, moment, offset) => {
    const read = expectMoment(run, moment);
    if (offset !== undefined && read.kind !== 'instant') return run.reject(moment, 'an instant');
    const minutes = offset === undefined ? 0 : expectOffset(run, offset);
    const parts = layoutParts(layout as string);
    if (!hasFields(parts, read.kind)) return run.reject(moment, 'a moment with the fields of the layout');
    payLayout(run, layout as string);
    const clock = shifted(read, read.kind, minutes) ?? failCalendar(run);
    return formatted(parts, clock, minutes);
  },
  'parse-moment': (run, layout, text) => {
    const source = expectText(run, text);
    payLayout(run, layout as string);
    const moment = parsed(layoutParts(layout as string), source);
    return moment === null ? null : printMoment(moment);
  },
  'date-part': (run, moment, part) => {
    const read = expectMoment(run, moment);
    const known = partsOf(read.kind).find((name) => name === part);
    if (known === undefined) return run.reject(part, 'a part that it has');
    return whole(partOf(paid(run, read), known));
  },
  'start-of': (run, moment, unit) => {
    const read = expectMoment(run, moment);
    const span = expectSpan(run, unit, read.kind);
    return printMoment(startOf(paid(run, read), span));
  },
  'end-of': (run, moment, unit) => {
    const read = expectMoment(run, moment);
    const span = expectSpan(run, unit, read.kind);
    return printed(run, endOf(paid(run, read), span));
  },
  'moment-key': (run, moment) => printMoment(paid(run, expectMoment(run, moment)), 'nine'),
  weekday: (run, moment) => whole(weekdayOf(paid(run, expectDay(run, moment)))),
  year: civilPart('year'),
  month: civilPart('month'),
  day: civilPart('day'),
  'before?': (run, a, b) => compareMoments(...paid(run, expectPair(run, a, b))) < 0,
  'after?': (run, a, b) => compareMoments(...paid(run, expectPair(run, a, b))) > 0,
};

/** Takes the surcharge once all types are checked. */
function paid<T>(run: Application, checked: T): T {
  run.charge(PRICES.HEAVY_STEPS);
  return checked;
}

function payLayout(run: Application, layout: string): void {
  run.charge(PRICES.HEAVY_STEPS + utf8Length(layout));
}

function civilPart(part: 'year' | 'month' | 'day'): Plain {
  return (run, moment) => whole(civilOf(paid(run, expectDay(run, moment)).day)[part]);
}

function printed(run: Application, moment: Moment | null): string {
  return printMoment(moment ?? failCalendar(run));
}

function failCalendar(run: Application): never {
  return run.fail('number-range', null, { kind: 'words', words: 'leaves the years 0001 to 9999' });
}

function expectMoment(run: Application, value: Value, wanted = 'a date, a time or an instant'): Moment {
  return readMoment(expectText(run, value)) ?? run.reject(value, wanted);
}

/** A moment that has a day. */
function expectDay(run: Application, value: Value): Moment {
  const moment = expectMoment(run, value, 'a date or an instant');
  return moment.kind === 'time' ? run.reject(value, 'a date or an instant') : moment;
}

/** A moment that has a time of day. */
function expectClock(run: Application, value: Value): Moment {
  const moment = expectMoment(run, value, 'a time or an instant');
  return moment.kind === 'date' ? run.reject(value, 'a time or an instant') : moment;
}

function expectOffset(run: Application, value: Value): number {
  return readOffset(expectText(run, value)) ?? run.reject(value, 'an offset');
}

const KIND_WORDS = { date: 'a date', instant: 'an instant', local: 'a local date-time', time: 'a local time' } as const;

/** Two moments of one kind. */
function expectPair(run: Application, a: Value, b: Value): [Moment, Moment] {
  const [first, second] = [expectMoment(run, a), expectMoment(run, b)];
  return first.kind === second.kind ? [first, second] : run.reject(b, KIND_WORDS[first.kind]);
}

function expectUnit(run: Application, value: Value, kind: Moment['kind']): Unit {
  const unit = UNITS.find((name) => name === value);
  if (unit !== undefined && (kind === 'date' ? !isTimeUnit(unit) : kind !== 'time' || isTimeUnit(unit))) return unit;
  return run.reject(value, kind === 'date' ? 'a unit of dates' : 'a unit of time');
}

function expectSpan(run: Application, value: Value, kind: Moment['kind']): Span {
  const parts = partsOf(kind);
  return SPANS.find((name) => name === value && parts.includes(name)) ?? run.reject(value, 'a unit that it has');
}

function partsOf(kind: Moment['kind']): readonly Part[] {
  return kind === 'date' ? DATE_PARTS : kind === 'time' ? TIME_PARTS : [...DATE_PARTS, ...TIME_PARTS];
}

/** Of a date one of days, of a time of day one of hours, minutes and seconds. */
function expectDuration(run: Application, value: Value, kind: Moment['kind']): Duration {
  if (typeof value !== 'string') return durationOfMap(run, value, kind);
  const read = expectWritten(run, value);
  if ((kind === 'date' && read.hasTime) || (kind === 'time' && read.hasDate))
    return run.reject(value, kind === 'date' ? 'a duration of days' : 'a duration of hours');
  return paid(run, read);
}

/** Whole numbers by unit. Another key, hours on a date, or a fraction is `type`; then an amount beyond the limit `number-range`. */
function durationOfMap(run: Application, value: Value, kind: Moment['kind']): Duration {
  const amounts = { years: 0, quarters: 0, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0, seconds: 0 };
  for (const [key, amount] of expectMap(run, value)) amounts[expectUnit(run, key, kind)] = expectWhole(run, amount);
  run.charge(PRICES.HEAVY_STEPS);
  if (UNITS.some((unit) => Math.abs(amounts[unit]) > AMOUNT_MAX))
    run.fail('number-range', null, { kind: 'words', words: `takes at most ${AMOUNT_MAX} of a unit` });
  return {
    months: amounts.years * MONTHS.years + amounts.quarters * MONTHS.quarters + amounts.months,
    days: amounts.weeks * 7 + amounts.days,
    seconds: amounts.hours * SECONDS.hours + amounts.minutes * SECONDS.minutes + amounts.seconds,
    nanos: 0,
  };
}

function expectWritten(run: Application, value: Value): WrittenDuration {
  return readDuration(expectText(run, value)) ?? run.reject(value, 'a duration');
}

function secondsIn(unit: Exclude<Unit, keyof typeof MONTHS>): number {
  if (isTimeUnit(unit)) return SECONDS[unit];
  return unit === 'days' ? 86_400 : 7 * 86_400;
}

function divided(x: Decimal, by: number): Decimal {
  return arithmetic.divide(x, whole(by)) as Decimal;
}

function whole(n: number): Decimal {
  return decimal(BigInt(n));
}
