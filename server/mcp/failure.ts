// Failures of an upstream, in our words.
// In: whatever the SDK, the transports or the operating system threw. Out: a ServiceError with a stable code.
// Why: the SDK reports the same event in several shapes, and its messages may quote what the upstream said, which must
// not reach a caller who only registered a URL.

import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { ServiceError } from '../errors.ts';
import type { CaptureFailure } from './capture.ts';
import { CredentialsError } from './credentials-error.ts';
import { ResponseTooLargeError } from './fetch.ts';
import { GuardError } from './guard.ts';

interface FailureContext {
  readonly server: string;
  readonly phase: 'connect' | 'call';
  readonly budgetMs: number;
  /** Our own deadline has passed. */
  readonly expired?: boolean;
  /** A call's caller went away, or a connection is no longer wanted; the SDK reports both as a time-out. */
  readonly aborted?: boolean;
  /** The connection is gone; the SDK has no code for a request that finds it so. */
  readonly closed?: boolean;
  readonly failure?: CaptureFailure | undefined;
  /** What one answer may have. */
  readonly responseBytesMax: number;
}

export function failureOf(error: unknown, context: FailureContext): ServiceError {
  const { server, phase } = context;
  if (error instanceof ServiceError) return error;
  const details = { server, phase };
  if (context.aborted === true)
    return phase === 'connect'
      ? unavailable(context, 'it is being stopped')
      : new ServiceError('client_closed', { details });
  if (context.failure !== undefined) return CAPTURE_FAILURES[context.failure](details, context);
  const causes = causesOf(error);
  const told = causes.find((cause) => cause instanceof ServiceError);
  if (told instanceof ServiceError) return told;
  if (causes.some((cause) => cause instanceof GuardError)) {
    return new ServiceError('ssrf_blocked', {
      message: `${server}: the URL leads to an address that is not public`,
      details,
    });
  }
  if (causes.some((cause) => cause instanceof ResponseTooLargeError))
    return CAPTURE_FAILURES['too-large'](details, context);
  if (context.expired === true || causes.some((cause) => codeOf(cause) === SdkErrorCode.RequestTimeout)) {
    return new ServiceError('upstream_timeout', {
      message: `${server} did not answer within ${context.budgetMs} ms (${phase})`,
      details: { ...details, budget_ms: context.budgetMs },
    });
  }
  const refused = causes.find((cause) => cause instanceof CredentialsError);
  if (refused instanceof CredentialsError) return unauthorized(context, refused.message);
  const scope = causes.find((cause) => cause instanceof InsufficientScopeError);
  if (scope instanceof InsufficientScopeError) return insufficientScope(context, scope.requiredScope);
  const httpStatus = causes.map(statusOf).find((status) => status !== undefined);
  if (httpStatus !== undefined) return httpFailure(httpStatus, context);
  const spoken = causes.find((cause) => cause instanceof ProtocolError);
  if (spoken instanceof ProtocolError) {
    // What an upstream answers to a call is for the caller; what it says while connecting is not.
    if (phase === 'connect') return unavailable(context, `it refused the connection with error ${spoken.code}`);
    return new ServiceError('upstream_error', {
      message: `${server} answered with JSON-RPC error ${spoken.code}`,
      details: {
        ...details,
        upstream: {
          code: spoken.code,
          message: spoken.message,
          ...(spoken.data === undefined ? {} : { data: spoken.data }),
        },
      },
    });
  }
  const codes = causes.map(codeOf).filter((code) => code !== undefined);
  if (phase === 'connect') return unavailable(context, reasonOf(codes));
  // Nothing was sent: the caller may try again without fear.
  if (codes.some((code) => NEVER_SENT.has(code))) return unavailable(context, reasonOf(codes));
  if (context.closed === true || codes.some((code) => LOST.has(code))) {
    return new ServiceError('upstream_closed', {
      message: `${server} closed the connection; the call may or may not have happened`,
      details,
    });
  }
  return new ServiceError('upstream_protocol_error', {
    message: `${server}: the answer cannot be read; the call may have happened`,
    details,
  });
}

