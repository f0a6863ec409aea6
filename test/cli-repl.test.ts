// The repl as someone works with it: definitions that stay, steps that are the entry's own, and Ctrl-C.

import { spawn } from 'node:child_process';
import * as assert from 'uvu/assert';
import { DEFINITIONS_LIMITS } from '../cli/definitions.ts';
import { type Evaluation, Session } from '../cli/session.ts';
import { STEPS_MAX } from '../compiler/steps.ts';
import { BIN, openCommandLine } from './support/command-line.ts';
import { interpretSource } from './support/interpret.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const { folder, cache, evident, file, close } = openCommandLine();
test.after(close);

let session = new Session();
test.before.each(() => {
  session = new Session();
});
test.after.each(() => session.close());

async function enter(entry: string): Promise<Evaluation> {
  const evaluation = await session.evaluate(entry);
  if (evaluation === null) throw new Error('nobody stopped it');
  return evaluation;
}

test('an entry uses the modules of the folder, and those behind it know what they define', async () => {
  await session.close();
  const texts = { money: '(def vat 0.19)\n(defn gross [x] (* x (+ 1 vat)))', other: '(defn f [] (g))' };
  session = new Session(texts);
  assert.equal(await enter('(use "money")'), { output: null, problems: null, steps: 0 });
  assert.equal(await enter('(money/gross 100)'), { output: '119', problems: null, steps: 8 });
  assert.is((await enter('(def bill (money/gross 10)) (defn twice [x] (money/gross (* 2 x)))')).problems, null);
  assert.is((await enter('[bill (twice 10)]')).output, '[11.9,23.8]');
  assert.equal(session.definitions.slice(0, 2), ['(use "money")', '(def bill 11.9)']);
  assert.match((await enter('(money/gross "a")')).problems!, /^fault\[type\]: .*\n --> money\.script:2:17\n/);
  const broken = await enter('(use "other")');
  assert.match(broken.problems!, /^error\[unbound-variable\]: `g` is not defined\n --> other\.script:1:13\n/);
  assert.match((await enter('(use "nowhere")')).problems!, /^error\[bad-module\].*\n --> 1:1\n/);
  assert.is((await enter('(money/gross 1)')).output, '1.19');
  session.reset();
  assert.match((await enter('(money/gross 1)')).problems!, /unbound-variable/);
  file('rates.script', '(def vat 0.07)');
  assert.is(evident(['repl'], '(use "rates")\nrates/vat\n').out, '0.07\n');
});

test('the steps of an entry are its own, and so is the fuel', async () => {
  for (const definition of [
    '(def n 5)',
    '(def xs [n {:a n "b c" nil} "\\"u: null, \\u0001"])',
    '(def big (range 500))',
    '(defn double [x] (* 2 x))',
    '(def twice (map double big))',
    '(def n 6)',
  ]) {
    assert.is((await enter(definition)).problems, null);
  }
  const entries = ['n', '(+ n 1)', '(sum twice)', '(get (nth xs 1) "b c")', '(double 4)', '(do xs)'];
  const alone =
    '(def n 6) (def xs [5 {:a 5 "b c" nil} "\\"u: null, \\u0001"]) (def big (range 500)) (defn double [x] (* 2 x)) (def twice (map double big)) ';
  const lead = interpretSource(alone).steps;
  for (const entry of entries) {
    const expected = interpretSource(alone + entry);
    const steps = expected.steps - lead;
    session.fuel = steps;
    assert.equal(
      await enter(entry),
      { output: expected.kind === 'finished' && expected.output, problems: null, steps },
      entry,
    );
    session.fuel = steps - 1;
    const short = await enter(entry);
    assert.match(short.problems ?? '', /fault\[out-of-fuel\]/);
    assert.equal([short.output, short.steps], [null, steps - 1], entry);
  }
  session.fuel = STEPS_MAX;
  assert.is((await enter('(+ n 1)')).output, '7');
});

test('a definition of a builtin wins from its entry on, and is warned of once', async () => {
  const defined = await enter('(defn product [a b] (- a b))');
  assert.match(defined.problems ?? '', /shadowed-builtin/);
  assert.equal(await enter('(product 5 3)'), { output: '2', problems: null, steps: 6 });
});

test('a definition costs its entry once, and its value stays when input or what it was made of changes', async () => {
  assert.is(session.setInput('{"a": 1}'), null);
  assert.is((await enter('(def a (sum (range 400000)))')).steps, 800_003);
  assert.is((await enter('(def b (sum (range 400000)))')).steps, 800_003);
  assert.is((await enter('(def y (+ 1 (:a input)))')).steps, 4);
  assert.is(session.setInput('{}'), null);
  assert.is((await enter('(def a 1)')).steps, 1);
  assert.equal(await enter('[a b y]'), { output: '[1,79999800000,2]', problems: null, steps: 4 });
  assert.equal(session.definitions, ['(def b 79999800000)', '(def y 2)', '(def a 1)']);
});

