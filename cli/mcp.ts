// evident mcp login|logout: signs in at a tool server that wants a person's consent. A running service takes the login with its next attempt.

import { randomBytes } from 'node:crypto';
import type { Config } from '../server/config.ts';
import { readConfig } from '../server/config.ts';
import { ServiceError } from '../server/errors.ts';
import { readMcpConfig, readSecretFlags } from '../server/mcp/config.ts';
import type { HttpEndpoint } from '../server/mcp/http.ts';
import { restoreConfig } from '../server/mcp/load.ts';
import type { Grant, Login } from '../server/mcp/login.ts';
import { printLogin, readLogin } from '../server/mcp/login.ts';
import type { ServerConfig } from '../server/mcp/registration.ts';
import { revoke, SignInError, signIn } from '../server/mcp/sign-in.ts';
import { createTargetResolver } from '../server/mcp/target.ts';
import type { AuditEvent } from '../server/services/tools/wire/audit-events.ts';
import type { Store } from '../server/store/store.ts';
import { originOf } from '../server/store/store.ts';
import { openCallback } from './callback.ts';
import { type Command, EXIT, type ExitCode, note, onlyArgument, print, readFlags, UsageError } from './command.ts';
import { openForWork, openKept, STORE_FLAGS, STORE_OPTIONS, storePath, storeReason } from './data-folder.ts';

// Long enough to find a password and a second factor.
const SIGN_IN_MS = 600_000;
const PORT_MAX = 65_535;
/** Writing again where the service wrote meanwhile. */
const ATTEMPTS_MAX = 5;

export const command: Command = {
  usage:
    'evident mcp login NAME [--scope SCOPE] [--port N] | logout NAME  [--data FOLDER | --store URL] [--mcp-config FILE] [--mcp-allow-host HOST] [--mcp-secret NAME=SOURCE]',
  options: [
    ['NAME', 'the server, as it is registered or as --mcp-config has it'],
    ['--scope SCOPE', 'what to ask for, in place of what the server says'],
    ['--port N', 'port of 127.0.0.1 that the browser comes back to, for clients that are registered with one (any)'],
    ...STORE_OPTIONS,
    ['--mcp-config FILE', 'the operator’s file, where the service has not read it yet'],
    ['--mcp-allow-host HOST', 'internal host that is asked, as for the service'],
    ['--mcp-secret NAME=SOURCE', 'secrets that the server’s record names, as for the service'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      scope: { type: 'string' },
      port: { type: 'string' },
      ...STORE_FLAGS,
      'mcp-config': { type: 'string' },
      'mcp-allow-host': { type: 'string', multiple: true },
      'mcp-secret': { type: 'string', multiple: true },
    });
    const [action, ...rest] = positionals;
    if (action !== 'login' && action !== 'logout') throw new UsageError('say login or logout');
    if (action === 'logout' && (values.scope ?? values.port) !== undefined)
      throw new UsageError('mcp logout takes no --scope and no --port');
    const name = onlyArgument(rest, 'a server');
    const port = readPort(values.port);
    const settings = settingsOf(values);
    const path = storePath(values.data, values.store);
    const open = settings.mcpConfig === null ? openKept : openForWork;
    try {
      return await open(path, async (store) => {
        const endpoint = await findEndpoint(name, store, settings);
        return action === 'login'
          ? login(name, store, endpoint, { scope: values.scope ?? null, port })
          : logout(name, store, endpoint);
      });
    } catch (error) {
      if (error instanceof UsageError) throw error;
      note(`evident mcp: ${error instanceof SignInError ? error.message : storeReason(error)}`);
      return error instanceof SignInError ? EXIT.invalid : EXIT.usage;
    }
  },
};

type Settings = Pick<Config, 'mcpConfig' | 'mcpAllowHosts' | 'mcpSecrets'>;

/** By the server's own reading of flags and environment. */
function settingsOf(values: Readonly<Record<string, string | readonly string[] | undefined>>): Settings {
  const flags = ['mcp-config', 'mcp-allow-host', 'mcp-secret'].flatMap((name) =>
    [values[name] ?? []].flat().flatMap((value) => [`--${name}`, value as string]),
  );
  const { EVIDENT_MCP_CONFIG, EVIDENT_MCP_ALLOW_HOST, EVIDENT_MCP_SECRET } = process.env;
  const reading = readConfig(flags, { EVIDENT_MCP_CONFIG, EVIDENT_MCP_ALLOW_HOST, EVIDENT_MCP_SECRET });
  if (reading.kind !== 'ok') throw new UsageError(reading.kind === 'invalid' ? reading.message : reading.text);
  return reading.config;
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= PORT_MAX) return port;
  throw new UsageError(`--port must be a whole number from 1 to ${PORT_MAX}`);
}

