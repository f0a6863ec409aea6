// Explanations of faults: what is said (golden/explanations.txt), that it is true of the input, that it changes nothing, and that the
// command line, the library, the service, policies and questions have it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import type { Fault, RunResult } from '../compiler/faults.ts';
import { type Json, parseJson } from '../grammar/json.ts';
import { valueAt } from '../grammar/json-pointer.ts';
import { writeJson } from '../grammar/json-write.ts';
import { EXPLAIN_LIMITS, type Explanation, explainFault, withoutValues } from '../runtime/explain/explanation.ts';
import { Trace } from '../runtime/explain/trace.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { readInput } from '../runtime/interpret/input.ts';
import { print } from '../runtime/interpret/print.ts';
import { run } from '../runtime/library.ts';
import { openPolicies } from '../server/policies.ts';
import { EXPLANATION_SCHEMA } from '../server/services/scripts/wire/explanation.ts';
import { openCommandLine } from './support/command-line.ts';
import { readExplanationCases, updateExplanations } from './support/golden-explanations.ts';
import { isUpdating } from './support/golden-json.ts';
import { FUEL, programOf } from './support/interpret.ts';
import { body, everything, failure, servers, startRegistry } from './support/mcp.ts';
import { type GeneratedProgram, programs } from './support/programs.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

// A busy machine takes its time.
const PATIENT = { stepsMax: EXPLAIN_LIMITS.stepsMax, msMax: Infinity };

interface Explained {
  readonly fault: Fault;
  readonly explanation: Explanation | null;
}

/** null for a run that finishes. */
function explained(script: string, input: string | null, fuel = FUEL): Explained | null {
  const checked = check(script, { kinds: 'ignore' });
  const bytes = input === null ? null : Buffer.from(input);
  const result = interpret(programOf(script), bytes, { fuel });
  if (result.kind === 'finished') return null;
  return { fault: result.fault, explanation: explainFault(checked, checked.places, bytes, fuel, result, PATIENT) };
}

function said(ended: Explained | null): string {
  if (ended === null) return 'it finishes';
  const { fault, explanation } = ended;
  return `${fault.code}: ${explanation?.sentence ?? '(nothing)'}`;
}

const CASES = readExplanationCases();
if (isUpdating)
  updateExplanations(CASES.map(({ script, input, fuel }) => said(explained(script, input, fuel ?? FUEL))));

for (const { line, script, input, fuel, expected } of readExplanationCases())
  test(`explanations.txt:${line}`, () => {
    assert.is(said(explained(script, input, fuel ?? FUEL)), expected);
  });

test('members are what the sentence says', () => {
  const { explanation } = explained('(defn big? [x] (> x 5))\n(big? (:aplicant input))', '{"applicant":3}')!;
  assert.equal(explanation, {
    sentence:
      '`>` wants two numbers; the first is nil, from (:aplicant input): /aplicant is not in the input (did you mean applicant?)',
    form: '>',
    argument: 1,
    expected: 'a number',
    given: { kind: 'nil', value: 'nil' },
    from: {
      expression: '(:aplicant input)',
      start: 30,
      end: 47,
      line: 2,
      column: 7,
      path: '/aplicant',
      missing: true,
      meant: 'applicant',
    },
    index: null,
    length: null,
  });
  const { explanation: beyond } = explained('(nth (:xs input) 7)', '{"xs":[1]}')!;
  assert.equal([beyond?.index, beyond?.length, beyond?.from?.path], [7, 1, '/xs']);
});

