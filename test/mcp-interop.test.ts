// Interoperability: the servers and clients that people have, with the service between them. Every official server over every transport
// it speaks, a server of the newer era, clients of both versions of the SDK, and a chat client that routes over registered tools.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
import * as assert from 'uvu/assert';
import { serverCommand } from './support/catalogue.ts';
import type { HttpUpstream } from './support/mcp.ts';
import { everything, fixture, raw, startEverything, startModern } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const MAIN = moduleFile('server/main');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'evident-interop-')));
const files = join(folder, 'files');
let server: TestServer;
const mcpConfig = join(folder, 'mcp.json');
const STDIO_FLAGS = ['--mcp-stdio', '--data', ':memory:', '--mcp-config', mcpConfig, '--mcp-allow-host', '127.0.0.1'];
let upstreams: readonly HttpUpstream[] = [];

test.before(async () => {
  mkdirSync(files);
  writeFileSync(join(files, 'a.txt'), 'one line');
  const [http, sse, modern] = await Promise.all([
    startEverything('streamableHttp'),
    startEverything('sse'),
    startModern(),
  ]);
  upstreams = [http, sse, modern];
  const local = (args: readonly string[], more: object = {}): object => ({
    command: process.execPath,
    args,
    protocol: 'legacy',
    ...more,
  });
  const at = ({ port }: HttpUpstream, path: string): string => `http://127.0.0.1:${port}/${path}`;
  writeFileSync(
    mcpConfig,
    JSON.stringify({
      mcpServers: {
        every: everything(),
        files: local([serverCommand('filesystem')[0] as string, files]),
        memory: local(serverCommand('memory'), { env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } }),
        thinking: local([
          createRequire(import.meta.url).resolve('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
        ]),
        'every-http': { type: 'http', url: at(http, 'mcp') },
        'every-sse': { type: 'sse', url: at(sse, 'sse') },
        raw: raw(),
        modern: { command: process.execPath, args: [fixture('modern-mcp-server')] },
        'modern-http': { type: 'http', url: at(modern, 'mcp') },
      },
    }),
  );
  server = await openServer({ mcpConfig, mcpAllowHosts: ['127.0.0.1'] });
  await until(async () => {
    const list = (await (await fetch(`${server.url}/v1/mcp/tools?detail=name`)).json()) as { partial: boolean };
    return !list.partial;
  });
});

test.after(async () => {
  await server.close();
  await Promise.all(upstreams.map((upstream) => upstream.stop()));
  rmSync(folder, { recursive: true, force: true });
});

interface Known {
  readonly server: string;
  readonly tools: number;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** What the text of the result holds. */
  readonly says: string;
  readonly era: 'legacy' | 'modern';
}

const ECHO = { tool: 'echo', arguments: { message: 'hello' }, says: 'Echo: hello' };
const THOUGHT = { thought: 'first', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
const SERVERS: readonly Known[] = [
  { server: 'every', tools: 13, ...ECHO, era: 'legacy' },
  { server: 'every-http', tools: 13, ...ECHO, era: 'legacy' },
  { server: 'every-sse', tools: 13, ...ECHO, era: 'legacy' },
  {
    server: 'files',
    tools: 14,
    tool: 'read_text_file',
    arguments: { path: join(files, 'a.txt') },
    says: 'one line',
    era: 'legacy',
  },
  {
    server: 'memory',
    tools: 9,
    tool: 'create_entities',
    arguments: { entities: [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }] },
    says: 'wrote programs',
    era: 'legacy',
  },
  {
    server: 'thinking',
    tools: 1,
    tool: 'sequentialthinking',
    arguments: THOUGHT,
    says: '"thoughtNumber": 1',
    era: 'legacy',
  },
  { server: 'modern', tools: 4, tool: 'echo', arguments: { a: 1 }, says: '"a":1', era: 'modern' },
  { server: 'modern-http', tools: 4, tool: 'echo', arguments: { a: 1 }, says: '"a":1', era: 'modern' },
];

