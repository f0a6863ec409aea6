// Scripts: check, run and build as the service offers them.
// In: script text, input text, fuel. Out: the toolchain's answers. Why: small work is done at once, large work goes to a thread.
// The language is pure, so a run that turns out to be long simply starts again there.

import { doJob } from '../runtime/jobs.ts';
import type { ScriptAnswer } from '../runtime/jobs.ts';
import type { Threads } from './threads.ts';

// Steps a run may take on the request's own thread: a plain loop takes 4 ns a step, so most runs end here, and none of them
// takes longer than handing it to a thread costs at worst.
const INLINE_FUEL_MAX = 100_000;
// Script text that is read and checked on the request's own thread: a few milliseconds.
const INLINE_SCRIPT_LENGTH_MAX = 8_192;

export interface Scripts {
  /** Answers `checked`. */
  check(script: string, signal: AbortSignal): Promise<ScriptAnswer>;
  /** `input` is JSON text. Answers `ran`, `faulted` or `invalid`. */
  run(script: string, input: string, fuel: number, signal: AbortSignal): Promise<ScriptAnswer>;
  /** Answers `built` or `invalid`. */
  build(script: string, signal: AbortSignal): Promise<ScriptAnswer>;
}

export function createScripts(threads: Threads): Scripts {
  const isLong = (script: string): boolean => script.length > INLINE_SCRIPT_LENGTH_MAX;

  return {
    check(script, signal) {
      const job = { kind: 'check', script } as const;
      return isLong(script) ? threads.doScript(job, signal) : doJob(job);
    },
    // Optimising takes longer than any check or compilation.
    build: (script, signal) => threads.doScript({ kind: 'build', script }, signal),
    async run(script, input, fuel, signal) {
      const job = { kind: 'run', script, input, fuel } as const;
      if (isLong(script)) return threads.doScript(job, signal);
      const first = await doJob({ ...job, fuel: Math.min(fuel, INLINE_FUEL_MAX) }, threads.compile);
      const isSpent = first.kind === 'faulted' && first.fault.code === 'out-of-fuel' && fuel > INLINE_FUEL_MAX;
      return isSpent ? threads.doScript(job, signal) : first;
    },
  };
}
