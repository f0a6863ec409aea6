// Error bodies: one ServiceError, shown in the shape the clients of each family know.
// In: the family and the error. Out: status, headers and body, ready for any transport.
// Why: OpenAI's, TypeSafe's, Ollama's and our own clients each read one shape and lose the message in any other.

import { parseJson, RawJson } from '../grammar/json.ts';
import type { ServiceError, ServiceErrorCode } from './errors.ts';

/** The id of an answer's entry in the decision log. */
export const LOG_HEADER = 'x-evident-log';

/** Which clients speak to an endpoint; decides the shape of its errors. */
export type Family = 'systemone' | 'chat' | 'scripts' | 'mcp' | 'meta';

interface RenderedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Plain data for the JSON writer. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The whole error answer of one family. */
export function renderError(family: Family, error: ServiceError): RenderedError {
  return { status: error.status, headers: errorHeaders(error), body: BODIES[family](error) };
}

const BODIES: Readonly<Record<Family, (error: ServiceError) => Record<string, unknown>>> = {
  chat: openAiBody,
  meta: openAiBody,
  systemone: systemOneBody,
  scripts: (error) => ownBody(error.fault ?? error.code.replaceAll('_', '-'), error),
  mcp: (error) => ownBody(error.code, error),
};

function openAiBody(error: ServiceError): Record<string, unknown> {
  return {
    error: {
      message: error.message,
      type: error.type,
      param: error.param ?? null,
      code: error.code,
    },
    // Only these have more to say than their parameter: the answers of what is not decided, the parts of what is not ready.
    ...(DETAILED.has(error.code) && error.details !== undefined ? { detail: error.details } : {}),
  };
}

const DETAILED: ReadonlySet<ServiceErrorCode> = new Set(['undecided', 'not_ready']);

/** `error` is flat text because Ollama's client prints an object as `[object Object]`. */
function systemOneBody(error: ServiceError): Record<string, unknown> {
  return { error: error.message, detail: systemOneDetail(error) };
}

function systemOneDetail(error: ServiceError): unknown {
  if (error.status !== 422) {
    return {
      error_type: SYSTEM_ONE_TYPES[error.status] ?? 'api_usage_error',
      message: error.message,
      ...spread(error.details),
    };
  }
  if (error.details !== undefined) return error.details;
  return [{ loc: ['body', ...(error.param === undefined ? [] : [error.param])], msg: error.message, type: error.code }];
}

function spread(details: unknown): Record<string, unknown> {
  // What a thread threw comes as its text.
  if (details instanceof RawJson) {
    const read = parseJson(Buffer.from(details.text, 'utf8'));
    return read instanceof Map ? Object.fromEntries(read) : {};
  }
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? { ...details } : {};
}

// TypeSafe's own words where it has one.
const SYSTEM_ONE_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'authentication_error',
  408: 'timeout',
  429: 'rate_limit_error',
  500: 'unknown',
  503: 'unknown',
};

function ownBody(code: string, error: ServiceError): Record<string, unknown> {
  const details = error.param === undefined ? error.details : { param: error.param, ...spread(error.details) };
  return { error: { code, message: error.message, details } };
}

function errorHeaders(error: ServiceError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.entryId !== undefined) headers[LOG_HEADER] = error.entryId;
  if (error.status === 401) headers['www-authenticate'] = 'Bearer';
  if (error.retryAfterMs !== undefined) {
    headers['retry-after'] = String(Math.ceil(error.retryAfterMs / 1000));
    headers['retry-after-ms'] = String(error.retryAfterMs);
  }
  return headers;
}
