// The registry against a real server over every transport, and against servers that are down, silent, or broken.
// It is longer than other files because it holds all cases of one subject.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { openStore } from '../server/store/sqlite.ts';
import {
  body,
  call,
  everything,
  failure,
  fixture,
  freePort,
  raw,
  servers,
  startEverything,
  startModern,
  startRegistry,
} from './support/mcp.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const LOCAL = { allowHosts: ['127.0.0.1'] };
const folder = mkdtempSync(join(tmpdir(), 'evident-mcp-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

test('over stdio: lists, calls, keeps structured content, and shows no secret of ours', async () => {
  const registry = startRegistry({ operatorServers: servers({ ev: { ...everything(), env: { VISIBLE: 'yes' } } }) });
  try {
    const sum = await call(registry, { server: 'ev', tool: 'get-sum', arguments: { a: 2, b: 3 } });
    assert.is(sum['outcome'], 'ok');
    assert.is(sum['result'].content[0].text, 'The sum of 2 and 3 is 5.');
    const weather = await call(registry, { tool: 'ev__get-structured-content', arguments: { location: 'Chicago' } });
    assert.type(weather['result'].structuredContent.temperature, 'number');
    assert.is(weather['validation'].output, 'valid');
    process.env['EVIDENT_TEST_SECRET'] = 'hidden';
    const env = (await call(registry, { tool: 'get-env' }))['result'].content[0].text as string;
    assert.match(env, /"VISIBLE": "yes"/);
    assert.not.match(env, /EVIDENT_TEST_SECRET/);
    const list = await registry.listTools();
    assert.is(list.tools.length, 13);
    assert.is(list.partial, false);
    assert.equal(
      list.tools.map((tool) => tool.name),
      [...list.tools.map((tool) => tool.name)].sort(),
    );
    const record = await registry.getServer('ev');
    assert.is(record.status, 'ready');
    assert.is(record.server_info?.name, 'mcp-servers/everything');
    assert.equal(record.env, ['VISIBLE']);
  } finally {
    await registry.close();
  }
});

for (const [transport, path] of [
  ['streamableHttp', 'mcp'],
  ['sse', 'sse'],
] as const) {
  test(`over ${transport}: registers, lists, calls, reports the time-out`, async () => {
    const upstream = await startEverything(transport);
    const registry = startRegistry(LOCAL);
    try {
      const config = {
        name: 'ev',
        type: transport === 'sse' ? 'sse' : 'streamable-http',
        url: `http://127.0.0.1:${upstream.port}/${path}`,
      };
      const reply = await registry.registerServer(body(config), { verify: true });
      assert.is(reply.status, 201);
      const sum = await call(registry, { server: 'ev', tool: 'get-sum', arguments: { a: 2, b: 3 } });
      assert.is(sum['result'].content[0].text, 'The sum of 2 and 3 is 5.');
      assert.is(sum['protocol_era'], 'legacy');
      const late = await failure(
        registry.callTool(
          body({
            server: 'ev',
            tool: 'trigger-long-running-operation',
            arguments: { duration: 5, steps: 1 },
            timeout_ms: 200,
          }),
        ),
      );
      assert.is(late.code, 'upstream_timeout');
      assert.match(late.message, /ev did not answer within 200 ms/);
      const warnings = (await registry.getServer('ev')).warnings;
      assert.equal(warnings, transport === 'sse' ? ['sse_deprecated', 'http_plaintext'] : ['http_plaintext']);
    } finally {
      await registry.close();
      await upstream.stop();
    }
  });
}

test('in the modern era, over both transports: the era is remembered, and input_required comes back as an outcome', async () => {
  const upstream = await startModern();
  const registry = startRegistry({
    ...LOCAL,
    operatorServers: servers({ local: { command: process.execPath, args: [fixture('modern-mcp-server')] } }),
  });
  try {
    await registry.registerServer(body({ name: 'remote', url: `http://127.0.0.1:${upstream.port}/mcp` }));
    for (const server of ['local', 'remote']) {
      const echoed = await call(registry, { server, tool: 'echo', arguments: { x: 1 } });
      assert.is(echoed['protocol_era'], 'modern', server);
      assert.equal(JSON.parse(echoed['result'].content[0].text).arguments, { x: 1 });
      const asked = await call(registry, { server, tool: 'ask' });
      assert.is(asked['outcome'], 'input_required');
      assert.is(asked['result'].requestState, 'state-1');
      assert.is(asked['result'].inputRequests.who.params.message, 'Who?');
      const responses = { who: { action: 'accept', content: { name: 'Ada' } } };
      const answered = await call(registry, {
        server,
        tool: 'ask',
        input_responses: responses,
        request_state: 'state-1',
      });
      assert.is(answered['outcome'], 'ok');
      assert.is(JSON.parse(answered['result'].content[0].text).state, 'state-1');
      assert.is((await registry.getServer(server)).protocol.era, 'modern');
    }
  } finally {
    await registry.close();
    await upstream.stop();
  }
});

test('a remote server that takes longer for its first answer than a local one may, as one that starts cold, is waited for', async () => {
  const upstream = await startModern();
  let isCold = true;
  const cold = createHttpServer((incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const pass = (): void => {
      const inner = request({ port: upstream.port, method, headers, path }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(inner);
    };
    setTimeout(pass, isCold ? 3_500 : 0);
    isCold = false;
  }).listen(0, '127.0.0.1');
  await once(cold, 'listening');
  const registry = startRegistry(LOCAL);
  try {
    const { port } = cold.address() as AddressInfo;
    const config = { name: 'cold', url: `http://127.0.0.1:${port}/mcp` };
    assert.is((await registry.registerServer(body(config), { verify: true })).status, 201);
    assert.is((await registry.getServer('cold')).protocol.era, 'modern');
  } finally {
    await registry.close();
    await upstream.stop();
    cold.close();
  }
});

test('a server of the modern era that starts more slowly than its probe may take is asked again, and not taken for an old one', async () => {
  const start = `setTimeout(() => import(${JSON.stringify(pathToFileURL(fixture('modern-mcp-server')).href)}), 3_500)`;
  const registry = startRegistry({
    operatorServers: servers({ slow: { command: process.execPath, args: ['-e', start] } }),
  });
  try {
    const asked = await call(registry, { server: 'slow', tool: 'ask' });
    assert.is(asked['outcome'], 'input_required');
    assert.is((await registry.getServer('slow')).protocol.era, 'modern');
  } finally {
    await registry.close();
  }
});

test('a result arrives as sent: unknown fields, order, and numbers as written; so do arguments', async () => {
  const registry = startRegistry({ operatorServers: servers({ raw: raw() }) });
  try {
    const odd = await registry.callTool(body({ server: 'raw', tool: 'odd' }));
    assert.is(
      writeJson(odd.result),
      '{"zulu":1.0,"content":[{"type":"hologram","10":1,"2":2,"n":12345678901234567890.10}],"_meta":{"x":null},"alpha":-0}',
    );
    const request = parseJson(
      Buffer.from('{"server":"raw","tool":"line","arguments":{"2":9007199254740993,"1":1.0,"__proto__":-0}}'),
    );
    const line = JSON.parse(writeJson((await registry.callTool(request)).result)).content[0].text as string;
    assert.ok(line.includes('"arguments":{"2":9007199254740993,"1":1.0,"__proto__":-0}'), line);
  } finally {
    await registry.close();
  }
});

test('every failure of an upstream has its code, and one broken call harms no other', async () => {
  let hanging = 0;
  const registry = startRegistry({
    operatorServers: servers({ raw: raw({}, { limits: { response_bytes: 100_000 } }) }),
    onStderr: (_, text) => {
      hanging += text.split('hanging').length - 1;
    },
  });
  try {
    const failed = await call(registry, { server: 'raw', tool: 'error' });
    assert.is(failed['outcome'], 'tool_error');
    assert.is(failed['is_error'], true);
    const late = failure(registry.callTool(body({ server: 'raw', tool: 'hang', timeout_ms: 1500 })));
    const refused = await failure(registry.callTool(body({ server: 'raw', tool: 'refuse' })));
    assert.is(refused.code, 'upstream_error');
    assert.equal(refused.details.upstream, { code: -31999, message: 'refused', data: { why: 1 } });
    const big = await failure(registry.callTool(body({ server: 'raw', tool: 'big' })));
    assert.equal(
      [big.code, big.message, big.details.response_bytes],
      [
        'upstream_response_too_large',
        'the answer of raw is larger than its limit of 100000 bytes (limits.response_bytes)',
        100_000,
      ],
    );
    const twice = await call(registry, { server: 'raw', tool: 'duplicate' });
    assert.equal([twice['outcome'], twice['result']._meta], ['ok', { 'evident/raw': 'duplicate-key' }]);
    assert.match(twice['result'].content[0].text, /"result":\{"content":\[\],"content":\[\]\}/);
    assert.is((await call(registry, { server: 'raw', tool: 'line' }))['outcome'], 'ok');
    assert.is((await late).code, 'upstream_timeout');
    assert.is((await registry.getServer('raw')).restarts, 0);
    const gone = new AbortController();
    const abandoned = failure(registry.callTool(body({ server: 'raw', tool: 'hang' }), { signal: gone.signal }));
    await until(() => hanging === 2);
    gone.abort();
    assert.is((await abandoned).code, 'client_closed');
  } finally {
    await registry.close();
  }
});

test('a tool that ends its process, however often it is called, leaves a server that comes back by itself', async () => {
  const registry = startRegistry({ operatorServers: servers({ raw: raw() }) });
  try {
    const codes: string[] = [];
    for (let n = 0; n < 6; n += 1)
      codes.push((await failure(registry.callTool(body({ server: 'raw', tool: 'crash' })))).code);
    assert.ok(codes.includes('upstream_closed'));
    const { status, next_retry_at: retry } = await registry.getServer('raw');
    assert.ok(['restarting', 'ready'].includes(status), status);
    assert.ok(status === 'ready' || retry !== null);
    await until(async () => (await registry.getServer('raw')).status === 'ready');
    assert.is((await call(registry, { server: 'raw', tool: 'line' }))['outcome'], 'ok');
  } finally {
    await registry.close();
  }
});

test('a tool that nobody has is told soon, also beside a server that hangs', async () => {
  const registry = startRegistry({
    operatorServers: servers({
      raw: raw(),
      mute: raw({ FIXTURE_MODE: 'silent' }, { timeouts: { connect_ms: 3_600_000 } }),
    }),
  });
  try {
    await until(async () => (await registry.getServer('raw')).status === 'ready');
    // It would not return within the watchdog of the test if it waited for the connection.
    assert.is((await failure(registry.callTool(body({ tool: 'nobody-has-this' })))).code, 'tool_not_found');
    assert.is((await call(registry, { tool: 'line' }))['server'], 'raw');
  } finally {
    await registry.close();
  }
});

test('a server that crashes fails the call in flight once, and the next call finds it restarted', async () => {
  const registry = startRegistry({ operatorServers: servers({ raw: raw() }) });
  try {
    assert.is((await failure(registry.callTool(body({ server: 'raw', tool: 'crash' })))).code, 'upstream_closed');
    assert.is((await call(registry, { server: 'raw', tool: 'line' }))['outcome'], 'ok');
    assert.is((await registry.getServer('raw')).restarts, 1);
  } finally {
    await registry.close();
  }
});

test('an upstream that is down delays and hides nobody: registered, listed as unreachable, and fails fast', async () => {
  const port = await freePort();
  const registry = startRegistry({ ...LOCAL, operatorServers: servers({ raw: raw() }) });
  try {
    assert.is((await registry.registerServer(body({ name: 'down', url: `http://127.0.0.1:${port}/mcp` }))).status, 201);
    await until(async () => (await registry.getServer('down')).status === 'unreachable');
    const record = await registry.getServer('down');
    assert.match(String(record.status_reason), /nothing listens there/);
    assert.type(record.next_retry_at, 'string');
    await until(async () => (await registry.getServer('raw')).status === 'ready');
    const list = await registry.listTools();
    assert.is(list.partial, true);
    assert.equal(
      list.servers.map(({ name, outcome }) => [name, outcome]),
      [
        ['down', 'upstream_unavailable'],
        ['raw', 'ok'],
      ],
    );
    const lost = await failure(registry.callTool(body({ server: 'down', tool: 'x' })));
    assert.is(lost.code, 'upstream_unavailable');
    assert.ok((lost.retryAfterMs ?? 0) > 0);
    // That the next failure is known in advance, and nobody is asked, the supervisor's tests show on a clock of their own.
    assert.is((await failure(registry.callTool(body({ server: 'down', tool: 'x' })))).code, 'upstream_unavailable');
    const refused = await failure(
      registry.registerServer(body({ name: 'other', url: `http://127.0.0.1:${port}/mcp` }), { verify: true }),
    );
    assert.is(refused.code, 'upstream_unavailable');
    assert.is((await failure(registry.getServer('other'))).code, 'server_not_found');
  } finally {
    await registry.close();
  }
});

test('an upstream that accepts and never answers ends in a time-out that names it', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const registry = startRegistry({
    ...LOCAL,
    operatorServers: servers({ mute: raw({ FIXTURE_MODE: 'silent' }, { timeouts: { connect_ms: 400 } }) }),
  });
  try {
    const config = { name: 'silent', url: `http://127.0.0.1:${port}/mcp`, timeouts: { connect_ms: 400 } };
    const works = [
      registry.registerServer(body(config), { verify: true }),
      registry.callTool(body({ server: 'mute', tool: 'line' })),
    ];
    for (const late of await Promise.all(works.map(failure))) {
      assert.is(late.code, 'upstream_timeout');
      assert.match(late.message, /^(silent|mute) did not answer within 400 ms \(connect\)$/);
    }
  } finally {
    await registry.close();
    silent.close();
  }
});

test('closing does not wait for an upstream that does not answer, nor for a registration that waits for one', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  // Who waits for an answer waits for as long as may be said here, and that is longer than any test takes.
  const patient = { timeouts: { connect_ms: 300_000 } };
  const registry = startRegistry({
    ...LOCAL,
    operatorServers: servers({ mute: raw({ FIXTURE_MODE: 'silent' }, patient) }),
  });
  const waiting = failure(
    registry.registerServer(body({ name: 'silent', url: `http://127.0.0.1:${port}/mcp`, ...patient }), {
      verify: true,
    }),
  );
  await once(silent, 'connection');
  await registry.close();
  silent.close();
  const { code, message } = await waiting;
  assert.equal([code, message], ['upstream_unavailable', 'silent cannot be reached: it is being stopped']);
});

test('an upstream that comes back is found by the next call; its lost session is not a lost server', async () => {
  const first = await startEverything('streamableHttp');
  let laterMs = 0;
  const registry = startRegistry({ ...LOCAL, now: () => Date.now() + laterMs });
  let second: Awaited<ReturnType<typeof startEverything>> | undefined;
  try {
    await registry.registerServer(body({ name: 'ev', url: `http://127.0.0.1:${first.port}/mcp` }), { verify: true });
    await first.stop();
    second = await startEverything('streamableHttp', first.port);
    // The session is unknown to the new process: this call fails, and is not repeated behind the caller's back.
    assert.is(
      (await failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } })))).status,
      502,
    );
    assert.is((await call(registry, { server: 'ev', tool: 'echo', arguments: { message: 'x' } }))['outcome'], 'ok');
    await second.stop();
    second = await startEverything('streamableHttp', first.port);
    // When the listing is due anyway, it is the one that finds out, and the call need not fail.
    laterMs = 61_000;
    assert.is((await call(registry, { server: 'ev', tool: 'echo', arguments: { message: 'x' } }))['outcome'], 'ok');
    await second.stop();
    laterMs = 122_000;
    assert.is(
      (await failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } })))).code,
      'upstream_unavailable',
    );
    assert.is((await registry.getServer('ev')).status, 'unreachable');
  } finally {
    await registry.close();
    await first.stop();
    await second?.stop();
  }
});

