// Policies in PostgreSQL: the statements, apart from the rest of the store.

import { readPolicy, requirePolicy } from '../rows.ts';
import type { PolicyRow } from '../store.ts';
import type { Query } from './database.ts';

interface PolicyTable {
  /** By name. */
  list(query: Query): Promise<PolicyRow[]>;
  /** In a transaction. Throws `revision_mismatch`. */
  put(query: Query, row: PolicyRow): Promise<void>;
  /** In a transaction. Throws `revision_mismatch`. */
  delete(query: Query, name: string, revision: number): Promise<void>;
}

export function policyTable(s: string): PolicyTable {
  const find = async (query: Query, name: string): Promise<PolicyRow | null> => {
    const [row] = await query(`SELECT * FROM ${s}.policies WHERE name = $1`, [name]);
    return row === undefined ? null : readPolicy(row);
  };
  return {
    list: async (query) => (await query(`SELECT * FROM ${s}.policies ORDER BY name COLLATE "C"`)).map(readPolicy),
    async put(query, { name, text, revision, changedAtMs }) {
      requirePolicy(await find(query, name), revision === 1 ? null : revision - 1, name);
      await query(
        `INSERT INTO ${s}.policies (name, text, revision, changed_at_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (name) DO UPDATE SET text = $2, revision = $3, changed_at_ms = $4`,
        [name, text, revision, changedAtMs],
      );
    },
    async delete(query, name, revision) {
      requirePolicy(await find(query, name), revision, name);
      await query(`DELETE FROM ${s}.policies WHERE name = $1`, [name]);
    },
  };
}
