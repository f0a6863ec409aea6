// Scripts: POST /v1/scripts/check, /run and /build from a body to a reply.
// In: a body. Out: the toolchain's answer as the wire says it. Why: an invalid script is an answer to check, and an
// error to run and build; a fault is an error with the steps it took.

import type { Json } from '../../../grammar/json.ts';
import { JsonNumber } from '../../../grammar/json.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import type { CheckReport } from '../../../runtime/check-report.ts';
import type { CompiledScript } from '../../../runtime/compile.ts';
import { SCHEDULE } from '../../../runtime/compile.ts';
import { DEPTH_DEFAULT, WIDTH_DEFAULT } from '../../../runtime/explain/why.ts';
import type { ScriptFault, ScriptJob } from '../../../runtime/jobs.ts';
import { doJob } from '../../../runtime/jobs.ts';
import { FUEL_DEFAULT } from '../../../runtime/outcome.ts';
import type { Toolchain } from '../../../runtime/toolchain.ts';
import { ENGINE } from '../../engines/identity.ts';
import { ServiceError } from '../../errors.ts';
import type { Reply, Schema } from '../../operation.ts';
import type { ReplySummary } from '../../summary.ts';
import { ignoredMembers, validateBody } from '../../validate.ts';
import type { Effort, Unfinished } from '../../work/effort.ts';
import { QUICK_FUEL, UNFINISHED } from '../../work/effort.ts';
import type { Kind } from '../../work/task.ts';
import type { ScriptWork } from '../../work/work.ts';
import {
  BUILD_REQUEST_SCHEMA,
  CHECK_REQUEST_SCHEMA,
  checkBody,
  RUN_REQUEST_SCHEMA,
  runBody,
  WHY_FUEL_DEFAULT,
  WHY_REQUEST_SCHEMA,
  whyBody,
} from './wire/scripts.ts';

export type ScriptOperation = 'check' | 'run' | 'why' | 'build';

const SCHEMAS: Readonly<Record<ScriptOperation, Schema>> = {
  check: CHECK_REQUEST_SCHEMA,
  run: RUN_REQUEST_SCHEMA,
  why: WHY_REQUEST_SCHEMA,
  build: BUILD_REQUEST_SCHEMA,
};

/** A script request that was read. */
interface ScriptAsked {
  readonly job: ScriptJob;
  readonly ignored: readonly string[];
}

export const SCRIPT: Kind<ScriptWork, ScriptAsked> = {
  read(body, { operation }) {
    const schema = SCHEMAS[operation];
    validateBody(schema, body, 'invalid_request');
    return { job: readJob(operation, body as Map<string, Json>), ignored: ignoredMembers(schema, body) };
  },
  async answer({ toolchain }, { job, ignored }, work, effort) {
    const reply = await answerJob(toolchain, job, { ...limitsOf(effort), isKept: work.isKept === true });
    return reply.kind === 'unfinished' || ignored.length === 0 ? reply : { ...reply, ignored };
  },
};

// Script text that is read and checked on the request's own thread: a millisecond, and a few at worst.
const INLINE_SCRIPT_LENGTH_MAX = 1_024;
// Steps of a run whose fault is explained there: two milliseconds.
const INLINE_EXPLAINED_STEPS_MAX = 1_000;
// The same in a thread for short work: forty milliseconds.
const QUICK_EXPLAINED_STEPS_MAX = 20_000;

/** What an answer may take; what is left out is not limited. */
interface ScriptLimits {
  readonly fuel?: number;
  readonly memoryBytesMax?: number;
  readonly scriptLengthMax?: number;
  readonly onlyCompiled?: boolean;
  readonly explainStepsMax?: number;
  /** Optimising takes longer than any check or compilation. */
  readonly builds?: boolean;
  /** Whether the summary says what the decision log keeps. */
  readonly isKept?: boolean;
  /** Told of the compiled script that ran. */
  readonly onScript?: (script: CompiledScript) => void;
}

function limitsOf(effort: Effort): ScriptLimits {
  switch (effort.kind) {
    case 'inline': {
      const { fuel, memoryBytesMax } = effort;
      return {
        fuel,
        memoryBytesMax,
        scriptLengthMax: INLINE_SCRIPT_LENGTH_MAX,
        explainStepsMax: INLINE_EXPLAINED_STEPS_MAX,
        onlyCompiled: true,
        builds: false,
      };
    }
    case 'quick': {
      const { kind: _, ...compiled } = effort;
      return { fuel: QUICK_FUEL, explainStepsMax: QUICK_EXPLAINED_STEPS_MAX, builds: false, ...compiled };
    }
    case 'full': {
      const { kind: _, ...compiled } = effort;
      return compiled;
    }
  }
}

