// System One through TypeSafe's own client, unchanged, against the real server.

import {
  APIError,
  AuthenticationError,
  BadRequestError,
  choice,
  noul,
  RateLimitError,
  score,
  TypeSafeClient,
  UnprocessableEntityError,
} from '@typesafe-ai/sdk';
import * as assert from 'uvu/assert';
import type { ClientServer } from './support/clients.ts';

import {
  failure,
  HUGE_TEXT,
  LARGE_TEXT,
  OUTCOMES,
  openClientServer,
  systemOneQuestions,
  TICKET,
} from './support/clients.ts';
import { test } from './support/test.ts';

let server: ClientServer;
let client: TypeSafeClient;
test.before(async () => {
  server = await openClientServer();
  client = new TypeSafeClient({ apiKey: server.key, baseURL: server.url, logLevel: 'off' });
});
test.after(async () => {
  await server.close();
});

/** The client's types know TypeSafe's fields only; it hands ours through. */
interface Ours {
  readonly outcome: string;
  readonly may_act: boolean;
  readonly index?: number;
  readonly value?: boolean;
  readonly supported: readonly string[];
  readonly unfound?: readonly string[];
  readonly reason?: { readonly code: string };
  readonly evidence: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
}

function ours(answer: unknown): Ours {
  return answer as Ours;
}

test('decided answers of all three types', async () => {
  const { answers, model, usage } = await client.systemOne({
    state: TICKET,
    questions: {
      category: choice('Which team?', { billing: 'refund, charged twice', technical: 'outage, bug', other: null }),
      severity: score('How bad?', ['cosmetic, typo', 'refund', 'data loss']),
      urgent: noul('Is it urgent?', { true: 'urgent, asap', false: 'no hurry' }),
    },
  });
  assert.is(model, 'evident-1');
  assert.ok(Number.isInteger(usage.input_tokens) && usage.output_tokens === 0);
  assert.is(answers.category.choice, 'billing');
  assert.equal(answers.category.probabilities, { billing: 1, technical: 0, other: 0 });
  assert.is(answers.category.confidence, 1);
  assert.is(answers.severity.score, 1);
  assert.equal(answers.severity.legend, { 0: 'cosmetic, typo', 1: 'refund', 2: 'data loss' });
  assert.is(answers.urgent.noul, 1);
  for (const answer of Object.values(answers)) {
    assert.is(ours(answer).outcome, 'decided');
    assert.ok(ours(answer).may_act);
    for (const { path, start, end, text } of ours(answer).evidence) {
      assert.is(path, '/body');
      assert.is(Buffer.from(TICKET.body).subarray(start, end).toString(), text);
    }
  }
});

for (const outcome of OUTCOMES) {
  test(`${outcome}: outcome and gate reach the application for each type`, async () => {
    const { answers } = await client.systemOne({ state: TICKET, questions: systemOneQuestions(outcome) });
    for (const answer of Object.values(answers)) {
      assert.equal([ours(answer).outcome, ours(answer).may_act], [outcome, outcome === 'decided']);
      assert.is('choice' in answer || 'score' in answer || 'noul' in answer, outcome === 'decided');
    }
  });
}

const open = {
  state: TICKET,
  questions: {
    both: choice('Which team?', { billing: 'refund', week: 'Monday' }),
    none: score('How bad?', ['typo', 'data loss']),
    quoted: noul('Does it say "chargeback"?'),
  },
};

test('what is not decided has nothing that looks like a decision', async () => {
  const { answers } = await client.systemOne(open);
  assert.is(ours(answers.both).outcome, 'unresolved');
  assert.equal(ours(answers.both).supported, ['billing', 'week']);
  assert.is(ours(answers.both).reason?.code, 'two-supported');
  assert.is(ours(answers.none).outcome, 'refused');
  assert.equal(ours(answers.none).unfound, ['typo', 'data loss']);
  assert.equal(ours(answers.quoted).unfound, ['chargeback']);
  for (const answer of Object.values(answers)) assert.not.ok(ours(answer).may_act);
  assert.not.ok('choice' in answers.both || 'score' in answers.none || 'noul' in answers.quoted);
});

test('a distribution for who needs the fields', async () => {
  const { answers } = await client.systemOne(open, { headers: { 'x-evident-undecided': 'distribution' } });
  assert.equal(answers.both.probabilities, { billing: 0.5, week: 0.5 });
  assert.is(answers.both.confidence, 0);
  assert.is(answers.none.score, 0.5);
  assert.is(answers.quoted.noul, 0.5);
  for (const answer of Object.values(answers)) assert.not.ok(ours(answer).may_act);
});

