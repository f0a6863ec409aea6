// Signing in: a person lets us act at an upstream server (OAuth 2.1, authorization code with PKCE).
// In: the server, what the operator said of its authorization, and a way to show a page to a person. Out: a login to keep.
// Why by hand and once: the person sees whose page it is, and from then on tokens are renewed at that issuer and no other.

import type { OAuthClientProvider, OAuthDiscoveryState, StoredOAuthTokens } from '@modelcontextprotocol/client';
import {
  assertSecureTokenEndpoint,
  auth,
  computeScopeUnion,
  OAuthClientFlowError,
  OAuthError,
  selectClientAuthMethod,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { VERSION } from '../engines/identity.ts';
import { withAuthFetch } from './auth-fetch.ts';
import { challengeOf, endOf } from './credentials-error.ts';
import type { HttpEndpoint } from './http.ts';
import type { Grant, Login } from './login.ts';
import { addressOf, keptMetadata } from './login.ts';

/** Why nobody was signed in, in a sentence for the person who tried. */
export class SignInError extends Error {}

interface SignInParts {
  readonly endpoint: HttpEndpoint;
  /** The login there was; a wider one is asked for where the server wanted more. */
  readonly before: Login | null;
  /** Asked for instead of what the record and the server say. */
  readonly scope: string | null;
  /** Where the page sends the person afterwards; on this machine. */
  readonly redirectUrl: string;
  /** Unguessable; comes back with the answer. */
  readonly state: string;
  readonly now: () => number;
  /** Shows the page to a person, and waits for what it sends to the redirect URL. */
  ask(page: URL, issuer: string): Promise<URLSearchParams>;
}

/** A login with a grant. Throws SignInError. */
export async function signIn(parts: SignInParts): Promise<Login & { readonly grant: Grant }> {
  const { policy, connectTimeoutMs } = parts.endpoint;
  try {
    return await withAuthFetch({ policy, timeoutMs: connectTimeoutMs }, (fetchFn) => signInWith(parts, fetchFn));
  } catch (error) {
    if (error instanceof SignInError) throw error;
    throw new SignInError(reasonOf(error));
  }
}

/** Of the other side's words only a code is repeated; the rest could say anything to the person at the terminal. */
function reasonOf(error: unknown): string {
  if (error instanceof OAuthError) return `the authorization server refuses it: ${printable(error.code)}`;
  if (error instanceof OAuthClientFlowError) return printable(error.message);
  const { cause, message } = error as Error;
  return printable(cause instanceof Error ? cause.message : message);
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300);
}

type AuthFetch = Parameters<Parameters<typeof withAuthFetch>[1]>[0];

async function signInWith(parts: SignInParts, fetchFn: AuthFetch): Promise<Login & { readonly grant: Grant }> {
  const { endpoint, state, now } = parts;
  const serverUrl = addressOf(endpoint.url);
  const challenge = await probe(endpoint, fetchFn);
  const flow = new Flow(parts);
  const scope = parts.scope ?? endpoint.auth?.scope ?? wantedBefore(parts.before) ?? challenge.scope;
  const options = {
    serverUrl,
    fetchFn,
    forceReauthorization: true,
    ...(scope === undefined ? {} : { scope }),
    ...(challenge.resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: challenge.resourceMetadataUrl }),
  };
  await auth(flow.provider, options);
  if (flow.page === null || !/^https?:$/.test(flow.page.protocol))
    throw new SignInError('there is no page to sign in at');
  const answer = await parts.ask(flow.page, flow.issuer);
  if (answer.get('state') !== state) throw new SignInError('the answer is to another question (state)');
  const authorizationCode = readCode(answer, flow);
  const iss = answer.get('iss') ?? undefined;
  await auth(flow.provider, { ...options, authorizationCode, ...(iss === undefined ? {} : { iss }) });
  const { tokens, client, metadata } = flow;
  if (tokens === null || client === null) throw new SignInError('the authorization server gave no token');
  if (tokens.token_type.toLowerCase() !== 'bearer') throw new SignInError('the token is no Bearer token');
  const grant: Grant = {
    issuer: flow.issuer,
    metadata: metadata === undefined ? null : keptMetadata(metadata),
    client: {
      client_id: client.client_id,
      ...(client.client_secret === undefined ? {} : { client_secret: client.client_secret }),
      ...(client.token_endpoint_auth_method === undefined
        ? {}
        : { token_endpoint_auth_method: client.token_endpoint_auth_method }),
    },
    resource: flow.resource,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    // What is not said is what was asked for (RFC 6749, section 5.1).
    scope: tokens.scope ?? flow.page.searchParams.get('scope'),
    expiresAtMs: endOf(tokens.expires_in, now()),
  };
  return { url: serverUrl, grant, wantedScope: null, renewingUntilMs: null };
}

function wantedBefore(before: Login | null): string | undefined {
  return before?.wantedScope == null
    ? undefined
    : computeScopeUnion(before.grant?.scope ?? undefined, before.wantedScope);
}

