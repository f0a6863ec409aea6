// The store on SQLite: one file, one writer, no server.
// In: a path or `:memory:`. Out: a Store whose writes are on the disk before their promise resolves.
// Why: registrations and approvals are decisions of a person; a killed process must not lose one.

import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storageFailed } from './failure.ts';
import type { Files } from './files.ts';
import { ROOM_BYTES_MIN, watchFiles } from './files.ts';
import { MIGRATIONS } from './migrations.ts';
import { approvalTable } from './sqlite-approvals.ts';
import type { KeyRow, ServerRow, Store, ToolRow } from './store.ts';

// Another process may hold the write lock for one short transaction; longer than this is a fault to report.
const BUSY_TIMEOUT_MS = 5000;
// Header values and environment variables may be secrets: only the owner reads the files.
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const MEMORY = ':memory:';

/** Opens or creates the database at `path`. Throws `storage_failed`, also when it was written by a newer version. */
export function openStore(path: string): Store {
  const file = path === MEMORY ? path : resolve(path);
  let database: DatabaseSync | undefined;
  try {
    if (file !== MEMORY) createPrivately(file);
    database = new DatabaseSync(file);
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`,
    );
    migrate(database);
    return createSqliteStore(database, file, watchFiles(file === MEMORY ? [] : [file, `${file}-wal`]));
  } catch (error) {
    database?.close();
    throw storageFailed(file, error);
  }
}

/** SQLite gives its `-wal` and `-shm` files the mode of the database file, so the mode must be right before the first write. */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
  chmodSync(path, FILE_MODE);
}

function migrate(database: DatabaseSync): void {
  // Immediate: two processes that start together must not both run a step.
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT');
    const row = database.prepare('SELECT version FROM schema_version').get();
    const version = row === undefined ? 0 : Number(row['version']);
    if (version > MIGRATIONS.length)
      throw new Error(`the database has schema version ${version}; this program knows ${MIGRATIONS.length}`);
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    if (row === undefined) database.prepare('INSERT INTO schema_version (version) VALUES (?)').run(MIGRATIONS.length);
    else database.prepare('UPDATE schema_version SET version = ?').run(MIGRATIONS.length);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function createSqliteStore(database: DatabaseSync, file: string, files: Files): Store {
  // Known to fail until a write succeeds: only writing shows whether there is room again.
  let hasFailed = false;
  const reading = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageFailed(file, error);
    }
  };
  const writing = <T>(work: () => T): T => {
    try {
      // A database whose file was deleted takes writes for as long as it is open, and then they are gone.
      files.assertInPlace();
      const result = work();
      hasFailed = false;
      return result;
    } catch (error) {
      hasFailed = true;
      throw storageFailed(file, error);
    }
  };
  const transaction = (work: () => void): void =>
    writing(() => {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        // Some failures have rolled back already.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  const selectServers = database.prepare('SELECT * FROM servers ORDER BY name');
  const upsertServer = database.prepare(
    `INSERT INTO servers (name, id, origin, config, learned, revision, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET id = excluded.id, origin = excluded.origin, config = excluded.config, learned = excluded.learned,
       revision = excluded.revision, created_at_ms = excluded.created_at_ms, updated_at_ms = excluded.updated_at_ms`,
  );
  const removeServer = database.prepare('DELETE FROM servers WHERE name = ?');
  const selectTools = database.prepare('SELECT * FROM tools ORDER BY server, name');
  const removeTools = database.prepare('DELETE FROM tools WHERE server = ?');
  const insertTool = database.prepare(
    'INSERT INTO tools (server, name, definition, hash, approved_hash, listed, first_seen_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectKeys = database.prepare('SELECT * FROM keys ORDER BY name');
  const selectKey = database.prepare('SELECT * FROM keys WHERE hash = ?');
  const selectAnyKey = database.prepare('SELECT 1 FROM keys LIMIT 1');
  const insertKey = database.prepare(
    `INSERT INTO keys (name, hash, scopes, undecided, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING`,
  );
  const updateRevoked = database.prepare('UPDATE keys SET revoked_at_ms = ? WHERE name = ? AND revoked_at_ms IS NULL');
  // SQLite's own count of what other connections have committed; it costs a microsecond to read.
  const dataVersion = database.prepare('PRAGMA data_version');
  // What was read of the keys since they last changed. Hashes that nobody has are not kept: strangers send as many as they like.
  let known: { readonly version: number; readonly byHash: Map<string, KeyRow>; hasKeys: boolean | null } | null = null;
  // Requests that arrived together are served by the keys of one moment: asking the database takes longer than all else a key needs.
  let isCurrent = false;
  const knownKeys = (): NonNullable<typeof known> => {
    if (known !== null && isCurrent) return known;
    const version = Number(dataVersion.get()?.['data_version']);
    if (known?.version !== version) known = { version, byHash: new Map(), hasKeys: null };
    isCurrent = true;
    setImmediate(() => {
      isCurrent = false;
    });
    return known;
  };
  const approvals = approvalTable(database);
  const vacuumInto = database.prepare('VACUUM INTO ?');

  const emptyRoom = database.prepare('DELETE FROM room');
  const fillRoom = database.prepare('INSERT INTO room (bytes) VALUES (randomblob(?))');
  const replaceTools = (server: string, rows: readonly ToolRow[]): void => {
    removeTools.run(server);
    for (const row of rows) {
      insertTool.run(
        server,
        row.name,
        row.definition,
        row.hash,
        row.approvedHash,
        row.listed ? 1 : 0,
        row.firstSeenAtMs,
      );
    }
  };
  const putServer = (row: ServerRow): void => {
    upsertServer.run(
      row.name,
      row.id,
      row.origin,
      row.config,
      row.learned,
      row.revision,
      row.createdAtMs,
      row.updatedAtMs,
    );
  };

  return {
    async listServers() {
      return reading(() => selectServers.all().map(readServer));
    },
    async putServer(row) {
      writing(() => putServer(row));
    },
    async putServers(servers) {
      transaction(() => {
        for (const { row, tools } of servers) {
          putServer(row);
          replaceTools(row.name, tools);
        }
      });
    },
    async deleteServer(name) {
      writing(() => removeServer.run(name));
    },
    async listTools() {
      return reading(() => selectTools.all().map(readTool));
    },
    async putTools(server, rows) {
      transaction(() => replaceTools(server, rows));
    },
    async listKeys() {
      return reading(() => selectKeys.all().map(readKey));
    },
    async hasKeys() {
      return reading(() => {
        const keys = knownKeys();
        keys.hasKeys ??= selectAnyKey.get() !== undefined;
        return keys.hasKeys;
      });
    },
    async findKey(hash) {
      return reading(() => {
        const { byHash } = knownKeys();
        const found = byHash.get(hash);
        if (found !== undefined) return found;
        const row = selectKey.get(hash);
        if (row === undefined) return null;
        const key = readKey(row);
        byHash.set(hash, key);
        return key;
      });
    },
    async addKey(row) {
      // Our own writes do not change the version.
      known = null;
      const values = [row.name, row.hash, row.scopes, row.undecided, row.createdAtMs, row.expiresAtMs, row.revokedAtMs];
      return writing(() => Number(insertKey.run(...values).changes) === 1);
    },
    async revokeKey(name, atMs) {
      known = null;
      return writing(() => Number(updateRevoked.run(atMs, name).changes) === 1);
    },
    async addApproval(row, forgetBeforeMs) {
      transaction(() => {
        approvals.forget(forgetBeforeMs);
        approvals.add(row);
      });
    },
    async listApprovals(limit) {
      return reading(() => approvals.list(limit));
    },
    async getApproval(id) {
      return reading(() => approvals.get(id));
    },
    async findApproval(same, status, nowMs) {
      return reading(() => approvals.find(same, status, nowMs));
    },
    async changeApproval(id, from, to, by, atMs) {
      return writing(() => approvals.change(id, from, to, by, atMs));
    },
    async backup(path) {
      try {
        // The copy holds the same secrets; VACUUM INTO accepts an empty file, so it can be made private first.
        createPrivately(path);
        vacuumInto.run(path);
      } catch (error) {
        throw storageFailed(path, error);
      }
    },
    async check() {
      reading(() => {
        files.assertInPlace();
        files.assertRoom();
        dataVersion.get();
      });
      if (!hasFailed) return;
      transaction(() => {
        emptyRoom.run();
        fillRoom.run(ROOM_BYTES_MIN);
      });
    },
    async close() {
      database.close();
    },
  };
}

type Columns = Record<string, unknown>;

function readServer(row: Columns): ServerRow {
  return {
    name: String(row['name']),
    id: String(row['id']),
    origin: row['origin'] === 'operator' ? 'operator' : 'api',
    config: String(row['config']),
    learned: String(row['learned']),
    revision: Number(row['revision']),
    createdAtMs: Number(row['created_at_ms']),
    updatedAtMs: Number(row['updated_at_ms']),
  };
}

function readTool(row: Columns): ToolRow {
  return {
    server: String(row['server']),
    name: String(row['name']),
    definition: String(row['definition']),
    hash: String(row['hash']),
    approvedHash: row['approved_hash'] === null ? null : String(row['approved_hash']),
    listed: Number(row['listed']) === 1,
    firstSeenAtMs: Number(row['first_seen_at_ms']),
  };
}

function readKey(row: Columns): KeyRow {
  return {
    name: String(row['name']),
    hash: String(row['hash']),
    scopes: String(row['scopes']),
    undecided: row['undecided'] === null ? null : String(row['undecided']),
    createdAtMs: Number(row['created_at_ms']),
    expiresAtMs: row['expires_at_ms'] === null ? null : Number(row['expires_at_ms']),
    revokedAtMs: row['revoked_at_ms'] === null ? null : Number(row['revoked_at_ms']),
  };
}
