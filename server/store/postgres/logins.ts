// Logins in PostgreSQL: what authorization servers gave for upstream servers.

import type { LoginRow } from '../store.ts';
import type { Query } from './database.ts';

interface LoginTable {
  get(query: Query, server: string): Promise<LoginRow | null>;
  put(query: Query, server: string, login: string, expected: number | null): Promise<number | null>;
  delete(query: Query, server: string): Promise<boolean>;
}

export function loginTable(s: string): LoginTable {
  return {
    async get(query, server) {
      const [row] = await query(`SELECT login, revision FROM ${s}.logins WHERE server = $1`, [server]);
      return row === undefined ? null : { server, login: String(row['login']), revision: Number(row['revision']) };
    },
    async put(query, server, login, expected) {
      const rows =
        expected === null
          ? await query(
              `INSERT INTO ${s}.logins (server, login, revision) VALUES ($1, $2, 1) ON CONFLICT (server) DO NOTHING RETURNING 1`,
              [server, login],
            )
          : await query(
              `UPDATE ${s}.logins SET login = $1, revision = revision + 1 WHERE server = $2 AND revision = $3 RETURNING 1`,
              [login, server, expected],
            );
      return rows.length === 1 ? (expected ?? 0) + 1 : null;
    },
    delete: async (query, server) =>
      (await query(`DELETE FROM ${s}.logins WHERE server = $1 RETURNING 1`, [server])).length === 1,
  };
}
