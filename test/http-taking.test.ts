// Answers that are not taken: whose connections are closed, and when, and who is waited for. With real sockets, but for the bounds.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import * as assert from 'uvu/assert';
import type { ServiceError } from '../server/errors.ts';
import { createBudget, LARGE_BYTES_MAX } from '../server/http/budget.ts';
import { CONNECTIONS_MAX, closeUntaken, limitConnections, trackConnections } from '../server/http/connections.ts';
import {
  createTaking,
  TAKING_BYTES_A_SECOND,
  TAKING_LOOK_MS,
  TAKING_WINDOW_MS,
  UNSEEN_BYTES_MAX,
  UNTAKEN_MS_MAX,
} from '../server/http/taking.ts';
import { BODY_BYTES_MAX, LINES_BYTES_MAX } from '../server/operation.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

/** What is seen of a connection, and the clock, to be set by hand. */
function watch() {
  const seen = { now: 0, waits: true, taken: 0 };
  return { seen, taking: createTaking({ now: () => seen.now, sent: () => seen }) };
}

test('a connection of which nothing was taken is closed at the bound and not before it, and one byte begins it anew', () => {
  const { seen, taking } = watch();
  assert.not(taking.look());
  seen.now = UNTAKEN_MS_MAX - 1;
  assert.not(taking.look());
  seen.now = UNTAKEN_MS_MAX;
  assert.ok(taking.look());
  seen.taken = 1;
  assert.not(taking.look());
  seen.now = 2 * UNTAKEN_MS_MAX - 1;
  assert.not(taking.look());
  seen.now = 2 * UNTAKEN_MS_MAX;
  assert.ok(taking.look());
});

test('a connection on which nothing waits to be taken is never closed, nor slow', () => {
  const { seen, taking } = watch();
  seen.waits = false;
  for (let looks = 0; looks < 200; looks += 1) {
    seen.now += TAKING_LOOK_MS;
    assert.equal([taking.look(), taking.isSlow()], [false, false]);
  }
  // Its answer comes at last, and has the whole time.
  seen.waits = true;
  assert.equal([taking.look(), taking.isSlow()], [false, false]);
});

/** Whether it is slow after these windows, in each of which this many bytes were seen to be taken. */
function isSlow(...windows: readonly number[]): boolean {
  const { seen, taking } = watch();
  taking.look();
  for (const bytes of windows) {
    seen.now += TAKING_WINDOW_MS;
    seen.taken += bytes;
    taking.look();
  }
  return taking.isSlow();
}

test('taken at the least rate is not slow, one byte less is, and what was taken fast at first is no excuse', () => {
  // What the system still holds may have been taken as well.
  const least = (TAKING_BYTES_A_SECOND * TAKING_WINDOW_MS) / 1_000 - UNSEEN_BYTES_MAX;
  assert.ok(least > 0);
  assert.not(isSlow(least));
  assert.ok(isSlow(least - 1));
  assert.not(isSlow(), 'what has just begun has had no chance');
  assert.ok(isSlow(1e9, 0));
  assert.not(isSlow(0, least));
});

test('who reads steadily at the least rate is never slow, though the system shows it in large pieces', () => {
  const { seen, taking } = watch();
  let read = 0;
  for (let ms = 0; ms < 10 * TAKING_WINDOW_MS; ms += TAKING_LOOK_MS) {
    taking.look();
    assert.not(taking.isSlow());
    seen.now += TAKING_LOOK_MS;
    read += (TAKING_BYTES_A_SECOND * TAKING_LOOK_MS) / 1_000;
    seen.taken = Math.floor(read / UNSEEN_BYTES_MAX) * UNSEEN_BYTES_MAX;
  }
});

test('an answer that is made in bursts, each taken at once, is not slow', () => {
  const { seen, taking } = watch();
  for (let looks = 0; looks < 100; looks += 1) {
    seen.now += TAKING_LOOK_MS;
    seen.waits = looks % 3 !== 2;
    taking.look();
    assert.not(taking.isSlow());
  }
});

test('a large body whose answer is taken slowly gives its room to the next that needs it, a small one frees none', () => {
  let slow = false;
  const dropped: string[] = [];
  const taker = (name: string) => ({ isSlow: () => slow, drop: () => void dropped.push(name) });
  const budget = createBudget({ isShort: () => false, now: () => 0 });
  budget.open(null, taker('small')).take(1);
  const over = budget.open(null, taker('over'));
  over.take(BODY_BYTES_MAX);
  over.close();
  budget.open(null, taker('large')).take(LARGE_BYTES_MAX / 2);
  budget.open(null).take(LARGE_BYTES_MAX / 2);
  const ask = (): void => budget.open(null).take(BODY_BYTES_MAX);
  assert.throws(ask, (error: unknown) => (error as ServiceError).code === 'overloaded');
  slow = true;
  ask();
  assert.equal(dropped, ['large']);
  assert.is(budget.held(), 1 + LARGE_BYTES_MAX / 2 + BODY_BYTES_MAX);
});

