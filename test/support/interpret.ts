// Runs a script's text on the reference interpreter, as tests need it.
// In: source, input as JSON text or null, fuel. Out: the run's result. Throws when the script does not pass its check, which leaves
// values of a wrong kind to the run.

import { check } from '../../compiler/check.ts';
import type { Program } from '../../compiler/core.ts';
import type { RunResult } from '../../compiler/faults.ts';
import { interpret } from '../../runtime/interpret/evaluate.ts';

/** Enough for every test program; what needs more is a loop without an end. */
export const FUEL = 1_000_000;

export function programOf(source: string): Program {
  const checked = check(source, { kinds: 'ignore' });
  if (checked.program === null) {
    const problems = checked.diagnostics.map(
      ({ code, message, line, column }) => `${line}:${column} ${code} ${message}`,
    );
    throw new Error(`the check refuses ${source}\n${problems.join('\n')}`);
  }
  return checked.program;
}

export function interpretSource(source: string, input: string | null = null, fuel = FUEL): RunResult {
  return interpret(programOf(source), input === null ? null : Buffer.from(input), { fuel });
}
