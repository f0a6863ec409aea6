// Why: how a result came about. The clauses that made it so, the tree, what is left out of it, and that it is the run that a run is.

import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { parseJson } from '../grammar/json.ts';
import { valueAt } from '../grammar/json-pointer.ts';
import { explainRun, NODES_MAX, type Why, type WhyNode } from '../runtime/explain/why.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { run, why } from '../runtime/library.ts';
import { WHY_RESPONSE_SCHEMA } from '../server/services/scripts/wire/scripts.ts';
import { openCommandLine } from './support/command-line.ts';
import { FUEL, programOf } from './support/interpret.ts';
import { type GeneratedProgram, programs } from './support/programs.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

function whyOf(script: string, input: unknown, size = {}, fuel = FUEL): Why {
  const bytes = input === null ? null : Buffer.from(typeof input === 'string' ? input : JSON.stringify(input));
  return explainRun(programOf(script), check(script, { kinds: 'ignore' }), bytes, fuel, size);
}

const PERSON = { age: 16, tier: 'silver', debts: [3, 45, 1], limit: 30, name: null };
const BECAUSE: readonly (readonly [script: string, because: readonly string[]])[] = [
  ['(> (:age input) 18)', ['(> (:age input) 18) is false: (:age input) is 16 (/age)']],
  [
    '(and (= (:tier input) "silver") (> (:age input) 18) false)',
    ['(> (:age input) 18) is false: (:age input) is 16 (/age)'],
  ],
  [
    '(or (= (:tier input) "gold") (> (:age input) 18))',
    [
      '(= (:tier input) "gold") is false: (:tier input) is "silver" (/tier)',
      '(> (:age input) 18) is false: (:age input) is 16 (/age)',
    ],
  ],
  ['(or (= (:tier input) "silver") false)', ['(= (:tier input) "silver") is true: (:tier input) is "silver" (/tier)']],
  ['(not (= (:tier input) "silver"))', ['(= (:tier input) "silver") is true: (:tier input) is "silver" (/tier)']],
  ['(if (> (:age input) 18) true false)', ['(> (:age input) 18) is false: (:age input) is 16 (/age)']],
  ['(if (> (:age input) 18) "yes" "no")', ['(> (:age input) 18) is false: (:age input) is 16 (/age)']],
  [
    '(cond (> (:age input) 60) true (> (:age input) 18) true :else (< (:age input) 10))',
    [
      '(< (:age input) 10) is false: (:age input) is 16 (/age)',
      '(> (:age input) 18) is false: (:age input) is 16 (/age)',
      '(> (:age input) 60) is false: (:age input) is 16 (/age)',
    ],
  ],
  [
    '(let [old (and (:age input) (> (:age input) 18)) rich true] (and rich old))',
    ['(> (:age input) 18) is false: (:age input) is 16 (/age)'],
  ],
  ['(defn old? [p] (> (:age p) 18)) (old? input)', ['(> (:age p) 18) is false: (:age p) is 16 (/age)']],
  [
    '(def limit (:limit input)) (every? (fn [d] (< d limit)) (:debts input))',
    ['(< d limit) is false: d is 45 (/debts/1), limit is 30 (/limit)'],
  ],
  ['(every? pos? [1 -1])', ['pos? of -1 is false']],
  ['(any? (fn [d] (> d 40)) (:debts input))', ['(> d 40) is true: d is 45 (/debts/1)']],
  [
    '(any? (fn [d] (> d 50)) (:debts input))',
    ['(any? (fn [d] (> d 50)) (:debts input)) is false: (:debts input) is [3,45,1] (/debts)'],
  ],
  ['(case (:tier input) "gold" true false)', ['(:tier input) is "silver" (/tier)']],
  ['(:name input)', ['(:name input) is nil (/name)']],
  ['(:nme input)', ['(:nme input) is nil (/nme is not in the input (did you mean name?))']],
  ['(when (> (:age input) 18) "x")', ['(> (:age input) 18) is false: (:age input) is 16 (/age)']],
  ['(some-> input :name)', [':name is nil (/name)']],
  ['(+ 1 (:age input))', []],
  ['true', []],
];
for (const [script, because] of BECAUSE)
  test(`because ${script}`, () => {
    assert.equal(
      whyOf(script, PERSON).because.map(({ sentence }) => sentence),
      because,
    );
  });

