// API keys in SQLite.
// In: a database that has the table. Out: statements over it. Why with a cache: every request looks a key up, and asking the database
// takes longer than all else a key needs.

import type { DatabaseSync } from 'node:sqlite';
import { readKey } from '../rows.ts';
import type { KeyRow } from '../store.ts';

interface KeyTable {
  /** By name. */
  list(): KeyRow[];
  hasAny(): boolean;
  /** null: nobody has it. The same object for as long as the keys stay the same. */
  find(hash: string): KeyRow | null;
  /** False when the name is taken. */
  add(row: KeyRow): boolean;
  /** False when there is no such key that is in force. */
  revoke(name: string, atMs: number): boolean;
}

/** What was read of the keys since they last changed. Hashes that nobody has are not kept: strangers send as many as they like. */
interface KnownKeys {
  readonly version: number;
  readonly byHash: Map<string, KeyRow>;
  hasAny: boolean | null;
}

export function keyTable(database: DatabaseSync): KeyTable {
  const selectKeys = database.prepare('SELECT * FROM keys ORDER BY name');
  const selectKey = database.prepare('SELECT * FROM keys WHERE hash = ?');
  const selectAnyKey = database.prepare('SELECT 1 FROM keys LIMIT 1');
  const insertKey = database.prepare(
    `INSERT INTO keys (name, hash, scopes, undecided, result_bytes, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING`,
  );
  const updateRevoked = database.prepare('UPDATE keys SET revoked_at_ms = ? WHERE name = ? AND revoked_at_ms IS NULL');
  // SQLite's own count of what other connections have committed; it costs a microsecond to read.
  const dataVersion = database.prepare('PRAGMA data_version');
  let known: KnownKeys | null = null;
  // Requests that arrived together are served by the keys of one moment.
  let isCurrent = false;
  const knownKeys = (): KnownKeys => {
    if (known !== null && isCurrent) return known;
    const version = Number(dataVersion.get()?.['data_version']);
    if (known?.version !== version) known = { version, byHash: new Map(), hasAny: null };
    isCurrent = true;
    setImmediate(() => {
      isCurrent = false;
    });
    return known;
  };
  return {
    list: () => selectKeys.all().map(readKey),
    hasAny() {
      const keys = knownKeys();
      keys.hasAny ??= selectAnyKey.get() !== undefined;
      return keys.hasAny;
    },
    find(hash) {
      const { byHash } = knownKeys();
      const found = byHash.get(hash);
      if (found !== undefined) return found;
      const row = selectKey.get(hash);
      if (row === undefined) return null;
      const key = readKey(row);
      byHash.set(hash, key);
      return key;
    },
    add(row) {
      // Our own writes do not change the version.
      known = null;
      const values = [
        row.name,
        row.hash,
        row.scopes,
        row.undecided,
        row.resultBytes,
        row.createdAtMs,
        row.expiresAtMs,
        row.revokedAtMs,
      ];
      return Number(insertKey.run(...values).changes) === 1;
    },
    revoke(name, atMs) {
      known = null;
      return Number(updateRevoked.run(atMs, name).changes) === 1;
    },
  };
}
