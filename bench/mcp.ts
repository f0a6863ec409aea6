// What does a tool call cost through the service, beside the npm package mcp-hub, which does less, and beside the SDK's own client,
// which does nothing? How long does a list of many servers take when some are dead? Does a search find the tool that is meant?

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { readCatalogue } from '../server/engines/routing/route.ts';
import { searchTools } from '../server/engines/routing/search.ts';
import { openCatalogues } from '../test/support/catalogues.ts';
import { raw } from '../test/support/mcp.ts';
import { goldenPath } from '../test/support/paths.ts';
import { judgeProducts } from '../test/support/products.ts';
import { openServer } from '../test/support/server.ts';
import { until } from '../test/support/until.ts';
import { measureLatency, measureRate } from './load.ts';
import type { Gateway } from './mcp-gateways.ts';
import { startEvident, startHub, startRaw } from './mcp-gateways.ts';
import { duration, median, share, table } from './measure.ts';

const ROUNDS = 5;
const SECONDS = 1;
const LATENCIES = 1_000;
// More code takes longer to be compiled.
const WARM_UP_SECONDS = 10;
const CALLERS = 16;

/** `folder` holds the sets of bench/route; without them the search is measured over the official servers alone. */
export async function benchMcp(folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'evident-bench-mcp-'));
  mkdirSync(join(work, 'policies'));
  try {
    return [await compareCalls(work), await measureList(work), await measureRecall(folder)].join('\n\n');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Sample {
  readonly p50: number;
  readonly p99: number;
  readonly rate: number;
  /** Microseconds of processor for a call, of the gateway alone. */
  readonly processor: number;
}

async function compareCalls(work: string): Promise<string> {
  const direct = await startRaw();
  const hub = await startHub(work);
  const guarded = await startEvident(work);
  const plain = await startEvident(work, false);
  try {
    const subjects = [
      { name: 'mcp-hub', gateway: hub },
      { name: 'evident, keys, two policies and audit', gateway: guarded },
      { name: 'evident, neither keys nor policies', gateway: plain },
    ];
    const samples = subjects.map((): Sample[] => []);
    const base: Sample[] = [];
    for (const { gateway } of subjects) await sample(gateway, WARM_UP_SECONDS, LATENCIES);
    await sampleDirect(direct, 1, LATENCIES);
    for (let round = 0; round < ROUNDS; round += 1) {
      base.push(await sampleDirect(direct, SECONDS, LATENCIES));
      for (const [at, { gateway }] of subjects.entries()) samples[at]!.push(await sample(gateway, SECONDS, LATENCIES));
    }
    const middle = (of: readonly Sample[], member: keyof Sample): number => median(of.map((one) => one[member]));
    const [first] = samples as [Sample[]];
    const over = (of: readonly Sample[], member: 'p50' | 'p99'): string =>
      `${((middle(of, member) - middle(base, member)) / 1000).toFixed(2)} ms`;
    const against = (of: readonly Sample[], member: keyof Sample): string =>
      median(of.map((one, round) => one[member] / first[round]![member])).toFixed(2);
    return table(
      [
        '',
        'processor, a call',
        '÷ mcp-hub',
        `calls a second, ${CALLERS} callers`,
        '÷ mcp-hub',
        'p50, one caller',
        'over the SDK',
        'p99',
        'over the SDK',
      ],
      [
        [
          'the SDK’s client over pipes',
          '',
          '',
          Math.round(middle(base, 'rate')).toString(),
          '',
          duration(middle(base, 'p50')),
          '',
          duration(middle(base, 'p99')),
          '',
        ],
        ...subjects.map(({ name }, at) => {
          const of = samples[at]!;
          return [
            name,
            duration(middle(of, 'processor')),
            against(of, 'processor'),
            Math.round(middle(of, 'rate')).toString(),
            against(of, 'rate'),
            duration(middle(of, 'p50')),
            over(of, 'p50'),
            duration(middle(of, 'p99')),
            over(of, 'p99'),
          ];
        }),
      ],
    );
  } finally {
    await Promise.all([direct, hub, guarded, plain].map((one) => one.close()));
  }
}

async function sample(gateway: Gateway, seconds: number, latencies: number): Promise<Sample> {
  const { url, headers, body } = gateway;
  const before = gateway.processorSeconds();
  const rate = await measureRate(url, [body], seconds, { headers });
  const processor = ((gateway.processorSeconds() - before) * 1e6) / (rate * seconds);
  const { p50Microseconds, p99Microseconds } = await measureLatency(url, [body], latencies, headers);
  return { p50: p50Microseconds, p99: p99Microseconds, rate, processor };
}

async function sampleDirect(
  direct: Awaited<ReturnType<typeof startRaw>>,
  seconds: number,
  latencies: number,
): Promise<Sample> {
  let calls = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const caller = async (): Promise<void> => {
    for (; performance.now() < end; calls += 1) await direct.call();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const rate = (calls * 1000) / (performance.now() - started);
  const times: number[] = [];
  for (let call = 0; call < latencies; call += 1) {
    const at = performance.now();
    await direct.call();
    times.push((performance.now() - at) * 1000);
  }
  const at = (part: number): number => times.sort((a, b) => a - b)[Math.floor(part * times.length)]!;
  return { p50: at(0.5), p99: at(0.99), rate, processor: Number.NaN };
}

const LISTED_SERVERS = 20;
const DEAD_SERVERS = 5;
const LISTED_TOOLS = 25;
const LISTS = 300;

/** A quarter of the servers cannot be started; the others have 25 tools with a schema of some parameters each. */
async function measureList(work: string): Promise<string> {
  const file = join(work, 'tools.json');
  const parameters = Object.fromEntries(
    ['path', 'limit', 'pattern', 'recursive'].map((name) => [
      name,
      { type: 'string', description: `The ${name} to use.` },
    ]),
  );
  writeFileSync(
    file,
    JSON.stringify(
      Array.from({ length: LISTED_TOOLS }, (_, at) => ({
        name: `tool_${at}`,
        description: `Does the work number ${at}, and says what came of it. It takes what is asked for and nothing else.`,
        inputSchema: { type: 'object', properties: parameters, required: ['path'] },
      })),
    ),
  );
  const config = join(work, 'list.json');
  const mcpServers = Object.fromEntries(
    Array.from({ length: LISTED_SERVERS }, (_, at) => [
      `s${at}`,
      at < DEAD_SERVERS ? { command: join(work, 'not-there') } : raw({ FIXTURE_TOOLS: file }),
    ]),
  );
  writeFileSync(config, JSON.stringify({ mcpServers }));
  const server = await openServer({ mcpConfig: config });
  try {
    const list = async (query: string, tag?: string): Promise<{ status: number; text: string; tag: string | null }> => {
      const response = await fetch(
        `${server.url}/v1/mcp/tools${query}`,
        tag === undefined ? {} : { headers: { 'if-none-match': tag } },
      );
      return { status: response.status, text: await response.text(), tag: response.headers.get('etag') };
    };
    const tools = (LISTED_SERVERS - DEAD_SERVERS) * LISTED_TOOLS;
    await until(
      async () => (JSON.parse((await list('?detail=name')).text) as { tools: unknown[] }).tools.length === tools,
    );
    const rows: string[][] = [];
    for (const [name, query] of [
      ['whole', ''],
      ['a line each', '?detail=summary'],
    ] as const) {
      const { text } = await list(query);
      rows.push([name, `${(text.length / 1000).toFixed(0)} KB`, ...(await timed(LISTS, () => list(query)))]);
    }
    let tag = (await list('')).tag ?? undefined;
    const ask = async (): Promise<void> => {
      tag = (await list('', tag)).tag ?? tag;
    };
    rows.push(['whole, by the ETag of the last one', '', ...(await timed(LISTS, ask))]);
    const dead = `${tools} tools of ${LISTED_SERVERS} servers, ${DEAD_SERVERS} of them dead`;
    return `${dead}:\n\n${table(['list', 'bytes', 'p50', 'p99'], rows)}`;
  } finally {
    await server.close();
  }
}

async function timed(count: number, work: () => Promise<unknown>): Promise<[string, string]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) * 1000);
  }
  times.sort((a, b) => a - b);
  return [duration(times[Math.floor(count / 2)]!), duration(times[Math.floor(count * 0.99)]!)];
}

