// Pool: a few worker threads with a fair queue in front of them.
// In: jobs that can be cloned to a thread. Out: their answers, or a PoolError. Why: work beyond a few milliseconds must not hold
// up the requests beside it, nobody may hold up the work of others for long, and a job nobody waits for must stop.

import { Worker } from 'node:worker_threads';
import type { Party } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';

type PoolErrorKind = 'full' | 'late' | 'stopped' | 'exhausted' | 'crashed';

/**
 * `full`: it would wait, or has waited, too long. `late`: it ran too long. `stopped`: the caller went away or the pool closed.
 * `exhausted`: it needed more heap than a thread has. `crashed`: the thread died.
 */
export class PoolError extends Error {
  readonly kind: PoolErrorKind;
  /** When it may be worth coming back; only for `full` and `late`. */
  readonly retryAfterMs: number | undefined;
  constructor(kind: PoolErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'PoolError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface PoolOptions {
  /** A module that says `'ready'` when it is loaded, and answers each message `job` with one message `{ answer }` or `{ failure: text }`. */
  readonly workerUrl: URL;
  /** Threads at most; they start when they are first needed. */
  readonly threadsMax: number;
  /** How long a job may wait for a thread; for ever when left out. */
  readonly waitMsMax?: number;
  /** How long a job may run before its thread is ended; for ever when left out. */
  readonly runMsMax?: number;
  /** JavaScript heap of a thread in MiB: a job that outgrows it ends its thread, not the process. */
  readonly heapMiB: number;
  /** Told of each job that a thread had, in milliseconds: how long it waited, and how long it ran. */
  readonly onDone?: (waitedMs: number, ranMs: number) => void;
  /** What a thread finds in `workerData`. */
  readonly workerData?: unknown;
}

export interface RunOptions {
  /** An aborted job leaves the queue, or ends its thread. */
  readonly signal?: AbortSignal;
  /** In place of the pool's. */
  readonly runMsMax?: number;
  /** Who waits for it. All jobs that do not say are of one party. */
  readonly party?: Party;
}

/** What a pool has to do. */
export interface PoolLoad {
  readonly waiting: number;
  readonly busy: number;
  readonly idle: number;
  /** JavaScript heap that its threads used when each last answered. */
  readonly heapBytes: number;
}

export interface Pool<Job, Answer> {
  /** Runs a job on the next free thread. */
  run(job: Job, options?: RunOptions): Promise<Answer>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/** What a thread sends. */
export type WorkerMessage<Answer> =
  | 'ready'
  | ({ readonly heapBytes?: number } & ({ readonly answer: Answer } | { readonly failure: string }));

interface Task<Job, Answer> {
  readonly job: Job;
  readonly party: Party;
  readonly runMsMax: number;
  readonly addedMs: number;
  /** When a thread took it. */
  takenMs: number;
  startedMs: number;
  timer: NodeJS.Timeout | undefined;
  readonly settle: (error: PoolError | Error | null, answer?: Answer) => void;
}

interface Thread<Job, Answer> {
  readonly worker: Worker;
  task: Task<Job, Answer> | null;
  /** It has loaded what it needs; from here on the time of its job counts. */
  isReady: boolean;
  heapBytes: number;
  /** Told to end. It keeps its place until it has: what it computes still takes a core. */
  isEnding: boolean;
}

// The young generation is copied between two halves; a larger one is memory that no job needs.
const YOUNG_HEAP_MIB = 16;

const NOBODY: Party = { key: null, connection: 0 };

// The time of a job is guessed from those before it; the last ten or so count most. It starts at 0: a
// job that waits too long is rejected in any case, and the first jobs of a thread take longer than later ones.
const MEAN_WEIGHT = 0.1;
// Sooner only fills the queue again; later is longer than clients wait.
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 30_000;

export function createPool<Job, Answer>(options: PoolOptions): Pool<Job, Answer> {
  return new ThreadPool(options);
}

class ThreadPool<Job, Answer> implements Pool<Job, Answer> {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread<Job, Answer>>();
  readonly #waiting = new FairQueue<Task<Job, Answer>>();
  /** Milliseconds a job takes, as far as is known. */
  #meanMs = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  run(job: Job, { signal, party = NOBODY, runMsMax }: RunOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted === true) return reject(stopped());
      const onAbort = (): void => this.#drop(task, stopped());
      const task: Task<Job, Answer> = {
        job,
        party,
        runMsMax: runMsMax ?? this.#options.runMsMax ?? Number.POSITIVE_INFINITY,
        addedMs: performance.now(),
        takenMs: 0,
        startedMs: 0,
        timer: undefined,
        settle(error, answer) {
          clearTimeout(task.timer);
          signal?.removeEventListener('abort', onAbort);
          if (error === null) resolve(answer as Answer);
          else reject(error);
        },
      };
      const { waitMsMax = Number.POSITIVE_INFINITY } = this.#options;
      // Told at once, rather than after the wait: the caller may ask another server in the meantime.
      if (!this.#hasFreeThread() && this.#expectedWaitMs(party) > waitMsMax) return reject(this.#full(party));
      if (waitMsMax !== Number.POSITIVE_INFINITY)
        task.timer = setTimeout(() => this.#drop(task, this.#full(party)), waitMsMax).unref();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(task, party);
      this.#next();
    });
  }

