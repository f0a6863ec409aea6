// Arrived: what the transport knows of a request besides its body.
// In: a Fastify request. Out: its parts in the shapes that operations and endpoints take.

import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from '../../grammar/json.ts';
import type { Caller, OperationRequest } from '../operation.ts';
import type { RequestBody } from '../request-body.ts';
import type { ReplySummary } from '../summary.ts';
import type { RequestRecord } from '../telemetry/observer.ts';
import type { RequestSpan } from '../telemetry/tracing.ts';

const CONNECTIONS = new WeakMap<Socket, number>();
let connections = 0;

/** A number for each connection of this process. */
export function connectionOf({ raw }: FastifyRequest): number {
  let connection = CONNECTIONS.get(raw.socket);
  if (connection === undefined) {
    connections += 1;
    connection = connections;
    CONNECTIONS.set(raw.socket, connection);
  }
  return connection;
}

type Query = Required<Pick<OperationRequest, 'query' | 'repeated'>>;

/** The last value of each parameter, and which have several. */
function readQuery(given: unknown): Query {
  // As any name is one of a parameter, also that of a member which all objects have.
  const query = Object.create(null) as Record<string, string>;
  const repeated: string[] = [];
  for (const [name, value] of Object.entries(given as Record<string, string | string[]>)) {
    query[name] = Array.isArray(value) ? (value.at(-1) ?? '') : value;
    if (Array.isArray(value)) repeated.push(name);
  }
  return { query, repeated };
}

const NO_QUERY: Query = Object.freeze({ query: Object.freeze({}), repeated: [] });

// Other headers that change an answer: those that say what a caller has already, and what it can unpack.
const CONDITIONS: ReadonlySet<string> = new Set(['if-match', 'if-none-match', 'accept-encoding']);

/** Our own headers and those. */
function evidentOptions(request: FastifyRequest): Record<string, string> {
  const found: Record<string, string> = {};
  const { headers } = request;
  for (const name in headers) {
    if (!name.startsWith('x-evident-') && !CONDITIONS.has(name)) continue;
    const value = headers[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed && !reply.raw.writableFinished) controller.abort();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * A request as operations take it. Why a class: V8 gives each object that is written with an accessor of its own a shape of its own,
 * which makes everything slower that reads one.
 */
export class ArrivedRequest implements OperationRequest {
  readonly bytes: Uint8Array;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly requestId: string;
  readonly connection: number;
  readonly #body: RequestBody;
  readonly #reply: FastifyReply;
  #gone: AbortSignal | null = null;

  constructor(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array | undefined, body: RequestBody) {
    this.bytes = bytes ?? new Uint8Array();
    this.params = request.params as Record<string, string>;
    const { query, repeated } = request.url.includes('?') ? readQuery(request.query) : NO_QUERY;
    this.query = query;
    this.repeated = repeated;
    this.options = evidentOptions(request);
    this.caller = request.caller;
    this.requestId = request.id;
    this.connection = connectionOf(request);
    this.#body = body;
    this.#reply = reply;
  }

  get body(): Json | undefined {
    return this.#body.read();
  }

  dropBody(): void {
    this.#body.drop();
  }

  /** Made for those who ask: most are answered before anybody can have gone. */
  get signal(): AbortSignal {
    this.#gone ??= goneSignal(this.#reply);
    return this.#gone;
  }
}

/** The headers as the web's classes have them. */
export function webHeaders(headers: IncomingHttpHeaders): Headers {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') web.set(name, value);
    else for (const one of value ?? []) web.append(name, one);
  }
  return web;
}

/** What a request keeps from the others: given back once, when it is over, or when nothing but its refusal is left to send. */
export class Holdings {
  #gives: (() => void)[] | null = [];

  /** `give` is called at once when the request is over already. */
  add(give: () => void): void {
    if (this.#gives === null) give();
    else this.#gives.push(give);
  }

  giveBack(): void {
    const gives = this.#gives ?? [];
    this.#gives = null;
    for (const give of gives) give();
  }
}

/** What becomes known of a request on its way. */
export interface Seen {
  /** When it arrived, by the process's clock. Fastify takes the time only of requests that it logs. */
  readonly sinceMs: number;
  code: string | null;
  summary: ReplySummary | null;
  /** The message, at the endpoints of MCP. */
  mcp: RequestRecord['mcp'];
  bytesIn: number;
  /** Of a body that was sent in parts. */
  bytesOut: number;
  /** null where it is not traced. */
  readonly span: RequestSpan | null;
}

const ROUTES = new Map<string, string>();

/** The path of the table that a route of ours came from. */
function routeOf(url: string): string {
  let route = ROUTES.get(url);
  if (route === undefined) ROUTES.set(url, (route = url.replaceAll(/:(\w+)/g, '{$1}')));
  return route;
}

/** A request that is over, as it is told to the operator. Routes are those of the table: paths come from strangers. */
export function recordOf(request: FastifyRequest, reply: FastifyReply): RequestRecord {
  const { caller } = request;
  const { span, sinceMs, code, summary, mcp, bytesIn, bytesOut } = request.seen as Seen;
  const { url } = request.routeOptions;
  return {
    code,
    summary,
    mcp,
    bytesIn,
    requestId: request.id,
    // Not set where the caller was refused.
    key: (caller as FastifyRequest['caller'] | null)?.key ?? null,
    method: request.method,
    route: url === undefined || request.is404 ? 'unknown' : routeOf(url),
    status: reply.statusCode,
    ms: performance.now() - sinceMs,
    bytesOut: Number(reply.getHeader('content-length') ?? bytesOut),
    isAborted: !reply.raw.writableFinished,
    traceId: span?.traceId ?? null,
  };
}
