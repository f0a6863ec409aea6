// The guard: no upstream URL, name or redirect leads inside; no secret leaves; no strange schema costs us anything.
// It is longer than other files because it holds all cases of one subject.

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import type { ServiceError } from '../server/errors.ts';
import { CALL_TIMEOUT_MAX_MS, readCallRequest } from '../server/mcp/call.ts';
import { readMcpConfig, readSecretFlags } from '../server/mcp/config.ts';
import { checkConformance, STEPS_MAX, STEPS_MAX_AFTER } from '../server/mcp/conformance.ts';
import { createFetch, ResponseTooLargeError } from '../server/mcp/fetch.ts';
import { checkUrl, guardedLookup, isPublic } from '../server/mcp/guard.ts';
import { readRegistration } from '../server/mcp/registration.ts';
import { resolveReferences } from '../server/secrets.ts';
import { body, call, failure, raw, servers, startRegistry } from './support/mcp.ts';
import { test } from './support/test.ts';

const NOBODY = { allowHosts: new Set<string>() };
const folder = mkdtempSync(join(tmpdir(), 'evident-guard-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const INTERNAL = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:169.254.169.254]',
  '[::ffff:7f00:1]',
  '169.254.169.254',
  '100.100.100.200',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '0.0.0.0',
  '[64:ff9b::a9fe:a9fe]',
  '192.0.0.192',
  '[::127.0.0.1]',
  '[::10.0.0.1]',
  '[::8.8.8.8]',
  '[2002:a9fe:a9fe::]',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '①②⑦.⓪.⓪.①',
];

for (const host of INTERNAL) {
  test(`no way in: ${host}`, async () => {
    for (const scheme of ['https', 'http']) {
      assert.is(checkUrl(new URL(`${scheme}://${host}/mcp`), NOBODY)?.kind, 'address');
    }
  });
}

test('what is admitted: public https, and what the operator names, with or without port', () => {
  assert.is(checkUrl(new URL('https://8.8.8.8/mcp'), NOBODY), null);
  assert.is(checkUrl(new URL('https://example.com/mcp'), NOBODY), null);
  assert.is(checkUrl(new URL('http://example.com/mcp'), NOBODY)?.kind, 'scheme');
  assert.is(checkUrl(new URL('ftp://example.com/'), NOBODY)?.kind, 'scheme');
  assert.is(checkUrl(new URL('https://user:pass@example.com/'), NOBODY)?.kind, 'credentials');
  const policy = { allowHosts: new Set(['localhost', '10.0.0.1:8080', '::1']) };
  assert.is(checkUrl(new URL('http://localhost:9/'), policy), null);
  assert.is(checkUrl(new URL('http://10.0.0.1:8080/'), policy), null);
  assert.is(checkUrl(new URL('http://10.0.0.1:8081/'), policy)?.kind, 'address');
  assert.is(checkUrl(new URL('http://[::1]/'), policy), null);
  assert.is(checkUrl(new URL('http://user@localhost/'), policy)?.kind, 'credentials');
  assert.ok(isPublic('8.8.8.8') && !isPublic('::ffff:10.0.0.1'));
});

test('a name that leads inside is refused when it is looked up', async () => {
  const error = await new Promise<Error | null>((resolve) => {
    guardedLookup('localhost', { all: true }, (failed) => resolve(failed));
  });
  assert.match(String(error), /not public/);
});

test('a name that leads inside is refused on the way to the connection, and the record says so', async () => {
  // This machine's own name: neither an address nor `localhost`, and it leads here.
  const registry = startRegistry();
  try {
    const config = { name: 'x', url: `https://${hostname()}:8443/mcp` };
    const refused = await failure(registry.registerServer(body(config), { verify: true }));
    assert.is(refused.code, 'ssrf_blocked');
    await registry.registerServer(body(config));
    assert.is((await failure(registry.callTool(body({ server: 'x', tool: 'y' })))).code, 'ssrf_blocked');
    assert.is((await registry.getServer('x')).last_error?.code, 'ssrf_blocked');
  } finally {
    await registry.close();
  }
});

async function listen(handler: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, server };
}

