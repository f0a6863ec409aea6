// Records that wait in memory: they are weighed with all that callers gave, and whoever waited for room and got none leaves nothing behind.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import * as assert from 'uvu/assert';
import { WAITING_BYTES_MAX } from '../server/log/queue.ts';
import type { LogRecord } from '../server/log/record.ts';
import { weighRecord } from '../server/log/record.ts';
import { breakLog, folderIn, openLog, recordOf } from './support/decision-log.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-waiting-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

/** A log that fails, and a way to have it work again. */
async function failing(name: string, changes: Parameters<typeof openLog>[1] = {}) {
  const path = folderIn(root, name);
  const log = await openLog(path, { spillFolder: join(root, name, 'spill'), ...changes });
  const mend = breakLog(path);
  await log.add(recordOf(1));
  await until(() => log.load().isFailing);
  return { log, mend, path };
}

const LONG = 'x'.repeat(1_000);
const PLACE = { path: '', start: 0, end: 1, by: 'exact' };
const said = (part: object) => ({
  kept: { ...recordOf(2).kept, said: [{ kind: 'q', outcome: '', evidence: [], ...part }] },
});

for (const [what, part] of [
  ['the name of an item', { item: { index: 0, id: LONG } }],
  ['the answer', { response: LONG }],
  ['the id of the request', { requestId: LONG }],
  ['the id of a question', said({ id: LONG })],
  ['what was answered', said({ answer: LONG })],
  ['the path of a place', said({ evidence: [{ ...PLACE, path: LONG }] })],
  ['places', said({ evidence: Array.from({ length: 10 }, () => PLACE) })],
  ['an argument', said({ evidence: [{ ...PLACE, argument: LONG }] })],
  ['answers', { kept: { ...recordOf(2).kept, said: Array(10).fill(recordOf(2).kept.said[0]) } }],
  ['denials', { denials: [{ id: LONG, policy: 'p', verdict: 'deny', reason: '' }] }],
] as const)
  test(`what waits is weighed with ${what}`, () => {
    assert.ok(weighRecord({ ...recordOf(2), ...(part as Partial<LogRecord>) }) >= weighRecord(recordOf(2)) + 900);
  });

test('names of items are bounded with all that waits: at the limit nothing is dropped, past it something is', async () => {
  for (const [past, dropped] of [
    [0, 0],
    [1, 1],
  ] as const) {
    const { log, mend } = await failing(`names-${past}`);
    const named = (length: number): LogRecord => ({ ...recordOf(2), item: { index: 0, id: 'x'.repeat(length) } });
    const left = WAITING_BYTES_MAX - log.load().waitingBytes - weighRecord(named(0));
    assert.is(left % 2, 0, 'a character weighs two bytes');
    await log.add(named(left / 2 + past));
    assert.is(log.load().dropped, dropped);
    mend();
    await log.close();
  }
});

test('block: an answer that was refused leaves nothing behind', async () => {
  const { log, mend } = await failing('refused', { policy: 'block', waitingMax: 1, waitMs: 1 });
  const timer = setTimeout(() => {}, 0);
  const timers = (): number => queryObjects(timer.constructor, { format: 'count' });
  const before = timers();
  const refused = await Promise.allSettled(Array.from({ length: 1_000 }, (_, at) => log.add(recordOf(at))));
  const left = timers() - before;
  mend();
  await log.close();
  assert.ok(refused.every(({ status }) => status === 'rejected'));
  assert.ok(left < 100, String(left));
});

test('drop-oldest: that entries are dropped is said when they are, and not for an answer that only waited', async () => {
  const path = folderIn(root, 'waited');
  const said: string[] = [];
  const log = await openLog(path, { waitingMax: 10, log: (text) => said.push(text) });
  for (let number = 0; number < 200; number += 1)
    await log.add({ ...recordOf(number), item: { index: number, id: null } });
  await log.close();
  assert.equal([log.load().dropped, said], [0, []]);
});

test.run();
