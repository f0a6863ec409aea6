// Several instances of the service on one database: what one of them is told, all of them do.

import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import type { Config } from '../server/config.ts';
import { hashToken, writeToken } from '../server/keys.ts';
import { showAuditRow, verifyChain } from '../server/store/audit-chain.ts';
import { raw, startModern } from './support/mcp.ts';
import { newDatabase, open, withPostgres } from './support/postgres.ts';
import { startProcess } from './support/process.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { keyRow } from './support/store-conformance.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-instances-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: any;
}

async function ask(
  server: TestServer,
  method: string,
  path: string,
  { body, headers = {}, key }: { body?: unknown; headers?: Record<string, string>; key?: string } = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: text === '' ? null : JSON.parse(text),
  };
}

/** Starts instances on one new database, works with them, and closes them. */
async function withInstances(
  changes: readonly Partial<Config>[],
  work: (servers: readonly TestServer[], store: string) => Promise<void>,
): Promise<void> {
  const store = newDatabase();
  const servers: TestServer[] = [];
  try {
    for (const [at, change] of changes.entries())
      servers.push(await openServer({ store, instance: `i${at}`, mcpAllowHosts: ['127.0.0.1'], ...change }));
    await work(servers, store);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

const OFF = { url: 'http://127.0.0.1:9/mcp', enabled: false };
const PATH = '/v1/mcp/servers/notes';

async function everywhere(servers: readonly TestServer[], holds: (server: TestServer) => Promise<boolean>) {
  for (const server of servers) await until(() => holds(server));
}

withPostgres(
  'a server that is registered on one instance is listed and called on all, until one deletes it',
  async () => {
    const upstream = await startModern();
    try {
      await withInstances([{}, {}, {}], async (servers) => {
        const [a, b, c] = servers as [TestServer, TestServer, TestServer];
        const url = `http://127.0.0.1:${upstream.port}/mcp`;
        const made = await ask(a, 'PUT', PATH, { body: { url } });
        assert.is(made.status, 201);
        await everywhere([b, c], async (server) => (await ask(server, 'GET', PATH)).body.status === 'ready');
        for (const server of servers) {
          const called = await ask(server, 'POST', '/v1/mcp/call', {
            body: { server: 'notes', tool: 'echo', arguments: { x: 1 } },
          });
          assert.equal([called.status, called.body.outcome], [200, 'ok']);
          assert.is((await ask(server, 'GET', PATH)).body.id, made.body.id);
        }
        assert.is((await ask(b, 'PUT', PATH, { body: { url, description: 'new' } })).body.revision, 2);
        await everywhere(servers, async (server) => (await ask(server, 'GET', PATH)).body.description === 'new');
        assert.is((await ask(c, 'DELETE', PATH)).status, 200);
        await everywhere(servers, async (server) => (await ask(server, 'GET', PATH)).status === 404);
        // An instance that has not heard of it yet finds out when it matters.
        assert.is((await ask(a, 'PUT', PATH, { body: OFF })).status, 201);
        assert.is((await ask(b, 'PUT', PATH, { body: OFF, headers: { 'if-none-match': '*' } })).status, 409);
        assert.is((await ask(c, 'POST', '/v1/mcp/servers', { body: { name: 'notes', ...OFF } })).status, 200);
        assert.is(
          (await ask(c, 'POST', '/v1/mcp/servers', { body: { name: 'notes', ...OFF, tags: ['x'] } })).status,
          409,
        );
        assert.is((await ask(c, 'DELETE', PATH)).status, 200);
        assert.is((await ask(a, 'DELETE', PATH)).status, 404);
      });
    } finally {
      await upstream.stop();
    }
  },
);

withPostgres('of callers that replace one record at once, on any instance, one wins', () =>
  withInstances([{}, {}, {}], async (servers) => {
    await ask(servers[0]!, 'PUT', PATH, { body: OFF });
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, at) =>
          ask(servers[at % 3]!, 'PUT', PATH, {
            body: { ...OFF, description: `${round} by ${at}` },
            headers: { 'if-match': `"${round}"` },
          }),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      assert.is(won.length, 1);
      assert.ok(
        answers.every(({ status, body }) => status === 200 || body.error.code === 'revision_mismatch'),
        JSON.stringify(answers),
      );
      await everywhere(servers, async (server) => {
        const { etag, body } = await ask(server, 'GET', PATH);
        return etag === `"${round + 1}"` && body.description === won[0]!.body.description;
      });
    }
  }),
);

withPostgres('a key counts on all instances when it is issued, and on none soon after it is revoked', async () => {
  await withInstances([{ requireKeys: true }, { requireKeys: true }, { requireKeys: true }], async (servers, url) => {
    const store = await open(url, { instance: 'cli' });
    const token = writeToken(randomBytes(32));
    await store.addKey(keyRow('agent', { hash: hashToken(token), scopes: 'decide' }));
    const status = async (server: TestServer, key: string): Promise<number> =>
      (await ask(server, 'GET', '/v1/models', { key })).status;
    for (const server of servers)
      assert.equal([await status(server, token), await status(server, `${token}x`)], [200, 401]);
    await store.revokeKey('agent', Date.now());
    await everywhere(servers, async (server) => (await status(server, token)) === 401);
    await store.close();
  });
});