test('fetch: refuses by itself, follows no redirect, and counts what it reads', async () => {
  let inside = 0;
  const target = await listen((_, response) => {
    inside += 1;
    response.end('secret');
  });
  const source = await listen((request, response) => {
    if (request.url === '/redirect') response.writeHead(307, { location: target.url }).end();
    else if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let event = 0; event < 50; event += 1) response.write(`data: ${'x'.repeat(50)}\r\n\r\n`);
      response.end();
    } else
      response
        .writeHead(200, { 'content-type': request.url === '/event' ? 'text/event-stream' : 'application/json' })
        .end('y'.repeat(request.url === '/fits' ? 100 : 101));
  });
  const policy = { allowHosts: new Set([new URL(source.url).host]) };
  const upstream = createFetch({
    policy,
    connectTimeoutMs: 1000,
    messageBytesMax: 100,
    onTooLarge: () => {},
    onRaw: () => {},
  });
  try {
    assert.is((await upstream.fetch(new URL('redirect', source.url))).status, 307);
    assert.is(inside, 0);
    let refused: unknown;
    await upstream.fetch(new URL(target.url)).catch((error: unknown) => {
      refused = error;
    });
    assert.match(String(refused), /not public/);
    assert.is(inside, 0);
    assert.is((await (await upstream.fetch(new URL('fits', source.url))).text()).length, 100);
    // Many small events may be any length together.
    assert.ok((await (await upstream.fetch(new URL('events', source.url))).text()).length > 2500);
    for (const path of ['over', 'event']) {
      let tooLarge: unknown;
      await (await upstream.fetch(new URL(path, source.url))).text().catch((error: unknown) => {
        tooLarge = error;
      });
      assert.instance(tooLarge, ResponseTooLargeError, path);
    }
  } finally {
    await upstream.close();
    target.server.close();
    source.server.close();
  }
});

test('fetch: leaves no listener on the signal of its caller', async () => {
  const { url, server } = await listen((_, response) => response.end('ok'));
  const upstream = createFetch({
    policy: { allowHosts: new Set(['127.0.0.1']) },
    connectTimeoutMs: 1000,
    messageBytesMax: 100,
    onTooLarge: () => {},
    onRaw: () => {},
  });
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  }) as typeof add;
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  }) as typeof remove;
  try {
    for (let round = 0; round < 20; round += 1) await (await upstream.fetch(new URL(url), { signal })).text();
    assert.is(listeners, 0);
  } finally {
    await upstream.close();
    server.close();
  }
});

test('registration over HTTP: internal URLs, local commands and foreign secrets are refused, and nothing is stored', async () => {
  const templates = servers({ ok: { command: '/bin/true', args: ['-x'], env: { KEY: '${env:KEY}' } } });
  const secrets = readSecretFlags(['API=env:EVIDENT_TEST_API@api.example.com', 'LOCAL=file:/etc/hostname']);
  const registry = startRegistry({ stdioTemplates: templates, secrets });
  const header = (value: string, url = 'https://api.example.com/mcp') => ({
    name: 'x',
    url,
    headers: { Authorization: value },
  });
  const CASES: readonly (readonly [unknown, string])[] = [
    [{ name: 'x', url: 'http://169.254.169.254/latest' }, 'ssrf_blocked'],
    [{ name: 'x', url: 'not a url' }, 'invalid_server'],
    [{ name: 'x', url: 'https://u:p@example.com/' }, 'invalid_server'],
    [{ name: 'x', command: 'npx', args: ['-c', 'id'] }, 'stdio_disabled'],
    [{ name: 'x', command: '/bin/true' }, 'stdio_disabled'],
    [{ name: 'x', command: '/bin/true', args: ['-x', ''] }, 'stdio_disabled'],
    [{ name: 'x', command: '/bin/true', args: ['-x'], env: { LD_PRELOAD: '/tmp/x.so' } }, 'stdio_disabled'],
    [{ name: 'x', command: '/bin/true', args: ['-x'], cwd: '/' }, 'stdio_disabled'],
    [header('Bearer ${env:HOME}'), 'secret_not_allowed'],
    [header('Bearer ${HOME}'), 'secret_not_allowed'],
    [header('Bearer ${HOME:-x}'), 'secret_not_allowed'],
    [header('Bearer ${file:/etc/passwd}'), 'secret_not_allowed'],
    [header('Bearer ${secret:OTHER}'), 'secret_not_allowed'],
    [header('Bearer ${secret:LOCAL}'), 'secret_not_allowed'],
    [header('Bearer ${secret:API}', 'https://evil.example.com/mcp'), 'secret_not_allowed'],
    [header('Bearer ${secret:API}', 'https://api.example.com:8443/mcp'), 'secret_not_allowed'],
    [header('Bearer ${cmd:id}'), 'invalid_server'],
    [header('x\r\ny: z'), 'invalid_server'],
    [{ name: 'x', url: 'https://api.example.com/${secret:API}' }, 'secret_not_allowed'],
    [{ name: 'x', url: 'https://a.example/', headers: { Host: 'b' } }, 'invalid_server'],
    [{ name: 'x', url: 'https://a.example/', headers: { 'Mcp-Session-Id': 'b' } }, 'invalid_server'],
  ];
  try {
    for (const [request, code] of CASES)
      assert.is((await failure(registry.registerServer(body(request)))).code, code, JSON.stringify(request));
    assert.equal((await registry.listServers()).servers, []);
    // The exact template, and the secret where it belongs.
    assert.is((await registry.registerServer(body({ name: 't', command: '/bin/true', args: ['-x'] }))).status, 201);
    process.env['EVIDENT_TEST_API'] = 'planted-secret';
    const shown = await registry.registerServer(body({ ...header('Bearer ${secret:API}'), enabled: false }));
    assert.is(shown.status, 201);
    assert.not.match(writeJson(shown), /planted-secret|Bearer|secret:API/);
  } finally {
    await registry.close();
  }
});

