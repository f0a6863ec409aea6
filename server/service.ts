// Service: what the product can do, apart from any transport.
// In: a clock, a source of ids, the registry of tool servers and the script engine. Out: one object the table of operations calls.
// Why: everything that varies between two runs (time, ids, processes, files) comes in here, so nothing below it can reach for it.

import { ENGINE, MODEL } from './engines/identity.ts';
import { ServiceError } from './errors.ts';
import type { Scripts } from './scripts.ts';
import type { Registry } from './wire/mcp.ts';
import { modelList, modelRecord } from './wire/models.ts';
import type { ModelList, ModelRecord } from './wire/models.ts';

export interface ServiceParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A fresh id with the given prefix: `newId('req')` is `req_…`. */
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  readonly scripts: Scripts;
}

export interface Service {
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  readonly scripts: Scripts;
  health(): { readonly status: 'ok'; readonly model: string; readonly engine: string };
  listModels(): ModelList;
  getModel(id: string): ModelRecord;
}

export function createService(parts: ServiceParts): Service {
  return {
    ...parts,
    health: () => ({ status: 'ok', model: MODEL, engine: ENGINE }),
    listModels: () => modelList([MODEL]),
    getModel(id) {
      if (id !== MODEL) throw new ServiceError('model_not_found', { param: 'model' });
      return modelRecord(id);
    },
  };
}
