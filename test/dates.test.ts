// Dates: both engines against each other, against JavaScript's Date in UTC where that is right, and against the laws of
// calendars. Single cases a reader can extend are in golden/builtins/dates.txt.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

const RUNS = 2_000;
const FUEL = 10_000;
const DAY_MS = 86_400_000;
const [FIRST_MS, LAST_MS] = [utc(1, 1, 1), utc(9999, 12, 31) + DAY_MS - 1];
const UNITS = ['years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'];
const machine = createMachine();

/** Runs one script on both engines, which must agree; answers the output or the fault's code. */
async function runner(source: string): Promise<(input: unknown) => unknown> {
  const checked = check(source);
  assert.ok(checked.ok, source);
  const program = checked.program!;
  const script = await compile({
    hash: checked.hash!,
    canonical: checked.canonical!,
    program,
    canonicalPlace: checked.places,
  });
  return (input) => {
    const bytes = Buffer.from(JSON.stringify(input));
    const expected = interpret(program, bytes, { fuel: FUEL });
    assert.equal(plain(machine.run(script, bytes, { fuel: FUEL })), plain(expected), `${source} of ${bytes}`);
    return expected.kind === 'finished' ? JSON.parse(expected.output) : expected.fault.code;
  };
}

function plain(result: RunResult): unknown {
  return result.kind === 'finished'
    ? result
    : { code: result.fault.code, node: result.fault.node, steps: result.steps };
}

function utc(year: number, month: number, day: number): number {
  // Date.UTC takes years below 100 for those of the 20th century.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** Milliseconds as the language prints an instant. */
function printed(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : `${text.slice(0, 23).replace(/0+$/, '')}Z`;
}

const days = fc.integer({ min: 0, max: (LAST_MS + 1 - FIRST_MS) / DAY_MS - 1 }).map((day) => FIRST_MS + day * DAY_MS);
const moments = fc.oneof(
  fc.tuple(days, fc.integer({ min: 0, max: DAY_MS - 1 })).map(([day, ms]) => day + ms),
  // Where things go wrong: round seconds around the ends of months, leap days, and the ends of the calendar.
  fc
    .tuple(
      fc.constantFrom(1, 4, 100, 400, 1600, 1900, 1970, 2000, 2023, 2024, 2100, 9996, 9999),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: -2, max: 2 }),
      fc.constantFrom(0, 1000, DAY_MS - 1000),
    )
    .map(([year, month, day, ms]) => Math.min(Math.max(utc(year, month + 1, day) + ms, FIRST_MS), LAST_MS)),
);
const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Any text of an instant, and its time. */
const written = fc
  .tuple(moments, fc.integer({ min: -1439, max: 1439 }), fc.boolean(), fc.nat(6))
  .map(([ms, offset, lower, zeros]) => {
    const local = new Date(ms + offset * 60_000);
    if (local.getTime() < FIRST_MS || local.getTime() > LAST_MS) return { text: new Date(ms).toISOString(), ms };
    const sign = offset < 0 ? '-' : '+';
    const zone =
      offset === 0
        ? 'Z'
        : `${sign}${String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')}:${String(Math.abs(offset) % 60).padStart(2, '0')}`;
    const text = local.toISOString().slice(0, 23) + '0'.repeat(zeros) + zone;
    return { text: lower ? text.toLowerCase() : text, ms };
  });

test('a valid instant is read in any offset, and printed in UTC as Date prints it', async () => {
  const run = await runner(
    '[(instant input) (date input) (year input) (month input) (day input) (weekday input) (instant? input) (date? input)]',
  );
  fc.assert(
    fc.property(written, ({ text, ms }) => {
      const at = new Date(ms);
      assert.equal(run(text), [
        printed(ms),
        dateText(ms),
        at.getUTCFullYear(),
        at.getUTCMonth() + 1,
        at.getUTCDate(),
        at.getUTCDay() || 7,
        true,
        false,
      ]);
    }),
    { numRuns: RUNS },
  );
});

test('every day of four centuries has its parts and its weekday', async () => {
  const run = await runner('[(date? input) (year input) (month input) (day input) (weekday input)]');
  // Every 11th day meets every day of the year in 400 years.
  for (let ms = utc(1801, 1, 1); ms < utc(2201, 1, 1); ms += 11 * DAY_MS) {
    const at = new Date(ms);
    assert.equal(run(dateText(ms)), [
      true,
      at.getUTCFullYear(),
      at.getUTCMonth() + 1,
      at.getUTCDate(),
      at.getUTCDay() || 7,
    ]);
  }
});

test('a date or instant is what Date would write so, and nothing else', async () => {
  const run = await runner('[(date? input) (instant? input)]');
  const near = fc.stringMatching(
    /^[0-9]{4}-[01][0-9]-[0-3][0-9]([Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\.[0-9]{0,10})?([Zz]|[+-][0-2][0-9]:[0-6][0-9])?)?$/,
  );
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        fc.string(),
        near.map((text) => text.slice(1)),
      ),
      (text) => {
        const [day, time] = [text.slice(0, 10), text.slice(10)];
        const shape = /^[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(time);
        const ms = Date.parse(`${day}T00:00:00Z`);
        const isDay =
          /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(ms) && dateText(ms) === day && !day.startsWith('0000');
        const instant = isDay && shape ? Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, '$1')) : NaN;
        assert.equal(run(text), [isDay && time === '', instant >= FIRST_MS && instant <= LAST_MS]);
      },
    ),
    { numRuns: RUNS },
  );
});

