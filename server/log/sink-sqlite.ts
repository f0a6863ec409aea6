// SQLite as a sink: the lines of the decision log as rows of a database.

import { openLogTable } from '../store/sqlite/log.ts';
import type { Head } from './chain.ts';
import { headOf, NOTHING } from './chain.ts';
import type { SinkOptions } from './record.ts';
import type { Sink } from './sink.ts';

/** Throws `storage_failed`. */
export function openSqliteSink({ path, ...options }: SinkOptions): Sink {
  const table = openLogTable(path, options);
  const last = table.lastLine();
  const found = last === null ? NOTHING : headOf(last);
  if (found === null) {
    table.close();
    throw new Error(`the last row of ${path} is no entry of a decision log`);
  }
  let head: Head = found;
  return {
    note: null,
    get head() {
      return head;
    },
    append(lines, next, nowMs) {
      table.append(lines, head.seq + 1, nowMs);
      head = next;
    },
    backward: (before) => table.backward(before),
    close: () => table.close(),
  };
}
