// Library: what `import { prepare } from "evident/decide"` gives: decisions over states in this process, without a service.
// In: questions as `POST /v1/systemone` takes them, and states. Out: what the service would answer, byte for byte.
//
//   const triage = await prepare({ team: { type: 'choice', criteria: { billing: 'refund, invoice', technical: 'crash' } } });
//   if (triage.kind === 'invalid') throw new Error(triage.message);
//   const decision = await triage.decide({ message: 'I want a refund' });
//   if (decision.kind === 'answered') console.log(decision.body.answers.team?.choice);   // billing

import { addSection, QUESTIONS_SECTION } from '../../../compiler/emit/section.ts';
import type { Json } from '../../../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../../../grammar/json.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import { jsonOf, utf8Of } from '../../../runtime/argument.ts';
import { buildGenerated, compileGenerated } from '../../../runtime/generated.ts';
import { Engine } from '../../engines/engine.ts';
import { runProgram } from '../../engines/systemone/judge.ts';
import { PROGRAM_LIMITS } from '../../engines/systemone/program.ts';
import { writeResponse } from '../../engines/systemone/systemone.ts';
import type { QuestionSet } from './question-set.ts';
import { readQuestionSet, writeRequest } from './question-set.ts';
import type { Trace, AnswerFields as WireAnswer } from './wire/answer.ts';
import type { Profile } from './wire/systemone.ts';
import { isContent } from './wire/systemone.ts';
import type { Typos } from './wire/typos.ts';
import { readTypos, TYPOS_EXPECTED } from './wire/typos.ts';

export { ArgumentError, type ArgumentProblem } from '../../../runtime/argument.ts';
export type { Trace } from './wire/answer.ts';
export type { Evidence } from './wire/evidence.ts';

/** What is wrong with the questions, in a sentence. */
export interface Invalid {
  readonly kind: 'invalid';
  readonly message: string;
}

/** A set of questions, compiled: it may be asked of any number of states. */
export interface Questions {
  readonly kind: 'questions';
  /** Of the program: it depends on phrases, vetoes and paths, not on ids or texts. */
  readonly hash: string;
  /** The program: a script of the language whose input is a state. */
  readonly canonical: string;
  /** Asks them of a state: a JavaScript value, written with JSON.stringify. */
  decide(state: unknown, options?: DecideOptions): Promise<Decision>;
  /** The same with the state as JSON text, for the bytes that a client of the service would send. */
  decideJson(state: string, options?: DecideOptions): Promise<Decision>;
  /** The portable artifact: one WebAssembly module without imports, which carries the questions and answers for a state. */
  build(): Promise<Uint8Array>;
}

export interface DecideOptions {
  /** How questions without a decision are answered; `omit` when left out. */
  readonly undecided?: 'omit' | 'distribution';
  /** Only the fields of TypeSafe's own wire. */
  readonly profile?: Profile;
  /** Adds `trace` to the body: hash, steps and schedule. */
  readonly trace?: boolean;
}

export type Decision =
  | Answered
  /** The state is no string, object or array, or no JSON. */
  | Invalid
  /** Neither the fuel nor the memory of a decision would last. */
  | { readonly kind: 'state-too-large' };

export interface Answered {
  readonly kind: 'answered';
  /** The service's body for the request `{"state":…,"questions":…}`, exactly. */
  readonly json: string;
  /** The same as JSON.parse reads it. */
  readonly body: Body;
  /** Ids of the questions without a decision that may act, in their order. */
  readonly undecided: readonly string[];
}

export interface Body {
  readonly id?: string;
  readonly model: string;
  readonly answers: Readonly<Record<string, Answer>>;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly trace?: Trace;
}

/** Act only where `outcome` is `decided` and `may_act` is true. */
export type Answer = Omit<WireAnswer, 'legend' | 'probabilities'> & {
  readonly legend?: Readonly<Record<string, unknown>>;
  readonly probabilities?: Readonly<Record<string, number>>;
};

// All sets of a process share its caches and its machine.
const engine = new Engine();

export interface PrepareOptions {
  /** What a request has beside its questions: whether misspelled words of a state are read as words of the phrases. */
  readonly typos?: boolean | 5;
}

/**
 * Reads and compiles questions: an object with a question for each id. The first call of a process takes about a tenth of a second more.
 * Throws ArgumentError for what JSON cannot say.
 */
export async function prepare(questions: unknown, options?: PrepareOptions): Promise<Questions | Invalid> {
  return prepareJson(jsonOf(questions, 'what is asked'), options);
}

/** The same with the questions as JSON text: JavaScript puts keys like "10" first, which changes the order of options. */
export async function prepareJson(questions: string, { typos }: PrepareOptions = {}): Promise<Questions | Invalid> {
  utf8Of(questions, 'what is asked');
  const set = readQuestionSet(questions, typosOf(typos));
  return set.kind === 'invalid' ? set : prepareSet(set);
}

/** The same of questions that were read. */
export async function prepareSet(set: QuestionSet): Promise<Questions> {
  await compileGenerated(engine.toolchain, set.program, { limits: PROGRAM_LIMITS });
  return {
    kind: 'questions',
    hash: set.hash,
    canonical: set.program,
    decide: async (state, options = {}) => decideSet(set, jsonOf(state, 'the state'), options),
    decideJson: async (state, options = {}) => {
      utf8Of(state, 'the state');
      return decideSet(set, state.trim(), options);
    },
    build: () => buildSet(set),
  };
}

function typosOf(typos: unknown): Typos {
  const read = readTypos(typeof typos === 'number' ? new JsonNumber(String(typos)) : (typos as Json | undefined));
  if (read === undefined) throw new TypeError(`typos is ${TYPOS_EXPECTED}`);
  return read;
}

/** The artifact of a set of questions, with the questions in a section of its own. */
export async function buildSet({ program, json }: QuestionSet): Promise<Uint8Array> {
  return addSection(await buildGenerated(program, PROGRAM_LIMITS), QUESTIONS_SECTION, new TextEncoder().encode(json));
}

async function decideSet(
  { questions, program, scripts, bytes, typos }: QuestionSet,
  stateJson: string,
  { undecided, profile, trace }: DecideOptions,
): Promise<Decision> {
  const input = utf8Of(stateJson, 'the state');
  const reading = readState(input);
  if (reading.kind === 'invalid') return reading;
  const judged = await runProgram(engine, { text: program, scripts, questions }, input);
  if (judged.kind === 'state-too-large') return judged;
  if (judged.kind !== 'judged') throw new Error(`a decision is ${judged.kind}`);
  const response = writeResponse(questions, judged.verdicts, {
    bytes: writeRequest(stateJson, { bytes, typos }),
    state: reading.state,
    ...(undecided === undefined ? {} : { undecided }),
    ...(profile === undefined ? {} : { profile }),
    ...(trace === true ? { traced: judged.trace } : {}),
  });
  const written = writeJson(response.body);
  return {
    kind: 'answered',
    json: written,
    undecided: response.undecidedIds,
    get body() {
      return JSON.parse(written) as Body;
    },
  };
}

function readState(state: Uint8Array): { readonly kind: 'state'; readonly state: Json } | Invalid {
  try {
    const json = parseJson(state);
    return isContent(json)
      ? { kind: 'state', state: json }
      : { kind: 'invalid', message: 'a state is a string, an object or an array' };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { kind: 'invalid', message: `not valid JSON: ${error.message}, at byte ${error.byte}` };
  }
}
