// Pool: a few worker threads with a bounded queue in front of them.
// In: jobs that can be cloned to a thread. Out: their answers, or a PoolError. Why: work beyond a few milliseconds must not hold
// up the requests beside it, a full queue must say so at once, and a job nobody waits for must stop.

import { Worker } from 'node:worker_threads';

export type PoolErrorKind = 'full' | 'stopped' | 'crashed' | 'exhausted';

/** `full`: the queue has no place. `stopped`: the caller went away or the pool closed. `crashed`: the thread died. `exhausted`: its heap was full. */
export class PoolError extends Error {
  readonly kind: PoolErrorKind;
  constructor(kind: PoolErrorKind, message: string) {
    super(message);
    this.name = 'PoolError';
    this.kind = kind;
  }
}

export interface PoolOptions {
  /** A module that answers each message `job` with one message `{ answer }` or `{ failure: text }`. */
  readonly workerUrl: URL;
  /** Threads at most; they start when they are first needed. */
  readonly threadsMax: number;
  /** Jobs that may wait for a thread. */
  readonly queueMax: number;
  /** JavaScript heap of a thread in MiB: a job that outgrows it ends its thread, not the process. */
  readonly heapMiB: number;
}

export interface Pool<Job, Answer> {
  /** Runs a job on the next free thread. An aborted job leaves the queue, or ends its thread. */
  run(job: Job, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** What a thread sends back for a job. */
export type WorkerMessage<Answer> = { readonly answer: Answer } | { readonly failure: string };

interface Task<Job, Answer> {
  readonly job: Job;
  readonly settle: (error: PoolError | Error | null, answer?: Answer) => void;
}

interface Thread<Job, Answer> {
  readonly worker: Worker;
  task: Task<Job, Answer> | null;
}

export function createPool<Job, Answer>(options: PoolOptions): Pool<Job, Answer> {
  const threads = new Set<Thread<Job, Answer>>();
  const waiting: Task<Job, Answer>[] = [];
  let closed = false;

  const start = (): Thread<Job, Answer> => {
    const worker = new Worker(options.workerUrl, { resourceLimits: { maxOldGenerationSizeMb: options.heapMiB } });
    const thread: Thread<Job, Answer> = { worker, task: null };
    threads.add(thread);
    worker.unref();
    worker.on('message', (message: WorkerMessage<Answer>) => {
      // An answer may arrive from a thread that is being ended; who waits for its end must not be left without it.
      if (!threads.has(thread)) return;
      const { task } = thread;
      thread.task = null;
      worker.unref();
      if ('answer' in message) task?.settle(null, message.answer);
      else task?.settle(new Error(message.failure));
      next();
    });
    worker.on('error', (error) => end(thread, error));
    worker.on('exit', () => end(thread, new Error('the thread ended')));
    return thread;
  };

  /** Forgets a thread; its job, if it still has one, has crashed with it. */
  const end = (thread: Thread<Job, Answer>, error: unknown): void => {
    if (!threads.delete(thread)) return;
    const kind = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'exhausted' : 'crashed';
    thread.task?.settle(new PoolError(kind, error instanceof Error ? error.message : String(error)));
    thread.task = null;
    next();
  };

  const next = (): void => {
    while (!closed && waiting.length > 0) {
      const thread = [...threads].find((candidate) => candidate.task === null)
        ?? (threads.size < options.threadsMax ? start() : undefined);
      if (thread === undefined) return;
      thread.task = waiting.shift() as Task<Job, Answer>;
      thread.worker.ref();
      thread.worker.postMessage(thread.task.job);
    }
  };

  const stop = (task: Task<Job, Answer>): void => {
    const place = waiting.indexOf(task);
    if (place !== -1) {
      waiting.splice(place, 1);
    } else {
      const thread = [...threads].find((candidate) => candidate.task === task);
      if (thread !== undefined) {
        // A computing thread hears no message, so it can only be ended; the next job starts a new one.
        thread.task = null;
        threads.delete(thread);
        void thread.worker.terminate();
      }
    }
    task.settle(new PoolError('stopped', 'the job was stopped'));
    next();
  };

  return {
    run(job, signal) {
      return new Promise((resolve, reject) => {
        if (closed || signal?.aborted === true) return reject(new PoolError('stopped', 'the job was stopped'));
        const onAbort = (): void => stop(task);
        const task: Task<Job, Answer> = {
          job,
          settle(error, answer) {
            signal?.removeEventListener('abort', onAbort);
            if (error === null) resolve(answer as Answer);
            else reject(error);
          },
        };
        waiting.push(task);
        next();
        // Checked after the free threads took what they can: only jobs that really wait count.
        if (waiting.length > options.queueMax) {
          waiting.splice(waiting.indexOf(task), 1);
          return reject(new PoolError('full', 'too many jobs are waiting'));
        }
        signal?.addEventListener('abort', onAbort, { once: true });
      });
    },
    async close() {
      closed = true;
      for (const task of waiting.splice(0)) task.settle(new PoolError('stopped', 'the pool closed'));
      const ending = [...threads];
      threads.clear();
      for (const thread of ending) thread.task?.settle(new PoolError('stopped', 'the pool closed'));
      await Promise.all(ending.map((thread) => thread.worker.terminate()));
    },
  };
}
