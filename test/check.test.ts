// Check: what is accepted, what is refused with which words, and that nothing makes it throw.
// The corpus under golden/reject has a folder for each code; `--update` rewrites its expectations.
// It is longer than other files because it holds all cases of one subject.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { BUILTIN_NAMES, BUILTINS } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import type { Core } from '../compiler/core.ts';
import { writtenInstead } from '../compiler/elsewhere.ts';
import { shapeOfSchema } from '../compiler/shapes/schema.ts';
import { SPECIAL_NAMES } from '../compiler/specials.ts';
import { parts } from '../compiler/walk.ts';
import { DIAGNOSTICS_MAX } from '../grammar/diagnostic.ts';
import { DIAGNOSTICS } from '../grammar/diagnostics.ts';
import { format } from '../grammar/format.ts';
import { parseJson } from '../grammar/json.ts';
import { WIDTH_MAX } from '../grammar/layout.ts';
import { decodeScript } from '../grammar/reader.ts';
import { render, renderAll } from '../grammar/render.ts';
import { tokenize } from '../grammar/tokens.ts';
import { goldenPath } from './support/paths.ts';
import { chooser, programs, write } from './support/scripts.ts';
import { test } from './support/test.ts';

const UPDATE = process.argv.includes('--update');
const GOLDEN = goldenPath();

for (const code of readdirSync(join(GOLDEN, 'reject')).sort()) {
  const folder = join(GOLDEN, 'reject', code);
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.script'))
    .sort()) {
    test(`reject ${code}/${file}`, () => {
      const script = readFileSync(join(folder, file));
      // What the input looks like, where that is what is told.
      const schema = join(folder, file.replace('.script', '.schema.json'));
      const inputShape = existsSync(schema) ? shapeOfSchema(parseJson(readFileSync(schema))) : undefined;
      // And the modules that it uses.
      const texts = join(folder, file.replace('.script', '.modules.json'));
      const modules = existsSync(texts) ? JSON.parse(readFileSync(texts, 'utf8')) : undefined;
      const { ok, canonical, diagnostics } = check(script, { inputShape, modules });
      const { source } = decodeScript(script);
      const found = {
        ok,
        readable: canonical !== null,
        diagnostics,
        rendered: diagnostics.map((diagnostic) => render(diagnostic, source).split('\n')),
      };
      assert.ok(
        diagnostics.some((diagnostic) => diagnostic.code === code),
        `${code} is not among ${diagnostics.map((diagnostic) => diagnostic.code)}`,
      );
      compareWith(join(folder, file.replace('.script', '.expect.json')), `${JSON.stringify(found, null, 1)}\n`);
    });
  }
}

for (const file of readdirSync(join(GOLDEN, 'fmt'))
  .filter((name) => name.endsWith('.script'))
  .sort()) {
  test(`fmt ${file}`, () => {
    const result = format(readFileSync(join(GOLDEN, 'fmt', file)));
    assert.is(result.kind, 'formatted');
    if (result.kind === 'formatted')
      compareWith(join(GOLDEN, 'fmt', file.replace('.script', '.expect.txt')), result.text);
  });
}

function compareWith(path: string, found: string): void {
  if (UPDATE) writeFileSync(path, found);
  assert.fixture(found, readFileSync(path, 'utf8'));
}

test('what is said of names of other languages is never said of a name of this one', () => {
  for (const name of [...BUILTIN_NAMES, ...SPECIAL_NAMES]) assert.is(writtenInstead(name), null, name);
  assert.is(writtenInstead('clojure.string/upper-case'), 'it is `upper`');
  assert.is(writtenInstead('Math/abs'), 'it is `abs`');
  assert.is(
    writtenInstead('total/constructor'),
    'a quotient is `(/ total constructor)`; a name of the module total wants `(use "total")` above',
  );
});

test('every code has a folder in the corpus', () => {
  assert.equal(readdirSync(join(GOLDEN, 'reject')).sort(), Object.keys(DIAGNOSTICS).sort());
});

