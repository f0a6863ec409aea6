// An OAuth 2.1 authorization server and the MCP server it guards, each on a port of its own on loopback: metadata (RFC 8414, 9728),
// registration (7591), PKCE (7636), resource indicators (8707), issuer in the answer (9207), rotation of refresh tokens, revocation (7009).
// In: what of it should be wrong, for tests of hostile servers. Out: addresses, and every request that arrived, in order.

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

export interface GuardedOptions {
  /** Seconds an access token is good for. */
  readonly lifetime?: number;
  /** No registration endpoint: clients are known by hand. */
  readonly closed?: boolean;
  /** The clients known by hand; each may have client credentials. */
  readonly clients?: Readonly<Record<string, string>>;
  /** What the answer of the page says as its issuer; null: nothing. */
  readonly iss?: string | null;
  /** The issuer that the metadata name. */
  readonly metadataIssuer?: string;
  /** What the resource says it is. */
  readonly resource?: string;
  /** Which authorization server the resource names. */
  readonly names?: string;
  /** The page refuses with this code. */
  readonly refuses?: string;
  /** Scope that `tools/call` needs beyond `read`. */
  readonly callScope?: string;
}

interface Arrived {
  readonly at: 'resource' | 'authorization';
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface GuardedServer {
  /** Of the MCP server. */
  readonly url: string;
  readonly issuer: string;
  readonly arrived: Arrived[];
  /** Does what the browser of a person would: opens the page, and follows it to the redirect URL. */
  consent(page: string): Promise<number>;
  /** No token that was given is good any more; refresh tokens still are. */
  expireTokens(): void;
  /** No token and no refresh token is good any more. */
  revokeAll(): void;
  change(options: GuardedOptions): void;
  close(): Promise<void>;
}

interface Grant {
  readonly client: string;
  readonly scope: string;
  readonly resource: string | null;
  readonly family: string;
}

interface Pending extends Omit<Grant, 'family'> {
  readonly challenge: string;
  readonly redirectUri: string;
}

const SCOPES = ['read', 'write', 'offline_access'];

export async function startGuarded(first: GuardedOptions = {}): Promise<GuardedServer> {
  let options = first;
  const arrived: Arrived[] = [];
  const clients = new Map<string, { readonly secret: string | null; readonly redirectUris: readonly string[] }>();
  const codes = new Map<string, Pending>();
  const access = new Map<string, Grant & { readonly endsAtMs: number }>();
  const refresh = new Map<string, Grant & { used: boolean }>();
  const authorization = createServer((request, response) => void serve('authorization', request, response));
  const resource = createServer((request, response) => void serve('resource', request, response));
  const [issuer, origin] = await Promise.all([listen(authorization), listen(resource)]);
  const url = `${origin}/mcp`;
  const mcp = createMcp();
  const node = toNodeHandler(mcp);

  async function serve(at: Arrived['at'], request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', at === 'resource' ? origin : issuer);
    let body = '';
    // The MCP handler reads the body of what it is given.
    if (at === 'authorization') for await (const chunk of request) body += String(chunk);
    arrived.push({
      at,
      method: request.method ?? '',
      path: pathname,
      authorization: request.headers.authorization,
      body,
    });
    if (at === 'authorization') return answerAuthorization(pathname, searchParams, request, body, response);
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return json(response, 200, {
        resource: options.resource ?? url,
        authorization_servers: [options.names ?? issuer],
        scopes_supported: ['read'],
      });
    if (pathname !== '/mcp') return json(response, 404, {});
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const grant = access.get(token);
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    if (grant === undefined || grant.endsAtMs <= Date.now() || (grant.resource !== null && grant.resource !== url)) {
      response.setHeader('www-authenticate', `Bearer error="invalid_token", scope="read", ${metadata}`);
      return json(response, 401, { error: 'invalid_token' });
    }
    const text = await bodyOf(request);
    const isCall = text.includes('"tools/call"');
    const { callScope } = options;
    if (isCall && callScope !== undefined && !grant.scope.split(' ').includes(callScope)) {
      response.setHeader('www-authenticate', `Bearer error="insufficient_scope", scope="${callScope}", ${metadata}`);
      return json(response, 403, { error: 'insufficient_scope' });
    }
    await node(request as never, response as never, text === '' ? undefined : JSON.parse(text));
  }

  function answerAuthorization(
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): void {
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, {
          issuer: options.metadataIssuer ?? issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          revocation_endpoint: `${issuer}/revoke`,
          ...(options.closed === true ? {} : { registration_endpoint: `${issuer}/register` }),
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
          authorization_response_iss_parameter_supported: true,
          scopes_supported: SCOPES,
        });
      case '/register':
        return register(JSON.parse(body) as { redirect_uris: string[] }, response);
      case '/authorize':
        return authorize(query, response);
      case '/token':
        return giveToken(new URLSearchParams(body), request.headers.authorization, response);
      case '/revoke': {
        const grant = refresh.get(new URLSearchParams(body).get('token') ?? '');
        if (grant !== undefined) end(grant.family);
        return json(response, 200, {});
      }
      default:
        return json(response, 404, {});
    }
  }

  function register({ redirect_uris }: { readonly redirect_uris: readonly string[] }, response: ServerResponse): void {
    if (options.closed === true) return json(response, 404, {});
    const id = `client-${clients.size + 1}`;
    clients.set(id, { secret: null, redirectUris: redirect_uris });
    json(response, 201, { client_id: id, redirect_uris, token_endpoint_auth_method: 'none' });
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? '';
    const client = query.get('client_id') ?? '';
    const isKnown =
      clients.get(client)?.redirectUris.includes(redirectUri) === true || client in (options.clients ?? {});
    if (!isKnown || query.get('code_challenge_method') !== 'S256' || !redirectUri.startsWith('http://127.0.0.1:'))
      return json(response, 400, { error: 'invalid_request' });
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (options.iss !== null) back.searchParams.set('iss', options.iss ?? issuer);
    if (options.refuses !== undefined) back.searchParams.set('error', options.refuses);
    else {
      const code = secret();
      codes.set(code, {
        client,
        scope: query.get('scope') ?? '',
        resource: query.get('resource'),
        challenge: query.get('code_challenge') ?? '',
        redirectUri,
      });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  function giveToken(form: URLSearchParams, header: string | undefined, response: ServerResponse): void {
    const basic = /^Basic (.+)$/.exec(header ?? '')?.[1];
    const [basicId = '', basicSecret = ''] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':');
    const client = basic === undefined ? (form.get('client_id') ?? '') : basicId;
    const given = basic === undefined ? form.get('client_secret') : basicSecret;
    const wanted = options.clients?.[client];
    if (wanted === undefined ? !clients.has(client) : wanted !== '' && wanted !== given)
      return json(response, 401, { error: 'invalid_client', error_description: 'who\u001b[31m is that' });
    switch (form.get('grant_type')) {
      case 'client_credentials':
        return grantToken(
          response,
          { client, scope: form.get('scope') ?? 'read', resource: form.get('resource'), family: secret() },
          false,
        );
      case 'authorization_code': {
        const code = form.get('code') ?? '';
        const pending = codes.get(code);
        codes.delete(code);
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (
          pending === undefined ||
          pending.client !== client ||
          pending.challenge !== verifier ||
          pending.redirectUri !== form.get('redirect_uri') ||
          pending.resource !== form.get('resource')
        )
          return json(response, 400, { error: 'invalid_grant' });
        return grantToken(response, { ...pending, family: secret() }, true);
      }
      case 'refresh_token': {
        const grant = refresh.get(form.get('refresh_token') ?? '');
        if (grant === undefined || grant.client !== client) return json(response, 400, { error: 'invalid_grant' });
        if (grant.used) {
          // Used twice: one of the two stole it.
          end(grant.family);
          return json(response, 400, { error: 'invalid_grant' });
        }
        grant.used = true;
        return grantToken(response, { ...grant, resource: form.get('resource') }, true);
      }
      default:
        return json(response, 400, { error: 'unsupported_grant_type' });
    }
  }

  function grantToken(
    response: ServerResponse,
    { client, scope, resource: target, family }: Grant,
    refreshes: boolean,
  ): void {
    const token = secret();
    const { lifetime = 3600 } = options;
    access.set(token, { client, scope, resource: target, family, endsAtMs: Date.now() + lifetime * 1000 });
    const next = refreshes ? secret() : null;
    if (next !== null) refresh.set(next, { client, scope, resource: target, family, used: false });
    json(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifetime,
      scope,
      ...(next === null ? {} : { refresh_token: next }),
    });
  }

  function end(family: string): void {
    for (const tokens of [access, refresh])
      for (const [token, grant] of tokens) if (grant.family === family) tokens.delete(token);
  }

  return {
    url,
    issuer,
    arrived,
    async consent(page) {
      const first = await fetch(page, { redirect: 'manual' });
      const back = first.headers.get('location');
      return back === null ? first.status : (await fetch(back)).status;
    },
    expireTokens: () => access.clear(),
    revokeAll() {
      access.clear();
      refresh.clear();
    },
    change(changed) {
      options = { ...options, ...changed };
    },
    async close() {
      for (const server of [authorization, resource]) {
        server.close();
        server.closeAllConnections();
      }
      await mcp.close();
    },
  };
}

function createMcp() {
  return createMcpHandler(() => {
    const server = new Server({ name: 'guarded', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'echo', inputSchema: { type: 'object' as const } }],
    }));
    server.setRequestHandler('tools/call', ({ params }) => ({
      content: [{ type: 'text', text: JSON.stringify(params.arguments) }],
    }));
    return server;
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

async function listen(server: HttpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
