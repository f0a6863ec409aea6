// evident table: cells mean what is emitted for them, on both engines; overlaps and gaps are found exactly where trying every
// input finds them; what cannot be read has a code and a place; limits hold.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { readCsv } from '../cli/tables/csv.ts';
import { readDmn, XML_DEPTH_MAX } from '../cli/tables/dmn.ts';
import { FINDINGS_SHOWN_MAX, prove, showWitness } from '../cli/tables/prove.ts';
import { scriptOf } from '../cli/tables/script.ts';
import { COLUMNS_MAX, RULES_MAX, readTable, type Table, TableError } from '../cli/tables/table.ts';
import { CellError, matches, readTest } from '../cli/tables/tests.ts';
import type { Kind, Value } from '../cli/tables/values.ts';
import { parseDecimal } from '../grammar/decimal.ts';
import { compile } from '../runtime/library.ts';
import { openCommandLine } from './support/command-line.ts';
import { interpretSource } from './support/interpret.ts';
import { test } from './support/test.ts';

const line = openCommandLine();
test.after(() => line.close());

const number = (text: string): Value => ({ kind: 'number', number: parseDecimal(text)! });
const text = (value: string): Value => ({ kind: 'text', text: value });
const date = (value: string): Value => ({ kind: 'date', date: value });
const NIL: Value = { kind: 'nil' };

test('a cell says of a value what it reads as', () => {
  const cases: readonly (readonly [cell: string, kind: Kind | null, yes: readonly Value[], no: readonly Value[]])[] = [
    ['-', null, [number('1'), text('a'), NIL], []],
    ['', 'number', [number('1'), NIL], []],
    ['>= 100', 'number', [number('100'), number('1e3')], [number('99.99'), NIL, text('a')]],
    ['< 0.5', 'number', [number('-3')], [number('0.50')]],
    ['[1..5)', 'number', [number('1'), number('4.999')], [number('5'), number('0.999')]],
    ['(1..5]', 'number', [number('5')], [number('1')]],
    [']1..5[', 'number', [number('3')], [number('1'), number('5')]],
    ['[ -5 .. -1.5 ]', 'number', [number('-5'), number('-1.50')], [number('-1')]],
    ['1, 3, > 10', 'number', [number('1'), number('3.0'), number('11')], [number('2'), number('10'), NIL]],
    ['not(1, 2)', 'number', [number('3'), NIL], [number('1')]],
    ['not(< 1)', 'number', [number('1')], [number('0'), NIL]],
    ['not( > 5, nil )', 'number', [number('5')], [number('6'), NIL]],
    ['"a","b"', null, [text('a'), text('b')], [text('c'), NIL]],
    ['"a,b"', null, [text('a,b')], [text('a')]],
    ['a b, c', 'text', [text('a b'), text('c')], [text('a')]],
    ['not(gold)', 'text', [text('x'), NIL], [text('gold')]],
    ['"-"', 'text', [text('-')], [text('a')]],
    ['"not(a)"', 'text', [text('not(a)')], [text('a')]],
    ['true', null, [{ kind: 'boolean', is: true }], [{ kind: 'boolean', is: false }, NIL]],
    ['nil', null, [NIL], [number('0')]],
    ['null, 1', 'number', [NIL, number('1')], [number('2')]],
    ['< 2024-03-01', 'date', [date('2024-02-29')], [date('2024-03-01'), NIL]],
    ['[date("2024-01-01")..date("2024-12-31")]', null, [date('2024-06-01')], [date('2025-01-01')]],
    ['"2024-01-01"', 'date', [date('2024-01-01')], [date('2024-01-02')]],
    ['12345678901234567890', 'integer', [number('12345678901234567890')], [number('12345678901234567891')]],
  ];
  for (const [cell, kind, yes, no] of cases) {
    for (const value of yes)
      assert.is(matches(readTest(cell, kind), value), true, `${cell} of ${JSON.stringify(value.kind)}`);
    for (const value of no)
      assert.is(matches(readTest(cell, kind), value), false, `${cell} not of ${JSON.stringify(value.kind)}`);
  }
});

test('a cell that cannot be read says why', () => {
  const cases: readonly (readonly [cell: string, kind: Kind | null, why: RegExp])[] = [
    ['gold', null, /`gold` is no value: a text is written "gold", or its column is declared as text/],
    ['!= 3', null, /`!=` is written `not\(…\)`/],
    ['[1..', null, /a value is expected/],
    ['[1 5]', null, /an interval is written `\[1\.\.5\]`/],
    ['[1..5', null, /ends with `\]` or `\)`/],
    ['[5..1]', null, /ends before it begins/],
    ['[1..1)', null, /nothing is in this interval/],
    ['["a".."b"]', null, /only numbers and dates have an order/],
    ['[1..2024-01-01]', null, /ends of an interval are of one kind/],
    ['1,000', null, /`000` is not a number of JSON/],
    ['1 2', null, /`2` is too much/],
    ['not(1', null, /`not` is no value|is no value/],
    ['2024-02-30', null, /2024-02-30 is no day that there is/],
    ['1.2345678901234567891', null, /more digits than the language computes with/],
    ['"a', null, /is no value/],
    ['"\\x"', null, /is no JSON string/],
    ['(a)', 'text', /is no text: write it as a string|only numbers/],
  ];
  for (const [cell, kind, why] of cases) {
    try {
      readTest(cell, kind);
      assert.unreachable(cell);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      assert.match(error.message, why, cell);
    }
  }
});

