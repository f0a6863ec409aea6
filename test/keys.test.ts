// API keys over HTTP: off until there is one, on at once, checked before the body and before the path, each error in its family's shape.

import { rejects } from 'node:assert/strict';
import { connect } from 'node:net';
import * as assert from 'uvu/assert';
import { createKeys, hashToken, readKeyName, writeToken } from '../server/keys.ts';
import type { Scope } from '../server/operation.ts';
import { SCOPES } from '../server/operation.ts';
import { OPERATIONS } from '../server/operations.ts';
import { startServer } from '../server/start.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { KeyRow, Store } from '../server/store/store.ts';
import { openKeyFolder } from './support/keys.ts';
import type { TestServer } from './support/server.ts';
import { openServer, TEST_CONFIG } from './support/server.ts';
import { test } from './support/test.ts';

const folder = openKeyFolder();
let server: TestServer;
/** A token that holds one scope and nothing else. */
const tokens = new Map<Scope, string>();
test.before(async () => {
  server = await openServer({ data: folder.path, corsOrigins: ['https://ok.example'] });
});
test.after(async () => {
  await server.close();
  folder.remove();
});

function send(
  method: string,
  path: string,
  token: string | null,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

const ASK = '{"state":"I want a refund","questions":{"q":{"type":"choice","criteria":{"yes":"refund","no":"cancel"}}}}';
const OPEN_ASK =
  '{"state":"I want a refund","questions":{"q":{"type":"choice","criteria":{"yes":"ship","no":"cancel"}}}}';

test('without keys nobody needs one, and any Authorization is ignored', async () => {
  for (const token of [null, 'none', 'evd_x']) assert.is((await send('POST', '/v1/systemone', token, ASK)).status, 200);
  assert.is((await send('GET', '/v1/mcp/servers', null)).status, 200);
});

test('the first key turns authentication on without a restart', async () => {
  for (const scope of SCOPES) tokens.set(scope, await folder.add(`only-${scope.replace(':', '-')}`, scope));
  assert.is((await send('POST', '/v1/systemone', null, ASK)).status, 401);
  assert.is((await send('POST', '/v1/systemone', tokens.get('decide')!, ASK)).status, 200);
});

test('each operation takes a key with its scope or admin, and no other', async () => {
  for (const { method, path, scope, request } of OPERATIONS) {
    const url = path.replaceAll(/\{\w+\}/g, 'nothing');
    const body = request === null ? undefined : '{}';
    for (const [held, token] of tokens) {
      const { status } = await send(method, url, token, body);
      if (scope === null || scope === held || held === 'admin')
        assert.not([401, 403].includes(status), `${method} ${path} with ${held} is ${status}`);
      else assert.is(status, 403, `${method} ${path} with ${held}`);
    }
    const { status } = await send(method, url, null, body);
    assert.is(status === 401, scope !== null, `${method} ${path} without a key is ${status}`);
  }
});

test('health and the description are open, whatever is sent with them', async () => {
  for (const path of ['/health', '/livez', '/readyz', '/openapi.json']) {
    for (const token of [null, 'wrong']) assert.is((await send('GET', path, token)).status, 200, path);
    assert.is((await send('HEAD', path, null)).status, 200, path);
    assert.is((await send('POST', path, null)).status, 405, path);
  }
});

test('401 comes before 404 and 405, and 404 and 405 before 403', async () => {
  const decide = tokens.get('decide')!;
  for (const [method, path, status] of [
    ['GET', '/nope', 404],
    ['HEAD', '/nope', 404],
    ['GET', '/v1/systemone', 405],
    ['PUT', '/v1/mcp/servers', 405],
    ['PROPFIND', '/v1/systemone', 405],
    ['GET', '/v1/mcp/%E0%A4%A', 404],
  ] as const) {
    assert.is((await send(method, path, null)).status, 401, path);
    assert.is((await send(method, path, 'evd_wrong')).status, 401, path);
    assert.is((await send(method, path, decide)).status, status, path);
  }
});

for (const [name, authorization, code] of [
  ['nothing', null, 'missing_api_key'],
  ['another scheme', 'Basic abc', 'missing_api_key'],
  ['no token', 'Bearer', 'missing_api_key'],
  ['two tokens', 'Bearer a b', 'missing_api_key'],
  ['a token nobody issued', 'Bearer evd_AAAA', 'invalid_api_key'],
  ['an empty token', 'Bearer ', 'missing_api_key'],
] as const) {
  test(`${name} is 401 with ${code} and WWW-Authenticate`, async () => {
    const answer = await send(
      'POST',
      '/v1/chat/completions',
      null,
      '{}',
      authorization === null ? {} : { authorization },
    );
    assert.equal([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer']);
    const { error } = (await answer.json()) as { readonly error: { readonly code: string; readonly type: string } };
    assert.equal([error.code, error.type], [code, 'authentication_error']);
  });
}

test('the name of the scheme is read in any case', async () => {
  assert.is(
    (await send('POST', '/v1/systemone', null, ASK, { authorization: `bearer ${tokens.get('decide')}` })).status,
    200,
  );
});

test('401 and 403 have the shape of their family', async () => {
  const scripts = tokens.get('scripts')!;
  assert.equal(await (await send('POST', '/v1/systemone', scripts, ASK)).json(), {
    error: 'This API key does not have the scope decide.',
    detail: {
      error_type: 'authentication_error',
      message: 'This API key does not have the scope decide.',
      scope: 'decide',
    },
  });
  assert.equal(await (await send('GET', '/v1/models', scripts)).json(), {
    error: {
      message: 'This API key does not have the scope decide.',
      type: 'permission_error',
      param: null,
      code: 'insufficient_scope',
    },
  });
  assert.equal(await (await send('POST', '/v1/scripts/run', tokens.get('decide')!, '{}')).json(), {
    error: {
      code: 'insufficient-scope',
      message: 'This API key does not have the scope scripts.',
      details: { scope: 'scripts' },
    },
  });
  assert.equal(await (await send('GET', '/v1/mcp/tools', null)).json(), {
    error: { code: 'missing_api_key', message: 'An API key is needed: send Authorization: Bearer evd_….' },
  });
});

test('the answer comes before the body: a key is wrong whatever follows', async () => {
  const { port } = new URL(server.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      // A megabyte is announced and not one byte of it sent.
      socket.write(
        'POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n',
      );
    });
    socket
      .once('data', (chunk) => {
        resolve(String(chunk));
        socket.destroy();
      })
      .once('error', reject);
  });
  assert.match(answer, /^HTTP\/1\.1 401 /);
});

