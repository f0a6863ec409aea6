// Web endpoint: an endpoint that answers with a web Response, because its protocol decides how an answer is sent.
// In: nothing. Out: types, shared by HTTP, which routes requests, and by MCP, which answers them.

import type { Caller } from './operation.ts';
import type { ReplySummary } from './summary.ts';

/** What is seen of a message besides its answer. */
export interface WebSaid {
  /** As the protocol has it, `tools/call`; and of a call its tool. */
  readonly mcp?: { readonly method: string; readonly tool?: string };
  readonly summary?: ReplySummary;
}

/** One HTTP request to `/mcp` or `/mcp/{server}`. */
export interface WebExchange {
  /** Method, URL and headers; its body is `body`. Its signal is aborted when the caller goes away. */
  readonly request: Request;
  /** The body's bytes after inflation; undefined when there is none. */
  readonly body: Uint8Array | undefined;
  /** null: our own tools. */
  readonly server: string | null;
  readonly caller: Caller;
  /** As it stands in `x-request-id`. */
  readonly requestId: string;
  readonly connection: number;
  /** Told of what becomes known of it, as it does. */
  readonly tell: (said: WebSaid) => void;
}

export interface WebEndpoint {
  /** Throws ServiceError for what is wrong before the protocol is spoken. */
  serve(exchange: WebExchange): Promise<Response>;
  close(): Promise<void>;
}
