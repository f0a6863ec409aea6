// The contract of POST /v1/chat/completions as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document and for our own MCP tool. The reader in chat.ts is what refuses a request,
// because the clients of this wire want the parameter named in their own way.

import { SVC_SCHEMA } from './route-schema.ts';

const TEXT_PART = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string' }, text: { type: 'string' } },
} as const;

const MESSAGE = {
  type: 'object',
  required: ['role'],
  properties: {
    role: { type: 'string', enum: ['system', 'developer', 'user', 'assistant', 'tool'] },
    content: { anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: TEXT_PART }] },
    tool_calls: { type: 'array' },
    tool_call_id: { type: 'string' },
  },
} as const;

const TOOL = {
  oneOf: [
    {
      type: 'object',
      required: ['type', 'function'],
      properties: {
        type: { const: 'function' },
        function: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            description: { type: ['string', 'null'] },
            parameters: { type: ['object', 'null'] },
          },
        },
      },
    },
    {
      type: 'object',
      required: ['type', 'server'],
      properties: {
        type: { const: 'mcp' },
        server: { type: 'string', description: 'All approved tools of a registered server.' },
      },
    },
  ],
} as const;

export const CHAT_REQUEST_SCHEMA = {
  type: 'object',
  required: ['messages'],
  properties: {
    model: { type: ['string', 'null'], description: 'Any name is accepted; the answer carries ours.' },
    messages: { type: 'array', minItems: 1, items: MESSAGE },
    tools: { type: ['array', 'null'], items: TOOL },
    tool_choice: {
      description: 'Restricts the candidates; never forces a call that is not decided.',
      anyOf: [{ enum: ['none', 'auto', 'required', null] }, { type: 'object', required: ['type'] }],
    },
    metadata: {
      type: ['object', 'null'],
      properties: {
        now: {
          type: ['string', 'null'],
          description: 'RFC 3339 instant with its offset: the clock for relative dates.',
        },
      },
    },
    seed: { type: ['integer', 'null'], description: 'With a seed, ids derive from the request and created is 0.' },
    stream: { type: ['boolean', 'null'] },
    stream_options: { type: ['object', 'null'], properties: { include_usage: { type: ['boolean', 'null'] } } },
    parallel_tool_calls: { type: ['boolean', 'null'] },
    response_format: {
      description: 'With `json_object` a question or a refusal is the object `{"message":…}`.',
      type: ['object', 'null'],
      properties: { type: { enum: ['text', 'json_object'] } },
    },
    explain: {
      type: ['boolean', 'null'],
      description: 'With true `svc.explain` says which rules spoke, with their weights.',
    },
    logprobs: { type: ['boolean', 'null'], description: 'There are none: listed in `ignored`.' },
    n: { enum: [1, null] },
  },
} as const;

const { messages, tools, tool_choice, metadata } = CHAT_REQUEST_SCHEMA.properties;

/** What a model needs of it. */
export const CHAT_TOOL_INPUT = {
  type: 'object',
  required: CHAT_REQUEST_SCHEMA.required,
  properties: { messages, tools, tool_choice, metadata },
} as const;

export const TOOL_CALL_SCHEMA = {
  type: 'object',
  required: ['id', 'type', 'function'],
  properties: {
    id: { type: 'string' },
    type: { const: 'function' },
    function: {
      type: 'object',
      required: ['name', 'arguments'],
      properties: { name: { type: 'string' }, arguments: { type: 'string', description: 'JSON text.' } },
    },
  },
} as const;

export const CHAT_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['id', 'object', 'created', 'model', 'choices', 'usage', 'svc'],
  properties: {
    id: { type: 'string' },
    object: { const: 'chat.completion' },
    created: { type: 'integer' },
    model: { type: 'string' },
    system_fingerprint: { type: 'string' },
    choices: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        required: ['index', 'message', 'finish_reason'],
        properties: {
          index: { const: 0 },
          message: {
            type: 'object',
            required: ['role', 'content'],
            properties: {
              role: { const: 'assistant' },
              content: { type: ['string', 'null'] },
              refusal: { type: 'null' },
              tool_calls: { type: 'array', items: TOOL_CALL_SCHEMA },
            },
          },
          logprobs: { type: 'null' },
          finish_reason: { enum: ['tool_calls', 'stop'] },
        },
      },
    },
    usage: {
      type: 'object',
      required: ['prompt_tokens', 'completion_tokens', 'total_tokens'],
      properties: {
        prompt_tokens: { type: 'integer', minimum: 0 },
        completion_tokens: { type: 'integer', minimum: 0 },
        total_tokens: { type: 'integer', minimum: 0 },
      },
    },
    svc: SVC_SCHEMA,
  },
} as const;
