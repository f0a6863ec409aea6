// Guards: the operator's policies around a call of an upstream tool.
// In: the call, then its result. Out: whether it may go on, with other arguments or another result, and what each policy said.

import { Attached } from '../../grammar/attached.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber, RawJson } from '../../grammar/json.ts';
import { textOnce, writeOnce } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { Policies } from '../policies.ts';
import type { GuardRecord, GuardRules, Guards } from '../services/tools/wire/mcp.ts';
import { isoTime } from '../store/iso-time.ts';
import type { Runner, Verdict } from '../verdicts.ts';
import { ask, readBefore, readVerdict, reasonOf } from '../verdicts.ts';
import { matches } from './catalogue.ts';
import type { CallCounts } from './counts.ts';
import type { ServerConfig } from './registration.ts';
import { textBlock, textOf } from './text-block.ts';
import { beginningOfBytes } from './utf8-cut.ts';

/** What every policy of a call reads, whatever the phase. */
export interface GuardedCall {
  /** The name of the API key; null where none is needed. */
  readonly caller: string | null;
  readonly server: string;
  readonly tool: string;
  readonly annotations: Json;
  readonly arguments: Map<string, Json>;
  /** What the caller answers to questions of the tool; left out where there are none. */
  readonly inputResponses?: Json | undefined;
  /** Calls of the same key that were sent today; null for rows of the audit that have none. */
  readonly counts: CallCounts | null;
  /** Milliseconds since the epoch; policies read it as an instant, for they have no clock. */
  readonly nowMs: number;
}

interface NotDenied {
  readonly arguments: Map<string, Json>;
  /** The last policy that wrote the arguments; null where they are the caller's. */
  readonly changedBy: string | null;
  readonly records: readonly GuardRecord[];
}

export type BeforeVerdict =
  | ({ readonly kind: 'go' } & NotDenied)
  /** No policy denies, and at least one wants a person's approval. */
  | ({ readonly kind: 'approve'; readonly reason: string } & NotDenied);

/** Throws `invalid_server` for the name of a policy that is not there: every call would be denied. */
export function admitGuards({ name, guards }: ServerConfig, policies: Pick<Policies, 'has'>): void {
  const named = [guards, ...Object.values(guards.tools)].flatMap(({ before, after }) => [...before, ...after]);
  const missing = named.find((policy) => !policies.has(policy));
  if (missing === undefined) return;
  throw new ServiceError('invalid_server', {
    message: `there is no policy ${missing}`,
    details: { server: name, problems: [{ path: '/guards', message: `there is no policy ${missing}` }] },
  });
}

const NO_GUARDS: Guards = { before: [], after: [] };

function isNothing({ before, after, tools }: GuardRules): boolean {
  return before.length === 0 && after.length === 0 && Object.keys(tools).length === 0;
}

/** The policies of one call, in the order in which they are asked: the service's, the server's, the tool's. */
export function guardsOf(rules: readonly GuardRules[], tool: string): Guards {
  if (rules.every(isNothing)) return NO_GUARDS;
  const all = rules.flatMap((rule) => [
    rule,
    ...Object.entries(rule.tools).flatMap(([pattern, own]) => (matches(tool, pattern) ? [own] : [])),
  ]);
  return { before: all.flatMap(({ before }) => before), after: all.flatMap(({ after }) => after) };
}

/**
 * Whether something that a server offers beside tools goes through: no policy is asked about it. Where one decides about all tools of the
 * server, what it is to keep back would be read there in the clear, so that the operator must say so. Completions are of prompts.
 */
export function passesBeside(rules: readonly GuardRules[], capability: string): boolean {
  const { before, after } = guardsOf(rules, EVERY_TOOL);
  const kind = capability === 'resources' ? 'resources' : 'prompts';
  return before.length + after.length === 0 || rules.some(({ unguarded = [] }) => unguarded.includes(kind));
}

/** The name that only patterns for all names match. */
const EVERY_TOOL = '';

