// Targets: from a kept configuration to something that can be connected to, and whether that is allowed at all.
// In: a configuration and the operator's rules. Out: a refusal at registration; commands and endpoints with their secrets
// filled in at connection. Why: the same rules must hold when a record is written and every time it is used.

import { ServiceError } from '../errors.ts';
import type { SecretPolicy, SecretSource } from '../secrets.ts';
import { checkReferences, resolveReferences } from '../secrets.ts';
import type { ServerAuth } from '../services/tools/wire/mcp.ts';
import type { Credentials } from './credentials.ts';
import type { GuardPolicy } from './guard.ts';
import { checkUrl } from './guard.ts';
import type { HttpEndpoint } from './http.ts';
import type { ServerConfig } from './registration.ts';
import type { UpstreamTarget } from './upstream.ts';

export interface TargetRules {
  readonly guard: GuardPolicy;
  readonly secrets: ReadonlyMap<string, SecretSource>;
  /** What may be started for a registration that arrives over HTTP: exactly one of these commands, or nothing. */
  readonly stdioTemplates: readonly ServerConfig[];
}

type Origin = 'api' | 'operator';

/** Throws `stdio_disabled`, `ssrf_blocked`, `secret_not_allowed` or `invalid_server`. Reads no secret and connects to nothing. */
export function admitConfig(config: ServerConfig, origin: Origin, rules: TargetRules): void {
  if (config.transport === 'stdio') {
    if (origin === 'api') matchTemplate(config, rules.stdioTemplates);
    const policy = { origin, listed: rules.secrets, host: null };
    for (const text of [config.command ?? '', ...config.args, ...Object.values(config.env), config.cwd ?? ''])
      checkReferences(text, policy);
    return;
  }
  const written = config.url ?? '';
  // A secret in a URL would be shown with it; the operator's own file may do as it likes.
  if (origin === 'api' && written.includes('${'))
    throw new ServiceError('secret_not_allowed', {
      message: 'a URL must not contain references',
      details: { server: config.name },
    });
  if (origin === 'operator' && written.includes('${')) {
    checkReferences(written, { origin, listed: rules.secrets, host: null });
    admitAuth(config, origin, rules);
    return;
  }
  const url = readUrl(written, config.name, rules);
  for (const text of Object.values(config.headers))
    checkReferences(text, { origin, listed: rules.secrets, host: url.host });
  admitAuth(config, origin, rules);
}

/** A secret of a client goes to the issuer and nowhere else, so it is listed for that one's host. Answers the host. */
function admitAuth({ name, auth }: ServerConfig, origin: Origin, rules: TargetRules): string | null {
  const host = auth?.expected_issuer == null ? null : readUrl(auth.expected_issuer, name, rules).host;
  for (const text of [auth?.client_id ?? '', auth?.client_secret ?? '']) {
    if (host === null && origin === 'api' && text.includes('${'))
      throw new ServiceError('secret_not_allowed', {
        message: 'without expected_issuer there is no host that a secret could be listed for',
        details: { server: name },
      });
    checkReferences(text, { origin, listed: rules.secrets, host });
  }
  return host;
}

function resolveAuth(config: ServerConfig, origin: Origin, rules: TargetRules): ServerAuth | null {
  const { auth } = config;
  if (auth === null) return null;
  const policy: SecretPolicy = { origin, listed: rules.secrets, host: admitAuth(config, origin, rules) };
  const fill = (text: string | null): string | null => (text === null ? null : resolveReferences(text, policy));
  return { ...auth, client_id: fill(auth.client_id), client_secret: fill(auth.client_secret) };
}

/** `credentials` see to the tokens of a server over HTTP. */
export type TargetResolver = (
  config: ServerConfig,
  origin: Origin,
  credentials: Pick<Credentials, 'attach'> | null,
) => UpstreamTarget;

/** The resolver reads secrets, so its results are for one connection and are never kept. */
export function createTargetResolver(rules: TargetRules): TargetResolver {
  return (config, origin, credentials) => {
    const messageBytesMax = config.limits.response_bytes;
    if (config.transport === 'stdio') {
      // An API registration runs what the template says today, with the operator's own references.
      const source = origin === 'api' ? matchTemplate(config, rules.stdioTemplates) : config;
      const policy: SecretPolicy = { origin: 'operator', listed: rules.secrets, host: null };
      const fill = (text: string): string => resolveReferences(text, policy);
      return {
        kind: 'stdio',
        messageBytesMax,
        command: {
          command: fill(source.command ?? ''),
          args: source.args.map(fill),
          env: mapValues(source.env, fill),
          cwd: source.cwd === null ? undefined : fill(source.cwd),
        },
      };
    }
    const written =
      origin === 'operator'
        ? resolveReferences(config.url ?? '', { origin, listed: rules.secrets, host: null })
        : (config.url ?? '');
    const url = readUrl(written, config.name, rules);
    const policy: SecretPolicy = { origin, listed: rules.secrets, host: url.host };
    const endpoint: HttpEndpoint = {
      url,
      headers: mapValues(config.headers, (text) => resolveReferences(text, policy)),
      auth: resolveAuth(config, origin, rules),
      streamable: config.transport === 'http',
      policy: rules.guard,
      connectTimeoutMs: config.timeouts.connect_ms,
      messageBytesMax,
    };
    return { kind: 'http', endpoint: credentials?.attach(endpoint) ?? endpoint };
  };
}

/** Exactly the operator's command, argument for argument: a list of allowed program names is no defence (`npx -c`, `node -e`). */
function matchTemplate(config: ServerConfig, templates: readonly ServerConfig[]): ServerConfig {
  const isSame = (template: ServerConfig): boolean =>
    template.command === config.command &&
    template.args.length === config.args.length &&
    template.args.every((arg, index) => arg === config.args[index]) &&
    Object.keys(config.env).length === 0 &&
    config.cwd === null;
  const template = templates.find(isSame);
  if (template !== undefined) return template;
  const message =
    templates.length === 0
      ? 'registering stdio servers over HTTP is off; the operator adds them with --mcp-config'
      : 'only a command that the operator has listed, argument for argument and without env or cwd, may be registered over HTTP';
  throw new ServiceError('stdio_disabled', { message, details: { server: config.name } });
}

function readUrl(text: string, server: string, { guard }: TargetRules): URL {
  if (!URL.canParse(text))
    throw new ServiceError('invalid_server', { message: `${server}: the url is not a URL`, details: { server } });
  const url = new URL(text);
  const refusal = checkUrl(url, guard);
  if (refusal === null) return url;
  const code = refusal.kind === 'credentials' ? 'invalid_server' : 'ssrf_blocked';
  const hint = code === 'ssrf_blocked' ? '; --mcp-allow-host admits a host' : '';
  throw new ServiceError(code, { message: `${server}: ${refusal.message}${hint}`, details: { server } });
}

function mapValues(record: Readonly<Record<string, string>>, map: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, map(text)]));
}
