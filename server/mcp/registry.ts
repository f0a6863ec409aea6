// The registry of upstream MCP servers: registers, lists, approves, calls.
// In: parsed request bodies, a store, a clock and the operator's rules. Out: bodies for the wire, or ServiceErrors.
// Why: one place knows all servers; each server looks after itself in its entry.

import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { ServiceError } from '../errors.ts';
import type { Policies } from '../policies.ts';
import type { SecretSource } from '../secrets.ts';
import type { ServerRow, Store } from '../store/store.ts';
import type {
  ApprovalMode,
  CallOptions,
  CallResult,
  GuardRules,
  Guards,
  RegistrationOptions,
  RegistrationReply,
  Registry,
  RoutableTools,
  ServerList,
  ToolList,
  ToolListOptions,
  ToolListServer,
} from '../wire/mcp.ts';
import type { HeldCall } from './approvals.ts';
import { createApprovals } from './approvals.ts';
import type { CallRequest, Found } from './call.ts';
import { admitCall, findTool, readCallRequest, toolNotFound } from './call.ts';
import { RAW_META } from './capture.ts';
import type { Approval, Tool } from './catalogue.ts';
import { callableTools, EMPTY_CATALOGUE, restoreCatalogue, routableTools, toolItem } from './catalogue.ts';
import type { OperatorConfig } from './config.ts';
import { checkInTurn } from './conformance.ts';
import type { EntryOptions } from './entry.ts';
import { Entry } from './entry.ts';
import type { BeforeVerdict, GuardedCall } from './guards.ts';
import { admitGuards, guardAfter, guardBefore, guardsOf } from './guards.ts';
import { adoptOperator, keepEntries, load, removeEntry } from './load.ts';
import { readParamHeaders, writeParamHeaders } from './param-headers.ts';
import { showServer } from './record.ts';
import type { ServerConfig } from './registration.ts';
import { printConfig, readRegistration } from './registration.ts';
import type { TargetRules } from './target.ts';
import { admitConfig, createTargetResolver } from './target.ts';

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
  /** What local servers print to stderr; discarded when absent. */
  readonly onStderr?: (server: string, text: string) => void;
}

const NO_POLICIES: Pick<Policies, 'has' | 'run'> = {
  has: () => false,
  run: () => ({ kind: 'failed', why: 'no-policy', steps: 0, hash: null }),
};

/** Whoever registers, refreshes or approves may see all of the record. */
const ADMIN = { isAdmin: true } as const;

// Each one is a process or a connection, and all are looked at for every call without a server.
const SERVERS_MAX = 256;

/** The registry as the operator's process holds it. */
interface OperatorRegistry extends Registry {
  /** Makes the operator's servers and templates those of a file that was read again. */
  replaceOperator(file: OperatorConfig): Promise<void>;
}

