// What the endpoints of held calls answer, as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document, and for the types derived from them.

import { TEXT } from './mcp-schema.ts';

const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

/** A call that a policy holds for a person. */
export const APPROVAL_SCHEMA = {
  type: 'object',
  required: [
    'id',
    'object',
    'status',
    'caller',
    'server',
    'tool',
    'tool_hash',
    'arguments',
    'arguments_bytes',
    'arguments_hash',
    'reason',
    'decided_by',
    'created_at',
    'expires_at',
  ],
  properties: {
    id: TEXT,
    object: { const: 'approval' },
    status: { enum: ['pending', 'approved', 'denied', 'used', 'expired'] },
    caller: TEXT_OR_NULL,
    server: TEXT,
    tool: TEXT,
    tool_hash: TEXT,
    arguments: {},
    arguments_bytes: { type: 'integer', minimum: 0 },
    input_responses: {},
    arguments_hash: TEXT,
    reason: TEXT,
    decided_by: TEXT_OR_NULL,
    created_at: TEXT,
    expires_at: TEXT,
  },
} as const;

export const APPROVAL_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'approvals'],
  properties: { object: { const: 'list' }, approvals: { type: 'array', items: APPROVAL_SCHEMA } },
} as const;
