// What routing and verifying say, as JSON Schemas.
// In: nothing. Out: the schemas of evidence, of `svc` and of a verification, and their types.

import { EVIDENCE_SCHEMA } from '../../decisions/wire/evidence.ts';
import type { Wire } from '../../wire.ts';

/** Why a route was not decided. Clients match the code, people read the message. */
export const ROUTE_REASONS = [
  'no-user-message',
  'no-tools',
  'tool-choice-none',
  'tool-result',
  'nothing-fits',
  'negated',
  'two-tools',
  'two-calls',
  'missing-arguments',
  'invalid-arguments',
  'unsure-arguments',
  'unexplained-text',
  'weak-match',
  'schema-open',
  'text-too-long',
  'policy',
] as const;

/** Why a call is not verified. */
export const VERDICT_REASONS = [
  'no-user-message',
  'unknown-tool',
  'nothing-fits',
  'negated',
  'not-ordered',
  'other-tool',
  'two-tools',
  'two-calls',
  'invalid-arguments',
  'ungrounded-arguments',
  'missing-arguments',
  'unused-text',
  'schema-open',
  'text-too-long',
] as const;

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'array', items: TEXT } as const;
const OUTCOME = { enum: ['decided', 'unresolved', 'refused'] } as const;
const { start, end } = EVIDENCE_SCHEMA.properties;

const ARGUMENT_EVIDENCE_SCHEMA = {
  type: 'object',
  required: ['argument', 'path', 'start', 'end', 'text', 'criterion', 'by'],
  properties: {
    argument: { type: 'string', description: 'The name of the property, or the JSON Pointer of a nested one.' },
    call: { type: 'integer', description: 'Of several calls, which it is for, from 0.' },
    path: { type: 'string', description: 'RFC 6901 JSON Pointer into the request.' },
    start,
    end,
    text: TEXT,
    criterion: TEXT,
    by: { type: 'string', description: 'The rule that read the place.' },
  },
} as const;

const INVALID_SCHEMA = {
  type: 'object',
  required: ['param', 'value', 'reason'],
  properties: { param: TEXT, value: {}, reason: TEXT },
} as const;

const NUMBER = { type: 'number' } as const;
const FLAG = { type: 'boolean' } as const;

/** What a decision rests on: for a person, and for no machine to act on, since it may change with any version. */
const REASONS_SCHEMA = {
  type: 'object',
  required: ['tool', 'obstacle', 'confidence', 'needed', 'parts', 'rules', 'left', 'others'],
  properties: {
    tool: TEXT,
    obstacle: {
      enum: [null, ...ROUTE_REASONS],
      description: 'What rules a call out however sure the rest is; null where only confidence decides.',
    },
    confidence: NUMBER,
    needed: { type: 'number', description: 'A call needs as much confidence.' },
    parts: {
      type: 'array',
      description: 'What each part of the gate saw, what that adds to the confidence, and the most it could.',
      items: {
        type: 'object',
        required: ['name', 'seen', 'adds', 'most'],
        properties: { name: TEXT, seen: NUMBER, adds: NUMBER, most: NUMBER },
      },
    },
    rules: {
      type: 'array',
      description: 'The rule that read each argument, sent or not.',
      items: {
        type: 'object',
        required: ['argument', 'rule', 'by', 'strength', 'margin', 'firm', 'sure', 'sent'],
        properties: {
          argument: TEXT,
          rule: TEXT,
          by: TEXT,
          strength: { type: 'number', description: 'How far it speaks for this argument.' },
          margin: { type: 'number', description: 'How much worse the next reading is.' },
          firm: FLAG,
          sure: FLAG,
          sent: FLAG,
        },
      },
    },
    left: { type: 'array', items: TEXT, description: 'What was said and nothing accounts for.' },
    others: { type: 'array', items: TEXT, description: 'Other tools that are asked for too.' },
  },
} as const;

