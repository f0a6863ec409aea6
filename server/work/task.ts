// Task: one request to a service, from its plan to its reply.
// In: a plan, which says where the work is done, and how its kind of work is read and answered. Out: the reply, or what has to be
// found out first. Why a plan is data: it is made before anything is done, from the request alone.

import type { Json } from '../../grammar/json.ts';
import type { Engine } from '../engines/engine.ts';
import { type OperationRequest, partyOf, type Reply } from '../operation.ts';
import type { Effort, Unfinished } from './effort.ts';
import { INLINE_BYTES_MAX, tryInline } from './effort.ts';
import type { Interim } from './packed.ts';
import type { Threads } from './threads.ts';
import type { Work } from './work.ts';

/** How one kind of work is done. Both functions are pure: the same body gives the same reply. */
export interface Kind<Its extends Work, Asked> {
  /** Throws ServiceError for a body that is wrong. */
  read(body: Json, work: Its): Asked;
  /** `unfinished` where the effort is not enough. Throws ServiceError for everything a caller can cause. */
  answer(engine: Engine, asked: Asked, work: Its, effort: Effort): Promise<Reply | Interim>;
}

/** `inline`: tried on the request's own thread, and done in a pool thread when that turns out too long. */
export interface Plan<Its extends Work> {
  readonly kind: 'inline' | 'thread';
  readonly work: Its;
}

export function planOf<Its extends Work>(work: Its): Plan<Its> {
  return { kind: work.bytes.length <= INLINE_BYTES_MAX ? 'inline' : 'thread', work };
}

/** What tasks need of the process. */
export interface TaskParts {
  /** Of the thread that requests arrive at. */
  readonly engine: Engine;
  readonly threads: Threads;
}

export class Task<Its extends Work, Asked> {
  readonly #parts: TaskParts;
  readonly #kind: Kind<Its, Asked>;
  readonly #request: OperationRequest;
  #asked: { readonly value: Asked } | null = null;

  constructor(parts: TaskParts, kind: Kind<Its, Asked>, request: OperationRequest) {
    this.#parts = parts;
    this.#kind = kind;
    this.#request = request;
  }

  /** The body as its kind reads it; read once. */
  asked(work: Its): Asked {
    this.#asked ??= { value: this.#kind.read(this.#request.body ?? null, work) };
    return this.#asked.value;
  }

  async run({ kind, work }: Plan<Its>): Promise<Reply | Exclude<Interim, Unfinished>> {
    if (kind === 'inline') {
      const asked = this.asked(work);
      const reply = await tryInline((effort) => this.#kind.answer(this.#parts.engine, asked, work, effort));
      if (reply.kind !== 'unfinished') return reply;
    }
    // The bytes are enough for a request that has to wait.
    this.#asked = null;
    this.#request.dropBody();
    const { signal } = this.#request;
    return this.#parts.threads.run(work, { signal, party: partyOf(this.#request) });
  }
}

/** The reply of work that needs nothing more from outside. */
export function asReply(reply: Reply | Exclude<Interim, Unfinished>): Reply {
  if (reply.kind === 'open' || reply.kind === 'servers' || reply.kind === 'acts')
    throw new Error(`work was answered ${reply.kind}`);
  return reply;
}
