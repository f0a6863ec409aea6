// Slots: how many calls one upstream may have at once, and how many may wait.
// In: callers that want to start. Out: a release each, in the order they came, or `server_busy`.
// Why: one slow upstream must hold neither unbounded memory here nor more than its share there.

import { ServiceError } from '../errors.ts';

export interface Slots {
  /**
   * The function that gives the slot back, at once where one is free. Throws `server_busy`; rejects with `client_closed` when aborted
   * while waiting.
   */
  acquire(signal: AbortSignal | undefined): (() => void) | Promise<() => void>;
}

interface Waiting {
  readonly start: () => void;
}

export function createSlots(server: string, concurrency: number, queueMax: number): Slots {
  let running = 0;
  const queue: Waiting[] = [];

  const release = (): void => {
    const next = queue.shift();
    // The slot goes from hand to hand, so `running` stays as it is.
    if (next !== undefined) next.start();
    else running -= 1;
  };
  const releaseOnce = (): (() => void) => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      release();
    };
  };

  const wait = (signal: AbortSignal | undefined): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new ServiceError('client_closed', { details: { server } }));
      };
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve(releaseOnce());
        },
      };
      queue.push(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
    });

  return {
    acquire(signal) {
      if (running < concurrency) {
        running += 1;
        return releaseOnce();
      }
      if (queue.length < queueMax) return wait(signal);
      throw new ServiceError('server_busy', {
        message: `${server} has ${concurrency} calls running and ${queue.length} waiting`,
        details: { server },
      });
    },
  };
}
