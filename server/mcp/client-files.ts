// Client files: the files in which MCP clients keep their servers, as the one form that registrations have.
// In: the bytes of a file that somebody uses already. Out: `{"mcpServers": {…}}` in our fields, and what was changed or not read.
// Why: what works in an editor should work here as it is. A field that means nothing here is named and left out; a value that is
// wrong is still an error, told by the reader of registrations.

import { suggest } from '../../compiler/suggest.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber, parseJson } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { invalidServer } from './registration.ts';

interface ClientFile {
  readonly body: Map<string, Json>;
  /** By the names of servers: where the file has each, as a JSON Pointer. */
  readonly places: ReadonlyMap<string, string>;
  /** The member `stdioTemplates`, which only our own files have. */
  readonly templates: Json;
  /** Each a sentence with a JSON Pointer into the file. */
  readonly warnings: readonly string[];
}

/** Throws JsonError for what is no JSON, comments and commas before a closing bracket apart. */
export function readClientFile(bytes: Uint8Array): ClientFile {
  return readClientServers(parseJson(Buffer.from(plainJson(new TextDecoder().decode(bytes)))));
}

/** Whether a body is a file of a client and not one server. */
export function isClientFile(body: Json): body is Map<string, Json> {
  return body instanceof Map && PLACES.some(([name]) => body.has(name as string));
}

/** The same for a file that was parsed. Throws `invalid_server` where it has no servers. */
export function readClientServers(file: Json): ClientFile {
  const warnings: string[] = [];
  if (!(file instanceof Map)) throw invalidServer([{ path: '', message: 'an object is expected' }]);
  const { path, servers } = findServers(file);
  // Who is called as we would call it keeps its name, whoever comes first.
  const names = new Set(servers.map(([given]) => given).filter((given) => fit(given) === given));
  const own = new Set(names);
  warnings.push(...ofProjects(file), ...besideServers(file, path));
  const body = new Map<string, Json>();
  const places = new Map<string, string>();
  for (const [given, server] of servers) {
    const place = pointer([...path, given]);
    if (isExtension(server)) {
      warnings.push(`${place}: left out, an extension of the editor starts it; here it needs a command or a url`);
      continue;
    }
    const name = own.delete(given) ? given : nameOf(given, names);
    if (name !== given) warnings.push(`${place}: its name here is ${name}`);
    places.set(name, place);
    body.set(name, server instanceof Map ? readServer(server, place, warnings) : server);
  }
  return {
    body: new Map<string, Json>([['mcpServers', body]]),
    places,
    templates: file.get('stdioTemplates') ?? new Map<string, Json>(),
    warnings,
  };
}

/** Claude Code keeps servers of single projects in the file of all. They are for who works there, so they are named and left out. */
function ofProjects(file: Map<string, Json>): string[] {
  return (entriesOf(file.get('projects')) ?? []).flatMap(([name, project]) => {
    const servers = project instanceof Map ? project.get('mcpServers') : undefined;
    const place = pointer(['projects', name, 'mcpServers']);
    return servers instanceof Map && servers.size > 0
      ? [`${place}: left out, these are of one project; its .mcp.json may be named instead`]
      : [];
  });
}

/** Members beside the servers: a second place for servers is named, and a rule that would be missed is an error. Others are the client's. */
function besideServers(file: Map<string, Json>, path: readonly string[]): string[] {
  const misplaced = [...file.keys()].filter(
    (name) => name !== 'stdioTemplates' && name !== path[0] && suggest(name, RULES) !== null,
  );
  if (misplaced.length > 0)
    throw invalidServer(misplaced.map((name) => ({ path: pointer([name]), message: `not read here: ${RULE_PLACES}` })));
  return PLACES.filter(([name]) => name !== path[0])
    .filter((place) => entriesOf(valueAt(file, place)) !== null)
    .map((place) => `${pointer(place)}: left out, the servers of ${pointer(path)} are read`);
}

/** What only our own files have; a member that is nearly one of them is meant to be it. */
const RULES: ReadonlySet<string> = new Set(['stdioTemplates', 'guards']);
const RULE_PLACES = 'guards stand in a server, stdioTemplates beside the servers';

function valueAt(file: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = file;
  for (const name of path) value = value instanceof Map ? value.get(name) : undefined;
  return value;
}

