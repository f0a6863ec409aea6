// Pattern sets: from which instructions of a pattern a match can be reached, at a place of a text. The set at a place
// follows from the set behind it, the class of the code point between and what stands before; sets are kept once, and
// what follows from what is remembered (a lazily built automaton), so that a regular text costs a lookup a code point.
//
// What is kept is bounded and outside the arena: all patterns of all runs share one table of fixed size at a fixed
// address. When a block of text might not fit, everything is forgotten at once, by counting the epoch: no memory is
// cleared. A table holds nothing that its reader does not check, so what it forgets costs time only: the price of a
// pattern is that of a text where every place makes a new set.
//
// The program (compiler/emit/pattern.ts) begins with a PatternProgram, an instruction is a PatternInstruction
// (shared/records.ts). The masks are, for each class, the bits of instructions that take it and lead to the one below them;
// lists do not hold what bits tell.
//
// It is longer than other files because one sweep uses all of its tables, which are kept in module variables.

import { patternRegion } from '../run/memory';
import { codePointAt } from '../text/text';
import { LOOKS_AT_LINES, LOOKS_AT_WORDS, TEST_BOUNDARY, TEST_END, TEST_LINE_END, TEST_LINE_START, TEST_START, PatternProgram, asInstruction, asProgram } from '../shared/records';

/** The instruction that ends a match. */
const MATCH: i32 = 0;


export const INSTRUCTION_BITS: i32 = 5;
const INDEX_MASK: i32 = 0xffff;
const TESTED: i32 = 1 << 30;
/** 1,000 nodes make no more: a group is two instructions, anything else one, and one is the match. */
const INSTRUCTIONS_MAX: i32 = 2048;

/** A kept set; its bits follow. */
@unmanaged
class KeptSet {
  hash: u32;
  /** 0 for the last one. */
  nextInBucket: i32;
  firstKey: i32;
  /** Whether it holds the first instruction. */
  starts: i32;
  /** Number of its pattern. */
  pattern: i32;
  free: i32;
}

// @ts-ignore: decorator
@inline
function asSet(address: i32): KeptSet {
  return changetype<KeptSet>(address);
}

const SET_HEADER_BYTES: i32 = offsetof<KeptSet>() as i32;
const SET_BYTES_MAX: i32 = SET_HEADER_BYTES + (INSTRUCTIONS_MAX >> 3);
/** Of a remembered step: epoch and key (i64), and the set it leads to. */
const STEP_BITS: i32 = 4;
const STEP_COUNT: i32 = 8192;
/** Of a bucket: epoch, and its first set. */
const BUCKET_BITS: i32 = 3;
const BUCKET_COUNT: i32 = 8192;
/** Sets of a bucket that are looked at: texts can be made whose sets share one. An equal set further on is kept twice. */
const PROBES_MAX: i32 = 8;

const STEPS_AT: i32 = patternRegion;
const BUCKETS_AT: i32 = STEPS_AT + (STEP_COUNT << STEP_BITS);
const DRAFT_AT: i32 = BUCKETS_AT + (BUCKET_COUNT << BUCKET_BITS);
/** Those of the draft whose lists of steps are still to be looked at: bits. */
const WAITING_AT: i32 = DRAFT_AT + (INSTRUCTIONS_MAX >> 3);
/** Two words and an instruction each for the walk (pattern/engine.ts): the round it was last at it, and what is still to be tried. */
export const VISITS_AT: i32 = WAITING_AT + (INSTRUCTIONS_MAX >> 3);
export const VISITS_BYTES: i32 = INSTRUCTIONS_MAX << 2;
export const PENDING_AT: i32 = VISITS_AT + VISITS_BYTES;
/** The set at every place of a block and at its end. */
export const PLACES_AT: i32 = PENDING_AT + INSTRUCTIONS_MAX * 24 + 8;
export const BLOCK_BYTES: i32 = 1024;
const SETS_AT: i32 = PLACES_AT + ((BLOCK_BYTES + 4) << 2);
/** Room for the sets of two blocks of the largest pattern. */
const SETS_END: i32 = SETS_AT + 2 * (BLOCK_BYTES + 8) * SET_BYTES_MAX;
/** Patterns whose numbers later runs of the same script take again; one in the place of another forgets it. */
const KNOWN_AT: i32 = SETS_END;
const KNOWN_BITS: i32 = 4;
const KNOWN_COUNT: i32 = 256;
/** Where the tables end: run/memory.ts leaves so much room, which the build checks. */
export function patternTablesEnd(): i32 {
  return KNOWN_AT + (KNOWN_COUNT << KNOWN_BITS);
}

