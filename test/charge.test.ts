// Charging: what a region may take ahead of evaluation, and what that lets a run do beyond its fuel.

import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { Charger, PENDING_MAX, type Region, stepsOf, UNCOMPARED_MAX } from '../compiler/emit/charge.ts';
import { CALLS_MAX } from '../compiler/steps.ts';
import { build, compile } from '../runtime/compile.ts';
import { execute, instantiateArtifact } from '../runtime/execute.ts';
import { instantiateRuntime } from '../runtime/host.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

function countAll(charger: Charger, steps: number): Region[] {
  return Array.from({ length: steps }, () => charger.count()).filter((region) => region !== null);
}

test('a region runs on behind a comparison for as many nodes as may be pending, and no further', () => {
  const charger = new Charger();
  const [region] = countAll(charger, 100);
  charger.compare();
  assert.equal(countAll(charger, PENDING_MAX), []);
  assert.is(region!.count, 100 + PENDING_MAX);
  assert.is(charger.pendingMax(), PENDING_MAX);
  const [next] = countAll(charger, 50);
  assert.is(next!.count, 50);
  assert.is(charger.pendingMax(), PENDING_MAX);
});

test('what regions inside one another have pending together is at most four times as much', () => {
  const charger = new Charger();
  const nest = (level: number): void => {
    charger.count();
    if (level === PENDING_MAX) charger.compare();
    else charger.inside(() => nest(level + 1));
    countAll(charger, Math.floor(PENDING_MAX / level));
  };
  nest(1);
  const most = charger.pendingMax();
  assert.ok(most > 3 * PENDING_MAX && most <= 4 * PENDING_MAX, String(most));
});

test('a way without a comparison gets one after so many nodes, and an arm counts from its fork', () => {
  const charger = new Charger();
  const [first] = countAll(charger, UNCOMPARED_MAX);
  assert.is(first!.count, UNCOMPARED_MAX);
  const { way, joined } = charger.straight((fork) => {
    const left = fork();
    const [next] = countAll(charger, UNCOMPARED_MAX);
    assert.ok(next!.compares && !first!.compares);
    assert.is(next!.count, UNCOMPARED_MAX);
    charger.compare();
    return left;
  });
  charger.arm(joined(way), () => assert.ok(charger.count()!.compares));
  // And so does what follows, which may be come to from there.
  assert.ok(charger.count()!.compares);
  assert.equal(countAll(charger, UNCOMPARED_MAX - 1), []);
});

test('an arm gives back what was charged for the rest of the straight way, and what follows both is charged once', () => {
  const charger = new Charger();
  const region = charger.count()!;
  const { way, joined } = charger.straight((fork) => {
    const left = fork();
    countAll(charger, 7);
    return left;
  });
  assert.is(joined(way).credit, 7);
  const arm = charger.arm(joined(way), (opened) => {
    countAll(charger, 2);
    return opened;
  });
  countAll(charger, 3);
  assert.is(stepsOf(region), 11);
  assert.is(stepsOf(arm), -5);
});

test('a fork has neither credit nor arm before its straight way was walked to its end: that does not compile', () => {
  const charger = new Charger();
  charger.straight((fork) => {
    const left = fork();
    // @ts-expect-error
    assert.is(left.credit, undefined);
    // @ts-expect-error
    const early = (): unknown => charger.arm(left, () => null);
    // @ts-expect-error
    const forged = (): unknown => charger.arm({ credit: 1, uncompared: 0 }, () => null);
    return [early, forged];
  });
  const other = charger.straight((fork) => fork());
  assert.throws(() => charger.straight((fork) => fork()).joined(other.way), /another straight way/);
});

test('the steps of out-of-memory, which has no place, are those charged by then: at most the slack more than were evaluated', async () => {
  const checked = checkedOf(
    check(`(defn f [n] (if (<= n 0) (repeat 9000000 1) (do (f (- n 1)) ${'1 '.repeat(31)}))) (f 500)`),
  )!;
  const evaluated = 9_004_509;
  const result = createMachine().run(await compile(checked), null, { fuel: 1_000_000_000 });
  assert.is(result.kind === 'fault' && result.fault.code, 'out-of-memory');
  assert.ok(
    result.steps >= evaluated && result.steps <= evaluated + (CALLS_MAX + 1) * PENDING_MAX,
    String(result.steps),
  );
  const artifact = instantiateArtifact(new WebAssembly.Module((await build(checked, 0)) as Uint8Array<ArrayBuffer>));
  assert.equal(execute(artifact, null, 1_000_000_000), result);
});

test('a run goes on beyond its fuel for as long as its calls could have nodes pending, and no longer', async () => {
  const deepest = `(defn f [n] (if (<= n 0) (nth [] 0) (let [a (f (- n 1))] (+ a ${'1 '.repeat(PENDING_MAX)})))) (f ${CALLS_MAX - 1})`;
  const script = await compile(checkedOf(check(deepest))!);
  const machine = createMachine();
  const whole = machine.run(script, null, { fuel: 1_000_000 });
  assert.is(whole.kind, 'fault');
  // Just enough, and one less: everything its calls have pending is charged by then.
  assert.equal(machine.run(script, null, { fuel: whole.steps }), whole);
  const less = machine.run(script, null, { fuel: whole.steps - 1 });
  assert.is(less.kind === 'fault' && less.fault.code, 'out-of-fuel');
  assert.is(less.steps, whole.steps - 1);

  const { instance, exports } = instantiateRuntime();
  const beyond = async (source: string, fuel: bigint): Promise<bigint> => {
    const { module } = await compile(checkedOf(check(source, { recursion: 'allow' }))!);
    const linked = new WebAssembly.Instance(module, { runtime: instance.exports });
    assert.throws(() => (linked.exports['run'] as (text: number, bytes: number, fuel: bigint) => void)(0, 0, fuel));
    assert.is(exports.status(), 1);
    assert.is(exports.steps(), fuel);
    return -new DataView(exports.memory.buffer).getBigInt64(exports.fuelAt.value, true);
  };
  const endless = '(defn f [x] (recur (str 1))) (defn g [n] (if (<= n 0) (f "") (+ 1 (g (- n 1)) 2 3))) (g 2)';
  // Coming back from 511 calls, each with a long way to go; `far` is never come to, but gives slack.
  const long = `(defn far [] ${'(do (loop [i 1] '.repeat(33)}1${`) ${'1 '.repeat(33)})`.repeat(33)})
    (defn f [n x y] (if (<= n 0) 0 (do (f (- n 1) x y) [${'1 '.repeat(40)}] ${`(* x ${'y '.repeat(60)})`.repeat(200)})))
    (do (f 511 1.23456789012345678 1.00000000000000123) (far))`;
  for (const fuel of [0n, 1000n, 20_000n]) {
    for (const source of [endless, long]) {
      const steps = await beyond(source, fuel);
      assert.ok(steps > 0n && steps <= BigInt((CALLS_MAX + 1) * 2 * UNCOMPARED_MAX), `${steps} beyond ${fuel}`);
    }
  }
});

test.run();
