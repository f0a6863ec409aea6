// Verify on the wire: POST /v1/tools/verify, the calls that a model wants to make and what is said of each.
// In: a request's JSON. Out: messages, tools and calls, or the parameter that is wrong; an answer as plain data; the schemas of both.
// Why: the messages and tools are those of chat completions, so that a caller sends what it has sent to its model, and the calls are
// what the model returned.

import type { Json } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import { CHAT_REQUEST_SCHEMA } from './chat-schema.ts';
import type { Clock } from './clock.ts';
import type { ChatInvalid, ChatTool, Read } from './conversation.ts';
import { invalid, parseArguments, readMessages, readNow, readTools, value } from './conversation.ts';
import type { CallVerdict, GivenCall, Message } from './route.ts';
import type { Verification } from './route-schema.ts';

/** A model makes a handful of calls at once; each reads the whole conversation again. */
export const CALLS_MAX = 16;

interface ToolVerifyRequest {
  readonly messages: readonly Message[];
  /** null: nobody says what there is, and the calls stand for themselves. */
  readonly tools: readonly ChatTool[] | null;
  readonly calls: readonly GivenCall[];
  readonly countResults: boolean;
  readonly now: Clock | null;
}

export type ToolVerifyReading =
  | { readonly kind: 'ok'; readonly request: ToolVerifyRequest; readonly ignored: readonly string[] }
  | ChatInvalid;

const MEMBERS: ReadonlySet<string> = new Set([
  'messages',
  'tools',
  'call',
  'tool_calls',
  'sources',
  'metadata',
  'model',
]);

export function readToolVerifyRequest(json: Json): ToolVerifyReading {
  if (!(json instanceof Map)) return invalid(null, 'invalid_type', 'The request must be a JSON object.');
  const ignored = [...json.keys()].filter((key) => !MEMBERS.has(key)).map((key) => pointer([key]));
  const messages = readMessages(json.get('messages'), ignored);
  if (messages.kind === 'invalid') return messages;
  const tools = readTools(json.get('tools'), ignored);
  if (tools.kind === 'invalid') return tools;
  const calls = readCalls(json);
  if (calls.kind === 'invalid') return calls;
  const countResults = readSources(json.get('sources'));
  if (countResults.kind === 'invalid') return countResults;
  const now = readNow(json.get('metadata'));
  if (now.kind === 'invalid') return now;
  const request = {
    messages: messages.value,
    tools: (json.get('tools') ?? null) === null ? null : tools.value,
    calls: calls.value,
    countResults: countResults.value,
    now: now.value,
  };
  return { kind: 'ok', request, ignored };
}

/** One `call`, or the `tool_calls` of a completion. */
function readCalls(json: Map<string, Json>): Read<GivenCall[]> {
  const call = json.get('call') ?? null;
  const list = json.get('tool_calls') ?? null;
  if ((call === null) === (list === null))
    return invalid('call', 'missing_required_parameter', 'Either `call` or `tool_calls` is required.');
  if (call !== null) {
    const read = readCall(call, null, 'call');
    return read.kind === 'invalid' ? read : value([read.value]);
  }
  if (!Array.isArray(list)) return invalid('tool_calls', 'invalid_type', '`tool_calls` must be an array.');
  if (list.length === 0 || list.length > CALLS_MAX)
    return invalid('tool_calls', 'invalid_value', `\`tool_calls\` must hold 1 to ${CALLS_MAX} calls.`);
  const calls: GivenCall[] = [];
  for (const [at, entry] of list.entries()) {
    const param = `tool_calls[${at}]`;
    if (!(entry instanceof Map)) return invalid(param, 'invalid_type', 'A tool call must be an object.');
    const id = entry.get('id') ?? null;
    if (id !== null && typeof id !== 'string') return invalid(`${param}.id`, 'invalid_type', '`id` must be a string.');
    const read = readCall(entry.get('function') ?? null, id, `${param}.function`);
    if (read.kind === 'invalid') return read;
    calls.push(read.value);
  }
  return value(calls);
}

/** `arguments` is an object, or its JSON text as models write it: what cannot be read is the model's fault, not the caller's. */
function readCall(json: Json, id: string | null, param: string): Read<GivenCall> {
  if (!(json instanceof Map))
    return invalid(param, 'invalid_type', 'A call must be an object with `name` and `arguments`.');
  const name = json.get('name');
  if (typeof name !== 'string')
    return invalid(
      `${param}.name`,
      name === undefined ? 'missing_required_parameter' : 'invalid_type',
      'A call needs a string `name`.',
    );
  const given = json.get('arguments') ?? new Map<string, Json>();
  return value({ id, name, arguments: typeof given === 'string' ? parseArguments(given) : given });
}

/** True where results of tools count beside what users say. */
function readSources(json: Json | undefined): Read<boolean> {
  if (json === undefined || json === null) return value(false);
  const known = Array.isArray(json) && json.every((one) => one === 'user' || one === 'tool') && json.includes('user');
  return known
    ? value(json.includes('tool'))
    : invalid('sources', 'invalid_value', '`sources` must be ["user"] or ["user", "tool"].');
}

/** The answer: pass it to `writeJson`. */
export function toolVerification(
  calls: readonly CallVerdict[],
  { engine, ignored }: { readonly engine: string; readonly ignored: readonly string[] },
): Verification {
  return {
    object: 'tool_verification',
    outcome: outcomeOf(calls),
    may_act: calls.every(({ may_act }) => may_act),
    calls: calls.map(({ id, ...call }) => (id === null ? call : { id, ...call })),
    engine,
    ignored,
  };
}

/** Of all calls together: refused if any is, else unresolved if any is, else decided. */
export function outcomeOf(calls: readonly CallVerdict[]): CallVerdict['outcome'] {
  const outcomes = new Set(calls.map(({ outcome }) => outcome));
  return outcomes.has('refused') ? 'refused' : outcomes.has('unresolved') ? 'unresolved' : 'decided';
}

const CALL = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, arguments: { type: ['object', 'string', 'null'] } },
} as const;

const { messages, tools, metadata } = CHAT_REQUEST_SCHEMA.properties;

export const TOOL_VERIFY_REQUEST_SCHEMA = {
  type: 'object',
  required: ['messages'],
  properties: {
    messages,
    tools: { ...tools, description: 'Without it the calls are judged by their names alone.' },
    call: { ...CALL, description: 'One call; or `tool_calls`.' },
    tool_calls: {
      type: ['array', 'null'],
      maxItems: CALLS_MAX,
      items: {
        type: 'object',
        required: ['function'],
        properties: { id: { type: ['string', 'null'] }, type: { type: 'string' }, function: CALL },
      },
      description: 'As a completion returned them.',
    },
    sources: {
      type: ['array', 'null'],
      items: { enum: ['user', 'tool'] },
      description: 'Who may supply values: users, and with `tool` the results of tools too.',
    },
    metadata,
  },
} as const;

const LISTED = { type: 'array', items: { type: 'object' } } as const;

/** What a model needs of it; messages and tools are those that it knows from routing. */
export const TOOL_VERIFY_TOOL_INPUT = {
  type: 'object',
  required: ['messages', 'call'],
  properties: {
    messages: { ...LISTED, description: 'Of chat completions.' },
    tools: { ...LISTED, description: 'Of chat completions.' },
    call: CALL,
    sources: TOOL_VERIFY_REQUEST_SCHEMA.properties.sources,
  },
} as const;