/** Loads what is stored and connects to it in the background; every method waits for the loading. */
export function createRegistry(options: RegistryOptions): OperatorRegistry {
  const { store, now, newId } = options;
  const operator: OperatorConfig = {
    servers: options.operatorServers ?? [],
    stdioTemplates: options.stdioTemplates ?? [],
  };
  const rules: { -readonly [K in keyof TargetRules]: TargetRules[K] } = {
    guard: { allowHosts: new Set((options.allowHosts ?? []).map((host) => host.toLowerCase())) },
    secrets: options.secrets ?? new Map(),
    stdioTemplates: operator.stdioTemplates,
  };
  const entryOptions: EntryOptions = {
    store,
    now,
    resolveTarget: createTargetResolver(rules),
    onStderr: options.onStderr ?? (() => {}),
  };
  const approvals = createApprovals({ store, now, newId });
  const policies = options.policies ?? NO_POLICIES;
  const serviceGuards: GuardRules = { before: [], after: [], ...options.guards, tools: {} };
  const entries = new Map<string, Entry>();
  // Servers that are connected to before it is known whether they will be kept.
  const candidates = new Set<Entry>();
  let isClosed = false;
  // Changes to the set of servers happen one after the other; calls do not wait for them.
  let changing: Promise<unknown> = Promise.resolve();
  const change = <T>(work: () => Promise<T>): Promise<T> => {
    const done = changing.then(work);
    changing = done.catch(() => {});
    return done;
  };
  const newEntryRow = (config: ServerConfig): ServerRow => newRow(config, newId('srv'), now());
  const loaded = load(entries, operator, { ...entryOptions, newRow: newEntryRow });
  loaded.catch(() => {});

  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new ServiceError('server_not_found', { details: { server: name } });
    return entry;
  };

  /** null: the server stands exactly as asked. */
  const plan = (config: ServerConfig, { replace = false }: RegistrationOptions): Entry | null => {
    const before = entries.get(config.name);
    if (before === undefined) {
      if (entries.size >= SERVERS_MAX)
        throw new ServiceError('invalid_server', {
          message: `there are already ${SERVERS_MAX} servers`,
          details: { server: config.name },
        });
      return new Entry(config, newEntryRow(config), EMPTY_CATALOGUE, false, entryOptions);
    }
    if (printConfig(before.config) === printConfig(config)) return null;
    if (before.row.origin === 'operator') throw operatorOwns(config.name);
    if (!replace)
      throw new ServiceError('name_conflict', { details: { server: config.name, revision: before.row.revision } });
    const row: ServerRow = {
      ...before.row,
      config: printConfig(config),
      learned: 'null',
      revision: before.row.revision + 1,
      updatedAtMs: now(),
    };
    // The pins stay: under the same name the same tools are expected, wherever they are served from now.
    const tools = [...before.catalogue.tools.values()].map((tool) => tool.row);
    return new Entry(config, row, restoreCatalogue(tools, config.tools, config.name), false, entryOptions);
  };

  /** The id of the approval that this call takes. Throws `approval_required`, with the held call where one waits. */
  const approved = async (
    { caller, server, tool }: GuardedCall,
    { reason, records, arguments: args }: Extract<BeforeVerdict, { readonly kind: 'approve' }>,
    toolHash: string,
  ): Promise<string> => {
    const held: HeldCall = { caller, server, tool, toolHash, arguments: args };
    const id = options.approvals === 'deny' ? null : await approvals.take(held);
    if (id !== null) return id;
    const details = { server, tool, reason, guards: records };
    if (options.approvals === 'deny') throw new ServiceError('approval_required', { details });
    throw new ServiceError('approval_required', {
      details: { ...details, approval: await approvals.hold(held, reason) },
    });
  };

  return {
    async registerServer(body: Json, registration: RegistrationOptions = {}): Promise<RegistrationReply> {
      await loaded;
      const request = readRegistration(body);
      for (const config of request.configs) {
        admitConfig(config, 'api', rules);
        admitGuards(config, policies);
      }
      return change(async () => {
        if (isClosed) throw new ServiceError('not_ready');
        const planned = request.configs.map((config) => plan(config, registration)).filter((entry) => entry !== null);
        if (registration.verify === true) await verify(planned, candidates);
        const replaced = planned.map(({ name }) => entries.get(name));
        try {
          await keepEntries(entries, planned, store);
        } catch (error) {
          await Promise.all(planned.map((entry) => entry.stop()));
          throw error;
        }
        if (registration.verify !== true) for (const entry of planned) entry.start();
        await Promise.all(replaced.map((entry) => entry?.stop()));
        const records = request.configs.map((config) => showServer(find(config.name), ADMIN));
        const status = planned.length > 0 ? 201 : 200;
        const [single] = records;
        if (request.kind === 'single' && single !== undefined) return { status, body: single };
        return { status, body: { object: 'list', servers: records, next_cursor: null } };
      });
    },

    async listServers(record): Promise<ServerList> {
      await loaded;
      return { object: 'list', servers: sorted(entries).map((entry) => showServer(entry, record)), next_cursor: null };
    },

    async getServer(name, record) {
      await loaded;
      return showServer(find(name), record);
    },

    async deleteServer(name) {
      await loaded;
      return change(async () => {
        const entry = find(name);
        if (entry.row.origin === 'operator') throw operatorOwns(name);
        await removeEntry(entries, entry, store);
        return { name, deleted: true } as const;
      });
    },

    async refreshServer(name) {
      await loaded;
      const entry = find(name);
      await entry.refresh();
      return showServer(entry, ADMIN);
    },

    async approveTools(name, body) {
      await loaded;
      const approvals = readApprovals(body);
      const entry = find(name);
      await entry.approve(approvals);
      return showServer(entry, ADMIN);
    },

    async settle(ms) {
      await loaded;
      const connecting = [...entries.values()].filter((entry) => entry.isFirstConnecting);
      await within(ms, Promise.allSettled(connecting.map((entry) => entry.firstListing())));
    },

    async listTools(listing: ToolListOptions = {}): Promise<ToolList> {
      await loaded;
      const shown = listing.server === undefined ? sorted(entries) : [find(listing.server)];
      const words = listing.q?.toLowerCase();
      return {
        object: 'list',
        tools: shown.flatMap((entry) =>
          listedTools(entry)
            .filter((tool) => words === undefined || mentions(tool, words))
            .map((tool) => toolItem(tool, entry.status === 'ready')),
        ),
        servers: shown.map((entry) => showListing(entry, now())),
        partial: shown.some((entry) => entry.config.enabled && entry.status !== 'ready'),
        next_cursor: null,
      };
    },

    async routableTools(server: string): Promise<RoutableTools> {
      await loaded;
      return routableTools(find(server).catalogue);
    },

    async callTool(body: Json, callOptions: CallOptions = {}): Promise<CallResult> {
      await loaded;
      const startedMs = now();
      const request = readCallRequest(body);
      const { entry, tool } = await findAfterMiss(request, entries);
      admitCall({ entry, tool });
      const release = await entry.slots.acquire(callOptions.signal);
      try {
        const upstream = await entry.ready();
        // The listing may just have been renewed: what counts is what the tool says now.
        const current = entry.catalogue.tools.get(tool.row.name) ?? tool;
        admitCall({ entry, tool: current });
        const validation = await checkArguments({ entry, tool: current }, request.arguments);
        const call: GuardedCall = {
          caller: callOptions.caller ?? null,
          server: entry.name,
          tool: current.row.name,
          annotations: current.definition.get('annotations') ?? new Map(),
          arguments: request.arguments,
          nowMs: startedMs,
        };
        const guards = guardsOf([serviceGuards, entry.config.guards], current.row.name);
        const before = guardBefore(policies, guards.before, call);
        const approval = before.kind === 'approve' ? await approved(call, before, current.row.hash) : null;
        // What a policy writes is as little believed as what a caller writes.
        if (before.arguments !== request.arguments) await checkArguments({ entry, tool: current }, before.arguments);
        const sent = await entry.call(upstream, {
          tool: current.row.name,
          arguments: before.arguments,
          timeoutMs: request.timeoutMs ?? entry.config.timeouts.call_ms,
          totalTimeoutMs: Math.max(request.timeoutMs ?? 0, entry.config.timeouts.max_total_ms),
          resetOnProgress: request.timeoutMs === undefined && entry.config.timeouts.reset_on_progress,
          signal: callOptions.signal,
          inputResponses: request.inputResponses,
          requestState: request.requestState,
          onProgress: callOptions.onProgress,
          clientCapabilities: callOptions.clientCapabilities,
          headers: paramHeaders({ entry, tool: current }, before.arguments),
        });
        const { result, records } = guardAfter(policies, guards.after, { ...call, arguments: before.arguments }, sent);
        const isError = result.get('isError') === true;
        const outcome =
          result.get('resultType') === 'input_required' ? 'input_required' : isError ? 'tool_error' : 'ok';
        return {
          id: newId('call'),
          server: entry.name,
          tool: current.row.name,
          outcome,
          is_error: isError,
          result,
          validation: { arguments: validation, output: outcome === 'ok' ? await checkOutput(current, result) : 'none' },
          duration_ms: now() - startedMs,
          protocol_era: upstream.learned.era,
          tool_hash: current.row.hash,
          attempts: 1,
          ...(approval === null ? {} : { approval }),
          ...(guards.before.length + guards.after.length === 0 ? {} : { guards: [...before.records, ...records] }),
        };
      } finally {
        release();
      }
    },

    listApprovals: () => approvals.list(),
    getApproval: (id, viewer) => approvals.get(id, viewer),
    decideApproval: (id, body, viewer) => approvals.decide(id, readDecision(body), viewer),

    async viewServer(name) {
      await loaded;
      const entry = find(name);
      if (entry.learned === null) await entry.firstListing();
      return {
        serverInfo: entry.learned?.serverInfo ?? null,
        capabilities: entry.learned?.capabilities ?? [],
        instructions: entry.learned?.instructions ?? null,
        tools: callableTools(entry.catalogue).map(({ definition }) => definition),
      };
    },

    async relay(name, method, params, { signal, clientCapabilities } = {}) {
      await loaded;
      return find(name).relay({ method, params, signal, clientCapabilities });
    },

    async replaceOperator(file) {
      await loaded;
      await change(async () => {
        if (isClosed) throw new ServiceError('not_ready');
        rules.stdioTemplates = file.stdioTemplates;
        await adoptOperator(entries, file, { ...entryOptions, newRow: newEntryRow });
      });
    },

    async close() {
      isClosed = true;
      await loaded.catch(() => {});
      await Promise.all([...candidates].map((entry) => entry.stop()));
      await changing;
      await Promise.all([...entries.values()].map((entry) => entry.stop()));
    },
  };
}

