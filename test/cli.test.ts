// The command line as people use it: the real command, spawned; what it prints, where, and how it ends.
// It is longer than other files because it holds all cases of one subject.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { reference } from '../cli/reference.ts';
import { HISTORY_MAX, readHistory } from '../cli/repl.ts';
import { Session } from '../cli/session.ts';
import { FAULTS } from '../compiler/faults.ts';
import { programHash } from '../compiler/hash.ts';
import { DIAGNOSTICS } from '../grammar/diagnostics.ts';
import { ENGINE } from '../server/engines/identity.ts';
import { BIN, openCommandLine } from './support/command-line.ts';
import { goldenPath } from './support/paths.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const { folder, cache, evident, evidentAll, file, close } = openCommandLine();
test.after(close);

const RULE = '(defn price [item] (* (:price item) (:qty item)))\n(sum (map price (:items input)))\n';
const INPUT = '{"items": [{"price": 2.5, "qty": 4}, {"price": 1, "qty": 1}]}';

file('rule.script', RULE);
file('input.json', INPUT);
file('wrong.script', '(inc 1 2)\n(foo)\n');
file('fault.script', '(defn f [x]\n  (/ x 0))\n(f 1)\n');

// check and run

test('check says how many steps, as precisely as it knows', async () => {
  const scripts = ['1', '(if input 1 (inc 1))', '(map inc input)'].map((text, at) => [
    'check',
    file(`bounds${at}.script`, text),
  ]);
  assert.equal(
    (await evidentAll(scripts)).map(({ out }) => out.split('\n')[0]),
    [
      'bounds0.script: ok (constant, 1 step)',
      'bounds1.script: ok (constant, 3 to 4 steps)',
      'bounds2.script: ok (poly(1), at least 2 steps)',
    ],
  );
});

