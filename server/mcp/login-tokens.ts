// The tokens of a person's login (`evident mcp login`), for one upstream server.
// In: the login in the store. Out: a token for each request, renewed where it ends, by one process alone; or the error that says
// that somebody has to sign in.

import type { AuthProvider } from '@modelcontextprotocol/client';
import { computeScopeUnion, OAuthError, refreshAuthorization } from '@modelcontextprotocol/client';
import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { withAuthFetch } from './auth-fetch.ts';
import { CredentialsError, challengeOf, endOf, noToken, RENEW_BEFORE_MS } from './credentials-error.ts';
import type { HttpEndpoint } from './http.ts';
import type { Grant, Login } from './login.ts';
import { addressOf, printLogin, readLogin } from './login.ts';

/** Whoever began to renew and has not told by then is gone. */
const RENEWING_MS = 30_000;
const POLL_MS = 100;
/** Of what is asked for; a server that goes on inventing scopes is not written down for ever. */
const SCOPE_LENGTH_MAX = 2_048;

interface LoginParts {
  readonly store: Pick<Store, 'getLogin' | 'putLogin'>;
  readonly now: () => number;
}

interface Kept {
  readonly login: Login;
  readonly revision: number;
}

interface Granted extends Kept {
  readonly login: Login & { readonly grant: Grant };
}

export class LoginTokens {
  readonly #server: string;
  readonly #parts: LoginParts;
  /** As it was last read; undefined: to be read again. */
  #kept: Kept | null | undefined;
  /** The last revision that was read or written. */
  #seen: number | null = null;
  /** One renewal for all who wait. */
  #renewing: Promise<Granted | null> | undefined;

  constructor(server: string, parts: LoginParts) {
    this.#server = server;
    this.#parts = parts;
  }

  /** undefined: nobody is signed in; null: nobody said when the token ends. */
  get endsAtMs(): number | null | undefined {
    return this.#kept?.login.grant?.expiresAtMs;
  }

  /** What the store has is read again when it is next needed. */
  forget(): void {
    this.#kept = undefined;
  }

  /** Whether somebody has signed in since the login was last looked at. Throws `storage_failed`. */
  async isNew(): Promise<boolean> {
    const row = await this.#parts.store.getLogin(this.#server);
    return row !== null && row.revision !== this.#seen;
  }

  tokensFor(endpoint: HttpEndpoint): AuthProvider {
    let used: string | null = null;
    return {
      token: async () => {
        used = (await this.#current(endpoint))?.login.grant.accessToken ?? null;
        return used ?? undefined;
      },
      onUnauthorized: ({ response }) => this.#replace(endpoint, used, response),
    };
  }

  /** What a server wants of a token is remembered: whoever signs in next is another process. Never throws. */
  async note(endpoint: HttpEndpoint, response: Response): Promise<void> {
    const { scope } = challengeOf(response);
    this.#kept = undefined;
    try {
      const kept = await this.#load(endpoint);
      const before = kept?.login ?? null;
      const wanted = computeScopeUnion(before?.grant?.scope ?? undefined, before?.wantedScope ?? undefined, scope);
      if (scope === undefined || wanted === undefined || wanted === before?.wantedScope) return;
      if (wanted.length > SCOPE_LENGTH_MAX) return;
      const login = before ?? { url: addressOf(endpoint.url), grant: null, wantedScope: null, renewingUntilMs: null };
      // Without a row of this address there is none to replace; another address's stays.
      await this.#put({ ...login, wantedScope: wanted }, kept?.revision ?? null);
    } catch (error) {
      // The caller has its answer, whether the store works or not.
      if (!(error instanceof ServiceError)) throw error;
    } finally {
      // The next request looks whether somebody has signed in meanwhile.
      this.#kept = undefined;
    }
  }

  async #load({ url, auth }: HttpEndpoint): Promise<Kept | null> {
    if (this.#kept !== undefined) return this.#kept;
    const row = await this.#parts.store.getLogin(this.#server);
    const login = row === null ? null : readLogin(row.login, url, auth?.expected_issuer ?? null);
    this.#seen = row?.revision ?? null;
    this.#kept = row === null || login === null ? null : { login, revision: row.revision };
    return this.#kept;
  }

  /** null where another process was faster. */
  async #put<Its extends Login>(
    login: Its,
    expected: number | null,
  ): Promise<{ readonly login: Its; readonly revision: number } | null> {
    const revision = await this.#parts.store.putLogin(this.#server, printLogin(login), expected);
    if (revision !== null) this.#seen = revision;
    const kept = revision === null ? null : { login, revision };
    this.#kept = kept ?? undefined;
    return kept;
  }

