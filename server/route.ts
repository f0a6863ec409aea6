// Route: POST /v1/chat/completions and /v1/tools/verify from a request that was read to a reply.
// In: the parsed body and its bytes. Out: a completion, whole or as events, or what is said of given calls, or a ServiceError that
// names the parameter.
// Why the registry is asked first: the engine is pure, so the tools of registered servers are looked up before it decides.

import type { Json } from '../grammar/json.ts';
import { ENGINE, MODEL } from './engines/identity.ts';
import { routeChat } from './engines/routing/route.ts';
import type { IndexedTools } from './engines/routing/tools/postings.ts';
import { undeclared, verifyCalls } from './engines/routing/verify.ts';
import { ServiceError } from './errors.ts';
import { INLINE_BYTES_MAX } from './inline.ts';
import { requireScope } from './keys.ts';
import type { OperationRequest, Reply } from './operation.ts';
import { partyOf } from './operation.ts';
import type { ServersReply } from './packed.ts';
import { readOnce } from './server-tools.ts';
import type { Threads } from './threads.ts';
import { readChatRequest } from './wire/chat.ts';
import type { CompletionIds } from './wire/completion.ts';
import { chatChunks, chatResponse, outcomeHeader, seededIds } from './wire/completion.ts';
import type { ChatInvalid, ChatTool } from './wire/conversation.ts';
import { definitionsOf } from './wire/conversation.ts';
import type { Registry, RoutableTools } from './wire/mcp.ts';
import type { Message, ToolDefinition } from './wire/route.ts';
import { outcomeOf, readToolVerifyRequest, toolVerification } from './wire/verify.ts';
import type { RouteWork } from './work.ts';

// What is routed on the request's own thread: a sentence or two over a few dozen tools takes a few milliseconds, a long
// message or a catalogue takes hundreds.
const INLINE_TEXT_LENGTH_MAX = 1_000;

interface RouteParts {
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  readonly threads: Threads;
}

/** What the wires of messages and tools differ in. */
interface RouteWire {
  readonly kind: RouteWork['kind'];
  /** The registered servers that a request names, and how much its users say. */
  read(body: Json): { readonly servers: ServersReply['servers']; readonly textLength: number };
  readonly routeNow: typeof routeNow;
}

const ROUTE: RouteWire = {
  kind: 'route',
  read(body) {
    const { request } = accepted(readChatRequest(body));
    return { servers: namedServers(request.tools), textLength: userTextLength(request.messages) };
  },
  routeNow,
};

const VERIFY: RouteWire = {
  kind: 'verify',
  read(body) {
    const { request } = accepted(readToolVerifyRequest(body));
    return { servers: namedServers(request.tools ?? []), textLength: userTextLength(request.messages) };
  },
  routeNow: verifyNow,
};

export async function route(parts: RouteParts, request: OperationRequest): Promise<Reply> {
  return routeOn(ROUTE, parts, request);
}

/** Verifies calls that somebody else wants to make. */
export async function verify(parts: RouteParts, request: OperationRequest): Promise<Reply> {
  return routeOn(VERIFY, parts, request);
}

async function routeOn(
  { kind, read, routeNow }: RouteWire,
  parts: RouteParts,
  request: OperationRequest,
): Promise<Reply> {
  const { bytes } = request;
  const ids = freshIds(parts);
  if (bytes.length > INLINE_BYTES_MAX) return routeElsewhere(parts, request, { kind, bytes, ids, serverTools: null });
  const { servers, textLength } = read(request.body ?? null);
  const serverTools = await listServerTools(servers, parts.registry, request);
  const size = serverTools.reduce((sum, tools) => sum + tools.bytes.length, bytes.length);
  if (size <= INLINE_BYTES_MAX && textLength <= INLINE_TEXT_LENGTH_MAX) {
    const reply = await routeNow(request.body ?? null, bytes, ids, serverTools);
    if (reply.kind !== 'servers') return reply;
  }
  request.dropBody();
  return routeElsewhere(parts, request, { kind, bytes, ids, serverTools });
}

/** A thread reads the request; when it finds that servers are named, it is told their tools and begins again. */
async function routeElsewhere(
  { registry, threads }: RouteParts,
  request: OperationRequest,
  work: RouteWork,
): Promise<Reply> {
  const call = { signal: request.signal, party: partyOf(request) };
  let reply = await threads.run(work, call);
  if (reply.kind === 'servers')
    reply = await threads.run({ ...work, serverTools: await listServerTools(reply.servers, registry, request) }, call);
  if (reply.kind === 'servers' || reply.kind === 'open') throw new Error(`a route was answered ${reply.kind}`);
  return reply;
}

