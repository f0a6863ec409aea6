// The thread pool: answers, a bounded queue, stopped jobs and dying threads.

import { test } from 'uvu';
import * as assert from 'uvu/assert';

import { PoolError, createPool } from '../runtime/pool.ts';
import type { Pool } from '../runtime/pool.ts';
import { until } from './support/until.ts';

type Job = { readonly do: 'double'; readonly n: number } | { readonly do: 'spin'; readonly begun?: Int32Array } | { readonly do: 'tell'; readonly sent: Int32Array } | { readonly do: 'die' | 'fill' | 'throw' | 'wait' };

// Answers `double`, says when it has answered `tell`, spins for ever once it has said so, ends its thread, fills its heap, reports a failure, or answers after a moment.
const WORKER = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (job) => {
  if (job.do === 'double') parentPort.postMessage({ answer: job.n * 2 });
  if (job.do === 'tell') {
    parentPort.postMessage({ answer: 0 });
    Atomics.store(job.sent, 0, 1);
    Atomics.notify(job.sent, 0);
  }
  if (job.do === 'spin') for (job.begun?.fill(1);;) {}
  if (job.do === 'die') process.exit(1);
  if (job.do === 'fill') for (let list = null;;) list = { list };
  if (job.do === 'throw') parentPort.postMessage({ failure: 'as asked' });
  if (job.do === 'wait') setTimeout(() => parentPort.postMessage({ answer: 0 }), 50);
});`;

function open(threadsMax: number, queueMax: number): Pool<Job, number> {
  return createPool({ workerUrl: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`), threadsMax, queueMax, heapMiB: 64 });
}

async function kindOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => 'answered', (error: unknown) => error instanceof PoolError ? error.kind : (error as Error).message);
}

test('answers every job with its own answer', async () => {
  const pool = open(2, 100);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => pool.run({ do: 'double', n })));
  assert.equal(answers, Array.from({ length: 50 }, (_, n) => n * 2));
  await pool.close();
});

test('a queue of 2 holds 2 waiting jobs and refuses the third', async () => {
  const pool = open(1, 2);
  const kinds = await Promise.all([1, 2, 3, 4].map(() => kindOf(pool.run({ do: 'wait' }))));
  assert.equal(kinds, ['answered', 'answered', 'answered', 'full']);
  await pool.close();
});

test('an aborted job that spins is stopped and the next job still runs', async () => {
  const pool = open(1, 2);
  const controller = new AbortController();
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const spinning = kindOf(pool.run({ do: 'spin', begun }, controller.signal));
  const after = pool.run({ do: 'double', n: 21 });
  await until(() => begun[0] === 1);
  controller.abort();
  assert.is(await spinning, 'stopped');
  assert.is(await after, 42);
  await pool.close();
});

test('an aborted job that waits leaves the queue, and one aborted before never enters it', async () => {
  const pool = open(1, 1);
  const controller = new AbortController();
  const first = pool.run({ do: 'wait' });
  const waiting = kindOf(pool.run({ do: 'spin' }, controller.signal));
  controller.abort();
  assert.is(await waiting, 'stopped');
  assert.is(await kindOf(pool.run({ do: 'spin' }, controller.signal)), 'stopped');
  assert.is(await kindOf(pool.run({ do: 'wait' })), 'answered');
  await first;
  await pool.close();
});

test('a thread that dies fails its own job only', async () => {
  const pool = open(1, 4);
  const kinds = await Promise.all([kindOf(pool.run({ do: 'die' })), kindOf(pool.run({ do: 'double', n: 1 })), kindOf(pool.run({ do: 'throw' }))]);
  assert.equal(kinds, ['crashed', 'answered', 'as asked']);
  await pool.close();
});

test('a thread whose heap is full says that of its job, and the next one has another', async () => {
  const pool = open(1, 4);
  assert.equal(await Promise.all([kindOf(pool.run({ do: 'fill' })), kindOf(pool.run({ do: 'double', n: 1 }))]), ['exhausted', 'answered']);
  await pool.close();
});

test('closing stops what runs, what waits and what comes', async () => {
  const pool = open(1, 4);
  const kinds = [kindOf(pool.run({ do: 'spin' })), kindOf(pool.run({ do: 'wait' }))];
  await pool.close();
  assert.equal(await Promise.all(kinds), ['stopped', 'stopped']);
  assert.is(await kindOf(pool.run({ do: 'wait' })), 'stopped');
});

test('a pool that closes while an answer is on its way closes all the same', async () => {
  for (let times = 0; times < 20; times += 1) {
    const pool = open(1, 2);
    await pool.run({ do: 'double', n: 1 });
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const last = kindOf(pool.run({ do: 'tell', sent }));
    // Nothing is read here before the thread has answered.
    Atomics.wait(sent, 0, 0);
    await pool.close();
    assert.is(await last, 'stopped');
  }
});

test.run();
