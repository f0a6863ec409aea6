// Hostile input: what nobody means well is refused with a code, without a crash and without growth.

import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { compileEcho, hostileCases, refuse } from './support/hostile.ts';
import { test } from './support/test.ts';

const echo = await compileEcho();
const CASES = hostileCases();

for (const hostile of CASES) {
  test(`${hostile.name} as ${hostile.kind}`, () => {
    assert.is(refuse(hostile, echo), hostile.code);
  });
}

test('afterwards everything still works', () => {
  assert.equal(check('(+ 1 2)').steps, { min: 3, max: 3 });
  const result = echo.run({ input: { a: [1, 2] } });
  assert.is(result.kind === 'finished' && result.outputJson, '{"a":[1,2]}');
});

test('refusing again and again grows no memory', () => {
  const scripts = CASES.filter(({ kind, text }) => kind === 'script' && text.length < 300_000);
  const round = (): void => scripts.forEach((hostile) => refuse(hostile, echo));
  round();
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 5; count += 1) round();
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  // Garbage that is not collected yet counts, too; a leak of what was read would be several times this.
  assert.ok(grown < 300, `${grown.toFixed(0)} MiB`);
});

test.run();
