// Calls: one tool call, from the caller's body to the result.
// In: a parsed body, who calls. Out: the result for the wire, or a ServiceError. The order is fixed: find, admit, check, ask the
// policies, send, ask the policies again, check what was promised.

import type { Json } from '../../grammar/json.ts';
import { writeJson, writeOnce } from '../../grammar/json-write.ts';
import type { Audit } from '../audit.ts';
import { ServiceError } from '../errors.ts';
import type { Policies } from '../policies.ts';
import type {
  ApprovalMode,
  CallOptions,
  CallResult,
  GuardRecord,
  GuardRules,
  Guards,
  ServerLimits,
} from '../services/tools/wire/mcp.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { createApprovals, HeldCall } from './approvals.ts';
import type { CallRequest, Found } from './call.ts';
import { admitCall, findTool, readCallRequest, toolNotFound } from './call.ts';
import { RAW_META } from './capture.ts';
import type { Tool } from './catalogue.ts';
import { matches } from './catalogue.ts';
import type { Conformance } from './conformance.ts';
import { checkInTurn } from './conformance.ts';
import type { CallCounts, Counts } from './counts.ts';
import { hashJson } from './definition.ts';
import type { Entry } from './entry.ts';
import type { BeforeVerdict, GuardedCall } from './guards.ts';
import { guardAfter, guardBefore, guardsOf } from './guards.ts';
import { paramHeadersOf, writeParamHeaders } from './param-headers.ts';
import type { Results } from './results.ts';
import { RESULT_BYTES_MAX } from './results.ts';
import type { Servers } from './servers.ts';
import { within } from './within.ts';

/** How a call of a tool that is there ended. */
export interface CallRecord {
  readonly server: string;
  readonly tool: string;
  /** `ok`, `tool_error`, `input_required`, or the code of an error. */
  readonly outcome: string;
  /** The tool answered that it failed. */
  readonly isError: boolean;
  readonly ms: number;
  readonly guards: readonly GuardRecord[];
}

interface CallsParts {
  readonly servers: Servers;
  readonly policies: Pick<Policies, 'run'>;
  /** The policies that are asked about every call. */
  readonly guards: GuardRules;
  readonly approvals: ReturnType<typeof createApprovals>;
  readonly approvalMode: ApprovalMode;
  readonly audit: Audit;
  readonly onCall: (call: CallRecord) => void;
  readonly tracing: Tracing;
  readonly results: Results;
  readonly counts: Counts;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export class Calls {
  readonly #parts: CallsParts;

  constructor(parts: CallsParts) {
    this.#parts = parts;
  }

  async call(body: Json, options: CallOptions): Promise<CallResult> {
    const { audit, now, onCall } = this.#parts;
    const startedMs = now();
    const request = readCallRequest(body);
    const account: Account = { server: request.server ?? null, tool: request.tool, isThere: false, guards: [] };
    let outcome = 'failed';
    try {
      const result = await this.#admit(request, options, startedMs, account);
      outcome = result.outcome;
      return result;
    } catch (error) {
      if (error instanceof ServiceError) {
        outcome = error.code;
        const { guards } = (error.details ?? {}) as { readonly guards?: readonly GuardRecord[] };
        account.guards.push(...(guards ?? []).filter((one) => !account.guards.includes(one)));
      }
      throw error;
    } finally {
      const ms = now() - startedMs;
      const members = accountOf(account, request, outcome, ms);
      audit.add({ atMs: startedMs, event: 'call', key: options.caller ?? null, members });
      const { server, tool, isThere, guards } = account;
      // Names of what is not there are a stranger's.
      if (server !== null && isThere) onCall({ server, tool, outcome, isError: outcome === 'tool_error', ms, guards });
    }
  }

  async #admit(request: CallRequest, options: CallOptions, startedMs: number, account: Account): Promise<CallResult> {
    const { servers } = this.#parts;
    const here = findTool(request, servers.entries);
    const { entry, tool } = here?.tool.row.listed === true ? here : await findAfterMiss(request, servers.entries);
    account.server = entry.name;
    account.tool = tool.row.name;
    account.isThere = true;
    admitCall({ entry, tool });
    const slot = entry.slots.acquire(options.signal);
    const release = slot instanceof Promise ? await slot : slot;
    try {
      const ready = entry.ready();
      const upstream = ready instanceof Promise ? await ready : ready;
      // The listing may just have been renewed: what counts is what the tool says now.
      const current = entry.catalogue.tools.get(tool.row.name) ?? tool;
      admitCall({ entry, tool: current });
      account.toolHash = current.row.hash;
      return await this.#send({ request, found: { entry, tool: current }, upstream, options, startedMs, account });
    } finally {
      release();
    }
  }