/** Blanks what JSON has not and these files have: comments, commas before a closing bracket, a byte order mark. Places stay. */
function plainJson(text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const uncommented = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) => (part.startsWith('"') ? part : blank(part)));
  return uncommented.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? ' ' : part));
}

interface Found {
  readonly path: readonly string[];
  readonly servers: readonly (readonly [string, Json])[];
}

/** Where the usual clients keep servers. `stdioTemplates` alone is a file of ours without servers. */
function findServers(file: Map<string, Json>): Found {
  for (const path of PLACES) {
    const servers = entriesOf(valueAt(file, path));
    if (servers !== null) return { path, servers };
  }
  const prefixed = [...file.keys()].find((name) => name.endsWith('.mcpServers'));
  const servers = entriesOf(prefixed === undefined ? undefined : file.get(prefixed));
  if (prefixed !== undefined && servers !== null) return { path: [prefixed], servers };
  const published = readPublished(file);
  if (published !== null) return { path: [], servers: [published] };
  if (file.has('stdioTemplates')) return { path: [], servers: [] };
  const message = `no servers: ${PLACES.map((place) => place.join('.')).join(', ')} are looked for`;
  throw invalidServer([{ path: '', message }]);
}

const PLACES: readonly (readonly string[])[] = [
  // Claude Desktop, Claude Code, Cursor, Windsurf, Cline, Roo Code, Gemini; a list in Continue's config.json.
  ['mcpServers'],
  // VS Code: mcp.json, and its settings.json.
  ['servers'],
  ['mcp', 'servers'],
  // Zed.
  ['context_servers'],
  // opencode.
  ['mcp'],
  // Continue's older config.json.
  ['experimental', 'modelContextProtocolServers'],
];

function entriesOf(value: Json | undefined): (readonly [string, Json])[] | null {
  if (value instanceof Map) return [...value];
  if (!Array.isArray(value)) return null;
  return value.map((server, at) => {
    const name = server instanceof Map ? server.get('name') : undefined;
    return [typeof name === 'string' ? name : String(at), server] as const;
  });
}

const NAME_LENGTH_MAX = 32;

/** A name that we accept: letters and digits with `-` between them. */
function fit(given: string): string {
  return (
    given
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, NAME_LENGTH_MAX)
      .replace(/-+$/, '') || 'server'
  );
}

/** One that no other server of the file has. */
function nameOf(given: string, taken: Set<string>): string {
  const base = fit(given);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) {
    const ending = `-${count}`;
    name = `${base.slice(0, NAME_LENGTH_MAX - ending.length)}${ending}`;
  }
  taken.add(name);
  return name;
}

/** Fields of ours. */
const OWN: ReadonlySet<string> = new Set([
  'transport',
  'type',
  'description',
  'enabled',
  'disabled',
  'tags',
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'auth',
  'protocol',
  'timeouts',
  'limits',
  'tools',
  'guards',
  'isolation',
]);

/** The same under the names of other clients. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['serverUrl', 'url'],
  ['httpUrl', 'url'],
  ['environment', 'env'],
  ['workingDirectory', 'cwd'],
  ['oauth', 'auth'],
]);

/** Of a client at an authorization server, as Cursor, Claude Code, Gemini, opencode and VS Code write it. */
const AUTH_ALIASES: ReadonlyMap<string, string> = new Map([
  ['CLIENT_ID', 'client_id'],
  ['clientId', 'client_id'],
  ['CLIENT_SECRET', 'client_secret'],
  ['clientSecret', 'client_secret'],
  ['scopes', 'scope'],
]);

/** Near to a field of ours and none: seconds in some clients and milliseconds in others. */
const OTHERS: ReadonlySet<string> = new Set(['timeout']);

/** Lists of tools, under the names of other clients. */
const TOOL_LISTS: ReadonlyMap<string, 'allow' | 'deny'> = new Map([
  ['includeTools', 'allow'],
  ['excludeTools', 'deny'],
  ['disabledTools', 'deny'],
]);

/** Zed writes `null` for what nobody set. */
const UNSET: ReadonlySet<string> = new Set(['args', 'env', 'cwd', 'headers']);

