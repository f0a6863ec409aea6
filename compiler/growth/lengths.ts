// Lengths: how many elements a builtin makes, where its arguments are known.

import { wholeConstant } from '../literal.ts';
import type { Known } from './known.ts';
import { between, exactly, mapRange, type Range, UNBOUNDED } from './range.ts';

/** A whole number as a count of things, a negative one as none. */
export function countOf(n: Known): Range {
  const whole = wholeOf(n);
  return whole === null ? UNBOUNDED : exactly(toCount(whole));
}

/** Of `(range end)`, `(range start end)` and `(range start end step)`. */
export function rangeCount(bounds: readonly Known[]): Range {
  const [first, second, third] = bounds.map(wholeOf);
  if (first === null || second === null || third === null) return UNBOUNDED;
  const [start, end, step] = second === undefined ? [0n, first!, 1n] : [first!, second, third ?? 1n];
  const [distance, stride] = step > 0n ? [end - start, step] : [start - end, -step];
  return exactly(stride === 0n ? 0 : toCount((distance + stride - 1n) / stride));
}

/** Of `(partition n coll)` and `(partition n step coll)`. */
export function partitionCount(n: Known, ...more: readonly Known[]): Range {
  const coll = more.at(-1)!;
  const [length, stride] = [wholeOf(n), wholeOf(more.length === 1 ? n : more[0]!)];
  if (length === null || stride === null) return between(0, coll.count.max);
  // Neither may be less than 1.
  if (length <= 0n || stride <= 0n) return exactly(0);
  return mapRange(coll.count, (count) =>
    count < length ? 0 : Math.floor((count - toCount(length)) / toCount(stride)) + 1,
  );
}

/** Of `(partition-all n coll)` and `(partition-all n step coll)`. */
export function partitionAllCount(n: Known, ...more: readonly Known[]): Range {
  const coll = more.at(-1)!;
  const stride = wholeOf(more.length === 1 ? n : more[0]!);
  if (stride === null) return between(0, coll.count.max);
  return stride <= 0n ? exactly(0) : mapRange(coll.count, (count) => Math.ceil(count / toCount(stride)));
}

function wholeOf({ constant }: Known): bigint | null {
  return constant === null ? null : wholeConstant(constant);
}

function toCount(whole: bigint): number {
  return whole > 0n ? Number(whole) : 0;
}
