// What the audit's endpoint answers, as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document.

import { AUDIT_EVENTS } from './audit-events.ts';
import { GUARD_RECORD_SCHEMA, TEXT } from './mcp-schema.ts';

const COUNT = { type: 'integer', minimum: 0 } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

const AUDIT_ROW_SCHEMA = {
  type: 'object',
  description: 'A row, with what there is to say of its event between its key and its hashes.',
  required: ['seq', 'time', 'event', 'key', 'previous', 'hash'],
  properties: {
    seq: { type: 'integer', minimum: 1, description: 'Without gaps.' },
    time: { ...TEXT, description: 'RFC 3339, in UTC.' },
    event: { enum: AUDIT_EVENTS },
    key: {
      ...TEXT_OR_NULL,
      description: 'The name of the API key; null where none is needed, and for the command line.',
    },
    server: TEXT_OR_NULL,
    tool: TEXT,
    method: {
      ...TEXT,
      description: 'What was passed on to a server as it came: a resource, a prompt, a completion or a list of them.',
    },
    tool_hash: TEXT,
    arguments_hash: { ...TEXT, description: 'SHA-256 of the canonical arguments, as the caller sent them.' },
    sent_hash: { ...TEXT, description: 'Of those that a policy made of them.' },
    approval: TEXT,
    guards: { type: 'array', items: GUARD_RECORD_SCHEMA },
    sent: { type: 'boolean', description: 'Whether the call went to the server.' },
    outcome: { ...TEXT, description: 'Of a call, or the code of the error that it ended in.' },
    steps: { ...COUNT, description: 'Of all policies.' },
    duration_ms: COUNT,
    status: { ...TEXT, description: 'Of an approval, once it was decided.' },
    caller: { ...TEXT_OR_NULL, description: 'Whose call was approved or denied.' },
    transport: { ...TEXT, description: 'Of a server that was registered.' },
    revision: { ...COUNT, description: 'Of a server or a policy.' },
    asked: { description: 'Which tools were to be approved.' },
    tools_hash: TEXT_OR_NULL,
    question: { ...TEXT, description: 'Whose answer was denied.' },
    policy: TEXT,
    name: { ...TEXT, description: 'Of a key.' },
    scopes: { type: 'array', items: TEXT },
    expires_at: TEXT_OR_NULL,
    issuer: { ...TEXT, description: 'Of a login.' },
    scope: TEXT_OR_NULL,
    rows: { ...COUNT, description: 'How many were dropped.' },
    previous: { ...TEXT, description: 'The hash of the row before.' },
    hash: { ...TEXT, description: 'SHA-256 of the JSON text of all other members, in their order.' },
  },
} as const;

export const AUDIT_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'rows', 'next'],
  properties: {
    object: { const: 'list' },
    rows: { type: 'array', items: AUDIT_ROW_SCHEMA },
    next: {
      type: ['integer', 'null'],
      description: 'What to ask for in `after` for the rows that follow; in `before` where the newest come first.',
    },
  },
} as const;
