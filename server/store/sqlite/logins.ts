// Logins in SQLite: what authorization servers gave for upstream servers.
// In: a database that has the table. Out: statements over it; the store around it turns failures into `storage_failed`.

import type { DatabaseSync } from 'node:sqlite';
import type { LoginRow } from '../store.ts';

interface LoginTable {
  get(server: string): LoginRow | null;
  put(server: string, login: string, expected: number | null): number | null;
  delete(server: string): boolean;
}

export function loginTable(database: DatabaseSync): LoginTable {
  const select = database.prepare('SELECT server, login, revision FROM logins WHERE server = ?');
  const insert = database.prepare(
    'INSERT INTO logins (server, login, revision) VALUES (?, ?, 1) ON CONFLICT (server) DO NOTHING',
  );
  const update = database.prepare(
    'UPDATE logins SET login = ?, revision = revision + 1 WHERE server = ? AND revision = ?',
  );
  const remove = database.prepare('DELETE FROM logins WHERE server = ?');
  return {
    get(server) {
      const row = select.get(server);
      return row === undefined ? null : { server, login: row['login'] as string, revision: Number(row['revision']) };
    },
    put(server, login, expected) {
      const { changes } = expected === null ? insert.run(server, login) : update.run(login, server, expected);
      return Number(changes) === 1 ? (expected ?? 0) + 1 : null;
    },
    delete: (server) => Number(remove.run(server).changes) === 1,
  };
}
