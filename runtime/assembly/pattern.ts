// Pattern: the engine that matches a pattern in time linear in the text, whatever the pattern.
//
// What may match is a question of the text that follows, so the text is swept from its end: at every place the set of
// instructions is known from which a match can be reached. Sets are kept once and numbered, and steps from set to set
// are remembered, so that the sweep is a table lookup a code point where the text is regular (a lazily built automaton).
// Sets and steps of short texts are kept for the next text of the run, those of long ones are work space.
//
// A match is then walked forwards from any place whose set holds the first instruction: of the ways that are tried in
// order, those that lead nowhere are known, so the walk never goes back over text, and all matches of a text together
// cost one sweep and one walk.
//
// The program (compiler/emit/pattern.ts) is, in 32-bit words: steps a byte, instructions, groups, classes, first
// instruction, offset of the instructions, of the classes of ASCII, of the runs beyond (first code point, class), count
// of these, offset of the classes of words, whether boundaries are tested, the address of what is kept (0 when a run
// begins), offset of the bits of instructions that are taken to. An instruction is 32 bytes: opcode, next, operand, 0, and
// the offsets of the lists of those that lead to it: taking a code point (index, offset of its classes), stepping (index),
// and their end. An index in a list has bit 31 when something steps to that instruction, bit 30 when it is a test.

import { allocate } from './memory';
import { codePointAt, leadBytes } from './text';

const OP_MATCH: i32 = 0;
const OP_TAKE: i32 = 1;
const OP_SPLIT: i32 = 2;
const OP_SAVE: i32 = 3;
/** The first instruction, as a list would name it. */
const MATCH_ENTRY: i32 = 1 << 31;

const TEST_START: i32 = 0;
const TEST_END: i32 = 1;
const TEST_BOUNDARY: i32 = 2;

const INSTRUCTION_BITS: i32 = 5;
const INDEX_MASK: i32 = 0xffff;
const TESTED: i32 = 1 << 30;
/** Of a set: hash, next in its bucket, number, whether it holds the first instruction; then its bits. */
const SET_HEADER_BYTES: i32 = 16;
/** Of a remembered step: from which set by which symbol (i64), and the set it leads to. */
const STEP_BITS: i32 = 4;
const STEPS_MIN: i32 = 256;
const STEPS_MAX: i32 = 4096;
const BUCKETS_MIN: i32 = 64;
const BUCKETS_MAX: i32 = 65536;

/** Longer texts make tables of their own, as large as is good for them. */
const SHORT_BYTES_MAX: i32 = 512;
/** Sets that are kept of one pattern; a text that needs more makes tables of its own. */
const KEPT_SETS: i32 = 64;
/** What is kept is emptied so often when it is full; after that the pattern is one that has too many sets. */
const FILLS_MAX: i32 = 8;
/** Of what is kept: sets in it, address of the next, end of the sets, times it was full; the last sets by context; then buckets, steps and sets. */
const KEPT_HEADER_BYTES: i32 = 32;

/** What stands before a place. */
const BEFORE_OTHER: i32 = 0;
const BEFORE_WORD: i32 = 1;
const BEFORE_START: i32 = 2;
const CONTEXTS: i32 = 3;

let program: i32 = 0;
let code: i32 = 0;
let first: i32 = 0;
let classCount: i32 = 0;
let ascii: i32 = 0;
let runs: i32 = 0;
let runCount: i32 = 0;
let wordClasses: i32 = 0;
let taken: i32 = 0;
let testsBoundary: bool = false;

let text: i32 = 0;
let bytes: i32 = 0;

/** Words of 64 bits in a set. */
let setWords: i32 = 0;
let setCount: i32 = 0;
/** What is kept of the pattern, where it is in use; else 0. */
let kept: i32 = 0;
let isFull: bool = false;
let buckets: i32 = 0;
let bucketMask: u32 = 0;
let steps: i32 = 0;
let stepMask: i64 = 0;
/** The set in the making, and the instructions in it whose leading ones are still to be looked at. */
let draft: i32 = 0;
let waiting: i32 = 0;
let waitingCount: i32 = 0;
/** The set at every byte offset where a code point begins, and at the end. */
let places: i32 = 0;
/** For every instruction the round in which the walk was last at it. */
let visits: i32 = 0;
let round: i32 = 0;
/** What the walk still has to try. */
let pending: i32 = 0;

/** Steps that matching takes for each byte of text. */
export function stepsPerByte(pattern: i32): i64 {
  return load<u32>(pattern) as i64;
}

export function groupCount(pattern: i32): i32 {
  return load<i32>(pattern, 8);
}

