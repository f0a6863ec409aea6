// Worker: the entry of a pool thread. In: one piece of work a message. Out: its answer, or the text of what failed.

import { inspect } from 'node:util';
import { parentPort } from 'node:worker_threads';

import type { WorkerMessage } from '../runtime/pool.ts';
import { doWork } from './work.ts';
import type { Work } from './work.ts';

parentPort?.on('message', (work: Work) => {
  doWork(work).then(
    (answer) => send({ answer }),
    (error: unknown) => send({ failure: error instanceof Error ? error.stack ?? error.message : inspect(error) }),
  );
});

function send(message: WorkerMessage<unknown>): void {
  parentPort?.postMessage(message);
}
