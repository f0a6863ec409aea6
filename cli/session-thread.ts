// Session thread: where the repl runs its entries, so that one that does not end can be stopped.
// In: a compiled program, input and fuel a message. Out: the run's result, or the text of what failed.

import { inspect } from 'node:util';
import { parentPort } from 'node:worker_threads';
import type { RunResult } from '../compiler/faults.ts';
import type { CompiledScript } from '../runtime/compile.ts';
import type { WorkerMessage } from '../runtime/pool.ts';
import { createMachine } from '../runtime/run.ts';

export interface EntryRun {
  readonly script: CompiledScript;
  /** null is nil. */
  readonly input: Uint8Array | null;
  readonly fuel: number;
}

const machine = createMachine();

parentPort?.on('message', ({ script, input, fuel }: EntryRun) => {
  try {
    send({ answer: machine.run(script, input, { fuel }) });
  } catch (error) {
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : inspect(error) });
  }
});

function send(message: WorkerMessage<RunResult>): void {
  parentPort?.postMessage(message);
}

send('ready');
