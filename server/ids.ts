// Ids: names for what happens, which nobody guesses.
// In: what kind of thing it is. Out: the kind and 32 hexadecimal digits. Why from a pool: asking for 16 random bytes at a time takes
// longer than all else a request's id needs.

import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const POOL_IDS = 256;

export function createIds(): (prefix: string) => string {
  const pool = Buffer.alloc(ID_BYTES * POOL_IDS);
  let at = pool.length;
  return (prefix) => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += ID_BYTES;
    return `${prefix}_${pool.toString('hex', at - ID_BYTES, at)}`;
  };
}
