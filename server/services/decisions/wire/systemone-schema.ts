// The contract of POST /v1/systemone as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document and for our own MCP tool. The reader in systemone.ts is what refuses a
// request, because the clients of this wire want it told in their own words.

import { REASON_SCHEMA, TRACE_SCHEMA } from './answer.ts';
import { PATHS_MAX } from './criteria.ts';
import { EVIDENCE_SCHEMA, SCORED_SCHEMA } from './evidence.ts';
import { LEVELS_MAX, OPTIONS_MAX, QUESTIONS_MAX } from './systemone.ts';
import { TYPOS_SCHEMA } from './typos.ts';

const ENTRY_SCHEMA = { type: ['string', 'object', 'array', 'null'] } as const;
const CRITERION_SCHEMA = {
  ...ENTRY_SCHEMA,
  description:
    'Phrases: a list in a text, an array of one phrase each, or an object of these with `not_for` (rules the option out) and `in` (its own paths). Numbers are compared in `script`, or in a text that begins with `=(`: an expression over the state, `input`, that must hold beside any phrases. Or a `scorecard`: points for words, and a threshold.',
} as const;

/** The contract of a request. Only the shape; the reader above also says what is wrong in the words of the wire. */
export const SYSTEM_ONE_REQUEST_SCHEMA = {
  type: 'object',
  required: ['state', 'questions'],
  properties: {
    state: { type: ['string', 'object', 'array'], description: 'What the questions are asked about.' },
    model: { type: ['string', 'null'], description: 'Any name is accepted; the answer carries ours.' },
    typos: TYPOS_SCHEMA,
    questions: {
      type: 'object',
      minProperties: 1,
      maxProperties: QUESTIONS_MAX,
      description: 'By the ids of their answers.',
      additionalProperties: {
        type: 'object',
        required: ['type'],
        properties: {
          type: { type: 'string', enum: ['choice', 'score', 'noul'] },
          instructions: ENTRY_SCHEMA,
          in: {
            type: ['string', 'array', 'null'],
            items: { type: 'string' },
            maxItems: PATHS_MAX,
            description:
              'Paths (RFC 9535 without functions) to look under; else those in backticks in the instructions, or everywhere.',
          },
          negation: {
            type: ['string', 'null'],
            enum: ['heed', 'ignore', null],
            description: '`ignore`: what a text is about, not what it wants.',
          },
          quoted: {
            type: ['string', 'null'],
            enum: ['exclude', 'count', null],
            description: '`count`: quoted mail, signatures and footers speak too.',
          },
          quotes: {
            type: ['string', 'null'],
            enum: ['exclude', 'count', null],
            description: '`exclude`: no evidence in quotation marks.',
          },
          denied_true_is_false: {
            type: ['boolean', 'null'],
            description: 'Of a noul: a denied phrase for true speaks for false.',
          },
        },
        oneOf: [
          {
            required: ['criteria'],
            properties: {
              type: { const: 'choice' },
              criteria: {
                type: 'object',
                minProperties: 1,
                maxProperties: OPTIONS_MAX,
                additionalProperties: CRITERION_SCHEMA,
              },
            },
          },
          {
            required: ['criteria'],
            properties: {
              type: { const: 'score' },
              criteria: { type: 'array', minItems: 1, maxItems: LEVELS_MAX, items: CRITERION_SCHEMA },
            },
          },
          {
            properties: {
              type: { const: 'noul' },
              criteria: { type: ['object', 'null'], properties: { true: CRITERION_SCHEMA, false: CRITERION_SCHEMA } },
            },
          },
        ],
      },
    },
  },
} as const;

export const ANSWER_SCHEMA = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', enum: ['choice', 'score', 'noul'] },
    outcome: { type: 'string', enum: ['decided', 'unresolved', 'refused'] },
    may_act: {
      type: 'boolean',
      description:
        'The action gate: true only when decided, and for what needed an upstream engine only where its operator says so.',
    },
    choice: { type: 'string' },
    score: { type: 'number', minimum: 0, maximum: LEVELS_MAX - 1 },
    noul: { type: 'number', minimum: 0, maximum: 1 },
    value: { type: 'boolean' },
    index: { type: 'integer', minimum: 0, maximum: OPTIONS_MAX - 1 },
    legend: { type: 'object', additionalProperties: { type: ['string', 'object', 'array'] } },
    probabilities: { type: 'object', additionalProperties: { type: 'number', minimum: 0, maximum: 1 } },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    evidence: { type: 'array', items: EVIDENCE_SCHEMA },
    scored: SCORED_SCHEMA,
    supported: { type: 'array', items: { type: 'string' } },
    unfound: { type: 'array', items: { type: 'string' } },
    unfound_more: { type: 'integer', minimum: 1 },
    reason: REASON_SCHEMA,
    engine: {
      type: 'string',
      description:
        'Who answered: the same engine gives the same answer to the same request. With +upstream:NAME it needed an upstream engine, which may answer otherwise next time.',
    },
  },
} as const;

/** The contract of an answer. */
export const SYSTEM_ONE_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['model', 'answers', 'usage'],
  properties: {
    id: { type: 'string' },
    object: { type: 'string', const: 'systemone' },
    model: { type: 'string' },
    answers: { type: 'object', additionalProperties: ANSWER_SCHEMA },
    usage: {
      type: 'object',
      required: ['input_tokens', 'output_tokens'],
      properties: { input_tokens: { type: 'integer', minimum: 0 }, output_tokens: { type: 'integer', minimum: 0 } },
    },
    trace: TRACE_SCHEMA,
  },
} as const;
