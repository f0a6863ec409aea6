// NATS for tests: EVIDENT_TEST_NATS, else the broker of this machine, each test on subjects and streams of its own; or a broker that
// a test starts, and may kill.

import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Nats } from '../../server/stream/nats.ts';
import { openNats } from '../../server/stream/nats.ts';
import { BIN } from './command-line.ts';
import { freePort } from './mcp.ts';
import { needing } from './needs.ts';
import { test } from './test.ts';

export const BROKER = process.env['EVIDENT_TEST_NATS'] ?? 'nats://127.0.0.1:4222';
const prefixes: string[] = [];
const opened: Nats[] = [];

export const withNats = needing('nats', await whyNoBroker());
export const withNatsServer = needing(
  'nats-server',
  spawnSync('nats-server', ['--version']).status === 0 ? null : 'no nats-server',
);

/** A connection, to be used by the tests of the file. */
export async function connectTest(url = BROKER): Promise<Nats> {
  const nats = await openNats(url);
  opened.push(nats);
  return nats;
}

/** What the subjects of a test begin with; streams that are made for them are removed when the tests of the file are over. */
export function newPrefix(): string {
  const prefix = `evident-test-${randomBytes(6).toString('hex')}`;
  prefixes.push(prefix);
  return prefix;
}

test.after(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (prefixes.length > 0 && opened.length > 0) {
    const nats = await openNats(BROKER);
    for await (const { config } of nats.manager.streams.list())
      if (prefixes.some((prefix) => config.name.startsWith(prefix))) await nats.manager.streams.delete(config.name);
    await nats.close();
  }
  await Promise.all(opened.map((nats) => nats.close()));
});

// A test that ends in the middle must leave no process behind.
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function watched(child: ChildProcess): ChildProcess {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Settles when it takes messages. */
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
  stderr(): string;
}

/** `evident work` with these flags. */
export function startWork(args: readonly string[]): WorkerProcess {
  const child = watched(spawn(process.execPath, [BIN, 'work', ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    void ended.then((code) => reject(new Error(`evident work ended with ${code}: ${err}`)));
  });
  // Who kills a worker before it is ready does not wait for it.
  ready.catch(() => {});
  return { child, ready, ended, stderr: () => err };
}

export interface NatsServer {
  readonly url: string;
  /** Ends it at once, as a machine that loses its power. */
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(isFrozen: boolean): void;
  /** Of the process that runs. */
  pid(): number;
  remove(): Promise<void>;
}

/** A broker on a free port, with a folder of its own. `settings`: lines of its configuration. */
export async function startNatsServer(settings: readonly string[] = []): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-nats-'));
  const port = await freePort();
  const config = join(folder, 'nats.conf');
  const lines = [`listen: "127.0.0.1:${port}"`, `jetstream { store_dir: "${join(folder, 'data')}" }`, ...settings];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const url = `nats://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const ended = new Promise((resolve) => child?.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    child = null;
  };
  const start = async (): Promise<void> => {
    child = watched(spawn('nats-server', ['-c', config], { stdio: 'ignore' }));
    await answers(url);
  };
  await start();
  return {
    url,
    kill,
    start,
    freeze: (isFrozen) => void child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    pid() {
      if (child?.pid === undefined) throw new Error('the broker does not run');
      return child.pid;
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const START_MS = 60_000;

async function answers(url: string): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    try {
      await (await openNats(url)).close();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(50);
    }
  }
}

async function whyNoBroker(): Promise<string | null> {
  return openNats(BROKER).then(
    async (nats) => {
      await nats.close();
      return null;
    },
    () => `no NATS at ${new URL(BROKER).host}`,
  );
}
