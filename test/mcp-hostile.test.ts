// Hostile and broken upstreams, and hostile requests: each costs its own caller an error with a code, and nobody else anything.

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import { ServiceError } from '../server/errors.ts';
import type { Registry } from '../server/services/tools/wire/mcp.ts';
import { body, call, failure, raw, servers, startRegistry } from './support/mcp.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-hostile-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

interface Rpc {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly cursor?: string };
}

interface Hostile {
  readonly url: string;
  readonly seen: string[];
  close(): Promise<void>;
}

/** An HTTP upstream whose tools are named after what it does when they are called. */
async function startHostile(tools: (cursor: string | undefined) => unknown): Promise<Hostile> {
  const seen: string[] = [];
  const server = createServer((request, response) => void answer(request, response, tools, seen));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  tools: (cursor: string | undefined) => unknown,
  seen: string[],
): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const message = JSON.parse(Buffer.concat(chunks).toString()) as Rpc;
  seen.push(message.method === 'tools/call' ? `call ${message.params?.name}` : message.method);
  const json = (text: string, status = 200): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  const result = (value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: message.id, result: value });
  if (message.id === undefined) return void response.writeHead(202).end();
  if (message.method === 'initialize') {
    return json(
      result({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'hostile', version: '1' },
      }),
    );
  }
  if (message.method === 'tools/list') return json(result(tools(message.params?.cursor)));
  const events = (): ServerResponse => response.writeHead(200, { 'content-type': 'text/event-stream' });
  switch (message.params?.name) {
    case 'status500':
      return json('planted-body', 500);
    case 'status401':
      return json('planted-body', 401);
    case 'redirect':
      return void response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>planted-body');
    case 'broken':
      return json('{"jsonrpc":');
    case 'other-id':
      return json(`{"jsonrpc":"2.0","id":${message.id + 1000},"result":{"content":[]}}`);
    case 'no-result':
      return json(`{"jsonrpc":"2.0","id":${message.id}}`);
    case 'list-result':
      return json(`{"jsonrpc":"2.0","id":${message.id},"result":[1]}`);
    case 'deep':
      return json(
        `{"jsonrpc":"2.0","id":${message.id},"result":{"content":[],"x":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
      );
    case 'big':
      return json(result({ content: [{ type: 'text', text: 'x'.repeat(70_000) }] }));
    case 'big-event':
      return void events().end(`data: ${result({ content: [{ type: 'text', text: 'x'.repeat(70_000) }] })}\n\n`);
    case 'event':
      return void events().end(`: hello\n\nevent: message\ndata: ${result({ content: [], odd: 1 })}\n\n`);
    case 'odd':
      return json(`{"jsonrpc":"2.0","result":${ODD},"id":${message.id}}`);
    case 'odd-event':
      return void writeSlowly(
        events(),
        `\uFEFFid: 7\r\n: x\r\n\r\nevent:message\r\ndata:{"jsonrpc":"2.0",\r\ndata: "id":${message.id},"result":${ODD}}\r\n\r\n`,
      );
    case 'duplicate':
      return json(`{"jsonrpc":"2.0","id":${message.id},"result":{"content":[],"content":[]}}`);
    case 'half':
      return json(
        `{"jsonrpc":"2.0","id":${message.id},"result":{"content":[{"type":"text","text":"done \\ud83d"}],"isError":true}}`,
      );
    case 'deeper':
      return json(
        `{"jsonrpc":"2.0","id":${message.id},"result":{"content":[],"x":${'['.repeat(256)}${']'.repeat(256)}}}`,
      );
    case 'cut':
      return void events().end(': no answer\n\n');
    case 'reset':
      return void response.socket?.destroy();
    case 'drip': {
      events();
      const timer = setInterval(() => response.write(': drip\n\n'), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    default:
      return json(result({ content: [{ type: 'text', text: 'fine' }] }));
  }
}

// What JSON.parse would change: a rounded number, a lost zero, keys in another order, a lost key.
const ODD = '{"content":[{"type":"text","text":"ä€😀"}],"2":12345678901234567890.10,"1":1.0,"__proto__":-0}';

/** A byte at a time: every boundary falls somewhere. */
async function writeSlowly(response: ServerResponse, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    response.write(Buffer.of(byte));
    await new Promise(setImmediate);
  }
  response.end();
}

const CASES: Readonly<Record<string, string>> = {
  status500: 'upstream_error',
  status401: 'upstream_unavailable',
  redirect: 'upstream_error',
  html: 'upstream_protocol_error',
  broken: 'upstream_protocol_error',
  'other-id': 'upstream_timeout',
  'no-result': 'upstream_protocol_error',
  'list-result': 'upstream_protocol_error',
  big: 'upstream_response_too_large',
  'big-event': 'upstream_response_too_large',
  cut: 'upstream_closed',
  reset: 'upstream_closed',
  drip: 'upstream_timeout',
};

/** The tool has done its work, and what it said of it cannot be handed on as JSON: it is, as a text. */
const RAW: Readonly<Record<string, { readonly reason: string; readonly text: RegExp; readonly outcome: string }>> = {
  duplicate: { reason: 'duplicate-key', text: /"result":\{"content":\[\],"content":\[\]\}/, outcome: 'ok' },
  half: { reason: 'lone-surrogate', text: /"text":"done \\ud83d"/, outcome: 'tool_error' },
  deep: { reason: 'too-deep', text: /"x":\[{5000}\]{5000}/, outcome: 'ok' },
  deeper: { reason: 'too-deep', text: /^\{"content":\[\],"x":\[{256}\]{256}\}$/, outcome: 'ok' },
};

test('over HTTP: every way to answer wrongly has a code, repeats no body, and harms no later call', async () => {
  const names = [...Object.keys(CASES), ...Object.keys(RAW), 'event', 'fine', 'odd', 'odd-event'];
  const upstream = await startHostile(() => ({
    tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
  }));
  const registry = startRegistry({ allowHosts: ['127.0.0.1'] });
  try {
    await registry.registerServer(
      body({ name: 'bad', url: upstream.url, protocol: 'legacy', limits: { response_bytes: 60_000 } }),
      { verify: true },
    );
    const wrong: string[] = [];
    for (const [tool, code] of Object.entries(CASES)) {
      const failed = await failure(registry.callTool(body({ server: 'bad', tool, timeout_ms: 400 })));
      if (failed.code !== code) wrong.push(`${tool}: ${failed.code}, expected ${code}`);
      assert.not.match(`${failed.message}${JSON.stringify(failed.details)}`, /planted/);
      assert.is((await call(registry, { server: 'bad', tool: 'fine' }))['outcome'], 'ok', `after ${tool}`);
    }
    assert.equal(wrong, []);
    assert.is((await call(registry, { server: 'bad', tool: 'event' }))['result'].odd, 1);
    for (const tool of ['odd', 'odd-event'])
      assert.is(writeJson((await registry.callTool(body({ server: 'bad', tool }))).result), ODD, tool);
    for (const [tool, { reason, text, outcome }] of Object.entries(RAW)) {
      const answer = await call(registry, { server: 'bad', tool });
      assert.equal([answer['outcome'], answer['result']._meta], [outcome, { 'evident/raw': reason }], tool);
      assert.match(answer['result'].content[0].text, text, tool);
    }
    // Sent once each, whatever happened to it.
    for (const tool of [...Object.keys(CASES), ...Object.keys(RAW)])
      assert.is(upstream.seen.filter((line) => line === `call ${tool}`).length, 1, tool);
  } finally {
    await registry.close();
    await upstream.close();
  }
});

test('listings without end, without sense or without measure are refused, and the record says why', async () => {
  const LISTINGS: Readonly<Record<string, (cursor: string | undefined) => unknown>> = {
    endless: (cursor) => ({ tools: [], nextCursor: `${Number(cursor ?? '0') + 1}` }),
    many: () => ({ tools: Array.from({ length: 513 }, (_, index) => ({ name: `t${index}` })) }),
    senseless: () => ({ tools: 7 }),
  };
  const registry = startRegistry({ allowHosts: ['127.0.0.1'] });
  const started: Hostile[] = [];
  try {
    for (const [name, tools] of Object.entries(LISTINGS)) {
      const upstream = await startHostile(tools);
      started.push(upstream);
      await registry.registerServer(body({ name, url: upstream.url, protocol: 'legacy' }));
      await until(async () => (await registry.getServer(name)).status === 'unreachable');
      assert.is((await registry.getServer(name)).last_error?.code, 'upstream_protocol_error', name);
      assert.ok(upstream.seen.filter((line) => line === 'tools/list').length <= 64 * 2);
    }
    const upstream = await startHostile((cursor) =>
      cursor === undefined
        ? { tools: Array.from({ length: 511 }, (_, index) => ({ name: `t${index}` })), nextCursor: 'x' }
        : { tools: [{ name: 'last' }], nextCursor: 'x' },
    );
    started.push(upstream);
    await registry.registerServer(body({ name: 'full', url: upstream.url, protocol: 'legacy' }), { verify: true });
    assert.is((await registry.getServer('full')).tools_count, 512);
    // A cursor is the number of the page: 64 are read, and a 65th is one too many.
    for (const [name, pages, status] of [
      ['long', 64, 'ready'],
      ['longer', 65, 'unreachable'],
    ] as const) {
      const paged = await startHostile((cursor = '1') => ({
        tools: [{ name: `t${cursor}` }],
        ...(Number(cursor) < pages ? { nextCursor: String(Number(cursor) + 1) } : {}),
      }));
      started.push(paged);
      await registry.registerServer(body({ name, url: paged.url, protocol: 'legacy' }));
      await until(async () => (await registry.getServer(name)).status === status);
      const { tools_count, last_error } = await registry.getServer(name);
      if (status === 'ready') assert.is(tools_count, pages);
      else assert.match(last_error?.message ?? '', 'more than 64 pages');
    }
  } finally {
    await registry.close();
    for (const upstream of started) await upstream.close();
  }
});

test('a server that announces changes without end is listed now and then, not without end', async () => {
  const path = join(folder, 'tools.json');
  writeFileSync(path, JSON.stringify([{ name: 'announce' }]));
  let listings = 0;
  const registry = startRegistry({
    operatorServers: servers({ raw: raw({ FIXTURE_TOOLS: path, FIXTURE_MODE: 'announces' }) }),
    onStderr: (_, text) => {
      listings += text.split('\n').filter((line) => line === 'listed').length;
    },
  });
  try {
    const startedMs = performance.now();
    for (let round = 0; round < 20; round += 1)
      assert.is((await call(registry, { tool: 'announce' }))['outcome'], 'ok');
    const called = listings;
    await until(() => listings >= called + 10);
    // Connecting lists, each call, and what was announced five times a second, thrice at most: the slower, the more.
    const most = 3 * (1 + 20 + 1 + (performance.now() - startedMs) / 200);
    assert.ok(listings <= most, `${listings} listings, not ${most}`);
  } finally {
    await registry.close();
  }
});

async function holds(registry: Registry, work: (registry: Registry) => Promise<unknown>): Promise<void> {
  try {
    await work(registry);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  }
}

const word = fc.constantFrom(
  'name',
  'server',
  'tool',
  'arguments',
  'url',
  'command',
  'args',
  'env',
  'headers',
  'mcpServers',
  'servers',
  'timeouts',
  'limits',
  'tools',
  'type',
  '__proto__',
  'constructor',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('raw', 'line', 'a', 'https://a.example/', 'stdio', '${x}', '${secret:x}', '../..', '\0'),
);
const json = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(word, text), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }))
  .value.filter((value) => JSON.stringify(value).isWellFormed());

test('property: no body makes the registry fail in any way but a 4xx', async () => {
  const registry = startRegistry({ operatorServers: servers({ raw: { ...raw(), enabled: true } }) });
  try {
    await call(registry, { server: 'raw', tool: 'line' });
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const request = body(value);
        await holds(registry, () => registry.registerServer(request, { replace: true }));
        await holds(registry, () => registry.callTool(request));
        await holds(registry, () => registry.approveTools('raw', request));
      }),
      { numRuns: 400 },
    );
  } finally {
    await registry.close();
  }
});

test.run();
