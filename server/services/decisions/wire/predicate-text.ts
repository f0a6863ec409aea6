// Predicate text: the criteria of a boolean that the AI SDK writes into the text of the question.
// In: the text. Out: the question, and what speaks for true and for false. A text that is a script is what speaks for true: this
// wire has no other place for it.

import type { Json } from '../../../../grammar/json.ts';
import { JsonError, parseJson } from '../../../../grammar/json.ts';
import { scriptOf } from './script.ts';

const CRITERIA = /^Criteria for (true|false):/gmu;

/** The AI SDK has no field for the criteria of a boolean, so it writes them under the question. */
export function splitCriteria(text: string): {
  readonly question: string;
  readonly whenTrue: Json;
  readonly whenFalse: Json;
} {
  const heads = [...text.matchAll(CRITERIA)];
  const found: Record<string, string> = {};
  heads.forEach((head, at) => {
    const side = head[1] as string;
    const body = text.slice(head.index + head[0].length, heads[at + 1]?.index).trim();
    found[side] = found[side] === undefined ? body : `${found[side]}\n${body}`;
  });
  const read = (side: string): Json => (found[side] === undefined ? null : readDescription(found[side]));
  const question = text.slice(0, heads[0]?.index).trimEnd();
  const isScript = found['true'] === undefined && scriptOf(question) !== undefined;
  return {
    question: isScript ? '' : question,
    whenTrue: isScript ? question : read('true'),
    whenFalse: read('false'),
  };
}

/** The AI SDK prints a structured criterion as JSON: then it counts as what it was. */
export function readDescription(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return text;
  try {
    return parseJson(new TextEncoder().encode(trimmed));
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}
