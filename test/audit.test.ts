// The audit: what is written of calls, servers and keys, that it is a chain, and that its policies say the same again.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { AUDIT_WAITING_MAX, createAudit } from '../server/audit.ts';
import { AUDIT_LIMIT_MAX } from '../server/services/tools/operations.ts';
import type { RunningServer } from '../server/start.ts';
import { startServer } from '../server/start.ts';
import { showAuditRow, verifyChain } from '../server/store/audit-chain.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { AuditEntry, Store } from '../server/store/store.ts';
import { openKeyFolder } from './support/keys.ts';
import { everything } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import { openServer, TEST_CONFIG } from './support/server.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-audit-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const policies = join(folder, 'policies');
mkdirSync(policies);
writeFileSync(
  join(policies, 'short.script'),
  '(if (> (count (get-in input [:arguments :message])) 9) {:verdict "deny" :reason "too long"} {:verdict "allow" :arguments (assoc (:arguments input) :message "hi")})',
);
writeFileSync(join(policies, 'late.script'), '{:verdict "pass"}');
const config = join(folder, 'mcp.json');
writeFileSync(config, JSON.stringify({ mcpServers: { ev: everything() } }));

const keys = openKeyFolder();
test.after(() => keys.remove());
const agent = await keys.add('agent', 'mcp:call');
const boss = await keys.add('boss', 'admin');
const settings = { data: keys.path, mcpConfig: config, policies, guardsBefore: ['short'], guardsAfter: ['late'] };

type Row = Record<string, any>;

async function send(url: string, key: string, method: string, path: string, body?: unknown): Promise<[number, Row]> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return [response.status, (await response.json()) as Row];
}

