// What the MCP endpoints take, as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document and for our own MCP tools.

import {
  GUARDS_SCHEMA,
  LIMITS_SCHEMA,
  TEXT,
  TEXTS,
  TIMEOUTS_SCHEMA,
  TOOL_RULES_SCHEMA,
  UNGUARDED_SCHEMA,
} from './mcp-schema.ts';

const NAME_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$';

const TEXT_MAP_SCHEMA = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** Without a type it is a login of a person. */
const AUTH_CONFIG_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  description:
    'Where tokens for a server over HTTP come from. A secret may be a reference, and is sent to expected_issuer alone.',
  properties: {
    type: { type: 'string', enum: ['authorization_code', 'client_credentials'] },
    expected_issuer: TEXT,
    client_id: TEXT,
    client_secret: TEXT,
    scope: TEXT,
  },
} as const;

const CONNECTION_PROPERTIES = {
  transport: { type: 'string', description: 'stdio, http or sse; inferred from command and url.' },
  type: { type: 'string', description: 'Another name for transport; streamable-http and streamableHttp mean http.' },
  description: TEXT,
  enabled: { type: 'boolean' },
  tags: TEXTS,
  command: { type: 'string' },
  args: TEXTS,
  env: TEXT_MAP_SCHEMA,
  cwd: { type: 'string' },
  url: { type: 'string' },
  headers: TEXT_MAP_SCHEMA,
  auth: AUTH_CONFIG_SCHEMA,
  protocol: { type: 'string', enum: ['auto', 'legacy', 'modern'] },
  isolation: { type: 'string', enum: ['shared'] },
  timeouts: { type: 'object', additionalProperties: false, properties: TIMEOUTS_SCHEMA.properties },
  limits: { type: 'object', additionalProperties: false, properties: LIMITS_SCHEMA.properties },
  tools: { type: 'object', additionalProperties: false, properties: TOOL_RULES_SCHEMA.properties },
  guards: {
    type: 'object',
    additionalProperties: false,
    description: 'Names of policies that are asked before and after each call.',
    properties: {
      ...GUARDS_SCHEMA.properties,
      tools: {
        type: 'object',
        description: 'More of them for tools whose names match a pattern.',
        additionalProperties: { type: 'object', additionalProperties: false, properties: GUARDS_SCHEMA.properties },
      },
      unguarded: UNGUARDED_SCHEMA,
    },
  },
} as const;

/** One server. `command` makes it stdio, `url` makes it http; both together are refused. */
const SERVER_CONFIG_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', pattern: NAME_PATTERN }, ...CONNECTION_PROPERTIES },
} as const;

/** One server whose name stands elsewhere. */
export const NAMED_CONFIG_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string', pattern: NAME_PATTERN }, ...CONNECTION_PROPERTIES },
} as const;

/** As clients keep them: any name, which is made fit, and fields that mean nothing here. */
const CLIENT_CONFIGS_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'object', properties: CONNECTION_PROPERTIES },
} as const;

/** A single server, or the file of an MCP client as it is. */
export const REGISTRATION_SCHEMA = {
  anyOf: [
    SERVER_CONFIG_SCHEMA,
    { type: 'object', required: ['mcpServers'], properties: { mcpServers: CLIENT_CONFIGS_SCHEMA } },
    { type: 'object', required: ['servers'], properties: { servers: CLIENT_CONFIGS_SCHEMA } },
  ],
} as const;

const TOOL_PROPERTIES = {
  server: { type: 'string' },
  tool: { type: 'string', description: 'Plain or qualified (server__tool).' },
} as const;

export const DESCRIBE_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['tool'],
  properties: TOOL_PROPERTIES,
} as const;

export const SEARCH_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query: { type: 'string', description: 'What the tool should do, in a few words.' },
    server: { type: 'string', description: 'Only the tools of this server.' },
    limit: { type: 'integer', minimum: 1, maximum: 20, description: '5 when not said.' },
  },
} as const;

/** `server` may be left out when exactly one registered server has ever listed the tool. */
export const CALL_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['tool'],
  properties: {
    ...TOOL_PROPERTIES,
    arguments: { type: ['object', 'null'] },
    timeout_ms: { type: 'integer', minimum: 1 },
    max_result_bytes: { type: 'integer', minimum: 256, description: 'More is cut; read_result has the rest.' },
    input_responses: {
      type: 'object',
      description: 'Answers to the inputRequests of an earlier input_required result.',
    },
    request_state: { type: 'string', description: 'The requestState of that result, as it came.' },
  },
} as const;

/** A part of a result that was cut. */
export const READ_RESULT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: TEXT, offset: { type: 'integer', minimum: 0 }, bytes: { type: 'integer', minimum: 4 } },
} as const;

export const DECIDE_APPROVAL_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['decision'],
  properties: { decision: { type: 'string', enum: ['approve', 'deny'] } },
} as const;

export const APPROVE_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    tools: {
      type: 'array',
      items: {
        oneOf: [
          { type: 'string' },
          {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'hash'],
            properties: { name: { type: 'string' }, hash: { type: 'string' } },
          },
        ],
      },
    },
  },
} as const;
