// Packed bytes: tables of the runtime as they stand in artifacts, with copies of what stands before in them. In: bytes. Out: fewer,
// which runtime/assembly/locate/unpack.ts unpacks when text is first searched.
//
// Before each eight items stands a byte of which the lowest bit tells of the first item whether it is a copy, and so on. An
// item is a byte that stands for itself, or a copy as a u16: how many bytes back it begins | bytes − LENGTH_MIN << DISTANCE_BITS.

const LENGTH_MIN = 3;
const LENGTH_MAX = 18;
const DISTANCE_BITS = 12;
const DISTANCE_MAX = 2 ** DISTANCE_BITS - 1;
const ITEMS = 8;

/** As few bytes as this form can have, but for the bits of copies. */
export function packBytes(bytes: Uint8Array): number[] {
  const copies = bestCopies(bytes);
  const packed: number[] = [];
  let flagsAt = 0;
  let items = 0;
  for (let at = 0; at < bytes.length; items += 1) {
    if (items % ITEMS === 0) flagsAt = packed.push(0) - 1;
    const copy = copies[at]!;
    if (copy.length === 1) packed.push(bytes[at]!);
    else {
      packed[flagsAt]! |= 1 << (items % ITEMS);
      const pair = copy.distance | ((copy.length - LENGTH_MIN) << DISTANCE_BITS);
      packed.push(pair & 255, pair >> 8);
    }
    at += copy.length;
  }
  return packed;
}

interface Copy {
  readonly distance: number;
  /** 1 for a byte that stands for itself. */
  readonly length: number;
}

/** For each place what the shortest way from there to the end begins with. */
function bestCopies(bytes: Uint8Array): readonly Copy[] {
  const cost = new Float64Array(bytes.length + 1);
  const best: Copy[] = [];
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    best[at] = { distance: 0, length: 1 };
    cost[at] = cost[at + 1]! + 9;
    const longest = longestCopy(bytes, at);
    for (let length = LENGTH_MIN; length <= longest.length; length += 1) {
      if (cost[at + length]! + 17 >= cost[at]!) continue;
      best[at] = { distance: longest.distance, length };
      cost[at] = cost[at + length]! + 17;
    }
  }
  return best;
}

function longestCopy(bytes: Uint8Array, at: number): Copy {
  let longest: Copy = { distance: 0, length: 1 };
  const most = Math.min(LENGTH_MAX, bytes.length - at);
  for (let distance = 1; distance <= Math.min(DISTANCE_MAX, at) && longest.length < most; distance += 1) {
    let length = 0;
    while (length < most && bytes[at + length] === bytes[at + length - distance]) length += 1;
    if (length > longest.length) longest = { distance, length };
  }
  return longest;
}
