// Under pressure: who gives way to whom when there is no more room, no more places or no more time. With real sockets.

import type { Socket } from 'node:net';
import { connect } from 'node:net';
import * as assert from 'uvu/assert';
import { ServiceError } from '../server/errors.ts';
import { ARRIVING_BYTES_A_SECOND, createBudget, LARGE_BYTES_MAX, STALLED_MS } from '../server/http/budget.ts';
import { CONNECTIONS_MAX } from '../server/http/connections.ts';
import { createPressure, HEAP_SHARE_MAX, LATE_MS_MAX, LOOK_MS } from '../server/http/pressure.ts';
import {
  createRefusals,
  isPaced,
  REFUSAL_MS_MAX,
  REFUSALS_A_SECOND,
  REFUSALS_AT_ONCE,
} from '../server/http/refusals.ts';
import { BODY_BYTES_MAX } from '../server/operation.ts';
import { openKeyFolder } from './support/keys.ts';
import { startProcess } from './support/process.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const ASK = '{"state":"I want a refund","questions":{"q":{"type":"choice","criteria":{"yes":"refund","no":"cancel"}}}}';
const MIB = 2 ** 20;

test('a few refusals are said at once, the next in their turn, none later than the caller is told to wait', () => {
  let now = 5_000;
  const refusals = createRefusals(() => now);
  for (let count = 0; count < REFUSALS_AT_ONCE; count += 1) assert.is(refusals.waitMs(), 0);
  const eachMs = 1_000 / REFUSALS_A_SECOND;
  assert.equal([refusals.waitMs(), refusals.waitMs()], [eachMs, 2 * eachMs]);
  for (let count = 0; count < 2 * REFUSALS_A_SECOND; count += 1) refusals.waitMs();
  assert.is(refusals.waitMs(), REFUSAL_MS_MAX);
  now += REFUSAL_MS_MAX;
  assert.is(refusals.waitMs(), eachMs);
  now += 60_000;
  for (let count = 0; count < REFUSALS_AT_ONCE; count += 1) assert.is(refusals.waitMs(), 0);
  assert.is(refusals.waitMs(), eachMs);
});

test('only what is told to come back waits', () => {
  const paced = (['overloaded', 'queue_full', 'rate_limited', 'too_many_at_once'] as const).map(
    (code) => new ServiceError(code),
  );
  assert.ok(paced.every((error) => isPaced(error) && error.retryAfterMs !== undefined));
  assert.not(isPaced(new ServiceError('invalid_api_key')));
  assert.not(isPaced(new ServiceError('deadline')));
});

test('the loop is late when it was so at two looks in a row, and not any more at the next that is in time', () => {
  let now = 0;
  const pressure = createPressure({ now: () => now, heap: () => ({ used_heap_size: 0, heap_size_limit: 1 }) });
  const look = (lateMs: number): boolean => {
    now += LOOK_MS + lateMs;
    pressure.look();
    return pressure.isLate();
  };
  assert.equal(
    [
      look(LATE_MS_MAX + 1),
      look(LATE_MS_MAX + 1),
      look(LATE_MS_MAX),
      look(LATE_MS_MAX + 1),
      look(LATE_MS_MAX + 1),
      look(0),
    ],
    [false, true, false, false, true, false],
  );
});

test('memory is short beyond its share of the heap', () => {
  let used = HEAP_SHARE_MAX * 1_000;
  const pressure = createPressure({ now: () => 0, heap: () => ({ used_heap_size: used, heap_size_limit: 1_000 }) });
  assert.not(pressure.isShort());
  pressure.look();
  assert.not(pressure.isShort());
  used += 1;
  pressure.look();
  assert.ok(pressure.isShort());
});

/** `seconds` of a body that comes at this rate after its first bytes, asked for its room by another once a second. */
function arrive(rate: number, first: number, seconds: number): 'kept' | 'gave way' {
  let now = 0;
  let end: 'kept' | 'gave way' = 'kept';
  const budget = createBudget({ isShort: () => false, now: () => now });
  const slow = budget.open('slow');
  slow.arrive(() => {
    end = 'gave way';
  });
  slow.take(first);
  const full = budget.open('full');
  full.take(LARGE_BYTES_MAX / 2);
  const rest = budget.open('rest');
  rest.take(LARGE_BYTES_MAX / 2 - first);
  for (let second = 0; second < seconds && end === 'kept'; second += 1) {
    now += 1_000;
    rest.give(rate);
    slow.take(rate);
    try {
      budget.open('asks').take(BODY_BYTES_MAX / 2);
      assert.is(end, 'gave way', 'there was no other room');
    } catch (error) {
      assert.is((error as ServiceError).code, 'overloaded');
    }
  }
  return end;
}

test('a body that hardly arrives gives its room to the next that needs it, whatever came at first', () => {
  assert.is(arrive(ARRIVING_BYTES_A_SECOND, BODY_BYTES_MAX / 2, 10), 'kept');
  assert.is(arrive(0, BODY_BYTES_MAX / 2, 10), 'gave way');
  assert.is(arrive(1, BODY_BYTES_MAX / 2, 10), 'gave way');
  assert.is(arrive(ARRIVING_BYTES_A_SECOND - 1, BODY_BYTES_MAX / 2, 10), 'gave way');
  assert.is(arrive(0, BODY_BYTES_MAX / 2, STALLED_MS / 1_000), 'kept');
});

