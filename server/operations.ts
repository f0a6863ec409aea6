// Operations: what the service offers, as one table.
// In: nothing. Out: a row for each endpoint. Routes, validation, the OpenAPI document and our own MCP tools all follow from it.
// Why: an endpoint described twice is described wrongly once.

import type { Json } from '../grammar/json.ts';
import { ServiceError } from './errors.ts';
import { openApiBytes } from './openapi.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import type { Service } from './service.ts';
import { describeTool, listingOf, searchCatalogue } from './tool-catalogue.ts';
import { CHAT_REQUEST_SCHEMA, CHAT_RESPONSE_SCHEMA, CHAT_TOOL_INPUT } from './wire/chat-schema.ts';
import { DECISIONS_REQUEST_SCHEMA, DECISIONS_RESPONSE_SCHEMA } from './wire/decisions-schema.ts';
import type { ApprovalViewer, CallResult, RecordOptions, ToolDetail } from './wire/mcp.ts';
import { TOOL_DETAILS } from './wire/mcp.ts';
import {
  APPROVAL_LIST_SCHEMA,
  APPROVAL_SCHEMA,
  APPROVE_REQUEST_SCHEMA,
  CALL_REQUEST_SCHEMA,
  CALL_RESPONSE_SCHEMA,
  DECIDE_APPROVAL_SCHEMA,
  DESCRIBE_REQUEST_SCHEMA,
  REGISTRATION_SCHEMA,
  SEARCH_REQUEST_SCHEMA,
  SEARCH_RESPONSE_SCHEMA,
  SERVER_LIST_SCHEMA,
  SERVER_RECORD_SCHEMA,
  TOOL_ITEM_SCHEMA,
  TOOL_LIST_SCHEMA,
} from './wire/mcp-schema.ts';
import { HEALTH_SCHEMA, MODEL_LIST_SCHEMA, MODEL_SCHEMA } from './wire/models.ts';
import {
  BUILD_REQUEST_SCHEMA,
  CHECK_REQUEST_SCHEMA,
  CHECK_RESPONSE_SCHEMA,
  RUN_REQUEST_SCHEMA,
  RUN_RESPONSE_SCHEMA,
} from './wire/scripts.ts';
import { UNDECIDED_MODES } from './wire/systemone.ts';
import { SYSTEM_ONE_REQUEST_SCHEMA, SYSTEM_ONE_RESPONSE_SCHEMA } from './wire/systemone-schema.ts';
import { TOOL_VERIFY_REQUEST_SCHEMA, TOOL_VERIFY_RESPONSE_SCHEMA, TOOL_VERIFY_TOOL_INPUT } from './wire/verify.ts';

const DECIDE_HEADERS = {
  'x-evident-undecided': {
    type: 'string',
    enum: UNDECIDED_MODES,
    description: 'How questions without a decision are answered.',
  },
  'x-evident-profile': { type: 'string', enum: ['core'], description: 'Only the fields of the original wire.' },
  'x-evident-trace': {
    type: 'string',
    enum: ['1'],
    description: 'Adds `trace`: hash, steps and schedule of the program that the questions are.',
  },
} as const;