test('a secret reaches the host it is listed for, and no answer of ours', async () => {
  const seen: string[] = [];
  const { url, server } = await listen((request, response) => {
    seen.push(String(request.headers.authorization));
    response.writeHead(401).end('planted-in-body');
  });
  const host = new URL(url).host;
  process.env['EVIDENT_TEST_PLANTED'] = 'planted-secret';
  const registry = startRegistry({
    allowHosts: [host],
    secrets: readSecretFlags([`TOKEN=env:EVIDENT_TEST_PLANTED@${host}`]),
  });
  try {
    const refused = await failure(
      registry.registerServer(body({ name: 'x', url, headers: { Authorization: 'Bearer ${secret:TOKEN}' } }), {
        verify: true,
      }),
    );
    assert.equal([...new Set(seen)], ['Bearer planted-secret']);
    assert.is(refused.code, 'upstream_unavailable');
    assert.is(refused.details.http_status, 401);
    assert.not.match(writeJson({ message: refused.message, details: refused.details }), /planted/);
    await registry.registerServer(body({ name: 'x', url, headers: { Authorization: 'Bearer ${secret:TOKEN}' } }));
    await failure(registry.callTool(body({ server: 'x', tool: 'y' })));
    const record = await registry.getServer('x');
    assert.is(record.status, 'auth_required');
    assert.not.match(writeJson(record), /planted/);
  } finally {
    await registry.close();
    server.close();
  }
});

test("the operator's file: references of every kind, and messages that name the place", async () => {
  const path = join(folder, 'mcp.json');
  const token = join(folder, 'token');
  writeFileSync(token, 'from-file\n');
  process.env['EVIDENT_TEST_VARIABLE'] = 'from-env';
  const policy = { origin: 'operator', listed: new Map(), host: null } as const;
  assert.is(resolveReferences(`a ${'${env:EVIDENT_TEST_VARIABLE}'} b`, policy), 'a from-env b');
  assert.is(
    resolveReferences('${EVIDENT_TEST_VARIABLE}${EVIDENT_TEST_NONE:-x:-y}${EVIDENT_TEST_NONE:-}', policy),
    'from-envx:-y',
  );
  assert.is(resolveReferences(`\${file:${token}}`, policy), 'from-file');
  assert.throws(() => resolveReferences('${EVIDENT_TEST_NONE}', policy), /not available/);
  writeFileSync(
    path,
    JSON.stringify({
      mcpServers: { a: raw({ GIVEN: '${env:EVIDENT_TEST_VARIABLE}' }) },
      stdioTemplates: { t: { command: 'x' } },
    }),
  );
  const { servers: configs, stdioTemplates } = await readMcpConfig(path);
  assert.is(stdioTemplates[0]?.command, 'x');
  const registry = startRegistry({ operatorServers: configs });
  try {
    assert.is((await call(registry, { server: 'a', tool: 'line' }))['outcome'], 'ok');
  } finally {
    await registry.close();
  }
  for (const [text, message] of [
    ['{"mcpServers":{"a":{}}}', /needs a command or a url/],
    ['{"mcpServers":{"a":{"command":"x","url":"https://x"}}}', /not both/],
    ['{"mcpServers":{"a":{"command":"x","comand":"y"}}}', /\/mcpServers\/a\/comand: unknown field/],
    ['{"mcpServers":{"a":{"url":"https://x","args":["y"]}}}', /does not belong/],
    ['{', /mcp\.json: /],
  ] as const) {
    writeFileSync(path, text);
    assert.match(await readMcpConfig(path).then(String, (error: Error) => error.message), message);
  }
  assert.throws(
    () => readSecretFlags(['planted']),
    (error: Error) => !error.message.includes('planted'),
  );
});

