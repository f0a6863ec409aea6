// Thread: the entry of the log's own thread. In: records, in their order. Out: that they are written, or why not.
// Why a thread: an entry takes as long to make as many a decision, and a disk that is slow must hold up nobody.

import { setPriority } from 'node:os';
import { setImmediate as others } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { isUnknownEnd } from '../store/failure.ts';
import { createEntryWriter } from './entry.ts';
import { find } from './find.ts';
import type {
  LogNews,
  LogOrder,
  LogRecord,
  LogThreadData,
  QueryOrder,
  SinkOptions,
  SpillOrder,
  WriteOrder,
} from './record.ts';
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

let opening: Promise<Sink> | null = null;

/** Opened when it is first needed, and again after it could not be. */
function openSink(): Promise<Sink> {
  opening ??= openNew(options).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
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

async function obey(order: Exclude<LogOrder, QueryOrder>): Promise<LogNews> {
  switch (order.kind) {
    case 'write':
      return { kind: 'written', entries: await append(order.records, order), damaged: null };
    case 'spill':
      return appendSpill(order);
    case 'close':
      await reading;
      await (await opening)?.close();
      opening = null;
      return { kind: 'closed' };
  }
}

async function search({ number, query }: QueryOrder): Promise<LogNews> {
  try {
    const from = await openSink();
    const lines = from.backward(query.before ?? Number.MAX_SAFE_INTEGER, query.sinceMs ?? null);
    const page = await find(lines, query, { isInOrder: from.isInOrder, pause: others });
    return { kind: 'found', number, page };
  } catch (error) {
    return { kind: 'not-found', number, reason: messageOf(error) };
  }
}

async function answer(order: Exclude<LogOrder, QueryOrder>): Promise<LogNews> {
  try {
    return await obey(order);
  } catch (error) {
    return { kind: 'failed', reason: messageOf(error), isUnsure: isUnknownEnd(error) };
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

const tell = (news: LogNews): void => parentPort?.postMessage(news);

/** One thing after the other, whatever each waits for. */
let turn: Promise<void> = Promise.resolve();
function next(work: () => Promise<LogNews>): void {
  turn = turn.then(work).then(tell);
}

/** Queries, one after the other as well, and beside what is written meanwhile: answers may wait for that. */
let reading: Promise<void> = Promise.resolve();
function read(order: QueryOrder): void {
  // What was to be written before is found.
  const written = turn;
  reading = reading
    .then(() => written)
    .then(() => search(order))
    .then(tell);
}

next(begin);
parentPort?.on('message', (order: LogOrder) => {
  if (order.kind === 'query') read(order);
  else next(() => answer(order));
});
