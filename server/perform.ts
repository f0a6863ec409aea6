// Perform: one operation, from a request that was read to a reply or a ServiceError.
// In: a row of the table and what the transport read. Out: the reply. Why: HTTP and our own MCP tools must validate alike.

import { project, writeJson } from '../grammar/json.ts';
import type { Json } from '../grammar/json.ts';
import { ServiceError } from './errors.ts';
import type { Operation, OperationRequest, Reply, Schema } from './operation.ts';
import type { Service } from './service.ts';
import { ignoredMembers, validateBody } from './validate.ts';

/** Validates the body against the row's schema and calls its handler. Throws ServiceError for everything a caller can cause. */
export async function perform(operation: Operation, service: Service, request: OperationRequest): Promise<Reply> {
  const { request: schema, invalid } = operation;
  if (schema === null) return operation.handle(service, request);
  if (request.body === undefined) {
    if (operation.bodyOptional === true) return operation.handle(service, request);
    throw new ServiceError('invalid_json', { message: 'A JSON body is required.' });
  }
  if (invalid === null) return operation.handle(service, request);
  validateBody(schema, request.body, invalid);
  const ignored = ignoredMembers(schema, request.body);
  const reply = await operation.handle(service, request);
  return ignored.length === 0 ? reply : { ...reply, ignored: [...ignored, ...(reply.ignored ?? [])] };
}

/** What our own MCP tool for an operation takes: its body, or the query of an operation without one. */
export function toolInputSchema(operation: Operation): Schema {
  return operation.request ?? { type: 'object', additionalProperties: false, properties: operation.query ?? {} };
}

/** Performs an operation as a tool call: `args` are the body, or the query of an operation without one. */
export function performTool(operation: Operation, service: Service, args: Json, signal: AbortSignal): Promise<Reply> {
  const isQuery = operation.request === null;
  if (isQuery) validateBody(toolInputSchema(operation), args, 'invalid_arguments');
  return perform(operation, service, {
    body: isQuery ? undefined : args,
    // As a client would have sent them: ids and usage derive from the bytes.
    bytes: isQuery ? new Uint8Array() : new TextEncoder().encode(writeJson(args)),
    params: {},
    query: isQuery ? (project(args) as Record<string, string>) : {},
    options: {},
    signal,
  });
}
