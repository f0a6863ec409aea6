// Files of the log that are moved away while no service runs: the chain goes on behind them, as it does while one runs.

import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as assert from 'uvu/assert';
import { createChainCheck } from '../server/log/chain.ts';
import { listFiles, readForward } from '../server/log/files.ts';
import { openFileSink } from '../server/log/sink-files.ts';
import { fileSinkAt, linesOf } from './support/decision-log.ts';
import { test } from './support/test.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-moved-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

const DAY_MS = 86_400_000;
const START_MS = Date.now();

/** Writes batches of one entry, each a day later than the one before, so that each has a file. */
async function write(path: string, names: readonly string[], fromMs = START_MS): Promise<void> {
  const sink = openFileSink(fileSinkAt(path));
  for (const [at, name] of names.entries())
    await sink.append({ name, entries: [{ id: name, time: '' }], nowMs: fromMs + at * DAY_MS });
  await sink.close();
}

const namesIn = (path: string): string[] => listFiles(path).map((file) => basename(file.path));
const seqsIn = (path: string): number[] => linesOf(path).map((line) => (JSON.parse(line) as { seq: number }).seq);
const headIn = (path: string): string => join(path, 'decisions.head');

function move(path: string, which: (at: number, count: number) => boolean): string[] {
  const files = listFiles(path);
  return files.flatMap((file, at) => {
    if (!which(at, files.length)) return [];
    renameSync(file.path, `${file.path}.old`);
    return [`${file.path}.old`];
  });
}

test('when all files were moved the chain goes on, and no name comes twice', async () => {
  const path = join(root, 'all');
  await write(path, ['a', 'b', 'c']);
  const moved = move(path, () => true);
  await write(path, ['c', 'd']);
  assert.equal(namesIn(path), ['decisions-000000000000004.ndjson'], 'a batch that is given again is known');
  const check = createChainCheck();
  for (const file of [...moved, ...listFiles(path).map((one) => one.path)])
    for (const line of readForward(file)) assert.is(check.next(line), null);
  assert.is(existsSync(headIn(path)), true);
});

test('when only the newest were moved it goes on in a file of its own', async () => {
  const path = join(root, 'newest');
  await write(path, ['a', 'b', 'c']);
  move(path, (at) => at > 0);
  await write(path, ['d'], Date.now());
  assert.equal(namesIn(path), ['decisions-000000000000001.ndjson', 'decisions-000000000000004.ndjson']);
  assert.equal(seqsIn(path), [1, 4]);
});

test('files that are there say where the chain ends, whatever the head says', async () => {
  const path = join(root, 'stale');
  await write(path, ['a']);
  const old = readFileSync(headIn(path));
  await write(path, ['b', 'c'], START_MS + DAY_MS);
  const heads: readonly (readonly [string, () => void])[] = [
    ['old: the process was killed before it was written', () => writeFileSync(headIn(path), old)],
    ['lost', () => rmSync(headIn(path))],
    ['empty', () => truncateSync(headIn(path), 0)],
    ['zeros', () => writeFileSync(headIn(path), Buffer.alloc(512))],
    ['of another kind', () => writeFileSync(headIn(path), '{"seq":"9","hash":1,"file":null}')],
    ['null', () => writeFileSync(headIn(path), 'null')],
  ];
  for (const [what, change] of heads) {
    change();
    const before = seqsIn(path).length;
    await write(path, [what], START_MS + 3 * DAY_MS);
    assert.equal(
      seqsIn(path),
      Array.from({ length: before + 1 }, (_, at) => at + 1),
      what,
    );
  }
  // A disk lost the end of a file: what is there still is a chain that goes on.
  const last = listFiles(path).at(-1)?.path as string;
  truncateSync(last, readFileSync(last).length - 10);
  const before = seqsIn(path).length;
  await write(path, ['after'], START_MS + 3 * DAY_MS);
  assert.is(seqsIn(path).at(-1), before + 1);
});

test('a folder without a head begins at the first entry', async () => {
  const path = join(root, 'new');
  await write(path, ['a']);
  move(path, () => true);
  rmSync(headIn(path));
  await write(path, ['b']);
  assert.equal(seqsIn(path), [1]);
});

test.run();
