// The contract of the MCP endpoints as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document, for our own MCP tools and for checking what goes over the wire.

const NAME_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$';

const TEXT_MAP_SCHEMA = { type: 'object', additionalProperties: { type: 'string' } } as const;

const CONNECTION_PROPERTIES = {
  transport: { type: 'string', description: 'stdio, http or sse; inferred from command and url.' },
  type: { type: 'string', description: 'Another name for transport; streamable-http and streamableHttp mean http.' },
  description: { type: 'string' },
  enabled: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string' } },
  command: { type: 'string' },
  args: { type: 'array', items: { type: 'string' } },
  env: TEXT_MAP_SCHEMA,
  cwd: { type: 'string' },
  url: { type: 'string' },
  headers: TEXT_MAP_SCHEMA,
  protocol: { type: 'string', enum: ['auto', 'legacy', 'modern'] },
  isolation: { type: 'string', enum: ['shared'] },
  timeouts: {
    type: 'object',
    additionalProperties: false,
    properties: {
      connect_ms: { type: 'integer', minimum: 1 },
      call_ms: { type: 'integer', minimum: 1 },
      max_total_ms: { type: 'integer', minimum: 1 },
      reset_on_progress: { type: 'boolean' },
    },
  },
  limits: {
    type: 'object',
    additionalProperties: false,
    properties: {
      concurrency: { type: 'integer', minimum: 1 },
      queue: { type: 'integer', minimum: 0 },
      response_bytes: { type: 'integer', minimum: 1024 },
    },
  },
  tools: {
    type: 'object',
    additionalProperties: false,
    properties: {
      allow: { type: 'array', items: { type: 'string' } },
      deny: { type: 'array', items: { type: 'string' } },
      policy: { type: 'string', enum: ['tofu', 'strict', 'open'] },
    },
  },
  guards: {
    type: 'object',
    additionalProperties: false,
    description: 'Names of policies that are asked before and after each call.',
    properties: {
      before: { type: 'array', items: { type: 'string' } },
      after: { type: 'array', items: { type: 'string' } },
      tools: {
        type: 'object',
        description: 'More of them for tools whose names match a pattern.',
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          properties: {
            before: { type: 'array', items: { type: 'string' } },
            after: { type: 'array', items: { type: 'string' } },
          },
        },
      },
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

const NAMED_CONFIGS_SCHEMA = {
  type: 'object',
  propertyNames: { pattern: NAME_PATTERN },
  additionalProperties: { type: 'object', additionalProperties: false, properties: CONNECTION_PROPERTIES },
} as const;

/** A single server, or the `mcpServers` (Claude, Cursor) and `servers` (VS Code) files as they are. */
export const REGISTRATION_SCHEMA = {
  oneOf: [
    SERVER_CONFIG_SCHEMA,
    {
      type: 'object',
      additionalProperties: false,
      required: ['mcpServers'],
      properties: { mcpServers: NAMED_CONFIGS_SCHEMA },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['servers'],
      properties: { servers: NAMED_CONFIGS_SCHEMA },
    },
  ],
} as const;

export const SERVER_RECORD_SCHEMA = {
  type: 'object',
  required: [
    'id',
    'name',
    'transport',
    'status',
    'enabled',
    'tools_count',
    'protocol',
    'revision',
    'created_at',
    'updated_at',
  ],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    transport: { type: 'string', enum: ['stdio', 'http', 'sse'] },
    description: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    enabled: { type: 'boolean' },
    origin: { type: 'string', enum: ['api', 'operator'] },
    status: { type: 'string', enum: ['connecting', 'ready', 'unreachable', 'auth_required', 'restarting', 'disabled'] },
    status_reason: { type: ['string', 'null'] },
    last_error: { type: ['object', 'null'] },
    command: { type: 'string' },
    args_count: { type: 'integer' },
    url: { type: 'string' },
    env: { type: 'array', items: { type: 'string' }, description: 'Names only.' },
    headers: { type: 'array', items: { type: 'string' }, description: 'Names only.' },
    server_info: { type: ['object', 'null'] },
    protocol: { type: 'object' },
    capabilities: { type: 'array', items: { type: 'string' } },
    tools: { type: 'object' },
    guards: { type: 'object' },
    tools_count: { type: 'integer' },
    tools_pending: { type: 'integer' },
    tools_changed: { type: 'integer' },
    tools_hash: { type: ['string', 'null'] },
    last_connected_at: { type: ['string', 'null'] },
    last_refreshed_at: { type: ['string', 'null'] },
    next_retry_at: { type: ['string', 'null'] },
    restarts: { type: 'integer' },
    isolation: { type: 'string' },
    timeouts: { type: 'object' },
    limits: { type: 'object' },
    revision: { type: 'integer' },
    created_at: { type: 'string' },
    updated_at: { type: 'string' },
    warnings: { type: 'array', items: { type: 'string' } },
  },
} as const;

export const SERVER_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'servers', 'next_cursor'],
  properties: {
    object: { const: 'list' },
    servers: { type: 'array', items: SERVER_RECORD_SCHEMA },
    next_cursor: { type: 'null' },
  },
} as const;

