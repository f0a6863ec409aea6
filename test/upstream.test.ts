// An upstream engine that fails in every way it can: our own answer goes out, nobody waits longer than its time, and one that is down
// is left alone until it is time to try again.
// It is longer than other files because it holds all cases of one subject.

import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import type { OpenQuestion } from '../server/engines/upstream/open.ts';
import { OPENAI } from '../server/engines/upstream/openai.ts';
import { SYSTEM_ONE } from '../server/engines/upstream/systemone.ts';
import type { SystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { readSystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import type { Report } from '../server/upstream/breaker.ts';
import { createBreaker, FAILURES_MAX, OPEN_MS_FIRST, OPEN_MS_MAX } from '../server/upstream/breaker.ts';
import { readUpstreamConfig } from '../server/upstream/config.ts';
import type { RunningUpstream } from '../server/upstream/upstream.ts';
import { createUpstream } from '../server/upstream/upstream.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';
import type { FakeUpstream, Play } from './support/upstream.ts';
import { choose, openHelpedServer, openUpstream, say, writeUpstreamFile } from './support/upstream.ts';

let fake: FakeUpstream;
test.before(async () => {
  fake = await openUpstream(say('', 500));
});
test.before.each(() => {
  fake.seen.length = 0;
});
test.after(async () => {
  await fake.close();
});

const TIE = readRequest({
  state: 'a refund after a crash',
  questions: { team: { type: 'choice', criteria: { billing: 'refund', technical: 'crash' } } },
});
const OPEN: readonly OpenQuestion[] = [{ position: 0, options: [0, 1], needsQuote: false }];
const HERE = new AbortController().signal;

function readRequest(request: unknown): SystemOneRequest {
  const reading = readSystemOneRequest(parseJson(Buffer.from(JSON.stringify(request))));
  if (reading.kind !== 'ok') throw new Error(reading.message);
  return reading.request;
}

interface Started {
  readonly upstream: RunningUpstream;
  readonly clock: { ms: number };
  readonly lines: string[];
  /** What becomes of asking. */
  ask(open?: readonly OpenQuestion[]): Promise<string | undefined>;
}

function start(changes: Readonly<Record<string, unknown>> = {}): Started {
  const file = writeUpstreamFile({
    name: 'judge',
    kind: 'systemone',
    url: `${fake.url}/v1/systemone`,
    timeout_ms: 10_000,
    ...changes,
  });
  const clock = { ms: 0 };
  const lines: string[] = [];
  const upstream = createUpstream(readUpstreamConfig(file.path), {
    now: () => clock.ms,
    log: (line) => lines.push(line),
  });
  file.remove();
  return { upstream, clock, lines, ask: async (open = OPEN) => (await upstream.ask(TIE, open, HERE))?.status };
}

const hang: Play = () => {};
const drip: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};
const huge: Play = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};
const cutOff: Play = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"answers":');
  setImmediate(() => response.destroy());
};
const noHttp: Play = (response) => response.socket?.end('hello\r\n\r\n');
const elsewhere: Play = (response) => response.writeHead(307, { location: `${fake.url}/other` }).end();

const FAILURES: readonly (readonly [name: string, play: Play, status: string])[] = [
  ['hangs', hang, 'timeout'],
  ['drips', drip, 'timeout'],
  ['does not end', huge, 'too-large'],
  ['ends in the middle', cutOff, 'unreachable'],
  ['speaks no HTTP', noHttp, 'unreachable'],
  ['redirects', elsewhere, 'bad-status'],
  ['answers 500', say({ error: 'sk-secret' }, 500), 'bad-status'],
  ['answers 401', say({ error: 'sk-secret' }, 401), 'bad-status'],
  ['answers 429', say({}, 429), 'bad-status'],
  ['answers 204', (response) => response.writeHead(204).end(), 'bad-status'],
  ['answers no JSON', say('<html>'), 'bad-answer'],
  ['answers half of its JSON', say('{"answers":{"q0":'), 'bad-answer'],
  ['answers nothing', say(''), 'bad-answer'],
  ['answers something else', say({ choices: [] }), 'bad-answer'],
  ['answers deeper than anything reads', say('['.repeat(100_000)), 'bad-answer'],
  ['answers invalid UTF-8', (response) => response.end(Buffer.from([0x22, 0xff, 0x22])), 'bad-answer'],
  [
    'answers compressed',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([31, 139, 8])),
    'bad-answer',
  ],
];

