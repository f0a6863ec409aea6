// Run artifact: an artifact in a worker of its own, with a deadline.
// Why a worker: a long run must not freeze the page, and what does not end can be ended.

import type { Faulted, Finished } from '../../runtime/open-artifact.ts';
import type { ArtifactAnswer, ArtifactRun } from './artifact-worker.ts';

const RUN_MS_MAX = 10_000;

/** Not every browser knows trusted types, and the compiler's own library does not. */
interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string };
  };
}

const WORKER = new URL('./artifact-worker.js', import.meta.url).href;
// Where a policy lets no text become code, the address of the one worker is what is let through.
const trusted = (globalThis as WithTrustedTypes).trustedTypes?.createPolicy('evident-worker', {
  createScriptURL: () => WORKER,
});

export function runArtifact(run: ArtifactRun): Promise<Finished | Faulted> {
  const worker = new Worker(trusted?.createScriptURL('') ?? WORKER, { type: 'module' });
  return new Promise<Finished | Faulted>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the run did not end in ${RUN_MS_MAX / 1000} s`)), RUN_MS_MAX);
    worker.addEventListener('message', ({ data }: MessageEvent<ArtifactAnswer>) => {
      clearTimeout(timer);
      if ('result' in data) resolve(data.result);
      else reject(new Error(data.failure));
    });
    worker.addEventListener('error', (event) => {
      clearTimeout(timer);
      reject(new Error(event.message === '' ? 'the worker could not be started' : event.message));
    });
    worker.postMessage(run);
  }).finally(() => worker.terminate());
}
