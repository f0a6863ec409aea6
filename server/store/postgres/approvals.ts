// Approvals in PostgreSQL: the statements, apart from the rest of the store.

import { readApproval } from '../rows.ts';
import type { ApprovalRow, ApprovalStatus, PendingMax, SameCall } from '../store.ts';
import type { Query } from './database.ts';

interface ApprovalTable {
  /** In a transaction that nobody else holds a call in. */
  hold(query: Query, row: ApprovalRow, pendingMax: PendingMax): Promise<ApprovalRow | null>;
  list(query: Query, limit: number): Promise<readonly ApprovalRow[]>;
  get(query: Query, id: string): Promise<ApprovalRow | null>;
  find(query: Query, same: SameCall, status: ApprovalStatus, nowMs: number): Promise<ApprovalRow | null>;
  change(query: Query, change: ApprovalChange): Promise<boolean>;
  forget(query: Query, beforeMs: number): Promise<void>;
}

interface ApprovalChange {
  readonly id: string;
  readonly from: ApprovalStatus;
  readonly to: ApprovalStatus;
  readonly by: string | null;
  readonly atMs: number;
}

export function approvalTable(s: string): ApprovalTable {
  const find: ApprovalTable['find'] = async (query, { caller, server, toolHash, digest }, status, nowMs) => {
    const [row] = await query(
      `SELECT * FROM ${s}.approvals WHERE digest = $1 AND server = $2 AND tool_hash = $3 AND caller IS NOT DISTINCT FROM $4
         AND status = $5 AND expires_at_ms > $6
       ORDER BY created_at_ms, id COLLATE "C" LIMIT 1`,
      [digest, server, toolHash, caller, status, nowMs],
    );
    return row === undefined ? null : read(row);
  };
  return {
    find,
    async hold(query, row, pendingMax) {
      const waiting = await find(query, row, 'pending', row.createdAtMs);
      if (waiting !== null) return waiting;
      const [pending] = await query(
        `SELECT count(*) AS waiting, count(*) FILTER (WHERE caller IS NOT DISTINCT FROM $1) AS own
         FROM ${s}.approvals WHERE status = 'pending' AND expires_at_ms > $2`,
        [row.caller, row.createdAtMs],
      );
      if (Number(pending?.['waiting']) >= pendingMax.all || Number(pending?.['own']) >= pendingMax.own) return null;
      await query(
        `INSERT INTO ${s}.approvals (id, caller, server, tool, tool_hash, digest, arguments, reason, status, decided_by, created_at_ms, changed_at_ms, expires_at_ms, answers)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          row.id,
          row.caller,
          row.server,
          row.tool,
          row.toolHash,
          row.digest,
          row.arguments,
          JSON.stringify(row.reason),
          row.status,
          row.decidedBy,
          row.createdAtMs,
          row.changedAtMs,
          row.expiresAtMs,
          row.answers,
        ],
      );
      return row;
    },
    async list(query, limit) {
      const rows = await query(`SELECT * FROM ${s}.approvals ORDER BY created_at_ms DESC, id COLLATE "C" LIMIT $1`, [
        limit,
      ]);
      return rows.map(read);
    },
    async get(query, id) {
      const [row] = await query(`SELECT * FROM ${s}.approvals WHERE id = $1`, [id]);
      return row === undefined ? null : read(row);
    },
    async change(query, { id, from, to, by, atMs }) {
      const rows = await query(
        `UPDATE ${s}.approvals SET status = $1, decided_by = coalesce($2, decided_by), changed_at_ms = $3
         WHERE id = $4 AND status = $5 RETURNING 1`,
        [to, by, atMs, id, from],
      );
      return rows.length === 1;
    },
    forget: async (query, beforeMs) =>
      void (await query(`DELETE FROM ${s}.approvals WHERE expires_at_ms < $1`, [beforeMs])),
  };
}

/** A reason is a policy's text and may hold a NUL, which a text of PostgreSQL cannot: it is kept as JSON. */
function read(row: Record<string, unknown>): ApprovalRow {
  const approval = readApproval(row);
  return { ...approval, reason: JSON.parse(approval.reason) as string };
}
