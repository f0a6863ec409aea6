// Slow sink: what a worker holds, and what producers can send, while its results are taken slowly; and whether memory comes back.
// In: messages of 16 KB, a stream of results that has room for 100 and is emptied twice a second. Out: a row of the table of
// `npm run prove:scale`. The broker is its own.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DiscardPolicy, RetentionPolicy } from '@nats-io/jetstream';
import type { Nats } from '../server/stream/nats.ts';
import { openNats } from '../server/stream/nats.ts';
import { submit } from '../server/stream/submit.ts';
import { PENDING_MAX } from '../server/stream/work.ts';
import type { WorkerProcess } from '../test/support/nats.ts';
import { startNatsServer, startWork } from '../test/support/nats.ts';

export interface Proof {
  readonly name: string;
  readonly found: string;
  readonly holds: boolean;
}

const MESSAGES = 12_000;
const FREE = 4_000;
const MESSAGE_BYTES = 16_384;
const QUEUE = 2_000;
const ROOM = 100;
const EMPTIED_MS = 500;
const SLOW_MS = 30_000;
const LOOK_MS = 100;
// A process that does nothing collects its heap in this time.
const COLLECTED_MS = 30_000;
// What a process may hold more at one time than at another without holding messages: its heap is not collected at each look.
const SPARE_MB = 96;

export async function slowSink(questions: string): Promise<Proof> {
  const server = await startNatsServer();
  const nats = await openNats(server.url);
  const full = { discard: DiscardPolicy.New, max_msgs: -1 };
  await nats.manager.streams.add({ name: 'out', subjects: ['slow.out', 'slow.dead'], ...full });
  const queue = { retention: RetentionPolicy.Workqueue, discard: DiscardPolicy.New, max_msgs: QUEUE };
  await nats.manager.streams.add({ name: 'in', subjects: ['slow.in'], ...queue });
  const subjects = ['--nats', server.url, '--in', 'slow.in', '--out', 'slow.out', '--dead', 'slow.dead'];
  const worker = startWork(['--questions', questions, ...subjects]);
  try {
    await worker.ready;
    const sent = { count: 0 };
    const done = async (): Promise<number> => (await nats.manager.streams.info('out')).state.last_seq;
    await sendRange(nats, 0, FREE, sent);
    await until(async () => (await done()) >= FREE);
    const before = memoryOf(worker);
    await nats.manager.streams.purge('out');
    await nats.manager.streams.update('out', { max_msgs: ROOM });
    const sending = sendRange(nats, FREE, MESSAGES, sent);
    const slow = await watchSlowly(nats, worker, sent);
    await nats.manager.streams.update('out', { max_msgs: -1 });
    await sending;
    await until(async () => (await done()) >= MESSAGES);
    const waiting = (await nats.manager.consumers.info('in', 'evident')).num_ack_pending;
    await pause(COLLECTED_MS);
    const after = memoryOf(worker);
    const results = await done();
    worker.child.kill('SIGTERM');
    const code = await worker.ended;
    const taken = (1000 * ROOM) / EMPTIED_MS;
    return {
      name: `slow sink: ${taken} results/s for ${SLOW_MS / 1000} s, messages of ${MESSAGE_BYTES / 1024} KB`,
      found: `memory ${before} MB before, ${slow.least} to ${slow.most} MB meanwhile, ${after} MB when all was done; pending ${slow.pending} at most; producers ${slow.rate.toFixed(0)} messages/s; ${results} results of ${MESSAGES}`,
      holds:
        slow.most <= before + SPARE_MB &&
        after <= before + SPARE_MB &&
        slow.pending <= PENDING_MAX &&
        slow.rate <= taken + (1000 * ROOM) / SLOW_MS &&
        waiting === 0 &&
        results === MESSAGES &&
        code === 0,
    };
  } finally {
    worker.child.kill('SIGKILL');
    await nats.close();
    await server.remove();
  }
}

function sendRange(nats: Nats, from: number, to: number, sent: { count: number }): Promise<unknown> {
  const messages = Array.from({ length: to - from }, (_, at) => ({
    subject: 'slow.in',
    id: `m${from + at}`,
    data: Buffer.from(JSON.stringify({ number: from + at, text: `a refund ${'x'.repeat(MESSAGE_BYTES)}` })),
  }));
  return submit(nats, messages, {
    key: null,
    onStored: (count) => {
      sent.count = from + count;
    },
  });
}

interface Seen {
  readonly least: number;
  readonly most: number;
  readonly pending: number;
  /** Messages a second that producers could send, once the queue was full. */
  readonly rate: number;
}

async function watchSlowly(nats: Nats, worker: WorkerProcess, sent: { readonly count: number }): Promise<Seen> {
  await until(async () => (await nats.manager.streams.info('in')).state.messages >= QUEUE);
  const started = performance.now();
  const first = sent.count;
  const held: number[] = [];
  let pending = 0;
  let emptied = 0;
  while (performance.now() - started < SLOW_MS) {
    if (performance.now() - started >= emptied * EMPTIED_MS) {
      emptied += 1;
      await nats.manager.streams.purge('out');
    }
    held.push(memoryOf(worker));
    pending = Math.max(pending, (await nats.manager.consumers.info('in', 'evident')).num_ack_pending);
    await pause(LOOK_MS);
  }
  const rate = (1000 * (sent.count - first)) / (performance.now() - started);
  return { least: Math.min(...held), most: Math.max(...held), pending, rate };
}

/** Megabytes that a process holds. */
function memoryOf({ child }: WorkerProcess): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(LOOK_MS);
}