const NAMED = 3;

interface Query {
  readonly text: string;
  readonly tool: string;
}

/** Is the tool that is meant among the first three? Over what the official servers list, and over the largest set there is. */
async function measureRecall(folder: string): Promise<string> {
  const rows = [await recallOfServers(), recallOfProducts()];
  const set = join(folder, 'routing', 'seal_catalogue.jsonl');
  if (existsSync(set)) rows.push(recallOfSet(set, join(folder, 'routing', 'seal_catalogue_queries.jsonl')));
  return table(['catalogue', 'tools', 'queries', 'first', `among the first ${NAMED}`], rows);
}

/** The requests of test/golden/routing, each over the tools of all four servers. */
async function recallOfServers(): Promise<string[]> {
  const server = await openCatalogues();
  try {
    const listed = await (await fetch(`${server.url}/v1/mcp/tools?detail=name`)).json();
    const queries = ['everything', 'filesystem', 'memory'].flatMap(requestsOf);
    const ranks: number[] = [];
    for (const { text, tool } of queries) {
      const body = JSON.stringify({ query: text, limit: NAMED });
      const { tools } = (await (await server.post('/v1/mcp/tools/search', body)).json()) as {
        tools: { name: string }[];
      };
      ranks.push(tools.findIndex(({ name }) => name === tool));
    }
    const { tools } = listed as { readonly tools: readonly unknown[] };
    return recallRow('the official servers', tools.length, ranks);
  } finally {
    await server.close();
  }
}

