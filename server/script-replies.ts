// Script replies: POST /v1/scripts/check, /run and /build from a request that was read to a reply.
// In: a validated body. Out: the toolchain's answer as the wire says it. Why: an invalid script is an answer to check, and an
// error to run and build; a fault is an error with the steps it took.

import { JsonNumber, writeJson } from '../grammar/json.ts';
import type { Json } from '../grammar/json.ts';
import type { CheckReport, ScriptFault } from '../runtime/jobs.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import { ServiceError } from './errors.ts';
import type { OperationRequest, Reply } from './operation.ts';
import type { Scripts } from './scripts.ts';
import { checkBody, runBody } from './wire/scripts.ts';

export async function checkScript(scripts: Scripts, request: OperationRequest): Promise<Reply> {
  const answer = await scripts.check(scriptOf(request), request.signal);
  if (answer.kind !== 'checked') throw unexpected(answer.kind);
  return { kind: 'json', status: 200, body: checkBody(answer.check) };
}

export async function runScript(scripts: Scripts, request: OperationRequest): Promise<Reply> {
  const body = request.body as Map<string, Json>;
  const fuel = body.get('fuel');
  const answer = await scripts.run(
    scriptOf(request),
    writeJson(body.get('input') ?? null),
    fuel instanceof JsonNumber ? Number(fuel.text) : FUEL_DEFAULT,
    request.signal,
  );
  switch (answer.kind) {
    case 'ran': return { kind: 'json', status: 200, body: runBody(answer.run) };
    case 'faulted': throw scriptFault(answer.fault);
    case 'invalid': throw invalidScript(answer.check);
    default: throw unexpected(answer.kind);
  }
}

export async function buildScript(scripts: Scripts, request: OperationRequest): Promise<Reply> {
  const answer = await scripts.build(scriptOf(request), request.signal);
  if (answer.kind === 'invalid') throw invalidScript(answer.check);
  if (answer.kind !== 'built') throw unexpected(answer.kind);
  return { kind: 'bytes', status: 200, contentType: 'application/wasm', bytes: answer.bytes, headers: { etag: `"${answer.hash}"` } };
}

/** The row's schema has made sure of the type. */
function scriptOf(request: OperationRequest): string {
  return (request.body as Map<string, Json>).get('script') as string;
}

function invalidScript(check: CheckReport): ServiceError {
  const first = check.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  return new ServiceError('invalid_script', {
    ...(first === undefined ? {} : { message: `The script is invalid: ${first.message} (line ${first.line}, column ${first.column}).` }),
    details: { hash: check.hash, diagnostics: check.diagnostics },
  });
}

function scriptFault({ code, message, ...details }: ScriptFault): ServiceError {
  return new ServiceError('script_fault', { fault: code, message, details });
}

function unexpected(kind: string): Error {
  return new Error(`the toolchain answered ${kind}`);
}