/** What the server says to a request without a token. One that takes it may still describe its authorization at the usual place. */
async function probe(endpoint: HttpEndpoint, fetchFn: AuthFetch): Promise<ReturnType<typeof challengeOf>> {
  const response = await fetchFn(endpoint.url, {
    method: endpoint.streamable ? 'POST' : 'GET',
    headers: {
      ...endpoint.headers,
      accept: 'application/json, text/event-stream',
      ...(endpoint.streamable ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.streamable ? { body: JSON.stringify(GREETING) } : {}),
  });
  await response.body?.cancel();
  return response.status === 401 || response.status === 403 ? challengeOf(response) : {};
}

const GREETING = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'evident', version: VERSION } },
};

/** An answer whose issuer is another's says nothing that can be believed, so it is looked at first (RFC 9207). */
function readCode(answer: URLSearchParams, { metadata }: Flow): string {
  const code = answer.get('code');
  if (code !== null) return code;
  validateAuthorizationResponseIssuer({
    iss: answer.get('iss') ?? undefined,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
  });
  throw new SignInError(`the page says: ${printable(answer.get('error') ?? 'nothing')}`);
}

interface Client {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly token_endpoint_auth_method?: string | undefined;
}

/** What the SDK's flow asks and is told, between the page and the token. */
class Flow {
  page: URL | null = null;
  tokens: StoredOAuthTokens | null = null;
  client: Client | null = null;
  resource: string | null = null;
  readonly provider: OAuthClientProvider;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = '';

  constructor({ endpoint: { auth: said }, redirectUrl, state }: SignInParts) {
    const expected = said?.expected_issuer ?? null;
    // The server is not asked where an issuer that the operator named is.
    if (expected !== null) this.#discovered = { authorizationServerUrl: expected };
    const isDocument = said?.client_id != null && /^https:\/\/[^/]+\/./.test(said.client_id);
    const given =
      said?.client_id == null || isDocument
        ? null
        : { client_id: said.client_id, ...(said.client_secret === null ? {} : { client_secret: said.client_secret }) };
    this.provider = {
      redirectUrl,
      ...(isDocument ? { clientMetadataUrl: said.client_id as string } : {}),
      clientMetadata: {
        client_name: 'Evident',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        ...(said?.scope == null ? {} : { scope: said.scope }),
      },
      state: () => state,
      clientInformation: (context) => {
        if (given !== null) this.client = given;
        return this.client === null
          ? undefined
          : { ...this.client, ...(context === undefined ? {} : { issuer: context.issuer }) };
      },
      saveClientInformation: (client) => {
        this.client = client;
      },
      invalidateCredentials: (what) => {
        if (what === 'all' || what === 'client') this.client = null;
      },
      tokens: () => undefined,
      saveTokens: (tokens) => {
        this.tokens = tokens;
      },
      redirectToAuthorization: (page) => {
        this.page = page;
      },
      saveCodeVerifier: (verifier) => {
        this.#verifier = verifier;
      },
      codeVerifier: () => this.#verifier,
      discoveryState: () => this.#discovered,
      saveDiscoveryState: (discovered) => {
        this.#discovered = discovered;
        const { registration_endpoint: registers, client_id_metadata_document_supported: readsDocuments } =
          discovered.authorizationServerMetadata ?? {};
        const mayRegister = discovered.authorizationServerMetadata === undefined || registers !== undefined;
        if (given === null && !mayRegister && !(isDocument && readsDocuments === true))
          throw new SignInError(
            'the authorization server registers no clients by itself: register one there, and write its id as auth.client_id',
          );
      },
      saveResourceUrl: (resource) => {
        this.resource = resource;
      },
    };
  }

  get metadata() {
    return this.#discovered?.authorizationServerMetadata;
  }

  get issuer(): string {
    return this.metadata?.issuer ?? this.#discovered?.authorizationServerUrl ?? '';
  }
}

/** Ends the tokens where they came from (RFC 7009). False where the authorization server cannot, or does not answer. */
export async function revoke(
  { metadata, client, refreshToken, accessToken }: Grant,
  { policy, connectTimeoutMs }: HttpEndpoint,
): Promise<boolean> {
  const url = metadata?.revocation_endpoint;
  const token = refreshToken ?? accessToken;
  if (url === undefined || !URL.canParse(url)) return false;
  const { client_id: id, client_secret: secret = '' } = client;
  const method = selectClientAuthMethod(client, metadata?.token_endpoint_auth_methods_supported ?? []);
  const body = new URLSearchParams({
    token,
    ...(method === 'client_secret_basic' ? {} : { client_id: id }),
    ...(method === 'client_secret_post' ? { client_secret: secret } : {}),
  });
  try {
    return await withAuthFetch({ policy, timeoutMs: connectTimeoutMs }, async (fetchFn) => {
      const response = await fetchFn(assertSecureTokenEndpoint(url), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(method === 'client_secret_basic'
            ? { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
            : {}),
        },
        body,
      });
      await response.body?.cancel();
      return response.ok;
    });
  } catch {
    return false;
  }
}
