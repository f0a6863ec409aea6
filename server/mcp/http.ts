// The HTTP transport: the SDK's streamable HTTP (or its older event-stream form) with raw results for captures.
// In: messages from the SDK's client. Out: messages to it, and raw results to captures.
// Why a shell around it: results must reach the caller with every field, and a stream that ends without an answer must
// fail its request at once instead of at the time-out.

import type {
  AuthProvider,
  FetchLike,
  JSONRPCMessage,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { SSEClientTransport, SseError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ServerAuth } from '../services/tools/wire/mcp.ts';
import type { Capture, CaptureFailure } from './capture.ts';
import { CaptureTable, failedAnswer, fromPlain, rawResult, stubAnswer, toStringifiable } from './capture.ts';
import type { UpstreamFetch } from './fetch.ts';
import { createFetch, REQUEST_MARK } from './fetch.ts';
import type { GuardPolicy } from './guard.ts';

export interface HttpEndpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What the operator said of its authorization, with the secret filled in. */
  readonly auth: ServerAuth | null;
  /** Gives the token of each request; absent where there is no authorization to take care of. */
  readonly tokens?: AuthProvider;
  /** Is shown each answer that says that a token is not enough. */
  readonly onForbidden?: (response: Response) => Promise<void>;
  /** False for the deprecated two-endpoint event-stream transport. */
  readonly streamable: boolean;
  readonly policy: GuardPolicy;
  readonly connectTimeoutMs: number;
  readonly messageBytesMax: number;
}

export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  private readonly inner: StreamableHTTPClientTransport | SSEClientTransport;
  private readonly upstreamFetch: UpstreamFetch;
  private readonly captures = new CaptureTable();
  private started = false;
  private closed = false;
  /** Why the last request could not be sent: an event stream that does not begin tells it as a text only. */
  private unsent: unknown;

  constructor(endpoint: HttpEndpoint) {
    this.upstreamFetch = createFetch({
      ...endpoint,
      // Its headers and tokens are for it alone.
      origin: endpoint.url.origin,
      onTooLarge: (id) => this.fail(id, 'too-large'),
      onRaw: (id, answer) => this.captures.raw(id, answer),
    });
    const options = {
      requestInit: { headers: { ...endpoint.headers } },
      fetch: watched(this.upstreamFetch.fetch, endpoint.onForbidden, (error) => {
        this.unsent = error;
      }),
      ...(endpoint.tokens === undefined ? {} : { authProvider: endpoint.tokens }),
    };
    this.inner = endpoint.streamable
      ? new StreamableHTTPClientTransport(endpoint.url, options)
      : new SSEClientTransport(endpoint.url, options);
    this.inner.onmessage = (message: JSONRPCMessage) => this.receive(message);
    this.inner.onerror = (error: Error) => {
      this.onerror?.(error);
      // The SDK would open another stream, which is another session and has no answer of this one.
      if (error instanceof SseError && this.started) void this.close();
    };
    this.inner.onclose = () => void this.close();
  }

  get hasPerRequestStream(): boolean {
    return this.inner instanceof StreamableHTTPClientTransport;
  }

  get sessionId(): string | undefined {
    return this.inner instanceof StreamableHTTPClientTransport ? this.inner.sessionId : undefined;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    try {
      await this.inner.start();
      this.started = true;
    } catch (error) {
      if (error instanceof SseError && error.code === undefined) error.cause = this.unsent;
      throw error;
    }
  }

  send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    this.captures.sent(message);
    const printable = withPrintableArguments(message);
    if (!(this.inner instanceof StreamableHTTPClientTransport)) return this.inner.send(printable);
    // The SDK's two option types name the same members; only one of them admits `undefined` as a value.
    const exact = options as Parameters<StreamableHTTPClientTransport['send']>[1];
    if (!('id' in message) || !this.captures.has(message.id as number)) return this.inner.send(printable, exact);
    const id = message.id as number;
    return this.inner.send(printable, {
      ...exact,
      headers: { ...options.headers, [REQUEST_MARK]: String(id) },
      onRequestStreamEnd: () => this.fail(id, 'stream-ended'),
    });
  }

  /** Idempotent. Ends a session the upstream gave us, so that it can forget it. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.captures.clear();
    if (this.inner instanceof StreamableHTTPClientTransport && this.inner.sessionId !== undefined) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, FAREWELL_MS);
      });
      await Promise.race([this.inner.terminateSession().catch(() => {}), late]);
      clearTimeout(timer);
    }
    await this.inner.close().catch(() => {});
    await this.upstreamFetch.close();
    this.onclose?.();
  }

  private receive(message: JSONRPCMessage): void {
    const capture = this.captures.take(message);
    if (capture === undefined || !('result' in message)) return void this.onmessage?.(message);
    this.onmessage?.(keep(capture, message as Answer) as JSONRPCMessage);
  }

  private fail(id: number, failure: CaptureFailure): void {
    const capture = this.captures.take({ id });
    if (capture === undefined) return;
    capture.failure = failure;
    this.onmessage?.(failedAnswer(id) as unknown as JSONRPCMessage);
  }
}

function watched(
  fetch: FetchLike,
  onForbidden: HttpEndpoint['onForbidden'],
  onUnsent: (error: unknown) => void,
): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init).catch((error: unknown) => {
      onUnsent(error);
      throw error;
    });
    if (response.status === FORBIDDEN) await onForbidden?.(response);
    return response;
  };
}

const FORBIDDEN = 403;

// A goodbye is a courtesy; a silent upstream must not delay ours.
const FAREWELL_MS = 500;

interface Answer {
  readonly id: string | number;
  readonly result: unknown;
}

function keep(capture: Capture, message: Answer): Record<string, unknown> {
  // The older transport's answers do not come in the response to their request, and are read by the SDK alone.
  const read = capture.result ?? (capture.unreadable === undefined ? fromPlain(message.result) : undefined);
  const isError = (message.result as { readonly isError?: unknown } | null)?.isError === true;
  const result =
    read ?? rawResult(capture.unreadable ?? { text: JSON.stringify(message.result), reason: 'too-deep' }, isError);
  if (result instanceof Map) {
    capture.result = result;
    return stubAnswer(message.id);
  }
  capture.failure = 'unreadable';
  return failedAnswer(message.id);
}

function withPrintableArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!('params' in message) || message.params === undefined) return message;
  const params = message.params as Record<string, unknown>;
  const printable: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params))
    printable[name] = value instanceof Map ? toStringifiable(value) : value;
  return { ...message, params: printable } as JSONRPCMessage;
}