/** The address of a server, as the service would reach it. */
async function findEndpoint(name: string, store: Store, settings: Settings): Promise<HttpEndpoint> {
  const { config, origin } = await findServer(name, store, settings);
  try {
    const resolve = createTargetResolver({
      guard: { allowHosts: new Set(settings.mcpAllowHosts.map((host) => host.toLowerCase())) },
      secrets: readSecretFlags(settings.mcpSecrets),
      stdioTemplates: [],
    });
    const target = config.url === null ? null : resolve(config, origin, null);
    if (target?.kind === 'http') return target.endpoint;
  } catch (error) {
    throw new UsageError(error instanceof ServiceError || error instanceof Error ? error.message : String(error));
  }
  throw new UsageError(`${name} is a program on this machine; there is nobody to sign in at`);
}

async function findServer(
  name: string,
  store: Store,
  { mcpConfig }: Settings,
): Promise<{ readonly config: ServerConfig; readonly origin: 'api' | 'operator' }> {
  const file = mcpConfig === null ? null : await readMcpConfig(mcpConfig).catch(asUsage);
  const config = file?.servers.find((server) => server.name === name);
  if (config !== undefined) return { config, origin: 'operator' };
  const rows = (await store.readServers([name])).servers.map(({ row }) => row);
  // As the service sees it: its own hides the one that all instances have.
  const row = rows.find((one) => originOf(one) === 'operator') ?? rows[0];
  if (row !== undefined) return { config: restoreConfig(row.config), origin: originOf(row) };
  throw new UsageError(`there is no server ${name}; register it, or name the operator’s file with --mcp-config`);
}

function asUsage(error: Error): never {
  throw new UsageError(error.message);
}

async function login(
  name: string,
  store: Store,
  endpoint: HttpEndpoint,
  { scope, port }: { readonly scope: string | null; readonly port: number },
): Promise<ExitCode> {
  if (endpoint.auth?.type === 'client_credentials')
    throw new UsageError(`${name} is called with a client of its own (client_credentials); nobody signs in`);
  if (Object.keys(endpoint.headers).some((header) => header.toLowerCase() === 'authorization'))
    throw new UsageError(`the record of ${name} has an Authorization header; remove it to sign in`);
  const before = await store.getLogin(name);
  const callback = await openCallback(port).catch((error: NodeJS.ErrnoException) =>
    asUsage(new Error(error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message)),
  );
  const state = randomBytes(32).toString('base64url');
  try {
    const made = await signIn({
      endpoint,
      before: before === null ? null : readLogin(before.login, endpoint.url),
      scope,
      redirectUrl: callback.url,
      state,
      now: () => Date.now(),
      async ask(page, issuer) {
        note(`${issuer} asks whether Evident may act at ${endpoint.url.host}. Open this page:`);
        // Alone on standard output, for programs that open it.
        print(page.href);
        return callback.answer(state, SIGN_IN_MS);
      },
    });
    await keep(name, store, made);
    const { issuer, scope: granted } = made.grant;
    note(`signed in at ${issuer} for ${name}${granted === null ? '' : `, with ${granted}`}`);
    return EXIT.ok;
  } finally {
    callback.close();
  }
}

async function keep(name: string, store: Store, made: Login & { readonly grant: Grant }): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const row = await store.getLogin(name);
    if ((await store.putLogin(name, printLogin(made), row?.revision ?? null)) === null) continue;
    await tell(store, 'login.made', { server: name, issuer: made.grant.issuer, scope: made.grant.scope });
    return;
  }
  throw new SignInError('the login could not be kept: another process writes it all the time');
}

async function logout(name: string, store: Store, endpoint: HttpEndpoint): Promise<ExitCode> {
  const row = await store.getLogin(name);
  const grant = row === null ? null : (readLogin(row.login, endpoint.url)?.grant ?? null);
  if (!(await store.deleteLogin(name))) throw new UsageError(`nobody is signed in at ${name}`);
  await tell(store, 'login.ended', { server: name });
  const revoked = grant === null ? false : await revoke(grant, endpoint);
  note(
    revoked
      ? `signed out of ${name}; its tokens are revoked`
      : `signed out of ${name}; the authorization server was not told, so its tokens end by themselves`,
  );
  return EXIT.ok;
}

function tell(store: Store, event: AuditEvent, members: Readonly<Record<string, unknown>>): Promise<void> {
  return store.appendAudit([{ atMs: Date.now(), event, key: null, members }], 0);
}