@unmanaged
class KnownPattern {
  /** Number of its script; 0 for none. */
  script: i32;
  /** Address of its program. */
  program: i32;
  /** Its number in the tables. */
  number: i32;
  free: i32;
}

/** The context before a place, as assertions see it. */
const BEFORE_OTHER: i32 = 0;
const BEFORE_WORD: i32 = 1;
const BEFORE_START: i32 = 2;
const BEFORE_LINE: i32 = 3;
const CONTEXTS: i32 = 4;
/** Keys that a set has for a class: odd, so that those of one context lie everywhere. */
const CONTEXT_KEYS: i32 = 5;
/** Where a program keeps the sets at the text's end, by context. */
const LAST_AT: i32 = offsetof<PatternProgram>('lastOther') as i32;

export let program: i32 = 0;
export let code: i32 = 0;
export let first: i32 = 0;
let ascii: i32 = 0;
let runs: i32 = 0;
let runCount: i32 = 0;
let wordClasses: i32 = 0;
let taken: i32 = 0;
let stepped: i32 = 0;
let chained: i32 = 0;
let base: i32 = 0;
let masks: i32 = 0;
let looks: i32 = 0;
let patternNumber: i32 = 0;
/** Keys that a set has: one for each class and context. */
let keysPerSet: i32 = 0;

export let text: i32 = 0;
export let bytes: i32 = 0;

/** Words of 64 bits in a set. */
export let setWords: i32 = 0;

/** Numbers given to patterns, over all runs. */
let numbersGiven: i32 = 0;
/** Number of the script that runs; 0 where the host does not say which, and every run's patterns are new. */
let script: i32 = 0;
/** What the tables hold of another epoch is forgotten. */
let epoch: i32 = 1;
let setsTop: i32 = SETS_AT;
let nextKey: i32 = 0;

/** Turns to a pattern and a text. */
export function open(pattern: i32, data: i32, length: i32): void {
  program = pattern;
  keysPerSet = asProgram(pattern).classes * CONTEXT_KEYS;
  first = asProgram(pattern).first;
  code = pattern + asProgram(pattern).code;
  ascii = pattern + asProgram(pattern).ascii;
  runs = pattern + asProgram(pattern).runs;
  runCount = asProgram(pattern).runCount;
  wordClasses = pattern + asProgram(pattern).words;
  looks = asProgram(pattern).looks;
  taken = pattern + asProgram(pattern).taken;
  stepped = pattern + asProgram(pattern).stepped;
  masks = asProgram(pattern).masks == 0 ? 0 : pattern + asProgram(pattern).masks;
  chained = pattern + asProgram(pattern).chained;
  base = asProgram(pattern).base == 0 ? 0 : pattern + asProgram(pattern).base;
  setWords = (asProgram(pattern).instructions + 63) >> 6;
  text = data;
  bytes = length;
  if (asProgram(pattern).number == 0) asProgram(pattern).number = script == 0 ? newNumber() : knownNumber(pattern);
  patternNumber = asProgram(pattern).number;
}

/**
 * Says which script runs from the next run on, for a host that runs several again and again: its patterns find what the tables hold of its
 * runs before. Programs at the same address of scripts with the same number must be the same.
 */
export function setScript(number: i32): void {
  script = number;
}

