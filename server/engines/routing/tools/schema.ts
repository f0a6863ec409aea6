// Schema: a JSON Schema from a stranger, bounded and made free of references before anybody interprets it.
// In: the `parameters` of a tool definition. Out: the same schema without `$ref`, and the properties that lie outside the bounds. Why: schemas come from requests and upstream servers and are hostile. A reference loop, ten
// thousand nodes or a pattern with exponential time must cost nothing, and what we cannot check must stay open, not pass unchecked.

import type { Json } from '../../../../grammar/json.ts';
import { lookUp } from '../../../schema/check.ts';

/** Enough for the largest tool definitions seen in public catalogues (about 20 KiB). */
export const SCHEMA_BYTES_MAX = 64 * 1024;
/** Real schemas nest below 12; the interpreter recurses once per level. */
export const SCHEMA_DEPTH_MAX = 32;
/** Counted after references are resolved, so that shared definitions cannot multiply. */
export const SCHEMA_NODES_MAX = 2000;

/** A schema node: keyword to value, in wire order. */
export type SchemaMap = Map<string, Json>;

export interface BoundedSchema {
  /** Free of references. Properties that lie outside are missing here and named in `open`. */
  readonly root: SchemaMap;
  /** Top-level properties whose schema cannot be interpreted, with the reason. */
  readonly open: ReadonlyMap<string, string>;
  /** Set when the schema as a whole cannot be interpreted: then no call can be checked. */
  readonly openRoot: string | null;
}

/** Bound and resolve the `parameters` of one tool. Never throws; never recurses deeper than the bound. */
export function boundSchema(parameters: Json | undefined): BoundedSchema {
  const empty: SchemaMap = new Map<string, Json>([['type', 'object']]);
  if (parameters === undefined || parameters === null) return { root: empty, open: new Map(), openRoot: null };
  if (!(parameters instanceof Map)) return { root: empty, open: new Map(), openRoot: 'the schema is not an object' };
  if (isOversized(parameters))
    return { root: empty, open: new Map(), openRoot: `the schema is larger than ${SCHEMA_BYTES_MAX} bytes` };

  const budget = { nodes: 0 };
  const open = new Map<string, string>();
  const properties = new Map<string, Json>();
  const declared = parameters.get('properties');
  if (declared instanceof Map) {
    for (const [name, schema] of declared) {
      const resolved = resolve(schema, { root: parameters, budget, depth: 2, trail: [] });
      if (resolved.kind === 'ok') properties.set(name, resolved.value);
      else open.set(name, resolved.why);
    }
  }
  const rest = new Map([...parameters].filter(([key]) => key !== 'properties'));
  const resolvedRest = resolve(rest, { root: parameters, budget, depth: 1, trail: [] });
  const root: SchemaMap = resolvedRest.kind === 'ok' && resolvedRest.value instanceof Map ? resolvedRest.value : empty;
  root.set('properties', properties);
  return { root, open, openRoot: resolvedRest.kind === 'ok' ? null : resolvedRest.why };
}

type Resolved = { readonly kind: 'ok'; readonly value: Json } | { readonly kind: 'open'; readonly why: string };

interface Walk {
  readonly root: SchemaMap;
  readonly budget: { nodes: number };
  readonly depth: number;
  /** References being resolved above this node: meeting one again is a loop. */
  readonly trail: readonly string[];
}

const outside = (why: string): Resolved => ({ kind: 'open', why });

function resolve(node: Json, walk: Walk): Resolved {
  walk.budget.nodes += 1;
  if (walk.budget.nodes > SCHEMA_NODES_MAX) return outside(`the schema has more than ${SCHEMA_NODES_MAX} nodes`);
  if (walk.depth > SCHEMA_DEPTH_MAX) return outside(`the schema nests deeper than ${SCHEMA_DEPTH_MAX}`);
  if (typeof node === 'boolean') return { kind: 'ok', value: node };
  if (!(node instanceof Map)) return outside('a schema is not an object');
  for (const key of UNREADABLE_KEYWORDS) if (node.has(key)) return outside(`\`${key}\` is not supported`);

  const reference = node.get('$ref');
  if (reference !== undefined) return resolveReference(node, reference, walk);

  const copy: SchemaMap = new Map();
  const below: Walk = { ...walk, depth: walk.depth + 1 };
  for (const [key, value] of node) {
    if (IGNORED_KEYWORDS.has(key)) continue;
    if (MAP_KEYWORDS.has(key) && value instanceof Map) {
      const inner = new Map<string, Json>();
      for (const [name, schema] of value) {
        // `dependencies` has names in place of a schema where only presence matters.
        const resolved: Resolved = Array.isArray(schema) ? { kind: 'ok', value: schema } : resolve(schema, below);
        if (resolved.kind === 'open') return resolved;
        inner.set(name, resolved.value);
      }
      copy.set(key, inner);
      // Before 2020-12 `items` could also be a list.
    } else if ((LIST_KEYWORDS.has(key) || key === 'items') && Array.isArray(value)) {
      const inner: Json[] = [];
      for (const schema of value) {
        const resolved = resolve(schema, below);
        if (resolved.kind === 'open') return resolved;
        inner.push(resolved.value);
      }
      copy.set(key, inner);
    } else if (SCHEMA_KEYWORDS.has(key)) {
      const resolved = resolve(value, below);
      if (resolved.kind === 'open') return resolved;
      copy.set(key, resolved.value);
    } else if (key === 'type') {
      if (value !== 'any') copy.set(key, plainType(value));
    } else copy.set(key, value);
  }
  return { kind: 'ok', value: mergeSingle(mergeOptional(copy)) };
}

