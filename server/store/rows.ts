// Rows: what the tables of a database hold, as the rows of the store.
// In: columns by name, as either database gives them: numbers may be texts, and truth a number. Out: rows. Why together: both
// databases have the same columns, and must say the same.

import { ServiceError } from '../errors.ts';
import type {
  ApprovalRow,
  ApprovalStatus,
  AuditRow,
  CallCount,
  Change,
  KeyRow,
  PolicyRow,
  ServerRow,
  ToolRow,
} from './store.ts';

type Columns = Readonly<Record<string, unknown>>;

export function readServer(row: Columns): ServerRow {
  return {
    owner: String(row['owner']),
    name: String(row['name']),
    id: String(row['id']),
    config: String(row['config']),
    learned: String(row['learned']),
    revision: Number(row['revision']),
    toolsRevision: Number(row['tools_revision']),
    createdAtMs: Number(row['created_at_ms']),
    updatedAtMs: Number(row['updated_at_ms']),
  };
}

export function readTool(row: Columns): ToolRow {
  return {
    server: String(row['server']),
    name: String(row['name']),
    definition: String(row['definition']),
    hash: String(row['hash']),
    approvedHash: textOrNull(row['approved_hash']),
    approvedDefinition: textOrNull(row['approved_definition']),
    listed: Boolean(row['listed']),
    firstSeenAtMs: Number(row['first_seen_at_ms']),
  };
}

export function readKey(row: Columns): KeyRow {
  return {
    name: String(row['name']),
    hash: String(row['hash']),
    scopes: String(row['scopes']),
    undecided: textOrNull(row['undecided']),
    resultBytes: numberOrNull(row['result_bytes']),
    createdAtMs: Number(row['created_at_ms']),
    expiresAtMs: numberOrNull(row['expires_at_ms']),
    revokedAtMs: numberOrNull(row['revoked_at_ms']),
  };
}

export function readApproval(row: Columns): ApprovalRow {
  return {
    id: String(row['id']),
    caller: textOrNull(row['caller']),
    server: String(row['server']),
    tool: String(row['tool']),
    toolHash: String(row['tool_hash']),
    digest: String(row['digest']),
    arguments: String(row['arguments']),
    answers: textOrNull(row['answers']),
    reason: String(row['reason']),
    status: row['status'] as ApprovalStatus,
    decidedBy: textOrNull(row['decided_by']),
    createdAtMs: Number(row['created_at_ms']),
    changedAtMs: Number(row['changed_at_ms']),
    expiresAtMs: Number(row['expires_at_ms']),
  };
}

export function readAudit(row: Columns): AuditRow {
  return {
    seq: Number(row['seq']),
    atMs: Number(row['at_ms']),
    event: String(row['event']),
    key: textOrNull(row['key']),
    text: String(row['text']),
    hash: String(row['hash']),
  };
}

export function readCount(row: Columns): CallCount {
  return {
    key: textOrNull(row['key']),
    server: String(row['server']),
    tool: String(row['tool']),
    calls: Number(row['calls']),
  };
}

export function readPolicy(row: Columns): PolicyRow {
  return {
    name: String(row['name']),
    text: String(row['text']),
    revision: Number(row['revision']),
    changedAtMs: Number(row['changed_at_ms']),
  };
}

export function readChange(row: Columns): Change {
  return { kind: row['kind'] as Change['kind'], name: String(row['name']) };
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

/** Throws `revision_mismatch` where the row of a server is not as it was. */
export function requireServer(row: ServerRow | null, before: ServerRow | null, name: string): void {
  const isSame =
    row === null || before === null
      ? row === before
      : row.id === before.id && row.revision === before.revision && row.toolsRevision === before.toolsRevision;
  if (isSame) return;
  throw new ServiceError('revision_mismatch', { details: { server: name, revision: row?.revision ?? null } });
}

/** Throws `revision_mismatch` where a policy has not this revision; null: it is not there. */
export function requirePolicy(row: PolicyRow | null, revision: number | null, name: string): void {
  if ((row?.revision ?? null) === revision) return;
  throw new ServiceError('revision_mismatch', {
    message: row === null ? `there is no policy ${name}` : `the policy ${name} has revision ${row.revision}`,
    details: { policy: name, revision: row?.revision ?? null },
  });
}
