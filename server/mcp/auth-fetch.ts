// The fetch for authorization servers: metadata, registrations and tokens, and nothing of an upstream server's own.
// In: who is asked for what. Out: small answers from checked addresses, in bounded time, unredirected.
// Why apart: what a record sends to its server (headers, tokens) must not go along to the authorization server.

import type { FetchLike } from '@modelcontextprotocol/client';
import { createFetch } from './fetch.ts';
import type { GuardPolicy } from './guard.ts';

// The metadata of large providers have some 5 KB; tokens with all their claims some 10.
const ANSWER_BYTES_MAX = 262_144;

/** Runs the work with such a fetch; its connections end with it. */
export async function withAuthFetch<T>(
  { policy, timeoutMs }: { readonly policy: GuardPolicy; readonly timeoutMs: number },
  work: (fetchFn: FetchLike) => Promise<T>,
): Promise<T> {
  const { fetch, close } = createFetch({
    policy,
    connectTimeoutMs: timeoutMs,
    messageBytesMax: ANSWER_BYTES_MAX,
    onTooLarge: () => {},
    onRaw: () => {},
  });
  try {
    return await work((url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }));
  } finally {
    await close();
  }
}
