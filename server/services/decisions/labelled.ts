// Labelled states: states with the answers a person gave, as `evident eval` and `evident lint` read them.
// In: JSON lines, `{"text": …, "label": …}` (one question) or `{"state": …, "expect": {"ID": …}}` (several).
// Out: each state as JSON text with the option key expected of each question; null where no option is right.

import { type Json, JsonNumber } from '../../../grammar/json.ts';
import { type LinesReading, readJsonLines } from '../../../grammar/json-lines.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import type { PreparedQuestion } from '../../engines/systemone/questions.ts';
import { isContent } from './wire/systemone.ts';

export interface Labelled {
  readonly stateJson: string;
  /** By question id: an option's key, `true` or `false`, a level as a decimal, or null for a state that no option is right for. */
  readonly expected: ReadonlyMap<string, string | null>;
}

// Each state is asked one after the other and kept for the report; a million would be a benchmark, not a review.
const LABELLED_MAX = 100_000;

/** `labelled`: the question that lines with "label" are about, or null when there is none such. */
export function readLabelled(
  bytes: Uint8Array,
  questions: readonly PreparedQuestion[],
  labelled: string | null,
): LinesReading<Labelled> {
  return readAll(bytes, questions, labelled, true);
}

/** The same where a state may come without what is right. */
export function readStates(
  bytes: Uint8Array,
  questions: readonly PreparedQuestion[],
  labelled: string | null,
): LinesReading<Labelled> {
  return readAll(bytes, questions, labelled, false);
}

function readAll(
  bytes: Uint8Array,
  questions: readonly PreparedQuestion[],
  labelled: string | null,
  needsLabel: boolean,
): LinesReading<Labelled> {
  const keys = new Map(questions.map(({ question, options }) => [question.id, options.map(({ key }) => key)]));
  return readJsonLines(bytes, LABELLED_MAX, 'states', (json) => readState(json, keys, { labelled, needsLabel }));
}

function readState(
  json: Json,
  keys: ReadonlyMap<string, readonly string[]>,
  { labelled, needsLabel }: { readonly labelled: string | null; readonly needsLabel: boolean },
): Labelled | string {
  if (!(json instanceof Map)) return 'expected an object with "text" and "label", or "state" and "expect"';
  const state = json.has('state') ? json.get('state') : json.get('text');
  if (state === undefined || !isContent(state)) return '"state" must be a string, an object or an array';
  const stateJson = writeJson(state);
  const expect = json.get('expect');
  if (expect === undefined) {
    if (!json.has('label') && !needsLabel) return { stateJson, expected: new Map() };
    if (!json.has('label')) return 'neither "label" nor "expect" says what is right';
    if (labelled === null) return '"label" names no question, and there are several: use "expect", or --question';
    return readExpected(stateJson, [[labelled, json.get('label')!]], keys);
  }
  if (!(expect instanceof Map) || expect.size === 0)
    return '"expect" must be an object with the right option of at least one question';
  return readExpected(stateJson, [...expect], keys);
}

function readExpected(
  stateJson: string,
  labels: Iterable<readonly [string, Json]>,
  keys: ReadonlyMap<string, readonly string[]>,
): Labelled | string {
  const expected = new Map<string, string | null>();
  for (const [id, label] of labels) {
    const options = keys.get(id);
    if (options === undefined) return `there is no question ${JSON.stringify(id)}`;
    const key = keyOf(label);
    if (key !== null && !options.includes(key)) return `${JSON.stringify(key)} is no option of ${JSON.stringify(id)}`;
    expected.set(id, key);
  }
  return { stateJson, expected };
}

/** The text that names an option, which `undefined` never is. */
function keyOf(label: Json): string | null {
  if (label === null) return null;
  if (typeof label === 'string') return label;
  if (label instanceof JsonNumber) return label.text;
  return typeof label === 'boolean' ? String(label) : writeJson(label);
}