  async #send({ request, found, upstream, options, startedMs, account }: Admitted): Promise<CallResult> {
    const { policies, counts, results, now, newId } = this.#parts;
    const { entry, tool } = found;
    const checking = checkOf(found, request.arguments);
    const validation = validityOf(found, checking instanceof Promise ? await checking : checking);
    const guards = guardsOf([this.#parts.guards, entry.config.guards], tool.row.name);
    const isGuarded = guards.before.length + guards.after.length > 0;
    const counting = isGuarded ? counts.refresh(startedMs) : null;
    if (counting !== null) await counting;
    const named = { caller: options.caller ?? null, server: entry.name, tool: tool.row.name };
    const call: GuardedCall = {
      ...named,
      annotations: isGuarded ? annotationsOf(found) : new Map(),
      arguments: request.arguments,
      counts: counts.of(named, startedMs),
      nowMs: startedMs,
    };
    if (isGuarded) account.read = { annotations: call.annotations, counts: call.counts };
    refuseMisfits(entry, guards, tool.row.name);
    const before = guardBefore(policies, guards.before, call);
    account.guards.push(...before.records);
    const approval = before.kind === 'approve' ? await this.#approved(call, before, tool.row.hash) : null;
    // Counted before anything else can happen: the next call must see this one.
    counts.add(named, startedMs);
    account.sent = true;
    // What a policy writes is as little believed as what a caller writes.
    if (before.arguments !== request.arguments) {
      account.rewritten = before.arguments;
      validityOf(found, await checkOf(found, before.arguments));
    }
    if (approval !== null) account.approval = approval;
    const sent = await this.#parts.tracing.client(tracedCall(entry, upstream.learned.version, tool.row.name), (trace) =>
      entry.call(upstream, {
        tool: tool.row.name,
        arguments: before.arguments,
        timeoutMs: request.timeoutMs ?? entry.config.timeouts.call_ms,
        totalTimeoutMs: Math.max(request.timeoutMs ?? 0, entry.config.timeouts.max_total_ms),
        resetOnProgress: request.timeoutMs === undefined && entry.config.timeouts.reset_on_progress,
        signal: options.signal,
        inputResponses: request.inputResponses,
        requestState: request.requestState,
        onProgress: options.onProgress,
        clientCapabilities: options.clientCapabilities,
        headers: paramHeaders(found, before.arguments),
        trace,
      }),
    );
    const asSent = before.arguments === call.arguments ? call : { ...call, arguments: before.arguments };
    const { result, records } = guardAfter(policies, guards.after, asSent, sent);
    account.guards.push(...records);
    const isError = result.get('isError') === true;
    const outcome = result.get('resultType') === 'input_required' ? 'input_required' : isError ? 'tool_error' : 'ok';
    const bytesMax = Math.min(
      request.resultBytes ?? RESULT_BYTES_MAX,
      options.resultBytes ?? RESULT_BYTES_MAX,
      ...resultLimits(entry.config.limits, tool.row.name),
    );
    return {
      id: newId('call'),
      server: entry.name,
      tool: tool.row.name,
      outcome,
      is_error: isError,
      result: results.fit(result, bytesMax, options.caller ?? null),
      validation: { arguments: validation, output: outcome === 'ok' ? await checkOutput(tool, result) : 'none' },
      duration_ms: now() - startedMs,
      protocol_era: upstream.learned.era,
      tool_hash: tool.row.hash,
      attempts: 1,
      ...(approval === null ? {} : { approval }),
      ...(isGuarded ? { guards: [...before.records, ...records] } : {}),
    };
  }

  /** The id of the approval that this call takes. Throws `approval_required`, with the held call where one waits. */
  async #approved(
    { caller, server, tool }: GuardedCall,
    { reason, records, arguments: args }: Extract<BeforeVerdict, { readonly kind: 'approve' }>,
    toolHash: string,
  ): Promise<string> {
    const { approvals, approvalMode } = this.#parts;
    const details = { server, tool, reason, guards: records };
    if (approvalMode === 'deny') throw new ServiceError('approval_required', { details });
    const held: HeldCall = { caller, server, tool, toolHash, arguments: args };
    const id = await approvals.take(held);
    if (id !== null) return id;
    throw new ServiceError('approval_required', {
      details: { ...details, approval: await approvals.hold(held, reason) },
    });
  }
}

/** A policy that reads what its tools do not have guards nothing. Throws `policy_denied`. */
function refuseMisfits({ name, misfits }: Entry, { before, after }: Guards, tool: string): void {
  const [policy, why] = [...misfits].find(([one]) => before.includes(one) || after.includes(one)) ?? [];
  if (policy === undefined) return;
  throw new ServiceError('policy_denied', {
    message: `The policy ${policy} does not fit the tools it guards: ${why}`,
    details: { server: name, tool, policy, reason: why, failure: 'misfit', guards: [] },
  });
}

