// The store: what was written is there after a restart, after kill -9, and for its owner only.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { chainAudit, showAuditRow, verifyChain } from '../server/store/audit-chain.ts';
import { MIGRATIONS } from '../server/store/sqlite/migrations.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { AuditRow, ToolRow } from '../server/store/store.ts';
import { moduleFile, ROOT } from './support/paths.ts';
import { serverRow, testStore, toolRow } from './support/store-conformance.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-store-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const server = serverRow('files');
const FILES = { row: server, tools: [], before: null };
const tool = (name: string): ToolRow => toolRow('files', name);

let databases = 0;
testStore({
  define: (name, handler) => test(`in a file: ${name}`, handler),
  async openTwice() {
    const path = join(folder, `conformance-${(databases += 1)}.db`);
    return [openStore(path), openStore(path)];
  },
});

test('rows survive closing and opening', async () => {
  const path = join(folder, 'restart', 'evident.db');
  const first = openStore(path);
  await first.putServers([FILES]);
  await first.putTools(server, [tool('b'), tool('a')]);
  await first.close();
  const second = openStore(path);
  assert.equal((await second.readServers()).servers, [
    { row: { ...server, toolsRevision: 1 }, tools: [tool('a'), tool('b')] },
  ]);
  await second.close();
});

test('a write that was acknowledged survives kill -9', async () => {
  const path = join(folder, 'killed.db');
  const script = `import { openStore } from ${JSON.stringify(pathToFileURL(moduleFile('server/store/sqlite')).href)};
    const store = openStore(${JSON.stringify(path)});
    await store.putServers([${JSON.stringify(FILES)}]);
    await store.putTools(${JSON.stringify(server)}, [${JSON.stringify(tool('a'))}]);
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
  assert.equal((await store.readServers()).servers, [{ row: { ...server, toolsRevision: 1 }, tools: [tool('a')] }]);
  await store.close();
});

test('the files are for their owner only, the backup too, and the backup opens', async () => {
  const path = join(folder, 'private.db');
  const store = openStore(path);
  await store.putServers([FILES]);
  for (const name of ['private.db', 'private.db-wal', 'private.db-shm'])
    assert.is(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  const copy = join(folder, 'copy.db');
  await store.backup(copy);
  await store.close();
  assert.is(statSync(copy).mode & 0o777, 0o600);
  const restored = openStore(copy);
  assert.equal((await restored.readServers()).servers, [{ row: server, tools: [] }]);
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

test('a database from before there were keys opens, with what it had', async () => {
  const path = join(folder, 'older.db');
  const database = new DatabaseSync(path);
  database.exec(
    `CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT; INSERT INTO schema_version VALUES (1); ${MIGRATIONS[0]}`,
  );
  database.close();
  const store = openStore(path);
  await store.putServers([FILES]);
  assert.equal([await store.listKeys(), (await store.readServers()).servers[0]?.row], [[], server]);
  await store.close();
});

test('a database whose rows of the audit each have the number of their batch opens, and takes no batch of it twice', async () => {
  const path = join(folder, 'batches.db');
  const database = new DatabaseSync(path);
  const before = MIGRATIONS.findIndex((step) => step.includes('DROP INDEX audit_batches'));
  database.exec(
    `CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT; INSERT INTO schema_version VALUES (${before});
     ${MIGRATIONS.slice(0, before).join('')}`,
  );
  const insert = database.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  let row: AuditRow | null = null;
  for (const tool of ['t', 'u']) {
    row = chainAudit({ atMs: 1, event: 'call', key: null, members: { tool, sent: true } }, row);
    insert.run(row.seq, row.atMs, row.event, row.key, row.text, row.hash, 'run_1', 7);
  }
  database.close();
  const store = openStore(path);
  const entry = { atMs: 2, event: 'call', key: null, members: { tool: 'v', sent: true } } as const;
  const add = (number: number, rows: number) =>
    store.appendAudit(Array<typeof entry>(rows).fill(entry), 0, { writer: 'run_1', number });
  await add(7, 2);
  await add(8, 40);
  await add(8, 40);
  await add(9, 1);
  const rows = await store.listAudit({ after: 0, limit: 99 });
  assert.is(rows.length, 2 + 40 + 1);
  const shown = rows.map((one) => parseJson(Buffer.from(showAuditRow(one))));
  assert.equal(verifyChain(shown), { kind: 'chain', rows: 43, first: 1, head: rows.at(-1)?.hash });
  const counted = await store.countCalls({ sinceMs: 0, after: 0, butWriter: 'run_1' });
  assert.equal(counted, { seq: 43, counts: [] });
  await store.close();
});

test('a database from before servers had owners opens, with what it had', async () => {
  const path = join(folder, 'unowned.db');
  const database = new DatabaseSync(path);
  const before = MIGRATIONS.findIndex((step) => step.includes('owned_servers'));
  database.exec(
    `CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT; INSERT INTO schema_version VALUES (${before});
     ${MIGRATIONS.slice(0, before).join('')}
     INSERT INTO servers VALUES ('a', 'srv_a', 'api', '{}', 'null', 3, 1, 2), ('o', 'srv_o', 'operator', '{}', 'null', 1, 1, 2);
     INSERT INTO tools (server, name, definition, hash, approved_hash, listed, first_seen_at_ms)
       VALUES ('a', 'x', '{}', 'h', 'h', 1, 5), ('o', 'y', '{}', 'h', NULL, 0, 6);
     INSERT INTO audit VALUES (1, 1, 'call', NULL, '{}', 'h');`,
  );
  database.close();
  const store = openStore(path);
  const { servers } = await store.readServers();
  assert.equal(
    servers.map(({ row, tools }) => [
      row.owner,
      row.name,
      row.revision,
      row.toolsRevision,
      tools.map(({ name }) => name),
    ]),
    [
      ['', 'a', 3, 0, ['x']],
      ['local', 'o', 1, 0, ['y']],
    ],
  );
  assert.equal([servers[0]?.tools[0]?.approvedHash, servers[1]?.tools[0]?.listed], ['h', false]);
  assert.is((await store.listAudit({ after: 0, limit: 9 })).length, 1);
  assert.ok(await store.deleteServer(servers[0]!.row), 'tools still belong to their servers');
  assert.equal((await store.readServers()).servers.length, 1);
  await store.close();
});

test.run();
