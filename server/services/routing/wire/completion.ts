// Completion: a route decision written as a chat-completions answer, whole or in stream chunks.
// In: a RouteDecision and what varies from answer to answer (ids, time), as arguments. Out: plain JSON values and event-stream text.
// Why: each field here is needed by one of the usual clients; the order and the presence of fields are part of the contract.

import { createHash } from 'node:crypto';
import { writeJson } from '../../../../grammar/json-write.ts';
import type { Wire } from '../../wire.ts';
import type { CHAT_RESPONSE_SCHEMA, TOOL_CALL_SCHEMA } from './chat-schema.ts';
import type { RouteDecision, RouteReasons } from './route.ts';
import type { Svc } from './route-schema.ts';

export interface CompletionIds {
  /** `chatcmpl-…` */
  readonly id: string;
  /** `call_…` */
  readonly callId: string;
  /** Unix seconds. */
  readonly created: number;
}

interface CompletionContext extends CompletionIds {
  readonly model: string;
  readonly engine: string;
  readonly ignored: readonly string[];
  /** Length of the request after inflation; usage counts four bytes as one token. */
  readonly requestBytes: number;
  /** Write a question or a refusal as `{"message":…}`. */
  readonly asObject: boolean;
  /** Which rules spoke; null where nobody asked. */
  readonly explain: readonly RouteReasons[] | null;
}

/** Ids of a seeded request: from its bytes, so that the same request gives the same answer, bytes included. */
export function seededIds(request: Uint8Array): CompletionIds {
  const hash = createHash('sha256').update(request).digest('hex');
  return { id: `chatcmpl-${hash.slice(0, 32)}`, callId: `call_${hash.slice(32, 56)}`, created: 0 };
}

type ChatResponse = Wire<typeof CHAT_RESPONSE_SCHEMA>;
type ToolCall = Wire<typeof TOOL_CALL_SCHEMA>;

/** The answer to a request without `stream`. */
export function chatResponse(decision: RouteDecision, context: CompletionContext): ChatResponse {
  const calls = toolCalls(decision, context.callId);
  return {
    id: context.id,
    object: 'chat.completion',
    created: context.created,
    model: context.model,
    system_fingerprint: context.engine,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: contentOf(decision, context),
          refusal: null,
          ...(calls === undefined ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: finishReason(decision),
      },
    ],
    usage: usageOf(decision, context),
    svc: svcOf(decision, context),
  };
}

/** Value of the header `x-evident-outcome`. */
export function outcomeHeader(decision: RouteDecision): string {
  return decision.outcome;
}

/** Lines of the event stream: role, content or call, finish with `svc`, usage (with `svc` again, as the last chunk) when asked for, `[DONE]`. */
export function* chatChunks(
  decision: RouteDecision,
  context: CompletionContext,
  options: { readonly includeUsage: boolean },
): Generator<string> {
  // With include_usage OpenAI sends `usage: null` on every chunk but the last.
  const usage = options.includeUsage ? { usage: null } : {};
  const chunk = (delta: unknown, finish: string | null, extra: Record<string, unknown> = {}): string =>
    event({
      ...head(context),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...usage,
      ...extra,
    });

  const calls = toolCalls(decision, context.callId);
  yield chunk({ role: 'assistant', content: calls === undefined ? '' : null, refusal: null }, null);
  if (calls === undefined) yield chunk({ content: contentOf(decision, context) ?? '' }, null);
  else for (const [index, call] of calls.entries()) yield chunk({ tool_calls: [{ index, ...call }] }, null);
  yield chunk({}, finishReason(decision), { svc: svcOf(decision, context) });
  if (options.includeUsage)
    yield event({ ...head(context), choices: [], usage: usageOf(decision, context), svc: svcOf(decision, context) });
  yield 'data: [DONE]\n\n';
}

function head(context: CompletionContext): Record<string, unknown> {
  return {
    id: context.id,
    object: 'chat.completion.chunk',
    created: context.created,
    model: context.model,
    system_fingerprint: context.engine,
  };
}

function event(value: unknown): string {
  return `data: ${writeJson(value)}\n\n`;
}

function toolCalls(decision: RouteDecision, callId: string): readonly ToolCall[] | undefined {
  if (decision.calls.length === 0) return undefined;
  return decision.calls.map((call, at) => ({
    id: at === 0 ? callId : `${callId}_${at}`,
    type: 'function',
    function: { name: call.name, arguments: writeJson(call.arguments) },
  }));
}

function contentOf({ content }: RouteDecision, { asObject }: CompletionContext): string | null {
  return content !== null && asObject ? writeJson({ message: content }) : content;
}

function finishReason(decision: RouteDecision): 'tool_calls' | 'stop' {
  return decision.calls.length === 0 ? 'stop' : 'tool_calls';
}

function usageOf(decision: RouteDecision, context: CompletionContext): ChatResponse['usage'] {
  const prompt = Math.ceil(context.requestBytes / 4);
  const written =
    decision.calls.length === 0
      ? (contentOf(decision, context) ?? '')
      : decision.calls.map((call) => writeJson(call.arguments)).join('');
  const completion = Math.ceil(Buffer.byteLength(written) / 4);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

function svcOf(decision: RouteDecision, context: CompletionContext): Svc {
  return {
    outcome: decision.outcome,
    may_act: decision.may_act,
    tool: decision.tool,
    evidence: decision.evidence,
    missing: decision.missing,
    invalid: decision.invalid,
    candidates: decision.candidates,
    reason: decision.reason,
    ...(decision.deferred === undefined ? {} : { deferred: decision.deferred }),
    ...(context.explain === null ? {} : { explain: context.explain }),
    engine: context.engine,
    ignored: context.ignored,
  };
}
