// The young heap: it may grow until it has what is enough, and again when V8 has made it smaller; and a service sets that.

import * as assert from 'uvu/assert';
import { createYoungHeap, YOUNG_BYTES_ENOUGH } from '../server/heap.ts';
import { test } from './support/test.ts';

test('it grows below the limit and stays at it, and V8 is told only what is new', () => {
  const flags: string[] = [];
  let bytes = 0;
  const look = createYoungHeap({ size: () => bytes, setFlag: (flag) => flags.push(flag.slice(-1)) });
  const seen = (size: number): string => {
    bytes = size;
    look();
    return flags.join('');
  };
  assert.is(seen(2 ** 20), '2');
  assert.is(seen(YOUNG_BYTES_ENOUGH - 1), '2');
  assert.is(seen(YOUNG_BYTES_ENOUGH), '21');
  assert.is(seen(YOUNG_BYTES_ENOUGH + 1), '21');
  assert.is(seen(2 ** 20), '212');
});

test.run();
