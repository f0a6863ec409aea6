// npm run prove:scale: streams, the store and the log while workers, the broker and the database are killed, again and again.
// Flags: --messages, --broker-kills, --worker-kills, --keyed (messages with keys), --database-kills, --seed. Out: a table, and exit
// code 1 where anything was lost, was there twice, or stood in another order. The servers are its own; nothing else is touched.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openNats } from '../server/stream/nats.ts';
import { questionsProgram } from '../server/stream/program.ts';
import { partitionSubject } from '../server/stream/subjects.ts';
import type { Message } from '../server/stream/submit.ts';
import { submit } from '../server/stream/submit.ts';
import type { NatsServer, WorkerProcess } from '../test/support/nats.ts';
import { startNatsServer, startWork } from '../test/support/nats.ts';
import { countOf, opened, QUESTIONS, stateOf, stored, textOf } from '../test/support/stream.ts';
import type { Proof } from './slow-sink.ts';
import { slowSink } from './slow-sink.ts';

const WORKERS = 2;
const PARTITIONS = 8;
const KEYS = 200;
const LOOK_MS = 20;

async function main(): Promise<void> {
  const standard = { messages: '200000', 'broker-kills': '20', 'worker-kills': '50', keyed: '20000' };
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: standard.messages },
      'broker-kills': { type: 'string', default: standard['broker-kills'] },
      'worker-kills': { type: 'string', default: standard['worker-kills'] },
      keyed: { type: 'string', default: standard.keyed },
      'database-kills': { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
    },
  });
  const number = (name: keyof typeof values): number => {
    const count = Number(values[name]);
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`--${name} is a whole number, not ${values[name]}`);
    return count;
  };
  const random = seeded(number('seed'));
  console.log(`seed ${number('seed')}\n`);
  const proofs: Proof[] = [
    ...(await stream({
      name: 'stream',
      messages: Array.from({ length: number('messages') }, (_, at) => messageOf('jobs.in', at)),
      brokerKills: number('broker-kills'),
      workerKills: number('worker-kills'),
      partitions: null,
      random,
    })),
    ...(await stream({
      name: `${PARTITIONS} partitions`,
      messages: Array.from({ length: number('keyed') }, (_, at) => keyedMessage('jobs.in', at)),
      brokerKills: Math.ceil(number('broker-kills') / 4),
      workerKills: Math.ceil(number('worker-kills') / 4),
      partitions: PARTITIONS,
      random,
    })),
    await slow(),
    await database(number('database-kills'), 'store-outage'),
    await database(number('database-kills'), 'decision-log-postgres'),
  ];
  console.log('| what was done | what was found | holds |\n| --- | --- | --- |');
  for (const { name, found, holds } of proofs) console.log(`| ${name} | ${found} | ${holds ? 'yes' : 'NO'} |`);
  process.exitCode = proofs.every(({ holds }) => holds) ? 0 : 1;
}

const messageOf = (subject: string, at: number): Message => ({
  subject,
  id: `m${at}`,
  data: Buffer.from(stateOf(at)),
});

function keyedMessage(subject: string, at: number): Message {
  const key = `k${at % KEYS}`;
  return { ...messageOf(partitionSubject(subject, key, PARTITIONS), at), id: `${key}/${at}` };
}

interface Run {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly brokerKills: number;
  readonly workerKills: number;
  readonly partitions: number | null;
  readonly random: () => number;
}

