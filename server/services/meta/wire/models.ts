// Models and health as they go over the wire: one model list in OpenAI's shape and in TypeSafe's at once.
// In: the identity of the engine. Out: plain data. Why: `openai` reads `data`, TypeSafe's client throws unless `models` is an array.

import type { Wire } from '../../wire.ts';

/** What TypeSafe's clients show of a model. */
const MODEL_CARD_SCHEMA = {
  type: 'object',
  required: ['name', 'description', 'release_date'],
  properties: {
    name: { type: 'string' },
    description: { type: 'string' },
    release_date: { type: 'string', description: 'A date; it never depends on when it is asked for.' },
  },
} as const;

export const MODEL_SCHEMA = {
  type: 'object',
  required: ['id', 'object', 'created', 'owned_by', ...MODEL_CARD_SCHEMA.required],
  properties: {
    id: { type: 'string' },
    object: { const: 'model' },
    created: { const: 0, description: 'The same request gives the same bytes, and a model has no other time.' },
    owned_by: { type: 'string' },
    ...MODEL_CARD_SCHEMA.properties,
  },
} as const;

export const MODEL_LIST_SCHEMA = {
  type: 'object',
  required: ['object', 'data', 'models'],
  properties: {
    object: { const: 'list' },
    data: { type: 'array', items: MODEL_SCHEMA },
    models: { type: 'array', items: MODEL_CARD_SCHEMA },
  },
} as const;

type ModelCard = Wire<typeof MODEL_CARD_SCHEMA>;
export type ModelRecord = Wire<typeof MODEL_SCHEMA>;
type ModelList = Wire<typeof MODEL_LIST_SCHEMA>;

/** The record of one model, in both shapes. */
export function modelRecord(id: string): ModelRecord {
  return { id, object: 'model', created: 0, owned_by: 'evident', ...modelCard(id) };
}

/** The list of all models, in both shapes. */
export function modelList(ids: readonly string[]): ModelList {
  return { object: 'list', data: ids.map(modelRecord), models: ids.map(modelCard) };
}

function modelCard(name: string): ModelCard {
  return {
    name,
    description: 'Decides by evidence located in the input; deterministic, no network.',
    release_date: '2026-11-20',
  };
}

export const HEALTH_SCHEMA = {
  type: 'object',
  required: ['status', 'model', 'engine'],
  properties: { status: { const: 'ok' }, model: { type: 'string' }, engine: { type: 'string' } },
} as const;

/** `parts` where something does not work that the service can do without. */
export const READY_SCHEMA = {
  type: 'object',
  required: HEALTH_SCHEMA.required,
  properties: {
    ...HEALTH_SCHEMA.properties,
    status: { enum: ['ok', 'degraded'] },
    parts: {
      type: 'object',
      required: ['store', 'keys'],
      properties: {
        store: { enum: ['ok', 'unreachable'], description: 'unreachable: nothing can be changed.' },
        keys: {
          enum: ['ok', 'remembered', 'closed'],
          description: 'remembered: those that were last read go on for a while. closed: nobody has one.',
        },
      },
    },
  },
} as const;

export type Health = Wire<typeof HEALTH_SCHEMA>;
export type Ready = Wire<typeof READY_SCHEMA>;
