// Sink: where the entries of the decision log go, as lines of a chain.
// In: nothing. Out: the shapes. A sink lives in the log's own thread, and is told one thing after the other; lines are read while
// others are added.

import type { Entry } from './entry.ts';

export interface Batch {
  /** Names it among those of this service: what is sent again has the same name. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly nowMs: number;
}

export interface Sink {
  /** What the operator should know of what was found; null where that is nothing. */
  readonly note: string | null;
  /** Whether no line is of an earlier time than one before it. */
  readonly isInOrder: boolean;
  /**
   * Adds lines, all or none, and forgets what is too old or too much. How many were added: none of the batch that was the last.
   * Rejects when that cannot be done.
   */
  append(batch: Batch): Promise<number>;
  /** Lines before a number, the newest first; what is added or forgotten meanwhile may be there or not. A sink that is not in order leaves out what is before a time. */
  backward(before: number, sinceMs: number | null): Iterable<string> | AsyncIterable<string>;
  close(): Promise<void>;
}
