// Prepare: a set of questions, ready to be judged.
// In: the questions of a request. Out: their one form and their program. Why remembered by the text they came in: a back end
// asks the same questions about one state after the other, and reading and writing them takes as long as judging.

import { Recent } from '../../../runtime/recent.ts';
import type { SystemOneRequest } from '../../wire/systemone.ts';
import type { Writing } from './program.ts';
import { writeProgram } from './program.ts';
import type { PreparedQuestion } from './questions.ts';
import { prepareQuestion } from './questions.ts';

interface PreparedSet {
  readonly questions: readonly PreparedQuestion[];
  readonly writing: Writing;
}

// Bytes of the requests the sets came in, which what is kept of them may hold on to, in each thread.
const BYTES_KEPT_MAX = 4 * 2 ** 20;
// What a small set takes besides.
const SET_WEIGHT = 8192;

const SETS = new Recent<PreparedSet>(BYTES_KEPT_MAX);

/** `bytes` is the length of the request. */
export function prepareSet({ questions, questionsText }: SystemOneRequest, bytes: number): PreparedSet {
  const known = questionsText === null ? undefined : SETS.get(questionsText);
  if (known !== undefined) return known;
  const prepared = questions.map(prepareQuestion);
  const set: PreparedSet = { questions: prepared, writing: writeProgram(prepared) };
  if (questionsText !== null) SETS.set(questionsText, set, bytes + SET_WEIGHT);
  return set;
}
