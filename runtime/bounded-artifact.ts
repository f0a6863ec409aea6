// Bounded artifact: runs of a module that may not end, with a deadline.
// In: an artifact's bytes, an input, fuel. Out: the result, or a DeadlineError. Why: an artifact meters itself, so a module
// that only claims to be one ignores its fuel; nothing but ending its thread stops it.
// The caller waits, because a run of an artifact is synchronous whoever vouches for it.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { RunResult } from '../compiler/faults.ts';
import type { ThreadAnswer, ThreadData, ThreadRun } from './artifact-thread.ts';
import { ArtifactFailure, DeadlineError } from './outcome.ts';

/** Far more than a million steps take, and less than a person waits for. */
export const RUN_MS_DEFAULT = 10_000;

export class BoundedArtifact {
  readonly #bytes: Uint8Array;
  readonly #runMs: number;
  #thread: {
    readonly worker: Worker;
    readonly port: MessagePort;
    readonly flag: Int32Array<SharedArrayBuffer>;
  } | null = null;

  constructor(bytes: Uint8Array, runMs: number) {
    this.#bytes = bytes;
    this.#runMs = runMs;
  }

  /** Throws DeadlineError, after which a further run starts a new thread; ArtifactFailure; RangeError as `execute` does. */
  run(input: Uint8Array | null, fuel: number): RunResult {
    const { worker, port, flag } = (this.#thread ??= startThread(this.#bytes));
    Atomics.store(flag, 0, 0);
    port.postMessage({ input, fuel } satisfies ThreadRun);
    if (Atomics.wait(flag, 0, 0, this.#runMs) === 'timed-out') {
      this.#thread = null;
      port.close();
      void worker.terminate();
      throw new DeadlineError(this.#runMs);
    }
    const answer = (receiveMessageOnPort(port) as { message: ThreadAnswer }).message;
    if ('result' in answer) return answer.result;
    throw answer.isRange ? new RangeError(answer.failure) : new ArtifactFailure(answer.failure);
  }
}

function startThread(bytes: Uint8Array): { worker: Worker; port: MessagePort; flag: Int32Array<SharedArrayBuffer> } {
  const { port1, port2 } = new MessageChannel();
  const answered = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const url = new URL(
    import.meta.url.endsWith('.ts') ? './artifact-thread.ts' : './artifact-thread.js',
    import.meta.url,
  );
  const worker = new Worker(url, {
    workerData: { bytes, port: port2, answered } satisfies ThreadData,
    transferList: [port2],
  });
  // A thread that ran out of memory answers nothing, so the run ends at its deadline; unheard, its error would end this process.
  worker.on('error', () => {});
  worker.unref();
  port1.unref();
  return { worker, port: port1, flag: new Int32Array(answered) };
}
