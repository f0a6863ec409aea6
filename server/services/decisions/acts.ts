// Acts: the answers of a request that may act, as policies read them.
// In: questions and their answers. Out: an act for each. Why no state: rules about the state belong to the questions, whose scripts
// read it; a policy says which answers may be acted on at all, by whom and when.

import { writeJson } from '../../../grammar/json-write.ts';
import type { Act } from '../../engines/act.ts';
import { valueOf } from './said.ts';
import type { Answer } from './wire/answer.ts';
import type { Question } from './wire/systemone.ts';

// Enough to see what an answer rests on; a state may say a phrase thousands of times.
const PLACES_SHOWN_MAX = 20;

/** `answers` by the ids of their questions. */
export function actsOf(questions: readonly Question[], answers: ReadonlyMap<string, Answer>): Act[] {
  return questions.flatMap(({ id, name }) => {
    const answer = answers.get(id);
    if (answer?.outcome !== 'decided' || !answer.may_act) return [];
    const { type, evidence, engine } = answer;
    const shown = {
      question: name ?? id,
      type,
      answer: valueOf(answer),
      evidence: evidence.slice(0, PLACES_SHOWN_MAX),
      engine,
    };
    return [{ id, shown: Object.fromEntries(Object.entries(shown).map(([key, one]) => [key, writeJson(one)])) }];
  });
}
