// Cancellations of clients of 2025-11-25 over HTTP: a message of its own names the call by an id that other clients have too.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as assert from 'uvu/assert';
import { Sessions } from '../server/mcp/sessions.ts';
import { openKeyFolder } from './support/keys.ts';
import { everything, raw } from './support/mcp.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-mcp-cancel-'));
const keys = openKeyFolder();
let server: TestServer;
let alice: string;
let bob: string;
let carol: string;
let admin: string;
test.before(async () => {
  alice = await keys.add('alice', 'mcp:read,mcp:call');
  bob = await keys.add('bob', 'mcp:read,mcp:call');
  carol = await keys.add('carol', 'mcp:read,mcp:call');
  admin = await keys.add('admin', 'admin');
  const mcpConfig = join(folder, 'mcp.json');
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { raw: raw(), every: everything() } }));
  server = await openServer({ mcpConfig, data: keys.path });
});
test.after(async () => {
  await server.close();
  keys.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Sender {
  readonly key: string;
  readonly session?: string | undefined;
}

function post(
  path: string,
  { key, session }: Sender,
  message: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    body: message,
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': '2025-11-25',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
  });
}

/** How many cancellations the server has seen, and how many calls that it does not answer. */
async function seen(): Promise<{ readonly cancelled: number; readonly hanging: number }> {
  const message = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cancelled","arguments":{}}}';
  const text = await (await post('/mcp/raw', { key: alice }, message)).text();
  const [, cancelled, hanging] = /"text":"(\d+)".*"hanging":(\d+)/.exec(text) ?? [];
  return { cancelled: Number(cancelled), hanging: Number(hanging) };
}

async function begin(key: string): Promise<Sender> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  const answer = await post('/mcp/raw', { key }, message);
  await answer.text();
  return { key, session: answer.headers.get('mcp-session-id') ?? '' };
}

