// Reading a log that is large: a page has bounds in bytes, and nobody who writes waits for a query.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { link, NOTHING } from '../server/log/chain.ts';
import { FOUND_BYTES_MAX, find, LOOKED_AT_BYTES_MAX } from '../server/log/find.ts';
import type { LogQuery } from '../server/log/record.ts';
import { openFileSink } from '../server/log/sink-files.ts';
import { openSqliteSink } from '../server/log/sink-sqlite.ts';
import { BIN } from './support/command-line.ts';
import { fileSinkAt, folderIn, openLog, recordOf } from './support/decision-log.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-pages-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const MIB = 2 ** 20;
const entry = (text: string) => ({ time: '2026-01-01T00:00:00.000Z', text });
const lineOf = (seq: number, text: string): string => link(entry(text), { seq: seq - 1, hash: NOTHING.hash }).line;
/** Lines of one MiB in UTF-8, the newest first; the last one read is so much longer. */
const lines = function* (count: number, more = 0): Generator<string> {
  for (let seq = count; seq > 0; seq -= 1) {
    const left = MIB - lineOf(seq, '').length + (seq === 1 ? more : 0);
    yield lineOf(seq, 'é'.repeat(Math.floor(left / 2)) + 'x'.repeat(left % 2));
  }
};
const query = (changes: Partial<LogQuery>): LogQuery => ({ before: null, limit: 1_000, ...changes });

test('a page finds so many bytes and no more, and goes on behind them', async () => {
  const page = async (count: number, more: number, before: number | null = null) => {
    const { entries, next } = await find(lines(count, more), query({ before }), { isInOrder: true });
    return [entries.length, next];
  };
  const fits = FOUND_BYTES_MAX / MIB;
  assert.equal(await page(fits, 0), [fits, null]);
  assert.equal(await page(fits, 1), [fits - 1, 2]);
  assert.equal(await page(fits, 1, 2), [1, null]);
  assert.equal(await page(1, FOUND_BYTES_MAX), [1, null], 'one that is longer is a page of its own');
});

test('a page looks at so many bytes and no more', async () => {
  const page = (count: number, more: number) => find(lines(count, more), query({ key: 'nobody' }), { isInOrder: true });
  const fits = LOOKED_AT_BYTES_MAX / MIB;
  assert.equal(await page(fits, 0), { entries: [], next: null });
  assert.equal(await page(fits, 1), { entries: [], next: 2 });
});

for (const name of ['files', 'rows.db'])
  test(`entries are written while somebody reads: ${name}`, async () => {
    const path = folderIn(root, name) + (name.endsWith('.db') ? '.db' : '');
    const sink = name.endsWith('.db') ? openSqliteSink(fileSinkAt(path)) : openFileSink(fileSinkAt(path));
    for (let number = 0; number < 16; number += 1)
      await sink.append({ name: `b${number}`, entries: [entry('x'.repeat(MIB))], nowMs: Date.now() });
    await sink.close();
    const log = await openLog(path, { isRequired: true });
    const ended: string[] = [];
    const found = log.find(query({ key: 'nobody' })).then((page) => {
      ended.push('read');
      return page;
    });
    await log.add(recordOf(1)).then(() => ended.push('written'));
    assert.is((await found).next, null);
    // Of one that is under way the end is waited for.
    const last = log.find(query({ key: 'nobody' }));
    await log.close();
    assert.equal([ended, (await last).entries], [['written', 'read'], []]);
  });

test('log tail --limit 0 --follow shows what comes, and nothing that was there', async () => {
  const path = folderIn(root, 'followed');
  const log = await openLog(path);
  for (let number = 1; number <= 3; number += 1) await log.add(recordOf(number));
  await until(() => log.load().entries === 3);
  const tail = spawn(process.execPath, [BIN, 'log', 'tail', path, '--limit', '0', '--follow']);
  let out = '';
  tail.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  const ended = new Promise((resolve) => tail.once('close', resolve));
  // It has begun at the latest when it shows something.
  let number = 3;
  await until(async () => {
    number += 1;
    await log.add(recordOf(number));
    return out.endsWith('\n');
  });
  tail.kill();
  await ended;
  await log.close();
  assert.not.match(out, /"id":"log_[123]"/);
});

test.run();
