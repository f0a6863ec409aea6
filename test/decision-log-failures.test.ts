// The decision log where things go wrong: no room, a full disk, a folder that is gone, kill -9. What was answered has an entry, or it is
// said that it has none; what is required to be logged is not answered without.

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { headOf, link, NOTHING } from '../server/log/chain.ts';
import { listFiles, wholeBytes } from '../server/log/files.ts';
import type { DecisionLogOptions } from '../server/log/log.ts';
import { WAITING_BYTES_MAX, WAITING_MAX } from '../server/log/queue.ts';
import type { LogRecord } from '../server/log/record.ts';
import { weighRecord } from '../server/log/record.ts';
import { createSealer } from '../server/log/sealed.ts';
import { FILE_BYTES_MAX, openFileSink } from '../server/log/sink-files.ts';
import { openSpill, readSpill } from '../server/log/spill.ts';
import { openCommandLine } from './support/command-line.ts';
import {
  breakLog,
  entriesOf,
  fileSinkAt,
  folderIn,
  linesOf,
  openLog,
  recordOf,
  SECRET,
} from './support/decision-log.ts';
import { startProcess, startWithSmallFiles } from './support/process.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-failures-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
const line = openCommandLine();
test.after(() => line.close());

const SEALER = createSealer(SECRET);
const SMALL = JSON.stringify({ state: 'a refund', questions: { q: { type: 'noul', criteria: { true: 'refund' } } } });
const post = (url: string, body = SMALL): Promise<Response> =>
  fetch(`${url}/v1/systemone`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** A log that fails, with so many records waiting in it. */
async function failing(name: string, count: number, changes: Partial<DecisionLogOptions> = {}) {
  const path = folderIn(root, name);
  const log = await openLog(path, { spillFolder: join(root, name, 'spill'), ...changes });
  await log.add(recordOf(0));
  await until(() => log.load().entries === 1);
  const mend = breakLog(path);
  await log.add(recordOf(1));
  await until(() => log.load().isFailing);
  for (let number = 2; number <= count; number += 1) await log.add(recordOf(number));
  return { path, log, mend };
}

const ids = (path: string): string[] => entriesOf(path).flatMap(({ id }) => (id === undefined ? [] : [id as string]));
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `log_${from + at}`);

test('what waits while the log fails is written when it works again, in order and once', async () => {
  const { path, log, mend } = await failing('waits', 700);
  assert.is(log.load().waiting, 700);
  mend();
  await until(() => log.load().entries === 701);
  await log.close();
  assert.equal(ids(path), numbered(0, 700));
  assert.is(line.evident(['log', 'verify', path]).code, 0);
});

test('drop-oldest: at the limit nothing is dropped, one past it the oldest is, and the log says so', async () => {
  const { path, log, mend } = await failing('drops', WAITING_MAX);
  assert.equal([log.load().waiting, log.load().dropped], [WAITING_MAX, 0]);
  await log.add(recordOf(WAITING_MAX + 1));
  await log.add(recordOf(WAITING_MAX + 2));
  assert.equal([log.load().waiting, log.load().dropped], [WAITING_MAX, 2]);
  mend();
  await until(() => log.load().waiting === 0);
  await log.close();
  assert.equal(ids(path), ['log_0', ...numbered(3, WAITING_MAX + 2)]);
  const [gap] = entriesOf(path).filter(({ event }) => event === 'gap');
  assert.equal([gap?.['seq'], gap?.['dropped'], gap?.['refused']], [2, 2, 0]);
  const verified = line.evident(['log', 'verify', path]);
  assert.is(verified.code, 0);
  assert.match(verified.err, /2 answers were given that have no entry/);
});

test('drop-oldest: answers of a batch wait for a log that works, and not for one that fails', async () => {
  const path = folderIn(root, 'batch');
  const options = { waitingMax: 100 };
  const log = await openLog(path, options);
  const item = (number: number): LogRecord => ({ ...recordOf(number), item: { index: number, id: null } });
  for (let number = 0; number < 2_000; number += 1) await log.add(item(number));
  await log.close();
  assert.is(log.load().dropped, 0);
  assert.equal(ids(path), numbered(0, 1_999));

  const broken = await failing('broken-batch', 100, options);
  await broken.log.add(item(101));
  assert.is(broken.log.load().dropped, 1);
  broken.mend();
  await broken.log.close();
});

