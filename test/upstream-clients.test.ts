// Clients, unchanged, against a service with an upstream engine: none takes for a decision what may not act, and all read what may.

import { createOpenAI } from '@ai-sdk/openai';
import { createTypeSafeAi } from '@ai-sdk/typesafe-ai';
import { choice, TypeSafeClient } from '@typesafe-ai/sdk';
import type { Experimental_EvaluationModel as EvaluationModel } from 'ai';
import { Experimental_DecisionRefusalError as DecisionRefusalError, experimental_decide as decide } from 'ai';
import * as assert from 'uvu/assert';
import { ENGINE, helpedEngine } from '../server/engines/identity.ts';
import { aiQuestions, failure, TICKET } from './support/clients.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import type { FakeUpstream } from './support/upstream.ts';
import { openHelpedServer, openUpstream, say, write } from './support/upstream.ts';

let upstream: FakeUpstream;
let helped: TestServer;
let acting: TestServer;
test.before(async () => {
  upstream = await openUpstream(say('', 500));
  const openai = { kind: 'openai', url: upstream.url, model: 'm' };
  helped = await openHelpedServer(openai);
  acting = await openHelpedServer({ ...openai, may_act: true });
});
test.before.each(() => {
  upstream.play = write({
    answers: [
      { id: 'q0', option: 'billing', quote: null },
      { id: 'q1', option: '1', quote: null },
      { id: 'q2', option: 'true', quote: null },
    ],
  });
});
test.after(async () => {
  await helped.close();
  await acting.close();
  await upstream.close();
});

const CHOSEN = {
  team: { type: 'choice', choice: 'billing', probabilities: { technical: 0, billing: 1, other: 0 } },
  severity: { type: 'score', score: 1, probabilities: { 0: 0, 1: 1, 2: 0 } },
  urgent: { type: 'boolean', probability: 1 },
};

const refusable = (server: TestServer) =>
  decide({
    model: createOpenAI({ apiKey: 'x', baseURL: `${server.url}/v1` }).decisionModel('evident-1'),
    state: TICKET,
    questions: aiQuestions('unresolved'),
    maxRetries: 0,
  });

test('the AI SDK over /v1/decisions: what may not act is refused by name, what may passes its checks', async () => {
  const error = await failure(refusable(helped), DecisionRefusalError);
  assert.equal(error.questionIds, ['team', 'severity', 'urgent']);
  assert.equal((await refusable(acting)).answers, CHOSEN);
});

test('the AI SDK over /v1/systemone: its checks hold, and the gate is in the body', async () => {
  for (const [server, mayAct] of [
    [helped, false],
    [acting, true],
  ] as const) {
    const model = createTypeSafeAi({
      apiKey: 'x',
      baseURL: `${server.url}/v1`,
      headers: { 'x-evident-undecided': 'distribution' },
    }).evaluationModel('m') as unknown as EvaluationModel;
    const { answers, response } = await decide({
      model,
      state: TICKET,
      questions: aiQuestions('unresolved'),
      maxRetries: 0,
    });
    if (mayAct) assert.equal(answers, CHOSEN);
    const told = Object.values(
      (
        response.body as {
          readonly answers: Record<string, { readonly may_act: boolean; readonly confidence?: number }>;
        }
      ).answers,
    );
    assert.equal(
      told.map(({ may_act, confidence = null }) => [may_act, confidence]),
      [
        [mayAct, mayAct ? 1 : 0],
        [mayAct, mayAct ? 1 : 0],
        [mayAct, null],
      ],
    );
  }
});

test("TypeSafe's client hands the gate and the engine through", async () => {
  const client = new TypeSafeClient({ apiKey: 'x', baseURL: helped.url, logLevel: 'off' });
  const { answers } = await client.systemOne({
    state: TICKET,
    questions: { team: choice('Which team?', { technical: 'Monday', billing: 'refund' }) },
  });
  const told = answers.team as unknown as Record<string, unknown>;
  assert.equal(
    [told['choice'], told['supported'], told['may_act'], told['engine']],
    [undefined, ['billing'], false, helpedEngine('judge')],
  );
});

test('a service like ours as the upstream of another: it knows no better, so it proposes nothing', async () => {
  const other = await openServer({ undecided: 'distribution' });
  const chained = await openHelpedServer({ kind: 'systemone', url: `${other.url}/v1/systemone` });
  try {
    const response = await chained.post(
      '/v1/systemone',
      '{"state":"a refund after a crash","questions":{"team":{"type":"choice","criteria":{"billing":"refund","technical":"crash"}}}}',
    );
    const { answers } = (await response.json()) as {
      readonly answers: { readonly team: { readonly outcome: string; readonly engine: string } };
    };
    assert.equal(
      [response.headers.get('x-evident-upstream'), answers.team.outcome, answers.team.engine],
      ['judge; answered', 'unresolved', ENGINE],
    );
  } finally {
    await chained.close();
    await other.close();
  }
});

test.run();
