// What the service remembers, as one narrow interface.
// In: rows. Out: rows. Documents inside a row (`config`, `definition`, …) are JSON text that the store does not read.
// Why: the registry must not depend on a database, and support for a second database must be one file.

import type { RawJson } from '../../grammar/json.ts';
import type { AuditEvent } from '../services/tools/wire/audit-events.ts';
import type { Awaitable } from './awaitable.ts';

/** Whose a server is that was registered over the API: all instances of the service have it. */
export const EVERYBODY = '';

/** One registered upstream server. Times are milliseconds since the epoch. */
export interface ServerRow {
  /** The id of the instance whose operator's file has it, or EVERYBODY. */
  readonly owner: string;
  /** Once for each owner. */
  readonly name: string;
  /** Its own also among servers that had the name before. */
  readonly id: string;
  /** The normalised configuration, with references to secrets as written. */
  readonly config: string;
  /** What was learned by connecting: era, identity, capabilities. */
  readonly learned: string;
  /** Counts its configurations, from 1. */
  readonly revision: number;
  /** Counts the writings of its tools, from 0. */
  readonly toolsRevision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export function originOf({ owner }: Pick<ServerRow, 'owner'>): 'api' | 'operator' {
  return owner === EVERYBODY ? 'api' : 'operator';
}

/** One tool that a server has listed at some time, with the hash a person or the policy approved. */
export interface ToolRow {
  /** The name of the server. */
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
  /** SHA-256 of the canonical arguments, as the policies left them, and of the answers where there are any. */
  readonly digest: string;
  /** Their text, for the person who looks. */
  readonly arguments: string;
  /** What the caller answers to questions of the tool, as JSON text; null where there were none. */
  readonly answers: string | null;
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

/** How many calls may wait at once: of all callers, and of the caller. */
export interface PendingMax {
  readonly all: number;
  readonly own: number;
}

/** What makes two held calls the same. */
export type SameCall = Pick<ApprovalRow, 'caller' | 'server' | 'toolHash' | 'digest'>;

/** Calls of one tool by one key. */
export interface CallCount {
  readonly key: string | null;
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
}

/** Which calls are counted: those since a time, of rows with a higher number, that this writer did not write. */
export interface CallsQuery {
  readonly sinceMs: number;
  readonly after: number;
  readonly butWriter: string | null;
}

export interface CountedCalls {
  /** The number of the last row there is. */
  readonly seq: number;
  readonly counts: readonly CallCount[];
}

/** Something that was done, for the audit. */
export interface AuditEntry {
  readonly atMs: number;
  readonly event: AuditEvent;
  /** The name of the API key; null where none is needed, and for what the operator does. */
  readonly key: string | null;
  /** What else there is to say, in the order in which it is shown; an object, or one that is written already. */
  readonly members: Readonly<Record<string, unknown>> | RawJson;
}

/** An entry in the chain. */
export interface AuditRow extends Pick<AuditEntry, 'atMs' | 'key'> {
  /** Of another version, perhaps one that is not known here. */
  readonly event: string;
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
  /** Rows with a lower number, the newest first; null: from the newest on. Left out: the oldest first. */
  readonly before?: number | null;
  readonly limit: number;
  readonly event?: string | null;
  readonly key?: string | null;
}

/** Rows of one process, numbered by it: a batch that is sent again, because nobody knows whether it arrived, is added once. */
export interface AuditBatch {
  /** The id of the process. */
  readonly writer: string;
  readonly number: number;
}

/** A script of the operator that decides about calls, as the store keeps it. */
export interface PolicyRow {
  readonly name: string;
  readonly text: string;
  /** Counts its texts, from 1. */
  readonly revision: number;
  readonly changedAtMs: number;
}

/** A server with all its tools. */
export interface ServerRows {
  readonly row: ServerRow;
  readonly tools: readonly ToolRow[];
}

/** A server as it is to be, with its tools, and as it was when that was decided; null: it was not there. */
export interface ServerChange extends ServerRows {
  readonly before: ServerRow | null;
}

/** Servers as they are at one revision. */
interface ServersRead {
  readonly revision: number;
  readonly servers: readonly ServerRows[];
}

/** What a change was made to: a server, with its configuration and tools, or a policy, by its name; keys as a whole. */
export interface Change {
  readonly kind: 'server' | 'key' | 'policy';
  readonly name: string;
}

/** Changes that the feed keeps; who is further behind reads all there is, which is about as many rows. */
export const CHANGES_KEPT = 1_000;

export interface Changes {
  /** The last one there is. */
  readonly revision: number;
  /** The oldest first, one for each that was changed; null where the feed does not reach back so far: then read all. */
  readonly changes: readonly Change[] | null;
}

/** What of the store works. */
export interface StoreState {
  readonly store: 'ok' | 'unreachable';
  /** `remembered`: keys are those that were last read. `closed`: that is too long ago, so nobody has one. */
  readonly keys: 'ok' | 'remembered' | 'closed';
}

/**
 * Every write is durable when its promise resolves; when it rejects, nothing was written. All reject with `storage_failed`,
 * or with `store_unavailable` where the store is another machine that does not answer: only then it may be unknown whether a
 * write was kept, and the message says so. Writes that name a state reject with `revision_mismatch` when it is another.
 *
 * Each change has a revision, from one counter. A change that others must follow is in the feed under its revision.
 */
export interface Store {
  /** Whose the servers of this process's own file are. */
  readonly instance: string;
  /** Those registered over the API, and those of this instance; all, or those of these names. */
  readServers(names?: readonly string[]): Promise<ServersRead>;
  /** Puts servers and replaces their tools, all or none; each must still be as it was before. */
  putServers(changes: readonly ServerChange[]): Promise<void>;
  /** Deletes the server and its tools, and the login under that name when it was the last one. False when it is not there, or another one of that name is. */
  deleteServer(server: Pick<ServerRow, 'owner' | 'name' | 'id'>): Promise<boolean>;
  /** Replaces the tools of a server whose row is still this one; `toolsRevision` is then one higher. */
  putTools(server: ServerRow, tools: readonly ToolRow[]): Promise<void>;
  /** Keeps what was learned of a server whose configuration is still this one; of any other it says nothing. No change to follow. */
  putLearned(server: ServerRow): Promise<void>;
  /** Sees at once what another process wrote. */
  getLogin(server: string): Promise<LoginRow | null>;
  /** Compare and set, `expected` null where there is none: the row's new revision, or null and nothing is written. */
  putLogin(server: string, login: string, expected: number | null): Promise<number | null>;
  /** False when there was none. */
  deleteLogin(server: string): Promise<boolean>;
  /** What changed after a revision. */
  changesSince(revision: number): Promise<Changes>;
  /** Calls soon after something changed, mostly: only a hint, `changesSince` is the truth. Answers how to stop. */
  onChange(changed: () => void): () => void;
  /** All keys, by name. */
  listKeys(): Promise<readonly KeyRow[]>;
  /** Whether there is any key, also a revoked one. */
  hasKeys(): Awaitable<boolean>;
  /**
   * The key whose token has this hash, as of at most a second ago, and cheap enough to ask for every request: the same row
   * as long as nothing changed.
   */
  findKey(hash: string): Awaitable<KeyRow | null>;
  /** False when the name is taken; then nothing is written. */
  addKey(row: KeyRow): Promise<boolean>;
  /** False when there is no such key or it was revoked before. */
  revokeKey(name: string, atMs: number): Promise<boolean>;
  /**
   * Holds a call. Answers its row; or that of the same call which waits already; or null, when as many wait as may. Forgets
   * those that expired before `forgetBeforeMs`.
   */
  holdApproval(row: ApprovalRow, pendingMax: PendingMax, forgetBeforeMs: number): Promise<ApprovalRow | null>;
  /** The newest first. */
  listApprovals(limit: number): Promise<readonly ApprovalRow[]>;
  getApproval(id: string): Promise<ApprovalRow | null>;
  /** The oldest held call of this status that is the same one and has not expired. */
  findApproval(same: SameCall, status: ApprovalStatus, nowMs: number): Promise<ApprovalRow | null>;
  /** Compare and set: false when its status is no longer `from`, so that one approval is used once. */
  changeApproval(
    id: string,
    from: ApprovalStatus,
    to: ApprovalStatus,
    by: string | null,
    atMs: number,
  ): Promise<boolean>;
  /** By name. */
  listPolicies(): Promise<readonly PolicyRow[]>;
  /** Puts a policy whose revision is still the one before that of the row, or which is not there where that is 1. */
  putPolicy(row: PolicyRow): Promise<void>;
  /** Deletes a policy whose revision is still this one. */
  deletePolicy(name: string, revision: number): Promise<void>;
  /** How often each key had calls of each tool sent, as the audit says (`sent` is true). */
  countCalls(query: CallsQuery): Promise<CountedCalls>;
  /**
   * Adds rows to the audit, all or none and each batch once. Forgets those before a time, from the beginning up to the first that is not;
   * the last row always stays.
   */
  appendAudit(entries: readonly AuditEntry[], forgetBeforeMs: number, batch?: AuditBatch): Promise<void>;
  /** The oldest first, or with `before` the newest. */
  listAudit(query: AuditQuery): Promise<readonly AuditRow[]>;
  /** A secret of the service itself: the one that is kept under a name, which is `fresh` from now on where there was none. */
  keepSecret(name: string, fresh: string): Promise<string>;
  /** What works. Rejects when it is known that a write would fail and only this machine is to blame: the files are gone, the disk is full. */
  check(): Promise<StoreState>;
  close(): Promise<void>;
}

/** A store in a file. */
export interface FileStore extends Store {
  /** Copies the whole database to a new file. */
  backup(path: string): Promise<void>;
}