/** All or none: when one cannot be reached, none of them is kept. */
async function verify(planned: readonly Entry[], candidates: Set<Entry>): Promise<void> {
  for (const entry of planned) candidates.add(entry);
  const results = await Promise.allSettled(
    planned.filter((entry) => entry.config.enabled).map((entry) => entry.connectNow()),
  );
  for (const entry of planned) candidates.delete(entry);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  await Promise.all(planned.map((entry) => entry.stop()));
  throw failed.reason;
}

// A caller who names no server, or a tool that is not there, does not wait for servers that hang.
const MISS_WAIT_MS = 2_000;

/** Waits for the work, but not longer than this; what it ends in is nobody's concern then. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function findAfterMiss(request: CallRequest, entries: ReadonlyMap<string, Entry>): Promise<Found> {
  const found = findTool(request, entries);
  if (found?.tool.row.listed === true) return found;
  const named = request.server === undefined ? undefined : entries.get(request.server);
  // Whether a named server has the tool cannot be said before it was ever reached: then its failure is the answer.
  if (named !== undefined) await named.firstListing();
  else await within(MISS_WAIT_MS, Promise.allSettled([...entries.values()].map((entry) => entry.firstListing())));
  if (findTool(request, entries)?.tool.row.listed !== true) {
    const asked = named === undefined ? [...entries.values()] : [named];
    await within(MISS_WAIT_MS, Promise.all(asked.map((entry) => entry.refreshAfterMiss())));
  }
  const second = findTool(request, entries);
  if (second === undefined) throw toolNotFound(request.server, request.tool);
  return second;
}

function paramHeaders({ entry, tool }: Found, args: Map<string, Json>): Record<string, string> {
  const read = readParamHeaders(tool.definition.get('inputSchema'));
  if (read.kind === 'ok') return writeParamHeaders(read.declarations, args);
  throw new ServiceError('tool_not_allowed', {
    message: `The tool's schema asks for headers that cannot be: ${read.reason}.`,
    details: { server: entry.name, tool: tool.row.name },
  });
}

async function checkArguments({ entry, tool }: Found, args: Map<string, Json>): Promise<'valid' | 'skipped'> {
  const check = await checkInTurn(args, tool.definition.get('inputSchema') ?? true);
  if (check.kind !== 'invalid') return check.kind;
  const [first] = check.errors;
  throw new ServiceError('invalid_arguments', {
    ...(first === undefined ? {} : { message: `arguments${first.path}: ${first.message}` }),
    details: { server: entry.name, tool: tool.row.name, errors: check.errors },
  });
}

async function checkOutput(
  tool: Tool,
  result: ReadonlyMap<string, Json>,
): Promise<'valid' | 'invalid' | 'skipped' | 'none'> {
  const promised = tool.definition.get('outputSchema');
  // Without a schema the tool promises no form.
  if (promised === undefined) return 'none';
  const meta = result.get('_meta');
  if (meta instanceof Map && meta.has(RAW_META)) return 'skipped';
  const content = result.get('structuredContent');
  return content === undefined ? 'invalid' : (await checkInTurn(content, promised)).kind;
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

function newRow(config: ServerConfig, id: string, nowMs: number): ServerRow {
  return {
    name: config.name,
    id,
    origin: 'api',
    config: printConfig(config),
    learned: 'null',
    revision: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

function sorted(entries: ReadonlyMap<string, Entry>): readonly Entry[] {
  return [...entries.values()].sort((a, b) => compareCodePoints(a.name, b.name));
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

function operatorOwns(name: string): ServiceError {
  return new ServiceError('name_conflict', {
    message: `${name} comes from the operator's file and is changed there`,
    details: { server: name },
  });
}
