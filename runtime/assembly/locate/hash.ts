// Locate, hash: of the key of a symbol (locate/block.ts). There are several, selected by a seed: keys that collide under
// one need not collide under another.

/** Number of the hash that the symbols of the open block are kept by, 0 unless keys were made to share places. */
export let seed: i32 = 0;

export function setSeed(number: i32): void {
  seed = number;
}

/** Hash of a key; up to eight bytes after it are read and left out. */
export function hashKey(at: i32, bytes: i32): i32 {
  let hash = (bytes as u64) ^ ((seed as u64) * 0xbf58476d1ce4e5b9);
  let i = 0;
  for (; i + 8 <= bytes; i += 8) hash = mix(hash ^ load<u64>(at + i));
  if (i < bytes) hash = mix(hash ^ (load<u64>(at + i) & (((1 as u64) << (((bytes - i) << 3) as u64)) - 1)));
  // Once more, so that what a seed changes reaches every bit.
  return (mix(hash) >> 32) as i32;
}

// @ts-ignore: decorator
@inline
function mix(hash: u64): u64 {
  const product = (hash ^ (hash >> 29)) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 32);
}
