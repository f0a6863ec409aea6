// The decision log in the database of the store: one chain, whichever instance writes; what was added is there once, whatever is killed.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import { createChainCheck, linkAll } from '../server/log/chain.ts';
import { find } from '../server/log/find.ts';
import type { DecisionLog } from '../server/log/log.ts';
import { openLogReader } from '../server/log/reader.ts';
import type { DatabaseSinkOptions, LogQuery } from '../server/log/record.ts';
import { openPostgresSink } from '../server/log/sink-postgres.ts';
import { isUnknownEnd } from '../server/store/failure.ts';
import { openDatabase, quoted } from '../server/store/postgres/database.ts';
import { openDecisionTable } from '../server/store/postgres/decisions.ts';
import type { PostgresTarget } from '../server/store/postgres/url.ts';
import { readPostgresUrl } from '../server/store/postgres/url.ts';
import { openCommandLine } from './support/command-line.ts';
import type { Entry } from './support/decision-log.ts';
import { openLog, QUESTIONS, recordOf, storedSinkAt } from './support/decision-log.ts';
import { administer, newDatabase, open, withPostgres } from './support/postgres.ts';
import { openProxy } from './support/postgres-proxy.ts';
import type { PostgresServer } from './support/postgres-server.ts';
import { startPostgres, withPostgresPrograms } from './support/postgres-server.ts';
import { startProcess } from './support/process.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

// `npm run prove:scale` has more.
const ROUNDS = Number(process.env['EVIDENT_PROVE_KILLS'] ?? 2);
const DAY_MS = 86_400_000;

const root = mkdtempSync(join(tmpdir(), 'evident-log-postgres-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
const line = openCommandLine();
test.after(() => line.close());
let running: Promise<PostgresServer> | null = null;
const started = (): Promise<PostgresServer> => (running ??= startPostgres());
test.after(async () => void (await (await running)?.remove()));
let schemas = 0;

/** A database that may be killed, with the tables of a store. */
async function ownDatabase(): Promise<PostgresServer> {
  const server = await started();
  const url = `${server.url}?schema=log_${(schemas += 1)}`;
  await (await open(url)).close();
  return { ...server, url };
}

async function newStore(): Promise<string> {
  const url = newDatabase();
  await (await open(url)).close();
  return url;
}

/** What a log is written with. */
type Options = Parameters<typeof openLog>[1];
const logAt = (url: string, changes: Options = {}, sink: Partial<DatabaseSinkOptions> = {}): Promise<DecisionLog> =>
  openLog(join(root, sink.instance ?? 'one'), { sink: storedSinkAt(url, sink), ...changes });

/** All entries, after seeing that they are a chain. */
async function entriesOf(url: string): Promise<Entry[]> {
  const reader = await openLogReader('store:', url);
  try {
    const check = createChainCheck();
    const entries: Entry[] = [];
    for await (const text of reader.forward()) {
      assert.is(check.next(text), null);
      entries.push(JSON.parse(text) as Entry);
    }
    return entries;
  } finally {
    await reader.close();
  }
}

const idsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ id }) => (id === undefined ? [] : [id as string]));
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `log_${from + at}`);

