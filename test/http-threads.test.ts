// Large decisions and routes: done in a thread, with the answers a small request gets, while small requests pass them by.

import * as assert from 'uvu/assert';
import { startServer } from '../server/start.ts';
import { INLINE_BYTES_MAX, INLINE_FUEL_MAX, QUICK_BYTES_MAX } from '../server/work/effort.ts';
import type { TestServer } from './support/server.ts';
import { openServer, TEST_CONFIG } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

// More than decides on the request's own thread.
const PADDING = ' '.repeat(20_000);
const QUESTIONS =
  '{"q":{"type":"choice","criteria":{"yes":"refund","no":"cancel"}},"open":{"type":"choice","criteria":{"a":"zebra"}}}';
const ASK = `{"state":{"text":"I want a refund, 1.50"},"extra":1,"questions":${QUESTIONS}}`;
const CHAT =
  '{"seed":1,"model":"m","messages":[{"role":"user","content":"Please delete the file report.txt"}],"tools":[{"type":"function","function":{"name":"delete_file","description":"Delete a file","parameters":{"type":"object","properties":{"path":{"type":"string","description":"path of the file"}},"required":["path"]}}}]}';

async function both(
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<readonly [Response, Response]> {
  return Promise.all([server.post(path, body, headers), server.post(path, body + PADDING, headers)]);
}

test('a large decision gets the answers, headers and ignored members of a small one', async () => {
  const [small, large] = await both('/v1/systemone', ASK);
  assert.equal([small.status, large.status], [200, 200]);
  assert.is(large.headers.get('x-evident-ignored'), '/extra');
  const texts = await Promise.all([small.text(), large.text()]);
  // The answers as text: what travelled between threads was not printed differently.
  const answers = texts.map((text) => text.slice(text.indexOf('"answers"'), text.indexOf('"usage"')));
  assert.is(answers[0], answers[1]);
  assert.match(answers[0] as string, /"choice":"yes"/);
});

test('an error of a large decision is the error of a small one', async () => {
  for (const [body, headers] of [
    [ASK, { 'x-evident-undecided': 'error' }],
    ['{"state":1,"questions":{}}', {}],
  ] as const) {
    const [small, large] = await both('/v1/systemone', body, headers);
    assert.equal([small.status, large.status], [422, 422]);
    const [a, b] = [await small.json(), await large.json()] as { readonly error: string; readonly detail: object }[];
    assert.equal([a?.error, Object.keys(a?.detail ?? {})], [b?.error, Object.keys(b?.detail ?? {})]);
  }
});

test('a large body that is no JSON is told where it is wrong, as a small one is', async () => {
  const broken = (state: string): string =>
    `{"questions":{"q":{"type":"choice","criteria":{"a":"b",}}},"state":"${state}"}`;
  for (const path of ['/v1/systemone', '/v1/decisions', '/v1/scripts/check', '/v1/chat/completions']) {
    const [small, large] = await Promise.all([
      server.post(path, broken('x')),
      server.post(path, broken('x'.repeat(20_000))),
    ]);
    assert.equal([small.status, large.status], [400, 400], path);
    assert.is(await large.text(), await small.text(), path);
  }
});

test('the server’s setting for undecided questions holds where the request does not say', async () => {
  const strict = await openServer({ undecided: 'error' });
  const body = ASK;
  assert.is((await strict.post('/v1/systemone', body)).status, 422);
  assert.is((await strict.post('/v1/systemone', body, { 'x-evident-undecided': 'omit' })).status, 200);
  assert.is((await strict.post('/v1/systemone', body, { 'x-evident-undecided': 'perhaps' })).status, 400);
  await strict.close();
});

test('a large route gets the choice of a small one, whole and as events', async () => {
  const [small, large] = await both('/v1/chat/completions', CHAT);
  assert.is(small.headers.get('x-evident-outcome'), large.headers.get('x-evident-outcome'));
  const [a, b] = [await small.json(), await large.json()] as { readonly choices: unknown; readonly svc: unknown }[];
  assert.equal([a?.choices !== undefined, a?.svc], [true, b?.svc]);
  const stream = await server.post('/v1/chat/completions', `{"stream":true,${CHAT.slice(1)}${PADDING}`);
  assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.match(await stream.text(), /data: \[DONE\]\n\n$/);
});

test('the same large seeded request gives the same bytes', async () => {
  const texts = await Promise.all(
    [1, 2, 3].map(async () => (await server.post('/v1/chat/completions', CHAT + PADDING)).text()),
  );
  assert.is(new Set(texts).size, 1);
});

test('a body of the limit for short work goes to its threads, a longer one only to those for long work', async () => {
  const done = async (): Promise<readonly number[]> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return ['quick', 'long'].map((lane) =>
      Number(new RegExp(`^evident_thread_work_seconds_count\\{lane="${lane}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0),
    );
  };
  const ask = (bytes: number): Promise<Response> =>
    server.post('/v1/systemone', ASK + ' '.repeat(bytes - Buffer.byteLength(ASK)));
  const before = await done();
  assert.is((await ask(QUICK_BYTES_MAX)).status, 200);
  const between = await done();
  assert.equal(between, [before[0]! + 1, before[1]]);
  assert.is((await ask(QUICK_BYTES_MAX + 1)).status, 200);
  assert.equal(await done(), [between[0], between[1]! + 1]);
});

test('a small request passes a large one by', async () => {
  const state = 'My card was charged twice and I want a refund. '.repeat(15_000);
  const body = `{"state":${JSON.stringify(state)},"questions":${QUESTIONS}}`;
  let waiting = 16;
  const large = Array.from({ length: waiting }, async () => {
    assert.is((await server.post('/v1/systemone', body)).status, 200);
    waiting -= 1;
  });
  // Before the large ones have all arrived some may pass in any case, but not so many.
  let passed = 0;
  for (; waiting > 0; passed += 1) assert.is((await server.post('/v1/systemone', ASK)).status, 200);
  await Promise.all(large);
  assert.ok(passed > 40, `${passed} passed`);
});

test('a small request that turns out to be long gets the answers of a large one', async () => {
  const body = `{"state":"${'a '.repeat(7_000)}","questions":{"q":{"type":"choice","criteria":{"one":"a","two":"a a"}},"r":{"type":"noul","criteria":{"true":"a a a"}}}}`;
  const [small, large] = await both('/v1/systemone', body, { 'x-evident-trace': '1' });
  const texts = await Promise.all([small.text(), large.text()]);
  const { trace } = JSON.parse(texts[0]!) as { readonly trace: { readonly steps: number } };
  assert.ok(
    trace.steps > INLINE_FUEL_MAX && body.length < INLINE_BYTES_MAX,
    `${trace.steps} steps, ${body.length} bytes`,
  );
  const answers = texts.map((text) => text.slice(text.indexOf('"answers"'), text.indexOf('"usage"')));
  assert.is(answers[0], answers[1]);
});

test('a server is ready when its threads have started, and then answers whatever its time for a run', async () => {
  const started = await startServer({ ...TEST_CONFIG, runMs: 200 });
  const ready = async (): Promise<number> => (await fetch(`${started.url}/readyz`)).status;
  const warming = started.warm();
  assert.is(await ready(), 503);
  await warming;
  assert.is(await ready(), 200);
  const lanes = await (await fetch(`${started.url}/metrics`)).text();
  for (const lane of ['quick', 'long'])
    assert.ok(lanes.includes(`\nevident_threads{lane="${lane}",state="idle"} 1\n`), lane);
  await started.close();
  // Closing wins over it.
  await started.warm();
});

test.run();
