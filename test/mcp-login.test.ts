// Signing in at upstream servers: a real authorization server, the real command line, a running service; and servers that cheat.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { printLogin, readLogin } from '../server/mcp/login.ts';
import type { ServerConfig } from '../server/mcp/registration.ts';
import { SignInError, signIn } from '../server/mcp/sign-in.ts';
import { createTargetResolver } from '../server/mcp/target.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { Store } from '../server/store/store.ts';
import type { GuardedOptions, GuardedServer } from './support/authorization-server.ts';
import { startGuarded } from './support/authorization-server.ts';
import { BIN } from './support/command-line.ts';
import { body, call, failure, freePort, servers, startRegistry } from './support/mcp.ts';
import { startProcess } from './support/process.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-login-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const HOSTS = ['127.0.0.1'];

// A test that ends in the middle must leave no command behind.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

interface Login {
  readonly page: string;
  /** The code and what was said on standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
}

/** The command, up to the page that it shows; `page` is empty where it ends without one. */
async function startLogin(data: string, ...args: readonly string[]): Promise<Login> {
  const child = spawn(
    process.execPath,
    [BIN, 'mcp', 'login', ...args, '--data', data, '--mcp-allow-host', '127.0.0.1'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  let isOver = false;
  const ended = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.once('close', (code) => {
      isOver = true;
      resolve({ code, err });
    }),
  );
  await until(() => out.includes('\n') || isOver);
  return { page: out.trim(), ended };
}

async function signInAt(guarded: GuardedServer, data: string, ...args: readonly string[]): Promise<void> {
  const { page, ended } = await startLogin(data, ...args);
  assert.is(await guarded.consent(page), 200, page);
  const { code, err } = await ended;
  assert.is(code, 0, err);
}

/** Every file below a folder, as text. */
function textOf(path: string): string {
  return readdirSync(path)
    .map((name) => readFileSync(join(path, name), 'latin1'))
    .join('');
}

test('a person signs in, and the running service calls, renews, and asks again when the login is over', async () => {
  const guarded = await startGuarded();
  const data = join(folder, 'life');
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { guarded: { url: guarded.url } } }));
  const service = startProcess(
    '--port',
    '0',
    '--data',
    data,
    '--mcp-config',
    config,
    '--mcp-allow-host',
    '127.0.0.1',
    '--drain-ms',
    '0',
  );
  const url = await service.url;
  const record = async () => (await (await fetch(`${url}/v1/mcp/servers/guarded`)).json()) as Record<string, any>;
  const echo = async () => {
    const response = await fetch(`${url}/v1/mcp/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"server":"guarded","tool":"echo","arguments":{"n":1}}',
    });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  };
  await until(async () => (await record())['status'] === 'auth_required');
  assert.is((await record())['status_reason'], 'guarded wants a login: evident mcp login guarded');
  assert.is((await record())['auth'], null);
  const before = await echo();
  assert.equal([before.status, before.body['error'].code], [503, 'upstream_unavailable']);
  assert.match(before.body['error'].message, 'evident mcp login guarded');

  await signInAt(guarded, data, 'guarded');
  assert.is(statSync(join(data, 'evident.db')).mode & 0o777, 0o600);
  // The call after the login finds it, however long the service would have waited.
  assert.is((await echo()).body['result'].content[0].text, '{"n":1}');
  const signedIn = (await record())['auth'];
  assert.equal([signedIn.type, signedIn.signed_in], ['authorization_code', true]);

  // A refused token is renewed, and the caller sees nothing of it.
  guarded.expireTokens();
  assert.is((await echo()).status, 200);
  const grants = () =>
    guarded.arrived
      .filter(({ path }) => path === '/token')
      .map(({ body: text }) => new URLSearchParams(text).get('grant_type'));
  assert.equal(grants(), ['authorization_code', 'refresh_token']);
  for (const { body: text } of guarded.arrived.filter(({ path }) => path === '/token'))
    assert.is(new URLSearchParams(text).get('resource'), guarded.url, 'the resource is named (RFC 8707)');

  // A login that is over is said once more.
  guarded.revokeAll();
  assert.is((await echo()).status, 503);
  await until(async () => (await record())['status'] === 'auth_required');
  assert.is((await record())['auth']?.signed_in ?? false, false);
  await signInAt(guarded, data, 'guarded');
  assert.is((await echo()).status, 200);

  // No token is in an answer, the log or the audit.
  const tokens = guarded.arrived.flatMap(({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? []);
  assert.ok(tokens.length > 0);
  const audit = await (await fetch(`${url}/v1/audit`)).text();
  for (const event of ['login.made', 'call']) assert.match(audit, `"event":"${event}"`);
  const said = `${JSON.stringify(await record())}${audit}${service.stderr()}`;
  for (const token of tokens) assert.not.match(said, token);
  assert.match(textOf(data), tokens.at(-1) as string, 'the store has it, so the search above means something');

  // Signing out ends the tokens where they came from.
  const { code, err } = await run('mcp', 'logout', 'guarded', '--data', data, '--mcp-allow-host', '127.0.0.1');
  assert.equal([code, err], [0, 'signed out of guarded; its tokens are revoked\n']);
  assert.is((await echo()).status, 503);
  service.child.kill('SIGTERM');
  await service.ended;
  await guarded.close();
});

async function run(...args: readonly string[]): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, err })));
}

/** A folder whose store knows the server, without a service. */
async function known(name: string, record: Record<string, unknown>): Promise<string> {
  const data = mkdtempSync(join(folder, 'known-'));
  const store = openStore(join(data, 'evident.db'));
  const registry = startRegistry({
    store,
    allowHosts: HOSTS,
    operatorServers: servers({ [name]: { ...record, enabled: false } }),
  });
  await registry.listServers();
  await registry.close();
  await store.close();
  return data;
}

const CHEATS: readonly (readonly [
  string,
  GuardedOptions,
  (guarded: GuardedServer) => Record<string, unknown>,
  RegExp,
])[] = [
  ['an answer in the name of another issuer', { iss: 'https://evil.example' }, () => ({}), /mismatch/i],
  ['an answer without the issuer that was promised', { iss: null }, () => ({}), /mismatch|issuer/i],
  [
    'a refusal in the name of another issuer',
    { iss: 'https://evil.example', refuses: 'access_denied' },
    () => ({}),
    /mismatch/i,
  ],
  ['a refusal', { refuses: 'access_denied' }, () => ({}), /the page says: access_denied/],
  ['metadata of another issuer', { metadataIssuer: 'https://evil.example' }, () => ({}), /mismatch/i],
  ['a resource that says it is another', { resource: 'https://other.example/mcp' }, () => ({}), /does not match/],
  ['an authorization server inside', { names: 'http://169.254.169.254' }, () => ({}), /address that is not public/],
  ['no registration', { closed: true }, () => ({}), /auth\.client_id/],
  [
    'another issuer than the operator expects',
    {},
    ({ url }) => ({ auth: { expected_issuer: new URL(url).origin } }),
    /./,
  ],
];
for (const [what, options, more, reason] of CHEATS) {
  test(`${what} is no login`, async () => {
    const guarded = await startGuarded(options);
    const thrown = await signInDirectly(guarded, more(guarded)).then(
      () => null,
      (error: Error) => error,
    );
    assert.instance(thrown, SignInError);
    assert.match((thrown as Error).message, reason);
    assert.match((thrown as Error).message, /^[ -~]+$/);
    assert.not.ok(
      guarded.arrived.some(({ path }) => path === '/token'),
      'no code was redeemed',
    );
    await guarded.close();
  });
}

/** As the command does it, with a person who agrees to everything. */
function signInDirectly(guarded: GuardedServer, more: Record<string, unknown> = {}): ReturnType<typeof signIn> {
  const [config] = servers({ guarded: { url: guarded.url, ...more } });
  const guard = { allowHosts: new Set(HOSTS) };
  const target = createTargetResolver({ guard, secrets: new Map(), stdioTemplates: [] })(
    config as ServerConfig,
    'operator',
    null,
  );
  if (target.kind !== 'http') throw new Error('it is a URL');
  return signIn({
    endpoint: target.endpoint,
    before: null,
    scope: null,
    redirectUrl: 'http://127.0.0.1:1/callback',
    state: 'state',
    now: () => Date.now(),
    ask: async (page) =>
      new URL((await fetch(page, { redirect: 'manual' })).headers.get('location') as string).searchParams,
  });
}

test('a request that does not know the state neither ends nor makes a login', async () => {
  const guarded = await startGuarded();
  const data = await known('guarded', { url: guarded.url });
  const { page, ended } = await startLogin(data, 'guarded');
  const back = new URL(new URL(page).searchParams.get('redirect_uri') as string);
  for (const query of ['', '?code=x&state=guess', '?error=access_denied']) {
    assert.is((await fetch(`${back.href}${query}`)).status, 404);
  }
  assert.is((await fetch(`${back.origin}/elsewhere`)).status, 404);
  assert.is(back.hostname, '127.0.0.1');
  assert.is(await guarded.consent(page), 200);
  assert.is((await ended).code, 0);
  await guarded.close();
});

test('a client that is registered by hand comes back to its own port; its secret goes to the expected issuer alone', async () => {
  const guarded = await startGuarded({ closed: true, clients: { desk: 'the-secret' } });
  const port = await freePort();
  const auth = { expected_issuer: guarded.issuer, client_id: 'desk', client_secret: 'the-secret', scope: 'read write' };
  const data = await known('guarded', { url: guarded.url, auth });
  const { page, ended } = await startLogin(data, 'guarded', '--port', String(port));
  const asked = new URL(page).searchParams;
  assert.equal(
    ['client_id', 'redirect_uri', 'scope', 'resource', 'code_challenge_method'].map((name) => asked.get(name)),
    ['desk', `http://127.0.0.1:${port}/callback`, 'read write offline_access', guarded.url, 'S256'],
  );
  await guarded.consent(page);
  assert.is((await ended).code, 0);
  for (const one of guarded.arrived.filter(({ at }) => at === 'resource'))
    assert.not.match(JSON.stringify(one), 'the-secret');
  await guarded.close();
});

