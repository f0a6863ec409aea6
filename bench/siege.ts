// What do hostile clients do to the service, and to the clients who call it at the same time?
// For each attack: a server of its own with a heap of 512 MB, the attack from a process of lower priority for some seconds, and
// beside it a caller who sends one small decision after the other, and a look at /livez fifty times a second.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { duration, table } from './measure.ts';

const HEAP_MB = 512;
const SECONDS = 6;
const LIVE_PAUSE_MS = 20;
const WARM_UP_REQUESTS = 300;

const SMALL =
  '{"state":"I want a refund for order 17","questions":{"q":{"type":"choice","criteria":{"yes":"refund, money back","no":"cancel"}}}}';

const BODY_BYTES = 1_048_576;

interface Attack {
  readonly path: string;
  readonly clients: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a client sends in a round. */
  body(client: number, round: number): Buffer;
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  '300 gzip bodies of 1 KB that inflate to 1 MiB': {
    path: '/v1/systemone',
    clients: 300,
    headers: { 'content-encoding': 'gzip' },
    body: memo(() => gzipSync(Buffer.from(`{"state":"${' '.repeat(BODY_BYTES - 100)}","questions":{}}`))),
  },
  '8 bodies of 1 MiB full of empty maps': {
    path: '/v1/systemone',
    clients: 8,
    body: memo(() =>
      Buffer.from(
        `{"questions":{"q":{"type":"noul","criteria":{"true":"x"}}},"state":[${'{},'.repeat(BODY_BYTES / 3 - 40)}{}]}`,
      ),
    ),
  },
  '8 scripts of 1 MiB with such an input': {
    path: '/v1/scripts/run',
    clients: 8,
    body: memo(() => Buffer.from(`{"script":"(count input)","input":[${'{},'.repeat(BODY_BYTES / 3 - 40)}{}]}`)),
  },
  '4 clients with 400 new questions': {
    path: '/v1/systemone',
    clients: 4,
    body: (client, round) =>
      Buffer.from(
        JSON.stringify({
          state: 'I want a refund',
          questions: Object.fromEntries(
            Array.from({ length: 400 }, (_, n) => [
              `q${n}`,
              { type: 'choice', criteria: { a: `refund ${client} ${round} ${n}`, b: `cancel ${n}` } },
            ]),
          ),
        }),
      ),
  },
  '50 clients with new small question sets': {
    path: '/v1/systemone',
    clients: 50,
    body: (client, round) =>
      Buffer.from(
        `{"state":"x","questions":{"q":{"type":"choice","criteria":{"a":"word ${client} ${round}","b":"none"}}}}`,
      ),
  },
  '32 long scripts': {
    path: '/v1/scripts/run',
    clients: 32,
    body: memo(() =>
      Buffer.from('{"script":"(loop [i 0] (if (< i 1000000000) (recur (+ i 1)) i))","fuel":1000000000}'),
    ),
  },
};

function memo(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= make());
}

export async function benchSiege(): Promise<string> {
  const quiet = await besiege(null);
  const rows = [row('nothing', quiet, quiet)];
  for (const name of Object.keys(ATTACKS)) rows.push(row(name, await besiege(name), quiet));
  return table(['attack', 'its answers', 'most memory', '/livez, slowest', 'others: p50', 'p99', '÷ quiet'], rows);
}

interface Siege {
  readonly answers: string;
  readonly peakMb: number | null;
  readonly liveMs: number;
  /** Milliseconds, ascending. */
  readonly others: readonly number[];
}

function row(name: string, { answers, peakMb, liveMs, others }: Siege, quiet: Siege): string[] {
  const p99 = at(others, 0.99);
  return [
    name,
    answers,
    peakMb === null ? '–' : `${peakMb} MB`,
    `${Math.round(liveMs)} ms`,
    duration(at(others, 0.5) * 1000),
    duration(p99 * 1000),
    (p99 / at(quiet.others, 0.99)).toFixed(1),
  ];
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * sorted.length)]!;
}

async function besiege(attack: string | null): Promise<Siege> {
  const server = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB}`,
      fileURLToPath(new URL('../server/main.js', import.meta.url)),
      '--port',
      '0',
      '--data',
      ':memory:',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const url = await listening(server);
    const agent = new Agent({ keepAlive: true });
    for (let count = 0; count < WARM_UP_REQUESTS; count += 1)
      await send(agent, `${url}/v1/systemone`, Buffer.from(SMALL));
    const attacker =
      attack === null
        ? null
        : spawn(process.execPath, [fileURLToPath(import.meta.url), url, attack], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
    const said = attacker === null ? Promise.resolve('') : text(attacker.stdout!);
    const end = performance.now() + SECONDS * 1000;
    const [liveMs, others] = await Promise.all([watchLive(url, end), callOn(agent, url, end)]);
    attacker?.kill('SIGTERM');
    const siege = { answers: (await said).trim() || '–', peakMb: peakOf(server), liveMs, others };
    agent.destroy();
    return siege;
  } finally {
    server.kill('SIGKILL');
  }
}

/** Where a server that was started listens. */
export async function listening(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the server did not start');
}

/** The slowest answer of /livez. */
async function watchLive(url: string, end: number): Promise<number> {
  let slowest = 0;
  while (performance.now() < end) {
    const since = performance.now();
    // A connection of its own, as a load balancer's.
    const status = await send(new Agent(), `${url}/livez`, null);
    if (status !== 200) throw new Error(`/livez answered ${status}`);
    slowest = Math.max(slowest, performance.now() - since);
    await pause(LIVE_PAUSE_MS);
  }
  return slowest;
}

async function callOn(agent: Agent, url: string, end: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < end) {
    const since = performance.now();
    const status = await send(agent, `${url}/v1/systemone`, Buffer.from(SMALL));
    if (status !== 200) throw new Error(`another caller was answered ${status}`);
    times.push(performance.now() - since);
  }
  return times.sort((a, b) => a - b);
}

/** The status; sends nothing when there is no body. */
function send(
  agent: Agent,
  url: string,
  body: Buffer | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: body === null ? 'GET' : 'POST',
        agent,
        headers: body === null ? {} : { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}

/** The most memory a process had; only Linux says it. */
function peakOf({ pid }: ChildProcess): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1000);
  } catch {
    return null;
  }
}

/** Attacks until it is ended, and then says what it was answered. */
async function attackOn(url: string, { path, clients, headers, body }: Attack): Promise<void> {
  // What is measured is the server, not who attacks it from the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  const answers = new Map<number, number>();
  process.once('SIGTERM', () => {
    process.stdout.write(
      [...answers]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status === 0 ? 'none' : status}`)
        .join(', '),
      () => process.exit(0),
    );
  });
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const agent = new Agent({ keepAlive: true });
      for (let round = 0; ; round += 1) {
        const status = await send(agent, url + path, body(client, round), headers).catch(() => 0);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [url = '', name = ''] = process.argv.slice(2);
  await attackOn(url, ATTACKS[name]!);
}
