// evident approvals, as a person types it beside a running service: list, show, approve, deny, and what is refused.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openCommandLine } from './support/command-line.ts';
import { everything } from './support/mcp.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

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

const line = openCommandLine();
test.after(() => line.close());
const approvals = (...args: readonly string[]) => line.evident(['approvals', ...args], '', { EVIDENT_DATA: data });

async function call(message: string): Promise<{ readonly status: number; readonly body: Record<string, any> }> {
  const response = await server.post(
    '/v1/mcp/call',
    JSON.stringify({ server: 'ev', tool: 'echo', arguments: { message } }),
  );
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}

test('what waits is listed, and approved here it is made once by the running service', async () => {
  assert.match(approvals('list').err, /no calls wait/);
  const held = await call('pay');
  assert.is(held.status, 202);
  const id = held.body['id'] as string;
  const listed = approvals('list');
  assert.equal([listed.code, listed.err], [0, '']);
  assert.match(listed.out, new RegExp(`^${id}  ev/echo \\{"message":"pay"\\}  for a caller without a key  until 20`));
  assert.match(listed.out, /somebody should look\n$/);
  const { id: shown, status } = JSON.parse(approvals('show', id).out) as { id: string; status: string };
  assert.equal([shown, status], [id, 'pending']);
  const approved = approvals('approve', id);
  assert.is(approved.code, 0);
  assert.match(approved.err, /ev\/echo is approved: the same call is made once when it comes again, until 20/);
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
  assert.match(approvals('deny', id).err, /ev\/echo is denied/);
  const late = approvals('approve', id);
  assert.is(late.code, 1);
  assert.match(late.err, /evident approvals: This call is denied and waits no longer\./);
  assert.not.match(approvals('list').out, new RegExp(id));
  assert.match(approvals('list', '--all').out, new RegExp(`${id}  denied    ev/echo`));
  const { approvals: all } = JSON.parse(approvals('list', '--all', '--json').out) as {
    approvals: { id: string; status: string }[];
  };
  assert.is(all.find((one) => one.id === id)?.status, 'denied');
});

test('a terminal shows what it would obey or hide', async () => {
  const { id } = (await call('a\u009b2Jb\u202ec\ud83d\ude00')).body as { id: string };
  for (const shown of [approvals('list'), approvals('show', id), approvals('list', '--json')]) {
    assert.not.match(shown.out, /[\u009b\u202e]/);
    assert.ok(shown.out.includes('a\\u009b2Jb\\u202ec\ud83d\ude00'), shown.out);
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
    const ran = approvals(...args);
    assert.is(ran.code, 2, args.join(' '));
    assert.match(ran.err, message);
  }
  const unknown = approvals('approve', 'apr_0');
  assert.is(unknown.code, 1);
  assert.match(unknown.err, /There is no such held call\./);
});

test.run();
