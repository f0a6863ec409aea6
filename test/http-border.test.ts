// The border of the HTTP server: who may talk, which bodies are read, which paths and methods exist, which ids go out.
// It is longer than other files because it holds all cases of one subject.

import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { inflatingPause } from '../server/http/body.ts';
import { ignoredHeader } from '../server/http/headers.ts';
import { createHttpServer } from '../server/http/server.ts';
import { createTurnstile } from '../server/http/turnstile.ts';
import { createKeys } from '../server/keys.ts';
import { createMcpEndpoint } from '../server/mcp/endpoint.ts';
import { OPENAPI_HEADERS } from '../server/openapi-responses.ts';
import { BODY_BYTES_MAX } from '../server/operation.ts';
import type { Registry } from '../server/services/tools/wire/mcp.ts';
import { openStore } from '../server/store/sqlite.ts';
import { noHttp } from '../server/telemetry/gauges.ts';
import { NO_TRACING } from '../server/telemetry/tracing.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer({ allowHosts: ['evident.internal'], corsOrigins: ['https://ok.example'] });
});
test.after(async () => {
  await server.close();
});

const QUESTION = '{"q":{"type":"choice","criteria":{"yes":"refund","no":"cancel"}}}';
const ASK = `{"state":"I want a refund","questions":${QUESTION}}`;

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(server.url + path, { method, headers });
}

