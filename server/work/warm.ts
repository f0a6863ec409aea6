// Warm: what the first requests would otherwise wait for.
// In: the engine of the thread that requests arrive at, and the pool. Out: both have loaded what each kind of work needs, and compiled
// what is needed for short work.
// Why before the service says that it is ready: a request that waits for a thread to start may wait longer than it may run.

import type { Engine } from '../engines/engine.ts';
import type { Threads } from './threads.ts';
import type { Work } from './work.ts';
import { doWork } from './work.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One of each kind, the least last; what is decided and routed is all there is to see. */
const WORKS: readonly Work[] = [
  {
    kind: 'decide',
    bytes: bytesOf(
      '{"state":"warm","questions":{"a":{"type":"choice","criteria":{"b":"warm","c":"cold, not warm"}},"d":{"type":"noul","criteria":{"true":"warm"}},"e":{"type":"score","criteria":["cold","warm"]}}}',
    ),
    options: { undecided: 'omit', profile: null, trace: false },
  },
  {
    kind: 'route',
    bytes: bytesOf(
      '{"model":"evident-1","messages":[{"role":"user","content":"Warm the room to 20 degrees"}],"tools":[{"type":"function","function":{"name":"warm_room","description":"Warm a room","parameters":{"type":"object","required":["degrees"],"properties":{"degrees":{"type":"integer","description":"Degrees"}}}}}]}',
    ),
    ids: { id: '', callId: '', created: 0 },
    serverTools: [],
  },
  { kind: 'script', operation: 'run', bytes: bytesOf('{"script":"(+ 1 (:n input))","input":{"n":1}}') },
];

/** What fails is met again by the first request, which is told. */
export async function warm(engine: Engine, threads: Threads): Promise<void> {
  for (const work of WORKS) await doWork(engine, { work, isQuick: true }).catch(() => {});
  await threads.warm(WORKS);
}
