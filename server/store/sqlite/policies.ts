// Policies in SQLite: the statements, apart from the rest of the store.

import type { DatabaseSync } from 'node:sqlite';
import { readPolicy, requirePolicy } from '../rows.ts';
import type { PolicyRow } from '../store.ts';

interface PolicyTable {
  /** By name. */
  list(): PolicyRow[];
  /** Must be in a transaction. Throws `revision_mismatch`. */
  put(row: PolicyRow): void;
  /** Must be in a transaction. Throws `revision_mismatch`. */
  delete(name: string, revision: number): void;
}

export function policyTable(database: DatabaseSync): PolicyTable {
  const selectAll = database.prepare('SELECT * FROM policies ORDER BY name');
  const selectOne = database.prepare('SELECT * FROM policies WHERE name = ?');
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO policies (name, text, revision, changed_at_ms) VALUES (?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM policies WHERE name = ?');
  const find = (name: string): PolicyRow | null => {
    const row = selectOne.get(name);
    return row === undefined ? null : readPolicy(row);
  };
  return {
    list: () => selectAll.all().map(readPolicy),
    put({ name, text, revision, changedAtMs }) {
      requirePolicy(find(name), revision === 1 ? null : revision - 1, name);
      upsert.run(name, text, revision, changedAtMs);
    },
    delete(name, revision) {
      requirePolicy(find(name), revision, name);
      remove.run(name);
    },
  };
}
