// Operations: what the service says of itself.
// In: nothing. Out: the rows of models, health, metrics and the OpenAPI document.

import { ENGINE, MODEL } from '../../engines/identity.ts';
import { ServiceError } from '../../errors.ts';
import type { Row } from '../../operation.ts';
import { json } from '../../operation.ts';
import type { StoreState } from '../../store/store.ts';
import type { Health, ModelRecord, Ready } from './wire/models.ts';
import { HEALTH_SCHEMA, MODEL_LIST_SCHEMA, MODEL_SCHEMA, modelList, modelRecord, READY_SCHEMA } from './wire/models.ts';

export interface MetaParts {
  /** The text of all metrics and its content type. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** The OpenAPI document. */
  readonly openApi: () => Uint8Array;
  /** False while the process starts or stops. */
  readonly isReady: () => boolean;
  /** What of the store works. Rejects with `storage_failed` when this machine could not keep a change. */
  readonly checkStore: () => Promise<StoreState>;
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
    summary:
      'Tell that the service can do work, and what does not work; 503 while it starts or stops, and while its store fails.',
    request: null,
    response: READY_SCHEMA,
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

/**
 * Throws `not_ready` while the process starts or stops, while its own store fails, and while nobody's key can be checked. A database
 * that does not answer is one of all instances: what needs none goes on, so the service stays ready and says what does not work.
 */
async function ready({ isReady, checkStore }: MetaParts): Promise<Ready> {
  if (!isReady()) throw new ServiceError('not_ready');
  const parts = await checkStore().catch((error: unknown) => {
    throw storeNotReady(error);
  });
  if (parts.keys === 'closed')
    throw new ServiceError('not_ready', { message: 'The keys were last read too long ago.', details: { parts } });
  return parts.store === 'ok' ? HEALTH : { ...HEALTH, status: 'degraded', parts };
}

/** Anybody may ask whether we are ready, so the reason is told and not the place. */
function storeNotReady(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { reason } = error.details as { readonly reason: string };
  return new ServiceError('not_ready', { message: `The store fails: ${reason}.` });
}