test('a server that ends on the first unknown message is recognised as an old one', async () => {
  const registry = startRegistry({
    operatorServers: servers({ old: raw({ FIXTURE_MODE: 'exits-on-unknown' }, { protocol: 'auto' }) }),
  });
  try {
    assert.is((await call(registry, { server: 'old', tool: 'line' }))['protocol_era'], 'legacy');
  } finally {
    await registry.close();
  }
});

test('registration is idempotent by name; a difference is a conflict unless it is meant', async () => {
  const registry = startRegistry(LOCAL);
  const url = 'http://127.0.0.1:9/mcp';
  try {
    assert.is((await registry.registerServer(body({ name: 'a', url }))).status, 201);
    // Another way to write the same.
    assert.is(
      (await registry.registerServer(body({ mcpServers: { a: { type: 'streamableHttp', url, tags: [] } } }))).status,
      200,
    );
    assert.is((await failure(registry.registerServer(body({ name: 'a', url: `${url}2` })))).code, 'name_conflict');
    const replaced = await registry.registerServer(body({ name: 'a', url: `${url}2` }), { replace: true });
    assert.is(replaced.status, 201);
    assert.is((await registry.getServer('a')).revision, 2);
    // All or none.
    assert.is(
      (await failure(registry.registerServer(body({ mcpServers: { b: { url }, c: { command: 'ls' } } })))).code,
      'stdio_disabled',
    );
    assert.is((await registry.listServers()).servers.length, 1);
    assert.equal(await registry.deleteServer('a'), { name: 'a', deleted: true });
    assert.is((await failure(registry.deleteServer('a'))).code, 'server_not_found');
  } finally {
    await registry.close();
  }
});

