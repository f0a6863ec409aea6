// Heap: how the heap of the service's process grows.
// In: the size of its young part, looked at again and again. Out: flags of V8. Why: a flag at the start of the process could say the same,
// but a program cannot give it to itself.
//
// Young: what is left of requests under way is copied with each collection, so in a few MiB a busy service spends a quarter of its time on
// that; V8's own bound is 32 MiB for each half, and what it takes it does not give back under load.
//
// Old: large bodies lie outside the heap and count for when it is collected. V8 let it grow by a third while they came, and collected it
// seven times a second, 10 ms each, which everybody waited for; while other requests came, it let it grow to the threefold.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the young heap, both halves, from which on it grows no more: what hundreds of requests under way leave has room by then. */
export const YOUNG_BYTES_ENOUGH = 16 * 2 ** 20;
// It doubles at most once in this time while requests come as fast as they can.
const LOOK_MS = 25;
// V8 makes it smaller after seconds in which nothing happens.
const REST_MS = 250;

/** The old part is collected when it has grown by three tenths over what was left the last time. */
const OLD_GROWS = '--heap-growing-percent=30';

const GROWS = '--semi-space-growth-factor=2';
const STAYS = '--semi-space-growth-factor=1';

interface YoungHeapParts {
  /** Bytes of it. */
  readonly size: () => number;
  readonly setFlag: (flag: string) => void;
}

/**
 * Answers how to look, which answers whether it may grow; V8 makes it smaller when nothing happens, and it may grow again then.
 */
export function createYoungHeap({ size, setFlag }: YoungHeapParts): () => boolean {
  let said = '';
  return () => {
    const grows = size() < YOUNG_BYTES_ENOUGH;
    const flag = grows ? GROWS : STAYS;
    if (flag === said) return grows;
    said = flag;
    setFlag(flag);
    return grows;
  };
}

/** For as long as the process runs. */
export function boundHeap(): void {
  setFlagsFromString(OLD_GROWS);
  const look = createYoungHeap({ size: youngBytes, setFlag: setFlagsFromString });
  const lookOn = (): void => {
    setTimeout(lookOn, look() ? LOOK_MS : REST_MS).unref();
  };
  lookOn();
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