async function withLogin(options: GuardedOptions): Promise<{ guarded: GuardedServer; store: Store; data: string }> {
  const guarded = await startGuarded(options);
  const data = await known('guarded', { url: guarded.url });
  await signInAt(guarded, data, 'guarded');
  return { guarded, data, store: openStore(join(data, 'evident.db')) };
}

test('of many callers, and of two services with one store, one renews', async () => {
  // Good for less than what is left to be worth using: every request finds it about to end.
  const guarded = await startGuarded({ lifetime: 20 });
  const path = join(mkdtempSync(join(folder, 'two-')), 'evident.db');
  const stores = [openStore(path), openStore(path)];
  await stores[0]?.putLogin('guarded', printLogin(await signInDirectly(guarded)), null);
  guarded.change({ lifetime: 3600 });
  const first = startRegistry({ store: stores[0] as Store, allowHosts: HOSTS });
  await first.registerServer(body({ name: 'guarded', url: guarded.url }));
  const registries = [first, startRegistry({ store: stores[1] as Store, allowHosts: HOSTS })];
  const calls = registries.flatMap((registry) =>
    Array.from({ length: 8 }, (_, n) => call(registry, { server: 'guarded', tool: 'echo', arguments: { n } })),
  );
  const texts = (await Promise.all(calls)).map(({ result }) => result.content[0].text);
  assert.equal(
    texts,
    [...Array(16).keys()].map((n) => `{"n":${n % 8}}`),
  );
  const renewals = guarded.arrived.filter(({ body: text }) => text.includes('grant_type=refresh_token'));
  assert.is(renewals.length, 1, 'a refresh token that is used twice ends the login');
  await Promise.all(registries.map((registry) => registry.close()));
  await Promise.all([...stores.map((store) => store.close()), guarded.close()]);
});

