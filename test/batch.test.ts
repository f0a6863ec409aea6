// Batches: many items in one request, each answered as a request of its own, in order, and no further than somebody reads.

import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { BODY_BYTES_MAX, LINES_BYTES_MAX } from '../server/operation.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

type Line = Record<string, any>;
const LINES = 'application/x-ndjson';
const QUESTIONS = { team: { type: 'choice', criteria: { billing: 'refund', support: 'crash' } } };

async function post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': LINES, ...headers } });
}

async function linesOf(answer: Response): Promise<Line[]> {
  const text = await answer.text();
  assert.ok(text === '' || text.endsWith('\n'));
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const linesFor = (...values: unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const STATES = ['I want a refund', 'it crashed: crash!', { note: 'nothing' }, { a: 'refund', n: 1.5 }];

test('lines of states are answered as requests of their own, in their order', async () => {
  const answer = await post(
    '/v1/systemone/batch',
    linesFor({ questions: QUESTIONS }, ...STATES.map((state, at) => ({ id: `s${at}`, state }))),
  );
  assert.is(answer.status, 200);
  assert.is(answer.headers.get('content-type'), LINES);
  const lines = await linesOf(answer);
  assert.equal(
    lines.map(({ index, id, status }) => [index, id, status]),
    STATES.map((_, at) => [at, `s${at}`, 200]),
  );
  for (const [at, state] of STATES.entries()) {
    const alone = await post('/v1/systemone', JSON.stringify({ questions: QUESTIONS, state }), {
      'content-type': 'application/json',
    });
    assert.equal(lines[at]!['body'], await alone.json());
  }
});

test('a body of JSON has the states in a list, and scripts have inputs', async () => {
  const asked = { questions: QUESTIONS, states: STATES };
  const decided = await linesOf(await post('/v1/systemone/batch', JSON.stringify(asked, null, 2)));
  assert.equal(
    decided.map(({ body }) => body.answers.team.outcome),
    ['decided', 'decided', 'refused', 'decided'],
  );
  const script = { script: '(* 2 (:n input))', fuel: 1000 };
  const ran = await linesOf(
    await post('/v1/scripts/run/batch', JSON.stringify({ ...script, inputs: [{ n: 2 }, { n: 'x' }, { n: 1.5 }] })),
  );
  assert.equal(
    ran.map(({ status, body }) => [status, body.output]),
    [
      [200, 4],
      [422, undefined],
      [200, 3],
    ],
  );
  assert.is(ran[1]!['body'].error.code, 'type');
});

test('a line may have questions of its own, and one that is wrong costs no other its answer', async () => {
  const own = { score: { type: 'noul', criteria: { true: 'nothing' } } };
  const body =
    linesFor({ questions: QUESTIONS }, { state: 'refund' }) +
    '{"state": \n' +
    '[1]\n\n \t\n' +
    linesFor(
      { state: 5 },
      { questions: own, state: 'nothing' },
      { id: 7, state: 'crash', questions: {} },
      { state: 'refund' },
    );
  const lines = await linesOf(await post('/v1/systemone/batch', body));
  assert.equal(
    lines.map(({ status }) => status),
    [200, 400, 400, 422, 200, 422, 200],
  );
  assert.equal(Object.keys(lines[4]!['body'].answers), ['score']);
  assert.is(lines[5]!['id'], 7);
  assert.equal(
    lines.map(({ index }) => index),
    [0, 1, 2, 3, 4, 5, 6],
  );
});

test('of each item is told what of it was not read, as a request of its own is', async () => {
  const shared = { questions: QUESTIONS, colour: 'red' };
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, at]));
  const lines = await linesOf(
    await post('/v1/systemone/batch', linesFor(shared, { state: 'refund', 'a/b': 1 }, { state: 'crash', ...many })),
  );
  assert.equal(lines[0]!['ignored'], ['/colour', '/a~1b']);
  assert.is(lines[1]!['ignored'].length, 20);
  assert.equal(Object.keys(lines[0]!), ['index', 'status', 'ignored', 'body']);
  const runs = { script: '(inc input)', inputs: [1], speed: 'high' };
  const [run] = await linesOf(await post('/v1/scripts/run/batch', JSON.stringify(runs)));
  assert.equal(run!['ignored'], ['/speed']);
});

test('the first line may be an item itself', async () => {
  const lines = await linesOf(
    await post('/v1/systemone/batch', linesFor({ questions: QUESTIONS, state: 'refund' }, { state: 'crash' })),
  );
  assert.equal(
    lines.map(({ status }) => status),
    [200, 422],
  );
});

for (const [body, headers, status] of [
  ['', {}, 400],
  ['[]', {}, 400],
  ['nonsense', {}, 400],
  ['{"questions": {}, "states": 5}', {}, 400],
  ['{"questions": {}, "states": []}', {}, 200],
  ['{"questions": {}}', { 'content-type': 'text/plain' }, 415],
] as const)
  test(`${body} is answered ${status}`, async () => {
    const answer = await post('/v1/systemone/batch', body, headers);
    assert.is(answer.status, status);
    await answer.arrayBuffer();
  });

test('lines are taken by batches alone', async () => {
  const answer = await post('/v1/systemone', linesFor({ questions: QUESTIONS, state: 'x' }));
  assert.is(answer.status, 415);
  await answer.arrayBuffer();
});

test('how long a body may be, and a line of it', async () => {
  const head = linesFor({ questions: QUESTIONS });
  const padded = (length: number): string => head + ' '.repeat(length - head.length);
  const statusOf = async (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<number> => {
    const answer = await post('/v1/systemone/batch', body, headers);
    await answer.arrayBuffer();
    return answer.status;
  };
  assert.is(await statusOf(padded(LINES_BYTES_MAX)), 200);
  assert.is(await statusOf(padded(LINES_BYTES_MAX + 1)), 413);
  assert.is(await statusOf(gzipSync(padded(LINES_BYTES_MAX)), { 'content-encoding': 'gzip' }), 200);
  assert.is(await statusOf(gzipSync(padded(LINES_BYTES_MAX + 1)), { 'content-encoding': 'gzip' }), 413);
  const line = (length: number): string => `{"state":"${'x'.repeat(length - 12)}"}`;
  const lines = await linesOf(
    await post('/v1/systemone/batch', `${head}${line(BODY_BYTES_MAX)}\n${line(BODY_BYTES_MAX + 1)}\n`),
  );
  assert.equal(
    lines.map(({ status }) => status),
    [200, 413],
  );
});

test('a client that stops reading is waited for, and one that goes away is not worked for', async () => {
  const states = linesFor({ questions: QUESTIONS }) + linesFor({ state: `a refund ${'x '.repeat(900)}` }).repeat(2_000);
  const before = process.memoryUsage().rss;
  const answered = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const request = httpRequest(`${server.url}/v1/systemone/batch`, {
      method: 'POST',
      headers: { 'content-type': LINES },
    });
    request.on('response', resolve).on('error', reject).end(states);
  });
  answered.pause();
  // Others are answered while it waits.
  const other = await post('/v1/systemone/batch', linesFor({ questions: QUESTIONS }, { state: 'refund' }));
  assert.is((await linesOf(other)).length, 1);
  answered.destroy();
  await until(async () => (await fetch(`${server.url}/health`)).ok);
  assert.ok(process.memoryUsage().rss - before < 400 * 2 ** 20);
});

test.run();
