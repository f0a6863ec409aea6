// Worker: the entry of a pool thread. In: one piece of work a message. Out: its answer, or the text of what failed.

import { setPriority } from 'node:os';
import { inspect } from 'node:util';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

import type { WorkerMessage } from '../../runtime/pool.ts';
import { Engine } from '../engines/engine.ts';
import type { Order } from './work.ts';
import { doWork } from './work.ts';

// Linux has a priority for each thread; elsewhere it is the process's, and the requests would be slowed down with us.
if (process.platform === 'linux') setPriority((workerData as { readonly nice: number }).nice);

const engine = new Engine();

parentPort?.on('message', (order: Order) => {
  doWork(engine, order)
    .then(
      (answer) => send({ answer, heapBytes: heapBytes() }),
      (error: unknown) =>
        send({
          failure: error instanceof Error ? (error.stack ?? error.message) : inspect(error),
          heapBytes: heapBytes(),
        }),
    )
    .finally(() => giveBack(order));
});

function heapBytes(): number {
  return getHeapStatistics().used_heap_size;
}

function send(message: WorkerMessage<unknown>): void {
  parentPort?.postMessage(message);
}

// After large work the heap is collected at once: an idle thread would keep its garbage. Below this, collecting takes longer than
// the work did.
const HEAP_KEPT_BYTES_MAX = 96 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function giveBack({ isQuick }: Order): void {
  if (!isQuick || heapBytes() > HEAP_KEPT_BYTES_MAX) collectGarbage();
}

send('ready');