/** Makes room for what short texts keep. To be called before the work space is marked. */
export function keep(pattern: i32, length: i32): void {
  if (length > SHORT_BYTES_MAX || load<i32>(pattern, 44) != 0) return;
  const sets = KEPT_SETS * setBytesOf(pattern);
  const kept = allocate(KEPT_HEADER_BYTES + (BUCKETS_MIN << 2) + (STEPS_MIN << STEP_BITS) + sets);
  store<i32>(kept, 0, 12);
  store<i32>(kept, kept + KEPT_HEADER_BYTES + (BUCKETS_MIN << 2) + (STEPS_MIN << STEP_BITS) + sets, 8);
  store<i32>(pattern, kept, 44);
  empty(kept);
}

/** Whether the pattern matches anywhere. Allocates work space and leaves it. */
export function occurs(pattern: i32, data: i32, length: i32): bool {
  begin(pattern, data, length);
  return sweepAll(false);
}

/** Sweeps a text, so that `findFrom` can be asked. Allocates work space and leaves it. */
export function prepare(pattern: i32, data: i32, length: i32): void {
  begin(pattern, data, length);
  places = allocate((length + 1) << 2);
  const count = load<i32>(pattern, 4);
  visits = allocate(count << 2);
  memory.fill(visits, 0, count << 2);
  round = 0;
  // An instruction visited in a round leaves at most two behind, and a note to take back.
  pending = allocate(count * 24 + 8);
  sweepAll(true);
}

