// evident eval: what is counted as decided, right and out of scope, and how wrong files are told.

import * as assert from 'uvu/assert';
import { openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';

const line = openCommandLine();
test.after(() => line.close());

const QUESTIONS = JSON.stringify({
  team: {
    type: 'choice',
    instructions: 'Which team?',
    criteria: { billing: ['invoice', 'refund'], technical: ['crash', 'error message'] },
  },
  urgent: {
    type: 'noul',
    instructions: 'Is it urgent?',
    criteria: { true: 'as soon as possible', false: 'whenever convenient' },
  },
});
const ONE = JSON.stringify({ team: (JSON.parse(QUESTIONS) as { team: unknown }).team });

line.file('questions.json', QUESTIONS);
line.file('one.json', ONE);

function jsonLines(...values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

test('counts decided, right and out of scope, and shows a wrong answer with its place', () => {
  const labelled = jsonLines(
    { text: 'Please correct my invoice.', label: 'billing' },
    { text: 'The refund never arrived.', label: 'technical' },
    { text: 'Good morning.', label: 'technical' },
    { text: 'A lovely day.', label: null },
    { text: 'An invoice of another firm came by mistake.', label: null },
  );
  const { code, out } = line.evident(['eval', 'one.json', '--labelled', '-'], labelled);
  assert.is(code, 0);
  assert.match(out, /decided +2 of 3 labelled states \(66\.7 %\)/);
  assert.match(out, /right +1 of 2 decided \(50\.0 %\)/);
  assert.match(out, /out of scope 1 of 2 decided \(50\.0 %\)/);
  assert.match(out, /confused +1 "technical" answered as "billing"/);
  assert.match(out, /-:2: expected "technical", answered "billing"/);
  assert.match(out, /the state 4-10 "refund": exact of "refund"/);
  assert.match(out, /-:5: expected no option, answered "billing"/);
});

test('several questions are judged by "expect", a yes or no by its value', () => {
  const labelled = jsonLines(
    {
      state: { message: 'The app shows an error message, fix it as soon as possible' },
      expect: { team: 'technical', urgent: true },
    },
    { state: { message: 'Correct the invoice whenever convenient' }, expect: { team: 'billing', urgent: false } },
    { state: 'hello', expect: { urgent: null } },
  );
  const { code, out } = line.evident(['eval', 'questions.json', '--labelled', '-', '--json'], labelled);
  assert.is(code, 0);
  const { questions } = JSON.parse(out) as {
    questions: { id: string; labelled: object; out_of_scope: object; precision: number; wrong: unknown[] }[];
  };
  assert.equal(
    questions.map(({ id, labelled: counts, out_of_scope }) => ({ id, counts, out_of_scope })),
    [
      { id: 'team', counts: { states: 2, decided: 2, right: 2 }, out_of_scope: { states: 0, decided: 0 } },
      { id: 'urgent', counts: { states: 2, decided: 2, right: 2 }, out_of_scope: { states: 1, decided: 0 } },
    ],
  );
});

test('a bound that does not hold ends with 1 and is named; one that holds does not', () => {
  const labelled = jsonLines({ text: 'refund', label: 'billing' }, { text: 'hello', label: 'technical' });
  assert.is(
    line.evident(
      ['eval', 'one.json', '--labelled', '-', '--precision', '1', '--coverage', '0.5', '--out-of-scope', '0'],
      labelled,
    ).code,
    0,
  );
  const { code, err } = line.evident(['eval', 'one.json', '--labelled', '-', '--coverage', '0.51'], labelled);
  assert.is(code, 1);
  assert.match(err, /team: coverage \(50\.0 %\) is below 0\.51/);
});

test('wrong lines are told with their number and what is wrong', () => {
  const labelled = [
    '{"text":"a"',
    '{"text":"a"}',
    '{"text":"a","label":"sales"}',
    '{"state":5,"label":"billing"}',
    '{"state":"a","expect":{"colour":"red"}}',
    '{"state":"a","expect":{}}',
  ].join('\n');
  const { code, err } = line.evident(['eval', 'one.json', '--labelled', '-'], labelled);
  assert.is(code, 1);
  for (const told of [
    /-:1: no JSON/,
    /-:2: neither "label" nor "expect"/,
    /-:3: "sales" is no option of "team"/,
    /-:4: "state" must be/,
    /-:5: there is no question "colour"/,
    /-:6: "expect" must be/,
  ])
    assert.match(err, told);
});

test('with several questions a label needs --question', () => {
  const labelled = jsonLines({ text: 'refund', label: 'billing' });
  assert.match(
    line.evident(['eval', 'questions.json', '--labelled', '-'], labelled).err,
    /there are several: use "expect", or --question/,
  );
  assert.is(line.evident(['eval', 'questions.json', '--labelled', '-', '--question', 'team'], labelled).code, 0);
  assert.is(line.evident(['eval', 'questions.json', '--labelled', '-', '--question', 'colour'], labelled).code, 2);
});

test('without states, or with a share that is none, the command line is wrong', () => {
  assert.is(line.evident(['eval', 'one.json', '--labelled', '-'], '\n').code, 2);
  assert.is(line.evident(['eval', 'one.json'], '').code, 2);
  assert.is(
    line.evident(['eval', 'one.json', '--labelled', '-', '--precision', '98'], '{"text":"a","label":null}').code,
    2,
  );
});

test.run();
