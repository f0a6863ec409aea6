// HTTP: the table of operations as routes.
// In: the operations and the operator's policy. Out: a Fastify instance that is not yet listening.
// Why Fastify does so little here: its body parsing, validation and error bodies would all change what the client sent or reads,
// so it routes and keeps the connections, and the rest is ours.

import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { fastify } from 'fastify';
import { KnownMembers } from '../../grammar/json-known.ts';
import type { Family } from '../error-bodies.ts';
import { ServiceError } from '../errors.ts';
import { requireScope } from '../keys.ts';
import type { Caller, Operation } from '../operation.ts';
import { perform } from '../perform.ts';
import { createBody } from '../request-body.ts';
import type { Awaitable } from '../store/awaitable.ts';
import { after } from '../store/awaitable.ts';
import { INLINE_BYTES_MAX } from '../work/effort.ts';
import type { Access, Arrival } from './admit.ts';
import { admit } from './admit.ts';
import { asServiceError, countWritten, notFound, sendError, sendReply, standardHeaders } from './answers.ts';
import type { Seen } from './arrived.ts';
import { ArrivedRequest, connectionOf, goneSignal, Holdings, recordOf, webHeaders } from './arrived.ts';
import { readBody } from './body.ts';
import type { Border, HttpOptions } from './border.ts';
import { createBroken } from './broken.ts';
import type { Hold } from './budget.ts';
import { createBudget, TREE_BYTES_MAX, weighTree } from './budget.ts';
import type { Connections } from './connections.ts';
import { closeUntaken, limitConnections, trackConnections } from './connections.ts';
import { endInOrder } from './ending.ts';
import { readFamilies } from './families.ts';
import { meetExpectations } from './framing.ts';
import { acceptedRequestId } from './headers.ts';
import { watchPressure } from './pressure.ts';
import { createRefusals, isPaced, waitUnread } from './refusals.ts';
import { preflightHeaders } from './talkers.ts';
import { createTurn } from './turn.ts';

// The contract's time-outs. A request that trickles in holds a connection; an idle connection costs a socket.
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 75_000;
// How often Node looks for requests that are over time; its default of 30 s would double the time-outs above.
const CONNECTIONS_CHECK_MS = 5_000;

// Longer than any name or id of ours: a longer one is a plain 404 and never reaches a handler.
const PATH_PARAM_LENGTH_MAX = 256;

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly access?: Access;
  }
  interface FastifyRequest {
    caller: Caller;
    holdings: Holdings;
    /** What is told of the request when it is over. */
    seen: Seen | undefined;
  }
}

// Fewer requests than this are not why the loop is late, and refusing one more helps nobody.
const UNDER_WAY_MIN = 32;

export function createHttpServer(operations: readonly Operation[], options: HttpOptions): FastifyInstance {
  const pressure = watchPressure();
  const border: Border = {
    ...options,
    pressure,
    refusals: createRefusals(() => performance.now()),
    budget: createBudget({ isShort: pressure.isShort, now: () => performance.now() }),
    families: readFamilies(operations),
    takerOf: (socket) => connections.all.get(socket),
  };
  const app = fastify({
    logger: false,
    trustProxy: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      // Node's refusal says nothing, and nobody is told of it.
      requireHostHeader: false,
    },
    requestIdHeader: false,
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? options.newId('req'),
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: PATH_PARAM_LENGTH_MAX },
    clientErrorHandler: (failure, socket) => answerBroken(failure, socket as Socket),
    frameworkErrors: (_error, request, reply) => {
      void refuseUnroutable(request as FastifyRequest, reply as FastifyReply, border);
    },
  });
  // The body stays an unread stream, whatever its type: readBody takes it where its limits are. So Fastify is told that no method has
  // one; this also adds what it does not route by itself.
  for (const method of [...OTHER_METHODS, 'HEAD']) app.addHttpMethod(method, { overrideExisting: true });

  addAdmission(app, border);
  app.addHook('onClose', async () => pressure.close());
  const connections: Connections = trackConnections(app.server, () => performance.now());
  const answerBroken = createBroken({ ...options, connections });
  const { load } = border;
  limitConnections(app.server, connections, () => {
    load.connectionsDropped += 1;
  });
  closeUntaken(app.server, connections);
  load.connections = () => connections.all.size;
  load.heldBytes = () => border.budget.held();
  endInOrder(app, connections, answerBroken);
  meetExpectations(app.server);
  addAnswering(app, border);

  const paths = new Set(operations.map((operation) => operation.path));
  for (const path of paths) {
    const served = operations.filter((operation) => operation.path === path);
    for (const operation of served) addRoute(app, operation, border);
    addOtherMethods(app, path, served, border);
  }
  for (const path of MCP_PATHS) addMcpRoute(app, path, border);
  return app;
}

