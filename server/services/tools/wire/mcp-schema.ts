// What the MCP endpoints answer, as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document, and for the types derived from them.

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const MOMENT_OR_NULL = { type: ['string', 'null'], description: 'RFC 3339, in UTC.' } as const;
const TRANSPORT = { enum: ['stdio', 'http', 'sse'] } as const;
const ERA = { enum: ['legacy', 'modern'] } as const;
export const STATUS = {
  enum: ['connecting', 'ready', 'unreachable', 'auth_required', 'restarting', 'disabled'],
} as const;
export const TOOL_STATUS = { enum: ['approved', 'pending', 'changed', 'blocked'] } as const;

/** Durations in milliseconds. */
export const TIMEOUTS_SCHEMA = {
  type: 'object',
  required: ['connect_ms', 'call_ms', 'max_total_ms', 'reset_on_progress'],
  properties: {
    connect_ms: { type: 'integer', minimum: 1 },
    call_ms: { type: 'integer', minimum: 1 },
    max_total_ms: { type: 'integer', minimum: 1, description: 'Also bounds a call that keeps sending progress.' },
    reset_on_progress: { type: 'boolean' },
  },
} as const;

export const LIMITS_SCHEMA = {
  type: 'object',
  description:
    'How much one server may take: calls at once, calls waiting, bytes of one message; and how much of a result goes out, of some tools by the patterns of their names.',
  required: ['concurrency', 'queue', 'response_bytes', 'result_bytes', 'tools'],
  properties: {
    concurrency: { type: 'integer', minimum: 1 },
    queue: COUNT,
    response_bytes: { type: 'integer', minimum: 1024 },
    result_bytes: { type: 'integer', minimum: 256 },
    tools: { type: 'object', additionalProperties: { type: 'integer', minimum: 256 } },
  },
} as const;

/** Bytes count in UTF-8. */
export const RESULT_PART_SCHEMA = {
  type: 'object',
  required: ['id', 'bytes', 'offset', 'text', 'next'],
  properties: {
    id: TEXT,
    bytes: { ...COUNT, description: 'Of the whole result.' },
    offset: COUNT,
    text: TEXT,
    next: { type: ['integer', 'null'], description: 'Where to read on; null at the end.' },
  },
} as const;

export const TOOL_RULES_SCHEMA = {
  type: 'object',
  description: 'Name patterns (* is any text), and what happens to a definition nobody has approved.',
  required: ['allow', 'deny', 'policy'],
  properties: { allow: TEXTS, deny: TEXTS, policy: { enum: ['tofu', 'first', 'strict', 'open'] } },
} as const;

export const GUARDS_SCHEMA = {
  type: 'object',
  description: 'Names of policies, in the order in which they are asked.',
  required: ['before', 'after'],
  properties: { before: TEXTS, after: TEXTS },
} as const;

export const UNGUARDED_SCHEMA = {
  type: 'array',
  items: { type: 'string', enum: ['resources', 'prompts'] },
  description:
    'What of a server goes through although no policy is asked about it. Where a policy decides about all of its tools, its resources and prompts are withheld without this.',
} as const;

export const GUARD_RULES_SCHEMA = {
  type: 'object',
  description: 'Guards of all calls, and of those of the tools whose names match a pattern.',
  required: ['before', 'after', 'tools'],
  properties: {
    ...GUARDS_SCHEMA.properties,
    tools: { type: 'object', additionalProperties: GUARDS_SCHEMA },
    unguarded: UNGUARDED_SCHEMA,
  },
} as const;

export const GUARD_RECORD_SCHEMA = {
  type: 'object',
  description: 'What one policy said of one call.',
  required: ['policy', 'phase', 'verdict', 'hash', 'steps'],
  properties: {
    policy: TEXT,
    phase: { enum: ['before', 'after'] },
    verdict: TEXT,
    hash: { type: ['string', 'null'], description: 'null: there was no such policy.' },
    steps: COUNT,
  },
} as const;

/** Where the tokens for a server over HTTP come from. */
export const AUTH_SCHEMA = {
  type: 'object',
  required: ['type', 'expected_issuer', 'client_id', 'scope', 'signed_in', 'expires_at'],
  properties: {
    type: {
      enum: ['authorization_code', 'client_credentials'],
      description: 'A person signs in (evident mcp login NAME), or the service has a client of its own.',
    },
    expected_issuer: { ...TEXT_OR_NULL, description: 'The authorization server; null: the one that the server names.' },
    client_id: TEXT_OR_NULL,
    scope: TEXT_OR_NULL,
    signed_in: { type: 'boolean', description: 'Whether there is a token.' },
    expires_at: { ...MOMENT_OR_NULL, description: 'Of the token; null where nobody said.' },
  },
} as const;

