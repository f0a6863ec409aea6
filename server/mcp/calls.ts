// Calls: one tool call, from the caller's body to the result.
// In: a parsed body, who calls. Out: the result for the wire, or a ServiceError. The order is fixed: find, admit, check, ask the
// policies, send, ask the policies again, check what was promised.

import type { Json } from '../../grammar/json.ts';
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
} from '../services/tools/wire/mcp.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Account } from './account.ts';
import { accountOf } from './account.ts';
import type { createApprovals, HeldCall } from './approvals.ts';
import type { CallRequest, Found } from './call.ts';
import { admitCall, findTool, readCallRequest, toolNotFound } from './call.ts';
import type { CallPlan } from './call-plan.ts';
import { createCallPlans } from './call-plan.ts';
import { RAW_META } from './capture.ts';
import type { Conformance } from './conformance.ts';
import { checkInTurn } from './conformance.ts';
import type { Counts } from './counts.ts';
import type { Entry } from './entry.ts';
import type { BeforeVerdict, GuardedCall } from './guards.ts';
import { guardAfter, guardBefore, guardFailure } from './guards.ts';
import type { Results } from './results.ts';
import { fitError, RESULT_BYTES_MAX } from './results.ts';
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
  readonly #planOf: (found: Found) => CallPlan;

  constructor(parts: CallsParts) {
    this.#parts = parts;
    this.#planOf = createCallPlans(parts.guards);
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

  async #send(admitted: Admitted): Promise<CallResult> {
    const { request, found, upstream, options, startedMs, account } = admitted;
    const { policies, counts, approvals } = this.#parts;
    const { entry, tool } = found;
    if (upstream.learned.era !== 'modern') refuseAnswers(request);
    const plan = this.#planOf(found);
    const checking = checkInTurn(request.arguments, plan.inputSchema);
    const validation = validityOf(found, checking instanceof Promise ? await checking : checking);
    const counting = plan.isGuarded ? counts.refresh(startedMs) : null;
    if (counting !== null) await counting;
    const named = { caller: options.caller ?? null, server: entry.name, tool: tool.row.name };
    const call: GuardedCall = {
      ...named,
      annotations: plan.annotations(),
      arguments: request.arguments,
      inputResponses: request.inputResponses,
      // Nobody reads them else.
      counts: plan.isGuarded ? counts.of(named, startedMs) : null,
      nowMs: startedMs,
    };
    if (plan.isGuarded) account.read = { annotations: call.annotations, counts: call.counts };
    refuseMisfits(entry, plan.guards, tool.row.name);
    const before = guardBefore(policies, plan.guards.before, call);
    account.guards.push(...before.records);
    const { changedBy } = before;
    let approval: string | null = null;
    if (before.kind === 'approve') {
      // Nobody is asked about what could not be sent.
      plan.paramHeaders(before.arguments);
      if (changedBy !== null) await checkRewritten(found, plan, before.arguments, changedBy);
      approval = await this.#approved(call, before, { toolHash: tool.row.hash, requestState: request.requestState });
    }
    if (changedBy !== null) account.rewritten = before.arguments;
    // Counted before anything else can happen: the next call must see this one.
    counts.add(named, startedMs);
    if (before.kind === 'go' && changedBy !== null) await checkRewritten(found, plan, before.arguments, changedBy);
    account.sent = true;
    if (approval !== null) account.approval = approval;
    const asSent = before.arguments === call.arguments ? call : { ...call, arguments: before.arguments };
    const sent = await this.#ask(admitted, plan, before.arguments).catch(async (error: unknown): Promise<never> => {
      if (!(error instanceof ServiceError)) throw error;
      if (approval !== null && NOT_SENT.has(error.code)) await approvals.giveBack(approval);
      throw this.#refused(admitted, plan, asSent, error);
    });
    const { result, records } = guardAfter(policies, plan.guards.after, asSent, sent);
    account.guards.push(...records);
    const outcome = outcomeOf(result);
    const promised = outcome === 'ok' ? plan.outputSchema : undefined;
    const output = promised === undefined ? 'none' : await checkOutput(promised, result);
    return this.#answer(admitted, plan, { result, outcome, validation: { arguments: validation, output }, approval });
  }

  /** What the policies and the caller's limit leave of the error of a server. Throws `policy_denied`. */
  #refused(
    { request, options, account }: Admitted,
    plan: CallPlan,
    sent: GuardedCall,
    failed: ServiceError,
  ): ServiceError {
    const { error, records } = guardFailure(this.#parts.policies, plan.guards.after, sent, failed);
    account.guards.push(...records);
    return fitError(error, resultBytesOf(request, options, plan));
  }

  /** Sends it to the server. */
  #ask(
    { request, found: { entry, tool }, upstream, options }: Admitted,
    plan: CallPlan,
    args: Map<string, Json>,
  ): Promise<Map<string, Json>> {
    const { timeouts } = entry.config;
    const headers = plan.paramHeaders(args);
    return this.#parts.tracing.client(tracedCall(entry, upstream.learned.version, tool.row.name), (trace) =>
      entry.call(upstream, {
        tool: tool.row.name,
        arguments: args,
        timeoutMs: request.timeoutMs ?? timeouts.call_ms,
        totalTimeoutMs: Math.max(request.timeoutMs ?? 0, timeouts.max_total_ms),
        resetOnProgress: request.timeoutMs === undefined && timeouts.reset_on_progress,
        signal: options.signal,
        inputResponses: request.inputResponses,
        requestState: request.requestState,
        // No policy reads what a server says on the way: a result that is withheld must not have been told before.
        onProgress: plan.guards.after.length === 0 ? options.onProgress : withoutMessages(options.onProgress),
        clientCapabilities: options.clientCapabilities,
        headers,
        trace,
      }),
    );
  }

  #answer(
    { request, found: { entry, tool }, upstream, options, startedMs, account }: Admitted,
    plan: CallPlan,
    { result, outcome, validation, approval }: Answered,
  ): CallResult {
    const { results, now, newId } = this.#parts;
    // Not spread: with that beside a duration, V8 compiled this anew and gave it up again for as long as calls came.
    const answer: CallResult & { approval?: string; guards?: GuardRecord[] } = {
      id: newId('call'),
      server: entry.name,
      tool: tool.row.name,
      outcome,
      is_error: result.get('isError') === true,
      result: results.fit(result, resultBytesOf(request, options, plan), options.caller ?? null),
      validation,
      duration_ms: now() - startedMs,
      protocol_era: upstream.learned.era,
      tool_hash: tool.row.hash,
      attempts: 1,
    };
    if (approval !== null) answer.approval = approval;
    if (plan.isGuarded) answer.guards = account.guards;
    return answer;
  }

  /** The id of the approval that this call takes. Throws `approval_required`, with the held call where one waits. */
  async #approved(
    { caller, server, tool, inputResponses }: GuardedCall,
    { reason, records, arguments: args }: Extract<BeforeVerdict, { readonly kind: 'approve' }>,
    bound: Pick<HeldCall, 'toolHash' | 'requestState'>,
  ): Promise<string> {
    const { approvals, approvalMode } = this.#parts;
    const details = { server, tool, reason, guards: records };
    if (approvalMode === 'deny') throw new ServiceError('approval_required', { details });
    const held: HeldCall = { caller, server, tool, arguments: args, inputResponses, ...bound };
    const id = await approvals.take(held);
    if (id !== null) return id;
    throw new ServiceError('approval_required', {
      details: { ...details, approval: await approvals.hold(held, reason) },
    });
  }
}