test('a revoked key and an expired one are 401 from the next request on', async () => {
  const token = await folder.add('brief', 'decide');
  assert.is((await send('POST', '/v1/systemone', token, ASK)).status, 200);
  await folder.revoke('brief');
  const revoked = await send('POST', '/v1/systemone', token, ASK);
  assert.is(revoked.status, 401);
  assert.match(await revoked.text(), /was revoked/);
  const expired = await folder.add('old', 'decide', { expiresAtMs: 1 });
  assert.match(await (await send('POST', '/v1/systemone', expired, ASK)).text(), /has expired/);
});

test('a key is valid up to its last millisecond', async () => {
  const store = openStore(':memory:');
  let now = 0;
  const keys = createKeys({ store, now: () => now, areRequired: false });
  await store.addKey({
    name: 'a',
    hash: hashToken('evd_a'),
    scopes: 'decide',
    undecided: null,
    resultBytes: null,
    createdAtMs: 0,
    expiresAtMs: 1000,
    revokedAtMs: null,
  });
  now = 999;
  assert.is((await keys.admit('Bearer evd_a')).key, 'a');
  now = 1000;
  await rejects(async () => keys.admit('Bearer evd_a'), /This API key has expired\./);
  await store.close();
});

test('authentication stays on when the last key is taken back', async () => {
  const store = openStore(':memory:');
  const keys = createKeys({ store, now: () => 0, areRequired: false });
  assert.not(await keys.isNeeded());
  await store.addKey({
    name: 'a',
    hash: hashToken('evd_a'),
    scopes: 'decide',
    undecided: null,
    resultBytes: null,
    createdAtMs: 0,
    expiresAtMs: null,
    revokedAtMs: null,
  });
  assert.ok(await store.revokeKey('a', 1));
  assert.ok(await keys.isNeeded());
  assert.not(
    await store.addKey({
      name: 'a',
      hash: hashToken('evd_b'),
      scopes: 'admin',
      undecided: null,
      resultBytes: null,
      createdAtMs: 0,
      expiresAtMs: null,
      revokedAtMs: null,
    }),
  );
  await store.close();
});

test('keys that are required are needed before there is one', async () => {
  const empty = openKeyFolder();
  const closed = await openServer({ data: empty.path, requireKeys: true });
  const status = async (token: string | null): Promise<number> =>
    (await fetch(`${closed.url}/v1/models`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } }))
      .status;
  assert.equal(
    [await status(null), await status('evd_x'), (await fetch(`${closed.url}/readyz`)).status],
    [401, 401, 200],
  );
  assert.is(await status(await empty.add('first', 'decide')), 200);
  await closed.close();
  empty.remove();
});

test('keys that are required let the server listen beyond loopback before there is one', async () => {
  const wide = await startServer({ ...TEST_CONFIG, host: '0.0.0.0', requireKeys: true });
  assert.is((await fetch(`http://127.0.0.1:${new URL(wide.url).port}/v1/models`)).status, 401);
  await wide.close();
});

test('a store that has lost its keys while the server runs opens nothing', async () => {
  const rows: KeyRow[] = [
    {
      name: 'a',
      hash: hashToken('evd_a'),
      scopes: 'admin',
      undecided: null,
      resultBytes: null,
      createdAtMs: 0,
      expiresAtMs: null,
      revokedAtMs: null,
    },
  ];
  let isLost = false;
  const store = openStore(':memory:');
  const losing: Store = {
    ...store,
    hasKeys: async () => !isLost,
    findKey: async (hash) => (isLost ? null : (rows.find((row) => row.hash === hash) ?? null)),
  };
  const keys = createKeys({ store: losing, now: () => 0, areRequired: false });
  assert.is((await keys.admit('Bearer evd_a')).key, 'a');
  isLost = true;
  assert.ok(await keys.isNeeded());
  for (const authorization of [undefined, 'Bearer evd_a'])
    await rejects(async () => keys.admit(authorization), /API key/);
  await store.close();
});