const QUESTIONS = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`q${n}`, { type: 'choice', criteria: { refund: 'refund', crash: 'crash' } }]),
);

/** A batch of as many lines as one may have, and of more answers than the system keeps for a client. */
function batch(url: string): Promise<Socket> {
  const head = `${JSON.stringify({ questions: QUESTIONS })}\n`;
  const line = `{"state":"refund"}${' '.repeat(100)}\n`;
  const body = head + line.repeat(Math.floor((LINES_BYTES_MAX - head.length) / line.length));
  return send(
    url,
    `POST /v1/systemone/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

function send(url: string, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.pause();
    socket.on('error', () => {}).once('readable', () => resolve(socket));
  });
}

/** Reads slower than it is answered, and faster than the least. */
function readSteadily(socket: Socket): NodeJS.Timeout {
  return setInterval(() => void socket.read(), 20);
}

test('batches whose clients do not read make room for another body, one that is read steadily goes on', async () => {
  const server = await openServer();
  const sockets: Socket[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    for (let count = 0; count < LARGE_BYTES_MAX / LINES_BYTES_MAX; count += 1) sockets.push(await batch(server.url));
    const steady = sockets[0] as Socket;
    timer = readSteadily(steady);
    const large = JSON.stringify({ state: ' '.repeat(BODY_BYTES_MAX / 2), questions: QUESTIONS });
    let refused = 0;
    await until(async () => {
      const answer = await server.post('/v1/systemone', large);
      await answer.text();
      if (answer.status === 503) refused += 1;
      return answer.status === 200;
    });
    assert.ok(refused > 0, 'there was room');
    assert.not(steady.closed || steady.readableEnded);
    assert.ok((await server.post('/v1/systemone', large)).ok);
  } finally {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await server.close();
  }
});

const MUCH = Buffer.alloc(256 * 2 ** 20);

/** A server that answers with much at once, or not at all, by a clock that can be put forward. */
async function openPlain() {
  const clock = { aheadMs: 0 };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/wait') response.writeHead(200).write('wait for it');
    else response.end(request.url === '/much' ? MUCH : '');
  });
  const connections = trackConnections(server, () => performance.now() + clock.aheadMs);
  limitConnections(server, connections, () => {});
  closeUntaken(server, connections);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string): Promise<Socket> => send(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { clock, connections, url, get, close };
}

test('in time a client that takes nothing is closed; one that reads, and one that is waited for itself, are not', async () => {
  const { clock, connections, get, close } = await openPlain();
  await get('/much');
  const steady = await get('/much');
  await get('/wait');
  const timer = readSteadily(steady);
  // Between two steps of the clock more is read than the system takes at once, so that each look that is a step later sees it.
  let read = 0;
  let steps = 0;
  const step = (): void => {
    if (steady.bytesRead < read + 3 * UNSEEN_BYTES_MAX) return;
    read = steady.bytesRead;
    clock.aheadMs += UNTAKEN_MS_MAX / 3;
    steps += 1;
  };
  try {
    await until(() => {
      step();
      return connections.all.size < 3;
    });
    const closedAt = steps;
    await until(() => {
      step();
      return steps > closedAt + 3;
    });
    const urls = [...connections.all.values()].map(({ exchange }) => exchange?.request.url);
    assert.equal(urls, ['/much', '/wait']);
    assert.not(steady.closed);
  } finally {
    clearInterval(timer);
    await close();
  }
});

test('when all places are taken, that of a client that takes nothing is given away, not those of clients that wait', async () => {
  const { clock, connections, url, get, close } = await openPlain();
  try {
    await get('/much');
    for (let count = 1; count < CONNECTIONS_MAX; count += 1) await get('/wait');
    assert.is(connections.all.size, CONNECTIONS_MAX);
    await until(async () => {
      clock.aheadMs += TAKING_WINDOW_MS;
      return (await fetch(`${url}/`).catch(() => null))?.status === 200;
    });
    const waiting = [...connections.all.values()].filter(({ exchange }) => exchange?.request.url === '/wait');
    assert.is(waiting.length, CONNECTIONS_MAX - 1);
  } finally {
    await close();
  }
});

test.run();
