// What the decision log says of an answer, as JSON Schemas.
// In: nothing. Out: constants for the OpenAPI document; server/log/entry.ts writes what they describe.

import { ANSWER_OUTCOMES, WIRES } from '../../../summary.ts';

const TEXT = { type: 'string' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

const SAID_SCHEMA = {
  type: 'object',
  required: ['kind', 'outcome', 'evidence'],
  properties: {
    id: { ...TEXT, description: 'The id of the question or the call; absent where there is one answer.' },
    kind: { enum: ['choice', 'score', 'noul', 'call', 'verify', 'run'] },
    outcome: { enum: ANSWER_OUTCOMES, description: 'Of a run finished or fault.' },
    may_act: { type: 'boolean' },
    answer: { type: ['string', 'number', 'boolean'], description: 'What was decided, or the tool.' },
    reason: { ...TEXT, description: 'The code of the reason, or of the fault.' },
    evidence: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'start', 'end', 'by'],
        properties: { path: TEXT, start: COUNT, end: COUNT, by: TEXT, argument: TEXT },
      },
    },
    engine: { ...TEXT, description: 'Where it is not that of the whole answer.' },
  },
} as const;

const ENTRY_SCHEMA = {
  type: 'object',
  description:
    'An answer; or, with event gap, how many answers before it have no entry (dropped) or were not given (refused).',
  required: ['seq', 'time', 'previous', 'hash'],
  properties: {
    seq: { type: 'integer', minimum: 1, description: 'Without gaps.' },
    id: TEXT,
    event: { enum: ['gap'] },
    dropped: COUNT,
    refused: COUNT,
    time: { ...TEXT, description: 'RFC 3339, in UTC.' },
    request_id: TEXT_OR_NULL,
    item: {
      type: 'object',
      description: 'Of an answer in a batch: its place, and what the caller calls it.',
      required: ['index'],
      properties: { index: COUNT, id: {} },
    },
    key: { ...TEXT_OR_NULL, description: 'The name of the API key; null where none is needed.' },
    wire: { enum: WIRES },
    status: { type: 'integer' },
    code: { ...TEXT, description: 'Of an error that is an answer.' },
    answer_id: TEXT,
    program_hash: TEXT,
    schedule: TEXT,
    fuel: COUNT,
    steps: COUNT,
    outcomes: { type: 'object', additionalProperties: COUNT },
    answers: { type: 'array', items: SAID_SCHEMA },
    denials: { type: 'array', description: 'What policies did not let act.', items: { type: 'object' } },
    engine: TEXT,
    options: { type: 'object', description: 'How questions were to be answered.', additionalProperties: TEXT },
    questions_hash: { ...TEXT, description: 'SHA-256 of the canonical questions.' },
    tools_hash: { ...TEXT, description: 'SHA-256 of the canonical tools.' },
    digest_key: { ...TEXT, description: 'Names the key of the digests below; entries before 0.17.0 have none.' },
    state_digest: { ...TEXT, description: 'HMAC-SHA-256 of the canonical state, input or messages.' },
    input_digest: { ...TEXT, description: 'SHA-256 of the same with a salt that a receipt shows.' },
    output_digest: { ...TEXT, description: 'SHA-256 of what a script put out, with the same salt.' },
    masked: { type: 'array', items: TEXT, description: 'The masks that led somewhere in the request.' },
    request: { type: 'object', description: 'Only with --log-bodies, as request_text where it has line breaks.' },
    response: { type: 'object', description: 'Only with --log-bodies and nothing masked; response_text for events.' },
    instance: { ...TEXT, description: 'In the log of several instances, the one that wrote it.' },
    previous: { ...TEXT, description: 'The hash of the entry before.' },
    hash: { ...TEXT, description: 'SHA-256 of the text of all other members, in their order.' },
  },
} as const;

export const LOG_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'entries', 'next'],
  properties: {
    object: { const: 'list' },
    entries: { type: 'array', items: ENTRY_SCHEMA },
    next: { type: ['integer', 'null'], description: 'What to ask for in `before` for the entries that follow.' },
  },
} as const;
