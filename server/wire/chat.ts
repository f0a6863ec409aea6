// Chat: a chat-completions request read into what the router needs.
// In: the request's JSON. Out: a ChatRequest and what was ignored, or the parameter that is wrong and why, as data.
// Why: the usual clients send many fields that mean nothing here; those are ignored and listed. What would change the meaning of
// an answer and is not supported is refused by name, never dropped.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber, pointer } from '../../grammar/json.ts';
import type { Clock } from './clock.ts';
import { readClock } from './clock.ts';
import type { Message, MessageText, Role, ToolChoice, ToolDefinition } from './route.ts';

/** A function the caller defines, or all tools of a registered server. */
export type ChatTool =
  | { readonly kind: 'function'; readonly definition: ToolDefinition }
  | { readonly kind: 'mcp'; readonly server: string };

export interface ChatRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ChatTool[];
  readonly toolChoice: ToolChoice;
  readonly now: Clock | null;
  /** True when `seed` was given: then ids derive from the request and `created` is 0. */
  readonly seeded: boolean;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** `response_format` `json_object`: a question or a refusal is the JSON object `{"message":…}`. */
  readonly asObject: boolean;
}

export type ChatInvalidCode =
  | 'missing_required_parameter'
  | 'invalid_type'
  | 'invalid_value'
  | 'unsupported_value'
  | 'unsupported_parameter';

/** `param` is spelled as OpenAI spells it: `tools[0].function.name`. */
export interface ChatInvalid {
  readonly kind: 'invalid';
  readonly param: string | null;
  readonly code: ChatInvalidCode;
  readonly message: string;
}

/** `ignored` holds RFC 6901 pointers into the request. */
export type ChatRead =
  | { readonly kind: 'ok'; readonly request: ChatRequest; readonly ignored: readonly string[] }
  | ChatInvalid;

/** More pointers than this tell nothing new. */
const IGNORED_MAX = 100;

export function readChatRequest(json: Json): ChatRead {
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
      seeded: seed !== null,
      ...stream.value,
      asObject: isObjectFormat(json.get('response_format')),
    },
    ignored: ignored.slice(0, IGNORED_MAX),
  };
}

/** There are no log probabilities to give: only who asks for them misses something. */
function isOff(json: Map<string, Json>, key: string): boolean {
  return key === 'logprobs' && (json.get(key) ?? false) === false;
}

type Read<T> = { readonly kind: 'value'; readonly value: T } | ChatInvalid;

const value = <T>(read: T): Read<T> => ({ kind: 'value', value: read });

function invalid(param: string | null, code: ChatInvalidCode, message: string): ChatInvalid {
  return { kind: 'invalid', param, code, message };
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
  return null;
}

