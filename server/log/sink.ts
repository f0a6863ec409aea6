// Sink: where the lines of the decision log go.
// In: nothing. Out: the shape. Why synchronous: a sink lives in the log's own thread, which has nothing else to do.

import type { Head } from './chain.ts';

export interface Sink {
  /** The end of what it holds. */
  readonly head: Head;
  /** What the operator should know of what was found; null where that is nothing. */
  readonly note: string | null;
  /** Adds lines, all or none, and forgets what is too old or too much. Throws when that cannot be done. */
  append(lines: readonly string[], head: Head, nowMs: number): void;
  /** Lines before a number, the newest first. */
  backward(before: number): Iterable<string>;
  close(): void;
}
