// Registrations: what somebody wrote about a server, as the one normal form the registry keeps.
// In: a JSON body in any of the forms people paste. Out: configurations with every default filled in, or all problems.
// Why: idempotent registration compares normal forms, and nothing behind this file meets an alias or a missing field.

import type { Json } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type {
  GuardRules,
  Guards,
  ProtocolChoice,
  ServerAuth,
  ServerLimits,
  ServerTimeouts,
  ServerToolRules,
  ServerTransport,
  ToolPolicy,
} from '../services/tools/wire/mcp.ts';
import type { Problem } from './registration-fields.ts';
import { Fields } from './registration-fields.ts';
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
  /** http and sse only: where tokens come from. null: from nowhere, or from a login that nothing is said about. */
  readonly auth: ServerAuth | null;
  readonly protocol: ProtocolChoice;
  readonly timeouts: ServerTimeouts;
  readonly limits: ServerLimits;
  readonly tools: ServerToolRules;
  readonly guards: GuardRules;
}

// As many as a person would paste; each of them is a process or a connection.
const SERVERS_PER_BODY_MAX = 64;
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
    const rest = body instanceof Map ? new Map([...body].filter(([member]) => member !== 'name')) : body;
    return readOne(rest, '', name, problems) as ServerConfig;
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
    auth: readAuth(fields, isStdio),
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
      ...readUnguarded(guards),
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

/** Without a `type` it is a login of a person. */
function readAuth(fields: Fields, isForeign: boolean): ServerAuth | null {
  const auth = fields.optionalSection('auth', isForeign);
  if (auth === null) return null;
  const read: ServerAuth = {
    type: auth.oneOf<ServerAuth['type']>('type', ['authorization_code', 'client_credentials'], 'authorization_code'),
    expected_issuer: auth.optionalText('expected_issuer'),
    client_id: auth.optionalText('client_id'),
    client_secret: auth.optionalText('client_secret'),
    scope: auth.optionalText('scope'),
  };
  auth.refuseRest();
  // A secret goes where the operator says, never where the server says.
  const needed = read.type === 'client_credentials' ? (['expected_issuer', 'client_id', 'client_secret'] as const) : [];
  for (const name of needed) if (read[name] === null) auth.problem(name, 'a client of its own needs it');
  if (read.client_secret !== null && read.expected_issuer === null && needed.length === 0)
    auth.problem('expected_issuer', 'a client_secret is sent to one issuer alone');
  if (fields.hasHeader('authorization')) fields.problem('auth', 'the headers have an Authorization already');
  return read;
}

export const NO_GUARDS: GuardRules = { before: [], after: [], tools: {} };

function readGuards(fields: Fields, isWhole = false): Guards {
  const guards = { before: fields.texts('before'), after: fields.texts('after') };
  if (isWhole) fields.refuseRest();
  return guards;
}

function readUnguarded(fields: Fields): Pick<GuardRules, 'unguarded'> {
  const kinds = fields.texts('unguarded');
  const known = kinds.filter((kind) => kind === 'resources' || kind === 'prompts');
  if (known.length < kinds.length)
    fields.problem('unguarded', 'resources and prompts are what no policy is asked about');
  return known.length === 0 ? {} : { unguarded: known };
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

export function invalidServer(problems: readonly Problem[]): ServiceError {
  const first = problems[0] as Problem;
  const where = first.path === '' ? 'the body' : first.path;
  return new ServiceError('invalid_server', { message: `${where}: ${first.message}`, details: { problems } });
}

/** The text two configurations share exactly when they are the same. */
export function printConfig(config: ServerConfig): string {
  return writeJson(config);
}
