// Chat, case by case: a request and everything that goes back over the wire.
// `node test/routing-golden.test.ts --update` rewrites the results in test/golden/wire/chat; read the difference.

import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { ENGINE, MODEL } from '../server/engines/identity.ts';
import { explainRoute } from '../server/engines/routing/route.ts';
import { reasonsOf } from '../server/engines/routing/verdict/reasons.ts';
import { readChatRequest } from '../server/services/routing/wire/chat.ts';
import { chatChunks, chatResponse, seededIds } from '../server/services/routing/wire/completion.ts';
import { isUpdating, readCases, updateCase } from './support/golden-json.ts';
import { test } from './support/test.ts';

const cases = readCases('wire/chat');

test('there are cases for calls, questions, refusals and wrong requests', () => {
  for (const kind of ['call', 'ask', 'refuse', 'invalid', 'choice', 'stream'])
    assert.ok(
      cases.some(({ name }) => name.startsWith(kind)),
      kind,
    );
});

for (const golden of cases) {
  test(golden.name, () => {
    const result = answer(golden.members.get('request') ?? null);
    if (isUpdating) updateCase(golden, 'result', parseJson(new TextEncoder().encode(result)));
    else assert.fixture(result, writeJson(golden.members.get('result') ?? null));
  });
}

/** What goes back, as text, so that the order of members is compared too. */
function answer(json: Json): string {
  const bytes = new TextEncoder().encode(writeJson(json));
  const reading = readChatRequest(json);
  if (reading.kind === 'invalid') return writeJson(reading);
  const { request, ignored } = reading;
  const tools = request.tools.flatMap((tool) => (tool.kind === 'function' ? [tool.definition] : []));
  const explained = explainRoute({ ...request, tools });
  const { decision } = explained;
  const context = {
    ...seededIds(bytes),
    model: MODEL,
    engine: ENGINE,
    ignored,
    requestBytes: bytes.length,
    asObject: request.asObject,
    explain: request.explain ? reasonsOf(explained) : null,
  };
  if (!request.stream) return writeJson(chatResponse(decision, context));
  return writeJson([...chatChunks(decision, context, request)]);
}

test.run();
