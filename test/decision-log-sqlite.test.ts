// The decision log in a database of its own: how much it holds is known in bytes, and the oldest rows go.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openLogTable } from '../server/store/sqlite/log.ts';
import { test } from './support/test.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-sqlite-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

test('a database holds so many bytes and no more, also after it was opened again', () => {
  const bytesMax = 250_000;
  const kept = (name: string, max: number): number => {
    const path = join(root, `${name}.db`);
    const append = (firstSeq: number): number => {
      const table = openLogTable(path, { keepMs: 1, bytesMax: max, isDurable: false });
      table.append(
        Array.from({ length: 1_000 }, () => 'é'.repeat(125)),
        firstSeq,
        0,
      );
      const count = [...table.forward()].length;
      table.close();
      return count;
    };
    const count = append(1);
    assert.is(append(1_001), count);
    return count;
  };
  assert.equal([kept('at', bytesMax), kept('past', bytesMax - 1)], [1_000, 999]);
});

test('a database whose last row alone is too much keeps it, and what was not committed does not count', () => {
  const table = openLogTable(join(root, 'last.db'), { keepMs: 1, bytesMax: 100, isDurable: false });
  const append = (firstSeq: number, lengths: readonly number[]): void =>
    table.append(
      lengths.map((length) => 'x'.repeat(length)),
      firstSeq,
      0,
    );
  append(1, [50, 200]);
  assert.equal(
    [...table.forward()].map(({ length }) => length),
    [200],
  );
  assert.throws(() => append(1, Array(1_000).fill(50)));
  append(3, [50, 50, ...Array(998).fill(0)]);
  assert.is([...table.forward()].length, 1_000);
  table.close();
});

test.run();
