// Language: whole scripts, policies and edges, give the outputs, faults, steps and hashes beside them.
// `node test/language.test.ts --update` rewrites what is expected in test/golden/language; read the difference.

import * as assert from 'uvu/assert';
import type { Json, JsonNumber } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { isUpdating, updateCase } from './support/golden-json.ts';
import type { LanguageRun } from './support/golden-language.ts';
import { describeRun, readLanguageCases } from './support/golden-language.ts';
import { test } from './support/test.ts';

const cases = readLanguageCases();

test('there are cases', () => {
  assert.ok(cases.length >= 40);
});

for (const { name, golden, checked, runs } of cases) {
  const given = (run: LanguageRun): Buffer => Buffer.from(run.input);

  test(`${name}: outputs, faults, steps and hash`, () => {
    const hash = checked.hash!;
    const results = runs.map((run) =>
      describeRun(run, checked, interpret(checked.program!, given(run), { fuel: run.fuel })),
    );
    if (isUpdating) {
      golden.members.delete('runs');
      golden.members.set('hash', hash).set('runs', results as Json[]);
      updateCase(golden, 'runs', results as Json[]);
      return;
    }
    assert.is(golden.members.get('hash'), hash);
    assert.is(writeJson(results), writeJson(golden.members.get('runs')));
  });

  test(`${name}: one step less is out of fuel`, () => {
    for (const run of runs) {
      const steps = Number((run.members.get('steps') as JsonNumber | undefined)?.text ?? 0);
      if (steps === 0) continue;
      const result = interpret(checked.program!, given(run), { fuel: steps - 1 });
      assert.is(result.kind === 'fault' && result.fault.code, 'out-of-fuel');
      assert.is(result.steps, steps - 1);
    }
  });
}

test.run();
