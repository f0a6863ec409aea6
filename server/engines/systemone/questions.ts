// Questions: every form of question, brought to one.
// In: a typed question and the state's content. Out: named options with phrases and vetoes, and the strings to search.
// Why: the rule then has to know neither choices nor scores nor nouls, and neither lists nor paths.

import type { Json } from '../../../grammar/json.ts';
import type { RootValue, TextRange } from '../../../runtime/interpret/texts.ts';
import type { Question } from '../../wire/systemone.ts';
import type { Budget } from './budget.ts';
import type { Criterion, PhraseGroup } from './phrases.ts';
import { readBackticked, readCriterion, readName, readQuoted } from './phrases.ts';
import type { Content } from './scopes.ts';
import { looksLikePath } from './scopes.ts';

/** Something that may be selected: an option, a level, or a side of a yes-or-no question. */
export interface Option extends Criterion {
  /** The option's key, the level as a decimal, or `true` and `false`. */
  readonly key: string;
}

export interface PreparedQuestion {
  readonly question: Question;
  /** In request order. */
  readonly options: readonly Option[];
  /** The source numbers this question is about; null for all of the state. */
  readonly scope: readonly TextRange[] | null;
  /** Paths that lead nowhere, in the order they are written. */
  readonly missingPaths: readonly string[];
}

/** Brings a question to the one form. Spends from the budget for every value its paths could lead to. */
export function prepareQuestion(question: Question, content: Content, budget: Budget): PreparedQuestion {
  const paths = readPaths(question.instructions, content, budget);
  const scope = paths.found.length === 0 ? null : paths.found.map((root) => content.rangeOf(root));
  return { question, options: readOptions(question, paths.texts), scope, missingPaths: paths.missing };
}

function readOptions(question: Question, paths: ReadonlySet<string>): Option[] {
  switch (question.kind) {
    case 'choice': {
      return [...question.options].map(([key, json]) => {
        const { any, vetoes } = readCriterion(json);
        return { key, any: any.length > 0 ? any : readName(key), vetoes };
      });
    }
    case 'score': return question.levels.map((json, level) => ({ key: String(level), ...readCriterion(json) }));
    case 'noul': {
      const whenTrue = readCriterion(question.whenTrue);
      const whenFalse = readCriterion(question.whenFalse);
      // "true" and "false" are not what a text about the matter would say, so a side without phrases stays without.
      const none = whenTrue.any.length === 0 && whenFalse.any.length === 0;
      const any = none ? readTerms(question.instructions, paths) : whenTrue.any;
      return [{ key: 'true', any, vetoes: whenTrue.vetoes }, { key: 'false', ...whenFalse }];
    }
  }
}

/** The quoted terms of the question, without the paths. */
function readTerms(instructions: Json, paths: ReadonlySet<string>): PhraseGroup[] {
  return readQuoted(questionText(instructions)).filter((term) => !paths.has(term)).map((term) => [term]);
}

/** The string itself, the string under `question`, or the first string in it; "" when there is none. */
export function questionText(instructions: Json): string {
  if (instructions instanceof Map) {
    const question = instructions.get('question');
    if (typeof question === 'string') return question;
  }
  return leaves(instructions).next().value ?? '';
}

function* leaves(json: Json): Generator<string, undefined> {
  if (typeof json === 'string') yield json;
  else if (Array.isArray(json)) for (const element of json) yield* leaves(element);
  else if (json instanceof Map) for (const member of json.values()) yield* leaves(member);
}

interface Paths {
  /** Every text in backticks that is a path, whether it leads somewhere or not. */
  readonly texts: ReadonlySet<string>;
  readonly found: readonly RootValue[];
  readonly missing: readonly string[];
}

function readPaths(instructions: Json, content: Content, budget: Budget): Paths {
  const texts = new Set<string>();
  const found = new Map<string, RootValue>();
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const leaf of leaves(instructions)) {
    for (const text of readBackticked(leaf)) {
      if (seen.has(text) || budget.visitsLeft < 0) continue;
      seen.add(text);
      budget.visitsLeft -= content.roots.length;
      const reached = content.resolve(text);
      if (reached.length === 0 && !looksLikePath(text)) continue;
      texts.add(text);
      if (reached.length === 0) missing.push(text);
      for (const root of reached) found.set(root.path, root);
    }
  }
  return { texts, found: [...found.values()], missing };
}