test('registration forms: single and several; aliases mean the same; limits at and one past', () => {
  const config = (value: object) => readRegistration(body(value))[0];
  const url = 'https://a.example/mcp';
  assert.equal(config({ name: 'a', url }), config({ mcpServers: { a: { type: 'http', url } } }));
  assert.equal(config({ name: 'a', url }), config({ mcpServers: { a: { type: 'streamable-http', url } } }));
  assert.is(config({ name: 'a'.repeat(32), url })?.name.length, 32);
  assert.throws(() => config({ name: 'a'.repeat(33), url }));
  for (const name of ['', 'A', '-a', 'a-', 'a_b', 'a.b', 'ä'])
    assert.throws(() => config({ name, url }), undefined, name);
  assert.is(config({ name: 'a', url, timeouts: { call_ms: 3_600_000 } })?.timeouts.call_ms, 3_600_000);
  for (const timeouts of [{ call_ms: 3_600_001 }, { call_ms: 0 }, { call_ms: 1.5 }, { call_ms: '1' }, { other: 1 }])
    assert.throws(() => config({ name: 'a', url, timeouts }));
  const many = (count: number) => ({
    mcpServers: Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, { url }])),
  });
  assert.is(readRegistration(body(many(64))).length, 64);
  assert.throws(() => readRegistration(body(many(65))));
  for (const wrong of [null, 1, [], {}, { mcpServers: 1 }, { mcpServers: { a: 1 } }])
    assert.throws(() => readRegistration(body(wrong)));
});

const RECORD_LIMITS: readonly (readonly [
  what: string,
  record: (size: number) => object,
  least: number | null,
  most: number,
])[] = [
  ['concurrency', (concurrency) => ({ limits: { concurrency } }), 1, 256],
  ['queue', (queue) => ({ limits: { queue } }), 0, 4096],
  ['response_bytes', (response_bytes) => ({ limits: { response_bytes } }), 1024, 64 * 1024 * 1024],
  ['connect_ms', (connect_ms) => ({ timeouts: { connect_ms } }), 1, 3_600_000],
  ['max_total_ms', (max_total_ms) => ({ timeouts: { max_total_ms } }), 1, 3_600_000],
  ['characters of a text', (length) => ({ description: 'x'.repeat(length) }), null, 4096],
  ['characters of a text in a list', (length) => ({ tags: ['x'.repeat(length)] }), null, 4096],
  ['characters of a header', (length) => ({ headers: { 'x-a': 'x'.repeat(length) } }), null, 4096],
  ['texts of a list', (length) => ({ tools: { allow: Array.from({ length }, (_, at) => `t${at}`) } }), null, 256],
  [
    'headers',
    (length) => ({ headers: Object.fromEntries(Array.from({ length }, (_, at) => [`x-${at}`, ''])) }),
    null,
    256,
  ],
];

for (const [what, record, least, most] of RECORD_LIMITS) {
  test(`${what} of a record: ${least === null ? '' : `${least} and `}${most} are taken, one ${least === null ? '' : 'less or '}more is not`, () => {
    const accepted = (size: number): boolean => {
      try {
        return readRegistration(body({ name: 'a', url: 'https://a.example/mcp', ...record(size) })).length === 1;
      } catch (error) {
        assert.is((error as ServiceError).code, 'invalid_server');
        return false;
      }
    };
    assert.equal([accepted(most), accepted(most + 1)], [true, false]);
    if (least !== null) assert.equal([accepted(least), accepted(least - 1)], [true, false]);
  });
}

