// Streams: a message is answered with the service's bytes under an id that never changes, or is found among the dead letters.

import { nanos } from '@nats-io/transport-node';
import * as assert from 'uvu/assert';
import { compile } from '../runtime/library.ts';
import { BODY_BYTES_MAX } from '../server/operation.ts';
import { prepareJson } from '../server/services/decisions/library.ts';
import type { Nats } from '../server/stream/nats.ts';
import { openNats } from '../server/stream/nats.ts';
import { artifactProgram, questionsProgram, resultId, scriptProgram } from '../server/stream/program.ts';
import { overlap, partitionOf, partitionSubject, subjectProblem } from '../server/stream/subjects.ts';
import { PENDING_MAX } from '../server/stream/work.ts';
import { openCommandLine } from './support/command-line.ts';
import { BROKER, connectTest, newPrefix, withNats } from './support/nats.ts';
import { openServer } from './support/server.ts';
import { arrived, opened, QUESTIONS, send, startTestWorker, stateOf, stored, textOf } from './support/stream.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

let connection: Promise<Nats> | null = null;
const connect = (): Promise<Nats> => (connection ??= connectTest());

async function build(script: string): Promise<Uint8Array> {
  const compiled = await compile(script);
  if (compiled.kind === 'invalid') throw new Error('it does not compile');
  return compiled.build();
}

const STATES = Array.from({ length: 12 }, (_, number) => stateOf(number));

withNats('HTTP, a batch, a stream, the command line and an artifact answer with the same bytes', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  const worker = await startTestWorker(nats, prefix);
  await send(nats, `${prefix}.in`, STATES);
  await arrived(nats, `${prefix}.out`, STATES.length);
  await worker.drain();
  const results = await stored(nats, `${prefix}.out`);
  const byStream = new Map(results.map((one) => [one.header('Evident-Message'), textOf(one)]));
  assert.is(byStream.size, STATES.length);
  const server = await openServer();
  const line = openCommandLine();
  try {
    line.file('questions.json', QUESTIONS);
    const prepared = await prepareJson(QUESTIONS);
    if (prepared.kind === 'invalid') throw new Error(prepared.message);
    const built = await prepared.build();
    line.file('questions.wasm', built);
    const artifact = await opened(artifactProgram(built));
    // Where a name of the answer comes from the request, the same request: a line may hold all of it.
    const requests = STATES.map((state) => `{"state":${state},"questions":${QUESTIONS}}`);
    const batch = await server.post('/v1/systemone/batch', requests.join('\n'), {
      'content-type': 'application/x-ndjson',
    });
    const answers = (await batch.text()).trim().split('\n');
    for (const [at, state] of STATES.entries()) {
      const http = await (await server.post('/v1/systemone', requests[at]!)).text();
      assert.is(byStream.get(`m${at}`), http);
      assert.is(answers[at], `{"index":${at},"status":200,"body":${http}}`);
      if (at < 4) {
        line.file('state.json', state);
        assert.is(line.evident(['decide', 'questions.json', '--state', 'state.json']).out, `${http}\n`);
        assert.is(line.evident(['decide', 'questions.wasm', '--state', 'state.json']).out, `${http}\n`);
      }
      assert.equal(await artifact.answer(Buffer.from(state)), { kind: 'answered', body: http });
    }
  } finally {
    line.close();
    await server.close();
  }
});

withNats('a script answers a message as the service runs it, and what it cannot do is a dead letter', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  const script = '(defn total [order] (* (get order :price) (get order :count)))\n(total input)';
  const program = await opened(scriptProgram(script));
  const worker = await startTestWorker(nats, prefix, { program: () => program });
  await send(nats, `${prefix}.in`, ['{"price":2.50,"count":4}', '{"price":"x","count":1}', '[', '\ufeff{}']);
  await arrived(nats, `${prefix}.out`, 1);
  await arrived(nats, `${prefix}.dead`, 3);
  await worker.drain();
  const server = await openServer();
  try {
    const http = await server.post(
      '/v1/scripts/run',
      `{"script":${JSON.stringify(script)},"input":{"price":2.50,"count":4}}`,
    );
    const results = await stored(nats, `${prefix}.out`);
    assert.equal(results.map(textOf), [await http.text()]);
    const dead = await stored(nats, `${prefix}.dead`);
    assert.equal(dead.map((one) => one.header('Evident-Error')).sort(), ['invalid_json', 'invalid_json', 'type']);
    assert.equal(dead.map(textOf).sort(), ['[', '{"price":"x","count":1}', '\ufeff{}']);
    for (const one of dead) assert.match(one.header('Evident-Source') ?? '', `${prefix}.in`);
  } finally {
    await server.close();
  }
  const artifact = await opened(artifactProgram(await build(script)));
  assert.is(artifact.hash, program.hash);
});