test('what is long is cut, and what is deep, too', () => {
  const long = JSON.stringify({ a: 'x'.repeat(100_000), ['k'.repeat(10_000)]: 1 });
  for (const script of [
    '(inc (:a input))',
    '(inc input)',
    `(inc (:${'k'.repeat(9_999)} input))`,
    `(inc ${'(str '.repeat(4)}(:a input)${')'.repeat(4)})`,
    '(inc (str (:a input) "😀😀"))',
  ]) {
    const { explanation } = explained(script, long)!;
    assert.ok(explanation, script.slice(0, 100));
    const { sentence, given, from } = explanation!;
    assert.ok(sentence.length < 600, `${sentence.length}`);
    assert.ok(given!.value!.length <= 160 && from!.expression.length <= 160);
    assert.ok(sentence.isWellFormed());
  }
  // A value as deep as no host stack is.
  const { explanation } = explained('(inc (loop [v [] i 0] (if (< i 10000) (recur [v] (inc i)) v)))', null)!;
  assert.ok(explanation?.sentence.includes('[[[['));
});

test('a long run, or one whose fault another engine found, is not explained', () => {
  const script = '(/ (loop [i 0] (if (< i 3000) (recur (inc i)) i)) 0)';
  const checked = check(script, { kinds: 'ignore' });
  const result = interpret(programOf(script), null, { fuel: FUEL }) as Extract<RunResult, { kind: 'fault' }>;
  const explain = (stepsMax: number, msMax: number, ended = result) =>
    explainFault(checked, checked.places, null, FUEL, ended, { stepsMax, msMax });
  assert.ok(explain(result.steps, Infinity));
  assert.is(explain(result.steps - 1, Infinity), null);
  assert.is(explain(result.steps, 0), null);
  assert.is(explain(result.steps, Infinity, { ...result, steps: result.steps - 1 }), null);
  assert.is(explain(result.steps, Infinity, { ...result, fault: { ...result.fault, code: 'type' } }), null);
  const full = { ...result, fault: { ...result.fault, code: 'out-of-memory' as const } };
  assert.match(explain(0, Infinity, full)!.sentence, /^no memory was left in \(\/ \(loop/);
});

test('property: a watched run is the same run, and its explanation is of its fault and true of its input', () => {
  const told = new Map<string, number>();
  let paths = 0;
  fc.assert(
    fc.property(programs(), fc.nat(), ({ source, input }: GeneratedProgram, some) => {
      const checked = check(source, { kinds: 'ignore' });
      if (checked.program === null) return;
      const bytes = input === null ? null : Buffer.from(input);
      const whole = interpret(checked.program, bytes, { fuel: 20_000 });
      for (const fuel of [20_000, some % (whole.steps + 1)]) {
        const plain = interpret(checked.program, bytes, { fuel });
        for (const depth of [null, 3]) {
          const watch = new Trace({ width: 2, depth, evaluations: 100, msMax: Infinity });
          assert.equal(interpret(checked.program, bytes, { fuel, watch }), plain, source);
        }
        if (plain.kind === 'finished') continue;
        const explanation = explainFault(checked, checked.places, bytes, fuel, plain, PATIENT);
        if (explanation === null) continue;
        const { code } = plain.fault;
        told.set(code, (told.get(code) ?? 0) + 1);
        paths += assertTrue(explanation, plain.fault, input, source);
      }
    }),
    { numRuns: 1_500 },
  );
  for (const code of ['type', 'divide-by-zero', 'index', 'failed', 'number-range', 'out-of-fuel', 'too-deep'])
    assert.ok((told.get(code) ?? 0) > 0, `no fault ${code} was explained: ${JSON.stringify([...told])}`);
  assert.ok(paths > 40, `${paths} paths were named`);
});

/** How many paths it names. */
function assertTrue(
  { sentence, given, from, form }: Explanation,
  fault: Fault,
  input: string | null,
  source: string,
): number {
  const context = `${sentence}\nof ${source}\nwith ${input}`;
  assert.ok(sentence.length > 0 && sentence.length < 800, context);
  if (fault.code === 'type') assert.ok(form !== null, context);
  if (from === null || from.path === null || given === null) return 0;
  const value = valueOf(input, from.path);
  if (from.missing) assert.is(value, undefined, context);
  else {
    const read = readInput(Buffer.from(writeJson(value!)));
    const shown = value === null ? 'nil' : read.kind === 'value' ? print(read.value) : '';
    if (!given.value!.endsWith('…')) assert.is(given.value, shown, context);
  }
  return 1;
}

/** undefined where nothing is. */
function valueOf(input: string | null, path: string): Json | undefined {
  if (input === null) return path === '' ? null : undefined;
  return valueAt(parseJson(Buffer.from(input)), path);
}

const SCRIPT = '(> (:aplicant input) 5)';
const INPUT = { applicant: 3 };
const SAID =
  '`>` wants two numbers; the first is nil, from (:aplicant input): /aplicant is not in the input (did you mean applicant?)';

test('the library says it, unless it is told not to', async () => {
  const result = await run(SCRIPT, { input: INPUT });
  assert.is(result.kind, 'fault');
  if (result.kind !== 'fault') return;
  assert.equal(
    [result.message, result.explanation?.sentence, result.explanation?.from?.meant],
    [SAID, SAID, 'applicant'],
  );
  const plain = await run(SCRIPT, { input: INPUT, explain: false });
  assert.equal({ ...result, message: '', explanation: null }, { ...plain, message: '' } as typeof result);
  // What the script says comes first.
  const asserted = await run('(assert (pos? (:n input)) "n is positive")', { input: { n: -1 } });
  assert.equal(
    [asserted.kind === 'fault' && asserted.message, asserted.kind === 'fault' && asserted.explanation?.sentence],
    ['n is positive', '(pos? (:n input)) is false: (:n input) is -1 (/n)'],
  );
});

test('the command line says it of scripts, artifacts, entries of the repl and cases', async () => {
  const line = openCommandLine();
  line.file('rule.script', SCRIPT);
  line.file('input.json', JSON.stringify(INPUT));
  line.file('rule.cases.json', JSON.stringify([{ name: 'a', input: INPUT, output: true }]));
  try {
    assert.is(line.evident(['build', 'rule.script', '-o', 'rule.wasm']).code, 0);
    for (const file of ['rule.script', 'rule.wasm']) {
      const { code, err } = line.evident(['run', file, '--input', 'input.json']);
      assert.is(code, 3);
      assert.ok(err.includes(`fault[type]: ${SAID}\n`), err);
      const { error } = JSON.parse(line.evident(['run', file, '--input', 'input.json', '--json']).out);
      assert.equal([error.message, error.details.steps, error.details.explanation.from.path], [SAID, 4, '/aplicant']);
    }
    const { out } = line.evident(['test', 'rule.script']);
    assert.ok(out.includes(`FAIL a: expected true, got the fault type: ${SAID}`), out);
    const repl = line.evident(['repl'], `:input ${JSON.stringify(INPUT)}\n${SCRIPT}\n`);
    assert.ok(`${repl.out}${repl.err}`.includes(SAID), `${repl.out}${repl.err}`);
    line.file('deep.script', '(defn f [n]\n  (if (> n 0) (+ 1 (f (dec n))) (/ n 0)))\n(f 9)');
    assert.match(line.evident(['run', 'deep.script']).err, /divides 0 by 0[^]*the value came from here|divides 0 by 0/);
    line.file('endless.script', '1\n(loop [i 0] (recur (inc i)))');
    const endless = line.evident(['run', 'endless.script', '--fuel', '100']).err;
    assert.match(
      endless,
      /fault\[out-of-fuel\]: all 100 steps were used in round 33 of \(loop[^]*--> endless\.script:2:1/,
    );
  } finally {
    line.close();
  }
});

test('the service says it of runs, lines of a batch, and questions', async () => {
  const server = await openServer();
  const post = async (path: string, body: unknown): Promise<any> =>
    (await server.post(path, JSON.stringify(body))).json();
  try {
    const { error } = await post('/v1/scripts/run', { script: SCRIPT, input: INPUT });
    assert.equal([error.code, error.message, error.details.explanation.sentence], ['type', SAID, SAID]);
    // One that takes longer is explained in a thread.
    const long = `(/ (loop [i 0] (if (< i 2000) (recur (inc i)) i)) (:n input))`;
    const { error: late } = await post('/v1/scripts/run', { script: long, input: { n: 0 } });
    assert.is(late.message, '`/` divides 2000 by 0, from (:n input): /n');
    const lines = await server.post(
      '/v1/scripts/run/batch',
      JSON.stringify({ script: SCRIPT, inputs: [INPUT, { aplicant: 6 }] }),
    );
    const [first] = (await lines.text()).split('\n');
    assert.ok(first?.includes('did you mean applicant?'), first);

    const noul = (script: string) => ({ type: 'noul', criteria: { true: { script } } });
    const { answers } = await post('/v1/systemone', {
      state: { stock: 'two', note: 'a refund' },
      questions: {
        q: noul('(< (:stock   input) 5)'),
        about: { type: 'choice', criteria: { money: 'refund', none: 'zzz' } },
        waits: noul('(if (= (answer :about) "money") (inc (answer :about)) (:stock input))'),
      },
    });
    const { q, waits } = answers;
    assert.equal(
      [q.reason.code, q.reason.message],
      [
        'script-fault',
        'A script of the question ended with type in (< (:stock input) 5): `<` wants two numbers; the first is "two", a string, from (:stock input): /stock.',
      ],
    );
    assert.equal(
      [q.reason.explanation.given, q.reason.explanation.from.path],
      [{ kind: 'string', value: '"two"' }, '/stock'],
    );
    assert.match(waits.reason.message, /`inc` wants a number; it is given "money", a string/);
    // Of many some.
    const many = await post('/v1/systemone', {
      state: { stock: 'two' },
      questions: Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`q${at}`, noul(`(< (:stock input) ${at})`)]),
      ),
    });
    const explainedOnes = Object.values<any>(many.answers).filter(({ reason }) => reason.explanation !== undefined);
    assert.is(explainedOnes.length, 8);
  } finally {
    await server.close();
  }
});

