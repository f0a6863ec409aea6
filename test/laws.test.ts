// The laws of the language's engines, on generated programs: the WebAssembly and the interpreter agree on output, on
// fault and on steps, at every fuel of a short run and around the edges of a long one.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { compareEngines, type EngineName } from './support/agreement.ts';
import { programs } from './support/programs.ts';
import { test } from './support/test.ts';

const PROGRAMS = 5_000;
/** Optimised code is the script's own: the runtime's was optimised before. Merging is cheap, both together are not. */
const OPTIMISED = 250;
const MERGED = 100;
const ARTIFACTS = 20;

async function agree(engines: readonly EngineName[], count: number): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const property = fc.asyncProperty(
    programs(),
    fc.array(fc.nat(), { maxLength: 2 }),
    async ({ source, input }, extra) => {
      const found = await compareEngines(source, input, engines, extra);
      if (found.kind === 'disagree') throw new Error(JSON.stringify(found, null, 2));
      const outcome = found.kind === 'agree' ? found.outcome : found.kind;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    },
  );
  // fast-check prints the seed and the path of a failure.
  await fc.assert(property, { numRuns: count });
  return outcomes;
}

test('wasm and interpreter agree on output, fault and steps, at every fuel from 0 to steps + 1', async () => {
  const outcomes = await agree(['linked'], PROGRAMS);
  const count = (name: string): number => outcomes.get(name) ?? 0;
  // A generator that stopped making valid programs, or only one kind of them, would prove nothing.
  assert.ok(count('rejected') < PROGRAMS / 100, `${count('rejected')} programs were rejected`);
  assert.ok(count('finished') > PROGRAMS / 3, `only ${count('finished')} programs finished`);
  for (const code of ['type', 'divide-by-zero', 'index', 'failed'])
    assert.ok(count(code) > 0, `no program faulted with ${code}`);
});

test('optimised code agrees too', async () => {
  await agree(['linked -O3'], OPTIMISED);
});

test('code merged with the runtime agrees too', async () => {
  await agree(['artifact -O0'], MERGED);
});

test('the artifact, merged and optimised, agrees too', async () => {
  await agree(['artifact'], ARTIFACTS);
});

test.run();
