// Slow sink: what a worker holds, and what producers can send, while its results are taken slowly; and whether memory comes back.
// In: messages of 16 KB, a stream of results that has room for 100 and is emptied twice a second. Out: a row of the table of
// `npm run prove:scale`. The broker is its own. Why through the inspector: what is resident stays so after it was given back, so what is
// held is counted in the worker, behind a collection of its garbage.

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
const MIB = 2 ** 20;
// What a connection reads at once: a message that is held may hold the piece it came in.
const CHUNK_BYTES = 65_536;
// What is resident may grow by garbage that is not collected yet; what is held may not, beside what is pending.
const SPARE_MB = 128;
const HELD_SPARE_MB = 8;

export async function slowSink(questions: string): Promise<Proof> {
  const server = await startNatsServer();
  const nats = await openNats(server.url);
  const full = { discard: DiscardPolicy.New, max_msgs: -1 };
  await nats.manager.streams.add({ name: 'out', subjects: ['slow.out', 'slow.dead'], ...full });
  const queue = { retention: RetentionPolicy.Workqueue, discard: DiscardPolicy.New, max_msgs: QUEUE };
  await nats.manager.streams.add({ name: 'in', subjects: ['slow.in'], ...queue });
  const subjects = ['--nats', server.url, '--in', 'slow.in', '--out', 'slow.out', '--dead', 'slow.dead'];
  process.env['NODE_OPTIONS'] = '--inspect=127.0.0.1:0';
  const worker = startWork(['--questions', questions, ...subjects]);
  delete process.env['NODE_OPTIONS'];
  try {
    await worker.ready;
    const { held, close } = await openInspector(worker);
    const sent = { count: 0 };
    const done = async (): Promise<number> => (await nats.manager.streams.info('out')).state.last_seq;
    await sendRange(nats, 0, FREE, sent);
    await until(async () => (await done()) >= FREE);
    const before = { resident: memoryOf(worker), held: await held() };
    await nats.manager.streams.purge('out');
    await nats.manager.streams.update('out', { max_msgs: ROOM });
    const sending = sendRange(nats, FREE, MESSAGES, sent);
    const slow = await watchSlowly(nats, worker, sent);
    const heldMeanwhile = await held();
    await nats.manager.streams.update('out', { max_msgs: -1 });
    await sending;
    await until(async () => (await done()) >= MESSAGES);
    const waiting = (await nats.manager.consumers.info('in', 'evident')).num_ack_pending;
    const heldAfter = await held();
    // A process that is looked at does not end.
    close();
    const results = await done();
    worker.child.kill('SIGTERM');
    const code = await worker.ended;
    const taken = (1000 * ROOM) / EMPTIED_MS;
    return {
      name: `slow sink: ${taken} results/s for ${SLOW_MS / 1000} s, messages of ${MESSAGE_BYTES / 1024} KB`,
      found: `resident ${before.resident} MB before, ${slow.least} to ${slow.most} MB meanwhile; held ${before.held.toFixed(1)} MB before, ${heldMeanwhile.toFixed(1)} MB meanwhile, ${heldAfter.toFixed(1)} MB when all was done; pending ${slow.pending} at most; producers ${slow.rate.toFixed(0)} messages/s; ${results} results of ${MESSAGES}`,
      holds:
        slow.most <= before.resident + SPARE_MB &&
        heldMeanwhile <= before.held + HELD_SPARE_MB + (PENDING_MAX * (CHUNK_BYTES + MESSAGE_BYTES)) / MIB &&
        heldAfter <= before.held + HELD_SPARE_MB &&
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

interface Inspector {
  /** Megabytes of heap and buffers, when garbage is collected. */
  held(): Promise<number>;
  close(): void;
}

async function openInspector(worker: WorkerProcess): Promise<Inspector> {
  const url = /ws:\S+/.exec(worker.stderr())?.[0];
  if (url === undefined) throw new Error(`the worker names no inspector: ${worker.stderr()}`);
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)), { once: true });
  });
  let number = 0;
  const ask = (method: string, params = {}): Promise<{ readonly result?: { readonly value?: number } }> => {
    number += 1;
    const id = number;
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  return {
    async held() {
      await ask('HeapProfiler.collectGarbage');
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
      const { result } = await ask('Runtime.evaluate', { expression });
      return Number(result?.value) / MIB;
    },
    close: () => socket.close(),
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(LOOK_MS);
}