test('a reader that has had enough is no error', async () => {
  const child = spawn(process.execPath, [BIN, 'run', file('long.script', '(range 300000)')], {
    cwd: folder,
    env: { ...process.env, EVIDENT_CACHE: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  // As `head -1` does.
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  assert.is(code, 0, err);
  assert.match(err, /^300002 steps, hash [0-9a-f]{12}\n$/);
});

test('the version is one line, and the one that answers name', () => {
  const { code, out } = evident(['--version']);
  assert.equal([code, out], [0, `${ENGINE.replace('/', ' ')}\n`]);
});

// check

test('check says what is known', () => {
  const { code, out, err } = evident(['check', 'rule.script']);
  assert.equal([code, err], [0, '']);
  assert.match(out, /^rule\.script: ok \(poly\(1\), at least \d+ steps\)\nhash [0-9a-f]{64}\n$/);
  const json = JSON.parse(evident(['check', 'rule.script', '--json']).out) as Record<string, unknown>;
  assert.equal(Object.keys(json), [
    'ok',
    'hash',
    'canonical',
    'defines',
    'builtins',
    'diagnostics',
    'recursion',
    'growth',
    'steps',
  ]);
  assert.equal([json['ok'], json['defines']], [true, ['price']]);
  assert.is(json['hash'], programHash(json['canonical'] as string));
});

test('check draws every error and ends with 1', () => {
  const { code, out, err } = evident(['check', 'wrong.script']);
  assert.equal([code, out], [1, '']);
  assert.match(err, /error\[wrong-arity\][^]*wrong\.script:1:1[^]*error\[unbound-variable\][^]*2 errors/);
  const json = evident(['check', 'wrong.script', '--json']);
  assert.is(json.code, 1);
  assert.equal(
    (JSON.parse(json.out) as { diagnostics: { code: string }[] }).diagnostics.map((item) => item.code),
    ['wrong-arity', 'unbound-variable'],
  );
});

test('check reads standard input, and shows a proof of recursion', () => {
  const { code, out } = evident(['check', '-'], '(defn f [n] (if (= n 0) 0 (f (dec n))))\n(f 3)');
  assert.is(code, 0);
  assert.match(out, /recursion verified f -> f \(f: n shrinks, assuming n is a whole number not below 0\)/);
});

test('bytes that are no text are an error of the script', () => {
  file('bytes.script', new Uint8Array([0x28, 0xff, 0x29]));
  const { code, err } = evident(['check', 'bytes.script']);
  assert.is(code, 1);
  assert.match(err, /error\[bad-text\]/);
});

// run

test('run prints the output, and the steps beside it', () => {
  const { code, out, err } = evident(['run', 'rule.script', '--input', 'input.json']);
  assert.equal([code, out], [0, '11\n']);
  assert.match(err, /^\d+ steps, hash [0-9a-f]{12}\n$/);
  assert.is(evident(['run', 'rule.script', '--input', '-'], INPUT).out, '11\n');
  assert.is(evident(['run', '-', '--input', 'input.json'], RULE).out, '11\n');
  const json = JSON.parse(evident(['run', 'rule.script', '--input', 'input.json', '--json']).out) as Record<
    string,
    unknown
  >;
  assert.equal(Object.keys(json), ['output', 'steps', 'hash', 'schedule']);
});

test('a fault is drawn where it happened and ends with 3', () => {
  const { code, out, err } = evident(['run', 'fault.script']);
  assert.equal([code, out], [3, '']);
  assert.match(err, /fault\[divide-by-zero\][^]*fault\.script:2:3[^]*called from here[^]*5 steps/);
  const json = evident(['run', 'fault.script', '--json']);
  assert.is(json.code, 3);
  const { error } = JSON.parse(json.out) as { error: { code: string; details: Record<string, unknown> } };
  assert.equal(
    [error.code, error.details['steps'], error.details['line'], error.details['column']],
    ['divide-by-zero', 5, 2, 3],
  );
});

test('where a type is wrong, what would have been right is said', async () => {
  const wrong: readonly (readonly [script: string, help: string])[] = [
    ['(-> (:n input)\n  (subs 2))', '(subs text start end?): Code points start (from 0) up to end.'],
    ['(map inc (conj ["é"] (:n input)))', '(inc x): One more.'],
    ['(:a (:n input))', 'a field is read of a map or nil'],
    ['(let [[a] (:n input)] a)', 'a vector pattern takes a vector or nil'],
    ['(let [{:keys [a]} (:n input)] a)', 'a map pattern takes a map or nil'],
  ];
  const ended = await evidentAll(
    wrong.map(([script], at) => ['run', file(`type${at}.script`, script), '--input', file('five.json', '{"n": 5}')]),
  );
  assert.equal(
    ended.map(({ code, err }) => [code, /\n {2}help: (.*)\n/.exec(err)?.[1]]),
    wrong.map(([, help]) => [3, help]),
  );
  assert.not.match(evident(['run', 'fault.script']).err, /help/);
});

test('fuel is exact on the command line, too', () => {
  const steps = (
    JSON.parse(evident(['run', 'rule.script', '--input', 'input.json', '--json']).out) as { steps: number }
  ).steps;
  assert.is(evident(['run', 'rule.script', '--input', 'input.json', '--fuel', String(steps)]).code, 0);
  const short = evident(['run', 'rule.script', '--input', 'input.json', '--fuel', String(steps - 1), '--json']);
  assert.is(short.code, 3);
  const { error } = JSON.parse(short.out) as { error: { code: string; details: { steps: number } } };
  assert.equal([error.code, error.details.steps], ['out-of-fuel', steps - 1]);
});

test('a script with errors does not run; an input that is no JSON is a fault', () => {
  assert.equal(
    [evident(['run', 'wrong.script']).code, evident(['run', 'rule.script', '--input', '-'], '{').code],
    [1, 3],
  );
  assert.match(evident(['run', 'rule.script', '--input', '-'], '{"a":1,"a":2}').err, /fault\[bad-input\]/);
});

test('an input that was named and is empty is a fault, and not nil', async () => {
  file('gate.script', '(if (:blocked input) "deny" "allow")');
  file('empty.json', '');
  evident(['build', 'gate.script', '-o', 'gate.wasm']);
  for (const subject of ['gate.script', 'gate.wasm']) {
    for (const input of ['empty.json', '-']) {
      const { code, out, err } = evident(['run', subject, '--input', input]);
      assert.equal([code, out], [3, '']);
      assert.match(err, /^fault\[bad-input\]: the input is empty: [^\n]*\n0 steps, /);
    }
    assert.equal(
      [evident(['run', subject, '--input', '-'], ' ').code, evident(['run', subject]).out],
      [3, '"allow"\n'],
    );
  }
  const profiled = evident(['run', 'gate.script', '--input', 'empty.json', '--profile', '--json']);
  assert.match((JSON.parse(profiled.out) as { error: { message: string } }).error.message, /^the input is empty: /);
});

test('--json says of a script with errors what check says, whichever command was to use it', async () => {
  const [checked, run, profiled, built] = await evidentAll([
    ['check', 'wrong.script', '--json'],
    ['run', 'wrong.script', '--json'],
    ['run', 'wrong.script', '--json', '--profile'],
    ['build', 'wrong.script', '-o', 'wrong.wasm', '--json'],
  ]);
  for (const ended of [run!, profiled!, built!]) {
    assert.equal([ended.code, ended.out], [1, checked!.out]);
    assert.match(ended.err, /error\[wrong-arity\][^]*2 errors/);
  }
  assert.not.ok(existsSync(join(folder, 'wrong.wasm')));
});

test('a profile adds up to the steps, by function and by line', () => {
  const { code, err } = evident(['run', 'rule.script', '--input', 'input.json', '--profile']);
  assert.is(code, 0);
  assert.match(err, /steps by function[^]*price[^]*steps by line[^]*1 \| \(defn price/);
  for (const args of [['--input', 'input.json'], [], ['--input', 'input.json', '--fuel', '9']]) {
    const json = evident(['run', 'rule.script', ...args, '--profile', '--json']);
    const { steps, error, profile } = JSON.parse(json.out) as {
      steps?: number;
      error?: { details: { steps: number } };
      profile: { steps: number; functions: { steps: number }[]; lines: { steps: number }[] };
    };
    const total = steps ?? error!.details.steps;
    const sum = (rows: readonly { steps: number }[]): number => rows.reduce((all, row) => all + row.steps, 0);
    assert.equal([profile.steps, sum(profile.functions), sum(profile.lines)], [total, total, total]);
  }
});

// build and inspect

test('an artifact is built, runs, and says what it is', () => {
  const built = evident(['build', 'rule.script', '-o', 'rule.wasm', '--json']);
  assert.is(built.code, 0, built.err);
  const { hash, bytes } = JSON.parse(built.out) as { hash: string; bytes: number };
  assert.is(evident(['run', 'rule.wasm', '--input', 'input.json']).out, '11\n');
  const script = evident(['run', 'rule.script', '--input', 'input.json', '--json']);
  assert.is(evident(['run', 'rule.wasm', '--input', 'input.json', '--json']).out, script.out);
  const json = JSON.parse(evident(['inspect', 'rule.wasm', '--json']).out) as Record<string, unknown>;
  assert.equal(Object.keys(json), [
    'language',
    'schedule',
    'runtime',
    'hash',
    'hash_matches',
    'bytes',
    'imports',
    'exports',
    'canonical',
    'places',
  ]);
  assert.equal(
    [json['hash'], json['hash_matches'], json['bytes'], json['imports'], json['language']],
    [hash, true, bytes, 0, 'evident/1'],
  );
  const shown = evident(['inspect', 'rule.wasm']);
  assert.is(shown.code, 0);
  assert.ok(shown.out.includes(hash) && shown.out.endsWith(`${json['canonical'] as string}\n`));
  assert.is(evident(['run', 'rule.wasm', '--profile']).code, 2);
  assert.is(evident(['build', 'wrong.script', '-o', 'wrong.wasm']).code, 1);
  assert.not.ok(existsSync(join(folder, 'wrong.wasm')));
});

test('a fault in an artifact is drawn in its canonical text', () => {
  evident(['build', 'fault.script', '-o', 'fault.wasm']);
  const { code, err } = evident(['run', 'fault.wasm']);
  assert.is(code, 3);
  assert.match(err, /fault\[divide-by-zero\][^]*\(defn f \[x\] \(\/ x 0\)\)/);
});

test('an artifact whose text was changed no longer has its hash', () => {
  const bytes = readFileSync(join(folder, 'rule.wasm'));
  const at = bytes.indexOf('(sum (map');
  assert.ok(at > 0);
  bytes.write('(min (map', at);
  file('changed.wasm', bytes);
  const { code, err } = evident(['inspect', 'changed.wasm']);
  assert.is(code, 1);
  assert.match(err, /the hash is not that of the canonical text/);
  const run = evident(['run', 'changed.wasm', '--input', 'input.json']);
  assert.equal([run.code, run.out], [2, '']);
  assert.match(run.err, /changed\.wasm cannot be run: the hash is not that of the canonical text/);
});

// decide

const QUESTIONS =
  '{"intent": {"type": "choice", "instructions": "What?", "criteria": {"refund": "refund, money back", "bug": "crash"}}}';
const STATE = '{"text": "I want my money back", "size": 2}';

test('decide answers with the bytes of the service', async () => {
  const request = `{"state": ${STATE}, "questions": ${QUESTIONS}}`;
  file('request.json', request);
  file('questions.json', QUESTIONS);
  file('state.json', STATE);
  const server = await openServer();
  try {
    const ask = async (body: string, headers: Record<string, string> = {}): Promise<string> =>
      (await server.post('/v1/systemone', body, headers)).text();
    const whole = evident(['decide', 'request.json']);
    assert.equal([whole.code, whole.err], [0, '']);
    assert.is(whole.out, `${await ask(request)}\n`);
    assert.is(evident(['decide', '-'], request).out, whole.out);
    const composed = `{"state":${STATE},"questions":${QUESTIONS}}`;
    assert.is(evident(['decide', 'questions.json', '--state', 'state.json']).out, `${await ask(composed)}\n`);
    assert.is(evident(['decide', 'questions.json', '--state', '-'], STATE).out, `${await ask(composed)}\n`);
    const text = `{"state":"no idea","questions":${QUESTIONS}}`;
    for (const mode of ['omit', 'distribution', 'error']) {
      const { code, out } = evident(['decide', 'questions.json', '--text', '-', '--undecided', mode], 'no idea');
      assert.is(out, `${await ask(text, { 'x-evident-undecided': mode })}\n`, mode);
      assert.is(code, mode === 'error' ? 1 : 0, mode);
    }
    assert.is(
      evident(['decide', 'request.json', '--core']).out,
      `${await ask(request, { 'x-evident-profile': 'core' })}\n`,
    );
    const empty = evident(['decide', '-'], '{"state": "x", "questions": {}}');
    assert.is(empty.code, 1);
    assert.is(empty.out, `${await ask('{"state": "x", "questions": {}}')}\n`);
  } finally {
    await server.close();
  }
  assert.is(evident(['decide', '-'], '{').code, 2);
});

// fmt

test('fmt formats, checks and writes', () => {
  file('messy.script', '(+   1\n2) ; three\n');
  const { code, out } = evident(['fmt', 'messy.script']);
  assert.is(code, 0);
  assert.is(evident(['fmt', 'messy.script', '--check']).code, 1);
  assert.is(evident(['fmt', 'messy.script', '--write']).code, 0);
  assert.is(readFileSync(join(folder, 'messy.script'), 'utf8'), out);
  assert.is(evident(['fmt', 'messy.script', '--check']).code, 0);
  assert.is(evident(['fmt', '-'], '(1').code, 1);
  const piped = evident(['fmt', '--check', '-'], '( + 1 2)');
  assert.equal([piped.code, piped.err], [1, 'standard input is not formatted; evident fmt - prints it formatted\n']);
  assert.equal(evident(['fmt', '-'], '( + 1 2)'), { code: 0, out: '(+ 1 2)\n', err: '' });
  if (process.getuid?.() !== 0) {
    mkdirSync(join(folder, 'sealed'));
    writeFileSync(join(folder, 'sealed/x.script'), '( + 1 2)');
    chmodSync(join(folder, 'sealed'), 0o500);
    assert.is(evident(['fmt', 'sealed/x.script', '--write']).code, 2);
    chmodSync(join(folder, 'sealed'), 0o700);
  }
});

// docs and explain

test('docs prints the reference, or one entry', () => {
  assert.is(evident(['docs']).out, reference());
  const { code, out } = evident(['docs', 'map']);
  assert.is(code, 0);
  assert.match(out, /^\(map f coll\)\n/);
  assert.match(evident(['docs', 'if-let']).out, /^\(if-let /);
});

test('the committed reference is current: `npm run docs` writes it', () => {
  assert.is(readFileSync(join(goldenPath(), '..', '..', 'docs', 'REFERENCE.md'), 'utf8'), reference());
});

test('every code has an explanation', () => {
  const listed = JSON.parse(evident(['explain', '--json']).out) as { code: string; explain: string }[];
  assert.equal(
    listed.map(({ code }) => code),
    [...Object.keys(DIAGNOSTICS), ...Object.keys(FAULTS)],
  );
  assert.ok(listed.every(({ explain }) => explain.length > 40));
  assert.match(evident(['explain', 'wrong-arity']).out, /^error\[wrong-arity\]\n\n/);
  assert.match(evident(['explain', 'too-deep']).out, /^fault\[too-deep\]\n\n/);
  assert.match(evident(['explain', 'wrong-artiy']).err, /did you mean wrong-arity\?/);
});

// repl

test('the repl keeps definitions, waits for brackets, and replaces', () => {
  const { code, out, err } = evident(
    ['repl'],
    [
      '(defn sq [x] ; a comment with (',
      '  (* x x))',
      '(sq 7)',
      '"a ( in a string"',
      '(defn sq [x]',
      '',
      '  (+ x 1))',
      '(sq 7)',
      '(def k (sq 1)) (sq k)',
      ':input {"a": 5}',
      '(sq (:a input))',
      ':defs',
      ':reset',
      '(sq 1)',
      ':quit',
      '(never)',
    ].join('\n'),
  );
  assert.is(code, 0);
  assert.equal(out.split('\n'), ['49', '"a ( in a string"', '8', '3', '6', '']);
  assert.match(err, /\(defn sq \[x\]\n\n {2}\(\+ x 1\)\)/);
  assert.match(err, /error\[unbound-variable\]: `sq`/);
  assert.not.match(err, /never/);
});

test('what is wrong in the repl is drawn in the entry, and changes nothing', () => {
  const { code, out, err } = evident(
    ['repl', '--fuel', '100'],
    '(defn f [x] (/ 1 x))\n(defn f [x] (g x))\n(f 2)\n(f 0)\n(loop [] (recur))\n:help reduce\n:help nope\n:help f\n:fuel x\n(+ 1',
  );
  assert.is(code, 0);
  assert.is(out, '0.5\n');
  assert.match(err, /error\[unbound-variable\][^]*--> 1:14/);
  assert.match(err, /fault\[divide-by-zero\][^]*--> definitions:1:13/);
  assert.match(err, /fault\[out-of-fuel\]/);
  assert.match(err, /\(reduce f init\? coll\)/);
  assert.match(err, /no builtin or special form nope/);
  assert.match(err, /fuel must be a whole number from 0 to 9007199254740991; it is 100/);
  assert.match(err, /error\[unclosed\]/);
  assert.match(err, /\nthere is no builtin or special form nope[^\n]*\n\(defn f \[x\] \(\/ 1 x\)\)\n/);
});

test('the repl remembers so many lines, the latest ones', () => {
  const remembered = (count: number): string[] =>
    readHistory(join(folder, file('history', Array.from({ length: count }, (_, at) => `${at}\n`).join(''))));
  assert.equal([remembered(HISTORY_MAX).length, remembered(HISTORY_MAX).at(-1)], [HISTORY_MAX, '0']);
  assert.equal(
    [remembered(HISTORY_MAX + 1).length, remembered(HISTORY_MAX + 1)[0], remembered(HISTORY_MAX + 1).at(-1)],
    [HISTORY_MAX, String(HISTORY_MAX), '1'],
  );
});

test('decide reads a state that is 256 deep, as the service does', async () => {
  const deep = (levels: number): readonly string[] => [
    'decide',
    file(
      `deep${levels}.json`,
      `{"state":${'['.repeat(levels)}${']'.repeat(levels)},"questions":{"q":{"type":"noul","criteria":{"true":"a"}}}}`,
    ),
  ];
  const [fits, beyond] = await evidentAll([deep(256), deep(257)]);
  assert.is(fits!.code, 0, fits!.err);
  assert.is(beyond!.code, 2);
  assert.match(beyond!.err, /deep/);
});

test('the repl completes the word before the cursor', async () => {
  const session = new Session();
  await session.evaluate('(defn reduced-price [x] x)');
  assert.equal(session.complete('(map redu'), [['reduce', 'reduced-price'], 'redu']);
  assert.equal(session.complete('(if-l'), [['if-let'], 'if-l']);
  assert.equal(session.complete('(reduce + '), [[], '']);
  assert.equal(session.complete('(foo'), [[], 'foo']);
});

test('a definition that breaks another is refused with both places', () => {
  const { out, err } = evident(['repl'], '(defn f [x] x)\n(defn g [x] (f x))\n(defn f [x y] [x y])\n(g 1)\n');
  assert.is(out, '1\n');
  assert.match(err, /error\[wrong-arity\][^]*--> definitions:1:13/);
});

test.run();