function tableOf(csv: string): Table {
  const reading = readTable(readCsv(Buffer.from(csv), 't.csv', ','));
  if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.problems));
  return reading.table;
}

/** What a table gives an input, on both engines: JSON text, or the text of the fault. */
async function answers(csv: string, inputs: readonly string[]): Promise<string[]> {
  const table = tableOf(csv);
  const source = scriptOf(table, prove(table).overlaps > 0, 't.csv');
  const script = await compile(source);
  if (script.kind === 'invalid') throw new Error(`${source}\n${JSON.stringify(script.check.diagnostics)}`);
  return inputs.map((input) => {
    const reference = interpretSource(source, input);
    const compiled = script.run({ inputJson: input });
    assert.is(compiled.steps, reference.steps, input);
    if (reference.kind === 'finished') {
      assert.is(compiled.kind === 'finished' && compiled.outputJson, reference.output, input);
      return reference.output;
    }
    assert.is(compiled.kind === 'fault' && compiled.code, reference.fault.code);
    return reference.fault.text ?? reference.fault.code;
  });
}

const each = (...values: readonly unknown[]): string[] => values.map((value) => JSON.stringify({ a: value }));

test('each hit policy makes of several rules what it says', async () => {
  const rules = ',< 10,2\n,< 20,1\n,>= 15,3\n';
  const outputs = (policy: string): Promise<string[]> =>
    answers(`${policy},a: integer,=> x\n${rules}`, each(5, 12, 16, 30));
  assert.equal(await outputs('first'), ['2', '1', '1', '3']);
  assert.equal(await answers(`priority,a: integer,"=> x: 3,2,1"\n${rules}`, each(5, 12, 16, 30)), ['2', '1', '3', '3']);
  assert.equal(await outputs('rule order'), ['[2,1]', '[1]', '[1,3]', '[3]']);
  assert.equal(await outputs('collect'), ['[2,1]', '[1]', '[1,3]', '[3]']);
  assert.equal(await answers(`output order,a: integer,"=> x: 1,2,3"\n${rules}`, each(5, 16)), ['[1,2]', '[1,3]']);
  assert.equal(await outputs('collect sum'), ['3', '1', '4', '3']);
  assert.equal(await outputs('collect count'), ['2', '1', '2', '1']);
  assert.equal(await outputs('collect min'), ['1', '1', '1', '3']);
  assert.equal(await outputs('C>'), ['2', '1', '3', '3']);
  assert.equal(await outputs('unique'), [
    't.csv: rules 1 and 2 apply together; unique allows one',
    '1',
    't.csv: rules 2 and 3 apply together; unique allows one',
    '3',
  ]);
  assert.equal(await outputs('any'), [
    't.csv: rules 1 and 2 apply together, and their outputs differ',
    '1',
    't.csv: rules 2 and 3 apply together, and their outputs differ',
    '3',
  ]);
});

test('where no rule applies the result is nil, an empty list, 0 of a count, or the default', async () => {
  const outputs = (policy: string, rule = ''): Promise<string[]> =>
    answers(`${policy},a,=> x\n,< 10,2\n${rule}`, each(20));
  for (const policy of ['unique', 'first', 'any', 'collect sum', 'collect min'])
    assert.equal(await outputs(policy), ['null'], policy);
  for (const policy of ['collect', 'rule order']) assert.equal(await outputs(policy), ['[]'], policy);
  assert.equal(await outputs('collect count'), ['0']);
  for (const policy of ['unique', 'first', 'any', 'collect sum', 'collect max'])
    assert.equal(await outputs(policy, 'default,-,7\n'), ['7'], policy);
  assert.equal(await outputs('collect', 'default,,7\n'), ['[7]']);
});

test('rules that overlap and agree are no clash of any', async () => {
  const csv = 'any,a,=> x\n,< 10,"""no"""\n,< 5,"""no"""\n,>= 10,"""yes"""\n';
  assert.equal(prove(tableOf(csv)).findings, []);
  assert.equal(await answers(csv, each(1, 7, 10)), ['"no"', '"no"', '"yes"']);
});