test('an error for who would not look at the outcome', async () => {
  const error = await failure(
    client.systemOne(open, { headers: { 'x-evident-undecided': 'error' } }),
    UnprocessableEntityError,
  );
  assert.match(error.message, 'Not decided: 3 of 3 questions.');
});

test('the core profile has exactly the fields of the wire', async () => {
  const response = await client.systemOne(open, { headers: { 'x-evident-profile': 'core' } });
  assert.equal(Object.keys(response), ['model', 'answers', 'usage']);
  assert.equal(Object.keys(response.answers.both), ['type', 'choice', 'probabilities', 'confidence']);
  assert.equal(Object.keys(response.answers.none), ['type', 'score', 'legend', 'probabilities', 'confidence']);
  assert.equal(Object.keys(response.answers.quoted), ['type', 'noul']);
});

test('what is wrong is told in words the client shows, once', async () => {
  let requests = 0;
  const counting = new TypeSafeClient({
    apiKey: server.key,
    baseURL: server.url,
    logLevel: 'off',
    fetch: (input, init) => {
      requests += 1;
      return fetch(input, init);
    },
  });
  const invalid = await failure(
    counting.systemOne({ state: 5 as unknown as string, questions: { q: noul('x') } }),
    UnprocessableEntityError,
  );
  assert.match(invalid.message, 'state: Input should be a string, an object or an array');
  const options = Object.fromEntries(Array.from({ length: 256 }, (_, i) => [`o${i}`, null]));
  const beyond = await failure(
    counting.systemOne({ state: 'x', questions: { q: choice('x', options) } }),
    BadRequestError,
  );
  assert.match(beyond.message, 'at most 255 options are allowed, not 256');
  const huge = await failure(counting.systemOne({ state: HUGE_TEXT, questions: { q: noul('x') } }), APIError);
  assert.equal([huge.status, huge.message.includes('larger than 1 MiB')], [413, true]);
  assert.is(requests, 3);
});

test('a wrong key is 401, a key without the scope 403', async () => {
  const wrong = new TypeSafeClient({ apiKey: 'evd_wrong', baseURL: server.url, logLevel: 'off' });
  const refused = await failure(wrong.systemOne(open), AuthenticationError);
  assert.match(refused.message, 'This API key is not valid.');
  const scripts = new TypeSafeClient({
    apiKey: await server.keys.add('scripts', 'scripts'),
    baseURL: server.url,
    logLevel: 'off',
  });
  const forbidden = await failure(scripts.systemOne(open), APIError);
  assert.equal([forbidden.status, forbidden.message.includes('does not have the scope decide')], [403, true]);
});

test('429 is told in words, with the time to wait', async () => {
  const once = new TypeSafeClient({
    apiKey: server.key,
    baseURL: server.url,
    logLevel: 'off',
    retry: { maxRetries: 0 },
  });
  const busy = await server.whileBusy(() =>
    failure(once.systemOne({ state: LARGE_TEXT, questions: { q: noul('"x"') } }), RateLimitError),
  );
  assert.match(busy.message, 'This API key has as many requests under way as it may.');
  assert.is(busy.retryAfterMs, 1000);
});

test('the request id is in the header the client reads', async () => {
  const { requestId } = await client.systemOne(open).withResponse();
  assert.match(requestId ?? '', /^req_/);
});

test('the models are listed', async () => {
  const models = await client.models.list();
  assert.equal(
    models.map(({ name }) => name),
    ['evident-1'],
  );
});

test('the same request gives the same bytes, over and over', async () => {
  const body =
    '{"state":{"2":"refund","1":"é refund"},"questions":{"10":{"type":"choice","criteria":{"2":"refund","1":"x"}},"__proto__":{"type":"noul","instructions":"\\"refund\\"?"}}}';
  const texts = new Set<string>();
  for (let i = 0; i < 50; i += 1)
    texts.add(await (await server.post('/v1/systemone', body, { authorization: `Bearer ${server.key}` })).text());
  assert.is(texts.size, 1);
  const [text = ''] = texts;
  assert.match(text, '"answers":{"10":');
  assert.match(text, '"probabilities":{"2":1,"1":0}');
  assert.match(text, '"__proto__":{"type":"noul","outcome":"decided"');
  assert.match(text, '"path":"/1","start":3,"end":9');
});

test.run();
