// Pointer: the RFC 6901 JSON Pointer of a place in JSON text. Comes in: the text and the byte where a token starts that
// is not acceptable; all tokens before it are. Goes out: the pointer, into the open sink, as JSON string text.

import { ARRAY, OBJECT, putUnescaped, scalarEnd, skipSpace } from './scan';
import { integerValue } from './value';
import { putEscaped, putNumber } from './print';
import { advance, putByte, sinkBytes, sinkStart } from './sink';

/** Frames: 16 bytes each: kind, members so far, offset of the key whose value is awaited (-1 for none). */
const frames: i32 = memory.data((256 + 1) * 16, 8) as i32;

/**
 * Puts the pointer. A token that is a wrong key belongs to its path (`isKey`). A container that the text ends in counts
 * as ended (`isUnclosed`): what is missing comes after it.
 */
export function putPointer(text: i32, bytes: i32, byte: i32, isKey: bool, isUnclosed: bool): void {
  let depth = follow(text, bytes, byte, isKey);
  if (isUnclosed) finishMember(--depth, false);
  for (let level = 1; level <= depth; level++) {
    const frame = frames + (level << 4);
    const innermost = level == depth;
    if (load<i32>(frame) == ARRAY) {
      putByte(0x2f);
      // Inner containers count as members once they are opened.
      putNumber(integerValue((load<i32>(frame, 4) - (innermost ? 0 : 1)) as i64));
    } else if (load<i32>(frame, 8) >= 0) {
      putByte(0x2f);
      putSegment(text, bytes, load<i32>(frame, 8));
    }
  }
}

/** Fills the frames that are open at `byte`; returns how many. */
function follow(text: i32, bytes: i32, byte: i32, isKey: bool): i32 {
  let depth = 0;
  let at = skipSpace(text, bytes, 0);
  // Whether a string would be a key here.
  let keyed = false;
  while (at < byte) {
    const first = load<u8>(text + at) as i32;
    const frame = frames + (depth << 4);
    if (first == 0x5b || first == 0x7b) {
      if (depth > 0 && load<i32>(frame) == ARRAY) store<i32>(frame, load<i32>(frame, 4) + 1, 4);
      const inner = frames + (++depth << 4);
      keyed = first == 0x7b;
      store<i32>(inner, keyed ? OBJECT : ARRAY);
      store<i32>(inner, 0, 4);
      store<i32>(inner, -1, 8);
      at++;
    } else if (first == 0x5d || first == 0x7d) {
      depth--;
      finishMember(depth, false);
      at++;
    } else if (first == 0x2c) {
      keyed = load<i32>(frame) == OBJECT;
      at++;
    } else if (first == 0x3a) {
      at++;
    } else {
      if (keyed) {
        store<i32>(frame, at, 8);
        keyed = false;
      } else {
        finishMember(depth, true);
      }
      at = scalarEnd(text, bytes, at, first);
    }
    at = skipSpace(text, bytes, at);
  }
  if (isKey && depth > 0) store<i32>(frames + (depth << 4), byte, 8);
  return depth;
}

function finishMember(depth: i32, counts: bool): void {
  if (depth == 0) return;
  const frame = frames + (depth << 4);
  if (load<i32>(frame) == OBJECT) store<i32>(frame, -1, 8);
  else if (counts) store<i32>(frame, load<i32>(frame, 4) + 1, 4);
}

/** One segment: the key whose quote stands at `from`, `~` and `/` as the pointer has them, then JSON's escapes. */
function putSegment(text: i32, bytes: i32, from: i32): void {
  let end = from + 1;
  while (load<u8>(text + end) != 0x22) end += load<u8>(text + end) == 0x5c ? 2 : 1;
  // Decoded first, written escaped behind that, then moved to where it belongs.
  const start = sinkBytes();
  putUnescaped(text + from + 1, end - from - 1);
  const decoded = sinkBytes();
  for (let i = start; i < decoded; i++) {
    const byte = load<u8>(sinkStart() + i) as i32;
    if (byte == 0x7e || byte == 0x2f) {
      putByte(0x7e);
      putByte(byte == 0x7e ? 0x30 : 0x31);
    } else {
      putEscaped(sinkStart() + i, 1);
    }
  }
  const written = sinkBytes() - decoded;
  memory.copy(sinkStart() + start, sinkStart() + decoded, written);
  advance(start - decoded);
}