function newNumber(): i32 {
  // After 2^31 patterns numbers begin again.
  if (numbersGiven == i32.MAX_VALUE) {
    numbersGiven = 0;
    memory.fill(KNOWN_AT, 0, KNOWN_COUNT << KNOWN_BITS);
    forget();
  }
  return ++numbersGiven;
}

/** The number that the pattern had when its script last ran; a new one where that is not known. */
function knownNumber(pattern: i32): i32 {
  const place = KNOWN_AT + (((script * 31 + (pattern >> 3)) & (KNOWN_COUNT - 1)) << KNOWN_BITS);
  const known = changetype<KnownPattern>(place);
  if (known.script != script || known.program != pattern) {
    known.script = script;
    known.program = pattern;
    known.number = newNumber();
  }
  return known.number;
}

/** Whether a match can begin at a place with this set. */
// @ts-ignore: decorator
@inline
export function starts(set: i32): bool {
  return asSet(set).starts != 0;
}

// @ts-ignore: decorator
@inline
export function holds(set: i32, index: i32): bool {
  return ((load<u64>(set + SET_HEADER_BYTES + ((index >> 6) << 3)) >>> (index & 63)) & 1) != 0;
}

/** Copies the bits of a set out. */
export function saveBits(set: i32, to: i32): void {
  memory.copy(to, set + SET_HEADER_BYTES, setWords << 3);
}

/** The kept set with these bits. Room must have been made. */
export function setOfBits(from: i32): i32 {
  memory.copy(DRAFT_AT, from, setWords << 3);
  return interned();
}

/** Makes room for the sets of a block: all else may be forgotten. Returns `set`, unless 0, as it is kept now. */
export function makeRoom(set: i32): i32 {
  const room = (BLOCK_BYTES + 8) * (SET_HEADER_BYTES + (setWords << 3));
  if (setsTop + room <= SETS_END && nextKey <= i32.MAX_VALUE - (BLOCK_BYTES + 8) * keysPerSet) return set;
  if (set != 0) saveBits(set, DRAFT_AT);
  forget();
  return set == 0 ? 0 : interned();
}

function forget(): void {
  setsTop = SETS_AT;
  nextKey = 0;
  if (epoch == i32.MAX_VALUE) {
    epoch = 0;
    memory.fill(STEPS_AT, 0, DRAFT_AT - STEPS_AT);
  }
  epoch++;
}

/**
 * Sweeps from `to`, where `set` is, back to `from`, both between code points, and returns the set there. Notes the sets at
 * their offset from `from` in the places where `keepsPlaces`; else a place where a match can begin is noted in `metStart`,
 * and ends the sweep where `endsAtStart`. Room must have been made.
 */
export function sweep(from: i32, to: i32, last: i32, keepsPlaces: bool, endsAtStart: bool): i32 {
  let at = to;
  let set = last;
  while (true) {
    if (keepsPlaces) store<i32>(PLACES_AT + ((at - from) << 2), set);
    if (at == from) return set;
    at--;
    let byte = load<u8>(text + at) as i32;
    let symbol: i32;
    if (byte < 0x80) {
      symbol = load<i32>(ascii + (byte << 2));
    } else {
      while ((byte & 0xc0) == 0x80) byte = load<u8>(text + --at) as i32;
      symbol = classBeyond(codePointAt(text + at));
    }
    const number = asSet(set).firstKey + symbol * CONTEXT_KEYS + contextAt(at);
    const key = ((epoch as i64) << 32) | (number as i64);
    const step = STEPS_AT + ((number & (STEP_COUNT - 1)) << STEP_BITS);
    if (load<i64>(step) == key) {
      set = load<i32>(step, 8);
    } else {
      set = setBefore(set, symbol, at);
      store<i64>(step, key);
      store<i32>(step, set, 8);
    }
    if (!keepsPlaces && starts(set)) {
      metStart = true;
      if (endsAtStart) return set;
    }
  }
}

/** Whether a sweep met a place where a match can begin. */
export let metStart: bool = false;

