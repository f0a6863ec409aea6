// System One, case by case: a request and everything the engine says to it.
// `node test/systemone-golden.test.ts --update` rewrites the results in test/golden/wire/systemone; read the difference.

import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import type { Profile, UndecidedMode } from '../server/services/decisions/wire/systemone.ts';
import { readSystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { engine } from './support/engine.ts';
import { isUpdating, readCases, updateCase } from './support/golden-json.ts';
import { test } from './support/test.ts';

const cases = readCases('wire/systemone');

test('there are cases', () => {
  assert.ok(cases.length >= 30);
});

for (const golden of cases) {
  test(golden.name, async () => {
    const result = await answer(golden.members.get('request') ?? null, golden.members.get('options'));
    if (isUpdating) updateCase(golden, 'result', parse(result));
    else assert.fixture(result, writeJson(golden.members.get('result') ?? null));
  });
}

/** What the engine says, as text, so that the order of members is compared too. */
async function answer(json: Json, options: Json | undefined): Promise<string> {
  const reading = readSystemOneRequest(json);
  if (reading.kind === 'invalid')
    return writeJson({ status: reading.status, message: reading.message, detail: reading.detail });
  const option = (name: string): unknown => (options instanceof Map ? options.get(name) : undefined);
  const result = await decideSystemOne(engine, reading.request, {
    bytes: new TextEncoder().encode(writeJson(json)),
    undecided: (option('undecided') ?? 'omit') as UndecidedMode,
    profile: option('profile') as Profile,
  });
  if (result.kind !== 'answered') return writeJson(result);
  return writeJson({ ignored: reading.ignored, undecided: result.undecidedIds, body: result.body });
}

function parse(text: string): Json {
  return parseJson(new TextEncoder().encode(text));
}

test.run();