const FLAG = { type: 'string', enum: ['true', 'false'] } as const;

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'decide',
    method: 'POST',
    path: '/v1/systemone',
    family: 'systemone',
    scope: 'decide',
    summary: 'Answer named questions about a state, each with its evidence.',
    request: SYSTEM_ONE_REQUEST_SCHEMA,
    readsInThreads: true,
    repeated: ['questions'],
    headers: DECIDE_HEADERS,
    response: SYSTEM_ONE_RESPONSE_SCHEMA,
    tool: {
      name: 'decide',
      description:
        'Answer choice, score and yes/no questions about a state by looking phrases up in it. Every answer is decided, unresolved or refused, with the evidence; act only on decided answers with may_act.',
    },
    handle: (service, request) => service.decide(request),
  },
  {
    id: 'answerDecisions',
    method: 'POST',
    path: '/v1/decisions',
    family: 'chat',
    scope: 'decide',
    summary: "Answer questions about an input, as OpenAI's Decisions wire asks them; what is not decided is a refusal.",
    request: DECISIONS_REQUEST_SCHEMA,
    readsInThreads: true,
    headers: DECIDE_HEADERS,
    response: DECISIONS_RESPONSE_SCHEMA,
    handle: (service, request) => service.answerDecisions(request),
  },
  {
    id: 'route',
    method: 'POST',
    path: '/v1/chat/completions',
    family: 'chat',
    scope: 'route',
    summary: 'Choose one of the given tools for a conversation, with evidence for every argument.',
    request: CHAT_REQUEST_SCHEMA,
    readsInThreads: true,
    response: CHAT_RESPONSE_SCHEMA,
    tool: {
      name: 'route_tool',
      description:
        'Choose one of the given tools for a conversation and fill its arguments from what the user said, each with evidence. Asks or refuses when unsure; never executes anything.',
      input: CHAT_TOOL_INPUT,
    },
    handle: (service, request) => service.route(request),
  },
  {
    id: 'verifyCalls',
    method: 'POST',
    path: '/v1/tools/verify',
    family: 'chat',
    scope: 'route',
    summary: 'Say of the calls a model wants to make whether the conversation orders them and says their arguments.',
    request: TOOL_VERIFY_REQUEST_SCHEMA,
    readsInThreads: true,
    response: TOOL_VERIFY_RESPONSE_SCHEMA,
    tool: {
      name: 'verify_tool_call',
      description:
        'Check a tool call before making it: is it ordered by the user, and is every argument said? Returns evidence, and what is ungrounded, invalid or left out; executes nothing.',
      input: TOOL_VERIFY_TOOL_INPUT,
    },
    handle: (service, request) => service.verify(request),
  },
  {
    id: 'checkScript',
    method: 'POST',
    path: '/v1/scripts/check',
    family: 'scripts',
    scope: 'scripts',
    summary: 'Parse and verify a script without running it.',
    request: CHECK_REQUEST_SCHEMA,
    readsInThreads: true,
    response: CHECK_RESPONSE_SCHEMA,
    tool: {
      name: 'check_script',
      description:
        'Check a script: parse errors, unbound names, arity, recursion; returns its canonical text and hash. Runs nothing.',
    },
    handle: (service, request) => service.performScript('check', request),
  },
  {
    id: 'runScript',
    method: 'POST',
    path: '/v1/scripts/run',
    family: 'scripts',
    scope: 'scripts',
    summary: 'Run a script on an input under an exact step budget.',
    request: RUN_REQUEST_SCHEMA,
    readsInThreads: true,
    response: RUN_RESPONSE_SCHEMA,
    tool: {
      name: 'run_script',
      description:
        'Run a pure script on a JSON input under an exact step budget (fuel); returns output, steps and hash.',
    },
    handle: (service, request) => service.performScript('run', request),
  },
  {
    id: 'buildScript',
    method: 'POST',
    path: '/v1/scripts/build',
    family: 'scripts',
    scope: 'scripts',
    summary: 'Build a script into a portable WebAssembly file without imports.',
    request: BUILD_REQUEST_SCHEMA,
    readsInThreads: true,
    response: {},
    produces: 'application/wasm',
    handle: (service, request) => service.performScript('build', request),
  },
  {
    id: 'listServers',
    method: 'GET',
    path: '/v1/mcp/servers',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'List the registered tool servers.',
    request: null,
    response: SERVER_LIST_SCHEMA,
    handle: async (service, request) => json(await service.registry.listServers(recordOf(request))),
  },
  {
    id: 'registerServer',
    method: 'POST',
    path: '/v1/mcp/servers',
    family: 'mcp',
    scope: 'mcp:admin',
    summary: 'Register a tool server, or import an mcpServers file.',
    request: REGISTRATION_SCHEMA,
    response: SERVER_RECORD_SCHEMA,
    query: { replace: FLAG, verify: FLAG },
    async handle(service, request) {
      const options = { replace: isSet(request, 'replace'), verify: isSet(request, 'verify') };
      const { status, body } = await service.registry.registerServer(bodyOf(request), options);
      return { kind: 'json', status, body };
    },
  },
  {
    id: 'getServer',
    method: 'GET',
    path: '/v1/mcp/servers/{name}',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'Show one tool server.',
    request: null,
    response: SERVER_RECORD_SCHEMA,
    handle: async (service, request) => json(await service.registry.getServer(nameOf(request), recordOf(request))),
  },
  {
    id: 'deleteServer',
    method: 'DELETE',
    path: '/v1/mcp/servers/{name}',
    family: 'mcp',
    scope: 'mcp:admin',
    summary: 'Remove a tool server and stop what runs for it.',
    request: null,
    response: {
      type: 'object',
      required: ['name', 'deleted'],
      properties: { name: { type: 'string' }, deleted: { const: true } },
    },
    handle: async (service, request) => json(await service.registry.deleteServer(nameOf(request))),
  },
  {
    id: 'refreshServer',
    method: 'POST',
    path: '/v1/mcp/servers/{name}/refresh',
    family: 'mcp',
    scope: 'mcp:admin',
    summary: 'Connect when needed and list the tools of one server again.',
    request: null,
    response: SERVER_RECORD_SCHEMA,
    handle: async (service, request) => json(await service.registry.refreshServer(nameOf(request))),
  },
  {
    id: 'approveTools',
    method: 'POST',
    path: '/v1/mcp/servers/{name}/approve',
    family: 'mcp',
    scope: 'mcp:admin',
    summary: 'Approve pending or changed tool definitions.',
    request: APPROVE_REQUEST_SCHEMA,
    bodyOptional: true,
    response: SERVER_RECORD_SCHEMA,
    handle: async (service, request) =>
      json(await service.registry.approveTools(nameOf(request), request.body ?? new Map())),
  },
  {
    id: 'listTools',
    method: 'GET',
    path: '/v1/mcp/tools',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'List the tools of all registered servers from the cached catalogue.',
    request: null,
    response: TOOL_LIST_SCHEMA,
    query: {
      server: { type: 'string' },
      q: { type: 'string', description: 'Text that name, title or description contains.' },
      detail: {
        type: 'string',
        enum: TOOL_DETAILS,
        description: 'How much of each tool: its name, a line, or all of it.',
      },
    },
    tool: {
      name: 'list_tools',
      awaitsServers: true,
      defaults: { detail: 'summary' },
      description: 'List the tools of the registered servers, a line each. describe_tool has the schema of one.',
    },
    async handle(service, request) {
      const { server, q, detail = 'full' } = request.query;
      if (!(TOOL_DETAILS as readonly string[]).includes(detail))
        throw new ServiceError('invalid_request', {
          message: `detail: one of ${TOOL_DETAILS.join(', ')} is expected`,
          param: 'detail',
        });
      const list = await service.registry.listTools({
        ...(server === undefined ? {} : { server }),
        ...(q === undefined ? {} : { q }),
      });
      return json(listingOf(list, detail as ToolDetail));
    },
  },
  {
    id: 'searchTools',
    method: 'POST',
    path: '/v1/mcp/tools/search',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'Find the tools of registered servers that a few words speak of, with their schemas and the evidence.',
    request: SEARCH_REQUEST_SCHEMA,
    response: SEARCH_RESPONSE_SCHEMA,
    tool: {
      name: 'search_tools',
      awaitsServers: true,
      description:
        'Find the tools of the registered servers that a few words speak of, best first, with their schemas. Empty when nothing fits; decided when one tool alone says every word.',
    },
    handle: async (service, request) => json(await searchCatalogue(service.registry, bodyOf(request))),
  },
  {
    id: 'describeTool',
    method: 'POST',
    path: '/v1/mcp/tools/describe',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'Show one tool of a registered server whole.',
    request: DESCRIBE_REQUEST_SCHEMA,
    response: TOOL_ITEM_SCHEMA,
    tool: {
      name: 'describe_tool',
      awaitsServers: true,
      description: 'Show one tool of a registered server with its description and schemas.',
    },
    handle: async (service, request) => json(await describeTool(service.registry, bodyOf(request))),
  },
  {
    id: 'callTool',
    method: 'POST',
    path: '/v1/mcp/call',
    family: 'mcp',
    scope: 'mcp:call',
    summary: 'Route a tool call to a registered server, execute it and return its result.',
    request: CALL_REQUEST_SCHEMA,
    response: CALL_RESPONSE_SCHEMA,
    tool: {
      name: 'call_tool',
      isRelay: true,
      description: 'Execute a tool of a registered upstream server and return its result unchanged.',
    },
    async handle(service, request) {
      const result = await callOrHold(service, request);
      if (result.kind === 'held') return { kind: 'json', status: 202, body: result.approval };
      const { server, tool, outcome, guards = [] } = result.call;
      const summary = { outcomes: { [outcome]: 1 }, tool: { server, tool }, guards };
      return { kind: 'json', status: 200, body: result.call, summary };
    },
  },
  {
    id: 'listApprovals',
    method: 'GET',
    path: '/v1/mcp/approvals',
    family: 'mcp',
    scope: 'mcp:approve',
    summary: 'List the calls that policies hold for a person, the newest first.',
    request: null,
    response: APPROVAL_LIST_SCHEMA,
    handle: async (service) => json(await service.registry.listApprovals()),
  },
  {
    id: 'getApproval',
    method: 'GET',
    path: '/v1/mcp/approvals/{id}',
    family: 'mcp',
    scope: 'mcp:call',
    summary: 'Show one held call: to the key that made it, and to those that approve.',
    request: null,
    response: APPROVAL_SCHEMA,
    handle: async (service, request) =>
      json(await service.registry.getApproval(request.params['id'] as string, viewerOf(request))),
  },
  {
    id: 'decideApproval',
    method: 'POST',
    path: '/v1/mcp/approvals/{id}',
    family: 'mcp',
    scope: 'mcp:approve',
    summary: 'Approve or deny a held call; approved, the same call is made once when it comes again.',
    request: DECIDE_APPROVAL_SCHEMA,
    response: APPROVAL_SCHEMA,
    handle: async (service, request) =>
      json(await service.registry.decideApproval(request.params['id'] as string, bodyOf(request), viewerOf(request))),
  },
  {
    id: 'listModels',
    method: 'GET',
    path: '/v1/models',
    family: 'chat',
    scope: 'decide',
    summary: 'List the models.',
    request: null,
    response: MODEL_LIST_SCHEMA,
    handle: async (service) => json(service.listModels()),
  },
  {
    id: 'getModel',
    method: 'GET',
    path: '/v1/models/{id}',
    family: 'chat',
    scope: 'decide',
    summary: 'Show one model.',
    request: null,
    response: MODEL_SCHEMA,
    handle: async (service, request) => json(service.getModel(request.params['id'] as string)),
  },
  {
    id: 'health',
    method: 'GET',
    path: '/health',
    family: 'meta',
    scope: null,
    summary: 'Tell that the server answers, and which engine it runs.',
    request: null,
    response: HEALTH_SCHEMA,
    handle: async (service) => json(service.health()),
  },
  {
    id: 'live',
    method: 'GET',
    path: '/livez',
    family: 'meta',
    scope: null,
    summary: 'Tell that the process is alive.',
    request: null,
    response: HEALTH_SCHEMA,
    handle: async (service) => json(service.health()),
  },
  {
    id: 'ready',
    method: 'GET',
    path: '/readyz',
    family: 'meta',
    scope: null,
    summary: 'Tell that the service can do work; 503 while it starts or stops, and while its store fails.',
    request: null,
    response: HEALTH_SCHEMA,
    handle: async (service) => json(await service.ready()),
  },
  {
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    family: 'meta',
    scope: 'metrics',
    summary: 'Counters and times in the text format of Prometheus.',
    request: null,
    response: {},
    produces: 'text/plain',
    async handle(service) {
      const { contentType, text } = await service.metrics();
      return { kind: 'bytes', status: 200, contentType, bytes: Buffer.from(text, 'utf8') };
    },
  },
  {
    id: 'openApi',
    method: 'GET',
    path: '/openapi.json',
    family: 'meta',
    scope: null,
    summary: 'This description as an OpenAPI document.',
    request: null,
    response: { type: 'object' },
    handle: async () => ({
      kind: 'bytes',
      status: 200,
      contentType: 'application/json; charset=utf-8',
      bytes: openApiBytes(OPERATIONS),
    }),
  },
];

