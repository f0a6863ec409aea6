// Questions: a file of questions, or an artifact that was built from one.
// In: a path. Out: the set with its program, and for an artifact what runs it; or a sentence about what is wrong.

import { QUESTIONS_SECTION } from '../compiler/emit/section.ts';
import type { RunBuilt } from '../server/engines/systemone/judge.ts';
import type { QuestionSet } from '../server/services/decisions/question-set.ts';
import { readBuiltSet, readQuestionSet } from '../server/services/decisions/question-set.ts';
import type { Typos } from '../server/services/decisions/wire/typos.ts';
import { openRunnable, type TrustFlags } from './artifact.ts';
import { readText, UsageError } from './command.ts';

export function openQuestions(path: string, typos?: Typos): QuestionSet {
  return validSet(readQuestionSet(readText(path), typos), path);
}

export interface BuiltQuestions {
  readonly set: QuestionSet;
  readonly run: RunBuilt;
}

/** The questions an artifact was built from, with the artifact to answer them. */
export async function openBuiltQuestions(path: string, trust: TrustFlags): Promise<BuiltQuestions> {
  const { module, info, run } = await openRunnable(path, trust);
  const [section] = WebAssembly.Module.customSections(module, QUESTIONS_SECTION);
  if (section === undefined)
    throw new UsageError(`${path} was built from a script, not from questions; evident run runs it`);
  const set = readBuiltSet(new TextDecoder().decode(section), info.hash);
  if (set !== null) return { set: validSet(set, path), run };
  throw new UsageError(
    `${path} holds another rule than this version of evident: build it again, or run it as it is with evident run`,
  );
}

function validSet(set: ReturnType<typeof readQuestionSet>, path: string): QuestionSet {
  if (set.kind === 'invalid') throw new UsageError(`the questions in ${path}: ${set.message}`);
  return set;
}
