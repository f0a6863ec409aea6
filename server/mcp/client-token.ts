// The token of a client of our own (OAuth 2.1, client credentials), for one upstream server.
// In: the client and its issuer, as the operator named them. Out: a token, kept here and nowhere else. Why the issuer is the
// operator's to name: the secret goes there, whatever the server says.

import type { AuthProvider, FetchLike, OAuthTokens } from '@modelcontextprotocol/client';
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  fetchToken,
} from '@modelcontextprotocol/client';
import type { ServerAuth } from '../services/tools/wire/mcp.ts';
import { withAuthFetch } from './auth-fetch.ts';
import type { Challenge } from './credentials-error.ts';
import { CredentialsError, challengeOf, endOf, noToken, RENEW_BEFORE_MS } from './credentials-error.ts';
import type { HttpEndpoint } from './http.ts';
import { addressOf } from './login.ts';

interface Token {
  readonly text: string;
  readonly endsAtMs: number | null;
}

export class ClientToken {
  readonly #server: string;
  readonly #now: () => number;
  #token: Token | null = null;
  /** One request for all who wait. */
  #asking: Promise<Token> | undefined;

  constructor(server: string, now: () => number) {
    this.#server = server;
    this.#now = now;
  }

  /** undefined: there is no token; null: nobody said when it ends. */
  get endsAtMs(): number | null | undefined {
    return this.#token?.endsAtMs;
  }

  tokensFor(endpoint: HttpEndpoint, auth: ServerAuth): AuthProvider {
    return {
      token: async () => (await this.#current(endpoint, auth, {})).text,
      onUnauthorized: async ({ response }) => {
        this.#token = null;
        await this.#current(endpoint, auth, challengeOf(response));
      },
    };
  }

  async #current(endpoint: HttpEndpoint, auth: ServerAuth, challenge: Challenge): Promise<Token> {
    const token = this.#token;
    const isGood = token !== null && (token.endsAtMs === null || token.endsAtMs - this.#now() > RENEW_BEFORE_MS);
    if (isGood) return token;
    this.#asking ??= this.#ask(endpoint, auth, challenge).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(endpoint: HttpEndpoint, auth: ServerAuth, challenge: Challenge): Promise<Token> {
    const limits = { policy: endpoint.policy, timeoutMs: endpoint.connectTimeoutMs };
    try {
      const given = await withAuthFetch(limits, (fetchFn) => requestToken(endpoint.url, auth, challenge, fetchFn));
      this.#token = { text: given.access_token, endsAtMs: endOf(given.expires_in, this.#now()) };
      return this.#token;
    } catch (error) {
      throw noToken(this.#server, error);
    }
  }
}

async function requestToken(
  url: URL,
  { expected_issuer, client_id, client_secret, scope: said }: ServerAuth,
  challenge: Challenge,
  fetchFn: FetchLike,
): Promise<OAuthTokens> {
  const issuer = expected_issuer as string;
  // Throws where the metadata are another issuer's.
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
  const { resourceMetadataUrl } = challenge;
  const where = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
  const described = await discoverOAuthProtectedResourceMetadata(url, where, fetchFn).catch(() => null);
  if (described !== null && !checkResourceAllowed({ requestedResource: url, configuredResource: described.resource }))
    throw new CredentialsError('the server says that it is another resource');
  const scope = said ?? challenge.scope ?? described?.scopes_supported?.join(' ');
  const form = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
  const client = {
    client_id: client_id as string,
    client_secret: client_secret as string,
    issuer: metadata?.issuer ?? issuer,
  };
  const provider = {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [], grant_types: ['client_credentials'] },
    clientInformation: () => client,
    prepareTokenRequest: () => new URLSearchParams(form),
    // Of a person's login; never asked for.
    tokens: () => undefined,
    saveTokens() {},
    redirectToAuthorization() {},
    saveCodeVerifier() {},
    codeVerifier: () => '',
  };
  return fetchToken(provider, issuer, {
    ...(metadata === undefined ? {} : { metadata }),
    // RFC 8707: the token is for this server, wherever it is found.
    resource: described === null ? addressOf(url) : described.resource,
    fetchFn,
  });
}
