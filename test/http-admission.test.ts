// Admission: what may be held and asked for at once, and what is refused before it costs anything. With real sockets.

import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { choice, TypeSafeClient } from '@typesafe-ai/sdk';
import * as assert from 'uvu/assert';
import { ServiceError } from '../server/errors.ts';
import {
  createBudget,
  LARGE_BYTES_MAX,
  SMALL_BYTES_MAX,
  TREE_BYTES_MAX,
  VALUE_BYTES,
  weighTree,
} from '../server/http/budget.ts';
import { CONNECTIONS_MAX } from '../server/http/connections.ts';
import { watchPressure } from '../server/http/pressure.ts';
import { createTurnstile } from '../server/http/turnstile.ts';
import { BODY_BYTES_MAX } from '../server/operation.ts';
import { INLINE_BYTES_MAX } from '../server/work/effort.ts';
import { openKeyFolder } from './support/keys.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const ASK = '{"state":"I want a refund","questions":{"q":{"type":"choice","criteria":{"yes":"refund","no":"cancel"}}}}';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'taken';
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
}

test('small bodies have room up to their limit, and not one byte more', () => {
  const budget = createBudget({ isShort: () => false, now: () => 0 });
  for (let bytes = 0; bytes < SMALL_BYTES_MAX; bytes += INLINE_BYTES_MAX) budget.open(null).take(INLINE_BYTES_MAX);
  const next = budget.open(null);
  assert.is(
    codeOf(() => next.take(1)),
    'overloaded',
  );
  // Large ones have another budget.
  assert.is(
    codeOf(() => next.take(INLINE_BYTES_MAX + 1)),
    'taken',
  );
});

test('large bodies have room up to their limit, what is given back is there again, and small ones are taken all the same', () => {
  const budget = createBudget({ isShort: () => false, now: () => 0 });
  const holds = Array.from({ length: LARGE_BYTES_MAX / BODY_BYTES_MAX }, () => budget.open(null));
  for (const hold of holds) hold.take(BODY_BYTES_MAX);
  const next = budget.open(null);
  assert.is(
    codeOf(() => next.take(INLINE_BYTES_MAX + 1)),
    'overloaded',
  );
  assert.is(
    codeOf(() => next.take(INLINE_BYTES_MAX)),
    'taken',
  );
  // It grows beyond what is small.
  assert.is(
    codeOf(() => next.take(1)),
    'overloaded',
  );
  holds[0]!.close();
  holds[0]!.close();
  assert.is(
    codeOf(() => next.take(1)),
    'taken',
  );
  assert.is(
    codeOf(() => next.take(BODY_BYTES_MAX)),
    'overloaded',
    'closing twice gave nothing twice',
  );
  next.close();
  assert.is(
    codeOf(() => budget.open(null).take(BODY_BYTES_MAX)),
    'taken',
  );
});

test('one key has half of the room for large bodies', () => {
  const budget = createBudget({ isShort: () => false, now: () => 0 });
  const hold = budget.open('a');
  hold.take(LARGE_BYTES_MAX / 2);
  assert.is(
    codeOf(() => budget.open('a').take(INLINE_BYTES_MAX + 1)),
    'overloaded',
  );
  assert.is(
    codeOf(() => budget.open('b').take(LARGE_BYTES_MAX / 2)),
    'taken',
  );
  hold.give(INLINE_BYTES_MAX + 1);
  assert.is(
    codeOf(() => budget.open('a').take(INLINE_BYTES_MAX + 1)),
    'taken',
  );
});

test('while memory is short nothing large is taken', () => {
  let isShort = true;
  const budget = createBudget({ isShort: () => isShort, now: () => 0 });
  assert.equal(
    [
      codeOf(() => budget.open(null).take(INLINE_BYTES_MAX)),
      codeOf(() => budget.open(null).take(INLINE_BYTES_MAX + 1)),
    ],
    ['taken', 'overloaded'],
  );
  isShort = false;
  assert.is(
    codeOf(() => budget.open(null).take(INLINE_BYTES_MAX + 1)),
    'taken',
  );
});

test('a key has its requests a second, saved for a second, and others have their own', () => {
  let now = 0;
  const turnstile = createTurnstile({ rate: 10, concurrency: 100, now: () => now });
  const enter = (key: string | null): string => codeOf(() => turnstile.enter(key));
  for (let count = 0; count < 10; count += 1) assert.is(enter('a'), 'taken');
  assert.is(enter('a'), 'rate_limited');
  assert.is(enter('b'), 'taken');
  assert.is(enter(null), 'taken');
  now = 99;
  assert.is(enter('a'), 'rate_limited');
  now = 101;
  assert.equal([enter('a'), enter('a')], ['taken', 'rate_limited']);
  now = 1_000_000;
  for (let count = 0; count < 10; count += 1) assert.is(enter('a'), 'taken');
  assert.is(enter('a'), 'rate_limited');
});

