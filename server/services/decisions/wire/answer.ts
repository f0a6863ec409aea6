// Answers: what is said to a question, as a sum by outcome.
// In: nothing. Out: the shapes that engines write and every wire shows. Why a sum: "decided" without a choice must not compile.

import type { Json } from '../../../../grammar/json.ts';
import { EXPLANATION_SCHEMA } from '../../scripts/wire/explanation.ts';
import type { Wire } from '../../wire.ts';
import type { Evidence, Scored } from './evidence.ts';
import type { Question } from './systemone.ts';
import type { SYSTEM_ONE_RESPONSE_SCHEMA } from './systemone-schema.ts';

/** Why a question is not decided. */
const REASON_CODES = [
  'nothing-found',
  'nothing-to-look-for',
  'negated',
  'not-the-writers',
  'vetoed',
  'two-supported',
  'passing-word',
  'proposed',
  'path-not-found',
  'too-few-points',
  'not-met',
  'script-fault',
  'waits-for',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Why what is decided may not act: a policy of the operator says so. */
const POLICY_REASON = 'policy';

export const REASON_SCHEMA = {
  type: 'object',
  required: ['code', 'message'],
  additionalProperties: false,
  properties: {
    code: { enum: [...REASON_CODES, POLICY_REASON] },
    message: { type: 'string' },
    explanation: EXPLANATION_SCHEMA,
  },
} as const;

export type Reason = Wire<typeof REASON_SCHEMA>;

/** Evident's own members, which every answer has whatever its outcome. */
interface Judged {
  readonly evidence: readonly Evidence[];
  /** How the points add up; only when scorecards decided. */
  readonly scored?: Scored;
  /** Keys of the options, levels or sides that evidence speaks for, in request order. */
  readonly supported: readonly string[];
  readonly engine: string;
}

/** The selected option, level or side. */
export type Selection =
  | {
      readonly type: 'choice';
      readonly choice: string;
      /** Position of the selected option or level, from 0. */
      readonly index: number;
      /** Keys in wire order. */
      readonly probabilities: ReadonlyMap<string, number>;
      readonly confidence: 0 | 1;
    }
  | {
      readonly type: 'score';
      readonly score: number;
      readonly index: number;
      /** The levels as the request gave them, keyed `"0"`, `"1"`, …; `""` for a level without a description. */
      readonly legend: ReadonlyMap<string, Json>;
      readonly probabilities: ReadonlyMap<string, number>;
      readonly confidence: 0 | 1;
    }
  | { readonly type: 'noul'; readonly noul: 0 | 1; readonly value: boolean };

/** In the `distribution` mode: the fields that a client insists on, without an index or a value that could be acted on. */
export type Spread =
  | {
      readonly type: 'choice';
      readonly choice: string;
      readonly probabilities: ReadonlyMap<string, number>;
      readonly confidence: 0;
    }
  | {
      readonly type: 'score';
      readonly score: number;
      readonly legend: ReadonlyMap<string, Json>;
      readonly probabilities: ReadonlyMap<string, number>;
      readonly confidence: 0;
    }
  | { readonly type: 'noul'; readonly noul: 0.5 };

type DecidedAnswer = Judged &
  Selection & {
    readonly outcome: 'decided';
    readonly may_act: boolean;
    /** Only where a policy does not let it act. */
    readonly reason?: Reason;
  };

type UndecidedAnswer = Judged &
  (Spread | { readonly type: Question['kind'] }) & {
    readonly outcome: 'unresolved' | 'refused';
    readonly may_act: false;
    /** Phrases that gave no support, in request order; only when refused. */
    readonly unfound?: readonly string[];
    /** How many more there are than `unfound` lists. */
    readonly unfound_more?: number;
    readonly reason?: Reason;
  };

/** One answer. Members are in the wire's order; those that do not apply are absent, never made up. */
export type Answer = DecidedAnswer | UndecidedAnswer;

type Keys<A> = A extends unknown ? keyof A : never;
type Member<A, K extends PropertyKey> = A extends unknown ? (K extends keyof A ? A[K] : never) : never;

/** An answer as readers find it, whose profile may have left members out: each member of any answer, or nothing. */
export type AnswerFields = { readonly type: Question['kind'] } & {
  readonly [K in Exclude<Keys<Answer>, 'type'>]?: Member<Answer, K>;
};

export const TRACE_SCHEMA = {
  type: 'object',
  required: ['hash', 'steps', 'schedule'],
  additionalProperties: false,
  description:
    'Only with x-evident-trace: the program that judged, the steps it took, and the schedule that counted them.',
  properties: { hash: { type: 'string' }, steps: { type: 'integer', minimum: 0 }, schedule: { type: 'string' } },
} as const;

export type Trace = Wire<typeof TRACE_SCHEMA>;

export interface SystemOneResponse extends Omit<Wire<typeof SYSTEM_ONE_RESPONSE_SCHEMA>, 'answers'> {
  /** Keyed by question id, in request order: a Map, because objects put keys like "10" first. */
  readonly answers: ReadonlyMap<string, AnswerFields>;
}
