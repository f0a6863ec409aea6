// Script replies: POST /v1/scripts/check, /run and /build from a request that was read to a reply.
// In: a request. Out: the toolchain's answer as the wire says it. Why: an invalid script is an answer to check, and an
// error to run and build; a fault is an error with the steps it took.

import type { Json } from '../grammar/json.ts';
import { JsonNumber } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { CheckReport } from '../runtime/check-report.ts';
import type { CompiledScript } from '../runtime/compile.ts';
import type { ScriptFault, ScriptJob } from '../runtime/jobs.ts';
import { doJob } from '../runtime/jobs.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import { ServiceError } from './errors.ts';
import type { Unfinished } from './inline.ts';
import { INLINE_BYTES_MAX, tryInline } from './inline.ts';
import type { OperationRequest, Reply, Schema } from './operation.ts';
import { partyOf } from './operation.ts';
import type { Threads } from './threads.ts';
import { ignoredMembers, validateBody } from './validate.ts';
import { BUILD_REQUEST_SCHEMA, CHECK_REQUEST_SCHEMA, checkBody, RUN_REQUEST_SCHEMA, runBody } from './wire/scripts.ts';

export type ScriptOperation = 'check' | 'run' | 'build';

const SCHEMAS: Readonly<Record<ScriptOperation, Schema>> = {
  check: CHECK_REQUEST_SCHEMA,
  run: RUN_REQUEST_SCHEMA,
  build: BUILD_REQUEST_SCHEMA,
};

// Script text that is read and checked on the request's own thread: a millisecond, and a few at worst.
const INLINE_SCRIPT_LENGTH_MAX = 1_024;

/** Answers where it is best done. */
export async function performScript(
  operation: ScriptOperation,
  threads: Threads,
  request: OperationRequest,
): Promise<Reply> {
  const { bytes, signal } = request;
  if (bytes.length <= INLINE_BYTES_MAX) {
    const limits = { builds: false, onlyCompiled: true, scriptLengthMax: INLINE_SCRIPT_LENGTH_MAX };
    const reply = await tryInline((budget) => answerScript(operation, request.body ?? null, { ...limits, ...budget }));
    if (reply.kind !== 'unfinished') return reply;
    request.dropBody();
  }
  const reply = await threads.run({ kind: 'script', operation, bytes }, { signal, party: partyOf(request) });
  if (reply.kind === 'open' || reply.kind === 'servers') throw new Error(`a script was answered ${reply.kind}`);
  return reply;
}

/** What an answer may take; what is left out is not limited. */
interface ScriptLimits {
  readonly fuel?: number;
  readonly memoryBytesMax?: number;
  readonly scriptLengthMax?: number;
  readonly onlyCompiled?: boolean;
  /** Optimising takes longer than any check or compilation. */
  readonly builds?: boolean;
  /** Told of the compiled script that ran. */
  readonly onScript?: (script: CompiledScript) => void;
}

/** The answer itself: the same body gives the same reply, or `unfinished` where the limits do not last. */
export async function answerScript(
  operation: ScriptOperation,
  body: Json,
  limits: ScriptLimits,
): Promise<Reply | Unfinished> {
  const schema = SCHEMAS[operation];
  validateBody(schema, body, 'invalid_request');
  const reply = await answerJob(readJob(operation, body as Map<string, Json>), limits);
  const ignored = ignoredMembers(schema, body);
  return reply.kind === 'unfinished' || ignored.length === 0 ? reply : { ...reply, ignored };
}

/** The schema has made sure of the types. */
function readJob(operation: ScriptOperation, body: ReadonlyMap<string, Json>): ScriptJob {
  const script = body.get('script') as string;
  if (operation !== 'run') return { kind: operation, script };
  const fuel = body.get('fuel');
  return {
    kind: 'run',
    script,
    input: writeJson(body.get('input') ?? null),
    fuel: fuel instanceof JsonNumber ? Number(fuel.text) : FUEL_DEFAULT,
  };
}

const UNFINISHED: Unfinished = { kind: 'unfinished' };

async function answerJob(
  job: ScriptJob,
  {
    fuel = Infinity,
    memoryBytesMax,
    scriptLengthMax = Infinity,
    builds = true,
    onlyCompiled = false,
    onScript,
  }: ScriptLimits,
): Promise<Reply | Unfinished> {
  if (job.script.length > scriptLengthMax || (job.kind === 'build' && !builds)) return UNFINISHED;
  const isShort = job.kind === 'run' && fuel < job.fuel;
  const answer = await doJob(isShort ? { ...job, fuel } : job, {
    onlyCompiled,
    ...(memoryBytesMax === undefined ? {} : { memoryBytesMax }),
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
        summary: { outcomes: { finished: 1 }, steps: answer.run.steps },
      };
    case 'not-compiled':
      return UNFINISHED;
    case 'invalid':
      throw invalidScript(answer.check);
    case 'faulted':
      if (isShort && answer.fault.code === 'out-of-fuel') return UNFINISHED;
      if (memoryBytesMax !== undefined && answer.fault.code === 'out-of-memory') return UNFINISHED;
      throw scriptFault(answer.fault);
  }
}

function invalidScript(check: CheckReport): ServiceError {
  const first = check.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  return new ServiceError('invalid_script', {
    ...(first === undefined
      ? {}
      : { message: `The script is invalid: ${first.message} (line ${first.line}, column ${first.column}).` }),
    details: { hash: check.hash, diagnostics: check.diagnostics },
  });
}

function scriptFault({ code, message, ...details }: ScriptFault): ServiceError {
  return new ServiceError('script_fault', { fault: code, message, details });
}
