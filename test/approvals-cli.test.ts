// evident approvals, as a person types it beside a running service: list, show, approve, deny, and what is refused.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { everything } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const bin = moduleFile('cli/bin');
const folder = mkdtempSync(join(tmpdir(), 'evident-approvals-cli-'));
const data = join(folder, 'data');
const policies = join(folder, 'policies');
mkdirSync(policies);
writeFileSync(join(policies, 'look.script'), '{:verdict "approve" :reason "somebody should look"}');
const mcpConfig = join(folder, 'mcp.json');
writeFileSync(mcpConfig, JSON.stringify({ mcpServers: { ev: everything() } }));

let server: TestServer;
test.before(async () => {
  server = await openServer({ data, mcpConfig, policies, guardsBefore: ['look'] });
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

function approvals(...args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, EVIDENT_DATA: data };
    execFile(process.execPath, [bin, 'approvals', ...args], { env, cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

async function call(message: string): Promise<{ readonly status: number; readonly body: Record<string, any> }> {
  const response = await server.post(
    '/v1/mcp/call',
    JSON.stringify({ server: 'ev', tool: 'echo', arguments: { message } }),
  );
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}

test('what waits is listed, and approved here it is made once by the running service', async () => {
  assert.match((await approvals('list')).stderr, /no calls wait/);
  const held = await call('pay');
  assert.is(held.status, 202);
  const id = held.body['id'] as string;
  const listed = await approvals('list');
  assert.equal([listed.code, listed.stderr], [0, '']);
  assert.match(
    listed.stdout,
    new RegExp(`^${id}  ev/echo \\{"message":"pay"\\}  for a caller without a key  until 20`),
  );
  assert.match(listed.stdout, /somebody should look\n$/);
  const { id: shown, status } = JSON.parse((await approvals('show', id)).stdout) as { id: string; status: string };
  assert.equal([shown, status], [id, 'pending']);
  const approved = await approvals('approve', id);
  assert.is(approved.code, 0);
  assert.match(approved.stderr, /ev\/echo is approved: the same call is made once when it comes again, until 20/);
  const made = await call('pay');
  assert.equal([made.status, made.body['approval']], [200, id]);
  assert.is((await call('pay')).status, 202, 'once');
  const { rows } = (await (await fetch(`${server.url}/v1/audit?event=approval.decided`)).json()) as {
    rows: { approval: string; status: string; key: string | null; arguments_hash: string }[];
  };
  assert.equal(
    rows.map(({ approval, status, key, arguments_hash: hash }) => [approval, status, key, hash]),
    [[id, 'approved', null, held.body['arguments_hash']]],
  );
});

test('what is denied is over, and decided once', async () => {
  const { id } = (await call('delete')).body as { id: string };
  assert.match((await approvals('deny', id)).stderr, /ev\/echo is denied/);
  const late = await approvals('approve', id);
  assert.is(late.code, 1);
  assert.match(late.stderr, /evident approvals: This call is denied and waits no longer\./);
  assert.not.match((await approvals('list')).stdout, new RegExp(id));
  assert.match((await approvals('list', '--all')).stdout, new RegExp(`${id}  denied    ev/echo`));
  const { approvals: all } = JSON.parse((await approvals('list', '--all', '--json')).stdout) as {
    approvals: { id: string; status: string }[];
  };
  assert.is(all.find((one) => one.id === id)?.status, 'denied');
});

test('a terminal shows what it would obey or hide', async () => {
  const { id } = (await call('a\u009b2Jb\u202ec\ud83d\ude00')).body as { id: string };
  for (const shown of [await approvals('list'), await approvals('show', id), await approvals('list', '--json')]) {
    assert.not.match(shown.stdout, /[\u009b\u202e]/);
    assert.ok(shown.stdout.includes('a\\u009b2Jb\\u202ec\ud83d\ude00'), shown.stdout);
  }
});

test('wrong use is one sentence and exit code 2, an unknown id 1', async () => {
  for (const [args, message] of [
    [[], /say list, show, approve or deny/],
    [['allow', 'x'], /say list, show, approve or deny/],
    [['approve'], /name a held call/],
    [['list', 'x'], /approvals list takes no id/],
    [['approve', 'x', '--json'], /approvals approve takes no --json/],
    [['list', '--data', join(folder, 'other')], /there is no .*evident\.db/],
  ] as const) {
    const ran = await approvals(...args);
    assert.is(ran.code, 2, args.join(' '));
    assert.match(ran.stderr, message);
  }
  const unknown = await approvals('approve', 'apr_0');
  assert.is(unknown.code, 1);
  assert.match(unknown.stderr, /There is no such held call\./);
});

test.run();