/** As `evident why` draws it, without places. */
function drawn({ label, expression, ended, value, paths, missing, parts, more }: WhyNode, depth = 0): string[] {
  const said = `${expression} => ${value?.value ?? ended}${missing ? ' missing' : ''}`;
  const own = `${'  '.repeat(depth)}${label === null ? '' : `${label}: `}${said}${paths.length > 0 ? ' ' : ''}${paths.join(' ')}${more > 0 ? ` +${more}` : ''}`;
  return [own.trimEnd(), ...parts.flatMap((part) => drawn(part, depth + 1))];
}

test('a tree has names, bodies, applications, rounds, and what was read', () => {
  const script = `(defn total [item] (* (:price item) (:qty item 1)))
(let [{:keys [items]} input sum-of (sum (map total items))]
  (if (> sum-of 10) {:discount (/ sum-of 10) :note "a"} "none"))`;
  assert.equal(drawn(whyOf(script, { items: [{ price: 4, qty: 3 }, { price: 5 }] }).tree!), [
    '(let [{:keys [items]} input sum-of (sum (map total items))] (if (> sum-of 10) {… => {"discount":1.7,"note":"a"} /items /items/0/price /items/0/qty /items/1/price /items/1/qty',
    '  sum-of: (sum (map total items)) => 17 /items /items/0/price /items/0/qty /items/1/price /items/1/qty',
    '    (map total items) => [12,5] /items /items/0/price /items/0/qty /items/1/price /items/1/qty',
    '      items => [{"price":4,"qty":3},{"price":5}] /items',
    '      1 {"price":4,"qty":3}: total => 12 /items/0/price /items/0/qty',
    '        (:price item) => 4 /items/0/price',
    '        (:qty item 1) => 3 /items/0/qty',
    '      2 {"price":5}: total => 5 /items/1/price /items/1/qty',
    '        (:price item) => 5 /items/1/price',
    '        (:qty item 1) => 1 missing /items/1/qty',
    '  (if (> sum-of 10) {:discount (/ sum-of 10) :note "a"} "none") => {"discount":1.7,"note":"a"}',
    '    (> sum-of 10) => true',
    '      sum-of => 17',
    '    {:discount (/ sum-of 10) :note "a"} => {"discount":1.7,"note":"a"}',
    '      discount: (/ sum-of 10) => 1.7',
    '        sum-of => 17',
  ]);
  assert.equal(drawn(whyOf('(loop [i 0] (if (< i 9) (recur (inc i)) i))', null, { width: 3, depth: 2 }).tree!), [
    '(loop [i 0] (if (< i 9) (recur (inc i)) i)) => 9 +7',
    '  round 1: (if (< i 9) (recur (inc i)) i) => recur +2',
    '  round 2: (if (< i 9) (recur (inc i)) i) => recur +2',
    '  round 10: (if (< i 9) (recur (inc i)) i) => 9 +2',
  ]);
  assert.equal(drawn(whyOf('(defn f [n] (if (> n 0) (recur (dec n)) "x")) (f 2)', null, { depth: 2 }).tree!), [
    '(f 2) => "x"',
    '  round 1: (if (> n 0) (recur (dec n)) "x") => recur +2',
    '  round 2: (if (> n 0) (recur (dec n)) "x") => recur +2',
    '  round 3: (if (> n 0) (recur (dec n)) "x") => "x" +1',
  ]);
});

test('a run that faults is shown to where it ended, and its fault is explained', () => {
  const { output, fault, because, tree } = whyOf('(let [a (:a input)] (if (> a 1) 1 2))', { b: 1 });
  assert.equal([output, because], [null, []]);
  assert.equal([fault?.code, fault?.line, fault?.column], ['type', 1, 25]);
  assert.is(
    fault?.explanation?.sentence,
    '`>` wants two numbers; the first is nil, from (:a input): /a is not in the input (there is only b)',
  );
  assert.equal(drawn(tree!), [
    '(let [a (:a input)] (if (> a 1) 1 2)) => fault /a',
    '  a: (:a input) => nil missing /a',
    '  (if (> a 1) 1 2) => fault /a',
    '    (> a 1) => fault /a',
    '      a => nil missing /a',
  ]);
  const bad = whyOf('input', '{"a":');
  assert.equal([bad.fault?.code, bad.fault?.byte, bad.tree, bad.steps], ['bad-input', 5, null, 0]);
  assert.is(whyOf('(loop [i 0] (recur i))', null, {}, 100).fault?.code, 'out-of-fuel');
  assert.equal(whyOf('', null).tree, null);
});