const echo = (message: string) => ({ server: 'ev', tool: 'echo', arguments: { message } });

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function audit(...args: string[]): Promise<Ran> {
  const bin = moduleFile('cli/bin');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bin, 'audit', ...args],
      { env: { ...process.env, EVIDENT_DATA: keys.path } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test('what was done is listed, verified, exported, and said again by its policies', async () => {
  const server = await openServer(settings);
  try {
    const url = server.url;
    assert.is((await send(url, agent, 'POST', '/v1/mcp/call', echo('hello')))[0], 200);
    assert.is((await send(url, agent, 'POST', '/v1/mcp/call', echo('hello hello')))[0], 403);
    assert.is((await send(url, agent, 'POST', '/v1/mcp/call', { ...echo('x'), tool: 'nothing' }))[0], 404);
    const shop = { name: 'shop', url: 'https://shop.example/mcp', enabled: false };
    assert.is((await send(url, boss, 'POST', '/v1/mcp/servers', shop))[0], 201);
    assert.is((await send(url, boss, 'POST', '/v1/mcp/servers', shop))[0], 200);
    assert.is((await send(url, boss, 'POST', '/v1/mcp/servers/ev/approve', {}))[0], 200);
    assert.is((await send(url, boss, 'DELETE', '/v1/mcp/servers/shop'))[0], 200);

    const [status, { rows, next }] = await send(url, boss, 'GET', '/v1/audit');
    assert.is(status, 200);
    assert.is(next, null);
    assert.equal(
      rows.map(({ seq, event, key, outcome, server: name }: Row) => [seq, event, key, outcome ?? name]),
      [
        [1, 'server.registered', null, 'ev'],
        [2, 'call', 'agent', 'ok'],
        [3, 'call', 'agent', 'policy_denied'],
        [4, 'call', 'agent', 'tool_not_found'],
        [5, 'server.registered', 'boss', 'shop'],
        [6, 'tools.approved', 'boss', 'ev'],
        [7, 'server.deleted', 'boss', 'shop'],
      ],
    );
    const [, first, second] = rows;
    assert.not.ok(JSON.stringify(rows).includes('hello'), 'no argument is in the audit');
    assert.is.not(first.sent_hash, first.arguments_hash);
    assert.equal(
      first.guards.map(({ policy, verdict }: Row) => [policy, verdict]),
      [
        ['short', 'allow'],
        ['late', 'pass'],
      ],
    );
    assert.equal(
      second.guards.map(({ policy, verdict }: Row) => [policy, verdict]),
      [['short', 'deny']],
    );
    assert.is(first.steps, first.guards[0].steps + first.guards[1].steps);

    // Pages, filters, and who may look.
    assert.equal((await send(url, boss, 'GET', '/v1/audit?limit=2&after=1'))[1]['next'], 3);
    const seqs = async (query: string): Promise<unknown[]> => {
      const { rows: found, next: following } = (await send(url, boss, 'GET', `/v1/audit?${query}`))[1];
      return [found.map(({ seq }: Row) => seq), following];
    };
    const [[last, secondLast], beforeThat] = (await seqs('order=newest&limit=2')) as [[number, number], number];
    assert.equal([last - secondLast, beforeThat], [1, secondLast]);
    assert.equal(await seqs('before=3'), [[2, 1], null]);
    assert.is((await send(url, boss, 'GET', '/v1/audit?event=call&key=agent'))[1]['rows'].length, 3);
    assert.is((await send(url, agent, 'GET', '/v1/audit'))[0], 403);
    for (const query of ['limit=0', `limit=${AUDIT_LIMIT_MAX + 1}`, 'after=x', 'before=0', 'order=last'])
      assert.is((await send(url, boss, 'GET', `/v1/audit?${query}`))[0], 400, query);
    assert.is((await send(url, boss, 'GET', `/v1/audit?limit=${AUDIT_LIMIT_MAX}`))[0], 200);
  } finally {
    await server.close();
  }

  const shown = await audit('show', '--event', 'call');
  assert.is(shown.stdout.trim().split('\n').length, 3);
  const verified = await audit('verify');
  assert.match(verified.stdout, /^7 rows are a chain; the last hash is sha256:[0-9a-f]{64}/);
  const exported = join(folder, 'audit.jsonl');
  assert.is((await audit('export', '-o', exported)).code, 0);
  const head = /sha256:[0-9a-f]+/.exec(verified.stdout)![0];
  assert.is((await audit('verify', exported, '--head', head)).code, 0);

  const lines = readFileSync(exported, 'utf8').trim().split('\n');
  const changed = join(folder, 'changed.jsonl');
  for (const [text, part] of [
    [lines.slice(0, -1), /another row/],
    [[...lines.slice(0, 2), ...lines.slice(3)], /row 3 is missing/],
    [lines.map((line) => line.replace('policy_denied', 'ok')), /row 3 was changed/],
    [[lines[1]!, lines[0]!], /missing|follow/],
    [['[]'], /no row/],
  ] as const) {
    writeFileSync(changed, `${text.join('\n')}\n`);
    const ran = await audit('verify', changed, '--head', head);
    assert.is(ran.code, 1);
    assert.match(ran.stderr, part);
  }

  const given = join(folder, 'arguments.json');
  const result = join(folder, 'result.json');
  writeFileSync(given, '{"message":"hello"}');
  writeFileSync(result, '{"content":[{"type":"text","text":"Echo: hi"}]}');
  const replay = (row: string, ...more: string[]): Promise<Ran> =>
    audit('replay', exported, '--row', row, '--arguments', given, '--policies', policies, ...more);
  assert.match((await replay('2')).stdout, /row 2: one policy says the same again/);
  assert.match((await replay('2', '--result', result)).stderr + (await replay('3')).stderr, /say now|other arguments/);
  writeFileSync(given, '{"message":"hello hello"}');
  assert.is((await replay('3')).code, 0);
  assert.match((await replay('2')).stderr, /other arguments/);
  assert.match((await replay('5')).stderr, /no call in row 5/);
  assert.match((await replay('4')).stderr, /no policy was asked/);
  writeFileSync(join(policies, 'short.script'), '{:verdict "allow"}');
  assert.match((await replay('3')).stderr, /the policies say now/);
});

test('keys that the command line adds and revokes are rows of the same chain', async () => {
  const bin = moduleFile('cli/bin');
  const run = (...args: string[]): Promise<void> =>
    new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [bin, 'keys', ...args],
        { env: { ...process.env, EVIDENT_DATA: keys.path } },
        (error) => (error === null ? resolve() : reject(error)),
      );
    });
  await run('add', 'guest', '--scope', 'decide');
  await run('revoke', 'guest');
  const rows = (await audit('show', '--after', '7')).stdout.trim().split('\n');
  assert.equal(
    rows.map((line) => (({ event, name, key }: Row) => [event, name, key])(JSON.parse(line) as Row)),
    [
      ['key.added', 'guest', null],
      ['key.revoked', 'guest', null],
    ],
  );
  assert.is((await audit('verify')).code, 0);
  // A row that a filter does not find any more is one that was changed.
  const database = new DatabaseSync(join(keys.path, 'evident.db'));
  const find = (key: string): void => void database.prepare('UPDATE audit SET key = ? WHERE seq = 2').run(key);
  find('nobody');
  const hidden = await audit('verify');
  assert.is(hidden.code, 1);
  assert.match(hidden.stderr, /row 2 was changed: it is found under another/);
  find('agent');
  database.close();
  assert.is((await audit('verify')).code, 0);
});

