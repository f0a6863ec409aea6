// The data folder, as the commands that work beside a service see it.
// In: a flag. Out: the store in it, opened for one piece of work. Why together: all of them must look where the server looks, and
// say in one line what is wrong with what they find.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { ServiceError } from '../server/errors.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { Store } from '../server/store/store.ts';
import { UsageError } from './command.ts';

/** Where the store of a server with this `--data` is; by the server's own reading of the setting. */
export function storePath(flag: string | undefined): string {
  const reading = readConfig(flag === undefined ? [] : ['--data', flag], { EVIDENT_DATA: process.env['EVIDENT_DATA'] });
  if (reading.kind !== 'ok' || reading.config.data === null)
    throw new UsageError('keys are kept in a folder; name it with --data');
  return join(reading.config.data, 'evident.db');
}

/** Works with a store that is there: a mistyped folder must not look like an empty one. */
export function openKept<Result>(path: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  if (!existsSync(path)) throw new UsageError(`there is no ${path}; name the server's folder with --data`);
  return openForWork(path, work);
}

export async function openForWork<Result>(path: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = openStore(path);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What a store that failed says; any other error is thrown again. */
export function storeReason(error: unknown): string {
  if (error instanceof ServiceError && error.code === 'storage_failed') return error.message;
  throw error;
}