test('a key has so many requests under way, and leaving twice is leaving once', () => {
  const turnstile = createTurnstile({ rate: 0, concurrency: 2, now: () => 0 });
  const leave = turnstile.enter('a');
  turnstile.enter('a');
  assert.is(
    codeOf(() => turnstile.enter('a')),
    'too_many_at_once',
  );
  leave();
  leave();
  assert.equal([codeOf(() => turnstile.enter('a')), codeOf(() => turnstile.enter('a'))], ['taken', 'too_many_at_once']);
});

/** A request whose body stops before its last byte. */
function stall(url: string, bytes: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(
        `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
      );
      socket.write(' '.repeat(bytes - 1), () => resolve(socket));
    });
    socket.on('error', reject);
  });
}

test('bodies that never end fill the room for large ones; the next is 503 with the time to come back, small ones are answered, and when they go all are', async () => {
  const server = await openServer();
  const stalled = await Promise.all(
    Array.from({ length: LARGE_BYTES_MAX / BODY_BYTES_MAX }, () => stall(server.url, BODY_BYTES_MAX)),
  );
  const large = ASK + ' '.repeat(BODY_BYTES_MAX - ASK.length);
  // What was written is on its way; when it has arrived there is no room. One that was refused for the room we asked for is replaced.
  let refused: Response | undefined;
  await until(async () => {
    const answer = await server.post('/v1/systemone', large);
    if (answer.status === 503) {
      refused = answer;
    } else {
      await answer.text();
      stalled.push(await stall(server.url, BODY_BYTES_MAX));
    }
    return refused !== undefined;
  });
  assert.equal(
    [
      refused!.headers.get('retry-after'),
      ((await refused!.json()) as { readonly detail: { readonly error_type: string } }).detail.error_type,
    ],
    ['1', 'unknown'],
  );
  assert.is((await server.post('/v1/systemone', ASK)).status, 200);
  assert.is((await fetch(`${server.url}/livez`)).status, 200);
  for (const socket of stalled) socket.destroy();
  await until(async () => (await server.post('/v1/systemone', large)).status === 200);
  await server.close();
});

test('three hundred small bodies that inflate to 1 MiB are answered or refused, and health is answered meanwhile', async () => {
  const server = await openServer();
  const bomb = gzipSync(Buffer.from(ASK + ' '.repeat(BODY_BYTES_MAX - ASK.length)));
  assert.ok(bomb.length < 1_300, `${bomb.length} bytes`);
  let open = 300;
  const statuses = new Map<number, number>();
  const attack = Array.from({ length: open }, async () => {
    const answer = await server.post('/v1/systemone', bomb, { 'content-encoding': 'gzip' });
    await answer.text();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    open -= 1;
  });
  let alive = 0;
  for (; open > 0; alive += 1) assert.is((await fetch(`${server.url}/livez`)).status, 200);
  await Promise.all(attack);
  assert.ok(alive > 1, `${alive} times alive`);
  assert.ok(
    (statuses.get(200) ?? 0) >= 1 && [...statuses.keys()].every((status) => [200, 429, 503].includes(status)),
    JSON.stringify([...statuses]),
  );
  await server.close();
});

test('a tree that would take too much is refused where it would be made on the thread of the requests', async () => {
  const server = await openServer();
  const fits = TREE_BYTES_MAX / VALUE_BYTES;
  // One for the value itself, one for the bracket, and one for each comma.
  const body = (values: number): string => `[${'1,'.repeat(values - 2)}1]`;
  assert.equal([weighTree(Buffer.from('1')), weighTree(Buffer.from(body(fits)))], [VALUE_BYTES, TREE_BYTES_MAX]);
  // Read, and then refused for what it says.
  assert.is((await server.post('/v1/mcp/call', body(fits))).status, 400);
  const refused = await server.post('/v1/mcp/call', body(fits + 1));
  assert.equal(
    [refused.status, ((await refused.json()) as { readonly error: { readonly code: string } }).error.code],
    [413, 'memory_exhausted'],
  );
  // The same text is no trouble in a thread.
  assert.is((await server.post('/v1/scripts/check', body(fits + 1))).status, 400);
  await server.close();
});

test('fifty new question sets at once are all answered', async () => {
  const server = await openServer();
  const ask = (n: number): string =>
    `{"state":"word${n} here","questions":{"q":{"type":"choice","criteria":{"a":"word${n}","b":"none${n}"}}}}`;
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => (await server.post('/v1/systemone', ask(n))).status),
  );
  assert.equal([...new Set(statuses)], [200]);
  await server.close();
});

test('over sockets a key has its requests a second and its requests under way', async () => {
  const keys = openKeyFolder();
  const token = await keys.add('one', 'decide');
  const other = await keys.add('other', 'decide');
  const authorization = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
  const send = async (url: TestServer, key: string): Promise<[number, string]> => {
    const answer = await url.post('/v1/systemone', ASK, authorization(key));
    return [answer.status, await answer.text()];
  };
  const limited = await openServer({ data: keys.path, keyRate: 1 });
  try {
    // Both at once: one after the other they may be a second apart on a busy machine.
    const both = await Promise.all([send(limited, token), send(limited, token)]);
    const [, [status, body]] = both.sort(([a], [b]) => a - b) as [[number, string], [number, string]];
    assert.equal([both[0]![0], status], [200, 429]);
    assert.match(body, /rate_limit/);
    assert.is((await send(limited, other))[0], 200);
  } finally {
    await limited.close();
  }
  const narrow = await openServer({ data: keys.path, keyConcurrency: 1 });
  const held = connect(Number(new URL(narrow.url).port), '127.0.0.1');
  try {
    held.write(
      `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await until(async () => (await send(narrow, token))[0] === 429);
    assert.is((await send(narrow, other))[0], 200);
    held.destroy();
    await until(async () => (await send(narrow, token))[0] === 200);
  } finally {
    held.destroy();
    await narrow.close();
    keys.remove();
  }
});

