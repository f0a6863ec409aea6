// Turns: long work in pieces, between which others have theirs.
// In: work that stops now and then. Out: its result. Why: what a stranger's server sends may have megabytes, and every request of
// the service is answered by the thread that reads it.

import { setImmediate as nextTurn } from 'node:timers/promises';

// As long as others may have to wait.
export const TURN_MS = 5;

/** Goes on in another turn of the event loop whenever the work stops after its time. */
export async function inTurns<T>(work: Generator<void, T, void>): Promise<T> {
  for (let started = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done === true) return value as T;
    if (performance.now() - started < TURN_MS) continue;
    await ownTurn();
    started = performance.now();
  }
}

/** The same without others: for what is known to be short. */
export function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value as T;
  }
}

let turns: Promise<unknown> = Promise.resolve();

/** A turn of the event loop of its own: what waits for the same turn would be done in one. */
export function ownTurn(): Promise<unknown> {
  turns = turns.then(() => nextTurn());
  return turns;
}