test('order and differences in fixed units are those of milliseconds', async () => {
  const run = await runner(
    `(let [[a b] input] [(before? a b) (after? a b) ${UNITS.slice(3)
      .map((unit) => `(diff a b :${unit})`)
      .join(' ')}])`,
  );
  fc.assert(
    fc.property(written, written, (a, b) => {
      const ms = b.ms - a.ms;
      const whole = (unit: number): number => Math.trunc(ms / unit) || 0;
      assert.equal(run([a.text, b.text]), [
        ms > 0,
        ms < 0,
        whole(7 * DAY_MS),
        whole(DAY_MS),
        whole(3_600_000),
        whole(60_000),
        whole(1000),
      ]);
    }),
    { numRuns: RUNS },
  );
});

test('months between instants are those between their dates, the last day counted when its time of day is reached', async () => {
  const run = await runner(
    '(let [[a b] input] [(diff a b :months) (diff a b :quarters) (diff a b :years) (diff (date a) (date b) :months)])',
  );
  const monthsBetween = (a: number, b: number): number => {
    const [from, to] = [new Date(a), new Date(b)];
    const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
    const days = to.getUTCDate() - from.getUTCDate();
    return months - (months > 0 && days < 0 ? 1 : months < 0 && days > 0 ? -1 : 0) || 0;
  };
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      const ofDay = (ms: number): number => (ms - FIRST_MS) % DAY_MS;
      const [dayA, dayB] = [a - ofDay(a), b - ofDay(b)];
      const last =
        dayB > dayA && ofDay(b) < ofDay(a) ? dayB - DAY_MS : dayB < dayA && ofDay(b) > ofDay(a) ? dayB + DAY_MS : dayB;
      const months = monthsBetween(dayA, last);
      assert.equal(run([printed(a), printed(b)]), [
        months,
        Math.trunc(months / 3) || 0,
        Math.trunc(months / 12) || 0,
        monthsBetween(dayA, dayB),
      ]);
    }),
    { numRuns: RUNS },
  );
});

const amount = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -2_000_000, max: 2_000_000 }));
const durations = fc.record(Object.fromEntries(UNITS.map((unit) => [unit, amount])), {
  requiredKeys: [],
}) as fc.Arbitrary<Record<string, number>>;

test('adding a duration is adding months, cut to the month’s end, and then milliseconds', async () => {
  const run = await runner('(add-duration (first input) (last input))');
  fc.assert(
    fc.property(moments, durations, (ms, duration) => {
      const {
        years = 0,
        quarters = 0,
        months = 0,
        weeks = 0,
        days: dayCount = 0,
        hours = 0,
        minutes = 0,
        seconds = 0,
      } = duration;
      const start = new Date(ms);
      const month = new Date(ms - (((ms % DAY_MS) + DAY_MS) % DAY_MS));
      month.setUTCDate(1);
      month.setUTCMonth(start.getUTCMonth() + months + quarters * 3 + years * 12);
      const length = new Date(month.getTime());
      length.setUTCMonth(length.getUTCMonth() + 1, 0);
      const day =
        month.getTime() +
        (Math.min(start.getUTCDate(), length.getUTCDate()) - 1) * DAY_MS +
        (((ms % DAY_MS) + DAY_MS) % DAY_MS);
      const end = day + (weeks * 7 + dayCount) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000;
      const result = run([printed(ms), duration]);
      // Date itself ends some 270,000 years away from 1970.
      if (Number.isNaN(day)) return;
      assert.is(result, end >= FIRST_MS && end <= LAST_MS ? printed(end) : 'number-range');
    }),
    { numRuns: RUNS },
  );
});

test('a difference in days or seconds, added, leads to the end', async () => {
  const run = await runner(
    '(let [[a b] input] [(= (add-duration (date a) {:days (diff (date a) (date b) :days)}) (date b)) (= (add-duration a {:seconds (diff a b :seconds)}) (instant b))])',
  );
  const seconds = moments.map((ms) => Math.floor(ms / 1000) * 1000);
  fc.assert(
    fc.property(seconds, seconds, (a, b) => assert.equal(run([printed(a), printed(b)]), [true, true])),
    { numRuns: RUNS },
  );
});

test('engines agree on dates with amounts of any size and on everything that is no date', async () => {
  const run = await runner(
    '(let [[a b unit] input] (cond (= unit "add") (add-duration a b) (= unit "before") (before? a b) :else (diff a b unit)))',
  );
  const anything = fc.oneof(
    written.map(({ text }) => text),
    moments.map(dateText),
    fc.string(),
    fc.constant(null),
    fc.integer(),
  );
  const wild = fc.dictionary(
    fc.constantFrom(...UNITS, 'day', 'quarter', ''),
    fc.oneof(fc.maxSafeInteger(), amount, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant('1')),
    { maxKeys: 4 },
  );
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(
      anything,
      fc.oneof(anything, wild, durations),
      fc.constantFrom(...UNITS, 'add', 'before', 'centuries'),
      (a, b, unit) => {
        outcomes.add(String(run([a, b, unit])).slice(0, 4));
      },
    ),
    { numRuns: RUNS },
  );
  assert.ok(outcomes.has('type') && outcomes.has('numb') && outcomes.size > 20);
});

test.run();