for (const [path, params] of [
  ['/mcp/raw', { name: 'hang', arguments: {} }],
  ['/mcp', { name: 'call_tool', arguments: { server: 'raw', tool: 'hang' } }],
] as const) {
  test(`both SDKs cancel a call of ${path}, and the server is told`, async () => {
    const requestInit = { headers: { authorization: `Bearer ${alice}` } };
    const url = new URL(server.url + path);
    const older = new OldClient({ name: 'old', version: '1' });
    await older.connect(new OldTransport(url, { requestInit }) as never);
    const newer = new Client({ name: 'new', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await newer.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    const giveUps = [new AbortController(), new AbortController()] as const;
    const before = await seen();
    const calls = [
      older.callTool(params, undefined, { signal: giveUps[0].signal }),
      newer.callTool(params, { signal: giveUps[1].signal }),
    ].map((call) => call.then(() => 'answered').catch(() => 'cancelled'));
    await until(async () => (await seen()).hanging === before.hanging + 2);
    for (const giveUp of giveUps) giveUp.abort();
    await until(async () => (await seen()).cancelled === before.cancelled + 2);
    assert.equal(await Promise.all(calls), ['cancelled', 'cancelled']);
    await Promise.all([older.close(), newer.close()]);
  });
}

test('what is cancelled has no answer, and a row of the audit', async () => {
  const one = await begin(carol);
  const before = await seen();
  const call = post('/mcp/raw', one, hang(7)).then((answer) => answer.text());
  // A call that is cancelled before it begins has no row.
  await until(async () => (await seen()).hanging > before.hanging);
  await post('/mcp/raw', one, '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
  assert.not.match(await call, '"id":7');
  const outcomes = async (): Promise<unknown[]> => {
    const headers = { authorization: `Bearer ${admin}` };
    const answer = await fetch(`${server.url}/v1/audit?event=call&limit=1000`, { headers });
    const { rows } = (await answer.json()) as { rows: Record<string, unknown>[] };
    return rows.filter(({ key }) => key === 'carol').map(({ outcome }) => outcome);
  };
  await until(async () => (await outcomes()).length > 0);
  assert.equal(await outcomes(), ['client_closed']);
});

test('a cancellation ends the call of its own session and key, and no other', async () => {
  const [one, two, others] = [await begin(alice), await begin(alice), await begin(bob)];
  assert.match(one.session ?? '', /^session_[0-9a-f]{32}$/);
  await earlierCalls(one);
  const before = await seen();
  const made: Sender = { key: alice, session: 'session_of_my_own' };
  const leave = new AbortController();
  const ended: string[] = [];
  const calls: readonly (readonly [name: string, sender: Sender, id: string])[] = [
    ['the one', one, '7'],
    ['another session', two, '7'],
    ['another key', others, '7'],
    ['another key with the session', { key: bob, session: one.session }, '7'],
    ['no session', { key: alice }, '7'],
    ['a session that is none of ours', made, '7'],
    ['another id', one, '"7"'],
    ['an id twice', one, '8'],
    ['an id twice, again', one, '8'],
  ];
  const all = calls.map(async ([name, sender, id]) => {
    const message = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"hang","arguments":{}}}`;
    await post('/mcp/raw', sender, message, leave.signal)
      .then((answer) => answer.text())
      .catch(() => {});
    ended.push(name);
  });
  await until(async () => (await seen()).hanging === before.hanging + calls.length);
  const cancel = async (path: string, sender: Sender, id: string): Promise<number> => {
    const params = `{"requestId":${id}}`;
    const message = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`;
    return (await post(path, sender, message)).status;
  };
  for (const [path, sender, id] of [
    ['/mcp/raw', one, '8'],
    ['/mcp/raw', one, '9'],
    ['/mcp/raw', made, '7'],
    ['/mcp/raw', { key: alice }, '7'],
    ['/mcp/every', one, '7'],
    ['/mcp', one, '7'],
  ] as const)
    assert.is(await cancel(path, sender, id), 202, `${path} ${id}`);
  assert.is((await seen()).cancelled, before.cancelled);
  assert.is(await cancel('/mcp/raw', one, '7'), 202);
  await until(async () => (await seen()).cancelled === before.cancelled + 1);
  await until(() => ended.length > 0);
  assert.equal(ended, ['the one']);
  leave.abort();
  await Promise.all(all);
  await until(async () => (await seen()).cancelled === before.cancelled + calls.length);
});

/** Calls of the same id that are over: answered, refused, and left by their caller. */
async function earlierCalls(sender: Sender): Promise<void> {
  const call = (name: string): string =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"${name}","arguments":{}}}`;
  for (const name of ['line', 'refuse', 'nothing']) await (await post('/mcp/raw', sender, call(name))).text();
  const before = await seen();
  const leave = new AbortController();
  const left = post('/mcp/raw', sender, call('hang'), leave.signal).then((answer) => answer.text());
  await until(async () => (await seen()).hanging > before.hanging);
  leave.abort();
  await left.catch(() => {});
  await until(async () => (await seen()).cancelled > before.cancelled);
}

test('cancellations that come as soon as their calls do are not lost', async () => {
  const one = await begin(alice);
  const before = await seen();
  const calls = Array.from({ length: 40 }, async (_, id) => {
    const call = post('/mcp/raw', one, hang(id));
    // At once, and again until it is over: the first may come before its call.
    let isOver = false;
    const over = call
      .then((answer) => answer.text())
      .then((text) => {
        isOver = true;
        return text;
      });
    while (!isOver)
      await post('/mcp/raw', one, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`);
    assert.not.match(await over, `"id":${id}`);
  });
  await Promise.all(calls);
  const after = await seen();
  assert.is(after.cancelled - before.cancelled, after.hanging - before.hanging);
});

const hang = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"hang","arguments":{}}}`;

test('a request is forgotten when its answer is over', () => {
  const sessions = new Sessions((prefix) => `${prefix}_${'0'.repeat(32)}`);
  const name = { session: sessions.open(), key: null, server: null, id: 'a' };
  const first = sessions.begin(name);
  first?.end();
  sessions.cancel(name);
  assert.is(first?.signal.aborted, false);
  const second = sessions.begin(name);
  first?.end();
  sessions.cancel(name);
  assert.is(second?.signal.aborted, true);
  assert.is(sessions.begin({ ...name, session: null }), null);
  assert.is(sessions.begin({ ...name, id: undefined }), null);
});

test.run();
