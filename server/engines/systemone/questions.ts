// Questions: every form of question, brought to one.
// In: a typed question. Out: named options with phrases and vetoes, and the paths that say which strings it is about.
// Why: the rule then has to know neither choices nor scores nor nouls, and neither lists nor sentences.

import type { Json } from '../../../grammar/json.ts';
import type { Question } from '../../services/decisions/wire/systemone.ts';
import type { Path } from './paths.ts';
import { readPath } from './paths.ts';
import type { Criterion, PhraseGroup } from './phrases.ts';
import { readBackticked, readCriterion, readName, readQuoted } from './phrases.ts';

/** Something that may be selected: an option, a level, or a side of a yes-or-no question. */
export interface Option extends Criterion {
  /** The option's key, the level as a decimal, or `true` and `false`. */
  readonly key: string;
  /** Phrases that speak for it where they are denied. */
  readonly denied?: readonly PhraseGroup[];
}

export interface PreparedQuestion {
  readonly question: Question;
  /** In request order. */
  readonly options: readonly Option[];
  /** The texts in backticks, in the order they are written, each once; none where the question lists its paths. */
  readonly paths: readonly Path[];
  /** The paths the question lists; null where it lists none. */
  readonly listed: readonly Path[] | null;
  /** Whether a place inside a negation counts like any other. */
  readonly heedless: boolean;
  /** Whether the phrases are the terms that the question quotes: a term that turns out to be a path is none. */
  readonly quoted: boolean;
}

/** Brings a question to the one form. */
export function prepareQuestion(question: Question): PreparedQuestion {
  const { manner } = question;
  const listed = manner.in === null ? null : manner.in.map((text) => readPath(text, true));
  const heedless = manner.negation === 'ignore';
  if (question.kind !== 'noul') {
    return {
      question,
      options: readOptions(question),
      paths: listed === null ? readPaths(question.instructions, true) : [],
      listed,
      heedless,
      quoted: false,
    };
  }
  const whenTrue = readCriterion(question.whenTrue);
  const whenFalse = readCriterion(question.whenFalse);
  // "true" and "false" are not what a text about the matter would say, so a side without phrases stays without.
  const quoted = [whenTrue, whenFalse].every(
    ({ any, scorecard, rule }) => any.length === 0 && scorecard === undefined && rule === undefined,
  );
  const paths = listed === null ? readPaths(question.instructions, !quoted) : [];
  const any = quoted ? readTerms(question.instructions, paths) : whenTrue.any;
  const denied = manner.deniedTrueIsFalse ? { denied: any } : {};
  return {
    question,
    options: [
      { key: 'true', ...whenTrue, any },
      { key: 'false', ...whenFalse, ...denied },
    ],
    paths,
    listed,
    heedless,
    quoted,
  };
}

function readOptions(question: Exclude<Question, { kind: 'noul' }>): Option[] {
  if (question.kind === 'score')
    return question.levels.map((json, level) => ({ key: String(level), ...readCriterion(json) }));
  return [...question.options].map(([key, json]) => {
    const criterion = readCriterion(json);
    return {
      key,
      ...criterion,
      any:
        criterion.any.length > 0 || criterion.scorecard !== undefined || criterion.rule !== undefined
          ? criterion.any
          : readName(key),
    };
  });
}

/** The quoted terms of the question, without what can only be a path. */
function readTerms(instructions: Json, paths: readonly Path[]): PhraseGroup[] {
  const required = new Set(paths.filter((path) => path.required).map(({ text }) => text));
  return readQuoted(questionText(instructions))
    .filter((term) => !required.has(term))
    .map((term) => [term]);
}

/** The string itself, the string under `question`, or the first string in it; "" when there is none. */
function questionText(instructions: Json): string {
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

/** With phrases of its own a question means its backticks as paths, whatever they look like. */
function readPaths(instructions: Json, required: boolean): Path[] {
  const texts = new Set<string>();
  for (const leaf of leaves(instructions)) for (const text of readBackticked(leaf)) texts.add(text);
  return [...texts].map((text) => readPath(text, required));
}
