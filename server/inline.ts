// Inline: where a decision is made.
// In: the work as data, and how to do it here. Out: its reply. Why: most decisions take a fraction of a millisecond on the
// request's own thread; what would hold up the requests beside it goes to another one. A decision is pure, so one that
// turns out to be long simply starts again there, with all its fuel.

import type { JudgeOptions } from './engines/systemone/judge.ts';
import type { OpenReply } from './help.ts';
import type { Reply } from './operation.ts';
import type { Threads } from './threads.ts';
import type { DecisionWork } from './work.ts';

// A decision costs up to a microsecond for a byte of the request: this much is decided on the request's own thread.
export const INLINE_BYTES_MAX = 16_384;
// Steps a decision may take there: a step takes a few nanoseconds, and a ticket with eight questions twenty thousand.
export const INLINE_FUEL_MAX = 500_000;

/** The fuel that was given did not last; with all of it there may be a reply. */
export interface Unfinished {
  readonly kind: 'out-of-fuel';
}

export async function decideInline(threads: Threads, work: DecisionWork, signal: AbortSignal, decide: (options: JudgeOptions) => Promise<Reply | OpenReply | Unfinished>): Promise<Reply | OpenReply> {
  if (work.bytes.length > INLINE_BYTES_MAX) return threads.decide(work, signal);
  const reply = await decide({ fuel: INLINE_FUEL_MAX, compileElsewhere: threads.compile });
  return reply.kind === 'out-of-fuel' ? threads.decide(work, signal) : reply;
}