/** The tools of all of test/golden/routing/products in one catalogue, and each request for a call that one message says. */
function recallOfProducts(): string[] {
  const judged = judgeProducts();
  const qualified = (product: string, name: string): string => `${product}__${name}`;
  const definitions = new Map(
    judged.flatMap(({ product, request }) =>
      request.tools.map((tool) => {
        const name = qualified(product, tool.name);
        return [name, { ...tool, name, origin: { server: product, tool: tool.name, annotations: new Map() } }] as const;
      }),
    ),
  );
  const index = [readCatalogue([...definitions.values()])];
  const ranks = judged.flatMap(({ product, one: { messages, expect } }) => {
    if (expect.call === undefined || messages.length > 1) return [];
    const { found } = searchTools(messages[0]?.content ?? '', index, NAMED);
    return [found.findIndex(({ tool }) => tool.name === qualified(product, expect.call?.name ?? ''))];
  });
  return recallRow('the products', definitions.size, ranks);
}

function requestsOf(server: string): Query[] {
  const { requests } = JSON.parse(readFileSync(goldenPath('routing', `${server}.json`), 'utf8')) as {
    readonly requests: readonly {
      readonly message?: string;
      readonly expect: { readonly kind: string; readonly name?: string };
    }[];
  };
  return requests.flatMap(({ message, expect: { kind, name } }) =>
    kind === 'call' && message !== undefined && name !== undefined ? [{ text: message, tool: name }] : [],
  );
}

function recallOfSet(catalogue: string, queries: string): string[] {
  const definitions = linesOf(catalogue).map((line) => {
    const definition = (parseJson(Buffer.from(line)) as Map<string, Json>).get('function') as Map<string, Json>;
    return {
      name: String(definition.get('name')),
      description: String(definition.get('description')),
      parameters: definition.get('parameters'),
    };
  });
  const index = [readCatalogue(definitions)];
  const ranks = linesOf(queries).map((line) => {
    const { messages, expect } = JSON.parse(line) as { messages: { content: string }[]; expect: { name: string } };
    const { found } = searchTools(messages.at(-1)?.content ?? '', index, NAMED);
    return found.findIndex(({ tool }) => tool.name === expect.name);
  });
  return recallRow('seal_tools', definitions.length, ranks);
}

function recallRow(name: string, tools: number, ranks: readonly number[]): string[] {
  const first = ranks.filter((rank) => rank === 0).length;
  const named = ranks.filter((rank) => rank !== -1).length;
  return [
    name,
    tools.toLocaleString('en'),
    ranks.length.toString(),
    share(first, ranks.length),
    share(named, ranks.length),
  ];
}

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
