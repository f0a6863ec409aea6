// Calls: one tool call, from the caller's body to the result.
// In: a parsed body, who calls. Out: the result for the wire, or a ServiceError. The order is fixed: find, admit, check, ask the
// policies, send, ask the policies again, check what was promised.

import type { Json } from '../../grammar/json.ts';
import { ServiceError } from '../errors.ts';
import type { Policies } from '../policies.ts';
import type { ApprovalMode, CallOptions, CallResult, GuardRules } from '../services/tools/wire/mcp.ts';
import type { createApprovals, HeldCall } from './approvals.ts';
import type { CallRequest, Found } from './call.ts';
import { admitCall, findTool, readCallRequest, toolNotFound } from './call.ts';
import { RAW_META } from './capture.ts';
import type { Tool } from './catalogue.ts';
import { checkInTurn } from './conformance.ts';
import type { Entry } from './entry.ts';
import type { BeforeVerdict, GuardedCall } from './guards.ts';
import { guardAfter, guardBefore, guardsOf } from './guards.ts';
import { readParamHeaders, writeParamHeaders } from './param-headers.ts';
import type { Servers } from './servers.ts';
import { within } from './within.ts';

interface CallsParts {
  readonly servers: Servers;
  readonly policies: Pick<Policies, 'run'>;
  /** The policies that are asked about every call. */
  readonly guards: GuardRules;
  readonly approvals: ReturnType<typeof createApprovals>;
  readonly approvalMode: ApprovalMode;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export class Calls {
  readonly #parts: CallsParts;

  constructor(parts: CallsParts) {
    this.#parts = parts;
  }

  async call(body: Json, options: CallOptions): Promise<CallResult> {
    const { servers } = this.#parts;
    const startedMs = this.#parts.now();
    const request = readCallRequest(body);
    const { entry, tool } = await findAfterMiss(request, servers.entries);
    admitCall({ entry, tool });
    const release = await entry.slots.acquire(options.signal);
    try {
      const upstream = await entry.ready();
      // The listing may just have been renewed: what counts is what the tool says now.
      const current = entry.catalogue.tools.get(tool.row.name) ?? tool;
      admitCall({ entry, tool: current });
      return await this.#send({ request, found: { entry, tool: current }, upstream, options, startedMs });
    } finally {
      release();
    }
  }

  async #send({ request, found, upstream, options, startedMs }: Admitted): Promise<CallResult> {
    const { policies, now, newId } = this.#parts;
    const { entry, tool } = found;
    const validation = await checkArguments(found, request.arguments);
    const call: GuardedCall = {
      caller: options.caller ?? null,
      server: entry.name,
      tool: tool.row.name,
      annotations: tool.definition.get('annotations') ?? new Map(),
      arguments: request.arguments,
      nowMs: startedMs,
    };
    const guards = guardsOf([this.#parts.guards, entry.config.guards], tool.row.name);
    const before = guardBefore(policies, guards.before, call);
    const approval = before.kind === 'approve' ? await this.#approved(call, before, tool.row.hash) : null;
    // What a policy writes is as little believed as what a caller writes.
    if (before.arguments !== request.arguments) await checkArguments(found, before.arguments);
    const sent = await entry.call(upstream, {
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
    });
    const { result, records } = guardAfter(policies, guards.after, { ...call, arguments: before.arguments }, sent);
    const isError = result.get('isError') === true;
    const outcome = result.get('resultType') === 'input_required' ? 'input_required' : isError ? 'tool_error' : 'ok';
    return {
      id: newId('call'),
      server: entry.name,
      tool: tool.row.name,
      outcome,
      is_error: isError,
      result,
      validation: { arguments: validation, output: outcome === 'ok' ? await checkOutput(tool, result) : 'none' },
      duration_ms: now() - startedMs,
      protocol_era: upstream.learned.era,
      tool_hash: tool.row.hash,
      attempts: 1,
      ...(approval === null ? {} : { approval }),
      ...(guards.before.length + guards.after.length === 0 ? {} : { guards: [...before.records, ...records] }),
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

/** A call of a tool that may be called, on a server that is there. */
interface Admitted {
  readonly request: CallRequest;
  readonly found: Found;
  readonly upstream: Awaited<ReturnType<Entry['ready']>>;
  readonly options: CallOptions;
  readonly startedMs: number;
}

// A caller who names no server, or a tool that is not there, does not wait for servers that hang.
const MISS_WAIT_MS = 2_000;

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
