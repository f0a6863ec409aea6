// Ways: what a decision costs in processor time by each way it can be asked for: library, stream, batch, HTTP.
// Two short questions, states of some 40 bytes. Processor time, not time: that travels between machines that are busy otherwise.
// Of the service and the worker it is that of their process, garbage collection and threads among it; of the broker its own.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareJson } from '../server/services/decisions/library.ts';
import { openNats } from '../server/stream/nats.ts';
import { startNatsServer, startWork } from '../test/support/nats.ts';
import { startProcess } from '../test/support/process.ts';
import { arrived, QUESTIONS, send, stateOf } from '../test/support/stream.ts';

const WARM = 4_000;
const CONNECTIONS = 16;
const BATCH = 2_000;
const CORES = 8;
// Of a core: what is planned with, so that a burst finds room.
const USED = 0.7;
const GOALS = [100_000, 1_000_000] as const;

interface Way {
  readonly name: string;
  /** Microseconds of processor time a decision. */
  readonly decider: number;
  readonly broker: number | null;
}

/** With fewer decisions a fifth of the time is code that is still being compiled. */
export async function benchWays(count = 100_000): Promise<string> {
  const ways: Way[] = [
    { name: 'library', decider: await library(count), broker: null },
    { name: 'batch route, 2,000 states a request', decider: await service(count, batches), broker: null },
    { name: 'HTTP, a request a decision', decider: await service(count, singles), broker: null },
    await stream(count),
  ];
  const single = ways[2]!.decider;
  const machines = ({ decider }: Way, goal: number): string =>
    String(Math.ceil((goal * decider) / 1e6 / (CORES * USED)));
  const rows = ways.map((way) =>
    [
      way.name,
      `${way.decider.toFixed(1)} µs`,
      Math.floor(1e6 / way.decider).toLocaleString('en'),
      `${(single / way.decider).toFixed(2)}×`,
      way.broker === null ? '–' : `${way.broker.toFixed(1)} µs`,
      ...GOALS.map((goal) => machines(way, goal)),
    ].join(' | '),
  );
  const goals = GOALS.map((goal) => `machines for ${goal.toLocaleString('en')}/s`);
  return [
    `| way | processor time a decision | decisions a second and core | against HTTP | broker a message | ${goals.join(' | ')} |`,
    `| ${Array.from({ length: 5 + GOALS.length }, () => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row} |`),
    '',
    `Machines of ${CORES} cores, used to ${100 * USED} %, brokers not counted. ${count.toLocaleString('en')} decisions a way.`,
  ].join('\n');
}

async function library(count: number): Promise<number> {
  const prepared = await prepareJson(QUESTIONS);
  if (prepared.kind === 'invalid') throw new Error(prepared.message);
  const decide = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 1) await prepared.decideJson(stateOf(at));
  };
  await decide(0, WARM);
  const before = process.cpuUsage();
  await decide(WARM, WARM + count);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

type Ask = (url: string, from: number, to: number) => Promise<void>;

async function service(count: number, ask: Ask): Promise<number> {
  const server = startProcess('--port', '0');
  try {
    const url = await server.url;
    await ask(url, 0, WARM);
    const before = processorTime(server.child.pid!);
    await ask(url, WARM, WARM + count);
    return (processorTime(server.child.pid!) - before) / count;
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function singles(url: string, from: number, to: number): Promise<void> {
  let next = from;
  const talker = async (): Promise<void> => {
    while (next < to) {
      const at = next;
      next += 1;
      await post(`${url}/v1/systemone`, `{"state":${stateOf(at)},"questions":${QUESTIONS}}`, 'application/json');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, talker));
}

async function batches(url: string, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += BATCH) {
    const states = Array.from({ length: Math.min(BATCH, to - at) }, (_, one) => `{"state":${stateOf(at + one)}}`);
    const body = `{"questions":${QUESTIONS}}\n${states.join('\n')}`;
    await post(`${url}/v1/systemone/batch`, body, 'application/x-ndjson');
  }
}

function post(url: string, body: string, contentType: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method: 'POST', headers: { 'content-type': contentType } }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

async function stream(count: number): Promise<Way> {
  const server = await startNatsServer();
  const folder = mkdtempSync(join(tmpdir(), 'evident-ways-'));
  const questions = join(folder, 'questions.json');
  writeFileSync(questions, QUESTIONS);
  const subjects = ['--in', 'ways.in', '--out', 'ways.out', '--create'];
  const nats = await openNats(server.url);
  const worker = startWork(['--questions', questions, '--nats', server.url, ...subjects]);
  try {
    await worker.ready;
    const states = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, at) => stateOf(from + at));
    await send(nats, 'ways.in', states(0, WARM));
    await arrived(nats, 'ways.out', WARM);
    const before = processorTime(worker.child.pid!);
    const brokerBefore = processorTime(server.pid());
    // Names of messages continue, since a known one would be dropped.
    await send(nats, 'ways.in', states(WARM, WARM + count), WARM);
    await arrived(nats, 'ways.out', WARM + count);
    const decider = (processorTime(worker.child.pid!) - before) / count;
    return { name: 'stream', decider, broker: (processorTime(server.pid()) - brokerBefore) / count };
  } finally {
    worker.child.kill('SIGTERM');
    await worker.ended;
    await nats.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

// Of Linux, whose clock of processes ticks a hundred times a second.
const TICK_US = 10_000;

/** Microseconds that a process has had, of user and system. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}