withPostgres('instances that write at once write one chain, each in its own order', async () => {
  const url = await newStore();
  const logs = await Promise.all(['a', 'b', 'c'].map((instance) => logAt(url, {}, { instance })));
  const count = 1_200;
  for (let number = 0; number < count; number += 1) {
    await logs[number % 3]?.add(recordOf(number));
    // Many batches instead of a few.
    if (number % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(logs.map((log) => log.close()));
  const entries = await entriesOf(url);
  assert.equal(idsOf(entries).sort(), numbered(0, count - 1).sort());
  assert.is(entries.at(-1)?.['seq'], count);
  for (const [at, instance] of ['a', 'b', 'c'].entries())
    assert.equal(
      idsOf(entries.filter((entry) => entry['instance'] === instance)),
      numbered(0, count - 1).filter((_, number) => number % 3 === at),
    );
});

withPostgres('a batch that is sent again is there once, and one of another name is another', async () => {
  const url = await newStore();
  const sink = openPostgresSink(storedSinkAt(url));
  const batch = { name: 'log_1', entries: [{ id: 'log_1', time: '2026-01-01T00:00:00.000Z' }], nowMs: 0 };
  assert.is(await sink.append(batch), 1);
  assert.is(await sink.append(batch), 0);
  assert.is(await sink.append({ ...batch, name: 'log_2' }), 1);
  const other = openPostgresSink(storedSinkAt(url, { instance: 'two' }));
  assert.is(await other.append({ ...batch, name: 'log_2' }), 1, 'names are those of an instance');
  await Promise.all([sink.close(), other.close()]);
  assert.is((await entriesOf(url)).length, 3);
});

withPostgres('every reader reads it: over HTTP, at the command line, replayed, and as a receipt', async () => {
  const url = newDatabase();
  const settings = { store: url, decisionLog: 'store:', logBodies: true };
  const a = await openServer({ ...settings, instance: 'a' });
  const b = await openServer({ ...settings, instance: 'b' });
  for (const [at, server] of [a, b, a].entries()) {
    const body = JSON.stringify({ state: `refund ${at}`, questions: QUESTIONS });
    const answer = await server.post('/v1/systemone', body, { 'x-request-id': `r${at}` });
    assert.is(answer.status, 200);
    // The next comes after it in the log as well.
    await server.post('/v1/scripts/run', '{"script":"1"}');
    await (await fetch(`${server.url}/v1/log`)).text();
  }
  const listed = (await (await fetch(`${b.url}/v1/log?wire=systemone&limit=2`)).json()) as Entry;
  assert.equal(
    listed['entries'].map(({ request_id, instance }: Entry) => [request_id, instance]),
    [
      ['r2', 'a'],
      ['r1', 'b'],
    ],
  );
  const next = (await (await fetch(`${a.url}/v1/log?wire=systemone&before=${listed['next']}`)).json()) as Entry;
  assert.equal(
    next['entries'].map(({ request_id }: Entry) => request_id),
    ['r0'],
  );
  await Promise.all([a.close(), b.close()]);
  const evident = (...args: string[]) => line.evident(args, '', { EVIDENT_STORE: url, EVIDENT_LOG: 'store:' });
  const head = listedHead(await entriesOf(url));
  const verified = evident('log', 'verify', '--head', head);
  assert.equal([verified.code, verified.out], [0, `6 entries are a chain; the last hash is ${head}\n`]);
  assert.match(evident('log', 'query', '--id', 'r1').out, /"request_id":"r1"/);
  const tail = evident('log', 'tail', '--limit', '2').out.trim().split('\n');
  assert.equal(
    tail.map((text) => (JSON.parse(text) as Entry)['seq']),
    [5, 6],
  );
  const replayed = evident('replay');
  assert.match(replayed.err, /6 answers given again: 6 the same byte for byte, 0 different/);
  const receipt = evident('receipt', 'r2');
  assert.is(receipt.code, 0, receipt.err);
  assert.match(receipt.out, /"signature"/);
  const missing = line.evident(['log', 'verify', 'store:'], '', { EVIDENT_STORE: '' });
  assert.equal([missing.code, /--store or EVIDENT_STORE/.test(missing.err)], [2, true]);
  await administer(
    `UPDATE "${new URL(url).searchParams.get('schema')}".decisions SET line = replace(line, 'r1', 'r9')`,
  );
  const changed = evident('log', 'verify');
  assert.equal([changed.code, changed.err], [1, 'the log is no chain: entry 3 was changed: its hash is another\n']);
});

const listedHead = (entries: readonly Entry[]): string => entries.at(-1)?.['hash'] as string;

withPostgres('what is too old or too much is forgotten from the beginning, and the rest is a chain', async () => {
  const url = await newStore();
  const reading = readPostgresUrl(url);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  const options = { instance: 'one', keepMs: 10 * DAY_MS, bytesMax: 1_000_000, isDurable: true };
  const table = openDecisionTable(reading.target, options);
  let number = 0;
  const append = (count: number, bytes: number, atMs: number): Promise<number> => {
    const time = new Date(atMs).toISOString();
    const entries = Array.from({ length: count }, () => ({ id: `e${(number += 1)}`, time, text: 'x'.repeat(bytes) }));
    return table.append({ name: `b${number}`, latestMs: atMs, link: (end) => linkAll(entries, end) }, atMs);
  };
  const first = async (): Promise<number> => Number((await entriesOf(url))[0]?.['seq']);
  const now = 100 * DAY_MS;
  await append(1_000, 0, now);
  // Of an instance whose clock is behind: its place says how long it is kept.
  await append(100, 0, now - DAY_MS);
  await append(900, 0, now + 10 * DAY_MS);
  assert.is(await first(), 1, 'ten days are not more than ten days');
  await append(1_000, 0, now + 10 * DAY_MS + 1);
  assert.is(await first(), 1_101);
  // Lines of about 1,250 bytes: some 800 fit.
  await append(1_000, 1_000, now + 11 * DAY_MS);
  await append(1_000, 1_000, now + 11 * DAY_MS);
  const lines = (await entriesOf(url)).map((entry) => JSON.stringify(entry).length);
  const sum = lines.reduce((total, length) => total + length, 0);
  assert.ok(sum <= 1_000_000 && sum > 1_000_000 - 2 * (lines[0] as number), `${sum} bytes in ${lines.length} lines`);
  await table.close();
});

withPostgres(
  'a batch of which the end is not known is there once, also where the database is away after that',
  async () => {
    const proxy = await openProxy(await newStore());
    const log = await logAt(proxy.url);
    await log.add(recordOf(0));
    await until(() => log.load().entries === 1);
    proxy.cutAfterCommit();
    for (let number = 1; number <= 3; number += 1) await log.add(recordOf(number));
    await until(() => log.load().isFailing);
    for (let number = 4; number <= 6; number += 1) await log.add(recordOf(number));
    await until(() => proxy.refused() > 0);
    proxy.mend();
    await until(() => log.load().waiting === 0);
    await log.close();
    assert.equal(idsOf(await entriesOf(proxy.url)), numbered(0, 6));
    await proxy.close();
  },
);

withPostgres('entries that came late are found by their times, whatever stands before them', async () => {
  const url = await newStore();
  const sink = openPostgresSink(storedSinkAt(url));
  const at = (day: number): string => new Date(Date.UTC(2026, 0, day)).toISOString();
  for (const [name, day] of [
    ['early', 1],
    ['new', 10],
    ['late', 3],
    ['newest', 11],
  ] as const)
    await sink.append({ name, entries: [{ id: name, time: at(day) }], nowMs: Date.parse(at(day)) });
  const found = async (query: Partial<LogQuery>): Promise<string[]> => {
    const asked = { before: null, limit: 10, ...query };
    const { entries } = await find(sink.backward(Number.MAX_SAFE_INTEGER, asked.sinceMs ?? null), asked, sink);
    return entries.map((entry) => (JSON.parse(entry) as Entry)['id'] as string);
  };
  assert.equal(await found({ sinceMs: Date.parse(at(2)) }), ['newest', 'late', 'new']);
  assert.equal(await found({ sinceMs: Date.parse(at(4)) }), ['newest', 'new']);
  assert.equal(await found({ untilMs: Date.parse(at(10)) }), ['late', 'early']);
  await sink.close();
});

withPostgres(
  'whether a change was kept is open when a server ends at the commit, and not when it refuses',
  async () => {
    const url = await newStore();
    const { target } = readPostgresUrl(url) as { readonly target: PostgresTarget };
    const database = openDatabase(target, 'one', 1);
    try {
      const schema = quoted(target.schema);
      await database.query(`CREATE TABLE ${schema}.ends (code text)`);
      await database.query(
        `CREATE FUNCTION ${schema}.ends() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'at the end' USING ERRCODE = NEW.code; END $$`,
      );
      await database.query(
        `CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON ${schema}.ends
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${schema}.ends()`,
      );
      const isOpenAfter = async (code: string): Promise<boolean> =>
        isUnknownEnd(
          await database
            .transaction(async (query) => void (await query(`INSERT INTO ${schema}.ends VALUES ($1)`, [code])))
            .catch((error: unknown) => error),
        );
      for (const code of ['57P01', '57P02', '58030', '53100', '40003', 'XX000'])
        assert.is(await isOpenAfter(code), true, code);
      for (const code of ['23505', '23514', '40001', '40P01']) assert.is(await isOpenAfter(code), false, code);
    } finally {
      await database.close();
    }
  },
);

withPostgresPrograms(
  'killed under load: what was added is there once and in order, and drops are counted',
  async () => {
    const database = await ownDatabase();
    const logs = [await logAt(database.url, {}, { instance: 'a' }), await logAt(database.url, {}, { instance: 'b' })];
    let added = 0;
    const add = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        await logs[added % 2]?.add(recordOf(added));
        added += 1;
        if (at % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const adding = add(2_000);
      await until(() => added > round * 2_000 + 500);
      database.kill();
      await adding;
      await until(() => logs.every((log) => log.load().isFailing));
      await database.start();
      await until(() => logs.every((log) => log.load().waiting === 0));
    }
    await Promise.all(logs.map((log) => log.close()));
    const entries = await entriesOf(database.url);
    for (const [at, instance] of ['a', 'b'].entries())
      assert.equal(
        idsOf(entries.filter((entry) => entry['instance'] === instance)),
        numbered(0, added - 1).filter((_, number) => number % 2 === at),
      );
    const dropped = await ownDatabase();
    const log = await logAt(dropped.url, { waitingMax: 50 });
    dropped.kill();
    await log.add(recordOf(0));
    await until(() => log.load().isFailing);
    for (let number = 1; number < 60; number += 1) await log.add(recordOf(number));
    assert.is(log.load().dropped, 10);
    await dropped.start();
    await until(() => log.load().waiting === 0);
    await log.close();
    const kept = await entriesOf(dropped.url);
    assert.equal(idsOf(kept), numbered(10, 59));
    assert.equal(
      kept.filter(({ event }) => event === 'gap').map((gap) => [gap['dropped'], gap['instance']]),
      [[10, 'one']],
    );
  },
);

withPostgresPrograms('block: answers wait for a database that is away, and no longer than they may', async () => {
  const database = await ownDatabase();
  const log = await logAt(database.url, { policy: 'block', waitingMax: 5, waitMs: 60_000 });
  const short = await logAt(database.url, { policy: 'block', waitingMax: 5, waitMs: 20 }, { instance: 'two' });
  database.kill();
  for (const one of [log, short]) {
    await one.add(recordOf(0));
    await until(() => one.load().isFailing);
    for (let number = 1; number < 5; number += 1) await one.add(recordOf(number));
  }
  const waiting = log.add(recordOf(5));
  const refused = await short.add(recordOf(5)).then(
    () => null,
    (error: unknown) => error,
  );
  assert.is((refused as { readonly code?: string }).code, 'log_unavailable');
  await database.start();
  await waiting;
  await Promise.all([log.close(), short.close()]);
  const entries = await entriesOf(database.url);
  assert.equal(idsOf(entries.filter(({ instance }) => instance === 'one')), numbered(0, 5));
  assert.equal(
    entries.filter(({ event }) => event === 'gap').map(({ refused: count, instance }) => [count, instance]),
    [[1, 'two']],
  );
});

withPostgresPrograms('spill: what comes while the database is away is in files, also when it is killed', async () => {
  const database = await ownDatabase();
  const data = join(root, 'spilling');
  const args = ['--port', '0', '--data', data, '--store', database.url, '--instance', 's'];
  const log = ['--log', 'store:', '--log-policy', 'spill'];
  const first = startProcess(...args, ...log);
  const url = await first.url;
  const ask = async (to: string, id: string): Promise<void> => {
    // A machine that is busy may have the service refuse one as too many.
    await until(async () => {
      const answer = await fetch(`${to}/v1/systemone`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': id },
        body: JSON.stringify({ state: 'refund', questions: QUESTIONS }),
      });
      await answer.text();
      assert.ok(answer.status === 200 || answer.status === 429, String(answer.status));
      return answer.status === 200;
    });
  };
  const names: string[] = [];
  const askMany = async (to: string, count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      names.push(`r${names.length}`);
      await ask(to, names.at(-1) as string);
    }
  };
  await askMany(url, 20);
  database.kill();
  await askMany(url, 20);
  await until(() => /the decision log fails: /.test(first.stderr()));
  await askMany(url, 20);
  const spilled = async (): Promise<number> =>
    Number(/evident_log_spilled_bytes (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  const waiting = async (): Promise<number> =>
    Number(/evident_log_waiting (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);
  await until(async () => (await waiting()) === 0 && (await spilled()) > 0);
  const second = startProcess(...args, ...log);
  await database.start();
  const { code, stderr } = await second.ended;
  assert.equal([code, /another service already uses the spill folder/.test(stderr)], [1, true], stderr);
  // Killed while what waited is on its way, or is there already.
  await until(async () => readdirSync(join(data, 'spill', 's')).length > 0 || (await spilled()) === 0);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = startProcess(...args, ...log);
  await askMany(await third.url, 5);
  await until(async () => (await entriesOf(database.url)).length >= names.length);
  third.child.kill('SIGTERM');
  await third.ended;
  const entries = await entriesOf(database.url);
  assert.equal(
    entries.map((entry) => entry['request_id']),
    names,
  );
});

withPostgresPrograms('required: no answer without its entry, and answers again when the database is back', async () => {
  const database = await ownDatabase();
  const server = await openServer({ store: database.url, decisionLog: 'store:', auditMode: 'required', instance: 'r' });
  const ask = (): Promise<Response> =>
    server.post('/v1/systemone', JSON.stringify({ state: 'refund', questions: QUESTIONS }));
  const answered: (string | null)[] = [];
  const first = await ask();
  assert.is(first.status, 200);
  answered.push(first.headers.get('x-evident-log'));
  assert.is(idsOf(await entriesOf(database.url)).at(-1), answered[0], 'it is there before the answer is');
  database.kill();
  const refused = await ask();
  assert.is(refused.status, 503);
  const text = await (await fetch(`${server.url}/readyz`)).text();
  assert.match(text, /nothing listens there|the connection was lost/, text);
  assert.not.match(text, /evident@/);
  await database.start();
  await until(async () => {
    const answer = await ask();
    if (answer.status === 200) answered.push(answer.headers.get('x-evident-log'));
    return answer.status === 200;
  });
  await server.close();
  const entries = await entriesOf(database.url);
  assert.equal(idsOf(entries), answered);
  const gaps = entries.filter(({ event }) => event === 'gap').map((gap) => Number(gap['refused']));
  assert.ok(gaps.reduce((sum, count) => sum + count, 0) >= 1);
});

test('settings that cannot be meant are said', () => {
  const message = (...args: string[]): string => {
    const reading = readConfig(args, {});
    return reading.kind === 'invalid' ? reading.message : reading.kind;
  };
  assert.match(message('--log', 'store:'), /--log store: goes with --store/);
  const stored = ['--log', 'store:', '--store', 'postgres://db/evident'];
  assert.is(message(...stored), 'ok');
  assert.is(message(...stored, '--log-policy', 'spill'), 'ok');
  assert.match(message(...stored, '--log-policy', 'spill', '--data', ':memory:'), /spill needs a folder/);
});

test.run();
