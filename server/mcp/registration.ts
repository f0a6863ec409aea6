// Registrations: what somebody wrote about a server, as the one normal form the registry keeps.
// In: a JSON body in any of the forms people paste. Out: configurations with every default filled in, or all problems.
// Why: idempotent registration compares normal forms, and nothing behind this file meets an alias or a missing field.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber, pointer } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type {
  GuardRules,
  Guards,
  ProtocolChoice,
  ServerLimits,
  ServerTimeouts,
  ServerToolRules,
  ServerTransport,
  ToolPolicy,
} from '../services/tools/wire/mcp.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from './results.ts';

/** A server as it is kept: references to secrets as written, everything else in full. */
export interface ServerConfig {
  readonly name: string;
  readonly transport: ServerTransport;
  readonly description: string;
  readonly enabled: boolean;
  readonly tags: readonly string[];
  /** stdio only; `env` also for stdio only. */
  readonly command: string | null;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  /** http and sse only; so are `headers`. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: ProtocolChoice;
  readonly timeouts: ServerTimeouts;
  readonly limits: ServerLimits;
  readonly tools: ServerToolRules;
  readonly guards: GuardRules;
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

// As many as a person would paste; each of them is a process or a connection.
const SERVERS_PER_BODY_MAX = 64;
// The longest command lines, URLs and tokens people have are half as long; all of a record is kept and shown.
const TEXT_LENGTH_MAX = 4096;
const LIST_LENGTH_MAX = 256;
// An hour; a call that takes longer needs another interface than a held request.
const TIMEOUT_MAX_MS = 3_600_000;
// Calls held at once, each with its arguments and a timer; those that wait cost no more than their arguments.
const CONCURRENCY_MAX = 256;
const QUEUE_MAX = 4096;
// Below, not even the greeting of a server fits; above, one answer would hold a large part of the process's memory.
const RESPONSE_BYTES_MIN = 1024;
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;

const TIMEOUTS: ServerTimeouts = {
  connect_ms: 10_000,
  call_ms: 30_000,
  max_total_ms: 300_000,
  reset_on_progress: true,
};
export const LIMITS: ServerLimits = {
  concurrency: 16,
  queue: 64,
  response_bytes: 8 * 1024 * 1024,
  // Nothing is cut.
  result_bytes: RESULT_BYTES_MAX,
  tools: {},
};

/** No `_`, so that `__` in a qualified name is unambiguous. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const TRANSPORTS: Readonly<Record<string, ServerTransport>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/**
 * One server, or those of `mcpServers`. `places` says where each stands when the body was made from something else. Throws
 * `invalid_server` with every problem and its JSON Pointer.
 */
export function readRegistration(body: Json, places?: ReadonlyMap<string, string>): readonly ServerConfig[] {
  return checked((problems) => readAll(body, places, problems));
}

/** One server under a name that is given; the body may say it again. Throws as `readRegistration` does. */
export function readServer(name: string, body: Json): ServerConfig {
  return checked((problems) => {
    const named = body instanceof Map ? body.get('name') : undefined;
    if (named !== undefined && named !== name)
      problems.push({ path: '/name', message: `the server is called ${name} in the path` });
    return readOne(body, '', name, problems) as ServerConfig;
  });
}

function checked<T>(read: (problems: Problem[]) => T): T {
  const problems: Problem[] = [];
  const request = read(problems);
  if (problems.length > 0) throw invalidServer(problems);
  return request;
}

function readAll(
  body: Json,
  places: ReadonlyMap<string, string> | undefined,
  problems: Problem[],
): readonly ServerConfig[] {
  const servers = body instanceof Map ? body.get('mcpServers') : undefined;
  if (servers === undefined) return [readOne(body, '', undefined, problems)].filter((config) => config !== undefined);
  if (!(servers instanceof Map)) {
    problems.push({ path: '/mcpServers', message: 'an object of servers is expected' });
    return [];
  }
  if (servers.size > SERVERS_PER_BODY_MAX)
    problems.push({ path: '/mcpServers', message: `more than ${SERVERS_PER_BODY_MAX} servers` });
  return [...servers]
    .slice(0, SERVERS_PER_BODY_MAX)
    .map(([name, value]) => readOne(value, places?.get(name) ?? pointer(['mcpServers', name]), name, problems))
    .filter((config) => config !== undefined);
}

function readOne(body: Json, path: string, name: string | undefined, problems: Problem[]): ServerConfig | undefined {
  if (body instanceof Map) return readConfig(body, path, name, problems);
  problems.push({ path, message: 'an object is expected' });
  return undefined;
}

function readConfig(
  body: Map<string, Json>,
  path: string,
  givenName: string | undefined,
  problems: Problem[],
): ServerConfig {
  const fields = new Fields(body, path, problems);
  const name = givenName ?? fields.text('name', '');
  if (!NAME.test(name)) {
    problems.push({
      path: givenName === undefined ? `${path}/name` : path,
      message: 'a name is 1 to 32 of a-z, 0-9 and -, with no - at either end',
    });
  }
  const command = fields.optionalText('command');
  const url = fields.optionalText('url');
  const transport = readTransport(fields, command, url);
  const isStdio = transport === 'stdio';
  const timeouts = fields.section('timeouts');
  const limits = fields.section('limits');
  const limitedTools = limits.section('tools');
  const tools = fields.section('tools');
  const guards = fields.section('guards');
  const guardedTools = guards.section('tools');
  const config: ServerConfig = {
    name,
    transport,
    description: fields.text('description', ''),
    enabled: fields.flag('enabled', true) && !fields.flag('disabled', false),
    tags: fields.texts('tags'),
    command: isStdio ? command : null,
    args: fields.texts('args', !isStdio),
    env: fields.textMap('env', !isStdio),
    cwd: fields.optionalText('cwd', !isStdio),
    url: isStdio ? null : url,
    headers: fields.textMap('headers', isStdio),
    protocol: fields.oneOf<ProtocolChoice>('protocol', ['auto', 'legacy', 'modern'], 'auto'),
    timeouts: {
      connect_ms: timeouts.integer('connect_ms', 1, TIMEOUT_MAX_MS, TIMEOUTS.connect_ms),
      call_ms: timeouts.integer('call_ms', 1, TIMEOUT_MAX_MS, TIMEOUTS.call_ms),
      max_total_ms: timeouts.integer('max_total_ms', 1, TIMEOUT_MAX_MS, TIMEOUTS.max_total_ms),
      reset_on_progress: timeouts.flag('reset_on_progress', TIMEOUTS.reset_on_progress),
    },
    limits: {
      concurrency: limits.integer('concurrency', 1, CONCURRENCY_MAX, LIMITS.concurrency),
      queue: limits.integer('queue', 0, QUEUE_MAX, LIMITS.queue),
      response_bytes: limits.integer('response_bytes', RESPONSE_BYTES_MIN, RESPONSE_BYTES_MAX, LIMITS.response_bytes),
      result_bytes: limits.integer('result_bytes', RESULT_BYTES_MIN, RESULT_BYTES_MAX, LIMITS.result_bytes),
      tools: Object.fromEntries(
        limitedTools
          .names()
          .map((pattern) => [
            pattern,
            limitedTools.integer(pattern, RESULT_BYTES_MIN, RESULT_BYTES_MAX, LIMITS.result_bytes),
          ]),
      ),
    },
    tools: {
      allow: tools.texts('allow'),
      deny: tools.texts('deny'),
      policy: tools.oneOf<ToolPolicy>('policy', ['tofu', 'first', 'strict', 'open'], 'tofu'),
    },
    guards: {
      ...readGuards(guards),
      tools: Object.fromEntries(
        guardedTools.names().map((pattern) => [pattern, readGuards(guardedTools.section(pattern), true)]),
      ),
    },
  };
  for (const section of [guards, guardedTools, limitedTools]) section.refuseRest();
  fields.oneOf('isolation', ['shared'], 'shared');
  for (const section of [fields, timeouts, limits, tools]) section.refuseRest();
  return config;
}

export const NO_GUARDS: GuardRules = { before: [], after: [], tools: {} };

function readGuards(fields: Fields, isWhole = false): Guards {
  const guards = { before: fields.texts('before'), after: fields.texts('after') };
  if (isWhole) fields.refuseRest();
  return guards;
}

/** `command` means stdio and `url` means http, as the usual clients read the same files. */
function readTransport(fields: Fields, command: string | null, url: string | null): ServerTransport {
  const written = fields.optionalText('transport') ?? fields.optionalText('type');
  fields.optionalText('type');
  const named = written === null ? undefined : TRANSPORTS[written];
  if (written !== null && named === undefined) fields.problem('transport', 'the transport is stdio, http or sse');
  if (command !== null && url !== null) fields.problem('url', 'a server has a command or a url, not both');
  if (command === null && url === null) fields.problem('', 'a server needs a command or a url');
  const implied = command === null ? 'http' : 'stdio';
  if (named !== undefined && (named === 'stdio') !== (implied === 'stdio'))
    fields.problem('transport', `the transport is ${named}, but the other fields say ${implied}`);
  return named ?? implied;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Written by the transport, or by the protocol; a record that set them would break the connection or smuggle a second request. */
const HEADERS_RESERVED =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|accept|cookie|mcp-.*|proxy-.*|evident-.*)$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads members of one object, remembers which were asked for, and collects what is wrong. */
class Fields {
  private readonly members: ReadonlyMap<string, Json>;
  private readonly path: string;
  private readonly problems: Problem[];
  private readonly known = new Set<string>();