export const TOOL_ITEM_SCHEMA = {
  type: 'object',
  required: ['server', 'name', 'qualified_name', 'inputSchema', 'status', 'hash', 'available'],
  properties: {
    server: { type: 'string' },
    name: { type: 'string' },
    qualified_name: { type: 'string' },
    inputSchema: {},
    status: { type: 'string', enum: ['approved', 'pending', 'changed', 'blocked'] },
    hash: { type: 'string' },
    approved_hash: { type: ['string', 'null'] },
    first_seen_at: { type: 'string' },
    available: { type: 'boolean' },
  },
} as const;

export const TOOL_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'tools', 'servers', 'partial', 'next_cursor'],
  properties: {
    object: { const: 'list' },
    tools: { type: 'array', items: { type: 'object', required: ['server', 'name'] } },
    servers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'status', 'outcome', 'tools', 'age_ms', 'stale'],
        properties: {
          name: { type: 'string' },
          status: { type: 'string' },
          outcome: { type: 'string' },
          tools: { type: 'integer' },
          age_ms: { type: ['number', 'null'] },
          stale: { type: 'boolean' },
        },
      },
    },
    partial: { type: 'boolean' },
    next_cursor: { type: 'null' },
  },
} as const;

export const DESCRIBE_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['tool'],
  properties: {
    server: { type: 'string' },
    tool: { type: 'string', description: 'The plain name, or the qualified one (server__tool).' },
  },
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

export const SEARCH_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['object', 'outcome', 'tools'],
  properties: {
    object: { const: 'list' },
    outcome: { type: 'string', enum: ['decided', 'unresolved', 'refused'] },
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['server', 'name', 'qualified_name', 'inputSchema', 'score', 'evidence'],
        properties: {
          server: { type: 'string' },
          name: { type: 'string' },
          qualified_name: { type: 'string' },
          description: {},
          inputSchema: {},
          score: { type: 'number' },
          evidence: {
            type: 'array',
            items: {
              type: 'object',
              required: ['start', 'end', 'text', 'in'],
              properties: {
                start: { type: 'integer' },
                end: { type: 'integer' },
                text: { type: 'string' },
                in: { type: 'string', enum: ['name', 'description', 'parameters'] },
              },
            },
          },
        },
      },
    },
  },
} as const;

/** `server` may be left out when exactly one registered server has ever listed the tool. */
export const CALL_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['tool'],
  properties: {
    server: { type: 'string' },
    tool: { type: 'string', description: 'The plain name, or the qualified one (server__tool).' },
    arguments: { type: ['object', 'null'] },
    timeout_ms: { type: 'integer', minimum: 1 },
    input_responses: {
      type: 'object',
      description: 'Answers to the inputRequests of an earlier input_required result.',
    },
    request_state: { type: 'string', description: 'The requestState of that result, as it came.' },
  },
} as const;

export const CALL_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['id', 'server', 'tool', 'outcome', 'is_error', 'result', 'validation', 'protocol_era', 'tool_hash'],
  properties: {
    id: { type: 'string' },
    server: { type: 'string' },
    tool: { type: 'string' },
    outcome: { type: 'string', enum: ['ok', 'tool_error', 'input_required'] },
    is_error: { type: 'boolean' },
    result: { type: 'object' },
    validation: { type: 'object' },
    duration_ms: { type: 'number' },
    protocol_era: { type: 'string', enum: ['legacy', 'modern'] },
    tool_hash: { type: 'string' },
    attempts: { const: 1 },
    approval: { type: 'string', description: 'The approval that this call used.' },
    guards: { type: 'array', items: { type: 'object' }, description: 'What policies said of the call.' },
  },
} as const;

export const APPROVAL_SCHEMA = {
  type: 'object',
  required: ['id', 'object', 'status', 'server', 'tool', 'arguments', 'arguments_hash', 'reason', 'expires_at'],
  properties: {
    id: { type: 'string' },
    object: { const: 'approval' },
    status: { type: 'string', enum: ['pending', 'approved', 'denied', 'used', 'expired'] },
    caller: { type: ['string', 'null'] },
    server: { type: 'string' },
    tool: { type: 'string' },
    tool_hash: { type: 'string' },
    arguments: { type: 'object' },
    arguments_hash: { type: 'string' },
    reason: { type: 'string' },
    decided_by: { type: ['string', 'null'] },
    created_at: { type: 'string' },
    expires_at: { type: 'string' },
  },
} as const;

export const APPROVAL_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'approvals'],
  properties: { object: { const: 'list' }, approvals: { type: 'array', items: APPROVAL_SCHEMA } },
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
