// Service errors: every way a request can be wrong, in one table.
// In: a code, and what is particular to this request. Out: a ServiceError that any layer may throw and only the border renders.
// Why: clients match codes and statuses, so both live in one place and nothing is built from strings on the way.

import type { ReplySummary } from './summary.ts';

/** The word for a status that OpenAI's clients turn into an error class. */
type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'upstream_error'
  | 'server_error';

export interface ErrorRow {
  readonly status: number;
  readonly type: ErrorType;
  /** What to say when the thrower has nothing more exact. */
  readonly message: string;
  /** Sent as `retry-after` and `retry-after-ms`; only where repeating the same request can help. */
  readonly retryAfterMs?: number;
}

// A full queue drains within about this long on one busy core; shorter waits only fill it again.
const QUEUE_RETRY_MS = 1000;
// An upstream that is down is probed again no sooner than this.
const UPSTREAM_RETRY_MS = 2000;
// A database that restarts, or whose standby takes over, is back no sooner than this.
const STORE_RETRY_MS = 2000;

const INVALID = 'invalid_request_error';

/**
 * Codes are snake_case here; the scripts family shows them in kebab-case, as its clients know them.
 * No 5xx for anything the request itself can cause: the usual SDKs send every 5xx again.
 */
export const SERVICE_ERRORS = {
  // Hosts, origins, proxies
  proxy_not_trusted: {
    status: 403,
    type: 'permission_error',
    message:
      'A request that a proxy sends on needs an API key; issue one with evident keys add, or name the proxy with --trust-proxy.',
  },
  host_not_allowed: {
    status: 403,
    type: 'permission_error',
    message: 'This Host name is not allowed; start the server with --allow-host to admit it.',
  },
  origin_not_allowed: {
    status: 403,
    type: 'permission_error',
    message: 'This Origin is not allowed; start the server with --cors-origin to admit it.',
  },

  // Keys
  missing_api_key: {
    status: 401,
    type: 'authentication_error',
    message: 'An API key is needed: send Authorization: Bearer evd_….',
  },
  invalid_api_key: { status: 401, type: 'authentication_error', message: 'This API key is not valid.' },
  insufficient_scope: { status: 403, type: 'permission_error', message: 'This API key may not do this.' },

  // Paths and methods
  not_found: { status: 404, type: 'not_found_error', message: 'There is no such endpoint.' },
  responses_not_supported: {
    status: 404,
    type: 'not_found_error',
    message: 'The responses endpoint is not served; use POST /v1/chat/completions.',
  },
  method_not_allowed: { status: 405, type: INVALID, message: 'This endpoint does not take this method.' },
  model_not_found: { status: 404, type: 'not_found_error', message: 'There is no such model.' },

  // Bodies
  invalid_json: { status: 400, type: INVALID, message: 'The body is not valid JSON.' },
  invalid_encoding: { status: 400, type: INVALID, message: 'The body is not what its Content-Encoding says.' },
  body_too_large: { status: 413, type: INVALID, message: 'The body is larger than 1 MiB, before or after inflation.' },
  unsupported_media_type: { status: 415, type: INVALID, message: 'Send Content-Type: application/json in UTF-8.' },
  unsupported_content_encoding: { status: 415, type: INVALID, message: 'Only Content-Encoding: gzip is supported.' },
  expectation_failed: { status: 417, type: INVALID, message: 'Only Expect: 100-continue is met.' },
  request_timeout: { status: 408, type: INVALID, message: 'The request did not arrive in time.' },
  headers_too_large: { status: 431, type: INVALID, message: 'The request headers are too large.' },

  // Requests
  invalid_request: { status: 400, type: INVALID, message: 'The request does not have the expected shape.' },
  missing_required_parameter: { status: 400, type: INVALID, message: 'A required parameter is missing.' },
  invalid_type: { status: 400, type: INVALID, message: 'A parameter has the wrong type.' },
  invalid_value: { status: 400, type: INVALID, message: 'A parameter has a value that is not allowed.' },
  unsupported_value: { status: 400, type: INVALID, message: 'A parameter has a value that is not supported.' },
  unsupported_parameter: { status: 400, type: INVALID, message: 'A parameter is not supported.' },

  // System One and decisions
  validation_failed: { status: 422, type: INVALID, message: 'The request could not be validated.' },
  undecided: { status: 422, type: INVALID, message: 'At least one question is not decided.' },
  memory_exhausted: { status: 413, type: INVALID, message: 'The request needs more memory than one request gets.' },
  'state-too-large': { status: 422, type: INVALID, message: 'The state is too large for these questions.' },

  // Scripts
  invalid_script: { status: 422, type: INVALID, message: 'The script is invalid.' },
  script_fault: { status: 422, type: INVALID, message: 'The run did not finish.' },
  queue_full: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many large requests are waiting.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    message: 'This API key has sent more requests than it may in a second.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  too_many_at_once: {
    status: 429,
    type: 'rate_limit_error',
    message: 'This API key has as many requests under way as it may.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  overloaded: {
    status: 503,
    type: 'server_error',
    message: 'The server has as much to do as it can hold.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  deadline: {
    status: 503,
    type: 'server_error',
    message: 'The request ran longer than one may; the server may be busy.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  client_closed: { status: 499, type: INVALID, message: 'The client went away before the answer.' },

  // Tool servers: registration
  invalid_server: { status: 422, type: INVALID, message: 'The server record is invalid.' },
  name_conflict: { status: 409, type: 'conflict_error', message: 'A different server is registered under this name.' },
  revision_mismatch: { status: 409, type: 'conflict_error', message: 'The record has changed since it was read.' },
  stdio_disabled: { status: 403, type: 'permission_error', message: 'Registering stdio servers over HTTP is off.' },
  ssrf_blocked: {
    status: 403,
    type: 'permission_error',
    message: 'The URL does not lead to a public address; --mcp-allow-host admits an internal one.',
  },
  secret_not_allowed: { status: 403, type: 'permission_error', message: 'This secret may not be used here.' },

  // Tool servers: calls
  server_not_found: { status: 404, type: 'not_found_error', message: 'No server is registered under this name.' },
  tool_not_found: { status: 404, type: 'not_found_error', message: 'The server has no such tool.' },
  tool_server_mismatch: {
    status: 409,
    type: 'conflict_error',
    message: 'The qualified tool name belongs to another server.',
  },
  tool_ambiguous: {
    status: 409,
    type: 'conflict_error',
    message: 'More than one server has this tool; name the server.',
  },
  tool_quarantined: {
    status: 403,
    type: 'permission_error',
    message: 'The definition of this tool has changed and is not approved.',
  },
  policy_denied: { status: 403, type: 'permission_error', message: 'A policy does not allow this call.' },
  result_not_found: {
    status: 404,
    type: 'not_found_error',
    message: 'There is no such result, or it is no longer kept.',
  },
  log_not_kept: { status: 409, type: 'conflict_error', message: 'This server keeps no decision log (--log).' },
  approval_not_found: { status: 404, type: 'not_found_error', message: 'There is no such held call.' },
  approval_required: {
    status: 403,
    type: 'permission_error',
    message: 'A policy wants this call to be approved by a person.',
  },
  tool_not_allowed: { status: 403, type: 'permission_error', message: 'This tool is not allowed.' },
  invalid_arguments: { status: 422, type: INVALID, message: 'The arguments do not match the schema of the tool.' },
  server_busy: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The server has too many calls waiting.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  upstream_error: { status: 502, type: 'upstream_error', message: 'The upstream server answered with an error.' },
  upstream_closed: { status: 502, type: 'upstream_error', message: 'The upstream server closed the connection.' },
  upstream_protocol_error: { status: 502, type: 'upstream_error', message: 'The upstream server broke the protocol.' },
  upstream_response_too_large: {
    status: 502,
    type: 'upstream_error',
    message: 'The answer of the upstream server is too large.',
  },
  upstream_unavailable: {
    status: 503,
    type: 'upstream_error',
    message: 'The upstream server cannot be reached.',
    retryAfterMs: UPSTREAM_RETRY_MS,
  },
  server_disabled: {
    status: 503,
    type: 'upstream_error',
    message: 'The server is disabled.',
    retryAfterMs: UPSTREAM_RETRY_MS,
  },
  upstream_timeout: { status: 504, type: 'upstream_error', message: 'The upstream server did not answer in time.' },

  // Faults and limits of the service
  not_ready: { status: 503, type: 'server_error', message: 'The server is not ready.', retryAfterMs: QUEUE_RETRY_MS },
  store_unavailable: {
    status: 503,
    type: 'server_error',
    message: 'The database of the store does not answer; nothing was changed.',
    retryAfterMs: STORE_RETRY_MS,
  },
  log_unavailable: {
    status: 503,
    type: 'server_error',
    message: 'The answer could not be logged, and this server gives no answer that is not.',
    retryAfterMs: QUEUE_RETRY_MS,
  },
  storage_failed: { status: 507, type: 'server_error', message: 'The store failed; nothing was changed.' },
  build_unavailable: {
    status: 501,
    type: 'server_error',
    message: 'This server is installed without what builds artifacts.',
  },
  internal_error: { status: 500, type: 'server_error', message: 'The server failed; the fault is ours.' },
} as const satisfies Record<string, ErrorRow>;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