/** A registered server as shown. Values of `env` and `headers` are never part of it. */
export const SERVER_RECORD_SCHEMA = {
  type: 'object',
  required: [
    'id',
    'name',
    'transport',
    'description',
    'tags',
    'enabled',
    'origin',
    'status',
    'status_reason',
    'last_error',
    'env',
    'headers',
    'auth',
    'server_info',
    'protocol',
    'capabilities',
    'tools',
    'guards',
    'tools_count',
    'tools_pending',
    'tools_changed',
    'tools_hash',
    'last_connected_at',
    'last_refreshed_at',
    'next_retry_at',
    'restarts',
    'isolation',
    'timeouts',
    'limits',
    'revision',
    'created_at',
    'updated_at',
    'warnings',
  ],
  properties: {
    id: TEXT,
    name: TEXT,
    transport: TRANSPORT,
    description: TEXT,
    tags: TEXTS,
    enabled: { type: 'boolean' },
    origin: { enum: ['api', 'operator'] },
    status: STATUS,
    status_reason: TEXT_OR_NULL,
    last_error: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['code', 'message', 'at'],
          properties: {
            code: TEXT,
            message: TEXT,
            at: TEXT,
            stderr: { type: 'string', description: 'The last 4 KB, for those who may change servers.' },
          },
        },
      ],
    },
    command: TEXT,
    args_count: COUNT,
    url: TEXT,
    env: { type: 'array', items: TEXT, description: 'Names only.' },
    headers: { type: 'array', items: TEXT, description: 'Names only.' },
    auth: { anyOf: [{ type: 'null' }, AUTH_SCHEMA], description: 'null: it asks for no token, or nobody signed in.' },
    server_info: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['name', 'version'],
          properties: { name: TEXT, version: TEXT, title: TEXT },
        },
      ],
    },
    protocol: {
      type: 'object',
      required: ['wanted', 'era', 'version', 'checked_at'],
      properties: {
        wanted: { enum: ['auto', 'legacy', 'modern'] },
        era: { enum: ['legacy', 'modern', null] },
        version: TEXT_OR_NULL,
        checked_at: MOMENT_OR_NULL,
      },
    },
    capabilities: TEXTS,
    tools: TOOL_RULES_SCHEMA,
    guards: GUARD_RULES_SCHEMA,
    tools_count: COUNT,
    tools_pending: COUNT,
    tools_changed: COUNT,
    tools_hash: TEXT_OR_NULL,
    last_connected_at: MOMENT_OR_NULL,
    last_refreshed_at: MOMENT_OR_NULL,
    next_retry_at: MOMENT_OR_NULL,
    restarts: COUNT,
    isolation: { const: 'shared' },
    timeouts: TIMEOUTS_SCHEMA,
    limits: LIMITS_SCHEMA,
    revision: { type: 'integer', minimum: 1 },
    created_at: TEXT,
    updated_at: TEXT,
    warnings: TEXTS,
  },
} as const;

/** Where the next part of a list begins. */
export const NEXT_CURSOR = { ...TEXT_OR_NULL, description: '`cursor` of the next part; null at the end.' } as const;

export const SERVER_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'servers', 'next_cursor'],
  properties: {
    object: { const: 'list' },
    servers: { type: 'array', items: SERVER_RECORD_SCHEMA },
    next_cursor: NEXT_CURSOR,
    warnings: { ...TEXTS, description: 'Of a file that was imported: what of it was changed or not read.' },
  },
} as const;

/** A tool of the cached catalogue. MCP's own fields keep MCP's spelling, so that an item can be handed to any client. */
export const TOOL_ITEM_SCHEMA = {
  type: 'object',
  required: [
    'server',
    'name',
    'qualified_name',
    'inputSchema',
    'status',
    'hash',
    'approved_hash',
    'first_seen_at',
    'available',
  ],
  properties: {
    server: TEXT,
    name: TEXT,
    qualified_name: TEXT,
    title: {},
    description: {},
    inputSchema: {},
    outputSchema: {},
    annotations: {},
    icons: {},
    status: TOOL_STATUS,
    hash: TEXT,
    approved_hash: TEXT_OR_NULL,
    changes: {
      type: 'array',
      description: 'Of a changed tool: where its definition differs from the approved one; the first 50 places.',
      items: { type: 'object', required: ['path'], properties: { path: TEXT, before: {}, after: {} } },
    },
    flags: {
      type: 'array',
      description: 'What a person should look at; absent where there is nothing.',
      items: { enum: ['invisible-characters', 'hidden-instructions', 'same-name'] },
    },
    first_seen_at: TEXT,
    available: { type: 'boolean' },
  },
} as const;

/** The tools that the words of a query speak of, best first. */
export const SEARCH_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['object', 'outcome', 'tools'],
  properties: {
    object: { const: 'list' },
    outcome: {
      enum: ['decided', 'unresolved', 'refused'],
      description:
        '`decided`: the first tool alone says every word that counts. `refused`: no tool says one, and the list is empty.',
    },
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['server', 'name', 'qualified_name', 'inputSchema', 'score', 'evidence'],
        properties: {
          server: TEXT,
          name: TEXT,
          qualified_name: TEXT,
          title: {},
          description: {},
          inputSchema: {},
          annotations: {},
          score: { type: 'number' },
          evidence: {
            type: 'array',
            items: {
              type: 'object',
              required: ['start', 'end', 'text', 'in'],
              properties: {
                start: COUNT,
                end: COUNT,
                text: TEXT,
                in: { enum: ['name', 'description', 'parameters'] },
              },
            },
          },
        },
      },
    },
  },
} as const;

export const CALL_RESPONSE_SCHEMA = {
  type: 'object',
  required: [
    'id',
    'server',
    'tool',
    'outcome',
    'is_error',
    'result',
    'validation',
    'duration_ms',
    'protocol_era',
    'tool_hash',
    'attempts',
  ],
  properties: {
    id: TEXT,
    server: TEXT,
    tool: TEXT,
    outcome: { enum: ['ok', 'tool_error', 'input_required'] },
    is_error: { type: 'boolean' },
    result: { description: 'What the server sent, field for field.' },
    validation: {
      type: 'object',
      required: ['arguments', 'output'],
      properties: {
        arguments: { enum: ['valid', 'skipped'] },
        output: { enum: ['valid', 'invalid', 'skipped', 'none'] },
      },
    },
    duration_ms: { type: 'number' },
    protocol_era: ERA,
    tool_hash: TEXT,
    attempts: { const: 1 },
    approval: { type: 'string', description: 'The approval that this call used.' },
    guards: {
      type: 'array',
      items: GUARD_RECORD_SCHEMA,
      description: 'What policies said of the call; absent when none was asked.',
    },
  },
} as const;
