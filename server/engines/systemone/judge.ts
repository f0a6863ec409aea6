// Judge: verdicts on questions, from their program.
// In: questions in the one form, and the state as JSON text. Out: a verdict for each question, and what its run can be traced by.

import type { FaultCode, RunResult } from '../../../compiler/faults.ts';
import { programHash } from '../../../compiler/hash.ts';
import { SCHEDULE_ID } from '../../../compiler/steps.ts';
import { isCompiled, runGenerated } from '../../../runtime/generated.ts';
import type { CompileElsewhere, CompiledProgram } from '../../../runtime/generated.ts';
import type { Evidence } from '../../wire/evidence.ts';
import type { ReasonCode, Trace } from '../../wire/systemone.ts';
import type { Outcome } from '../gate.ts';
import { PROGRAM_LIMITS, writeProgram } from './program.ts';
import type { Writing } from './program.ts';
import type { PreparedQuestion } from './questions.ts';

/** A decision has the most fuel that any run may have; the state is too large for the questions when it does not last. */
export const DECISION_FUEL = 1_000_000_000;

export interface Verdict {
  readonly outcome: Outcome;
  /** Positions of the supported options, ascending. */
  readonly supported: readonly number[];
  /** The first place that counts of each phrase of each supported option, ordered. */
  readonly evidence: readonly Evidence[];
  /** Phrases that gave no support, in order, each once; empty unless refused. */
  readonly unfound: readonly string[];
  /** How many more there are. */
  readonly unfoundMore: number;
  /** null when decided. */
  readonly reason: ReasonCode | null;
  /** The paths that lead nowhere, in the order they are written. */
  readonly missing: readonly string[];
}

/** A program that was built before, in place of compiling it; it must be the one of the questions. */
export type RunBuilt = (state: Uint8Array, fuel: number) => RunResult;

export interface JudgeOptions {
  /** Steps the run may take; DECISION_FUEL when left out. */
  readonly fuel?: number;
  /** Where a program that is not remembered is compiled; here when left out. */
  readonly compileElsewhere?: CompileElsewhere;
  /** A program of more characters that is not compiled yet is `unfinished`. */
  readonly compileLengthMax?: number;
  /** Bytes the run may hold; all there are when left out. */
  readonly memoryBytesMax?: number;
  /** Told of each compiled program that ran. */
  readonly onProgram?: (program: CompiledProgram) => void;
  readonly runBuilt?: RunBuilt;
}

export type Judgement =
  | { readonly kind: 'judged'; readonly verdicts: readonly Verdict[]; readonly trace: Trace }
  /** What was given did not last: fuel, memory, or what is compiled. With all there is there may be a judgement. */
  | { readonly kind: 'unfinished' }
  /** Neither all the fuel nor all the memory there is would last. */
  | { readonly kind: 'state-too-large' }
  | Extract<Writing, { kind: 'too-large' }>;

/** `state` is JSON text in UTF-8. */
export async function judge(questions: readonly PreparedQuestion[], state: Uint8Array, options: JudgeOptions = {}): Promise<Judgement> {
  const writing = writeProgram(questions);
  return writing.kind === 'program' ? runProgram(writing.text, state, options) : writing;
}

/** Runs a program of questions on a state. */
export async function runProgram(text: string, state: Uint8Array, options: JudgeOptions = {}): Promise<Judgement> {
  const { fuel = DECISION_FUEL, compileElsewhere, runBuilt, compileLengthMax = Infinity, memoryBytesMax, onProgram } = options;
  if (text.length > compileLengthMax && !isCompiled(text)) return { kind: 'unfinished' };
  const { result, hash } = runBuilt === undefined
    ? await runGenerated(text, state, { limits: PROGRAM_LIMITS, fuel, compileElsewhere, memoryBytesMax, onProgram })
    : { result: runBuilt(state, fuel), hash: programHash(text) };
  if (result.kind === 'finished') return { kind: 'judged', verdicts: readVerdicts(result.output), trace: { hash, steps: result.steps, schedule: SCHEDULE_ID } };
  const { code } = result.fault;
  if (code === 'out-of-fuel' && fuel < DECISION_FUEL) return { kind: 'unfinished' };
  if (code === 'out-of-memory' && memoryBytesMax !== undefined) return { kind: 'unfinished' };
  if (SPENT.has(code)) return { kind: 'state-too-large' };
  throw new Error(`a program of questions ended with ${code}`);
}

const SPENT: ReadonlySet<FaultCode> = new Set(['out-of-fuel', 'out-of-memory', 'output-too-large']);

/** The verdicts a program of questions put out. */
export function readVerdicts(output: string): Verdict[] {
  const printed = JSON.parse(output) as readonly PrintedVerdict[];
  return printed.map(({ outcome, supported, evidence, unfound = [], 'unfound-more': unfoundMore = 0, reason = null, missing = [] }) =>
    ({ outcome, supported, evidence, unfound, unfoundMore, reason, missing }));
}

type PrintedVerdict = Pick<Verdict, 'outcome' | 'supported' | 'evidence'>
  & Partial<Pick<Verdict, 'unfound' | 'reason' | 'missing'>>
  & { readonly 'unfound-more'?: number };
