// Kind: what the two wires of decisions share.
// In: an effort. Out: what judging may take.

import { ENGINE } from '../../engines/identity.ts';
import type { JudgeOptions } from '../../engines/systemone/judge.ts';
import type { SystemOneResult } from '../../engines/systemone/systemone.ts';
import { ServiceError } from '../../errors.ts';
import type { ReplySummary } from '../../summary.ts';
import type { Effort } from '../../work/effort.ts';
import { QUICK_FUEL } from '../../work/effort.ts';
import type { Kind } from '../../work/task.ts';
import type { DecisionWork } from '../../work/work.ts';
import type { SystemOneRequest } from './wire/systemone.ts';

/** What of the work an answer depends on. */
export type DecisionAsked = Pick<DecisionWork, 'bytes' | 'options' | 'gate' | 'isKept'>;

/** A wire of decisions. */
export interface DecisionKind<Asked> extends Kind<DecisionWork, Asked> {
  readonly name: DecisionWork['kind'];
  /** What was asked, in System One's words. */
  requestOf(asked: Asked): SystemOneRequest;
}

// Characters of a program of questions that are soon compiled: about a tenth of a second.
const QUICK_PROGRAM_LENGTH = 131_072;

export function judgeOptions(effort: Effort): JudgeOptions {
  switch (effort.kind) {
    case 'inline':
      return { fuel: effort.fuel, memoryBytesMax: effort.memoryBytesMax, compileLengthMax: 0 };
    case 'quick': {
      const { kind: _, ...compiled } = effort;
      return { fuel: QUICK_FUEL, compileLengthMax: QUICK_PROGRAM_LENGTH, ...compiled };
    }
    case 'full': {
      const { kind: _, ...compiled } = effort;
      return compiled;
    }
  }
}

/** `param` is what the wire calls the state. */
export function stateTooLarge(param: string): ServiceError {
  return new ServiceError('state-too-large', { param, summary: TOO_LARGE });
}

const TOO_LARGE: ReplySummary = {
  outcomes: {},
  isExhausted: true,
  kept: { answerId: null, program: null, said: [], engine: ENGINE },
};

/** The limit that was exceeded, in a sentence. */
export function describeTooLarge({ limit, max }: Extract<SystemOneResult, { kind: 'too-large' }>): string {
  return `The questions of one request may have at most ${max} ${limit} in all.`;
}
