// What an operator sees: metrics of every kind of request, and access lines without content.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openKeyFolder } from './support/keys.ts';
import { everything, raw } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';
import { openHelpedServer, openUpstream, propose } from './support/upstream.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-telemetry-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const CONFIG = join(folder, 'mcp.json');
writeFileSync(CONFIG, JSON.stringify({ mcpServers: { ev: everything(), raw: raw() } }));
const POLICIES = mkdtempSync(join(folder, 'policies-'));
writeFileSync(join(POLICIES, 'all.script'), '{:verdict "allow"}');

let server: TestServer;
test.before(async () => {
  server = await openServer({ mcpConfig: CONFIG, policies: POLICIES, guardsBefore: ['all'] });
});
test.after(() => server.close());

const scrape = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();

/** The value of one series; 0 when it is not there yet. */
async function value(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

const QUESTIONS = {
  state: 'The parcel never came.',
  questions: {
    lost: { type: 'noul', criteria: { true: 'never came' } },
    angry: { type: 'noul', criteria: { true: 'furious' } },
  },
};

const GROWN: readonly (readonly [series: string, by: number, path: string, body: unknown])[] = [
  ['evident_answers_total{route="/v1/systemone",kind="noul",outcome="decided"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_answers_total{route="/v1/systemone",kind="noul",outcome="refused"}', 1, '/v1/systemone', QUESTIONS],
  [
    'evident_answers_total{route="/v1/systemone",kind="choice",outcome="decided"}',
    1,
    '/v1/systemone/batch',
    { questions: { team: { type: 'choice', criteria: { a: 'apple', b: 'pear' } } }, states: ['an apple', 'a plum'] },
  ],
  [
    'evident_answers_total{route="/v1/decisions",kind="noul",outcome="decided"}',
    1,
    '/v1/decisions',
    {
      model: 'evident-1',
      input: 'It is urgent.',
      questions: [{ type: 'predicate', name: 'urgent', instructions: 'Is it "urgent"?' }],
    },
  ],
  ['evident_requests_total{route="/v1/systemone",method="POST",status="200"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_request_seconds_count{route="/v1/systemone"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_steps_total{route="/v1/scripts/run"}', 3, '/v1/scripts/run', { script: '(+ 1 2)' }],
  [
    'evident_answers_total{route="/v1/scripts/run",kind="run",outcome="fault"}',
    1,
    '/v1/scripts/run',
    { script: '(/ 1 0)' },
  ],
  [
    'evident_fuel_exhausted_total{route="/v1/scripts/run"}',
    1,
    '/v1/scripts/run',
    { script: '(sum (range 100))', fuel: 9 },
  ],
  ['evident_errors_total{code="script_fault"}', 1, '/v1/scripts/run', { script: '(/ 1 0)' }],
  [
    'evident_tool_calls_total{server="ev",tool="echo",outcome="ok",is_error="false"}',
    1,
    '/v1/mcp/call',
    { server: 'ev', tool: 'echo', arguments: { message: 'x' } },
  ],
  [
    'evident_policy_verdicts_total{policy="all",phase="before",verdict="allow"}',
    1,
    '/v1/mcp/call',
    { server: 'ev', tool: 'echo', arguments: { message: 'x' } },
  ],
  ['evident_requests_total{route="unknown",method="POST",status="404"}', 1, '/v1/nothing/of/the/kind', {}],
  [
    'evident_answers_total{route="/v1/chat/completions",kind="call",outcome="refused"}',
    1,
    '/v1/chat/completions',
    { model: 'evident-1', messages: [{ role: 'user', content: 'Hello there' }] },
  ],
];
for (const [series, by, path, body] of GROWN) {
  test(`${series} grows by ${by}`, async () => {
    const before = await value(series);
    await (await server.post(path, JSON.stringify(body))).text();
    await until(async () => (await value(series)) === before + by);
  });
}

/** One call of a tool over MCP, of the older era. */
async function callOverMcp(path: string, name: string, args: unknown): Promise<void> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const answer = await server.post(path, JSON.stringify(message), { accept: 'application/json, text/event-stream' });
  assert.is(answer.status, 200, await answer.text());
}