test('lines that are no entry are left out of what is shown, and told', async () => {
  const path = folderIn(root, 'damaged');
  const log = await openLog(path);
  for (let number = 0; number < 3; number += 1) await log.add(recordOf(number));
  await log.close();
  const file = listFiles(path).at(-1)?.path as string;
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [lines[0], 'garbage', `${lines[1]?.slice(0, 40)}`, ...lines.slice(1)].join('\n'));
  for (const [args, shown] of [
    [
      ['log', 'query', path],
      ['log_2', 'log_1', 'log_0'],
    ],
    [
      ['log', 'tail', path],
      ['log_0', 'log_1', 'log_2'],
    ],
  ] as const) {
    const { code, out, err } = line.evident([...args]);
    const entries = out.trim().split('\n');
    assert.equal([code, entries.map((entry) => (JSON.parse(entry) as { id: string }).id)], [0, [...shown]]);
    if (args[1] === 'query') assert.match(err, /left out: 2 lines that are none of a log/);
  }
  const replayed = line.evident(['replay', path]);
  assert.match(replayed.err, /left out: 2 lines/);
  assert.is(line.evident(['log', 'verify', path]).code, 1);
});

test('what waits is bounded in bytes as well', async () => {
  const { log, mend } = await failing('bytes', 1);
  const half = recordOf(2, WAITING_BYTES_MAX / 2);
  const rest = WAITING_BYTES_MAX - weighRecord(half) - log.load().waitingBytes;
  const fits = recordOf(3, rest - weighRecord(recordOf(3)));
  await log.add(half);
  await log.add(fits);
  assert.equal([log.load().waitingBytes, log.load().dropped], [WAITING_BYTES_MAX, 0]);
  await log.add(recordOf(4));
  assert.equal([log.load().waiting, log.load().dropped], [3, 1]);
  mend();
  await log.close();
});

/** Where it is not the limit itself that is tested. */
const WAITING = 100;

test('block: an answer waits for room, and no longer than it may', async () => {
  const { path, log, mend } = await failing('blocks', WAITING, { policy: 'block', waitingMax: WAITING });
  let isIn = false;
  const added = log.add(recordOf(WAITING + 1)).then(() => {
    isIn = true;
  });
  await until(() => log.load().isFailing);
  assert.not(isIn);
  mend();
  await added;
  await log.close();
  assert.equal(ids(path), numbered(0, WAITING + 1));

  const short = await failing('blocks-shortly', WAITING, { policy: 'block', waitMs: 20, waitingMax: WAITING });
  await short.log.add(recordOf(0)).then(
    () => assert.unreachable(),
    (error) => assert.is(error.code, 'log_unavailable'),
  );
  assert.is(short.log.load().refused, 1);
  short.mend();
  await short.log.close();
});

test('spill: what there is no room for waits in files, in its order, also for the next service', async () => {
  const count = WAITING + 3_000;
  const { path, log, mend } = await failing('spills', count, { policy: 'spill', waitingMax: WAITING });
  const folder = join(root, 'spills', 'spill');
  await until(() => readdirSync(folder).length > 0);
  assert.equal([log.load().waiting, log.load().dropped], [WAITING, 0]);
  mend();
  await until(() => log.load().entries === count + 1);
  assert.equal(ids(path), numbered(0, count));
  await log.close();
  assert.equal(readdirSync(folder), []);

  // What an earlier process left behind comes first.
  const spill = openSpill(folder, SEALER, () => assert.unreachable());
  for (let number = count + 1; number <= count + 3; number += 1) spill.add(recordOf(number));
  await spill.close();
  const [left] = readdirSync(folder);
  const bytes = readFileSync(join(folder, left as string));
  truncateSync(join(folder, left as string), bytes.length - 5);
  assert.equal(
    readSpill(join(folder, left as string), SEALER).records.map(({ id }) => id),
    numbered(count + 1, count + 2),
  );
  const next = await openLog(path, { policy: 'spill', spillFolder: folder });
  await next.add(recordOf(count + 9));
  await until(() => next.load().entries === 3);
  await next.close();
  assert.equal(ids(path).slice(-3), [...numbered(count + 1, count + 2), `log_${count + 9}`]);
});

test('files that records wait in are bounded: at the limit one fits, past it none does', async () => {
  const folder = join(root, 'bounded');
  const one = openSpill(join(folder, 'a'), SEALER, () => {}, 1_000_000);
  one.add(recordOf(1, 1_000));
  const bytes = one.bytes();
  await one.close();
  const at = openSpill(join(folder, 'b'), SEALER, () => {}, bytes);
  const past = openSpill(join(folder, 'c'), SEALER, () => {}, bytes - 1);
  assert.equal([at.add(recordOf(1, 1_000)), past.add(recordOf(1, 1_000))], [true, false]);
  assert.is(at.add(recordOf(2)), false);
  await at.close();
  await past.close();
});

