// The AI SDK with TypeSafe's provider, unchanged, against the real server. It wants every field of every answer, so it needs the
// header that spreads what is not decided; without it one undecided question rejects the whole response.

import { createTypeSafeAi } from '@ai-sdk/typesafe-ai';
import type { Experimental_EvaluationModel as EvaluationModel } from 'ai';
import { APICallError, experimental_decide as decide } from 'ai';
import * as assert from 'uvu/assert';
import type { ClientServer, Outcome } from './support/clients.ts';

import { aiQuestions, failure, HUGE_TEXT, LARGE_TEXT, openClientServer, TICKET } from './support/clients.ts';
import { test } from './support/test.ts';

let server: ClientServer;
test.before(async () => {
  server = await openClientServer();
});
test.after(async () => {
  await server.close();
});

const SPREAD = { 'x-evident-undecided': 'distribution' };

/** The provider's types are of an older version than the SDK's; what runs is the same. */
function modelWith(apiKey: string, headers: Record<string, string>): EvaluationModel {
  return createTypeSafeAi({ apiKey, baseURL: `${server.url}/v1`, headers }).evaluationModel(
    'jev-latest',
  ) as unknown as EvaluationModel;
}

const ask = (outcome: Outcome, headers: Record<string, string> = SPREAD) =>
  decide({ model: modelWith(server.key, headers), state: TICKET, questions: aiQuestions(outcome), maxRetries: 0 });

interface Body {
  readonly answers: Readonly<
    Record<
      string,
      { readonly outcome: string; readonly may_act: boolean; readonly evidence: readonly { readonly path: string }[] }
    >
  >;
}

const DECIDED = {
  team: { type: 'choice', choice: 'billing', probabilities: { technical: 0, billing: 1, other: 0 } },
  severity: { type: 'score', score: 1, probabilities: { 0: 0, 1: 1, 2: 0 } },
  urgent: { type: 'boolean', probability: 1 },
};

test('decided answers of all three types pass the checks of the SDK, with the header and without', async () => {
  for (const headers of [SPREAD, {}]) {
    const { answers, response } = await ask('decided', headers);
    assert.equal(answers, DECIDED);
    // The SDK wraps a state in parts; evidence keeps the path in what was sent.
    assert.is((response.body as Body).answers['team']?.evidence[0]?.path, '/0/value/body');
  }
});

for (const [outcome, choice, probabilities, score] of [
  ['unresolved', 'technical', { technical: 0.5, billing: 0.5, other: 0 }, 0.5],
  ['refused', 'technical', { technical: 1 / 3, billing: 1 / 3, other: 1 / 3 }, 1],
] as const) {
  test(`${outcome}: spread evenly, and the gate is in the body`, async () => {
    const { answers, response, providerMetadata } = await ask(outcome);
    assert.equal(
      [answers.team.choice, answers.team.probabilities, answers.severity.score, answers.urgent.probability],
      [choice, probabilities, score, 0.5],
    );
    assert.equal(providerMetadata, { typesafe: { confidence: { team: 0, severity: 0 } } });
    for (const answer of Object.values((response.body as Body).answers))
      assert.equal([answer.outcome, answer.may_act], [outcome, false]);
  });

  test(`${outcome}: without the header the whole response is rejected`, async () => {
    assert.match((await told(ask(outcome, {})))[1], /Invalid JSON response/);
  });
}

test('the same by a setting of the key, for applications that cannot send headers', async () => {
  const key = await server.keys.add('ai-sdk', 'decide', { undecided: 'distribution' });
  const { answers } = await decide({
    model: modelWith(key, {}),
    state: TICKET,
    questions: aiQuestions('unresolved'),
    maxRetries: 0,
  });
  assert.is(answers.team.choice, 'technical');
});

async function told(request: Promise<unknown>): Promise<readonly [status: number | undefined, message: string]> {
  const error = await failure(request, Error);
  // The provider throws a class of its own copy of the SDK's base; the mark on it is the same.
  if (!APICallError.isInstance(error)) throw error;
  return [error.statusCode, error.message];
}

const create = (
  state: string,
  apiKey: string = server.key,
  headers: Record<string, string> = SPREAD,
): Promise<unknown> =>
  decide({ model: modelWith(apiKey, headers), state, questions: aiQuestions('decided'), maxRetries: 0 });

test('400, 401, 413 and 422 are told in words', async () => {
  assert.equal(await told(create('x', server.key, { 'x-evident-undecided': 'perhaps' })), [
    400,
    'x-evident-undecided must be one of omit, error, distribution.',
  ]);
  assert.equal(await told(create('x', 'evd_wrong')), [401, 'This API key is not valid.']);
  assert.equal(await told(create(HUGE_TEXT)), [413, 'The body is larger than 1 MiB, before or after inflation.']);
  assert.equal(await told(create('x', server.key, { 'x-evident-undecided': 'error' })), [
    422,
    'Not decided: 3 of 3 questions.',
  ]);
});

test('429 is told in words', async () => {
  assert.equal(await server.whileBusy(() => told(create(LARGE_TEXT))), [
    429,
    'This API key has as many requests under way as it may.',
  ]);
});

test.run();
