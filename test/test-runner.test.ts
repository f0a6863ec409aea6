// A failure is always printed and makes the exit code 1: the wrapper of uvu, and a test file run by itself.

import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { test } from './support/test.ts';

const WRAPPER = new URL('./support/test.js', import.meta.url).href;

/** Runs `body` as a test file of its own. */
function runTests(body: string): { readonly code: number | null; readonly output: string } {
  const source = `import { test } from ${JSON.stringify(WRAPPER)};\n${body}`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  return { code: ended.status, output: ended.stdout + ended.stderr };
}

test('tests that pass end with code 0 and are counted', () => {
  const { code, output } = runTests(`test('a', () => {}); test('b', async () => {}); test.run();`);
  assert.is(code, 0, output);
  assert.match(output, /Total: +2/);
  assert.match(output, /Passed: +2/);
});

test('an error whose details are no text is printed, and the tests behind it run', () => {
  const { code, output } = runTests(`
    test('refused', () => { throw Object.assign(new Error('the body is no JSON'), { details: { code: 'bad_json', at: [3] } }); });
    test('goes on', () => { console.log('the second ran'); });
    test.run();`);
  assert.is(code, 1);
  assert.match(output, /FAIL.*refused/s);
  assert.match(output, /the body is no JSON/);
  assert.match(output, /bad_json/);
  assert.match(output, /the second ran/);
  assert.match(output, /Passed: +1/);
});

for (const [name, thrown] of [
  ['a text', `'only text'`],
  ['undefined', 'undefined'],
  ['a plain object', '{ status: 418 }'],
] as const) {
  test(`${name} thrown is a failure that is printed`, () => {
    const { code, output } = runTests(`test('odd', () => { throw ${thrown}; }); test.run();`);
    assert.is(code, 1);
    assert.match(output, /thrown, and no Error/);
  });
}

for (const hook of ['before', 'before.each', 'after', 'after.each']) {
  test(`a hook ${hook} that throws makes the file fail`, () => {
    const { code, output } = runTests(
      `test.${hook}(() => { throw new Error('no database'); }); test('a', () => {}); test.run();`,
    );
    assert.is(code, 1, output);
    assert.match(output, /no database/);
  });
}

test('a file that forgets test.run() fails', () => {
  const { code, output } = runTests(`test('a', () => {});`);
  assert.is(code, 1);
  assert.match(output, /1 of 1 tests have not run/);
});

test.run();
