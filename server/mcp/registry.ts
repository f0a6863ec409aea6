// The registry of upstream MCP servers: registers, lists, approves, calls.
// In: parsed request bodies, a store, a clock and the operator's rules. Out: bodies for the wire, or ServiceErrors.
// Why: one place knows all servers (servers.ts) and how they are called (calls.ts); each server looks after itself in its entry.

import type { Json } from '../../grammar/json.ts';
import type { Audit } from '../audit.ts';
import { NO_AUDIT } from '../audit.ts';
import { ServiceError } from '../errors.ts';
import type { Policies } from '../policies.ts';
import type { SecretSource } from '../secrets.ts';
import type {
  ApprovalMode,
  GuardRules,
  Guards,
  Registry,
  ServerRecord,
  ToolList,
  ToolListOptions,
  ToolListServer,
} from '../services/tools/wire/mcp.ts';
import { pageOf } from '../services/tools/wire/page.ts';
import type { Store } from '../store/store.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { NO_TRACING } from '../telemetry/tracing.ts';
import { createApprovals } from './approvals.ts';
import { readInteger } from './call.ts';
import type { CallRecord } from './calls.ts';
import { Calls } from './calls.ts';
import type { Approval, Tool } from './catalogue.ts';
import { callableTools, routableTools, toolItem } from './catalogue.ts';
import { isClientFile, readClientServers } from './client-files.ts';
import type { OperatorConfig } from './config.ts';
import { Counts } from './counts.ts';
import { hashJson } from './definition.ts';
import type { Entry } from './entry.ts';
import { admitGuards, passesBeside } from './guards.ts';
import { showServer } from './record.ts';
import type { ServerConfig } from './registration.ts';
import { readRegistration, readServer } from './registration.ts';
import { PART_BYTES_MAX, RESULT_BYTES_MAX, Results } from './results.ts';
import { Servers } from './servers.ts';
import type { TargetRules } from './target.ts';
import { admitConfig, createTargetResolver } from './target.ts';
import { within } from './within.ts';

export interface RegistryOptions {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A fresh id that starts with the prefix and `_`. */
  readonly newId: (prefix: string) => string;
  /** Hosts (`--mcp-allow-host`) that upstream URLs may name although they are not public. */
  readonly allowHosts?: readonly string[];
  /** Servers of `--mcp-config`: what the file no longer has is removed. */
  readonly operatorServers?: readonly ServerConfig[];
  readonly stdioTemplates?: readonly ServerConfig[];
  readonly secrets?: ReadonlyMap<string, SecretSource>;
  /** The operator's policies, and those of them that are asked about every call. */
  readonly policies?: Policies;
  readonly guards?: Guards;
  /** What becomes of a call that a policy wants a person to look at; `wait` when not said. */
  readonly approvals?: ApprovalMode;
  /** Is told of every call. */
  readonly audit?: Audit;
  /** Is told how each call of a tool that is there ended. */
  readonly onCall?: (call: CallRecord) => void;
  /** Nothing is traced when absent. */
  readonly tracing?: Tracing;
  /** What local servers print to stderr; discarded when absent. */
  readonly onStderr?: (server: string, text: string) => void;
}

const NO_POLICIES: Pick<Policies, 'has' | 'run' | 'generation' | 'misfit'> = {
  has: () => false,
  generation: () => 0,
  misfit: () => null,
  run: () => ({ kind: 'failed', why: 'no-policy', steps: 0, hash: null, explanation: null }),
};

/** Whoever registers, refreshes or approves may see all of the record. */
const ADMIN = { isAdmin: true } as const;

/** The registry as the operator's process holds it. */
interface OperatorRegistry extends Registry {
  /** Makes the operator's servers and templates those of a file that was read again. */
  replaceOperator(file: OperatorConfig): Promise<void>;
}