/** Asks every policy; the first that denies ends it. Throws `policy_denied`. */
export function guardBefore(policies: Runner, names: readonly string[], call: GuardedCall): BeforeVerdict {
  let given = call.arguments;
  let asked = call;
  let approve: string | null = null;
  let changedBy: string | null = null;
  const records: GuardRecord[] = [];
  for (const policy of names) {
    const verdict = ask(policies, policy, 'before', new RawJson(`${Asked.textOf(asked)}}`), readBefore);
    const { said } = verdict;
    records.push(verdict.record);
    if (said === null || said.verdict === 'deny') throw denied(call, verdict, records);
    if (said.verdict === 'approve') approve ??= said.reason;
    if (said.arguments === undefined) continue;
    given = said.arguments;
    changedBy = policy;
    asked = { ...call, arguments: given };
  }
  return approve === null
    ? { kind: 'go', arguments: given, changedBy, records }
    : { kind: 'approve', reason: approve, arguments: given, changedBy, records };
}

interface AfterVerdict {
  readonly result: Map<string, Json>;
  readonly records: readonly GuardRecord[];
}

/** Asks every policy about the result, each seeing what the one before left of it. Throws `policy_denied`: the call has happened. */
export function guardAfter(
  policies: Runner,
  names: readonly string[],
  call: GuardedCall,
  sent: Map<string, Json>,
): AfterVerdict {
  if (names.length === 0) return { result: sent, records: [] };
  let result = sent;
  const own = Asked.textOf(call);
  const records: GuardRecord[] = [];
  for (const policy of names) {
    const input = new RawJson(`${own},"result":${writeOnce(result).text}}`);
    const verdict = ask(policies, policy, 'after', input, readAfter);
    const { said } = verdict;
    records.push(verdict.record);
    if (said === null || said.verdict === 'deny') throw denied(call, verdict, records);
    if (said.verdict !== 'pass' && result.get('resultType') === 'input_required')
      throw denied(call, { ...verdict, failure: 'no-content', reason: NO_CONTENT }, records);
    if (said.verdict === 'redact') result = redacted(result, said);
    if (said.verdict === 'cut') result = cut(result, said.bytes);
  }
  return { result, records };
}

const NO_CONTENT = 'what a tool asks its user for can be passed or denied, and not changed';

interface UpstreamError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/**
 * Asks every policy about the error that the server answered with, as about a failed result with its message as text and its data as
 * structure: a tool that throws tells as much as one that answers. Throws `policy_denied`.
 */
export function guardFailure(
  policies: Runner,
  names: readonly string[],
  call: GuardedCall,
  error: ServiceError,
): { readonly error: ServiceError; readonly records: readonly GuardRecord[] } {
  const { upstream, ...details } = (error.details ?? {}) as { readonly upstream?: UpstreamError };
  if (names.length === 0 || upstream === undefined) return { error, records: [] };
  const { code, message, data } = upstream;
  const failed = new Map<string, Json>([
    ['isError', true],
    ['content', [textBlock(message)]],
    ...(data === undefined ? [] : [['structuredContent', data] as const]),
  ]);
  const { result, records } = guardAfter(policies, names, call, failed);
  if (result === failed) return { error, records };
  const left = (result.get('content') as Json[]).flatMap((block) => textOf(block) ?? []);
  const changed = { ...details, upstream: { code, message: left.join('\n') } };
  return { error: new ServiceError(error.code, { message: error.message, details: changed }), records };
}

/** The text of a call that policies read, which is written once for those before it and those after it. */
class Asked extends Attached {
  readonly #text: string;

  private constructor(call: GuardedCall, text: string) {
    super(call);
    this.#text = text;
  }