  constructor(members: ReadonlyMap<string, Json>, path: string, problems: Problem[]) {
    this.members = members;
    this.path = path;
    this.problems = problems;
  }

  problem(name: string, message: string): void {
    this.problems.push({ path: name === '' ? this.path : `${this.path}/${name}`, message });
  }

  optionalText(name: string, isForeign = false): string | null {
    const value = this.take(name);
    if (value === undefined || value === null) return null;
    if (isForeign) this.problem(name, FOREIGN);
    if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && !value.includes('\0') && value !== '')
      return value;
    this.problem(name, `a text of 1 to ${TEXT_LENGTH_MAX} characters is expected`);
    return null;
  }

  text(name: string, fallback: string): string {
    return this.members.get(name) === '' ? (this.known.add(name), '') : (this.optionalText(name) ?? fallback);
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.take(name);
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    this.problem(name, 'true or false is expected');
    return fallback;
  }

  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.take(name);
    if (value === undefined) return fallback;
    const number = value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.problem(name, `an integer from ${min} to ${max} is expected`);
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.take(name);
    if (value === undefined) return fallback;
    const found = allowed.find((word) => word === value);
    if (found === undefined) this.problem(name, `one of ${allowed.join(', ')} is expected`);
    return found ?? fallback;
  }

  texts(name: string, isForeign = false): readonly string[] {
    const value = this.take(name);
    if (value === undefined) return [];
    if (isForeign) this.problem(name, FOREIGN);
    const isList = Array.isArray(value) && value.length <= LIST_LENGTH_MAX;
    if (
      isList &&
      value.every((item) => typeof item === 'string' && item.length <= TEXT_LENGTH_MAX && !item.includes('\0'))
    )
      return value as string[];
    this.problem(name, `a list of at most ${LIST_LENGTH_MAX} texts is expected`);
    return [];
  }

  /** `env` and `headers`: names and values must be fit to be sent. */
  textMap(name: 'env' | 'headers', isForeign = false): Readonly<Record<string, string>> {
    const value = this.take(name);
    const result: Record<string, string> = {};
    if (value === undefined) return result;
    if (isForeign) this.problem(name, FOREIGN);
    if (!(value instanceof Map) || value.size > LIST_LENGTH_MAX) {
      this.problem(name, `an object of at most ${LIST_LENGTH_MAX} texts is expected`);
      return result;
    }
    for (const [key, text] of [...value].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX || text.includes('\0'))
        this.problem(name, 'every value is a text');
      else if (name === 'env' ? !VARIABLE_NAME.test(key) : !HEADER_NAME.test(key) || HEADERS_RESERVED.test(key))
        this.problem(name, 'a name is not allowed');
      else if (name === 'headers' && !HEADER_VALUE.test(text)) this.problem(name, 'a value does not fit into a header');
      else result[key] = text;
    }
    return result;
  }

  section(name: string): Fields {
    const value = this.take(name);
    if (value !== undefined && !(value instanceof Map)) this.problem(name, 'an object is expected');
    return new Fields(value instanceof Map ? value : new Map(), `${this.path}/${name}`, this.problems);
  }

  names(): readonly string[] {
    return [...this.members.keys()];
  }

  refuseRest(): void {
    for (const name of this.members.keys())
      if (!this.known.has(name)) this.problem(name.replaceAll('~', '~0').replaceAll('/', '~1'), 'unknown field');
  }

  private take(name: string): Json | undefined {
    this.known.add(name);
    return this.members.get(name);
  }
}

const FOREIGN = 'this field does not belong to the transport';

export function invalidServer(problems: readonly Problem[]): ServiceError {
  const first = problems[0] as Problem;
  const where = first.path === '' ? 'the body' : first.path;
  return new ServiceError('invalid_server', { message: `${where}: ${first.message}`, details: { problems } });
}

/** The text two configurations share exactly when they are the same. */
export function printConfig(config: ServerConfig): string {
  return writeJson(config);
}
