// Threads: where work goes that would hold up the requests beside it.
// In: work as data. Out: its answer. Why two pools: a script may run for minutes, and a large decision or a compilation must not
// wait behind it.

import { availableParallelism } from 'node:os';

import type { ScriptLimits } from '../grammar/scan.ts';
import type { ScriptAnswer, ScriptJob } from '../runtime/jobs.ts';
import { PoolError, createPool } from '../runtime/pool.ts';
import type { Pool } from '../runtime/pool.ts';
import { ServiceError } from './errors.ts';
import type { OpenReply } from './help.ts';
import type { Reply } from './operation.ts';
import { unpack, unpackAnswer, unpackDecision } from './work.ts';
import type { DecisionWork, PackedDecision, PackedError, PackedReply, RouteWork, Work } from './work.ts';

// A thread holds one runtime arena (64 MiB) and one heap; more threads than cores only wait for each other.
const THREADS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1));
// Jobs that wait: at a second each the last one still answers within the clients' usual time-outs.
const QUEUE_MAX = 32;
const THREAD_HEAP_MIB = 512;

export interface Threads {
  doScript(job: ScriptJob, signal: AbortSignal): Promise<ScriptAnswer>;
  /** A script that checks, compiled; the work of one caller may serve others, so none can stop it. */
  compile(script: string, limits?: ScriptLimits): Promise<WebAssembly.Module>;
  decide(work: DecisionWork, signal: AbortSignal): Promise<Reply | OpenReply>;
  route(work: RouteWork, signal: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

/** All reject with `queue_full` when too much waits and with `client_closed` when the caller went away. */
export function createThreads(): Threads {
  const scripts = open<ScriptJob, ScriptAnswer | PackedError>();
  const engines = open<Work, ScriptAnswer | PackedError | PackedDecision>();
  return {
    doScript: async (job, signal) => unpackAnswer(await scripts.run(job, signal).catch(rethrow)),
    async compile(script, limits) {
      const answer = unpackAnswer(await engines.run({ kind: 'compile', script, ...(limits === undefined ? {} : { limits }) }).catch(rethrow) as ScriptAnswer | PackedError);
      if (answer.kind !== 'compiled') throw new Error(`the toolchain answered ${answer.kind}`);
      return answer.module;
    },
    decide: async (work, signal) => unpackDecision(await engines.run(work, signal).catch(rethrow) as PackedDecision),
    route: async (work, signal) => unpack(await engines.run(work, signal).catch(rethrow) as PackedReply),
    async close() {
      await Promise.all([scripts.close(), engines.close()]);
    },
  };
}

function open<Job, Answer>(): Pool<Job, Answer> {
  return createPool({
    workerUrl: new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
    threadsMax: THREADS_MAX,
    queueMax: QUEUE_MAX,
    heapMiB: THREAD_HEAP_MIB,
  });
}

function rethrow(error: unknown): never {
  if (!(error instanceof PoolError) || error.kind === 'crashed' || error.kind === 'exhausted') throw error;
  throw new ServiceError(error.kind === 'full' ? 'queue_full' : 'client_closed');
}