// Probes and scrapes would be most of what a collector gets.
const UNTRACED: readonly Access[] = ['open', 'metrics'];

/** Who may come in, before anything of a request is read; what it holds is given back when it is over. */
function addAdmission(app: FastifyInstance, border: Border): void {
  const { load } = border;
  // Set by the hook before anything reads it.
  app.decorateRequest('caller', null as never);
  app.decorateRequest('holdings', null as never);
  app.decorateRequest('seen', null as never);
  const letIn = (request: FastifyRequest, access: Access, caller: Caller): void => {
    request.caller = caller;
    if (access === 'open') return;
    // After the caller is set, so that the operator sees whose key it was.
    if (access !== 'any-key') requireScope(caller, access);
    if (border.pressure.isLate() && load.running >= UNDER_WAY_MIN) throw new ServiceError('overloaded');
    load.running += 1;
    request.holdings.add(() => {
      load.running -= 1;
    });
    request.holdings.add(border.turnstile.enter(caller.key));
  };
  // Not async: who may come in is mostly known at once.
  app.addHook('onRequest', (request, reply, done) => {
    const access = accessOf(request);
    follow(request, reply, border, UNTRACED.includes(access) ? null : border.tracing.request(request.headers));
    let admitted: Awaitable<void>;
    try {
      admitted = after(admit(arrivalOf(request, access), border), (caller) => letIn(request, access, caller));
    } catch (error) {
      return done(error as Error);
    }
    if (admitted instanceof Promise) admitted.then(() => done(), done);
    else done();
  });
}

/** Gives back what a request holds when it is over, and tells of it. */
function follow(request: FastifyRequest, reply: FastifyReply, border: Border, span: Seen['span']): void {
  request.seen = { sinceMs: performance.now(), code: null, summary: null, mcp: null, bytesIn: 0, bytesOut: 0, span };
  request.holdings = new Holdings();
  // It comes once.
  reply.raw.on('close', () => {
    request.holdings.giveBack();
    const record = recordOf(request, reply);
    span?.end(record);
    border.onRequest(record);
  });
}

/** How answers go out: together, and errors in the shape of their family. */
function addAnswering(app: FastifyInstance, border: Border): void {
  const inTurn = createTurn();
  app.addHook('onSend', (_request, reply, _payload, done) => {
    inTurn(() => {
      // A connection kept alive would hold the process up until it idles out, and its client is better off elsewhere.
      if (border.isEnding()) reply.header('connection', 'close');
      done();
    });
  });
  app.setErrorHandler(async (failure, request, reply) => {
    const error = asServiceError(failure, request, border);
    if (isPaced(error) && !border.isEnding()) {
      request.holdings.giveBack();
      const waitMs = border.refusals.waitMs();
      if (waitMs > 0) await waitUnread(request, waitMs);
    }
    return sendError(request, reply, error, border);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, notFound(request), border));
}

/** Every request that reaches a route has passed the hook that makes this. */
function see(request: FastifyRequest): Seen {
  return request.seen as Seen;
}

/** A route without an access rule is for admins; an unknown path answers 404 to any valid key. */
function accessOf(request: FastifyRequest): Access {
  return request.is404 ? 'any-key' : (request.routeOptions.config.access ?? 'admin');
}

function arrivalOf({ method, headers, raw }: FastifyRequest, access: Access): Arrival {
  const { rawHeaders, httpVersion } = raw;
  return { method, headers, rawHeaders, httpVersion, peer: raw.socket.remoteAddress, access };
}

/** A path that cannot be decoded reaches no route and no hook. */
async function refuseUnroutable(request: FastifyRequest, reply: FastifyReply, border: Border): Promise<void> {
  follow(request, reply, border, null);
  try {
    await admit(arrivalOf(request, 'any-key'), border);
    throw new ServiceError('not_found');
  } catch (error) {
    sendError(request, reply, asServiceError(error, request, border), border);
  }
}

