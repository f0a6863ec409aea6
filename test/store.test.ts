// The store: what was written is there after a restart, after kill -9, and for its owner only.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { MIGRATIONS } from '../server/store/migrations.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { KeyRow, ServerRow, ToolRow } from '../server/store/store.ts';
import { moduleFile, ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-store-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const server: ServerRow = {
  name: 'files',
  id: 'srv_1',
  origin: 'api',
  config: '{"n":9007199254740993}',
  learned: '{}',
  revision: 1,
  createdAtMs: 1,
  updatedAtMs: 2,
};
const tool = (name: string, change: Partial<ToolRow> = {}): ToolRow => ({
  server: 'files',
  name,
  definition: `{"name":"${name}"}`,
  hash: 'sha256:a',
  approvedHash: null,
  approvedDefinition: null,
  listed: true,
  firstSeenAtMs: 3,
  ...change,
});

test('rows survive closing and opening', async () => {
  const path = join(folder, 'restart', 'evident.db');
  const first = openStore(path);
  await first.putServer(server);
  await first.putTools('files', [tool('b'), tool('a', { approvedHash: 'sha256:a', listed: false })]);
  await first.close();
  const second = openStore(path);
  assert.equal(await second.listServers(), [server]);
  assert.equal(await second.listTools(), [tool('a', { approvedHash: 'sha256:a', listed: false }), tool('b')]);
  await second.close();
});

test('a write that was acknowledged survives kill -9', async () => {
  const path = join(folder, 'killed.db');
  const script = `import { openStore } from ${JSON.stringify(pathToFileURL(moduleFile('server/store/sqlite')).href)};
    const store = openStore(${JSON.stringify(path)});
    await store.putServer(${JSON.stringify(server)});
    await store.putTools('files', [${JSON.stringify(tool('a'))}]);
    console.log('written');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: ROOT,
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
  const store = openStore(path);
  assert.equal(await store.listServers(), [server]);
  assert.equal(await store.listTools(), [tool('a')]);
  await store.close();
});

test('a login is written where it is the one that was read, and goes with its server', async () => {
  const path = join(folder, 'logins.db');
  const [store, other] = [openStore(path), openStore(path)];
  assert.is(await store.getLogin('files'), null);
  assert.is(await store.putLogin('files', '{"a":1}', 7), null, 'there is none to replace');
  assert.is(await store.putLogin('files', '{"a":1}', null), 1);
  assert.is(await other.putLogin('files', '{"a":2}', null), null, 'there is one already');
  assert.is(await other.putLogin('files', '{"a":2}', 1), 2);
  assert.is(await store.putLogin('files', '{"a":3}', 1), null, 'another was faster');
  assert.equal(await store.getLogin('files'), { server: 'files', login: '{"a":2}', revision: 2 });
  await store.putServer(server);
  await store.deleteServer('files');
  assert.is(await other.getLogin('files'), null);
  assert.is(await store.putLogin('files', '{}', null), 1);
  assert.equal([await store.deleteLogin('files'), await store.deleteLogin('files')], [true, false]);
  await Promise.all([store.close(), other.close()]);
});

test('deleting a server deletes its tools; putting a server again keeps them', async () => {
  const store = openStore(':memory:');
  await store.putServer(server);
  await store.putTools('files', [tool('a')]);
  await store.putServer({ ...server, revision: 2 });
  assert.is((await store.listTools()).length, 1);
  await store.deleteServer('files');
  assert.equal(await store.listTools(), []);
  await store.close();
});

test('a failed replacement of tools leaves the old ones', async () => {
  const store = openStore(':memory:');
  await store.putServer(server);
  await store.putTools('files', [tool('a')]);
  let failed = false;
  try {
    await store.putTools('files', [tool('b'), tool('b')]);
  } catch {
    failed = true;
  }
  assert.ok(failed);
  assert.equal(await store.listTools(), [tool('a')]);
  await store.close();
});

test('the files are for their owner only, the backup too, and the backup opens', async () => {
  const path = join(folder, 'private.db');
  const store = openStore(path);
  await store.putServer(server);
  for (const name of ['private.db', 'private.db-wal', 'private.db-shm'])
    assert.is(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  const copy = join(folder, 'copy.db');
  await store.backup(copy);
  await store.close();
  assert.is(statSync(copy).mode & 0o777, 0o600);
  const restored = openStore(copy);
  assert.equal(await restored.listServers(), [server]);
  await restored.close();
});

test('a database of a newer version is refused, and left as it was', () => {
  const path = join(folder, 'newer.db');
  openStore(path).close();
  const database = new DatabaseSync(path);
  database.exec('UPDATE schema_version SET version = 999');
  database.close();
  assert.throws(() => openStore(path), /schema version 999/);
});

test('keys survive, a name is given once, and a second connection sees each change at once', async () => {
  const path = join(folder, 'keys.db');
  const first = openStore(path);
  const second = openStore(path);
  const key = (name: string, change: Partial<KeyRow> = {}): KeyRow => ({
    name,
    hash: `hash of ${name}`,
    scopes: 'decide',
    undecided: null,
    resultBytes: null,
    createdAtMs: 1,
    expiresAtMs: null,
    revokedAtMs: null,
    ...change,
  });
  assert.equal(await second.listKeys(), []);
  assert.ok(await first.addKey(key('b', { undecided: 'error', expiresAtMs: 9 })));
  assert.ok(await first.addKey(key('a')));
  assert.not(await second.addKey(key('a', { hash: 'other' })));
  for (const store of [first, second])
    assert.equal(await store.listKeys(), [key('a'), key('b', { undecided: 'error', expiresAtMs: 9 })]);
  assert.is(await second.findKey('hash of a'), await second.findKey('hash of a'), 'the same row while nothing changes');
  assert.equal([await second.hasKeys(), await second.findKey('hash of nobody')], [true, null]);
  assert.is((await first.findKey('hash of a'))?.revokedAtMs, null);
  assert.ok(await second.revokeKey('a', 5));
  assert.not(await first.revokeKey('a', 6));
  assert.not(await first.revokeKey('nobody', 6));
  assert.is((await first.listKeys())[0]?.revokedAtMs, 5);
  assert.is((await first.findKey('hash of a'))?.revokedAtMs, 5);
  await first.close();
  await second.close();
  const third = openStore(path);
  assert.equal(
    (await third.listKeys()).map(({ name, revokedAtMs }) => [name, revokedAtMs]),
    [
      ['a', 5],
      ['b', null],
    ],
  );
  await third.close();
});

test('a database from before there were keys opens, with what it had', async () => {
  const path = join(folder, 'older.db');
  const database = new DatabaseSync(path);
  database.exec(
    `CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT; INSERT INTO schema_version VALUES (1); ${MIGRATIONS[0]}`,
  );
  database.close();
  const store = openStore(path);
  await store.putServer(server);
  assert.equal([await store.listKeys(), await store.listServers()], [[], [server]]);
  await store.close();
});

test.run();
