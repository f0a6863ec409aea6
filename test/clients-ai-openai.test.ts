// The AI SDK with its OpenAI provider's decision model, unchanged, against the real server: the way we recommend for the AI SDK,
// because an undecided question is an error that names it.

import { createOpenAI } from '@ai-sdk/openai';
import {
  APICallError,
  Experimental_DecisionRefusalError as DecisionRefusalError,
  experimental_decide as decide,
} from 'ai';
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

function modelWith(apiKey: string = server.key) {
  return createOpenAI({ apiKey, baseURL: `${server.url}/v1` }).decisionModel('evident-1');
}

const ask = (outcome: Outcome, headers: Record<string, string> = {}) =>
  decide({ model: modelWith(), state: TICKET, questions: aiQuestions(outcome), headers, maxRetries: 0 });

test('decided answers of all three types, checked by the SDK itself', async () => {
  const { answers, usage, response } = await ask('decided');
  assert.equal(answers, {
    team: { type: 'choice', choice: 'billing', probabilities: { technical: 0, billing: 1, other: 0 } },
    severity: { type: 'score', score: 1, probabilities: { 0: 0, 1: 1, 2: 0 } },
    urgent: { type: 'boolean', probability: 1 },
  });
  assert.is(usage.outputTokens, 0);
  // Our own fields are in the body the SDK keeps.
  const body = response.body as {
    readonly answers: readonly { readonly evidence: readonly { readonly path: string }[] }[];
  };
  assert.is(body.answers[0]?.evidence[0]?.path, '/input/0/content/0/data/body');
});

for (const outcome of ['unresolved', 'refused'] as const) {
  test(`${outcome}: the error names each question`, async () => {
    const error = await failure(ask(outcome), DecisionRefusalError);
    assert.equal(error.questionIds, ['team', 'severity', 'urgent']);
  });
}

test('one undecided question among decided ones is named alone', async () => {
  const questions = { ...aiQuestions('decided'), urgent: aiQuestions('refused').urgent };
  const error = await failure(
    decide({ model: modelWith(), state: TICKET, questions, maxRetries: 0 }),
    DecisionRefusalError,
  );
  assert.equal(error.questionIds, ['urgent']);
});

test('a distribution where the header asks for one passes the checks of the SDK', async () => {
  const { answers } = await ask('unresolved', { 'x-evident-undecided': 'distribution' });
  assert.equal(answers, {
    team: { type: 'choice', choice: 'technical', probabilities: { technical: 0.5, billing: 0.5, other: 0 } },
    severity: { type: 'score', score: 0.5, probabilities: { 0: 0.5, 1: 0.5, 2: 0 } },
    urgent: { type: 'boolean', probability: 0.5 },
  });
});

test('every form of state and criteria the SDK sends', async () => {
  const { answers } = await decide({
    model: modelWith(),
    state: [
      { type: 'text', text: 'A short note.' },
      { type: 'json', value: { lines: ['the refund'] } },
    ],
    questions: {
      plain: { type: 'choice', criteria: { refund: null, orderStatus: null } },
      structured: { type: 'choice', criteria: { a: { what: ['short note'], not_for: 'long note' }, b: ['invoice'] } },
      quoted: { type: 'boolean', instructions: 'Does it say "refund"?' },
      levels: { type: 'score', criteria: ['invoice', 'refund'] },
    },
    maxRetries: 0,
  });
  assert.equal(
    [answers.plain.choice, answers.structured.choice, answers.quoted.probability, answers.levels.score],
    ['refund', 'a', 1, 1],
  );
});

const create = (state: string, apiKey?: string, headers: Record<string, string> = {}): Promise<unknown> =>
  decide({ model: modelWith(apiKey), state, questions: aiQuestions('decided'), headers, maxRetries: 0 });

async function told(request: Promise<unknown>): Promise<readonly [status: number | undefined, message: string]> {
  const { statusCode, message } = await failure(request, APICallError);
  return [statusCode, message];
}

test('400, 401, 413 and 422 are told in words', async () => {
  const criteria = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`o${at}`, null]));
  assert.equal(
    await told(
      decide({ model: modelWith(), state: 'x', questions: { q: { type: 'choice', criteria } }, maxRetries: 0 }),
    ),
    [400, '`questions[0].choices`: at most 255 are allowed, not 256.'],
  );
  assert.equal(await told(create('x', 'evd_wrong')), [401, 'This API key is not valid.']);
  assert.equal(await told(create(HUGE_TEXT)), [413, 'The body is larger than 1 MiB, before or after inflation.']);
  assert.equal(await told(create('x', undefined, { 'x-evident-undecided': 'error' })), [
    422,
    'Not decided: team, severity, urgent.',
  ]);
});

test('429 is told in words', async () => {
  assert.equal(await server.whileBusy(() => told(create(LARGE_TEXT))), [
    429,
    'This API key has as many requests under way as it may.',
  ]);
});

test.run();