test('calls over MCP are counted like those over HTTP: of our tools, and of a server seen through us', async () => {
  const own = 'evident_mcp_tool_calls_total{tool="run_script",is_error="';
  const answers = 'evident_answers_total{route="/v1/scripts/run",kind="run",outcome="finished"}';
  const before = await Promise.all([`${own}false"}`, `${own}true"}`, answers].map(value));
  await callOverMcp('/mcp', 'run_script', { script: '(+ 1 2)' });
  await callOverMcp('/mcp', 'run_script', { script: '(+ 1' });
  assert.equal(
    await Promise.all([`${own}false"}`, `${own}true"}`, answers].map(value)),
    before.map((count) => count + 1),
  );
  const ok = 'evident_tool_calls_total{server="ev",tool="echo",outcome="ok",is_error="false"}';
  const wrong = 'evident_tool_calls_total{server="ev",tool="echo",outcome="invalid_arguments",is_error="false"}';
  const calls = await Promise.all([ok, wrong].map(value));
  await callOverMcp('/mcp/ev', 'echo', { message: 'x' });
  await callOverMcp('/mcp/ev', 'echo', { message: 7 });
  assert.equal(
    await Promise.all([ok, wrong].map(value)),
    calls.map((count) => count + 1),
  );
  await callOverMcp('/mcp/ev', 'no_such_tool', {});
  assert.not.match(await scrape(), /no_such_tool/);
});

test('a tool that answers with an error is told from one that does not', async () => {
  const failed = 'evident_tool_calls_total{server="raw",tool="error",outcome="tool_error",is_error="true"}';
  const before = await value(failed);
  await callOverMcp('/mcp/raw', 'error', {});
  assert.is(await value(failed), before + 1);
});

test('work of threads, what waits for them, and what is held', async () => {
  const long = JSON.stringify({ script: '(loop [i 0] (if (< i 3000000) (recur (+ i 1)) i))', fuel: 100_000_000 });
  assert.is((await server.post('/v1/scripts/run', long)).status, 200);
  assert.ok((await value('evident_thread_work_seconds_count{lane="long"}')) >= 1);
  assert.ok((await value('evident_queue_seconds_count{lane="quick"}')) >= 1);
  assert.is(await value('evident_threads{lane="long",state="idle"}'), 1);
  assert.is(await value('evident_queue_waiting{lane="long"}'), 0);
  assert.ok((await value('evident_thread_heap_bytes{lane="long"}')) > 1_000_000);
  assert.is(await value('evident_requests_running'), 1);
  assert.ok((await value('evident_connections')) >= 1);
});

test('what is refused because there is too much to do', async () => {
  const keys = openKeyFolder();
  const token = await keys.add('busy', 'admin');
  const limited = await openServer({ data: keys.path, keyRate: 2 });
  try {
    const get = (path: string) => fetch(limited.url + path, { headers: { authorization: `Bearer ${token}` } });
    let refused = 0;
    for (let n = 0; n < 5; n += 1) if ((await get('/v1/models')).status === 429) refused += 1;
    assert.ok(refused > 0);
    await until(async () => {
      const text = await (await get('/metrics')).text();
      return text.includes('evident_shed_total{code="rate_limited"}');
    });
  } finally {
    await limited.close();
    keys.remove();
  }
});

test('what becomes of asking an upstream engine', async () => {
  const upstream = await openUpstream(propose('a', 'an apple'));
  const helped = await openHelpedServer({ kind: 'openai', url: `${upstream.url}/v1/chat/completions`, model: 'm' });
  try {
    const questions = { team: { type: 'choice', criteria: { a: 'fruit', b: 'tool' } } };
    await (await helped.post('/v1/systemone', JSON.stringify({ state: 'an apple', questions }))).text();
    const text = await (await fetch(`${helped.url}/metrics`)).text();
    for (const line of [
      'evident_upstream_asks_total{upstream="judge",status="answered"} 1',
      'evident_upstream_seconds_count{upstream="judge"} 1',
      'evident_upstream_open{upstream="judge"} 0',
      'evident_upstream_running{upstream="judge"} 0',
    ])
      assert.ok(text.includes(`\n${line}\n`), `${line} in ${text.match(/.*upstream.*/g)?.join('\n')}`);
  } finally {
    await helped.close();
    await upstream.close();
  }
});