withPostgres('a definition that changed is held back on all instances, and approved on all by one', async () => {
  const upstream = await startModern();
  try {
    await withInstances([{}, {}], async (servers) => {
      const [a, b] = servers as [TestServer, TestServer];
      const call = (server: TestServer, tool: string) =>
        ask(server, 'POST', '/v1/mcp/call', { body: { server: 'notes', tool } });
      await ask(a, 'PUT', PATH, { body: { url: `http://127.0.0.1:${upstream.port}/mcp` } });
      await everywhere(servers, async (server) => (await ask(server, 'GET', PATH)).body.status === 'ready');
      // The tool changes its own definition.
      await call(a, 'change');
      for (const server of servers) await ask(server, 'POST', `${PATH}/refresh`);
      for (const server of servers) assert.is((await call(server, 'change')).body.error.code, 'tool_quarantined');
      assert.is((await ask(b, 'POST', `${PATH}/approve`, { body: { tools: ['change'] } })).status, 200);
      await everywhere(servers, async (server) => (await ask(server, 'GET', PATH)).body.tools_changed === 0);
      assert.is((await call(a, 'change')).body.outcome, 'ok');
    });
  } finally {
    await upstream.stop();
  }
});

withPostgres("servers of an instance's own file are its own, also beside one that everybody has", async () => {
  const file = join(folder, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { notes: raw() } }));
  await withInstances([{ mcpConfig: file }, {}], async (servers) => {
    const [a, b] = servers as [TestServer, TestServer];
    assert.equal([(await ask(a, 'GET', PATH)).body.origin, (await ask(b, 'GET', PATH)).status], ['operator', 404]);
    assert.is((await ask(b, 'PUT', PATH, { body: OFF })).status, 201);
    assert.is((await ask(a, 'PUT', PATH, { body: OFF })).body.error.code, 'name_conflict');
    assert.equal(
      [(await ask(a, 'GET', PATH)).body.origin, (await ask(b, 'GET', PATH)).body.origin],
      ['operator', 'api'],
    );
    // What the file hid is shown when it no longer has it.
    writeFileSync(file, JSON.stringify({ mcpServers: {} }));
    await until(async () => (await ask(a, 'GET', PATH)).body.origin === 'api');
  });
});

withPostgres('a process that has rows of its own is the only one of its name', async () => {
  const file = join(folder, 'own.json');
  writeFileSync(file, JSON.stringify({ mcpServers: {} }));
  const store = newDatabase();
  const flags = ['--port', '0', '--store', store, '--instance', 'one', '--mcp-config', file];
  const first = startProcess(...flags);
  await first.url;
  const second = startProcess(...flags);
  const { code, stderr } = await second.ended;
  assert.is(code, 1);
  assert.match(
    stderr,
    /^evident: another service that uses [^\n]+ is the instance one already; name this one with --instance\n$/,
  );
  // The name is free again however its process ends.
  first.child.kill('SIGKILL');
  await first.ended;
  const third = startProcess(...flags);
  assert.match(await third.line, /listening/);
  third.child.kill('SIGINT');
  assert.is((await third.ended).code, 0);
});

withPostgres(
  'a call is held on one instance, approved on another, and made once, wherever it comes again',
  async () => {
    const policies = join(folder, 'policies');
    mkdirSync(policies, { recursive: true });
    writeFileSync(join(policies, 'look.script'), '{:verdict "approve" :reason "somebody should look"}');
    const file = join(folder, 'approvals.json');
    const upstream = await startModern();
    writeFileSync(file, JSON.stringify({ mcpServers: {} }));
    try {
      const settings = { policies, guardsBefore: ['look'] };
      await withInstances([settings, settings, settings], async (servers, url) => {
        const [a, b, c] = servers as [TestServer, TestServer, TestServer];
        await ask(a, 'PUT', PATH, { body: { url: `http://127.0.0.1:${upstream.port}/mcp` } });
        await everywhere(servers, async (server) => (await ask(server, 'GET', PATH)).body.status === 'ready');
        const call = (server: TestServer) =>
          ask(server, 'POST', '/v1/mcp/call', { body: { server: 'notes', tool: 'echo', arguments: { pay: 1 } } });
        const held = await Promise.all([call(a), call(b)]);
        const ids = held.map(({ body }) => body.id);
        assert.is(ids[0], ids[1], 'one call is held once');
        const approve = (server: TestServer) =>
          ask(server, 'POST', `/v1/mcp/approvals/${ids[0]}`, { body: { decision: 'approve' } });
        const decided = await Promise.all([approve(b), approve(c)]);
        assert.equal(decided.map(({ status }) => status).sort(), [200, 409]);
        const made = await Promise.all(servers.map(call));
        assert.is(made.filter(({ body }) => body.outcome === 'ok').length, 1);
        // All instances write one chain.
        for (const server of servers) await ask(server, 'GET', '/v1/audit');
        const store = await open(url, { instance: 'cli' });
        const rows = await store.listAudit({ after: 0, limit: 1000 });
        const verdict = verifyChain(rows.map((row) => parseJson(Buffer.from(showAuditRow(row)))));
        assert.is(verdict.kind, 'chain');
        assert.is(rows.filter(({ event }) => event === 'call').length, 5);
        assert.is(rows.filter(({ text }) => text.includes('"outcome":"ok"')).length, 1);
        await store.close();
      });
    } finally {
      await upstream.stop();
    }
  },
);

test.run();
