// Turnstile: how much one API key may ask for: requests in a second, and requests under way.
// In: a caller and the clock. Out: a way through and back, or `rate_limited` or `too_many_at_once`. Why by key: it is the only name
// of a caller that cannot be had for nothing. Without keys there is one caller, and only connections tell requests apart.

import { ServiceError } from '../errors.ts';

interface TurnstileOptions {
  /** Requests of one key in a second, on average; 0 for as many as it likes. */
  readonly rate: number;
  /** Requests of one key under way at once. */
  readonly concurrency: number;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

export interface Turnstile {
  /** Lets one request of a key in, until the returned function is called. */
  enter(key: string | null): () => void;
}

interface Passing {
  underWay: number;
  /** Requests that may come at once: what was not used in the last second. */
  saved: number;
  savedAtMs: number;
}

const SECOND_MS = 1000;
// How many keys are remembered that have nothing under way.
const IDLE_KEYS_MAX = 10_000;

export function createTurnstile({ rate, concurrency, now }: TurnstileOptions): Turnstile {
  const byKey = new Map<string, Passing>();
  const passingOf = (key: string): Passing => {
    let passing = byKey.get(key);
    if (passing === undefined) {
      if (byKey.size >= IDLE_KEYS_MAX)
        for (const [other, { underWay }] of byKey) if (underWay === 0) byKey.delete(other);
      passing = { underWay: 0, saved: rate, savedAtMs: now() };
      byKey.set(key, passing);
    }
    return passing;
  };
  return {
    enter(key) {
      if (key === null) return () => {};
      const passing = passingOf(key);
      if (passing.underWay >= concurrency) throw new ServiceError('too_many_at_once');
      if (rate > 0) {
        const at = now();
        passing.saved = Math.min(rate, passing.saved + ((at - passing.savedAtMs) * rate) / SECOND_MS);
        passing.savedAtMs = at;
        if (passing.saved < 1)
          throw new ServiceError('rate_limited', { retryAfterMs: Math.ceil(((1 - passing.saved) * SECOND_MS) / rate) });
        passing.saved -= 1;
      }
      passing.underWay += 1;
      let isIn = true;
      return () => {
        if (isIn) passing.underWay -= 1;
        isIn = false;
      };
    },
  };
}
