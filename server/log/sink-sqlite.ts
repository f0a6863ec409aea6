// SQLite as a sink: the lines of the decision log as rows of a database.

import { openLogTable } from '../store/sqlite/log.ts';
import type { Head } from './chain.ts';
import { headOf, idOf, linkAll, NOTHING } from './chain.ts';
import type { FileSinkOptions } from './record.ts';
import type { Sink } from './sink.ts';

/** Throws `storage_failed`. */
export function openSqliteSink({ path, ...options }: FileSinkOptions): Sink {
  const table = openLogTable(path, options);
  const last = table.lastLine();
  const found = last === null ? NOTHING : headOf(last);
  if (found === null) {
    table.close();
    throw new Error(`the last row of ${path} is no entry of a decision log`);
  }
  let head: Head = found;
  let lastBatch = last === null ? null : idOf(last);
  return {
    note: null,
    isInOrder: true,
    async append({ name, entries, nowMs }) {
      if (name === lastBatch) return 0;
      const { lines, head: next } = linkAll(entries, head);
      table.append(lines, head.seq + 1, nowMs);
      head = next;
      lastBatch = name;
      return lines.length;
    },
    backward: (before) => table.backward(before),
    close: async () => table.close(),
  };
}
