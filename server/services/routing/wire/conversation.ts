// Conversation: what requests about messages and tools have in common: reading them, and saying what is wrong.
// In: members of a request's JSON. Out: messages, tools and a clock, or the parameter that is wrong and why, as data.

import type { Json } from '../../../../grammar/json.ts';
import { JsonError, parseJson } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import type { Clock } from './clock.ts';
import { readClock } from './clock.ts';
import type { Message, MessageText, Role, RouteCall, ToolDefinition } from './route.ts';

/** A function the caller defines, or all tools of a registered server. */
export type ChatTool =
  | { readonly kind: 'function'; readonly definition: ToolDefinition }
  | { readonly kind: 'mcp'; readonly server: string };

type ChatInvalidCode =
  | 'missing_required_parameter'
  | 'invalid_type'
  | 'invalid_value'
  | 'unsupported_value'
  | 'unsupported_parameter';

/** The functions among the tools of a request. */
export function definitionsOf(tools: readonly ChatTool[]): ToolDefinition[] {
  return tools.flatMap((tool) => (tool.kind === 'function' ? [tool.definition] : []));
}

/** `param` is spelled as OpenAI spells it: `tools[0].function.name`. */
export interface ChatInvalid {
  readonly kind: 'invalid';
  readonly param: string | null;
  readonly code: ChatInvalidCode;
  readonly message: string;
}

export type Read<T> = { readonly kind: 'value'; readonly value: T } | ChatInvalid;

export const value = <T>(read: T): Read<T> => ({ kind: 'value', value: read });

export function invalid(param: string | null, code: ChatInvalidCode, message: string): ChatInvalid {
  return { kind: 'invalid', param, code, message };
}

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const MESSAGE_FIELDS = new Set(['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'refusal']);

export function readMessages(json: Json | undefined, ignored: string[]): Read<Message[]> {
  if (json === undefined || json === null)
    return invalid('messages', 'missing_required_parameter', '`messages` is required.');
  if (!Array.isArray(json)) return invalid('messages', 'invalid_type', '`messages` must be an array.');
  if (json.length === 0) return invalid('messages', 'invalid_value', '`messages` must not be empty.');
  const lastUser = json.findLastIndex((message) => message instanceof Map && message.get('role') === 'user');
  const lastMade = json
    .slice(0, Math.max(0, lastUser))
    .findLastIndex((message) => message instanceof Map && Array.isArray(message.get('tool_calls')));
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
    const calls =
      role === 'assistant' && (at > lastUser || at === lastMade) ? readCallsMade(message.get('tool_calls')) : [];
    messages.push({ role: role as Role, texts: texts.value, ...(calls.length === 0 ? {} : { calls }) });
  }
  return value(messages);
}

/** What the assistant has called already. What is no call of a function is not ours to judge here. */
function readCallsMade(json: Json | undefined): RouteCall[] {
  return (Array.isArray(json) ? json : []).flatMap((entry): RouteCall[] => {
    const made = entry instanceof Map ? entry.get('function') : undefined;
    if (!(made instanceof Map)) return [];
    const [name, given] = [made.get('name'), made.get('arguments')];
    if (typeof name !== 'string') return [];
    return [{ name, arguments: typeof given === 'string' ? parseArguments(given) : (given ?? null) }];
  });
}

/** The arguments of a call, as models write them; the text itself where it is no JSON. */
export function parseArguments(text: string): Json {
  if (text.trim() === '') return new Map();
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return text;
  }
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

export function readTools(json: Json | undefined, ignored: string[]): Read<ChatTool[]> {
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

export function readNow(metadata: Json | undefined): Read<Clock | null> {
  if (metadata === undefined || metadata === null) return value(null);
  if (!(metadata instanceof Map)) return invalid('metadata', 'invalid_type', '`metadata` must be an object.');
  const now = metadata.get('now') ?? null;
  if (now === null) return value(null);
  const clock = typeof now === 'string' ? readClock(now) : null;
  return clock === null
    ? invalid('metadata.now', 'invalid_value', '`metadata.now` must be an RFC 3339 date and time with an offset.')
    : value(clock);
}
