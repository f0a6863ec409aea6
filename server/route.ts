// Route: POST /v1/chat/completions from a request that was read to a reply.
// In: the parsed body and its bytes. Out: a completion, whole or as events, or a ServiceError that names the parameter.
// Why the registry is asked here: the engine is pure, so the tools of registered servers are looked up before it decides.

import { ENGINE, MODEL } from './engines/identity.ts';
import { routeChat } from './engines/routing/route.ts';
import { ServiceError } from './errors.ts';
import type { OperationRequest, Reply } from './operation.ts';
import { readChatRequest } from './wire/chat.ts';
import type { ChatRequest } from './wire/chat.ts';
import { chatChunks, chatResponse, outcomeHeader, seededIds } from './wire/completion.ts';
import type { CompletionIds } from './wire/completion.ts';
import type { Registry } from './wire/mcp.ts';
import type { ToolDefinition } from './wire/route.ts';

export interface RouteParts {
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
}

export async function route(parts: RouteParts, request: OperationRequest): Promise<Reply> {
  const reading = readChatRequest(request.body ?? null);
  if (reading.kind === 'invalid') {
    const { code, message, param } = reading;
    throw new ServiceError(code, { message, ...(param === null ? {} : { param }) });
  }
  const chat = reading.request;
  const tools = await listDefinitions(chat, parts.registry);
  const decision = routeChat({ messages: chat.messages, tools, toolChoice: chat.toolChoice, now: chat.now });
  const ids = chat.seeded ? seededIds(request.bytes) : freshIds(parts);
  const context = { ...ids, model: MODEL, engine: ENGINE, ignored: reading.ignored, requestBytes: request.bytes.length };
  const head = { status: 200, headers: { 'x-evident-outcome': outcomeHeader(decision) }, ignored: reading.ignored };
  if (!chat.stream) return { ...head, kind: 'json', body: chatResponse(decision, context) };
  return { ...head, kind: 'events', events: chatChunks(decision, context, { includeUsage: chat.includeUsage }) };
}

function freshIds({ now, newId }: RouteParts): CompletionIds {
  return { id: newId('chatcmpl').replace('_', '-'), callId: newId('call'), created: Math.floor(now() / 1000) };
}

/** The caller's functions and the approved tools of the registered servers it names, under their qualified names. */
async function listDefinitions(chat: ChatRequest, registry: Registry): Promise<ToolDefinition[]> {
  const definitions: ToolDefinition[] = [];
  for (const [at, tool] of chat.tools.entries()) {
    if (tool.kind === 'function') definitions.push(tool.definition);
    else definitions.push(...await listServerTools(tool.server, `tools[${at}].server`, registry));
  }
  const names = new Set(definitions.map(({ name }) => name));
  if (names.size < definitions.length) {
    throw new ServiceError('invalid_value', { message: 'A function has the qualified name of a tool of a registered server.', param: 'tools' });
  }
  return definitions;
}

async function listServerTools(server: string, param: string, registry: Registry): Promise<ToolDefinition[]> {
  try {
    const { tools } = await registry.listTools({ server });
    return tools.filter(({ status }) => status === 'approved').map((tool) => ({
      name: tool.qualified_name,
      description: typeof tool.description === 'string' ? tool.description : '',
      parameters: tool.inputSchema,
    }));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'server_not_found') throw new ServiceError('server_not_found', { param });
    throw error;
  }
}