/** Loads what is stored and connects to it in the background; every method waits for the loading. */
export function createRegistry(options: RegistryOptions): OperatorRegistry {
  const { store, now, newId, policies = NO_POLICIES } = options;
  const stdioTemplates = options.stdioTemplates ?? [];
  const rules: { -readonly [K in keyof TargetRules]: TargetRules[K] } = {
    guard: { allowHosts: new Set((options.allowHosts ?? []).map((host) => host.toLowerCase())) },
    secrets: options.secrets ?? new Map(),
    stdioTemplates,
  };
  const audit = options.audit ?? NO_AUDIT;
  const servers = new Servers(
    { servers: options.operatorServers ?? [], stdioTemplates },
    {
      store,
      now,
      newId,
      policies,
      resolveTarget: createTargetResolver(rules),
      onStderr: options.onStderr ?? (() => {}),
      audit,
    },
  );
  // A number of a catalogue means nothing after a restart.
  const instance = newId('reg');
  const approvals = createApprovals({ store, now, newId });
  const results = new Results({ now, newId });
  const guards: GuardRules = { before: [], after: [], ...options.guards, tools: {} };
  const calls = new Calls({
    servers,
    results,
    counts: new Counts({ store, writer: audit.writer }),
    policies,
    guards,
    approvals,
    approvalMode: options.approvals ?? 'wait',
    audit,
    onCall: options.onCall ?? (() => {}),
    tracing: options.tracing ?? NO_TRACING,
    now,
    newId,
  });
  const find = async (name: string): Promise<Entry> => {
    await servers.loaded;
    return servers.find(name);
  };

  const admit = (configs: readonly ServerConfig[]): void => {
    for (const config of configs) {
      admitConfig(config, 'api', rules);
      admitGuards(config, policies);
    }
  };

  return {
    async registerServer(body, registration = {}) {
      await servers.loaded;
      const file = isClientFile(body) ? readClientServers(body) : null;
      const configs = readRegistration(file?.body ?? body, file?.places);
      admit(configs);
      const { records, changed } = await servers.register(configs, registration);
      const status = changed > 0 ? 201 : 200;
      const [single] = records;
      if (file === null && single !== undefined) return { status, body: single };
      return {
        status,
        body: { object: 'list', servers: records, next_cursor: null, warnings: file?.warnings ?? [] },
      };
    },
    async putServer(name, body, condition) {
      await servers.loaded;
      const config = readServer(name, body);
      admit([config]);
      const { records, added } = await servers.register([config], { replace: true, condition });
      return { status: added > 0 ? 201 : 200, body: records[0] as ServerRecord };
    },
    async listServers(record, page = {}) {
      await servers.loaded;
      const { items, next } = pageOf(servers.sorted(), page, ({ name }) => [name]);
      return { object: 'list', servers: items.map((entry) => showServer(entry, record)), next_cursor: next };
    },
    getServer: async (name, record) => showServer(await find(name), record),
    async deleteServer(name) {
      await servers.remove(name);
      return { name, deleted: true };
    },
    async refreshServer(name) {
      const entry = await find(name);
      await entry.refresh();
      return showServer(entry, ADMIN);
    },
    async restartServer(name) {
      const entry = await find(name);
      await entry.restart();
      return showServer(entry, ADMIN);
    },
    async approveTools(name, body) {
      await servers.loaded;
      const approved = readApprovals(body);
      const entry = servers.find(name);
      await entry.approve(approved);
      return showServer(entry, ADMIN);
    },
    async settle(ms) {
      await servers.loaded;
      const connecting = [...servers.entries.values()].filter((entry) => entry.isFirstConnecting);
      await within(ms, Promise.allSettled(connecting.map((entry) => entry.firstListing())));
    },
    async version() {
      await servers.loaded;
      const states = servers.sorted().map((entry) => {
        const { name, row, status, lastError, catalogue } = entry;
        return [name, row.revision, status, lastError?.code, numberOf(catalogue)];
      });
      return JSON.stringify([instance, ...states]);
    },
    async listTools(listing = {}) {
      await servers.loaded;
      return listTools(servers, listing, now());
    },
    async listListings(server) {
      await servers.loaded;
      return listListings(shownServers(servers, server), now());
    },
    routableTools: async (server) => routableTools((await find(server)).catalogue),
    callTool: (body, callOptions = {}) =>
      servers.areLoaded ? calls.call(body, callOptions) : servers.loaded.then(() => calls.call(body, callOptions)),
    readResult(body, caller) {
      const { id, offset, bytes } = readResultRequest(body);
      return results.read(id, offset, bytes, caller);
    },
    listApprovals: () => approvals.list(),
    getApproval: (id, viewer) => approvals.get(id, viewer),
    decideApproval: (id, body, viewer) => approvals.decide(id, readDecision(body), viewer),
    async viewServer(name) {
      const entry = await find(name);
      if (entry.learned === null) await entry.firstListing();
      const tools = callableTools(entry.catalogue);
      return {
        serverInfo: entry.learned?.serverInfo ?? null,
        capabilities: (entry.learned?.capabilities ?? []).filter(
          (one) => one === 'tools' || passesBeside([guards, entry.config.guards], one),
        ),
        instructions: entry.learned?.instructions ?? null,
        tools: tools.map(({ definition }) => definition),
        toolCalled: (name) =>
          (tools.find(({ row }) => row.name === name) ?? tools.find(({ qualifiedName }) => qualifiedName === name))
            ?.definition,
      };
    },
    async relay(name, method, params, { signal, clientCapabilities, caller = null } = {}) {
      const entry = await find(name);
      const atMs = now();
      let outcome = 'failed';
      try {
        const [kind = ''] = method.split('/', 1);
        if (!passesBeside([guards, entry.config.guards], kind))
          throw new ServiceError('policy_denied', {
            message: `No policy is asked about ${kind}, and policies decide about the tools of this server; guards.unguarded of its record lets them through.`,
          });
        const result = await entry.relay({ method, params, signal, clientCapabilities });
        outcome = 'ok';
        return result;
      } catch (error) {
        if (error instanceof ServiceError) outcome = error.code;
        throw error;
      } finally {
        const duration_ms = now() - atMs;
        const members = { server: name, method, arguments_hash: hashJson(new Map(params)), outcome, duration_ms };
        audit.add({ atMs, event: 'relay', key: caller, members });
      }
    },
    async replaceOperator(file) {
      await servers.loaded;
      rules.stdioTemplates = file.stdioTemplates;
      await servers.replaceOperator(file);
    },
    close: () => servers.close(),
  };
}

