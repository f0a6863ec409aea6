// Deadline: an end of the time for work that takes no signal.
// In: milliseconds, and a signal that ends it earlier. Out: races that the deadline wins.

export interface Deadline {
  expired(): boolean;
  /** Rejects at the deadline, whatever the work does. */
  race<T>(work: Promise<T>): Promise<T>;
  clear(): void;
}

class DeadlineError extends Error {}

export function createDeadline(ms: number, signal: AbortSignal): Deadline {
  let hasExpired = false;
  let expire: () => void = () => {};
  const late = new Promise<never>((_, reject) => {
    expire = () => {
      hasExpired = true;
      reject(new DeadlineError('the time is over'));
    };
  });
  // Nobody may be waiting when it expires.
  late.catch(() => {});
  const timer = setTimeout(() => expire(), ms);
  signal.addEventListener('abort', expire, { once: true });
  if (signal.aborted) expire();
  return {
    expired: () => hasExpired,
    race: (work) => {
      work.catch(() => {});
      return Promise.race([work, late]);
    },
    clear: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', expire);
    },
  };
}
