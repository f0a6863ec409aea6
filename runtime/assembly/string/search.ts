// Search: finds one text in another in time linear in both, whatever they hold (Knuth, Morris, Pratt). The table of the
// needle's borders stands at the arena's top while searching and is given back.

import { allocate, arenaTop, release } from '../run/memory';
import { HIGH_BITS } from '../text/text';

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
  const first = load<u8>(needleAt) as i32;
  let matched = 0;
  for (let i = from; i < bytes;) {
    if (matched == 0) {
      i = firstByte(data, bytes, i, first);
      if (i == bytes) break;
      matched = 1;
      if (needleBytes == 1) return i;
      i++;
      continue;
    }
    if (load<u8>(needleAt + matched) == load<u8>(data + i)) {
      i++;
      if (++matched == needleBytes) return i - needleBytes;
    } else {
      matched = load<i32>(borders + ((matched - 1) << 2));
    }
  }
  return -1;
}

/** A one in every byte. */
export const ONES: u64 = 0x0101010101010101;

/** Offset of the first such byte from `from` on, or `bytes`. Eight are looked at together. */
export function firstByte(data: i32, bytes: i32, from: i32, byte: i32): i32 {
  const pattern = (byte as u64) * ONES;
  for (let i = from; i < bytes; i += 8) {
    // A byte that is equal becomes zero, and zero bytes get their top bit set (the lowest of them for certain).
    const word = load<u64>(data + i) ^ pattern;
    const zeros = (word - ONES) & ~word & HIGH_BITS;
    if (zeros != 0) return min<i32>(i + ((ctz<u64>(zeros) as i32) >> 3), bytes);
  }
  return bytes;
}
