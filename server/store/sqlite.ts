// The store on SQLite: one file, one writer, no server.
// In: a path or `:memory:`. Out: a Store whose writes are on the disk before their promise resolves.
// Why: registrations and approvals are decisions of a person; a killed process must not lose one.

import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../errors.ts';
import { storageFailed } from './failure.ts';
import { approvalTable } from './sqlite/approvals.ts';
import { auditTable } from './sqlite/audit.ts';
import { changeTable } from './sqlite/changes.ts';
import type { Files } from './sqlite/files.ts';
import { ROOM_BYTES_MIN, watchFiles } from './sqlite/files.ts';
import { keyTable } from './sqlite/keys.ts';
import { loginTable } from './sqlite/logins.ts';
import { MIGRATIONS } from './sqlite/migrations.ts';
import { policyTable } from './sqlite/policies.ts';
import { serverTable } from './sqlite/servers.ts';
import type { FileStore } from './store.ts';

// Another process may hold the write lock for one short transaction; longer than this is a fault to report.
const BUSY_TIMEOUT_MS = 5000;
// Of a new database. Three rows of the audit fill 4 KiB, and each page is written twice.
const PAGE_BYTES = 8192;
// Header values and environment variables may be secrets: only the owner reads the files.
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const MEMORY = ':memory:';
// A folder has one service, so its instance needs no name of its own.
const LOCAL = 'local';

/** Opens or creates the database at `path`. Throws `storage_failed`, also when it was written by a newer version. */
export function openStore(path: string): FileStore {
  const file = path === MEMORY ? path : resolve(path);
  let database: DatabaseSync | undefined;
  try {
    if (file !== MEMORY) createPrivately(file);
    database = new DatabaseSync(file);
    database.exec(
      `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`,
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

/** How the database is read and written: every failure is a `storage_failed` that names the file. */
interface Access {
  reading<T>(work: () => T): T;
  writing<T>(work: () => T): T;
  /** All of the work or none. `isSmall`: that it succeeds does not show that there is room for a usual change. */
  transaction<T>(work: () => T, isSmall?: boolean): T;
  /** Whether the last write failed. */
  hasFailed(): boolean;
}

function openAccess(database: DatabaseSync, file: string, files: Files): Access {
  // Known to fail until a write succeeds: only writing shows whether there is room again.
  let hasFailed = false;
  const reading = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageFailed(file, error);
    }
  };
  const writing = <T>(work: () => T, isSmall = false): T => {
    try {
      // A database whose file was deleted takes writes for as long as it is open, and then they are gone.
      files.assertInPlace();
      const result = work();
      hasFailed &&= isSmall;
      return result;
    } catch (error) {
      // The state that a write named is another: nothing is wrong with the database.
      hasFailed ||= !(error instanceof ServiceError);
      throw storageFailed(file, error);
    }
  };
  const transaction = <T>(work: () => T, isSmall = false): T =>
    writing(() => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        // Some failures have rolled back already.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    }, isSmall);
  return { reading, writing, transaction, hasFailed: () => hasFailed };
}

function createSqliteStore(database: DatabaseSync, file: string, files: Files): FileStore {
  const { reading, writing, transaction, hasFailed } = openAccess(database, file, files);
  const servers = serverTable(database, LOCAL);
  const logins = loginTable(database);
  const keys = keyTable(database);
  const approvals = approvalTable(database);
  const policies = policyTable(database);
  const audit = auditTable(database);
  const changes = changeTable(database);
  const insertSecret = database.prepare(
    'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const selectSecret = database.prepare('SELECT value FROM secrets WHERE name = ?');
  const vacuumInto = database.prepare('VACUUM INTO ?');
  const probe = database.prepare('SELECT version FROM schema_version');
  const emptyRoom = database.prepare('DELETE FROM room');
  const fillRoom = database.prepare('INSERT INTO room (bytes) VALUES (randomblob(?))');

  return {
    instance: LOCAL,
    async readServers(names) {
      return reading(() => ({ revision: changes.revision(), servers: servers.read(names) }));
    },
    async putServers(changed) {
      transaction(() => {
        for (const change of changed) {
          servers.put(change);
          changes.add({ kind: 'server', name: change.row.name });
        }
      });
    },
    async deleteServer(server) {
      return transaction(() => {
        const isDeleted = servers.delete(server);
        if (!isDeleted) return false;
        if (!servers.hasAny(server.name)) logins.delete(server.name);
        changes.add({ kind: 'server', name: server.name });
        return true;
      });
    },
    async getLogin(server) {
      return reading(() => logins.get(server));
    },
    async putLogin(server, login, expected) {
      return writing(() => logins.put(server, login, expected));
    },
    async deleteLogin(server) {
      return writing(() => logins.delete(server));
    },
    async putTools(server, rows) {
      transaction(() => {
        servers.putTools(server, rows);
        changes.add({ kind: 'server', name: server.name });
      });
    },
    async putLearned(server) {
      writing(() => servers.putLearned(server));
    },
    async changesSince(revision) {
      return reading(() => changes.since(revision));
    },
    // Whoever else writes here does so rarely: asking for changes each second is enough.
    onChange: () => () => {},
    async listKeys() {
      return reading(keys.list);
    },
    hasKeys: () => reading(keys.hasAny),
    findKey: (hash) => reading(() => keys.find(hash)),
    async addKey(row) {
      return transaction(() => {
        const isAdded = keys.add(row);
        if (isAdded) changes.add({ kind: 'key', name: row.name });
        return isAdded;
      });
    },
    async revokeKey(name, atMs) {
      return transaction(() => {
        const isRevoked = keys.revoke(name, atMs);
        if (isRevoked) changes.add({ kind: 'key', name });
        return isRevoked;
      });
    },
    async holdApproval(row, pendingMax, forgetBeforeMs) {
      return transaction(() => {
        approvals.forget(forgetBeforeMs);
        return approvals.hold(row, pendingMax);
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
    async listPolicies() {
      return reading(policies.list);
    },
    async putPolicy(row) {
      transaction(() => {
        policies.put(row);
        changes.add({ kind: 'policy', name: row.name });
      });
    },
    async deletePolicy(name, revision) {
      transaction(() => {
        policies.delete(name, revision);
        changes.add({ kind: 'policy', name });
      });
    },
    async appendAudit(entries, forgetBeforeMs, batch) {
      transaction(() => audit.append(entries, forgetBeforeMs, batch), true);
    },
    async countCalls(query) {
      return reading(() => audit.countCalls(query));
    },
    async listAudit(query) {
      return reading(() => audit.list(query));
    },
    async keepSecret(name, fresh) {
      const kept = reading(() => selectSecret.get(name));
      if (kept !== undefined) return kept['value'] as string;
      writing(() => insertSecret.run(name, fresh));
      return reading(() => selectSecret.get(name))?.['value'] as string;
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
        probe.get();
      });
      if (hasFailed())
        transaction(() => {
          emptyRoom.run();
          fillRoom.run(ROOM_BYTES_MIN);
        });
      return { store: 'ok', keys: 'ok' };
    },
    async close() {
      database.close();
    },
  };
}