/** Byte offset of the first match that begins at `from` or later, or -1. */
export function findFrom(from: i32): i32 {
  for (let at = from; at <= bytes;) {
    if (load<i32>(load<i32>(places + (at << 2)), 12) != 0) return at;
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
  let set = load<i32>(places + (at << 2));
  let top = pending;
  round++;
  store<i64>(top, first as i64);
  top += 8;
  while (top > pending) {
    top -= 8;
    const entry = load<i64>(top);
    if (entry < 0) {
      restore(slots, entry);
      continue;
    }
    const index = entry as i32;
    if (!holds(set, index) || load<i32>(visits + (index << 2)) == round) continue;
    store<i32>(visits + (index << 2), round);
    const instruction = code + (index << INSTRUCTION_BITS);
    const next = load<u32>(instruction, 4) as i64;
    const op = load<i32>(instruction);
    if (op == OP_MATCH) return at;
    if (op == OP_TAKE) {
      // It is in the set, so it takes this code point and what follows leads to a match.
      at += leadBytes(load<u8>(text + at) as i32);
      set = load<i32>(places + (at << 2));
      round++;
      top = pending;
    } else if (op == OP_SPLIT) {
      store<i64>(top, load<u32>(instruction, 8) as i64);
      top += 8;
    } else if (op == OP_SAVE && slots != 0) {
      const slot = load<i32>(instruction, 8);
      store<i64>(top, noteBack(slot, load<i32>(slots + (slot << 2))));
      top += 8;
      store<i32>(slots + (slot << 2), at);
    }
    store<i64>(top, next);
    top += 8;
  }
  // Not reached: the set at `from` held the first instruction.
  return at;
}

/** A pending entry that gives a slot back what it held: below 0; what it held plus one above 32 bits, then the slot. */
function noteBack(slot: i32, held: i32): i64 {
  return i64.MIN_VALUE | (((held + 1) as i64) << 32) | (slot as i64);
}

function restore(slots: i32, entry: i64): void {
  store<i32>(slots + ((entry as i32) << 2), (((entry >> 32) as i32) & 0x7fffffff) - 1);
}

function begin(pattern: i32, data: i32, length: i32): void {
  program = pattern;
  const count = load<i32>(pattern, 4);
  classCount = load<i32>(pattern, 12);
  first = load<i32>(pattern, 16);
  code = pattern + load<i32>(pattern, 20);
  ascii = pattern + load<i32>(pattern, 24);
  runs = pattern + load<i32>(pattern, 28);
  runCount = load<i32>(pattern, 32);
  wordClasses = pattern + load<i32>(pattern, 36);
  testsBoundary = load<i32>(pattern, 40) != 0;
  taken = pattern + load<i32>(pattern, 48);
  text = data;
  bytes = length;
  setWords = (count + 63) >> 6;
  draft = allocate(setWords << 3);
  waiting = allocate(count << 2);
}

function setBytesOf(pattern: i32): i32 {
  return SET_HEADER_BYTES + ((load<i32>(pattern, 4) + 63) >> 6 << 3);
}

/** Sweeps with what is kept, or where that does not suffice, with tables of its own. */
function sweepAll(keepPlaces: bool): bool {
  kept = bytes > SHORT_BYTES_MAX ? 0 : load<i32>(program, 44);
  if (kept != 0 && load<i32>(kept, 12) < FILLS_MAX) {
    buckets = kept + KEPT_HEADER_BYTES;
    bucketMask = BUCKETS_MIN - 1;
    steps = buckets + (BUCKETS_MIN << 2);
    stepMask = STEPS_MIN - 1;
    isFull = false;
    const found = sweep(keepPlaces);
    if (!isFull) return found;
    store<i32>(kept, load<i32>(kept, 12) + 1, 12);
    empty(kept);
  }
  kept = 0;
  isFull = false;
  setCount = 0;
  // Tables grow with the text: a shorter one must not pay for clearing them.
  const bucketCount = powerAbove(bytes >> 2, BUCKETS_MIN, BUCKETS_MAX);
  bucketMask = bucketCount - 1;
  buckets = allocate(bucketCount << 2);
  memory.fill(buckets, 0, bucketCount << 2);
  const stepCount = powerAbove(bytes, STEPS_MIN, STEPS_MAX);
  stepMask = (stepCount - 1) as i64;
  steps = allocate(stepCount << STEP_BITS);
  memory.fill(steps, 0xff, stepCount << STEP_BITS);
  return sweep(keepPlaces);
}

/** Empties what is kept of a pattern. */
function empty(kept: i32): void {
  const tables = kept + KEPT_HEADER_BYTES;
  const sets = tables + (BUCKETS_MIN << 2) + (STEPS_MIN << STEP_BITS);
  store<i32>(kept, 0);
  store<i32>(kept, sets, 4);
  memory.fill(kept + 16, 0, KEPT_HEADER_BYTES - 16 + (BUCKETS_MIN << 2));
  memory.fill(tables + (BUCKETS_MIN << 2), 0xff, STEPS_MIN << STEP_BITS);
}

/** The power of two from `low` to `high` that is not below n, if there is one. */
function powerAbove(n: i32, low: i32, high: i32): i32 {
  let power = low;
  while (power < n && power < high) power <<= 1;
  return power;
}

/**
 * The set at every place from the end. Without `keepPlaces` it stops at the first match it meets. When what is kept is
 * full (`isFull`) the result is none.
 */
function sweep(keepPlaces: bool): bool {
  let at = bytes;
  let set = lastSet();
  while (!isFull) {
    if (keepPlaces) store<i32>(places + (at << 2), set);
    else if (load<i32>(set, 12) != 0) return true;
    if (at == 0) return false;
    at--;
    let byte = load<u8>(text + at) as i32;
    let symbol: i32;
    if (byte < 0x80) {
      symbol = load<i32>(ascii + (byte << 2));
    } else {
      while ((byte & 0xc0) == 0x80) byte = load<u8>(text + --at) as i32;
      symbol = classBeyond(codePointAt(text + at));
    }
    const key = (load<i32>(set, 8) as i64) * (classCount * CONTEXTS) + (symbol * CONTEXTS + contextAt(at));
    const step = steps + (((key & stepMask) as i32) << STEP_BITS);
    if (load<i64>(step) == key) {
      set = load<i32>(step, 8);
    } else {
      set = setBefore(set, symbol, at);
      if (isFull) break;
      store<i64>(step, key);
      store<i32>(step, set, 8);
    }
  }
  return false;
}

/** What stands before `at`, as far as a pattern can tell. */
// @ts-ignore: decorator
@inline
function contextAt(at: i32): i32 {
  if (at == 0) return BEFORE_START;
  return testsBoundary && isWordByte(load<u8>(text + at - 1)) ? BEFORE_WORD : BEFORE_OTHER;
}

/** Words are ASCII, so the last byte of a code point tells. */
function isWordByte(byte: i32): bool {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte == 0x5f || (byte >= 0x61 && byte <= 0x7a);
}

function classBeyond(codePoint: i32): i32 {
  let low = 0;
  let high = runCount;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (load<i32>(runs + (middle << 3)) <= codePoint) low = middle;
    else high = middle;
  }
  return load<i32>(runs + (low << 3), 4);
}

/** The set at the end of the text, which depends on nothing but what stands before. */
function lastSet(): i32 {
  const place = kept + 16 + (contextAt(bytes) << 2);
  if (kept != 0 && load<i32>(place) != 0) return load<i32>(place);
  memory.fill(draft, 0, setWords << 3);
  waitingCount = 0;
  join(MATCH_ENTRY);
  const set = closed(bytes, false);
  if (kept != 0) store<i32>(place, set);
  return set;
}

