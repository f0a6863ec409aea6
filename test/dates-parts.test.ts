// Local times, parts, spans and durations: both engines against each other, and against JavaScript's Date in UTC.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

const RUNS = 1_500;
const FUEL = 10_000;
const DAY_MS = 86_400_000;
const FIRST_MS = new Date(0).setUTCFullYear(1, 0, 1);
const LAST_MS = Date.UTC(9999, 11, 31) + DAY_MS - 1;
const machine = createMachine();

/** Runs one script on both engines, which must agree; answers the output or the fault's code. */
async function runner(source: string): Promise<(input: unknown) => unknown> {
  const checked = checkedOf(check(source))!;
  const script = await compile(checked);
  return (input) => {
    const bytes = Buffer.from(JSON.stringify(input));
    const expected = interpret(checked.program, bytes, { fuel: FUEL });
    const actual = machine.run(script, bytes, { fuel: FUEL });
    assert.equal(plain(actual), plain(expected), `${source} of ${bytes}`);
    return expected.kind === 'finished' ? JSON.parse(expected.output) : expected.fault.code;
  };
}

function plain(result: ReturnType<typeof interpret>): unknown {
  return result.kind === 'finished'
    ? result
    : { code: result.fault.code, node: result.fault.node, steps: result.steps };
}

/** Around the ends of years and months, and anywhere. */
const moments = fc.oneof(
  fc.integer({ min: FIRST_MS, max: LAST_MS }),
  fc
    .tuple(
      fc.constantFrom(2, 1900, 2000, 2020, 2024, 2026, 9998),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: -4, max: 4 }),
      fc.integer({ min: 0, max: DAY_MS - 1 }),
    )
    .map(([year, month, day, ms]) => new Date(0).setUTCFullYear(year, month, day) + ms),
);

/** Milliseconds as the language prints a local date-time. */
function local(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, 23);
  return text.endsWith('.000') ? text.slice(0, 19) : text.replace(/0+$/, '');
}

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** The week of ISO 8601, counted from its Thursday. */
function weekOf(ms: number): readonly [year: number, week: number] {
  const day = Math.floor(ms / DAY_MS);
  const thursday = day + 4 - (new Date(ms).getUTCDay() || 7);
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return [year, Math.floor((thursday - startOfYear(year) / DAY_MS) / 7) + 1];
}

test('parts are those of Date, and weeks those of ISO 8601', async () => {
  const run = await runner(
    '(map (fn [p] (date-part input p)) [:year :quarter :month :day :weekday :day-of-year :week-year :week :hour :minute :second :nano])',
  );
  fc.assert(
    fc.property(moments, fc.boolean(), (ms, isInstant) => {
      const at = new Date(ms);
      const year = at.getUTCFullYear();
      assert.equal(run(local(ms) + (isInstant ? 'Z' : '')), [
        year,
        Math.floor(at.getUTCMonth() / 3) + 1,
        at.getUTCMonth() + 1,
        at.getUTCDate(),
        at.getUTCDay() || 7,
        Math.floor((ms - startOfYear(year)) / DAY_MS) + 1,
        ...weekOf(ms),
        at.getUTCHours(),
        at.getUTCMinutes(),
        at.getUTCSeconds(),
        at.getUTCMilliseconds() * 1_000_000,
      ]);
    }),
    { numRuns: RUNS },
  );
});

const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

test('a unit begins at or before a moment, ends at or after it, and the next one begins behind its end', async () => {
  const run = await runner(
    '(let [[m unit] input a (start-of m unit) b (end-of m unit) next (add-duration b "PT0.000000001S")] [(or (= a (local-date-time m)) (before? a m)) (before? m b) (= next (start-of next unit)) (= (start-of b unit) a) (= (end-of a unit) b) (= (date-part a :weekday) 1)])',
  );
  fc.assert(
    fc.property(moments, fc.constantFrom(...UNITS), (ms, unit) => {
      // The last units of the calendar have no next one.
      if (ms > LAST_MS - 370 * DAY_MS) return;
      const [starts, ends, nextStarts, again, backAgain, onMonday] = run([local(ms), unit]) as boolean[];
      assert.equal([starts, ends, nextStarts, again, backAgain], [true, true, true, true, true]);
      if (unit === 'week') assert.ok(onMonday);
    }),
    { numRuns: RUNS },
  );
});

test('what elapsed, added, leads to the end, and in seconds it is the difference', async () => {
  const run = await runner(
    '(let [[a b] input d (elapsed a b)] [(= (add-duration a d) b) (duration-in d :seconds) (= d (iso-duration d)) (= (duration-in d :seconds) (- (duration-in (elapsed b a) :seconds)))])',
  );
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      assert.equal(run([local(a), local(b)]), [true, (b - a) / 1000 || 0, true, true]);
    }),
    { numRuns: RUNS },
  );
});

test('keys of instants are equal where the instants are, and sort as they do', async () => {
  const run = await runner(
    '(let [[a b] input [x y] (map moment-key input)] [(= (before? a b) (< x y)) (= (after? a b) (> x y)) (= (= (instant a) (instant b)) (= x y))])',
  );
  const written = fc
    .tuple(moments, fc.constantFrom('Z', '+02:00', '-05:30'))
    .map(([ms, offset]) => `${local(ms)}${offset}`);
  fc.assert(
    fc.property(written, written, (a, b) => {
      const result = run([a, b]);
      if (result !== 'type') assert.equal(result, [true, true, true]);
    }),
    { numRuns: RUNS },
  );
});

test('an instant at an offset is the same instant, and its local time the clock there', async () => {
  const run = await runner(
    '(let [[a o] input] [(instant (at-offset a o)) (= (local-date-time a o) (local-date-time (subs (at-offset a o) 0 19))) (instant (local-date-time a o) o)])',
  );
  fc.assert(
    fc.property(moments, fc.integer({ min: -1439, max: 1439 }), (ms, minutes) => {
      const at = Math.floor(ms / 1000) * 1000;
      const there = at + minutes * 60_000;
      const offset = `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`;
      const result = run([`${local(at)}Z`, offset]);
      const expected = there < FIRST_MS || there > LAST_MS ? 'number-range' : [`${local(at)}Z`, true, `${local(at)}Z`];
      assert.equal(result, expected);
    }),
    { numRuns: RUNS },
  );
});

test('engines agree on what is a moment or a duration, and on nothing else', async () => {
  const run = await runner(
    '[(local-time? input) (local-date-time? input) (duration? input) (attempt (iso-duration input)) (attempt (local-time input))]',
  );
  const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/;
  const duration =
    /^[+-]?P(?!$)(\d{1,12}Y)?(\d{1,12}M)?(\d{1,12}W)?(\d{1,12}D)?(T(?!$)(\d{1,12}H)?(\d{1,12}M)?(\d{1,12}(\.\d{1,9})?S)?)?$/;
  const near = fc.oneof(
    fc.stringMatching(/^[0-2][0-9]:[0-6][0-9](:[0-6][0-9](\.[0-9]{0,10})?)?$/),
    fc.stringMatching(/^[+-]?P([0-9]{1,13}[YMWD.]){0,3}(T([0-9]{1,3}(\.[0-9]{0,10})?[HMS]){0,3})?$/),
    fc.string(),
  );
  fc.assert(
    fc.property(near, (text) => {
      const [isTime, , isDuration] = run(text) as boolean[];
      assert.equal([isTime, isDuration], [time.test(text), duration.test(text)], text);
    }),
    { numRuns: RUNS },
  );
});

test.run();
