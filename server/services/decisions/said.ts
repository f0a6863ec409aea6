// Said: what is counted and kept of the answers to questions.
// In: the answers, whole, and the program that judged. Out: a summary, with what the decision log keeps where it is wanted.

import { ENGINE } from '../../engines/identity.ts';
import type { ReplySummary, Said, SaidPlace } from '../../summary.ts';
import { countOutcomes } from '../../summary.ts';
import type { DecideOptions } from './options.ts';
import type { Answer, Trace } from './wire/answer.ts';
import type { Evidence } from './wire/evidence.ts';

interface SaidParts {
  /** With the id under which each answer is told. */
  readonly answers: Iterable<readonly [id: string, answer: Answer]>;
  /** The id in the body of the answer. */
  readonly answerId: string | null;
  readonly judged: Trace;
  readonly isKept: boolean;
  readonly options: DecideOptions;
  /** Evidence with paths into the request, where the wire has others than the engine. */
  readonly locate?: (evidence: readonly Evidence[]) => readonly Evidence[];
}

export function summarize({
  answers,
  answerId,
  judged,
  isKept,
  options,
  locate = (all) => all,
}: SaidParts): ReplySummary {
  const all = [...answers];
  const outcomes = countOutcomes(all.map(([, { type, outcome }]) => ({ kind: type, outcome })));
  if (!isKept) return { outcomes, steps: judged.steps };
  const { hash, steps, schedule } = judged;
  const said = all.map(([id, answer]) => say(id, answer, locate(answer.evidence)));
  return {
    outcomes,
    steps,
    kept: { answerId, program: { hash, schedule }, said, engine: ENGINE, options: told(options) },
  };
}

function told({ undecided, profile, trace }: DecideOptions): Record<string, string> {
  return { undecided, ...(profile === null ? {} : { profile }), ...(trace ? { trace: '1' } : {}) };
}

function say(id: string, answer: Answer, evidence: readonly Evidence[]): Said {
  const { type: kind, outcome, may_act, reason, engine } = answer;
  return {
    id,
    kind,
    outcome,
    may_act,
    ...(answer.outcome === 'decided' ? { answer: valueOf(answer) } : {}),
    ...(reason === undefined ? {} : { reason: reason.code }),
    evidence: evidence.map(placeOf),
    ...(engine === ENGINE ? {} : { engine }),
  };
}

/** What was decided, by the type of the question. */
export function valueOf(answer: Extract<Answer, { readonly outcome: 'decided' }>): string | number | boolean {
  switch (answer.type) {
    case 'choice':
      return answer.choice;
    case 'score':
      return answer.score;
    case 'noul':
      return answer.value;
  }
}

function placeOf({ path, start, end, by }: Evidence): SaidPlace {
  return { path, start, end, by };
}