test('required: no answer goes out without its entry, and none is given that cannot have one', async () => {
  const path = folderIn(root, 'required');
  const server = await openServer({ decisionLog: path, auditMode: 'required' });
  for (let count = 1; count <= 3; count += 1) {
    const answer = await post(server.url);
    assert.is(answer.status, 200);
    assert.is(entriesOf(path).at(-1)?.['id'], answer.headers.get('x-evident-log'), 'it is there before the answer is');
  }
  const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
  assert.is(await ready(), 200);
  const mend = breakLog(path);
  const refused = await post(server.url);
  assert.is(refused.status, 503);
  assert.ok(Number(refused.headers.get('retry-after-ms')) > 0);
  assert.match(await refused.text(), /could not be logged/);
  assert.is(await ready(), 503);
  const run = await fetch(`${server.url}/v1/scripts/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"script":"1"}',
  });
  assert.equal([run.status, ((await run.json()) as { error: { code: string } }).error.code], [503, 'log-unavailable']);
  // What decides nothing is served as ever.
  assert.is((await fetch(`${server.url}/v1/models`)).status, 200);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  assert.match(metrics, /\nevident_log_refused_total 2\n/);
  assert.match(metrics, /\nevident_log_failing 1\n/);
  mend();
  await until(async () => (await ready()) === 200);
  assert.is((await post(server.url)).status, 200);
  await server.close();
  const entries = entriesOf(path);
  assert.equal(
    entries.filter(({ event }) => event === 'gap').map(({ refused: count }) => count),
    [2],
  );
  assert.is(entries.length, 5);
});

test('required: a batch is answered as far as its answers are logged', async () => {
  const path = folderIn(root, 'required-batch');
  // An answer may wait for its entry for as long as work may run: longer than the watchdog of the tests. For a log that fails it does not.
  const server = await openServer({ decisionLog: path, auditMode: 'required', runMs: 3_600_000 });
  const states = Array.from({ length: 200 }, (_, at) => `refund ${at}`);
  const send = async (): Promise<number[]> => {
    const answer = await fetch(`${server.url}/v1/systemone/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ states, questions: { q: { type: 'noul', criteria: { true: 'refund' } } } }),
    });
    return (await answer.text())
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { status: number }).status);
  };
  assert.equal([...new Set(await send())], [200]);
  assert.is(entriesOf(path).length, 200);
  const mend = breakLog(path);
  assert.equal([...new Set(await send())], [503]);
  mend();
  await server.close();
});

test('kill -9 loses no more than the last batch, and leaves a log that can be read and goes on', async () => {
  const path = folderIn(root, 'killed');
  const args = ['--port', '0', '--data', join(root, 'killed', 'data'), '--log', path];
  const first = startProcess(...args);
  const url = await first.url;
  let answered = 0;
  const asking = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (;;) {
        const answer = await post(url).catch(() => null);
        if (answer === null) return;
        await answer.text().catch(() => {});
        answered += 1;
      }
    }),
  );
  await until(() => answered > 400);
  first.child.kill('SIGKILL');
  await first.ended;
  await asking;
  const logged = entriesOf(path).length;
  assert.ok(logged > answered - 400, `${logged} entries of ${answered} answers`);
  assert.is(line.evident(['log', 'verify', path]).code, 0);

  // A line that was being written.
  const file = listFiles(path).at(-1)?.path as string;
  // It may end within a line already.
  truncateSync(file, wholeBytes(file).whole - 20);
  const torn = line.evident(['log', 'verify', path]);
  assert.is(torn.code, 0);
  assert.match(torn.err, /ends within an entry/);
  const second = startProcess(...args);
  await (await post(await second.url)).text();
  second.child.kill('SIGINT');
  const { stderr } = await second.ended;
  assert.match(stderr, /ended within an entry: \d+ bytes were cut off/);
  const verified = line.evident(['log', 'verify', path]);
  assert.equal([verified.code, verified.err], [0, '']);
  assert.is(entriesOf(path).length, logged);
});