for (const [name, play, status] of FAILURES) {
  test(`an upstream that ${name}: ${status}, and the log says no more`, async () => {
    // One of its own: a request that timed out may still be on its way when the next test begins.
    const failing = await openUpstream(play);
    const { upstream, lines, ask } = start({ url: failing.url, timeout_ms: status === 'timeout' ? 100 : 10_000 });
    try {
      assert.is(await ask(), status);
      assert.equal(lines, [`upstream judge: ${status}`]);
      assert.ok(failing.seen.length <= 1);
      assert.is(fake.seen.length, 0);
    } finally {
      await upstream.close();
      await failing.close();
    }
  });
}

test('an upstream that is not there is unreachable; one that takes no connection is a time-out', async () => {
  const gone = await openUpstream(hang);
  await gone.close();
  const { upstream, ask } = start({ url: gone.url });
  assert.is(await ask(), 'unreachable');
  await upstream.close();
  // A server that never reads: the connection is made and nothing comes.
  const silent = createTcpServer(() => {});
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const still = start({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, timeout_ms: 100 });
  assert.is(await still.ask(), 'timeout');
  await still.upstream.close();
  silent.close();
});

test('an answer of exactly the limit is read, one byte more is not', async () => {
  const body = JSON.stringify({ answers: { q0: { type: 'choice', choice: 'billing' } } });
  for (const [length, status] of [
    [2048, 'answered'],
    [2049, 'too-large'],
  ] as const) {
    fake.play = say(body.padEnd(length));
    const { upstream, ask } = start({ response_bytes_max: 2048 });
    assert.is(await ask(), status);
    await upstream.close();
  }
});

test('a request of exactly the limit is sent, one byte more is not; and a large one says nothing about the upstream', async () => {
  fake.play = choose({ q0: 'billing' });
  const { upstream, ask } = start();
  await ask();
  await upstream.close();
  const { length } = fake.seen[0]!.text;
  const filler = (bytes: number): Record<string, unknown> => ({
    parameters: { filler: 'x'.repeat(bytes - length - ',"filler":""'.length) },
  });
  for (const [bytes, status] of [
    [2048, 'answered'],
    [2049, 'too-large'],
  ] as const) {
    const limited = start({ request_bytes_max: 2048, ...filler(bytes) });
    assert.is(await limited.ask(), status);
    assert.equal(limited.lines, []);
    await limited.upstream.close();
  }
  assert.equal(
    fake.seen.map(({ text }) => text.length),
    [length, 2048],
  );
});

test('as many questions as the limit says are asked, the first ones', async () => {
  fake.play = choose({});
  const { upstream } = start({ questions_max: 2 });
  const question = { type: 'choice', criteria: { billing: 'refund', technical: 'crash' } };
  const request = readRequest({
    state: 'a refund after a crash',
    questions: { a: question, b: question, c: question, d: question },
  });
  await upstream.ask(
    request,
    [1, 2, 3].map((position) => ({ ...OPEN[0]!, position })),
    HERE,
  );
  assert.equal(Object.keys((JSON.parse(fake.seen[0]!.text) as { questions: object }).questions), ['q1', 'q2']);
  await upstream.close();
});

test('more requests than may run at once are not asked and do not wait', async () => {
  const held: ServerResponse[] = [];
  fake.play = (response) => held.push(response);
  const { upstream, ask } = start({ concurrency: 2 });
  const running = [ask(), ask()];
  await until(() => held.length === 2);
  assert.is(await ask(), 'busy');
  for (const response of held) choose({ q0: 'billing' })(response, fake.seen[0]!);
  assert.equal(await Promise.all(running), ['answered', 'answered']);
  fake.play = choose({ q0: 'billing' });
  assert.is(await ask(), 'answered');
  await upstream.close();
});

test('a caller that goes away ends the request, and says nothing about the upstream', async () => {
  fake.play = hang;
  const { upstream, lines } = start();
  const before = fake.cutOff();
  for (let times = 1; times <= FAILURES_MAX; times += 1) {
    const caller = new AbortController();
    const asked = upstream.ask(TIE, OPEN, caller.signal);
    await until(() => fake.seen.length === times);
    caller.abort();
    assert.is((await asked)?.status, 'gone');
  }
  await until(() => fake.cutOff() === before + FAILURES_MAX);
  assert.is((await upstream.ask(TIE, OPEN, AbortSignal.abort()))?.status, 'gone');
  fake.play = choose({ q0: 'billing' });
  assert.is((await upstream.ask(TIE, OPEN, HERE))?.status, 'answered');
  assert.equal(lines, []);
  await upstream.close();
});

