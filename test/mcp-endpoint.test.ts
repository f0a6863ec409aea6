// MCP over HTTP as other people's clients speak it: `/mcp` with our own tools, `/mcp/{server}` with a registered server's.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as assert from 'uvu/assert';
import { openKeyFolder } from './support/keys.ts';
import { everything, fixture, raw, startModern } from './support/mcp.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-mcp-endpoint-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const HEADED = join(folder, 'headed.json');
writeFileSync(
  HEADED,
  JSON.stringify([
    // A point is in no qualified name.
    { name: 'go.to', inputSchema: { type: 'object', properties: { to: { type: 'string', 'x-mcp-header': 'To' } } } },
  ]),
);
const http = await startModern();
test.after(() => http.stop());
const CONFIG = join(folder, 'mcp.json');
writeFileSync(
  CONFIG,
  JSON.stringify({
    mcpServers: {
      every: everything(),
      raw: raw(),
      headed: raw({ FIXTURE_TOOLS: HEADED }),
      modern: { command: process.execPath, args: [fixture('modern-mcp-server')], protocol: 'modern' },
      http: { url: `http://127.0.0.1:${http.port}/mcp` },
    },
  }),
);

let server: TestServer;
test.before(async () => {
  server = await openServer({ mcpConfig: CONFIG, mcpAllowHosts: ['127.0.0.1'] });
});
test.after(() => server.close());

type Era = 'legacy' | 'modern';

async function connect(path: string, era: Era): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: era === 'legacy' ? { mode: 'legacy' } : { mode: 'auto' } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url + path)));
  assert.is(client.getProtocolEra(), era);
  return client;
}

/** One message in its own bytes, and the answer in its. */
async function send(path: string, message: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await server.post(path, message, { accept: 'application/json, text/event-stream', ...headers });
  return [response.status, await response.text()];
}

for (const era of ['legacy', 'modern'] as const) {
  test(`our own tools, ${era}`, async () => {
    const client = await connect('/mcp', era);
    const { tools } = await client.listTools();
    assert.equal(
      tools.map(({ name }) => name).filter((name) => ['decide', 'run_script', 'call_tool'].includes(name)),
      ['decide', 'run_script', 'call_tool'],
    );
    const run = await client.callTool({
      name: 'run_script',
      arguments: { script: '(* 2 (:a input))', input: { a: 21 } },
    });
    assert.is((run.structuredContent as { output?: unknown }).output, 42);
    const broken = await client.callTool({ name: 'run_script', arguments: { script: '(' } });
    assert.is(broken.isError, true);
    const unknown = await client.callTool({ name: 'no_tool' }).catch((error: { code: number }) => error.code);
    assert.is(unknown, -32602);
    await client.close();
  });

  test(`a server as if it were asked directly, ${era}`, async () => {
    const client = await connect('/mcp/every', era);
    assert.is(client.getServerVersion()?.name, 'mcp-servers/everything');
    assert.ok((await client.listTools()).tools.some(({ name }) => name === 'get-sum'));
    const echo = await client.callTool({ name: 'echo', arguments: { message: 'hi' } });
    assert.equal(echo.content, [{ type: 'text', text: 'Echo: hi' }]);
    const image = await client.callTool({ name: 'get-tiny-image' });
    assert.ok((image.content as { type: string }[]).some(({ type }) => type === 'image'));
    const wrong = await client.callTool({ name: 'echo', arguments: { message: 3 } });
    assert.is(wrong.isError, true, 'a model can mend its arguments');
    const { resources } = await client.listResources();
    const [first] = resources;
    assert.ok(first);
    assert.ok((await client.readResource({ uri: first.uri })).contents.length > 0);
    assert.ok((await client.listPrompts()).prompts.some(({ name }) => name === 'simple-prompt'));
    assert.ok((await client.getPrompt({ name: 'simple-prompt' })).messages.length > 0);
    await client.close();
  });

  test(`progress passes through, ${era}`, async () => {
    const client = await connect('/mcp/every', era);
    const seen: number[] = [];
    await client.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    assert.ok(seen.length >= 3, `progress was told ${seen.length} times`);
    assert.equal(
      seen,
      [...seen].sort((a, b) => a - b),
    );
    await client.close();
  });

  for (const [path, call] of [
    ['/mcp/raw', { name: 'hurries', arguments: {} }],
    ['/mcp/modern', { name: 'hurry', arguments: {} }],
    ['/mcp/http', { name: 'hurry', arguments: {} }],
    ['/mcp', { name: 'call_tool', arguments: { server: 'raw', tool: 'hurries' } }],
  ] as const)
    test(`progress that comes with the answer is told before it by ${path}, ${era}`, async () => {
      const client = await connect(path, era);
      const seen: number[] = [];
      await client.callTool(call, { onprogress: ({ progress }) => seen.push(progress) });
      assert.equal(seen, [1, 2, 3]);
      await client.close();
    });
}

