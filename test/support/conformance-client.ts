// The client that the protocol's conformance suite tests: our registry, with the suite's server registered in it.
// In: the server's URL, the scenario, its context and the revision. Out: the calls that the scenario waits for. What it does is what
// callers of `/v1/mcp/call` and of `evident mcp login` do.

import type { Json } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../../server/errors.ts';
import { printLogin, readLogin } from '../../server/mcp/login.ts';
import type { ServerConfig } from '../../server/mcp/registration.ts';
import { signIn } from '../../server/mcp/sign-in.ts';
import { createTargetResolver } from '../../server/mcp/target.ts';
import type { Registry, ToolItem } from '../../server/services/tools/wire/mcp.ts';
import { openStore } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { body, servers, startRegistry } from './mcp.ts';

export interface Scenario {
  readonly url: string;
  readonly name: string;
  readonly revision: string;
  readonly context: Readonly<Record<string, unknown>>;
}

const HOSTS = ['localhost', '127.0.0.1'];
/** Once for the first token, again for more scope or for another authorization server. */
const LOGINS_MAX = 3;
const ROUNDS_MAX = 5;

/** Answers what was called, a line each. */
export async function runScenario(scenario: Scenario): Promise<string> {
  const store = openStore(':memory:');
  const operatorServers = servers({ upstream: await recordOf(scenario) });
  const registry = startRegistry({ store, allowHosts: HOSTS, operatorServers });
  const lines: string[] = [];
  const withLogins = <T>(work: () => Promise<T>) =>
    signingIn(work, () => login(operatorServers[0] as ServerConfig, store));
  try {
    await withLogins(() => registry.refreshServer('upstream'));
    const { tools } = await registry.listTools();
    for (const [tool, args] of callsOf(scenario, tools)) {
      const said = await callTool(registry, tool, args, withLogins).catch((error: Error) => error.message);
      lines.push(`${tool} ${said}`);
    }
  } finally {
    await registry.close();
    await store.close();
  }
  return lines.join('\n');
}

async function recordOf({ url, name, revision, context }: Scenario): Promise<Record<string, unknown>> {
  const protocol = revision === '2026-07-28' ? 'modern' : 'legacy';
  const { client_id, client_secret, issuer } = context;
  // Forty scenarios run at once.
  const record = { url, protocol, timeouts: { connect_ms: 60_000 } };
  if (name === 'auth/client-credentials-basic') {
    // The operator knows where the client is registered; the suite does not say it.
    const described = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
    const { authorization_servers: named } = (await described.json()) as { authorization_servers: string[] };
    return { ...record, auth: { type: 'client_credentials', client_id, client_secret, expected_issuer: named[0] } };
  }
  if (issuer !== undefined) return { ...record, auth: { client_id, client_secret, expected_issuer: issuer } };
  const isDocument = name === 'auth/basic-cimd';
  return isDocument
    ? { ...record, auth: { client_id: 'https://conformance-test.local/client-metadata.json' } }
    : record;
}

/** As `evident mcp login` does, with a person who agrees to everything. */
async function login(config: ServerConfig, store: Store): Promise<void> {
  const rules = { guard: { allowHosts: new Set(HOSTS) }, secrets: new Map(), stdioTemplates: [] };
  const target = createTargetResolver(rules)(config, 'operator', null);
  if (target.kind !== 'http') throw new Error('it is a URL');
  const { endpoint } = target;
  const row = await store.getLogin('upstream');
  const made = await signIn({
    endpoint,
    before: row === null ? null : readLogin(row.login, endpoint.url),
    scope: null,
    redirectUrl: 'http://127.0.0.1:8765/callback',
    state: 'conformance',
    now: () => Date.now(),
    ask: async (page) => {
      const back = (await fetch(page, { redirect: 'manual' })).headers.get('location');
      if (back === null) throw new Error('the page sends nobody back');
      return new URL(back).searchParams;
    },
  });
  await store.putLogin('upstream', printLogin(made), row?.revision ?? null);
}

/** Tries, and signs in as long as that is what is wanted. */
async function signingIn<T>(work: () => Promise<T>, signIn: () => Promise<void>): Promise<T> {
  for (let logins = 0; ; logins += 1) {
    try {
      return await work();
    } catch (error) {
      const details = error instanceof ServiceError ? error.details : undefined;
      const { http_status: status } = (details ?? {}) as { readonly http_status?: number };
      if ((status !== 401 && status !== 403) || logins >= LOGINS_MAX) throw error;
      await signIn();
    }
  }
}

type WithLogins = <T>(work: () => Promise<T>) => Promise<T>;

/** One call, with an answer to all that its tool asks for. */
async function callTool(registry: Registry, tool: string, args: object, withLogins: WithLogins): Promise<string> {
  let answers: object = {};
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const request = body({ server: 'upstream', tool, arguments: args, ...answers });
    const { outcome, result } = await withLogins(() => registry.callTool(request));
    if (outcome !== 'input_required') return `${outcome} ${writeJson(result)}`;
    const { inputRequests, requestState } = JSON.parse(writeJson(result)) as {
      readonly inputRequests?: object;
      readonly requestState?: string;
    };
    const accepted = Object.keys(inputRequests ?? {}).map((name) => [name, { action: 'accept', content: {} }]);
    answers = {
      input_responses: Object.fromEntries(accepted),
      ...(requestState === undefined ? {} : { request_state: requestState }),
    };
  }
  return 'goes on asking';
}

/** What the scenario says it wants called, or every tool with arguments that its schema takes. */
function callsOf({ context }: Scenario, tools: readonly ToolItem[]): readonly (readonly [string, object])[] {
  const wanted = context['toolCalls'] as readonly { name: string; arguments: Record<string, unknown> }[] | undefined;
  if (wanted !== undefined)
    // A null is no boolean: we refuse such arguments before they are sent, and a caller leaves them out.
    return wanted.map(({ name, arguments: args }) => [
      name,
      Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)),
    ]);
  const rich = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
  return tools.map(({ name, inputSchema }) => [
    name,
    name === 'json_schema_echo' ? { schema: JSON.parse(writeJson(rich)) } : exampleOf(inputSchema as Json),
  ]);
}

function exampleOf(schema: Json): object {
  const { properties = {}, required = [] } = JSON.parse(writeJson(schema)) as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(required.map((name) => [name, EXAMPLES[properties[name]?.type ?? 'string']]));
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: 'x',
  integer: 3,
  number: 5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};
