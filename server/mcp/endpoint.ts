// MCP over streamable HTTP, both eras, without state: `/mcp` has our own tools, `/mcp/{server}` is one registered server.
// In: an HTTP request with its body unread by the SDK. Out: a web Response, in one piece or as a stream of events.
// Why the SDK sees stubs: it parses and prints numbers as JavaScript has them and drops members it does not know. It keeps the
// protocol; arguments are taken from the bytes of the request, results are put into its answer as they are.

import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { renderError } from '../error-bodies.ts';
import { ServiceError } from '../errors.ts';
import { requireScope } from '../keys.ts';
import type { Caller, Operation } from '../operation.ts';
import { summarizeCall, summarizeUncalled } from '../services/tools/said.ts';
import { RELAYED_METHODS, type Registry, type ServerView } from '../services/tools/wire/mcp.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { NO_TRACING } from '../telemetry/tracing.ts';
import type { WebEndpoint, WebExchange, WebSaid } from '../web-endpoint.ts';
import type { OnOwnCall } from './own-tools.ts';
import { callOperation, describeTool, INSTRUCTIONS, progressTo, SERVER_INFO, toolsOf } from './own-tools.ts';
import { checkParamHeaders, paramHeadersOf } from './param-headers.ts';
import type { UnderWay } from './sessions.ts';
import { Sessions } from './sessions.ts';
import { substitute } from './substitute.ts';
import { askToWait, resume } from './waiting.ts';

/** What a request is answered with in place of the SDK's result; set by the handler, read when the SDK has answered. */
interface Exchange extends WebExchange {
  /** The message as it was written. */
  readonly message: ReadonlyMap<string, Json>;
  readonly view: ServerView | null;
  printed: object | undefined;
}

// `arguments` stand two levels inside the message.
const MESSAGE_DEPTH_MAX = 258;
const PARSE_ERROR = -32700;
// Of the revision 2026-07-28; the SDK has no name for it.
const HEADER_MISMATCH = -32020;

interface EndpointParts {
  readonly registry: Registry;
  readonly operations: readonly Operation[];
  /** A fresh id that starts with the prefix and `_`, and that nobody guesses. */
  readonly newId: (prefix: string) => string;
  readonly onCall?: OnOwnCall;
  readonly tracing?: Tracing;
}

export function createMcpEndpoint({
  registry,
  operations,
  newId,
  onCall = () => {},
  tracing = NO_TRACING,
}: EndpointParts): WebEndpoint {
  const sessions = new Sessions(newId);
  // The SDK's factory has no argument of ours: the exchange is found by its request.
  const exchanges = new WeakMap<Request, Exchange>();
  const handler: McpHttpHandler = createMcpHandler((context) => {
    const exchange = context.requestInfo === undefined ? undefined : exchanges.get(context.requestInfo);
    if (exchange === undefined) throw new Error('a request that did not come through serve');
    return exchange.server === null
      ? createOwnServer(exchange, registry, { operations, onCall })
      : createView(exchange, exchange.server, exchange.view as ServerView, registry);
  });
  return {
    async serve(given) {
      const { request, body, server } = given;
      if (server !== null) requireScope(given.caller, 'mcp:read');
      const read = body === undefined ? NO_MESSAGE : readMessage(body);
      if ('refusal' in read) return read.refusal;
      const message = read.members;
      const underWay = followCancellations(sessions, given, read);
      try {
        const view = server === null ? null : await registry.viewServer(server);
        const followed = underWay === null ? request : withSignal(request, underWay.signal);
        const exchange: Exchange = { ...given, request: followed, message, view, printed: undefined };
        exchanges.set(followed, exchange);
        const named = namesOf(exchange);
        if (named !== null) {
          tracing.annotate(attributesOf(named));
          exchange.tell({ mcp: named });
        }
        const mismatch = isModern(message) ? headerMismatch(exchange) : null;
        if (mismatch !== null) return refusal(message.get('id') ?? null, HEADER_MISMATCH, mismatch);
        // What was cancelled before it began has no answer.
        if (underWay?.signal.aborted === true) {
          underWay.end();
          return new Response(null, { status: 202 });
        }
        const response = await handler.fetch(followed, read === NO_MESSAGE ? {} : { parsedBody: read.parsed });
        if (message.get('method') === 'initialize' && response.ok)
          response.headers.set(SESSION_HEADER, sessions.open());
        const onEnd = (): void => underWay?.end();
        return substitute(response, () => exchange.printed, onEnd);
      } catch (error) {
        underWay?.end();
        throw error;
      }
    },
    close: () => handler.close(),
  };
}

const SESSION_HEADER = 'mcp-session-id';

/** Does what a cancellation of the older era says, and makes a request of it one that can be cancelled. */
function followCancellations(
  sessions: Sessions,
  { request, caller, server }: WebExchange,
  { members, parsed }: ReadMessage,
): UnderWay | null {
  // One of the newer era is cancelled by closing its connection.
  if (isModern(members)) return null;
  const named = { session: request.headers.get(SESSION_HEADER), key: caller.key, server };
  if (members.get('method') === 'notifications/cancelled') sessions.cancel({ ...named, id: parsed.params?.requestId });
  return members.has('method') ? sessions.begin({ ...named, id: parsed.id }) : null;
}

