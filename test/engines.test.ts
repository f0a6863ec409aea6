// Engines: every golden line and script gives the same on the compiled engine as on the interpreter, at every fuel of a
// short run. (What the lines say is held in interpret.test.ts, steps.test.ts and language.test.ts.)

import * as assert from 'uvu/assert';
import { compareEngines } from './support/agreement.ts';
import { builtinExamples, readBuiltinLines, specialExamples } from './support/golden-builtins.ts';
import { readLanguageCases } from './support/golden-language.ts';
import { readStepsLines, STEPS_INPUT } from './support/golden-steps.ts';
import { test } from './support/test.ts';

interface Run {
  readonly source: string;
  readonly input: string | null;
}

async function agree(runs: readonly Run[]): Promise<void> {
  for (const { source, input } of runs) {
    const found = await compareEngines(source, input, ['linked']);
    assert.is(found.kind, 'agree', `${source}\n${JSON.stringify(found, null, 2)}`);
  }
}

test('examples of the tables, and golden lines of builtins', async () => {
  await agree(
    [...builtinExamples(), ...specialExamples(), ...readBuiltinLines()].map(({ source }) => ({ source, input: null })),
  );
});

test('lines of steps.txt', async () => {
  await agree(readStepsLines().map(({ source }) => ({ source, input: STEPS_INPUT })));
});

test('scripts of the language', async () => {
  // Scripts that only another recursion policy accepts are checked by the default one here.
  const cases = readLanguageCases().filter(({ golden }) => !golden.members.has('recursion'));
  await agree(cases.flatMap(({ source, runs }) => runs.map(({ input }) => ({ source, input }))));
});

test.run();
