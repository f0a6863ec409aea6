// Audit: what was done, by whom, as rows that follow each other (store/audit-chain.ts).
// In: events, as they happen. Out: rows in the store, soon. Why in batches: a call does not wait for the disk twice. A process that
// is killed loses the rows of the last tenth of a second; what was held or approved is in the store by itself.

import type { AuditEntry, Store } from './store/store.ts';

export interface Audit {
  /** Never throws and never waits. */
  add(entry: AuditEntry): void;
  /** Writes what was added. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface AuditParts {
  readonly store: Pick<Store, 'appendAudit'>;
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

export function createAudit({ store, now, keepMs, log, onDropped = () => {} }: AuditParts): Audit {
  let waiting: AuditEntry[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const gap: AuditEntry[] =
      dropped === 0 ? [] : [{ atMs: now(), event: 'audit.dropped', key: null, members: { rows: dropped } }];
    const batch = [...gap, ...waiting];
    if (batch.length === 0) return;
    const own = waiting;
    const lost = dropped;
    waiting = [];
    dropped = 0;
    try {
      await store.appendAudit(batch, now() - keepMs);
      hasFailed = false;
    } catch (error) {
      // They go first when the store works again.
      waiting = [...own, ...waiting];
      dropped += lost;
      bound();
      if (!hasFailed) log(`evident: the audit waits: ${(error as Error).message}`);
      hasFailed = true;
      schedule();
    }
  };
  const bound = (): void => {
    const over = waiting.length - AUDIT_WAITING_MAX;
    if (over <= 0) return;
    waiting = waiting.slice(over);
    dropped += over;
    onDropped(over);
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
    add(entry) {
      waiting.push(entry);
      bound();
      schedule();
    },
    flush,
    close: flush,
  };
}

/** For who wants none. */
export const NO_AUDIT: Audit = { add() {}, flush: async () => {}, close: async () => {} };
