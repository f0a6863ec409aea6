// Machine: a live runtime from run to run, and what its memory takes between two of them.

import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import type { CompiledScript } from '../runtime/compile.ts';
import { compile } from '../runtime/compile.ts';
import { KEPT_BYTES_MAX } from '../runtime/host.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

const FUEL = 100_000_000;

const compiled = (source: string): Promise<CompiledScript> => compile(checkedOf(check(source))!);

test('memory that a large run took is given back, and the next run is as ever', async () => {
  const machine = createMachine();
  const [small, large] = [await compiled('(+ 1 input)'), await compiled('(count (range 5000000))')];
  const input = Buffer.from('1');
  assert.equal(machine.run(small, input, { fuel: FUEL }), { kind: 'finished', output: '2', steps: 3 });
  const before = machine.memoryBytes();
  assert.is(machine.run(large, null, { fuel: FUEL }).kind, 'finished');
  assert.ok(machine.memoryBytes() <= before, `${machine.memoryBytes()}, before ${before}`);
  assert.equal(machine.run(small, input, { fuel: FUEL }), { kind: 'finished', output: '2', steps: 3 });
  // So it is when the run found no end.
  assert.is(machine.run(large, null, { fuel: FUEL, memoryBytesMax: KEPT_BYTES_MAX + 4_000_000 }).kind, 'fault');
  assert.ok(machine.memoryBytes() <= KEPT_BYTES_MAX);
  assert.equal(machine.run(small, input, { fuel: FUEL }), { kind: 'finished', output: '2', steps: 3 });
});

test('a large input leaves no memory behind either', async () => {
  const machine = createMachine();
  const script = await compiled('(count input)');
  assert.is(machine.run(script, Buffer.from(JSON.stringify('x'.repeat(10_000_000))), { fuel: FUEL }).kind, 'finished');
  assert.ok(machine.memoryBytes() <= KEPT_BYTES_MAX);
  assert.equal(machine.run(script, Buffer.from('"four"'), { fuel: FUEL }), { kind: 'finished', output: '4', steps: 2 });
});

test('scripts that take turns match their own patterns, however often each has run', async () => {
  const machine = createMachine();
  // Programs of the same length, which stand at the same address.
  const letters = ['a+b', 'b+c', 'c+d'];
  const scripts = await Promise.all(
    letters.map((pattern) => compiled(`[(find-patterns "${pattern}" input) (matches? "^${pattern}$" input)]`)),
  );
  const texts = ['aab bbc ccd', 'aab', 'bbc', 'ccd', 'xab', ''];
  const options = { fuel: FUEL };
  const run = (on: typeof machine, script: CompiledScript, text: string) =>
    on.run(script, Buffer.from(JSON.stringify(text)), options);
  // A machine of its own has learned nothing.
  const fresh = scripts.map((script) => texts.map((text) => run(createMachine(), script, text)));
  for (let round = 0; round < 3; round += 1)
    for (const [at, script] of scripts.entries())
      assert.equal(
        texts.map((text) => run(machine, script, text)),
        fresh[at],
        `round ${round}, ${letters[at]}`,
      );
  assert.is(fresh[1]?.[0]?.kind === 'finished' && fresh[1][0].output, '[["bbc"],false]');
});

test.run();
