// Shape: the keys of the object that was read last, for each depth of nesting, so that the next one like it, as in an
// array of records, reads its keys by comparing and orders its entries without. Only keys without escapes, which stand
// in the text as they are.

import { compareText, textData } from '../text/text';
import { inputBytes, inputText } from './json';
import { addressOf } from '../value/value';

/** Objects of more keys are not remembered. */
const KEYS_MAX: i32 = 16;
/** Depths that have a shape of their own; deeper ones share. */
const SHAPES: i32 = 8;

/** A shape is 256 bytes: u32 keys, u32 whether ranked; at 16 the keys as values, in the order of the text; at 144 the place of each in order, u32. */
const SHAPE_BITS: i32 = 8;
const shapes: i32 = memory.data(SHAPES << SHAPE_BITS, 8) as i32;

// @ts-ignore: decorator
@inline
function shapeAt(depth: i32): i32 {
  return shapes + ((depth & (SHAPES - 1)) << SHAPE_BITS);
}

export function forgetShapes(): void {
  for (let depth = 0; depth < SHAPES; depth++) store<i32>(shapeAt(depth), 0);
}

// @ts-ignore: decorator
@inline
export function shapeCount(depth: i32): i32 {
  return load<i32>(shapeAt(depth));
}

/** A key, in the order of the text. */
// @ts-ignore: decorator
@inline
export function shapeKey(depth: i32, index: i32): i64 {
  return load<i64>(shapeAt(depth) + (index << 3), 16);
}

/** Remembers the keys of entries in the order of the text. */
export function rememberShape(depth: i32, entries: i32, count: i32): void {
  const shape = shapeAt(depth);
  store<i64>(shape, 0);
  if (count > KEYS_MAX) return;
  for (let i = 0; i < count; i++) {
    const key = load<i64>(entries + (i << 4));
    if (((textData(addressOf(key)) - inputText) as u32) >= (inputBytes as u32)) return;
    store<i64>(shape + (i << 3), key, 16);
  }
  store<i32>(shape, count);
}

/** Where the ranks of a shape stand. They are found once the shape was met twice. */
export function rankedShape(depth: i32): i32 {
  const shape = shapeAt(depth);
  if (load<i32>(shape, 4) == 0) {
    const count = load<i32>(shape);
    for (let i = 0; i < count; i++) {
      let rank = 0;
      for (let j = 0; j < count; j++) {
        if (j != i && compareText(addressOf(load<i64>(shape + (j << 3), 16)), addressOf(load<i64>(shape + (i << 3), 16))) < 0) rank++;
      }
      store<i32>(shape + (i << 2), rank, 144);
    }
    store<i32>(shape, 1, 4);
  }
  return shape + 144;
}

// @ts-ignore: decorator
@inline
export function rankAt(ranks: i32, index: i32): i32 {
  return load<i32>(ranks + (index << 2));
}