  /** All but the bracket at its end. */
  static textOf(call: GuardedCall): string {
    if (#text in call) return (call as unknown as Asked).#text;
    const { annotations, counts, inputResponses } = call;
    const named = `{"caller":${JSON.stringify(call.caller)},"server":${JSON.stringify(call.server)},"tool":${JSON.stringify(call.tool)}`;
    const counted = counts === null ? '' : `,"counts":${JSON.stringify(counts)}`;
    const answered = inputResponses === undefined ? '' : `,"input_responses":${textOnce(inputResponses)}`;
    const text = `${named},"annotations":${textOnce(annotations)}${counted},"now":"${isoTime(call.nowMs)}"${answered},"arguments":${writeOnce(call.arguments).text}`;
    new Asked(call, text);
    return text;
  }
}

function denied(
  { server, tool }: GuardedCall,
  { record: { policy, hash }, reason, failure, explanation }: Verdict<unknown>,
  records: readonly GuardRecord[],
): ServiceError {
  return new ServiceError('policy_denied', {
    message: `The policy ${policy} does not allow this call${reason === '' ? '.' : `: ${reason}`}`,
    details: {
      server,
      tool,
      policy,
      hash,
      reason,
      ...(failure === null ? {} : { failure }),
      ...(explanation === null ? {} : { explanation }),
      guards: records,
    },
  });
}

type After = { readonly reason: string } & (
  | { readonly verdict: 'pass' | 'deny' }
  | { readonly verdict: 'redact'; readonly content: Json[]; readonly structured: Json | undefined }
  | { readonly verdict: 'cut'; readonly bytes: number }
);

/** `{"verdict": "pass" | "deny" | "redact" | "cut", "reason"?}` with `content` (and `structuredContent`) to redact, `bytes` to cut. */
function readAfter(output: Json): After | null {
  const members = readVerdict(output, ['verdict', 'reason', 'content', 'structuredContent', 'bytes']);
  if (members === null) return null;
  const reason = reasonOf(members);
  const verdict = members.get('verdict');
  const content = members.get('content');
  const bytes = members.get('bytes');
  if (verdict === 'pass' || verdict === 'deny')
    return content === undefined && bytes === undefined ? { verdict, reason } : null;
  if (verdict === 'redact' && Array.isArray(content) && bytes === undefined)
    return { verdict, reason, content, structured: members.get('structuredContent') };
  if (verdict === 'cut' && content === undefined && bytes instanceof JsonNumber && /^\d{1,9}$/.test(bytes.text))
    return { verdict, reason, bytes: Number(bytes.text) };
  return null;
}

/** The member of `_meta` that says that a policy changed the result. */
const GUARDED_META = 'evident/guarded';

function redacted(
  result: ReadonlyMap<string, Json>,
  { content, structured }: Extract<After, { verdict: 'redact' }>,
): Map<string, Json> {
  const changed = withContent(result, content, 'redacted');
  if (structured !== undefined) changed.set('structuredContent', structured);
  return changed;
}

/** The texts, up to so many bytes of UTF-8 in all; what is no text is left out. */
function cut(result: ReadonlyMap<string, Json>, bytesMax: number): Map<string, Json> {
  let left = bytesMax;
  const content = result.get('content');
  const blocks = (Array.isArray(content) ? content : []).flatMap((block): Json[] => {
    const text = textOf(block);
    if (text === null || left === 0) return [];
    const kept = beginningOfBytes(Buffer.from(text, 'utf8'), left).toString('utf8');
    left -= Buffer.byteLength(kept);
    // Once something is left out nothing behind it is shown.
    if (kept !== text) left = 0;
    return [textBlock(kept)];
  });
  return withContent(result, blocks, 'cut');
}

/** Nothing else of the result goes on: structure, `_meta` and members that nobody knows may hold what the policy took out. */
function withContent(result: ReadonlyMap<string, Json>, content: Json[], how: string): Map<string, Json> {
  const kept = [...result].filter(([name]) => name === 'isError' || name === 'resultType');
  return new Map<string, Json>([...kept, ['content', content], ['_meta', new Map([[GUARDED_META, how]])]]);
}
