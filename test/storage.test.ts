// The store is the truth: on a full disk, in a folder that was deleted, beside a second service and after kill -9, what was
// acknowledged is there and what was refused is not.
// It is longer than other files because it holds all cases of one subject.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openStore } from '../server/store/sqlite.ts';
import { raw } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import type { ServerProcess } from './support/process.ts';
import { startProcess, startWithSmallFiles } from './support/process.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-storage-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => join(root, String((folders += 1)), 'data');

interface Failure {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: { readonly file: string; readonly reason: string };
  };
}

function send(base: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(base + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}

function register(base: string, name: string, more: Record<string, unknown> = {}): Promise<Response> {
  return send(base, 'POST', '/v1/mcp/servers', {
    name,
    url: 'http://127.0.0.1:9/',
    enabled: false,
    description: 'd'.repeat(4000),
    ...more,
  });
}

async function names(base: string): Promise<readonly string[]> {
  return (
    (await (await send(base, 'GET', '/v1/mcp/servers')).json()) as {
      readonly servers: readonly { readonly name: string }[];
    }
  ).servers.map(({ name }) => name);
}

async function statusOf(base: string, path: string): Promise<number> {
  return (await send(base, 'GET', path)).status;
}

async function kill({ child, ended }: ServerProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  child.kill(signal);
  return (await ended).code;
}

const ASK = { state: 'I want a refund', questions: { q: { type: 'noul', criteria: { true: 'refund' } } } };
const SERVE = ['--port', '0', '--mcp-allow-host', '127.0.0.1'] as const;
// A new database and a few servers; after that no file may grow.
const SMALL = 400_000;

/** Registers servers until the store refuses one. Answers the names that were acknowledged and the refusal. */
async function fill(base: string): Promise<{ readonly kept: readonly string[]; readonly refused: Response }> {
  const kept: string[] = [];
  for (let n = 100; n < 300; n += 1) {
    const answer = await register(base, `s${n}`);
    if (answer.status !== 201) return { kept, refused: answer };
    kept.push(`s${n}`);
  }
  throw new Error('the disk never filled up');
}

test('on a full disk a registration is 507 with file and reason and not in force, and a deletion is 507 and does not take effect', async () => {
  const data = newFolder();
  const server = startWithSmallFiles(SMALL, ...SERVE, '--data', data);
  const base = await server.url;
  const { kept, refused } = await fill(base);
  assert.ok(kept.length > 2, `only ${kept.length} fit`);
  assert.is(refused.status, 507);
  const { error } = (await refused.json()) as Failure;
  assert.is(error.code, 'storage_failed');
  assert.is(error.details?.file, join(data, 'evident.db'));
  assert.match(error.details?.reason ?? '', /full|disk I\/O error|too big/);
  assert.is(error.message, `${error.details?.file}: ${error.details?.reason}`);
  assert.equal(await names(base), kept);
  // Nor is any of several, and a replacement leaves what it would have replaced.
  const several = await send(base, 'POST', '/v1/mcp/servers', {
    mcpServers: Object.fromEntries(
      ['x', 'y', 'z'].map((name) => [
        name,
        { url: 'http://127.0.0.1:9/', disabled: true, description: 'd'.repeat(4000) },
      ]),
    ),
  });
  assert.is(several.status, 507);
  const replaced = await send(base, 'POST', '/v1/mcp/servers?replace=true', {
    name: kept[0],
    url: 'http://127.0.0.1:9/other',
    enabled: false,
    description: 'e'.repeat(4000),
  });
  assert.is(replaced.status, 507);
  assert.is((await send(base, 'DELETE', `/v1/mcp/servers/${kept[0]}`)).status, 507);
  assert.equal(await names(base), kept);
  assert.match(
    await (await send(base, 'GET', `/v1/mcp/servers/${kept[0]}`)).text(),
    /127\.0\.0\.1:9\/","|"url":"http:\/\/127\.0\.0\.1:9\/"/,
  );
  // What needs no store goes on; who decides where requests go is told.
  assert.is((await send(base, 'POST', '/v1/systemone', ASK)).status, 200);
  assert.is(await statusOf(base, '/livez'), 200);
  const ready = await send(base, 'GET', '/readyz');
  assert.is(ready.status, 503);
  const told = (await ready.json()) as Failure;
  assert.is(told.error.code, 'not_ready');
  assert.not.match(told.error.message, new RegExp(root), 'anybody may ask');
  assert.is(await kill(server), 0);
  const again = startProcess(...SERVE, '--data', data);
  assert.equal(await names(await again.url), kept);
  assert.is(await kill(again), 0);
});

test('when there is room again, changes are kept and the service is ready, without a restart', async () => {
  if (spawnSync('prlimit', ['--version']).error !== undefined) {
    console.log('skipped: room again (prlimit is not installed)');
    return;
  }
  const server = startWithSmallFiles(SMALL, ...SERVE, '--data', newFolder());
  const base = await server.url;
  await fill(base);
  assert.is(await statusOf(base, '/readyz'), 503);
  spawnSync('prlimit', ['--pid', String(server.child.pid), '--fsize=unlimited:unlimited']);
  await until(async () => (await statusOf(base, '/readyz')) === 200);
  assert.is((await register(base, 'later')).status, 201);
  await kill(server);
});

test('on a full disk the tools of a server that are known and unchanged are still called', async () => {
  const data = newFolder();
  mkdirSync(data, { recursive: true });
  const file = join(data, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { local: raw() } }));
  const server = startWithSmallFiles(SMALL, ...SERVE, '--data', data, '--mcp-config', file);
  const base = await server.url;
  const call = async (): Promise<number> =>
    (await send(base, 'POST', '/v1/mcp/call', { server: 'local', tool: 'line' })).status;
  await until(async () => (await call()) === 200);
  await fill(base);
  assert.is(await call(), 200);
  // Also over a new connection: what it lists is what is stored.
  assert.is((await send(base, 'POST', '/v1/mcp/call', { server: 'local', tool: 'crash' })).status, 502);
  await until(async () => (await call()) === 200);
  await kill(server);
});