function resolveReference(node: SchemaMap, reference: Json, walk: Walk): Resolved {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return outside('only local references are followed');
  if (walk.trail.includes(reference)) return outside(`\`${reference}\` refers to itself`);
  if (walk.trail.length >= SCHEMA_DEPTH_MAX) return outside(`references chain deeper than ${SCHEMA_DEPTH_MAX}`);
  const target = lookUp(walk.root, reference);
  if (target === undefined) return outside(`\`${reference}\` does not exist`);
  const resolved = resolve(target, { ...walk, depth: walk.depth + 1, trail: [...walk.trail, reference] });
  if (resolved.kind === 'open' || !(resolved.value instanceof Map)) return resolved;
  const beside = new Map([...node].filter(([key]) => key !== '$ref'));
  const own = resolve(beside, walk);
  if (own.kind === 'open' || !(own.value instanceof Map)) return own;
  // Annotations beside a reference win; assertions beside it must hold too.
  const merged: SchemaMap = new Map(resolved.value);
  const assertions: SchemaMap = new Map();
  for (const [key, value] of own.value) {
    if (key === 'description' || key === 'title' || !merged.has(key)) merged.set(key, value);
    else assertions.set(key, value);
  }
  if (assertions.size > 0) merged.set('allOf', [...((merged.get('allOf') as Json[] | undefined) ?? []), assertions]);
  return { kind: 'ok', value: merged };
}

/** `anyOf: [X, null]` is how generators spell "optional X": read it as X, or null. */
function mergeOptional(node: SchemaMap): SchemaMap {
  for (const key of ['anyOf', 'oneOf']) {
    const branches = node.get(key);
    if (!Array.isArray(branches)) continue;
    const real = branches.filter((branch) => !(branch instanceof Map && branch.get('type') === 'null'));
    const [only] = real;
    if (real.length !== 1 || branches.length !== 2 || !(only instanceof Map)) continue;
    if ([...only.keys()].some((inner) => inner !== 'description' && inner !== 'title' && node.has(inner))) continue;
    const merged: SchemaMap = new Map([...only, ...[...node].filter(([name]) => name !== key)]);
    return merged;
  }
  return node;
}

/** `allOf: [X]` is how generators say something beside a reference: read it as X where the two do not contradict. */
function mergeSingle(node: SchemaMap): SchemaMap {
  const branches = node.get('allOf');
  const only = Array.isArray(branches) && branches.length === 1 ? branches[0] : undefined;
  if (!(only instanceof Map) || LOOKS_ACROSS.some((key) => node.has(key) || only.has(key))) return node;
  if ([...only.keys()].some((key) => key !== 'description' && key !== 'title' && node.has(key))) return node;
  return new Map([...only, ...[...node].filter(([key]) => key !== 'allOf')]);
}

/** Keywords that mean something else among other neighbours. */
const LOOKS_ACROSS = [
  'additionalProperties',
  'unevaluatedProperties',
  'additionalItems',
  'unevaluatedItems',
  'if',
  'contains',
  'minContains',
  'maxContains',
];

/** Type names of neighbouring worlds (Python, BFCL), said in JSON Schema's words. */
const TYPE_ALIASES = new Map([
  ['dict', 'object'],
  ['map', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['list', 'array'],
  ['tuple', 'array'],
]);

function plainType(value: Json): Json {
  if (typeof value === 'string') return TYPE_ALIASES.get(value) ?? value;
  if (Array.isArray(value)) return value.map(plainType);
  return value;
}

/** Size of everything in the schema, measured without recursion. */
function isOversized(schema: Json): boolean {
  let bytes = 0;
  const todo: Json[] = [schema];
  while (todo.length > 0) {
    const node = todo.pop() as Json;
    if (typeof node === 'string') bytes += Buffer.byteLength(node) + 2;
    else if (node instanceof Map) {
      for (const [key, value] of node) {
        bytes += Buffer.byteLength(key) + 4;
        todo.push(value);
      }
    } else if (Array.isArray(node)) {
      bytes += 2;
      for (const value of node) todo.push(value);
    } else bytes += node !== null && typeof node === 'object' ? node.text.length : 5;
    if (bytes > SCHEMA_BYTES_MAX) return true;
  }
  return false;
}

const MAP_KEYWORDS = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
const LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMA_KEYWORDS = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);
// These name or move schemas; after references are resolved nothing may be looked up by them.
const IGNORED_KEYWORDS = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$defs',
  'definitions',
  '$comment',
  '$vocabulary',
  'id',
]);
const UNREADABLE_KEYWORDS = ['$dynamicRef', '$recursiveRef', '$dynamicAnchor', '$recursiveAnchor'];
