// Tools: a tool definition read once into what ranking and filling need.
// In: a ToolDefinition. Out: its words by field, its head verb, and its parameters down to the leaves.
// Why: nested objects are filled leaf by leaf, so each leaf must know its path, its own words and whether it is required.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import type { ToolDefinition, ToolOrigin } from '../../../services/routing/wire/route.ts';
import type { VerbClass } from '../text/verbs.ts';
import { isActVerb, isLookingVerb } from '../text/verbs.ts';
import { splitIdentifier, stemOf, surfacesOf } from '../text/words.ts';
import type { Way } from './acts.ts';
import { readActs } from './acts.ts';
import type { BoundedSchema, SchemaMap } from './schema.ts';
import { boundSchema } from './schema.ts';

/** More leaves than this are a form to fill, not a call to route; filling is cubic in their number. */
export const LEAVES_MAX = 64;
/** Descriptions beyond this length add text to read and nothing to choose by. */
export const DESCRIPTION_LENGTH_MAX = 4096;

/** `object`: an object without declared members; nothing that is said can fill it. */
export type LeafType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any';

/** An item of a list of objects: what is said once makes one, what is said in rows one for each. */
export const ITEM = 0;

/** Names from the outside in; `ITEM` goes into a list of objects. */
export type LeafPath = readonly (string | typeof ITEM)[];

/** The texts for yes and no. */
interface Written {
  readonly yes: string;
  readonly no: string;
}

/** One value to fill: a property, or a property inside nested objects. */
export interface Leaf {
  readonly path: LeafPath;
  /** What the wire calls it: the property name, or a JSON Pointer when nested. */
  readonly argument: string;
  readonly type: LeafType;
  /** Type of the items when `type` is `array`. */
  readonly itemType: LeafType;
  /** True when this leaf and every object above it are required. */
  readonly required: boolean;
  /** True when the leaf is required by its own object, required or not. */
  readonly requiredInside: boolean;
  readonly enumValues: readonly Json[];
  /** How a flag is sent that lists 'True' and 'False' as texts; null for any other parameter. It lists no values then. */
  readonly written: Written | null;
  /** The one member in which each item of a list of objects is sent; null for a list of the values themselves. */
  readonly wrap: string | null;
  readonly description: string;
  /** Of the items, for a list. */
  readonly format: string | null;
  readonly schema: SchemaMap;
  /** Words and stems of the property's own name. */
  readonly nameWords: readonly string[];
  readonly nameStems: readonly string[];
  readonly descriptionStems: ReadonlySet<string>;
}

export interface Tool {
  readonly name: string;
  /** Of a tool of a registered server. */
  readonly origin: ToolOrigin | null;
  readonly description: string;
  readonly nameWords: readonly string[];
  readonly nameStems: readonly string[];
  /** Of the server it belongs to: saying it tells this tool from another server's, leaving it out says nothing. */
  readonly serverStems: readonly string[];
  readonly descriptionWords: readonly string[];
  readonly descriptionStems: readonly string[];
  /** Words of the first clause of the description: what the tool does, without what is added in brackets and further sentences. */
  readonly headlineWords: readonly string[];
  readonly verb: VerbClass | undefined;
  /** The word of the name that says what the tool does; null when the name is a thing's. */
  readonly act: string | null;
  /** It is not known to leave the world as it was. */
  readonly acting: boolean;
  /** Stems, and bare forms, of the words that order its act. */
  readonly acts: ReadonlySet<string>;
  readonly actWords: ReadonlySet<string>;
  /** Other words and phrases that order it. */
  readonly ways: ReadonlyMap<string, Way>;
  /** Stems of what it makes, books or buys; none for other tools. */
  readonly makes: ReadonlySet<string>;
  readonly bounded: BoundedSchema;
  readonly leaves: readonly Leaf[];
  /** Top-level properties that are required, in schema order. */
  readonly required: readonly string[];
  /** True when the description says that the tool should no longer be used. */
  readonly deprecated: boolean;
  /** Why this tool can never be called, or null. */
  readonly unusable: string | null;
}

