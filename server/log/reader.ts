// Reader: the decision log as the command line reads it, beside a service or without one.
// In: a folder, a file of it, or a database. Out: lines, forwards and backwards.

import { existsSync } from 'node:fs';
import { openLogTable } from '../store/sqlite/log.ts';
import type { LogFile } from './files.ts';
import { listFiles, readBackward, readForward, wholeBytes } from './files.ts';
import { isDatabase } from './record.ts';

export interface LogReader {
  /** How many files there are; null for a database. */
  readonly files: number | null;
  forward(): Iterable<string>;
  /** The newest first. */
  backward(): Iterable<string>;
  /** Files that end within an entry, and how many bytes of it there are. */
  torn(): readonly { readonly path: string; readonly bytes: number }[];
  close(): void;
}

/** Throws one sentence where there is no log. */
export function openLogReader(path: string): LogReader {
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  if (isDatabase(path)) {
    const table = openLogTable(path, null);
    return {
      files: null,
      forward: () => table.forward(),
      backward: () => table.backward(Number.MAX_SAFE_INTEGER),
      torn: () => [],
      close: () => table.close(),
    };
  }
  return {
    files: listFiles(path).length,
    *forward() {
      for (const file of listFiles(path)) yield* readForward(file.path);
    },
    *backward() {
      for (const file of listFiles(path).reverse()) yield* readBackward(file.path);
    },
    torn: () => listFiles(path).flatMap(tornOf),
    close() {},
  };
}

function tornOf({ path }: LogFile): { readonly path: string; readonly bytes: number }[] {
  const { whole, all } = wholeBytes(path);
  return whole === all ? [] : [{ path, bytes: all - whole }];
}
