// System One through OpenRouter's own client, unchanged, against the real server. It hides the fields it does not know, and
// hands an undecided answer over as unknown, whole, in `raw`.

import { OpenRouter } from '@openrouter/sdk';
import { OpenRouterError } from '@openrouter/sdk/models/errors';
import * as assert from 'uvu/assert';
import type { ClientServer, Outcome } from './support/clients.ts';

import { failure, HUGE_TEXT, LARGE_TEXT, openClientServer, systemOneQuestions, TICKET } from './support/clients.ts';
import { test } from './support/test.ts';

let server: ClientServer;
test.before(async () => {
  server = await openClientServer();
});
test.after(async () => {
  await server.close();
});

function clientWith(apiKey: string = server.key): OpenRouter {
  return new OpenRouter({ apiKey, serverURL: `${server.url}/v1`, retryConfig: { strategy: 'none' } });
}

const ask = (outcome: Outcome, headers: Record<string, string> = {}) =>
  clientWith().systemOne.create(
    { decisionsRequest: { model: 'jev-latest', state: TICKET, questions: systemOneQuestions(outcome) } },
    { headers },
  );

test('decided answers of all three types', async () => {
  const { model, answers, usage } = await ask('decided');
  assert.equal([model, usage.outputTokens], ['evident-1', 0]);
  assert.equal(answers, {
    team: { type: 'choice', choice: 'billing', confidence: 1, probabilities: { technical: 0, billing: 1, other: 0 } },
    severity: {
      type: 'score',
      score: 1,
      confidence: 1,
      legend: { 0: 'cosmetic, typo', 1: 'refund', 2: 'data loss' },
      probabilities: { 0: 0, 1: 1, 2: 0 },
    },
    urgent: { type: 'noul', noul: 1 },
  });
});

for (const outcome of ['unresolved', 'refused'] as const) {
  test(`${outcome}: each type arrives as unknown, with the whole answer in raw`, async () => {
    const { answers } = await ask(outcome);
    for (const [id, type] of [
      ['team', 'choice'],
      ['severity', 'score'],
      ['urgent', 'noul'],
    ] as const) {
      const answer = answers[id] as unknown as {
        readonly isUnknown: boolean;
        readonly raw: Readonly<Record<string, unknown>>;
      };
      assert.is(answer.isUnknown, true);
      assert.equal([answer.raw['type'], answer.raw['outcome'], answer.raw['may_act']], [type, outcome, false]);
    }
  });
}

test('a distribution is known, and cannot be told from a decision but by its confidence', async () => {
  const { answers } = await ask('unresolved', { 'x-evident-undecided': 'distribution' });
  assert.equal(answers, {
    team: {
      type: 'choice',
      choice: 'technical',
      confidence: 0,
      probabilities: { technical: 0.5, billing: 0.5, other: 0 },
    },
    severity: {
      type: 'score',
      score: 0.5,
      confidence: 0,
      legend: { 0: 'Monday', 1: 'refund', 2: 'data loss' },
      probabilities: { 0: 0.5, 1: 0.5, 2: 0 },
    },
    urgent: { type: 'noul', noul: 0.5 },
  });
});

/** The client's schema for these errors wants OpenRouter's own body; status and body are there all the same. */
async function told(request: Promise<unknown>): Promise<readonly [status: number, error: unknown]> {
  const error = await failure(request, OpenRouterError);
  return [error.statusCode, (JSON.parse(error.body) as { readonly error: unknown }).error];
}

const create = (state: string, client = clientWith(), headers: Record<string, string> = {}): Promise<unknown> =>
  client.systemOne.create(
    { decisionsRequest: { model: 'm', state, questions: systemOneQuestions('decided') } },
    { headers },
  );

test('400, 401, 413 and 422 have their status and their words in the body', async () => {
  const criteria = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`o${at}`, 'x']));
  const many = clientWith().systemOne.create({
    decisionsRequest: { model: 'm', state: 'x', questions: { q: { type: 'choice', instructions: 'x', criteria } } },
  });
  assert.equal(await told(many), [400, '/questions/q/criteria: at most 255 options are allowed, not 256']);
  assert.equal(await told(create('x', clientWith('evd_wrong'))), [401, 'This API key is not valid.']);
  assert.equal(await told(create(HUGE_TEXT)), [413, 'The body is larger than 1 MiB, before or after inflation.']);
  assert.equal(await told(create('x', clientWith(), { 'x-evident-undecided': 'error' })), [
    422,
    'Not decided: 3 of 3 questions.',
  ]);
});

test('429 has its status and its words in the body', async () => {
  assert.equal(await server.whileBusy(() => told(create(LARGE_TEXT))), [
    429,
    'This API key has as many requests under way as it may.',
  ]);
});

test.run();
