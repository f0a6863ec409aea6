// The MCP endpoints over HTTP, from the client's document: register, list, call; every status a caller can meet.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import type { RunningServer } from '../server/start.ts';
import { startServer } from '../server/start.ts';
import type { HttpUpstream } from './support/mcp.ts';
import { freePort, raw, startEverything } from './support/mcp.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-mcp-http-'));
let server: RunningServer;
let upstream: HttpUpstream;

async function start(): Promise<RunningServer> {
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { raw: raw({}, { limits: { concurrency: 1, queue: 0 } }) } }));
  const reading = readConfig(
    ['--port', '0', '--data', join(folder, 'data'), '--mcp-config', config, '--mcp-allow-host', '127.0.0.1'],
    {},
  );
  if (reading.kind !== 'ok') throw new Error(reading.kind);
  return startServer(reading.config);
}

test.before(async () => {
  upstream = await startEverything('streamableHttp');
  server = await start();
});

test.after(async () => {
  await server.close();
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: any;
}

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

const record = (): object => ({ name: 'ev', url: `http://127.0.0.1:${upstream.port}/mcp` });

test("the four endpoints of the client's document, one after the other", async () => {
  const created = await send('POST', '/v1/mcp/servers?verify=true', record());
  assert.is(created.status, 201);
  assert.is(created.json.name, 'ev');
  assert.is(created.json.status, 'ready');
  assert.is((await send('POST', '/v1/mcp/servers', record())).status, 200);
  const servers = await send('GET', '/v1/mcp/servers');
  assert.equal(
    servers.json.servers.map((item: any) => item.name),
    ['ev', 'raw'],
  );
  const tools = await send('GET', '/v1/mcp/tools?server=ev&q=sum');
  assert.equal(
    tools.json.tools.map((tool: any) => [tool.qualified_name, tool.available]),
    [['ev__get-sum', true]],
  );
  const called = await send('POST', '/v1/mcp/call', { server: 'ev', tool: 'get-sum', arguments: { a: 2, b: 3 } });
  assert.is(called.status, 200);
  assert.is(called.json.result.content[0].text, 'The sum of 2 and 3 is 5.');
});

test('bytes go through: what the caller wrote reaches the tool, what the tool wrote reaches the caller', async () => {
  const called = await send(
    'POST',
    '/v1/mcp/call',
    '{"server":"raw","tool":"line","arguments":{"2":9007199254740993,"1":1.0}}',
  );
  assert.ok(called.json.result.content[0].text.includes('"arguments":{"2":9007199254740993,"1":1.0}'));
  const odd = await send('POST', '/v1/mcp/call', { server: 'raw', tool: 'odd' });
  assert.ok(
    odd.text.includes(
      '"result":{"zulu":1.0,"content":[{"type":"hologram","10":1,"2":2,"n":12345678901234567890.10}],"_meta":{"x":null},"alpha":-0}',
    ),
  );
});

test('every failure has its status, its code and the same shape', async () => {
  const down = await freePort();
  assert.is((await send('POST', '/v1/mcp/servers', { name: 'down', url: `http://127.0.0.1:${down}/mcp` })).status, 201);
  const CASES: readonly (readonly [string, string, unknown, number, string])[] = [
    ['POST', '/v1/mcp/call', { server: 'nobody', tool: 'x' }, 404, 'server_not_found'],
    ['POST', '/v1/mcp/call', { server: 'raw', tool: 'nothing' }, 404, 'tool_not_found'],
    ['POST', '/v1/mcp/call', { server: 'raw', tool: 'ev__echo' }, 409, 'tool_server_mismatch'],
    ['POST', '/v1/mcp/call', { server: 'ev', tool: 'get-sum', arguments: {} }, 422, 'invalid_arguments'],
    ['POST', '/v1/mcp/call', { server: 'ev', tool: 'get-sum', arguments: [] }, 422, 'invalid_arguments'],
    ['POST', '/v1/mcp/call', { server: 1, tool: 'x' }, 400, 'invalid_request'],
    ['POST', '/v1/mcp/call', '{"tool":"x","tool":"y"}', 400, 'invalid_json'],
    ['POST', '/v1/mcp/call', { server: 'raw', tool: 'refuse' }, 502, 'upstream_error'],
    ['POST', '/v1/mcp/call', { server: 'raw', tool: 'hang', timeout_ms: 50 }, 504, 'upstream_timeout'],
    ['POST', '/v1/mcp/call', { server: 'down', tool: 'x' }, 503, 'upstream_unavailable'],
    ['POST', '/v1/mcp/servers', { name: 'x', command: 'ls' }, 403, 'stdio_disabled'],
    ['POST', '/v1/mcp/servers', { name: 'x', url: 'http://10.0.0.1/' }, 403, 'ssrf_blocked'],
    [
      'POST',
      '/v1/mcp/servers',
      { name: 'x', url: 'https://a.example/', headers: { A: '${env:HOME}' } },
      403,
      'secret_not_allowed',
    ],
    ['POST', '/v1/mcp/servers', { name: 'X' }, 422, 'invalid_server'],
    ['POST', '/v1/mcp/servers', { name: 'ev', url: 'https://a.example/' }, 409, 'name_conflict'],
    ['POST', '/v1/mcp/servers/nobody/refresh', undefined, 404, 'server_not_found'],
    ['POST', '/v1/mcp/servers/ev/approve', { tools: ['nothing'] }, 404, 'tool_not_found'],
    ['GET', '/v1/mcp/tools?server=nobody', undefined, 404, 'server_not_found'],
    ['DELETE', '/v1/mcp/servers/raw', undefined, 409, 'name_conflict'],
  ];
  for (const [method, path, request, status, code] of CASES) {
    const answer = await send(method, path, request);
    assert.equal(
      [answer.status, answer.json.error?.code],
      [status, code],
      `${method} ${path} ${JSON.stringify(request)} ${answer.text}`,
    );
    assert.type(answer.json.error.message, 'string');
    if (status === 503) assert.ok(Number(answer.headers.get('retry-after-ms')) > 0);
  }
  assert.is((await send('DELETE', '/v1/mcp/servers/down')).status, 200);
});

test('a full queue is 429 with a time to come back', async () => {
  await send('POST', '/v1/mcp/call', { server: 'raw', tool: 'line' });
  const hanging = hang();
  const busy = await busyAnswer();
  assert.equal([busy.json.error.code, busy.headers.get('retry-after')], ['server_busy', '1']);
  hanging.abort();
  assert.is(await hanging.ended, 'AbortError');
});

test('a caller that goes away frees the upstream', async () => {
  const hanging = hang();
  await busyAnswer();
  hanging.abort();
  assert.is(await hanging.ended, 'AbortError');
  await until(async () => (await send('POST', '/v1/mcp/call', { server: 'raw', tool: 'line' })).status === 200);
});

/** A call that takes the only place the upstream has, for as long as its caller stays. */
function hang(): { readonly ended: Promise<string>; abort(): void } {
  const controller = new AbortController();
  const ask = (): Promise<Response> =>
    fetch(`${server.url}/v1/mcp/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ server: 'raw', tool: 'hang', timeout_ms: 300_000 }),
      signal: controller.signal,
    });
  // Those who look whether the place is taken take it, too.
  const take = async (): Promise<string> => ((await ask()).status === 429 ? take() : 'answered');
  return { ended: take().catch((error: Error) => error.name), abort: () => controller.abort() };
}

/** The answer to the first call that finds the place taken. */
async function busyAnswer(): Promise<Answer> {
  let answer: Answer | undefined;
  await until(async () => {
    answer = await send('POST', '/v1/mcp/call', { server: 'raw', tool: 'line' });
    return answer.status === 429;
  });
  return answer as Answer;
}

test('many callers at once each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      send('POST', '/v1/mcp/call', {
        server: 'ev',
        tool: 'echo',
        arguments: { message: `m${index}` },
        timeout_ms: 20_000,
      }),
    ),
  );
  // Sixteen at once and sixty-four waiting is the default; the rest is told to come back.
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 200) assert.is(answer.json.result.content[0].text, `Echo: m${index}`);
    else assert.equal([answer.status, answer.json.error.code], [429, 'server_busy']);
  }
  assert.ok(answers.filter((answer) => answer.status === 200).length >= 80);
});

test('what was registered is there after a restart', async () => {
  const before = (await send('GET', '/v1/mcp/servers/ev')).json;
  await server.close();
  server = await start();
  const after = (await send('GET', '/v1/mcp/servers/ev')).json;
  assert.equal(
    [after.id, after.created_at, after.tools_hash, after.protocol.era],
    [before.id, before.created_at, before.tools_hash, before.protocol.era],
  );
  assert.is((await send('POST', '/v1/mcp/call', { tool: 'get-sum', arguments: { a: 1, b: 1 } })).status, 200);
});

test.run();