test('policies say it to who is denied: before a call with values, of a result without', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-explain-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, `${name}.script`), text);
  // A check against the tool's schema does not see through a loop.
  write('before', '(if (loop [m (get-in input [:arguments :message])] (> m 5)) {:verdict "deny"} {:verdict "allow"})');
  write('after', '(if (> (:text (first (get-in input [:result :content]))) 5) {:verdict "deny"} {:verdict "pass"})');
  const policies = await openPolicies(folder, () => {});
  const deny = async (guards: object): Promise<any> => {
    const registry = startRegistry({
      policies,
      operatorServers: servers({ ev: { ...everything(), guards } as never }),
    });
    try {
      return await failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'secret' } })));
    } finally {
      await registry.close();
    }
  };
  try {
    const before = await deny({ before: ['before'], after: [] });
    assert.equal([before.code, before.details.failure], ['policy_denied', 'type']);
    assert.match(
      before.message,
      /the policy failed: type, `>` wants two numbers; the first is "secret", a string, from .*\/arguments\/message/,
    );
    assert.is(before.details.explanation.given.value, '"secret"');
    const after = await deny({ before: [], after: ['after'] });
    assert.equal([after.code, after.details.failure], ['policy_denied', 'type']);
    assert.match(
      after.message,
      /the policy failed: type, `>` wants a number as argument 1 and is given a string from \(:text /,
    );
    assert.equal(after.details.explanation.given, { kind: 'string', value: null });
    assert.not.match(JSON.stringify(after.details), /secret/);
  } finally {
    policies.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('what goes out is what the schema of the wire says', () => {
  const isRight = new Ajv2020({ strict: false }).compile(EXPLANATION_SCHEMA);
  for (const { script, input, fuel } of CASES) {
    const ended = explained(script, input, fuel ?? FUEL);
    if (ended === null || ended.explanation === null) continue;
    for (const one of [ended.explanation, withoutValues(ended.explanation)])
      assert.ok(isRight(one), `${script}: ${JSON.stringify(isRight.errors)}`);
  }
});

test.run();
