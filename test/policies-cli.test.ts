// Policies in the store: put, listed and deleted on the command line, asked by every service that shares the store.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Config } from '../server/config.ts';
import { openStore } from '../server/store/sqlite.ts';
import { openCommandLine } from './support/command-line.ts';
import { startModern } from './support/mcp.ts';
import { newDatabase, withPostgres } from './support/postgres.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const line = openCommandLine();
test.after(() => line.close());
const policies = (...args: string[]) => line.evident(['policies', ...args]);

test('a policy is put where it has the revision that is meant, and listed, and deleted', async () => {
  line.file('gate.script', '{:verdict "allow"}');
  const first = policies('put', 'gate.script');
  assert.is(first.code, 0, first.err);
  assert.match(first.out, /^gate {2}revision 1 {2}[0-9a-f]{64}\n$/);
  assert.match(policies('put', 'gate.script').err, /^gate is the same already, revision 1\n$/);
  line.file('gate.script', '{:verdict "deny" :reason "closed"}');
  const late = policies('put', 'gate.script', '--revision', '0');
  assert.equal([late.code, late.err], [1, 'evident policies: the policy gate has revision 1\n']);
  assert.match(policies('put', 'gate.script', '--revision', '1').out, /^gate {2}revision 2 /);
  assert.match(policies('list').out, /^gate {2}revision 2 {2}\d{4}-\d\d-\d\dT/);
  const [shown] = JSON.parse(policies('list', '--json').out) as { text: string; revision: number }[];
  assert.equal([shown?.revision, shown?.text], [2, '{:verdict "deny" :reason "closed"}']);
  assert.is(policies('delete', 'gate', '--revision', '1').code, 1);
  assert.match(policies('delete', 'gate').err, /^gate is deleted; calls that it guards are denied/);
  assert.is(policies('list').out, '');
  const store = openStore(join(line.folder, 'data', 'evident.db'));
  const rows = await store.listAudit({ after: 0, limit: 9 });
  assert.equal(
    rows.map(({ event, text }) => [event, (JSON.parse(text) as { revision: number }).revision]),
    [
      ['policy.put', 1],
      ['policy.put', 2],
      ['policy.deleted', 2],
    ],
  );
  await store.close();
});

test('what is wrong is told in a line, and nothing is kept', () => {
  line.file('ok.script', '{:verdict "allow"}');
  line.file('wrong.script', '(+ 1');
  line.file('Bad Name.script', '1');
  line.file('gate.txt', '1');
  for (const [args, code, err] of [
    [['put', 'ok.script', 'wrong.script'], 1, /^wrong\.script:1:\d: .+\n$/],
    [['put', 'Bad Name.script'], 1, /^Bad Name\.script: a policy's name is 1 to 64/],
    [['put', 'gate.txt'], 2, /^evident policies: a policy is NAME\.script, not gate\.txt\n/],
    [['put'], 2, /name a policy/],
    [['put', 'none.script'], 2, /cannot read none\.script/],
    [['put', 'ok.script', '--revision', 'x'], 2, /--revision must be a whole number/],
    [['put', 'ok.script', 'gate.script', '--revision', '1'], 2, /--revision is of one policy/],
    [['list', 'ok'], 2, /takes no name/],
    [['list', '--revision', '1'], 2, /takes no --revision/],
    [['delete', 'none'], 2, /there is no policy none/],
    [['show'], 2, /say put, list or delete/],
    [
      ['put', 'ok.script', '--store', 'postgres://u:hunter2@h/'],
      2,
      /^evident policies: --store: a store has a database/,
    ],
  ] as const) {
    const ended = policies(...args);
    assert.is(ended.code, code, ended.err);
    assert.match(ended.err, err);
    assert.not.match(ended.err, /hunter2/);
  }
  assert.is(policies('list').out, '');
});

/** A tool that a policy of the store guards, on services that share it. */
async function guarded(where: Partial<Config>, flags: readonly string[], instances: number): Promise<void> {
  const upstream = await startModern();
  const servers: TestServer[] = [];
  // Not waited for in this thread, which is the services' too.
  const run = async (...args: string[]): Promise<void> => {
    const [ended] = await line.evidentAll([['policies', ...args, ...flags]]);
    assert.is(ended?.code, 0, ended?.err);
  };
  const put = (text: string): Promise<void> => run('put', line.file('gate.script', text));
  try {
    await put('{:verdict "allow"}');
    for (let at = 0; at < instances; at += 1)
      servers.push(
        await openServer({
          ...where,
          instance: `i${at}`,
          mcpAllowHosts: ['127.0.0.1'],
          policies: 'store:',
          guardsBefore: ['gate'],
        }),
      );
    const send = async (server: TestServer, path: string, body: unknown) => {
      const answer = await server.post(path, JSON.stringify(body));
      return (await answer.json()) as { outcome?: string; error?: { code: string; message: string } };
    };
    await send(servers[0]!, '/v1/mcp/servers', { name: 'notes', url: `http://127.0.0.1:${upstream.port}/mcp` });
    const call = (server: TestServer) => send(server, '/v1/mcp/call', { server: 'notes', tool: 'echo' });
    for (const server of servers) await until(async () => (await call(server)).outcome === 'ok');
    await put('{:verdict "deny" :reason "closed"}');
    for (const server of servers)
      await until(async () => (await call(server)).error?.message.includes('closed') === true);
    // What no longer is there allows nothing.
    await run('delete', 'gate');
    for (const server of servers)
      await until(async () => (await call(server)).error?.message.includes('closed') === false);
    for (const server of servers) assert.is((await call(server)).error?.code, 'policy_denied');
    await put(readFileSync(join(line.folder, 'ok.script'), 'utf8'));
    for (const server of servers) await until(async () => (await call(server)).outcome === 'ok');
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await upstream.stop();
  }
}

test('a service follows the policies of its folder’s store', () => {
  const data = join(line.folder, 'served');
  return guarded({ data }, ['--data', data], 1);
});

withPostgres('all instances follow the policies of their database', () => {
  const store = newDatabase();
  return guarded({ store }, ['--store', store], 3);
});

test('a service does not start without a policy that its settings name', async () => {
  const data = join(line.folder, 'empty');
  const error = await openServer({ data, policies: 'store:', guardsBefore: ['gate'] }).catch(
    (thrown: unknown) => thrown,
  );
  assert.match(String(error), /there is no policy gate: --policies store: does not have it/);
  // Its folder is free again.
  await (await openServer({ data })).close();
});

test.run();
