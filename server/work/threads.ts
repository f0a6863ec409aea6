// Threads: where work goes that would hold up the requests beside it.
// In: work as bytes, and who asks. Out: its reply. Why two lanes: a script may run for seconds, and what takes a few milliseconds
// must not wait behind it. Work begins in the quick lane, where it is given up when it turns out long, and then takes its turn in
// the other with all its fuel; what has a large body begins there. In each lane the callers take turns.

import type { Party } from '../../runtime/fair-queue.ts';
import { keepProgram } from '../../runtime/generated.ts';
import { keepScript } from '../../runtime/jobs.ts';
import type { Pool, PoolLoad, RunOptions } from '../../runtime/pool.ts';
import { createPool, PoolError } from '../../runtime/pool.ts';
import type { Engine } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import type { Reply } from '../operation.ts';
import type { Unfinished } from './effort.ts';
import { INLINE_BYTES_MAX, QUICK_BYTES_MAX } from './effort.ts';
import type { Interim } from './packed.ts';
import { unpack } from './packed.ts';
import type { Done, Order, Work } from './work.ts';

interface ThreadsOptions {
  /** Of the thread that requests arrive at: it keeps what was compiled for small ones. */
  readonly engine: Engine;
  /** Threads of each lane. */
  readonly threads: number;
  /** How long one piece of work may run, and how long it may wait for its turn in a lane. */
  readonly runMs: number;
  /** Told of each piece of work that a thread had, in milliseconds. */
  readonly onDone?: (lane: string, waitedMs: number, ranMs: number) => void;
}

// Reading the worst body of 1 MiB takes 80 MB, deciding on it about as much again.
const THREAD_HEAP_MIB = 192;

// So that requests are taken in and small ones answered while threads compute: what their priority is lowered by.
const NICE = { quick: 5, long: 10 } as const;

export interface Threads {
  /**
   * Rejects with `queue_full` when it would wait too long, with `deadline` when it ran too long, with `memory_exhausted`, and
   * with `client_closed` when the caller went away.
   */
  run(work: Work, call: RunOptions & { readonly party: Party }): Promise<Reply | Exclude<Interim, Unfinished>>;
  /**
   * Does these in a quick thread, and the last of them in a long one; both start for it. What comes to the long lane takes longer
   * than what its thread has still to compile.
   */
  warm(works: readonly Work[]): Promise<void>;
  /** What each lane has to do. */
  lanes(): readonly (PoolLoad & { readonly lane: string })[];
  close(): Promise<void>;
}

export function createThreads({ engine, threads, runMs, onDone }: ThreadsOptions): Threads {
  const open = (lane: keyof typeof NICE): Pool<Order, Done> =>
    createPool({
      workerUrl: new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
      threadsMax: threads,
      waitMsMax: runMs,
      runMsMax: runMs,
      heapMiB: THREAD_HEAP_MIB,
      onDone: (waitedMs, ranMs) => onDone?.(lane, waitedMs, ranMs),
      workerData: { nice: NICE[lane] },
    });
  const quick = open('quick');
  const long = open('long');
  return {
    async run(work, call) {
      if (work.bytes.length <= QUICK_BYTES_MAX) {
        const first = adopt(engine, work, await quick.run({ work, isQuick: true }, call).catch(rethrow));
        if (first.kind !== 'unfinished') return first;
      }
      const second = adopt(engine, work, await long.run({ work, isQuick: false }, call).catch(rethrow));
      if (second.kind !== 'unfinished') return second;
      throw new Error(`${work.kind} did not end with all the fuel there is`);
    },
    async warm(works) {
      const started = works.slice(-1).map((work) => long.run({ work, isQuick: false }, UNTIMED));
      for (const work of works) await quick.run({ work, isQuick: true }, UNTIMED).catch(() => {});
      await Promise.allSettled(started);
    },
    lanes: () => [
      { lane: 'quick', ...quick.load() },
      { lane: 'long', ...long.load() },
    ],
    async close() {
      await Promise.all([quick.close(), long.close()]);
    },
  };
}

const UNTIMED: RunOptions = { runMsMax: Number.POSITIVE_INFINITY };

/** What was compiled for a small request is kept here, so that the next one like it is answered here. */
function adopt({ toolchain }: Engine, { bytes }: Work, { reply, programs, scripts }: Done): Reply | Interim {
  if (bytes.length <= INLINE_BYTES_MAX) {
    for (const program of programs) keepProgram(toolchain, program);
    for (const script of scripts) keepScript(toolchain, script);
  }
  return unpack(reply);
}

const CODES = {
  full: 'queue_full',
  late: 'deadline',
  stopped: 'client_closed',
  exhausted: 'memory_exhausted',
} as const;

function rethrow(error: unknown): never {
  if (!(error instanceof PoolError) || error.kind === 'crashed') throw error;
  throw new ServiceError(
    CODES[error.kind],
    error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs },
  );
}
