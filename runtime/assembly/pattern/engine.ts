// Pattern: the engine that matches a pattern in time linear in the text, whatever the pattern.
//
// What may match is a question of the text that follows, so the text is swept from its end: at every place the set of
// instructions is known from which a match can be reached (pattern/sets.ts). A match is then walked forwards from any
// place whose set holds the first instruction: of the ways that are tried in order, those that lead nowhere are known, so
// the walk never goes back over text.
//
// The sets at the places are needed for one block of the text at a time. A long text is swept twice: once from its end,
// keeping the set at the end of every block, and once more each block that the search comes to and that has a place
// where a match can begin, or lies in a match. So all matches of a text together cost two sweeps and one walk, and
// memory for a set a block.

import { allocate } from '../run/memory';
import {
  BLOCK_BYTES, INSTRUCTION_BITS, PENDING_AT, PLACES_AT, VISITS_AT, VISITS_BYTES, bytes, clearStart, code, first, holds, lastSet, makeRoom,
  metStart, open, program, saveBits, setOfBits, setWords, starts, sweep, text,
} from './sets';
import { leadBytes } from '../text/text';
import { OP_MATCH, OP_SAVE, OP_SPLIT, OP_TAKE, asInstruction, asProgram } from '../shared/records';


/** Of a block, while a long text is searched: whether a match can begin in it, 0 (i32 each), the bits of the set at its end. */
let blocks: i32 = 0;
let blockBytes: i32 = 0;
/** The block whose places are known, and where it begins and ends. */
let block: i32 = 0;
let blockStart: i32 = 0;
let blockEnd: i32 = 0;

/** Rounds that walks have taken, over all runs. */
let round: i32 = 0;

/** Steps that matching takes for each byte of text. */
export function stepsPerByte(pattern: i32): i64 {
  return asProgram(pattern).stepsPerByte as i64;
}

export function groupCount(pattern: i32): i32 {
  return asProgram(pattern).groups;
}

/** Whether the pattern matches anywhere. */
export function occurs(pattern: i32, data: i32, length: i32): bool {
  open(pattern, data, length);
  makeRoom(0);
  let set = lastSet();
  if (starts(set)) return true;
  clearStart();
  for (let to = length; to > 0;) {
    const from = boundary(to - BLOCK_BYTES);
    set = sweep(from, to, makeRoom(set), false, true);
    if (metStart) return true;
    to = from;
  }
  return false;
}

/** Sweeps a text, so that `findFrom` can be asked. Allocates work space and leaves it. */
export function prepare(pattern: i32, data: i32, length: i32): void {
  open(pattern, data, length);
  makeRoom(0);
  if (length <= BLOCK_BYTES) {
    blocks = 0;
    blockStart = 0;
    blockEnd = length;
    sweep(0, length, lastSet(), true, false);
    return;
  }
  blockBytes = 8 + (setWords << 3);
  const count = (length - 1) / BLOCK_BYTES + 1;
  blocks = allocate(count * blockBytes);
  let set = lastSet();
  for (let i = count - 1; i >= 0; i--) {
    const kept = blocks + i * blockBytes;
    clearStart();
    saveBits(set, kept + 8);
    const isStart = starts(set) && i == count - 1;
    set = sweep(boundary(i * BLOCK_BYTES), endOf(i), makeRoom(set), false, false);
    store<i32>(kept, i32(metStart || isStart));
  }
  enter(0);
}

/** The place between code points at or before an offset, 0 for those below. */
function boundary(offset: i32): i32 {
  if (offset <= 0) return 0;
  let at = offset;
  while ((load<u8>(text + at) & 0xc0) == 0x80) at--;
  return at;
}

/** Where a block of a long text ends: where the next one begins, or at the text's end. */
function endOf(index: i32): i32 {
  const end = (index + 1) * BLOCK_BYTES;
  return end >= bytes ? bytes : boundary(end);
}