test('a call without a server goes to the only server that ever had the tool, even when that one is down', async () => {
  const registry = startRegistry({
    operatorServers: servers({ one: raw(), two: raw({}, { tools: { deny: ['o*'] } }) }),
  });
  try {
    await until(async () => !(await registry.listTools()).partial);
    const ambiguous = await failure(registry.callTool(body({ tool: 'line' })));
    assert.is(ambiguous.code, 'tool_ambiguous');
    assert.equal(ambiguous.details.candidates, [
      { server: 'one', tool: 'line' },
      { server: 'two', tool: 'line' },
    ]);
    // A hidden tool is no candidate.
    assert.is((await call(registry, { tool: 'odd' }))['server'], 'one');
    assert.is((await failure(registry.callTool(body({ server: 'two', tool: 'odd' })))).code, 'tool_not_allowed');
    assert.is((await call(registry, { tool: 'two__line' }))['server'], 'two');
    const elsewhere = await failure(registry.callTool(body({ server: 'one', tool: 'two__line' })));
    assert.is(elsewhere.code, 'tool_server_mismatch');
    assert.is((await failure(registry.callTool(body({ tool: 'nothing' })))).code, 'tool_not_found');
    assert.is((await failure(registry.callTool(body({ server: 'nobody', tool: 'line' })))).code, 'server_not_found');
  } finally {
    await registry.close();
  }
});