test('what is passed on is in the audit, by the hash of what was asked for', async () => {
  const client = await connect('/mcp/every', 'modern');
  await client.getPrompt({ name: 'simple-prompt' });
  await client.readResource({ uri: 'nothing://there' }).catch(() => {});
  await client.close();
  const rows = async (): Promise<Record<string, string>[]> => {
    const { rows: found } = (await (await fetch(`${server.url}/v1/audit?event=relay&limit=1000`)).json()) as {
      rows: [];
    };
    return found;
  };
  await until(async () => (await rows()).some(({ method }) => method === 'resources/read'));
  const read = (await rows()).filter(({ method }) => method === 'resources/read').at(-1);
  assert.equal([read?.['server'], read?.['outcome']], ['every', 'upstream_error']);
  assert.match(read?.['arguments_hash'] ?? '', /^sha256:/);
  const prompt = (await rows()).filter(({ method }) => method === 'prompts/get').at(-1);
  assert.is(prompt?.['outcome'], 'ok');
  assert.not.match(JSON.stringify(read), 'nothing://');
});

test('version 1 of the SDK reads both endpoints', async () => {
  for (const [path, tool] of [
    ['/mcp', 'decide'],
    ['/mcp/every', 'echo'],
  ] as const) {
    const client = new OldClient({ name: 'old', version: '1' });
    await client.connect(new OldTransport(new URL(server.url + path)) as never);
    assert.ok((await client.listTools()).tools.some(({ name }) => name === tool));
    await client.close();
  }
});

test('a server of the newer era asks a client of the newer era for input', async () => {
  const [, text] = await send(
    '/mcp/modern',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'ask',
        arguments: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        },
      },
    }),
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ask' },
  );
  const { result } = JSON.parse(text) as { result: Record<string, unknown> };
  assert.is(result['resultType'], 'input_required');
  assert.is(result['requestState'], 'state-1');
});

test('what a client of the older era cannot be asked is an error a model can read', async () => {
  const client = await connect('/mcp/raw', 'legacy');
  const asked = await client.callTool({ name: 'asks', arguments: {} });
  assert.is(asked.isError, true);
  assert.match(JSON.stringify(asked.content), /asks for input/);
  // One that asks over its pipe does not say for which call: nobody is asked, and it is told so.
  const elicited = await client.callTool({ name: 'elicits', arguments: {} });
  const told = JSON.parse((elicited.content as { text: string }[])[0]?.text ?? '') as { error: { code: number } };
  assert.is(told.error.code, -32601);
  await client.close();
  // A server that reads what its client can do says so itself.
  const other = await connect('/mcp/modern', 'legacy');
  const refused = await other.callTool({ name: 'ask', arguments: {} }).catch((error: Error) => error.message);
  assert.match(String(refused), /client capabilities/);
  await other.close();
});

test('numbers go through as they are written, in both directions', async () => {
  const call = (name: string, args: string): string =>
    `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
  const [, sent] = await send('/mcp/raw', call('line', '{"n":12345678901234567890.10}'));
  assert.ok(sent.includes('12345678901234567890.10'), sent);
  const [, odd] = await send('/mcp/raw', call('odd', '{}'));
  assert.ok(odd.includes('"n":12345678901234567890.10'), odd);
  assert.ok(odd.includes('"alpha":-0'), odd);
});

test('an id may be written in any way, and the result is there', async () => {
  for (const [id, answered] of [
    ['1.0', '1'],
    ['1e0', '1'],
    ['"\\u0061"', '"a"'],
  ] as const) {
    const [, text] = await send(
      '/mcp/raw',
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"line","arguments":{}}}`,
    );
    assert.ok(text.includes(`"id":${answered}`) && text.includes('"text":'), text);
  }
});

