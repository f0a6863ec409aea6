// The feed of changes in PostgreSQL: what was changed, under numbers that go up by one.
// Why the counter is a row: whoever changes something locks it until the change is kept, so that changes are kept in the order of
// their numbers, and who has read up to one number has missed none before it. A sequence gives no such promise.

import { readChange } from '../rows.ts';
import type { Change, Changes } from '../store.ts';
import { CHANGES_KEPT } from '../store.ts';
import type { Query } from './database.ts';

interface ChangeTable {
  /** In the transaction of the change, and before it looks at anything: from here on nobody else changes something. */
  begin(query: Query): Promise<void>;
  /** In the transaction of the change. */
  add(query: Query, change: Change): Promise<void>;
  since(query: Query, revision: number): Promise<Changes>;
  revision(query: Query): Promise<number>;
  /** The number of the last change of keys. */
  keysRevision(query: Query): Promise<number>;
}

export function changeTable(s: string, channel: string): ChangeTable {
  const revision = async (query: Query): Promise<number> => {
    const [row] = await query(`SELECT revision FROM ${s}.counter`);
    return Number(row?.['revision']);
  };
  return {
    revision,
    begin: async (query) => void (await query(`SELECT revision FROM ${s}.counter FOR UPDATE`)),
    async add(query, { kind, name }) {
      const [row] = await query(
        `UPDATE ${s}.counter SET revision = revision + 1, keys_revision = CASE WHEN $1 THEN revision + 1 ELSE keys_revision END
         RETURNING revision`,
        [kind === 'key'],
      );
      const number = Number(row?.['revision']);
      await query(`INSERT INTO ${s}.changes (revision, kind, name) VALUES ($1, $2, $3)`, [number, kind, name]);
      await query(`DELETE FROM ${s}.changes WHERE revision <= $1`, [number - CHANGES_KEPT]);
      // Heard when the change is kept.
      await query('SELECT pg_notify($1, $2)', [channel, kind]);
    },
    async since(query, known) {
      const last = await revision(query);
      if (known === last) return { revision: last, changes: [] };
      if (known > last || known < last - CHANGES_KEPT) return { revision: last, changes: null };
      const rows = await query(
        `SELECT kind, name FROM ${s}.changes WHERE revision > $1 AND revision <= $2 GROUP BY kind, name ORDER BY max(revision)`,
        [known, last],
      );
      return { revision: last, changes: rows.map(readChange) };
    },
    async keysRevision(query) {
      const [row] = await query(`SELECT keys_revision FROM ${s}.counter`);
      return Number(row?.['keys_revision']);
    },
  };
}