/** Turns to a block; its places are known after `enter` only. */
function turn(index: i32): void {
  block = index;
  blockStart = boundary(index * BLOCK_BYTES);
  blockEnd = endOf(index);
}

/** Sweeps a block, so that its places are known. */
function enter(index: i32): void {
  turn(index);
  makeRoom(0);
  sweep(blockStart, blockEnd, setOfBits(blocks + index * blockBytes + 8), true, false);
}

/** The set at a place of the block, or at the beginning of the next, which is entered then. */
// @ts-ignore: decorator
@inline
function setAt(at: i32): i32 {
  if (at >= blockEnd && at < bytes) enter(block + 1);
  return load<i32>(PLACES_AT + ((at - blockStart) << 2));
}

/** Byte offset of the first match that begins at `from` or later, or -1. Each search begins where the one before ended, or later. */
export function findFrom(from: i32): i32 {
  let at = from;
  while (at <= bytes) {
    if (at >= blockEnd && at < bytes) {
      // Blocks where nothing can begin are left out.
      turn(block + 1);
      if (load<i32>(blocks + block * blockBytes) == 0) {
        at = blockEnd;
        if (at == bytes) return -1;
        continue;
      }
      enter(block);
    }
    if (starts(load<i32>(PLACES_AT + ((at - blockStart) << 2)))) return at;
    at += at < bytes ? leadBytes(load<u8>(text + at) as i32) : 1;
  }
  return -1;
}

/**
 * Walks the match that begins at `from` and returns where it ends. `slots`, unless 0, gets start and end of what every
 * group took last (i32 each), -1 where it took no part.
 */
export function walkFrom(from: i32, slots: i32): i32 {
  if (slots != 0) memory.fill(slots, 0xff, groupCount(program) << 3);
  let at = from;
  let set = setAt(at);
  let top = PENDING_AT;
  let index = first;
  nextRound();
  // `index` is in the set: it leads to a match, unless this round has been at it.
  while (true) {
    if (load<i32>(VISITS_AT + (index << 2)) == round) {
      // The way ends here; the one to try next was in the set when it was put off.
      do {
        top -= 8;
        const entry = load<i64>(top);
        index = entry as i32;
        if (entry >= 0) break;
        restore(slots, entry);
      } while (true);
      continue;
    }
    store<i32>(VISITS_AT + (index << 2), round);
    const instruction = code + (index << INSTRUCTION_BITS);
    const op = asInstruction(instruction).opcode;
    index = asInstruction(instruction).next;
    if (op == OP_SPLIT) {
      const otherwise = asInstruction(instruction).operand;
      if (!holds(set, index)) {
        index = otherwise;
      } else if (holds(set, otherwise)) {
        store<i64>(top, otherwise as i64);
        top += 8;
      }
    } else if (op == OP_TAKE) {
      at += leadBytes(load<u8>(text + at) as i32);
      set = setAt(at);
      nextRound();
      top = PENDING_AT;
    } else if (op == OP_MATCH) {
      return at;
    } else if (op == OP_SAVE && slots != 0) {
      const slot = asInstruction(instruction).operand;
      store<i64>(top, noteBack(slot, load<i32>(slots + (slot << 2))));
      top += 8;
      store<i32>(slots + (slot << 2), at);
    }
  }
}

// @ts-ignore: decorator
@inline
function nextRound(): void {
  if (round == i32.MAX_VALUE) {
    round = 0;
    memory.fill(VISITS_AT, 0, VISITS_BYTES);
  }
  round++;
}

/** A pending entry that gives a slot back what it held: below 0; what it held plus one above 32 bits, then the slot. */
function noteBack(slot: i32, held: i32): i64 {
  return i64.MIN_VALUE | (((held + 1) as i64) << 32) | (slot as i64);
}

function restore(slots: i32, entry: i64): void {
  store<i32>(slots + ((entry as i32) << 2), (((entry >> 32) as i32) & 0x7fffffff) - 1);
}