function isObjectFormat(format: Json | undefined): boolean {
  return format instanceof Map && format.get('type') === JSON_OBJECT;
}

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const MESSAGE_FIELDS = new Set(['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'refusal']);

function readMessages(json: Json | undefined, ignored: string[]): Read<Message[]> {
  if (json === undefined || json === null)
    return invalid('messages', 'missing_required_parameter', '`messages` is required.');
  if (!Array.isArray(json)) return invalid('messages', 'invalid_type', '`messages` must be an array.');
  if (json.length === 0) return invalid('messages', 'invalid_value', '`messages` must not be empty.');
  const lastUser = json.findLastIndex((message) => message instanceof Map && message.get('role') === 'user');
  const messages: Message[] = [];
  for (const [at, message] of json.entries()) {
    const param = `messages[${at}]`;
    if (!(message instanceof Map)) return invalid(param, 'invalid_type', 'A message must be an object.');
    const role = message.get('role') ?? null;
    if (role === null) return invalid(`${param}.role`, 'missing_required_parameter', 'A message needs a `role`.');
    if (typeof role !== 'string') return invalid(`${param}.role`, 'invalid_type', '`role` must be a string.');
    if (!ROLES.has(role))
      return invalid(
        `${param}.role`,
        'unsupported_value',
        '`role` must be one of system, developer, user, assistant, tool.',
      );
    for (const key of message.keys()) if (!MESSAGE_FIELDS.has(key)) ignored.push(pointer(['messages', at, key]));
    const texts = readContent(message.get('content'), { at, role, isLastUser: at === lastUser, ignored });
    if (texts.kind === 'invalid') return texts;
    messages.push({ role: role as Role, texts: texts.value });
  }
  return value(messages);
}

interface ContentPlace {
  readonly at: number;
  readonly role: string;
  readonly isLastUser: boolean;
  readonly ignored: string[];
}

function readContent(json: Json | undefined, { at, role, isLastUser, ignored }: ContentPlace): Read<MessageText[]> {
  const param = `messages[${at}].content`;
  const path = `/messages/${at}/content`;
  if (typeof json === 'string') return value([{ path, text: json }]);
  if (json === undefined || json === null) {
    // An assistant message with tool calls has no content.
    return role === 'assistant'
      ? value([])
      : invalid(
          param,
          json === null ? 'invalid_type' : 'missing_required_parameter',
          '`content` must be a string or an array of text parts.',
        );
  }
  if (!Array.isArray(json))
    return invalid(param, 'invalid_type', '`content` must be a string or an array of text parts.');
  const texts: MessageText[] = [];
  for (const [place, part] of json.entries()) {
    const type = part instanceof Map ? part.get('type') : undefined;
    if (!(part instanceof Map) || typeof type !== 'string')
      return invalid(`${param}[${place}]`, 'invalid_type', 'A content part must be an object with a `type`.');
    const text = part.get('text');
    if (type === 'text') {
      if (typeof text !== 'string')
        return invalid(`${param}[${place}].text`, 'invalid_type', 'A text part needs a string `text`.');
      texts.push({ path: `${path}/${place}/text`, text });
    } else if (isLastUser) {
      return invalid(
        `${param}[${place}].type`,
        'unsupported_value',
        `Only text can be routed; a part of type ${JSON.stringify(type.slice(0, 40))} is not supported in the last user message.`,
      );
    } else ignored.push(`${path}/${place}`);
  }
  return value(texts);
}

const TOOL_FIELDS = new Set(['type', 'function', 'server']);
const FUNCTION_FIELDS = new Set(['name', 'description', 'parameters', 'strict']);
/** OpenAI allows 64; qualified names of registered servers' tools are longer. */
const TOOL_NAME_LENGTH_MAX = 256;

function readTools(json: Json | undefined, ignored: string[]): Read<ChatTool[]> {
  if (json === undefined || json === null) return value([]);
  if (!Array.isArray(json)) return invalid('tools', 'invalid_type', '`tools` must be an array.');
  const tools: ChatTool[] = [];
  const names = new Set<string>();
  for (const [at, tool] of json.entries()) {
    const read = readTool(tool, at, ignored);
    if (read.kind === 'invalid') return read;
    const key = read.value.kind === 'function' ? `function ${read.value.definition.name}` : `mcp ${read.value.server}`;
    if (names.has(key)) {
      return invalid(
        read.value.kind === 'function' ? `tools[${at}].function.name` : `tools[${at}].server`,
        'invalid_value',
        'This name is given twice in `tools`.',
      );
    }
    names.add(key);
    tools.push(read.value);
  }
  return value(tools);
}

function readTool(tool: Json, at: number, ignored: string[]): Read<ChatTool> {
  const param = `tools[${at}]`;
  if (!(tool instanceof Map)) return invalid(param, 'invalid_type', 'A tool must be an object.');
  const type = tool.get('type');
  for (const key of tool.keys()) if (!TOOL_FIELDS.has(key)) ignored.push(pointer(['tools', at, key]));
  if (type === undefined) return invalid(`${param}.type`, 'missing_required_parameter', 'A tool needs a `type`.');
  if (type === 'mcp') {
    const server = tool.get('server');
    if (typeof server !== 'string' || server === '')
      return invalid(
        `${param}.server`,
        'missing_required_parameter',
        'A tool of type "mcp" names a registered `server`.',
      );
    return value({ kind: 'mcp', server });
  }
  if (type !== 'function')
    return invalid(`${param}.type`, 'unsupported_value', 'The type of a tool must be "function" or "mcp".');
  const definition = tool.get('function');
  if (!(definition instanceof Map))
    return invalid(
      `${param}.function`,
      definition === undefined ? 'missing_required_parameter' : 'invalid_type',
      'A tool of type "function" needs a `function` object.',
    );
  for (const key of definition.keys())
    if (!FUNCTION_FIELDS.has(key)) ignored.push(pointer(['tools', at, 'function', key]));
  const name = definition.get('name');
  if (typeof name !== 'string')
    return invalid(
      `${param}.function.name`,
      name === undefined ? 'missing_required_parameter' : 'invalid_type',
      'A function needs a string `name`.',
    );
  if (name.trim() === '' || name.length > TOOL_NAME_LENGTH_MAX || name.includes('`'))
    return invalid(
      `${param}.function.name`,
      'invalid_value',
      `A function name has 1 to ${TOOL_NAME_LENGTH_MAX} characters and no backtick.`,
    );
  const description = definition.get('description') ?? '';
  if (typeof description !== 'string')
    return invalid(`${param}.function.description`, 'invalid_type', '`description` must be a string.');
  const parameters = definition.get('parameters') ?? undefined;
  if (parameters !== undefined && !(parameters instanceof Map))
    return invalid(`${param}.function.parameters`, 'invalid_type', '`parameters` must be an object.');
  return value({ kind: 'function', definition: { name, description, parameters } });
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

function readNow(metadata: Json | undefined): Read<Clock | null> {
  if (metadata === undefined || metadata === null) return value(null);
  if (!(metadata instanceof Map)) return invalid('metadata', 'invalid_type', '`metadata` must be an object.');
  const now = metadata.get('now') ?? null;
  if (now === null) return value(null);
  const clock = typeof now === 'string' ? readClock(now) : null;
  return clock === null
    ? invalid('metadata.now', 'invalid_value', '`metadata.now` must be an RFC 3339 date and time with an offset.')
    : value(clock);
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