/** HTTP statuses that say: the upstream wants other credentials. */
export function wantsCredentials(error: ServiceError): boolean {
  const status = (error.details as { http_status?: number } | undefined)?.http_status;
  return status === 401 || status === 403;
}

type Details = Readonly<Record<string, unknown>>;

const CAPTURE_FAILURES: Record<CaptureFailure, (details: Details, context: FailureContext) => ServiceError> = {
  'too-large': (details, { server, responseBytesMax }) =>
    new ServiceError('upstream_response_too_large', {
      message: `the answer of ${server} is larger than its limit of ${responseBytesMax} bytes (limits.response_bytes)`,
      details: { ...details, response_bytes: responseBytesMax },
    }),
  unreadable: (details) =>
    new ServiceError('upstream_protocol_error', {
      message: `${String(details['server'])}: the result cannot be read`,
      details,
    }),
  'stream-ended': (details) =>
    new ServiceError('upstream_closed', {
      message: `${String(details['server'])} ended the stream without an answer`,
      details,
    }),
};

/** Nothing was done: the server looked at the token and at nothing else. */
function unauthorized({ server, phase }: FailureContext, message: string): ServiceError {
  return new ServiceError('upstream_unavailable', { message, details: { server, phase, http_status: 401 } });
}

function insufficientScope({ server, phase }: FailureContext, scope: string | undefined): ServiceError {
  // It is the server's text: only what can be a scope (RFC 6749, section 3.3) is repeated.
  const required = scope !== undefined && SCOPE.test(scope) ? scope : null;
  return new ServiceError(phase === 'connect' ? 'upstream_unavailable' : 'upstream_error', {
    message: `${server} wants more than was granted${required === null ? '' : ` (${required})`}: evident mcp login ${server}`,
    details: { server, phase, http_status: 403, ...(required === null ? {} : { required_scope: required }) },
  });
}

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+){0,63}$/;

function httpFailure(status: number, context: FailureContext): ServiceError {
  const { server, phase } = context;
  if (status === 401) return unauthorized(context, `${server} does not accept our credentials`);
  const details = { server, phase, http_status: status };
  // A session the upstream has forgotten: 404 says the specification, 400 say many servers. The next call opens a new one.
  if (phase === 'call' && (status === 404 || status === 400)) {
    return new ServiceError('upstream_closed', {
      message: `${server} answered with HTTP status ${status}, as for a session it does not know`,
      details,
    });
  }
  const code = phase === 'connect' ? 'upstream_unavailable' : 'upstream_error';
  return new ServiceError(code, { message: `${server} answered with HTTP status ${status}`, details });
}

function unavailable({ server, phase }: FailureContext, reason: string): ServiceError {
  return new ServiceError('upstream_unavailable', {
    message: `${server} cannot be reached: ${reason}`,
    details: { server, phase },
  });
}

// What the operating system's words mean to a person. Unknown ones are not repeated: they may quote the upstream.
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the command does not exist',
  EACCES: 'the command may not be run',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  [SdkErrorCode.ConnectionClosed]: 'it ended while connecting',
};

const LOST = new Set<string>([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
]);
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function reasonOf(codes: readonly string[]): string {
  for (const code of [...codes].reverse()) {
    const reason = REASONS[code];
    if (reason !== undefined) return reason;
  }
  return 'it does not speak the protocol';
}

// Errors wrap errors; a chain that is longer than this is a cycle.
const CAUSES_MAX = 10;

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null && causes.length < CAUSES_MAX; cause = nextCause(cause))
    causes.push(cause);
  return causes;
}

function nextCause(error: unknown): unknown {
  const { cause, errors } = error as { cause?: unknown; errors?: readonly unknown[] };
  if (cause !== undefined) return cause;
  if (Array.isArray(errors)) return errors[0];
  return error instanceof SdkError ? (error.data as { cause?: unknown } | undefined)?.cause : undefined;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : undefined;
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof SseError) return error.code;
  return error instanceof SdkHttpError ? error.status : undefined;
}

/** Over HTTP nothing but a failed request tells that a session, or the whole server, is gone. */
export function isLost(error: ServiceError): boolean {
  return error.code === 'upstream_closed' || error.code === 'upstream_unavailable';
}
