// Operations: what the service says of itself.
// In: nothing. Out: the rows of models, health, metrics and the OpenAPI document.

import { ENGINE, MODEL } from '../../engines/identity.ts';
import { ServiceError } from '../../errors.ts';
import type { Row } from '../../operation.ts';
import { json } from '../../operation.ts';
import type { Health, ModelRecord } from './wire/models.ts';
import { HEALTH_SCHEMA, MODEL_LIST_SCHEMA, MODEL_SCHEMA, modelList, modelRecord } from './wire/models.ts';

export interface MetaParts {
  /** The text of all metrics and its content type. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** The OpenAPI document. */
  readonly openApi: () => Uint8Array;
  /** False while the process starts or stops. */
  readonly isReady: () => boolean;
  /** Rejects with `storage_failed` when a change could not be kept. */
  readonly checkStore: () => Promise<void>;
}

const HEALTH: Health = { status: 'ok', model: MODEL, engine: ENGINE };

export const META_ROWS: readonly Row<MetaParts>[] = [
  {
    id: 'listModels',
    method: 'GET',
    path: '/v1/models',
    family: 'chat',
    scope: 'decide',
    summary: 'List the models.',
    request: null,
    response: MODEL_LIST_SCHEMA,
    handle: async () => json(modelList([MODEL])),
  },
  {
    id: 'getModel',
    method: 'GET',
    path: '/v1/models/{id}',
    family: 'chat',
    scope: 'decide',
    summary: 'Show one model.',
    request: null,
    response: MODEL_SCHEMA,
    handle: async (_parts, request) => json(modelOf(request.params['id'] as string)),
  },
  {
    id: 'health',
    method: 'GET',
    path: '/health',
    family: 'meta',
    scope: null,
    summary: 'Tell that the server answers, and which engine it runs.',
    request: null,
    response: HEALTH_SCHEMA,
    handle: async () => json(HEALTH),
  },
  {
    id: 'live',
    method: 'GET',
    path: '/livez',
    family: 'meta',
    scope: null,
    summary: 'Tell that the process is alive.',
    request: null,
    response: HEALTH_SCHEMA,
    handle: async () => json(HEALTH),
  },
  {
    id: 'ready',
    method: 'GET',
    path: '/readyz',
    family: 'meta',
    scope: null,
    summary: 'Tell that the service can do work; 503 while it starts or stops, and while its store fails.',
    request: null,
    response: HEALTH_SCHEMA,
    handle: async (parts) => json(await ready(parts)),
  },
  {
    id: 'metrics',
    method: 'GET',
    path: '/metrics',
    family: 'meta',
    scope: 'metrics',
    summary: 'Counters and times in the text format of Prometheus.',
    request: null,
    response: {},
    produces: 'text/plain',
    async handle({ metrics }) {
      const { contentType, text } = await metrics();
      return { kind: 'bytes', status: 200, contentType, bytes: Buffer.from(text, 'utf8') };
    },
  },
  {
    id: 'openApi',
    method: 'GET',
    path: '/openapi.json',
    family: 'meta',
    scope: null,
    summary: 'This description as an OpenAPI document.',
    request: null,
    response: { type: 'object' },
    handle: async ({ openApi }) => ({
      kind: 'bytes',
      status: 200,
      contentType: 'application/json; charset=utf-8',
      bytes: openApi(),
    }),
  },
];

function modelOf(id: string): ModelRecord {
  if (id !== MODEL) throw new ServiceError('model_not_found', { param: 'model' });
  return modelRecord(id);
}

/** Throws `not_ready` while the process starts or stops, and while its store fails. */
async function ready({ isReady, checkStore }: MetaParts): Promise<Health> {
  if (!isReady()) throw new ServiceError('not_ready');
  await checkStore().catch((error: unknown) => {
    throw storeNotReady(error);
  });
  return HEALTH;
}

/** Anybody may ask whether we are ready, so the reason is told and not the place. */
function storeNotReady(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { reason } = error.details as { readonly reason: string };
  return new ServiceError('not_ready', { message: `The store fails: ${reason}.` });
}