async function body(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

async function codeOf(response: Response): Promise<string> {
  return ((await body(response))['error'] as { readonly code: string }).code;
}

// Host and Origin

for (const [host, status] of [
  ['127.0.0.1', 200],
  ['localhost:1', 200],
  ['LOCALHOST', 200],
  ['[::1]:8787', 200],
  ['a.localhost', 200],
  ['127.1.2.3', 200],
  ['evident.internal', 200],
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.evil.example', 403],
  ['localhost@evil.example', 403],
  ['', 403],
  ['1270.0.0.1', 403],
  ['0.0.0.0', 403],
] as const) {
  test(`Host ${host === '' ? '(empty)' : host} is ${status}, also where nothing is`, async () => {
    for (const [path, found] of [
      ['/health', 200],
      ['/nope', 404],
    ] as const) {
      const answer = await server.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      assert.is(Number(answer.slice(9, 12)), status === 200 ? found : status, answer.slice(0, 200));
    }
  });
}

test('a request without Host is not answered', async () => {
  assert.match(await server.raw('GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 403 /);
  assert.match(
    await server.raw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400 [^]*The request has no Host\./,
  );
});

test('two Hosts are 400, whatever they say and wherever they go', async () => {
  for (const second of ['localhost', 'evil.example', '']) {
    for (const path of ['/health', '/nope', '/v1/mcp/%E0%A4%A']) {
      const answer = await server.raw(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nhOST: ${second}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 400 /, `${path} ${second}`);
      assert.match(answer, /more than one Host/);
    }
  }
  assert.match(
    await server.raw('GET /health HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400 /,
  );
});

test('a foreign Origin is 403, our own and an admitted one pass, and only the admitted one gets CORS headers', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `${server.url}.evil.example`]) {
    const refused = await get('/health', { origin });
    assert.is(refused.status, 403);
    assert.is(await codeOf(refused), 'origin_not_allowed');
    assert.is(refused.headers.get('access-control-allow-origin'), null);
  }
  const own = await get('/health', { origin: server.url });
  assert.is(own.status, 200);
  assert.is(own.headers.get('access-control-allow-origin'), null);
  const admitted = await get('/health', { origin: 'https://ok.example' });
  assert.is(admitted.headers.get('access-control-allow-origin'), 'https://ok.example');
  // Every header that an answer may have for programs to read, but those of caches and of keys.
  const exposed = admitted.headers.get('access-control-expose-headers')?.split(', ') ?? [];
  for (const name of Object.keys(OPENAPI_HEADERS))
    if (!['etag', 'www-authenticate'].includes(name)) assert.ok(exposed.includes(name), name);
});

test('a preflight of an admitted origin is answered, of another refused', async () => {
  const admitted = await get(
    '/v1/systemone',
    { origin: 'https://ok.example', 'access-control-request-method': 'POST' },
    'OPTIONS',
  );
  assert.is(admitted.status, 204);
  assert.match(admitted.headers.get('access-control-allow-methods') ?? '', /POST/);
  assert.is((await get('/v1/systemone', { origin: 'https://evil.example' }, 'OPTIONS')).status, 403);
});

test('what is not HTTP, and headers beyond the limit, are answered in JSON', async () => {
  const broken = await server.raw('NOT HTTP AT ALL\r\n\r\n');
  assert.match(broken, /^HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
  const large = await server.raw(`GET /health HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  assert.match(large, /^HTTP\/1\.1 431 [^]*"code":"headers_too_large"/);
});

for (const [name, headers] of [
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3'],
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
  ['a length that is no number', 'Content-Length: 2x'],
  ['an unknown transfer encoding', 'Transfer-Encoding: x'],
] as const) {
  test(`a request with ${name} is 400 and ends the connection`, async () => {
    const answer = await server.raw(
      `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n{}GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    assert.equal(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400']);
  });
}

for (const coding of ['gzip, chunked', 'deflate, chunked', 'x, chunked']) {
  test(`Transfer-Encoding: ${coding} is 400 and not read as if it were only chunked`, async () => {
    const answer = await server.raw(
      `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n${ASK.length.toString(16)}\r\n${ASK}\r\n0\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 400 [^]*Only Transfer-Encoding: chunked/);
  });
}

test('TE: gzip asks for nothing that must be given, and chunked bodies are read in any case', async () => {
  const head =
    'POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';
  assert.match(
    await server.raw(`${head}TE: gzip, trailers\r\nContent-Length: ${ASK.length}\r\n\r\n${ASK}`),
    /^HTTP\/1\.1 200 /,
  );
  assert.match(
    await server.raw(`${head}Transfer-Encoding: Chunked\r\n\r\n${ASK.length.toString(16)}\r\n${ASK}\r\n0\r\n\r\n`),
    /^HTTP\/1\.1 200 /,
  );
});

test('100 Continue is said to a body that will be read, and to no other', async () => {
  const ask = (head: string, length = ASK.length, sent = ''): Promise<string> =>
    server.raw(
      `POST /v1/systemone HTTP/1.1\r\n${head}Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n${sent}`,
    );
  const good = 'Host: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n';
  assert.match(await ask(good, ASK.length, ASK), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  // Refused by their heads: the connection closes, because nobody can say whether the body will still come.
  assert.match(
    await ask('Host: evil.example\r\nContent-Type: application/json\r\n'),
    /^HTTP\/1\.1 403 [^]*connection: close/i,
  );
  assert.match(await ask('Host: localhost\r\nContent-Type: text/plain\r\n'), /^HTTP\/1\.1 415 [^]*connection: close/i);
  assert.match(
    await ask('Host: localhost\r\nContent-Type: application/json\r\n', BODY_BYTES_MAX + 1),
    /^HTTP\/1\.1 413 [^]*connection: close/i,
  );
});

test('another Expect is 417 in the shape of its family', async () => {
  const answer = await server.raw(
    `POST /v1/scripts/run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nExpect: a-miracle\r\nContent-Length: 2\r\n\r\n{}`,
  );
  assert.match(answer, /^HTTP\/1\.1 417 [^]*"code":"expectation-failed"/);
});

// Paths and methods

test('an unknown path is 404 in the shape of its family', async () => {
  assert.is(typeof (await body(await get('/v1/systemone/x')))['error'], 'string');
  assert.equal(Object.keys((await body(await get('/v1/scripts/x')))['error'] as object), ['code', 'message']);
  assert.equal(Object.keys((await body(await get('/v1/nope')))['error'] as object), [
    'message',
    'type',
    'param',
    'code',
  ]);
  assert.is((await get('/v1/mcp/%E0%A4%A')).status, 404);
  assert.is((await get('/v1/systemone/')).status, 404);
});

test('a name in a path has at most 256 characters: a longer one is no path', async () => {
  const codes = await Promise.all(
    [256, 257].map(async (length) => await codeOf(await get(`/v1/models/${'m'.repeat(length)}`))),
  );
  assert.equal(codes, ['model_not_found', 'not_found']);
});

test('/v1/responses says to use chat completions', async () => {
  const answer = await server.post('/v1/responses', '{}');
  assert.is(answer.status, 404);
  assert.match(((await body(answer))['error'] as { readonly message: string }).message, /chat\/completions/);
});

test('a wrong method is 405 with Allow, OPTIONS tells the methods, HEAD answers like GET without a body', async () => {
  const wrong = await get('/v1/systemone');
  assert.is(wrong.status, 405);
  assert.is(wrong.headers.get('allow'), 'POST, OPTIONS');
  assert.is(typeof (await body(wrong))['error'], 'string');
  assert.is((await get('/v1/mcp/servers', {}, 'DELETE')).headers.get('allow'), 'GET, POST, HEAD, OPTIONS');
  const options = await get('/health', {}, 'OPTIONS');
  assert.equal([options.status, options.headers.get('allow')], [204, 'GET, HEAD, OPTIONS']);
  const head = await get('/health', {}, 'HEAD');
  assert.equal([head.status, await head.text()], [200, '']);
  assert.is(head.headers.get('content-length'), String((await (await get('/health')).text()).length));
});

test('every method that HTTP has is 405 where it is not served, with or without a body, and 404 where nothing is', async () => {
  const send = (method: string, path: string, more: string): Promise<string> =>
    server.raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}`);
  for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT'].includes(name))) {
    for (const more of [
      '\r\n',
      'Content-Length: 2\r\n\r\n{}',
      'Content-Type: application/xml\r\nContent-Length: 4\r\n\r\n<a/>',
    ]) {
      const answer = await send(method, '/v1/systemone', more);
      assert.match(answer, /^HTTP\/1\.1 405 /, `${method} ${more}`);
      assert.match(answer, /\r\nallow: POST, OPTIONS\r\n/i);
      assert.match(answer, /"error":"This endpoint does not take this method\."/);
    }
    assert.match(await send(method, '/nope', '\r\n'), /^HTTP\/1\.1 404 /, method);
  }
  assert.match(await send('TRACE', '/health', '\r\n'), /\r\nallow: GET, HEAD, OPTIONS\r\n/i);
});

// Bodies

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/jsonx',
  'nonsense',
  '',
]) {
  test(`Content-Type ${JSON.stringify(type)} is 415`, async () => {
    const answer = await server.raw(
      `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${type === '' ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${ASK.length}\r\n\r\n${ASK}`,
    );
    assert.match(answer, /^HTTP\/1\.1 415 /);
  });
}

for (const type of [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
]) {
  test(`Content-Type ${type} is read`, async () => {
    assert.is((await server.post('/v1/systemone', ASK, { 'content-type': type })).status, 200);
  });
}

test('what inflates is paced by its size: bodies below 40 KiB are not, 1 MiB waits 25 ms', () => {
  assert.equal([0, 40 * 1024 - 1, 40 * 1024, 1_048_576].map(inflatingPause), [0, 0, 1, 25]);
});

test('a gzip body that inflates to more than the limit is 413, also one that says less of its length', async () => {
  const large = gzipSync(Buffer.alloc(2 * BODY_BYTES_MAX, ' '));
  const lying = Buffer.from(large);
  lying.writeUInt32LE(10, lying.length - 4);
  for (const sent of [large, lying]) {
    assert.is((await server.post('/v1/systemone', sent, { 'content-encoding': 'gzip' })).status, 413);
  }
});

test('gzip gives the same answer, another encoding is 415, broken gzip is 400', async () => {
  const plain = await (await server.post('/v1/systemone', ASK)).text();
  const packed = await server.post('/v1/systemone', gzipSync(ASK), { 'content-encoding': 'gzip' });
  assert.is(await packed.text(), plain);
  for (const encoding of ['br', 'gzip, gzip', 'deflate']) {
    assert.is((await server.post('/v1/systemone', ASK, { 'content-encoding': encoding })).status, 415);
  }
  assert.is((await server.post('/v1/systemone', ASK, { 'content-encoding': 'gzip' })).status, 400);
  assert.is(
    (await server.post('/v1/systemone', gzipSync(ASK).subarray(0, 40), { 'content-encoding': 'gzip' })).status,
    400,
  );
});

test('a body of exactly 1 MiB is read, one byte more is 413: plain, chunked and inflated', async () => {
  const padded = (length: number): string => ASK + ' '.repeat(length - ASK.length);
  const chunked = async (length: number): Promise<number> => {
    const text = padded(length);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': 'application/json' } };
    return (await fetch(`${server.url}/v1/systemone`, init as RequestInit)).status;
  };
  assert.is((await server.post('/v1/systemone', padded(BODY_BYTES_MAX))).status, 200);
  assert.is((await server.post('/v1/systemone', padded(BODY_BYTES_MAX + 1))).status, 413);
  assert.is(await chunked(BODY_BYTES_MAX), 200);
  assert.is(await chunked(BODY_BYTES_MAX + 1), 413);
  const gzip = { 'content-encoding': 'gzip' };
  assert.is((await server.post('/v1/systemone', gzipSync(padded(BODY_BYTES_MAX)), gzip)).status, 200);
  assert.is((await server.post('/v1/systemone', gzipSync(padded(BODY_BYTES_MAX + 1)), gzip)).status, 413);
});

test('a small gzip that inflates to 100 MiB is 413', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20));
  assert.is((await server.post('/v1/scripts/check', bomb, { 'content-encoding': 'gzip' })).status, 413);
});