test('a server that wants more says so, and the next login asks for it', async () => {
  const { guarded, store, data } = await withLogin({ callScope: 'write' });
  const registry = startRegistry({
    store,
    allowHosts: HOSTS,
    operatorServers: servers({ guarded: { url: guarded.url } }),
  });
  const request = { server: 'guarded', tool: 'echo', arguments: {} };
  const { code, details, message } = await failure(registry.callTool(body(request)));
  assert.equal([code, details.http_status, details.required_scope], ['upstream_error', 403, 'write']);
  assert.match(message, 'evident mcp login guarded');
  const { page, ended } = await startLogin(data, 'guarded');
  assert.equal(new URL(page).searchParams.get('scope')?.split(' ').sort(), ['offline_access', 'read', 'write']);
  await guarded.consent(page);
  await ended;
  assert.is((await call(registry, request))['outcome'], 'ok');
  await registry.close();
  await Promise.all([store.close(), guarded.close()]);
});

test('a login is for the address it was made for', async () => {
  const { guarded, store } = await withLogin({});
  const elsewhere = await startGuarded();
  const registry = startRegistry({
    store,
    allowHosts: HOSTS,
    operatorServers: servers({ guarded: { url: elsewhere.url } }),
  });
  await failure(registry.callTool(body({ server: 'guarded', tool: 'echo' })));
  assert.ok(elsewhere.arrived.length > 0);
  for (const { authorization } of elsewhere.arrived) assert.is(authorization, undefined);
  const row = await store.getLogin('guarded');
  assert.is.not(readLogin(row?.login as string, new URL(guarded.url)), null);
  await registry.close();
  await Promise.all([store.close(), guarded.close(), elsewhere.close()]);
});

