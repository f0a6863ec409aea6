// What the MCP tests share: registries on an in-memory store, fixtures to register, real servers to talk to.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../../server/errors.ts';
import type { Catalogue, ListedTool } from '../../server/mcp/catalogue.ts';
import { readListing } from '../../server/mcp/catalogue.ts';
import type { ServerConfig } from '../../server/mcp/registration.ts';
import { readRegistration } from '../../server/mcp/registration.ts';
import type { RegistryOptions } from '../../server/mcp/registry.ts';
import { createRegistry } from '../../server/mcp/registry.ts';
import { atOnce } from '../../server/mcp/turns.ts';
import type { Registry } from '../../server/services/tools/wire/mcp.ts';
import { openStore } from '../../server/store/sqlite.ts';
import { moduleFile } from './paths.ts';
import { until } from './until.ts';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

export function fixture(name: 'raw-mcp-server' | 'modern-mcp-server'): string {
  return moduleFile(`test/support/${name}`);
}

/** A JavaScript value as a request body. */
export function body(value: unknown): Json {
  return parseJson(Buffer.from(JSON.stringify(value)));
}

/** Definitions as a server lists them, read. */
export function listed(before: Catalogue, definitions: readonly ReadonlyMap<string, Json>[]): readonly ListedTool[] {
  return atOnce(readListing(before, definitions));
}

/** Server configurations as the operator's file has them. */
export function servers(mcpServers: Readonly<Record<string, unknown>>): readonly ServerConfig[] {
  return readRegistration(body({ mcpServers }));
}

export function everything(): Record<string, unknown> {
  return { command: process.execPath, args: [EVERYTHING, 'stdio'], protocol: 'legacy' };
}

export function raw(
  env: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { command: process.execPath, args: [fixture('raw-mcp-server')], env, protocol: 'legacy', ...more };
}

export function startRegistry(options: Partial<RegistryOptions> = {}): Registry {
  let count = 0;
  return createRegistry({
    store: openStore(':memory:'),
    now: () => Date.now(),
    newId: (prefix) => `${prefix}_${(count += 1)}`,
    ...options,
  });
}

/** The reply as plain data. */
export async function call(registry: Registry, request: unknown): Promise<Record<string, any>> {
  try {
    return JSON.parse(writeJson(await registry.callTool(body(request)))) as Record<string, any>;
  } catch (error) {
    // The test runner reads `details` of an error as its own and ends without a word.
    throw error instanceof ServiceError ? new Error(`${error.code}: ${error.message}`) : error;
  }
}

interface Failure {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details: any;
  readonly retryAfterMs: number | undefined;
}

/** The ServiceError that the work ends in. */
export async function failure(work: Promise<unknown>): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** False also for a process that has ended and only waits to be collected. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

export interface HttpUpstream {
  readonly port: number;
  stop(): Promise<void>;
}

/** server-everything over HTTP. */
export async function startEverything(transport: 'streamableHttp' | 'sse', port?: number): Promise<HttpUpstream> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, [EVERYTHING, transport], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(chosen) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child.stderr as NodeJS.ReadableStream, 'data');
  child.stderr?.resume();
  endWithUs(child);
  await until(() => accepts(chosen));
  return { port: chosen, stop: () => stop(child) };
}

export async function startModern(): Promise<HttpUpstream> {
  const child = spawn(process.execPath, [fixture('modern-mcp-server')], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  child.stdout?.resume();
  endWithUs(child);
  return { port: Number(chunk.toString()), stop: () => stop(child) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function accepts(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    return false;
  }
}

/** A test that ends in the middle must leave no server behind. */
function endWithUs(child: ChildProcess): void {
  process.once('exit', () => child.kill('SIGKILL'));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
