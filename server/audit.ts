// Audit: what was done, by whom, as rows that follow each other (store/audit-chain.ts).
// In: events, as they happen. Out: rows in the store, soon. Why in batches: a call does not wait for the disk twice. A process that
// is killed loses the rows of the last tenth of a second; what was held or approved is in the store by itself.
// Why entries are written as they come: what they tell of would live on until then, and be copied by each collection of garbage.
// Why batches have numbers: when a database is lost in the middle nobody knows whether a batch arrived, so the same one is sent again.

import { RawJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { AuditBatch, AuditEntry, Store } from './store/store.ts';

export interface Audit {
  /** Who writes the rows: the id of this process. */
  readonly writer: string;
  /** Never throws and never waits. */
  add(entry: AuditEntry): void;
  /** Writes what was added. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface AuditParts {
  readonly store: Pick<Store, 'appendAudit'>;
  readonly writer: string;
  readonly now: () => number;
  /** Rows that are older are forgotten. */
  readonly keepMs: number;
  readonly log: (line: string) => void;
  /** Told of rows that are left out. */
  readonly onDropped?: (rows: number) => void;
}

const WRITE_AFTER_MS = 100;
/** Rows that wait while the store fails; then the oldest are left out, and a row says how many. */
export const AUDIT_WAITING_MAX = 10_000;

interface Batch extends AuditBatch {
  readonly entries: readonly AuditEntry[];
}

export function createAudit({ store, writer, now, keepMs, log, onDropped = () => {} }: AuditParts): Audit {
  let waiting: AuditEntry[] = [];
  /** Was sent and is not known to have arrived. */
  let unsure: Batch | null = null;
  let batches = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  let writing: Promise<void> = Promise.resolve();
  const nextBatch = (): Batch | null => {
    const gap: AuditEntry[] =
      dropped === 0 ? [] : [{ atMs: now(), event: 'audit.dropped', key: null, members: { rows: dropped } }];
    const entries = [...gap, ...waiting];
    if (entries.length === 0) return null;
    waiting = [];
    dropped = 0;
    batches += 1;
    return { writer, number: batches, entries };
  };
  const write = async (): Promise<void> => {
    for (;;) {
      unsure ??= nextBatch();
      if (unsure === null) return;
      try {
        await store.appendAudit(unsure.entries, now() - keepMs, unsure);
        unsure = null;
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log(`evident: the audit waits: ${(error as Error).message}`);
        hasFailed = true;
        schedule();
        return;
      }
    }
  };
  const bound = (): void => {
    const over = waiting.length + (unsure?.entries.length ?? 0) - AUDIT_WAITING_MAX;
    if (over <= 0) return;
    const own = Math.min(over, waiting.length);
    waiting = waiting.slice(own);
    dropped += own;
    onDropped(own);
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return (writing = writing.then(write));
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref();
  };
  return {
    writer,
    add(entry) {
      const { atMs, event, key, members } = entry;
      waiting.push({ atMs, event, key, members: new RawJson(writeJson(members)) });
      bound();
      schedule();
    },
    flush,
    close: flush,
  };
}

/** For who wants none. */
export const NO_AUDIT: Audit = { writer: '', add() {}, flush: async () => {}, close: async () => {} };
