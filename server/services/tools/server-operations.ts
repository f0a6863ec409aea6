// Operations on the registered servers.
// In: nothing. Out: their rows of the table of operations.

import type { Reply, Row } from '../../operation.ts';
import { json } from '../../operation.ts';
import type { ToolParts } from './catalogue.ts';
import { bodyOf, conditionIn, isSet, nameOf, PAGE, pageIn, record, recordOf, tagOf } from './request.ts';
import type { ServerRecord } from './wire/mcp.ts';
import { APPROVE_REQUEST_SCHEMA, NAMED_CONFIG_SCHEMA, REGISTRATION_SCHEMA } from './wire/mcp-request-schema.ts';
import { SERVER_LIST_SCHEMA, SERVER_RECORD_SCHEMA } from './wire/mcp-schema.ts';

const FLAG = { type: 'string', enum: ['true', 'false'] } as const;

const CONDITIONS = {
  'if-match': { type: 'string', description: 'The ETag of the record that is replaced; * is any.' },
  'if-none-match': { type: 'string', enum: ['*'], description: 'Only where there is no such server.' },
} as const;

export const SERVER_ROWS: readonly Row<ToolParts>[] = [
  {
    id: 'listServers',
    method: 'GET',
    path: '/v1/mcp/servers',
    family: 'mcp',
    scope: 'mcp:read',
    summary: 'List the registered tool servers.',
    request: null,
    response: SERVER_LIST_SCHEMA,
    query: PAGE,
    handle: async ({ registry }, request) => json(await registry.listServers(recordOf(request), pageIn(request))),
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
    handle: async ({ registry }, request) => tagged(200, await registry.getServer(nameOf(request), recordOf(request))),
  },
  {
    id: 'putServer',
    method: 'PUT',
    path: '/v1/mcp/servers/{name}',
    family: 'mcp',
    scope: 'mcp:admin',
    summary: 'Make a tool server what the body says: create it, or replace it.',
    request: NAMED_CONFIG_SCHEMA,
    headers: CONDITIONS,
    response: SERVER_RECORD_SCHEMA,
    async handle(parts, request) {
      const { status, body } = await parts.registry.putServer(nameOf(request), bodyOf(request), conditionIn(request));
      const { name, transport, revision } = body;
      record(parts, request, 'server.registered', { server: name, transport, revision });
      return tagged(status, body);
    },
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
    id: 'restartServer',
    method: 'POST',
    path: '/v1/mcp/servers/{name}/restart',
    family: 'mcp',
    scope: 'mcp:admin',
    summary: 'End the process or connection of one server and connect again; calls under way end with it.',
    request: null,
    response: SERVER_RECORD_SCHEMA,
    async handle(parts, request) {
      const restarted = await parts.registry.restartServer(nameOf(request));
      record(parts, request, 'server.restarted', { server: restarted.name });
      return json(restarted);
    },
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
];

function tagged(status: number, body: ServerRecord): Reply {
  return { kind: 'json', status, body, headers: tagOf(body) };
}
