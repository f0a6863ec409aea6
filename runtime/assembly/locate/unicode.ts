// Locate, characters: what a code point is for word boundaries and equality, in Unicode 16.0. The reference is
// runtime/locate/unicode.ts; the tables are made from it.

import { mapped, nextPacked, openPacked, unpackRuns } from '../string/letter-case';
import { CLASS_RUNS, CLASS_RUNS_COUNT, FOLDS, FOLDS_COUNT, MARKS, MARKS_COUNT } from './table';

/** Classes, as the tables have them. */
export const WORD: i32 = 1;
const MARK: i32 = 2;
export const DENSE: i32 = 4;
export const SPACE: i32 = 8;
export const DIGIT: i32 = 16;
/** What else a character can be that is no word. */
export const HYPHEN: i32 = 32;

// The run of code points that was found last: most texts stay in one script.
let runStart: i32 = 0;
let runEnd: i32 = 0;
let runClass: i32 = 0;

/** Class of a code point. */
// @ts-ignore: decorator
@inline
export function classOf(codePoint: i32): i32 {
  return codePoint >= runStart && codePoint < runEnd ? runClass : findClass(codePoint);
}

/** CLASS_RUNS as code point << 8 | class, ascending; zeros until a text first needs them, so that they take no room in an artifact. */
const classes: i32 = memory.data(CLASS_RUNS_COUNT << 2, 4) as i32;

function unpackClasses(): void {
  openPacked(CLASS_RUNS);
  let start: u32 = 0;
  for (let at = classes; at < classes + (CLASS_RUNS_COUNT << 2); at += 4) {
    const run = nextPacked();
    start += run >> 5;
    store<u32>(at, (start << 8) | (run & 31));
  }
}

/** FOLDS unpacked; zeros until a text first needs them, like the classes. */
const folds: i32 = memory.data(FOLDS_COUNT << 3, 4) as i32;

function findClass(codePoint: i32): i32 {
  if (load<u32>(classes, 4) == 0) unpackClasses();
  let low = 0;
  let high = CLASS_RUNS_COUNT;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((load<u32>(classes + (middle << 2)) >> 8) <= (codePoint as u32)) low = middle;
    else high = middle;
  }
  const found = load<u32>(classes + (low << 2));
  runStart = (found >> 8) as i32;
  runEnd = high == CLASS_RUNS_COUNT ? 0x110000 : (load<u32>(classes + (high << 2)) >> 8) as i32;
  runClass = (found & 31) as i32;
  return runClass;
}

/** HYPHEN of a code point beyond ASCII that is no word. */
export function marksOf(codePoint: i32): i32 {
  for (let i = 0; i < MARKS_COUNT; i++) {
    const mark = load<u32>(MARKS + (i << 2));
    if ((mark >> 8) == (codePoint as u32)) return (mark & HYPHEN) as i32;
  }
  return 0;
}

/** Whether a word may end between two neighbours, by their classes. */
// @ts-ignore: decorator
@inline
export function isBoundary(left: i32, right: i32): bool {
  if ((left & right & WORD) == 0) return true;
  if (((left | right) & DENSE) == 0) return false;
  return (left & right & DENSE) != 0 || (right & MARK) == 0 || (right & DENSE) != 0;
}

/** Simple case folding. */
// @ts-ignore: decorator
@inline
export function fold(codePoint: i32): i32 {
  if (codePoint < 0x80) return codePoint - 0x41 < 26 && codePoint >= 0x41 ? codePoint | 0x20 : codePoint;
  return folded(codePoint);
}

function folded(codePoint: i32): i32 {
  if (load<u32>(folds) == 0) unpackRuns(FOLDS, folds, FOLDS_COUNT);
  return mapped(codePoint, folds, FOLDS_COUNT);
}

/** Full-width forms as ASCII, curly quotes as straight ones. */
// @ts-ignore: decorator
@inline
export function narrow(codePoint: i32): i32 {
  if (codePoint < 0x2018) return codePoint;
  if (codePoint <= 0x201f) return codePoint <= 0x201b ? 0x27 : 0x22;
  return codePoint >= 0xff01 && codePoint <= 0xff5e ? codePoint - 0xfee0 : codePoint;
}