/** The schema has made sure of the types. */
function readJob(operation: ScriptOperation, body: ReadonlyMap<string, Json>): ScriptJob {
  const modules = body.get('modules') as ReadonlyMap<string, string> | undefined;
  const text = {
    script: body.get('script') as string,
    ...(modules === undefined ? {} : { modules: Object.fromEntries(modules) }),
  };
  const inputSchema = body.get('input_schema');
  if (operation === 'check' && inputSchema !== undefined)
    return { kind: 'check', ...text, inputSchema: writeJson(inputSchema) };
  if (operation === 'check' || operation === 'build') return { kind: operation, ...text };
  const input = writeJson(body.get('input') ?? null);
  const count = (name: string, standard: number): number => {
    const given = body.get(name);
    return given instanceof JsonNumber ? Number(given.text) : standard;
  };
  if (operation === 'run') return { kind: 'run', ...text, input, fuel: count('fuel', FUEL_DEFAULT) };
  const [depth, width] = [count('depth', DEPTH_DEFAULT), count('width', WIDTH_DEFAULT)];
  return { kind: 'why', ...text, input, fuel: count('fuel', WHY_FUEL_DEFAULT), depth, width };
}

function lengthOf({ script, modules = {} }: ScriptJob): number {
  return Object.values(modules).reduce((sum, text) => sum + text.length, script.length);
}

async function answerJob(
  toolchain: Toolchain,
  job: ScriptJob,
  {
    fuel = Infinity,
    memoryBytesMax,
    scriptLengthMax = Infinity,
    builds = true,
    isKept = false,
    onlyCompiled = false,
    explainStepsMax,
    onScript,
  }: ScriptLimits,
): Promise<Reply | Unfinished> {
  // A schema may say much in few words.
  const hasSchema = job.kind === 'check' && job.inputSchema !== undefined;
  if (lengthOf(job) > scriptLengthMax || (hasSchema && scriptLengthMax < Infinity)) return UNFINISHED;
  if (job.kind === 'build' && !builds) return UNFINISHED;
  // What is watched takes a hundred times as long.
  const fuelMax = job.kind === 'why' ? Math.min(fuel, explainStepsMax ?? Infinity) : fuel;
  const isShort = (job.kind === 'run' || job.kind === 'why') && fuelMax < job.fuel;
  const answer = await doJob(toolchain, isShort ? { ...job, fuel: fuelMax } : job, {
    onlyCompiled,
    ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
    ...(explainStepsMax === undefined ? {} : { explainStepsMax }),
    ...(onScript === undefined ? {} : { onScript }),
  });
  switch (answer.kind) {
    case 'checked':
      return { kind: 'json', status: 200, body: checkBody(answer.check) };
    case 'built':
      return {
        kind: 'bytes',
        status: 200,
        contentType: 'application/wasm',
        bytes: answer.bytes,
        headers: { etag: `"${answer.hash}"` },
      };
    case 'not-built':
      throw new ServiceError('build_unavailable', { message: answer.why });
    case 'ran':
      return {
        kind: 'json',
        status: 200,
        body: runBody(answer.run),
        summary: summarizeRun(job, answer.run, null, isKept),
      };
    case 'explained':
      if (isShort && answer.why.fault?.code === 'out-of-fuel') return UNFINISHED;
      return {
        kind: 'json',
        status: 200,
        body: whyBody(answer.why),
        summary: { outcomes: {}, steps: answer.why.steps },
      };
    case 'not-compiled':
    case 'not-explained':
      return UNFINISHED;
    case 'invalid':
      throw invalidScript(answer.check);
    case 'faulted':
      if (isShort && answer.fault.code === 'out-of-fuel') return UNFINISHED;
      if (memoryBytesMax !== undefined && answer.fault.code === 'out-of-memory') return UNFINISHED;
      throw scriptFault(answer.fault, summarizeRun(job, answer.fault, answer.fault.code, isKept));
  }
}

function invalidScript(check: CheckReport): ServiceError {
  const first = check.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  return new ServiceError('invalid_script', {
    ...(first === undefined
      ? {}
      : {
          message: `The script is invalid: ${first.message} (${first.module === undefined ? '' : `module ${first.module}, `}line ${first.line}, column ${first.column}).`,
        }),
    details: { hash: check.hash, diagnostics: check.diagnostics },
  });
}

function scriptFault({ code, message, ...details }: ScriptFault, summary: ReplySummary): ServiceError {
  return new ServiceError('script_fault', { fault: code, message, details, summary });
}

/** `fault` is the code of one; null where the run finished. */
function summarizeRun(
  job: ScriptJob,
  { steps, hash }: { readonly steps: number; readonly hash: string },
  fault: string | null,
  isKept: boolean,
): ReplySummary {
  const outcome = fault === null ? 'finished' : 'fault';
  const summary: ReplySummary = {
    outcomes: { run: { [outcome]: 1 } },
    steps,
    ...(fault === 'out-of-fuel' ? { isExhausted: true } : {}),
  };
  if (!isKept) return summary;
  const said = { kind: 'run', outcome, ...(fault === null ? {} : { reason: fault }), evidence: [] };
  const program = { hash, schedule: SCHEDULE.id };
  const fuel = job.kind === 'run' ? { fuel: job.fuel } : {};
  return { ...summary, kept: { answerId: null, program, ...fuel, said: [said], engine: ENGINE } };
}
