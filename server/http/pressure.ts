// Pressure: whether the event loop is late or the heap nearly full, so that the process should accept less.
// In: the clock and the heap, looked at ten times a second. Out: two booleans. Why: what is taken in while the loop is late is
// answered later still, and a heap that is full ends the process with everything in it.

import { getHeapStatistics } from 'node:v8';

export const LOOK_MS = 100;
// Late by this twice in a row: once is a long turn that is over, and shedding what comes after it helps nobody.
export const LATE_MS_MAX = 500;
// V8 collects ever more often from here on.
export const HEAP_SHARE_MAX = 0.85;

export interface Pressure {
  /** The loop is late: what comes now should come later. */
  isLate(): boolean;
  /** The heap is nearly full: nothing large may come in. */
  isShort(): boolean;
}

interface PressureOptions {
  /** Milliseconds that only go forward. */
  readonly now: () => number;
  readonly heap: () => { readonly used_heap_size: number; readonly heap_size_limit: number };
}

/** `look` is to be called every LOOK_MS. */
export function createPressure({ now, heap }: PressureOptions): Pressure & { look(): void } {
  let lateMs = 0;
  let lateBeforeMs = 0;
  let looked = now();
  let isShort = false;
  return {
    look() {
      const at = now();
      lateBeforeMs = lateMs;
      lateMs = at - looked - LOOK_MS;
      looked = at;
      const { used_heap_size: used, heap_size_limit: limit } = heap();
      isShort = used > limit * HEAP_SHARE_MAX;
    },
    isLate: () => Math.min(lateMs, lateBeforeMs) > LATE_MS_MAX,
    isShort: () => isShort,
  };
}

export function watchPressure(): Pressure & { close(): void } {
  const pressure = createPressure({ now: () => performance.now(), heap: getHeapStatistics });
  const timer = setInterval(pressure.look, LOOK_MS).unref();
  return { ...pressure, close: () => clearInterval(timer) };
}
