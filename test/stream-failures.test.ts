// Streams when things die: workers and brokers that are killed at any moment, sinks that take nothing, messages that cannot be done.
// Every message has its result, under one id, and what a repetition would say is what the first said.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DiscardPolicy, RetentionPolicy } from '@nats-io/jetstream';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { partitionOf } from '../server/stream/subjects.ts';
import { submit } from '../server/stream/submit.ts';
import { openCommandLine } from './support/command-line.ts';
import type { WorkerProcess } from './support/nats.ts';
import {
  BROKER,
  connectTest,
  newPrefix,
  startNatsServer,
  startWork,
  withNats,
  withNatsServer,
} from './support/nats.ts';
import { arrived, countOf, QUESTIONS, send, startTestWorker, stateOf, stored, textOf } from './support/stream.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const line = openCommandLine();
line.file('questions.json', QUESTIONS);
test.after(() => line.close());

const work = (url: string, prefix: string, ...more: readonly string[]): string[] => [
  ...['--questions', join(line.folder, 'questions.json'), '--nats', url, '--ack-wait-ms', '1000', '--create'],
  ...['--in', `${prefix}.in`, '--out', `${prefix}.out`, '--dead', `${prefix}.dead`, ...more],
];

withNatsServer(
  'workers and the broker are killed: each message has its result, under one id, and none is lost',
  async () => {
    const server = await startNatsServer();
    try {
      const nats = await connectTest(server.url);
      const messages = Array.from({ length: 3_000 }, (_, number) => stateOf(number));
      const start = (): WorkerProcess => startWork(work(server.url, 'jobs', '--max-deliver', '1000'));
      let workers = [start(), start()];
      await Promise.all(workers.map(({ ready }) => ready));
      const sending = send(nats, 'jobs.in', messages);
      for (let round = 1; round <= 4; round += 1) {
        await arrived(nats, 'jobs.out', round * 400);
        workers[round % 2]!.child.kill('SIGKILL');
        if (round % 2 === 0) {
          await server.kill();
          await server.start();
        }
        workers[round % 2] = start();
        // A worker that finds no broker when it starts ends, and is for its supervisor to start again.
        await workers[round % 2]!.ready;
      }
      await sending;
      await arrived(nats, 'jobs.out', messages.length);
      // Nothing waits when all is done.
      await until(async () => {
        const { num_pending, num_ack_pending } = await nats.manager.consumers.info('jobs_in', 'evident');
        return num_pending + num_ack_pending === 0;
      });
      for (const { child } of workers) child.kill('SIGTERM');
      assert.equal(await Promise.all(workers.map(({ ended }) => ended)), [0, 0]);
      workers = [];
      const results = await stored(nats, 'jobs.out');
      const byMessage = new Map<string, Set<string>>();
      for (const one of results) {
        const name = one.header('Evident-Message')!;
        byMessage.set(name, (byMessage.get(name) ?? new Set()).add(`${one.id} ${textOf(one)}`));
      }
      assert.is(byMessage.size, messages.length);
      assert.ok([...byMessage.values()].every((said) => said.size === 1));
      assert.is(results.length, messages.length);
      await nats.close();
    } finally {
      await server.remove();
    }
  },
);

withNats('a message that is delivered again and again in silence is dead at last, and others flow', async () => {
  const nats = await connectTest();
  const prefix = newPrefix();
  await startTestWorker(nats, prefix).then((worker) => worker.drain());
  await send(nats, `${prefix}.in`, ['"refund"']);
  // As a worker that dies over it: taken, and never answered.
  const consumer = await nats.client.consumers.get(await nats.manager.streams.find(`${prefix}.in`), 'worker');
  for (let delivery = 1; delivery <= 3; delivery += 1) (await consumer.next())?.nak();
  await send(nats, `${prefix}.in`, ['"refund"', '"invoice"']);
  const worker = await startTestWorker(nats, prefix, { deliveriesMax: 3 });
  await arrived(nats, `${prefix}.dead`, 1);
  await arrived(nats, `${prefix}.out`, 1);
  await worker.drain();
  assert.equal((await stored(nats, `${prefix}.dead`)).map(textOf), ['"refund"']);
  assert.equal(
    (await stored(nats, `${prefix}.out`)).map((one) => one.header('Evident-Message')),
    ['m1'],
  );
});

withNatsServer('what the broker takes no message of is told in the dead letters', async () => {
  const server = await startNatsServer(['max_payload: 800']);
  try {
    const nats = await connectTest(server.url);
    const worker = await startTestWorker(nats, 'small');
    const long = JSON.stringify({ text: `refund, asap ${'x'.repeat(700)}` });
    await send(nats, 'small.in', [stateOf(0), long]);
    await arrived(nats, 'small.dead', 2);
    await worker.drain();
    const overhead = 'NATS/1.0\r\nNats-Msg-Id: m0\r\n\r\n'.length;
    await send(nats, 'small.in', ['x'.repeat(800 - overhead)]);
    try {
      await send(nats, 'small.in', ['x'.repeat(801 - overhead)]);
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, 'a message has 801 bytes with its name, and the broker takes 800');
    }
    const dead = await stored(nats, 'small.dead');
    assert.equal(
      dead.map((one) => one.header('Evident-Error')),
      ['result_too_large', 'result_too_large'],
    );
    // With the headers of a dead letter the long one would not fit; where it was is said.
    assert.equal(dead.map(textOf), [stateOf(0), '']);
    assert.is(dead[1]!.header('Evident-Source'), 'small.in small_in 2');
    await nats.close();
  } finally {
    await server.remove();
  }
});

