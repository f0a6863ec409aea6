// Schema: what a field of a form is, from the JSON Schema of a tool's arguments.
// In: a schema, which comes from a stranger. Out: its shape, a value to begin with, an example. What a field cannot show is `any`,
// written as JSON. Bounded: references are followed a few times, and what is required within itself ends at a depth.

import { type Json, JsonError, JsonNumber, parseJson } from '../../../../grammar/json.ts';
import { writeJson } from '../../../../grammar/json-write.ts';

type Schema = Readonly<Record<string, unknown>>;

export type Shape =
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly item: unknown }
  | { readonly kind: 'choice'; readonly options: readonly Json[] }
  | { readonly kind: 'either'; readonly variants: readonly unknown[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'any' };

export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** References to references; more is a circle. */
const HOPS_MAX = 16;
/** Values within values that a form begins with. */
const DEPTH_MAX = 8;
/** Characters of a number: JSON's own grammar. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function shapeOf(given: unknown, root: unknown): Shape {
  const schema = resolve(given, root);
  if ('const' in schema) return { kind: 'choice', options: [plain(schema['const'])] };
  if (Array.isArray(schema['enum'])) return { kind: 'choice', options: schema['enum'].map(plain) };
  const type = typeOf(schema);
  if (type === 'object' || (type === null && isRecord(schema['properties']))) {
    const members = membersOf(schema);
    return members.length === 0 ? { kind: 'any' } : { kind: 'object', members };
  }
  if (type === 'array' && isRecord(schema['items'])) return { kind: 'list', item: schema['items'] };
  if (type === 'string') return { kind: 'text' };
  if (type === 'number' || type === 'integer') return { kind: 'number', isWhole: type === 'integer' };
  if (type === 'boolean') return { kind: 'choice', options: [true, false] };
  const variants = variantsOf(schema);
  return variants.length > 1 ? { kind: 'either', variants } : { kind: 'any' };
}

/** What stands in a field before anything is typed: what the schema says, and what must be there; undefined: nothing. */
export function initialOf(given: unknown, root: unknown, depth = 0): Json | undefined {
  const schema = resolve(given, root);
  if ('default' in schema) return plain(schema['default']);
  if ('const' in schema) return plain(schema['const']);
  if (depth === DEPTH_MAX) return undefined;
  const shape = shapeOf(schema, root);
  if (shape.kind === 'list') return [];
  if (shape.kind === 'text') return '';
  if (shape.kind === 'object') return collect(shape.members, root, depth, initialOf);
  return typeOf(schema) === 'object' ? new Map() : undefined;
}

/** A value of the schema's shape, for a person to change. */
export function exampleOf(given: unknown, root: unknown, depth = 0): Json | undefined {
  const schema = resolve(given, root);
  if (Array.isArray(schema['examples']) && schema['examples'].length > 0) return plain(schema['examples'][0]);
  if ('default' in schema) return plain(schema['default']);
  if (depth === DEPTH_MAX) return undefined;
  const shape = shapeOf(schema, root);
  switch (shape.kind) {
    case 'choice':
      return shape.options[0];
    case 'text':
      return TEXTS[String(schema['format'])] ?? 'text';
    case 'number':
      return plain(typeof schema['minimum'] === 'number' ? schema['minimum'] : 1);
    case 'list': {
      const item = exampleOf(shape.item, root, depth + 1);
      return item === undefined ? [] : [item];
    }
    case 'either':
      return exampleOf(shape.variants[0], root, depth + 1);
    case 'object':
      return collect(shape.members, root, depth, exampleOf);
    case 'any':
      return typeOf(schema) === 'object' ? new Map() : typeOf(schema) === 'array' ? [] : undefined;
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '09:30:00Z',
  'date-time': '2026-01-31T09:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** Members that are required, with what each begins with. */
function collect(members: readonly Member[], root: unknown, depth: number, begin: typeof initialOf): Map<string, Json> {
  const value = new Map<string, Json>();
  for (const { name, schema, isRequired } of members) {
    const member = isRequired || 'default' in resolve(schema, root) ? begin(schema, root, depth + 1) : undefined;
    if (member !== undefined) value.set(name, member);
  }
  return value;
}

/** A number as it was typed; text that is none stays text, and the tool's schema will not take it. */
export function readNumber(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return NUMBER.test(trimmed) ? new JsonNumber(trimmed) : text;
}

/** JSON, or the text itself where it is none; undefined where there is nothing. */
export function readAny(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  return readExact(text).value ?? text;
}

export function writeAny(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' && readAny(value) === value ? value : indented(value);
}

/** JSON with the text of each number, or why it is none. */
export function readExact(text: string): { readonly value: Json | undefined; readonly problem: string | null } {
  try {
    return { value: parseJson(new TextEncoder().encode(text)), problem: null };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { value: undefined, problem: `This is not JSON: ${error.message} ${error.where}` };
  }
}

/** JSON over lines. */
export function indented(value: Json, margin = ''): string {
  const inner = `${margin}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((item) => inner + indented(item, inner)).join(',\n')}\n${margin}]`;
  if (value instanceof Map && value.size > 0)
    return `{\n${[...value].map(([name, member]) => `${inner}${JSON.stringify(name)}: ${indented(member, inner)}`).join(',\n')}\n${margin}}`;
  return writeJson(value);
}

/** The schema that is meant: references followed, parts that all hold put together, null left out of a choice with one other. */
export function resolve(given: unknown, root: unknown): Schema {
  let schema = isRecord(given) ? given : {};
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    const { $ref, allOf, ...rest } = schema;
    const [only, ...more] = variantsOf(schema);
    if (typeof $ref === 'string') schema = { ...at(root, $ref), ...rest };
    else if (Array.isArray(allOf)) schema = merged([...allOf.map((part) => resolveOnce(part, root)), rest]);
    else if (isRecord(only) && more.length === 0) {
      const { anyOf: _anyOf, oneOf: _oneOf, ...around } = schema;
      schema = { ...only, ...around };
    } else return schema;
  }
  return {};
}

function resolveOnce(part: unknown, root: unknown): Schema {
  if (!isRecord(part)) return {};
  return typeof part['$ref'] === 'string' ? at(root, part['$ref']) : part;
}

function merged(parts: readonly Schema[]): Schema {
  return parts.reduce((sum, part) => ({
    ...sum,
    ...part,
    properties: { ...(sum['properties'] as object), ...(part['properties'] as object) },
    required: [sum['required'], part['required']].flatMap((names) => (Array.isArray(names) ? names : [])),
  }));
}

/** The place a local reference names; nothing for any other. */
function at(root: unknown, reference: string): Schema {
  if (!reference.startsWith('#')) return {};
  let place: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    place = typeof place === 'object' && place !== null && Object.hasOwn(place, name) ? (place as Schema)[name] : null;
  }
  return isRecord(place) ? place : {};
}

function variantsOf(schema: Schema): readonly unknown[] {
  const given = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(given) ? given.filter((one) => !(isRecord(one) && one['type'] === 'null')) : [];
}

/** The one type there is beside null; null where there are several or none. */
function typeOf({ type }: Schema): string | null {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null' && typeof one === 'string');
  return types.length === 1 ? (types[0] as string) : null;
}

function membersOf(schema: Schema): readonly Member[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  const wanted = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, member]) => ({ name, schema: member, isRequired: wanted.has(name) }));
}

/** Plain data as JSON that was read. */
export function plain(value: unknown): Json {
  return parseJson(new TextEncoder().encode(JSON.stringify(value)));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
