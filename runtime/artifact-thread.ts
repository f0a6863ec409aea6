// Artifact thread: runs a module nobody vouches for, where it can be ended.
// In: the module's bytes at the start, then an input and fuel a message. Out: the result or the text of what failed.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { RunResult } from '../compiler/faults.ts';
import { readArtifact } from './artifact.ts';
import { execute, instantiateArtifact } from './execute.ts';

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

// What our own artifacts keep to, in bytes; a character has at least one.
const OUTPUT_CHARACTERS_MAX = 8 * 1024 * 1024;

/** The result, when it is one that an artifact can have. Throws Error when it is not: such a module may leave any bytes. */
function acceptable(result: RunResult): RunResult {
  if (result.kind !== 'finished') return result;
  if (result.output.length > OUTPUT_CHARACTERS_MAX) throw new Error('its output is longer than any artifact writes');
  try {
    JSON.parse(result.output);
  } catch {
    throw new Error('its output is no JSON');
  }
  return result;
}

if (parentPort !== null) {
  const { bytes, port, answered } = workerData as ThreadData;
  let exports: ReturnType<typeof instantiateArtifact> | null = null;
  port.on('message', ({ input, fuel }: ThreadRun) => {
    let answer: ThreadAnswer;
    try {
      // Here, because a module with imports or with a start function that traps fails already now; thrown outside, it would
      // end the caller's process.
      exports ??= instantiateArtifact(readArtifact(bytes).module);
      answer = { result: acceptable(execute(exports, input, fuel)) };
    } catch (error) {
      answer = {
        failure: error instanceof Error ? error.message : String(error),
        isRange: error instanceof RangeError,
      };
    }
    port.postMessage(answer);
    const flag = new Int32Array(answered);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  });
}
