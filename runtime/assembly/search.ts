// Search: finds one text in another in time linear in both, whatever they hold (Knuth, Morris, Pratt). The table of the
// needle's borders stands at the arena's top while searching and is given back.

import { allocate, arenaTop, release } from './memory';

let needleAt: i32 = 0;
let needleBytes: i32 = 0;
let borders: i32 = 0;
let mark: i32 = 0;

/** Prepares a needle of at least one byte; `endSearch` must follow before anything else is allocated to stay. */
export function beginSearch(data: i32, bytes: i32): void {
  needleAt = data;
  needleBytes = bytes;
  mark = arenaTop();
  if (bytes == 1) return;
  borders = allocate(bytes << 2);
  store<i32>(borders, 0);
  let matched = 0;
  for (let i = 1; i < bytes; i++) {
    const byte = load<u8>(data + i);
    while (matched > 0 && load<u8>(data + matched) != byte) matched = load<i32>(borders + ((matched - 1) << 2));
    if (load<u8>(data + matched) == byte) matched++;
    store<i32>(borders + (i << 2), matched);
  }
}

export function endSearch(): void {
  release(mark);
}

/** Offset of the needle's first place at or after `from` in `bytes` bytes at `data`, or -1. */
export function searchFrom(data: i32, bytes: i32, from: i32): i32 {
  const first = load<u8>(needleAt);
  let matched = 0;
  for (let i = from; i < bytes; i++) {
    const byte = load<u8>(data + i);
    if (matched == 0 && byte != first) continue;
    while (matched > 0 && load<u8>(needleAt + matched) != byte) matched = load<i32>(borders + ((matched - 1) << 2));
    if (load<u8>(needleAt + matched) == byte) matched++;
    if (matched == needleBytes) return i - needleBytes + 1;
  }
  return -1;
}