/** What ends with the signal too: the SDK ends the answer to a caller who went away without a result. */
function withSignal(request: Request, signal: AbortSignal): Request {
  return new Request(request, { signal: AbortSignal.any([request.signal, signal]) });
}

/** Aborted when the call is; the SDK does not look at what was aborted before it listens. */
function signalOf({ request }: Exchange, { mcpReq }: ServerContext): AbortSignal {
  return AbortSignal.any([mcpReq.signal, request.signal]);
}

// As the protocol's are; anything else is a stranger's text.
const METHOD = /^[A-Za-z_/]{1,64}$/;
const TOOL_NAME = /^[\w.-]{1,128}$/;

/** What an operator sees of a message: its method, and of a call the tool. */
function namesOf({ message }: Exchange): NonNullable<WebSaid['mcp']> | null {
  const method = message.get('method');
  if (typeof method !== 'string' || !METHOD.test(method)) return null;
  const tool = method === 'tools/call' ? paramsOf(message).get('name') : undefined;
  return typeof tool === 'string' && TOOL_NAME.test(tool) ? { method, tool } : { method };
}

/** The same in a trace. */
function attributesOf({ method, tool }: NonNullable<WebSaid['mcp']>): Record<string, string> {
  return {
    'mcp.method.name': method,
    ...(tool === undefined ? {} : { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool }),
  };
}

/** A message as it was written, and as JSON.parse has it: where ids are as the SDK answers them. */
interface ReadMessage {
  readonly members: ReadonlyMap<string, Json>;
  readonly parsed: { readonly id?: unknown; readonly params?: { readonly requestId?: unknown } | null };
}

const NO_MESSAGE: ReadMessage = { members: new Map(), parsed: {} };

/** Or the answer to what is no message. Batches went with the revision 2025-06-18, and each has one result here. */
function readMessage(body: Uint8Array): ReadMessage | { readonly refusal: Response } {
  try {
    const members = parseJson(body, { depthMax: MESSAGE_DEPTH_MAX });
    const parsed = JSON.parse(Buffer.from(body).toString('utf8')) as ReadMessage['parsed'];
    if (members instanceof Map) return { members, parsed };
    return { refusal: refusal(null, ProtocolErrorCode.InvalidRequest, 'one message is expected, which is an object') };
  } catch (error) {
    return { refusal: refusal(null, PARSE_ERROR, (error as Error).message) };
  }
}

function refusal(id: Json, code: number, message: string): Response {
  const text = writeJson({ jsonrpc: '2.0', id, error: { code, message } });
  return new Response(text, { status: 400, headers: { 'content-type': 'application/json' } });
}

/** Whether the request carries its own revision, as those of the newer era do. */
function isModern(message: Exchange['message']): boolean {
  const meta = paramsOf(message).get('_meta');
  return meta instanceof Map && meta.has(PROTOCOL_VERSION_META_KEY);
}

/** A call whose headers say another thing than its arguments would be routed by one and executed by the other. */
function headerMismatch(exchange: Exchange): string | null {
  if (exchange.message.get('method') !== 'tools/call') return null;
  const params = paramsOf(exchange.message);
  const tool = exchange.view?.toolCalled(params.get('name') ?? null);
  const read = paramHeadersOf(tool?.get('inputSchema'));
  return read.kind === 'invalid'
    ? null
    : checkParamHeaders(read.declarations, params.get('arguments') ?? null, exchange.request.headers);
}

/** Our own tools, as far as the caller's key reaches. */
function createOwnServer(
  exchange: Exchange,
  registry: Registry,
  { operations, onCall }: { readonly operations: readonly Operation[]; readonly onCall: OnOwnCall },
): Server {
  const offered = new Map([...toolsOf(operations)].filter(([, { scope }]) => mayUse(exchange.caller, scope)));
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: [...offered.values()].map(describeTool) }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const operation = offered.get(request.params.name);
    if (operation === undefined) throw unknownTool(request.params.name);
    const result = await callOperation(operation, registry, paramsOf(exchange.message).get('arguments'), {
      caller: exchange.caller,
      requestId: exchange.requestId,
      connection: exchange.connection,
      signal: signalOf(exchange, context),
      tell: exchange.tell,
      ...progressTo(context),
    });
    onCall(request.params.name, result.isError === true);
    exchange.printed = result;
    return STUB_CALL;
  });
  return server;
}

function mayUse(caller: Caller, scope: Operation['scope']): boolean {
  return scope === null || caller.scopes.has(scope) || caller.scopes.has('admin');
}

