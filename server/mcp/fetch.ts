// The one fetch that talks to upstream servers.
// In: what the SDK's HTTP transport asks for. Out: responses from checked addresses, unredirected and bounded in size.
// Why: the SDK follows the platform's fetch, which connects anywhere, reads without end, and leaves one abort listener
// per request on the transport's signal.

import type { FetchLike } from '@modelcontextprotocol/client';
import type { Agent } from 'undici';
import type { RawAnswer } from './capture.ts';
import type { GuardPolicy } from './guard.ts';
import { checkUrl, GuardError, guardedLookup, isAdmitted } from './guard.ts';
import type { Tap } from './tap.ts';
import { createTap } from './tap.ts';

export interface UpstreamFetch {
  readonly fetch: FetchLike;
  /** Destroys every connection. */
  close(): Promise<void>;
}

/** Raised inside a body that grows over the limit. */
export class ResponseTooLargeError extends Error {}

/** Names the JSON-RPC request an HTTP request carries; taken off before anything is sent. */
export const REQUEST_MARK = 'evident-request';

interface FetchOptions {
  readonly policy: GuardPolicy;
  /** The only origin that is asked; any when absent. */
  readonly origin?: string;
  readonly connectTimeoutMs: number;
  /** Bounds a whole body, or, in an event stream, the bytes between two events. */
  readonly messageBytesMax: number;
  /** Told which marked request's answer was too large, because the SDK's stream reader does not say. */
  readonly onTooLarge: (id: number) => void;
  /** Told the answer to a marked request as it was written, of which nobody else reads more than a stub. */
  readonly onRaw: (id: number, answer: RawAnswer) => void;
}

export function createFetch({
  policy,
  origin,
  connectTimeoutMs,
  messageBytesMax,
  onTooLarge,
  onRaw,
}: FetchOptions): UpstreamFetch {
  const opening = openClient(connectTimeoutMs);
  return {
    async fetch(input, init) {
      const url = new URL(input);
      // Not only at registration: the SDK may derive further URLs from what an upstream says.
      const refusal = checkUrl(url, policy);
      if (refusal !== null) throw new GuardError(refusal.message);
      if (origin !== undefined && url.origin !== origin) throw new GuardError('the URL leads to another host');
      const headers = new Headers(init?.headers);
      const mark = headers.get(REQUEST_MARK);
      headers.delete(REQUEST_MARK);
      const request = new AbortController();
      const release = follow(init?.signal, request);
      try {
        const client = await opening;
        const response = await client.fetch(url, {
          ...(init as object),
          headers: [...headers],
          signal: request.signal,
          redirect: 'manual',
          dispatcher: isAdmitted(url, policy) ? client.admitted : client.public,
        });
        const id = Number(mark);
        const reading =
          mark === null
            ? { bytesMax: messageBytesMax, release, onTooLarge: () => {}, tap: null }
            : {
                bytesMax: messageBytesMax,
                release,
                onTooLarge: () => onTooLarge(id),
                // The body of an error is not an answer.
                tap: response.ok
                  ? createTap(isEventStream(response as unknown as Response), id, (answer) => onRaw(id, answer))
                  : null,
              };
        return bounded(response as unknown as Response, reading);
      } catch (error) {
        release();
        throw error;
      }
    },
    async close() {
      const client = await opening;
      await Promise.all([client.public.destroy(), client.admitted.destroy()]);
    },
  };
}

interface Client {
  readonly fetch: typeof import('undici')['fetch'];
  readonly public: Agent;
  /** For hosts the operator admits by name: resolved by the system, wherever they lead. */
  readonly admitted: Agent;
}

/** Imported here, because a service that asks nobody over HTTP would start later and hold 6 MB more for it. */
async function openClient(connectTimeoutMs: number): Promise<Client> {
  const undici = await import('undici');
  const connect = { timeout: connectTimeoutMs };
  // Time-outs belong to the request: an event stream is allowed to be silent for hours.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  return {
    fetch: undici.fetch,
    public: new undici.Agent({ connect: { ...connect, lookup: guardedLookup }, ...timeouts }),
    admitted: new undici.Agent({ connect, ...timeouts }),
  };
}

/** Aborts `request` when `signal` aborts; the returned function removes the listener again. */
function follow(signal: AbortSignal | null | undefined, request: AbortController): () => void {
  if (signal === undefined || signal === null) return () => {};
  const onAbort = (): void => request.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}

interface Reading {
  readonly bytesMax: number;
  /** To be called when nothing more will be read. */
  readonly release: () => void;
  readonly onTooLarge: () => void;
  readonly tap: Tap | null;
}

function isEventStream(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream');
}

function bounded(response: Response, { bytesMax, release, onTooLarge, tap }: Reading): Response {
  if (response.body === null) {
    release();
    return response;
  }
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const count = isEventStream(response) ? eventBytes() : totalBytes();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // A stream that is given nothing does not ask again.
        for (let isWaiting = true; isWaiting; ) {
          const { done, value } = await reader.read();
          if (!done && count(value) > bytesMax) {
            onTooLarge();
            throw new ResponseTooLargeError(`the response is longer than ${bytesMax} bytes`);
          }
          const read = tap === null ? value : await (done ? tap.end() : tap.push(value));
          if (read !== undefined && read.length > 0) {
            controller.enqueue(read);
            isWaiting = false;
          }
          if (!done) continue;
          release();
          controller.close();
          isWaiting = false;
        }
      } catch (error) {
        release();
        controller.error(error);
        await reader.cancel().catch(() => {});
      }
    },
    async cancel(reason) {
      release();
      await reader.cancel(reason);
    },
  });
  // A status without a body cannot be given one.
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}

function totalBytes(): (chunk: Uint8Array) => number {
  let bytes = 0;
  return (chunk) => (bytes += chunk.length);
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Bytes since the last blank line: an event ends there, and the reader of the stream holds no more than one. */
function eventBytes(): (chunk: Uint8Array) => number {
  let bytes = 0;
  let lineBytes = 0;
  let previous = LINE_FEED;
  return (chunk) => {
    let longest = 0;
    for (const byte of chunk) {
      bytes += 1;
      const isEnd = byte === CARRIAGE_RETURN || (byte === LINE_FEED && previous !== CARRIAGE_RETURN);
      if (isEnd && lineBytes === 0) {
        longest = Math.max(longest, bytes);
        bytes = 0;
      }
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) lineBytes = 0;
      else lineBytes += 1;
      previous = byte;
    }
    return Math.max(longest, bytes);
  };
}
