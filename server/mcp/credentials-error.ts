// The error of a server that wants a token and was given none that it takes; and what it says of one that it would take.

import { extractWWWAuthenticateParams, OAuthError } from '@modelcontextprotocol/client';
import { ServiceError } from '../errors.ts';
import { GuardError } from './guard.ts';

export class CredentialsError extends Error {}

export type Challenge = ReturnType<typeof extractWWWAuthenticateParams>;

export function challengeOf(response: Response): Challenge {
  return extractWWWAuthenticateParams(response);
}

/** An authorization server that gave no token. Of what it wrote only a code of OAuth is repeated. */
export function noToken(server: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof OAuthError && /^[a-z_]{1,64}$/.test(error.code) ? error.code : null;
  const isBlocked = error instanceof GuardError || (error as { cause?: unknown }).cause instanceof GuardError;
  return new ServiceError(isBlocked ? 'ssrf_blocked' : 'upstream_unavailable', {
    message:
      code === null
        ? `the authorization server of ${server} gave no token`
        : `the authorization server of ${server} refused our client: ${code}`,
    details: { server, phase: 'authorize', ...(code === null ? {} : { http_status: 401, oauth_error: code }) },
  });
}

/** null where nobody said how long a token is good. */
export function endOf(expiresIn: number | undefined, nowMs: number): number | null {
  return expiresIn === undefined ? null : nowMs + expiresIn * 1000;
}

/** A token that ends sooner is renewed first: the request would arrive too late with it. */
export const RENEW_BEFORE_MS = 30_000;
