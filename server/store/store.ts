// What the service remembers, as one narrow interface.
// In: rows. Out: rows. Documents inside a row (`config`, `definition`, …) are JSON text that the store does not read.
// Why: the registry must not depend on a database, and support for a second database must be one file.

/** One registered upstream server. Times are milliseconds since the epoch. */
export interface ServerRow {
  readonly name: string;
  readonly id: string;
  /** Where it was registered: by the operator's file, or over the API. */
  readonly origin: 'api' | 'operator';
  /** The normalised configuration, with references to secrets as written. */
  readonly config: string;
  /** What was learned by connecting: era, identity, capabilities. */
  readonly learned: string;
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** One tool that a server has listed at some time, with the hash a person or the policy approved. */
export interface ToolRow {
  readonly server: string;
  readonly name: string;
  /** The definition as last listed. */
  readonly definition: string;
  readonly hash: string;
  /** null: never approved. */
  readonly approvedHash: string | null;
  /** The definition that was approved; null where none was, or before it was kept. */
  readonly approvedDefinition: string | null;
  /** Part of the last listing; a tool that vanished stays known. */
  readonly listed: boolean;
  readonly firstSeenAtMs: number;
}

/** One API key. The token itself is nowhere: only who has it can show it. */
export interface KeyRow {
  readonly name: string;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly hash: string;
  /** Names of scopes, separated by commas. */
  readonly scopes: string;
  /** How undecided questions are answered for this key when a request does not say; null leaves it to the server. */
  readonly undecided: string | null;
  /** How much of a result of a tool the key gets, in bytes; null is no limit. */
  readonly resultBytes: number | null;
  readonly createdAtMs: number;
  /** null: never. */
  readonly expiresAtMs: number | null;
  /** null: not revoked. A revoked key stays known, so that its name is never given again. */
  readonly revokedAtMs: number | null;
}

/** `used`: the call that was approved has been made. */
const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'used'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** A call that a policy holds for a person. Whoever approves it approves these arguments of this definition for this caller. */
export interface ApprovalRow {
  readonly id: string;
  /** The name of the API key; null where none is needed. */
  readonly caller: string | null;
  readonly server: string;
  readonly tool: string;
  readonly toolHash: string;
  /** SHA-256 of the canonical arguments, as the policies left them. */
  readonly digest: string;
  /** Their text, for the person who looks. */
  readonly arguments: string;
  readonly reason: string;
  readonly status: ApprovalStatus;
  /** The name of the key that decided. */
  readonly decidedBy: string | null;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly expiresAtMs: number;
}

/** What an authorization server gave us for one upstream server: tokens are secrets. */
export interface LoginRow {
  readonly server: string;
  /** JSON text. */
  readonly login: string;
  /** Counts the changes. */
  readonly revision: number;
}

/** Calls of one tool by one key. */
export interface CallCount {
  readonly key: string | null;
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
}

/** Something that was done, for the audit. */
export interface AuditEntry {
  readonly atMs: number;
  readonly event: string;
  /** The name of the API key; null where none is needed, and for what the operator does. */
  readonly key: string | null;
  /** What else there is to say, in the order in which it is shown. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** An entry in the chain. */
export interface AuditRow extends Pick<AuditEntry, 'atMs' | 'event' | 'key'> {
  /** From 1, without gaps. */
  readonly seq: number;
  /** JSON text of all of the row but its hash. */
  readonly text: string;
  /** SHA-256 of the text, which holds the hash of the row before. */
  readonly hash: string;
}

export interface AuditQuery {
  /** Rows with a higher number. */
  readonly after: number;
  readonly limit: number;
  readonly event?: string | null;
  readonly key?: string | null;
}

/** A server with all its tools. */
export interface ServerRows {
  readonly row: ServerRow;
  readonly tools: readonly ToolRow[];
}

/** Every write is durable when its promise resolves; when it rejects, nothing was written. All reject with `storage_failed`. */
export interface Store {
  listServers(): Promise<readonly ServerRow[]>;
  putServer(row: ServerRow): Promise<void>;
  /** Puts servers and replaces their tools, all or none. */
  putServers(servers: readonly ServerRows[]): Promise<void>;
  /** Deletes the server, its tools and its login. */
  deleteServer(name: string): Promise<void>;
  listTools(): Promise<readonly ToolRow[]>;
  /** Replaces the tools of one server, in one transaction. */
  putTools(server: string, rows: readonly ToolRow[]): Promise<void>;
  /** Sees at once what another process wrote. */
  getLogin(server: string): Promise<LoginRow | null>;
  /** Compare and set, `expected` null where there is none: the row's new revision, or null and nothing is written. */
  putLogin(server: string, login: string, expected: number | null): Promise<number | null>;
  /** False when there was none. */
  deleteLogin(server: string): Promise<boolean>;
  /** All keys, by name. */
  listKeys(): Promise<readonly KeyRow[]>;
  /** Whether there is any key, also a revoked one. */
  hasKeys(): Promise<boolean>;
  /**
   * The key whose token has this hash. Sees at once what another process wrote, and is cheap enough to ask for every
   * request: the same row as long as nothing changed.
   */
  findKey(hash: string): Promise<KeyRow | null>;
  /** False when the name is taken; then nothing is written. */
  addKey(row: KeyRow): Promise<boolean>;
  /** False when there is no such key or it was revoked before. */
  revokeKey(name: string, atMs: number): Promise<boolean>;
  /** Adds a held call, and forgets those that expired before `forgetBeforeMs`. */
  addApproval(row: ApprovalRow, forgetBeforeMs: number): Promise<void>;
  /** The newest first. */
  listApprovals(limit: number): Promise<readonly ApprovalRow[]>;
  getApproval(id: string): Promise<ApprovalRow | null>;
  /** The oldest held call of this status that is the same one and has not expired. */
  findApproval(
    same: Pick<ApprovalRow, 'caller' | 'server' | 'toolHash' | 'digest'>,
    status: ApprovalStatus,
    nowMs: number,
  ): Promise<ApprovalRow | null>;
  /** Compare and set: false when its status is no longer `from`, so that one approval is used once. */
  changeApproval(
    id: string,
    from: ApprovalStatus,
    to: ApprovalStatus,
    by: string | null,
    atMs: number,
  ): Promise<boolean>;
  /** How often each key had calls of each tool sent since a time, as the audit says (`sent` is true). */
  countCalls(sinceMs: number): Promise<readonly CallCount[]>;
  /** Adds rows to the audit, all or none, and forgets those before a time; the last row always stays. */
  appendAudit(entries: readonly AuditEntry[], forgetBeforeMs: number): Promise<void>;
  /** The oldest first. */
  listAudit(query: AuditQuery): Promise<readonly AuditRow[]>;
  /** Copies the whole database to a new file. */
  backup(path: string): Promise<void>;
  /** Rejects when it is known that a write would fail: the files are gone, the disk is full. */
  check(): Promise<void>;
  close(): Promise<void>;
}
