// Attempt: faults that are caught, what cannot be, and a machine after either.

import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { CALLS_MAX } from '../compiler/steps.ts';
import { build, compile } from '../runtime/compile.ts';
import { execute, instantiateArtifact } from '../runtime/execute.ts';
import { createMachine } from '../runtime/run.ts';
import { compareEngines } from './support/agreement.ts';
import { test } from './support/test.ts';

const ENGINES = ['linked', 'linked -O3', 'artifact', 'artifact -O0'] as const;
const DEEP = '(defn down [n] (if (> n 0) (+ 1 (down (- n 1))) (nth [] 0)))';

async function outcomeOf(script: string): Promise<string> {
  const found = await compareEngines(script, '{"n": 3, "text": "many words"}', ENGINES);
  assert.is(found.kind, 'agree', JSON.stringify(found));
  return found.kind === 'agree' ? found.outcome : '';
}

test('what is caught comes back as data, with the same steps on every engine and at every fuel', async () => {
  for (const script of [
    '(attempt (/ 6 2))',
    '(attempt (/ 6 0))',
    '(attempt (fail))',
    '(attempt (fail "why"))',
    '(attempt (assert (< (:n input) 2) "too many"))',
    '(attempt (case (:n input) 1 2))',
    '(attempt (inc (:text input)))',
    '(attempt (nth [1] (:n input)))',
    '(attempt (* 999999999999999999 (:n input)))',
    '(let [{:keys [n]} input m 2] (attempt (let [[a] n] (+ a m))))',
    // In regions that are charged ahead, inside one another, in loops and in applications.
    '[1 (attempt (+ 1 (/ 1 0) 2 3 4)) (+ 1 2 3 4 5 6)]',
    '(attempt [(attempt (fail "inner")) (fail "outer")])',
    '(map (fn [x] (:value (attempt (/ 6 x)) 0)) [1 0 2])',
    '(loop [i 0 faults 0] (if (< i 5) (recur (inc i) (if (:fault (attempt (/ 1 (mod i 2)))) (inc faults) faults)) faults))',
    '(attempt (loop [i 0] (if (< i 3) (recur (inc i)) (fail "end"))))',
    '(some-> (:n input) (attempt) :value inc)',
    '(sort-by (fn [x] (:value (attempt (/ 1 x)) 9)) [0 2 1])',
    `${DEEP} [(attempt (down 3)) (attempt (down ${CALLS_MAX - 3}))]`,
    `${DEEP} (attempt (down ${CALLS_MAX + 5}))`,
    // A caught fault, then one that is not.
    '(do (attempt (fail "no")) (/ 1 0))',
    '(do (attempt (fail "no")) (case 1 2 3))',
    '(map (fn [x] (attempt (sort [x 1 "a"]))) [1 2])',
    '(attempt (group-by :id [{:id 1} {:id "1"}]))',
    '(attempt (replace-pattern "a+" (:text input) (:n input)))',
  ])
    await outcomeOf(script);
});

test('the last call that may be active can be caught, and an attempt takes one itself', async () => {
  const around = (n: number): string =>
    `(defn down [n] (if (> n 0) (do (down (- n 1))) (attempt 1))) (attempt (down ${n}))`;
  assert.is(await outcomeOf(around(CALLS_MAX - 3)), 'finished');
  assert.is(await outcomeOf(around(CALLS_MAX - 2)), 'finished');
  assert.is(await outcomeOf(around(CALLS_MAX)), 'finished');
});

const RUNAWAY = '(attempt (reduce (fn [xs _] (concat xs xs)) [1 2 3 4] (range 40)))';

test('fuel and memory that run out are not caught, and the next run knows nothing of them', async () => {
  const checked = checkedOf(check(`(if (:end input) ${RUNAWAY} (attempt (/ 1 (:n input))))`))!;
  const machine = createMachine();
  const script = await compile(checked);
  const artifact = instantiateArtifact(new WebAssembly.Module((await build(checked)) as Uint8Array<ArrayBuffer>));
  const input = (text: string): Uint8Array => Buffer.from(text);
  for (const run of [
    (text: string, fuel: number) => machine.run(script, input(text), { fuel }),
    (text: string, fuel: number) => execute(artifact, input(text), fuel),
  ]) {
    for (const [text, fuel, outcome] of [
      ['{"n": 0}', 100, '{"fault":"divide-by-zero"}'],
      ['{"end": true}', 2 ** 40, 'out-of-memory'],
      ['{"n": 0}', 100, '{"fault":"divide-by-zero"}'],
      ['{"end": true}', 100, 'out-of-fuel'],
      ['{"n": 2}', 100, '{"value":0.5}'],
      ['{"n": ', 100, 'bad-input'],
      ['{"n": 0}', 100, '{"fault":"divide-by-zero"}'],
    ] as const) {
      const result = run(text, fuel);
      assert.is(result.kind === 'finished' ? result.output : result.fault.code, outcome, text);
    }
  }
});

test('a run that faults outside of an attempt traps as any other', async () => {
  const checked = checkedOf(check('(do (attempt (fail "in")) (inc (:n input)))'))!;
  const script = await compile(checked);
  const machine = createMachine();
  const result = machine.run(script, Buffer.from('{"n": "x"}'), { fuel: 100 });
  assert.equal(result.kind === 'fault' && [result.fault.code, result.fault.text, result.steps], ['type', null, 7]);
  assert.is(machine.run(script, Buffer.from('{"n": 1}'), { fuel: 100 }).kind, 'finished');
});

test('a script without an attempt is made for the runtime that traps', async () => {
  const plain = await compile(checkedOf(check('(/ 1 (:n input))'))!);
  const catching = await compile(checkedOf(check('(attempt (/ 1 (:n input)))'))!);
  const names = ({ module }: { module: WebAssembly.Module }): string[] =>
    WebAssembly.Module.imports(module).map(({ name }) => name);
  assert.not.ok(names(plain).includes('attempted'));
  assert.ok(names(catching).includes('attempted'));
});

test.run();