test('a call waits at most an hour', () => {
  const waits = (timeout_ms: number): number | undefined => readCallRequest(body({ tool: 't', timeout_ms })).timeoutMs;
  assert.is(waits(CALL_TIMEOUT_MAX_MS), 3_600_000);
  for (const wrong of [CALL_TIMEOUT_MAX_MS + 1, 0])
    assert.throws(
      () => waits(wrong),
      (error: ServiceError) => error.code === 'invalid_request' && error.message.includes('from 1 to 3600000'),
    );
});

test('a registry holds 256 servers, and says so to the next', async () => {
  const registry = startRegistry();
  try {
    for (let at = 0; at < 256; at += 1)
      await registry.registerServer(body({ name: `s${at}`, url: 'https://a.example/mcp', enabled: false }));
    const refused = await failure(
      registry.registerServer(body({ name: 'more', url: 'https://a.example/mcp', enabled: false })),
    );
    assert.equal([refused.code, refused.message], ['invalid_server', 'there are already 256 servers']);
  } finally {
    await registry.close();
  }
});

test('schemas of strangers: the bound at it and one past, and what is outside is said to be unchecked', () => {
  const kind = (schema: unknown, value: unknown = {}) => checkConformance(body(value), body(schema)).kind;
  const items = (count: number) => Array.from({ length: count }, (_, index) => index);
  // The schema and its keyword are two steps; each item is applied a schema with one keyword.
  assert.is(kind({ items: { type: 'number' } }, items((STEPS_MAX - 2) / 2)), 'valid');
  assert.is(kind({ items: { type: 'number' } }, items((STEPS_MAX - 2) / 2 + 1)), 'skipped');
  assert.is(kind({ allOf: items(50).map(() => ({ maxLength: 1_000_000 })) }, 'x'.repeat(1_000_000)), 'skipped');
  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, level) => [
      `d${level}`,
      { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  );
  for (const schema of [
    { $ref: '#' },
    { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
    { $defs: { ...doubling, d20: {} }, $ref: '#/$defs/d0' },
    { pattern: '(?=a)' },
    { allOf: { a: 1 } },
    { properties: [] },
    { $ref: 7 },
    { properties: { a: { $ref: '#/%' } } },
    { enum: 3 },
    { properties: { a: 1 } },
    { $ref: 'https://example.com/schema' },
    { $ref: '#/nowhere' },
    'text',
    7,
    [],
    { $dynamicRef: '#x' },
    { properties: { a: { $id: 'https://b.example/' } } },
  ])
    assert.is(
      kind(schema, schema instanceof Object && 'pattern' in schema ? 'a' : { a: `${'a'.repeat(50)}!` }),
      'skipped',
      JSON.stringify(schema).slice(0, 80),
    );
  for (const schema of [
    { properties: { a: { pattern: '(a+)+$' } } },
    { properties: { a: { pattern: '^a+$' } } },
    { patternProperties: { '^a$': { pattern: '^a+$' } } },
  ]) {
    assert.is(kind(schema, { a: `${'a'.repeat(5000)}!` }), 'invalid', JSON.stringify(schema));
    assert.is(kind(schema, { a: 'a'.repeat(5000) }), 'valid', JSON.stringify(schema));
  }
  assert.is(kind(true), 'valid');
  assert.is(kind({ type: 'object', properties: { pattern: { type: 'string' } } }, { pattern: 1 }), 'invalid');
  assert.is(kind({ properties: { at: { format: 'date-time' } } }, { at: 'soon' }), 'valid');
  assert.is(kind({ required: ['__proto__'] }, {}), 'invalid');
  assert.is(kind({ required: ['toString'] }, {}), 'invalid');
  assert.is(kind({ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }, [1]), 'invalid');
});

test('a schema that once took all its steps has fewer from then on, enough for what people send', () => {
  const schema = body({ items: { type: 'integer' } });
  const kind = (count: number, item: unknown = 1): string =>
    checkConformance(body(Array(count).fill(item)), schema).kind;
  const most = STEPS_MAX_AFTER / 2 - 1;
  assert.is(kind(STEPS_MAX / 4), 'valid');
  assert.is(kind(STEPS_MAX), 'skipped');
  assert.equal(
    [kind(STEPS_MAX / 4), kind(most + 1), kind(most), kind(3, 'x')],
    ['skipped', 'skipped', 'valid', 'invalid'],
  );
  // Another schema with the same words is not held to account.
  assert.is(checkConformance(body(Array(STEPS_MAX / 4).fill(1)), body({ items: { type: 'integer' } })).kind, 'valid');
});

test.run();
