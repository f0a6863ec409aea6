// Our own MCP server on stdin and stdout, as other people's clients drive it: both SDKs, both eras, and plain bytes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as assert from 'uvu/assert';
import { everything, fixture, raw } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-stdio-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = join(folder, 'mcp.json');
writeFileSync(CONFIG, JSON.stringify({ mcpServers: { ev: everything(), raw: raw() } }));
const ALONE = [moduleFile('server/main'), '--mcp-stdio'];
const COMMAND = { command: process.execPath, args: [...ALONE, '--mcp-config', CONFIG], stderr: 'ignore' as const };

const QUESTION = {
  state: 'The customer wants a refund for order 7.',
  questions: {
    intent: {
      type: 'choice',
      instructions: { question: 'What?' },
      criteria: { refund: 'refund, money back', cancel: 'cancel' },
    },
  },
};

const ROUTE = {
  model: 'evident-1',
  messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
  tools: [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'Get the current weather for a city',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string', description: 'City name' } },
          required: ['city'],
        },
      },
    },
  ],
};

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown; inputSchema: { type: string } }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<any>;
  close(): Promise<void>;
}

/** Closes the client also where something fails: its server would keep the process alive. */
async function closing(client: AnyClient, use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } finally {
    await client.close();
  }
}

async function exercise(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  assert.equal([...names].sort(), [
    'call_tool',
    'check_script',
    'decide',
    'describe_tool',
    'list_tools',
    'read_result',
    'route_tool',
    'run_script',
    'search_tools',
    'verify_tool_call',
  ]);
  for (const { name, inputSchema } of tools) assert.is(inputSchema.type, 'object', name);
  // They are in a model's context all the time.
  assert.ok(Buffer.byteLength(JSON.stringify(tools)) < 8 * 1024, `${Buffer.byteLength(JSON.stringify(tools))} bytes`);
  const decided = await client.callTool({ name: 'decide', arguments: QUESTION });
  assert.is(decided.structuredContent.answers.intent.choice, 'refund');
  assert.is(decided.structuredContent.answers.intent.may_act, true);
  assert.equal(JSON.parse(decided.content[0].text), decided.structuredContent);
  const run = await client.callTool({
    name: 'run_script',
    arguments: { script: '(+ (:a input) 1)', input: { a: 41 } },
  });
  assert.is(run.structuredContent.output, 42);
  const checked = await client.callTool({ name: 'check_script', arguments: { script: '(+ 1' } });
  assert.is(checked.structuredContent.ok, false);
  const routed = await client.callTool({ name: 'route_tool', arguments: ROUTE });
  assert.is(routed.structuredContent.svc.outcome, 'decided');
  assert.is(routed.structuredContent.choices[0].message.tool_calls[0].function.name, 'get_weather');
  const called = await client.callTool({
    name: 'call_tool',
    arguments: { server: 'ev', tool: 'get-sum', arguments: { a: 2, b: 3 } },
  });
  assert.equal(called.content, [{ type: 'text', text: 'The sum of 2 and 3 is 5.' }]);
  assert.not.ok(called.isError);
  const about = called._meta['evident/call'];
  assert.equal([about.server, about.tool, about.outcome, about.validation.arguments], ['ev', 'get-sum', 'ok', 'valid']);
  // Whatever a client can show passes as it is.
  const image = await client.callTool({ name: 'call_tool', arguments: { server: 'ev', tool: 'get-tiny-image' } });
  assert.ok(
    image.content.some(
      (block: any) => block.type === 'image' && block.mimeType === 'image/png' && block.data.length > 100,
    ),
  );
  const structured = await client.callTool({
    name: 'call_tool',
    arguments: { server: 'ev', tool: 'get-structured-content', arguments: { location: 'Chicago' } },
  });
  assert.is(typeof structured.structuredContent.temperature, 'number');
  const links = await client.callTool({
    name: 'call_tool',
    arguments: { server: 'ev', tool: 'get-resource-links', arguments: { count: 2 } },
  });
  assert.is(links.content.filter((block: any) => block.type === 'resource_link').length, 2);
  const listed = await client.callTool({ name: 'list_tools', arguments: { server: 'ev' } });
  assert.is(listed.structuredContent.tools.length, 13);
  // What would be an HTTP status is a tool error here, with the same body.
  const invalid = await client.callTool({
    name: 'call_tool',
    arguments: { server: 'ev', tool: 'get-sum', arguments: { a: 'x' } },
  });
  assert.is(invalid.isError, true);
  assert.is(JSON.parse(invalid.content[0].text).error.code, 'invalid_arguments');
  const failed = await client.callTool({ name: 'call_tool', arguments: { server: 'raw', tool: 'error' } });
  assert.is(failed.isError, true);
  assert.is(failed._meta['evident/call'].outcome, 'tool_error');
}