function addRoute(app: FastifyInstance, operation: Operation, border: Border): void {
  const known = operation.repeated === undefined ? undefined : new KnownMembers(operation.repeated);
  app.route({
    method: operation.method,
    url: routerPath(operation.path),
    config: { access: operation.scope ?? 'open' },
    // Not async: Fastify would wait for the end of the answer that it is given back, with listeners of its own.
    handler(request, reply) {
      answer(request, reply).catch((failure: unknown) => fail(reply, failure));
    },
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const hold = border.budget.open(request.caller.key, border.takerOf(request.raw.socket));
    request.holdings.add(hold.close);
    const bytes = operation.request === null ? undefined : await readBody(request.raw, hold, operation.takesLines);
    const readsWhole = operation.readsInThreads !== true && operation.takesLines !== true;
    if (bytes !== undefined && readsWhole && bytes.length > INLINE_BYTES_MAX) holdTree(bytes, hold);
    see(request).bytesIn = bytes?.length ?? 0;
    const asked = new ArrivedRequest(request, reply, bytes, createBody(bytes, known));
    const performed = await border.tracing.within(see(request).span, () => perform(operation, asked));
    see(request).summary = performed.summary ?? null;
    sendReply(request, reply, operation.family, performed, border);
  };
}

/** Answers with an error, by the error handler. */
function fail(reply: FastifyReply, failure: unknown): void {
  if (!reply.sent) reply.send(failure instanceof Error ? failure : new Error(String(failure)));
}

const MCP_PATHS = ['/mcp', '/mcp/{server}'];
const MCP_METHODS: HTTPMethods[] = ['GET', 'POST', 'DELETE'];

/** The MCP handler answers every method itself, also with errors for what it does not support. */
function addMcpRoute(app: FastifyInstance, path: string, border: Border): void {
  app.route({
    method: MCP_METHODS,
    url: routerPath(path),
    exposeHeadRoute: false,
    config: { access: 'any-key' },
    async handler(request, reply) {
      const hold = border.budget.open(request.caller.key, border.takerOf(request.raw.socket));
      request.holdings.add(hold.close);
      const body = request.method === 'POST' ? await readBody(request.raw, hold) : undefined;
      see(request).bytesIn = body?.length ?? 0;
      if (body !== undefined && body.length > INLINE_BYTES_MAX) holdTree(body, hold);
      const serving = border.tracing.within(see(request).span, () =>
        border.mcp.serve({
          request: new Request(`http://${request.host}${request.url}`, {
            method: request.method,
            headers: webHeaders(request.headers),
            signal: goneSignal(reply),
          }),
          body,
          server: (request.params as { readonly server?: string }).server ?? null,
          caller: request.caller,
          requestId: request.id,
          connection: connectionOf(request),
          tell: (said) => void Object.assign(see(request), said),
        }),
      );
      const response = await serving;
      reply.code(response.status).headers(standardHeaders(request, 'mcp', border));
      for (const [name, value] of response.headers) reply.header(name, value);
      countWritten(reply, see(request));
      return reply.send(response.body === null ? undefined : Readable.fromWeb(response.body as WebStream));
    },
  });
  addOtherMethods(
    app,
    path,
    MCP_METHODS.map((method) => ({ method, family: 'mcp' as const, scope: 'mcp:read' as const })),
    border,
  );
}

/** Room for a large body that is read here. */
function holdTree(bytes: Uint8Array, hold: Hold): void {
  const weight = weighTree(bytes);
  if (weight > TREE_BYTES_MAX) throw new ServiceError('memory_exhausted');
  hold.take(weight);
}

// All that Node reads but HEAD, which Fastify answers like GET, and CONNECT, which asks for a tunnel and for no path.
const OTHER_METHODS = METHODS.filter((method) => method !== 'HEAD' && method !== 'CONNECT') as HTTPMethods[];

/** A path we serve answers every method: 405 with Allow, and OPTIONS with what there is. */
function addOtherMethods(
  app: FastifyInstance,
  path: string,
  served: readonly { readonly method: HTTPMethods; readonly family: Family; readonly scope: Operation['scope'] }[],
  border: Border,
): void {
  const methods: string[] = served.map(({ method }) => method);
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const others = OTHER_METHODS.filter((method) => !methods.includes(method));
  const family = (served[0] as (typeof served)[number]).family;
  app.route({
    method: methods.includes('GET') ? others : [...others, 'HEAD'],
    url: routerPath(path),
    config: { access: served.every(({ scope }) => scope === null) ? 'open' : 'any-key' },
    handler(request, reply) {
      reply.header('allow', allow);
      if (request.method !== 'OPTIONS')
        return sendError(request, reply, new ServiceError('method_not_allowed'), border, family);
      reply
        .code(204)
        .headers(standardHeaders(request, family, border))
        .headers(preflightHeaders(request.headers, border, allow));
      return reply.send();
    },
  });
}

/** `{name}` in the table is `:name` for the router. */
function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