const textOf = (content: unknown): string =>
  (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('\n');

for (const { server: name, tools, tool, arguments: args, says, era } of SERVERS) {
  test(`${name}: listed, called over HTTP, and called by clients of both versions as if directly`, async () => {
    const listed = await (await fetch(`${server.url}/v1/mcp/tools?server=${name}&detail=name`)).json();
    assert.is((listed as { tools: unknown[] }).tools.length, tools);
    const body = JSON.stringify({ server: name, tool, arguments: args });
    const called = (await (await server.post('/v1/mcp/call', body)).json()) as Record<string, any>;
    assert.equal([called['outcome'], called['protocol_era']], ['ok', era]);
    assert.match(textOf(called['result'].content), says);

    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/${name}`)));
      assert.is((await client.listTools()).tools.length, tools, mode);
      assert.match(
        textOf((await client.callTool({ name: tool, arguments: args })).content),
        name === 'memory' ? '[]' : says,
      );
      await client.close();
    }
    const old = new OldClient({ name: 'old', version: '1' });
    await old.connect(new OldTransport(new URL(`${server.url}/mcp/${name}`)) as never);
    assert.is((await old.listTools()).tools.length, tools);
    assert.match(
      textOf((await old.callTool({ name: tool, arguments: args })).content),
      name === 'memory' ? '[]' : says,
    );
    await old.close();
  });
}

const overHttp = (): StreamableHTTPClientTransport => new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
const overStdio = (): StdioClientTransport =>
  new StdioClientTransport({ command: process.execPath, args: [MAIN, ...STDIO_FLAGS], stderr: 'ignore' });

for (const [how, mode, open] of [
  ['over stdio, 2025-11-25', 'legacy', overStdio],
  ['over stdio, 2026-07-28', 'auto', overStdio],
  ['over HTTP, 2026-07-28', 'auto', overHttp],
] as const) {
  test(`progress and cancellation pass through call_tool ${how}`, async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(open());
    try {
      const seen: number[] = [];
      // Far enough apart: reports that a busy machine hands to the client in one piece with the answer are lost in it.
      const long = { server: 'every', tool: 'trigger-long-running-operation', arguments: { duration: 2, steps: 4 } };
      const onprogress = ({ progress }: { progress: number }): void => void seen.push(progress);
      await client.callTool({ name: 'call_tool', arguments: long }, { onprogress });
      assert.ok(seen.length >= 3, `progress was told ${seen.length} times`);
      const before = await cancelled(client);
      const controller = new AbortController();
      const hang = { name: 'call_tool', arguments: { server: 'raw', tool: 'hang' } };
      const hanging = client.callTool(hang, { signal: controller.signal });
      await cutOff(hanging, controller);
      await until(async () => (await cancelled(client)) === before + 1);
    } finally {
      await client.close();
    }
  });
}

test('a client of 2025-11-25 over HTTP cancels by closing the connection', async () => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(overHttp());
  try {
    const before = await cancelled(client);
    const controller = new AbortController();
    const params = { name: 'call_tool', arguments: { server: 'raw', tool: 'hang' } };
    const hanging = fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
      signal: controller.signal,
    }).then((response) => response.text());
    await cutOff(hanging, controller);
    await until(async () => (await cancelled(client)) === before + 1);
  } finally {
    await client.close();
  }
});

/** Aborts what would hang for ever, and waits for its end. */
async function cutOff(hanging: Promise<unknown>, controller: AbortController): Promise<void> {
  setTimeout(() => controller.abort(), 100);
  await hanging.then(
    () => assert.unreachable('it hangs'),
    () => {},
  );
}

/** How many cancellations the server has heard of. */
async function cancelled(client: Client): Promise<number> {
  const { content } = await client.callTool({ name: 'call_tool', arguments: { server: 'raw', tool: 'cancelled' } });
  return Number(textOf(content));
}

test('an openai client routes over registered tools, and the call it gets is made as it is', async () => {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const completion = await client.chat.completions.create({
    model: 'evident',
    messages: [{ role: 'user', content: `Read the text file ${join(files, 'a.txt')}` }],
    tools: [{ type: 'mcp', server: 'files' }] as never,
  });
  const [choice] = completion.choices;
  assert.is(choice?.finish_reason, 'tool_calls');
  const [chosen] = choice?.message.tool_calls ?? [];
  assert.is(chosen?.type, 'function');
  const { name, arguments: args } = (chosen as { function: { name: string; arguments: string } }).function;
  assert.is(name, 'files__read_text_file');
  const called = (await client.post('/mcp/call', { body: { tool: name, arguments: JSON.parse(args) } })) as Record<
    string,
    any
  >;
  assert.equal([called['server'], called['tool'], called['outcome']], ['files', 'read_text_file', 'ok']);
  assert.is(textOf(called['result'].content), 'one line');
});

test('nothing is called where the request leaves open what is wanted', async () => {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const { choices } = await client.chat.completions.create({
    model: 'evident',
    messages: [{ role: 'user', content: 'Are files safe here?' }],
    tools: [{ type: 'mcp', server: 'files' }] as never,
  });
  assert.is(choices[0]?.message.tool_calls, undefined);
});

test('an upstream over SSE that dies fails the calls it has at once, and is there again when it is', async () => {
  const upstream = await startEverything('sse');
  const { port } = upstream;
  const own = await openServer({ mcpAllowHosts: ['127.0.0.1'] });
  const call = async (tool: string, args: unknown): Promise<any> =>
    (await own.post('/v1/mcp/call', JSON.stringify({ server: 'mortal', tool, arguments: args }))).json();
  let again: HttpUpstream | null = null;
  try {
    const record = { name: 'mortal', type: 'sse', url: `http://127.0.0.1:${port}/sse` };
    assert.is((await own.post('/v1/mcp/servers', JSON.stringify(record))).status, 201);
    await until(async () => (await call('echo', { message: 'x' })).outcome === 'ok');
    const longest = call('trigger-long-running-operation', { duration: 600, steps: 2 });
    // It has the call when it answers one that was sent later.
    await call('echo', { message: 'x' });
    await upstream.stop();
    assert.is((await longest).error.code, 'upstream_closed');
    const refused = (await call('echo', { message: 'x' })).error;
    assert.equal([refused.code, /nothing listens there/.test(refused.message)], ['upstream_unavailable', true]);
    again = await startEverything('sse', port);
    await until(async () => (await call('echo', { message: 'x' })).outcome === 'ok');
  } finally {
    await own.close();
    await again?.stop();
  }
});

test.run();
