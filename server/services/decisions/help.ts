// Help: an upstream engine that may be asked where our own evidence is not enough.
// In: what is open. Out: what it proposes, and what became of asking. server/upstream is the connection behind it.

import type { Help, OpenQuestion } from '../../engines/upstream/open.ts';
import type { SystemOneRequest } from './wire/systemone.ts';

/** What became of asking: `answered`, or why our own answer stands. Shown in a header and in the operator's log. */
export const ASK_STATUSES = [
  'answered',
  'timeout',
  'unreachable',
  'bad-status',
  'bad-answer',
  'too-large',
  'busy',
  'open',
  'gone',
] as const;
export type AskStatus = (typeof ASK_STATUSES)[number];

/** An upstream engine, ready to be asked. */
export interface Upstream {
  /** As it stands in `engine`. */
  readonly name: string;
  /** Whether an answer that needed it may act. */
  readonly mayAct: boolean;
  /** Never rejects. null when none of the questions is one that this upstream can be asked. */
  ask(
    request: SystemOneRequest,
    open: readonly OpenQuestion[],
    signal: AbortSignal,
  ): Promise<{ readonly status: AskStatus; readonly proposals: Help['proposals'] } | null>;
}