test('a value that no script can hold is not kept, and that is said', async () => {
  const nodes = (count: number): string => `(def v (range ${count}))`;
  // The list, `def`, the name and the vector are nodes, too.
  const most = DEFINITIONS_LIMITS.nodesMax - 4;
  assert.match(
    (await enter(nodes(most + 1))).problems ?? '',
    /^; v is not kept: .*\(defn v \[\] …\) makes it where it is called$/,
  );
  assert.equal(session.definitions, []);
  assert.is((await enter(nodes(most))).problems, null);
  assert.match((await enter('(def w 1)')).problems ?? '', /^; w is not kept/);
  assert.match((await enter('(defn f [] 1)')).problems ?? '', /^; f is not kept: there are too many definitions$/);
  assert.is((await enter('(def v 1)')).problems, null);
  const bytes = (count: number): string => `(def v (str ${`"${'x'.repeat(count)}"`}))`;
  const longest = DEFINITIONS_LIMITS.bytesMax - '(def v "")\n'.length;
  assert.match((await enter(bytes(longest + 1))).problems ?? '', /^; v is not kept/);
  assert.is((await enter(bytes(longest))).problems, null);
  session.reset();
  session.setInput('[1.2345678901234567890123]');
  assert.match((await enter('(def n (first input))')).problems ?? '', /^; n is not kept/);
  assert.is((await enter('(def n 1) (def wide (first input))')).output, null);
  assert.equal(session.definitions, []);
});

test('functions that call each other are one entry, and who enters one alone is told', async () => {
  const alone = await enter('(defn f [x] (h x))');
  assert.match(
    alone.problems ?? '',
    /error\[unbound-variable\]: `h`[^]*functions that call each other go into one entry/,
  );
  assert.equal(session.definitions, []);
  assert.is((await enter('(defn f [x] (h x))\n(defn h [x] (inc x))')).steps, 0);
  assert.is((await enter('(f 1)')).output, '2');
  assert.is((await enter('(defn h [x] (* 5 x))')).problems, null);
  assert.is((await enter('(f 1)')).output, '5');
});

test('an entry can be stopped, and nothing has changed then', async () => {
  session.fuel = STEPS_MAX;
  await enter('(def a 1)');
  const stopping = new AbortController();
  const endless = session.evaluate('(def b 2) (loop [i 0] (recur i))', stopping.signal);
  setTimeout(() => stopping.abort(), 200);
  assert.is(await endless, null);
  assert.equal(await enter('(+ a 1)'), { output: '2', problems: null, steps: 3 });
  assert.equal(session.definitions, ['(def a 1)']);
});

test('Ctrl-C ends the entry that runs, and gives up the one that is typed', async () => {
  // The bytes of a terminal in raw mode, on a pipe that says it is one.
  const child = spawn(
    process.execPath,
    ['--import', 'data:text/javascript,process.stdin.isTTY = true', BIN, 'repl', '--fuel', String(STEPS_MAX)],
    {
      cwd: folder,
      env: { ...process.env, EVIDENT_CACHE: cache },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  try {
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
    });
    const ended = new Promise((resolve) => {
      child.on('close', resolve);
    });
    child.stdin.write('(def k 7)\r');
    await until(() => err.includes('; 1 step\n'));
    child.stdin.write('(loop [i 0] (recur i))\r');
    await until(() => err.includes('(recur i))'));
    child.stdin.write('\x03');
    await until(() => err.includes('; stopped\n'));
    child.stdin.write('(+ k 1)\r');
    await until(() => out === '8\n');
    child.stdin.write('(+ 1');
    child.stdin.write('\x03');
    child.stdin.write('(* k 3)\r');
    await until(() => out === '8\n21\n');
    child.stdin.end();
    assert.is(await ended, 0);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a command that there is not is told apart from a keyword', () => {
  const { out, err } = evident(['repl'], ':type reduce\n:type\n');
  assert.match(err, /:type is no command here; :help lists them/);
  assert.is(out, '"type"\n');
});

test('an input that is none is refused where it is given', () => {
  file('empty.json', '');
  assert.match(
    evident(['repl', '--input', 'empty.json'], '1').err,
    /the input cannot be that of empty\.json: it is not acceptable JSON/,
  );
  const { out, err } = evident(['repl'], ':input {"a": 2}\n:input {"a" 3}\n(:a input)\n');
  assert.is(out, '2\n');
  assert.match(err, /the input stays what it was: it is not acceptable JSON: [^\n]*, at byte 5/);
});

test.run();