export function clearStart(): void {
  metStart = false;
}

/** What stands before `at`, as far as a pattern can tell. */
// @ts-ignore: decorator
@inline
function contextAt(at: i32): i32 {
  if (at == 0) return BEFORE_START;
  if (looks == 0) return BEFORE_OTHER;
  const byte = load<u8>(text + at - 1) as i32;
  if ((looks & LOOKS_AT_WORDS) != 0 && isWordByte(byte)) return BEFORE_WORD;
  return (looks & LOOKS_AT_LINES) != 0 && byte == LINE_FEED ? BEFORE_LINE : BEFORE_OTHER;
}

const LINE_FEED: i32 = 0x0a;

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

/** The set at the end of the text, which depends on nothing but what stands before. Room must have been made. */
export function lastSet(): i32 {
  if (asProgram(program).epoch != epoch) {
    asProgram(program).epoch = epoch;
    for (let context = 0; context < CONTEXTS; context++) store<i32>(program + LAST_AT + (context << 2), 0);
  }
  const place = program + LAST_AT + (contextAt(bytes) << 2);
  if (load<i32>(place) != 0) return load<i32>(place);
  for (let word = 0; word < setWords; word++) store<u64>(DRAFT_AT + (word << 3), 0);
  const set = closed(bytes, false);
  store<i32>(place, set);
  return set;
}