test("an outage does not redirect a call: the known tool of a server that is down is that server's failure", async () => {
  const path = join(folder, 'outage.db');
  const upstream = await startEverything('streamableHttp');
  const first = startRegistry({ ...LOCAL, store: openStore(path) });
  await first.registerServer(body({ name: 'ev', url: `http://127.0.0.1:${upstream.port}/mcp` }), { verify: true });
  await first.close();
  await upstream.stop();
  // A restart later, with the upstream gone.
  const second = startRegistry({ ...LOCAL, store: openStore(path), operatorServers: servers({ raw: raw() }) });
  try {
    const lost = await failure(second.callTool(body({ tool: 'echo', arguments: { message: 'x' } })));
    assert.is(lost.code, 'upstream_unavailable');
    assert.is(lost.details.server, 'ev');
    const shown = (await second.listTools({ server: 'ev' })).tools;
    assert.is(shown.length, 13);
    assert.ok(shown.every((tool) => !tool.available && tool.status === 'approved'));
    assert.is((await second.getServer('ev')).protocol.era, 'legacy');
  } finally {
    await second.close();
  }
});

test('arguments are checked against the schema before anything is sent', async () => {
  const registry = startRegistry({ operatorServers: servers({ ev: everything() }) });
  try {
    const wrong = await failure(
      registry.callTool(body({ server: 'ev', tool: 'get-sum', arguments: { a: '2', b: 3 } })),
    );
    assert.is(wrong.code, 'invalid_arguments');
    assert.is(wrong.status, 422);
    assert.equal(
      wrong.details.errors.map((error: { path: string; keyword: string }) => [error.path, error.keyword]),
      [['/a', 'type']],
    );
    assert.is(
      (await failure(registry.callTool(body({ server: 'ev', tool: 'get-sum', arguments: { a: 2 } })))).code,
      'invalid_arguments',
    );
    assert.is(
      (await failure(registry.callTool(body({ server: 'ev', tool: 'get-sum', arguments: [1] })))).code,
      'invalid_arguments',
    );
    // null means no arguments.
    assert.is(
      (await call(registry, { server: 'ev', tool: 'get-tiny-image', arguments: null }))['result'].content[1].type,
      'image',
    );
    for (const [bad, param] of [
      [{ tool: 1 }, 'tool'],
      [{ tool: 'x', more: 1 }, 'more'],
      [{ tool: 'x', timeout_ms: 0 }, 'timeout_ms'],
      [{ tool: 'x', timeout_ms: 3_600_001 }, 'timeout_ms'],
    ]) {
      assert.match((await failure(registry.callTool(body(bad)))).message, new RegExp(`^${String(param)}`));
    }
  } finally {
    await registry.close();
  }
});

