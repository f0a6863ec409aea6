// Operations: what the registry of tool servers offers.
// In: nothing. Out: its rows of the table of operations.

import type { Json } from '../../../grammar/json.ts';
import { RawJson } from '../../../grammar/json.ts';
import { ServiceError } from '../../errors.ts';
import type { OperationRequest, Row } from '../../operation.ts';
import { json } from '../../operation.ts';
import { showAuditRow } from '../../store/audit-chain.ts';
import type { ToolParts } from './catalogue.ts';
import { describeTool, listingOf, searchCatalogue } from './catalogue.ts';
import { APPROVAL_LIST_SCHEMA, APPROVAL_SCHEMA } from './wire/approval-schema.ts';
import { AUDIT_LIST_SCHEMA } from './wire/audit-schema.ts';
import type { ApprovalViewer, CallResult, RecordOptions, Registry, ToolDetail } from './wire/mcp.ts';
import { TOOL_DETAILS } from './wire/mcp.ts';
import {
  APPROVE_REQUEST_SCHEMA,
  CALL_REQUEST_SCHEMA,
  DECIDE_APPROVAL_SCHEMA,
  DESCRIBE_REQUEST_SCHEMA,
  READ_RESULT_SCHEMA,
  REGISTRATION_SCHEMA,
  SEARCH_REQUEST_SCHEMA,
} from './wire/mcp-request-schema.ts';
import {
  CALL_RESPONSE_SCHEMA,
  RESULT_PART_SCHEMA,
  SEARCH_RESPONSE_SCHEMA,
  SERVER_LIST_SCHEMA,
  SERVER_RECORD_SCHEMA,
  TOOL_ITEM_SCHEMA,
  TOOL_LIST_SCHEMA,
} from './wire/mcp-schema.ts';

/** Rows of the audit in one answer. */
export const AUDIT_LIMIT_MAX = 1_000;
const AUDIT_LIMIT_DEFAULT = 100;

const FLAG = { type: 'string', enum: ['true', 'false'] } as const;

