// Records of servers over HTTP: conditions and entity tags, parts of lists, formats, restarts, imported files, a file that is watched.

import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import * as assert from 'uvu/assert';
import { everything, isAlive, raw } from './support/mcp.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-records-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

// Switched off: a record is all there is to see.
const OFF = { url: 'https://tools.example/mcp', enabled: false };

async function withServer<T>(work: (server: TestServer) => Promise<T>, mcpServers?: object): Promise<T> {
  const mcpConfig = mcpServers === undefined ? null : join(folder, `${Object.keys(mcpServers).join('-')}.json`);
  if (mcpConfig !== null) writeFileSync(mcpConfig, JSON.stringify({ mcpServers }));
  const server = await openServer({ mcpConfig });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: any;
}

async function ask(
  { url }: TestServer,
  path: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, etag: response.headers.get('etag'), body: text === '' ? null : JSON.parse(text) };
}

test('a server is created and replaced under its name, if the record is the one the caller knows', () =>
  withServer(async (server) => {
    const put = (body: object, headers = {}) => ask(server, '/v1/mcp/servers/notes', { method: 'PUT', body, headers });
    const created = await put(OFF, { 'if-none-match': '*' });
    assert.equal([created.status, created.etag, created.body.revision], [201, '"1"', 1]);
    assert.is((await put(OFF, { 'if-none-match': '*' })).body.error.code, 'revision_mismatch');
    const same = await put(OFF);
    assert.equal([same.status, same.etag], [200, '"1"']);
    const replaced = await put({ ...OFF, description: 'second' }, { 'if-match': '"7", "1"' });
    assert.equal([replaced.status, replaced.etag, replaced.body.description], [200, '"2"', 'second']);
    const late = await put({ ...OFF, description: 'third' }, { 'if-match': '"1"' });
    assert.equal([late.status, late.body.error.code, late.body.error.details.revision], [409, 'revision_mismatch', 2]);
    const known = await ask(server, '/v1/mcp/servers/notes');
    assert.equal([known.etag, known.body.description], ['"2"', 'second']);
    assert.is((await put(OFF, { 'if-match': 'W/"2"' })).status, 400);
    assert.is((await put({ ...OFF, name: 'other' })).body.error.code, 'invalid_server');
    assert.is((await put({ ...OFF, name: 'notes', description: 'second' })).etag, '"2"', 'the name may be said again');
    const missing = await ask(server, '/v1/mcp/servers/none', {
      method: 'PUT',
      body: OFF,
      headers: { 'if-match': '*' },
    });
    assert.is(missing.status, 409);
    assert.is((await ask(server, '/v1/mcp/servers/none')).status, 404);
  }));

test('of callers that replace one record at once, one wins', () =>
  withServer(async (server) => {
    await ask(server, '/v1/mcp/servers/notes', { method: 'PUT', body: OFF });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ask(server, '/v1/mcp/servers/notes', {
          method: 'PUT',
          body: { ...OFF, description: `by ${at}` },
          headers: { 'if-match': '"1"' },
        }),
      ),
    );
    assert.equal(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 7 }, () => 409)]);
  }));

test('lists come in parts that together are the whole', () =>
  withServer(async (server) => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await ask(server, `/v1/mcp/servers/${name}`, { method: 'PUT', body: OFF });
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const { body } = await ask(server, `/v1/mcp/servers${query}`);
      seen.push(...body.servers.map(({ name }: any) => name));
      // What goes away between two parts shifts nothing.
      if (seen.length === 2) await ask(server, '/v1/mcp/servers/a', { method: 'DELETE' });
      if (body.next_cursor === null) break;
      query = `?limit=2&cursor=${body.next_cursor}`;
    }
    assert.equal(seen, names);
    for (const wrong of ['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'cursor=%5B%5D'])
      assert.is((await ask(server, `/v1/mcp/servers?${wrong}`)).status, 400, wrong);
    assert.is((await ask(server, '/v1/mcp/servers?limit=1000')).status, 200);
  }));

