// The audit in PostgreSQL: the statements, apart from the rest of the store.

import { chainAudit } from '../audit-chain.ts';
import { readAudit, readCount } from '../rows.ts';
import type { AuditBatch, AuditEntry, AuditQuery, AuditRow, CallsQuery, CountedCalls } from '../store.ts';
import type { Query } from './database.ts';

interface AuditTable {
  /** In a transaction: the chain goes on from the last row, whoever wrote it. */
  append(
    query: Query,
    entries: readonly AuditEntry[],
    forgetBeforeMs: number,
    batch: AuditBatch | undefined,
  ): Promise<void>;
  list(query: Query, asked: AuditQuery): Promise<readonly AuditRow[]>;
  countCalls(query: Query, asked: CallsQuery): Promise<CountedCalls>;
}

export function auditTable(s: string): AuditTable {
  return {
    async append(query, entries, forgetBeforeMs, batch) {
      // Whoever appends waits here for whoever appends already.
      const [head] = await query(`SELECT seq, hash FROM ${s}.audit_head FOR UPDATE`);
      if (batch !== undefined) {
        const known = await query(`SELECT 1 FROM ${s}.audit WHERE writer = $1 AND batch = $2 LIMIT 1`, [
          batch.writer,
          batch.number,
        ]);
        if (known.length > 0) return;
      }
      const rows: AuditRow[] = [];
      const before = head?.['hash'] === null ? null : { seq: Number(head?.['seq']), hash: String(head?.['hash']) };
      for (const entry of entries) rows.push(chainAudit(entry, rows.at(-1) ?? before));
      await query(
        `INSERT INTO ${s}.audit (seq, at_ms, event, key, text, hash, writer, batch)
         SELECT *, $7::text, $8::bigint FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])`,
        [
          rows.map(({ seq }) => seq),
          rows.map(({ atMs }) => atMs),
          rows.map(({ event }) => event),
          rows.map(({ key }) => key),
          rows.map(({ text }) => text),
          rows.map(({ hash }) => hash),
          batch?.writer ?? null,
          batch?.number ?? null,
        ],
      );
      const last = rows.at(-1);
      if (last !== undefined) await query(`UPDATE ${s}.audit_head SET seq = $1, hash = $2`, [last.seq, last.hash]);
      // From the beginning, as far as all are too old: in between, a row of an instance that was late would leave a hole in the chain.
      // The last row stays: the next one follows it.
      await query(
        `DELETE FROM ${s}.audit WHERE seq < coalesce(
           (SELECT seq FROM ${s}.audit WHERE at_ms >= $1 ORDER BY seq LIMIT 1), (SELECT max(seq) FROM ${s}.audit))`,
        [forgetBeforeMs],
      );
    },
    async list(query, { after, before, limit, event = null, key = null }) {
      const rows = await query(
        `SELECT * FROM ${s}.audit WHERE seq > $1 AND ($2::bigint IS NULL OR seq < $2)
           AND ($3::text IS NULL OR event = $3) AND ($4::text IS NULL OR key = $4)
         ORDER BY seq ${before === undefined ? 'ASC' : 'DESC'} LIMIT $5`,
        [after, before ?? null, event, key, limit],
      );
      return rows.map(readAudit);
    },
    async countCalls(query, { sinceMs, after, butWriter }) {
      const [head] = await query(`SELECT seq FROM ${s}.audit_head`);
      const seq = Number(head?.['seq']);
      const rows = await query(
        `SELECT key, text::json ->> 'server' AS server, text::json ->> 'tool' AS tool, count(*) AS calls FROM ${s}.audit
         WHERE at_ms >= $1 AND seq > $2 AND seq <= $3 AND ($4::text IS NULL OR writer IS DISTINCT FROM $4)
           AND event = 'call' AND text::json ->> 'sent' = 'true'
         GROUP BY 1, 2, 3`,
        [sinceMs, after, seq, butWriter],
      );
      return { seq, counts: rows.map(readCount) };
    },
  };
}
