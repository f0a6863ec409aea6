// Shapes: what cannot be right whatever the input is found, and what may be right is left alone.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { BuiltinName } from '../compiler/builtins.ts';
import { BUILTIN_NAMES, builtin } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import type { Callee, Core } from '../compiler/core.ts';
import { ALL_KINDS, BOOLEAN, describeKinds, MAP, NIL, NUMBER, STRING, VECTOR } from '../compiler/shapes/kinds.ts';
import { shapeOfExamples, shapeOfSchema } from '../compiler/shapes/schema.ts';
import { givenBy, takenBy } from '../compiler/shapes/signatures.ts';
import { eachForm } from '../grammar/form.ts';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { read } from '../grammar/reader.ts';
import { type Place, Source } from '../grammar/span.ts';
import { kindBit, kindOf } from '../runtime/explain/show.ts';
import { Trace } from '../runtime/explain/trace.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import type { Watch } from '../runtime/interpret/machine.ts';
import type { Value } from '../runtime/interpret/value.ts';
import { openCommandLine } from './support/command-line.ts';
import { builtinExamples, readBuiltinLines, specialExamples } from './support/golden-builtins.ts';
import { interpretSource } from './support/interpret.ts';
import type { GeneratedProgram } from './support/programs.ts';
import { programs } from './support/programs.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const json = (value: unknown): Json => parseJson(Buffer.from(JSON.stringify(value)));

/** What is found, as `code what`. */
function found(script: string, schema: unknown): string[] {
  const { diagnostics } = check(script, { inputShape: shapeOfSchema(json(schema)) });
  return diagnostics
    .filter(({ code }) => ['unknown-field', 'wrong-kind', 'never-equal'].includes(code))
    .map(({ message, help }) => (help === null ? message : `${message} (${help})`));
}

const SCHEMA = {
  type: 'object',
  required: ['applicant', 'items'],
  properties: {
    applicant: {
      type: 'object',
      required: ['age'],
      properties: { age: { type: 'integer' }, name: { type: 'string' }, tier: { enum: ['gold', 'silver'] } },
    },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    free: { type: 'object' },
    tags: { type: 'array', items: { type: 'string' } },
    open: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    named: { type: 'object', additionalProperties: { type: 'number' } },
    either: {
      anyOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    },
    both: { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'number' } } }] },
    tree: { $ref: '#/$defs/tree' },
    text: { type: ['string', 'null'] },
  },
  $defs: {
    item: { type: 'object', properties: { price: { type: 'number' }, qty: { type: 'integer' } } },
    tree: { type: 'object', properties: { left: { $ref: '#/$defs/tree' }, size: { type: 'number' } } },
  },
};

