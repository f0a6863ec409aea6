// Questions: every form of question, brought to one.
// In: a typed question. Out: named options with phrases and vetoes, and the paths that say which strings it is about.
// Why: the rule then has to know neither choices nor scores nor nouls, and neither lists nor sentences.

import type { Json } from '../../../grammar/json.ts';
import type { Question } from '../../wire/systemone.ts';
import type { Path } from './paths.ts';
import { readPath } from './paths.ts';
import type { Criterion, PhraseGroup } from './phrases.ts';
import { readBackticked, readCriterion, readName, readQuoted } from './phrases.ts';

/** Something that may be selected: an option, a level, or a side of a yes-or-no question. */
export interface Option extends Criterion {
  /** The option's key, the level as a decimal, or `true` and `false`. */
  readonly key: string;
}

export interface PreparedQuestion {
  readonly question: Question;
  /** In request order. */
  readonly options: readonly Option[];
  /** The texts in backticks, in the order they are written, each once. */
  readonly paths: readonly Path[];
  /** Whether the phrases are the terms that the question quotes: a term that turns out to be a path is none. */
  readonly quoted: boolean;
}

/** Brings a question to the one form. */
export function prepareQuestion(question: Question): PreparedQuestion {
  const paths = readPaths(question.instructions);
  if (question.kind !== 'noul') return { question, options: readOptions(question), paths, quoted: false };
  const whenTrue = readCriterion(question.whenTrue);
  const whenFalse = readCriterion(question.whenFalse);
  // "true" and "false" are not what a text about the matter would say, so a side without phrases stays without.
  const quoted = whenTrue.any.length === 0 && whenFalse.any.length === 0;
  const any = quoted ? readTerms(question.instructions, paths) : whenTrue.any;
  return { question, options: [{ key: 'true', any, vetoes: whenTrue.vetoes }, { key: 'false', ...whenFalse }], paths, quoted };
}

function readOptions(question: Exclude<Question, { kind: 'noul' }>): Option[] {
  if (question.kind === 'score') return question.levels.map((json, level) => ({ key: String(level), ...readCriterion(json) }));
  return [...question.options].map(([key, json]) => {
    const { any, vetoes } = readCriterion(json);
    return { key, any: any.length > 0 ? any : readName(key), vetoes };
  });
}

/** The quoted terms of the question, without what can only be a path. */
function readTerms(instructions: Json, paths: readonly Path[]): PhraseGroup[] {
  const required = new Set(paths.filter((path) => path.required).map(({ text }) => text));
  return readQuoted(questionText(instructions)).filter((term) => !required.has(term)).map((term) => [term]);
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

function readPaths(instructions: Json): Path[] {
  const texts = new Set<string>();
  for (const leaf of leaves(instructions)) for (const text of readBackticked(leaf)) texts.add(text);
  return [...texts].map(readPath);
}
