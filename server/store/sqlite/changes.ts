// The feed of changes in SQLite: what was changed, under numbers that go up by one.

import type { DatabaseSync } from 'node:sqlite';
import { readChange } from '../rows.ts';
import type { Change, Changes } from '../store.ts';
import { CHANGES_KEPT } from '../store.ts';

interface ChangeTable {
  /** Must be in the transaction of the change. */
  add(change: Change): void;
  /** The number of the last one; 0 when there was none. */
  revision(): number;
  since(revision: number): Changes;
}

export function changeTable(database: DatabaseSync): ChangeTable {
  const selectLast = database.prepare('SELECT max(revision) AS revision FROM changes');
  const insert = database.prepare('INSERT INTO changes (revision, kind, name) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM changes WHERE revision <= ?');
  const select = database.prepare(
    'SELECT kind, name FROM changes WHERE revision > ? GROUP BY kind, name ORDER BY max(revision)',
  );
  const last = (): number => Number(selectLast.get()?.['revision'] ?? 0);
  return {
    revision: last,
    add({ kind, name }) {
      const revision = last() + 1;
      insert.run(revision, kind, name);
      remove.run(revision - CHANGES_KEPT);
    },
    since(known) {
      const revision = last();
      const isCovered = known <= revision && known >= revision - CHANGES_KEPT;
      return { revision, changes: isCovered ? select.all(known).map(readChange) : null };
    },
  };
}