test('an input of a wrong kind is a fault that names its column, never a decision', async () => {
  const csv = 'first,a: integer [0..9],b: text?,"d: date? >= 2024-01-01",=> x\n,-,-,-,1\n';
  const said = await answers(csv, [
    '{"a":1}',
    '{"a":1.5}',
    '{"a":10}',
    '{}',
    '{"a":1,"b":2}',
    '{"a":1,"d":"2023-12-31"}',
    '{"a":1,"b":"x","d":"2024-01-01"}',
  ]);
  assert.equal(said, [
    '1',
    'a must be a whole number ([0..9])',
    'a must be a whole number ([0..9])',
    'a must be a whole number ([0..9])',
    'b must be a text or nil',
    'd must be a date (>= 2024-01-01) or nil',
    '1',
  ]);
});

test('inputs are paths, names with spaces, expressions with names; outputs are expressions over them', async () => {
  const csv =
    'unique,applicant.Home Town: text,"total = (sum (map :price (:items input))): number",count: integer?,=> fee,=> in words\n' +
    'near,"Bern, Basel",< 100,-,0,"""free"""\n' +
    'far,"not(Bern, Basel)",< 100,-,(* 0.1 total),"(str ""far: "" applicant.Home-Town)"\n' +
    'dear,-,>= 100,-,"(if (nil? count-value) nil [total count-value])",nil\n';
  const input = (town: string, price: number): string =>
    JSON.stringify({ applicant: { 'Home Town': town }, items: [{ price }, { price: 1 }], count: 2 });
  assert.equal(await answers(csv, [input('Bern', 1), input('Chur', 9), input('Bern', 99)]), [
    '{"fee":0,"in words":"free"}',
    '{"fee":1,"in words":"far: Chur"}',
    '{"fee":[100,2],"in words":null}',
  ]);
});

test('a witness is an input, or says what holds of what is computed', () => {
  const table = tableOf(
    'unique,a.b: integer,a.c: boolean,(count (:items input)): integer [0..9],=> x\n,< 5,true,-,1\n,-,-,3,2\n',
  );
  const shown = prove(table).findings.map(
    (finding) => `${finding.kind} ${'witness' in finding ? showWitness(table, finding.witness) : ''}`,
  );
  assert.is(shown[0], 'overlap {"a": {"b": 4, "c": true}} where (count (:items input)) is 3');
  assert.ok(
    shown.includes('gap {"a": {"b": 4, "c": false}} where (count (:items input)) is 0') ||
      shown.some((one) => one.startsWith('gap')),
  );
});

test('a rule that others before it take whole is never reached', () => {
  const csv = 'first,a,b: boolean,=> x\n,< 10,-,1\n,>= 5,-,2\n,"[3..20]",true,3\n,-,-,4\n';
  assert.equal(
    prove(tableOf(csv)).findings.map((finding) => (finding.kind === 'unreachable' ? finding.rule : finding.kind)),
    [2, 3],
  );
});

// --- Against every input

const CELLS: Readonly<Record<string, readonly string[]>> = {
  n: [
    '-',
    '< 2',
    '<= 2',
    '> 3',
    '>= 3',
    '[1..3]',
    '(1..3)',
    '[1..3)',
    '(0..4]',
    '1',
    '"2, 4"',
    'not(2)',
    '"not(1, > 3)"',
  ],
  t: ['-', 'a', '"a, b"', 'not(a)', '"not(a, b)"', 'c'],
  m: ['-', 'nil', '"nil, 1"', '< 1', '>= 1', 'not(nil)', 'not(0)', 'not(< 1)', '[0..1]'],
  f: ['-', 'true', 'false', 'not(true)'],
};
const HEADERS: Readonly<Record<string, string>> = {
  n: 'n: integer [0..5]',
  t: '"t: text ""a"",""b"",""c"""',
  m: 'm: integer? [0..1]',
  f: 'f: boolean',
};
const DOMAINS: Readonly<Record<string, readonly (number | string | boolean | null)[]>> = {
  n: [0, 1, 2, 3, 4, 5],
  t: ['a', 'b', 'c'],
  m: [0, 1, null],
  f: [true, false],
};
const NAMES = Object.keys(CELLS);
const INPUTS = NAMES.reduce<Record<string, number | string | boolean | null>[]>(
  (all, name) => all.flatMap((one) => DOMAINS[name]!.map((value) => ({ ...one, [name]: value }))),
  [{}],
);

function valueOf(json: number | string | boolean | null): Value {
  if (json === null) return NIL;
  if (typeof json === 'number') return number(String(json));
  return typeof json === 'string' ? text(json) : { kind: 'boolean', is: json };
}

const aTable = fc.record({
  policy: fc.constantFrom('unique', 'first', 'any', 'rule order', 'collect sum', 'priority'),
  rules: fc.array(
    fc.tuple(
      fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...CELLS[name]!)]))),
      fc.constantFrom(1, 2, 3),
    ),
    { minLength: 1, maxLength: 6 },
  ),
});