test('the first listing waits for servers that are connecting, and says which still are when it has waited long enough', async () => {
  const file = join(folder, 'slow.json');
  const slow = {
    command: 'sh',
    args: ['-c', `sleep 1; exec "${process.execPath}" "${fixture('raw-mcp-server')}"`],
    protocol: 'legacy',
  };
  writeFileSync(file, JSON.stringify({ mcpServers: { slow, hung: raw({ FIXTURE_MODE: 'silent' }) } }));
  const { lines } = await converse(
    [...HELLO, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tools","arguments":{}}}'],
    [...ALONE, '--mcp-config', file],
  );
  const listed = lines.find(({ id }) => id === 1).result.structuredContent;
  assert.ok(
    listed.tools.some(({ server, name }: { server: string; name: string }) => server === 'slow' && name === 'line'),
  );
  assert.equal(
    listed.servers.map(({ name, status }: { name: string; status: string }) => [name, status]),
    [
      ['hung', 'connecting'],
      ['slow', 'ready'],
    ],
  );
  assert.is(listed.partial, true);
});

test('the current SDK, in either era', async () => {
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(COMMAND));
    assert.is(client.getProtocolEra(), mode === 'legacy' ? 'legacy' : 'modern');
    await closing(client as unknown as AnyClient, () => exercise(client as unknown as AnyClient));
  }
});

test('the first SDK, as most installed clients still have it', async () => {
  const client = new OldClient({ name: 'test', version: '1' });
  await client.connect(new OldTransport(COMMAND));
  await closing(client as unknown as AnyClient, async () => {
    await exercise(client as unknown as AnyClient);
    let message = '';
    await client.callTool({ name: 'no_such_tool', arguments: {} }).catch((error: Error) => {
      message = error.message;
    });
    assert.match(message, /-32602.*no_such_tool/);
  });
});

interface Session {
  readonly lines: readonly any[];
  readonly raw: string;
  readonly code: number | null;
}

/** Writes all lines, closes stdin (or sends SIGTERM after the first answer), and waits for the process to end by itself. */
async function converse(lines: readonly string[], args: readonly string[], endStdin = true): Promise<Session> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stdin.write(lines.map((line) => `${line}\n`).join(''));
  if (endStdin) child.stdin.end();
  else child.stdout.once('data', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    raw: output,
    lines: output
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown),
    code,
  };
}

const HELLO = [
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
];

test('every request is answered although stdin ends right after it; then the process ends; stdout holds nothing else', async () => {
  const {
    lines,
    raw: text,
    code,
  } = await converse(
    [
      ...HELLO,
      'not json',
      '[]',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"call_tool","arguments":{"server":"raw","tool":"odd"}}}',
      '{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"call_tool","arguments":{"server":"raw","tool":"line","arguments":{"2":9007199254740993,"1":1.0}}}}',
      `{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"x":"${'x'.repeat(1024 * 1024 + 8192)}"}}`,
      `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"decide","arguments":${'['.repeat(257)}${']'.repeat(257)}}}`,
      '{"jsonrpc":"2.0","id":"twice","method":"tools/call","params":{"name":"decide","arguments":{"state":1,"state":2}}}',
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"decide","arguments":{"state":"x","questions":{}}}}',
    ],
    COMMAND.args,
  );
  const answer = (id: unknown): any => lines.find((line) => line.id === id);
  assert.is(code, 0);
  assert.equal(
    lines.filter((line) => line.id === null).map((line) => line.error.code),
    [-32700, -32600],
  );
  assert.is(answer(0).result.serverInfo.name, 'evident');
  assert.ok(
    text.includes('"n":12345678901234567890.10') && text.includes('"alpha":-0'),
    'numbers come back as they were sent',
  );
  assert.ok(answer('two').result.content[0].text.includes('"arguments":{"2":9007199254740993,"1":1.0}'));
  for (const id of [3, 'deep', 'twice']) assert.is(answer(id).error.code, -32600);
  assert.is(answer(4).result.isError, true);
});

test('a message has at most a mebibyte and an envelope, and arguments 256 levels', async () => {
  const line = (id: number, bytes: number): string => {
    const empty = `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"x":""}}`;
    return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
  };
  // The arguments are the first level.
  const nested = (id: number, levels: number): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"run_script","arguments":{"script":"1","input":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}}}`;
  const { lines } = await converse(
    [...HELLO, line(1, 1024 * 1024 + 4096), line(2, 1024 * 1024 + 4097), nested(3, 256), nested(4, 257)],
    ALONE,
  );
  const answer = (id: number): any => lines.find((one) => one.id === id);
  assert.ok(answer(1).result.tools.length > 0);
  assert.match(answer(2).error.message, 'longer than 1052672 bytes');
  assert.is(answer(3).result.structuredContent.output, 1);
  assert.is(answer(4).error.code, -32600);
});

test('SIGTERM ends it as well', async () => {
  // Without upstreams: they may take longer to end on a busy machine than the process waits for, and test/mcp-process sees to them.
  const { lines, code } = await converse(HELLO, ALONE, false);
  assert.is(lines.length, 1);
  assert.is(code, 0);
});

test.run();