test('a server takes so many calls at once, so many may wait, and the next is told to come back', async () => {
  const registry = startRegistry({
    operatorServers: servers({ raw: raw({}, { limits: { concurrency: 1, queue: 1 }, timeouts: { call_ms: 2500 } }) }),
  });
  try {
    await call(registry, { server: 'raw', tool: 'line' });
    const running = failure(registry.callTool(body({ server: 'raw', tool: 'hang' })));
    const waiting = call(registry, { server: 'raw', tool: 'line' });
    const busy = await failure(registry.callTool(body({ server: 'raw', tool: 'line' })));
    assert.is(busy.code, 'server_busy');
    assert.is(busy.status, 429);
    assert.is((await running).code, 'upstream_timeout');
    assert.is((await waiting)['outcome'], 'ok');
  } finally {
    await registry.close();
  }
});

test("the operator's servers follow the operator's file, and belong to it", async () => {
  const path = join(folder, 'operator.db');
  const first = startRegistry({
    store: openStore(path),
    operatorServers: servers({ a: { ...raw(), enabled: false }, b: { ...raw(), disabled: true } }),
  });
  assert.is((await failure(first.deleteServer('a'))).code, 'name_conflict');
  assert.is((await failure(first.callTool(body({ server: 'a', tool: 'line' })))).code, 'server_disabled');
  await first.close();
  const second = startRegistry({
    store: openStore(path),
    operatorServers: servers({ b: { ...raw(), disabled: true } }),
  });
  assert.equal(
    (await second.listServers()).servers.map((server) => server.name),
    ['b'],
  );
  await second.close();
});

test.run();
