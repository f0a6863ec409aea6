// Pipe calls: calls of tools over pipes that go past the SDK's client, in the older era of the protocol.
// In: a method with its params, and messages as they arrive. Out: the result as the server sent it, or why there is none.
// Why: the SDK's client prints, parses and checks each message once more, which takes longer than all else that a call needs here;
// what it would check is read by our own reader. It keeps the connection, and everything else that is said over it.

import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Json } from '../../grammar/json.ts';
import type { Progress } from '../services/tools/wire/mcp.ts';
import type { CaptureFailure } from './capture.ts';

export interface PipeCallOptions {
  readonly timeoutMs: number;
  /** However much progress there is. */
  readonly totalTimeoutMs: number;
  readonly resetOnProgress: boolean;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Why a call has no result, when an answer came; the SDK's errors say the rest. */
export class AnswerError extends Error {
  readonly failure: CaptureFailure;
  constructor(failure: CaptureFailure) {
    super('the answer cannot be used');
    this.failure = failure;
  }
}

// The SDK counts its own requests from 0, and some servers keep ids in 32 bits.
const FIRST_ID = 500_000_000;
const LAST_ID = 999_999_999;

// A power of two.
const PLACES_MIN = 64;

/** The calls of one connection that wait for their answers. */
export class PipeCalls {
  readonly #send: (message: object) => Promise<void>;
  readonly #waiting = new WaitingCalls();

  constructor(send: (message: object) => Promise<void>) {
    this.#send = send;
  }

  /** Rejects as the SDK's client does, and with AnswerError. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: PipeCallOptions,
  ): Promise<Map<string, Json>> {
    const { signal, resetOnProgress, onProgress } = options;
    if (signal?.aborted === true) return Promise.reject(timedOut('the caller went away'));
    const id = this.#waiting.newId();
    const wantsProgress = resetOnProgress || onProgress !== undefined;
    const meta = wantsProgress ? { ...(params['_meta'] as object | undefined), progressToken: id } : params['_meta'];
    const message = { jsonrpc: '2.0', id, method, params: meta === undefined ? params : { ...params, _meta: meta } };
    return new Promise((resolve, reject) => {
      this.#waiting.add(new Waiting(id, options, { resolve, reject }, (reason) => this.#cancel(id, reason)));
      this.#send(message).catch((error: Error) => this.#end(id)?.reject(error));
    });
  }

  has(id: unknown): boolean {
    return this.#waiting.of(id) !== undefined;
  }

  /** The result of an answer that was read. */
  resolve(id: unknown, result: Map<string, Json>): void {
    this.#end(id)?.resolve(result);
  }

  fail(id: unknown, failure: CaptureFailure): void {
    this.#end(id)?.reject(new AnswerError(failure));
  }

  /** The server answered with an error of the protocol. */
  refuse(id: unknown, error: unknown): void {
    const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
    const isError = typeof code === 'number' && typeof message === 'string';
    this.#end(id)?.reject(isError ? new ProtocolError(code, message, data) : new AnswerError('unreadable'));
  }

  /** Whether it was about one of these calls. */
  progress(params: unknown): boolean {
    const waiting = this.#waiting.of((params as { progressToken?: unknown } | undefined)?.progressToken);
    waiting?.progress(params);
    return waiting !== undefined;
  }

  clear(): void {
    const error = new SdkError(SdkErrorCode.ConnectionClosed, 'the connection is closed');
    for (const { id } of this.#waiting.all()) this.#end(id)?.reject(error);
  }

  /** The one who waited, no longer; undefined where nobody did. */
  #end(id: unknown): Settle | undefined {
    const waiting = this.#waiting.of(id);
    if (waiting === undefined) return undefined;
    this.#waiting.remove(waiting);
    return waiting.end();
  }

