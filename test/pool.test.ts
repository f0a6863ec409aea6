// The thread pool: answers, turns, time that is up, stopped jobs and dying threads.

import * as assert from 'uvu/assert';
import type { Pool, PoolOptions } from '../runtime/pool.ts';

import { createPool, PoolError } from '../runtime/pool.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

type Job =
  | { readonly do: 'double'; readonly n: number }
  | { readonly do: 'spin'; readonly begun?: Int32Array }
  | { readonly do: 'tell'; readonly sent: Int32Array }
  | { readonly do: 'count'; readonly alive: Int32Array }
  | { readonly do: 'die' | 'throw' | 'wait' | 'fill' };

// Answers `double`, says when it has answered `tell`, spins for ever once it has said so, counts for ever,
// outgrows its heap, ends its thread, reports a failure, or answers after a moment.
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
  if (job.do === 'count') for (;;) Atomics.add(job.alive, 0, 1);
  if (job.do === 'die') process.exit(1);
  if (job.do === 'fill') for (let list = null;;) list = { list };
  if (job.do === 'throw') parentPort.postMessage({ failure: 'as asked' });
  if (job.do === 'wait') setTimeout(() => parentPort.postMessage({ answer: 0 }), 50);
});
parentPort.postMessage('ready');`;

function open(threadsMax: number, limits: Pick<PoolOptions, 'waitMsMax' | 'runMsMax'> = {}): Pool<Job, number> {
  return createPool({
    workerUrl: new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`),
    threadsMax,
    heapMiB: 32,
    ...limits,
  });
}

async function kindOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof PoolError ? error.kind : (error as Error).message),
  );
}

test('answers every job with its own answer', async () => {
  const pool = open(2);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => pool.run({ do: 'double', n })));
  assert.equal(
    answers,
    Array.from({ length: 50 }, (_, n) => n * 2),
  );
  await pool.close();
});

test('a job that waits longer than it may is full, with the time to come back', async () => {
  // Long enough for a thread to start in the place of the one that is stopped.
  const pool = open(1, { waitMsMax: 2_000 });
  const controller = new AbortController();
  const spinning = kindOf(pool.run({ do: 'spin' }, { signal: controller.signal }));
  const error: unknown = await pool.run({ do: 'double', n: 1 }).catch((failure: unknown) => failure);
  assert.ok(
    error instanceof PoolError && error.kind === 'full' && error.retryAfterMs! >= 250 && error.retryAfterMs! <= 30_000,
    String(error),
  );
  controller.abort();
  assert.is(await spinning, 'stopped');
  assert.is(await pool.run({ do: 'double', n: 2 }), 4);
  await pool.close();
});

test('a job that would wait too long is refused at once, and one of another key, whose turn comes sooner, is not', async () => {
  const pool = open(1, { waitMsMax: 300 });
  // What a job takes, about 50 ms, is known from here on: at least half of it.
  for (let count = 0; count < 8; count += 1) await pool.run({ do: 'wait' });
  const busy = { key: 'busy', connection: 1 };
  const kinds: string[] = [];
  const many = Array.from({ length: 20 }, async () => {
    kinds.push(await kindOf(pool.run({ do: 'wait' }, { party: busy })));
  });
  await Promise.resolve();
  const refused = kindOf(pool.run({ do: 'wait' }, { party: busy }));
  const other = kindOf(pool.run({ do: 'wait' }, { party: { key: 'other', connection: 2 } }));
  assert.is(await refused, 'full');
  assert.not(kinds.includes('answered'), 'it was refused at once');
  assert.is(await other, 'answered');
  assert.ok(
    kinds.filter((kind) => kind === 'answered').length <= 2,
    'the other key had the next turn or the one after',
  );
  await pool.close();
  await Promise.all(many);
});

test('a job that runs longer than it may is late, and the next one has a thread', async () => {
  const pool = open(1, { runMsMax: 200 });
  const error: unknown = await pool.run({ do: 'spin' }).catch((failure: unknown) => failure);
  assert.ok(error instanceof PoolError && error.kind === 'late' && error.retryAfterMs !== undefined, String(error));
  assert.is(await kindOf(pool.run({ do: 'throw' })), 'as asked');
  await pool.close();
});

test('a thread that was told to end keeps its place until it has', async () => {
  const pool = open(1);
  const alive = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < 5; round += 1) {
    const controller = new AbortController();
    const spinning = kindOf(pool.run({ do: 'count', alive }, { signal: controller.signal }));
    await until(() => Atomics.load(alive, 0) > 0);
    controller.abort();
    assert.is(await spinning, 'stopped');
    assert.is(await pool.run({ do: 'double', n: 1 }), 2);
    // It moved on while it lived; now nothing counts any more.
    const [before] = alive;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    assert.is(alive[0], before);
    alive[0] = 0;
  }
  await pool.close();
});

test('an aborted job that spins is stopped and the next job still runs', async () => {
  const pool = open(1);
  const controller = new AbortController();
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const spinning = kindOf(pool.run({ do: 'spin', begun }, { signal: controller.signal }));
  const after = pool.run({ do: 'double', n: 21 });
  await until(() => begun[0] === 1);
  controller.abort();
  assert.is(await spinning, 'stopped');
  assert.is(await after, 42);
  await pool.close();
});

test('an aborted job that waits leaves the queue, and one aborted before never enters it', async () => {
  const pool = open(1);
  const controller = new AbortController();
  const first = pool.run({ do: 'wait' });
  const waiting = kindOf(pool.run({ do: 'spin' }, { signal: controller.signal }));
  controller.abort();
  assert.is(await waiting, 'stopped');
  assert.is(await kindOf(pool.run({ do: 'spin' }, { signal: controller.signal })), 'stopped');
  assert.is(await kindOf(pool.run({ do: 'wait' })), 'answered');
  await first;
  await pool.close();
});

test('a thread that dies fails its own job only', async () => {
  const pool = open(1);
  const kinds = await Promise.all([
    kindOf(pool.run({ do: 'die' })),
    kindOf(pool.run({ do: 'double', n: 1 })),
    kindOf(pool.run({ do: 'throw' })),
  ]);
  assert.equal(kinds, ['crashed', 'answered', 'as asked']);
  await pool.close();
});

test('a thread whose heap is full says that of its job, and the next one has another', async () => {
  const pool = open(1);
  assert.equal(await Promise.all([kindOf(pool.run({ do: 'fill' })), kindOf(pool.run({ do: 'double', n: 1 }))]), [
    'exhausted',
    'answered',
  ]);
  await pool.close();
});

test('closing stops what runs, what waits and what comes', async () => {
  const pool = open(1);
  const kinds = [kindOf(pool.run({ do: 'spin' })), kindOf(pool.run({ do: 'wait' }))];
  await pool.close();
  assert.equal(await Promise.all(kinds), ['stopped', 'stopped']);
  assert.is(await kindOf(pool.run({ do: 'wait' })), 'stopped');
});

test('a pool that closes while an answer is on its way closes all the same', async () => {
  for (let times = 0; times < 20; times += 1) {
    const pool = open(1);
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
