// Open: which questions an upstream engine may be asked, and what it may say to each.
// In: questions and our own verdicts. Out: the ones that are open, as plain data.
// Why: an upstream is asked where our evidence is not enough, never where it speaks against an answer: a path that leads nowhere
// and a veto that holds are ours to say.

import type { Json } from '../../../grammar/json.ts';
import type { ReasonCode } from '../../services/decisions/wire/answer.ts';
import type { Question } from '../../services/decisions/wire/systemone.ts';

/** A question that an upstream may help with. Positions count from 0, in the request's order. */
export interface OpenQuestion {
  readonly position: number;
  /** Positions of the options that may be proposed. */
  readonly options: readonly number[];
  /** Whether a proposal has to quote the state: nothing was found, so the option alone is no evidence. */
  readonly needsQuote: boolean;
}

/** What an upstream says to one question. Only a claim: `settle` decides what becomes of it. */
export interface Proposal {
  readonly position: number;
  readonly option: number;
  readonly quote: string | null;
}

/** The proposals of one upstream engine, and what its operator lets them do. */
export interface Help {
  readonly name: string;
  readonly mayAct: boolean;
  readonly proposals: readonly Proposal[];
}

/** Why a question was not decided, and for what. */
interface Undecided {
  readonly supported: readonly number[];
  readonly reason: ReasonCode | null;
}

/** The open questions, in request order. `optionCounts` and `verdicts` are by question; null for one with scripts: what they say is ours. */
export function findOpen(optionCounts: readonly (number | null)[], verdicts: readonly Undecided[]): OpenQuestion[] {
  return verdicts.flatMap(({ supported, reason }, position): OpenQuestion[] => {
    const optionCount = optionCounts[position]!;
    if (reason === null || optionCount === null) return [];
    switch (OPEN_TO[reason]) {
      case 'tie':
        return [{ position, options: supported, needsQuote: false }];
      case 'quote':
        return [
          {
            position,
            options: Array.from({ length: optionCount }, (_, option) => option),
            needsQuote: true,
          },
        ];
      case 'nothing':
        return [];
    }
  });
}

/** What may be proposed where our answer has this reason. */
const OPEN_TO: Readonly<Record<ReasonCode, 'tie' | 'quote' | 'nothing'>> = {
  'two-supported': 'tie',
  'passing-word': 'quote',
  'nothing-found': 'quote',
  'nothing-to-look-for': 'quote',
  negated: 'quote',
  'not-the-writers': 'quote',
  vetoed: 'nothing',
  'path-not-found': 'nothing',
  'too-few-points': 'nothing',
  'not-met': 'nothing',
  'waits-for': 'nothing',
  'script-fault': 'nothing',
  proposed: 'nothing',
};

/** The options of a question by their position, each with its key and what the client wrote for it. */
export function describeOptions(question: Question): (readonly [key: string, description: Json])[] {
  switch (question.kind) {
    case 'choice':
      return [...question.options];
    case 'score':
      return question.levels.map((level, position) => [String(position), level]);
    case 'noul':
      return [
        ['true', question.whenTrue],
        ['false', question.whenFalse],
      ];
  }
}