const OWN = { type: 'client_credentials', client_id: 'robot', client_secret: 'robot-secret' };

test('client credentials: one token for many calls, a new one when it is refused, the secret to its issuer alone', async () => {
  const guarded = await startGuarded({ clients: { robot: 'robot-secret' } });
  const auth = { ...OWN, expected_issuer: guarded.issuer, scope: 'read' };
  const registry = startRegistry({
    allowHosts: HOSTS,
    operatorServers: servers({ guarded: { url: guarded.url, auth } }),
  });
  const request = { server: 'guarded', tool: 'echo', arguments: { n: 1 } };
  await Promise.all(Array.from({ length: 10 }, () => call(registry, request)));
  const asked = guarded.arrived
    .filter(({ path }) => path === '/token')
    .map(({ body: text }) => new URLSearchParams(text));
  assert.equal(
    asked.map((form) => [form.get('grant_type'), form.get('scope'), form.get('resource')]),
    [['client_credentials', 'read', guarded.url]],
  );
  guarded.expireTokens();
  assert.is((await call(registry, request))['outcome'], 'ok');
  const record = JSON.parse(JSON.stringify(await registry.getServer('guarded'))) as Record<string, any>;
  assert.equal(
    [record['auth'].type, record['auth'].signed_in, record['auth'].client_id],
    ['client_credentials', true, 'robot'],
  );
  assert.not.match(JSON.stringify(record), 'robot-secret');
  for (const one of guarded.arrived.filter(({ at }) => at === 'resource'))
    assert.not.match(JSON.stringify(one), 'robot-secret');
  await registry.close();
  await guarded.close();
});

test('client credentials: a server that names another issuer gets nobody’s secret, and a wrong secret is told by its code', async () => {
  const [guarded, thief] = await Promise.all([startGuarded({ clients: { robot: 'other' } }), startGuarded()]);
  guarded.change({ names: thief.issuer });
  const auth = { ...OWN, expected_issuer: guarded.issuer };
  const registry = startRegistry({
    allowHosts: HOSTS,
    operatorServers: servers({ guarded: { url: guarded.url, auth } }),
  });
  const { code, message, details } = await failure(registry.refreshServer('guarded'));
  assert.equal([code, details.oauth_error], ['upstream_unavailable', 'invalid_client']);
  assert.is(message, 'the authorization server of guarded refused our client: invalid_client');
  assert.is((await registry.getServer('guarded')).status, 'auth_required');
  assert.equal(thief.arrived, []);
  await registry.close();
  await Promise.all([guarded.close(), thief.close()]);
});

