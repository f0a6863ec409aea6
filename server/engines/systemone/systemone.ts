// System One: answers named questions about a state, each with the places in the state that justify it.
// In: a typed request and its bytes. Out: the response body and the ids without a decision, or that it is too much.
// Why pure: the same request gives the same bytes, on every machine and at any time.

import { hash } from 'node:crypto';
import type { Json } from '../../../grammar/json.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import type { Answer, AnswerFields, SystemOneResponse, Trace } from '../../services/decisions/wire/answer.ts';
import type { Profile, SystemOneRequest, UndecidedMode } from '../../services/decisions/wire/systemone.ts';
import type { Denials } from '../act.ts';
import type { Engine } from '../engine.ts';
import { MODEL } from '../identity.ts';
import type { Help, OpenQuestion } from '../upstream/open.ts';
import { findOpen } from '../upstream/open.ts';
import { settle } from '../upstream/settle.ts';
import { keepCore, writeAnswer } from './answer.ts';
import type { Judgement, JudgeOptions, Verdict } from './judge.ts';
import { judge, runProgram } from './judge.ts';
import { prepareSet } from './prepare.ts';
import type { PreparedQuestion } from './questions.ts';

export interface DecideOptions extends JudgeOptions {
  /** The request's body, after inflation: `id` and `usage` come from it. */
  readonly bytes: Uint8Array;
  /** `error` answers like `omit`; making it an error is the caller's part. Default `omit`. */
  readonly undecided?: UndecidedMode;
  /** `core` implies `distribution`. */
  readonly profile?: Profile;
  /** Whether the body says which program ran, and how long. */
  readonly trace?: boolean;
  /** What an upstream engine said to the questions that were open; `survey` to learn which are. Default: nobody helps. */
  readonly help?: Help | 'survey';
  /** Which answers policies do not let act, by the ids of questions. Default: none. */
  readonly denials?: Denials;
}

export type SystemOneResult =
  | {
      readonly kind: 'answered';
      readonly body: SystemOneResponse /** In request order. */;
      readonly undecidedIds: readonly string[];
      /** The answers with all their members, whatever the profile shows, by the ids of their questions. */
      readonly whole: ReadonlyMap<string, Answer>;
      /** The program that judged, and the steps it took. */
      readonly judged: Trace;
    }
  /** Only for a `survey`: there are open questions, so it is too early for an answer. */
  | { readonly kind: 'open'; readonly open: readonly OpenQuestion[] }
  /** There is too much of something in the questions, or the state is too large for them. */
  | Exclude<Judgement, { kind: 'judged' }>;

/** Answers every question of a request. */
export async function decideSystemOne(
  engine: Engine,
  request: SystemOneRequest,
  options: DecideOptions,
): Promise<SystemOneResult> {
  const { questions, writing } = prepareSet(engine, request, options.bytes.length);
  const state = Buffer.from(request.stateText ?? writeJson(request.state));
  const judged =
    writing.kind === 'program' ? await runProgram(engine, { ...writing, questions }, state, options) : writing;
  if (judged.kind !== 'judged') return judged;
  const { verdicts, trace } = judged;
  const { help } = options;
  if (help === 'survey') {
    const open = findOpen(
      questions.map(({ options }) => (options.some(({ rule }) => rule !== undefined) ? null : options.length)),
      verdicts,
    );
    if (open.length > 0) return { kind: 'open', open };
  }
  const helper = help === undefined || help === 'survey' ? null : help;
  const settled =
    helper === null
      ? null
      : await settle(questions, verdicts, helper, (changed) =>
          judgeAgain(engine, changed, state, { ...options, typos: request.typos }),
        );
  if (settled === 'unfinished') return { kind: 'unfinished' };
  return {
    kind: 'answered',
    judged: trace,
    ...writeResponse(
      questions,
      verdicts,
      { ...options, state: request.state, ...(options.trace === true ? { traced: trace } : {}) },
      helper,
      settled,
    ),
  };
}

/** The verdicts on questions that a proposal has changed; none when that is too much for this state, whatever the fuel. */
async function judgeAgain(
  engine: Engine,
  questions: readonly PreparedQuestion[],
  state: Uint8Array,
  { runBuilt: _, ...options }: JudgeOptions,
): Promise<readonly Verdict[] | 'unfinished'> {
  const judged = await judge(engine, questions, state, options);
  if (judged.kind === 'judged') return judged.verdicts;
  return judged.kind === 'unfinished' ? judged.kind : [];
}

/** How an answer is to be written. */
interface WriteOptions extends Pick<DecideOptions, 'bytes' | 'undecided' | 'profile' | 'denials'> {
  readonly traced?: Trace;
  /** What evidence of numbers and booleans is quoted from. */
  readonly state: Json;
}

/** The body of a response, and the ids of the questions without a decision. */
export function writeResponse(
  questions: readonly PreparedQuestion[],
  verdicts: readonly Verdict[],
  { bytes, undecided = 'omit', profile, denials, traced, state }: WriteOptions,
  helper: Help | null = null,
  settled: ReadonlyMap<number, Verdict> | null = null,
): Omit<Extract<SystemOneResult, { kind: 'answered' }>, 'kind' | 'judged'> {
  const core = profile === 'core';
  const mode = core ? 'distribution' : undecided;
  const answers = new Map<string, AnswerFields>();
  const undecidedIds: string[] = [];
  const whole = new Map<string, Answer>();
  for (const [position, question] of questions.entries()) {
    const helped = settled?.get(position);
    const denial = denials?.get(question.question.id) ?? null;
    const parts = { undecided: mode, denial, questions, state };
    const answer =
      helped === undefined
        ? writeAnswer(question, verdicts[position]!, { ...parts, upstream: null })
        : writeAnswer(question, helped, { ...parts, upstream: helper });
    whole.set(question.question.id, answer);
    if (!answer.may_act) undecidedIds.push(question.question.id);
    answers.set(question.question.id, core ? keepCore(question, answer) : answer);
  }
  const usage = { input_tokens: Math.ceil(bytes.length / BYTES_PER_TOKEN), output_tokens: 0 };
  if (core) return { body: { model: MODEL, answers, usage }, undecidedIds, whole };
  const body = {
    id: `dec_${hash('sha256', bytes).slice(0, ID_HEX_DIGITS)}`,
    object: 'systemone' as const,
    model: MODEL,
    answers,
    usage,
  };
  return { body: traced === undefined ? body : { ...body, trace: traced }, undecidedIds, whole };
}

// 128 bits of the hash: no two requests meet by chance.
const ID_HEX_DIGITS = 32;
// A token is about four bytes of English; clients want a count, and this one does not depend on a tokenizer's version.
const BYTES_PER_TOKEN = 4;
