// The store on PostgreSQL: what every store does, its URL, and that nothing of it is loaded where it is not asked for.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import { ServiceError } from '../server/errors.ts';
import { isPostgresUrl, readPostgresUrl } from '../server/store/postgres/url.ts';
import { moduleFile } from './support/paths.ts';
import { administer, newDatabase, open, withPostgres } from './support/postgres.ts';
import { startProcess } from './support/process.ts';
import { keyRow, serverRow, testStore } from './support/store-conformance.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-store-postgres-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

testStore({
  define: (name, handler) => withPostgres(`in PostgreSQL: ${name}`, handler),
  async openTwice() {
    const url = newDatabase();
    return [await open(url), await open(url, { instance: 'two' })];
  },
});

withPostgres(
  'processes that start at once make the tables once, and rows are there when they are opened again',
  async () => {
    const url = newDatabase();
    const stores = await Promise.all(['a', 'b', 'c', 'd'].map((instance) => open(url, { instance })));
    await Promise.all(stores.map((store, at) => store.addKey(keyRow(`k${at}`))));
    await Promise.all(stores.map((store) => store.close()));
    const again = await open(url);
    assert.equal(
      (await again.listKeys()).map(({ name }) => name),
      ['k0', 'k1', 'k2', 'k3'],
    );
    await again.close();
  },
);

withPostgres('tables of a newer version are refused, and left as they were', async () => {
  const url = newDatabase();
  await (await open(url)).close();
  const schema = new URL(url).searchParams.get('schema');
  await administer(`UPDATE ${schema}.schema_version SET version = 999`);
  const error = await open(url).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ServiceError && error.code === 'storage_failed');
  assert.match(error.message, /has version 999; this program knows \d+$/);
  assert.equal(await administer(`SELECT version::int FROM ${schema}.schema_version`), [{ version: 999 }]);
});

withPostgres(
  "an instance sees no other's servers, and those of one that was not here for a month are forgotten",
  async () => {
    const url = newDatabase();
    const [one, two] = await Promise.all([
      open(url, { instance: 'one', isExclusive: true }),
      open(url, { instance: 'two', isExclusive: true }),
    ]);
    for (const store of [one, two])
      await store.putServers([{ row: serverRow('a', { owner: store.instance }), tools: [], before: null }]);
    for (const store of [one, two])
      assert.equal(
        (await store.readServers()).servers.map(({ row }) => row.owner),
        [store.instance],
      );
    await two.close();
    const schema = new URL(url).searchParams.get('schema');
    await administer(`UPDATE ${schema}.instances SET seen_at_ms = seen_at_ms - 31 * 86400000::bigint WHERE id = 'two'`);
    await one.close();
    await (await open(url, { instance: 'three', isExclusive: true })).close();
    assert.equal(await administer(`SELECT owner FROM ${schema}.servers`), [{ owner: 'one' }]);
  },
);

test('a URL is read as the clients of PostgreSQL read it', () => {
  const ok = (url: string) => {
    const reading = readPostgresUrl(url);
    if (reading.kind === 'ok') return reading.target;
    throw new Error(`${url}: ${reading.message}`);
  };
  const plain = ok('postgres://db.internal/evident');
  assert.equal(
    [plain.host, plain.port, plain.database, plain.schema, plain.user, plain.password, plain.tls, plain.place],
    ['db.internal', 5432, 'evident', 'evident', undefined, undefined, false, 'postgres://db.internal:5432/evident'],
  );
  const full = ok('postgresql://us%40r:p%2Fss@[::1]:6000/d%20b?schema=other&sslmode=require');
  assert.equal(
    [full.host, full.port, full.database, full.schema, full.user, full.password, full.place],
    ['::1', 6000, 'd b', 'other', 'us@r', 'p/ss', 'postgres://[::1]:6000/d b?schema=other'],
  );
  assert.equal(full.tls, { rejectUnauthorized: false });
  assert.is(ok('postgres:///d?host=/run/postgresql').host, '/run/postgresql');
  const root = join(folder, 'root.pem');
  writeFileSync(root, 'PEM');
  assert.equal(ok(`postgres://h/d?sslmode=verify-full&sslrootcert=${root}`).tls, { ca: 'PEM' });
  assert.equal(ok('postgres://h/d?sslmode=verify-full').tls, {});
  for (const mode of ['verify-ca', 'require']) {
    const { tls } = ok(`postgres://h/d?sslmode=${mode}&sslrootcert=${root}`);
    assert.ok(tls !== false && tls.rejectUnauthorized !== false && tls.checkServerIdentity !== undefined);
  }
});

