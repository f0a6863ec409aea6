// The Decisions wire, case by case: a request and everything the service says to it.
// `node test/decisions-golden.test.ts --update` rewrites the results in test/golden/wire/decisions; read the difference.

import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { renderError } from '../server/error-bodies.ts';
import { ServiceError } from '../server/errors.ts';
import { answerOpenAi, readOpenAiDecisions } from '../server/services/decisions/openai.ts';
import type { Profile, UndecidedMode } from '../server/services/decisions/wire/systemone.ts';
import { engine } from './support/engine.ts';
import { isUpdating, readCases, updateCase } from './support/golden-json.ts';
import { test } from './support/test.ts';

const cases = readCases('wire/decisions');

test('there are cases', () => {
  assert.ok(cases.length >= 16);
});

for (const golden of cases) {
  test(golden.name, async () => {
    const result = await answer(golden.members.get('request') ?? null, golden.members.get('options'));
    if (isUpdating) updateCase(golden, 'result', parseJson(new TextEncoder().encode(result)));
    else assert.fixture(result, writeJson(golden.members.get('result') ?? null));
  });
}

/** What the service says, as text, so that the order of members is compared too. */
async function answer(request: Json, options: Json | undefined): Promise<string> {
  const option = (name: string): unknown => (options instanceof Map ? options.get(name) : undefined);
  try {
    const reply = await answerOpenAi(engine, readOpenAiDecisions(request), {
      bytes: new TextEncoder().encode(writeJson(request)),
      options: {
        undecided: (option('undecided') ?? 'omit') as UndecidedMode,
        profile: (option('profile') ?? null) as Profile | null,
        trace: option('trace') === true,
      },
    });
    if (reply.kind !== 'json') throw new Error(`a reply of ${reply.kind}`);
    return writeJson({ ignored: reply.ignored, body: reply.body });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, body } = renderError('chat', error);
    return writeJson({ status, body });
  }
}

test.run();
