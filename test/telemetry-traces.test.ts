// Traces: a collector that speaks OTLP over HTTP gets a span for each request, in the caller's trace, with those of what was asked of
// others below it; the trace goes on there; and no span holds anything of what was said.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Config } from '../server/config.ts';
import { readConfig } from '../server/config.ts';
import { raw } from './support/mcp.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { openUpstream, propose, writeUpstreamFile } from './support/upstream.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-traces-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const MCP = join(folder, 'mcp.json');
writeFileSync(MCP, JSON.stringify({ mcpServers: { raw: raw() } }));

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** 2 is a server's, 3 a client's. */
  readonly kind: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Collector {
  readonly url: string;
  /** As they came, in the encoding of OTLP for JSON. */
  readonly texts: string[];
  spans(): readonly Span[];
  resource(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

async function openCollector(status = 200): Promise<Collector> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      if (request.url === '/v1/traces' && status === 200) texts.push(text);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const resources = (): any[] => texts.flatMap((text) => JSON.parse(text).resourceSpans as any[]);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans as any[])
        .flatMap(({ spans }) => spans as any[])
        .map(({ attributes, status: { code }, ...span }) => ({
          ...span,
          isError: code === 2,
          attributes: valuesOf(attributes),
        })),
    resource: () => valuesOf(resources()[0].resource.attributes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function valuesOf(attributes: readonly { readonly key: string; readonly value: object }[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** What a collector has got when the service that was asked has ended. */
async function traced(ask: (server: TestServer) => Promise<void>, changes: Partial<Config> = {}): Promise<Collector> {
  const collector = await openCollector();
  const server = await openServer({ otlp: collector.url, ...changes });
  try {
    await ask(server);
  } finally {
    await server.close();
    await collector.close();
  }
  return collector;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const HEADERS = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
const QUESTIONS = { team: { type: 'choice', criteria: { a: 'Sesame, fruit', b: 'tool' } } };

const post = async (server: TestServer, path: string, body: unknown, headers = {}): Promise<Response> => {
  const answer = await server.post(path, JSON.stringify(body), headers);
  await answer.clone().text();
  return answer;
};

test('a request is a span in the trace of its caller, with what became of it and nothing of what it said', async () => {
  const collector = await traced(async (server) => {
    await post(server, '/v1/systemone', { state: 'Sesame', questions: QUESTIONS }, HEADERS);
    await post(server, '/v1/chat/completions', { messages: [{ role: 'user', content: 'Sesame' }] }, HEADERS);
    await post(server, '/v1/scripts/run', { script: '(/ 1 input)', input: 0 });
    await post(server, '/v1/nowhere', {});
    await (await fetch(`${server.url}/livez`)).text();
    await (await fetch(`${server.url}/metrics`)).text();
  });
  const [decided, chat, fault, unknown, ...others] = collector.spans() as [Span, Span, Span, Span, ...Span[]];
  assert.is(others.length, 0);
  assert.equal(
    [decided.name, decided.kind, decided.traceId, decided.parentSpanId],
    ['POST /v1/systemone', 2, TRACE, PARENT],
  );
  const {
    'evident.request_id': id,
    'http.response.body.size': size,
    'evident.steps': steps,
    ...rest
  } = decided.attributes;
  assert.match(String(id), /^req_/);
  assert.ok(Number(size) > 100 && Number(steps) > 100);
  const bytes = JSON.stringify({ state: 'Sesame', questions: QUESTIONS }).length;
  assert.equal(rest, {
    'http.request.method': 'POST',
    'http.route': '/v1/systemone',
    'http.response.status_code': 200,
    'http.request.body.size': bytes,
    'gen_ai.operation.name': 'decide',
    'gen_ai.provider.name': 'evident',
    'gen_ai.response.model': 'evident-1',
    'gen_ai.usage.input_tokens': Math.ceil(bytes / 4),
    'evident.outcomes.decided': 1,
  });
  assert.equal(
    [chat.traceId, chat.attributes['gen_ai.operation.name'], chat.attributes['evident.outcomes.refused']],
    [TRACE, 'chat', 1],
  );
  assert.equal(
    [fault.isError, fault.attributes['error.type'], fault.attributes['evident.outcomes.fault']],
    [false, 'script_fault', 1],
  );
  assert.ok(fault.traceId !== TRACE && fault.parentSpanId === undefined);
  assert.equal([unknown.name, unknown.attributes['error.type']], ['POST unknown', 'not_found']);
  assert.not.match(collector.texts.join(''), /Sesame|fruit/);
  assert.equal(
    [collector.resource()['service.name'], collector.resource()['service.instance.id']],
    ['evident', 'test'],
  );
});

test('a call of a registered tool is a span below, and the tool server is told of it', async () => {
  const collector = await traced(
    async (server) => {
      const answer = await post(
        server,
        '/v1/mcp/call',
        { server: 'raw', tool: 'line', arguments: { a: 'Sesame' } },
        HEADERS,
      );
      const { result } = (await answer.json()) as { result: { content: { text: string }[] } };
      const { params } = JSON.parse(result.content[0]?.text as string) as { params: { _meta: Record<string, string> } };
      sent = params._meta;
      await post(server, '/v1/mcp/call', { server: 'raw', tool: 'error' });
      const hello = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'line', arguments: {} } };
      const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
      await post(server, '/mcp/raw', hello, { ...HEADERS, ...accept });
    },
    { mcpConfig: MCP },
  );
  const spans = collector.spans();
  const calls = spans.filter(({ kind }) => kind === 3);
  const below = ({ parentSpanId }: Span): Span | undefined => spans.find(({ spanId }) => spanId === parentSpanId);
  const [line, error, relayed] = calls as [Span, Span, Span];
  assert.equal([line.name, line.traceId, below(line)?.name], ['tools/call line', TRACE, 'POST /v1/mcp/call']);
  assert.equal(line.attributes, {
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': '2025-11-25',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'line',
    'network.transport': 'pipe',
    'evident.server': 'raw',
  });
  assert.equal([sent['traceparent'], sent['tracestate']], [`00-${TRACE}-${line.spanId}-01`, 'vendor=1']);
  assert.equal([error.isError, error.attributes['error.type']], [true, 'tool_error']);
  assert.equal([relayed.traceId, below(relayed)?.attributes['mcp.method.name']], [TRACE, 'tools/call']);
  assert.equal([below(relayed)?.name, below(relayed)?.attributes['gen_ai.tool.name']], ['POST /mcp/{server}', 'line']);
  assert.not.match(collector.texts.join(''), /Sesame/);
});

let sent: Record<string, string> = {};

test('an upstream engine gets the trace, and is a span', async () => {
  const upstream = await openUpstream(propose('a', 'an apple'));
  const file = writeUpstreamFile({ name: 'judge', kind: 'openai', url: `${upstream.url}/v1/chat`, model: 'm-1' });
  try {
    const collector = await traced(
      async (server) => {
        await post(server, '/v1/systemone', { state: 'an apple', questions: QUESTIONS }, HEADERS);
      },
      { upstreamConfig: file.path },
    );
    const [asked] = collector.spans().filter(({ kind }) => kind === 3) as [Span];
    assert.equal([asked.name, asked.traceId], ['chat m-1', TRACE]);
    assert.equal(
      [asked.attributes['gen_ai.provider.name'], asked.attributes['gen_ai.request.model']],
      ['judge', 'm-1'],
    );
    assert.is(upstream.seen[0]?.headers['traceparent'], `00-${TRACE}-${asked.spanId}-01`);
  } finally {
    file.remove();
    await upstream.close();
  }
});

test('a trace that is not recorded stays so, and goes on', async () => {
  const quiet = await traced(
    async (server) => {
      const headers = { traceparent: `00-${TRACE}-${PARENT}-00` };
      await post(server, '/v1/scripts/run', { script: '1' }, headers);
      const answer = await post(server, '/v1/mcp/call', { server: 'raw', tool: 'line' }, headers);
      const { result } = (await answer.json()) as { result: { content: { text: string }[] } };
      assert.match(String(result.content[0]?.text), new RegExp(`00-${TRACE}-[0-9a-f]{16}-00`));
    },
    { mcpConfig: MCP },
  );
  assert.equal(quiet.spans(), []);
  const none = await traced((server) => post(server, '/v1/scripts/run', { script: '1' }).then(() => {}), {
    otlpRatio: 0,
  });
  assert.equal(none.spans(), []);
});

test('without a collector nothing is sent along, and one that fails changes no answer', async () => {
  const plain = await openServer({ mcpConfig: MCP });
  const answer = await post(plain, '/v1/mcp/call', { server: 'raw', tool: 'line' }, HEADERS);
  const { result } = (await answer.json()) as { result: { content: { text: string }[] } };
  assert.not.match(String(result.content[0]?.text), /traceparent/);
  await plain.close();
  const refusing = await openCollector(400);
  const server = await openServer({ otlp: refusing.url });
  assert.is((await post(server, '/v1/scripts/run', { script: '1' })).status, 200);
  await server.close();
  await refusing.close();
});

test('settings that cannot be meant are refused', () => {
  const read = (...args: string[]): string | Config => {
    const reading = readConfig(args, {});
    return reading.kind === 'ok' ? reading.config : reading.kind === 'invalid' ? reading.message : '';
  };
  for (const url of ['localhost:4318', 'ftp://a', 'http://user@a', 'http://a?b'])
    assert.match(String(read('--otlp', url)), /^--otlp /);
  for (const ratio of ['1.1', '-1', 'x', ''])
    assert.match(String(read('--otlp', 'http://a', '--otlp-ratio', ratio)), /ratio/);
  assert.match(String(read('--otlp-ratio', '1')), /goes with --otlp/);
  const config = read('--otlp', 'http://a:4318/v1/traces', '--otlp-ratio', '0.25') as Config;
  assert.equal([config.otlp, config.otlpRatio], ['http://a:4318', 0.25]);
});

test.run();
