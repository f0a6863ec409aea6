// Refusals: when a 429 or 503 is sent.
// In: the clock. Out: how long the next such answer waits. Why it waits: whoever asks again at once, whatever `retry-after` says,
// would be refused thousands of times a second on the thread that answers everybody else. Its connection is not read meanwhile.

import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';

import type { ServiceError, ServiceErrorCode } from '../errors.ts';

// Answered at once: a few callers who came at a bad moment.
export const REFUSALS_AT_ONCE = 20;
// A refusal takes about a tenth of a millisecond: two hundredths of the thread.
export const REFUSALS_A_SECOND = 200;
// No longer than a caller is told to wait anyway.
export const REFUSAL_MS_MAX = 1_000;

/** Errors that tell the client to retry later and were raised before any work was done. */
const PACED: ReadonlySet<ServiceErrorCode> = new Set(['overloaded', 'queue_full', 'rate_limited', 'too_many_at_once']);

export interface Refusals {
  /** Milliseconds that the next refusal waits. */
  waitMs(): number;
}

export function createRefusals(now: () => number): Refusals {
  const eachMs = 1_000 / REFUSALS_A_SECOND;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    waitMs() {
      const at = now();
      lastMs = Math.min(Math.max(lastMs, at - REFUSALS_AT_ONCE * eachMs) + eachMs, at + REFUSAL_MS_MAX);
      return Math.max(0, lastMs - at);
    },
  };
}

export function isPaced({ code }: ServiceError): boolean {
  return PACED.has(code);
}

/** Waits without reading from the connection: what is sent on it meanwhile stays with whoever sends it. */
export async function waitUnread({ raw }: FastifyRequest, ms: number): Promise<void> {
  raw.socket.pause();
  await pause(ms);
  raw.socket.resume();
}
