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

interface Waiting {
  readonly resolve: (result: Map<string, Json>) => void;
  readonly reject: (error: Error) => void;
  readonly progress: (params: unknown) => void;
}

// The SDK counts its own requests from 0, and some servers keep ids in 32 bits.
const FIRST_ID = 500_000_000;
const LAST_ID = 999_999_999;

/** The calls of one connection that wait for their answers. */
export class PipeCalls {
  readonly #send: (message: object) => Promise<void>;
  readonly #waiting = new Map<unknown, Waiting>();
  #nextId = FIRST_ID;

  constructor(send: (message: object) => Promise<void>) {
    this.#send = send;
  }

  /** Rejects as the SDK's client does, and with AnswerError. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: PipeCallOptions,
  ): Promise<Map<string, Json>> {
    const { signal, timeoutMs, totalTimeoutMs, resetOnProgress, onProgress } = options;
    if (signal?.aborted === true) return Promise.reject(timedOut('the caller went away'));
    const id = this.#nextId;
    this.#nextId = id === LAST_ID ? FIRST_ID : id + 1;
    const wantsProgress = resetOnProgress || onProgress !== undefined;
    const meta = wantsProgress ? { ...(params['_meta'] as object | undefined), progressToken: id } : params['_meta'];
    const message = { jsonrpc: '2.0', id, method, params: meta === undefined ? params : { ...params, _meta: meta } };
    return new Promise((resolve, reject) => {
      const startedMs = performance.now();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(id);
      };
      const cancel = (reason: string): void => {
        end();
        const cancelled = { method: 'notifications/cancelled', params: { requestId: id, reason } };
        this.#send({ jsonrpc: '2.0', ...cancelled }).catch(() => {});
        reject(timedOut(reason));
      };
      const onAbort = (): void => cancel('the caller went away');
      const timer = setTimeout(() => cancel('the time is over'), timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(id, {
        resolve: (result) => {
          end();
          resolve(result);
        },
        reject: (error) => {
          end();
          reject(error);
        },
        progress: (told) => {
          const progress = readProgress(told);
          if (progress === null) return;
          if (resetOnProgress && performance.now() - startedMs >= totalTimeoutMs) return cancel('the time is over');
          if (resetOnProgress) timer.refresh();
          onProgress?.(progress);
        },
      });
      this.#send(message).catch((error: Error) => this.#waiting.get(id)?.reject(error));
    });
  }

  has(id: unknown): boolean {
    return this.#waiting.has(id);
  }

  /** The result of an answer that was read. */
  resolve(id: unknown, result: Map<string, Json>): void {
    this.#waiting.get(id)?.resolve(result);
  }

  fail(id: unknown, failure: CaptureFailure): void {
    this.#waiting.get(id)?.reject(new AnswerError(failure));
  }

  /** The server answered with an error of the protocol. */
  refuse(id: unknown, error: unknown): void {
    const { code, message, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
    const isError = typeof code === 'number' && typeof message === 'string';
    this.#waiting.get(id)?.reject(isError ? new ProtocolError(code, message, data) : new AnswerError('unreadable'));
  }

  /** Whether it was about one of these calls. */
  progress(params: unknown): boolean {
    const waiting = this.#waiting.get((params as { progressToken?: unknown } | undefined)?.progressToken);
    waiting?.progress(params);
    return waiting !== undefined;
  }

  clear(): void {
    const error = new SdkError(SdkErrorCode.ConnectionClosed, 'the connection is closed');
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
  }
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