/** Throws `invalid_request` for answers to a server that never asks so. */
function refuseAnswers({ inputResponses, requestState }: CallRequest): void {
  if (inputResponses === undefined && requestState === undefined) return;
  throw new ServiceError('invalid_request', {
    message: 'input_responses and request_state are for servers of the revision 2026-07-28, and this one is older',
  });
}

/** Codes of errors that say that nothing reached the server. */
const NOT_SENT = new Set(['upstream_unavailable', 'server_busy']);

/** How much of what the server answers goes out. */
function resultBytesOf(request: CallRequest, options: CallOptions, { resultBytesMax }: CallPlan): number {
  return Math.min(request.resultBytes ?? RESULT_BYTES_MAX, options.resultBytes ?? RESULT_BYTES_MAX, resultBytesMax);
}

function withoutMessages(onProgress: CallOptions['onProgress']): CallOptions['onProgress'] {
  return onProgress && (({ message: _, ...progress }) => onProgress(progress));
}

/** A policy that reads what its tools do not have guards nothing. Throws `policy_denied`. */
function refuseMisfits({ name, misfits }: Entry, { before, after }: Guards, tool: string): void {
  if (misfits.size === 0) return;
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

/** A call that was made, and what the policies left of its result. */
interface Answered extends Pick<CallResult, 'outcome' | 'validation'> {
  readonly result: Map<string, Json>;
  readonly approval: string | null;
}

function outcomeOf(result: ReadonlyMap<string, Json>): CallResult['outcome'] {
  if (result.get('resultType') === 'input_required') return 'input_required';
  return result.get('isError') === true ? 'tool_error' : 'ok';
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

/** What a policy writes is as little believed as what a caller writes. Throws `invalid_arguments`. */
async function checkRewritten(found: Found, plan: CallPlan, args: Map<string, Json>, policy: string): Promise<void> {
  validityOf(found, await checkInTurn(args, plan.inputSchema), policy);
}

/** Throws `invalid_arguments`, and says which policy changed them so, if one did. */
function validityOf({ entry, tool }: Found, check: Conformance, policy: string | null = null): 'valid' | 'skipped' {
  if (check.kind !== 'invalid') return check.kind;
  const [first] = check.errors;
  const place = first === undefined ? null : `arguments${first.path}: ${first.message}`;
  const message =
    policy === null ? place : `the policy ${policy} changed the arguments: ${place ?? 'they do not match the schema'}`;
  throw new ServiceError('invalid_arguments', {
    ...(message === null ? {} : { message }),
    details: { server: entry.name, tool: tool.row.name, errors: check.errors, ...(policy === null ? {} : { policy }) },
  });
}

async function checkOutput(
  promised: Json,
  result: ReadonlyMap<string, Json>,
): Promise<'valid' | 'invalid' | 'skipped'> {
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
