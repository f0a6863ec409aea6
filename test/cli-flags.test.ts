// Which commands there are, what stands behind them, and what is said of what is wrong there.

import * as assert from 'uvu/assert';
import { COMMANDS } from '../cli/commands.ts';
import { openCommandLine } from './support/command-line.ts';
import { test } from './support/test.ts';

const { evident, evidentAll, file, close } = openCommandLine();
test.after(close);

file('rule.script', '(sum (:items input))');
file('input.json', '{"items": [1, 2]}');

test('help lists every command and the exit codes', () => {
  const { code, out } = evident(['--help']);
  assert.is(code, 0);
  for (const name of Object.keys(COMMANDS)) assert.ok(out.includes(`evident ${name}`), name);
  assert.ok(out.includes('exit codes'));
  assert.is(evident([]).code, 2);
  assert.is(evident(['help']).code, 0);
});

test('every command explains itself', async () => {
  // The service has a help of its own.
  const names = Object.keys(COMMANDS).filter((name) => name !== 'serve');
  (await evidentAll(names.map((name) => [name, '--help']))).forEach(({ code, out }, at) => {
    assert.is(code, 0, names[at]);
    assert.ok(out.startsWith(`usage: evident ${names[at]}`), out);
  });
  assert.is(evident(['help', 'check']).out, evident(['check', '--help']).out);
});

test('an unknown command, flag or file is code 2 and one sentence', async () => {
  const commands = [
    ['nope'],
    ['check'],
    ['check', 'a', 'b'],
    ['check', 'rule.script', '--nope'],
    ['check', 'missing.script'],
    ['check', '.'],
    ['run', 'rule.script', '--fuel', 'x'],
    ['run', 'rule.script', '--input', 'missing.json'],
    ['run', '-', '--input', '-'],
    ['build', 'rule.script'],
    ['build', 'rule.script', '-o', 'no/such/folder.wasm'],
    ['fmt', '-', '--write'],
    ['explain', 'nope'],
    ['inspect', 'rule.script'],
    ['repl', 'rule.script'],
    ['decide', 'input.json', '--state', 'a', '--text', 'b'],
    ['decide', 'input.json', '--undecided', 'x'],
  ];
  (await evidentAll(commands)).forEach(({ code, out, err }, at) => {
    const command = commands[at]!.join(' ');
    assert.is(code, 2, `${command}: ${err}`);
    assert.is(out, '', command);
    assert.match(err, /^evident/);
  });
  assert.match(evident(['docs', 'mpa']).err, /did you mean map\?/);
});

test('a flag that is wrong is one sentence, and then how the command is used', async () => {
  const wrong: readonly (readonly [args: string[], sentence: string])[] = [
    [['run', 'rule.script', '--fuel', '-1'], '--fuel must be a whole number from 0 to 9007199254740991, not -1'],
    [['run', 'rule.script', '--fuel'], '--fuel wants a value after it'],
    [['run', 'rule.script', '--json=3'], '--json takes no value, and 3 is one'],
    [['check', 'rule.script', '-x'], 'there is no flag -x'],
    [
      ['build', 'rule.script', '-o', 'no/such/folder.wasm'],
      'cannot write no/such/folder.wasm: there is no such folder',
    ],
    [['route', 'word'], 'word is no flag'],
  ];
  (await evidentAll(wrong.map(([args]) => args))).forEach(({ err }, at) => {
    const [args, sentence] = wrong[at]!;
    const [said, usage, ...more] = err.split('\n');
    assert.is(said, `evident ${args[0]}: ${sentence}`);
    assert.ok(usage!.startsWith(`usage: evident ${args[0]} `), usage);
    assert.equal(more, ['']);
  });
  const serving = await evidentAll([
    ['serve', '--port', '-1'],
    ['serve', 'word'],
    ['serve', '--nope'],
  ]);
  assert.equal(
    serving.map(({ err }) => err.split('\n')[0]),
    [
      'evident: --port must be a whole number from 0 to 65535',
      'evident: word is no flag',
      'evident: there is no flag --nope',
    ],
  );
});

test('a slip of the finger is named, and so is what is written instead', async () => {
  const slips: readonly (readonly [args: readonly string[], said: string])[] = [
    [['docs', 'rond'], 'evident docs: there is no builtin or special form rond; did you mean round?'],
    [['docs', 'length'], 'evident docs: there is no builtin or special form length: it is `count`'],
    [['docs', 'zzzzzz'], 'evident docs: there is no builtin or special form zzzzzz'],
    [['chekc', 'rule.script'], 'evident: there is no command chekc; did you mean check?'],
    [['help', 'tset'], 'evident: there is no command tset; did you mean test?'],
    [['check', 'rule.script', '--exmaple', 'x'], 'evident check: there is no flag --exmaple; did you mean --example?'],
    [
      ['inspect', 'rule.script'],
      'evident inspect: rule.script is a script and no artifact: evident check says what it is, evident build makes an artifact of it',
    ],
    [['serve', '--prot', '5'], 'evident: there is no flag --prot; did you mean --port?'],
  ];
  (await evidentAll(slips.map(([args]) => args))).forEach(({ code, err }, at) => {
    assert.is(code, 2);
    assert.is(err.split('\n')[0], slips[at]![1]);
  });
  assert.match(evident(['serve', '--help']).out, /^usage: evident serve \[flags\]/);
});

test('what is done about recursion is a flag, and never comes from the cache', async () => {
  const name = file(
    'collatz.script',
    '(defn f [n] (cond (= n 1) 0 (even? n) (inc (f (quot n 2))) :else (inc (f (inc (* 3 n)))))) (f 6)',
  );
  const allowed = await evidentAll([
    ['check', name, '--recursion', 'allow'],
    ['run', name, '--recursion', 'allow'],
    ['build', name, '-o', 'collatz.wasm', '--recursion', 'allow'],
  ]);
  assert.equal(
    allowed.map(({ code, out }) => [code, out.split('\n')[0]]),
    [
      [0, 'collatz.script: ok (fuel, at least 7 steps)'],
      [0, '8'],
      [0, ''],
    ],
  );
  const factorial = file('factorial.script', '(defn f [n] (if (> n 1) (* n (f (dec n))) 1)) (f 5)');
  const refused = await evidentAll([
    ['check', name],
    ['run', name],
    ['run', factorial, '--recursion', 'forbid'],
    ['run', factorial, '--recursion', 'x'],
    ['run', 'collatz.wasm', '--recursion', 'allow'],
  ]);
  assert.equal(
    refused.map(({ code }) => code),
    [1, 1, 1, 2, 2],
  );
  assert.match(refused[2]!.err, /recursion is forbidden here/);
  assert.match(refused[3]!.err, /--recursion must be one of verified, forbid, allow, not x\n/);
});

test.run();
