// Parameter headers: arguments that a tool's schema wants repeated as HTTP headers (`x-mcp-header`, revision 2026-07-28), so that
// what routes requests need not read their bodies.
// In: a tool's input schema and arguments as they were written. Out: the headers to send, or what is wrong with those that came.
// Why not the SDK's: it reads numbers as JavaScript has them, and does not export what a gateway needs of it.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';

interface Declaration {
  /** The names of the properties that lead to the argument. */
  readonly path: readonly string[];
  readonly header: string;
}

type ParamHeaders =
  | { readonly kind: 'ok'; readonly declarations: readonly Declaration[] }
  /** The specification wants such a tool refused. */
  | { readonly kind: 'invalid'; readonly reason: string };

const PREFIX = 'mcp-param-';
const KEYWORD = 'x-mcp-header';
// RFC 9110, section 5.1.
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES = new Set<Json | undefined>(['string', 'integer', 'boolean']);
// A schema that is nested deeper is refused elsewhere; this walk must not be the first to overflow.
const DEPTH_MAX = 256;

const READ = new WeakMap<object, ParamHeaders>();

/** The same, read once for each schema. */
export function paramHeadersOf(inputSchema: Json | undefined): ParamHeaders {
  if (typeof inputSchema !== 'object' || inputSchema === null) return readParamHeaders(inputSchema);
  let read = READ.get(inputSchema);
  if (read === undefined) READ.set(inputSchema, (read = readParamHeaders(inputSchema)));
  return read;
}

/** The declarations of a schema. One that is not reached through `properties` alone, or is no header, makes the tool invalid. */
function readParamHeaders(inputSchema: Json | undefined): ParamHeaders {
  const declarations: Declaration[] = [];
  const names = new Set<string>();
  const visit = (node: Json, path: readonly string[] | null, depth: number): string | null => {
    if (depth > DEPTH_MAX) return null;
    if (Array.isArray(node)) return first(node, (one) => visit(one, null, depth + 1));
    if (!(node instanceof Map)) return null;
    const header = node.get(KEYWORD);
    if (header !== undefined) {
      const place = path === null || path.length === 0 ? 'a place that no argument always has' : path.join('.');
      if (path === null || path.length === 0) return `${KEYWORD} stands at ${place}`;
      if (typeof header !== 'string' || !TOKEN.test(header)) return `${place}: ${KEYWORD} is no name of a header`;
      if (!TYPES.has(node.get('type'))) return `${place}: only a string, an integer or a boolean can be a header`;
      if (names.has(header.toLowerCase())) return `${place}: the header ${header} is named twice`;
      names.add(header.toLowerCase());
      declarations.push({ path, header });
    }
    return first([...node], ([keyword, value]) => {
      if (keyword === 'properties' && value instanceof Map)
        return first([...value], ([name, child]) => visit(child, path === null ? null : [...path, name], depth + 1));
      // Data, not schemas.
      if (keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'examples') return null;
      return visit(value, null, depth + 1);
    });
  };
  const reason = visit(inputSchema ?? null, [], 0);
  return reason === null ? { kind: 'ok', declarations } : { kind: 'invalid', reason };
}

/** The headers of one call. An argument that is absent or nil has none. */
export function writeParamHeaders(declarations: readonly Declaration[], args: Json): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, header } of declarations) {
    const value = textAt(args, path);
    if (value !== null) headers[`${PREFIX}${header.toLowerCase()}`] = encode(value);
  }
  return headers;
}

/** What is wrong with the headers of an incoming call, or null. */
export function checkParamHeaders(declarations: readonly Declaration[], args: Json, headers: Headers): string | null {
  return first(declarations, ({ path, header }) => {
    const value = textAt(args, path);
    if (value === null) return null;
    const sent = headers.get(`${PREFIX}${header}`);
    if (sent === null) return `the header Mcp-Param-${header} is missing`;
    const decoded = decode(sent);
    if (decoded === null) return `the header Mcp-Param-${header} is not valid Base64`;
    return decoded === value || isSameInteger(decoded, value)
      ? null
      : `the header Mcp-Param-${header} differs from the argument ${path.join('.')}`;
  });
}

function first<T>(items: readonly T[], problemOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}

/** The argument's text; null when it is absent, nil or of another kind. */
function textAt(args: Json, path: readonly string[]): string | null {
  let value: Json | undefined = args;
  for (const name of path) value = value instanceof Map ? value.get(name) : undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return value instanceof JsonNumber ? value.text : null;
}

function isSameInteger(a: string, b: string): boolean {
  return /^-?\d{1,400}$/.test(a) && /^-?\d{1,400}$/.test(b) && BigInt(a) === BigInt(b);
}

// The specification's own marks around a value that is no plain header.
const BASE64 = /^=\?base64\?(.*)\?=$/s;

function encode(value: string): string {
  const isPlain = /^[\t -~]+$/.test(value) && value === value.trim() && !BASE64.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

function decode(header: string): string | null {
  const encoded = BASE64.exec(header)?.[1];
  if (encoded === undefined) return header;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return null;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}
