// Pressure: whether this process is so busy, or so full, that it should take less.
// In: the clock and the heap, looked at ten times a second. Out: two yes or no. Why: what is taken in while the loop is late is
// answered later still, and a heap that is full ends the process with everything in it.

import { getHeapStatistics } from 'node:v8';

const LOOK_MS = 100;
// Late by this twice in a row: once is a long turn that is over, and shedding what comes after it helps nobody.
const LATE_MS_MAX = 500;
// V8 collects ever more often from here on.
const HEAP_SHARE_MAX = 0.85;

export interface Pressure {
  /** The loop is late: what comes now should come later. */
  isLate(): boolean;
  /** The heap is nearly full: nothing large may come in. */
  isShort(): boolean;
  close(): void;
}

export function watchPressure(): Pressure {
  let lateMs = 0;
  let lateBeforeMs = 0;
  let looked = performance.now();
  let isShort = false;
  const timer = setInterval(() => {
    const now = performance.now();
    lateBeforeMs = lateMs;
    lateMs = now - looked - LOOK_MS;
    looked = now;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    isShort = used > limit * HEAP_SHARE_MAX;
  }, LOOK_MS).unref();
  return {
    isLate: () => Math.min(lateMs, lateBeforeMs) > LATE_MS_MAX,
    isShort: () => isShort,
    close: () => clearInterval(timer),
  };
}