/** Beside the answer of OpenAI's wire: how it came about. */
export const SVC_SCHEMA = {
  type: 'object',
  required: [
    'outcome',
    'may_act',
    'tool',
    'evidence',
    'missing',
    'invalid',
    'candidates',
    'reason',
    'engine',
    'ignored',
  ],
  properties: {
    outcome: OUTCOME,
    may_act: { type: 'boolean', description: 'The action gate: true only when decided.' },
    tool: { type: ['string', 'null'], description: 'The tool the decision is about; null when none fits or two do.' },
    evidence: { type: 'array', items: ARGUMENT_EVIDENCE_SCHEMA },
    missing: TEXTS,
    invalid: { type: 'array', items: INVALID_SCHEMA },
    candidates: {
      type: 'array',
      description: 'Guesses for a person, never for a machine.',
      items: {
        type: 'object',
        required: ['name', 'score', 'arguments'],
        properties: { name: TEXT, score: { type: 'number' }, arguments: {} },
      },
    },
    reason: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { enum: ROUTE_REASONS }, message: TEXT },
        },
      ],
    },
    deferred: {
      type: 'array',
      description:
        'Only with `parallel_tool_calls` false, where several calls are ordered: those that come after this one. They are answered when its result is sent.',
      items: {
        type: 'object',
        required: ['tool', 'path', 'start', 'end', 'text'],
        properties: {
          tool: TEXT,
          path: { type: 'string', description: 'RFC 6901 JSON Pointer into the request.' },
          start,
          end,
          text: TEXT,
        },
      },
    },
    explain: {
      type: 'array',
      items: REASONS_SCHEMA,
      description: 'Only where the request asks with `explain`: one for each tool that was weighed.',
    },
    engine: TEXT,
    ignored: { type: 'array', items: TEXT, description: 'JSON Pointers of what was not read.' },
  },
} as const;

/** An argument that nobody said. */
const UNSAID_SCHEMA = {
  type: 'object',
  required: ['argument', 'value', 'said'],
  properties: {
    argument: TEXT,
    value: {},
    said: { type: ['string', 'null'], description: 'What is said in its place.' },
  },
} as const;

const VERIFIED_CALL_SCHEMA = {
  type: 'object',
  required: [
    'name',
    'outcome',
    'may_act',
    'evidence',
    'ungrounded',
    'transformed',
    'invalid',
    'missing',
    'unused',
    'reason',
  ],
  properties: {
    id: TEXT,
    name: TEXT,
    outcome: OUTCOME,
    may_act: { type: 'boolean', description: 'Make the call only where it is true.' },
    evidence: { type: 'array', items: ARGUMENT_EVIDENCE_SCHEMA },
    ungrounded: { type: 'array', items: UNSAID_SCHEMA },
    transformed: {
      type: 'array',
      items: UNSAID_SCHEMA,
      description: 'Their words are said, in another form: whether the values follow from them is not seen.',
    },
    invalid: { type: 'array', items: INVALID_SCHEMA },
    missing: {
      type: 'array',
      items: TEXT,
      description: 'Parameters that the request speaks of and the call leaves out.',
    },
    unused: { type: 'array', items: TEXT, description: 'What the request says and the call does not use.' },
    reason: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { enum: VERDICT_REASONS }, message: TEXT },
        },
      ],
    },
  },
} as const;

export const TOOL_VERIFY_RESPONSE_SCHEMA = {
  type: 'object',
  required: ['object', 'outcome', 'may_act', 'calls', 'engine', 'ignored'],
  properties: {
    object: { const: 'tool_verification' },
    outcome: { ...OUTCOME, description: 'The least of the calls.' },
    may_act: { type: 'boolean', description: 'True when every call may be made.' },
    calls: {
      type: 'array',
      items: VERIFIED_CALL_SCHEMA,
    },
    engine: TEXT,
    ignored: { type: 'array', items: TEXT, description: 'JSON Pointers of what was not read.' },
  },
} as const;

export type ArgumentEvidence = Wire<typeof ARGUMENT_EVIDENCE_SCHEMA>;
export type InvalidArgument = Wire<typeof INVALID_SCHEMA>;
export type UnsaidArgument = Wire<typeof UNSAID_SCHEMA>;
export type Svc = Wire<typeof SVC_SCHEMA>;
/** What spoke for a call of one tool, and against it. */
export type RouteReasons = Wire<typeof REASONS_SCHEMA>;
export type VerifiedCall = Wire<typeof VERIFIED_CALL_SCHEMA>;
/** What is said of given calls. */
export type Verification = Wire<typeof TOOL_VERIFY_RESPONSE_SCHEMA>;
