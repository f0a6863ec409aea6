// Record: one answer on its way to the decision log.
// In: nothing. Out: the shapes that travel to the log's thread. Why bytes: what an entry says of a request is derived there, so that the
// thread that answers only hands over what it has.

import type { DenialRecord, Kept, WireName } from '../summary.ts';

export interface LogRecord {
  /** Names the entry. */
  readonly id: string;
  readonly atMs: number;
  /** null where the transport has none. */
  readonly requestId: string | null;
  /** Of an answer in a batch: its place, and the JSON text of the caller's name for it. */
  readonly item: { readonly index: number; readonly id: string | null } | null;
  /** The name of the API key; null where none is needed. */
  readonly key: string | null;
  readonly wire: WireName;
  readonly status: number;
  /** The code of an error that is an answer. */
  readonly code: string | null;
  readonly steps: number | null;
  readonly kept: Kept;
  readonly denials: readonly DenialRecord[];
  /** The body of the request. */
  readonly bytes: Uint8Array;
  /** The body of the answer; null where bodies are not kept, and it is no run of a script. */
  readonly response: string | null;
}

// What a record holds beside texts, bodies and answers, about; and what an answer, a place and a denial do beside their texts.
const RECORD_BYTES = 1_024;
const SAID_BYTES = 256;
const PLACE_BYTES = 128;
const DENIAL_BYTES = 128;
// Of a character that is not Latin.
const CHARACTER_BYTES = 2;

/** What it takes while it waits: every part that a caller decides the size of. */
export function weighRecord({ bytes, response, requestId, item, key, kept, denials }: LogRecord): number {
  let fixed = RECORD_BYTES + bytes.length + kept.said.length * SAID_BYTES + denials.length * DENIAL_BYTES;
  let characters = lengthOf(response) + lengthOf(requestId) + lengthOf(item?.id) + lengthOf(key);
  for (const { id, kind, answer, reason, evidence } of kept.said) {
    fixed += evidence.length * PLACE_BYTES;
    characters += lengthOf(id) + kind.length + lengthOf(answer) + lengthOf(reason);
    for (const { path, by, argument } of evidence) characters += path.length + by.length + lengthOf(argument);
  }
  for (const { id, policy, reason } of denials) characters += id.length + policy.length + reason.length;
  for (const [name, value] of Object.entries(kept.options ?? {})) characters += name.length + value.length;
  return fixed + characters * CHARACTER_BYTES;
}

function lengthOf(value: string | number | boolean | null | undefined): number {
  return typeof value === 'string' ? value.length : 0;
}

/** What becomes of a record that there is no room for. */
export const LOG_POLICIES = ['drop-oldest', 'block', 'spill'] as const;
export type LogPolicy = (typeof LOG_POLICIES)[number];

/** What the log's thread is told when it starts. */
export interface LogThreadData {
  readonly sink: SinkOptions;
  /** Whether entries have the bodies of requests and answers. */
  readonly keepsBodies: boolean;
  /** JSON Pointers into requests; what they lead to is not kept. */
  readonly masks: readonly string[];
  readonly secret: Uint8Array;
}

/** The place of a log that means the database of the store. */
export const STORED_LOG = 'store:';

/** Whether the place of a log is a database of its own, by its name. */
export function isDatabase(path: string): boolean {
  return path.endsWith('.db');
}

interface SinkLimits {
  /** A folder, or a database, as it is shown. */
  readonly path: string;
  /** Entries that are older are forgotten. */
  readonly keepMs: number;
  /** Bytes of all entries; beyond, the oldest are forgotten. */
  readonly bytesMax: number;
  /** Every batch is on the disk before it counts as written. */
  readonly isDurable: boolean;
}

export interface FileSinkOptions extends SinkLimits {
  readonly kind: 'files' | 'sqlite';
}

export interface DatabaseSinkOptions extends SinkLimits {
  readonly kind: 'postgres';
  /** May hold a password. */
  readonly url: string;
  /** Names this service among those that share the log. */
  readonly instance: string;
}

/** Where entries go. */
export type SinkOptions = FileSinkOptions | DatabaseSinkOptions;

/** What the thread is told, one thing after the other; queries are answered beside the rest. */
export type LogOrder = WriteOrder | QueryOrder | { readonly kind: 'close' };

export interface QueryOrder {
  readonly kind: 'query';
  readonly number: number;
  readonly query: LogQuery;
}

export type WriteOrder =
  | { readonly kind: 'write'; readonly records: readonly LogRecord[]; readonly gap: Gap; readonly nowMs: number }
  | SpillOrder;

/** Records that waited in a file, which is gone when they are written. */
export interface SpillOrder {
  readonly kind: 'spill';
  readonly path: string;
  readonly gap: Gap;
  readonly nowMs: number;
}

/** Answers before what is written now that the log has no entry of. */
export interface Gap {
  /** They were given. */
  readonly dropped: number;
  /** They were not given, because they could not be logged. */
  readonly refused: number;
}

export const NO_GAP: Gap = { dropped: 0, refused: 0 };

export function addGaps(one: Gap, other: Gap): Gap {
  return { dropped: one.dropped + other.dropped, refused: one.refused + other.refused };
}

/** What the thread says. */
export type LogNews =
  /** The sink is open. `note`: what the operator should know of it. */
  | { readonly kind: 'ready'; readonly note: string | null }
  | { readonly kind: 'not-ready'; readonly reason: string }
  | ({ readonly kind: 'written' } & Written)
  | { readonly kind: 'closed' }
  /** `isUnsure`: whether entries were written is not known. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnsure: boolean }
  | { readonly kind: 'found'; readonly number: number; readonly page: LogPage }
  | { readonly kind: 'not-found'; readonly number: number; readonly reason: string };

export interface Written {
  readonly entries: number;
  /** A file of records of which a part cannot be read, where it is kept, and how many records and bytes that is. */
  readonly damaged: { readonly path: string; readonly lost: number; readonly bytes: number } | null;
}

/** Which entries; all that is given must hold. */
export interface LogQuery {
  /** Entries with a lower number, the newest first. */
  readonly before: number | null;
  readonly limit: number;
  readonly sinceMs?: number | null;
  readonly untilMs?: number | null;
  readonly key?: string | null;
  readonly wire?: string | null;
  readonly outcome?: string | null;
  readonly reason?: string | null;
  /** The id of a question. */
  readonly question?: string | null;
  /** The id of an entry, of a request or of an answer. */
  readonly id?: string | null;
  /** `hmac-sha256:…` */
  readonly state?: string | null;
}

export interface LogPage {
  /** JSON texts. */
  readonly entries: readonly string[];
  /** The number from which on to look further; null when all were seen. */
  readonly next: number | null;
}