/** What says nothing that the other fields do not say. */
const IMPLIED: ReadonlySet<string> = new Set(['name', 'source', '$schema']);
const IMPLIED_TYPES: ReadonlySet<Json> = new Set<Json>(['local', 'remote', 'custom', 'extension']);

function readServer(server: Map<string, Json>, place: string, warnings: string[]): Map<string, Json> {
  const read = new Map<string, Json>();
  const tools = new Map<string, Json>();
  for (const [given, value] of flatten(server)) {
    const name = ALIASES.get(given) ?? given;
    const list = TOOL_LISTS.get(given);
    if (value === null && UNSET.has(name)) continue;
    if (list !== undefined) addTools(tools, list, value);
    else if (name === 'tools' && Array.isArray(value))
      for (const [one, names] of toolsOf(value)) addTools(tools, one, names);
    else if (name === 'tools' && value instanceof Map) for (const [one, names] of value) addTools(tools, one, names);
    else if (name === 'command' && Array.isArray(value)) {
      read.set('command', value[0] ?? '');
      read.set('args', value.slice(1));
    } else if (name === 'env' || name === 'headers') read.set(name, textsOf(value));
    // `false`, as opencode writes it: there is nobody to sign in at.
    else if (name === 'auth' && value instanceof Map)
      read.set(name, readAuth(value, `${place}${pointer([given])}`, warnings));
    else if (name === 'auth' && value !== null)
      warnings.push(`${place}${pointer([given])}: not read, it means nothing here`);
    else if ((name === 'type' && IMPLIED_TYPES.has(value)) || IMPLIED.has(name)) continue;
    // What looks like a field of ours is refused by the reader: a misspelt rule must not be missed.
    else if (OWN.has(name) || (!OTHERS.has(name) && suggest(name, OWN) !== null)) read.set(name, value);
    else warnings.push(`${place}${pointer([given])}: not read, it means nothing here`);
  }
  if (tools.size > 0) read.set('tools', tools);
  // The reference alone: what stands beside it may be a secret.
  const [asked] = [...texts(read)].flatMap((text) => text.match(/\$\{input:[^}]*\}/) ?? []);
  if (asked !== undefined) {
    warnings.push(
      `${place}: switched off, because ${asked} asks a person; name a secret with --mcp-secret and write \${secret:NAME}`,
    );
    read.set('enabled', false);
    read.delete('disabled');
  }
  return read;
}

/** Zed's settings for a server that comes with an extension, which alone knows how it is started. */
function isExtension(server: Json): boolean {
  if (!(server instanceof Map) || !(server.has('settings') || server.get('source') === 'extension')) return false;
  return !['command', 'url', 'serverUrl', 'httpUrl'].some((name) => server.has(name));
}

/** `tools` of GitHub Copilot, a list of those that may be called. An empty one is none, where no rule of ours would be all. */
function toolsOf(names: Json[]): Map<string, Json> {
  return new Map<string, Json>([names.length === 0 ? ['deny', ['*']] : ['allow', names]]);
}

/** Where two members of a server say which tools there are, both hold: what one denies is denied, and allowed is what both allow. */
function addTools(tools: Map<string, Json>, list: string, names: Json): void {
  const before = tools.get(list);
  if (before === undefined || !Array.isArray(before) || !Array.isArray(names)) tools.set(list, names);
  else if (list === 'deny') tools.set(list, [...before, ...names]);
  else {
    const both = before.filter((name) => names.includes(name));
    if (both.length > 0) tools.set(list, both);
    else addTools(tools, 'deny', ['*']);
  }
}

/** Fields of ours, and those of other clients under our names; addresses of an authorization server are looked up from its issuer. */
function readAuth(auth: Map<string, Json>, place: string, warnings: string[]): Map<string, Json> {
  const read = new Map<string, Json>();
  for (const [given, value] of auth) {
    const name = AUTH_ALIASES.get(given) ?? given;
    if (name === 'scope' && Array.isArray(value)) read.set(name, value.join(' '));
    else if (OWN_AUTH.has(name)) read.set(name, value);
    else warnings.push(`${place}${pointer([given])}: not read, it means nothing here`);
  }
  if (read.has('client_secret') && !read.has('expected_issuer') && read.get('type') !== 'client_credentials') {
    warnings.push(
      `${place}: the client_secret is not read; write expected_issuer beside it, the only one it is sent to`,
    );
    read.delete('client_secret');
  }
  return read;
}

