// Worker: the entry of a pool thread. In: one job a message. Out: its answer, or the text of what failed.

import { parentPort } from 'node:worker_threads';

import { doJob } from './jobs.ts';
import type { ScriptAnswer, ScriptJob } from './jobs.ts';
import type { WorkerMessage } from './pool.ts';

parentPort?.on('message', (job: ScriptJob) => {
  doJob(job).then(
    (answer) => send({ answer }),
    (error: unknown) => send({ failure: error instanceof Error ? error.stack ?? error.message : String(error) }),
  );
});

function send(message: WorkerMessage<ScriptAnswer>): void {
  parentPort?.postMessage(message);
}
