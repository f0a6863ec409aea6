// The supervisor of one upstream: it connects, notices the end, and connects again, ever less eagerly.
// In: how to connect. Out: the connection for a call, or why there is none. Why: a caller must get an answer at once when
// the upstream is known to be down, and must not have to know that it was down a second ago. No call is ever repeated.

import { ServiceError } from '../errors.ts';
import { wantsCredentials } from './failure.ts';
import type { Upstream } from './upstream.ts';

type SupervisorState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready'; readonly upstream: Upstream }
  | { readonly kind: 'waiting'; readonly error: ServiceError; readonly retryAtMs: number }
  | { readonly kind: 'stopped' };

interface SupervisorOptions {
  readonly server: string;
  /** Connects and lists the tools; gives up on the signal. `onClose` is to be called when that connection ends. */
  readonly connect: (onClose: () => void, signal: AbortSignal) => Promise<Upstream>;
  readonly now: () => number;
}

export interface Supervisor {
  readonly state: SupervisorState;
  /** The end of a connection that had been ready, counted since the start. */
  readonly restarts: number;
  /** The connection, made now when that is sensible. Throws ServiceError. */
  connection(): Promise<Upstream>;
  /** As `connection`, but tries now in any case, and again where an attempt that had begun before was refused its credentials. */
  retry(): Promise<Upstream>;
  /** Ends the connection, and the process behind it, and makes another. Calls under way end with it. Throws ServiceError. */
  restart(): Promise<Upstream>;
  /** Replaces this connection, if it is still the current one: it is known to be of no use, which says nothing about the next. */
  drop(upstream: Upstream): void;
  stop(): Promise<void>;
}

// The last one holds for ever: nobody has to look before a server that is well again is used again.
const BACKOFF_MS = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];
// A connection that held this long was a good one: the count of failures starts again.
const STABLE_MS = 5 * 60_000;

export function createSupervisor({ server, connect, now }: SupervisorOptions): Supervisor {
  let state: SupervisorState = { kind: 'connecting' };
  let attempt: Promise<Upstream> | undefined;
  let failures = 0;
  let readySinceMs = 0;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const stopping = new AbortController();
  // Connections that end on their own time; nobody waits for them but `stop`.
  const leaving = new Set<Upstream>();

  const seeOff = (upstream: Upstream, end: Promise<void>): void => {
    leaving.add(upstream);
    void end.finally(() => leaving.delete(upstream));
  };

  const fail = (error: ServiceError): void => {
    failures += 1;
    const delayMs = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] as number;
    state = { kind: 'waiting', error, retryAtMs: now() + delayMs };
    timer = setTimeout(() => {
      open().catch(() => {});
    }, delayMs).unref();
  };

  const ended = (upstream: Upstream | undefined): void => {
    if (stopped || upstream === undefined || state.kind !== 'ready' || state.upstream !== upstream) return;
    restarts += 1;
    if (now() - readySinceMs >= STABLE_MS) failures = 0;
    fail(new ServiceError('upstream_closed', { message: `${server} closed the connection`, details: { server } }));
    seeOff(upstream, upstream.close());
  };

  /** `before` is awaited: a process may hold what the next one needs. */
  const open = (before?: Promise<void>): Promise<Upstream> => {
    if (attempt !== undefined) return attempt;
    clearTimeout(timer);
    state = { kind: 'connecting' };
    let upstream: Upstream | undefined;
    let closedEarly = false;
    attempt = (async () => {
      try {
        if (before !== undefined) await before;
        upstream = await connect(() => {
          closedEarly = true;
          ended(upstream);
        }, stopping.signal);
        if (stopped) {
          await upstream.close();
          throw new ServiceError('upstream_unavailable', {
            message: `${server} is being stopped`,
            details: { server },
          });
        }
        state = { kind: 'ready', upstream };
        readySinceMs = now();
        if (closedEarly) ended(upstream);
        return upstream;
      } catch (error) {
        const failure =
          error instanceof ServiceError ? error : new ServiceError('internal_error', { details: { server } });
        if (!stopped) fail(failure);
        throw failure;
      } finally {
        attempt = undefined;
      }
    })();
    attempt.catch(() => {});
    return attempt;
  };

  return {
    get state() {
      return state;
    },
    get restarts() {
      return restarts;
    },
    async connection() {
      if (state.kind === 'ready') return state.upstream;
      if (attempt !== undefined) return attempt;
      // After a first failure the caller's need is a good reason to try again at once; after more it is not.
      if (state.kind === 'waiting' && failures > 1) throw unavailable(server, state.error, state.retryAtMs - now());
      return open();
    },
    async retry() {
      if (state.kind === 'ready') return state.upstream;
      if (attempt !== undefined) {
        try {
          return await attempt;
        } catch (error) {
          // Somebody may have signed in since it began.
          if (!(error instanceof ServiceError && wantsCredentials(error))) throw error;
        }
      }
      failures = 0;
      return open();
    },
    async restart() {
      failures = 0;
      const last = state;
      if (last.kind !== 'ready') return open();
      restarts += 1;
      // Its end is no failure.
      state = { kind: 'connecting' };
      const closed = last.upstream.close();
      seeOff(last.upstream, closed);
      return open(closed);
    },
    drop(upstream) {
      if (stopped || state.kind !== 'ready' || state.upstream !== upstream) return;
      restarts += 1;
      // Other calls may still be answered over it.
      seeOff(upstream, upstream.retire());
      open().catch(() => {});
    },
    async stop() {
      stopped = true;
      stopping.abort();
      clearTimeout(timer);
      const last = state;
      const pending = attempt;
      state = { kind: 'stopped' };
      if (last.kind === 'ready') await last.upstream.close();
      await pending?.catch(() => {});
      await Promise.all([...leaving].map((upstream) => upstream.close()));
    },
  };
}

function unavailable(server: string, cause: ServiceError, waitMs: number): ServiceError {
  const details = { server, phase: 'connect', last_error: { code: cause.code, message: cause.message } };
  const message = wantsCredentials(cause) ? cause.message : `${server} is not reachable: ${cause.message}`;
  return new ServiceError('upstream_unavailable', { message, details, retryAfterMs: Math.max(1, Math.ceil(waitMs)) });
}