test('for every table and input: both engines give what the cells say, and what is proved is so', async () => {
  await fc.assert(
    fc.asyncProperty(aTable, async ({ policy, rules }) => {
      const output = policy === 'priority' ? '"=> x: 2,3,1"' : '=> x';
      const csv = [
        [policy, ...NAMES.map((name) => HEADERS[name]!), output].join(','),
        ...rules.map(([cells, x]) => ['', ...NAMES.map((name) => cells[name]!), x].join(',')),
      ].join('\n');
      const table = tableOf(csv);
      const applying = INPUTS.map((input) =>
        table.rules.flatMap((rule, at) =>
          rule.tests.every((one, column) => matches(one, valueOf(input[NAMES[column]!]!))) ? [at] : [],
        ),
      );
      const xs = rules.map(([, x]) => x);
      const { findings, overlaps } = prove(table);
      const clashes = new Set(
        applying.flatMap((hits) =>
          hits.flatMap((a, i) =>
            hits
              .slice(i + 1)
              .filter((b) => policy !== 'any' || xs[a] !== xs[b])
              .map((b) => `${a} ${b}`),
          ),
        ),
      );
      if (policy === 'unique' || policy === 'any') assert.is(overlaps, clashes.size, csv);
      else assert.is(overlaps, 0);
      const hasGap = applying.some((hits) => hits.length === 0);
      if (['unique', 'any', 'first', 'priority'].includes(policy))
        assert.is(
          findings.some(({ kind }) => kind === 'gap'),
          hasGap,
          csv,
        );
      for (const finding of findings) {
        if (finding.kind === 'unreachable')
          assert.not.ok(
            applying.some((hits) => hits[0] === finding.rule),
            csv,
          );
        if (finding.kind !== 'gap' && finding.kind !== 'overlap') continue;
        const shown = JSON.parse(showWitness(table, finding.witness)) as Record<string, never>;
        const hits = applying[INPUTS.findIndex((input) => NAMES.every((name) => input[name] === shown[name]))]!;
        if (finding.kind === 'gap') assert.equal(hits, [], csv);
        else
          assert.ok(
            finding.rules.every((rule) => hits.includes(rule)),
            csv,
          );
      }
      if (policy === 'first') {
        const never = rules.map((_, rule) => rule).filter((rule) => !applying.some((hits) => hits[0] === rule));
        assert.equal(
          findings.flatMap((one) => (one.kind === 'unreachable' ? [one.rule] : [])),
          never,
          csv,
        );
      }
      const some = INPUTS.filter((_, at) => at % 7 === rules.length % 7);
      const given = await answers(
        csv,
        some.map((input) => JSON.stringify(input)),
      );
      some.forEach((input, at) => {
        const hits = applying[INPUTS.indexOf(input)]!;
        assert.is(given[at], expected(policy, hits, xs), `${csv}\n${JSON.stringify(input)}`);
      });
    }),
    { numRuns: 60 },
  );
});

function expected(policy: string, hits: readonly number[], xs: readonly number[]): string {
  const values = hits.map((rule) => xs[rule]!);
  const names = hits.map((rule) => rule + 1).join(' and ');
  switch (policy) {
    case 'rule order':
      return JSON.stringify(values);
    case 'collect sum':
      return hits.length === 0 ? 'null' : String(values.reduce((sum, x) => sum + x, 0));
    case 'priority':
      return String([2, 3, 1].find((x) => values.includes(x)) ?? null);
    case 'unique':
      if (hits.length > 1) return `t.csv: rules ${names} apply together; unique allows one`;
      break;
    case 'any':
      if (new Set(values).size > 1) return `t.csv: rules ${names} apply together, and their outputs differ`;
  }
  return String(values[0] ?? null);
}

test('between numbers and dates there is a witness wherever there is a value', () => {
  const gaps = (csv: string): string[] => {
    const table = tableOf(csv);
    return prove(table).findings.map((one) => (one.kind === 'gap' ? showWitness(table, one.witness) : one.kind));
  };
  assert.equal(gaps('first,a,=> x\n,<= 0.1,1\n,>= 0.2,2\n'), ['{"a": 0.15}']);
  assert.equal(gaps('first,a: integer,=> x\n,<= 1,1\n,>= 2,2\n'), []);
  assert.equal(gaps('first,a: integer,=> x\n,< 1.5,1\n,> 1.5,2\n'), []);
  assert.equal(gaps('first,a,=> x\n,< 1,1\n,> 1,2\n'), ['{"a": 1}']);
  assert.equal(gaps('first,a,=> x\n,>= -2.5,1\n'), ['{"a": -3}']);
  assert.equal(gaps('first,d,=> x\n,<= 2024-02-28,1\n,>= 2024-03-01,2\n'), ['{"d": "2024-02-29"}']);
  assert.equal(gaps('first,d,=> x\n,<= 2023-02-28,1\n,>= 2023-03-01,2\n'), []);
  assert.equal(gaps('first,d,=> x\n,>= 0001-01-01,1\n'), []);
  assert.equal(gaps('first,t,=> x\n,"""other""",1\n'), ['{"t": "other-"}']);
  assert.equal(gaps('first,m: integer?,=> x\n,< 5,1\n,>= 5,2\n'), ['{"m": null}']);
});

