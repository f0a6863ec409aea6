// What an operator sees: metrics of every kind of request, and access lines without content.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openKeyFolder } from './support/keys.ts';
import { everything } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-telemetry-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const CONFIG = join(folder, 'mcp.json');
writeFileSync(CONFIG, JSON.stringify({ mcpServers: { ev: everything() } }));
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
  ['evident_answers_total{route="/v1/systemone",outcome="decided"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_answers_total{route="/v1/systemone",outcome="refused"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_requests_total{route="/v1/systemone",method="POST",status="200"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_request_seconds_count{route="/v1/systemone"}', 1, '/v1/systemone', QUESTIONS],
  ['evident_steps_total', 3, '/v1/scripts/run', { script: '(+ 1 2)' }],
  ['evident_errors_total{code="script_fault"}', 1, '/v1/scripts/run', { script: '(/ 1 0)' }],
  [
    'evident_tool_calls_total{server="ev",tool="echo",outcome="ok"}',
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
    'evident_answers_total{route="/v1/chat/completions",outcome="refused"}',
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

test('the process and the tool servers are measured', async () => {
  await until(async () => (await value('evident_tool_servers{status="ready"}')) === 1);
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
  const child = spawn(
    process.execPath,
    [moduleFile('server/main'), '--port', '0', '--data', ':memory:', '--access-log'],
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
        headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
        body,
      });
    await (await ask(JSON.stringify(QUESTIONS))).text();
    await (await ask('{')).text();
  } finally {
    child.kill('SIGINT');
    await new Promise((resolve) => child.once('close', resolve));
  }
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [first, second] = lines;
  assert.equal(
    [first?.['request_id'], first?.['route'], first?.['status'], first?.['outcomes']],
    ['r1', '/v1/systemone', 200, { decided: 1, refused: 1 }],
  );
  assert.equal([second?.['status'], second?.['code']], [400, 'invalid_json']);
  assert.not.match(output, /parcel|furious|never came/);
});

test.run();