test('the connection survives a 413 that was answered before the body was read', async () => {
  const length = BODY_BYTES_MAX + 1;
  const answer = await server.raw(
    `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${' '.repeat(length)}GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  assert.equal(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
});

// [body, what the message says]
const BAD_JSON: readonly (readonly [string | Uint8Array, RegExp])[] = [
  ['', /JSON body is required/],
  [' ', /no value, at byte 1/],
  ['{', /not closed/],
  [ASK + 'x', /after the value/],
  [`\u{feff}${ASK}`, /byte-order mark, at byte 0/],
  ['{"state":NaN}', /unknown symbol.*at byte 9/],
  ['{"state":"a","state":"b"}', /twice.*\(\/state\)/],
  ['{"state":"\\ud800"}', /surrogate.*\(\/state\)/],
  ['{"state":"a",}', /key in double quotes/],
  ["{'state':1}", /unknown symbol/],
  ['{"state":01}', /./],
  ['{"state":"\t"}', /control character/],
  ['{/**/}', /comments/],
  [Uint8Array.of(0x22, 0xff, 0x22), /UTF-8.*byte 1/],
];

for (const [text, message] of BAD_JSON) {
  test(`bad JSON ${typeof text === 'string' ? JSON.stringify(text.slice(0, 40)) : 'bytes'} is 400 in every family, with the place`, async () => {
    for (const path of ['/v1/systemone', '/v1/scripts/check', '/v1/chat/completions', '/v1/mcp/call']) {
      const answer = await server.post(path, text);
      assert.is(answer.status, 400, path);
      const { error } = await body(answer);
      assert.match(typeof error === 'string' ? error : (error as { readonly message: string }).message, message);
    }
  });
}

test('an error repeats at most 256 characters of the place', async () => {
  for (const [length, isWhole] of [
    [255, true],
    [256, false],
  ] as const) {
    const answer = await body(await server.post('/v1/scripts/check', `{"${'k'.repeat(length)}":x}`));
    const { path } = (answer['error'] as { readonly details: { readonly path: string } }).details;
    assert.equal([path.length, path.endsWith('…')], [isWhole ? 256 : 257, !isWhole]);
  }
});

test('state may be nested 256 deep, not 257', async () => {
  const ask = (depth: number): string =>
    `{"state":${'['.repeat(depth)}"refund"${']'.repeat(depth)},"questions":${QUESTION}}`;
  assert.is((await server.post('/v1/systemone', ask(256))).status, 200);
  const refused = await server.post('/v1/systemone', ask(257));
  assert.is(refused.status, 400);
  assert.is((await server.post('/v1/systemone', '['.repeat(100_000))).status, 400);
});

// Ids and headers

test('a harmless x-request-id is echoed, any other replaced; System One also sends x-typesafe-request-id', async () => {
  const echoed = await server.post('/v1/systemone', ASK, { 'x-request-id': 'a.B_9-' });
  assert.equal([echoed.headers.get('x-request-id'), echoed.headers.get('x-typesafe-request-id')], ['a.B_9-', 'a.B_9-']);
  for (const id of ['a b', 'x'.repeat(65), 'é', '<script>']) {
    const answer = await server.post('/v1/systemone', ASK, { 'x-request-id': id });
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{32}$/);
  }
  assert.is((await get('/health', { 'x-request-id': 'x'.repeat(64) })).headers.get('x-request-id'), 'x'.repeat(64));
  assert.is((await get('/health')).headers.get('x-typesafe-request-id'), null);
});

test('what was ignored is listed in a header that no text of a request can break', async () => {
  const answer = await server.post('/v1/systemone', `{"state":"a","keep\\r\\nalive: ы":1,"questions":${QUESTION}}`);
  assert.is(answer.headers.get('x-evident-ignored'), '/keep%0D%0Aalive%3A%20%D1%8B');
  assert.is(
    ignoredHeader(Array.from({ length: 22 }, (_, n) => `/${n}`))
      .split(', ')
      .at(-1),
    '+2',
  );
  assert.is(
    ignoredHeader(Array.from({ length: 20 }, (_, n) => `/${n}`))
      .split(', ')
      .at(-1),
    '/19',
  );
  assert.is(ignoredHeader([`/${'a'.repeat(63)}`]).length, 64);
  assert.is(ignoredHeader([`/${'a'.repeat(64)}`]).length, 64);
  assert.is(ignoredHeader([`/${'ы'.repeat(64)}`]).length, 61);
});

test('no answer of a request id, and no time, is in a body: the same request gives the same bytes', async () => {
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await server.post('/v1/systemone', ASK)).text()),
  );
  assert.is(new Set(texts).size, 1);
  assert.match(texts[0] as string, /"choice":"yes"/);
  const errors = await Promise.all(
    Array.from({ length: 5 }, async () => (await server.post('/v1/systemone', '{')).text()),
  );
  assert.is(new Set(errors).size, 1);
});

test('no body, whole or damaged, is answered with 5xx', async () => {
  const seeds = [
    ASK,
    '{"input":[{"role":"user","content":[{"type":"input_text","text":"x"}]}],"questions":[{"type":"predicate","instructions":"Criteria for true: x"}]}',
    '{"script":"(+ 1 2)","input":{"a":[1]},"fuel":10}',
    '{"messages":[{"role":"user","content":"hi"}],"tools":[]}',
    '{"tool":"a","arguments":{}}',
  ];
  const paths = [
    '/v1/systemone',
    '/v1/scripts/check',
    '/v1/scripts/run',
    '/v1/chat/completions',
    '/v1/mcp/call',
    '/v1/mcp/servers',
    '/v1/decisions',
  ];
  const damage = fc.tuple(fc.nat({ max: 80 }), fc.nat({ max: 5 }), fc.string({ maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...seeds),
      fc.constantFrom(...paths),
      damage,
      async (seed, path, [at, cut, text]) => {
        const answer = await server.post(path, seed.slice(0, at) + text + seed.slice(at + cut));
        const said = await answer.text();
        assert.ok(answer.status < 500, `${answer.status} ${said}`);
        JSON.parse(said);
      },
    ),
    { numRuns: 300 },
  );
});

test('request, header and idle time-outs are 30, 10 and 75 seconds', async () => {
  const app = createHttpServer([], {
    newId: (prefix) => prefix,
    allowHosts: [],
    corsOrigins: [],
    trustsProxy: () => false,
    keys: createKeys({ store: openStore(':memory:'), now: () => 0, areRequired: false }),
    isEnding: () => false,
    load: noHttp(),
    tracing: NO_TRACING,
    mcp: createMcpEndpoint({ registry: {} as Registry, operations: [], newId: (prefix) => prefix }),
    onRequest() {},
    onFault() {},
    turnstile: createTurnstile({ rate: 0, concurrency: 1, now: () => 0 }),
  });
  const { requestTimeout, headersTimeout, keepAliveTimeout } = app.server;
  assert.equal([requestTimeout, headersTimeout, keepAliveTimeout], [30_000, 10_000, 75_000]);
  await app.close();
});

test('hundreds of requests at once each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, n) => {
      const answer = await server.post(
        '/v1/systemone',
        `{"state":"number ${n} refund","questions":{"q${n}":{"type":"choice","criteria":{"a${n}":"refund","b":"x"}}}}`,
      );
      return ((await body(answer))['answers'] as Record<string, { readonly choice: string }>)[`q${n}`]?.choice;
    }),
  );
  assert.equal(
    answers,
    Array.from({ length: 300 }, (_, n) => `a${n}`),
  );
});

test.run();