/** The set at `at`, whose code point is of class `symbol` and leads to `after`. */
function setBefore(after: i32, symbol: i32, at: i32): i32 {
  const from = after + SET_HEADER_BYTES;
  const mask = masks + ((symbol * setWords) << 3);
  let carried: u64 = 0;
  for (let word = 0; word < setWords << 3; word += 8) {
    const bits = load<u64>(from + word);
    store<u64>(DRAFT_AT + word, masks == 0 ? 0 : ((bits << 1) | carried) & load<u64>(mask + word));
    carried = bits >>> 63;
  }
  const classWord = (symbol >> 5) << 2;
  const classBit = 1 << (symbol & 31);
  for (let word = 0; word < setWords; word++) {
    for (let bits = load<u64>(from + (word << 3)) & load<u64>(taken + (word << 3)); bits != 0; bits &= bits - 1) {
      const target = code + (((word << 6) | (ctz<u64>(bits) as i32)) << INSTRUCTION_BITS);
      const end = program + asInstruction(target).steps;
      for (let entry = program + asInstruction(target).takes; entry < end; entry += 8) {
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

/** Adds an instruction to the draft. */
// @ts-ignore: decorator
@inline
function join(index: i32): void {
  const word = DRAFT_AT + ((index >> 6) << 3);
  store<u64>(word, load<u64>(word) | ((1 as u64) << (index & 63)));
}

/** Adds the match, which may end anywhere, and all that steps into the draft at `at`, before which code point it stands, and gives the set it is then. */
function closed(at: i32, wordFollows: bool): i32 {
  const before = contextAt(at);
  join(MATCH);
  climb();
  for (let word = 0; word < setWords;) {
    const waiting = load<u64>(WAITING_AT + (word << 3));
    if (waiting == 0) {
      word++;
      continue;
    }
    store<u64>(WAITING_AT + (word << 3), waiting & (waiting - 1));
    const target = code + (((word << 6) | (ctz<u64>(waiting) as i32)) << INSTRUCTION_BITS);
    const end = program + asInstruction(target).listsEnd;
    for (let entry = program + asInstruction(target).steps; entry < end; entry += 4) {
      const listed = load<i32>(entry);
      const index = listed & INDEX_MASK;
      if ((listed & TESTED) != 0 && !passes(asInstruction(code + (index << INSTRUCTION_BITS)).operand, at, before, wordFollows)) continue;
      word = min(word, climbFrom(index));
    }
  }
  return interned();
}

/**
 * Adds to the draft what is in every set and, all at once, whatever steps down to it from instruction to instruction: in a
 * run of chained bits a carry climbs from each that has a bit of the draft below it. Notes whose lists wait.
 */
function climb(): void {
  let below: u64 = 0;
  let carry: u64 = 0;
  for (let word = 0; word < setWords << 3; word += 8) {
    const common = base == 0 ? 0 : load<u64>(base + word);
    const bits = load<u64>(DRAFT_AT + word) | common;
    const run = load<u64>(chained + word);
    const feet = ((bits << 1) | below) & run;
    const sum = run + feet;
    const climbed = sum + carry;
    carry = u64(sum < run) | u64(climbed < sum);
    const all = bits | (((climbed ^ run) | feet) & run);
    below = all >>> 63;
    store<u64>(DRAFT_AT + word, all);
    store<u64>(WAITING_AT + word, all & ~common & load<u64>(stepped + word));
  }
}

/** Adds an instruction to the draft, and what steps down to it. Returns its word. */
// @ts-ignore: decorator
@inline
function climbFrom(from: i32): i32 {
  let index = from;
  do {
    const place = (index >> 6) << 3;
    const bit = (1 as u64) << (index & 63);
    const bits = load<u64>(DRAFT_AT + place);
    if ((bits & bit) != 0) break;
    store<u64>(DRAFT_AT + place, bits | bit);
    store<u64>(WAITING_AT + place, load<u64>(WAITING_AT + place) | (bit & load<u64>(stepped + place)));
    index++;
  } while (((load<u64>(chained + ((index >> 6) << 3)) >>> (index & 63)) & 1) != 0);
  return from >> 6;
}

function passes(test: i32, at: i32, before: i32, wordFollows: bool): bool {
  if (test == TEST_START) return before == BEFORE_START;
  if (test == TEST_END) return at == bytes;
  if (test == TEST_LINE_START) return before == BEFORE_START || before == BEFORE_LINE;
  // A line feed is a class of its own where this is asked, so what is remembered of a class holds.
  if (test == TEST_LINE_END) return at == bytes || load<u8>(text + at) == LINE_FEED;
  return ((before == BEFORE_WORD) != wordFollows) == (test == TEST_BOUNDARY);
}

/** The kept set that is equal to the draft. */
function interned(): i32 {
  let hash: u64 = patternNumber as u64;
  for (let word = 0; word < setWords; word++) {
    // Every bit of a word reaches every bit of the hash: up by the product, down by the shift.
    hash = (hash ^ load<u64>(DRAFT_AT + (word << 3))) * 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93;
    hash ^= hash >>> 32;
  }
  const bucket = BUCKETS_AT + (((hash as i32) & (BUCKET_COUNT - 1)) << BUCKET_BITS);
  const head = load<i32>(bucket) == epoch ? load<i32>(bucket, 4) : 0;
  const short = (hash >>> 32) as u32;
  let probes = PROBES_MAX;
  for (let set = head; set != 0 && probes > 0; set = asSet(set).nextInBucket, probes--) {
    if (asSet(set).hash == short && asSet(set).pattern == patternNumber && isDraft(set)) return set;
  }
  const set = setsTop;
  setsTop += SET_HEADER_BYTES + (setWords << 3);
  asSet(set).hash = short;
  asSet(set).nextInBucket = head;
  asSet(set).firstKey = nextKey;
  nextKey += keysPerSet;
  asSet(set).pattern = patternNumber;
  for (let word = 0; word < setWords; word++) store<u64>(set + SET_HEADER_BYTES + (word << 3), load<u64>(DRAFT_AT + (word << 3)));
  asSet(set).starts = i32(holds(set, first));
  store<i32>(bucket, epoch);
  store<i32>(bucket, set, 4);
  return set;
}

function isDraft(set: i32): bool {
  for (let word = 0; word < setWords; word++) {
    if (load<u64>(set + SET_HEADER_BYTES + (word << 3)) != load<u64>(DRAFT_AT + (word << 3))) return false;
  }
  return true;
}