withNats('what is decided again past the window of the broker has the same id and the same bytes', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  const name = prefix;
  await nats.manager.streams.add({ name: `${name}-in`, subjects: [`${prefix}.in`] });
  await nats.manager.streams.add({
    name: `${name}-out`,
    subjects: [`${prefix}.out`, `${prefix}.dead`],
    duplicate_window: nanos(100),
  });
  await send(nats, `${prefix}.in`, STATES);
  const first = await startTestWorker(nats, prefix);
  await arrived(nats, `${prefix}.out`, STATES.length);
  await first.drain();
  const before = await stored(nats, `${prefix}.out`);
  // The window is over when the broker takes an id again that came after all of them.
  const isKnown = async (): Promise<boolean> =>
    (await nats.client.publish(`${prefix}.dead`, 'probe', { msgID: 'probe' })).duplicate;
  await isKnown();
  await until(async () => !(await isKnown()));
  const again = await startTestWorker(nats, prefix, { name: 'again' });
  await arrived(nats, `${prefix}.out`, 2 * STATES.length);
  await again.drain();
  const after = (await stored(nats, `${prefix}.out`)).slice(STATES.length);
  const shown = (all: typeof after): string[] => all.map((one) => `${one.id} ${textOf(one)}`).sort();
  assert.equal(shown(after), shown(before));
});

withNats('messages of one text are two where their producer names them so', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  const worker = await startTestWorker(nats, prefix);
  await send(nats, `${prefix}.in`, [stateOf(0), stateOf(0)]);
  await arrived(nats, `${prefix}.out`, 2);
  await worker.drain();
  const [one, other] = await stored(nats, `${prefix}.out`);
  assert.is(textOf(one!), textOf(other!));
  assert.is.not(one!.id, other!.id);
});

withNats('a message that is delivered too often without an answer is dead, and others flow', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  // No message is begun before its deliveries are known, so a program that fails stands for a worker that dies.
  const whole = await opened(questionsProgram(QUESTIONS));
  const failing = {
    hash: whole.hash,
    answer: async (message: Uint8Array) => {
      if (Buffer.from(message).includes('poison')) throw new Error('out of luck');
      return whole.answer(message);
    },
  };
  const problems: string[] = [];
  const worker = await startTestWorker(nats, prefix, {
    program: () => failing,
    deliveriesMax: 2,
    onProblem: (text) => problems.push(text),
  });
  await send(nats, `${prefix}.in`, ['"poison"', ...STATES]);
  await arrived(nats, `${prefix}.out`, STATES.length);
  await arrived(nats, `${prefix}.dead`, 1);
  await worker.drain();
  const [dead] = await stored(nats, `${prefix}.dead`);
  assert.is(dead!.header('Evident-Error'), 'delivered_too_often');
  assert.is(dead!.header('Evident-Reason'), 'delivered 2 times without an answer');
  assert.is(textOf(dead!), '"poison"');
  assert.is(problems.length, 2);
  assert.match(problems[0]!, 'out of luck');
  assert.equal(worker.counts, { answered: STATES.length, refused: 1, repeated: 0 });
});

withNats('a consumer that is removed is made again, and nothing is lost', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  const worker = await startTestWorker(nats, prefix);
  await send(nats, `${prefix}.in`, STATES);
  await arrived(nats, `${prefix}.out`, STATES.length);
  await nats.manager.consumers.delete(await nats.manager.streams.find(`${prefix}.in`), 'worker');
  const more = Array.from({ length: 5 }, (_, number) => JSON.stringify({ text: `refund ${number}` }));
  await nats.client.publish(`${prefix}.in`, more[0]);
  for (const text of more.slice(1)) await nats.client.publish(`${prefix}.in`, text);
  await arrived(nats, `${prefix}.out`, STATES.length + more.length);
  await worker.drain();
});

