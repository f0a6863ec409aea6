// Route: POST /v1/chat/completions from a request that was read to a reply.
// In: the parsed body and its bytes. Out: a completion, whole or as events, or a ServiceError that names the parameter.
// Why the registry is asked first: the engine is pure, so the tools of registered servers are looked up before it decides.

import { parseJson, writeJson } from '../grammar/json.ts';
import type { Json } from '../grammar/json.ts';
import { ENGINE, MODEL } from './engines/identity.ts';
import { routeChat } from './engines/routing/route.ts';
import { ServiceError } from './errors.ts';
import { requireScope } from './keys.ts';
import type { OperationRequest, Reply } from './operation.ts';
import type { Threads } from './threads.ts';
import { readChatRequest } from './wire/chat.ts';
import type { ChatRequest } from './wire/chat.ts';
import { chatChunks, chatResponse, outcomeHeader, seededIds } from './wire/completion.ts';
import type { CompletionIds } from './wire/completion.ts';
import type { Registry } from './wire/mcp.ts';
import type { ToolDefinition } from './wire/route.ts';

// What is routed on the request's own thread: a sentence or two over a few dozen tools takes a few milliseconds, a long
// message or a catalogue takes hundreds.
const INLINE_BYTES_MAX = 16_384;
const INLINE_TEXT_LENGTH_MAX = 1_000;

export interface RouteParts {
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  readonly threads: Threads;
}

export async function route(parts: RouteParts, request: OperationRequest): Promise<Reply> {
  const body = request.body ?? null;
  const { bytes, signal } = request;
  const { request: chat } = readChat(body);
  // Routing over a server's tools shows what it has.
  if (chat.tools.some(({ kind }) => kind === 'mcp')) requireScope(request.caller, 'mcp:read');
  const serverTools = await listServerTools(chat, parts.registry);
  const ids = chat.seeded ? seededIds(bytes) : freshIds(parts);
  const isSmall = bytes.length + serverTools.length <= INLINE_BYTES_MAX && userTextLength(chat) <= INLINE_TEXT_LENGTH_MAX;
  if (!isSmall) return parts.threads.route({ kind: 'route', bytes, ids, serverTools }, signal);
  return routeNow(body, bytes, ids, serverTools);
}

/** The decision itself: the same body, ids and tools give the same reply. */
export function routeNow(body: Json, bytes: Uint8Array, ids: CompletionIds, serverTools: string): Reply {
  const { request: chat, ignored } = readChat(body);
  const decision = routeChat({
    messages: chat.messages,
    tools: definitionsOf(chat, serverTools),
    toolChoice: chat.toolChoice,
    now: chat.now,
  });
  const context = { ...ids, model: MODEL, engine: ENGINE, ignored, requestBytes: bytes.length };
  const head = { status: 200, headers: { 'x-evident-outcome': outcomeHeader(decision) }, ignored };
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
  return chat.messages.reduce((sum, { role, texts }) => sum + (role === 'user' ? texts.reduce((length, { text }) => length + text.length, 0) : 0), 0);
}

/** JSON text: for each registered server the request names, by its place in `tools`, the approved tools under their qualified names. */
async function listServerTools(chat: ChatRequest, registry: Registry): Promise<string> {
  const found = new Map<string, unknown>();
  for (const [at, tool] of chat.tools.entries()) {
    if (tool.kind !== 'mcp') continue;
    const { tools } = await registry.listTools({ server: tool.server }).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'server_not_found') throw error;
      throw new ServiceError('server_not_found', { param: `tools[${at}].server` });
    });
    found.set(String(at), tools.filter(({ status }) => status === 'approved')
      .map(({ qualified_name: name, description, inputSchema }) => ({ name, description: typeof description === 'string' ? description : '', inputSchema })));
  }
  return writeJson(found);
}

/** The caller's functions and the tools of the servers it names, in the order of the request. */
function definitionsOf(chat: ChatRequest, serverTools: string): ToolDefinition[] {
  const found = parseJson(new TextEncoder().encode(serverTools), { depthMax: Number.POSITIVE_INFINITY }) as Map<string, Map<string, Json>[]>;
  const definitions = chat.tools.flatMap((tool, at): ToolDefinition[] => {
    if (tool.kind === 'function') return [tool.definition];
    return (found.get(String(at)) ?? []).map((item) => ({
      name: item.get('name') as string,
      description: item.get('description') as string,
      parameters: item.get('inputSchema'),
    }));
  });
  if (new Set(definitions.map(({ name }) => name)).size < definitions.length) {
    throw new ServiceError('invalid_value', { message: 'A function has the qualified name of a tool of a registered server.', param: 'tools' });
  }
  return definitions;
}