/** The set at `at`, whose code point is of class `symbol` and leads to `after`. */
function setBefore(after: i32, symbol: i32, at: i32): i32 {
  memory.fill(draft, 0, setWords << 3);
  waitingCount = 0;
  // A match may end anywhere.
  join(MATCH_ENTRY);
  const classWord = (symbol >> 5) << 2;
  const classBit = 1 << (symbol & 31);
  for (let word = 0; word < setWords; word++) {
    for (let bits = load<u64>(after + SET_HEADER_BYTES + (word << 3)) & load<u64>(taken + (word << 3)); bits != 0; bits &= bits - 1) {
      const target = code + (((word << 6) | (ctz<u64>(bits) as i32)) << INSTRUCTION_BITS);
      const end = program + load<i32>(target, 20);
      for (let entry = program + load<i32>(target, 16); entry < end; entry += 8) {
        if ((load<i32>(program + load<i32>(entry, 4) + classWord) & classBit) != 0) join(load<i32>(entry));
      }
    }
  }
  return closed(at, inClasses(wordClasses, symbol));
}

// @ts-ignore: decorator
@inline
function inClasses(set: i32, symbol: i32): bool {
  return ((load<u32>(set + ((symbol >> 5) << 2)) >>> (symbol & 31)) & 1) != 0;
}

/** Adds the instruction of a list's entry to the draft. */
// @ts-ignore: decorator
@inline
function join(entry: i32): void {
  const index = entry & INDEX_MASK;
  const word = draft + ((index >> 6) << 3);
  const bits = load<u64>(word);
  const bit = (1 as u64) << (index & 63);
  if ((bits & bit) != 0) return;
  store<u64>(word, bits | bit);
  if (entry < 0) store<i32>(waiting + (waitingCount++ << 2), index);
}

/** Adds all that steps into the draft at `at`, before which code point it stands, and gives the set it is then. */
function closed(at: i32, wordFollows: bool): i32 {
  const before = contextAt(at);
  while (waitingCount > 0) {
    const target = code + (load<i32>(waiting + (--waitingCount << 2)) << INSTRUCTION_BITS);
    const end = program + load<i32>(target, 24);
    for (let entry = program + load<i32>(target, 20); entry < end; entry += 4) {
      const listed = load<i32>(entry);
      if ((listed & TESTED) == 0 || passes(load<i32>(code + ((listed & INDEX_MASK) << INSTRUCTION_BITS), 8), at, before, wordFollows)) join(listed);
    }
  }
  return interned();
}

function passes(test: i32, at: i32, before: i32, wordFollows: bool): bool {
  if (test == TEST_START) return before == BEFORE_START;
  if (test == TEST_END) return at == bytes;
  return ((before == BEFORE_WORD) != wordFollows) == (test == TEST_BOUNDARY);
}

/** The kept set that is equal to the draft. */
function interned(): i32 {
  let hash: u64 = 0;
  for (let word = 0; word < setWords; word++) hash = rotl<u64>(hash ^ load<u64>(draft + (word << 3)), 29) * 0x9e3779b97f4a7c15;
  const short = (hash >>> 32) as u32;
  const bucket = buckets + ((short & bucketMask) << 2);
  for (let set = load<i32>(bucket); set != 0; set = load<i32>(set, 4)) {
    if (load<u32>(set) == short && isDraft(set)) return set;
  }
  const set = newSet();
  if (set == 0) return 0;
  store<u32>(set, short);
  store<i32>(set, load<i32>(bucket), 4);
  memory.copy(set + SET_HEADER_BYTES, draft, setWords << 3);
  store<i32>(set, i32(holds(set, first)), 12);
  store<i32>(bucket, set);
  return set;
}

/** A set with its number; 0, and `isFull`, when what is kept has no room for it. */
function newSet(): i32 {
  const size = SET_HEADER_BYTES + (setWords << 3);
  if (kept == 0) {
    const set = allocate(size);
    store<i32>(set, setCount++, 8);
    return set;
  }
  const set = load<i32>(kept, 4);
  if (set + size > load<i32>(kept, 8)) {
    isFull = true;
    return 0;
  }
  store<i32>(kept, set + size, 4);
  const number = load<i32>(kept);
  store<i32>(kept, number + 1);
  store<i32>(set, number, 8);
  return set;
}

function isDraft(set: i32): bool {
  for (let word = 0; word < setWords; word++) {
    if (load<u64>(set + SET_HEADER_BYTES + (word << 3)) != load<u64>(draft + (word << 3))) return false;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function holds(set: i32, index: i32): bool {
  return ((load<u64>(set + SET_HEADER_BYTES + ((index >> 6) << 3)) >>> (index & 63)) & 1) != 0;
}