/** Scripts that are fine, without even a warning. */
const ACCEPTED = [
  '(+ 1 2)',
  '()'.replace('()', 'nil'),
  'input',
  '(:a input)',
  '(:a input 0)',
  '{:b 1 "a" 2}',
  '(or)',
  '(and)',
  '(do)',
  '(cond)',
  '(let [[a [b] & more] [1 [2] 3]] [a b more])',
  '(let [{:keys [a b] :or {b a}} input] [a b])',
  '(let [_ 1 [_ x] input] x)',
  '(let [map 1 input 2 f 3] [map input f])',
  '(defn f [x] x) (let [f 1] f)',
  '(let [x 1 x (+ x 1)] x)',
  '(loop [i 0 acc []] (if (< i 3) (recur (inc i) (conj acc i)) acc))',
  '(loop [[x & xs] input] (if x (recur xs) 1))',
  '(defn f [n & more] (if (> n 0) (recur (dec n) more) more)) (f 3 1 2)',
  '(loop [x 1] (or (> x 3) (recur (inc x))))',
  '(loop [x 3] (case x 0 :done (recur (dec x))))',
  '(loop [x 3] (when-let [y (:next input)] (cond (> x y) x :else (-> x dec recur))))',
  '(defn f [x] (g x)) (defn g [x] (inc x)) (f 1)',
  '(def a 1) (def b (+ a 1)) b',
  '(defn f [] a) (def a 1) (f)',
  '((fn [x [y] & z] [x y z]) 1 [2] 3 4)',
  '(map (fn [{:keys [a]}] a) input)',
  '(update {:a 1} :a + 2 3)',
  '(update {:a 1} :a (fn [x y] (+ x y)) 2)',
  '(sort [1 2])',
  '(sort > [1 2])',
  '(sort-by :n < input)',
  '(reduce + 0 [1])',
  '(reduce + [1])',
  '(map-indexed vector [1])',
  '(reduce :a {} [1])',
  '(-> input :a inc (+ 2))',
  '(->> [1] (map inc) (reduce +))',
  '(some-> input :a (get :b) inc)',
  '(cond-> input (:a input) (assoc :b 1) true :c)',
  '(-> input ((fn [x] x)))',
  '(if-let [{:keys [a]} input] a 2)',
  '(when-some [[x] input] 1 x)',
  '(case input ("a" :b) 1 nil 2 1.50 3 true 4 5)',
  '(defn walk [t] (+ (:v t) (sum (map walk (:kids t))))) (walk input)',
  '(defn f "doc" [x] x) (f 1)',
  '(defn f [] "text") (f)',
  '(str :a (get input "größe"))',
];

test('what the language has is accepted', () => {
  for (const script of ACCEPTED) assert.equal(check(script).diagnostics, [], script);
});

test('law: in every resolved program slots, functions, globals and nodes exist', () => {
  const inspect = (script: string): void => {
    const { program, canonical, places } = check(script, { recursion: 'allow' });
    if (program === null || canonical === null) return;
    const walk = (core: Core, slotCount: number): void => {
      if (core.kind === 'local') assert.ok(core.slot >= 0 && core.slot < slotCount, script);
      if (core.kind === 'call') assert.ok(core.args.length >= program.functions[core.function]!.params.length, script);
      if (core.kind === 'global') assert.is(program.globals[core.index], core.name, script);
      places(core.node);
      for (const inner of parts(core)) walk(inner, slotCount);
    };
    for (const { value } of program.items) walk(value, program.slotCount);
    for (const { body, slotCount } of program.functions) walk(body, slotCount);
    assert.equal(
      program.functions.map(({ name }) => name),
      check(script).defines,
      script,
    );
  };
  for (const script of ACCEPTED) inspect(script);
  fc.assert(
    fc.property(programs, (forms) => inspect(write(forms, chooser([])))),
    { numRuns: 300 },
  );
});

