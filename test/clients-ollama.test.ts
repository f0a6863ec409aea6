// System One through Ollama's own client, unchanged, against the real server.

import { Ollama } from 'ollama';
import * as assert from 'uvu/assert';
import type { ClientServer } from './support/clients.ts';

import {
  Answered,
  HUGE_TEXT,
  LARGE_TEXT,
  OUTCOMES,
  openClientServer,
  systemOneQuestions,
  TICKET,
} from './support/clients.ts';
import { test } from './support/test.ts';

let server: ClientServer;
test.before(async () => {
  server = await openClientServer();
});
test.after(async () => {
  await server.close();
});

function clientWith(headers: Record<string, string> = {}): Ollama {
  return new Ollama({ host: server.url, headers: { authorization: `Bearer ${server.key}`, ...headers } });
}

/** The client hands every field through; its types know TypeSafe's only. */
interface Ours {
  readonly outcome: string;
  readonly may_act: boolean;
  readonly supported: readonly string[];
  readonly unfound?: readonly string[];
}

const ours = (answer: unknown): Ours => answer as Ours;

test('decided answers of all three types', async () => {
  const { model, answers, usage } = await clientWith().systemone({
    model: 'jev-latest',
    state: TICKET,
    questions: systemOneQuestions('decided'),
  });
  assert.equal([model, usage.output_tokens], ['evident-1', 0]);
  const { team, severity, urgent } = answers;
  assert.ok(team?.type === 'choice' && severity?.type === 'score' && urgent?.type === 'noul');
  assert.equal(
    [team.choice, team.confidence, team.probabilities],
    ['billing', 1, { technical: 0, billing: 1, other: 0 }],
  );
  assert.equal([severity.score, severity.legend], [1, { 0: 'cosmetic, typo', 1: 'refund', 2: 'data loss' }]);
  assert.is(urgent.noul, 1);
});

for (const outcome of OUTCOMES) {
  test(`${outcome}: outcome and gate reach the application`, async () => {
    const { answers } = await clientWith().systemone({
      model: 'any',
      state: TICKET,
      questions: systemOneQuestions(outcome),
      keep_alive: '5m',
    });
    assert.equal(Object.keys(answers), ['team', 'severity', 'urgent']);
    for (const answer of Object.values(answers)) {
      assert.equal([ours(answer).outcome, ours(answer).may_act], [outcome, outcome === 'decided']);
      assert.is('choice' in answer || 'score' in answer || 'noul' in answer, outcome === 'decided');
    }
    assert.equal(
      ours(answers['team']).supported,
      { decided: ['billing'], unresolved: ['technical', 'billing'], refused: [] }[outcome],
    );
  });
}

test('a distribution for who needs the fields', async () => {
  const { answers } = await clientWith({ 'x-evident-undecided': 'distribution' }).systemone({
    model: 'any',
    state: TICKET,
    questions: systemOneQuestions('unresolved'),
  });
  const { team, severity, urgent } = answers;
  assert.ok(team?.type === 'choice' && severity?.type === 'score' && urgent?.type === 'noul');
  assert.equal([team.choice, team.confidence, severity.score, urgent.noul], ['technical', 0, 0.5, 0.5]);
  for (const answer of Object.values(answers)) assert.not.ok(ours(answer).may_act);
});

/** The client's error type is not exported; it has the status under this name. */
async function rejection(request: Promise<unknown>): Promise<readonly [status: unknown, message: string]> {
  try {
    await request;
  } catch (error) {
    return [(error as { readonly status_code?: unknown }).status_code, (error as Error).message];
  }
  throw new Answered();
}

const questions = systemOneQuestions('decided');

test('400, 401, 413 and 422 are told in words', async () => {
  const options = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`o${at}`, null]));
  assert.equal(
    await rejection(
      clientWith().systemone({
        model: 'm',
        state: 'x',
        questions: { q: { type: 'choice', instructions: 'x', criteria: options } },
      }),
    ),
    [400, '/questions/q/criteria: at most 255 options are allowed, not 256'],
  );
  assert.equal(
    await rejection(clientWith({ authorization: 'Bearer evd_wrong' }).systemone({ model: 'm', state: 'x', questions })),
    [401, 'This API key is not valid.'],
  );
  assert.equal(await rejection(clientWith().systemone({ model: 'm', state: HUGE_TEXT, questions })), [
    413,
    'The body is larger than 1 MiB, before or after inflation.',
  ]);
  assert.equal(await rejection(clientWith().systemone({ model: 'm', state: 5 as never, questions })), [
    422,
    'state: Input should be a string, an object or an array',
  ]);
  assert.equal(
    await rejection(clientWith({ 'x-evident-undecided': 'error' }).systemone({ model: 'm', state: 'x', questions })),
    [422, 'Not decided: 3 of 3 questions.'],
  );
});

test('what only a model server has is told in words', async () => {
  const client = clientWith();
  const messages = [{ role: 'user', content: 'hello' }];
  for (const asked of [client.list(), client.show({ model: 'm' }), client.chat({ model: 'm', messages })])
    assert.equal(await rejection(asked), [404, 'There is no such endpoint.']);
});

test('429 is told in words', async () => {
  const told = await server.whileBusy(() =>
    rejection(clientWith().systemone({ model: 'm', state: LARGE_TEXT, questions })),
  );
  assert.equal(told, [429, 'This API key has as many requests under way as it may.']);
});

test.run();
