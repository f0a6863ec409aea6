// The store of a service, as its settings name it: a folder, a database, or memory.
// In: a Config. Out: the store, and a way to give the folder up. Throws one sentence when it cannot be had.

import { join } from 'node:path';
import type { Config } from './config.ts';
import { lockFolder } from './store/sqlite/lock.ts';
import { openStore } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Gives the folder up. */
  readonly unlock: () => void;
}

// A database that is started together with the service may take longer than it.
const STORE_WAIT_MS = 10_000;

export async function openConfiguredStore(config: Config, log: (line: string) => void): Promise<OpenedStore> {
  if (config.store !== null) {
    // Imported only here: a service with a folder never loads it.
    const { openPostgres } = await import('./store/postgres.ts');
    const store = await openPostgres(config.store, {
      instance: config.instance,
      isExclusive: config.mcpConfig !== null,
      connections: config.storeConnections,
      keyGraceMs: config.keyGraceMs,
      waitMs: STORE_WAIT_MS,
      log,
    });
    return { store, unlock: () => {} };
  }
  if (config.data === null) return { store: openStore(':memory:'), unlock: () => {} };
  const unlock = lockFolder(config.data);
  try {
    return { store: openStore(join(config.data, 'evident.db')), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