for (const [what, lose] of [
  ['deleted', (data: string) => rmSync(data, { recursive: true })],
  ['moved away', (data: string) => renameSync(data, `${data}-elsewhere`)],
  [
    'replaced by an empty one',
    (data: string) => {
      renameSync(data, `${data}-elsewhere`);
      mkdirSync(data);
      openStore(join(data, 'evident.db')).close();
    },
  ],
] as const) {
  test(`with the data folder ${what}, no change is acknowledged, readyz says so, and decisions go on`, async () => {
    const data = newFolder();
    const server = startProcess(...SERVE, '--data', data);
    const base = await server.url;
    assert.is((await register(base, 'kept')).status, 201);
    await until(async () => (await statusOf(base, '/readyz')) === 200);
    lose(data);
    const refused = await register(base, 'lost');
    assert.is(refused.status, 507);
    const { error } = (await refused.json()) as Failure;
    assert.is(error.code, 'storage_failed');
    assert.match(
      error.message,
      what === 'replaced by an empty one' ? /is not the file that was opened/ : /was deleted while it was open/,
    );
    assert.is((await send(base, 'DELETE', '/v1/mcp/servers/kept')).status, 507);
    assert.equal(await names(base), ['kept']);
    assert.is(await statusOf(base, '/readyz'), 503);
    assert.is((await send(base, 'POST', '/v1/systemone', ASK)).status, 200);
    assert.is(await kill(server), 0);
  });
}

test('a service that had keys stays closed when its data folder is lost', async () => {
  const data = newFolder();
  const issued = spawnSync(
    process.execPath,
    [moduleFile('cli/bin'), 'keys', 'add', 'a', '--scope', 'decide', '--data', data],
    { encoding: 'utf8' },
  );
  const token = issued.stdout.trim();
  const server = startProcess(...SERVE, '--data', data);
  const base = await server.url;
  const ask = async (key: string | null): Promise<number> =>
    (await fetch(`${base}/v1/models`, { headers: key === null ? {} : { authorization: `Bearer ${key}` } })).status;
  assert.equal([await ask(null), await ask(token)], [401, 200]);
  rmSync(data, { recursive: true });
  assert.equal([await ask(null), await ask(token)], [401, 200]);
  await kill(server);
  const restarted = startProcess(...SERVE, '--data', data, '--require-keys');
  assert.is((await fetch(`${await restarted.url}/v1/models`)).status, 401);
  await kill(restarted);
});

test('what was acknowledged survives kill -9, in the middle of more changes', async () => {
  const data = newFolder();
  const server = startProcess(...SERVE, '--data', data);
  const base = await server.url;
  const kept: string[] = [];
  const working = (async () => {
    for (let n = 100; ; n += 1) {
      const answer = await register(base, `s${n}`).catch(() => null);
      if (answer === null) return;
      if (answer.status === 201) kept.push(`s${n}`);
    }
  })();
  await until(() => kept.length > 20);
  await kill(server, 'SIGKILL');
  await working;
  const again = startProcess(...SERVE, '--data', data);
  const found = await names(await again.url);
  for (const name of kept) assert.ok(found.includes(name), name);
  // One may have been written whose answer nobody read.
  assert.ok(found.length <= kept.length + 1);
  await kill(again);
});