withNats('what a worker cannot work with is said before it takes a message', async () => {
  const nats = await connect();
  const prefix = newPrefix();
  const refused = async (options: Parameters<typeof startTestWorker>[2], words: string): Promise<void> => {
    try {
      await startTestWorker(nats, prefix, options);
    } catch (error) {
      assert.match((error as Error).message, words);
      return;
    }
    assert.unreachable(words);
  };
  await refused({ isMade: false }, `no stream keeps ${prefix}.in: make one, or say --create`);
  await refused({ input: `${prefix}.>` }, `${prefix}.out is part of --in`);
  await refused({ output: `${prefix}.dead` }, '--out and --dead are the same');
  await refused({ output: `${prefix}.*` }, '--out has a wildcard');
  await refused({ name: 'a.b' }, '--name is not');
});

withNats('the broker is named without its password', async () => {
  const { host } = new URL(BROKER);
  try {
    await openNats('nats://someone:secret@127.0.0.1:1');
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, 'no connection to NATS at 127.0.0.1:1');
    assert.not.match((error as Error).message, 'secret');
  }
  const nats = await openNats(`nats://someone:secret@${host}`);
  assert.is(nats.place, host);
  await nats.close();
});

test('an id depends on the message, its name and the program, and on nothing else', () => {
  const ids = [
    resultId({ hash: 'a' }, '', Buffer.from('x')),
    resultId({ hash: 'b' }, '', Buffer.from('x')),
    resultId({ hash: 'a' }, 'n', Buffer.from('x')),
    resultId({ hash: 'a' }, '', Buffer.from('y')),
    // What stands between them cannot be said by one of them.
    resultId({ hash: 'a' }, '1\nn', Buffer.from('x')),
    resultId({ hash: 'a' }, 'n\nx', Buffer.from('')),
  ];
  assert.is(new Set(ids).size, ids.length);
  assert.is(resultId({ hash: 'a' }, '', Buffer.from('x')), ids[0]);
});

test('a message has the bytes that a body of the service has, and no more', async () => {
  const program = await opened(questionsProgram(QUESTIONS));
  const padded = (bytes: number): Buffer => Buffer.from(`${' '.repeat(bytes - 8)}"refund"`);
  assert.is((await program.answer(padded(BODY_BYTES_MAX))).kind, 'answered');
  const refused = await program.answer(padded(BODY_BYTES_MAX + 1));
  assert.is(refused.kind === 'refused' && refused.code, 'message_too_large');
});

test('what decides must be valid, and an artifact what it says', async () => {
  const said = async (reading: ReturnType<typeof questionsProgram>): Promise<string> => {
    const read = await reading;
    return read.kind === 'invalid' ? read.message : 'valid';
  };
  assert.match(await said(questionsProgram('{')), 'not valid JSON');
  assert.match(await said(questionsProgram('{"a":{"type":"boolean"}}')), 'questions.a');
  assert.match(await said(scriptProgram('(+ 1')), 'line 1, column');
  assert.match(await said(artifactProgram(Buffer.from('(+ 1 2)'))), 'not a WebAssembly module');
  const built = Buffer.from(await build('(+ 1 2)'));
  assert.is(await said(artifactProgram(built)), 'valid');
  const { publicKey } = (await import('node:crypto')).generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  assert.match(await said(artifactProgram(built, pem)), 'not signed');
  const text = built.indexOf('(+ 1 2)');
  assert.ok(text > 0);
  built.write('(+ 1 3)', text);
  assert.match(await said(artifactProgram(built)), 'the hash is not that of the canonical text');
});

test('subjects', () => {
  assert.is(subjectProblem('orders.in', false), null);
  assert.is(subjectProblem('orders.*.>', true), null);
  for (const wrong of ['', 'a..b', 'a b', '$JS.x', 'a.>.b', 'a.x*', 'é', 'a'.repeat(201)])
    assert.type(subjectProblem(wrong, true), 'string', wrong);
  assert.is(subjectProblem('a'.repeat(200), false), null);
  for (const [one, other, expected] of [
    ['a.b', 'a.b', true],
    ['a.*', 'a.b', true],
    ['a.>', 'a.b.c', true],
    ['a.>', 'a', false],
    ['a.*', 'a.b.c', false],
    ['a.b', 'a.c', false],
    ['>', 'a', true],
  ] as const) {
    assert.is(overlap(one, other), expected, `${one} ${other}`);
    assert.is(overlap(other, one), expected, `${other} ${one}`);
  }
  assert.is(partitionSubject('orders', 'a17', 8), `orders.${partitionOf('a17', 8)}.a17`);
  assert.match(partitionSubject('orders', 'two words.', 8), /^orders\.[0-7]\.[A-Za-z0-9_-]{43}$/);
  assert.is(PENDING_MAX, 1_024);
});

test.run();