/** Submits, decides and kills at once, until everything has its result. */
async function stream(run: Run): Promise<Proof[]> {
  const { name, messages, brokerKills, workerKills, partitions } = run;
  const folder = mkdtempSync(join(tmpdir(), 'evident-prove-'));
  const questions = join(folder, 'questions.json');
  writeFileSync(questions, QUESTIONS);
  const server = await startNatsServer();
  const flags = [
    ...['--questions', questions, '--nats', server.url, '--in', 'jobs.in', '--out', 'jobs.out', '--create'],
    // What a killed worker held is given to others after this; ten deliveries are for a worker that dies over a message, not at random.
    ...['--ack-wait-ms', '2000', '--max-deliver', '1000'],
    ...(partitions === null ? [] : ['--partitions', String(partitions)]),
  ];
  const start = (): WorkerProcess => startWork(flags);
  const workers = Array.from({ length: WORKERS }, start);
  try {
    await Promise.all(workers.map(({ ready }) => ready));
    const nats = await openNats(server.url);
    const key = partitions === null ? null : { member: 'key', partitions };
    const started = performance.now();
    const sending = submit(nats, messages, { key, onStored: () => {} });
    await killing(run, { server, workers, start, count: () => countOf(nats, 'jobs.out') });
    await sending;
    await waitFor(() => countOf(nats, 'jobs.out').then((count) => count >= messages.length));
    const seconds = (performance.now() - started) / 1000;
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
    const results = await stored(nats, 'jobs.out');
    const proofs = await judged(messages, results, partitions !== null);
    await nats.close();
    const done = `${name}: ${messages.length} messages, broker killed ${brokerKills} times, workers ${workerKills}, ${seconds.toFixed(0)} s`;
    return proofs.map((proof, at) => (at === 0 ? { ...proof, name: done } : proof));
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Victims {
  readonly server: NatsServer;
  readonly workers: WorkerProcess[];
  readonly start: () => WorkerProcess;
  readonly count: () => Promise<number>;
}

/** Each kill waits until another share of the results is there, so that all of them hit work under way. */
async function killing({ messages, brokerKills, workerKills, random }: Run, victims: Victims): Promise<void> {
  const { server, workers, start, count } = victims;
  const plan = [
    ...Array.from({ length: brokerKills }, () => 'broker' as const),
    ...Array.from({ length: workerKills }, () => 'worker' as const),
  ]
    .map((kind) => ({ kind, at: random() * messages.length * 0.9 }))
    .sort((a, b) => a.at - b.at);
  for (const { kind, at } of plan) {
    await waitFor(() => count().then((done) => done >= at));
    if (kind === 'broker') {
      await server.kill();
      await server.start();
      continue;
    }
    const victim = Math.floor(random() * workers.length);
    workers[victim]?.child.kill('SIGKILL');
    workers[victim] = start();
    // One that finds no broker when it starts ends, and is for its supervisor to start again.
    await workers[victim]?.ready;
  }
}

type Results = Awaited<ReturnType<typeof stored>>;

async function judged(messages: readonly Message[], results: Results, isOrdered: boolean): Promise<Proof[]> {
  const program = await opened(questionsProgram(QUESTIONS));
  const expected = new Map(messages.map(({ id, data }) => [id, data]));
  const first = new Map<string, { readonly id: string; readonly text: string }>();
  let repeated = 0;
  let different = 0;
  let outOfOrder = 0;
  const last = new Map<string, number>();
  for (const one of results) {
    const name = one.header('Evident-Message') ?? '';
    const text = textOf(one);
    const known = first.get(name);
    if (known !== undefined) {
      repeated += 1;
      if (known.id !== one.id || known.text !== text) different += 1;
      continue;
    }
    first.set(name, { id: one.id, text });
    const data = expected.get(name);
    const answer = data === undefined ? null : await program.answer(data);
    if (answer?.kind !== 'answered' || answer.body !== text) different += 1;
    const [key = '', at] = name.split('/');
    if (isOrdered && Number(at) < (last.get(key) ?? -1)) outOfOrder += 1;
    last.set(key, Number(at));
  }
  const missing = messages.length - [...first.keys()].filter((name) => expected.has(name)).length;
  const ids = new Set([...first.values()].map(({ id }) => id)).size;
  return [
    {
      name: '',
      found: `${first.size} results, ${missing} missing`,
      holds: missing === 0 && first.size === messages.length,
    },
    {
      name: 'ids',
      found: `${ids} different ids, ${repeated} stored twice`,
      holds: ids === messages.length && repeated === 0,
    },
    { name: 'bytes, against the library', found: `${different} different`, holds: different === 0 },
    ...(isOrdered ? [{ name: 'order of each key', found: `${outOfOrder} out of order`, holds: outOfOrder === 0 }] : []),
  ];
}

async function slow(): Promise<Proof> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-prove-'));
  const questions = join(folder, 'questions.json');
  writeFileSync(questions, QUESTIONS);
  try {
    return await slowSink(questions);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A test of a database that is killed under load, so often. */
async function database(kills: number, test: string): Promise<Proof> {
  const file = join(import.meta.dirname, `../test/${test}.test${extname(import.meta.filename)}`);
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, EVIDENT_PROVE_KILLS: String(kills), FORCE_COLOR: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const count = (word: string): number => Number(new RegExp(`${word}:\\s+(\\d+)`).exec(output)?.[1] ?? 0);
  const found = `${count('Passed')} of ${count('Total')} tests hold, ${count('Skipped')} skipped`;
  if (code !== 0) process.stderr.write(output);
  return {
    name: `PostgreSQL killed ${kills} times under load (test/${test}.test.ts)`,
    found,
    holds: code === 0 && count('Total') > 0 && count('Skipped') === 0,
  };
}

/** A broker that is away is asked again. */
async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await pause(LOOK_MS);
}

/** Mulberry32: the same kills for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

await main();