test('a second service on the same folder does not start, says so in one line, and leaves the first as it was', async () => {
  const data = newFolder();
  const first = startProcess(...SERVE, '--data', data);
  const base = await first.url;
  assert.is((await register(base, 'kept')).status, 201);
  for (const args of [
    [...SERVE, '--data', data],
    ['--mcp-stdio', '--data', data],
  ]) {
    const { code, stderr } = await startProcess(...args).ended;
    assert.is(code, 1);
    assert.is(
      stderr,
      `evident: another service already uses the data folder ${data}; stop it, or name another folder with --data\n`,
    );
  }
  assert.is((await register(base, 'more')).status, 201);
  assert.equal(await names(base), ['kept', 'more']);
  // Keys are issued beside a running service all the same.
  assert.is(
    spawnSync(process.execPath, [moduleFile('cli/bin'), 'keys', 'add', 'a', '--scope', 'decide', '--data', data])
      .status,
    0,
  );
  await kill(first, 'SIGKILL');
  const next = startProcess(...SERVE, '--data', data);
  assert.match(await next.line, /listening/);
  await kill(next);
});

test('a store that cannot be opened or written is one line for the command line and for the start', async () => {
  const data = newFolder();
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'evident.db'), 'this is no database, and it is long enough to be looked at'.repeat(100));
  const place = join(data, 'evident.db');
  const started = await startProcess(...SERVE, '--data', data).ended;
  assert.equal([started.code, started.stderr], [1, `evident: ${place}: file is not a database\n`]);
  const keys = (folder: string, ...args: string[]) =>
    spawnSync(process.execPath, [moduleFile('cli/bin'), 'keys', ...args, '--data', folder], { encoding: 'utf8' });
  for (const args of [['list'], ['add', 'a', '--scope', 'decide'], ['revoke', 'a']]) {
    const { status, stdout, stderr } = keys(data, ...args);
    assert.equal([status, stdout, stderr], [2, '', `evident keys: ${place}: file is not a database\n`]);
  }
  const blocked = join(data, 'evident.db', 'below');
  assert.match(
    keys(blocked, 'add', 'a', '--scope', 'decide').stderr,
    /^evident keys: [^\n]+: a part of the path is no folder\n$/,
  );
  const full = newFolder();
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'ulimit -f 20 && exec "$@"',
      'sh',
      process.execPath,
      moduleFile('cli/bin'),
      'keys',
      'add',
      'a',
      '--scope',
      'decide',
      '--data',
      full,
    ],
    { encoding: 'utf8', env: { ...process.env, EVIDENT_CACHE: '' } },
  );
  assert.equal([status, stdout], [2, '']);
  assert.match(stderr, /^evident keys: [^\n]+evident\.db: [^\n]+\n$/);
});

test('a backup is taken beside a running service, holds everything for its owner alone, and half of one is not left', async () => {
  const data = newFolder();
  const server = startProcess(...SERVE, '--data', data);
  const base = await server.url;
  for (let n = 0; n < 5; n += 1) assert.is((await register(base, `s${n}`)).status, 201);
  const backup = (target: string, folder: string, limit = 'unlimited') =>
    spawnSync(
      'sh',
      [
        '-c',
        `ulimit -S -f ${limit} && exec "$@"`,
        'sh',
        process.execPath,
        moduleFile('cli/bin'),
        'backup',
        target,
        '--data',
        folder,
      ],
      { encoding: 'utf8', env: { ...process.env, EVIDENT_CACHE: '' } },
    );
  const copy = join(data, '..', 'copy.db');
  const taken = backup(copy, data);
  assert.equal([taken.status, taken.stdout, taken.stderr], [0, '', `copied ${join(data, 'evident.db')} to ${copy}\n`]);
  assert.is(statSync(copy).mode & 0o777, 0o600);
  const twice = backup(copy, data);
  assert.is(twice.status, 2);
  assert.match(twice.stderr, /^evident backup: [^\n]+copy\.db is there already\n/);
  assert.match(
    backup(join(data, '..', 'other.db'), newFolder()).stderr,
    /^evident backup: there is no [^\n]+evident\.db; name/,
  );
  const half = join(data, '..', 'half.db');
  const full = backup(half, data, '16');
  assert.is(full.status, 2);
  assert.match(full.stderr, /^evident backup: [^\n]+half\.db: [^\n]+\n$/);
  assert.not(existsSync(half));
  await kill(server);
  const restored = newFolder();
  mkdirSync(restored, { recursive: true });
  renameSync(copy, join(restored, 'evident.db'));
  const again = startProcess(...SERVE, '--data', restored);
  assert.equal(await names(await again.url), ['s0', 's1', 's2', 's3', 's4']);
  await kill(again);
});

test('the lock leaves one file of no bytes, for its owner only', async () => {
  const data = newFolder();
  const server = startProcess(...SERVE, '--data', data);
  await server.url;
  const { size, mode } = statSync(join(data, 'evident.lock'));
  assert.equal([size, mode & 0o777], [0, 0o600]);
  await kill(server);
});

test.run();