test('the error of a server is the error of the view', async () => {
  const [status, text] = await send(
    '/mcp/raw',
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"refuse","arguments":{}}}',
  );
  assert.is(status, 200);
  const { error } = JSON.parse(text.replace(/^event: message\ndata: /, '')) as { error: unknown };
  assert.equal(error, { code: -31999, message: 'refused', data: { why: 1 } });
});

const REFUSED: readonly (readonly [what: string, path: string, message: string, status: number, part: string])[] = [
  ['no JSON', '/mcp', '{', 400, '-32700'],
  ['a key twice', '/mcp', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, '-32700'],
  ['no message', '/mcp', '{"jsonrpc":"2.0"}', 400, '-32600'],
  ['a batch', '/mcp/every', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', 400, '-32600'],
  ['an unknown server', '/mcp/nobody', '{"jsonrpc":"2.0","id":1,"method":"ping"}', 404, 'server_not_found'],
  ['an unknown method', '/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/eat"}', 200, '-32601'],
];
for (const [what, path, message, status, part] of REFUSED) {
  test(`${what} is refused in words`, async () => {
    const [answered, text] = await send(path, message);
    assert.is(answered, status, text);
    assert.ok(text.includes(part), text);
  });
}

test('methods the protocol has no use for say which it takes', async () => {
  for (const path of ['/mcp', '/mcp/every']) {
    assert.is((await fetch(server.url + path)).status, 405);
    const put = await fetch(server.url + path, { method: 'PUT' });
    assert.is(put.status, 405);
    assert.match(put.headers.get('allow') ?? '', /POST/);
  }
});

test('a page of another origin is refused', async () => {
  const [status] = await send('/mcp', '{"jsonrpc":"2.0","id":1,"method":"ping"}', { origin: 'https://evil.example' });
  assert.is(status, 403);
});

test('a key reaches as far as its scopes', async () => {
  const keys = openKeyFolder();
  const reader = await keys.add('reader', 'mcp:read');
  const scripts = await keys.add('scripts', 'scripts');
  const kept = await openServer({ data: keys.path, mcpConfig: CONFIG });
  try {
    const ask = async (path: string, key: string | null, method: string, params = '{}'): Promise<[number, string]> => {
      const response = await kept.post(path, `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`, {
        accept: 'application/json, text/event-stream',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      });
      return [response.status, await response.text()];
    };
    assert.is((await ask('/mcp', null, 'tools/list'))[0], 401);
    assert.is((await ask('/mcp/every', scripts, 'tools/list'))[0], 403);
    const [, own] = await ask('/mcp', scripts, 'tools/list');
    assert.ok(own.includes('"run_script"') && !own.includes('"call_tool"'), own);
    assert.ok((await ask('/mcp/every', reader, 'tools/list'))[1].includes('"get-sum"'));
    const [, called] = await ask('/mcp/every', reader, 'tools/call', '{"name":"echo","arguments":{"message":"x"}}');
    assert.ok(called.includes('insufficient_scope'), called);
  } finally {
    await kept.close();
    keys.remove();
  }
});

test('headers are held against the arguments by whatever name the tool is called', async () => {
  const { tools } = (await (await fetch(`${server.url}/v1/mcp/tools?server=headed`)).json()) as {
    readonly tools: readonly { readonly qualified_name: string }[];
  };
  for (const name of ['go.to', tools[0]?.qualified_name ?? '']) {
    const message = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: { to: 'elsewhere' },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
    assert.match((await send('/mcp/headed', message, { ...headers, 'mcp-param-to': 'here' }))[1], /-32020/, name);
    assert.match(
      (await send('/mcp/headed', message, { ...headers, 'mcp-param-to': 'elsewhere' }))[1],
      /"result"/,
      name,
    );
  }
});

test.run();
