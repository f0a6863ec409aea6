// Memory: one arena, never collected during a run. `allocate` counts bytes against the limit before any memory.grow, so
// out-of-memory comes at the same allocation on every engine. Input text and printed output lie outside the count.
//
// The first bytes belong to what emitted code reaches often, the fuel (run/fuel.ts) and the call stack (run/fault.ts): below 128 an
// address takes one byte in code. Static data begins behind them (`--memoryBase`, runtime/build.ts).

import { FAULT_OUT_OF_MEMORY } from '../shared/faults';
import { failHost, fault } from './fault';

/** Where the tables of patterns begin (pattern/sets.ts). Static data must end below, which the build checks (`staticEnd`). */
export const patternRegion: i32 = 131072;

/**
 * Where the constants of a script begin: fixed, so that emitted code can hold addresses. The tables of patterns must end
 * below it, which the build checks, and it is below 2^20: an address takes three bytes in code then.
 */
export const constantsBase: i32 = 983040;

/** First address after the static data. */
export function staticEnd(): i32 {
  return __heap_base as i32;
}

/** Enough for tens of thousands of records; small enough for many instances in one process. */
const ARENA_BYTES_MAX: i32 = 64 * 1024 * 1024;

/** Addresses stay below 2^31, so that i32 comparisons of addresses are right. */
const ADDRESS_MAX: i64 = 0x7fff0000;

let limitBytes: i32 = ARENA_BYTES_MAX;
let top: i32 = constantsBase;
let end: i32 = constantsBase + ARENA_BYTES_MAX;
let memoryEnd: i32 = 0;

/** Where the reader of the input keeps what it gathers: `WORK_RATIO` bytes for each of the text, before the arena. */
export let workAt: i32 = constantsBase;

/**
 * An element takes two bytes of text at least, its value and what separates it, and 8 bytes of the work space; an entry
 * four bytes of text, a bracket or comma, the quotes and the colon, and 16. Memory that is not touched costs nothing.
 */
const WORK_RATIO: i64 = 4;

/** Bytes the arena may hold from the next `allocInput` on; 0 or less restores the default. */
export function setMemoryLimit(bytes: i32): void {
  limitBytes = bytes > 0 ? bytes : ARENA_BYTES_MAX;
}

/** Address of `bytes` bytes, 8-aligned, not cleared. Fault `out-of-memory` (without a node) beyond the limit. */
export function allocate(bytes: i32): i32 {
  const address = top;
  const next = (address as i64) + (((bytes as u32 as i64) + 7) & -8);
  if (next > (end as i64)) fault(FAULT_OUT_OF_MEMORY, 0);
  top = next as i32;
  if (top > memoryEnd) reach(next);
  return address;
}

/** Address of the next allocation: everything from here on is free. */
export function arenaTop(): i32 {
  return top;
}

/** First address the arena must not reach. */
export function arenaEnd(): i32 {
  return end;
}

/** Gives back what was allocated since `arenaTop()` returned `address`. Only for work space that nothing points to. */
export function release(address: i32): void {
  top = address;
}

/**
 * Lays memory out anew: `constantsBytes` of constants, input text of `inputBytes` and a byte to end it, work space, the
 * arena. Returns the text's address.
 */
export function layOut(constantsBytes: i32, inputBytes: i32): i32 {
  const text = ((constantsBase as i64) + (constantsBytes as u32 as i64) + 7) & -8;
  const work = (text + (inputBytes as u32 as i64) + 8) & -8;
  const start = (work + (inputBytes as u32 as i64) * WORK_RATIO + 7) & -8;
  const last = start + (limitBytes as i64);
  if (start > ADDRESS_MAX) failHost();
  reach(start);
  workAt = work as i32;
  top = start as i32;
  end = (last > ADDRESS_MAX ? ADDRESS_MAX : last) as i32;
  return text as i32;
}

/** Bytes of memory there are behind whatever was reached: eight may be read or written where the last one counts. */
const MARGIN: i64 = 8;

/** Copies whole words that do not overlap. For few of them: `memory.copy` is a call out of the module, as long as ten words. */
export function copyWords(to: i32, from: i32, bytes: i32): void {
  if (bytes > COPIED_MAX) {
    memory.copy(to, from, bytes);
    return;
  }
  for (let i = 0; i < bytes; i += 8) store<u64>(to + i, load<u64>(from + i));
}

/** Up to here copying word by word is quicker. */
const COPIED_MAX: i32 = 256;

/** Makes memory reach up to `address` (exclusive), outside the arena's count. A refused memory.grow is a host failure. */
export function reach(address: i64): void {
  const have = ((memory.size() as i64) << 16) - MARGIN;
  if (address > have) {
    if (address > ADDRESS_MAX) failHost();
    const missing = ((address - have + 0xffff) >> 16) as i32;
    // Growing by half again keeps the number of growths small; what memory has is invisible to scripts.
    const more = max<i32>(missing, min<i32>(memory.size() >> 1, 256));
    if (memory.grow(more) < 0 && memory.grow(missing) < 0) failHost();
  }
  const size = ((memory.size() as i64) << 16) - MARGIN;
  memoryEnd = (size > 0x7fffffff ? 0x7fffffff : size) as i32;
}