test('a server of the operator has a row when it comes, changes and goes, and none at a restart', async () => {
  const file = join(folder, 'operator.json');
  const write = (...urls: string[]): void =>
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: Object.fromEntries(urls.map((url, at) => [`s${at}`, { url, enabled: false }])) }),
    );
  const data = join(folder, 'operator');
  const rowsAfter = async (work: (server: RunningServer) => Promise<void>): Promise<unknown[]> => {
    const server = await startServer({ ...TEST_CONFIG, mcpConfig: file, data });
    try {
      await work(server);
      const { rows } = (await send(server.url, '', 'GET', '/v1/audit'))[1];
      return rows.map(({ event, key, server: name, transport, revision }: Row) =>
        [event, key, name, transport, revision].join(' '),
      );
    } finally {
      await server.close();
    }
  };
  write('https://one.example/mcp', 'https://two.example/mcp');
  const first = ['server.registered  s0 http 1', 'server.registered  s1 http 1'];
  assert.equal(await rowsAfter(async () => {}), first);
  assert.equal(await rowsAfter(async () => {}), first);
  const then = await rowsAfter(async (server) => {
    await server.reload();
    write('https://three.example/mcp');
    await server.reload();
  });
  assert.equal(then, [...first, 'server.deleted  s1  ', 'server.registered  s0 http 2']);
});

for (const [args, part] of [
  [[], /say show, verify, export or replay/],
  [['list'], /say show/],
  [['show', 'x'], /takes no x/],
  [['show', '--head', 'x'], /takes no --head/],
  [['show', '--limit', 'many'], /whole number/],
  [['show', '--event', 'calls'], /--event must be one of call, relay, .*, not calls/],
  [['replay', '--row', '1'], /wants --row, --arguments and --policies/],
  [['show', '--data', '/nowhere/at/all'], /there is no/],
] as const)
  test(`evident audit ${args.join(' ')} is told what is wrong`, async () => {
    const ran = await audit(...args);
    assert.is(ran.code, 2);
    assert.match(ran.stderr, part);
  });

const entry = (atMs: number, event: AuditEntry['event'] = 'call'): AuditEntry => ({
  atMs,
  event,
  key: null,
  members: { outcome: 'ok' },
});
const rowsOf = async (store: Store) =>
  (await store.listAudit({ after: 0, limit: 10_000 })).map((row) => parseJson(Buffer.from(showAuditRow(row))));

test('law: rows that two writers add in turn are one chain, and any change of one is seen', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4 })), { minLength: 2, maxLength: 12 }),
      fc.nat(),
      async (turns, chosen) => {
        const path = join(mkdtempSync(join(folder, 'law-')), 'evident.db');
        const stores = [openStore(path), openStore(path)] as const;
        for (const [isSecond, count] of turns)
          await stores[isSecond ? 1 : 0].appendAudit(
            Array.from({ length: count }, (_, at) => entry(at)),
            0,
          );
        const rows = await rowsOf(stores[0]);
        const verdict = verifyChain(rows);
        assert.is(verdict.kind, 'chain');
        assert.is(
          rows.length,
          turns.reduce((sum, [, count]) => sum + count, 0),
        );
        for (const store of stores) await store.close();
        const database = new DatabaseSync(path);
        const seq = (chosen % rows.length) + 1;
        database.prepare(`UPDATE audit SET text = replace(text, '"ok"', '"no"') WHERE seq = ?`).run(seq);
        database.close();
        const again = openStore(path);
        const broken = verifyChain(await rowsOf(again));
        await again.close();
        assert.is(broken.kind === 'broken' ? broken.at : null, seq);
      },
    ),
    { numRuns: 25 },
  );
});

test('while the store fails rows wait, and what did not fit is counted in a row', async () => {
  const kept = openStore(':memory:');
  let fails = true;
  const logged: string[] = [];
  const writer = createAudit({
    store: {
      appendAudit: (entries, before) => (fails ? Promise.reject(new Error('full')) : kept.appendAudit(entries, before)),
    },
    writer: 'run_1',
    now: () => 5,
    keepMs: 5,
    log: (line) => logged.push(line),
  });
  writer.add(entry(1));
  await writer.flush();
  for (let at = 0; at < AUDIT_WAITING_MAX + 1; at += 1) writer.add(entry(2));
  await writer.flush();
  assert.equal(logged, ['evident: the audit waits: full']);
  fails = false;
  await writer.close();
  const rows = await kept.listAudit({ after: 0, limit: 2 * AUDIT_WAITING_MAX });
  assert.is(rows.length, AUDIT_WAITING_MAX + 1);
  assert.equal([rows[1]!.event, (JSON.parse(rows[1]!.text) as Row)['rows']], ['audit.dropped', 2]);
  await kept.close();
});

test.run();
