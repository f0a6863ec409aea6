// Load: sends requests over and over, from a process of its own, so that client and server have a core each.
// In: a URL and bodies that take turns. Out: requests a second at full load (autocannon), or the latencies of one request
// after the other.

import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Enough that the server never waits for the client, few enough that requests do not queue for long. */
const CONNECTIONS = 16;

type Headers = Readonly<Record<string, string>>;

const JSON_HEADERS: Headers = { 'content-type': 'application/json' };

/** What is measured, in the words of the process that measures. */
type Order = { readonly url: string; readonly bodies: readonly string[]; readonly headers: Headers } & (
  | { readonly kind: 'rate'; readonly seconds: number; readonly connections: number }
  | { readonly kind: 'latency'; readonly count: number }
);

/** Requests a second over kept-alive connections. Throws when an answer is not 2xx. */
export function measureRate(
  url: string,
  bodies: readonly string[],
  seconds: number,
  { headers = JSON_HEADERS, connections = CONNECTIONS }: { headers?: Headers; connections?: number } = {},
): Promise<number> {
  return measure({ kind: 'rate', url, bodies, seconds, headers, connections }) as Promise<number>;
}

interface Latency {
  readonly p50Microseconds: number;
  readonly p99Microseconds: number;
}

/** Latencies under light load: one connection, one request after the other. */
export function measureLatency(
  url: string,
  bodies: readonly string[],
  count: number,
  headers: Headers = JSON_HEADERS,
): Promise<Latency> {
  return measure({ kind: 'latency', url, bodies, count, headers }) as Promise<Latency>;
}

async function measure(order: Order): Promise<unknown> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const status = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  child.stdin.end(JSON.stringify(order));
  const printed = await text(child.stdout);
  if ((await status) !== 0) throw new Error(`${order.url} could not be measured`);
  return JSON.parse(printed);
}

/** The part of autocannon that is used here; it has no types. */
type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly requests: readonly {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
}) => Promise<{ readonly requests: { readonly average: number }; readonly non2xx: number; readonly errors: number }>;

async function sendAtOnce({
  url,
  bodies,
  seconds,
  headers,
  connections,
}: Order & { readonly kind: 'rate' }): Promise<number> {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: bodies.map((body) => ({ method: 'POST', headers, body })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  return result.requests.average;
}

const WARM_UP_REQUESTS = 500;

async function sendInTurn(url: string, bodies: readonly string[], count: number, headers: Headers): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let sent = -WARM_UP_REQUESTS; sent < count; sent += 1) {
    const started = performance.now();
    await post(agent, url, headers, Buffer.from(bodies[(sent + WARM_UP_REQUESTS) % bodies.length]!));
    if (sent >= 0) times.push((performance.now() - started) * 1000);
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * times.length)]!;
  return { p50Microseconds: at(0.5), p99Microseconds: at(0.99) };
}

function post(agent: Agent, url: string, headers: Headers, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        response.resume();
        response.on('end', resolve);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const order = (await json(process.stdin)) as Order;
  process.stdout.write(
    JSON.stringify(
      order.kind === 'rate'
        ? await sendAtOnce(order)
        : await sendInTurn(order.url, order.bodies, order.count, order.headers),
    ),
  );
}