export function readTool(definition: ToolDefinition): Tool {
  const bounded = boundSchema(definition.parameters);
  const description = definition.description.slice(0, DESCRIPTION_LENGTH_MAX);
  const { server, tool } = definition.origin ?? readQualified(definition.name);
  const nameWords = splitIdentifier(tool);
  const descriptionWords = surfacesOf(description);
  const leaves: Leaf[] = [];
  collectLeaves(bounded.root, [], true, leaves);
  const required = requiredOf(bounded.root);
  const openRequired = required.find((name) => bounded.open.has(name));
  const undeclared = required.find((name) => !leaves.some((leaf) => leaf.path[0] === name) && !bounded.open.has(name));
  const unusable =
    bounded.openRoot ??
    (openRequired === undefined ? null : `\`${openRequired}\`: ${bounded.open.get(openRequired) ?? ''}`) ??
    (undeclared === undefined ? null : `\`${undeclared}\` is required but has no schema to fill it by`) ??
    (leaves.length > LEAVES_MAX ? `there are more than ${LEAVES_MAX} parameters` : null);
  const [, alias = ''] = /^\p{L}+ \((?:or |i\.e\. )?(\p{L}+)\)/u.exec(description) ?? [];
  const plain = alias === '' ? description : description.replace(/ \([^)]*\)/u, '');
  const headlineWords = surfacesOf(/^[^.;:([\n]*/u.exec(plain.replace(PREAMBLE, ''))?.[0] ?? '');
  return {
    name: definition.name,
    origin: definition.origin ?? null,
    description,
    nameWords,
    nameStems: nameWords.map(stemOf),
    serverStems: splitIdentifier(server).map(stemOf),
    descriptionWords,
    descriptionStems: descriptionWords.map(stemOf),
    headlineWords,
    ...readActs({
      nameWords,
      descriptionWords,
      headlineWords,
      alias: alias.toLowerCase(),
      leafWords: new Set(leaves.flatMap((leaf) => [...leaf.nameWords])),
      leafNames: new Set(leaves.flatMap(({ nameStems }) => [...nameStems])),
      required: new Set(leaves.filter((leaf) => leaf.required).flatMap(({ nameStems }) => [...nameStems])),
    }),
    bounded,
    leaves: leaves.slice(0, LEAVES_MAX),
    required,
    deprecated: /\bdeprecated\b/iu.test(description),
    unusable,
  };
}

/** "This function can be used to lock a door": what the tool does begins behind the words that call it one. */
const PREAMBLE =
  /^(?:this|the) (?:(?:rest )?api )?(?:function|tool|endpoint|method|operation|command|action|api)(?: that)? (?:(?:(?:is|can be) (?:used|designed) to|(?:allows|lets|enables) (?:you|users?|the user|callers?)(?: to)?|will) )?(?=\p{L})/iu;

/**
 * The parts of `mail__send_draft` and `mcp__mail__send_draft`: clients of several MCP servers so tell their tools apart, and what
 * belongs to the server is no act of the tool. A verb names no server: `get__weather` is one name.
 */
function readQualified(name: string): Pick<ToolOrigin, 'server' | 'tool'> {
  const joint = name.lastIndexOf('__');
  const server = joint < 0 ? '' : name.slice(0, joint).replace(/^mcp__/u, '');
  const [first = ''] = splitIdentifier(server);
  const isServer =
    first !== '' && /[a-z0-9]/iu.test(name.slice(joint + 2)) && !isActVerb(first) && !isLookingVerb(first);
  return isServer ? { server, tool: name.slice(joint + 2) } : { server: '', tool: name };
}

function collectLeaves(object: SchemaMap, above: LeafPath, required: boolean, leaves: Leaf[]): void {
  const properties = object.get('properties');
  if (!(properties instanceof Map)) return;
  const requiredNames = new Set(requiredOf(object));
  for (const [name, schema] of properties) {
    if (!(schema instanceof Map) || leaves.length > LEAVES_MAX) continue;
    const path = [...above, name];
    const isRequired = required && requiredNames.has(name);
    if (hasProperties(schema)) {
      collectLeaves(schema, path, isRequired, leaves);
      continue;
    }
    const items = schema.get('items');
    const sole = typeOf(schema) === 'array' && items instanceof Map ? soleMember(items, isRequired) : null;
    if (sole !== null) {
      const list = new Map(schema).set('items', sole.schema);
      const leaf = readLeaf(path, list, isRequired, requiredNames.has(name));
      const nameWords = [...leaf.nameWords, ...splitIdentifier(sole.name).flatMap(splitCount)];
      leaves.push({ ...leaf, nameWords, nameStems: nameWords.map(stemOf), wrap: sole.name });
      continue;
    }
    // A list that may be left out is left out: nothing says that what was said belongs into it.
    if (isRequired && typeOf(schema) === 'array' && items instanceof Map && hasProperties(items)) {
      collectLeaves(items, [...path, ITEM], isRequired, leaves);
      continue;
    }
    leaves.push(readLeaf(path, schema, isRequired, requiredNames.has(name)));
  }
}

/**
 * The only member of the objects of a list, or the only one that they need, where its form says what belongs into it: as many as are
 * said are sent, an object each.
 */
function soleMember(
  items: SchemaMap,
  isRequired: boolean,
): { readonly name: string; readonly schema: SchemaMap } | null {
  const properties = items.get('properties');
  if (!hasProperties(items) || !(properties instanceof Map)) return null;
  const [needed, ...more] = requiredOf(items);
  const name = needed ?? [...properties.keys()][0] ?? '';
  const schema = properties.get(name);
  if (more.length > 0 || !(schema instanceof Map) || typeOf(schema) !== 'string') return null;
  const isOnly = properties.size === 1;
  const isFormed = typeof schema.get('format') === 'string' || typeof schema.get('pattern') === 'string';
  return (isOnly && isRequired) || (isFormed && !isRequired) ? { name, schema } : null;
}

/** It stands in the objects of a list: as many values can be sent as there are objects. */
export function isPerItem({ path }: Leaf): boolean {
  return path.at(-2) === ITEM;
}

/** What the objects of a list hold, as parameters. */
export function membersOf({ path, schema }: Leaf): readonly Leaf[] {
  const items = schema.get('items');
  const members: Leaf[] = [];
  if (items instanceof Map) collectLeaves(items, [...path, ITEM], true, members);
  return members;
}

function hasProperties(schema: SchemaMap): boolean {
  const properties = schema.get('properties');
  return typeOf(schema) === 'object' && properties instanceof Map && properties.size > 0;
}

function readLeaf(path: LeafPath, schema: SchemaMap, required: boolean, requiredInside: boolean): Leaf {
  const declared = typeOf(schema);
  const itemSchema = itemSchemaOf(schema);
  const isArray = declared === 'array';
  const description =
    textOf(schema.get('description')) ||
    textOf(schema.get('title')) ||
    (isArray ? textOf(itemSchema.get('description')) : '');
  const nameWords = splitIdentifier(String(path.at(-1))).flatMap(splitCount);
  const values = valuesOf(isArray ? itemSchema : schema);
  const written = isArray ? null : readWritten(values);
  return {
    path,
    argument: argumentName(path),
    type: written === null ? leafType(declared) : 'boolean',
    itemType: leafType(typeOf(itemSchema)),
    required,
    requiredInside,
    enumValues: written === null ? values : [],
    written,
    wrap: null,
    description: description.slice(0, DESCRIPTION_LENGTH_MAX),
    format: textOf(schema.get('format')) || (isArray ? textOf(itemSchema.get('format')) : '') || null,
    schema,
    nameWords,
    nameStems: nameWords.map(stemOf),
    descriptionStems: new Set(surfacesOf(description.slice(0, DESCRIPTION_LENGTH_MAX)).map(stemOf)),
  };
}

/** `["True", "False"]` is a flag for who speaks, whatever it is sent as. */
function readWritten(values: readonly Json[]): Written | null {
  const texts = values.filter((value) => typeof value === 'string');
  const yes = texts.find((text) => text.toLowerCase() === 'true');
  const no = texts.find((text) => text.toLowerCase() === 'false');
  return values.length === 2 && yes !== undefined && no !== undefined ? { yes, no } : null;
}

/** A value as the schema of its parameter wants it. */
export function asSent(value: Json, { written }: Leaf): Json {
  return written === null || typeof value !== 'boolean' ? value : value ? written.yes : written.no;
}

/** The value that a sent one is read as. */
export function asRead(value: Json, { written }: Leaf): Json {
  return written === null || !(value === written.yes || value === written.no) ? value : value === written.yes;
}

/** A parameter that no schema declares. */
export function looseLeaf(path: readonly (string | number)[]): Leaf {
  return { ...readLeaf(path.map(String), new Map(), false, false), argument: argumentName(path) };
}

/** `mass1` is the first mass: the count is no part of the word. */
function splitCount(word: string): string[] {
  const match = /^(\p{L}{3,})(\d)$/u.exec(word);
  return match === null ? [word] : [match[1] ?? '', match[2] ?? ''];
}

/** The property name, or its RFC 6901 pointer when it is nested. */
export function argumentName(path: readonly (string | number)[]): string {
  return path.length === 1 ? String(path[0]) : pointer(path);
}

export function requiredOf(object: SchemaMap): string[] {
  const required = object.get('required');
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** What all items of a list are: `items`, or what `prefixItems` says of each place alike. */
function itemSchemaOf(schema: SchemaMap): SchemaMap {
  const items = schema.get('items');
  if (items instanceof Map) return items;
  const places = schema.get('prefixItems') ?? items;
  const [first] = Array.isArray(places) ? places : [];
  const alike =
    first instanceof Map &&
    Array.isArray(places) &&
    places.every((place) => place instanceof Map && place.get('type') === first.get('type'));
  return new Map(alike && first.has('type') ? [['type', first.get('type') ?? null]] : []);
}

/** The values a schema lists: by `enum`, by `const`, or by alternatives that each list some. Null is no value to be said. */
function valuesOf(schema: SchemaMap): Json[] {
  const listed = schema.get('enum') ?? onlyConst(schema);
  if (Array.isArray(listed)) return listed.filter((value) => value !== null);
  const alternatives = schema.get('oneOf') ?? schema.get('anyOf');
  if (!Array.isArray(alternatives)) return [];
  const values = alternatives
    .filter((one) => !(one instanceof Map && one.get('type') === 'null'))
    .map((one) => (one instanceof Map ? (one.get('enum') ?? onlyConst(one)) : undefined));
  return values.every((list) => Array.isArray(list)) ? values.flat() : [];
}

function onlyConst(schema: SchemaMap): Json[] | undefined {
  const value = schema.get('const');
  return value === undefined ? undefined : [value];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The one type a schema allows apart from null; `any` when it says nothing or several things. */
function typeOf(schema: SchemaMap): string {
  const type = schema.get('type');
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const real = type.filter((name) => name !== 'null');
    const [only] = real;
    if (real.length === 1 && typeof only === 'string') return only;
  }
  if (type === undefined) {
    if (schema.get('properties') instanceof Map) return 'object';
    const values = valuesOf(schema);
    if (values.length > 0) {
      if (values.every((value) => typeof value === 'string')) return 'string';
      if (values.every((value) => value instanceof JsonNumber)) return 'number';
    }
  }
  return 'any';
}

function leafType(type: string): LeafType {
  return type === 'string' ||
    type === 'number' ||
    type === 'integer' ||
    type === 'boolean' ||
    type === 'array' ||
    type === 'object'
    ? type
    : 'any';
}
