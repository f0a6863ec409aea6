// Young heap: how large the part of the heap is that new objects go to.
// In: its size, looked at again and again. Out: whether V8 may make it larger. Why: what is left of requests under way is copied with each
// collection, so in a few MiB a busy service spends a quarter of its time on that; V8's own bound is 32 MiB for each half and what it takes
// it does not give back under load. A flag at the start of the process could say the bound, but a program cannot give it to itself.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the young heap, both halves, from which on it grows no more: what hundreds of requests under way leave has room by then. */
export const YOUNG_BYTES_ENOUGH = 16 * 2 ** 20;
// It doubles at most once in this time while requests come as fast as they can.
const LOOK_MS = 25;

const GROWS = '--semi-space-growth-factor=2';
const STAYS = '--semi-space-growth-factor=1';

interface YoungHeapParts {
  /** Bytes of it. */
  readonly size: () => number;
  readonly setFlag: (flag: string) => void;
}

/** Answers how to look; V8 makes it smaller when nothing happens, and it may grow again then. */
export function createYoungHeap({ size, setFlag }: YoungHeapParts): () => void {
  let said = '';
  return () => {
    const flag = size() < YOUNG_BYTES_ENOUGH ? GROWS : STAYS;
    if (flag === said) return;
    said = flag;
    setFlag(flag);
  };
}

/** For as long as the process runs. */
export function boundYoungHeap(): void {
  const look = createYoungHeap({ size: youngBytes, setFlag: setFlagsFromString });
  look();
  setInterval(look, LOOK_MS).unref();
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
