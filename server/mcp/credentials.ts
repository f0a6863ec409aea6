// Credentials: the tokens that one upstream server over HTTP is called with.
// In: what the operator said of its authorization, and the login that somebody made (`evident mcp login`). Out: what the SDK's
// transports ask for tokens: one for each request, and another when it was refused.
// Why the service asks no server where to get tokens: an upstream that names an authorization server of its own choice would be sent
// our refresh token or our secret. Both go to the issuer that the operator named, or that a person signed in at.

import type { AuthProvider } from '@modelcontextprotocol/client';
import type { ServerAuth } from '../services/tools/wire/mcp.ts';
import type { Store } from '../store/store.ts';
import { ClientToken } from './client-token.ts';
import { CredentialsError } from './credentials-error.ts';
import type { HttpEndpoint } from './http.ts';
import { LoginTokens } from './login-tokens.ts';

interface CredentialsParts {
  readonly store: Pick<Store, 'getLogin' | 'putLogin'>;
  readonly now: () => number;
}

export class Credentials {
  readonly #server: string;
  readonly #login: LoginTokens;
  readonly #client: ClientToken;

  constructor(server: string, parts: CredentialsParts) {
    this.#server = server;
    this.#login = new LoginTokens(server, parts);
    this.#client = new ClientToken(server, parts.now);
  }

  /** The address of one connection, with what its transport asks for tokens. */
  attach(endpoint: HttpEndpoint): HttpEndpoint {
    this.#login.forget();
    return {
      ...endpoint,
      tokens: this.#tokensFor(endpoint),
      onForbidden: (response) => this.#login.note(endpoint, response),
    };
  }

  /** Whether there is a token, and how long it is good; null: there is none, and nothing was said of one. */
  shown(auth: ServerAuth | null): { readonly signedIn: boolean; readonly expiresAtMs: number | null } | null {
    const expiresAtMs = auth?.type === 'client_credentials' ? this.#client.endsAtMs : this.#login.endsAtMs;
    if (expiresAtMs === undefined) return auth === null ? null : { signedIn: false, expiresAtMs: null };
    return { signedIn: true, expiresAtMs };
  }

  /** Whether somebody has signed in since the login was last read. Throws `storage_failed`. */
  hasNewLogin(): Promise<boolean> {
    return this.#login.isNew();
  }

  #tokensFor(endpoint: HttpEndpoint): AuthProvider {
    const { auth, headers } = endpoint;
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
      return {
        token: async () => undefined,
        onUnauthorized: async () => {
          throw new CredentialsError(`${this.#server} does not accept the Authorization of its record`);
        },
      };
    }
    return auth?.type === 'client_credentials'
      ? this.#client.tokensFor(endpoint, auth)
      : this.#login.tokensFor(endpoint);
  }
}
