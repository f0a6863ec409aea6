// Sink: text in the making, at the arena's top. Nothing else may be allocated between `openSink` and the end of it.
// A sink of a run counts against the memory limit; the sink of the output does not, but has a limit of its own.

import { FAULT_OUTPUT_TOO_LARGE, FAULT_OUT_OF_MEMORY } from '../shared/faults';
import { fault } from '../run/fault';
import { allocate, arenaEnd, arenaTop, reach } from '../run/memory';
import { countCodePoints, textView } from '../text/text';

let start: i32 = 0;
let at: i32 = 0;
let room: i32 = 0;
/** Address no byte may be written at or after. */
let last: i64 = 0;
let overflow: i32 = 0;

/** A sink for a string of the run. */
export function openSink(): void {
  open(arenaEnd() as i64, FAULT_OUT_OF_MEMORY);
}

/** A sink for at most `bytesMax` bytes beyond the run's memory; more is `output-too-large`. */
export function openOutput(bytesMax: i32): void {
  open((arenaTop() as i64) + (bytesMax as i64), FAULT_OUTPUT_TOO_LARGE);
}

/** Bytes behind what `need` made sure of (a word, or the longest number) that may be written to, and count for nothing until `need` says so. */
const SLACK: i32 = 40;

function open(end: i64, code: i32): void {
  start = arenaTop();
  reach((start as i64) + (SLACK as i64));
  at = start;
  room = start;
  last = end;
  overflow = code;
}

/** Makes sure that `bytes` more can be written; `put` and the writers below need it. */
// @ts-ignore: decorator
@inline
export function need(bytes: i32): void {
  if ((at as i64) + (bytes as i64) > (room as i64)) widen(bytes);
}

function widen(bytes: i32): void {
  const wanted = (at as i64) + (bytes as i64);
  if (wanted > last) fault(overflow, 0);
  // Ahead of what is needed, so that memory is asked for rarely.
  const ahead = min<i64>(wanted + 4096, last);
  reach(ahead + (SLACK as i64));
  room = ahead as i32;
}

export function putByte(byte: i32): void {
  need(1);
  store<u8>(at++, byte);
}

export function putBytes(data: i32, bytes: i32): void {
  need(bytes);
  if (bytes <= WORDS_MAX) {
    // What is written behind them is slack.
    for (let i = 0; i < bytes; i += 8) store<u64>(at + i, load<u64>(data + i));
  } else {
    memory.copy(at, data, bytes);
  }
  at += bytes;
}

/** Up to so many bytes word by word is quicker than `memory.copy`, which is a call out of the module. */
const WORDS_MAX: i32 = 128;

/** Writes again what was written from an offset on, until it has stood there so many `times`. */
export function putRepeated(offset: i32, times: i64): void {
  const bytes = at - start - offset;
  const wanted = (bytes as i64) * times;
  for (let have = bytes as i64; have < wanted;) {
    const more = min<i64>(have, wanted - have) as i32;
    putBytes(start + offset, more);
    have += more as i64;
  }
}

/** Where the next byte goes; `need` first, `advance` after. */
// @ts-ignore: decorator
@inline
export function sinkAt(): i32 {
  return at;
}

// @ts-ignore: decorator
@inline
export function advance(bytes: i32): void {
  at += bytes;
}

/** Address of what was written so far. */
// @ts-ignore: decorator
@inline
export function sinkStart(): i32 {
  return start;
}

// @ts-ignore: decorator
@inline
export function sinkBytes(): i32 {
  return at - start;
}

/** Ends the sink: what was written is a string value of the run. */
export function sinkText(): i64 {
  const bytes = at - start;
  if (bytes == 0) return textView(0, 0, 0);
  allocate(bytes);
  return textView(start, bytes, countCodePoints(start, bytes));
}
