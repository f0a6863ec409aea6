// Operations: what the registry of tool servers offers.
// In: nothing. Out: its rows of the table of operations.

import { RawJson } from '../../../grammar/json.ts';
import { ServiceError } from '../../errors.ts';
import type { OperationRequest, Row } from '../../operation.ts';
import { json } from '../../operation.ts';
import { numberIn } from '../../query.ts';
import { showAuditRow } from '../../store/audit-chain.ts';
import type { ToolParts } from './catalogue.ts';
import { describeTool, searchCatalogue } from './catalogue.ts';
import { IF_NONE_MATCH, LIST_TOOLS_INPUT, listTools } from './listing.ts';
import { bodyOf, PAGE, record, viewerOf } from './request.ts';
import { auditOfDecision, summarizeCall, summarizeUncalled } from './said.ts';
import { SERVER_ROWS } from './server-operations.ts';
import { APPROVAL_LIST_SCHEMA, APPROVAL_SCHEMA } from './wire/approval-schema.ts';
import { AUDIT_EVENTS } from './wire/audit-events.ts';
import { AUDIT_LIST_SCHEMA } from './wire/audit-schema.ts';
import { TOOL_LIST_SCHEMA } from './wire/listing-schema.ts';
import type { CallResult, Registry } from './wire/mcp.ts';
import { TOOL_DETAILS, TOOL_FORMATS } from './wire/mcp.ts';
import {
  CALL_REQUEST_SCHEMA,
  DECIDE_APPROVAL_SCHEMA,
  DESCRIBE_REQUEST_SCHEMA,
  READ_RESULT_SCHEMA,
  SEARCH_REQUEST_SCHEMA,
} from './wire/mcp-request-schema.ts';
import {
  CALL_RESPONSE_SCHEMA,
  RESULT_PART_SCHEMA,
  SEARCH_RESPONSE_SCHEMA,
  TOOL_ITEM_SCHEMA,
} from './wire/mcp-schema.ts';

/** Rows of the audit in one answer. */
export const AUDIT_LIMIT_MAX = 1_000;
const AUDIT_LIMIT_DEFAULT = 100;

export const TOOL_ROWS: readonly Row<ToolParts>[] = [
  ...SERVER_ROWS,
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
      format: {
        type: 'string',
        enum: TOOL_FORMATS,
        description: 'openai: the tools that may be called, as a chat request takes them.',
      },
      ...PAGE,
    },
    headers: IF_NONE_MATCH,
    tool: {
      name: 'list_tools',
      awaitsServers: true,
      input: LIST_TOOLS_INPUT,
      defaults: { detail: 'summary' },
      description: 'List the tools of the registered servers, a line each. describe_tool has the schema of one.',
    },
    handle: listTools,
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
      return result.kind === 'held'
        ? { kind: 'json', status: 202, body: result.approval, summary: summarizeUncalled('approval_required') }
        : { kind: 'json', status: 200, body: result.call, summary: summarizeCall(result.call) };
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
      record(parts, request, 'approval.decided', auditOfDecision(decided));
      return json(decided);
    },
  },
  {
    id: 'listAudit',
    method: 'GET',
    path: '/v1/audit',
    family: 'mcp',
    scope: 'admin',
    summary: 'List what was done with tool servers and keys, as a chain of hashes, the oldest or the newest first.',
    request: null,
    response: AUDIT_LIST_SCHEMA,
    query: {
      after: { type: 'string', description: 'Rows with a higher number than this.' },
      limit: {
        type: 'string',
        description: `How many rows; ${AUDIT_LIMIT_DEFAULT} when left out, ${AUDIT_LIMIT_MAX} at most.`,
      },
      order: {
        type: 'string',
        enum: ['oldest', 'newest'],
        description: 'Which rows come first; oldest when left out.',
      },
      before: { type: 'string', description: 'The newest rows with a lower number than this.' },
      event: { type: 'string', enum: AUDIT_EVENTS },
      key: { type: 'string' },
    },
    async handle(parts, request) {
      const { event = null, key = null } = request.query;
      const after = numberIn(request, 'after', 0, Number.MAX_SAFE_INTEGER) ?? 0;
      const limit = numberIn(request, 'limit', 1, AUDIT_LIMIT_MAX) ?? AUDIT_LIMIT_DEFAULT;
      const before = numberIn(request, 'before', 1, Number.MAX_SAFE_INTEGER);
      const isNewest = before !== null || request.query['order'] === 'newest';
      const rows = await parts.listAudit({ after, limit, event, key, ...(isNewest ? { before } : {}) });
      const next = rows.length < limit ? null : (rows.at(-1)?.seq ?? null);
      return json({ object: 'list', rows: rows.map((row) => new RawJson(showAuditRow(row))), next });
    },
  },
];

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