const OWN_AUTH: ReadonlySet<string> = new Set(['type', 'expected_issuer', 'client_id', 'client_secret', 'scope']);

/** Zed's older `command` and Continue's older `transport` are objects that hold the fields of the server. */
function flatten(server: Map<string, Json>): [string, Json][] {
  return [...server].flatMap(([name, value]): [string, Json][] => {
    if (!(value instanceof Map)) return [[name, value]];
    if (name === 'command') return [...value].map(([inner, one]) => [inner === 'path' ? 'command' : inner, one]);
    if (name === 'transport') return [...value];
    if (name === 'requestOptions') return value.has('headers') ? [['headers', value.get('headers') as Json]] : [];
    return [[name, value]];
  });
}

/** `env` and `headers`: numbers and booleans as their text; a list of `{name, value}` as an object. */
function textsOf(value: Json): Json {
  if (Array.isArray(value))
    return new Map(
      value.flatMap((one) =>
        one instanceof Map && typeof one.get('name') === 'string'
          ? [[one.get('name') as string, one.get('value') ?? '']]
          : [],
      ),
    );
  if (!(value instanceof Map)) return value;
  return new Map(
    [...value].map(([name, text]) => [
      name,
      text instanceof JsonNumber ? text.text : typeof text === 'boolean' ? String(text) : text,
    ]),
  );
}

function* texts(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* texts(one);
  else if (value instanceof Map) for (const one of value.values()) yield* texts(one);
}

/** The `server.json` of the MCP registry: its first address, else its first package, run as its kind of package is run. */
function readPublished(file: Map<string, Json>): readonly [string, Json] | null {
  const name =
    String(file.get('name') ?? 'server')
      .split('/')
      .at(-1) ?? '';
  const [remote] = listOf(file.get('remotes'));
  if (remote !== undefined) {
    const members: [string, Json][] = ['type', 'url', 'headers'].flatMap((one): [string, Json][] =>
      remote.has(one) ? [[one, remote.get(one) as Json]] : [],
    );
    return [name, new Map(members)];
  }
  const [one] = listOf(file.get('packages'));
  if (one === undefined) return null;
  const kind = String(one.get('registryType') ?? one.get('registry_name') ?? 'npm');
  const identifier = String(one.get('identifier') ?? one.get('name') ?? '');
  const version = one.get('version');
  const [command, first, joint] = RUNNERS.get(kind) ?? NPX;
  const whole = typeof version === 'string' ? `${identifier}${joint}${version}` : identifier;
  const args = [
    ...first,
    ...argumentsOf(one.get('runtimeArguments')),
    whole,
    ...argumentsOf(one.get('packageArguments')),
  ];
  const env = listOf(one.get('environmentVariables')).flatMap((variable): [string, Json][] => {
    const key = variable.get('name');
    return typeof key === 'string' ? [[key, variable.get('value') ?? variable.get('default') ?? `\${${key}}`]] : [];
  });
  return [
    name,
    new Map<string, Json>([
      ['command', String(one.get('runtimeHint') ?? command)],
      ['args', args],
      ['env', new Map(env)],
    ]),
  ];
}

/** The command, what it takes before the package, and what stands between its name and its version. */
type Runner = readonly [command: string, args: readonly string[], joint: string];
const NPX: Runner = ['npx', ['-y'], '@'];
const RUNNERS: ReadonlyMap<string, Runner> = new Map([
  ['npm', NPX],
  ['pypi', ['uvx', [], '==']],
  ['oci', ['docker', ['run', '-i', '--rm'], ':']],
]);

function listOf(value: Json | undefined): Map<string, Json>[] {
  return Array.isArray(value) ? value.filter((one): one is Map<string, Json> => one instanceof Map) : [];
}

/** Those with a value; one that only a person could give is left out. */
function argumentsOf(value: Json | undefined): Json[] {
  return listOf(value).flatMap((one) => {
    const given = one.get('value') ?? one.get('default');
    const name = one.get('type') === 'named' ? one.get('name') : undefined;
    return [...(typeof name === 'string' ? [name] : []), ...(given === undefined ? [] : [given])];
  });
}