const SECRET = 'hunter2';
for (const [url, why] of [
  [`mysql://u:${SECRET}@h/d`, /a store is postgres:/],
  [`postgres://u:${SECRET}@h:99999/d`, /a store is postgres:/],
  [`postgres://u:${SECRET}@h/`, /has a database/],
  [`postgres://u:${SECRET}@/d`, /a store is postgres:|has a host/],
  [`postgres://u:${SECRET}%@h/d`, /begins no %XX/],
  [`postgres://u:${SECRET}@h/d?password=${SECRET}`, /no parameter password/],
  [`postgres://u:${SECRET}@h/d?schema=A`, /a schema is/],
  [`postgres://u:${SECRET}@h/d?schema=${'a'.repeat(64)}`, /a schema is/],
  [`postgres://u:${SECRET}@h/d?sslmode=prefer`, /sslmode is one of/],
  [`postgres://u:${SECRET}@h/d?sslmode=verify-ca`, /needs sslrootcert/],
  [`postgres://u:${SECRET}@h/d?sslrootcert=/none`, /sslrootcert is of sslmode/],
  [`postgres://u:${SECRET}@h/d?sslmode=verify-full&sslrootcert=/none`, /sslrootcert cannot be read: ENOENT/],
] as const) {
  test(`a URL that cannot be meant is told without what is in it: ${url.replaceAll(SECRET, '…').slice(0, 60)}`, () => {
    const reading = readPostgresUrl(url);
    assert.ok(reading.kind === 'invalid');
    assert.match(reading.message, why);
    assert.not.match(reading.message, new RegExp(SECRET));
    const config = readConfig(['--store', url], {});
    assert.ok(config.kind === 'invalid' && config.message.startsWith('--store: '));
  });
}

test('a schema has at most 63 characters', () => {
  assert.is(readPostgresUrl(`postgres://h/d?schema=${'a'.repeat(63)}`).kind, 'ok');
});

test('a folder that a flag names is meant instead of a database that a variable names', () => {
  const env = { EVIDENT_STORE: 'postgres://h/d' };
  const storeOf = (args: readonly string[]) => {
    const reading = readConfig(args, env);
    return reading.kind === 'ok' ? reading.config.store : reading;
  };
  assert.equal([storeOf([]), storeOf(['--data', 'x'])], ['postgres://h/d', null]);
  assert.is(storeOf(['--data', 'x', '--store', 'postgres://i/d']), 'postgres://i/d');
  assert.equal([isPostgresUrl('data'), isPostgresUrl('postgres://h/d')], [false, true]);
});

test('the name of an instance is plain, and the limits of its settings are what they say', () => {
  const kindOf = (...args: string[]) => readConfig(args, {}).kind;
  assert.equal(
    [kindOf('--instance', 'a'.repeat(64)), kindOf('--instance', 'a'.repeat(65)), kindOf('--instance', 'a b')],
    ['ok', 'invalid', 'invalid'],
  );
  for (const [flag, min, max] of [
    ['--store-connections', 1, 100],
    ['--key-grace-ms', 0, 3_600_000],
  ] as const) {
    assert.equal([kindOf(flag, String(min)), kindOf(flag, String(max))], ['ok', 'ok']);
    assert.equal([kindOf(flag, String(min - 1)), kindOf(flag, String(max + 1))], ['invalid', 'invalid']);
  }
});

test('where the store is a folder, nothing of a database or a broker is loaded', async () => {
  // Tells each module of another package that is asked for.
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) {
       if (url.includes('/node_modules/')) process.stderr.write('loaded ' + url + '\\n');
       return next(url, context);
     } });`,
  );
  const wanted = /loaded [^\n]*\/node_modules\/(?:fastify|pino)\//;
  const unwanted = /loaded [^\n]*\/node_modules\/(?:pg|pg-[a-z]+|@nats-io)\//;
  process.env['NODE_OPTIONS'] = `--import ${hook}`;
  try {
    const server = startProcess('--port', '0', '--data', join(folder, 'data'));
    const base = await server.url;
    const asked = { state: 'a refund', questions: { q: { type: 'noul', criteria: { true: 'refund' } } } };
    // A machine that is busy may have the service refuse one as too many.
    await until(async () => {
      const decided = await fetch(`${base}/v1/systemone`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      });
      assert.ok(decided.status === 200 || decided.status === 429, String(decided.status));
      return decided.status === 200;
    });
    assert.is((await fetch(`${base}/v1/mcp/servers`)).status, 200);
    server.child.kill('SIGINT');
    const { stderr } = await server.ended;
    assert.match(stderr, wanted, 'the hook tells');
    assert.not.match(stderr, unwanted);
    for (const command of [['keys', 'list', '--data', join(folder, 'data')], ['--help'], ['decide', '--help']]) {
      const ended = spawnSync(process.execPath, [moduleFile('cli/bin'), ...command], { encoding: 'utf8' });
      assert.is(ended.status, 0, ended.stderr);
      assert.not.match(ended.stderr, unwanted, command.join(' '));
    }
  } finally {
    delete process.env['NODE_OPTIONS'];
  }
});

test.run();