type CallOutcome =
  | { readonly kind: 'called'; readonly call: CallResult }
  | { readonly kind: 'held'; readonly approval: unknown };

/** A call that waits for a person is accepted and not failed; only over MCP it is an error, which models read. */
async function callOrHold(service: Service, request: OperationRequest): Promise<CallOutcome> {
  try {
    const call = await service.registry.callTool(bodyOf(request), {
      signal: request.signal,
      caller: request.caller.key,
      ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
    });
    return { kind: 'called', call };
  } catch (error) {
    const held = error instanceof ServiceError && error.code === 'approval_required' ? error : null;
    const { approval } = (held?.details ?? {}) as { readonly approval?: unknown };
    if (approval === undefined) throw error;
    return { kind: 'held', approval };
  }
}

function json(body: unknown): Reply {
  return { kind: 'json', status: 200, body };
}

/** `perform` lets no request without a body reach the handler of an operation that wants one. */
function bodyOf(request: OperationRequest): Json {
  return request.body as Json;
}

function nameOf(request: OperationRequest): string {
  return request.params['name'] as string;
}

function viewerOf({ caller: { key, scopes } }: OperationRequest): ApprovalViewer {
  return { key, mayApprove: scopes.has('mcp:approve') || scopes.has('admin') };
}

function recordOf({ caller: { scopes } }: OperationRequest): RecordOptions {
  return { isAdmin: scopes.has('mcp:admin') || scopes.has('admin') };
}

function isSet(request: OperationRequest, name: string): boolean {
  return request.query[name] === 'true';
}