test('the answer of an accepted script is complete', () => {
  const {
    program,
    builtins,
    places,
    canonicalPlace,
    source: _,
    ...answer
  } = check('(defn f [x]\n  (+ x 1)) ; up\n(f 2)');
  assert.equal(answer, {
    ok: true,
    hash: '576977cd2114b08865b4a05e732fb31c343571af0215530f3a94fd63347edebf',
    canonical: '(defn f [x] (+ x 1))\n(f 2)',
    defines: ['f'],
    modules: [],
    diagnostics: [],
    recursion: [{ function: 'f', status: 'none', cycle: [], parameter: null, assumes: null }],
    growth: 'constant',
    steps: { min: 5, max: 5 },
    fixes: [],
  });
  assert.equal([...builtins].sort(), Object.keys(BUILTINS).sort());
  assert.is(program?.functions[0]?.name, 'f');
  assert.equal(places(0), { start: 0, end: 22, line: 1, column: 1 });
  assert.equal(places(5), { start: 14, end: 21, line: 2, column: 3 });
  assert.throws(() => places(99), /no node 99/);
  assert.equal(
    [canonicalPlace(0), canonicalPlace(5)],
    [
      { start: 0, end: 20 },
      { start: 12, end: 19 },
    ],
  );
});

test('a script with errors that can be read keeps its hash', () => {
  const { ok, hash, canonical, program, growth, steps, defines } = check('(defn f [x] (g x))');
  assert.equal(
    { ok, canonical, program, growth, steps, defines },
    { ok: false, canonical: '(defn f [x] (g x))', program: null, growth: null, steps: null, defines: ['f'] },
  );
  assert.ok(/^[0-9a-f]{64}$/.test(hash ?? ''));
  const unreadable = check('(+ 1 1e999)');
  assert.equal([unreadable.ok, unreadable.hash, unreadable.canonical], [false, null, null]);
});

test('one root cause is one error', () => {
  const counts: [string, number][] = [
    ['(+ x x x)', 1],
    ['(foo (fn [x] x) inc)', 1],
    ['(let [x] (+ x y))', 1],
    ['(let [[a a] input] (+ a b))', 1],
    ['(def map 1) (+ map 1)', 1],
    ['(defn f [x] x) (defn f [x y] (+ x y)) (f 1 2)', 1],
    ['(defn f [x 1] x) (f)', 1],
    ['(def a) (+ a 1) (def b 2) b', 1],
    ['(1 (foo) (inc))', 3],
    ['(map (fn [x]) (inc))', 2],
    ['[(foo) 1e999 (bar)]', 3],
    ['(def f (fn [x] x)) (f 1) (map f [1])', 1],
    ['(-> 1 (fn [x] x))', 1],
    ['(some-> 1 (fn [x] x))', 1],
    ['(do (def a 1) (+ a a))', 1],
    ['(let [f #(+ % 1)] (f 1))', 1],
    ['(map #(+ % x) [y])', 2],
    ['{"a": 1, "b": 2}', 2],
    ['{:a 1 :a 2} (foo)', 2],
    ['(größe (foo))', 2],
    ["(sort 'x [1])", 1],
    ['(defn f ([a] a) ([a b] b)) (defn g ([a] a)) (f 1) (g 1)', 2],
    ['(defn [x] x)', 1],
    ['(def 3)', 1],
    ['(defn f)', 1],
    ['(def)', 1],
    ['(case 1 01 1 02 2)', 2],
    ['{"\\q" 1 "\\w" 2}', 2],
    ['{01 1}', 1],
    ['(let [01 2] 3)', 1],
    ['(defn f "\\q" [x] x) (f 1)', 1],
    ['(matches? "\\d+" (foo))', 2],
    ["(case 'x größe 1)", 2],
    ["(')", 1],
    ['(let [a 1] {1 a})', 1],
    ['(let [{:keys [a] :or} input] (+ a b))', 1],
    ['(def [a b] [1 2]) a', 1],
    ['(def {:keys [a]} input) a', 1],
    ['(def "a" 1) a', 1],
    ['(def :a 1) (a)', 1],
    ['(defn (f x) x) (f 1)', 1],
    ['(def _ 1) _', 1],
    ['(defn- f [x] x) (f 1) (map f [])', 1],
    ['(defun f [x] x) (defun g [x] (h x)) (g 1)', 1],
    ['(define (f x) x) (f 1)', 1],
    ['(dfn f [x] x) (f 1)', 1],
    ['(deff a 1) a b', 2],
    ['(const a 1) a', 1],
    ['(foo a) a', 2],
    ['(do (deff a 1) a)', 2],
    ['(def [inc] [1]) (inc)', 2],
    ['(defn dfn [x y] [x y]) (dfn a 1) a', 1],
  ];
  for (const [script, count] of counts) assert.is(check(script).diagnostics.length, count, script);
});