const CASES: readonly (readonly [script: string, findings: readonly string[]])[] = [
  // Fields, however they are read.
  ['(:age (:applicant input))', []],
  ['(:agee (:applicant input))', ['no input has /applicant/agee (did you mean age?)']],
  ['(get-in input [:applicant :agee])', ['no input has /applicant/agee (did you mean age?)']],
  ['(get (get input "applicant") "nme")', ['no input has /applicant/nme (did you mean name?)']],
  ['(let [{:keys [aplicant]} input] aplicant)', ['no input has /aplicant (did you mean applicant?)']],
  ['(-> input :applicant :agee)', ['no input has /applicant/agee (did you mean age?)']],
  ['(some-> input :applicant :agee)', ['no input has /applicant/agee (did you mean age?)']],
  ['(:agee (:applicant input) 18)', ['no input has /applicant/agee (did you mean age?)']],
  ['(defn f [a] (:agee a)) (f (:applicant input))', ['no input has /applicant/agee (did you mean age?)']],
  ['(defn f [] (:aplicant input)) 1', ['no input has /aplicant (did you mean applicant?)']],
  ['(def a (:applicant input)) (:agee a)', ['no input has /applicant/agee (did you mean age?)']],
  ['(map :prize (:items input))', ['no input has /items/-/prize (did you mean price?)']],
  ['(map (fn [{:keys [prize]}] prize) (:items input))', ['no input has /items/-/prize (did you mean price?)']],
  ['(:prize (first (filter (fn [i] (:qty i)) (:items input))))', ['no input has /items/-/prize (did you mean price?)']],
  ['(reduce (fn [n i] (+ n (:prize i))) 0 (:items input))', ['no input has /items/-/prize (did you mean price?)']],
  ['(:left (:left (:tree input)))', []],
  ['(:rigth (:left (:tree input)))', ['no input has /tree/left/rigth']],
  // What a schema leaves open.
  ['(:anything (:free input))', []],
  ['(:anything (:open input))', []],
  ['(+ 1 (:anything (:named input)))', []],
  ['(upper (:anything (:named input)))', ['`upper` wants a string; /named/anything is a number or nil']],
  ['[(:a (:either input)) (:b (:either input))]', []],
  ['(:c (:either input))', ['no input has /either/c']],
  ['[(upper (:a (:both input))) (inc (:b (:both input)))]', []],
  // Kinds: what may be right is left alone.
  ['(inc (:age (:applicant input)))', []],
  ['(inc (:name (:applicant input)))', ['`inc` wants a number; /applicant/name is a string or nil']],
  ['(upper (:text input))', []],
  ['(max [1 2 3])', ['`max` wants a number; this is a vector (the elements of a vector are taken by (reduce max …))']],
  ['(+ "1" (:age (:applicant input)))', ['`+` wants a number; this is a string']],
  ['(sum (map (fn [i] (str (:price i))) (:items input)))', ['each element of `sum` wants a number; this is a string']],
  ['(mean (filter string? (:tags input)))', ['each element of `mean` wants a number; /tags/- is a string']],
  ['(sum (map :price (:items input)))', []],
  ['(sum (:free input))', []],
  ['(> (:age (:applicant input)) "18")', ['`>` wants a number; this is a string']],
  ['(< 1 (:name (:applicant input)))', ['`<` wants a number; /applicant/name is a string or nil']],
  ['(:age (:name (:applicant input)))', []],
  ['(:years (:age (:applicant input)))', [':years wants a map or nil; /applicant/age is a number']],
  ['(map inc (:applicant input))', []],
  ['(let [[a] (:age (:applicant input))] a)', ['a vector pattern wants a vector or nil; /applicant/age is a number']],
  ['(if (:text input) (upper (or (:text input) "")) 1)', []],
  ['(loop [n 0 m "a"] (if (> n 3) m (recur (inc n) n)))', []],
  // Comparisons.
  ['(= (:tier (:applicant input)) "gold")', []],
  [
    '(= (:tier (:applicant input)) "golden")',
    ['these are never equal: /applicant/tier, which is "gold" or "silver", and "golden"'],
  ],
  ['(= (:age (:applicant input)) "18")', ['these are never equal: /applicant/age, which is a number, and "18"']],
  ['(= nil (:tier (:applicant input)))', []],
  ['(= nil (:age (:applicant input)))', ['these are never equal: nil, and /applicant/age, which is a number']],
  [
    '(case (:tier (:applicant input)) "gold" 1 "bronze" 2 0)',
    ['these are never equal: /applicant/tier, which is "gold" or "silver", and "bronze"'],
  ],
];
for (const [script, findings] of CASES) {
  test(script, () => {
    assert.equal(found(script, SCHEMA), findings);
  });
}

test('examples say what an input is like: all names, and nil where one has none', () => {
  const shape = shapeOfExamples([json({ a: 1, list: [{ x: 'y' }] }), json({ b: null, list: [{ z: 2 }] })]);
  const codes = (script: string): string[] => check(script, { inputShape: shape }).diagnostics.map(({ code }) => code);
  assert.equal(codes('[(inc (:a input)) (upper (:b input)) (map :x (:list input))]'), []);
  assert.equal(codes('(:c input)'), ['unknown-field']);
  assert.equal(codes('(upper (:a input))'), ['wrong-kind']);
  assert.throws(() => shapeOfExamples([]));
  assert.throws(() => shapeOfSchema(json('text')));
});

test('what a builtin does not take is a fault of each run that gives it', () => {
  const samples: readonly (readonly [kind: number, script: string])[] = [
    [NIL, 'nil'],
    [BOOLEAN, 'true'],
    [NUMBER, '1'],
    ...['"a"', '""'].map((text) => [STRING, text] as const),
    ...['[1]', '[]'].map((text) => [VECTOR, text] as const),
    ...['{:a 1}', '{}'].map((text) => [MAP, text] as const),
  ];
  const wrong = (BUILTIN_NAMES as readonly BuiltinName[]).flatMap((name) => {
    const [example] = builtin(name).example;
    const source = new Source(example);
    const { forms } = read(source);
    const [form] = forms;
    if (form?.kind !== 'list' || ['higher', 'maker'].includes(builtin(name).shape.kind)) return [];
    const args = form.items.slice(1).map(({ span }) => example.slice(span.start, span.end));
    return args.flatMap((_, at) =>
      samples.flatMap(([kind, sample]) => {
        if ((takenBy(name, at, args.length) & kind) !== 0) return [];
        const script = `(${[name, ...args.map((arg, other) => (other === at ? sample : arg))].join(' ')})`;
        // Some want a literal, and the check says so.
        if (!check(script, { kinds: 'ignore' }).ok) return [];
        const result = interpretSource(script);
        return result.kind === 'fault' && result.fault.code === 'type' ? [] : [script];
      }),
    );
  });
  assert.equal(wrong, []);
});