test('closing ends what is being asked', async () => {
  fake.play = hang;
  const { upstream, ask } = start();
  const asked = ask();
  await until(() => fake.seen.length === 1);
  await upstream.close();
  assert.is(await asked, 'unreachable');
});

test('after some failures in a row it is not asked, then once, then again', async () => {
  const { upstream, clock, lines, ask } = start();
  fake.play = say('', 500);
  for (let i = 0; i < FAILURES_MAX; i += 1) assert.is(await ask(), 'bad-status');
  assert.is(await ask(), 'open');
  assert.is(fake.seen.length, FAILURES_MAX);
  clock.ms = OPEN_MS_FIRST - 1;
  assert.is(await ask(), 'open');
  clock.ms = OPEN_MS_FIRST;
  assert.is(await ask(), 'bad-status');
  assert.is(await ask(), 'open');
  fake.play = choose({ q0: 'billing' });
  clock.ms += 2 * OPEN_MS_FIRST;
  assert.is(await ask(), 'answered');
  assert.is(await ask(), 'answered');
  assert.equal(
    lines.filter((line) => !line.endsWith('bad-status')),
    ['upstream judge: not asked for 5 s', 'upstream judge: not asked for 10 s', 'upstream judge: answers again'],
  );
  await upstream.close();
});

test('while one request tries again, the others do not wait for it', async () => {
  const { upstream, clock, ask } = start();
  fake.play = say('', 500);
  for (let i = 0; i < FAILURES_MAX; i += 1) await ask();
  clock.ms = OPEN_MS_FIRST;
  const held: ServerResponse[] = [];
  fake.play = (response) => held.push(response);
  const trial = ask();
  await until(() => held.length === 1);
  assert.is(await ask(), 'open');
  choose({ q0: 'billing' })(held[0]!, fake.seen[0]!);
  assert.is(await trial, 'answered');
  await upstream.close();
});

test('what a model writes cannot close it off: nonsense in order is no failure', async () => {
  fake.play = say({ choices: [{ message: { role: 'assistant', content: 'no' } }] });
  const { upstream, ask } = start({ kind: 'openai', model: 'm' });
  for (let i = 0; i < 2 * FAILURES_MAX; i += 1) assert.is(await ask(), 'bad-answer');
  await upstream.close();
});

function breaker(): {
  readonly clock: { ms: number };
  readonly changes: (number | null)[];
  readonly admit: () => Report | null;
} {
  const clock = { ms: 0 };
  const changes: (number | null)[] = [];
  const { admit } = createBreaker({ now: () => clock.ms, onChange: (openMs) => changes.push(openMs) });
  return { clock, changes, admit };
}

test('the breaker: only failures in a row open it', () => {
  const { admit, changes } = breaker();
  for (let i = 0; i < 20; i += 1) {
    for (let failures = 1; failures < FAILURES_MAX; failures += 1) admit()!('failed');
    admit()!(i % 2 === 0 ? 'ok' : 'neither');
    if (i % 2 === 1) admit()!('ok');
  }
  assert.equal(changes, []);
});

test('the breaker: it stays open for twice as long each time, up to a limit', () => {
  const { admit, clock, changes } = breaker();
  for (let i = 0; i < FAILURES_MAX; i += 1) admit()!('failed');
  for (let i = 0; i < 6; i += 1) {
    clock.ms += changes.at(-1)! - 1;
    assert.is(admit(), null);
    clock.ms += 1;
    admit()!('failed');
  }
  assert.equal(changes, [5_000, 10_000, 20_000, 40_000, OPEN_MS_MAX, OPEN_MS_MAX, OPEN_MS_MAX]);
  clock.ms += OPEN_MS_MAX;
  admit()!('ok');
  for (let i = 0; i < FAILURES_MAX; i += 1) admit()!('failed');
  assert.equal(changes.slice(-2), [null, OPEN_MS_FIRST]);
});

test('the breaker: what began before it opened says nothing afterwards, and a trial that was given up lets the next one try', () => {
  const { admit, clock, changes } = breaker();
  const early = [admit()!, admit()!];
  for (let i = 0; i < FAILURES_MAX; i += 1) admit()!('failed');
  early[0]!('ok');
  assert.is(admit(), null);
  clock.ms = OPEN_MS_FIRST;
  const trial = admit()!;
  early[1]!('failed');
  assert.is(admit(), null);
  trial('neither');
  admit()!('ok');
  assert.equal(changes, [OPEN_MS_FIRST, null]);
});

