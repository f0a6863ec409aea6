// Chat: a chat-completions request read into what the router needs.
// In: the request's JSON. Out: a ChatRequest and what was ignored, or the parameter that is wrong and why, as data.
// Why: the usual clients send many fields that mean nothing here; those are ignored and listed. What would change the meaning of
// an answer and is not supported is refused by name, never dropped.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import type { Clock } from './clock.ts';
import type { ChatInvalid, ChatTool, Read } from './conversation.ts';
import { invalid, readMessages, readNow, readTools, value } from './conversation.ts';
import type { Message, ToolChoice } from './route.ts';

export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ChatTool[];
  readonly toolChoice: ToolChoice;
  readonly now: Clock | null;
  /** True when `seed` was given: then ids derive from the request and `created` is 0. */
  readonly seeded: boolean;
  /** Whether an answer may have two calls. */
  readonly parallel: boolean;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** `response_format` `json_object`: a question or a refusal is the JSON object `{"message":…}`. */
  readonly asObject: boolean;
  /** Add to the answer which rules spoke. */
  readonly explain: boolean;
}

/** `ignored` holds RFC 6901 pointers into the request. */
export type ChatReading =
  | { readonly kind: 'ok'; readonly request: ChatRequest; readonly ignored: readonly string[] }
  | ChatInvalid;

/** Enough pointers for a person to see which members are ignored. */
const IGNORED_MAX = 100;

export function readChatRequest(json: Json): ChatReading {
  if (!(json instanceof Map)) return invalid(null, 'invalid_type', 'The request must be a JSON object.');
  const unsupported = findUnsupported(json);
  if (unsupported !== null) return unsupported;
  const ignored = [...json.keys()]
    .filter((key) => !READ_FIELDS.has(key) && !isOff(json, key))
    .map((key) => pointer([key]));

  const messages = readMessages(json.get('messages'), ignored);
  if (messages.kind === 'invalid') return messages;
  const tools = readTools(json.get('tools'), ignored);
  if (tools.kind === 'invalid') return tools;
  const toolChoice = readToolChoice(json.get('tool_choice'), tools.value);
  if (toolChoice.kind === 'invalid') return toolChoice;
  const now = readNow(json.get('metadata'));
  if (now.kind === 'invalid') return now;
  const stream = readStream(json);
  if (stream.kind === 'invalid') return stream;
  const seed = json.get('seed') ?? null;
  if (seed !== null && !(seed instanceof JsonNumber && /^-?\d+$/u.test(seed.text)))
    return invalid('seed', 'invalid_type', '`seed` must be an integer.');

  return {
    kind: 'ok',
    request: {
      messages: messages.value,
      tools: tools.value,
      toolChoice: toolChoice.value,
      now: now.value,
      parallel: json.get('parallel_tool_calls') !== false,
      seeded: seed !== null,
      ...stream.value,
      asObject: isObjectFormat(json.get('response_format')),
      explain: json.get('explain') === true,
    },
    ignored: ignored.slice(0, IGNORED_MAX),
  };
}

/** There are no log probabilities to give: only who asks for them misses something. */
function isOff(json: Map<string, Json>, key: string): boolean {
  return key === 'logprobs' && (json.get(key) ?? false) === false;
}

/** Fields that are read, or whose only accepted value changes nothing. */
const READ_FIELDS = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'metadata',
  'stream',
  'stream_options',
  'seed',
  'n',
  'response_format',
  'functions',
  'function_call',
  'modalities',
  'explain',
]);

const JSON_OBJECT = 'json_object';

/** What would need another kind of answer than we give. */
function findUnsupported(json: Map<string, Json>): ChatInvalid | null {
  const model = json.get('model') ?? null;
  if (model !== null && typeof model !== 'string') return invalid('model', 'invalid_type', '`model` must be a string.');
  const n = json.get('n') ?? null;
  if (n !== null && !(n instanceof JsonNumber && Number(n.text) === 1))
    return invalid('n', 'unsupported_value', 'Only one choice is given: `n` must be 1.');
  for (const legacy of ['functions', 'function_call']) {
    if ((json.get(legacy) ?? null) !== null)
      return invalid(
        legacy,
        'unsupported_parameter',
        `\`${legacy}\` is not supported; use \`tools\` and \`tool_choice\`.`,
      );
  }
  const format = json.get('response_format') ?? null;
  const formatType = format instanceof Map ? format.get('type') : undefined;
  if (format !== null && formatType !== 'text' && formatType !== JSON_OBJECT) {
    return invalid(
      'response_format',
      'unsupported_value',
      'Only `response_format` `{"type":"text"}` and `{"type":"json_object"}` are supported.',
    );
  }
  const modalities = json.get('modalities') ?? null;
  if (modalities !== null && !(Array.isArray(modalities) && modalities.every((one) => one === 'text'))) {
    return invalid('modalities', 'unsupported_value', 'Only the modality "text" is supported.');
  }
  const parallel = json.get('parallel_tool_calls') ?? null;
  if (parallel !== null && typeof parallel !== 'boolean')
    return invalid('parallel_tool_calls', 'invalid_type', '`parallel_tool_calls` must be true or false.');
  const explain = json.get('explain') ?? null;
  if (explain !== null && typeof explain !== 'boolean')
    return invalid('explain', 'invalid_type', '`explain` must be true or false.');
  return null;
}