/** Watches a run for values at some nodes: whatever takes one of them must never come to a value itself. */
class Takers implements Watch {
  /** How many such values there were. */
  met = 0;
  /** What took one and went on. */
  readonly wentOn: number[] = [];
  readonly #wrong: ReadonlySet<number>;
  readonly #active: { readonly core: Core | null; readonly node: number; tookWrong: boolean }[] = [];

  constructor(wrong: ReadonlySet<number>) {
    this.#wrong = wrong;
  }

  enter(core: Core): void {
    this.#active.push({ core, node: core.node, tookWrong: false });
  }

  apply({ node }: Callee): void {
    this.#active.push({ core: null, node, tookWrong: false });
  }

  leave(): void {
    const ended = this.#active.pop()!;
    if (ended.tookWrong) this.wentOn.push(ended.node);
    const taker = this.#active.at(-1);
    // A part with the node of its whole is what the rewriting added.
    if (ended.core === null || taker === undefined || taker.node === ended.node || !this.#wrong.has(ended.node)) return;
    taker.tookWrong = true;
    this.met += 1;
  }

  /** What was begun inside of an `attempt` has ended without a value. */
  resume(core: Core): void {
    this.#active.splice(this.#active.findLastIndex((evaluation) => evaluation.core === core) + 1);
  }

  begin(): void {}
  bind(): void {}
  define(): void {}
  append(): void {}
  pick(): void {}
  derive(): void {}
  part(): void {}
  stop(): void {}
  finish(): void {}
}

/** The values that are said to be of a wrong kind in a run, and what took one and went on; null where nothing is said. */
function takersOf(source: string, input: string | null, wrong: readonly Place[]): Takers | null {
  const plain = check(source, { kinds: 'ignore' });
  if (wrong.length === 0 || plain.program === null) return null;
  const nodes = new Set<number>();
  const templates = new Set<number>();
  eachForm(read(new Source(source)).forms, (form) => {
    const { start, end } = plain.places(form.node);
    if (wrong.some((place) => place.start === start && place.end === end)) nodes.add(form.node);
    // All that a template reads has one node, so which of it is meant nobody can tell.
    if (form.kind === 'list' && form.items[0]?.kind === 'symbol' && form.items[0].name === 'fmt')
      templates.add(form.items[1]!.node);
  });
  for (const template of templates) nodes.delete(template);
  const takers = new Takers(nodes);
  interpret(plain.program, input === null ? null : Buffer.from(input), { fuel: 20_000, watch: takers });
  return takers;
}

test('property: what takes a value that is said to be of a wrong kind faults, whether or not an attempt catches it', () => {
  let met = 0;
  let caught = 0;
  fc.assert(
    fc.property(programs(), ({ source, input }: GeneratedProgram) => {
      const value = input === null ? null : tryParse(input);
      if (value === undefined) return;
      const { diagnostics } = check(source, { inputShape: shapeOfExamples([value]) });
      const wrong = diagnostics.filter(({ code }) => code === 'wrong-kind');
      const takers = takersOf(source, input, wrong);
      if (takers === null) return;
      if (takers.met > 0) met += 1;
      if (takers.met > 0 && source.includes('(attempt ')) caught += 1;
      assert.equal(takers.wentOn, [], `in ${source} of ${input}`);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(met > 20, `${met} programs came to such a value`);
  assert.ok(caught > 0, 'one of them has an attempt');
  for (const [script, count] of [
    ['(attempt (inc "a"))', 1],
    ['(attempt (+ 1 (upper 5)))', 1],
  ] as const)
    assert.is(takersOf(script, null, check(script).diagnostics)!.met, count, script);
  // The law can fail: `inc` goes on with what it may take.
  const right = new Takers(new Set(Array.from({ length: 9 }, (_, node) => node)));
  interpret(check('(inc 1)').program!, null, { fuel: 10, watch: right });
  assert.ok(right.wentOn.length > 0);
});

/** What is told of a script where nothing is known of its input. */
const BARE: readonly (readonly [script: string, said: readonly string[]])[] = [
  ['(+ "1" 2)', ['`+` wants a number; this is a string']],
  ['(max [1 2 3])', ['`max` wants a number; this is a vector (the elements of a vector are taken by (reduce max …))']],
  ['(+ [1 2])', ['`+` wants a number; this is a vector (the elements of a vector are taken by (sum …))']],
  ['(inc (str 1))', ['`inc` wants a number; this is a string']],
  ['(upper (+ 1 (:a input)))', ['`upper` wants a string; this is a number']],
  ['(let [x "1"] (+ x 2))', ['`+` wants a number; this is a string']],
  ['(def rate "0.2") (* rate 5)', ['`*` wants a number; this is a string']],
  ['(defn name-of [] "x") (inc (name-of))', ['`inc` wants a number; this is a string']],
  ['(if (:a input) (inc "x") 1)', ['`inc` wants a number; this is a string']],
  ['(map inc ["a"])', ['`inc` wants a number; this is a string']],
  ['(:a 5)', [':a wants a map or nil; this is a number']],
  ['(< (count []) "a")', ['`<` wants a number; this is a string']],
  [
    '(round 1.5 0 :half-evn)',
    [
      'there is no rounding mode :half-evn (did you mean :half-even? There are :half-even :half-up :half-down :down :up :floor :ceil)',
    ],
  ],
  [
    '(fixed (:x input) 2 "bankers")',
    ['there is no rounding mode :bankers (there are :half-even :half-up :half-down :down :up :floor :ceil)'],
  ],
  ['(= (count (:xs input)) "3")', ['these are never equal: a number, and "3"']],
  // What a test may keep out.
  ['(def limit nil) (if limit (> (:a input) limit) true)', []],
  ['(def limit nil) (defn above? [a] (and limit (> a limit))) (above? 1)', []],
  ['(let [x nil] (or x (if x (inc x) 0)))', []],
  ['(let [x nil] (cond (nil? x) 0 :else (inc x)))', []],
  ['(let [x nil] (case x nil 0 (inc x)))', []],
  ['(let [x "a"] (when-let [y (:a input)] (if (= y x) 1 (inc x))))', []],
  ['(defn f [x] (if (string? x) (upper x) (inc x))) [(f 1) (f "a")]', []],
  ['(map inc (filter number? ["a"]))', []],
  ['(map inc [])', []],
  ['(defn f [_ & more] (inc (first more))) (f 1 2)', []],
  ['(upper (nth [1] 5 "x"))', []],
  ['(upper (get [1] 5 "x"))', []],
  ['(upper (:b {:a 1} "x"))', []],
  ['(some-> nil inc)', []],
  ['(cond-> 5 (string? 5) upper)', []],
  ['(loop [x "a"] (if (string? x) (recur 1) (inc x)))', []],
  ['(map (fn [x] (if (string? x) (upper x) (inc x))) [1 "a"])', []],
  ['(round 1 0 (if (:up input) :up :down))', []],
  ['(round 1 0 (:mode input))', []],
  ['(inc (:anything input))', []],
  ['(inc (parse-number "5"))', []],
];
for (const [script, said] of BARE)
  test(`without a schema: ${script}`, () => {
    const { diagnostics } = check(script);
    assert.equal(
      diagnostics.map(({ message, help }) => (help === null ? message : `${message} (${help})`)),
      said,
    );
    assert.equal(check(script, { kinds: 'ignore' }).diagnostics, []);
  });

test('property: what takes a value that is refused without a schema faults, whether or not an attempt catches it', () => {
  let met = 0;
  fc.assert(
    fc.property(programs(), ({ source, input }: GeneratedProgram) => {
      const refused = check(source).diagnostics.filter(({ severity }) => severity === 'error');
      const takers = takersOf(source, input, refused);
      if (takers === null) return;
      if (takers.met > 0) met += 1;
      assert.equal(takers.wentOn, [], `in ${source} of ${input}`);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(met > 20, `${met} programs came to such a value`);
});

/** Holds the kinds that builtins took and gave in a run against what is said of them. */
class Kinds extends Trace {
  readonly wrong: string[] = [];

  override leave(value: Value, frame: object): void {
    const { core, parts } = this.active.at(-1)!;
    if (core?.kind === 'builtin' || core?.kind === 'higher') {
      const { name } = core;
      if ((givenBy(name) & kindBit(value)) === 0) this.wrong.push(`${name} gave a ${kindOf(value)}`);
      for (const [at, arg] of core.args.entries()) {
        const given = parts.findLast((part) => part.core === arg)?.value;
        if (given !== undefined && (takenBy(name, at, core.args.length) & kindBit(given)) === 0)
          this.wrong.push(`${name} took a ${kindOf(given)} at ${at}`);
      }
    }
    super.leave(value, frame);
  }
}

function kindsOf(source: string, input: string | null): string[] {
  const { program } = check(source, { kinds: 'ignore' });
  if (program === null) return [];
  const watch = new Kinds({ width: 300, depth: 200, evaluations: Infinity, msMax: Infinity });
  interpret(program, input === null ? null : Buffer.from(input), { fuel: 20_000, watch });
  return watch.wrong;
}

test('what builtins take and give in all lines of the corpus is what signatures say; and no line that finishes is refused', () => {
  const lines = [...readBuiltinLines(), ...builtinExamples(), ...specialExamples()];
  assert.equal(
    lines.flatMap(({ source, place }) => kindsOf(source, null).map((wrong) => `${place}: ${wrong}`)),
    [],
  );
  const refused = lines.filter(({ source, expected }) => {
    const errors = check(source).diagnostics.filter(({ severity }) => severity === 'error');
    return expected.kind === 'result' && check(source, { kinds: 'ignore' }).ok && errors.length > 0;
  });
  assert.equal(refused, []);
});

test('property: what builtins take and give in generated programs is what signatures say', () => {
  fc.assert(
    fc.property(programs(), ({ source, input }: GeneratedProgram) => {
      assert.equal(kindsOf(source, input), [], source);
    }),
    { numRuns: 1_500 },
  );
});

function tryParse(text: string): Json | undefined {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return undefined;
  }
}

test('schemas that say much in few words, and long programs, are soon done', () => {
  const doubling = {
    $ref: '#/$defs/a',
    $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }, { allOf: [{ $ref: '#/$defs/a' }] }] } },
  };
  assert.equal(found('(:x (:y (:z input)))', doubling), []);
  assert.equal(found('(:x input)', { $ref: '#' }), []);
  assert.equal(found('(:x input)', { $ref: '#/%E0%A4%A' }), []);
  assert.equal(found('(:x input)', false), []);
  const wide = `(count [${'(:a input) '.repeat(4_000)}])`;
  assert.equal(found(wide, { type: 'object', properties: { a: { type: 'string' } } }), []);
  const chain = Array.from({ length: 1_500 }, (_, at) => `(defn f${at + 1} [x] (f${at} x))`).join('\n');
  assert.equal(found(`(defn f0 [x] (:b x))\n${chain}\n(f1500 input)`, SCHEMA).length <= 1, true);
  const many = Array.from({ length: 300 }, (_, at) => `(:field${at}x input)`).join(' ');
  assert.is(found(`[${many}]`, SCHEMA).length, 100);
});

test('evident check takes a schema or an example, and the service a schema', async () => {
  const line = openCommandLine();
  line.file('rule.script', '(> (:amuont input) 10)');
  line.file('schema.json', JSON.stringify({ type: 'object', properties: { amount: { type: 'number' } } }));
  line.file('input.json', '{"amount": 3}');
  line.file('inputs.jsonl', '{"amount": 3}\n{"amuont": 4}\n');
  line.file('text.json', '"x"');
  const run = (...args: string[]) => line.evident(['check', 'rule.script', ...args]);
  assert.is(run().code, 0);
  for (const args of [
    ['--schema', 'schema.json'],
    ['--example', 'input.json'],
  ]) {
    const { code, err } = run(...args);
    assert.is(code, 1);
    assert.match(err, /no input has \/amuont\n[^]*did you mean amount\?/);
  }
  assert.is(run('--example', 'inputs.jsonl').code, 0);
  for (const args of [
    ['--schema', 'schema.json', '--example', 'input.json'],
    ['--schema', 'text.json'],
    ['--schema', 'nowhere.json'],
    ['--schema', 'rule.script'],
  ])
    assert.is(run(...args).code, 2, args.join(' '));
  line.close();
  const server = await openServer();
  try {
    const ask = async (body: object) => {
      const response = await server.post('/v1/scripts/check', JSON.stringify(body));
      return { status: response.status, body: (await response.json()) as any };
    };
    const script = '(> (:amuont input) 10)';
    const plain = await ask({ script });
    const checked = await ask({ script, input_schema: { properties: { amount: {} } } });
    assert.equal([plain.body.ok, checked.body.ok, checked.body.hash], [true, false, plain.body.hash]);
    assert.is(checked.body.diagnostics[0].code, 'unknown-field');
    assert.is((await ask({ script, input_schema: 'x' })).status, 400);
  } finally {
    await server.close();
  }
});

test('kinds are said in words', () => {
  assert.is(describeKinds(NIL | NUMBER | STRING), 'a number, a string or nil');
  assert.is(describeKinds(ALL_KINDS), 'a boolean, a number, a string, a vector, a map or nil');
});

test.run();
