// Operations: what the service of decisions offers.
// In: nothing. Out: its rows of the table of operations.

import type { Row, Schema } from '../../operation.ts';
import { batchRow } from '../batch.ts';
import { deciding } from '../deciding.ts';
import type { DecisionParts } from './decide.ts';
import { decide } from './decide.ts';
import { OPENAI_DECISIONS } from './openai.ts';
import { SYSTEM_ONE } from './system-one.ts';
import { DECISIONS_REQUEST_SCHEMA, DECISIONS_RESPONSE_SCHEMA } from './wire/decisions-schema.ts';
import { UNDECIDED_MODES } from './wire/systemone.ts';
import { SYSTEM_ONE_REQUEST_SCHEMA, SYSTEM_ONE_RESPONSE_SCHEMA } from './wire/systemone-schema.ts';

/** A model that asks has no other to name. */
function withoutModel({
  properties: { model: _, ...properties },
  ...schema
}: typeof SYSTEM_ONE_REQUEST_SCHEMA): Schema {
  return { ...schema, properties };
}

const DECIDE_HEADERS = {
  'x-evident-undecided': {
    type: 'string',
    enum: UNDECIDED_MODES,
    description: 'How questions without a decision are answered.',
  },
  'x-evident-profile': { type: 'string', enum: ['core'], description: 'Only the fields of the original wire.' },
  'x-evident-trace': {
    type: 'string',
    enum: ['1'],
    description: 'Adds `trace`: hash, steps and schedule of the program that the questions are.',
  },
} as const;

const DECIDE = deciding<DecisionParts>('systemone', {
  id: 'decide',
  method: 'POST',
  path: '/v1/systemone',
  family: 'systemone',
  scope: 'decide',
  summary: 'Answer named questions about a state, each with its evidence.',
  request: SYSTEM_ONE_REQUEST_SCHEMA,
  readsInThreads: true,
  repeated: ['questions'],
  headers: DECIDE_HEADERS,
  response: SYSTEM_ONE_RESPONSE_SCHEMA,
  tool: {
    name: 'decide',
    input: withoutModel(SYSTEM_ONE_REQUEST_SCHEMA),
    description:
      'Answer choice, score and yes/no questions about a state by looking phrases up in it. Every answer is decided, unresolved or refused, with the evidence; act only on decided answers with may_act.',
  },
  handle: (parts, request) => decide(SYSTEM_ONE, parts, request),
});

export const DECISION_ROWS: readonly Row<DecisionParts>[] = [
  DECIDE,
  batchRow(DECIDE, {
    id: 'decideBatch',
    path: '/v1/systemone/batch',
    summary: 'Answer the same questions, or other ones, about many states: a line for each, in their order.',
    item: 'state',
    items: 'states',
  }),
  deciding('decisions', {
    id: 'answerDecisions',
    method: 'POST',
    path: '/v1/decisions',
    family: 'chat',
    scope: 'decide',
    summary: "Answer questions about an input, as OpenAI's Decisions wire asks them; what is not decided is a refusal.",
    request: DECISIONS_REQUEST_SCHEMA,
    readsInThreads: true,
    headers: DECIDE_HEADERS,
    response: DECISIONS_RESPONSE_SCHEMA,
    handle: (parts, request) => decide(OPENAI_DECISIONS, parts, request),
  }),
];
