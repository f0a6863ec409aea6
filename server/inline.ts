// Inline: what is done on the request's own thread, and when it is given up there.
// In: an attempt under a budget. Out: its reply, or `unfinished`. Why: most work takes a fraction of a millisecond and is done
// where the request is; what would hold up the requests beside it goes to a thread. The language is pure, so what turns out to
// be long simply starts again there, with all its fuel, and answers the same.

// What is read on the request's own thread: a decision costs up to a microsecond for a byte of the request.
export const INLINE_BYTES_MAX = 16_384;
// Steps a run may take there: a step takes a few nanoseconds, and a ticket with eight questions twenty thousand.
export const INLINE_FUEL_MAX = 500_000;
// The first attempt has little fuel, and each next one five times as much while the clock allows it: what steps cost depends
// on what they do, and a run cannot be stopped from outside on its own thread.
const FIRST_FUEL = 20_000;
const NEXT_FUEL = 5;
// An attempt that ends after this is the last: the next one could take five times as long.
const INLINE_MS_MAX = 1;
// Bytes a run may hold there: memory never shrinks, and this thread lives as long as the process.
const INLINE_MEMORY_BYTES_MAX = 4 * 2 ** 20;

/** What was given did not last; with all there is there may be a reply. */
export interface Unfinished {
  readonly kind: 'unfinished';
}

interface Budget {
  readonly fuel: number;
  readonly memoryBytesMax: number;
}

/** `attempt` does the whole work under a budget, as often as it takes. */
export async function tryInline<Reply extends { readonly kind: string }>(
  attempt: (budget: Budget) => Promise<Reply | Unfinished>,
): Promise<Reply | Unfinished> {
  const since = performance.now();
  let fuel = FIRST_FUEL;
  for (;;) {
    const reply = await attempt({ fuel, memoryBytesMax: INLINE_MEMORY_BYTES_MAX });
    if (reply.kind !== 'unfinished' || fuel >= INLINE_FUEL_MAX || performance.now() - since > INLINE_MS_MAX)
      return reply;
    fuel = Math.min(fuel * NEXT_FUEL, INLINE_FUEL_MAX);
  }
}
