// What the tests of streams share: questions, states, and what a stream holds.

import type { Nats } from '../../server/stream/nats.ts';
import type { Program, ProgramReading } from '../../server/stream/program.ts';
import { questionsProgram } from '../../server/stream/program.ts';
import type { Collected } from '../../server/stream/submit.ts';
import { collect, submit } from '../../server/stream/submit.ts';
import type { Worker, WorkOptions } from '../../server/stream/work.ts';
import { ACK_WAIT_MS_DEFAULT, DELIVERIES_DEFAULT, PENDING_MAX, startWorker } from '../../server/stream/work.ts';
import { test } from './test.ts';
import { until } from './until.ts';

/** Two short questions. */
export const QUESTIONS = JSON.stringify({
  team: { type: 'choice', criteria: { billing: 'refund, invoice', technical: 'crash, error' } },
  urgent: { type: 'noul', criteria: { true: 'urgent, asap', false: 'no hurry' } },
});

export const stateOf = (number: number): string =>
  JSON.stringify({
    number,
    text: ['I want a refund, asap', 'it crashed with an error', 'no hurry, about my invoice', 'hello'][number % 4],
  });

export async function opened(reading: Promise<ProgramReading>): Promise<Program> {
  const read = await reading;
  if (read.kind === 'invalid') throw new Error(read.message);
  return read.program;
}

/** A worker of this process; where it takes from, and puts to, begins with `prefix`. */
export async function startTestWorker(nats: Nats, prefix: string, options: Partial<WorkOptions> = {}): Promise<Worker> {
  const program = await opened(questionsProgram(QUESTIONS));
  const worker = await startWorker({
    nats,
    program: () => program,
    name: 'worker',
    input: `${prefix}.in`,
    output: `${prefix}.out`,
    dead: `${prefix}.dead`,
    partitions: null,
    pendingMax: PENDING_MAX,
    deliveriesMax: DELIVERIES_DEFAULT,
    ackWaitMs: ACK_WAIT_MS_DEFAULT,
    isMade: true,
    onProblem: () => {},
    ...options,
  });
  workers.push(worker);
  return worker;
}

// A test that failed in the middle has not drained its own.
const workers: Worker[] = [];
test.after(async () => {
  await Promise.all(workers.map((worker) => worker.drain()));
});

/** Publishes messages, each named by its number in the list; the first has the number `first`. */
export async function send(
  nats: Nats,
  subject: string,
  messages: readonly (string | Uint8Array)[],
  first = 0,
): Promise<void> {
  const named = messages.map((data, at) => ({ subject, id: `m${first + at}`, data: Buffer.from(data) }));
  await submit(nats, named, { key: null, onStored: () => {} });
}

/** What a subject holds: each message as often as it is there. */
export async function stored(nats: Nats, subject: string): Promise<Collected[]> {
  const all: Collected[] = [];
  const stream = await nats.manager.streams.find(subject);
  for await (const one of collect(nats, {
    stream,
    subject,
    count: null,
    isEachOnce: false,
    signal: new AbortController().signal,
  }))
    all.push(one);
  return all;
}

export async function countOf(nats: Nats, subject: string): Promise<number> {
  const stream = await nats.manager.streams.find(subject);
  const { state } = await nats.manager.streams.info(stream, { subjects_filter: subject });
  return state.subjects?.[subject] ?? 0;
}

/** Waits until a subject holds so many messages at least; a broker that is away is asked again. */
export async function arrived(nats: Nats, subject: string, count: number): Promise<void> {
  await until(() =>
    countOf(nats, subject).then(
      (held) => held >= count,
      () => false,
    ),
  );
}

export const textOf = ({ data }: Collected): string => Buffer.from(data).toString();