  /** The login, renewed when it is about to end. */
  async #current(endpoint: HttpEndpoint): Promise<Granted | null> {
    const kept = grantedOf(await this.#load(endpoint));
    if (kept === null) return null;
    const { expiresAtMs, refreshToken } = kept.login.grant;
    const leftMs = expiresAtMs === null ? Number.POSITIVE_INFINITY : expiresAtMs - this.#parts.now();
    if (leftMs > RENEW_BEFORE_MS || refreshToken === null) return kept;
    try {
      return (await this.#renew(endpoint, kept)) ?? kept;
    } catch (error) {
      // It may still be good when the authorization server is not there.
      if (leftMs > 0 && error instanceof ServiceError) return kept;
      throw error;
    }
  }

  /** The token was refused: takes one that is newer, or renews it. Throws CredentialsError where neither can be. */
  async #replace(endpoint: HttpEndpoint, used: string | null, response: Response): Promise<void> {
    this.#kept = undefined;
    const kept = grantedOf(await this.#load(endpoint));
    if (kept !== null && kept.login.grant.accessToken !== used) return;
    if (kept !== null && kept.login.grant.refreshToken !== null && (await this.#renew(endpoint, kept)) !== null) return;
    await this.note(endpoint, response);
    throw new CredentialsError(`${this.#server} wants a login: evident mcp login ${this.#server}`);
  }

  async #renew(endpoint: HttpEndpoint, kept: Granted): Promise<Granted | null> {
    this.#renewing ??= this.#renewOnce(endpoint, kept).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Renews, or waits for another process that does; null where the login is over. */
  async #renewOnce(endpoint: HttpEndpoint, kept: Granted): Promise<Granted | null> {
    const { now } = this.#parts;
    const isTaken = kept.login.renewingUntilMs !== null && kept.login.renewingUntilMs > now();
    // Written first: where the store fails nothing is asked for that could not be kept.
    const mine = isTaken
      ? null
      : await this.#put({ ...kept.login, renewingUntilMs: now() + RENEWING_MS }, kept.revision);
    if (mine === null) return this.#renewedByAnother(endpoint, kept);
    const { grant } = mine.login;
    try {
      const renewed = await this.#request(endpoint, grant);
      return await this.#put({ ...mine.login, grant: renewed, renewingUntilMs: null }, mine.revision);
    } catch (error) {
      const isOver = error instanceof OAuthError && !PASSING.has(error.code);
      if (!isOver) {
        await this.#put({ ...mine.login, renewingUntilMs: null }, mine.revision);
        throw noToken(this.#server, error);
      }
      // A person has to sign in again, for as much as before.
      const wantedScope = computeScopeUnion(grant.scope ?? undefined, mine.login.wantedScope ?? undefined) ?? null;
      await this.#put({ ...mine.login, grant: null, wantedScope, renewingUntilMs: null }, mine.revision);
      return null;
    }
  }

  async #request({ policy, connectTimeoutMs }: HttpEndpoint, grant: Grant): Promise<Grant> {
    const tokens = await withAuthFetch({ policy, timeoutMs: connectTimeoutMs }, (fetchFn) =>
      refreshAuthorization(grant.issuer, {
        ...(grant.metadata === null ? {} : { metadata: grant.metadata }),
        clientInformation: grant.client,
        refreshToken: grant.refreshToken as string,
        ...(grant.resource === null ? {} : { resource: grant.resource }),
        fetchFn,
      }),
    );
    return {
      ...grant,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      scope: tokens.scope ?? grant.scope,
      expiresAtMs: endOf(tokens.expires_in, this.#parts.now()),
    };
  }

  async #renewedByAnother(endpoint: HttpEndpoint, kept: Granted): Promise<Granted | null> {
    const { now } = this.#parts;
    for (const endMs = now() + RENEWING_MS; now() < endMs; ) {
      this.#kept = undefined;
      const current = await this.#load(endpoint);
      const { renewingUntilMs = null } = current?.login ?? {};
      if (renewingUntilMs === null || renewingUntilMs <= now()) {
        const granted = grantedOf(current);
        return granted?.login.grant.accessToken === kept.login.grant.accessToken ? null : granted;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return null;
  }
}

/** Codes that do not end a login. */
const PASSING: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

function grantedOf(kept: Kept | null): Granted | null {
  return kept?.login.grant == null ? null : (kept as Granted);
}