/** The decision itself: the same body, ids and tools give the same reply. null for the tools asks which servers are named. */
export async function routeNow(
  body: Json,
  bytes: Uint8Array,
  freshIds: CompletionIds,
  serverTools: readonly RoutableTools[] | null,
): Promise<Reply | ServersReply> {
  const { request: chat, ignored } = accepted(readChatRequest(body));
  const servers = namedServers(chat.tools);
  if (serverTools === null && servers.length > 0) return { kind: 'servers', servers };
  const tools = definitionsOf(chat.tools);
  const catalogues = (serverTools ?? []).map(readOnce);
  refuseSharedNames(tools, catalogues);
  const decision = routeChat(
    { messages: chat.messages, tools, toolChoice: chat.toolChoice, now: chat.now },
    catalogues,
  );
  const ids = chat.seeded ? seededIds(bytes) : freshIds;
  const context = {
    ...ids,
    model: MODEL,
    engine: ENGINE,
    ignored,
    requestBytes: bytes.length,
    asObject: chat.asObject,
  };
  const outcome = outcomeHeader(decision);
  const head = {
    status: 200,
    headers: { 'x-evident-outcome': outcome },
    ignored,
    summary: { outcomes: { [outcome]: 1 } },
  };
  if (!chat.stream) return { ...head, kind: 'json', body: chatResponse(decision, context) };
  return { ...head, kind: 'events', events: chatChunks(decision, context, { includeUsage: chat.includeUsage }) };
}

/** What is said of the calls; the same body and tools give the same reply. null for the tools asks which servers are named. */
export async function verifyNow(
  body: Json,
  _bytes: Uint8Array,
  _ids: CompletionIds,
  serverTools: readonly RoutableTools[] | null,
): Promise<Reply | ServersReply> {
  const { request, ignored } = accepted(readToolVerifyRequest(body));
  const { messages, calls, countResults, now } = request;
  const servers = namedServers(request.tools ?? []);
  if (serverTools === null && servers.length > 0) return { kind: 'servers', servers };
  const tools = request.tools === null ? undeclared(calls) : definitionsOf(request.tools);
  const catalogues = (serverTools ?? []).map(readOnce);
  refuseSharedNames(tools, catalogues);
  const verdicts = verifyCalls({ messages, tools, calls, countResults, now }, catalogues);
  const outcomes: Record<string, number> = {};
  for (const { outcome } of verdicts) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    kind: 'json',
    status: 200,
    headers: { 'x-evident-outcome': outcomeOf(verdicts) },
    ignored,
    summary: { outcomes },
    body: toolVerification(verdicts, { engine: ENGINE, ignored }),
  };
}

/** A request that was read; throws for one that is wrong, with the parameter. */
function accepted<Reading extends { readonly kind: 'ok' }>(reading: Reading | ChatInvalid): Reading {
  if (reading.kind === 'ok') return reading;
  const { code, message, param } = reading;
  throw new ServiceError(code, { message, ...(param === null ? {} : { param }) });
}

function freshIds({ now, newId }: RouteParts): CompletionIds {
  return { id: newId('chatcmpl').replace('_', '-'), callId: newId('call'), created: Math.floor(now() / 1000) };
}

function userTextLength(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { role, texts }) => sum + (role === 'user' ? texts.reduce((length, { text }) => length + text.length, 0) : 0),
    0,
  );
}

function namedServers(tools: readonly ChatTool[]): ServersReply['servers'] {
  return tools.flatMap((tool, at) => (tool.kind === 'mcp' ? [{ server: tool.server, at }] : []));
}

/** For each registered server the request names, its approved tools under their qualified names. */
async function listServerTools(
  servers: ServersReply['servers'],
  registry: Registry,
  { caller }: OperationRequest,
): Promise<RoutableTools[]> {
  // Routing over a server's tools shows what it has.
  if (servers.length > 0) requireScope(caller, 'mcp:read');
  const found: RoutableTools[] = [];
  for (const { server, at } of servers) {
    found.push(
      await registry.routableTools(server).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'server_not_found') throw error;
        throw new ServiceError('server_not_found', { param: `tools[${at}].server` });
      }),
    );
  }
  return found;
}

/** Qualified names tell registered servers apart; only a function of the caller's can bear one of them. */
function refuseSharedNames(tools: readonly ToolDefinition[], catalogues: readonly IndexedTools[]): void {
  if (tools.length === 0) return;
  const names = new Set(tools.map(({ name }) => name));
  if (catalogues.some((catalogue) => catalogue.tools.some(({ name }) => names.has(name)))) {
    throw new ServiceError('invalid_value', {
      message: 'A function has the qualified name of a tool of a registered server.',
      param: 'tools',
    });
  }
}
