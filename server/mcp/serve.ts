// Our own MCP server on stdin and stdout: every operation with a `tool` becomes a tool.
// In: the service and the table of operations. Out: answers over the protocol, until stdin ends.
// Why from the table: a tool then is the endpoint, with the same schema, the same validation and the same handler.

import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Tool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseJson, RawJson, writeJson } from '../../grammar/json.ts';
import type { Json } from '../../grammar/json.ts';
import { VERSION } from '../engines/identity.ts';
import { ServiceError } from '../errors.ts';
import { ANYBODY } from '../keys.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import { perform } from '../perform.ts';
import type { Service } from '../service.ts';
import { renderError } from '../wire/errors.ts';
import type { CallResult } from '../wire/mcp.ts';
import { PipeTransport } from './pipe.ts';
import type { PrintedResult } from './pipe.ts';

export interface StdioServing {
  /** Resolves when stdin has ended and what could be answered is answered. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

// Clients list tools right after they have started us, and do not ask again.
const FIRST_CONNECTING_MS = 3_000;

const SERVER_INFO = { name: 'evident', version: VERSION, title: 'Evident' };
const INSTRUCTIONS = 'Decisions with evidence. An answer may be acted on only when its outcome is "decided" and may_act is true. '
  + 'The scripts are pure: they run without side effects and with an exact step count. call_tool executes tools of registered servers.';

/** Takes over stdin and stdout of the process. Returns at once. */
export function serveMcpStdio(service: Service, operations: readonly Operation[]): StdioServing {
  const pipe = new PipeTransport(process.stdin, process.stdout);
  const restore = keepStdoutClean();
  const handle = serveStdio(() => createServer(service, operations, pipe), { transport: pipe });
  return {
    ended: pipe.ended.then(restore),
    async close() {
      await handle.close();
      await pipe.close();
    },
  };
}

/** One server of the SDK for one connection. */
function createServer(service: Service, operations: readonly Operation[], pipe: PipeTransport): Server {
  const offered = new Map(operations.flatMap((operation) => (operation.tool === undefined ? [] : [[operation.tool.name, operation] as const])));
  const tools = [...offered.values()].map(describeTool);
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const operation = offered.get(request.params.name);
    if (operation === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${request.params.name}`);
    const { id, signal } = context.mcpReq;
    pipe.print(id, await callOperation(operation, service, pipe.argumentsOf(id), signal));
    // The pipe sends what was printed in its place; this only has to be a result.
    return { content: [], isError: true };
  });
  return server;
}

async function callOperation(operation: Operation, service: Service, given: Json | undefined, signal: AbortSignal): Promise<PrintedResult> {
  try {
    if (operation.tool?.awaitsServers === true) await service.registry.settle(FIRST_CONNECTING_MS);
    const reply = await perform(operation, service, requestOf(operation, given ?? new Map(), signal));
    if (reply.kind !== 'json') throw new ServiceError('unsupported_value', { message: 'A tool answers with one JSON value; it cannot stream.', param: 'stream' });
    const relayed = operation.tool?.isRelay === true ? relay(reply.body as CallResult) : null;
    if (relayed !== null) return relayed;
    const text = writeJson(reply.body);
    // An executed call whose tool failed must look like a failure to a client that reads nothing else.
    const isError = (reply.body as { is_error?: unknown }).is_error === true;
    return { content: [{ type: 'text', text }], structuredContent: new RawJson(text), isError };
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError('internal_error');
    if (known !== error) process.stderr.write(`${operation.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { content: [{ type: 'text', text: writeJson(renderError(operation.family, known).body) }], isError: true };
  }
}

/** Images stay images: the upstream's own result, with what we know of the call beside its `_meta`. null when it has none to show. */
function relay({ result, ...call }: CallResult): PrintedResult | null {
  const members = result instanceof Map ? result : new Map<string, Json>();
  const [content, structured, meta] = ['content', 'structuredContent', '_meta'].map((name) => members.get(name));
  if (call.outcome === 'input_required' || !Array.isArray(content) || !content.every(isContentBlock)) return null;
  return {
    content,
    ...(structured instanceof Map ? { structuredContent: structured } : {}),
    isError: call.is_error,
    _meta: new Map<string, Json>([...(meta instanceof Map ? meta : []), [CALL_META, parseJson(Buffer.from(writeJson(call)))]]),
  };
}

const CALL_META = 'evident/call';

/** Clients refuse a whole result for one block they do not know; such results go out as JSON in a text. */
function isContentBlock(block: Json): boolean {
  if (!(block instanceof Map)) return false;
  const texts = BLOCK_TEXTS[String(block.get('type'))];
  if (texts === undefined) return false;
  const isWhole = texts.every((name) => typeof block.get(name) === 'string');
  return block.get('type') === 'resource' ? block.get('resource') instanceof Map : isWhole;
}

/** The texts that each kind of block must have. */
const BLOCK_TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'], image: ['data', 'mimeType'], audio: ['data', 'mimeType'], resource: [], resource_link: ['uri', 'name'],
};

function requestOf(operation: Operation, given: Json, signal: AbortSignal): OperationRequest {
  if (!(given instanceof Map)) throw new ServiceError('invalid_request', { message: 'arguments must be an object' });
  const hasBody = operation.request !== null;
  return {
    body: hasBody ? given : undefined,
    dropBody() {},
    bytes: hasBody ? Buffer.from(writeJson(given), 'utf8') : new Uint8Array(),
    params: {},
    query: hasBody ? {} : readQuery(operation, given),
    options: {},
    caller: ANYBODY,
    connection: 0,
    signal,
  };
}

/** Operations without a body take their query as arguments. */
function readQuery(operation: Operation, given: ReadonlyMap<string, Json>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of given) {
    if (operation.query === undefined || !Object.hasOwn(operation.query, name)) throw new ServiceError('invalid_request', { message: `${name}: unknown argument`, param: name });
    if (typeof value !== 'string') throw new ServiceError('invalid_request', { message: `${name}: a text is expected`, param: name });
    query[name] = value;
  }
  return query;
}

function describeTool(operation: Operation): Tool {
  const { tool, request, query, response, summary, scope } = operation;
  const input = request ?? { type: 'object', properties: query ?? {}, additionalProperties: false };
  // Only calls of upstream tools reach beyond this process.
  const reachesOut = scope === 'mcp:call';
  return {
    name: tool?.name ?? operation.id,
    description: tool?.description ?? summary,
    inputSchema: { ...input, type: 'object' } as Tool['inputSchema'],
    // What another server's tool answers has that tool's schema.
    ...(tool?.isRelay === true ? {} : { outputSchema: { ...response, type: 'object' } as Tool['outputSchema'] }),
    annotations: { readOnlyHint: !reachesOut, destructiveHint: reachesOut, idempotentHint: !reachesOut, openWorldHint: reachesOut },
  };
}

/** Anything that prints to stdout would break the protocol; it goes to stderr instead. Returns the way back. */
function keepStdoutClean(): () => void {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  return () => { process.stdout.write = write; };
}