test('a tree is never larger than was asked for, nor than there is room for', () => {
  const wide = `[${Array.from({ length: 100 }, (_, at) => `(+ ${at} 1)`).join(' ')}]`;
  const deep = `${'(inc '.repeat(60)}1${')'.repeat(60)}`;
  const many = `[${Array.from({ length: 30 }, () => `[${'(+ 1 (+ 1 1)) '.repeat(30)}]`).join(' ')}]`;
  for (const [script, size] of [
    [wide, { width: 5 }],
    [wide, { width: 64 }],
    [deep, { depth: 3 }],
    [deep, { depth: 32 }],
    [many, { width: 64, depth: 32 }],
    ['(map (fn [x] (map (fn [y] (+ x y)) (range 100))) (range 100))', { width: 64, depth: 32 }],
    ['(loop [i 0 s ""] (if (< i 2000) (recur (inc i) (str s "x")) s))', {}],
  ] as const) {
    const { tree } = whyOf(script, null, size);
    const { depth = 6, width = 8 } = size as { depth?: number; width?: number };
    assert.ok(sizeOf(tree!) <= NODES_MAX, `${sizeOf(tree!)}`);
    assert.ok(depthOf(tree!) <= depth && widthOf(tree!) <= width);
    assert.ok(JSON.stringify(tree).length < 400_000);
  }
  const { parts, more } = whyOf(wide, null, { width: 5 }).tree!;
  assert.equal([parts.length, more, parts.at(-1)?.expression], [5, 95, '(+ 99 1)']);
});

const sizeOf = (node: WhyNode): number => node.parts.reduce((sum, part) => sum + sizeOf(part), 1);
const depthOf = (node: WhyNode): number => 1 + Math.max(0, ...node.parts.map(depthOf));
const widthOf = (node: WhyNode): number => Math.max(node.parts.length, ...node.parts.map(widthOf));

const isRight = new Ajv2020({ strict: false }).compile(WHY_RESPONSE_SCHEMA);
const ENVELOPE = { hash: '0'.repeat(64), schedule: 'steps/1' };

