// Reader: the decision log as the command line reads it, beside a service or without one.
// In: a folder, a file of it, a database, or that of the store. Out: lines, forwards and backwards.

import { existsSync } from 'node:fs';
import { readPostgresUrl } from '../store/postgres/url.ts';
import { openLogTable } from '../store/sqlite/log.ts';
import type { LogFile } from './files.ts';
import { listFiles, readBackward, readForward, wholeBytes } from './files.ts';
import type { Lines } from './find.ts';
import { isDatabase, STORED_LOG } from './record.ts';

export interface LogReader {
  /** How many files there are; null for a database. */
  readonly files: number | null;
  /** Whether no line is of an earlier time than one before it. */
  readonly isInOrder: boolean;
  forward(): Lines;
  /** The newest first. */
  backward(): Lines;
  /** Files that end within an entry, and how many bytes of it there are. */
  torn(): readonly { readonly path: string; readonly bytes: number }[];
  close(): Promise<void>;
}

/** `store`: the URL of the store, whose log STORED_LOG is. Rejects with one sentence where there is no log. */
export async function openLogReader(path: string, store: string | null): Promise<LogReader> {
  if (path === STORED_LOG) return openStored(store);
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  if (isDatabase(path)) {
    const table = openLogTable(path, null);
    return {
      files: null,
      isInOrder: true,
      forward: () => table.forward(),
      backward: () => table.backward(Number.MAX_SAFE_INTEGER),
      torn: () => [],
      close: async () => table.close(),
    };
  }
  return {
    files: listFiles(path).length,
    isInOrder: true,
    *forward() {
      for (const file of listFiles(path)) yield* readForward(file.path);
    },
    *backward() {
      for (const file of listFiles(path).reverse()) yield* readBackward(file.path);
    },
    torn: () => listFiles(path).flatMap(tornOf),
    async close() {},
  };
}

async function openStored(store: string | null): Promise<LogReader> {
  if (store === null)
    throw new Error(`${STORED_LOG} is the log in a database: say which with --store or EVIDENT_STORE`);
  const reading = readPostgresUrl(store);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  // Imported only here: who reads files never loads it.
  const { openDecisionRows } = await import('../store/postgres/decisions.ts');
  const rows = await openDecisionRows(reading.target);
  return { ...rows, files: null, isInOrder: false, torn: () => [] };
}

function tornOf({ path }: LogFile): { readonly path: string; readonly bytes: number }[] {
  const { whole, all } = wholeBytes(path);
  return whole === all ? [] : [{ path, bytes: all - whole }];
}
