// Route: POST /v1/chat/completions from a request that was read to a reply.
// In: the parsed body and its bytes. Out: a completion, whole or as events, or a ServiceError that names the parameter.
// Why the registry is asked first: the engine is pure, so the tools of registered servers are looked up before it decides.

import type { Json } from '../grammar/json.ts';
import { ENGINE, MODEL } from './engines/identity.ts';
import { routeChat } from './engines/routing/route.ts';
import type { IndexedTools } from './engines/routing/tools/postings.ts';
import { ServiceError } from './errors.ts';
import { INLINE_BYTES_MAX } from './inline.ts';
import { requireScope } from './keys.ts';
import type { OperationRequest, Reply } from './operation.ts';
import { partyOf } from './operation.ts';
import type { ServersReply } from './packed.ts';
import { readOnce } from './server-tools.ts';
import type { Threads } from './threads.ts';
import type { ChatRequest } from './wire/chat.ts';
import { readChatRequest } from './wire/chat.ts';
import type { CompletionIds } from './wire/completion.ts';
import { chatChunks, chatResponse, outcomeHeader, seededIds } from './wire/completion.ts';
import type { Registry, RoutableTools } from './wire/mcp.ts';
import type { ToolDefinition } from './wire/route.ts';
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

export async function route(parts: RouteParts, request: OperationRequest): Promise<Reply> {
  const { bytes } = request;
  const ids = freshIds(parts);
  if (bytes.length > INLINE_BYTES_MAX)
    return routeElsewhere(parts, request, { kind: 'route', bytes, ids, serverTools: null });
  const { request: chat } = readChat(request.body ?? null);
  const serverTools = await listServerTools(namedServers(chat), parts.registry, request);
  const size = serverTools.reduce((sum, tools) => sum + tools.bytes.length, bytes.length);
  if (size <= INLINE_BYTES_MAX && userTextLength(chat) <= INLINE_TEXT_LENGTH_MAX) {
    const reply = await routeNow(request.body ?? null, bytes, ids, serverTools);
    if (reply.kind !== 'servers') return reply;
  }
  request.dropBody();
  return routeElsewhere(parts, request, { kind: 'route', bytes, ids, serverTools });
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
  const { request: chat, ignored } = readChat(body);
  const servers = namedServers(chat);
  if (serverTools === null && servers.length > 0) return { kind: 'servers', servers };
  const tools = chat.tools.flatMap((tool) => (tool.kind === 'function' ? [tool.definition] : []));
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

function readChat(body: Json): { readonly request: ChatRequest; readonly ignored: readonly string[] } {
  const reading = readChatRequest(body);
  if (reading.kind === 'ok') return reading;
  const { code, message, param } = reading;
  throw new ServiceError(code, { message, ...(param === null ? {} : { param }) });
}

function freshIds({ now, newId }: RouteParts): CompletionIds {
  return { id: newId('chatcmpl').replace('_', '-'), callId: newId('call'), created: Math.floor(now() / 1000) };
}

function userTextLength(chat: ChatRequest): number {
  return chat.messages.reduce(
    (sum, { role, texts }) => sum + (role === 'user' ? texts.reduce((length, { text }) => length + text.length, 0) : 0),
    0,
  );
}

function namedServers(chat: ChatRequest): ServersReply['servers'] {
  return chat.tools.flatMap((tool, at) => (tool.kind === 'mcp' ? [{ server: tool.server, at }] : []));
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