  load(): PoolLoad {
    const threads = [...this.#threads];
    const busy = threads.filter(({ task, isEnding }) => task !== null || isEnding).length;
    return {
      waiting: this.#waiting.length,
      busy,
      idle: threads.length - busy,
      heapBytes: threads.reduce((sum, { heapBytes }) => sum + heapBytes, 0),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (let task = this.#waiting.take(); task !== undefined; task = this.#waiting.take()) task.settle(stopped());
    const ending = [...this.#threads];
    this.#threads.clear();
    for (const thread of ending) thread.task?.settle(stopped());
    await Promise.all(ending.map((thread) => thread.worker.terminate()));
  }

  #next(): void {
    while (!this.#closed && this.#waiting.length > 0) {
      const thread =
        [...this.#threads].find((candidate) => candidate.task === null && !candidate.isEnding) ??
        (this.#threads.size < this.#options.threadsMax ? this.#start() : undefined);
      if (thread === undefined) return;
      this.#begin(thread, this.#waiting.take() as Task<Job, Answer>);
    }
  }

  #begin(thread: Thread<Job, Answer>, task: Task<Job, Answer>): void {
    clearTimeout(task.timer);
    task.takenMs = performance.now();
    thread.task = task;
    thread.worker.ref();
    thread.worker.postMessage(task.job);
    if (thread.isReady) this.#clock(task);
  }

  #clock(task: Task<Job, Answer>): void {
    const { runMsMax } = task;
    task.startedMs = performance.now();
    if (runMsMax === Number.POSITIVE_INFINITY) return;
    const late = (): void => this.#drop(task, new PoolError('late', 'the job ran too long', this.#retryMs(runMsMax)));
    task.timer = setTimeout(late, runMsMax).unref();
  }

  #start(): Thread<Job, Answer> {
    const { workerUrl, heapMiB, workerData } = this.#options;
    const worker = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
      workerData,
    });
    const thread: Thread<Job, Answer> = { worker, task: null, isReady: false, heapBytes: 0, isEnding: false };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (message: WorkerMessage<Answer>) => {
      // An answer may arrive from a thread that is being ended; who waits for its end must not be left without it.
      if (thread.isEnding || !this.#threads.has(thread)) return;
      const { task } = thread;
      if (message === 'ready') {
        thread.isReady = true;
        if (task !== null) this.#clock(task);
        return;
      }
      thread.task = null;
      worker.unref();
      thread.heapBytes = message.heapBytes ?? 0;
      if (task !== null) this.#learn(task);
      if ('answer' in message) task?.settle(null, message.answer);
      else task?.settle(new Error(message.failure));
      this.#next();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => this.#end(thread, error));
    worker.on('exit', () => this.#end(thread, new Error('the thread ended')));
    return thread;
  }

  /** Forgets a thread; its job, if it still has one, has crashed with it. */
  #end(thread: Thread<Job, Answer>, error: NodeJS.ErrnoException): void {
    if (!this.#threads.delete(thread)) return;
    const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'exhausted' : 'crashed';
    thread.task?.settle(new PoolError(kind, error.message));
    thread.task = null;
    this.#next();
  }

  /** Ends a job wherever it is. */
  #drop(task: Task<Job, Answer>, error: PoolError): void {
    if (!this.#waiting.remove(task, task.party)) {
      const thread = [...this.#threads].find((candidate) => candidate.task === task);
      if (thread !== undefined) {
        if (thread.isReady) this.#learn(task);
        // A computing thread hears no message, so it can only be ended; when it has, the next job starts a new one.
        thread.task = null;
        thread.isEnding = true;
        void thread.worker.terminate();
      }
    }
    task.settle(error);
  }

  #learn({ addedMs, takenMs, startedMs }: Task<Job, Answer>): void {
    const ms = performance.now() - startedMs;
    this.#options.onDone?.(takenMs - addedMs, ms);
    this.#meanMs += (ms - this.#meanMs) * MEAN_WEIGHT;
  }

  #hasFreeThread(): boolean {
    if (this.#waiting.length > 0) return false;
    return (
      this.#threads.size < this.#options.threadsMax ||
      [...this.#threads].some(({ task, isEnding }) => task === null && !isEnding)
    );
  }

  #expectedWaitMs(party: Party): number {
    return (this.#waiting.ahead(party) * this.#meanMs) / this.#options.threadsMax;
  }

  /** `full`, and when the queue will have gone down to where it may be half as long as it may get. */
  #full(party: Party): PoolError {
    const { waitMsMax = 0 } = this.#options;
    return new PoolError(
      'full',
      'too many jobs are waiting',
      this.#retryMs(this.#expectedWaitMs(party) - waitMsMax / 2),
    );
  }

  #retryMs(ms: number): number {
    return Math.round(Math.min(RETRY_MS_MAX, Math.max(RETRY_MS_MIN, ms)));
  }
}

function stopped(): PoolError {
  return new PoolError('stopped', 'the job was stopped');
}
