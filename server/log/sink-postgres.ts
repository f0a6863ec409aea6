// PostgreSQL as a sink: one chain of lines in the database that all instances of a service share.
// Why the entries say their instance: they stand in the order in which they were kept, between those of others.

import { openDecisionTable } from '../store/postgres/decisions.ts';
import { readPostgresUrl } from '../store/postgres/url.ts';
import { linkAll } from './chain.ts';
import type { DatabaseSinkOptions } from './record.ts';
import type { Sink } from './sink.ts';

export function openPostgresSink({ url, instance, ...options }: DatabaseSinkOptions): Sink {
  const reading = readPostgresUrl(url);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  const table = openDecisionTable(reading.target, { instance, ...options });
  return {
    note: null,
    isInOrder: false,
    append: ({ name, entries, nowMs }) =>
      table.append(
        {
          name,
          latestMs: entries.reduce((latest, { time }) => Math.max(latest, Date.parse(time as string)), nowMs),
          link: (end) =>
            linkAll(
              entries.map((entry) => ({ ...entry, instance })),
              end,
            ),
        },
        nowMs,
      ),
    backward: (before, sinceMs) => table.backward(before, sinceMs),
    close: () => table.close(),
  };
}
