// Scripts: check, run and build as the service offers them.
// In: script text, input text, fuel. Out: the toolchain's answers. Why: nothing may hold up the requests beside it, so small
// work is done at once and large work goes to a thread. The language is pure: a run may simply start again there.

import { availableParallelism } from 'node:os';

import { doJob } from '../runtime/jobs.ts';
import type { ScriptAnswer, ScriptJob } from '../runtime/jobs.ts';
import { PoolError, createPool } from '../runtime/pool.ts';
import { ServiceError } from './errors.ts';

// Steps a run may take on the request's own thread: about two milliseconds, less than handing it to a thread costs at worst.
const INLINE_FUEL_MAX = 100_000;
// Script text that is read, checked and compiled on the request's own thread: about as many milliseconds.
const INLINE_SCRIPT_LENGTH_MAX = 8_192;
// A thread holds one runtime arena (64 MiB) and one heap; more threads than cores only wait for each other.
const THREADS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1));
// Jobs that wait: at a second each the last one still answers within the clients' usual time-outs.
const QUEUE_MAX = 32;
const THREAD_HEAP_MIB = 512;

export interface Scripts {
  /** Answers `checked`. */
  check(script: string, signal: AbortSignal): Promise<ScriptAnswer>;
  /** `input` is JSON text. Answers `ran`, `faulted` or `invalid`. */
  run(script: string, input: string, fuel: number, signal: AbortSignal): Promise<ScriptAnswer>;
  /** Answers `built` or `invalid`. */
  build(script: string, signal: AbortSignal): Promise<ScriptAnswer>;
  close(): Promise<void>;
}

/** Throws `queue_full` when too many jobs wait and `client_closed` when the caller went away. */
export function createScripts(): Scripts {
  const pool = createPool<ScriptJob, ScriptAnswer>({
    workerUrl: new URL(import.meta.url.endsWith('.ts') ? '../runtime/worker.ts' : '../runtime/worker.js', import.meta.url),
    threadsMax: THREADS_MAX,
    queueMax: QUEUE_MAX,
    heapMiB: THREAD_HEAP_MIB,
  });

  const inThread = async (job: ScriptJob, signal: AbortSignal): Promise<ScriptAnswer> => {
    try {
      return await pool.run(job, signal);
    } catch (error) {
      if (!(error instanceof PoolError) || error.kind === 'crashed') throw error;
      throw new ServiceError(error.kind === 'full' ? 'queue_full' : 'client_closed');
    }
  };

  return {
    check: (script, signal) => place(script)({ kind: 'check', script }, signal),
    build: (script, signal) => inThread({ kind: 'build', script }, signal),
    async run(script, input, fuel, signal) {
      const job = { kind: 'run', script, input, fuel } as const;
      if (script.length > INLINE_SCRIPT_LENGTH_MAX) return inThread(job, signal);
      const first = await doJob({ ...job, fuel: Math.min(fuel, INLINE_FUEL_MAX) });
      const spent = first.kind === 'faulted' && first.fault.code === 'out-of-fuel' && fuel > INLINE_FUEL_MAX;
      return spent ? inThread(job, signal) : first;
    },
    close: () => pool.close(),
  };

  function place(script: string): (job: ScriptJob, signal: AbortSignal) => Promise<ScriptAnswer> {
    return script.length > INLINE_SCRIPT_LENGTH_MAX ? inThread : doJob;
  }
}
