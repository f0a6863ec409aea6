// Judge: verdicts on questions, from their program.
// In: questions in the one form, and the state as JSON text. Out: a verdict for each question, and what its run can be traced by.

import type { FaultCode, RunResult } from '../../../compiler/faults.ts';
import { programHash } from '../../../compiler/hash.ts';
import { SCHEDULE_ID } from '../../../compiler/steps.ts';
import type { Explanation } from '../../../runtime/explain/explanation.ts';
import type { CompiledProgram, CompileElsewhere } from '../../../runtime/generated.ts';
import { isCompiled, runGenerated } from '../../../runtime/generated.ts';
import type { ReasonCode, Trace } from '../../services/decisions/wire/answer.ts';
import type { Evidence, Scored } from '../../services/decisions/wire/evidence.ts';
import type { Rule } from '../../services/decisions/wire/script.ts';
import type { Engine } from '../engine.ts';
import type { Outcome } from '../gate.ts';
import type { ProgramOptions, Writing } from './program.ts';
import { PROGRAM_LIMITS, writeProgram } from './program.ts';
import type { PreparedQuestion } from './questions.ts';
import { explainRule } from './rule-fault.ts';
import { findScript, valuesOf, writeInput } from './ruled.ts';

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
  /** The paths that lead nowhere, in the order they are written; of `waits-for` the keys of the questions. */
  readonly missing: readonly string[];
  /** The fault of the question's script, in words; and what it met, where that is known. */
  readonly fault?: { readonly words: string; readonly explanation: Explanation | null };
  /** How the points of the supported option add up; only where scorecards decided. */
  readonly scored?: Scored;
}

/** A program that was built before, in place of compiling it; it must be the one of the questions. */
export type RunBuilt = (state: Uint8Array, fuel: number) => RunResult;

export interface JudgeOptions extends ProgramOptions {
  /** Steps the run may take; DECISION_FUEL when left out. */
  readonly fuel?: number;
  /** Where a program that is not in the cache is compiled; here when left out. */
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
export async function judge(
  engine: Engine,
  questions: readonly PreparedQuestion[],
  state: Uint8Array,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const writing = writeProgram(questions, options);
  return writing.kind === 'program' ? runProgram(engine, { ...writing, questions }, state, options) : writing;
}

/** The program of a set of questions. */
type QuestionProgram = Pick<Extract<Writing, { kind: 'program' }>, 'text' | 'scripts'> & {
  readonly questions: readonly PreparedQuestion[];
};

/** Runs a program of questions on a state: again for each question in which a script faulted, with what fuel is left. */
export async function runProgram(
  engine: Engine,
  { text, scripts, questions }: QuestionProgram,
  state: Uint8Array,
  options: JudgeOptions = {},
): Promise<Judgement> {
  if (scripts.length === 0) return runOnce(engine, text, state, options);
  const faults = new Map<number, RuleFault>();
  let spent = 0;
  for (;;) {
    const input = writeInput(state, new Set(faults.keys()));
    const fuel = (options.fuel ?? DECISION_FUEL) - spent;
    const judged = await runOnce(engine, text, input, { ...options, fuel }, options.fuel ?? DECISION_FUEL);
    if (judged.kind === 'faulted') {
      const place = judged.node === null ? null : findScript(text, judged.node);
      if (place === null) throw new Error(`a program of questions ended with ${judged.code}`);
      const { question, rule } = scripts[place.number]!;
      faults.set(question, { rule, code: judged.code, form: place.form });
      spent += judged.steps;
      continue;
    }
    if (judged.kind !== 'judged') return judged;
    const verdicts = withFaults(judged.verdicts, faults, questions, state);
    return { ...judged, verdicts, trace: { ...judged.trace, steps: judged.trace.steps + spent } };
  }
}

/** Where the script of a question ended. */
interface RuleFault {
  readonly rule: Rule;
  readonly code: FaultCode;
  readonly form: number;
}

// Of many questions that fault, mostly for one reason.
const EXPLAINED_MAX = 8;

function withFaults(
  verdicts: readonly Verdict[],
  faults: ReadonlyMap<number, RuleFault>,
  questions: readonly PreparedQuestion[],
  state: Uint8Array,
): readonly Verdict[] {
  const explained = [...faults.keys()].sort((a, b) => a - b).slice(0, EXPLAINED_MAX);
  return verdicts.map((verdict, at) => {
    const fault = faults.get(at);
    if (fault === undefined) return verdict;
    const { rule, code, form } = fault;
    const explanation = explained.includes(at)
      ? explainRule(rule, fault, state, answersFor(rule, questions, verdicts))
      : null;
    return { ...verdict, fault: { words: `${code} in ${shorten(rule.formText(form))}`, explanation } };
  });
}

/** The answers that a rule reads, as it read them: it was asked when they were decided. */
function answersFor(
  { answers }: Rule,
  questions: readonly PreparedQuestion[],
  verdicts: readonly Verdict[],
): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap((id): [string, string][] => {
      const at = questions.findIndex(({ question }) => (question.name ?? question.id) === id);
      const [supported] = verdicts[at]?.supported ?? [];
      return supported === undefined ? [] : [[id, valuesOf(questions[at]!)[supported]!]];
    }),
  );
}

