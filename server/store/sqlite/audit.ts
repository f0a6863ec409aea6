// The audit in SQLite: the statements, apart from the rest of the store.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { chainAudit } from '../audit-chain.ts';
import { readAudit, readCount } from '../rows.ts';
import type { AuditBatch, AuditEntry, AuditQuery, AuditRow, CallsQuery, CountedCalls } from '../store.ts';

/** Synchronous; the store around it turns failures into `storage_failed`. */
interface AuditTable {
  /** Must be in a transaction: the chain goes on from the last row, whoever wrote it. */
  append(entries: readonly AuditEntry[], forgetBeforeMs: number, batch: AuditBatch | undefined): void;
  list(query: AuditQuery): readonly AuditRow[];
  countCalls(query: CallsQuery): CountedCalls;
}

// A statement takes longer to begin and to end than a row.
const ROWS_AT_ONCE = 32;

export function auditTable(database: DatabaseSync): AuditTable {
  const selectLast = database.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1');
  const prepareInsert = (rows: number): StatementSync => {
    const values = Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    return database.prepare(`INSERT INTO audit (seq, at_ms, event, key, text, hash, writer, batch) VALUES ${values}`);
  };
  const insertOne = prepareInsert(1);
  const insertMany = prepareInsert(ROWS_AT_ONCE);
  const selectBatch = database.prepare('SELECT 1 FROM audit WHERE writer = ? AND batch = ? LIMIT 1');
  // From the beginning, as far as all are too old: in between, a row of a clock that went back would leave a hole in the chain. The last
  // row stays: the next one follows it. Not by the index over times, in which SQLite would look through all rows that stay.
  const remove = database.prepare(
    `DELETE FROM audit WHERE seq < coalesce(
       (SELECT seq FROM audit NOT INDEXED WHERE at_ms >= ? ORDER BY seq LIMIT 1), (SELECT max(seq) FROM audit))`,
  );
  const prepareList = (order: 'ASC' | 'DESC') =>
    database.prepare(
      `SELECT * FROM audit WHERE seq > ? AND (? IS NULL OR seq < ?) AND (? IS NULL OR event = ?) AND (? IS NULL OR key = ?)
       ORDER BY seq ${order} LIMIT ?`,
    );
  const oldest = prepareList('ASC');
  const newest = prepareList('DESC');
  const prepareCount = (index: string) =>
    database.prepare(
      `SELECT key, json_extract(text, '$.server') AS server, json_extract(text, '$.tool') AS tool, count(*) AS calls
       FROM audit ${index}
       WHERE at_ms >= ? AND seq > ? AND seq <= ? AND writer IS NOT ? AND event = 'call' AND json_extract(text, '$.sent') = 1
       GROUP BY 1, 2, 3`,
    );
  // SQLite cannot know which of the two leads to fewer rows: what is new is found by its number, and all of a day by its time.
  const countNew = prepareCount('NOT INDEXED');
  const countAll = prepareCount('INDEXED BY audit_oldest');
  return {
    append(entries, forgetBeforeMs, batch) {
      if (batch !== undefined && selectBatch.get(batch.writer, batch.number) !== undefined) return;
      const row = selectLast.get();
      let last = row === undefined ? null : readAudit(row);
      const { writer = null, number = null } = batch ?? {};
      const values: SQLInputValue[] = [];
      for (const [at, entry] of entries.entries()) {
        last = chainAudit(entry, last);
        // The last row stands for the batch.
        const ends = at === entries.length - 1 ? number : null;
        values.push(last.seq, last.atMs, last.event, last.key, last.text, last.hash, writer, ends);
      }
      const columns = values.length / entries.length;
      for (let from = 0; from < values.length; ) {
        const isFull = values.length - from >= ROWS_AT_ONCE * columns;
        const to = from + (isFull ? ROWS_AT_ONCE : 1) * columns;
        (isFull ? insertMany : insertOne).run(...values.slice(from, to));
        from = to;
      }
      remove.run(forgetBeforeMs);
    },
    list({ after, before, limit, event = null, key = null }) {
      const select = before === undefined ? oldest : newest;
      const below = before ?? null;
      return select.all(after, below, below, event, event, key, key, limit).map(readAudit);
    },
    countCalls({ sinceMs, after, butWriter }) {
      const last = selectLast.get();
      const seq = last === undefined ? 0 : readAudit(last).seq;
      const count = after === 0 ? countAll : countNew;
      return { seq, counts: count.all(sinceMs, after, seq, butWriter ?? NOBODY).map(readCount) };
    },
  };
}

// Rows that the command line wrote have no writer, and count.
const NOBODY = '';
