// Thread: the entry of the log's own thread. In: records, in their order. Out: that they are written, or why not.
// Why a thread: an entry takes as long to make as many a decision, and a disk that is slow must hold up nobody.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { link } from './chain.ts';
import { createEntryWriter } from './entry.ts';
import { find } from './find.ts';
import type { LogNews, LogOrder, LogRecord, LogThreadData, WriteOrder } from './record.ts';
import type { Sink } from './sink.ts';
import { openFileSink } from './sink-files.ts';
import { openSqliteSink } from './sink-sqlite.ts';
import { deleteSpill, readSpill } from './spill.ts';

// On Linux the priority is the thread's alone.
const NICE = 5;
if (process.platform === 'linux') setPriority(NICE);

const { sink: options, ...entries } = workerData as LogThreadData;
const write = createEntryWriter(entries);

let sink: Sink | null = null;

/** Opened when it is first needed, and again after it could not be. */
function openSink(): Sink {
  return options.kind === 'files' ? openFileSink(options) : openSqliteSink(options);
}

function append(records: readonly LogRecord[], { gap, nowMs }: WriteOrder): number {
  sink ??= openSink();
  let { head } = sink;
  const lines: string[] = [];
  const add = (members: Readonly<Record<string, unknown>>): void => {
    const next = link(members, head);
    lines.push(next.line);
    head = next.head;
  };
  if (gap.dropped + gap.refused > 0) add({ time: new Date(nowMs).toISOString(), event: 'gap', ...gap });
  for (const record of records) add(write(record));
  if (lines.length > 0) sink.append(lines, head, nowMs);
  return lines.length;
}

function lastId(): string | null {
  sink ??= openSink();
  const [line] = sink.backward(Infinity);
  return line === undefined ? null : ((JSON.parse(line) as { readonly id?: string }).id ?? null);
}

function obey(order: LogOrder): LogNews {
  switch (order.kind) {
    case 'write':
      return { kind: 'written', entries: append(order.records, order) };
    case 'spill': {
      const records = readSpill(order.path);
      // Written before, by a process that was killed before it deleted the file.
      const isKnown = records.length > 0 && lastId() === records.at(-1)?.id;
      const written = isKnown ? 0 : append(records, order);
      deleteSpill(order.path);
      return { kind: 'written', entries: written };
    }
    case 'query':
      sink ??= openSink();
      return {
        kind: 'found',
        number: order.number,
        page: find(sink.backward(order.query.before ?? Infinity), order.query),
      };
    case 'close':
      sink?.close();
      sink = null;
      return { kind: 'written', entries: 0 };
  }
}

function answer(order: LogOrder): LogNews {
  try {
    return obey(order);
  } catch (error) {
    const reason = messageOf(error);
    return order.kind === 'query' ? { kind: 'not-found', number: order.number, reason } : { kind: 'failed', reason };
  }
}

parentPort?.on('message', (order: LogOrder) => {
  parentPort?.postMessage(answer(order));
});

function begin(): LogNews {
  try {
    sink = openSink();
    return { kind: 'ready', note: sink.note };
  } catch (error) {
    return { kind: 'not-ready', reason: messageOf(error) };
  }
}

parentPort?.postMessage(begin());
