// Service: what the product can do, apart from any transport.
// In: a clock, a source of ids, the registry of tool servers and threads for large work. Out: one object the table of operations calls.
// Why: everything that varies between two runs (time, ids, processes, files) comes in here, so nothing below it can reach for it.

import { decide } from './decide.ts';
import { answerDecisions } from './decisions.ts';
import { ENGINE, MODEL } from './engines/identity.ts';
import { ServiceError } from './errors.ts';
import type { Upstream } from './help.ts';
import type { OperationRequest, Reply } from './operation.ts';
import { route, verify } from './route.ts';
import type { ScriptOperation } from './script-replies.ts';
import { performScript } from './script-replies.ts';
import type { Threads } from './threads.ts';
import type { Registry } from './wire/mcp.ts';
import type { Health, ModelList, ModelRecord } from './wire/models.ts';
import { modelList, modelRecord } from './wire/models.ts';
import type { UndecidedMode } from './wire/systemone.ts';

interface ServiceParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A fresh id with the given prefix: `newId('req')` is `req_…`. */
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  readonly threads: Threads;
  /** How undecided questions are answered when a request does not say. */
  readonly undecided: UndecidedMode;
  /** May help with what is not decided; null where the operator has configured none. */
  readonly upstream: Upstream | null;
  /** The text of all metrics and its content type. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** False while the process starts or stops. */
  readonly isReady: () => boolean;
  /** Rejects with `storage_failed` when a change could not be kept. */
  readonly checkStore: () => Promise<void>;
}

export interface Service {
  readonly newId: (prefix: string) => string;
  readonly registry: Registry;
  /** Answers questions about a state. */
  decide(request: OperationRequest): Promise<Reply>;
  /** The same over OpenAI's Decisions wire. */
  answerDecisions(request: OperationRequest): Promise<Reply>;
  /** Chooses a tool for a conversation; never executes it. */
  route(request: OperationRequest): Promise<Reply>;
  /** Says of given calls whether the conversation orders them. */
  verify(request: OperationRequest): Promise<Reply>;
  /** Checks, runs or builds a script. */
  performScript(operation: ScriptOperation, request: OperationRequest): Promise<Reply>;
  health(): Health;
  /** Throws `not_ready` while the process starts or stops, and while its store fails. */
  ready(): Promise<Health>;
  metrics: ServiceParts['metrics'];
  listModels(): ModelList;
  getModel(id: string): ModelRecord;
}

export function createService(parts: ServiceParts): Service {
  const health: Health = { status: 'ok', model: MODEL, engine: ENGINE };
  return {
    newId: parts.newId,
    registry: parts.registry,
    decide: (request) => decide(parts, request),
    answerDecisions: (request) => answerDecisions(parts, request),
    route: (request) => route(parts, request),
    verify: (request) => verify(parts, request),
    performScript: (operation, request) => performScript(operation, parts.threads, request),
    health: () => health,
    async ready() {
      if (!parts.isReady()) throw new ServiceError('not_ready');
      await parts.checkStore().catch((error: unknown) => {
        throw storeNotReady(error);
      });
      return health;
    },
    metrics: parts.metrics,
    listModels: () => modelList([MODEL]),
    getModel(id) {
      if (id !== MODEL) throw new ServiceError('model_not_found', { param: 'model' });
      return modelRecord(id);
    },
  };
}

/** Anybody may ask whether we are ready, so the reason is told and not the place. */
function storeNotReady(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { reason } = error.details as { readonly reason: string };
  return new ServiceError('not_ready', { message: `The store fails: ${reason}.` });
}
