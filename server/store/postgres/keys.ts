// API keys in PostgreSQL, as they were at most a second ago.
// In: a schema and a way to ask. Out: keys by their hash, from memory. Why all of them: a key is looked up for every request, and
// strangers send as many that do not exist as they like; neither may cost a statement.
// Why a second: who holds a key that was revoked must be refused everywhere by then, so what was read is asked for again before it
// is older. While the database does not answer, keys that were read go on for a while; then nobody has one.

import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../errors.ts';
import { readKey } from '../rows.ts';
import type { KeyRow, StoreState } from '../store.ts';
import type { Query } from './database.ts';

interface KeysRead {
  /** The number of the last change of keys. */
  readonly revision: number;
  readonly byHash: ReadonlyMap<string, KeyRow>;
}

interface KeyMemoryParts {
  readonly revision: () => Promise<number>;
  readonly list: () => Promise<readonly KeyRow[]>;
  /** Milliseconds that go on evenly. */
  readonly clock: () => number;
  /** How long what was read goes on while the database does not answer. */
  readonly graceMs: number;
}

export interface KeyMemory {
  /** Throws `store_unavailable`. */
  hasAny(): Promise<boolean>;
  /** Throws `store_unavailable`. */
  find(hash: string): Promise<KeyRow | null>;
  /** Reads what changed, soon. */
  refresh(): Promise<void>;
  state(): StoreState['keys'];
  close(): void;
}

/** How old what was read may be when it is believed. */
const AGE_MAX_MS = 1_000;
// Read twice in that time, so that requests find it fresh.
const POLL_MS = 500;
// A request that finds it old waits for the database so long; it then goes on with what was read before.
const LATE_MS = 500;
// Tokens that nobody has: those that come within this time share one question.
const MISS_MS = 50;

export function createKeyMemory({ revision, list, clock, graceMs }: KeyMemoryParts): KeyMemory {
  let known: KeysRead | null = null;
  /** When the last reading that succeeded began. */
  let readAtMs = Number.NEGATIVE_INFINITY;
  /** The database was asked and has not answered since. */
  let isLate = false;
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    const startedMs = clock();
    const late = setTimeout(() => {
      isLate = true;
    }, LATE_MS);
    try {
      const now = await revision();
      if (known?.revision !== now)
        known = { revision: now, byHash: new Map((await list()).map((row) => [row.hash, row])) };
      readAtMs = startedMs;
      isLate = false;
    } catch (error) {
      isLate = true;
      throw error;
    } finally {
      clearTimeout(late);
    }
  };
  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  /** What is read from now on; those who ask meanwhile share it. */
  const readAnew = (): Promise<void> => {
    nextReading ??= (async () => {
      await reading?.catch(() => {});
      await pause(MISS_MS, undefined, { ref: false });
      nextReading = null;
      await refresh();
    })();
    return nextReading;
  };
  const isFresh = (): boolean => clock() - readAtMs <= AGE_MAX_MS;
  /** Waits until what is known is fresh, or the database late. Throws only where nothing was ever read. */
  const settle = async (): Promise<void> => {
    if (isFresh() || (known !== null && isLate)) return;
    if (known === null) return refresh();
    await Promise.race([refresh().catch(() => {}), pause(LATE_MS, undefined, { ref: false })]);
  };
  const state = (): StoreState['keys'] =>
    isFresh() ? 'ok' : clock() - readAtMs <= graceMs + AGE_MAX_MS ? 'remembered' : 'closed';
  const timer = setInterval(() => void refresh().catch(() => {}), POLL_MS).unref();
  return {
    refresh,
    state,
    async hasAny() {
      await settle();
      // A first key that nobody can read cannot be asked for: what was open stays as it was.
      return (known?.byHash.size ?? 0) > 0;
    },
    async find(hash) {
      await settle();
      if (state() === 'closed')
        throw new ServiceError('store_unavailable', { message: 'The keys were last read too long ago.' });
      const row = known?.byHash.get(hash);
      if (row !== undefined) return row;
      // It may have been issued just now.
      await readAnew();
      return known?.byHash.get(hash) ?? null;
    },
    close: () => clearInterval(timer),
  };
}

interface KeyTable {
  /** By name. */
  list(query: Query): Promise<KeyRow[]>;
  /** False when the name is taken. */
  add(query: Query, row: KeyRow): Promise<boolean>;
  /** False when there is no such key that is in force. */
  revoke(query: Query, name: string, atMs: number): Promise<boolean>;
}

export function keyTable(s: string): KeyTable {
  return {
    list: async (query) => (await query(`SELECT * FROM ${s}.keys ORDER BY name COLLATE "C"`)).map(readKey),
    async add(query, row) {
      const rows = await query(
        `INSERT INTO ${s}.keys (name, hash, scopes, undecided, result_bytes, created_at_ms, expires_at_ms, revoked_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (name) DO NOTHING RETURNING 1`,
        [
          row.name,
          row.hash,
          row.scopes,
          row.undecided,
          row.resultBytes,
          row.createdAtMs,
          row.expiresAtMs,
          row.revokedAtMs,
        ],
      );
      return rows.length === 1;
    },
    async revoke(query, name, atMs) {
      const rows = await query(
        `UPDATE ${s}.keys SET revoked_at_ms = $1 WHERE name = $2 AND revoked_at_ms IS NULL RETURNING 1`,
        [atMs, name],
      );
      return rows.length === 1;
    },
  };
}
