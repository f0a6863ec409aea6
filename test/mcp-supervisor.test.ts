// The supervisor's patience, on a clock of the test's: how often it connects, and whom it makes wait.

import { mock } from 'node:test';
import * as assert from 'uvu/assert';
import { ServiceError } from '../server/errors.ts';
import type { Supervisor } from '../server/mcp/supervisor.ts';
import { createSupervisor } from '../server/mcp/supervisor.ts';
import type { Upstream } from '../server/mcp/upstream.ts';
import { failure } from './support/mcp.ts';
import { test } from './support/test.ts';

interface World {
  readonly supervisor: Supervisor;
  /** Times of every attempt, in milliseconds since the start. */
  readonly attempts: number[];
  readonly closed: string[];
  /** What the next attempts do. */
  plan: 'succeed' | 'fail' | 'hang';
  end(): void;
  /** Lets the attempt that hangs succeed, or fail with an error. */
  finish(error?: ServiceError): void;
  pass(ms: number): Promise<void>;
}

function create(): World {
  mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  let onEnd = (): void => {};
  let release: World['finish'] = () => {};
  const world = {
    attempts: [] as number[],
    closed: [] as string[],
    plan: 'succeed' as World['plan'],
    end: () => onEnd(),
    finish: (error?: ServiceError) => release(error),
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 100) {
        nowMs += Math.min(100, left);
        mock.timers.tick(Math.min(100, left));
        await new Promise(setImmediate);
      }
    },
  };
  const supervisor = createSupervisor({
    server: 'srv',
    now: () => nowMs,
    async connect(onClose) {
      const name = `u${world.attempts.length}`;
      world.attempts.push(nowMs);
      if (world.plan === 'fail') throw new ServiceError('upstream_timeout');
      if (world.plan === 'hang')
        await new Promise<void>((resolve, reject) => {
          release = (error) => (error === undefined ? resolve() : reject(error));
        });
      onEnd = onClose;
      const close = async (): Promise<void> => {
        world.closed.push(name);
      };
      return {
        learned: {},
        listTools: async () => [],
        callTool: async () => new Map(),
        retire: close,
        close,
      } as unknown as Upstream;
    },
  });
  return Object.assign(world, { supervisor });
}

test.after.each(() => mock.timers.reset());

test('a server that fails is tried for ever, at most once a minute', async () => {
  const world = create();
  world.plan = 'fail';
  await failure(world.supervisor.retry());
  await world.pass(300_000);
  const gaps = world.attempts.slice(1).map((at, index) => at - (world.attempts[index] as number));
  assert.equal(gaps.slice(0, 8), [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000, 60_000]);
  world.plan = 'succeed';
  await world.pass(60_000);
  assert.is(world.supervisor.state.kind, 'ready');
});

test('an attempt that is refused its credentials is tried again by who wants it now', async () => {
  const world = create();
  world.plan = 'hang';
  world.supervisor.retry().catch(() => {});
  const signedIn = [world.supervisor.retry(), world.supervisor.retry()];
  world.plan = 'succeed';
  world.finish(new ServiceError('upstream_error', { details: { http_status: 401 } }));
  await Promise.all(signedIn);
  assert.is(world.attempts.length, 2);
});

test('an attempt that fails otherwise fails for all who wait for it', async () => {
  const world = create();
  world.plan = 'hang';
  world.supervisor.retry().catch(() => {});
  const joined = world.supervisor.retry();
  world.finish(new ServiceError('upstream_timeout'));
  assert.is((await failure(joined)).code, 'upstream_timeout');
  assert.is(world.attempts.length, 1);
});

test('a caller tries again at once after one failure, and is sent away with a waiting time after two', async () => {
  const world = create();
  world.plan = 'fail';
  await failure(world.supervisor.retry());
  assert.is((await failure(world.supervisor.connection())).code, 'upstream_timeout');
  assert.is(world.attempts.length, 2);
  const sent = await failure(world.supervisor.connection());
  assert.equal([sent.code, sent.retryAfterMs], ['upstream_unavailable', 2000]);
  await world.pass(500);
  assert.is((await failure(world.supervisor.connection())).retryAfterMs, 1500);
  assert.is(world.attempts.length, 2);
});

test('callers share one attempt', async () => {
  const world = create();
  world.plan = 'hang';
  const waiting = [world.supervisor.connection(), world.supervisor.connection(), world.supervisor.retry()];
  world.finish();
  const found = await Promise.all(waiting);
  assert.is(new Set(found).size, 1);
  assert.is(world.attempts.length, 1);
});

test('a connection that ended is replaced for the next caller; one that ends soon and often, later and later', async () => {
  const world = create();
  await world.supervisor.connection();
  world.end();
  assert.equal([world.supervisor.state.kind, world.supervisor.restarts, world.closed], ['waiting', 1, ['u0']]);
  await world.supervisor.connection();
  assert.equal(world.attempts, [0, 0]);
  world.end();
  assert.is((await failure(world.supervisor.connection())).retryAfterMs, 2000);
  await world.pass(2000);
  assert.is(world.supervisor.state.kind, 'ready');
  // Five minutes without an end, and all is forgiven.
  await world.pass(300_000);
  world.end();
  await world.supervisor.connection();
  assert.is(world.supervisor.state.kind, 'ready');
});

test('a lost session is no failure: the next connection is made at once, every time', async () => {
  const world = create();
  for (let round = 0; round < 10; round += 1) world.supervisor.drop(await world.supervisor.connection());
  await world.supervisor.connection();
  assert.is(world.attempts.length, 11);
  assert.is(world.closed.length, 10);
  // An old connection cannot take the new one with it.
  const current = await world.supervisor.connection();
  world.supervisor.drop({ ...current });
  assert.is(await world.supervisor.connection(), current);
});

test('stopping ends the connection, also one that is only being made, and no timer brings it back', async () => {
  const world = create();
  world.plan = 'hang';
  const late = failure(world.supervisor.connection());
  const stopped = world.supervisor.stop();
  world.finish();
  await stopped;
  assert.is((await late).code, 'upstream_unavailable');
  assert.equal(world.closed, ['u0']);
  await world.pass(100_000);
  assert.is(world.attempts.length, 1);
});

test.run();
