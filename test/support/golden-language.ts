// The cases of test/golden/language: `name.script` beside `name.expect.json`.
// In: the files. Out: for every case its source, its hash and its runs: input, fuel where it is not the usual, and what
// comes of it: `output`, or `fault` with code, node, place, calls and text; and `steps`.
// Every engine is held to them; `--update` on the command line of language.test.ts rewrites what is expected.

import { readFileSync } from 'node:fs';
import type { CheckResult } from '../../compiler/check.ts';
import { check } from '../../compiler/check.ts';
import type { RunResult } from '../../compiler/faults.ts';
import type { RecursionPolicy } from '../../compiler/recursion/recursion.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber, parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import type { GoldenCase } from './golden-json.ts';
import { readCases } from './golden-json.ts';
import { FUEL } from './interpret.ts';
import { goldenPath } from './paths.ts';

interface LanguageCase {
  readonly name: string;
  readonly golden: GoldenCase;
  readonly source: string;
  readonly checked: CheckResult;
  readonly runs: readonly LanguageRun[];
}

export interface LanguageRun {
  /** JSON text. */
  readonly input: string;
  readonly fuel: number;
  /** The run as it stands in the file. */
  readonly members: ReadonlyMap<string, Json>;
}

export function readLanguageCases(): LanguageCase[] {
  return readCases('language').map((golden) => {
    const name = golden.name.replace(/\.expect$/, '');
    const source = readFileSync(goldenPath('language', `${name}.script`), 'utf8');
    const policy = golden.members.get('recursion') as RecursionPolicy | undefined;
    const checked = check(source, { kinds: 'ignore', ...(policy === undefined ? {} : { recursion: policy }) });
    if (checked.program === null)
      throw new Error(
        `${name}.script: ${checked.diagnostics.map(({ message, line, column }) => `${line}:${column} ${message}`).join('; ')}`,
      );
    const runs = (golden.members.get('runs') as Map<string, Json>[]).map((members): LanguageRun => {
      const fuel = members.get('fuel');
      return {
        input: writeJson(members.get('input')),
        fuel: fuel instanceof JsonNumber ? Number(fuel.text) : FUEL,
        members,
      };
    });
    return { name, golden, source, checked, runs };
  });
}

/** What a file says of a run that went like this. */
export function describeRun(run: LanguageRun, checked: CheckResult, result: RunResult): Map<string, Json> {
  const described = new Map<string, Json>();
  for (const given of ['input', 'fuel']) if (run.members.has(given)) described.set(given, run.members.get(given)!);
  if (result.kind === 'finished') described.set('output', parseJson(Buffer.from(result.output)));
  else {
    const { code, node, calls, text } = result.fault;
    const fault = new Map<string, Json>([['code', code]]);
    if (node !== null) fault.set('node', number(node)).set('at', placeOf(checked, node));
    if (calls.length > 0) fault.set('calls', shortened(calls.map((call) => placeOf(checked, call))));
    if (text !== null) fault.set('text', text);
    described.set('fault', fault);
  }
  return described.set('steps', number(result.steps));
}

/** Long chains are those of recursion: both ends and the number of calls between tell them apart. */
function shortened(calls: string[]): string[] {
  if (calls.length <= 2 * CALLS_SHOWN) return calls;
  return [...calls.slice(0, CALLS_SHOWN), `${calls.length - 2 * CALLS_SHOWN} more`, ...calls.slice(-CALLS_SHOWN)];
}

const CALLS_SHOWN = 4;

/** `line:column` in the script. */
function placeOf(checked: CheckResult, node: number): string {
  const { line, column } = checked.places(node);
  return `${line}:${column}`;
}

function number(value: number): JsonNumber {
  return new JsonNumber(String(value));
}
