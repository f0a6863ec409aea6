// Deviation: `stddev` and `mode` on both engines against what they are by definition, with fractions of whole numbers of any
// width, which nothing in the engines uses. Single cases a reader can extend are in golden/builtins/number.txt.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

const RUNS = 1_000;
const FUEL = 100_000;
/** All numbers are whole ones over 10^PLACES. */
const PLACES = 440;

const machine = createMachine();

async function runner(source: string): Promise<(numbers: readonly string[]) => string> {
  const checked = check(source);
  const { hash, canonical, program, places } = checked;
  const script = await compile({ hash: hash!, canonical: canonical!, program: program!, canonicalPlace: places });
  return (numbers) => {
    const bytes = Buffer.from(`[${numbers.join(',')}]`);
    const expected = interpret(program!, bytes, { fuel: FUEL });
    assert.equal(plain(machine.run(script, bytes, { fuel: FUEL })), plain(expected), String(bytes));
    return expected.kind === 'finished' ? expected.output : expected.fault.code;
  };
}

function plain(result: RunResult): unknown {
  return result.kind === 'finished' ? [result.output, result.steps] : [result.fault.code, result.steps];
}

/** A numeral over 10^places. */
function scaled(text: string, places: number): bigint {
  const [digits, power = '0'] = text.split('e') as [string, string?];
  const [whole, fraction = ''] = digits.split('.') as [string, string?];
  return BigInt(whole + fraction) * 10n ** BigInt(Number(power) - fraction.length + places);
}

const few = fc
  .tuple(
    fc.integer({ min: 1, max: 18 }),
    fc.bigInt(-(10n ** 18n - 1n), 10n ** 18n - 1n),
    fc.oneof(fc.constant(0), fc.integer({ min: -20, max: 5 }), fc.integer({ min: -400, max: 380 })),
  )
  .map(([digits, n, exponent]) => `${n % 10n ** BigInt(digits)}e${exponent}`);
/** With 18 digits, down to the lowest place there is. */
const long = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt(10n ** 17n, 10n ** 18n - 1n), fc.integer({ min: -417, max: 382 }))
  .map(([sign, n, exponent]) => `${sign}${n}e${exponent}`);
const number = fc.oneof(few, long);
/** Some that lie close together beside others, and some twice. */
const samples = fc.oneof(
  fc.array(number, { minLength: 2, maxLength: 6 }),
  fc
    .tuple(few, fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 60 }))
    .map(([near, steps]) =>
      steps.map((step) => near.replace(/^(-?\d+)/, (digits) => String(BigInt(digits) / 10n + BigInt(step)))),
    ),
  fc.array(fc.integer({ min: -1000, max: 1000 }).map(String), { minLength: 2, maxLength: 300 }),
);

test('stddev is the number of 18 digits nearest to the root of the mean squared distance, by n − 1', async () => {
  const run = await runner('(stddev input)');
  fc.assert(
    fc.property(samples, (numbers) => {
      const values = numbers.map((text) => scaled(text, PLACES));
      const count = BigInt(values.length);
      const sum = values.reduce((total, n) => total + n, 0n);
      // count × Σ (x − mean)², from the distances themselves.
      const distances = values.map((n) => count * n - sum).reduce((total, n) => total + n * n, 0n);
      const divisor = count * count * (count - 1n);
      const result = run(numbers);
      if (result === 'number-range') {
        assert.ok(distances >= (divisor * 10n ** BigInt(2 * (400 + PLACES)) * 99n) / 100n, `${numbers}`);
        return;
      }
      const digits = result.replace(/e.*/, '').replace(/[.]/, '').replace(/^0+/, '').replace(/0+$/, '');
      assert.ok(digits.length <= 18, result);
      if (result === '0') {
        assert.ok(distances < divisor * 10n ** BigInt(2 * (PLACES - 400)), `${numbers}`);
        return;
      }
      // Half a unit of the eighteenth digit, in units of 10^-(PLACES + 20).
      const more = 20;
      const root = scaled(result, PLACES + more);
      const half = 5n * 10n ** BigInt(String(root).length - 19);
      const squared = distances * 10n ** BigInt(2 * more);
      assert.ok(
        (root - half) ** 2n * divisor <= squared && squared <= (root + half) ** 2n * divisor,
        `${numbers} ${result}`,
      );
    }),
    { numRuns: RUNS },
  );
});

test('mode gives what occurs most often, each once and in order', async () => {
  const run = await runner('(mode input)');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 40 }), (numbers) => {
      const counts = new Map<number, number>();
      for (const n of numbers) counts.set(n, (counts.get(n) ?? 0) + 1);
      const most = Math.max(...counts.values());
      const expected = [...counts].filter(([, count]) => count === most).map(([n]) => n);
      assert.is(run(numbers.map(String)), JSON.stringify(expected.sort((a, b) => a - b)));
    }),
    { numRuns: RUNS },
  );
});

test.run();
