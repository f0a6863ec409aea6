// The contract of the Decisions wire as JSON Schemas, for the OpenAPI document. The reader says what is wrong in the words of the wire.

import { TRACE_SCHEMA } from './answer.ts';
import { EVIDENCE_SCHEMA } from './evidence.ts';
import { LEVELS_MAX, OPTIONS_MAX, QUESTIONS_MAX } from './systemone.ts';
import { ANSWER_SCHEMA } from './systemone-schema.ts';
import { TYPOS_SCHEMA } from './typos.ts';

const TEXT = { type: 'string' } as const;

const PART_SCHEMA = {
  oneOf: [
    { type: 'object', required: ['type', 'text'], properties: { type: { const: 'input_text' }, text: TEXT } },
    {
      type: 'object',
      required: ['type', 'data'],
      properties: { type: { const: 'input_json' }, data: { type: ['object', 'array'] } },
    },
  ],
} as const;

const CONTENT_SCHEMA = { oneOf: [TEXT, { type: 'array', items: PART_SCHEMA }] } as const;

const INPUT_ITEM_SCHEMA = {
  type: 'object',
  description: 'What users and tools said is searched; everything else is ignored.',
  properties: {
    type: { enum: ['message', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'] },
    role: { enum: ['user', 'system', 'developer', 'assistant'] },
  },
} as const;

const NAMED = {
  name: { type: ['string', 'null'] },
  instructions: { oneOf: [{ type: 'null' }, ...CONTENT_SCHEMA.oneOf] },
} as const;
const DESCRIPTION = { type: ['string', 'null'], description: 'Phrases that are looked for.' } as const;

export const DECISIONS_REQUEST_SCHEMA = {
  type: 'object',
  required: ['input', 'questions'],
  properties: {
    model: { type: ['string', 'null'], description: 'Any name is accepted; the answer carries ours.' },
    typos: TYPOS_SCHEMA,
    input: { oneOf: [TEXT, { type: 'array', items: INPUT_ITEM_SCHEMA }] },
    questions: {
      type: 'array',
      minItems: 1,
      maxItems: QUESTIONS_MAX,
      items: {
        oneOf: [
          { type: 'object', required: ['type'], properties: { type: { const: 'predicate' }, ...NAMED } },
          {
            type: 'object',
            required: ['type', 'choices'],
            properties: {
              type: { const: 'choice' },
              ...NAMED,
              choices: {
                type: 'array',
                minItems: 1,
                maxItems: OPTIONS_MAX,
                items: {
                  type: 'object',
                  required: ['value'],
                  properties: { value: { type: ['string', 'boolean'] }, description: DESCRIPTION },
                },
              },
            },
          },
          {
            type: 'object',
            required: ['type', 'levels'],
            properties: {
              type: { const: 'score' },
              ...NAMED,
              levels: {
                type: 'array',
                minItems: 1,
                maxItems: LEVELS_MAX,
                items: { type: 'object', required: ['label'], properties: { label: TEXT, description: DESCRIPTION } },
              },
            },
          },
        ],
      },
    },
  },
} as const;

const PROBABILITY = { type: 'number', minimum: 0, maximum: 1 } as const;
const NAME = { type: ['string', 'null'] } as const;
const VALUE = { type: ['string', 'boolean'] } as const;

const OURS = {
  outcome: ANSWER_SCHEMA.properties.outcome,
  may_act: ANSWER_SCHEMA.properties.may_act,
  value: ANSWER_SCHEMA.properties.value,
  index: ANSWER_SCHEMA.properties.index,
  evidence: {
    type: 'array',
    items: {
      ...EVIDENCE_SCHEMA,
      properties: {
        ...EVIDENCE_SCHEMA.properties,
        path: { type: 'string', description: 'RFC 6901 JSON Pointer into the request.' },
      },
    },
  },
  scored: ANSWER_SCHEMA.properties.scored,
  supported: { type: 'array', items: { type: ['string', 'boolean', 'integer'] } },
  unfound: ANSWER_SCHEMA.properties.unfound,
  unfound_more: ANSWER_SCHEMA.properties.unfound_more,
  reason: ANSWER_SCHEMA.properties.reason,
  engine: ANSWER_SCHEMA.properties.engine,
} as const;

const REQUIRED = ['type', 'name'] as const;

const REFUSAL_SCHEMA = {
  type: 'object',
  required: REQUIRED,
  properties: { type: { const: 'refusal' }, name: NAME, ...OURS },
  additionalProperties: false,
} as const;

const PREDICATE_SCHEMA = {
  type: 'object',
  required: [...REQUIRED, 'probability'],
  properties: { type: { const: 'predicate' }, name: NAME, probability: PROBABILITY, ...OURS },
  additionalProperties: false,
} as const;

const CHOICE_SCHEMA = {
  type: 'object',
  required: [...REQUIRED, 'choice', 'confidence', 'probabilities'],
  properties: {
    type: { const: 'choice' },
    name: NAME,
    choice: VALUE,
    confidence: PROBABILITY,
    probabilities: {
      type: 'array',
      items: {
        type: 'object',
        required: ['value', 'probability'],
        properties: { value: VALUE, probability: PROBABILITY },
        additionalProperties: false,
      },
    },
    ...OURS,
  },
  additionalProperties: false,
} as const;

const SCORE_SCHEMA = {
  type: 'object',
  required: [...REQUIRED, 'score', 'confidence', 'probabilities'],
  properties: {
    type: { const: 'score' },
    name: NAME,
    score: { type: 'number', minimum: 0, maximum: LEVELS_MAX - 1 },
    confidence: PROBABILITY,
    probabilities: {
      type: 'array',
      items: {
        type: 'object',
        required: ['label', 'value', 'probability'],
        properties: { label: TEXT, value: { type: 'integer', minimum: 0 }, probability: PROBABILITY },
        additionalProperties: false,
      },
    },
    ...OURS,
  },
  additionalProperties: false,
} as const;

const DECISION_ANSWER_SCHEMA = { oneOf: [REFUSAL_SCHEMA, PREDICATE_SCHEMA, CHOICE_SCHEMA, SCORE_SCHEMA] } as const;

const COUNT = { type: 'integer', minimum: 0 } as const;
// Nothing is cached and nothing reasons.
const NONE = { const: 0 } as const;

export const DECISIONS_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['model', 'answers', 'usage'],
  additionalProperties: false,
  properties: {
    id: TEXT,
    object: { const: 'decision' },
    model: TEXT,
    answers: { type: 'array', items: DECISION_ANSWER_SCHEMA, description: 'In the order of the questions.' },
    usage: {
      type: 'object',
      required: ['input_tokens', 'input_tokens_details', 'output_tokens', 'output_tokens_details', 'total_tokens'],
      properties: {
        input_tokens: COUNT,
        input_tokens_details: {
          type: 'object',
          required: ['cached_tokens', 'cache_write_tokens'],
          properties: { cached_tokens: NONE, cache_write_tokens: NONE },
        },
        output_tokens: COUNT,
        output_tokens_details: {
          type: 'object',
          required: ['reasoning_tokens'],
          properties: { reasoning_tokens: NONE },
        },
        total_tokens: COUNT,
      },
    },
    trace: TRACE_SCHEMA,
  },
} as const;
