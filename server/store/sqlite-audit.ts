// The audit in SQLite: the statements, apart from the rest of the store.

import type { DatabaseSync } from 'node:sqlite';
import { chainAudit } from './audit-chain.ts';
import type { AuditEntry, AuditQuery, AuditRow, CallCount } from './store.ts';

/** Synchronous; the store around it turns failures into `storage_failed`. */
interface AuditTable {
  /** Must be in a transaction: the chain goes on from the last row, whoever wrote it. */
  append(entries: readonly AuditEntry[], forgetBeforeMs: number): void;
  list(query: AuditQuery): readonly AuditRow[];
  countCalls(sinceMs: number): readonly CallCount[];
}

export function auditTable(database: DatabaseSync): AuditTable {
  const selectLast = database.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1');
  const insert = database.prepare('INSERT INTO audit (seq, at_ms, event, key, text, hash) VALUES (?, ?, ?, ?, ?, ?)');
  // The last row stays: the next one follows it.
  const remove = database.prepare('DELETE FROM audit WHERE at_ms < ? AND seq < (SELECT max(seq) FROM audit)');
  const select = database.prepare(
    'SELECT * FROM audit WHERE seq > ? AND (? IS NULL OR event = ?) AND (? IS NULL OR key = ?) ORDER BY seq LIMIT ?',
  );
  const count = database.prepare(
    `SELECT key, json_extract(text, '$.server') AS server, json_extract(text, '$.tool') AS tool, count(*) AS calls
     FROM audit WHERE at_ms >= ? AND event = 'call' AND json_extract(text, '$.sent') = 1 GROUP BY 1, 2, 3`,
  );
  return {
    append(entries, forgetBeforeMs) {
      const row = selectLast.get();
      let last = row === undefined ? null : readRow(row);
      for (const entry of entries) {
        last = chainAudit(entry, last);
        insert.run(last.seq, last.atMs, last.event, last.key, last.text, last.hash);
      }
      remove.run(forgetBeforeMs);
    },
    list({ after, limit, event = null, key = null }) {
      return select.all(after, event, event, key, key, limit).map(readRow);
    },
    countCalls(sinceMs) {
      return count.all(sinceMs).map((row) => ({
        key: row['key'] as string | null,
        server: row['server'] as string,
        tool: row['tool'] as string,
        calls: Number(row['calls']),
      }));
    },
  };
}

function readRow(row: Record<string, unknown>): AuditRow {
  return {
    seq: Number(row['seq']),
    atMs: Number(row['at_ms']),
    event: row['event'] as string,
    key: row['key'] as string | null,
    text: row['text'] as string,
    hash: row['hash'] as string,
  };
}
