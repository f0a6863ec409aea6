// Effort: how much may be spent on a piece of work, by where it is done.
// In: attempts at increasing effort. Out: a reply, or `unfinished`. Why attempts: most work takes a fraction of a millisecond and
// is done on the request's own thread. What would delay the requests beside it is given up there and starts again in a pool thread,
// with all its fuel. Answers are pure, so starting again changes nothing but the time.

import type { CompiledScript } from '../../runtime/compile.ts';
import type { CompiledProgram } from '../../runtime/generated.ts';

/** Longer bodies are not read on the request's own thread: a decision costs up to a microsecond a byte. */
export const INLINE_BYTES_MAX = 16_384;
// A step takes a few nanoseconds, and a ticket with eight questions twenty-five thousand steps.
export const INLINE_FUEL_MAX = 500_000;
// The first attempt has little fuel, and each next one five times as much while the time allows it: the time of a step depends
// on what it does, and a run cannot be stopped from outside on its own thread.
const FIRST_FUEL = 40_000;
const NEXT_FUEL = 5;
// An attempt that ends after this is the last: the next one could take five times as long.
const INLINE_MS_MAX = 1;
// The memory of a machine never shrinks, and this thread lives as long as the process.
const INLINE_MEMORY_BYTES_MAX = 4 * 2 ** 20;
/** Steps of work in a thread for short work: a tenth of a second at most. */
export const QUICK_FUEL = 5_000_000;
/**
 * Longer bodies are read in a thread for long work at once: reading one alone may take as long as short work may, and the memory of
 * a tree of seventy times its bytes, which the other thread would need a second time.
 */
export const QUICK_BYTES_MAX = 262_144;

/** What is told of compiled programs and scripts that ran, so that another thread can keep them. */
interface Compiled {
  readonly onProgram?: (program: CompiledProgram) => void;
  readonly onScript?: (script: CompiledScript) => void;
}

export type Effort =
  /** On the request's own thread: nothing is compiled. */
  | { readonly kind: 'inline'; readonly fuel: number; readonly memoryBytesMax: number }
  /** In a thread for short work. */
  | ({ readonly kind: 'quick' } & Compiled)
  /** All there is. */
  | ({ readonly kind: 'full' } & Compiled);

/** The effort was not enough; with all there is there may be a reply. */
export interface Unfinished {
  readonly kind: 'unfinished';
}

export const UNFINISHED: Unfinished = { kind: 'unfinished' };

/** Attempts the whole work on the request's own thread, as often as its time allows. */
export async function tryInline<Reply extends { readonly kind: string }>(
  attempt: (effort: Effort & { readonly kind: 'inline' }) => Promise<Reply | Unfinished>,
): Promise<Reply | Unfinished> {
  const since = performance.now();
  let fuel = FIRST_FUEL;
  for (;;) {
    const reply = await attempt({ kind: 'inline', fuel, memoryBytesMax: INLINE_MEMORY_BYTES_MAX });
    if (reply.kind !== 'unfinished' || fuel >= INLINE_FUEL_MAX || performance.now() - since > INLINE_MS_MAX)
      return reply;
    fuel = Math.min(fuel * NEXT_FUEL, INLINE_FUEL_MAX);
  }
}
