// Tracing: spans of what the service does, for a collector of the operator's.
// In: what begins and what becomes of it. Out: spans, and where a span goes on in another service. Why an interface: without a collector
// nothing is made, nothing is loaded, and nothing is sent along.

import type { RequestRecord } from './observer.ts';

type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A request that is being answered. */
export interface RequestSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  end(record: RequestRecord): void;
}

/** Something that is asked of another service. */
interface ClientCall<Result> {
  readonly name: string;
  readonly attributes: Attributes;
  /** What is said of the result, and whether it is an error; `error` is its kind. */
  readonly describe: (result: Result) => { readonly attributes?: Attributes; readonly error?: string };
  /** What an exception is called. */
  readonly nameOf: (error: unknown) => string;
}

export interface Tracing {
  /** A request over HTTP; the caller's `traceparent` says which trace it belongs to. */
  request(headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan | null;
  /** Does work as a part of a request. */
  within<Result>(span: RequestSpan | null, work: () => Result): Result;
  /** Says more of the request that is being answered. */
  annotate(attributes: Attributes): void;
  /** Asks another service; `headers` are its `traceparent` and what belongs to it, none without a collector. */
  client<Result>(
    call: ClientCall<Result>,
    work: (headers: Readonly<Record<string, string>>) => Promise<Result>,
  ): Promise<Result>;
  /** Sends what is still waiting. */
  close(): Promise<void>;
}

export const NO_TRACING: Tracing = {
  request: () => null,
  within: (_span, work) => work(),
  annotate() {},
  client: (_call, work) => work({}),
  async close() {},
};