function isObjectFormat(format: Json | undefined): boolean {
  return format instanceof Map && format.get('type') === JSON_OBJECT;
}

function readToolChoice(json: Json | undefined, tools: readonly ChatTool[]): Read<ToolChoice> {
  if (json === undefined || json === null) return value({ kind: 'auto' });
  if (json === 'none' || json === 'auto' || json === 'required') return value({ kind: json });
  if (typeof json === 'string')
    return invalid(
      'tool_choice',
      'invalid_value',
      '`tool_choice` must be "none", "auto", "required", a named function or allowed tools.',
    );
  if (!(json instanceof Map))
    return invalid('tool_choice', 'invalid_type', '`tool_choice` must be a string or an object.');
  const type = json.get('type');
  if (type === 'allowed_tools') return readAllowedTools(json, tools);
  if (type !== 'function')
    return invalid(
      'tool_choice.type',
      'unsupported_value',
      'A `tool_choice` object must have the type "function" or "allowed_tools".',
    );
  return readNamed([json], 'tool_choice', tools);
}

/** Of chat completions, where `mode` and `tools` are inside `allowed_tools`, or of the Responses API, where they are beside the type. */
function readAllowedTools(json: Map<string, Json>, tools: readonly ChatTool[]): Read<ToolChoice> {
  const inner = json.get('allowed_tools');
  const [param, allowed] =
    inner instanceof Map ? ['tool_choice.allowed_tools', inner] : (['tool_choice', json] as const);
  const mode = allowed.get('mode') ?? 'auto';
  if (mode !== 'auto' && mode !== 'required')
    return invalid(`${param}.mode`, 'invalid_value', '`mode` must be "auto" or "required".');
  const list = allowed.get('tools') ?? null;
  if (!Array.isArray(list))
    return invalid(
      `${param}.tools`,
      list === null ? 'missing_required_parameter' : 'invalid_type',
      'Allowed tools are an array.',
    );
  return readNamed(list, `${param}.tools`, tools);
}

/** Functions by name: `{"type":"function","function":{"name":…}}`, or with the name beside the type. */
function readNamed(list: readonly Json[], param: string, tools: readonly ChatTool[]): Read<ToolChoice> {
  const names = new Set<string>();
  for (const [at, entry] of list.entries()) {
    const place = param === 'tool_choice' ? param : `${param}[${at}]`;
    const named = entry instanceof Map ? (entry.get('function') ?? entry) : undefined;
    const name = named instanceof Map ? named.get('name') : undefined;
    if (typeof name !== 'string')
      return invalid(`${place}.function.name`, 'missing_required_parameter', 'A named function needs `function.name`.');
    // The tools of a registered server are not known here; a name that none of them has leaves no candidate.
    const known = tools.some((tool) => tool.kind === 'mcp' || tool.definition.name === name);
    if (!known) return invalid(place, 'invalid_value', 'The named function is not among `tools`.');
    names.add(name);
  }
  return value({ kind: 'among', names });
}

function readStream(json: Map<string, Json>): Read<{ readonly stream: boolean; readonly includeUsage: boolean }> {
  const stream = json.get('stream') ?? false;
  if (typeof stream !== 'boolean') return invalid('stream', 'invalid_type', '`stream` must be true or false.');
  const options = json.get('stream_options') ?? null;
  if (options === null) return value({ stream, includeUsage: false });
  if (!(options instanceof Map))
    return invalid('stream_options', 'invalid_type', '`stream_options` must be an object.');
  const includeUsage = options.get('include_usage') ?? false;
  if (typeof includeUsage !== 'boolean')
    return invalid('stream_options.include_usage', 'invalid_type', '`include_usage` must be true or false.');
  return value({ stream, includeUsage });
}