// Of a script's text, in a message.
const FORM_SHOWN_MAX = 128;

function shorten(text: string): string {
  return text.length <= FORM_SHOWN_MAX ? text : `${text.slice(0, FORM_SHOWN_MAX).toWellFormed()}…`;
}

/** Of a program with scripts: one of them faulted. */
interface Faulted {
  readonly kind: 'faulted';
  readonly code: FaultCode;
  readonly node: number | null;
  readonly steps: number;
}

async function runOnce(engine: Engine, text: string, state: Uint8Array, options: JudgeOptions): Promise<Judgement>;
async function runOnce(
  engine: Engine,
  text: string,
  state: Uint8Array,
  options: JudgeOptions,
  fuelGiven: number,
): Promise<Judgement | Faulted>;
/** `fuelGiven` is there for programs with scripts, which may fault. */
async function runOnce(
  engine: Engine,
  text: string,
  state: Uint8Array,
  options: JudgeOptions,
  fuelGiven?: number,
): Promise<Judgement | Faulted> {
  const {
    fuel = DECISION_FUEL,
    compileElsewhere,
    runBuilt,
    compileLengthMax = Infinity,
    memoryBytesMax,
    onProgram,
  } = options;
  if (fuel <= 0) return (fuelGiven ?? fuel) < DECISION_FUEL ? { kind: 'unfinished' } : { kind: 'state-too-large' };
  if (text.length > compileLengthMax && !isCompiled(engine.toolchain, text)) return { kind: 'unfinished' };
  const { result, hash } =
    runBuilt === undefined
      ? await runGenerated(engine.toolchain, text, state, {
          limits: PROGRAM_LIMITS,
          fuel,
          compileElsewhere,
          memoryBytesMax,
          onProgram,
        })
      : { result: runBuilt(state, fuel), hash: programHash(text) };
  if (result.kind === 'finished')
    return {
      kind: 'judged',
      verdicts: readVerdicts(result.output),
      trace: { hash, steps: result.steps, schedule: SCHEDULE_ID },
    };
  const { code, node } = result.fault;
  if (code === 'out-of-fuel' && (fuelGiven ?? fuel) < DECISION_FUEL) return { kind: 'unfinished' };
  if (code === 'out-of-memory' && memoryBytesMax !== undefined) return { kind: 'unfinished' };
  if (SPENT.has(code)) return { kind: 'state-too-large' };
  if (fuelGiven !== undefined) {
    // A state nested as deep as may be is too deep beside what has faulted.
    if (code === 'bad-input') return { kind: 'state-too-large' };
    return { kind: 'faulted', code, node, steps: result.steps };
  }
  throw new Error(`a program of questions ended with ${code}`);
}

const SPENT: ReadonlySet<FaultCode> = new Set(['out-of-fuel', 'out-of-memory', 'output-too-large']);

/** The verdicts a program of questions put out. */
export function readVerdicts(output: string): Verdict[] {
  const printed = JSON.parse(output) as readonly PrintedVerdict[];
  return printed.map(
    ({
      outcome,
      supported,
      evidence,
      unfound = [],
      'unfound-more': unfoundMore = 0,
      reason = null,
      missing = [],
      scored,
    }) => {
      const verdict = { outcome, supported, evidence, unfound, unfoundMore, reason, missing };
      return scored === undefined ? verdict : { ...verdict, scored };
    },
  );
}

type PrintedVerdict = Pick<Verdict, 'outcome' | 'supported' | 'evidence'> &
  Partial<Pick<Verdict, 'unfound' | 'reason' | 'missing' | 'scored'>> & { readonly 'unfound-more'?: number };
