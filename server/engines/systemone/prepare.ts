// Prepare: a set of questions, ready to be judged.
// In: the questions of a request. Out: their one form and their program. Why kept by the text they came in: a back end
// asks the same questions about one state after the other, and reading and writing them takes as long as judging.

import type { Question, SystemOneRequest } from '../../services/decisions/wire/systemone.ts';
import { TYPOS } from '../../services/decisions/wire/typos.ts';
import type { Engine } from '../engine.ts';
import type { ProgramOptions, Writing } from './program.ts';
import { writeProgram } from './program.ts';
import type { PreparedQuestion } from './questions.ts';
import { prepareQuestion } from './questions.ts';

export interface PreparedSet {
  readonly questions: readonly PreparedQuestion[];
  readonly writing: Writing;
}

// Weight of a small set besides the bytes of its request.
const SET_WEIGHT = 8192;

export function prepare(questions: readonly Question[], options?: ProgramOptions): PreparedSet {
  const prepared = questions.map(prepareQuestion);
  return { questions: prepared, writing: writeProgram(prepared, options) };
}

/** The same, from the engine's cache where it is there. `bytes` is the length of the request. */
export function prepareSet(
  { sets }: Pick<Engine, 'sets'>,
  { questions, questionsText, typos }: SystemOneRequest,
  bytes: number,
): PreparedSet {
  // Most requests leave typos out, and a text of questions begins with a brace.
  const key = questionsText === null || typos === TYPOS ? questionsText : `${typos}${questionsText}`;
  const known = key === null ? undefined : sets.get(key);
  if (known !== undefined) return known;
  const set = prepare(questions, { typos });
  if (key !== null) sets.set(key, set, bytes + SET_WEIGHT);
  return set;
}