// --- The command

test('a script goes where -o says, or to standard output; --strict writes none with findings', () => {
  const whole = line.file('whole.csv', 'unique,a: integer,=> x\n,< 5,1\n,>= 5,2\n');
  const made = line.evident(['table', whole]);
  assert.is(made.code, 0);
  assert.is(made.err, 'whole.csv: 2 rules, unique: no two apply together, and every input meets one\n');
  assert.match(made.out, /^; Made by `evident table` from whole\.csv\.\n\(let \[a \(:a input\)\]\n/);
  assert.equal(line.evident(['table', whole, '-o', 'whole.script']).out, '');
  assert.is(line.evident(['fmt', '--check', 'whole.script']).code, 0);
  assert.is(line.evident(['run', 'whole.script', '--input', '-'], '{"a": 5}').out, '2\n');
  const poor = line.file('poor.csv', 'unique,a: integer,=> x\n,< 5,1\n,[4..9],2\n');
  const told = line.evident(['table', poor, '-o', 'poor.script']);
  assert.is(told.code, 0);
  assert.is(
    told.err,
    'warning[overlap]: poor.csv: rule 1 (poor.csv:2) and rule 2 (poor.csv:3) both apply to {"a": 4}\n' +
      'warning[gap]: poor.csv: no rule applies to {"a": 10}\n',
  );
  const strict = line.evident(['table', poor, '-o', 'never.script', '--strict', '--json']);
  assert.is(strict.code, 1);
  assert.equal(
    JSON.parse(strict.out).findings.map(({ kind }: { kind: string }) => kind),
    ['overlap', 'gap'],
  );
  assert.is(line.evident(['run', 'never.script']).code, 2);
});

test('another delimiter, a byte-order mark and quoted line ends are read', () => {
  const file = line.file(
    'semi.csv',
    '\ufeffunique;a: number;=> x;note\r\n;< 1;"""a""";"two\r\nlines"\r\n;>= 1;"""b""";\r\n',
  );
  const { code, out } = line.evident(['table', file, '--delimiter', ';']);
  assert.is(code, 0);
  assert.match(out, /; 1: two lines\n/);
});

test('what is wrong with a table has a code and a place', () => {
  const cases: readonly (readonly [csv: string, said: string])[] = [
    ['', 'error[bad-table]: t.csv: the table is empty'],
    ['best,a,=> x\n', 'error[bad-header]: t.csv:1, column 1: `best` is no hit policy; there are unique, first,'],
    ['unique,a\n', 'error[bad-header]: t.csv:1: an output is a column whose name starts with =>, and there is none'],
    ['unique,,=> x\n', 'error[bad-header]: t.csv:1, column 2: the column has no name'],
    ['unique,a,=> x\n,1\n', 'error[bad-table]: t.csv:2: the row has 2 cells, and the header 3'],
    ['unique,a: size,=> x\n', 'error[bad-header]: t.csv:1, column 2: `size` is no kind; there are number,'],
    ['unique,a..b,=> x\n', 'error[bad-header]: t.csv:1, column 2: `a..b` is no path'],
    [
      'unique,a,b,=> x\n,1,1,1\n,"""x""",1,1\n',
      'error[bad-header]: t.csv:1, column 2: its cells are of several kinds (number, text): declare one',
    ],
    ['unique,a: number,=> x\n,1,1\n,x,1\n', 'error[bad-cell]: t.csv:3, a: `x` is no value: a text is written "x"'],
    ['unique,a: number,=> x\n,"""x""",1\n', 'error[bad-cell]: t.csv:2, a: "x" is no number, which a is'],
    ['unique,a: integer,=> x\n,1.5,1\n', 'error[bad-cell]: t.csv:2, a: 1.5 is no integer, which a is'],
    ['unique,a: number,=> x\n,nil,1\n', 'error[bad-cell]: t.csv:2, a: a is never nil: declare it as optional'],
    ['unique,"t: ""a"",""b""",=> x\n,"""c""",1\n', 'error[bad-cell]: t.csv:2, t: "c" is not among "a","b"'],
    ['unique,a,=> x\n,1,\n', 'error[bad-cell]: t.csv:2, x: x is empty: write nil for nothing'],
    ['unique,a,=> x\n,1,yes\n', 'error[bad-cell]: t.csv:2, x: `yes` is no value: a text is written "yes"'],
    ['unique,a,=> x\n,1,> 3\n', 'error[bad-cell]: t.csv:2, x: `> 3` is no value'],
    ['unique,a,=> x: number\n,1,"""x"""\n', 'error[bad-cell]: t.csv:2, x: "x" is no number, which x is'],
    ['unique,a,=> x\n,1,(+ a b)\n', 'error[bad-cell]: t.csv:2, x: `b` is not defined'],
    ['unique,a,=> x\n,1,(+ a\n', 'error[bad-cell]: t.csv:2, x: `(` is never closed'],
    ['unique,a,=> x\n,1,(inc a) 2\n', 'error[bad-cell]: t.csv:2, x: one expression is expected'],
    [
      'priority,a,=> x\n,1,1\n',
      'error[bad-header]: t.csv:1, column 3: priority goes by the order of the values: name them',
    ],
    ['priority,a,"=> x: 1,2"\n,1,3\n', 'error[bad-cell]: t.csv:2, x: 3 is not among the values that the header lists'],
    [
      'priority,a,"=> x: 1,2"\n,1,(inc a)\n',
      'error[bad-cell]: t.csv:2, x: this must be one of the values that the header lists',
    ],
    [
      'priority,a,"=> x: [1..2]"\n',
      'error[bad-header]: t.csv:1, column 3: the values of an output are listed one by one',
    ],
    ['collect sum,a,=> x,=> y\n', 'error[bad-header]: t.csv:1: collect sum has one output'],
    ['unique,a,a,=> x\n', 'error[bad-header]: t.csv:1, column 3: a has two columns: write both tests in one'],
    ['unique,a,=> x,=> x\n', 'error[bad-header]: t.csv:1, column 4: x stands twice'],
    ['unique,a,=> x\nr,1,1\nr,2,1\n', 'error[bad-table]: t.csv:3: two rules are called r'],
    ['unique,a,=> x: number?\n', 'error[bad-header]: t.csv:1, column 3: an output may always be nil'],
    [
      'unique,a,=> x\ndefault,1,1\n',
      'error[bad-cell]: t.csv:2, a: the default applies when no rule does, and tests nothing',
    ],
    ['unique,a,=> x\ndefault,,1\ndefault,,1\n', 'error[bad-table]: t.csv:3: there are two defaults'],
    ['unique,"a,=> x\n', 'error[bad-table]: t.csv: this is no CSV:'],
  ];
  for (const [csv, said] of cases) {
    const reading = problemsOf(csv);
    assert.ok(
      reading.some((one) => one.startsWith(said)),
      `${csv}\n${reading.join('\n')}`,
    );
  }
  const [latin] = problemsOf(Buffer.from('unique,a,=> größe\n', 'latin1'));
  assert.is(latin, 'error[bad-table]: t.csv: the file is not UTF-8; spreadsheets save it as `CSV UTF-8`');
  const file = line.file('wrong.csv', 'unique,a,=> x\n,x,1\n,1,y\n');
  const { code, err, out } = line.evident(['table', file]);
  assert.is(code, 1);
  assert.is(out, '');
  assert.equal(err.split('\n').length, 3, 'each wrong cell is told');
});

function problemsOf(csv: string | Buffer): string[] {
  try {
    const reading = readTable(readCsv(Buffer.from(csv), 't.csv', ','));
    return reading.kind === 'table'
      ? []
      : reading.problems.map(({ code, where, message }) => `error[${code}]: ${where}: ${message}`);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { code, where, message } = error.problem;
    return [`error[${code}]: ${where}: ${message}`];
  }
}

test('limits: rules, columns, findings told, looks at rules', () => {
  const rules = (count: number): string =>
    `unique,a: integer [1..${count}],=> x\n${Array.from({ length: count }, (_, at) => `,${at + 1},${at}`).join('\n')}\n`;
  assert.equal(problemsOf(rules(RULES_MAX)), []);
  assert.equal(prove(tableOf(rules(RULES_MAX))).findings, []);
  assert.match(
    problemsOf(rules(RULES_MAX + 1))[0]!,
    /^error\[too-large\]: t\.csv:1002: a table has at most 1000 rules/,
  );
  const columns = (count: number): string =>
    `unique,${Array.from({ length: count - 1 }, (_, at) => `a${at}`).join(',')},=> x\n${'-,'.repeat(count)}1\n`.replace(
      '\n-,',
      '\n,',
    );
  assert.equal(problemsOf(columns(COLUMNS_MAX)), []);
  assert.match(problemsOf(columns(COLUMNS_MAX + 1))[0]!, /too-large.*at most 64 columns, and this one has 65/);
  const same = `unique,a: integer,=> x\n${',-,1\n'.repeat(6)}`;
  const proof = prove(tableOf(same));
  assert.is(proof.overlaps, 15);
  assert.is(proof.findings.length, FINDINGS_SHOWN_MAX);
  const wide = tableOf('first,a: boolean,b: boolean,c: boolean,=> x\n,true,-,-,1\n,-,true,-,2\n,-,-,true,3\n');
  assert.equal(
    prove(wide, 32).findings.map(({ kind }) => kind),
    ['gap'],
  );
  assert.equal(
    prove(wide, 31).findings.map(({ kind }) => kind),
    ['undecided'],
  );
});

// --- DMN

const VERSIONS = ['20191111', '20211108', '20230324'];

function dmn(table: string, { version = '20230324', more = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/${version}/MODEL/" xmlns:x="urn:vendor" name="m" namespace="urn:m">
  ${more}
  <decision name="Fee" id="d1"><variable name="Fee"/>
${table}
  </decision>
</definitions>`;
}

const FEE = `<decisionTable hitPolicy="FIRST">
<input label="Age"><inputExpression typeRef="number"><text>Applicant.Age Years</text></inputExpression></input>
<input><inputExpression typeRef="string"><text>tier</text></inputExpression><inputValues><text>"gold","silver"</text></inputValues></input>
<input><inputExpression typeRef="date"><text>since</text></inputExpression></input>
<output name="fee" typeRef="number"><defaultOutputEntry><text>9</text></defaultOutputEntry></output>
<output name="why" typeRef="string"/>
<annotation name="because"/>
<rule><inputEntry><text>&lt; 18</text></inputEntry><inputEntry><text>-</text></inputEntry><inputEntry><text><![CDATA[-]]></text></inputEntry>
<outputEntry><text>0</text></outputEntry><outputEntry><text>"young"</text></outputEntry><annotationEntry><text>law</text></annotationEntry></rule>
<rule><inputEntry><text>[18..65)</text></inputEntry><inputEntry><text>not("gold")</text></inputEntry><inputEntry><text>&lt; date("2020-01-01"), null</text></inputEntry>
<outputEntry><text>4.5</text></outputEntry><outputEntry><text>tier</text></outputEntry><annotationEntry><text/></annotationEntry></rule>
</decisionTable>`;

test('a table of DMN 1.3, 1.4 and 1.5 is the same script', async () => {
  for (const version of VERSIONS) {
    const file = line.file('fee.dmn', dmn(FEE, { version, more: '<x:note><decision name="no"/></x:note>' }));
    const { code, out, err } = line.evident(['table', file]);
    assert.is(code, 0, err);
    assert.is(err, 'fee.dmn: 2 rules, first: the default takes what no rule does\n');
    const ran = (input: object): string => {
      const result = interpretSource(out, JSON.stringify(input));
      return result.kind === 'finished' ? result.output : String(result.fault.text);
    };
    const of = (age: number | null, tier: string | null, since: string | null): string =>
      ran({ Applicant: { 'Age Years': age }, tier, since });
    assert.is(of(17, null, null), '{"fee":0,"why":"young"}');
    assert.is(of(18, 'silver', '2019-12-31'), '{"fee":4.5,"why":"silver"}');
    // In FEEL `not("gold")` holds of null.
    assert.is(of(64.9, null, null), '{"fee":4.5,"why":null}');
    assert.is(of(18, 'gold', null), '{"fee":9,"why":null}');
    assert.is(of(null, 'silver', null), '{"fee":9,"why":null}');
    assert.is(of(18, 'bronze', null), 'tier must be a text ("gold","silver") or nil');
  }
});

test('hit policies, aggregations and types of a DMN file are read', () => {
  const table = (attributes: string, output = '<output name="x"/>'): string =>
    `<decisionTable ${attributes}><input><inputExpression typeRef="tAge"><text>a</text></inputExpression></input>${output}
<rule><inputEntry><text>&lt; 5</text></inputEntry><outputEntry><text>1</text></outputEntry></rule>
<rule><inputEntry><text>-</text></inputEntry><outputEntry><text>2</text></outputEntry></rule></decisionTable>`;
  const types =
    '<itemDefinition name="tAge"><typeRef>number</typeRef><allowedValues><text>[0..150]</text></allowedValues></itemDefinition>';
  const read = (attributes: string, output?: string): Table => {
    const reading = readTable(readDmn(Buffer.from(dmn(table(attributes, output), { more: types })), 'm.dmn', null));
    if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.problems));
    return reading.table;
  };
  assert.equal(read('').policy, { kind: 'unique' });
  assert.equal(read('hitPolicy="COLLECT" aggregation="SUM"').policy, { kind: 'collect', by: 'sum' });
  assert.equal(read('hitPolicy="RULE ORDER"').policy, { kind: 'rule order' });
  const priority = read(
    'hitPolicy="PRIORITY"',
    '<output name="x" typeRef="number"><outputValues><text>2,1</text></outputValues></output>',
  );
  assert.equal(priority.outputs[0]!.order, [number('2'), number('1')]);
  assert.is(priority.inputs[0]!.allowedText, '[0..150]');
  assert.equal(prove(read('')).overlaps, 1);
});

test('what a DMN file has beyond that is refused with its line', () => {
  const cell = (input: string, output = '1', expression = 'a'): string =>
    dmn(
      `<decisionTable>\n<input><inputExpression><text>${expression}</text></inputExpression></input>\n<output name="x"/>\n<rule><inputEntry><text>${input}</text></inputEntry>\n<outputEntry><text>${output}</text></outputEntry></rule></decisionTable>`,
    );
  const cases: readonly (readonly [xml: string, said: RegExp])[] = [
    [cell('x + 1'), /^error\[unsupported\]: m\.dmn:8, rule 1, a: x \+ 1: /],
    [cell('gold'), /^error\[unsupported\]: m\.dmn:8, rule 1, a: gold: `gold` is no value/],
    [cell('? > 5'), /^error\[unsupported\]: m\.dmn:8/],
    [cell('duration("P1D")'), /^error\[unsupported\]: m\.dmn:8/],
    [
      cell('-', 'a * 2'),
      /^error\[unsupported\]: m\.dmn:9, rule 1, x: the expression a \* 2: a name or a path of names is read/,
    ],
    [cell('-', '[1, 2]'), /^error\[unsupported\]: m\.dmn:9/],
    [cell('-', ''), /^error\[unsupported\]: m\.dmn:9, rule 1, x: an output without a value/],
    [cell('-', '1', 'count(items)'), /^error\[unsupported\]: m\.dmn:6, count\(items\): the expression/],
    [cell('-', '1', 'a and b'), /^error\[unsupported\]: m\.dmn:6/],
    [
      cell('-').replace('<inputExpression>', '<inputExpression typeRef="time">'),
      /^error\[unsupported\]: m\.dmn:6, a: values of the type time; there are number,/,
    ],
    [cell('-').replace('20230324', '20180521'), /^error\[bad-xml\]: m\.dmn:2: this is no DMN 1\.3, 1\.4 or 1\.5/],
    [cell('-').replace('</rule>', ''), /^error\[bad-xml\]: m\.dmn:9/],
    [
      cell('-').replace('<definitions', '<!DOCTYPE a [<!ENTITY b "c">]><definitions'),
      /^error\[bad-xml\]: m\.dmn:2: a document type is not accepted/,
    ],
    [
      cell('-').replace('<output name="x"/>', '<output name="x"/><output name="y"/>'),
      /^error\[bad-table\]: m\.dmn:8, rule 1: the rule has 2 entries, and the table 3 columns/,
    ],
    [cell('-').replace('<output name="x"/>', ''), /^error\[bad-table\]: m\.dmn:5: the table has no output/],
    [
      cell('-').replace('<decisionTable>', '<decisionTable hitPolicy="BEST">'),
      /^error\[bad-header\]: m\.dmn:5: `BEST` is no hit policy/,
    ],
    [
      dmn('<literalExpression><text>1</text></literalExpression>'),
      /^error\[bad-table\]: m\.dmn: the file has no decision table/,
    ],
    ['', /^error\[bad-xml\]: m\.dmn/],
    ['no xml', /^error\[bad-xml\]: m\.dmn:1/],
  ];
  for (const [xml, said] of cases) assert.match(dmnProblem(xml, null), said, xml);
  assert.match(dmnProblem(cell('-'), 'Other'), /bad-table\]: m\.dmn: there is no decision Other; there are Fee/);
  const two = cell('-').replace('</definitions>', '<decision name="B"><decisionTable/></decision></definitions>');
  assert.match(dmnProblem(two, null), /bad-table\]: m\.dmn: name a decision with --decision: Fee, B/);
  const literal = cell('-').replace(
    '</definitions>',
    '<decision name="B"><literalExpression/></decision></definitions>',
  );
  assert.match(dmnProblem(literal, 'B'), /unsupported\]: m\.dmn:11: B is no decision table/);
});

test('elements nest as deep as a DMN file needs, and no deeper', () => {
  // definitions, decision, decisionTable … stand around it.
  const nested = (depth: number): string =>
    dmn('', { more: `${'<x:a>'.repeat(depth - 1)}${'</x:a>'.repeat(depth - 1)}` });
  assert.match(dmnProblem(nested(XML_DEPTH_MAX), null), /the file has no decision table/);
  assert.match(dmnProblem(nested(XML_DEPTH_MAX + 1), null), /bad-xml\]: m\.dmn:3: elements are nested deeper than 64/);
});

function dmnProblem(xml: string, decision: string | null): string {
  try {
    const reading = readTable(readDmn(Buffer.from(xml), 'm.dmn', decision));
    return reading.kind === 'table'
      ? 'a table'
      : reading.problems.map(({ code, where, message }) => `error[${code}]: ${where}: ${message}`)[0]!;
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { code, where, message } = error.problem;
    return `error[${code}]: ${where}: ${message}`;
  }
}

test.run();
