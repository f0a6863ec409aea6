// evident test: what passes, what fails and how it is told, what is not reached, and files that are wrong.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { BIN, openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const line = openCommandLine();
test.after(() => line.close());

line.file(
  'rule.script',
  '(if (> (:amount input) 10)\n  {:verdict "high" :by (/ 1 (:amount input))}\n  (if (:odd input) "odd" "low"))\n',
);
const cases = (list: readonly object[]): void => void line.file('rule.cases.json', JSON.stringify(list));

test('cases that hold pass, whatever the spelling of numbers and the order of members', () => {
  cases([
    { name: 'low', input: { amount: 1 }, output: 'low', steps_max: 20 },
    { name: 'high', input: { amount: 20 }, output: { verdict: 'high', by: 0.05 } },
    { input: { amount: 20.0 }, output_has: { verdict: 'high' } },
    { input: { amount: 'x' }, fault: 'type' },
    { fault: 'type' },
  ]);
  const { code, out, err } = line.evident(['test', 'rule.script']);
  assert.is(code, 0, out);
  assert.match(out, /^rule\.script: 5 of 5 cases, \d+ of \d+ parts reached \(9\d %\)\n5 passed, 0 failed\n$/);
  assert.match(err, /note\[not-reached\]: no case evaluates this\n +--> rule\.script:3:20\n/);
});

test('cases that do not hold are told with what came instead, and end with 1', () => {
  cases([
    { name: 'a', input: { amount: 1 }, output: 'high' },
    { name: 'b', input: { amount: 'x' }, output: 'low' },
    { name: 'c', input: { amount: 1 }, fault: 'type' },
    { name: 'd', input: { amount: 20 }, output_has: { verdict: 'low' } },
    { name: 'e', input: { amount: 20 }, output_has: { none: null } },
    { name: 'f', input: { amount: 1 }, output: 'low', steps_max: 3 },
  ]);
  const { code, out } = line.evident(['test', '.', '--junit', 'report.xml']);
  assert.is(code, 1);
  for (const part of [
    '  FAIL a: expected "high", got "low"\n',
    '  FAIL b: expected "low", got the fault type: ',
    '  FAIL c: expected the fault type, got "low"\n',
    '  FAIL d: expected an output with {"verdict":"low"}, got {',
    '  FAIL e: expected an output with {"none":null}, got {',
    '  FAIL f: took ',
    '0 passed, 6 failed\n',
  ])
    assert.ok(out.includes(part), `${part} in ${out}`);
  const report = readFileSync(join(line.folder, 'report.xml'), 'utf8');
  assert.match(report, /<testsuite name="rule\.script" tests="6" failures="6">/);
  assert.match(report, /name="a"><failure message="expected &#34;high&#34;, got &#34;low&#34;"\/>/);
});

test('coverage can be asked for, and --json says all of it', () => {
  cases([{ input: { amount: 1 }, output: 'low' }]);
  assert.is(line.evident(['test', 'rule.script', '--coverage-min', '30']).code, 0);
  assert.is(line.evident(['test', 'rule.script', '--coverage-min', '100']).code, 1);
  const { passed, failed, scripts } = JSON.parse(line.evident(['test', 'rule.script', '--json']).out);
  assert.equal([passed, failed, scripts[0].cases.length, scripts[0].coverage.missed.length], [1, 0, 1, 2]);
});

test('lines of cases, a folder, and a script without cases', () => {
  line.file('other.script', '(+ 1 (:n input))');
  line.file('other.cases.jsonl', '{"input":{"n":1},"output":2}\n\n{"input":{"n":2},"output":3}\n');
  line.file('alone.script', '1');
  const { code, out, err } = line.evident(['test', '.']);
  assert.is(code, 0);
  assert.match(out, /3 passed, 0 failed/);
  assert.match(err, /alone\.script: no cases/);
});

test('a folder is looked through with those in it; a module without cases is none of them', () => {
  for (const inner of ['project/rules/shared', 'project/node_modules/package', 'project/.hidden', 'empty'])
    mkdirSync(join(line.folder, inner), { recursive: true });
  line.file('project/rules/shared/money.script', '(defn gross [x] (* x 2))');
  line.file('project/rules/shared/bill.script', '(use "money") (money/gross input)');
  line.file('project/rules/shared/bill.cases.json', '[{"input": 2, "output": 4}]');
  line.file('project/rules/plain.script', 'input');
  line.file('project/rules/plain.cases.json', '[{"input": 1, "output": 1}]');
  for (const hidden of ['node_modules/package', '.hidden']) {
    line.file(`project/${hidden}/bad.script`, 'input');
    line.file(`project/${hidden}/bad.cases.json`, '[{"input": 1, "output": 2}]');
  }
  const { code, out, err } = line.evident(['test', 'project']);
  assert.equal([code, err], [0, '']);
  assert.equal(
    out.split('\n').map((one) => one.split(':')[0]),
    ['project/rules/plain.script', 'project/rules/shared/bill.script', '2 passed, 0 failed', ''],
  );
  line.file('empty/readme.txt', 'no scripts');
  assert.match(line.evident(['test', 'empty']).err, /empty has no scripts/);
});

test('what is no case is told with its place, and nothing is run', () => {
  for (const [list, part] of [
    [[{ output: 1, fault: 'type' }], 'case 1: one of output, output_has and fault is expected'],
    [[{ output: 1 }, { out: 1 }], 'case 2: out is no member of a case'],
    [[{ fault: 'tipe' }], 'case 1: fault: one of '],
    [[{ output: 1, steps_max: -1 }], 'case 1: steps_max: a whole number is expected'],
    [{}, 'a list of at most 100000 cases is expected'],
  ] as const) {
    cases(list as readonly object[]);
    const { code, err } = line.evident(['test', 'rule.script']);
    assert.is(code, 2);
    assert.ok(err.includes(part), err);
  }
  line.file('rule.cases.json', '[{');
  assert.match(line.evident(['test', 'rule.script']).err, /no JSON: /);
  cases([]);
  line.file('wrong.script', '(+ 1');
  assert.is(line.evident(['test', 'wrong.script']).code, 1);
  for (const args of [
    ['test'],
    ['test', 'nowhere'],
    ['test', '.', '--coverage-min', '101'],
    ['test', '.', '--fuel', 'x'],
  ])
    assert.is(line.evident(args).code, 2, args.join(' '));
});

test('--watch runs again when a file changes', async () => {
  cases([{ input: { amount: 1 }, output: 'low' }]);
  const child = spawn(process.execPath, [BIN, 'test', 'rule.script', '--watch'], { cwd: line.folder });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  try {
    await until(async () => out.includes('1 passed, 0 failed'));
    cases([{ input: { amount: 1 }, output: 'high' }]);
    await until(async () => out.includes('0 passed, 1 failed'));
  } finally {
    child.kill();
    await new Promise((resolve) => child.once('close', resolve));
  }
});

test.run();