export const TOOL_ROWS: readonly Row<ToolParts>[] = [
  {
    id: 'listServers',
    method: 'GET',
    path: '/v1/mcp/servers',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'List the registered tool servers.',
    request: null,
    response: SERVER_LIST_SCHEMA,
    handle: async ({ registry }, request) => json(await registry.listServers(recordOf(request))),
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
    async handle(parts, request) {
      const options = { replace: isSet(request, 'replace'), verify: isSet(request, 'verify') };
      const { status, body } = await parts.registry.registerServer(bodyOf(request), options);
      // 200: everything stood as asked.
      for (const { name, transport, revision } of status === 200 ? [] : 'servers' in body ? body.servers : [body])
        record(parts, request, 'server.registered', { server: name, transport, revision });
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
    handle: async ({ registry }, request) => json(await registry.getServer(nameOf(request), recordOf(request))),
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
    async handle(parts, request) {
      const deleted = await parts.registry.deleteServer(nameOf(request));
      record(parts, request, 'server.deleted', { server: deleted.name });
      return json(deleted);
    },
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
    handle: async ({ registry }, request) => json(await registry.refreshServer(nameOf(request))),
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
    async handle(parts, request) {
      const approved = await parts.registry.approveTools(nameOf(request), request.body ?? new Map());
      const { name, tools_hash } = approved;
      record(parts, request, 'tools.approved', {
        server: name,
        asked: request.body ?? null,
        tools_hash,
      });
      return json(approved);
    },
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
    async handle({ registry }, request) {
      const { server, q, detail = 'full' } = request.query;
      if (!(TOOL_DETAILS as readonly string[]).includes(detail))
        throw new ServiceError('invalid_request', {
          message: `detail: one of ${TOOL_DETAILS.join(', ')} is expected`,
          param: 'detail',
        });
      const list = await registry.listTools({
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
    handle: async (parts, request) => json(await searchCatalogue(parts, bodyOf(request))),
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
    handle: async ({ registry }, request) => json(await describeTool(registry, bodyOf(request))),
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
    async handle({ registry }, request) {
      const result = await callOrHold(registry, request);
      if (result.kind === 'held') return { kind: 'json', status: 202, body: result.approval };
      const { server, tool, outcome, guards = [] } = result.call;
      const summary = { outcomes: { [outcome]: 1 }, tool: { server, tool }, guards };
      return { kind: 'json', status: 200, body: result.call, summary };
    },
  },
  {
    id: 'readResult',
    method: 'POST',
    path: '/v1/mcp/results/read',
    family: 'mcp',
    scope: 'mcp:call',
    summary: 'Read on in a result that was cut, for a quarter of an hour.',
    request: READ_RESULT_SCHEMA,
    response: RESULT_PART_SCHEMA,
    tool: { name: 'read_result', description: 'Read on in a result that was cut.' },
    handle: async ({ registry }, request) => json(registry.readResult(bodyOf(request), request.caller.key)),
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
    handle: async ({ registry }) => json(await registry.listApprovals()),
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
    handle: async ({ registry }, request) =>
      json(await registry.getApproval(request.params['id'] as string, viewerOf(request))),
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
    async handle(parts, request) {
      const id = request.params['id'] as string;
      const decided = await parts.registry.decideApproval(id, bodyOf(request), viewerOf(request));
      const { status, caller, server, tool, tool_hash, arguments_hash } = decided;
      record(parts, request, 'approval.decided', {
        approval: id,
        status,
        caller,
        server,
        tool,
        tool_hash,
        arguments_hash,
      });
      return json(decided);
    },
  },
  {
    id: 'listAudit',
    method: 'GET',
    path: '/v1/audit',
    family: 'mcp',
    scope: 'admin',
    summary: 'List what was done with tool servers and keys, the oldest first, as a chain of hashes.',
    request: null,
    response: AUDIT_LIST_SCHEMA,
    query: {
      after: { type: 'string', description: 'Rows with a higher number than this.' },
      limit: {
        type: 'string',
        description: `How many rows; ${AUDIT_LIMIT_DEFAULT} when left out, ${AUDIT_LIMIT_MAX} at most.`,
      },
      event: { type: 'string' },
      key: { type: 'string' },
    },
    async handle(parts, request) {
      const { event = null, key = null } = request.query;
      const after = numberIn(request, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
      const limit = numberIn(request, 'limit', 1, AUDIT_LIMIT_MAX) ?? AUDIT_LIMIT_DEFAULT;
      const rows = await parts.listAudit({ after, limit, event, key });
      const next = rows.length < limit ? null : (rows.at(-1)?.seq ?? null);
      return json({ object: 'list', rows: rows.map((row) => new RawJson(showAuditRow(row))), next });
    },
  },
];

/** Tells the audit what a key has done. */
function record(
  { audit, now }: ToolParts,
  { caller }: OperationRequest,
  event: string,
  members: Readonly<Record<string, unknown>>,
): void {
  audit.add({ atMs: now(), event, key: caller.key, members });
}

function numberIn({ query }: OperationRequest, name: string, least: number, most: number): number | null {
  const text = query[name];
  if (text === undefined) return null;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new ServiceError('invalid_request', {
    message: `${name}: an integer from ${least} to ${most} is expected`,
    param: name,
  });
}

type CallOutcome =
  | { readonly kind: 'called'; readonly call: CallResult }
  | { readonly kind: 'held'; readonly approval: unknown };

/** A call that waits for a person is accepted and not failed; only over MCP it is an error, which models read. */
async function callOrHold(registry: Registry, request: OperationRequest): Promise<CallOutcome> {
  try {
    const call = await registry.callTool(bodyOf(request), {
      signal: request.signal,
      caller: request.caller.key,
      resultBytes: request.caller.resultBytes,
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
