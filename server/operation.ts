// Operation: what one row of the table of operations says, and the shapes that go in and out of its handler.
// In: rows, and what their handlers need. Out: operations that a transport can serve without knowing any of them.

import type { Json } from '../grammar/json.ts';
import type { Party } from '../runtime/fair-queue.ts';
import type { Family } from './error-bodies.ts';
import type { UndecidedMode } from './services/decisions/wire/systemone.ts';
import type { Progress } from './services/tools/wire/mcp.ts';
import type { ReplySummary } from './summary.ts';

/** What an API key may hold; `admin` includes all others. */
export const SCOPES = [
  'decide',
  'route',
  'scripts',
  'mcp:read',
  'mcp:call',
  'mcp:approve',
  'mcp:admin',
  'metrics',
  'admin',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who sends a request, and what that caller may do. */
export interface Caller {
  /** The name of the API key; null where none is needed. */
  readonly key: string | null;
  readonly scopes: ReadonlySet<Scope>;
  /** The key's own answer to undecided questions; null leaves it to the server. */
  readonly undecided: UndecidedMode | null;
  /** How much of a result of a tool the key gets, in bytes; null is no limit of its own. */
  readonly resultBytes: number | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A body of JSON: far above any decision a person wrote, small enough to read at once. */
export const BODY_BYTES_MAX = 1_048_576;
/** A body of lines: two thousand states of 2 KB; whoever has more sends more requests. */
export const LINES_BYTES_MAX = 4 * BODY_BYTES_MAX;

/** A JSON Schema (2020-12) as a constant. */
export type Schema = Readonly<Record<string, unknown>>;

/** A request after the transport has read it. */
export interface OperationRequest {
  /** Read when it is first asked for; undefined when the operation takes no body. Throws `invalid_json`. */
  readonly body: Json | undefined;
  /** Forgets the tree of the body: the bytes are enough for a request that has to wait. */
  dropBody(): void;
  /** The body's bytes after inflation: ids and usage derive from them. */
  readonly bytes: Uint8Array;
  /** Values of the `{name}` parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Parameters of the query that were given more than once; absent where the transport has no such thing. */
  readonly repeated?: readonly string[];
  /** The caller's `x-evident-*` headers and conditions (`if-match`, `if-none-match`, `accept-encoding`), in lower case. */
  readonly options: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** As it stands in `x-request-id`; absent where the transport has none. */
  readonly requestId?: string;
  /** Of one of a batch: its place, and the JSON text of the caller's name for it. */
  readonly item?: { readonly index: number; readonly id: string | null };
  /** Tells the connections of this process apart; requests of one take turns with those of others. */
  readonly connection: number;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** Told of the progress of a tool that reports it; absent where nobody listens. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Whose turn it is when a request waits. */
export function partyOf({ caller, connection }: OperationRequest): Party {
  return { key: caller.key, connection };
}

/** Pointers to ignored parts that are shown: as many as a person looks at. */
export const IGNORED_MAX = 20;

interface ReplyHead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON Pointers of the parts of the request that were ignored. */
  readonly ignored?: readonly string[];
  readonly summary?: ReplySummary;
}

/**
 * `json` bodies are plain data for the JSON writer; `events` are complete server-sent events, each ending in a blank line; `lines`
 * are made while they go out.
 */
export type Reply =
  | (ReplyHead & { readonly kind: 'json'; readonly body: unknown })
  | (ReplyHead & { readonly kind: 'bytes'; readonly contentType: string; readonly bytes: Uint8Array })
  | (ReplyHead & { readonly kind: 'events'; readonly events: Iterable<string> })
  | (ReplyHead & { readonly kind: 'lines'; readonly contentType: string; readonly lines: AsyncIterable<string> });

/** What a row says of itself: routes, the OpenAPI document and our own MCP tools follow from it. */
export interface Endpoint {
  readonly id: string;
  readonly method: Method;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly family: Family;
  /** What the caller's key must hold; null is open to everybody, with or without a key. */
  readonly scope: Scope | null;
  readonly summary: string;
  /** null: takes no body. */
  readonly request: Schema | null;
  /** A body may be left out; then the handler sees undefined. */
  readonly bodyOptional?: boolean;
  /** A large body is read in a thread; the handler of a row without this reads it where it arrives. */
  readonly readsInThreads?: boolean;
  /** The body may also be lines of JSON, which the handler reads from the bytes; then it may be longer. */
  readonly takesLines?: boolean;
  /** Members of the body that callers send again unchanged; the handler must not change them. */
  readonly repeated?: readonly string[];
  readonly query?: Readonly<Record<string, Schema>>;
  /** Request headers that change the answer. */
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly response: Schema;
  /** The media type of a successful answer; JSON when absent. */
  readonly produces?: string;
  /** Set when the operation is also one of our own MCP tools. */
  readonly tool?: {
    readonly name: string;
    readonly description: string;
    /** What a model needs of the request, where all of it would take too much room in its context. */
    readonly input?: Schema;
    /** Its answer is a result of another server's tool and goes out as that one sent it. */
    readonly isRelay?: true;
    /** It answers from what is known, and right after the start nothing is: it waits a little. */
    readonly awaitsServers?: true;
    /** Query parameters where a model is better served by another default than programs are. */
    readonly defaults?: Readonly<Record<string, string>>;
  };
}

/** A row of a service's table. `Parts` is what its handler needs of the process. */
export interface Row<Parts> extends Endpoint {
  handle(parts: Parts, request: OperationRequest): Promise<Reply>;
}

/** An endpoint that is served. */
export interface Operation extends Endpoint {
  handle(request: OperationRequest): Promise<Reply>;
}

/** The operations of a table, given what they need. */
export function bind<Parts>(rows: readonly Row<Parts>[], parts: Parts): Operation[] {
  return rows.map((row) => ({ ...row, handle: (request) => row.handle(parts, request) }));
}

export function json(body: unknown): Reply {
  return { kind: 'json', status: 200, body };
}
