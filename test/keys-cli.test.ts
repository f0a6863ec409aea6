// evident keys, as a person types it: add, list, revoke, what is refused, and a running server that sees each at once.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const bin = moduleFile('cli/bin');
const folder = mkdtempSync(join(tmpdir(), 'evident-keys-cli-'));
const data = join(folder, 'data');

let server: TestServer;
test.before(async () => {
  server = await openServer({ data });
});
test.after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function keys(args: readonly string[], env: NodeJS.ProcessEnv = { EVIDENT_DATA: data }): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bin, 'keys', ...args],
      { env: { ...process.env, ...env }, cwd: folder },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

async function status(token: string | null): Promise<number> {
  const answer = await fetch(`${server.url}/v1/models`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  return answer.status;
}

let token = '';

test('add prints the token alone, and the running server wants it from then on', async () => {
  assert.is(await status(null), 200);
  const { code, stdout, stderr } = await keys([
    'add',
    'shop',
    '--scope',
    'decide,route',
    '--scope',
    'scripts',
    '--expires',
    '30d',
    '--undecided',
    'error',
  ]);
  assert.is(code, 0, stderr);
  assert.match(stdout, /^evd_[A-Za-z0-9_-]{43}\n$/);
  assert.match(stderr, /key shop may decide,route,scripts until .*only this once\nthis is the first key/);
  token = stdout.trim();
  assert.equal([await status(null), await status(token)], [401, 200]);
});

test("the token is nowhere on the disk, and the files are their owner's", () => {
  for (const name of readdirSync(data)) {
    assert.not.ok(readFileSync(join(data, name)).includes(token.slice(4)), name);
    assert.is(statSync(join(data, name)).mode & 0o077, 0, name);
  }
});

test('a name is given once', async () => {
  const { code, stdout, stderr } = await keys(['add', 'shop', '--scope', 'admin']);
  assert.equal([code, stdout], [2, '']);
  assert.match(stderr, /there is a key shop already/);
});

test('list shows everything but the token, for people and for programs', async () => {
  await keys(['add', 'desk', '--scope', 'admin', '--expires', '2999-12-31T23:59:59+02:00', '--data', data], {});
  const plain = await keys(['list']);
  assert.match(
    plain.stdout,
    /^desk {2}active {3}admin {2}expires 2999-12-31T21:59:59\.000Z\nshop {2}active {3}decide,route,scripts {2}undecided error {2}expires /,
  );
  const { keys: rows } = JSON.parse((await keys(['list', '--json'])).stdout) as {
    readonly keys: readonly Readonly<Record<string, unknown>>[];
  };
  assert.equal(
    rows.map(({ name, status: state, scopes, undecided, revoked_at: revoked }) => [
      name,
      state,
      scopes,
      undecided,
      revoked,
    ]),
    [
      ['desk', 'active', ['admin'], null, null],
      ['shop', 'active', ['decide', 'route', 'scripts'], 'error', null],
    ],
  );
  assert.not.ok((plain.stdout + JSON.stringify(rows)).includes(token.slice(4, 20)));
});

test('revoke ends a key with the next request, once, and the list remembers', async () => {
  assert.is((await keys(['revoke', 'shop'])).code, 0);
  assert.equal([await status(token), await status(null)], [401, 401]);
  const again = await keys(['revoke', 'shop']);
  assert.equal([again.code, again.stderr.includes('revoked already')], [2, true]);
  assert.match((await keys(['list'])).stdout, /shop {2}revoked/);
});

for (const [args, said] of [
  [[], 'say add, list or revoke'],
  [['remove', 'x'], 'say add, list or revoke'],
  [['add', '--scope', 'decide'], 'name a key'],
  [['add', 'a', 'b', '--scope', 'decide'], 'at a time'],
  [['add', 'a b', '--scope', 'decide'], 'is no name'],
  [['add', 'a'], 'say what the key may do'],
  [['add', 'a', '--scope', 'all'], 'there is no scope all'],
  [['add', 'a', '--scope', 'decide', '--undecided', 'maybe'], '--undecided must be one of'],
  [['add', 'a', '--scope', 'decide', '--expires', '2020-01-01'], 'is past'],
  [['add', 'a', '--scope', 'decide', '--expires', '2999-02-30'], '--expires must be'],
  [['add', 'a', '--scope', 'decide', '--expires', '2999-01-01T00:00:00'], '--expires must be'],
  [['add', 'a', '--scope', 'decide', '--expires', '0d'], '--expires must be'],
  [['add', 'a', '--scope', 'decide', '--expires', '36501d'], 'at most 36500d'],
  [['list', 'a'], 'takes no name'],
  [['list', '--scope', 'decide'], 'takes no --scope'],
  [['revoke', 'nobody'], 'there is no key nobody'],
  [['revoke', 'shop', '--data', 'nowhere'], 'there is no nowhere/evident.db'],
  [['list', '--data', ':memory:'], 'keys are kept in a folder'],
] as const) {
  test(`keys ${args.join(' ')}: ${said}`, async () => {
    const { code, stdout, stderr } = await keys(args);
    assert.equal([code, stdout], [2, '']);
    assert.ok(stderr.includes(said), stderr);
  });
}

test('the longest expiry is taken', async () => {
  assert.is((await keys(['add', 'long', '--scope', 'decide', '--expires', '36500d'])).code, 0);
});

test.run();
