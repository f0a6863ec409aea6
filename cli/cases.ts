// Cases: what a script should answer to inputs, as files beside it say.
// In: NAME.cases.json (a list) or NAME.cases.jsonl (a line each). Out: cases, and whether a run is what a case says.
//
//   {"name": "over the limit", "input": {"amount": 501}, "output_has": {"verdict": "deny"}, "steps_max": 100}

import { FAULTS, faultMessage, type RunResult } from '../compiler/faults.ts';
import type { Json } from '../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../grammar/json.ts';
import { readJsonLines } from '../grammar/json-lines.ts';
import { writeJson } from '../grammar/json-write.ts';
import { readInput } from '../runtime/interpret/input.ts';
import { print } from '../runtime/interpret/print.ts';
import { noteProblems, readBytes, UsageError } from './command.ts';

export interface Case {
  /** Its own name, or its number from 1. */
  readonly name: string;
  /** JSON text in UTF-8; null is nil. */
  readonly input: Uint8Array | null;
  readonly expected: Expected;
  readonly stepsMax: number | null;
}

type Expected =
  /** Canonical JSON text. */
  | { readonly kind: 'output'; readonly text: string }
  /** Members that the output has; of members that are objects again only those named. */
  | { readonly kind: 'output_has'; readonly members: Json }
  | { readonly kind: 'fault'; readonly code: string };

// Each is run on its own and shown when it fails.
const CASES_MAX = 100_000;
const MEMBERS = ['name', 'input', 'output', 'output_has', 'fault', 'steps_max'];

/** null when some cases are wrong; then they have been told. Throws UsageError for a file that cannot be read. */
export function readCases(path: string): readonly Case[] | null {
  const bytes = readBytes(path);
  if (path.endsWith('.jsonl')) {
    const reading = readJsonLines(bytes, CASES_MAX, 'cases', (json) => readCase(json, null));
    if (reading.kind === 'invalid') {
      noteProblems(path, reading);
      return null;
    }
    return reading.lines.map(({ value }, at) => ({ ...value, name: value.name === '' ? String(at + 1) : value.name }));
  }
  let list: Json;
  try {
    list = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`${path}: no JSON: ${error.message}, at byte ${error.byte}`);
  }
  if (!Array.isArray(list) || list.length > CASES_MAX)
    throw new UsageError(`${path}: a list of at most ${CASES_MAX} cases is expected`);
  const read = list.map((json, at) => readCase(json, at));
  const problems = read.flatMap((one, at) => (typeof one === 'string' ? [`${path}: case ${at + 1}: ${one}`] : []));
  if (problems.length > 0) throw new UsageError(problems.slice(0, 20).join('\n'));
  return read as readonly Case[];
}

/** What is wrong with it, where it is no case. */
function readCase(json: Json, at: number | null): Case | string {
  if (!(json instanceof Map)) return 'an object is expected';
  const unknown = [...json.keys()].find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `${unknown} is no member of a case: ${MEMBERS.join(', ')}`;
  const expected = readExpected(json);
  if (typeof expected === 'string') return expected;
  const name = json.get('name') ?? (at === null ? '' : String(at + 1));
  if (typeof name !== 'string') return 'name: a text is expected';
  const steps = json.get('steps_max') ?? null;
  if (steps !== null && !(steps instanceof JsonNumber && /^\d{1,15}$/.test(steps.text)))
    return 'steps_max: a whole number is expected';
  const input = json.get('input');
  return {
    name,
    input: input === undefined ? null : Buffer.from(writeJson(input)),
    expected,
    stepsMax: steps === null ? null : Number(steps.text),
  };
}

function readExpected(json: ReadonlyMap<string, Json>): Expected | string {
  const given = ['output', 'output_has', 'fault'].filter((name) => json.has(name));
  if (given.length !== 1) return 'one of output, output_has and fault is expected';
  const [kind] = given;
  const value = json.get(kind as string) as Json;
  if (kind === 'output') {
    const text = canonical(value);
    return text === null ? 'output: no script can answer this' : { kind, text };
  }
  if (kind === 'output_has')
    return value instanceof Map ? { kind, members: value } : 'output_has: an object of members is expected';
  return typeof value === 'string' && Object.hasOwn(FAULTS, value)
    ? { kind: 'fault', code: value }
    : `fault: one of ${Object.keys(FAULTS).join(', ')} is expected`;
}

/** As a script prints it; null for what no script can print. */
function canonical(value: Json): string | null {
  const read = readInput(Buffer.from(writeJson(value)));
  return read.kind === 'bad-input' ? null : print(read.value);
}

/** What differs from what was expected, in a sentence; null where nothing does. */
export function judgeCase(
  { expected, stepsMax }: Case,
  result: RunResult,
  explain: (result: Extract<RunResult, { kind: 'fault' }>) => string | null,
): string | null {
  const wrong = judgeAnswer(expected, result, explain);
  if (wrong !== null) return wrong;
  return stepsMax !== null && result.steps > stepsMax ? `took ${result.steps} steps, more than ${stepsMax}` : null;
}

function judgeAnswer(
  expected: Expected,
  result: RunResult,
  explain: (result: Extract<RunResult, { kind: 'fault' }>) => string | null,
): string | null {
  if (result.kind === 'fault') {
    if (expected.kind === 'fault' && expected.code === result.fault.code) return null;
    return `expected ${show(expected)}, got the fault ${result.fault.code}: ${faultMessage(result.fault, explain(result))}`;
  }
  const { output } = result;
  if (expected.kind === 'output' && expected.text === output) return null;
  if (expected.kind === 'output_has' && has(parseJson(Buffer.from(output)), expected.members)) return null;
  return `expected ${show(expected)}, got ${output}`;
}

function has(output: Json | undefined, wanted: Json): boolean {
  if (output === undefined) return false;
  if (wanted instanceof Map)
    return output instanceof Map && [...wanted].every(([name, member]) => has(output.get(name), member));
  return canonical(output) === canonical(wanted);
}

function show(expected: Expected): string {
  switch (expected.kind) {
    case 'output':
      return expected.text;
    case 'output_has':
      return `an output with ${writeJson(expected.members)}`;
    case 'fault':
      return `the fault ${expected.code}`;
  }
}