interface ServiceErrorInit {
  readonly message?: string;
  /** The offending request field as OpenAI names it: `messages[0].content`. */
  readonly param?: string;
  /** Machine-readable particulars: plain data, printed by the JSON writer. */
  readonly details?: unknown;
  /** The fault of a run: the code the scripts family shows instead of `script_fault`. */
  readonly fault?: string;
  /** Replaces the row's waiting time. */
  readonly retryAfterMs?: number;
  /** Of an error that is an answer: a run that did not finish, questions that are not decided. */
  readonly summary?: ReplySummary;
  /** Of such an error: the id of its entry in the decision log. */
  readonly entryId?: string;
}

/** A request that cannot be served. Thrown by operations and everything under them; rendered by error-bodies.ts. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly status: number;
  readonly type: ErrorType;
  readonly param: string | undefined;
  readonly details: unknown;
  readonly fault: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly summary: ReplySummary | undefined;
  readonly entryId: string | undefined;

  constructor(code: ServiceErrorCode, init: ServiceErrorInit = {}) {
    const row: ErrorRow = SERVICE_ERRORS[code];
    super(init.message ?? row.message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = row.status;
    this.type = row.type;
    this.param = init.param;
    this.details = init.details;
    this.fault = init.fault;
    this.retryAfterMs = init.retryAfterMs ?? row.retryAfterMs;
    this.summary = init.summary;
    this.entryId = init.entryId;
  }

  /** The same error, of which more is counted or kept. */
  summarized(summary: ReplySummary): ServiceError {
    return this.#with({ summary });
  }

  /** The same error, which has this entry in the decision log. */
  logged(entryId: string): ServiceError {
    return this.#with({ entryId });
  }

  #with(more: Pick<ServiceErrorInit, 'summary' | 'entryId'>): ServiceError {
    const { code, message, param, details, fault, retryAfterMs, summary } = this;
    const known = {
      ...(param === undefined ? {} : { param }),
      ...(fault === undefined ? {} : { fault }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(summary === undefined ? {} : { summary }),
    };
    return new ServiceError(code, { message, details, ...known, ...more });
  }
}

/** Why something failed, in the words of whatever threw. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
