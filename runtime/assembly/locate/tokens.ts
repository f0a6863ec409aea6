// Locate, tokens: e-mail addresses, URLs and paths are one word each. In: a text and a place in it. Out: whether
// the place is only a part of such a token. The reference is runtime/locate/whole-tokens.ts.

const REACH: i32 = 256;
const AT: i32 = 0x40;
const DOT: i32 = 0x2e;
const SLASH: i32 = 0x2f;
const COLON: i32 = 0x3a;

/** White space, `"'()<>[]{},;|` with backquote and star, and what is beyond ASCII. */
// @ts-ignore: decorator
@inline
function isBreak(byte: i32): bool {
  if (byte <= 0x20 || byte >= 0x80) return true;
  if (byte < 0x40) return ((0x5800178400000000 as u64) >> (byte as u64) & 1) != 0;
  return byte == 0x5b || byte == 0x5d || byte == 0x60 || byte == 0x7b || byte == 0x7c || byte == 0x7d;
}

/** Whether the place from `start` to `end` in the text from `data` to `dataEnd` is a part of a token. */
export function isPartOfToken(data: i32, dataEnd: i32, start: i32, end: i32): bool {
  const isFirst = start == data || isBreak(load<u8>(start - 1) as i32);
  if (isFirst && (end == dataEnd || isBreak(load<u8>(end) as i32))) return false;
  let from = start;
  while (from > data && start - from < REACH && !isBreak(load<u8>(from - 1) as i32)) from--;
  let to = end;
  while (to < dataEnd && to - end < REACH && !isBreak(load<u8>(to) as i32)) to++;
  while (to > end && endsSentence(load<u8>(to - 1) as i32)) to--;
  if (from == start && to == end) return false;
  const isHosted = hasDot(start, end);
  const host = isHosted && isHost(start, end, from, to);
  return isAddress(from, to) ? !host : isHosted && !host;
}

// @ts-ignore: decorator
@inline
function endsSentence(byte: i32): bool {
  return byte == DOT || byte == COLON || byte == 0x21 || byte == 0x3f;
}

function isAddress(from: i32, to: i32): bool {
  if (to - from > 1 && load<u8>(from) == SLASH && load<u8>(from, 1) != SLASH) return true;
  if (to - from > 4 && (load<u32>(from) | 0x202020) == 0x2e777777) return true;
  for (let at = from + 1; at + 1 < to; at++) {
    const byte = load<u8>(at) as i32;
    if (byte == AT) return true;
    if (byte == COLON && at + 2 < to && load<u8>(at, 1) == SLASH && load<u8>(at, 2) == SLASH) return true;
  }
  return false;
}

function hasDot(start: i32, end: i32): bool {
  for (let at = start + 1; at + 1 < end; at++) {
    if (load<u8>(at) == DOT && !isBreak(load<u8>(at - 1) as i32) && !isBreak(load<u8>(at, 1) as i32)) return true;
  }
  return false;
}

function isHost(start: i32, end: i32, from: i32, to: i32): bool {
  const before = start == from ? SLASH : load<u8>(start - 1) as i32;
  const behind = end == to ? SLASH : load<u8>(end) as i32;
  return (before == SLASH || before == AT) && (behind == SLASH || behind == COLON || behind == 0x3f || behind == 0x23);
}
