// A database that is killed, that stops answering, and that comes back: what needs none goes on, what was acknowledged is there, and
// everything heals by itself. The server is the test's own.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ServiceError } from '../server/errors.ts';
import { hashToken, writeToken } from '../server/keys.ts';
import { administer, open } from './support/postgres.ts';
import type { PostgresServer } from './support/postgres-server.ts';
import { startPostgres, withPostgresPrograms } from './support/postgres-server.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { keyRow } from './support/store-conformance.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

// `npm run prove:scale` has more.
const ROUNDS = Number(process.env['EVIDENT_PROVE_KILLS'] ?? 1);
const QUESTION = { state: 'I want a refund', questions: { q: { type: 'noul', criteria: { true: 'refund' } } } };
const OFF = { url: 'https://tools.example/mcp', enabled: false };

interface Answer {
  readonly status: number;
  readonly body: any;
}

async function ask(server: TestServer, method: string, path: string, key: string, body?: unknown): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

let running: Promise<PostgresServer> | null = null;
const started = (): Promise<PostgresServer> => (running ??= startPostgres());
test.after(async () => void (await (await running)?.remove()));
let schemas = 0;

/** A schema of its own with one key, and instances on it. */
async function withDatabase(
  instances: number,
  work: (database: PostgresServer, servers: readonly TestServer[], key: string) => Promise<void>,
  settings: { readonly keyGraceMs?: number } = {},
): Promise<void> {
  const database = await started();
  const url = `${database.url}?schema=test_${(schemas += 1)}`;
  const servers: TestServer[] = [];
  try {
    const key = writeToken(randomBytes(32));
    const store = await open(url);
    await store.addKey(keyRow('all', { hash: hashToken(key), scopes: 'admin' }));
    await store.close();
    for (let at = 0; at < instances; at += 1)
      servers.push(await openServer({ store: url, instance: `i${at}`, ...settings }));
    await work({ ...database, url }, servers, key);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

withPostgresPrograms(
  'killed and started again under load: decisions go on, and nothing that was acknowledged is lost',
  () =>
    withDatabase(2, async (database, servers, key) => {
      const [a, b] = servers as [TestServer, TestServer];
      const kept: string[] = [];
      const refused: Answer[] = [];
      const decided: number[] = [];
      let isOver = false;
      const write = async (server: TestServer, who: string): Promise<void> => {
        for (let at = 0; !isOver; at += 1) {
          const name = `${who}${at}`;
          const answer = await ask(server, 'PUT', `/v1/mcp/servers/${name}`, key, OFF);
          if (answer.status === 201) kept.push(name);
          else refused.push(answer);
          // Each is in the audit, whatever becomes of it.
          await ask(server, 'DELETE', `/v1/mcp/servers/${name}`, key).then(({ status }) => {
            if (status === 200) kept.splice(kept.indexOf(name), 1);
          });
          if (at % 3 === 0)
            await ask(server, 'PUT', `/v1/mcp/servers/${name}`, key, OFF).then(({ status }) => {
              if (status === 201) kept.push(name);
            });
        }
      };
      const decide = async (server: TestServer): Promise<void> => {
        while (!isOver) decided.push((await ask(server, 'POST', '/v1/systemone', key, QUESTION)).status);
      };
      const load = Promise.all([write(a, 'a'), write(b, 'b'), decide(a), decide(b)]);
      try {
        for (let round = 0; round < Math.max(2, ROUNDS); round += 1) {
          const before = kept.length;
          await until(() => kept.length > before + 3);
          database.kill();
          const failures = refused.length;
          await until(() => refused.length > failures + 1);
          for (const server of servers) {
            const { status, body } = await ask(server, 'GET', '/readyz', key);
            assert.equal([status, body.status, body.parts.store], [200, 'degraded', 'unreachable']);
          }
          const more = decided.length;
          await until(() => decided.length > more + 20);
          await database.start();
          await until(async () => (await ask(a, 'GET', '/readyz', key)).body.status === 'ok');
        }
        const before = kept.length;
        await until(() => kept.length > before + 3);
      } finally {
        isOver = true;
        await load;
      }
      assert.equal(new Set(decided), new Set([200]));
      for (const { status, body } of refused)
        assert.equal([status, body.error.code], [503, 'store_unavailable'], JSON.stringify(body));
      const store = await open(database.url);
      const stored = (await store.readServers()).servers.map(({ row }) => row.name);
      assert.equal(
        kept.filter((name) => !stored.includes(name)),
        [],
      );
      for (const server of servers)
        await until(async () => {
          const { body } = await ask(server, 'GET', '/v1/mcp/servers', key);
          const names = body.servers.map(({ name }: { readonly name: string }) => name);
          return JSON.stringify(names.sort()) === JSON.stringify([...stored].sort());
        });
      await store.close();
    }),
);

withPostgresPrograms('each call is in the audit once, also those that were made while the database was away', () =>
  withDatabase(1, async (database, [server], key) => {
    await ask(server!, 'PUT', '/v1/mcp/servers/off', key, OFF);
    let calls = 0;
    const call = async (): Promise<void> => {
      const body = { server: 'off', tool: `t${calls}` };
      calls += 1;
      assert.is((await ask(server!, 'POST', '/v1/mcp/call', key, body)).status, 503);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let at = 0; at < 20; at += 1) await call();
      database.kill();
      for (let at = 0; at < 20; at += 1) await call();
      await database.start();
    }
    const store = await open(database.url);
    const toolsOf = async (): Promise<string[]> =>
      (await store.listAudit({ after: 0, limit: 1000, event: 'call' })).map(
        ({ text }) => (JSON.parse(text) as { readonly tool: string }).tool,
      );
    await until(async () => (await toolsOf()).length >= calls);
    assert.equal((await toolsOf()).sort(), Array.from({ length: calls }, (_, at) => `t${at}`).sort());
    await store.close();
  }),
);

withPostgresPrograms('after a while without the database no key counts, and again when it is back', () =>
  withDatabase(
    1,
    async (database, [server], key) => {
      database.kill();
      await until(async () => (await ask(server!, 'POST', '/v1/systemone', key, QUESTION)).status === 503);
      const refused = await ask(server!, 'POST', '/v1/systemone', key, QUESTION);
      assert.equal(refused.body.error, 'The keys cannot be read.');
      const ready = await ask(server!, 'GET', '/readyz', key);
      assert.equal([ready.status, ready.body.detail], [503, { parts: { store: 'unreachable', keys: 'closed' } }]);
      assert.is((await ask(server!, 'GET', '/livez', key)).status, 200);
      await database.start();
      await until(async () => (await ask(server!, 'POST', '/v1/systemone', key, QUESTION)).status === 200);
      assert.is((await ask(server!, 'GET', '/readyz', key)).body.status, 'ok');
    },
    { keyGraceMs: 200 },
  ),
);

withPostgresPrograms('a database that does not answer, with its connections open, holds up no decision', () =>
  withDatabase(1, async (database, [server], key) => {
    database.freeze(true);
    try {
      await until(async () => (await ask(server!, 'GET', '/readyz', key)).body.status === 'degraded');
      assert.is((await ask(server!, 'POST', '/v1/systemone', key, QUESTION)).status, 200);
      const refused = await ask(server!, 'PUT', '/v1/mcp/servers/a', key, OFF);
      assert.equal([refused.status, refused.body.error.code], [503, 'store_unavailable']);
      assert.is(refused.body.error.details.reason, 'the database does not answer');
    } finally {
      database.freeze(false);
    }
    await until(async () => (await ask(server!, 'PUT', '/v1/mcp/servers/b', key, OFF)).status === 201);
  }),
);

withPostgresPrograms('TLS as the URL says, and errors that name no password', async () => {
  const database = await started();
  if (spawnSync('openssl', ['version']).error !== undefined) {
    console.log('skipped: TLS of PostgreSQL (no openssl)');
    return;
  }
  makeCertificate(database.folder, 'server');
  makeCertificate(database.folder, 'other');
  const { hostname, port } = new URL(database.url);
  assert.is(hostname, '127.0.0.1');
  await administer(`ALTER SYSTEM SET ssl_cert_file = '${database.folder}/server.crt'; `.trim(), database.url);
  await administer(`ALTER SYSTEM SET ssl_key_file = '${database.folder}/server.key'`, database.url);
  await administer('ALTER SYSTEM SET ssl = on', database.url);
  await administer('SELECT pg_reload_conf()', database.url);
  const url = (parameters: string, host = 'localhost'): string =>
    `postgres://evident:s%C3%A9cret@${host}:${port}/postgres?${parameters}`;
  const root = `sslrootcert=${join(database.folder, 'server.crt')}`;
  const isEncrypted = async (parameters: string, host?: string): Promise<unknown> =>
    (await administer('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', url(parameters, host)))[0]?.['ssl'];
  await until(async () => (await isEncrypted('sslmode=require').catch(() => false)) === true);
  assert.is(await isEncrypted('sslmode=disable'), false);
  assert.is(await isEncrypted(`sslmode=verify-full&${root}`), true);
  assert.is(await isEncrypted(`sslmode=verify-ca&${root}`, '127.0.0.1'), true, 'whatever its name');
  for (const [parameters, host, why] of [
    ['sslmode=verify-full', 'localhost', /self-signed certificate/],
    [`sslmode=verify-full&${root}`, '127.0.0.1', /IP: 127\.0\.0\.1 is not in the cert's list|does not match/],
    [`sslmode=verify-ca&${root.replace('server', 'other')}`, 'localhost', /self-signed|unable to verify|signature/],
  ] as const) {
    const error = await open(url(parameters, host)).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ServiceError, String(error));
    assert.match(error.message, why);
    assert.not.match(JSON.stringify([error.message, error.details, error.stack]), /s%C3|sécret|cret@/);
  }
});

function makeCertificate(folder: string, name: string): void {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ]);
  assert.is(made.status, 0, String(made.stderr));
  const { uid, gid } = statSync(folder);
  for (const file of [key, certificate]) chownSync(file, uid, gid);
}

test.run();
