// Whole tokens: e-mail addresses, URLs and paths are one word each, whatever words are in them.
// In: the bytes of a text and a place. Out: whether the place is only a part of such a token.

// A part that is further from its token's ends than this is far enough inside to be a part.
const REACH = 256;
const AT = 0x40;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;

/** Whether a byte ends tokens: white space, quotes, brackets, commas, and what is beyond ASCII. */
function isBreak(byte: number): boolean {
  return byte <= 0x20 || byte >= 0x80 || '"\'()<>[]{},;|`*'.includes(String.fromCharCode(byte));
}

/** Whether the place [start, end) is a part of an address or a path, and neither all of it nor its host. */
export function isPartOfToken(bytes: Uint8Array, start: number, end: number): boolean {
  let from = start;
  while (from > 0 && start - from < REACH && !isBreak(bytes[from - 1]!)) from -= 1;
  let to = end;
  while (to < bytes.length && to - end < REACH && !isBreak(bytes[to]!)) to += 1;
  // Marks that end a sentence are not the token's.
  while (to > end && '.:!?'.includes(String.fromCharCode(bytes[to - 1]!))) to -= 1;
  if (from === start && to === end) return false;
  if (!isAddress(bytes, from, to)) return hasDot(bytes, start, end) && !isHost(bytes, start, end, from, to);
  return !(hasDot(bytes, start, end) && isHost(bytes, start, end, from, to));
}

/** Has an @ inside, a `://`, or begins as a path or with `www.`. */
function isAddress(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > 1 && bytes[from] === SLASH && bytes[from + 1] !== SLASH) return true;
  if (
    to - from > 4 &&
    (bytes[from]! | 0x20) === 0x77 &&
    (bytes[from + 1]! | 0x20) === 0x77 &&
    (bytes[from + 2]! | 0x20) === 0x77 &&
    bytes[from + 3] === DOT
  )
    return true;
  for (let at = from + 1; at + 1 < to; at += 1) {
    if (bytes[at] === AT) return true;
    if (bytes[at] === COLON && bytes[at + 1] === SLASH && bytes[at + 2] === SLASH && at + 2 < to) return true;
  }
  return false;
}

function hasDot(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at + 1 < end; at += 1)
    if (bytes[at] === DOT && !isBreak(bytes[at - 1]!) && !isBreak(bytes[at + 1]!)) return true;
  return false;
}

/** Whether what stands before and behind is what stands around a host. */
function isHost(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  const before = start === from ? SLASH : bytes[start - 1]!;
  const behind = end === to ? SLASH : bytes[end]!;
  return (
    (before === SLASH || before === AT) && (behind === SLASH || behind === COLON || behind === 0x3f || behind === 0x23)
  );
}
