// The store, as the commands that work beside a service see it: its data folder, or its database.
// In: flags. Out: the store, opened for one piece of work. Why together: all of them must look where the server looks, and
// say in one line what is wrong with what they find.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { ServiceError } from '../server/errors.ts';
import { isPostgresUrl } from '../server/store/postgres/url.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { FileStore, Store } from '../server/store/store.ts';
import { UsageError } from './command.ts';

/** The flags of `readFlags` that say where the store is, and what they mean. */
export const STORE_FLAGS = { data: { type: 'string' }, store: { type: 'string' } } as const;
export const STORE_OPTIONS = [
  ['--data FOLDER', 'where the server keeps its data (./data, or EVIDENT_DATA)'],
  ['--store URL', 'the database that the server uses instead (EVIDENT_STORE)'],
] as const;

/** Where the store of a server with these flags is, a file or a URL; by the server's own reading of the settings. */
export function storePath(folder: string | undefined, store?: string): string {
  const flags = [
    ...(folder === undefined ? [] : ['--data', folder]),
    ...(store === undefined ? [] : ['--store', store]),
  ];
  const { EVIDENT_DATA, EVIDENT_STORE } = process.env;
  const reading = readConfig(flags, { EVIDENT_DATA, EVIDENT_STORE });
  if (reading.kind === 'invalid') throw new UsageError(reading.message);
  if (reading.kind === 'ok' && reading.config.store !== null) return reading.config.store;
  if (reading.kind !== 'ok' || reading.config.data === null)
    throw new UsageError('keys are kept in a folder; name it with --data');
  return join(reading.config.data, 'evident.db');
}

/** Works with a store that is there: a mistyped folder must not look like an empty one. */
export function openKept<Result>(path: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  if (!isPostgresUrl(path)) requireFile(path);
  return openForWork(path, work);
}

/** A store that is a file, and is there. */
export function openFile<Result>(path: string, work: (store: FileStore) => Promise<Result>): Promise<Result> {
  if (isPostgresUrl(path)) throw new UsageError('a database is copied with its own tools, as pg_dump');
  requireFile(path);
  return closing(openStore(path), work);
}

export async function openForWork<Result>(path: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  if (!isPostgresUrl(path)) return closing(openStore(path), work);
  // Imported only here: a command beside a folder never loads it.
  const { openPostgres } = await import('../server/store/postgres.ts');
  // No server is this command's own, so its name is nobody's.
  return closing(await openPostgres(path, { instance: 'cli', connections: 1, keyGraceMs: 0 }), work);
}

async function closing<S extends Store, Result>(store: S, work: (store: S) => Promise<Result>): Promise<Result> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function requireFile(path: string): void {
  if (!existsSync(path)) throw new UsageError(`there is no ${path}; name the server's folder with --data`);
}

/** What a store that failed says; any other error is thrown again. */
export function storeReason(error: unknown): string {
  if (error instanceof ServiceError && (error.code === 'storage_failed' || error.code === 'store_unavailable'))
    return error.message;
  throw error;
}
