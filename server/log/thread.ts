// Thread: the entry of the log's own thread. In: records, in their order. Out: that they are written, or why not.
// Why a thread: an entry takes as long to make as many a decision, and a disk that is slow must hold up nobody.

import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { isUnknownEnd } from '../store/failure.ts';
import { createEntryWriter } from './entry.ts';
import { find } from './find.ts';
import type { LogNews, LogOrder, LogRecord, LogThreadData, SinkOptions, SpillOrder, WriteOrder } from './record.ts';
import { createSealer } from './sealed.ts';
import type { Sink } from './sink.ts';
import { openFileSink } from './sink-files.ts';
import { openSqliteSink } from './sink-sqlite.ts';
import { deleteSpill, readSpill, setSpillAside } from './spill.ts';

// On Linux the priority is the thread's alone.
const NICE = 5;
if (process.platform === 'linux') setPriority(NICE);

const { sink: options, ...entries } = workerData as LogThreadData;
const write = createEntryWriter(entries);
const sealer = createSealer(entries.secret);

let sink: Sink | null = null;

/** Opened when it is first needed, and again after it could not be. */
async function openSink(): Promise<Sink> {
  sink ??= await openNew(options);
  return sink;
}

async function openNew(to: SinkOptions): Promise<Sink> {
  if (to.kind !== 'postgres') return to.kind === 'files' ? openFileSink(to) : openSqliteSink(to);
  // Imported only here: a log in files never loads it.
  const { openPostgresSink } = await import('./sink-postgres.ts');
  return openPostgresSink(to);
}

async function append(
  records: readonly LogRecord[],
  { gap, nowMs }: Pick<WriteOrder, 'gap' | 'nowMs'>,
): Promise<number> {
  const time = new Date(nowMs).toISOString();
  const gaps = gap.dropped + gap.refused > 0 ? [{ time, event: 'gap', ...gap }] : [];
  const made = [...gaps, ...records.map(write)];
  if (made.length === 0) return 0;
  const to = await openSink();
  return to.append({ name: records.at(-1)?.id ?? `gap ${time}`, entries: made, nowMs });
}

/** Records that cannot be read are answers without an entry, as dropped ones are; those beside them are written. */
async function appendSpill({ path, gap, nowMs }: SpillOrder): Promise<LogNews> {
  const { records, lost, lostBytes } = readSpill(path, sealer);
  // It may be written already, by a process that was killed before the file was gone.
  const written = await append(records, { gap: { ...gap, dropped: gap.dropped + lost }, nowMs });
  if (lost === 0) {
    deleteSpill(path);
    return { kind: 'written', entries: written, damaged: null };
  }
  return { kind: 'written', entries: written, damaged: { path: setSpillAside(path), lost, bytes: lostBytes } };
}

async function obey(order: LogOrder): Promise<LogNews> {
  switch (order.kind) {
    case 'write':
      return { kind: 'written', entries: await append(order.records, order), damaged: null };
    case 'spill':
      return appendSpill(order);
    case 'query': {
      const { before, sinceMs = null } = order.query;
      const from = await openSink();
      const page = await find(from.backward(before ?? Number.MAX_SAFE_INTEGER, sinceMs), order.query, from);
      return { kind: 'found', number: order.number, page };
    }
    case 'close':
      await sink?.close();
      sink = null;
      return { kind: 'written', entries: 0, damaged: null };
  }
}

async function answer(order: LogOrder): Promise<LogNews> {
  try {
    return await obey(order);
  } catch (error) {
    const reason = messageOf(error);
    if (order.kind === 'query') return { kind: 'not-found', number: order.number, reason };
    return { kind: 'failed', reason, isUnsure: isUnknownEnd(error) };
  }
}

async function begin(): Promise<LogNews> {
  try {
    const { note } = await openSink();
    return { kind: 'ready', note };
  } catch (error) {
    return { kind: 'not-ready', reason: messageOf(error) };
  }
}

/** One thing after the other, whatever each waits for. */
let turn: Promise<void> = Promise.resolve();
function next(work: () => Promise<LogNews>): void {
  turn = turn.then(work).then((news) => parentPort?.postMessage(news));
}

next(begin);
parentPort?.on('message', (order: LogOrder) => next(() => answer(order)));
