// Logins: what an authorization server gave for one upstream server, and what the server asks for, as it is kept.
// In: tokens, the client they were given to, and who gave them. Out: JSON text for the store, and back.
// Why bound: tokens are for the address they were asked for and are renewed where they came from, whatever the server says later.

import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';

export interface Login {
  /** The address of the upstream server, without query and fragment. The tokens are sent nowhere else. */
  readonly url: string;
  /** null: nobody is signed in. */
  readonly grant: Grant | null;
  /** What the server asked for; the next login asks for it. */
  readonly wantedScope: string | null;
  /** Until then somebody is renewing the tokens: a refresh token that is used twice ends the login at many servers. */
  readonly renewingUntilMs: number | null;
}

export interface Grant {
  readonly issuer: string;
  /** Of the authorization server, as it was when somebody signed in; null where it has none. */
  readonly metadata: KeptMetadata | null;
  readonly client: {
    readonly client_id: string;
    readonly client_secret?: string;
    readonly token_endpoint_auth_method?: string;
  };
  /** RFC 8707; null where the server has said nothing of itself. */
  readonly resource: string | null;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** What was granted; null where nobody said. */
  readonly scope: string | null;
  readonly expiresAtMs: number | null;
}

/** Of an authorization server's metadata (RFC 8414), what renewing and revoking need. */
type KeptMetadata = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  response_types_supported: string[];
  token_endpoint_auth_methods_supported?: string[];
  revocation_endpoint?: string;
};

export function keptMetadata(metadata: AuthorizationServerMetadata): KeptMetadata {
  const { issuer, authorization_endpoint, token_endpoint, response_types_supported } = metadata;
  const { token_endpoint_auth_methods_supported: methods, revocation_endpoint: revocation } =
    metadata as AuthorizationServerMetadata & { readonly revocation_endpoint?: unknown };
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported,
    ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
    ...(typeof revocation !== 'string' ? {} : { revocation_endpoint: revocation }),
  };
}

export function printLogin(login: Login): string {
  return JSON.stringify(login);
}

/** The login for this address; null where it is another's, or where the tokens are of another issuer than the operator expects. */
export function readLogin(text: string, url: URL, expectedIssuer: string | null = null): Login | null {
  const login = JSON.parse(text) as Login;
  const isExpected = expectedIssuer === null || login.grant === null || login.grant.issuer === expectedIssuer;
  return login.url === addressOf(url) && isExpected ? login : null;
}

export function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