test('each of many keys is found, and none that is nearly one', async () => {
  const store = openStore(':memory:');
  for (let n = 0; n < 500; n += 1)
    await store.addKey({
      name: `k${n}`,
      hash: hashToken(`evd_${n}`),
      scopes: 'decide',
      undecided: null,
      resultBytes: null,
      createdAtMs: 0,
      expiresAtMs: null,
      revokedAtMs: n % 7 === 0 ? 1 : null,
    });
  const keys = createKeys({ store, now: () => 0, areRequired: false });
  for (let n = 0; n < 500; n += 1) {
    if (n % 7 === 0) await rejects(async () => keys.admit(`Bearer evd_${n}`), /revoked/);
    else assert.is((await keys.admit(`Bearer evd_${n}`)).key, `k${n}`);
    await rejects(async () => keys.admit(`Bearer evd_${n}x`), /not valid/);
  }
  await store.close();
});

test('a key has its own answer to undecided questions; a header of the request wins', async () => {
  const strict = await folder.add('strict', 'decide', { undecided: 'error' });
  const spread = await folder.add('spread', 'decide', { undecided: 'distribution' });
  const status = async (token: string, headers: Record<string, string> = {}): Promise<number> =>
    (await send('POST', '/v1/systemone', token, OPEN_ASK, headers)).status;
  assert.is(await status(strict), 422);
  assert.is(await status(strict, { 'x-evident-undecided': 'omit' }), 200);
  assert.match(
    await (await send('POST', '/v1/systemone', spread, OPEN_ASK)).text(),
    /"probabilities":\{"yes":0\.5,"no":0\.5\}/,
  );
  assert.is(await status(tokens.get('decide')!), 200);
  assert.not.match(
    await (await send('POST', '/v1/systemone', tokens.get('decide')!, OPEN_ASK)).text(),
    /probabilities/,
  );
});

test('routing over a registered server needs mcp:read as well', async () => {
  const chat = '{"messages":[{"role":"user","content":"hi"}],"tools":[{"type":"mcp","server":"none"}]}';
  const refused = await send('POST', '/v1/chat/completions', tokens.get('route')!, chat);
  assert.is(refused.status, 403);
  assert.match(await refused.text(), /mcp:read/);
  const both = await folder.add('both', 'route,mcp:read');
  assert.is((await send('POST', '/v1/chat/completions', both, chat)).status, 404);
  assert.is(
    (
      await send(
        'POST',
        '/v1/chat/completions',
        tokens.get('route')!,
        '{"messages":[{"role":"user","content":"hi"}],"tools":[]}',
      )
    ).status,
    200,
  );
});

test('a preflight of an admitted origin needs no key; a foreign origin is still refused', async () => {
  const preflight = { origin: 'https://ok.example', 'access-control-request-method': 'POST' };
  assert.is((await send('OPTIONS', '/v1/systemone', null, undefined, preflight)).status, 204);
  assert.is((await send('OPTIONS', '/v1/systemone', null)).status, 401);
  assert.is(
    (await send('OPTIONS', '/v1/systemone', null, undefined, { ...preflight, origin: 'https://evil.example' })).status,
    403,
  );
  assert.is(
    (await send('POST', '/v1/systemone', tokens.get('decide')!, ASK, { origin: 'https://evil.example' })).status,
    403,
  );
});

test('with keys the server may be called by any name', async () => {
  const token = tokens.get('decide');
  const answer = await server.raw(
    `GET /v1/models HTTP/1.1\r\nHost: decisions.example\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 200 /);
});

test('with keys the server listens beyond loopback; without it refuses', async () => {
  const empty = openKeyFolder();
  const config = { ...TEST_CONFIG, host: '0.0.0.0', data: empty.path };
  let message = '';
  await startServer(config).then(
    (wrong) => wrong.close(),
    (error: Error) => {
      message = error.message;
    },
  );
  assert.match(message, /refusing to listen on 0\.0\.0\.0 without API keys/);
  await empty.add('a', 'decide');
  const running = await startServer(config);
  assert.is((await fetch(`http://127.0.0.1:${new URL(running.url).port}/v1/models`)).status, 401);
  await running.close();
  empty.remove();
});

test('a token is its prefix and 32 bytes, its hash is not in the token, a name is short and plain', () => {
  const token = writeToken(new Uint8Array(32).fill(255));
  assert.is(token, `evd_${'_'.repeat(42)}8`);
  assert.match(hashToken(token), /^[0-9a-f]{64}$/);
  for (const name of ['a', 'A-1_b.c', 'x'.repeat(64)]) assert.is(readKeyName(name), name);
  for (const name of ['', 'x'.repeat(65), '-a', '.', 'a b', 'é', 'a\n']) assert.is(readKeyName(name), null);
});

test.run();