test('an authorization server that is not there is not a server that refuses us', async () => {
  const guarded = await startGuarded({ clients: { robot: 'robot-secret' } });
  const port = await freePort();
  const auth = { ...OWN, expected_issuer: `http://127.0.0.1:${port}` };
  const registry = startRegistry({
    allowHosts: HOSTS,
    operatorServers: servers({ guarded: { url: guarded.url, auth } }),
  });
  const { code, message } = await failure(registry.refreshServer('guarded'));
  assert.equal([code, message], ['upstream_unavailable', 'the authorization server of guarded gave no token']);
  assert.is((await registry.getServer('guarded')).status, 'unreachable');
  await registry.close();
  await guarded.close();
});

test('401 over the event-stream transport is auth_required too', async () => {
  const guarded = await startGuarded();
  const registry = startRegistry({
    allowHosts: HOSTS,
    operatorServers: servers({
      guarded: { type: 'sse', url: guarded.url },
      fixed: { type: 'sse', url: guarded.url, headers: { Authorization: 'Bearer x' } },
    }),
  });
  for (const [name, reason] of [
    ['guarded', 'guarded wants a login: evident mcp login guarded'],
    ['fixed', 'fixed does not accept the Authorization of its record'],
  ] as const) {
    await failure(registry.refreshServer(name));
    const { status, status_reason } = await registry.getServer(name);
    assert.equal([status, status_reason], ['auth_required', reason]);
  }
  await registry.close();
  await guarded.close();
});

const REFUSED: readonly (readonly [object, string])[] = [
  [{ type: 'client_credentials' }, '/auth/expected_issuer'],
  [{ type: 'client_credentials', expected_issuer: 'https://a.example', client_id: 'x' }, '/auth/client_secret'],
  [{ client_id: 'x', client_secret: 'y' }, '/auth/expected_issuer'],
  [{ type: 'password' }, '/auth/type'],
  [{ issuer: 'https://a.example' }, '/auth/issuer'],
];
for (const [auth, place] of REFUSED) {
  test(`auth ${JSON.stringify(auth)} is refused at ${place}`, async () => {
    const registry = startRegistry();
    const { code, details } = await failure(
      registry.registerServer(body({ name: 'a', url: 'https://mcp.example/', auth })),
    );
    assert.is(code, 'invalid_server');
    assert.ok(
      details.problems.some(({ path }: { path: string }) => path === place),
      JSON.stringify(details),
    );
    await registry.close();
  });
}

test('over HTTP a secret of a client is one that is listed for its issuer', async () => {
  const secrets = new Map([
    ['MINE', { kind: 'env', name: 'X', host: 'auth.example' } as const],
    ['LOCAL', { kind: 'env', name: 'X', host: null } as const],
  ]);
  const registry = startRegistry({ secrets });
  const register = (auth: object) =>
    registry.registerServer(body({ name: 'a', url: 'https://mcp.example/', enabled: false, auth }));
  const own = { type: 'client_credentials', client_id: 'x', expected_issuer: 'https://auth.example' };
  for (const auth of [
    { ...own, client_secret: '${secret:LOCAL}' },
    { ...own, client_secret: '${env:HOME}' },
    { ...own, client_secret: '${secret:MINE}', expected_issuer: 'https://evil.example' },
    { client_id: '${secret:LOCAL}' },
  ])
    assert.is((await failure(register(auth))).code, 'secret_not_allowed', JSON.stringify(auth));
  assert.is(
    (await failure(register({ ...own, client_secret: 'x', expected_issuer: 'http://127.0.0.1:1' }))).code,
    'ssrf_blocked',
  );
  assert.is((await register({ ...own, client_secret: '${secret:MINE}' })).status, 201);
  await registry.close();
});

test.run();
