// Common functions: what generated scripts have in common is read, analyzed and assembled once, and nobody can tell.

import * as assert from 'uvu/assert';
import { check, checkCanonical, checkedOf } from '../compiler/check.ts';
import { type CompiledScript, compile, emitScript } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { PROGRAM_LIMITS } from '../server/engines/systemone/program.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { test } from './support/test.ts';

const machine = createMachine();

/** As the cache of programs does it; the second and later ones of a kind go on from what the first left. */
async function compileGenerated(text: string): Promise<CompiledScript> {
  const checked = checkCanonical(text, PROGRAM_LIMITS);
  if (checked === null) throw new Error(`does not check: ${text}`);
  return compile(checked);
}

const canonical = (text: string): string => check(text).canonical!;

const plainly = (text: string): Promise<CompiledScript> => compile(checkedOf(check(text, { limits: PROGRAM_LIMITS }))!);

async function assertSame(text: string, inputs: readonly string[]): Promise<void> {
  const plain = await plainly(text);
  const kept = await compileGenerated(text);
  assert.is(kept.hash, plain.hash);
  for (const input of inputs) {
    const bytes = Buffer.from(input);
    const whole = machine.run(plain, bytes, { fuel: 1e9 });
    const fuels = [0, 1, 100, whole.steps >> 1, whole.steps - 1, whole.steps, whole.steps + 1, 1e9];
    for (const fuel of fuels)
      assert.equal(machine.run(kept, bytes, { fuel }), machine.run(plain, bytes, { fuel }), `${fuel} of ${text}`);
  }
}

const STATES = [
  '"The parcel is late and I want a refund, not a replacement."',
  '{"subject":"Lamp","note":"it arrived cracked","order":{"total":750.00},"body":"please pick it up, the box was brokn"}',
  '[{"role":"user","content":"Is it late?"},{"role":"assistant","content":"no refund"}]',
  '12',
];

/** Questions of each kind there is; `word` makes another set of the same kind. */
const KINDS: readonly ((word: string) => unknown)[] = [
  (word) => ({ q: { type: 'choice', criteria: { a: ['late', word], b: 'refund, replacement' } } }),
  (word) => ({ q: { type: 'choice', in: 'note', criteria: { a: `cracked, ${word}`, b: 'lamp' } } }),
  (word) => ({ q: { type: 'choice', criteria: { a: `broken, going, ${word}`, b: 'pick up, US' } } }),
  (word) => ({
    reason: { type: 'choice', criteria: { damaged: `cracked, ${word}`, other: 'changed my mind' } },
    refund: { type: 'noul', criteria: { true: { script: '(> (get-in input [:order :total]) 100)' }, false: null } },
  }),
  (word) => ({
    q: {
      type: 'choice',
      criteria: {
        a: { phrases: ['late', word], not_for: ['refund policy'] },
        b: { phrases: 'x', script: '(nth (:subject input) 90)' },
      },
    },
  }),
];

test('programs of questions give the same output, fault and steps at every fuel, whichever came before', async () => {
  for (const turn of ['', 'once', 'twice', 'again'])
    for (const kind of KINDS) {
      const set = await prepare(kind(`parcel${turn}`));
      if (set.kind === 'invalid') throw new Error(set.message);
      await assertSame(set.canonical, STATES);
    }
});

const FUNCTIONS = `(defn half
  [n]
  (if (neg? n) (/ n 0) (/ n 2)))
(defn deep
  [n]
  (if (= n 0) (get limits "a") (+ 1 (deep (dec n)))))
`;

test('faults in common functions have the place and the steps that they have alone', async () => {
  for (const more of ['1', '2', '3', '4']) {
    const text = canonical(`${FUNCTIONS}(def limits {"a" ${more}})\n[(half input) (deep ${more}) "${more}"]`);
    const plain = checkedOf(check(text))!;
    await assertSame(text, ['-1', '4', '"x"', 'null']);
    const fault = machine.run(await compileGenerated(text), Buffer.from('-1'), { fuel: 1000 });
    assert.equal(fault, interpret(plain.program, Buffer.from('-1'), { fuel: 1000 }));
    assert.is(fault.kind, 'fault');
  }
});

test('the same functions mean what the script around them defines', async () => {
  // The same beginning four times: with another order of definitions, with functions behind it, and with a builtin shadowed.
  const scripts = [
    `${FUNCTIONS}(def limits {"a" 1})\n(deep 3)`,
    `${FUNCTIONS}(def other 7)\n(def limits {"a" 2})\n(+ other (deep 3))`,
    `${FUNCTIONS}(def limits {"a" 3})\n(defn neg? [n] (> n 2))\n(half 3)`,
    `${FUNCTIONS}(def limits {"a" 4})\n(deep 3)`,
  ].map(canonical);
  for (let turn = 0; turn < 3; turn += 1) for (const text of scripts) await assertSame(text, ['null']);
});

test('a script that does not check is not taken for one that does', () => {
  const missing = `${FUNCTIONS}(def limit {"a" 1})\n(deep 3)`;
  for (let turn = 0; turn < 3; turn += 1) {
    assert.is(checkCanonical(missing, PROGRAM_LIMITS), null);
    assert.is.not(checkCanonical(missing.replace('(def limit ', '(def limits '), PROGRAM_LIMITS), null);
  }
});

test('from the second script of a kind on, the common functions are analyzed and assembled once', async () => {
  const texts = [1, 2, 3, 4].map((at) =>
    canonical(`${FUNCTIONS}(def limits {"a" ${at}})\n(def seen "once")\n(deep ${at})`),
  );
  const [first, second, third, fourth] = texts.map((text) => checkCanonical(text, PROGRAM_LIMITS)!);
  assert.is(first!.common === undefined || first!.common.isWhole, true);
  assert.is(third!.program.functions[0], second!.program.functions[0]);
  assert.is(fourth!.common, third!.common);
  assert.is.not(third!.program.items[0], second!.program.items[0]);
  // Other constants and other numbers behind the same functions: of one length, as all modules of this kind.
  const [a, b] = [await emitScript(third!), await emitScript(fourth!)];
  assert.is(a.length, b.length);
});

test.run();