test('a disk that is full costs entries and no answers, and every line can be read', async () => {
  const path = folderIn(root, 'full');
  const server = startWithSmallFiles(200_000, '--port', '0', '--data', ':memory:', '--log', path, '--log-bodies');
  const url = await server.url;
  const large = JSON.stringify({
    state: `refund ${'x'.repeat(8_000)}`,
    questions: { q: { type: 'noul', criteria: { true: 'refund' } } },
  });
  const ask = async (count: number): Promise<void> => {
    // A machine that is busy may have the service refuse one as too many.
    for (let asked = 0; asked < count; asked += 1)
      await until(async () => {
        const { status } = await post(url, large);
        assert.ok(status === 200 || status === 429, String(status));
        return status === 200;
      });
  };
  await ask(5);
  await until(async () => /\nevident_log_entries_total 5\n/.test(await (await fetch(`${url}/metrics`)).text()));
  await ask(40);
  await until(() => /the decision log fails: /.test(server.stderr()));
  assert.match(await (await fetch(`${url}/metrics`)).text(), /\nevident_log_failing 1\n/);
  server.child.kill('SIGINT');
  assert.match((await server.ended).stderr, /entries of the decision log are lost/);
  const verified = line.evident(['log', 'verify', path]);
  assert.is(verified.code, 0);
  assert.ok(linesOf(path).length >= 5);
});

test('one log has one service, and a log that cannot be opened is no service', async () => {
  const path = folderIn(root, 'taken');
  const first = startProcess('--port', '0', '--data', ':memory:', '--log', path);
  await first.url;
  const second = startProcess('--port', '0', '--data', ':memory:', '--log', path);
  const { code, stderr } = await second.ended;
  assert.is(code, 1);
  assert.match(
    stderr,
    /the decision log cannot be opened: another service already uses the log folder .*; stop it, or name another folder with --log/,
  );
  first.child.kill('SIGINT');
  await first.ended;
  const file = line.file('plain', 'text');
  const third = startProcess('--port', '0', '--data', ':memory:', '--log', join(line.folder, file));
  assert.match((await third.ended).stderr, /the decision log cannot be opened: /);
});

test('files are rotated when they are full, and forgotten when they are too old or too many', async () => {
  const path = folderIn(root, 'rotated');
  const day = 86_400_000;
  const sink = openFileSink(fileSinkAt(path, { keepMs: 10 * day, bytesMax: 2 * FILE_BYTES_MAX - 2_000 }));
  const now = Date.now();
  let appended = 0;
  const append = async (bytes: number, atMs: number): Promise<void> => {
    appended += 1;
    await sink.append({ name: `b${appended}`, entries: [{ text: 'x'.repeat(bytes) }], nowMs: atMs });
  };
  const overhead = link({ text: '' }, { seq: 0, hash: NOTHING.hash }).line.length + 1;
  await append(FILE_BYTES_MAX - overhead, now);
  assert.is(listFiles(path).length, 1);
  assert.is(statSync(listFiles(path)[0]?.path as string).size, FILE_BYTES_MAX);
  await append(1, now);
  assert.equal(
    listFiles(path).map(({ firstSeq }) => firstSeq),
    [1, 2],
    'a line more begins a file',
  );
  await append(1, now + day);
  assert.equal(
    listFiles(path).map(({ firstSeq }) => firstSeq),
    [1, 2, 3],
    'and so does a day',
  );
  utimesSync(listFiles(path)[0]?.path as string, new Date(now - 20 * day), new Date(now - 20 * day));
  await append(1, now + 2 * day);
  assert.equal(
    listFiles(path).map(({ firstSeq }) => firstSeq),
    [2, 3, 4],
    'what is too old goes',
  );
  await append(FILE_BYTES_MAX - 500, now + 3 * day);
  await append(FILE_BYTES_MAX - 500, now + 4 * day);
  await append(FILE_BYTES_MAX - 500, now + 5 * day);
  await append(1, now + 6 * day);
  assert.equal(
    listFiles(path).map(({ firstSeq }) => firstSeq),
    [7, 8],
    'as many bytes as may be are kept',
  );
  await append(500, now + 7 * day);
  await sink.close();
  const again = openFileSink(fileSinkAt(path));
  assert.is(await again.append({ name: 'more', entries: [{ text: '' }], nowMs: now + 7 * day }), 1);
  await again.close();
  assert.is(headOf(linesOf(path).at(-1) as string)?.seq, appended + 1, 'the chain goes on');
  assert.match(line.evident(['log', 'verify', path]).out, /; entries 1 to \d+ are not here; /);
});

test('a file that was moved away is replaced, and the chain goes on in the next one', async () => {
  const path = folderIn(root, 'moved');
  const log = await openLog(path);
  await log.add(recordOf(1));
  await until(() => log.load().entries === 1);
  rmSync(listFiles(path)[0]?.path as string);
  await log.add(recordOf(2));
  await until(() => log.load().entries === 2);
  await log.close();
  assert.equal(
    entriesOf(path).map(({ seq, id }) => [seq, id]),
    [[2, 'log_2']],
  );
  assert.ok(existsSync(path));
});

test.run();