/** One registered server as if it were asked directly, with pins, rules and limits in between. */
function createView(exchange: Exchange, name: string, view: ServerView, registry: Registry): Server {
  const has = (capability: string): boolean => view.capabilities.includes(capability);
  const server = new Server(view.serverInfo ?? { name, version: '0' }, {
    capabilities: {
      tools: {},
      ...(has('resources') ? { resources: {} } : {}),
      ...(has('prompts') ? { prompts: {} } : {}),
      ...(has('completions') ? { completions: {} } : {}),
    },
    ...(view.instructions === null ? {} : { instructions: view.instructions }),
  });
  server.setRequestHandler('tools/list', () => {
    exchange.printed = { tools: view.tools };
    return { tools: [] };
  });
  server.setRequestHandler('tools/call', async (_request, context) => {
    requireToolScope(exchange.caller);
    exchange.printed = await callUpstream(exchange, name, registry, {
      signal: signalOf(exchange, context),
      ...progressTo(context),
      ...capabilitiesOf(exchange),
      caller: exchange.caller.key,
      resultBytes: exchange.caller.resultBytes,
    });
    return STUB_CALL;
  });
  for (const method of RELAYED_METHODS) {
    if (!has(method === 'completion/complete' ? 'completions' : (method.split('/', 1)[0] as string))) continue;
    server.setRequestHandler(method, async (_request, context) => {
      exchange.printed = await registry
        .relay(name, method, withoutMeta(paramsOf(exchange.message)), {
          signal: signalOf(exchange, context),
          caller: exchange.caller.key,
          ...capabilitiesOf(exchange),
        })
        .catch(toProtocolError);
      return STUBS[method] as never;
    });
  }
  return server;
}

// What the SDK settles with; what was printed is sent in its place.
const STUB_CALL = { content: [] };
const STUBS = {
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/read': { contents: [] },
  'prompts/list': { prompts: [] },
  'prompts/get': { messages: [] },
  'completion/complete': { completion: { values: [] } },
} as const;

function requireToolScope(caller: Caller): void {
  try {
    requireScope(caller, 'mcp:call');
  } catch (error) {
    throw toProtocolError(error);
  }
}

/** The upstream's own result. What a model can mend is a result with `isError`, as the specification wants it. */
async function callUpstream(
  exchange: Exchange,
  server: string,
  registry: Registry,
  options: Parameters<Registry['callTool']>[1],
): Promise<object> {
  const given = resume(paramsOf(exchange.message));
  if (given === null) return NOT_WAITED;
  const request = new Map<string, Json>([
    ['server', server],
    ['tool', given.get('name') ?? null],
    ['arguments', given.get('arguments') ?? null],
    ['input_responses', given.get('inputResponses') ?? null],
    ['request_state', given.get('requestState') ?? null],
  ]);
  try {
    const call = await registry.callTool(request, options);
    const { result, outcome } = call;
    exchange.tell({ summary: summarizeCall(call) });
    return outcome === 'input_required' && !isModern(exchange.message) ? CANNOT_ASK : (result as Map<string, Json>);
  } catch (error) {
    if (error instanceof ServiceError) exchange.tell({ summary: summarizeUncalled(error.code) });
    const waiting =
      error instanceof ServiceError && isModern(exchange.message)
        ? askToWait(error, given, capabilitiesOf(exchange).clientCapabilities)
        : null;
    if (waiting !== null) return waiting;
    if (!(error instanceof ServiceError) || !FOR_MODELS.has(error.code)) throw toProtocolError(error);
    return { content: [{ type: 'text', text: writeJson(renderError('mcp', error).body) }], isError: true };
  }
}

// A client of the older era is asked by a request to it, whose answer would come over another connection, perhaps to another instance.
const CANNOT_ASK = {
  content: [{ type: 'text', text: 'The tool asks for input first. That needs a client of the revision 2026-07-28.' }],
  isError: true,
};

const NOT_WAITED = {
  content: [
    { type: 'text', text: 'The call was held for approval, and the user did not want to wait. Nothing was called.' },
  ],
  isError: true,
};

/** What the caller, or a person whom the model can tell, can do something about. */
const FOR_MODELS = new Set([
  'invalid_arguments',
  'tool_quarantined',
  'tool_not_allowed',
  'policy_denied',
  'approval_required',
  'upstream_timeout',
  'upstream_closed',
  'upstream_unavailable',
  'upstream_response_too_large',
  'server_busy',
  'server_disabled',
]);

function paramsOf(message: Exchange['message']): ReadonlyMap<string, Json> {
  const params = message.get('params');
  return params instanceof Map ? params : new Map();
}

/** `_meta` is between the client and us: it names the era and the capabilities of that connection. */
function withoutMeta(params: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  return new Map([...params].filter(([name]) => name !== '_meta'));
}

/** What the client declares with each request of the newer era; nothing can be asked of one of the older. */
function capabilitiesOf(exchange: Exchange): { readonly clientCapabilities: Json } {
  const meta = paramsOf(exchange.message).get('_meta');
  const declared = meta instanceof Map ? meta.get(CLIENT_CAPABILITIES_META_KEY) : undefined;
  return { clientCapabilities: declared ?? new Map() };
}

function unknownTool(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
}

/** The upstream's own error as it came; ours with its code. */
function toProtocolError(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  const { upstream } = (error.details ?? {}) as {
    readonly upstream?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
  if (upstream !== undefined) throw new ProtocolError(upstream.code, upstream.message, upstream.data);
  const code = error.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, error.message, { code: error.code });
}
