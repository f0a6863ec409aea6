// Records that wait in files hold whole requests: nobody reads them there without the key, and a file that a disk has damaged costs what
// was in the damaged part and stops nothing.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { LogRecord } from '../server/log/record.ts';
import { createSealer } from '../server/log/sealed.ts';
import { openSpill, readSpill } from '../server/log/spill.ts';
import { openCommandLine } from './support/command-line.ts';
import { entriesOf, folderIn, openLog, recordOf, SECRET } from './support/decision-log.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-spill-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
const line = openCommandLine();
test.after(() => line.close());

const SEALER = createSealer(SECRET);
const withText = (number: number, text: string): LogRecord => ({
  ...recordOf(number),
  bytes: Buffer.from(JSON.stringify({ state: text })),
  response: text,
});
const idsOf = (records: readonly LogRecord[]): string[] => records.map(({ id }) => id);

/** A folder with one file of these records, and the path of that file. */
async function spilled(name: string, records: readonly LogRecord[]) {
  const folder = join(root, name, 'spill');
  const spill = openSpill(folder, SEALER, () => assert.unreachable());
  for (const record of records) spill.add(record);
  await spill.close();
  return { folder, path: join(folder, readdirSync(folder)[0] as string) };
}

test('a record in a file cannot be read without the key of the service, and two of the same text are not alike', async () => {
  const { path } = await spilled('sealed', [withText(1, 'Sesame'), withText(1, 'Sesame')]);
  const bytes = readFileSync(path);
  assert.is(bytes.indexOf('Sesame'), -1);
  assert.is(bytes.indexOf('log_1'), -1);
  const half = bytes.length / 2;
  assert.not.equal(bytes.subarray(8, half), bytes.subarray(half + 8));
  const { records, lost } = readSpill(path, SEALER);
  assert.equal([idsOf(records), records[0]?.response, lost], [['log_1', 'log_1'], 'Sesame', 0]);
  assert.equal(Buffer.from(records[0]?.bytes ?? []).toString(), '{"state":"Sesame"}');
  assert.equal(readSpill(path, createSealer(new Uint8Array(32))), { records: [], lost: 2, lostBytes: bytes.length });
});

test('of a damaged file the records beside the damage are read; one that was not written whole is left out', async () => {
  const { path } = await spilled(
    'parts',
    [1, 2, 3].map((number) => recordOf(number)),
  );
  const whole = readFileSync(path);
  const third = whole.length / 3;
  const read = (change: (bytes: Buffer) => Buffer) => {
    const { records, lost, lostBytes } = SEALER.unseal(change(Buffer.from(whole)));
    return [idsOf(records), lost, lostBytes];
  };
  const changed = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] as number) ^ 1;
    return bytes;
  };
  assert.equal(read(changed(third + 100)), [['log_1', 'log_3'], 1, third]);
  assert.equal(read(changed(third + 1)), [['log_1'], 1, 2 * third], 'of a length');
  assert.equal(
    read((bytes) => bytes.fill(0, third)),
    [['log_1'], 1, 2 * third],
    'blocks that were never written',
  );
  assert.equal(
    read((bytes) => bytes.subarray(0, -1)),
    [['log_1', 'log_2'], 0, 0],
  );
  assert.equal(
    read((bytes) => bytes.subarray(0, third + 5)),
    [['log_1'], 0, 0],
  );
});

test('a damaged file is kept aside and told, the loss is a gap, and the log goes on', async () => {
  const path = folderIn(root, 'damaged');
  const { folder, path: file } = await spilled(
    'damaged',
    [1, 2, 3].map((number) => recordOf(number)),
  );
  const bytes = readFileSync(file);
  bytes.fill(0, bytes.length / 3);
  writeFileSync(file, bytes);
  writeFileSync(join(folder, 'spill-400000000.bin'), Buffer.alloc(64));
  const said: string[] = [];
  const log = await openLog(path, { policy: 'spill', spillFolder: folder, log: (text) => said.push(text) });
  await log.add(recordOf(4));
  await until(() => log.load().entries === 4);
  await log.close();
  assert.equal(
    entriesOf(path).map(({ id, event, dropped }) => [id ?? event, dropped]),
    [
      ['gap', 1],
      ['gap', 1],
      ['log_1', undefined],
      ['log_4', undefined],
    ],
  );
  assert.is(log.load().dropped, 2);
  assert.equal(readdirSync(folder).sort(), ['spill-400000000.bin.damaged', 'spill-500000001.bin.damaged']);
  assert.equal(said, [
    `evident: entries of the decision log are lost: 64 bytes of ${folder}/spill-400000000.bin.damaged cannot be read`,
    `evident: entries of the decision log are lost: ${(bytes.length * 2) / 3} bytes of ${file}.damaged cannot be read`,
  ]);
  assert.match(line.evident(['log', 'verify', path]).err, /2 answers were given that have no entry/);
  // What is kept aside is not read again, and no file takes its name.
  const { path: next } = await spilled('damaged', []).then(() => spilled('damaged', [recordOf(5)]));
  assert.ok(existsSync(`${file}.damaged`));
  assert.not.ok(existsSync(file));
  assert.not.equal(next, file);
});

test('a file that could not be made is not waited for', async () => {
  const folder = join(root, 'unmade');
  let lost = 0;
  const spill = openSpill(folder, SEALER, (records) => (lost += records));
  rmSync(folder, { recursive: true });
  spill.add(recordOf(1));
  assert.is(await spill.take(), null);
  assert.is(lost, 1);
  mkdirSync(folder);
  spill.add(recordOf(2));
  assert.equal(idsOf(readSpill((await spill.take()) as string, SEALER).records), ['log_2']);
  await spill.close();
});

test.run();