  #cancel(id: number, reason: string): void {
    const cancelled = { method: 'notifications/cancelled', params: { requestId: id, reason } };
    this.#send({ jsonrpc: '2.0', ...cancelled }).catch(() => {});
    this.#end(id)?.reject(timedOut(reason));
  }
}

interface Settle {
  readonly resolve: (result: Map<string, Json>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The calls that wait, each at the place that its id gives it. Why not a Map: one that entries come into and go out of makes itself a new
 * table now and then, and V8 keeps each table for as long as the one before, which may be until the next full collection. What was in them
 * outlived each collection of the young heap.
 */
class WaitingCalls {
  #places: (Waiting | undefined)[] = new Array<undefined>(PLACES_MIN).fill(undefined);
  #count = 0;
  #lastId = LAST_ID;

  /** An id that no call had for long, and whose place is free. */
  newId(): number {
    if (this.#count * 2 > this.#places.length) this.#widen();
    do this.#lastId = this.#lastId === LAST_ID ? FIRST_ID : this.#lastId + 1;
    while (this.#places[this.#placeOf(this.#lastId)] !== undefined);
    return this.#lastId;
  }

  of(id: unknown): Waiting | undefined {
    const waiting = typeof id === 'number' ? this.#places[this.#placeOf(id)] : undefined;
    return waiting?.id === id ? waiting : undefined;
  }

  add(waiting: Waiting): void {
    this.#places[this.#placeOf(waiting.id)] = waiting;
    this.#count += 1;
  }

  remove(waiting: Waiting): void {
    this.#places[this.#placeOf(waiting.id)] = undefined;
    this.#count -= 1;
  }

  all(): Waiting[] {
    return this.#places.filter((one) => one !== undefined);
  }

  /** Those that have places of their own have them also where there are twice as many. */
  #widen(): void {
    const all = this.all();
    this.#places = new Array<undefined>(this.#places.length * 2).fill(undefined);
    for (const one of all) this.#places[this.#placeOf(one.id)] = one;
  }

  #placeOf(id: number): number {
    return id & (this.#places.length - 1);
  }
}

/** A call that waits for its answer. At its end it lets go of everything. */
class Waiting {
  readonly id: number;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #options: PipeCallOptions | null;
  #settle: Settle | undefined;
  #cancel: ((reason: string) => void) | null;
  #onAbort: (() => void) | null = null;

  constructor(id: number, options: PipeCallOptions, settle: Settle, cancel: (reason: string) => void) {
    this.id = id;
    this.#options = options;
    this.#settle = settle;
    this.#cancel = cancel;
    this.#timer = setTimeout(expire, options.timeoutMs, this);
    if (options.signal === undefined) return;
    this.#onAbort = () => this.cancel('the caller went away');
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  end(): Settle | undefined {
    const settle = this.#settle;
    clearTimeout(this.#timer);
    if (this.#onAbort !== null) this.#options?.signal?.removeEventListener('abort', this.#onAbort);
    this.#options = null;
    this.#settle = undefined;
    this.#cancel = null;
    this.#onAbort = null;
    return settle;
  }

  cancel(reason: string): void {
    this.#cancel?.(reason);
  }

  progress(told: unknown): void {
    const progress = readProgress(told);
    if (progress === null || this.#options === null) return;
    const { resetOnProgress, totalTimeoutMs, onProgress } = this.#options;
    if (resetOnProgress && performance.now() - this.#startedMs >= totalTimeoutMs)
      return this.cancel('the time is over');
    if (resetOnProgress) this.#timer.refresh();
    onProgress?.(progress);
  }
}

function expire(waiting: Waiting): void {
  waiting.cancel('the time is over');
}

function timedOut(message: string): SdkError {
  return new SdkError(SdkErrorCode.RequestTimeout, message);
}

function readProgress(params: unknown): Progress | null {
  const { progress, total, message } = params as { progress?: unknown; total?: unknown; message?: unknown };
  if (typeof progress !== 'number') return null;
  return {
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