test('tools come in parts, as functions of a chat request, and not again while they are the same', () =>
  withServer(
    async (server) => {
      await until(async () => (await ask(server, '/v1/mcp/tools')).body.partial === false);
      let whole = await ask(server, '/v1/mcp/tools?detail=name');
      const parts: unknown[] = [];
      let query = '?detail=name&limit=5';
      for (;;) {
        const { body } = await ask(server, `/v1/mcp/tools${query}`);
        assert.ok(body.tools.length <= 5);
        parts.push(...body.tools);
        if (body.next_cursor === null) break;
        query = `?detail=name&limit=5&cursor=${body.next_cursor}`;
      }
      assert.equal(parts, whole.body.tools);

      // Soon after its start the server announces other tools, and is listed again.
      await until(async () => {
        whole = await ask(server, '/v1/mcp/tools?detail=name');
        const headers = { 'if-none-match': whole.etag ?? '' };
        const again = await ask(server, '/v1/mcp/tools?detail=name', { headers });
        return again.status === 304 && again.body === null && again.etag === whole.etag;
      });
      assert.is((await ask(server, '/v1/mcp/tools', { headers: { 'if-none-match': whole.etag ?? '' } })).status, 200);
      await ask(server, '/v1/mcp/servers/new', { method: 'PUT', body: OFF });
      const changed = await ask(server, '/v1/mcp/tools?detail=name', {
        headers: { 'if-none-match': whole.etag ?? '' },
      });
      assert.is(changed.status, 200);

      const { body } = await ask(server, '/v1/mcp/tools?format=openai');
      const names = body.tools.map((tool: any) => tool.function.name);
      assert.ok(names.includes('ev__echo'), names.join());
      const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' });
      const { choices } = await client.chat.completions.create({
        model: 'evident',
        messages: [{ role: 'user', content: 'echo the message "good morning"' }],
        tools: body.tools,
      });
      const [call] = choices[0]?.message.tool_calls ?? [];
      assert.is(call?.type === 'function' ? call.function.name : null, 'ev__echo', choices[0]?.message.content ?? '');
      assert.is((await ask(server, '/v1/mcp/tools?format=xml')).status, 400);
    },
    { ev: everything() },
  ));

const pidFile = join(folder, 'pids');
const pids = () => readFileSync(pidFile, 'utf8').split(' ').map(Number) as [number, number];

test('a restart ends the process and starts another', () =>
  withServer(
    async (server) => {
      await until(async () => (await ask(server, '/v1/mcp/servers/raw')).body.status === 'ready');
      const [before] = pids();
      assert.ok(isAlive(before));
      const restarted = await ask(server, '/v1/mcp/servers/raw/restart', { method: 'POST' });
      assert.equal([restarted.status, restarted.body.status, restarted.body.restarts], [200, 'ready', 1]);
      const [after] = pids();
      assert.is.not(after, before);
      assert.ok(isAlive(after));
      assert.not(isAlive(before));
      const off = await ask(server, '/v1/mcp/servers/none/restart', { method: 'POST' });
      assert.is(off.body.error.code, 'server_not_found');
      const { rows } = (await ask(server, '/v1/audit?event=server.restarted')).body;
      assert.equal(
        rows.map((row: any) => row.server),
        ['raw'],
      );
    },
    { raw: raw({ FIXTURE_PIDS: pidFile }) },
  ));

test('a file of a client is imported as it is, with what was changed in it', () =>
  withServer(async (server) => {
    const file = {
      mcpServers: { 'My Notes': { url: 'https://notes.example/mcp', disabled: true, autoApprove: ['read'] } },
      globalShortcut: 'Ctrl+Space',
    };
    const { status, body } = await ask(server, '/v1/mcp/servers', { method: 'POST', body: file });
    assert.equal([status, body.servers.map(({ name }: any) => name)], [201, ['my-notes']]);
    assert.equal(body.warnings.length, 2);
    assert.match(body.warnings[0], /my-notes/);
    assert.match(body.warnings[1], /autoApprove: not read/);
    const wrong = { servers: { 'A B': { url: 3 } } };
    const refused = await ask(server, '/v1/mcp/servers', { method: 'POST', body: wrong });
    assert.equal([refused.status, refused.body.error.details.problems[0].path], [422, '/servers/A B/url']);
    for (const none of [{ mcpServers: 3 }, { servers: [3] }])
      assert.is((await ask(server, '/v1/mcp/servers', { method: 'POST', body: none })).status, 422);
    // Over HTTP a local program stays the operator's to name.
    const local = { mcpServers: { shell: { command: 'sh' } } };
    assert.is((await ask(server, '/v1/mcp/servers', { method: 'POST', body: local })).status, 403);
  }));

test("the operator's file is read again when it changes, in YAML too", async () => {
  const path = join(folder, 'config.yaml');
  const write = (names: readonly string[]): void => {
    // As editors do it.
    writeFileSync(
      `${path}.new`,
      `mcpServers:\n${names.map((name) => `  - name: ${name}\n    url: https://tools.example/mcp\n    enabled: false\n`).join('')}`,
    );
    renameSync(`${path}.new`, path);
  };
  write(['one']);
  const server = await openServer({ mcpConfig: path });
  const names = async () => (await ask(server, '/v1/mcp/servers')).body.servers.map(({ name }: any) => name).join();
  try {
    assert.is(await names(), 'one');
    write(['two', 'three']);
    await until(async () => (await names()) === 'three,two');
    // What is wrong changes nothing.
    writeFileSync(path, 'mcpServers: 3\n');
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.is(await names(), 'three,two');
  } finally {
    await server.close();
  }
});

test.run();
