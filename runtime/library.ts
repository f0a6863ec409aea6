// Library: what `import { check, compile, run } from "evident"` gives.
// In: script text and inputs. Out: plain data; a mistake in a script is a value, never an exception. Everything a caller
// sees is here; the rest of the toolchain may change.
//
//   const result = await run('(+ (:price input) 1)', { input: { price: 2 } });
//   if (result.kind === 'finished') console.log(result.output, result.steps);   // 3 4

import { type CheckOptions, checkedOf, check as checkScript } from '../compiler/check.ts';
import { SCHEDULE_ID, STEPS_MAX } from '../compiler/steps.ts';
import { scriptOf } from './argument.ts';
import type { CheckReport } from './check-report.ts';
import { reportOf } from './check-report.ts';
import { build, compile as compileChecked } from './compile.ts';
import { explainFault } from './explain/explanation.ts';
import {
  DEPTH_DEFAULT,
  DEPTH_MAX,
  explainRun,
  type Why,
  type WhySize,
  WIDTH_DEFAULT,
  WIDTH_MAX,
  WIDTH_MIN,
} from './explain/why.ts';
import { describeResult, type Faulted, type Finished, FUEL_DEFAULT, inputBytes, type RunInput } from './outcome.ts';
import { createMachine, type Machine } from './run.ts';

export type { CheckOptions } from '../compiler/check.ts';
export { BuildUnavailable } from '../compiler/emit/emit.ts';
export type { FaultCode } from '../compiler/faults.ts';
export type { StepBounds } from '../compiler/growth/growth.ts';
export type { RecursionPolicy, RecursionReport } from '../compiler/recursion/recursion.ts';
export type { Diagnostic, Related } from '../grammar/diagnostic.ts';
export type { Place } from '../grammar/span.ts';
export { ArgumentError, type ArgumentProblem } from './argument.ts';
export type { DescribedFault, Explanation, From, Given } from './explain/explanation.ts';
export type { Clause, WhyNode, WhySize } from './explain/why.ts';
export type { Faulted, Finished, RunInput } from './outcome.ts';
export { HostFailure } from './outcome.ts';
export { signArtifact } from './signature.ts';
export { type Verification, verifyArtifact } from './verify.ts';

/** What is known of a script before it runs. `hash` and `canonical` are null only when the text cannot be read. */
export type Check = CheckReport;

/** How the steps of a script grow with its data: `constant`, `poly(k)` or `fuel`. */
export type Growth = NonNullable<Check['growth']>;

/** The script has errors; they are in `check.diagnostics`. */
export interface Invalid {
  readonly kind: 'invalid';
  readonly check: Check;
}

export interface ExplainOption {
  /** False leaves the explanation of a fault out. It takes a hundred times as long as the run, a fifth of a second at most as a rule. */
  readonly explain?: boolean;
}

/** A compiled script. Runs are synchronous and independent of each other. */
export interface Script {
  readonly kind: 'script';
  readonly hash: string;
  readonly canonical: string;
  readonly check: Check;
  /** One run. Throws HostFailure when the WebAssembly host gave out, RangeError for fuel out of range. */
  run(input?: RunInput & ExplainOption): Finished | Faulted;
  /**
   * The portable artifact: one WebAssembly module without imports. `evident/runtime` runs it, and ten lines of any host.
   * Rejects with BuildUnavailable where binaryen, an optional peer dependency, is not installed.
   */
  build(): Promise<Uint8Array>;
}

/** Checks a script: a string, or bytes in UTF-8. Never runs anything. Throws ArgumentError for what is neither, and TypeError for a recursion policy there is none of. */
export function check(script: string | Uint8Array, options: CheckOptions = {}): Check {
  return reportOf(checkScript(scriptOf(script), options));
}

/** Compiles a script for runs in this process. The first call of a process takes about a tenth of a second more. */
export async function compile(script: string | Uint8Array, options: CheckOptions = {}): Promise<Script | Invalid> {
  const result = checkScript(scriptOf(script), options);
  const report = reportOf(result);
  const checked = checkedOf(result);
  if (checked === null) return { kind: 'invalid', check: report };
  const { hash, canonical } = checked;
  const { places } = result;
  const compiled = await compileChecked(checked);
  return {
    kind: 'script',
    hash,
    canonical,
    check: report,
    run(input = {}) {
      machine ??= createMachine();
      const bytes = inputBytes(input);
      const fuel = input.fuel ?? FUEL_DEFAULT;
      const ended = machine.run(compiled, bytes, { fuel });
      const explanation =
        ended.kind === 'fault' && input.explain !== false ? explainFault(result, places, bytes, fuel, ended) : null;
      return describeResult(ended, hash, SCHEDULE_ID, places, explanation);
    },
    build: () => build(checked),
  };
}

/** Checks, compiles and runs a script once. To run one more often, `compile` it first. */
export async function run(
  script: string | Uint8Array,
  input: RunInput & ExplainOption & CheckOptions = {},
): Promise<Finished | Faulted | Invalid> {
  const compiled = await compile(script, input);
  return compiled.kind === 'invalid' ? compiled : compiled.run(input);
}

/** A run with how its result came about. */
export interface WhyResult extends Omit<Why, 'output'> {
  readonly kind: 'why';
  /** The output as JSON.parse reads it; undefined where the run ended in a fault, which is then in `fault`. */
  readonly output: unknown;
  /** The output exactly; null where there is none. */
  readonly outputJson: string | null;
  readonly hash: string;
  readonly schedule: string;
}

/**
 * Runs a script in the reference interpreter and tells how its result came about: each expression with its value and the paths of
 * the input that it read, and the clauses that made the result so. Same output, fault and steps as `run`, and a hundred times its time.
 * Throws RangeError for a fuel, a depth or a width out of range.
 */
export function why(script: string | Uint8Array, input: RunInput & WhySize & CheckOptions = {}): WhyResult | Invalid {
  const result = checkScript(scriptOf(script), input);
  const checked = checkedOf(result);
  if (checked === null) return { kind: 'invalid', check: reportOf(result) };
  const { fuel = FUEL_DEFAULT, depth = DEPTH_DEFAULT, width = WIDTH_DEFAULT } = input;
  expectWithin('fuel', fuel, 0, STEPS_MAX);
  expectWithin('depth', depth, 1, DEPTH_MAX);
  expectWithin('width', width, WIDTH_MIN, WIDTH_MAX);
  const { output, ...told } = explainRun(checked.program, result, inputBytes(input), fuel, { depth, width });
  return {
    kind: 'why',
    output: output === null ? undefined : JSON.parse(output),
    outputJson: output,
    ...told,
    hash: checked.hash,
    schedule: SCHEDULE_ID,
  };
}

function expectWithin(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`${name} must be a whole number from ${min} to ${max}`);
}

/** One for the process: its arena is reused from run to run. */
let machine: Machine | null = null;
