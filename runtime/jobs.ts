// Jobs: what the service asks of the toolchain, as data that can also travel to a thread.
// In: a job. Out: its answer. Why one function: the same work is done inline when it is small and in a pool thread when it is not.

import type { Checked, CheckResult } from '../compiler/check.ts';
import { check, checkedOf } from '../compiler/check.ts';
import { BuildUnavailable } from '../compiler/emit/emit.ts';
import { shapeOfSchema } from '../compiler/shapes/schema.ts';
import { parseJson } from '../grammar/json.ts';
import type { CheckReport } from './check-report.ts';
import { reportOf } from './check-report.ts';
import type { CompiledScript } from './compile.ts';
import { build, compile, SCHEDULE } from './compile.ts';
import { type DescribedFault, describeFault, EXPLAIN_LIMITS, explainFault, needsRun } from './explain/explanation.ts';
import { explainRun, type Why, type WhySize } from './explain/why.ts';
import type { Toolchain } from './toolchain.ts';

/** A script with the texts of modules that it may use. */
interface ScriptText {
  readonly script: string;
  readonly modules?: Readonly<Record<string, string>>;
}

export type ScriptJob = ScriptText &
  /** `inputSchema`: JSON text of a schema of the input. */
  (
    | { readonly kind: 'check'; readonly inputSchema?: string }
    /** `input` is JSON text. */
    | { readonly kind: 'run'; readonly input: string; readonly fuel: number }
    | ({ readonly kind: 'why'; readonly input: string; readonly fuel: number } & WhySize)
    | { readonly kind: 'build' }
  );

/** A run that finished. `output` is JSON text exactly as the runtime printed it. */
export interface ScriptRun {
  readonly output: string;
  readonly steps: number;
  readonly hash: string;
  /** The id of the step schedule the count obeys. */
  readonly schedule: string;
}

/** A run that did not finish. Its place is of the script as sent. */
export interface ScriptFault extends DescribedFault {
  readonly steps: number;
  readonly hash: string;
}

/** A run with how its result came about. */
export interface ScriptWhy extends Why {
  readonly hash: string;
  readonly schedule: string;
}

type ScriptAnswer =
  | { readonly kind: 'checked'; readonly check: CheckReport }
  /** Asked to run or build, and the script does not check. */
  | { readonly kind: 'invalid'; readonly check: CheckReport }
  | { readonly kind: 'ran'; readonly run: ScriptRun }
  | { readonly kind: 'faulted'; readonly fault: ScriptFault }
  | { readonly kind: 'explained'; readonly why: ScriptWhy }
  /** `onlyCompiled`, and it is not. */
  | { readonly kind: 'not-compiled' }
  /** It faulted after more than `explainStepsMax` steps. */
  | { readonly kind: 'not-explained' }
  | { readonly kind: 'built'; readonly bytes: Uint8Array; readonly hash: string }
  /** This installation cannot build. */
  | { readonly kind: 'not-built'; readonly why: string };

interface JobOptions {
  /** Compiling takes tens of milliseconds the first time for a hash: a thread that must not wait leaves it to another. */
  readonly onlyCompiled?: boolean;
  /** Bytes a run may hold; all there are when left out. */
  readonly memoryBytesMax?: number;
  /** Explaining a fault takes a hundred times as long as the run: a thread that must not wait leaves it to another. */
  readonly explainStepsMax?: number;
  /** Told of the compiled script that ran, so that another thread may have it too. */
  readonly onScript?: (script: CompiledScript) => void;
}

/** Does one job. Throws only when the toolchain or the WebAssembly host is broken. */
export async function doJob(
  toolchain: Toolchain,
  job: ScriptJob,
  { onlyCompiled = false, memoryBytesMax, explainStepsMax = Infinity, onScript }: JobOptions = {},
): Promise<ScriptAnswer> {
  if (job.kind === 'check' && job.inputSchema !== undefined)
    return {
      kind: 'checked',
      check: reportOf(
        check(job.script, {
          modules: job.modules,
          inputShape: shapeOfSchema(parseJson(encoder.encode(job.inputSchema))),
        }),
      ),
    };
  const result = checkOnce(toolchain, job);
  if (job.kind === 'check') return { kind: 'checked', check: reportOf(result) };
  const checked = checkedOf(result);
  if (checked === null) return { kind: 'invalid', check: reportOf(result) };
  if (job.kind === 'build') return buildJob(checked);
  if (job.kind === 'why') {
    const why = explainRun(checked.program, result, encoder.encode(job.input), job.fuel, job);
    return { kind: 'explained', why: { ...why, hash: checked.hash, schedule: SCHEDULE.id } };
  }
  if (onlyCompiled && toolchain.scripts.get(checked.hash) === undefined) return { kind: 'not-compiled' };
  const script = await compileOnce(toolchain, checked);
  onScript?.(script);
  const input = encoder.encode(job.input);
  const run = toolchain.machine.run(script, input, {
    fuel: job.fuel,
    ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
  });
  if (run.kind === 'fault') {
    const isLong = run.steps > explainStepsMax && run.steps <= EXPLAIN_LIMITS.stepsMax;
    if (isLong && needsRun(run.fault.code)) return { kind: 'not-explained' };
    const explanation = explainFault(result, result.places, input, job.fuel, run);
    const { code, message, ...rest } = describeFault(run.fault, result.places, explanation);
    return { kind: 'faulted', fault: { code, message, steps: run.steps, hash: checked.hash, ...rest } };
  }
  return { kind: 'ran', run: { output: run.output, steps: run.steps, hash: checked.hash, schedule: SCHEDULE.id } };
}

async function buildJob(checked: Checked): Promise<ScriptAnswer> {
  try {
    return { kind: 'built', bytes: await build(checked), hash: checked.hash };
  } catch (error) {
    if (!(error instanceof BuildUnavailable)) throw error;
    return { kind: 'not-built', why: error.message };
  }
}

/** Keeps a script that another thread has compiled. */
export function keepScript({ scripts }: Toolchain, script: CompiledScript): void {
  scripts.set(script.hash, Promise.resolve(script), 1);
}

const encoder = new TextEncoder();

function checkOnce({ checked: checks }: Toolchain, { script, modules }: ScriptText): CheckResult {
  // No script has a NUL.
  const key = modules === undefined ? script : `${script}\0${JSON.stringify(modules)}`;
  const known = checks.get(key);
  if (known !== undefined) return known;
  const checked = check(script, { modules });
  checks.set(key, checked, key.length + 1);
  return checked;
}

function compileOnce({ scripts }: Toolchain, checked: Checked): Promise<CompiledScript> {
  const { hash } = checked;
  const known = scripts.get(hash);
  if (known !== undefined) return known;
  const compiling = compile(checked);
  scripts.set(hash, compiling, 1);
  // A script whose compilation failed is not kept; the caller sees the failure.
  compiling.catch(() => scripts.delete(hash));
  return compiling;
}