withNats('the results of a key keep the order of its messages while workers come and go', async () => {
  const nats = await connectTest();
  const prefix = newPrefix();
  const start = (): WorkerProcess => startWork(work(BROKER, prefix, '--partitions', '8', '--max-deliver', '1000'));
  const workers = [start(), start()];
  await Promise.all(workers.map(({ ready }) => ready));
  const keys = Array.from({ length: 24 }, (_, at) => `k${at}`);
  const messages = Array.from({ length: 960 }, (_, at) => {
    const key = keys[at % keys.length]!;
    const subject = `${prefix}.in.${partitionOf(key, 8)}.${key}`;
    return { subject, id: `${key}-${String(at).padStart(4, '0')}`, data: Buffer.from(stateOf(at)) };
  });
  await submit(nats, messages, { key: { member: 'key', partitions: 8 }, onStored: () => {} });
  for (const [round, signal] of (['SIGKILL', 'SIGTERM', 'SIGKILL'] as const).entries()) {
    await arrived(nats, `${prefix}.out`, (round + 1) * 150);
    workers[round % 2]!.child.kill(signal);
    workers[round % 2] = start();
  }
  await arrived(nats, `${prefix}.out`, messages.length);
  for (const { child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map(({ ended }) => ended));
  const names = (await stored(nats, `${prefix}.out`)).map((one) => one.header('Evident-Message')!);
  assert.is(new Set(names).size, messages.length);
  for (const key of keys) {
    const ofKey = names.filter((name) => name.startsWith(`${key}-`));
    assert.equal(ofKey, [...ofKey].sort());
  }
});

withNatsServer('the partition of a key is the one that the broker computes', async () => {
  const server = await startNatsServer(['mappings: { "orders.*": "mapped.{{partition(8,1)}}.{{wildcard(1)}}" }']);
  try {
    const nats = await connectTest(server.url);
    const seen: string[] = [];
    nats.connection.subscribe('mapped.>', { callback: (_, message) => void seen.push(message.subject) });
    await nats.connection.flush();
    const keys = fc.sample(fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/), 200);
    for (const key of keys) nats.connection.publish(`orders.${key}`, key);
    await until(() => seen.length === keys.length);
    assert.equal(
      seen,
      keys.map((key) => `mapped.${partitionOf(key, 8)}.${key}`),
    );
    await nats.close();
  } finally {
    await server.remove();
  }
});

/** Kilobytes that a process holds. */
function memoryOf({ child }: WorkerProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
}

withNats(
  'a sink that takes nothing stops the workers and then the producers, and memory stays what it was',
  async () => {
    const nats = await connectTest();
    const prefix = newPrefix();
    const full = { discard: DiscardPolicy.New, max_msgs: 100 };
    await nats.manager.streams.add({ name: `${prefix}-out`, subjects: [`${prefix}.out`, `${prefix}.dead`], ...full });
    const queue = { retention: RetentionPolicy.Workqueue, discard: DiscardPolicy.New, max_msgs: 2_000 };
    await nats.manager.streams.add({ name: `${prefix}-in`, subjects: [`${prefix}.in`], ...queue });
    const worker = startWork(work(BROKER, prefix, '--pending', '256'));
    await worker.ready;
    // A message of 4 KB each: what were held beyond the limit would be seen.
    const messages = Array.from({ length: 6_000 }, (_, at) =>
      JSON.stringify({ at, text: `refund ${'x'.repeat(4_000)}` }),
    );
    let sent = 0;
    const named = messages.map((data, at) => ({ subject: `${prefix}.in`, id: `m${at}`, data: Buffer.from(data) }));
    const sending = submit(nats, named, {
      key: null,
      onStored: (count) => {
        sent = count;
      },
    });
    const consumer = async () => nats.manager.consumers.info(`${prefix}-in`, 'evident');
    await until(
      async () => (await consumer()).num_ack_pending === 256 && (await countOf(nats, `${prefix}.in`)) === 2_000,
    );
    assert.ok(sent < messages.length);
    const before = memoryOf(worker);
    // Longer than the broker waits for a sign of a message, and more than once.
    for (let second = 0; second < 3; second += 1) {
      await pause(1_000);
      const { num_ack_pending, num_redelivered } = await consumer();
      assert.equal([num_ack_pending, num_redelivered], [256, 0]);
    }
    assert.ok(memoryOf(worker) - before < 64 * 1024, `${before} KB, then ${memoryOf(worker)} KB`);
    // The sink takes them in the end, and each is there.
    const taken = new Set<string>();
    await until(async () => {
      for (const one of await stored(nats, `${prefix}.out`)) taken.add(one.header('Evident-Message')!);
      await nats.manager.streams.purge(`${prefix}-out`);
      return taken.size >= 1_000;
    });
    await nats.manager.streams.update(`${prefix}-out`, { max_msgs: -1 });
    await sending;
    await until(async () => (await countOf(nats, `${prefix}.in`)) === 0);
    worker.child.kill('SIGTERM');
    assert.is(await worker.ended, 0);
  },
);

withNatsServer('a broker that stands still is waited for', async () => {
  const server = await startNatsServer();
  try {
    const nats = await connectTest(server.url);
    const worker = await startTestWorker(nats, 'still', { ackWaitMs: 1_000 });
    await send(nats, 'still.in', [stateOf(0), stateOf(1)]);
    await arrived(nats, 'still.out', 2);
    server.freeze(true);
    await until(() => !nats.isConnected());
    server.freeze(false);
    await nats.connected();
    await send(nats, 'still.in', [stateOf(0), stateOf(1), stateOf(2)]);
    await arrived(nats, 'still.out', 3);
    await worker.drain();
    await nats.close();
  } finally {
    await server.remove();
  }
});

test.run();
