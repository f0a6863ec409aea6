// Answers: how replies and errors go out.
// In: a reply, or whatever was thrown. Out: status, headers and body in the shape of the family of the path.

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeJsonBody } from '../../grammar/json-write.ts';
import type { Family } from '../error-bodies.ts';
import { renderError } from '../error-bodies.ts';
import { ServiceError } from '../errors.ts';
import type { Reply } from '../operation.ts';
import type { Seen } from './arrived.ts';
import type { Border } from './border.ts';
import { familyOf } from './families.ts';
import { ignoredHeader } from './headers.ts';
import { corsHeaders } from './talkers.ts';

export function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  family: Family,
  answer: Reply,
  border: Border,
): FastifyReply {
  reply.code(answer.status).headers(standardHeaders(request, family, border));
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (answer.ignored !== undefined && answer.ignored.length > 0)
    reply.header('x-evident-ignored', ignoredHeader(answer.ignored));
  switch (answer.kind) {
    case 'json':
      return reply.type(JSON_TYPE).send(writeJsonBody(answer.body));
    case 'bytes':
      return reply.type(answer.contentType).send(Buffer.from(answer.bytes));
    // An answer is complete before its first event is written, so the events go out in one piece.
    case 'events':
      return reply.type('text/event-stream; charset=utf-8').send([...answer.events].join(''));
    // Made as fast as the client reads.
    case 'lines':
      if (request.seen) countWritten(reply, request.seen);
      return reply.type(answer.contentType).send(Readable.from(answer.lines));
  }
}

/** Counts the bytes of a body whose length nobody knows before. */
export function countWritten({ raw }: FastifyReply, seen: Seen): void {
  const write = raw.write.bind(raw) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
  raw.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    seen.bytesOut += Buffer.byteLength(chunk);
    return write(chunk, ...rest);
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
  border: Border,
  known?: Family,
): FastifyReply {
  const family = known ?? familyOf(request.url, border.families);
  const { status, headers, body } = renderError(family, error);
  // A path that cannot be decoded reaches no hook.
  if (request.seen) {
    request.seen.code = error.code;
    request.seen.summary = error.summary ?? null;
  }
  // The rest of the body is not awaited.
  if (error.code === 'request_timeout') reply.header('connection', 'close');
  return reply
    .code(status)
    .headers(standardHeaders(request, family, border))
    .headers(headers)
    .type(JSON_TYPE)
    .send(writeJsonBody(body));
}

export function standardHeaders(request: FastifyRequest, family: Family, border: Border): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  // Few callers are pages of browsers.
  if (request.headers.origin !== undefined) Object.assign(headers, corsHeaders(request.headers, border));
  if (family === 'systemone') headers['x-typesafe-request-id'] = request.id;
  return headers;
}

export function notFound(request: FastifyRequest): ServiceError {
  // The AI SDK's default model calls this endpoint; the error tells its user what to configure.
  if (/^\/v1\/responses(?:[/?]|$)/.test(request.url)) return new ServiceError('responses_not_supported');
  return new ServiceError('not_found');
}

/** Fastify's own 4xx are the caller's fault. Everything else that is not a ServiceError is ours: it is logged and answered as `internal_error`. */
export function asServiceError(error: unknown, request: FastifyRequest, border: Border): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = (error as { readonly statusCode?: unknown }).statusCode;
  if (status === 415) return new ServiceError('unsupported_media_type');
  if (status === 413) return new ServiceError('body_too_large');
  if (typeof status === 'number' && status >= 400 && status < 500) return new ServiceError('invalid_request');
  border.onFault(request.id, error);
  return new ServiceError('internal_error');
}
