// Listings of tools, as JSON Schemas: in full, a line each, or as a chat request takes them.
// In: nothing. Out: constants for the OpenAPI document, and the types that follow from them.

import { COUNT, NEXT_CURSOR, STATUS, TEXT, TOOL_ITEM_SCHEMA, TOOL_STATUS } from './mcp-schema.ts';

/** A tool in a line: what fits into a model's context by the hundred. */
export const TOOL_SUMMARY_SCHEMA = {
  type: 'object',
  required: ['server', 'name'],
  properties: {
    server: TEXT,
    name: TEXT,
    description: TEXT,
    status: { ...TOOL_STATUS, description: 'Absent: approved.' },
    available: { const: false, description: 'Absent: true.' },
  },
} as const;

export const LISTED_SERVER_SCHEMA = {
  type: 'object',
  required: ['name', 'status', 'outcome', 'tools', 'age_ms', 'stale'],
  properties: {
    name: TEXT,
    status: STATUS,
    outcome: { type: 'string', description: '`ok`, or the code of the last error.' },
    tools: COUNT,
    age_ms: { type: ['number', 'null'], description: 'Of the listing; null when the server was never listed.' },
    stale: { type: 'boolean' },
  },
} as const;

const LISTING = {
  object: { const: 'list' },
  servers: { type: 'array', items: LISTED_SERVER_SCHEMA },
  partial: { type: 'boolean', description: 'True when some enabled server is not ready.' },
  next_cursor: NEXT_CURSOR,
} as const;

const LISTING_REQUIRED = ['object', 'tools', 'servers', 'partial', 'next_cursor'] as const;

export const FULL_LIST_SCHEMA = {
  type: 'object',
  required: LISTING_REQUIRED,
  properties: { ...LISTING, tools: { type: 'array', items: TOOL_ITEM_SCHEMA } },
} as const;

const SUMMARY_LIST_SCHEMA = {
  type: 'object',
  required: LISTING_REQUIRED,
  properties: { ...LISTING, tools: { type: 'array', items: TOOL_SUMMARY_SCHEMA } },
} as const;

/** As the `tools` of a chat request; only tools that may be called. */
const OPENAI_LIST_SCHEMA = {
  type: 'object',
  required: LISTING_REQUIRED,
  properties: {
    ...LISTING,
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'function'],
        properties: {
          type: { const: 'function' },
          function: {
            type: 'object',
            required: ['name', 'description', 'parameters'],
            properties: { name: TEXT, description: TEXT, parameters: {} },
          },
        },
      },
    },
  },
} as const;

/** By `detail` and `format`. */
export const TOOL_LIST_SCHEMA = { anyOf: [FULL_LIST_SCHEMA, SUMMARY_LIST_SCHEMA, OPENAI_LIST_SCHEMA] } as const;