/** Each script, with a bracket left out, doubled, or of another kind, at every place in turn. */
function* misbracketed(script: string): Generator<string> {
  const { tokens } = tokenize(script);
  for (const { image, startOffset: at } of tokens) {
    if (!/^[()[\]{}]$/.test(image)) continue;
    for (const other of ['', `${image}${image}`, ...'()[]{}'])
      if (other !== image) yield script.slice(0, at) + other + script.slice(at + 1);
  }
}

test('law: a wrong bracket in a script without errors is the only error, and no name is missed for it', () => {
  const folder = join(GOLDEN, 'language');
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.script'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((script) => check(script).ok);
  // Without layout, too: every line, or every form, starts at the first column.
  const flat = scripts.map((script) => script.replace(/^ +/gm, ''));
  let count = 0;
  for (const script of [...scripts, ...flat]) {
    for (const wrong of misbracketed(script)) {
      const found = check(wrong)
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ code }) => code);
      count += 1;
      if (found.includes('unclosed') || found.includes('unexpected-token'))
        assert.equal(
          found.filter((code) => code !== 'unclosed' && code !== 'unexpected-token'),
          [],
          wrong,
        );
    }
  }
  assert.ok(count > 1_000, String(count));
});

test('law: an error elsewhere hides no error, that of a recursion neither, and adds none', () => {
  const scripts = [
    '(defn f [x] (f x))',
    '(defn f [n] (g n)) (defn g [n] (f n)) (f 1)',
    '(defn f [xs] (if xs (f (rest xs)) 0))',
    '(defn f [n & more] (if (<= n 0) (recur (- n 1) more) 0))',
    '(def a 1) (defn f [{:keys [b] :or {b (f a)}}] b)',
    '(defn f [t] (map f (g t))) (defn g [t] [t])',
    ...ACCEPTED,
  ];
  const errorsOf = (script: string): string[] =>
    check(script)
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code} ${message}`);
  for (const script of scripts)
    assert.equal(
      errorsOf(`${script}\n(inc 1 2)`),
      [...errorsOf(script), 'wrong-arity `inc` takes 1 argument, given 2'],
      script,
    );
});

test('law: whatever name is wrong in a script without errors, no recursion is refused for it', () => {
  const scripts = [
    ...ACCEPTED,
    ...readdirSync(join(GOLDEN, 'language'))
      .filter((name) => name.endsWith('.script'))
      .map((name) => readFileSync(join(GOLDEN, 'language', name), 'utf8')),
  ];
  let count = 0;
  for (const script of scripts.filter(
    (text) => check(text).ok && check(text).recursion.some(({ status }) => status === 'verified'),
  )) {
    for (const { image, startOffset: at } of tokenize(script).tokens) {
      if (!/^[A-Za-z=<>+*/-]/.test(image)) continue;
      const wrong = `${script.slice(0, at)}nobody${script.slice(at + image.length)}`;
      const found = check(wrong).diagnostics.map(({ code }) => code);
      count += 1;
      if (found.includes('unbound-variable')) assert.not(found.includes('recursion-unverified'), wrong);
    }
  }
  assert.ok(count > 150, String(count));
});

test('a text may be as deep as the limit in every form, and threads count as written out', () => {
  const nest = (open: string, inner: string, close: string, levels: number): string =>
    open.repeat(levels) + inner + close.repeat(levels);
  for (const script of [
    nest('(let [_ 1] ', '1', ')', 255),
    nest('(let [x ', '1', '] x)', 128),
    nest('((fn [_] ', '1', ') 2)', 127),
    nest('(map (fn [_] ', '1', ') [1])', 127),
    nest('(if-let [x ', '1', '] x)', 128),
    nest('(cond input ', '1', ')', 256),
    nest('{:a ', '1', '}', 256),
    `(let [${nest('[', 'x', ']', 254)} input] x)`,
    nest('(some-> 1 (+ ', '1', '))', 128),
    nest('(-> ', '1', ')', 256),
    `(-> 1${' inc'.repeat(256)})`,
    `(-> 1${' (->)'.repeat(6_000)})`,
  ])
    assert.is(
      check(script).diagnostics.find(({ severity }) => severity === 'error'),
      undefined,
      script.slice(0, 30),
    );
  assert.equal(
    check(`(-> 1${' inc'.repeat(257)})`).diagnostics.map(({ code }) => code),
    ['nesting-too-deep'],
  );
  assert.equal(
    check(`(->> 1${' (+ 1)'.repeat(3_000)})`).diagnostics.map(({ code }) => code),
    ['nesting-too-deep'],
  );
});

test('the limits of what is said hold at the limit and not one past it', () => {
  const count = (script: string): number => check(script).diagnostics.length;
  assert.equal(
    [
      count("'".repeat(DIAGNOSTICS_MAX - 1)),
      count("'".repeat(DIAGNOSTICS_MAX)),
      count("'".repeat(DIAGNOSTICS_MAX + 1)),
    ],
    [DIAGNOSTICS_MAX - 1, DIAGNOSTICS_MAX, DIAGNOSTICS_MAX],
  );
  const lastLine = (script: string): string | undefined =>
    renderAll(check(script).diagnostics, decodeScript(script).source).split('\n').at(-1);
  assert.equal(
    [lastLine("'".repeat(DIAGNOSTICS_MAX - 1)), lastLine("'".repeat(DIAGNOSTICS_MAX + 1))],
    ['999 errors', '1000 errors; no more than 1000 are told'],
  );
  const guesses = check(`[${Array.from({ length: 11 }, (_, at) => `reduce${at}`).join(' ')}]`).diagnostics.map(
    ({ help }) => help !== null,
  );
  assert.equal(guesses, [...Array.from({ length: 10 }, () => true), false]);
  assert.equal(
    ['amount', 'amoun', 'amuont', 'amou', 'amo', 'xxount', 'xxxunt'].map(
      (name) => check(`(let [amount 1] [amount ${name}])`).diagnostics[0]?.help ?? null,
    ),
    [
      null,
      'did you mean `amount`?',
      'did you mean `amount`?',
      'did you mean `amount`?',
      null,
      'did you mean `amount`?',
      null,
    ],
  );
  const named = (length: number): string | undefined => check('a'.repeat(length)).diagnostics[0]?.message;
  assert.is(named(200), `\`${'a'.repeat(200)}\` is not defined`);
  assert.is(named(201), `\`${'a'.repeat(200)}…\` is not defined`);
  const refused = (length: number): string | undefined =>
    check(`(str 1${'x'.repeat(length - 1)})`).diagnostics[0]?.message.split('`')[1];
  assert.equal([refused(40), refused(41)], [`1${'x'.repeat(39)}`, `1${'x'.repeat(39)}…`]);
  const drawn = (width: number): string | undefined => {
    const script = `(foo "${'a'.repeat(width - 8)}")`;
    return render(check(script).diagnostics[0]!, decodeScript(script).source).split('\n')[3];
  };
  assert.equal([drawn(100), drawn(101)], [`1 | (foo "${'a'.repeat(92)}")`, `1 | (foo "${'a'.repeat(93)}"…`]);
  const lines = (width: number): number => {
    const result = format(`(str "${'a'.repeat(width - 10)}" 1)`);
    return result.kind === 'formatted' ? result.text.split('\n').length - 1 : 0;
  };
  assert.equal([lines(WIDTH_MAX), lines(WIDTH_MAX + 1)], [1, 2]);
  // Arguments are aligned under the first one while it stands no further right, and short ones stay beside the head while there are as few.
  const indents = (script: string): (number | undefined)[] => {
    const result = format(script);
    return result.kind === 'formatted'
      ? result.text
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => /^ */.exec(line)?.[0].length)
      : [];
  };
  const long = `"${'a'.repeat(60)}"`;
  assert.equal(
    [indents(`(${'f'.repeat(22)} ${long} ${long})`), indents(`(${'f'.repeat(23)} ${long} ${long})`)],
    [[24], [1, 1]],
  );
  assert.equal(
    [indents(`(f 1 2 3 [${long} ${long}])`), indents(`(f 1 2 3 4 [${long} ${long}])`)],
    [
      [3, 4],
      [3, 3, 3, 3, 4],
    ],
  );
});