// What an upstream may send: anything, and often nearly the right thing.
const key = fc.constantFrom('billing', 'technical', 'x', '', '__proto__');
const loose = fc.oneof({ weight: 3, arbitrary: key }, fc.jsonValue({ maxDepth: 1 }));
const saidSystemOne = fc.record({
  answers: fc.oneof(
    fc.dictionary(
      fc.constantFrom('q0', 'q1', 'q2', 'q9'),
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record(
            { type: fc.constant('choice'), choice: loose, outcome: fc.constantFrom('decided', 'refused', null, 7) },
            { requiredKeys: [] },
          ),
        },
        loose,
      ),
    ),
    loose,
  ),
});
const saidItem = fc.record(
  { id: fc.oneof(fc.constantFrom('q0', 'q1', 'q2', 'q9'), loose), option: loose, quote: fc.oneof(fc.string(), loose) },
  { requiredKeys: [] },
);
const content = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        answers: fc.oneof(
          { weight: 4, arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: saidItem }, loose), { maxLength: 5 }) },
          loose,
        ),
      })
      .map((said) => JSON.stringify(said)),
  },
  loose,
);
const saidOpenAi = fc.record({
  choices: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(
        fc.oneof(
          {
            weight: 4,
            arbitrary: fc.record({ message: fc.oneof({ weight: 4, arbitrary: fc.record({ content }) }, loose) }),
          },
          loose,
        ),
        { maxLength: 2 },
      ),
    },
    loose,
  ),
});

test('law: whatever an upstream sends is read, and proposes at most once for each open question, one of its options', () => {
  const question = { type: 'choice', criteria: { billing: 'refund', technical: 'crash', x: 'y' } };
  const request = readRequest({
    state: 'a refund after a crash',
    questions: { a: question, b: question, c: question },
  });
  const open: readonly OpenQuestion[] = [
    { position: 0, options: [0, 1], needsQuote: false },
    { position: 2, options: [0, 1, 2], needsQuote: true },
  ];
  let proposed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(SYSTEM_ONE, OPENAI),
      fc.oneof(saidSystemOne, saidOpenAi, fc.jsonValue()),
      (dialect, said) => {
        const reading = dialect.read(parseJson(Buffer.from(JSON.stringify(said))), request, open);
        if (reading.kind !== 'proposals') return;
        const positions = reading.proposals.map(({ position }) => position);
        assert.is(new Set(positions).size, positions.length);
        for (const { position, option } of reading.proposals)
          assert.ok(open.some((asked) => asked.position === position && asked.options.includes(option)));
        proposed += positions.length;
      },
    ),
    { numRuns: 3000 },
  );
  assert.ok(proposed > 10, String(proposed));
});

test('over the service: a failure is in a header, and the body is ours to the byte', async () => {
  const plain = await openServer();
  const open = (timeoutMs: number): Promise<TestServer> =>
    openHelpedServer({ kind: 'systemone', url: `${fake.url}/v1/systemone`, timeout_ms: timeoutMs });
  const [patient, impatient] = [await open(10_000), await open(100)];
  const body =
    '{"state":"a refund after a crash","questions":{"team":{"type":"choice","criteria":{"billing":"refund","technical":"crash"}}}}';
  try {
    const ours = await (await plain.post('/v1/systemone', body)).text();
    for (const [play, status] of [
      [hang, 'timeout'],
      [say('sk-secret', 500), 'bad-status'],
      [cutOff, 'unreachable'],
      [say(''), 'bad-answer'],
      [say(''), 'open'],
    ] as const) {
      fake.play = play;
      const helped = status === 'timeout' ? impatient : patient;
      const response = await helped.post('/v1/systemone', body);
      assert.equal(
        [response.status, response.headers.get('x-evident-upstream'), await response.text()],
        [200, `judge; ${status}`, ours],
      );
    }
  } finally {
    await impatient.close();
    await patient.close();
    await plain.close();
  }
});

test('over the service: a client that goes away ends the request to the upstream', async () => {
  fake.play = hang;
  const helped = await openHelpedServer({ kind: 'systemone', url: `${fake.url}/v1/systemone`, timeout_ms: 10_000 });
  try {
    const before = fake.cutOff();
    const client = new AbortController();
    const answer = fetch(`${helped.url}/v1/systemone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal: client.signal,
      body: '{"state":"a refund after a crash","questions":{"team":{"type":"choice","criteria":{"billing":"refund","technical":"crash"}}}}',
    }).then(
      () => 'answered',
      () => 'gone',
    );
    await until(() => fake.seen.length === 1);
    client.abort();
    assert.is(await answer, 'gone');
    await until(() => fake.cutOff() === before + 1);
  } finally {
    await helped.close();
  }
});

test.run();