test('property: it is the run that a run is, always the same, and what it says was read is so', () => {
  let verdicts = 0;
  fc.assert(
    fc.property(programs(), fc.nat(), ({ source, input }: GeneratedProgram, some) => {
      const checked = check(source, { kinds: 'ignore' });
      if (checked.program === null) return;
      const bytes = input === null ? null : Buffer.from(input);
      const { steps } = interpret(checked.program, bytes, { fuel: 20_000 });
      for (const fuel of [20_000, some % (steps + 1)]) {
        const plain = interpret(checked.program, bytes, { fuel });
        const told = explainRun(checked.program, checked, bytes, fuel, { width: 4 });
        assert.equal(explainRun(checked.program, checked, bytes, fuel, { width: 4 }), told, source);
        assert.equal(
          [told.output, told.fault?.code ?? null, told.steps],
          plain.kind === 'finished' ? [plain.output, null, plain.steps] : [null, plain.fault.code, plain.steps],
          source,
        );
        assert.ok(isRight({ ...told, ...ENVELOPE }), JSON.stringify(isRight.errors));
        verdicts += told.because.length;
        if (told.tree !== null && input !== null) assertRead(told.tree, input, source);
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(verdicts > 50, `${verdicts} clauses were told`);
});

/** A path without `missing` is there. */
function assertRead(node: WhyNode, input: string, source: string): void {
  const whole = tryParse(input);
  if (whole === undefined) return;
  if (node.parts.length === 0 && node.more === 0 && node.paths.length === 1 && node.ended === 'value')
    assert.is(valueAt(whole, node.paths[0]!) === undefined, node.missing, `${JSON.stringify(node)} of ${source}`);
  for (const part of node.parts) assertRead(part, input, source);
}

function tryParse(text: string) {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return undefined;
  }
}

test('the library tells it', async () => {
  const result = why('(> (:age input) 18)', { input: PERSON });
  if (result.kind === 'invalid') throw new Error('invalid');
  const ran = await run('(> (:age input) 18)', { input: PERSON });
  assert.equal(
    [result.output, result.outputJson, result.steps, result.hash],
    ran.kind === 'finished' ? [false, ran.outputJson, ran.steps, ran.hash] : [],
  );
  assert.is(result.because.length, 1);
  assert.is(why('(inc').kind, 'invalid');
  for (const wrong of [{ depth: 0 }, { depth: 33 }, { width: 1 }, { width: 65 }, { fuel: -1 }, { depth: 1.5 }])
    assert.throws(() => why('1', wrong), RangeError);
  for (const right of [{ depth: 1 }, { depth: 32 }, { width: 2 }, { width: 64 }, { fuel: 0 }])
    assert.is(why('1', right).kind, 'why');
});

test('the command line draws it, and prints what the service answers', async () => {
  const line = openCommandLine();
  const server = await openServer();
  try {
    const script = '(let [age (:age input)] (> age 18))';
    line.file('rule.script', script);
    line.file('input.json', JSON.stringify(PERSON));
    const { code, out, err } = line.evident(['why', 'rule.script', '--input', 'input.json']);
    assert.is(code, 0);
    assert.is(
      out,
      `false
because
  (> age 18) is false: age is 16 (/age)

(let [age (:age input)] (> age 18)) => false
├─ age: (:age input) => 16   /age
└─ (> age 18) => false
   └─ age => 16   /age
`,
    );
    assert.match(err, /^6 steps, hash [0-9a-f]{12}\n$/);
    const printed = line.evident(['why', 'rule.script', '--input', 'input.json', '--json']).out.trim();
    const response = await server.post('/v1/scripts/why', JSON.stringify({ script, input: PERSON }));
    assert.equal([response.status, await response.text()], [200, printed]);
    const faulted = line.evident(['why', 'rule.script']);
    assert.is(faulted.code, 3);
    assert.match(faulted.out, /^\n\(let [^]*the run ended in it\n/);
    assert.match(faulted.err, /^fault\[type\]: `>` wants two numbers; the first is nil, from \(:age input\)/);
    for (const args of [
      ['why'],
      ['why', 'rule.script', '--depth', '0'],
      ['why', 'rule.script', '--depth', '33'],
      ['why', 'rule.script', '--width', '1'],
      ['why', 'rule.script', '--fuel', 'x'],
      ['why', '-', '--input', '-'],
      ['why', 'rule.wasm'],
    ])
      assert.is(line.evident(args).code, 2, args.join(' '));
    line.file('wrong.script', '(+ 1');
    assert.is(line.evident(['why', 'wrong.script']).code, 1);
  } finally {
    line.close();
    await server.close();
  }
});

test('the service tells it: short runs where they arrive, long ones in threads, and no more than their fuel', async () => {
  const server = await openServer();
  const ask = async (body: object): Promise<{ status: number; body: any }> => {
    const response = await server.post('/v1/scripts/why', JSON.stringify(body));
    return { status: response.status, body: await response.json() };
  };
  try {
    const script = '(let [n (loop [i 0] (if (< i (:n input)) (recur (inc i)) i))] (> n 5000))';
    for (const n of [10, 3_000, 9_000]) {
      const { status, body } = await ask({ script, input: { n } });
      assert.equal([status, body.output, body.because.length], [200, n > 5000, 1]);
      assert.ok(isRight(body), JSON.stringify(isRight.errors));
    }
    const faulted = await ask({ script: '(inc (:n input))', input: {} });
    assert.equal([faulted.status, faulted.body.output, faulted.body.fault.code], [200, null, 'type']);
    const spent = await ask({ script: '(loop [i 0] (recur (inc i)))' });
    assert.equal([spent.body.fault.code, spent.body.steps], ['out-of-fuel', 100_000]);
    assert.is((await ask({ script: '(loop [i 0] (recur (inc i)))', fuel: 70 })).body.steps, 70);
    assert.is((await ask({ script: '(inc' })).status, 422);
    for (const wrong of [{ fuel: 1_000_001 }, { depth: 0 }, { depth: 33 }, { width: 1 }, { width: 65 }])
      assert.is((await ask({ script: '1', ...wrong })).status, 400, JSON.stringify(wrong));
    for (const right of [{ fuel: 1_000_000 }, { depth: 1 }, { depth: 32 }, { width: 2 }, { width: 64 }])
      assert.is((await ask({ script: '1', ...right })).status, 200, JSON.stringify(right));
  } finally {
    await server.close();
  }
});

test.run();
