// Our own tools: every operation with a `tool` is one, over whichever transport they are asked for.
// In: an operation, the arguments as they were written and who calls. Out: a result, printed without passing through the SDK.
// Why from the table: a tool then is the endpoint, with the same schema, the same validation and the same handler.

import type { ServerContext, Tool } from '@modelcontextprotocol/server';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber, parseJson, RawJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { VERSION } from '../engines/identity.ts';
import { renderError } from '../error-bodies.ts';
import { ServiceError } from '../errors.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import { perform } from '../perform.ts';
import { summarizeUncalled } from '../services/tools/said.ts';
import type { CallResult, Progress, Registry } from '../services/tools/wire/mcp.ts';
import type { WebExchange } from '../web-endpoint.ts';
import type { PrintedResult } from './pipe.ts';

// Clients list tools right after they have started us, and do not ask again.
const FIRST_CONNECTING_MS = 3_000;

export const SERVER_INFO = { name: 'evident', version: VERSION, title: 'Evident' };
export const INSTRUCTIONS =
  'Decisions with evidence. An answer may be acted on only when its outcome is "decided" and may_act is true. ' +
  'The scripts are pure: they run without side effects and with an exact step count. call_tool executes tools of registered servers.';

/** The operations that are tools, by the names of the tools. */
export function toolsOf(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(
    operations.flatMap((operation) =>
      operation.tool === undefined ? [] : [[operation.tool.name, operation] as const],
    ),
  );
}

/** What of a request a tool needs to know beside its arguments. */
interface ToolContext extends Pick<OperationRequest, 'caller' | 'requestId' | 'connection' | 'signal' | 'onProgress'> {
  /** Told of how it ended. */
  readonly tell?: WebExchange['tell'];
}

/** Told of each call of one of our own tools. */
export type OnOwnCall = (tool: string, isError: boolean) => void;

/** The answer of an operation as the result of a tool; an error is a result too, because models read those. */
export async function callOperation(
  operation: Operation,
  registry: Registry,
  given: Json | undefined,
  { tell = () => {}, ...context }: ToolContext,
): Promise<PrintedResult> {
  try {
    if (operation.tool?.awaitsServers === true) await registry.settle(FIRST_CONNECTING_MS);
    const reply = await perform(operation, requestOf(operation, given ?? new Map(), context));
    // A held call was not made, which a model that reads no more than `isError` must see.
    if (operation.tool?.isRelay === true && reply.kind === 'json' && reply.status === 202)
      throw new ServiceError('approval_required', { details: { approval: reply.body } });
    tell({ summary: reply.summary ?? { outcomes: { tool: { ok: 1 } } } });
    if (reply.kind !== 'json')
      throw new ServiceError('unsupported_value', {
        message: 'A tool answers with one JSON value; it cannot stream.',
        param: 'stream',
      });
    const relayed = operation.tool?.isRelay === true ? relay(reply.body as CallResult) : null;
    if (relayed !== null) return relayed;
    const text = writeJson(reply.body);
    // An executed call whose tool failed must look like a failure to a client that reads nothing else.
    const isError = (reply.body as { is_error?: unknown }).is_error === true;
    return { content: [{ type: 'text', text }], structuredContent: new RawJson(text), isError };
  } catch (error) {
    const known = error instanceof ServiceError ? error : new ServiceError('internal_error');
    tell({ summary: known.summary ?? summarizeUncalled(known.code) });
    if (known !== error)
      process.stderr.write(
        `${operation.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
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
    _meta: new Map<string, Json>([
      ...(meta instanceof Map ? meta : []),
      [CALL_META, parseJson(Buffer.from(writeJson(call)))],
    ]),
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
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: [],
  resource_link: ['uri', 'name'],
};

function requestOf(operation: Operation, given: Json, context: Omit<ToolContext, 'tell'>): OperationRequest {
  if (!(given instanceof Map)) throw new ServiceError('invalid_request', { message: 'arguments must be an object' });
  const hasBody = operation.request !== null;
  return {
    body: hasBody ? given : undefined,
    dropBody() {},
    bytes: hasBody ? Buffer.from(writeJson(given), 'utf8') : new Uint8Array(),
    params: {},
    query: hasBody ? {} : readQuery(operation, given),
    options: {},
    ...context,
  };
}

/** Operations without a body take their query as arguments. */
function readQuery(operation: Operation, given: ReadonlyMap<string, Json>): Record<string, string> {
  const query: Record<string, string> = { ...operation.tool?.defaults };
  for (const [name, value] of given) {
    if (operation.query === undefined || !Object.hasOwn(operation.query, name))
      throw new ServiceError('invalid_request', { message: `${name}: unknown argument`, param: name });
    const text = value instanceof JsonNumber ? value.text : value;
    if (typeof text !== 'string')
      throw new ServiceError('invalid_request', { message: `${name}: a text is expected`, param: name });
    query[name] = text;
  }
  return query;
}

/** A schema without the descriptions it has said before: what is the same in several places is read once. */
function sayOnce(schema: unknown, said: Set<unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => sayOnce(one, said));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => {
    const isRepeated = name === 'description' && typeof value === 'string' && said.has(value);
    if (name === 'description') said.add(value);
    return !isRepeated;
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, sayOnce(value, said)]));
}

/** Without an output schema: a model reads what comes, and every byte here is in its context all the time. */
export function describeTool(operation: Operation): Tool {
  const { tool, request, query, summary, scope } = operation;
  const input = tool?.input ?? request ?? { type: 'object', properties: query ?? {}, additionalProperties: false };
  // Only calls of upstream tools reach beyond this process.
  const reachesOut = scope === 'mcp:call';
  return {
    name: tool?.name ?? operation.id,
    description: tool?.description ?? summary,
    inputSchema: { ...(forModels(sayOnce(input, new Set())) as object), type: 'object' } as Tool['inputSchema'],
    // Said only where it is not the protocol's default.
    annotations: reachesOut ? {} : { readOnlyHint: true, openWorldHint: false },
  };
}

/**
 * Without what takes room in a context and changes no request: that null would do for what is left out, how many there may be, and
 * the type of values that are listed.
 */
function forModels(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forModels);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (BOUNDS.has(name) && typeof value === 'number') return [];
      if (name === 'type' && 'enum' in schema && Array.isArray(schema.enum)) return [];
      if (!Array.isArray(value) || (name !== 'type' && name !== 'enum')) return [[name, forModels(value)]];
      const left = value.filter((one) => one !== null && one !== 'null');
      return [[name, name === 'type' && left.length === 1 ? left[0] : left]];
    }),
  );
}

const BOUNDS: ReadonlySet<string> = new Set(['minItems', 'maxItems', 'minProperties', 'maxProperties']);

/** Tells the client of progress, when its request asks for it. */
export function progressTo(context: ServerContext): { onProgress?: (progress: Progress) => void } {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return {};
  return {
    onProgress: (progress) =>
      // A client that went away needs no progress.
      void context.mcpReq
        .notify({ method: 'notifications/progress', params: { ...progress, progressToken: token } })
        .catch(() => {}),
  };
}