/** A connection of its own on which this is sent. */
function open(url: string, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      if (text === '') resolve(socket);
      else socket.write(text, () => resolve(socket));
    });
    // Turned away, or ended for somebody else.
    socket.on('error', reject);
  });
}

function head(bytes: number, path = '/v1/systemone', more = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n${more}\r\n`;
}

test('bodies that stand still are 408 for somebody who needs their room', async () => {
  const server = await openServer();
  const answers: string[] = [];
  const stalled: Socket[] = [];
  try {
    // A few more than there is room for: our own request may come before the last of them has arrived.
    for (let count = 0; count < LARGE_BYTES_MAX / MIB + 4; count += 1) {
      const socket = await open(server.url, head(BODY_BYTES_MAX) + ' '.repeat(BODY_BYTES_MAX - 1));
      socket.setEncoding('latin1').on('data', (text: string) => answers.push(text));
      stalled.push(socket);
    }
    const large = ASK + ' '.repeat(BODY_BYTES_MAX - ASK.length);
    let refused = 0;
    await until(async () => {
      const { status } = await server.post('/v1/systemone', large);
      if (status === 503) refused += 1;
      return status === 200 && answers.some((text) => text.startsWith('HTTP/1.1 408 '));
    });
    assert.ok(refused > 0);
  } finally {
    for (const socket of stalled) socket.destroy();
    await server.close();
  }
});

test('connections that say nothing make room for somebody who asks', async () => {
  const process = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '0');
  const url = await process.url;
  const kept: Socket[] = [];
  let ended = 0;
  const count = (socket: Socket): void => {
    socket
      .on('error', () => {})
      .on('close', () => {
        ended += 1;
      });
    kept.push(socket);
  };
  // Most say nothing, some begin a head, some a body.
  const beginnings = ['', 'POST /v1/systemone HTTP/1.1\r\nHost: loc', head(1_000)];
  for (let n = 0; n < CONNECTIONS_MAX; n += 1) count(await open(url, beginnings[n % beginnings.length] as string));
  let turnedAway = 0;
  await until(async () => {
    const answer = await fetch(`${url}/livez`).catch(() => null);
    if (answer === null) turnedAway += 1;
    return answer?.status === 200;
  });
  assert.ok(turnedAway > 0, 'there was a place left');
  assert.ok(ended > 0);
  for (const socket of kept) socket.destroy();
  process.child.kill('SIGTERM');
  assert.is((await process.ended).code, 0);
});

test('while the loop is late, work is refused with the time to come back, and health is answered', async () => {
  const server = await openServer();
  const stalled = await Promise.all(Array.from({ length: 40 }, () => open(server.url, `${head(1_000)} `)));
  const block = (): void => {
    const end = performance.now() + 2 * LATE_MS_MAX;
    while (performance.now() < end);
  };
  await until(async () => {
    for (let times = 0; times < 3; times += 1) {
      block();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const [answer, alive] = await Promise.all([server.post('/v1/systemone', ASK), fetch(`${server.url}/livez`)]);
    await answer.text();
    assert.is(alive.status, 200);
    if (answer.status !== 503) return false;
    assert.ok(Number(answer.headers.get('retry-after-ms')) > 0);
    return true;
  });
  for (const socket of stalled) socket.destroy();
  await until(async () => (await server.post('/v1/systemone', ASK)).status === 200);
  await server.close();
});

test('whoever asks again at once is refused slowly, on a connection that stays good, while others are answered', async () => {
  const folder = openKeyFolder();
  const [busy, other] = [await folder.add('busy', 'decide'), await folder.add('other', 'decide')];
  const server = await openServer({ data: folder.path, keyRate: 1 });
  const headers = { authorization: `Bearer ${busy}` };
  const rounds = REFUSALS_AT_ONCE + 40;
  const since = performance.now();
  let refused = 0;
  let isOver = false;
  const attack = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (refused < rounds) {
        const answer = await server.post('/v1/systemone', ASK, headers);
        await answer.text();
        if (answer.status === 429) refused += 1;
      }
    }),
  ).then(() => {
    isOver = true;
  });
  while (!isOver) {
    const answer = await server.post('/v1/systemone', ASK, { authorization: `Bearer ${other}` });
    await answer.text();
    // Its own rate holds for it too.
    assert.ok([200, 429].includes(answer.status));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await attack;
  const leastMs = ((rounds - REFUSALS_AT_ONCE) * 1_000) / REFUSALS_A_SECOND;
  assert.ok(performance.now() - since >= leastMs, `${rounds} refusals in ${performance.now() - since} ms`);
  // A second request sent behind a refused one waits, and is read when the refusal is out.
  const request = `${head(ASK.length, '/v1/systemone', `Authorization: Bearer ${busy}\r\n`)}${ASK}`;
  const socket = await open(server.url, request + request);
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    text += data;
  });
  await until(() => text.split('HTTP/1.1 ').length === 3);
  socket.destroy();
  await server.close();
  folder.remove();
});

test.run();
