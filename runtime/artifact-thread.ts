// Artifact thread: runs a module nobody vouches for, where it can be ended.
// In: the module's bytes at the start, then an input and fuel a message. Out: the result or the text of what failed.

import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { readArtifact } from './artifact.ts';
import { execute, instantiateArtifact } from './run.ts';
import type { RunResult } from '../compiler/faults.ts';

export interface ThreadData {
  readonly bytes: Uint8Array;
  readonly port: MessagePort;
  /** One 32-bit number: 1 when an answer is there. */
  readonly answered: SharedArrayBuffer;
}

export interface ThreadRun {
  /** null is nil. */
  readonly input: Uint8Array | null;
  readonly fuel: number;
}

export type ThreadAnswer = { readonly result: RunResult } | { readonly failure: string; readonly isRange: boolean };

if (parentPort !== null) {
  const { bytes, port, answered } = workerData as ThreadData;
  const exports = instantiateArtifact(readArtifact(bytes).module);
  port.on('message', ({ input, fuel }: ThreadRun) => {
    let answer: ThreadAnswer;
    try {
      answer = { result: execute(exports, input, fuel) };
    } catch (error) {
      answer = { failure: error instanceof Error ? error.message : String(error), isRange: error instanceof RangeError };
    }
    port.postMessage(answer);
    const flag = new Int32Array(answered);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });
}
