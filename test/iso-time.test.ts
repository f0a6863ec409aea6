// ISO time: the same text as Date's own.

import * as assert from 'uvu/assert';
import { isoTime } from '../server/store/iso-time.ts';
import { test } from './support/test.ts';

test('instants are written as Date writes them, in any order', () => {
  const days = [0, 1_764_340_000_000, -62_135_596_800_000, 253_402_300_799_999, 253_402_300_800_000, -8.64e15, 8.64e15];
  for (const day of days)
    for (const more of [0, 1, 9, 10, 99, 100, 999, 1000, 59_999, -1, -999, -1000, -1001, 0.5, -0.5, 7.9]) {
      const ms = day + more;
      if (Math.abs(ms) <= 8.64e15) assert.is(isoTime(ms), new Date(ms).toISOString(), String(ms));
    }
});

test.run();
