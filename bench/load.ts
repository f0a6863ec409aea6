// Load: sends one request over and over, from a process of its own, so that client and server have a core each.
// In: a URL and a body. Out: requests a second at full load (autocannon), or the latencies of one request after the other.

import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Enough that the server never waits for the client, few enough that requests do not queue for long. */
const CONNECTIONS = 16;

/** Requests a second over kept-alive connections. Throws when an answer is not 2xx. */
export async function measureRate(url: string, body: string, seconds: number): Promise<number> {
  const autocannon = createRequire(import.meta.url).resolve('autocannon');
  const printed = await runNode([
    autocannon, '--json', '--no-progress', '-c', String(CONNECTIONS), '-d', String(seconds), '-m', 'POST', '-H', 'content-type=application/json', '-b', body, url,
  ], '');
  const result = JSON.parse(printed) as { readonly requests: { readonly average: number }; readonly non2xx: number; readonly errors: number };
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  return result.requests.average;
}

export interface Latency {
  readonly p50Microseconds: number;
  readonly p99Microseconds: number;
}

/** Latencies under light load: one connection, one request after the other. */
export async function measureLatency(url: string, body: string, count: number): Promise<Latency> {
  return JSON.parse(await runNode([fileURLToPath(import.meta.url), url, String(count)], body)) as Latency;
}

async function runNode(args: readonly string[], input: string): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const status = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  child.stdin.end(input);
  const printed = await text(child.stdout);
  if (await status !== 0) throw new Error(`${args[0]} failed`);
  return printed;
}

const WARM_UP_REQUESTS = 500;

async function sendInTurn(url: string, count: number): Promise<Latency> {
  const body = Buffer.from(await text(process.stdin));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let sent = -WARM_UP_REQUESTS; sent < count; sent += 1) {
    const started = performance.now();
    await post(agent, url, body);
    if (sent >= 0) times.push((performance.now() - started) * 1000);
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * times.length)]!;
  return { p50Microseconds: at(0.5), p99Microseconds: at(0.99) };
}

function post(agent: Agent, url: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': body.length } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', resolve);
    });
    call.on('error', reject);
    call.end(body);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(JSON.stringify(await sendInTurn(process.argv[2]!, Number(process.argv[3]))));
}