test('the process and the tool servers are measured', async () => {
  await until(async () => (await value('evident_tool_servers{status="ready"}')) === 2);
  const text = await scrape();
  for (const name of ['evident_process_resident_memory_bytes', 'evident_nodejs_eventloop_lag_p99_seconds'])
    assert.ok(text.includes(`\n${name} `), name);
});

test('a stranger makes no new series with paths', async () => {
  for (let n = 0; n < 20; n += 1) await fetch(`${server.url}/v1/x${n}`);
  assert.not.match(await scrape(), /x1[0-9]/);
});

test('where keys are needed, metrics need their scope', async () => {
  const keys = openKeyFolder();
  const scraper = await keys.add('scraper', 'metrics');
  const other = await keys.add('other', 'decide');
  const kept = await openServer({ data: keys.path });
  try {
    const status = async (key?: string): Promise<number> =>
      (await fetch(`${kept.url}/metrics`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }))
        .status;
    assert.equal([await status(), await status(other), await status(scraper)], [401, 403, 200]);
  } finally {
    await kept.close();
    keys.remove();
  }
});

test('an access line for each request, without anything it held', async () => {
  const keys = openKeyFolder();
  const token = await keys.add('shop', 'decide');
  const child = spawn(
    process.execPath,
    [moduleFile('server/main'), '--port', '0', '--data', keys.path, '--access-log'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  try {
    await until(() => Promise.resolve(/listening on \S+\n/.test(output)));
    const url = /listening on (\S+)\n/.exec(output)?.[1] as string;
    const ask = (body: string) =>
      fetch(`${url}/v1/systemone`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'r1', authorization: `Bearer ${token}` },
        body,
      });
    await (await ask(JSON.stringify(QUESTIONS))).text();
    await (await ask('{')).text();
    await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
    for (const head of ['GET / HTTP/1.1\r\nbroken', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}`])
      await sendRaw(url, head);
    await fetch(`${url}/%zz`, { headers: { authorization: `Bearer ${token}` } });
    const call = { method: 'tools/call', params: { name: 'decide', arguments: QUESTIONS } };
    for (const message of [call, { method: 'tools/list' }])
      await (
        await fetch(`${url}/mcp`, {
          method: 'POST',
          headers: {
            ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
            authorization: `Bearer ${token}`,
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
        })
      ).text();
  } finally {
    child.kill('SIGINT');
    await new Promise((resolve) => child.once('close', resolve));
    keys.remove();
  }
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [first, second, third] = lines;
  for (const { ms } of lines) assert.ok((ms as number) > 0 && (ms as number) < 60_000, `${ms} ms`);
  assert.equal(
    [first?.['request_id'], first?.['route'], first?.['status'], first?.['outcomes']],
    ['r1', '/v1/systemone', 200, { decided: 1, refused: 1 }],
  );
  assert.equal([second?.['status'], second?.['code']], [400, 'invalid_json']);
  assert.equal([third?.['status'], third?.['key'], third?.['code']], [403, 'shop', 'insufficient_scope']);
  assert.equal(
    lines.slice(3, 6).map(({ method, route, status, code }) => [method, route, status, code]),
    [
      ['unknown', 'unknown', 400, 'invalid_request'],
      ['unknown', 'unknown', 431, 'headers_too_large'],
      ['GET', 'unknown', 404, 'not_found'],
    ],
  );
  assert.equal(
    lines.slice(6).map(({ route, mcp, outcomes }) => [route, mcp, outcomes]),
    [
      ['/mcp', { method: 'tools/call', tool: 'decide' }, { decided: 1, refused: 1 }],
      ['/mcp', { method: 'tools/list' }, undefined],
    ],
  );
  assert.not.match(output, /parcel|furious|never came/);
});

/** Until the server closes the connection. */
function sendRaw(url: string, head: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`));
    socket
      .resume()
      .once('close', () => resolve())
      .once('error', reject);
  });
}

test.run();