function listTools(servers: Servers, { server, q, ...page }: ToolListOptions, nowMs: number): ToolList {
  const shown = shownServers(servers, server);
  const words = q?.toLowerCase();
  const twice = namedTwice(servers);
  const listed = shown.flatMap((entry) =>
    listedTools(entry)
      .filter((tool) => words === undefined || mentions(tool, words))
      .map((tool) => ({ entry, tool })),
  );
  const { items, next } = pageOf(listed, page, ({ entry, tool }) => [entry.name, tool.row.name]);
  return {
    object: 'list',
    tools: items.map(({ entry, tool }) => toolItem(tool, entry.status === 'ready', twice.has(tool.row.name))),
    ...listListings(shown, nowMs),
    next_cursor: next,
  };
}

function shownServers(servers: Servers, server: string | undefined): readonly Entry[] {
  return server === undefined ? servers.sorted() : [servers.find(server)];
}

function listListings(shown: readonly Entry[], nowMs: number): Pick<ToolList, 'servers' | 'partial'> {
  return {
    servers: shown.map((entry) => showListing(entry, nowMs)),
    partial: shown.some((entry) => entry.config.enabled && entry.status !== 'ready'),
  };
}

const NUMBERS = new WeakMap<object, number>();
let catalogues = 0;

/** Each state of a catalogue is an object of its own. */
function numberOf(catalogue: object): number {
  const known = NUMBERS.get(catalogue);
  if (known !== undefined) return known;
  catalogues += 1;
  NUMBERS.set(catalogue, catalogues);
  return catalogues;
}

/** Names of tools that several servers list. */
function namedTwice(servers: Servers): ReadonlySet<string> {
  const met = new Set<string>();
  const twice = new Set<string>();
  for (const entry of servers.entries.values())
    for (const { row } of listedTools(entry)) (met.has(row.name) ? twice : met).add(row.name);
  return twice;
}

function listedTools(entry: Entry): readonly Tool[] {
  return [...entry.catalogue.tools.values()].filter((tool) => tool.row.listed);
}

function mentions(tool: Tool, words: string): boolean {
  return ['name', 'title', 'description'].some((member) => {
    const text = tool.definition.get(member);
    return typeof text === 'string' && text.toLowerCase().includes(words);
  });
}

function showListing(entry: Entry, nowMs: number): ToolListServer {
  const { name, status, lastError, lastListedAtMs } = entry;
  return {
    name,
    status,
    outcome: status === 'ready' ? 'ok' : (lastError?.code ?? status),
    tools: listedTools(entry).length,
    age_ms: lastListedAtMs === null ? null : nowMs - lastListedAtMs,
    stale: status !== 'ready',
  };
}

function readResultRequest(body: Json): { readonly id: string; readonly offset: number; readonly bytes: number } {
  const id = body instanceof Map ? body.get('id') : undefined;
  const unknown =
    body instanceof Map ? [...body.keys()].find((name) => !['id', 'offset', 'bytes'].includes(name)) : undefined;
  if (!(body instanceof Map) || typeof id !== 'string')
    throw new ServiceError('invalid_request', { message: 'id: the id of a result is expected', param: 'id' });
  if (unknown !== undefined)
    throw new ServiceError('invalid_request', { message: `${unknown}: unknown field`, param: unknown });
  return {
    id,
    offset: readInteger(body, 'offset', 0, RESULT_BYTES_MAX) ?? 0,
    bytes: readInteger(body, 'bytes', 4, PART_BYTES_MAX) ?? PART_BYTES_MAX,
  };
}

function readDecision(body: Json): boolean {
  const decision = body instanceof Map && body.size === 1 ? body.get('decision') : undefined;
  if (decision === 'approve' || decision === 'deny') return decision === 'approve';
  throw new ServiceError('invalid_request', {
    message: 'decision: approve or deny is expected, and nothing else',
    param: 'decision',
  });
}

function readApprovals(body: Json): readonly Approval[] | null {
  const fail = (message: string): never => {
    throw new ServiceError('invalid_request', { message, param: 'tools' });
  };
  if (!(body instanceof Map)) return fail('an object is expected');
  for (const name of body.keys())
    if (name !== 'tools') throw new ServiceError('invalid_request', { message: `${name}: unknown field`, param: name });
  const tools = body.get('tools');
  if (tools === undefined) return null;
  if (!Array.isArray(tools)) return fail('tools: a list is expected');
  return tools.map((tool) => {
    if (typeof tool === 'string') return { name: tool, hash: undefined };
    const name = tool instanceof Map && tool.size === 2 ? tool.get('name') : undefined;
    const hash = tool instanceof Map ? tool.get('hash') : undefined;
    return typeof name === 'string' && typeof hash === 'string'
      ? { name, hash }
      : fail('tools: names, or objects of name and hash, are expected');
  });
}