/** A call of a tool that may be called, on a server that is there. */
interface Admitted {
  readonly request: CallRequest;
  readonly found: Found;
  readonly upstream: Awaited<ReturnType<Entry['ready']>>;
  readonly options: CallOptions;
  readonly startedMs: number;
  readonly account: Account;
}

/** What the audit says of a call, as it becomes known. */
interface Account {
  server: string | null;
  tool: string;
  /** Both names are the registry's. */
  isThere: boolean;
  toolHash?: string;
  /** Whether it was sent, or would have been but for its arguments. */
  sent?: true;
  /** The arguments that were sent, where a policy changed them. */
  rewritten?: Map<string, Json>;
  approval?: string;
  /** Where policies were asked: what they read beside the arguments. */
  read?: { readonly annotations: Json; readonly counts: CallCounts | null };
  readonly guards: GuardRecord[];
}

function accountOf(
  { server, tool, toolHash, sent, rewritten, approval, read, guards }: Account,
  request: CallRequest,
  outcome: string,
  durationMs: number,
): Record<string, unknown> {
  return {
    // Names of what is not there are a stranger's, and as long as a body.
    server: server === null ? null : shortened(server),
    tool: shortened(tool),
    ...(toolHash === undefined ? {} : { tool_hash: toolHash }),
    arguments_hash: hashJson(request.arguments),
    ...(sent === undefined ? {} : { sent }),
    ...(rewritten === undefined ? {} : { sent_hash: hashJson(rewritten) }),
    ...(approval === undefined ? {} : { approval }),
    ...(read === undefined ? {} : { ...read, guards }),
    outcome,
    steps: guards.reduce((sum, { steps }) => sum + steps, 0),
    duration_ms: durationMs,
  };
}

/** Longer than any name of a server or a tool. */
const NAME_LENGTH_MAX = 256;

function shortened(name: string): string {
  return name.length <= NAME_LENGTH_MAX ? name : `${name.slice(0, NAME_LENGTH_MAX).toWellFormed()}…`;
}

/** A row of the audit has what policies read, so that they can be asked again. */
export const ANNOTATIONS_LENGTH_MAX = 4_096;

const NO_ANNOTATIONS: Json = new Map();

/** Throws `tool_not_allowed` for annotations that would make every row of the audit long. */
function annotationsOf({ entry, tool }: Found): Json {
  const annotations = tool.definition.get('annotations') ?? NO_ANNOTATIONS;
  const text =
    typeof annotations === 'object' && annotations !== null ? writeOnce(annotations).text : writeJson(annotations);
  if (text.length <= ANNOTATIONS_LENGTH_MAX) return annotations;
  throw new ServiceError('tool_not_allowed', {
    message: `Policies read at most ${ANNOTATIONS_LENGTH_MAX} characters of annotations, and the tool has more.`,
    details: { server: entry.name, tool: tool.row.name },
  });
}

// A caller who names no server, or a tool that is not there, does not wait for servers that hang.
const MISS_WAIT_MS = 2_000;

/** When what was asked for is not to be seen at first sight. */
async function findAfterMiss(request: CallRequest, entries: ReadonlyMap<string, Entry>): Promise<Found> {
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

/** What the server's limits say of results of a tool. */
function resultLimits({ result_bytes, tools }: ServerLimits, tool: string): number[] {
  return [
    result_bytes,
    ...Object.entries(tools).flatMap(([pattern, bytes]) => (matches(tool, pattern) ? [bytes] : [])),
  ];
}

function paramHeaders({ entry, tool }: Found, args: Map<string, Json>): Record<string, string> {
  const read = paramHeadersOf(tool.definition.get('inputSchema'));
  if (read.kind === 'ok') return writeParamHeaders(read.declarations, args);
  throw new ServiceError('tool_not_allowed', {
    message: `The tool's schema asks for headers that cannot be: ${read.reason}.`,
    details: { server: entry.name, tool: tool.row.name },
  });
}

function checkOf({ tool }: Found, args: Map<string, Json>): Conformance | Promise<Conformance> {
  return checkInTurn(args, tool.definition.get('inputSchema') ?? true);
}

/** Throws `invalid_arguments`. */
function validityOf({ entry, tool }: Found, check: Conformance): 'valid' | 'skipped' {
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

/** A call as a trace tells it: names, and whether it failed. */
function tracedCall({ name, config }: Entry, protocolVersion: string, tool: string): Parameters<Tracing['client']>[0] {
  return {
    name: `tools/call ${tool}`,
    attributes: {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': protocolVersion,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'network.transport': config.transport === 'stdio' ? 'pipe' : 'tcp',
      'evident.server': name,
    },
    describe: (result) =>
      (result as ReadonlyMap<string, Json>).get('isError') === true ? { error: 'tool_error' } : {},
    nameOf: (error) => (error instanceof ServiceError ? error.code : 'internal_error'),
  };
}
