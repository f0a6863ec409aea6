// Date builtins: checks around calendar.ts, which holds the meaning. A date is a text `YYYY-MM-DD`, an instant a text in
// RFC 3339; any other value, and the two mixed, is `type`.

import { PRICES } from '../../../compiler/prices.ts';
import type { Decimal } from '../../../grammar/decimal.ts';
import { decimal } from '../../../grammar/decimal.ts';
import type { Duration, Moment, Unit } from '../calendar.ts';
import {
  AMOUNT_MAX,
  addDuration,
  civilOf,
  compareMoments,
  dateOf,
  differenceOf,
  isTimeUnit,
  printMoment,
  readDate,
  readInstant,
  readMoment,
  UNITS,
  weekdayOf,
} from '../calendar.ts';
import { expectMap, expectText, expectWhole } from '../expect.ts';
import type { Application } from '../machine.ts';
import type { Value } from '../value.ts';
import type { Plain, PlainTable } from './family.ts';

export const DATES: PlainTable<'dates'> = {
  instant: (run, text) => printMoment(paid(run, readInstant(expectText(run, text)) ?? run.reject(text, 'an instant'))),
  date: (run, moment) => printMoment(dateOf(paid(run, expectMoment(run, moment)))),
  'date?': (run, x) => paid(run, typeof x === 'string' && readDate(x) !== null),
  'instant?': (run, x) => paid(run, typeof x === 'string' && readInstant(x) !== null),
  'add-duration': (run, moment, duration) => {
    const start = expectMoment(run, moment);
    const end = addDuration(start, expectDuration(run, duration, start.kind));
    return end === null
      ? run.fail('number-range', null, { kind: 'words', words: 'leaves the years 0001 to 9999' })
      : printMoment(end);
  },
  diff: (run, from, to, unit) => {
    const [start, end] = expectPair(run, from, to);
    const unitOf = expectUnit(run, unit, start.kind);
    return whole(paid(run, differenceOf(start, end, unitOf)));
  },
  weekday: (run, moment) => whole(weekdayOf(paid(run, expectMoment(run, moment)))),
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

function civilPart(part: 'year' | 'month' | 'day'): Plain {
  return (run, moment) => whole(civilOf(paid(run, expectMoment(run, moment)).day)[part]);
}

function expectMoment(run: Application, value: Value): Moment {
  return readMoment(expectText(run, value)) ?? run.reject(value, 'a date or an instant');
}

/** Two dates, or two instants. */
function expectPair(run: Application, a: Value, b: Value): [Moment, Moment] {
  const [first, second] = [expectMoment(run, a), expectMoment(run, b)];
  return first.kind === second.kind ? [first, second] : run.reject(b, first.kind === 'date' ? 'a date' : 'an instant');
}

function expectUnit(run: Application, value: Value, kind: Moment['kind']): Unit {
  const unit = UNITS.find((name) => name === value);
  return unit === undefined || (kind === 'date' && isTimeUnit(unit))
    ? run.reject(value, kind === 'date' ? 'a unit of dates' : 'a unit of time')
    : unit;
}

/** Whole numbers by unit. Another key, hours on a date, or a fraction is `type`; then an amount beyond the limit `number-range`. */
function expectDuration(run: Application, value: Value, kind: Moment['kind']): Duration {
  const duration = { years: 0, months: 0, weeks: 0, days: 0, hours: 0, minutes: 0, seconds: 0 };
  for (const [key, amount] of expectMap(run, value)) duration[expectUnit(run, key, kind)] = expectWhole(run, amount);
  run.charge(PRICES.HEAVY_STEPS);
  if (UNITS.some((unit) => Math.abs(duration[unit]) > AMOUNT_MAX))
    run.fail('number-range', null, { kind: 'words', words: `takes at most ${AMOUNT_MAX} of a unit` });
  return duration;
}

function whole(n: number): Decimal {
  return decimal(BigInt(n));
}