test('what recursion may do is a setting', () => {
  const factorial = '(defn f [n] (if (<= n 1) 1 (* n (f (- n 1))))) (f 5)';
  const endless = '(defn f [x] (f x)) (f 1)';
  assert.equal(
    [undefined, 'verified', 'forbid', 'allow'].map(
      (recursion) => check(factorial, recursion === undefined ? {} : { recursion: recursion as 'allow' }).ok,
    ),
    [true, true, false, true],
  );
  assert.equal(
    (['verified', 'forbid', 'allow'] as const).map((recursion) => check(endless, { recursion }).ok),
    [false, false, true],
  );
  // Shrinking an argument helps only where a proof would be accepted.
  for (const script of [factorial, endless]) {
    const { message, help } = check(script, { recursion: 'forbid' }).diagnostics[0]!;
    assert.equal(
      [message, help],
      [
        'recursion is forbidden here: `f` → `f`',
        'use `loop`/`recur` or a fold such as `reduce`; the policy `verified` allows a recursion that is seen to end',
      ],
    );
  }
  assert.match(check(endless).diagnostics[0]!.help ?? '', /shrink an argument/);
});

test('law: random programs are checked without a throw, and a hash is a matter of the canonical text alone', () => {
  fc.assert(
    fc.property(programs, fc.array(fc.nat()), fc.array(fc.nat()), (forms, one, other) => {
      const first = check(write(forms, chooser(one)));
      const second = check(write(forms, chooser(other)));
      assert.is(first.hash, second.hash);
      assert.equal(
        first.diagnostics.map(({ code, message }) => `${code} ${message}`).sort(),
        second.diagnostics.map(({ code, message }) => `${code} ${message}`).sort(),
      );
      assert.equal(first.program, second.program);
    }),
    { numRuns: 300 },
  );
});

test('law: a program with a piece changed, lost or doubled never makes check throw, and what is not ok says why', () => {
  const pieces = ACCEPTED.flatMap((script) => script.match(/[()[\]{}]|[^\s()[\]{}]+/g) ?? []);
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 3 }),
    put: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...ACCEPTED), fc.array(change, { minLength: 1, maxLength: 4 }), (script, changes) => {
      const parts = script.match(/[()[\]{}]|[^\s()[\]{}]+/g) ?? [];
      for (const { at, length, put } of changes) parts.splice(at % (parts.length + 1), length, ...put);
      const text = parts.join(' ');
      const result = check(text);
      assert.is(result.ok, result.program !== null);
      assert.is(
        result.ok,
        result.diagnostics.every(({ severity }) => severity === 'warning'),
        text,
      );
    }),
    { numRuns: 3_000 },
  );
});

test.run();
