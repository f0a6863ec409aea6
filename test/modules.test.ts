// Modules: what a script is linked to, what is refused, and that every surface that reads a script follows `use`.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { MODULES_MAX, type ModuleTexts } from '../compiler/modules.ts';
import { readNames, rename } from '../compiler/names.ts';
import { NODES_MAX } from '../grammar/scan.ts';
import { run, why } from '../runtime/library.ts';
import { openArtifact } from '../runtime/open-artifact.ts';
import { openPolicies } from '../server/policies.ts';
import { BIN, openCommandLine } from './support/command-line.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const MONEY = `(use "rates")
(def unit "EUR")
(defn round-cents "To cents." [x] (round x 2))
(defn gross [x] (round-cents (* x (+ 1 rates/vat))))
(defn shown [x] (fmt "{x:2} {unit}"))
(defn total [{:keys [unit lines] :or {unit 1}}] (* unit (count lines)))
(defn count [xs] (reduce + 0 xs))
(defn unused [x] (inc x))
`;
const MODULES = { money: MONEY, rates: '(def vat 0.19) (def other 2)' };

/** Codes with the module and the line of their places; that nothing of a module is used has a golden of its own. */
function problems(script: string, modules: ModuleTexts = MODULES): string[] {
  return check(script, { modules })
    .diagnostics.filter(({ code }) => code !== 'unused-module')
    .map(({ code, module, line, message }) => `${code} ${module ?? ''}:${line} ${message}`);
}

test('a script is linked to what it reaches, under long names, and means the same without modules', () => {
  const result = check('(use "money") (money/shown (money/gross (:net input)))', { modules: MODULES });
  assert.equal(result.diagnostics, []);
  assert.is(
    result.canonical,
    [
      '(def rates/vat 0.19)',
      '(def money/unit "EUR")',
      '(defn money/round-cents "To cents." [x] (round x 2))',
      '(defn money/gross [x] (money/round-cents (* x (+ 1 rates/vat))))',
      '(defn money/shown [x] (fmt "{x:2} {money/unit}"))',
      '(money/shown (money/gross (:net input)))',
    ].join('\n'),
  );
  const alone = check(result.canonical!);
  assert.equal([alone.ok, alone.hash, alone.canonical], [true, result.hash, result.canonical]);
});

test('the hash covers what is reached, and nothing else of a module', () => {
  const hash = (money: string): string => check('(use "money") (money/f 1)', { modules: { money } }).hash!;
  const first = hash('(defn f [x] (g x)) (defn g [x] x) (defn other [x] x)');
  assert.is(hash('(defn f [x] (g x)) ; the same\n(defn g [x] x) (defn other [x] (inc x))'), first);
  assert.is.not(hash('(defn f [x] (g x)) (defn g [x] (inc x)) (defn other [x] x)'), first);
});

test('locals, keys and defaults of a module keep their names; its own definition of a builtin is its own', async () => {
  const script = '(use "money") [(money/total {:lines [1 2] :unit 3}) (money/total {:lines [4]}) (count [1 2 3])]';
  const ran = await run(script, { modules: MODULES });
  assert.equal(ran.kind === 'finished' && ran.output, [9, 4, 3]);
});

test('what is wrong is told with its module and its place', () => {
  const said = (script: string, modules: ModuleTexts): string => problems(script, modules).join('\n');
  assert.is(said('(use "m") (m/f)', { m: '(defn f [] (g 1))' }), 'unbound-variable m:1 `g` is not defined');
  assert.is(said('(use "m") (m/f)', { m: '\n(defn f [] (inc 1)' }), 'unclosed m:2 `(` is never closed');
  assert.is(said('(use "m") (m/f)', { m: '(defn f [] 1) 2' }), 'bad-module m:1 a module has definitions only');
  assert.is(said('(use "m") (m/f)', { m: '(defn f [] (fmt "{input.a}"))' }), 'bad-module m:1 a module has no `input`');
  assert.is(said('(use "m") 1', { m: '(def a/b 1)' }), 'bad-module m:1 a module defines names without `/`');
  assert.is(said('(use "m") 1', {}), 'bad-module :1 there is no module "m"');
  assert.is(
    said('(use "a") 1', { a: '(use "b")', b: '(use "a")' }),
    'bad-module b:1 modules use each other: a → b → a',
  );
  assert.is(said('(use "m") (m/f)', { m: '(use "m")' }), 'bad-module m:1 modules use each other: m → m');
  assert.is(
    said('(use "m") (m/f 1)', { m: '(defn f [x] (loop [] (recur)))  (defn g [x] (g x))' }).slice(0, 24),
    '',
    'what is not reached need not be seen to end',
  );
  assert.match(said('(use "m") (m/g 1)', { m: '(defn g [x] (g x))' }), /^recursion-unverified m:1 /);
  assert.match(said('(use "m") (m/f "a")', { m: '(defn f [x] (inc "a"))' }), /^wrong-kind m:1 /);
});

test('a warning of a module is its own, an error is of all', () => {
  const modules = { m: '(defn f [x] 1)' };
  assert.equal(problems('(use "m") (m/f 1)', modules), []);
});

test('a name is of a module that is used where it stands, and one misspelt has a suggestion', () => {
  assert.equal(problems('(use "money") rates/vat'), [
    'bad-module :1 `rates/vat` is of the module rates, which is not used here',
  ]);
  assert.equal(problems('(use "money") (fmt "{rates/vat}")').length, 1);
  assert.equal(problems('(use "money") (use "rates") rates/vat'), []);
  const [misspelt] = check('(use "money") (money/gros 1)', { modules: MODULES }).diagnostics;
  assert.is(misspelt?.help, 'did you mean `money/gross`?');
  assert.match(problems('(money/gross 1)')[0]!, /^unbound-variable/);
});

test('what a script calls as a builtin must be none where a module that it reaches calls it so', () => {
  assert.equal(
    problems('(use "money") (defn round [x y] [x y]) (money/gross (round 1 2))')[0],
    'bad-module :1 `round` is a builtin that a module uses',
  );
  assert.equal(
    problems('(use "money") (defn round [x y] [x y]) (money/total (round 1 2))').filter((one) => /^bad/.test(one)),
    [],
  );
  assert.match(problems('(use "money") (def money/unit 1) (money/shown 1)')[0]!, /^duplicate-definition :1/);
});

test('a name of a module is no path, and names what is its own', () => {
  for (const name of ['../money', 'a/b', 'A', '', '1a', 'a.b', 'a b', `a${'b'.repeat(64)}`])
    assert.match(problems(`(use ${JSON.stringify(name)}) 1`)[0]!, /is no name of a module$/, name);
  assert.equal(problems(`(use "a${'b'.repeat(63)}") 1`, { [`a${'b'.repeat(63)}`]: '(def x 1)' }), []);
  for (const name of ['constructor', 'tostring']) assert.match(problems(`(use "${name}") 1`)[0]!, /there is no module/);
});

test(`a script uses at most ${MODULES_MAX} modules`, () => {
  const texts = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, '(def x 1)']));
  const script = (count: number): string => `${Array.from({ length: count }, (_, at) => `(use "m${at}")`).join('')} 1`;
  assert.equal(problems(script(MODULES_MAX), texts(MODULES_MAX)), []);
  assert.equal(problems(script(MODULES_MAX + 1), texts(MODULES_MAX + 1)), [
    `bad-module :1 a script uses at most ${MODULES_MAX} modules`,
  ]);
  // Also one after the other.
  const chain = (count: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`m${at}`, at === count - 1 ? '(def x 1)' : `(use "m${at + 1}")`]),
    );
  assert.equal(problems('(use "m0") 1', chain(MODULES_MAX)), []);
  assert.match(problems('(use "m0") 1', chain(MODULES_MAX + 1))[0]!, /at most/);
});

test('a script and its modules are together no larger than a script may be', () => {
  const of = (nodes: number): string => `(def x [${'1 '.repeat(nodes - 4)}])`;
  // The script has the nodes of `(use "m")` and 1: four.
  assert.equal(problems('(use "m") 1', { m: of(NODES_MAX - 4) }), []);
  assert.match(problems('(use "m") 1', { m: of(NODES_MAX - 3) })[0]!, /^script-too-large :1/);
  const long = (bytes: number): string => `(def x 1);${'x'.repeat(bytes - 10)}`;
  assert.equal(problems('(use "m") 1', { m: long(262_144 - 11) }), []);
  assert.match(problems('(use "m") 1', { m: long(262_144 - 10) })[0]!, /^script-too-large :1/);
});

test('why tells what stands in a module', () => {
  const told = why('(use "money") (money/gross 100)', { modules: MODULES });
  assert.ok(told.kind === 'why');
  assert.equal(
    told.lines.map(({ line, module }) => `${module ?? ''}:${line}`),
    [':1', 'money:3', 'money:4', 'rates:1'],
  );
});

test('editors find the names of modules, and rename none of them', () => {
  const text = '(use "money") (def rate 2) (money/shown (fmt "{rate} {money/unit}"))';
  const { isWhole, names } = readNames(text, MODULES);
  assert.ok(isWhole);
  const shown = names.find(({ name }) => name === 'money/shown')!;
  assert.equal([shown.module, MONEY.slice(shown.definition.start, shown.definition.end)], ['money', 'shown']);
  assert.is(rename(text, shown, 'x', MODULES).kind, 'refused');
  const rate = names.find(({ name }) => name === 'rate')!;
  const renaming = rename(text, rate, 'factor', MODULES);
  assert.is(renaming.kind === 'renamed' && renaming.places.length, 2);
});

const { folder, evident, file, close } = openCommandLine();
test.after(close);
file('money.script', '(defn gross [x]\n  (round (* x 1.19) 2))\n');
file('bill.script', '(use "money")\n(money/gross (:net input))\n');
file('in.json', '{"net": 10}');
file('bill.cases.json', '[{"name": "ten", "input": {"net": 10}, "output": 11.9}]');

test('the command line takes modules from the folder of the script', () => {
  assert.is(evident(['run', 'bill.script', '--input', 'in.json']).out, '11.9\n');
  assert.is(evident(['test', 'bill.script']).code, 0);
  assert.match(evident(['why', 'bill.script', '--input', 'in.json']).out, /in money\/gross: \(round/);
  assert.is(evident(['fmt', '--check', 'bill.script']).code, 0);
  mkdirSync(join(folder, 'other'), { recursive: true });
  writeFileSync(join(folder, 'other', 'alone.script'), '(use "money") 1');
  const alone = evident(['check', 'other/alone.script']);
  assert.is(alone.code, 1);
  assert.match(alone.err, /there is no module "money"/);
  assert.is(evident(['build', 'bill.script', '-o', 'bill.wasm']).code, 0);
  file('other/in.json', '{"net": 20}');
  assert.is(evident(['run', 'bill.wasm', '--input', 'other/in.json']).out, '23.8\n');
  const fault = evident(['run', 'bill.script'], '{}');
  assert.match(fault.err, /--> money.script:2:10/);
});

test('a module that changes changes the next run, and one that breaks ends it', () => {
  file('money.script', '(defn gross [x]\n  (round (* x 1.07) 2))\n');
  assert.is(evident(['run', 'bill.script', '--input', 'in.json']).out, '10.7\n');
  file('money.script', '(defn gross [x] (rund x))');
  const broken = evident(['run', 'bill.script', '--input', 'in.json']);
  assert.is(broken.code, 1);
  assert.match(broken.err, /--> money.script:1:18/);
  // The text that it was linked to is a script of its own, which is in the cache.
  file('valid.script', '1');
  assert.is(evident(['run', 'valid.script']).out, '1\n');
  file('invalid.script', '(use "nowhere") 1');
  assert.is(evident(['run', 'invalid.script']).code, 1);
});

test('check --watch checks again when a module changes', async () => {
  file('money.script', '(defn gross [x] (* x 2))');
  const child = spawn(process.execPath, [BIN, 'check', 'bill.script', '--watch'], { cwd: folder });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  try {
    await until(async () => /bill\.script: ok[^]*waiting for changes/.test(said));
    file('money.script', '(defn gross [x] (doubled x))');
    await until(async () => /unbound-variable[^]*--> money\.script:1:18/.test(said));
  } finally {
    child.kill();
    await new Promise((resolve) => child.once('close', resolve));
  }
});

test('a policy that is put into the store holds the modules it uses', () => {
  file('limits.script', '(def most 10)');
  file('gate.script', '(use "limits")\n(if (< (:n input) limits/most) {:verdict "allow"} {:verdict "deny"})');
  const put = evident(['policies', 'put', 'gate.script']);
  assert.is(put.code, 0, put.err);
  const [kept] = JSON.parse(evident(['policies', 'list', '--json']).out) as { text: string }[];
  assert.is(kept?.text, '(def limits/most 10)\n(if (< (:n input) limits/most) {:verdict "allow"} {:verdict "deny"})\n');
  file('gate.script', '(use "limits") limits/least');
  assert.match(evident(['policies', 'put', 'gate.script']).err, /^gate\.script:\d:\d+: /);
});

test('a policy takes modules from its folder', async () => {
  const policies = join(folder, 'policies');
  mkdirSync(policies, { recursive: true });
  writeFileSync(join(policies, 'limits.script'), '(defn small? [x] (< x 10))');
  writeFileSync(join(policies, 'guard.script'), '(use "limits") (if (limits/small? (:n input)) "allow" "deny")');
  const opened = await openPolicies(policies, () => {});
  const said = opened.run('guard', new Map([['n', 5]]));
  opened.close();
  assert.is(said.kind === 'ran' && said.output, 'allow');
});

const server = await openServer();
test.after(() => server.close());

test('the service takes modules beside a script', async () => {
  const body = { script: '(use "money") (money/gross (:net input))', modules: MODULES, input: { net: 100 } };
  const post = async (path: string, value: unknown): Promise<any> =>
    (await server.post(`/v1/scripts/${path}`, JSON.stringify(value))).json();
  const checked = await post('check', { script: body.script, modules: MODULES });
  assert.is(checked.ok, true);
  const ran = await post('run', body);
  assert.equal([ran.output, ran.hash], [119, checked.hash]);
  assert.is((await post('run', { ...body, modules: { ...MODULES, rates: '(def vat 0)' } })).output, 100);
  assert.is((await post('why', body)).output, 119);
  const fault = await post('run', { ...body, input: {} });
  assert.equal([fault.error.code, fault.error.details.module], ['type', 'money']);
  const missing = await post('check', { script: body.script });
  assert.is(missing.diagnostics[0].code, 'bad-module');
  const built = await server.post('/v1/scripts/build', JSON.stringify({ script: body.script, modules: MODULES }));
  const artifact = openArtifact(new Uint8Array(await built.arrayBuffer()), { vouched: true });
  const made = artifact.run({ input: { net: 100 } });
  assert.equal([made.kind === 'finished' && made.output, made.hash], [119, checked.hash]);
  const wrong = await post('run', { ...body, modules: { money: 1 } });
  assert.is(wrong.error.code, 'invalid-request');
});

test.run();
