// Queue: records that wait in memory for the log's thread, in their order.
// In: records. Out: batches of them. Why bounded in number and in bytes: what a log that fails holds must not end the service.

import type { ServiceError } from '../errors.ts';
import type { LogRecord } from './record.ts';

/** Records that wait in memory, and what they hold: a second's worth of a busy service. */
export const WAITING_MAX = 10_000;
export const WAITING_BYTES_MAX = 32 * 2 ** 20;
// What is written at once: few enough that a failure holds little up.
const BATCH_MAX = 500;
const BATCH_BYTES_MAX = 4 * 2 ** 20;

/** An answer that waits for its entry. */
export interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: ServiceError) => void;
  isGone: boolean;
}

export interface Waiting {
  readonly record: LogRecord;
  readonly bytes: number;
  readonly waiter: Waiter | null;
}

export class WaitingQueue {
  readonly #max: number;
  #waiting: Waiting[] = [];
  #bytes = 0;

  constructor(max = WAITING_MAX) {
    this.#max = max;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there is enough for a batch that is as large as one may be. */
  get isBatch(): boolean {
    return this.#waiting.length >= BATCH_MAX || this.#bytes >= BATCH_BYTES_MAX;
  }

  hasRoom(bytes: number): boolean {
    return this.#waiting.length < this.#max && this.#bytes + bytes <= WAITING_BYTES_MAX;
  }

  push(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#bytes += waiting.bytes;
  }

  /** A batch that could not be written comes before all others again. */
  putBack(batch: readonly Waiting[]): void {
    this.#waiting = [...batch, ...this.#waiting];
    this.#bytes += batch.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  take(): readonly Waiting[] {
    let count = 0;
    let bytes = 0;
    while (count < this.#waiting.length && count < BATCH_MAX && bytes < BATCH_BYTES_MAX) {
      bytes += (this.#waiting[count] as Waiting).bytes;
      count += 1;
    }
    this.#bytes -= bytes;
    // Who was refused meanwhile was given no answer.
    return this.#waiting.splice(0, count).filter(({ waiter }) => waiter?.isGone !== true);
  }

  /** How many had to go. */
  dropOldest(bytes: number): number {
    let count = 0;
    while (
      count < this.#waiting.length &&
      (this.#waiting.length - count >= this.#max || this.#bytes + bytes > WAITING_BYTES_MAX)
    ) {
      this.#bytes -= (this.#waiting[count] as Waiting).bytes;
      count += 1;
    }
    this.#waiting.splice(0, count);
    return count;
  }
}