test('so many connections at once, and not one more; who leaves makes room', async () => {
  const server = await openServer();
  const port = Number(new URL(server.url).port);
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
      socket.on('error', reject);
    });
  const sockets: Socket[] = [];
  // Below the queue of the operating system, which takes 511: one that overflows there comes back a second later, or not at all.
  while (sockets.length < CONNECTIONS_MAX) sockets.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  try {
    const ask = (socket: Socket): Promise<string> =>
      new Promise((resolve) => {
        let answer = '';
        socket.setEncoding('latin1');
        socket.on('data', (chunk) => {
          answer += String(chunk);
          if (answer.includes('\r\n\r\n')) resolve(answer.slice(0, 12));
        });
        socket.on('error', () => resolve('reset'));
        socket.on('close', () => resolve('closed'));
        socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
      });
    assert.is(await ask(sockets[CONNECTIONS_MAX - 1] as Socket), 'HTTP/1.1 200');
    const tooMany = connect(port, '127.0.0.1');
    assert.ok(['reset', 'closed'].includes(await ask(tooMany)), 'the connection behind the last is not served');
    sockets[0]?.destroy();
    await until(async () => {
      const next = connect(port, '127.0.0.1');
      const answer = await ask(next);
      next.destroy();
      return answer === 'HTTP/1.1 200';
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.close();
  }
});

test('a loop that is late twice in a row sheds, once it is on time again it does not', async () => {
  const pressure = watchPressure();
  try {
    const block = (): void => {
      const endMs = performance.now() + 800;
      while (performance.now() < endMs);
    };
    assert.not(pressure.isLate());
    block();
    await pause(1);
    assert.not(pressure.isLate(), 'one long turn is over');
    await until(async () => {
      block();
      await pause(1);
      return pressure.isLate();
    });
    await until(() => Promise.resolve(!pressure.isLate()));
    assert.not(pressure.isShort());
  } finally {
    pressure.close();
  }
});

test('sixty new question sets through TypeSafe\u2019s client are all answered', async () => {
  const server = await openServer();
  const client = new TypeSafeClient({ apiKey: 'x', baseURL: server.url, logLevel: 'off' });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      client.systemOne({
        state: `item${n} here`,
        questions: { q: choice('Which?', { a: `item${n}`, b: `none${n}` }) },
      }),
    ),
  );
  for (const { answers: given } of answers) assert.is((given.q as { readonly choice?: string }).choice, 'a');
  await server.close();
});

test('builds whose callers go away leave nothing behind', async () => {
  const server = await openServer();
  const script = `[${Array.from({ length: 400 }, (_, n) => `(sort-by (fn [x] (+ x ${n})) [3 1 2])`).join(' ')}]`;
  const controller = new AbortController();
  const gone = Array.from({ length: 12 }, (_, n) =>
    fetch(`${server.url}/v1/scripts/build`, {
      method: 'POST',
      body: JSON.stringify({ script: `${script} ${n}` }),
      headers: { 'content-type': 'application/json' },
      signal: controller.signal,
    }).then(
      () => 'answered',
      () => 'gone',
    ),
  );
  // What was sent before these has arrived with them.
  for (let round = 0; round < 2; round += 1) assert.is((await fetch(`${server.url}/health`)).status, 200);
  controller.abort();
  assert.ok((await Promise.all(gone)).every((end) => end === 'gone'));
  const built = await server.post('/v1/scripts/build', JSON.stringify({ script: '(+ 1 2)' }));
  assert.is(built.status, 200);
  await server.close();
});

test.run();
