// Approvals in SQLite: the statements, apart from the rest of the store.

import type { DatabaseSync } from 'node:sqlite';
import { readApproval } from '../rows.ts';
import type { ApprovalRow, ApprovalStatus, PendingMax, SameCall } from '../store.ts';

/** Synchronous; the store around it turns failures into `storage_failed`. */
interface ApprovalTable {
  /** Must be in a transaction. The row of the same call that waits already, or the one that was added; null when as many wait as may. */
  hold(row: ApprovalRow, pendingMax: PendingMax): ApprovalRow | null;
  list(limit: number): readonly ApprovalRow[];
  get(id: string): ApprovalRow | null;
  find(same: SameCall, status: ApprovalStatus, nowMs: number): ApprovalRow | null;
  change(id: string, from: ApprovalStatus, to: ApprovalStatus, by: string | null, atMs: number): boolean;
  forget(beforeMs: number): void;
}

export function approvalTable(database: DatabaseSync): ApprovalTable {
  const insert = database.prepare(
    `INSERT INTO approvals (id, caller, server, tool, tool_hash, digest, arguments, reason, status, decided_by, created_at_ms, changed_at_ms, expires_at_ms, answers)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectAll = database.prepare('SELECT * FROM approvals ORDER BY created_at_ms DESC, id LIMIT ?');
  const selectOne = database.prepare('SELECT * FROM approvals WHERE id = ?');
  const selectSame = database.prepare(
    `SELECT * FROM approvals WHERE digest = ? AND server = ? AND tool_hash = ? AND caller IS ? AND status = ? AND expires_at_ms > ?
     ORDER BY created_at_ms, id LIMIT 1`,
  );
  const update = database.prepare(
    'UPDATE approvals SET status = ?, decided_by = coalesce(?, decided_by), changed_at_ms = ? WHERE id = ? AND status = ?',
  );
  const countPending = database.prepare(
    "SELECT count(*) AS waiting, count(*) FILTER (WHERE caller IS ?) AS own FROM approvals WHERE status = 'pending' AND expires_at_ms > ?",
  );
  const remove = database.prepare('DELETE FROM approvals WHERE expires_at_ms < ?');
  const find: ApprovalTable['find'] = ({ caller, server, toolHash, digest }, status, nowMs) => {
    const row = selectSame.get(digest, server, toolHash, caller, status, nowMs);
    return row === undefined ? null : readApproval(row);
  };
  return {
    find,
    hold(row, pendingMax) {
      const waiting = find(row, 'pending', row.createdAtMs);
      if (waiting !== null) return waiting;
      const pending = countPending.get(row.caller, row.createdAtMs);
      if (Number(pending?.['waiting']) >= pendingMax.all || Number(pending?.['own']) >= pendingMax.own) return null;
      insert.run(
        row.id,
        row.caller,
        row.server,
        row.tool,
        row.toolHash,
        row.digest,
        row.arguments,
        row.reason,
        row.status,
        row.decidedBy,
        row.createdAtMs,
        row.changedAtMs,
        row.expiresAtMs,
        row.answers,
      );
      return row;
    },
    list: (limit) => selectAll.all(limit).map(readApproval),
    get(id) {
      const row = selectOne.get(id);
      return row === undefined ? null : readApproval(row);
    },
    change: (id, from, to, by, atMs) => Number(update.run(to, by, atMs, id, from).changes) === 1,
    forget: (beforeMs) => void remove.run(beforeMs),
  };
}
