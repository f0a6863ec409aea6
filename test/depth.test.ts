// Depth: 512 calls fit a small host stack, however many values are alive across each.

import { Worker } from 'node:worker_threads';
import * as assert from 'uvu/assert';
import { type Checked, check, checkedOf } from '../compiler/check.ts';
import { build } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { compareEngines } from './support/agreement.ts';
import { test } from './support/test.ts';

/** What the language promises its frames need at most, in MiB; the rest of the thread's stack is Node's own. */
const STACK_MB = 0.5;
const NODE_STACK_MB = 0.25;
const FUEL = 100_000_000;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** 300 names that are all used after the call. */
const manyLocals = `(defn f [n] (let [${numbers(300)
  .map((i) => `v${i} (+ n ${i})`)
  .join(' ')}
  below (if (> n 1) (f (dec n)) 0)] (+ below ${numbers(300)
    .map((i) => `v${i}`)
    .join(' ')})))`;
/** 200 sums that wait for the innermost call. */
const nested = (inner: string): string => numbers(200).reduce((code, i) => `(+ (+ n ${i}) ${code})`, inner);
const pendingSums = `(defn f [n] (if (> n 1) ${nested('(f (dec n))')} 0))`;
const pendingVector = `(defn f [n] (if (> n 1) (count [${numbers(200)
  .map((i) => `(+ n ${i})`)
  .join(' ')} (f (dec n))]) 0))`;
const pendingNests = `(defn f [n] (if (> n 1) ${'[n '.repeat(200)}(f (dec n))${']'.repeat(200)} 0))`;
const pendingArguments = `(defn g [${numbers(200)
  .map((i) => `a${i}`)
  .join(' ')} & more] (+ a0 a100 a199 (first more)))
(defn f [n] (if (> n 1) (g ${numbers(200)
  .map((i) => `(+ n ${i})`)
  .join(' ')} (f (dec n))) 0))`;

for (const [name, definition, call] of [
  ['300 locals', manyLocals, '(f 512)'],
  ['200 pending sums', pendingSums, '(f 512)'],
  ['a vector of 201', pendingVector, '(f 512)'],
  ['200 vectors in each other', pendingNests, '(count (f 500))'],
  ['a call of 201 arguments', pendingArguments, '(f 511)'],
] as const) {
  test(`${name} in each of 512 calls fit a small stack`, async () => {
    const text = `${definition} ${call}`;
    const checked = check(text, { kinds: 'ignore' });
    assert.ok(checked.ok, JSON.stringify(checked.diagnostics));
    const expected = interpret(checked.program!, null, { fuel: FUEL });
    assert.is(expected.kind, 'finished', JSON.stringify(expected));
    // Optimising large functions takes seconds; one shows that it makes frames no larger.
    for (const optimizeLevel of definition === pendingVector ? [0, 3] : [0]) {
      const wasm = await build(compileText(text), optimizeLevel);
      assert.equal(await runInWorker(wasm), expected, `at level ${optimizeLevel}`);
    }
  });
}

test('the call that would be the 513th is too deep in such a function, too', async () => {
  const text = `${manyLocals} (f 513)`;
  const expected = interpret(check(text).program!, null, { fuel: FUEL });
  assert.is(expected.kind === 'fault' && expected.fault.code, 'too-deep');
  assert.equal(await runInWorker(await build(compileText(text), 0)), expected);
});

for (const [what, most, program] of [
  // One of them lives across the call; the sum keeps them all alive.
  [
    'locals of a function',
    32,
    (count: number) =>
      `(defn f [n] (let [${numbers(count)
        .map((i) => `v${i} (+ n ${i})`)
        .join(' ')}] (+ ${numbers(count)
        .map((i) => `v${i}`)
        .join(' ')}))) (f 3)`,
  ],
  [
    'locals of the top level',
    512,
    (count: number) =>
      `(let [${numbers(count)
        .map((i) => `v${i} (+ input ${i})`)
        .join(' ')}] (+ ${numbers(count)
        .map((i) => `v${i}`)
        .join(' ')}))`,
  ],
  [
    'parameters',
    16,
    (count: number) =>
      `(defn f [${numbers(count)
        .map((i) => `p${i}`)
        .join(' ')}] [${numbers(count)
        .map((i) => `p${i}`)
        .join(' ')}]) (f ${numbers(count).join(' ')})`,
  ],
] as const) {
  test(`${most} ${what} are kept as such, what is more in memory: to the program it is the same`, async () => {
    // Around the limit, because the walk takes a few places of its own.
    for (let count = most - 4; count <= most + 1; count += 1) {
      const agreement = await compareEngines(program(count), '7', ['linked', 'artifact -O0']);
      assert.is(agreement.kind, 'agree', `${count} ${JSON.stringify(agreement)}`);
    }
  });
}

function compileText(text: string): Checked {
  const checked = check(text);
  return checkedOf(checked)!;
}

function runInWorker(wasm: Uint8Array): Promise<unknown> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.runner).then(({ execute, instantiateArtifact }) => {
      parentPort.postMessage(execute(instantiateArtifact(new WebAssembly.Module(workerData.wasm)), null, workerData.fuel));
    });`;
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(code, {
    eval: true,
    workerData: { wasm, fuel: FUEL, runner: new URL(`../runtime/execute.${extension}`, import.meta.url).href },
    resourceLimits: { stackSizeMb: STACK_MB + NODE_STACK_MB },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

test.run();
