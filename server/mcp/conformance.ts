// Conformance: do arguments and results match the schemas an upstream gave for them?
// In: a tool's schema and a value. Out: valid, the places where it is not, or `skipped` with the reason.
// Why: a wrong call is cheaper to refuse than to forward. But the schemas come from strangers, so one that could cost us
// time or memory without end is not interpreted at all, and the answer says so.

import { Validator } from '@cfworker/json-schema';
import type { Schema, SchemaDraft } from '@cfworker/json-schema';
import { JsonNumber, project, writeJson } from '../../grammar/json.ts';
import type { Json } from '../../grammar/json.ts';

export type Conformance =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly ConformanceError[] }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface ConformanceError {
  /** JSON Pointer into the value. */
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

// Real tool schemas are far smaller; the largest seen in public catalogues has about 20 KiB.
export const SCHEMA_BYTES_MAX = 64 * 1024;
/** The interpreter recurses once per level. */
export const SCHEMA_DEPTH_MAX = 32;
/** Counted with references followed, because shared definitions multiply. */
export const SCHEMA_NODES_MAX = 2000;
/** Schema nodes times value nodes: about a quarter of a second on one slow core, which everybody shares. */
export const STEPS_MAX = 200_000;
// Characters a length is counted over in the time of one step.
const TEXT_PER_NODE = 64;
// More places than a person reads.
const ERRORS_MAX = 16;

export type Check = (value: Json) => Conformance;

/** Prepares a schema at its first use, for many values. Never throws. */
export function createCheck(schema: Json): Check {
  let check: Check | undefined;
  return (value) => {
    try {
      check ??= prepare(schema);
      return check(value);
    } catch {
      // Keywords of the wrong shape, two schemas of one name: nothing can be said about any value.
      return skipped('the schema cannot be interpreted');
    }
  };
}

function prepare(schema: Json): Check {
  const bounds = measure(schema);
  if (bounds.kind === 'outside') return () => skipped(bounds.reason);
  const validator = new Validator(bounds.schema as Schema, draftOf(schema), false);
  return (value) => {
    const nodes = weigh(value);
    // Comparing every item with every other is the one keyword that costs more than a step per schema node and value node.
    const steps = bounds.comparesItems ? nodes * Math.max(nodes, bounds.weight) : nodes * bounds.weight;
    if (steps > STEPS_MAX) return skipped('checking it would take too long');
    const { valid, errors } = validator.validate(project(value));
    if (valid) return { kind: 'valid' };
    return { kind: 'invalid', errors: errors.map(readError).filter(isLeaf).slice(0, ERRORS_MAX) };
  };
}

function skipped(reason: string): Conformance {
  return { kind: 'skipped', reason };
}

interface Output {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

function readError({ keyword, instanceLocation, error }: Output): ConformanceError {
  return { path: decodeURI(instanceLocation.replace(/^#/, '')), keyword, message: error };
}

/** Containers only repeat that something inside is wrong. */
function isLeaf({ keyword }: ConformanceError): boolean {
  return keyword !== 'properties' && keyword !== 'items' && keyword !== '$ref' && keyword !== 'allOf';
}

function draftOf(schema: Json): SchemaDraft {
  const name = schema instanceof Map ? schema.get('$schema') : undefined;
  if (typeof name !== 'string') return '2020-12';
  if (name.includes('draft-07') || name.includes('draft-06')) return '7';
  if (name.includes('draft-04')) return '4';
  return name.includes('2019-09') ? '2019-09' : '2020-12';
}

type Bounds =
  | { readonly kind: 'ok'; readonly schema: unknown; readonly weight: number; readonly comparesItems: boolean }
  | { readonly kind: 'outside'; readonly reason: string };

class OutsideError extends Error {}

/** Follows every path an interpreter could take through the schema, and copies it without what must not be enforced. */
function measure(schema: Json): Bounds {
  if (typeof schema === 'boolean') return { kind: 'ok', schema, weight: 1, comparesItems: false };
  if (!(schema instanceof Map)) return { kind: 'outside', reason: 'the schema is not an object' };
  if (Buffer.byteLength(writeJson(schema)) > SCHEMA_BYTES_MAX) return { kind: 'outside', reason: `the schema is larger than ${SCHEMA_BYTES_MAX} bytes` };
  const count: Count = { nodes: 0, weight: 0, comparesItems: false };
  try {
    const copy = walk(schema, { root: schema, count, depth: 1, trail: [] });
    return { kind: 'ok', schema: copy, weight: count.weight, comparesItems: count.comparesItems };
  } catch (error) {
    if (error instanceof OutsideError) return { kind: 'outside', reason: error.message };
    throw error;
  }
}

interface Count {
  nodes: number;
  /** The nodes and everything they compare with: an `enum` costs a step for each of its values. */
  weight: number;
  comparesItems: boolean;
}

interface Walk {
  readonly root: Map<string, Json>;
  readonly count: Count;
  readonly depth: number;
  readonly trail: readonly string[];
}

/** The copy holds only keywords that are known here; an unknown one cannot do anything. */
function walk(node: Json, at: Walk): unknown {
  at.count.nodes += 1;
  at.count.weight += 1;
  if (at.count.nodes > SCHEMA_NODES_MAX) throw new OutsideError(`the schema has more than ${SCHEMA_NODES_MAX} nodes`);
  if (at.depth > SCHEMA_DEPTH_MAX) throw new OutsideError(`the schema nests deeper than ${SCHEMA_DEPTH_MAX}`);
  if (typeof node === 'boolean') return node;
  if (!(node instanceof Map)) throw new OutsideError('a schema inside the schema is not an object');
  for (const keyword of UNSAFE_KEYWORDS) if (node.has(keyword)) throw new OutsideError(`\`${keyword}\` is not interpreted`);
  if (node !== at.root && (typeof node.get('$id') === 'string' || typeof node.get('id') === 'string')) throw new OutsideError('`$id` inside a schema is not interpreted');
  const below = { ...at, depth: at.depth + 1 };
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [keyword, value] of node) {
    if (keyword === '$ref') copy[keyword] = follow(value, below);
    else if (keyword === 'uniqueItems') {
      at.count.comparesItems ||= value === true;
      copy[keyword] = project(value);
    } else if (SCHEMA_MAPS.has(keyword)) copy[keyword] = walkMap(value, below);
    else if (SCHEMA_LISTS.has(keyword)) copy[keyword] = walkList(value, below);
    // Before 2020-12 `items` could also be a list.
    else if (SCHEMAS.has(keyword)) copy[keyword] = Array.isArray(value) ? walkList(value, below) : walk(value, below);
    else if (ASSERTIONS.has(keyword)) {
      if (typeof value === 'object' && !(value instanceof JsonNumber)) at.count.weight += weigh(value);
      copy[keyword] = project(value);
    }
  }
  return copy;
}

function walkList(value: Json, at: Walk): unknown {
  if (!Array.isArray(value)) throw new OutsideError('a list of schemas is not a list');
  return value.map((item) => walk(item, at));
}

function walkMap(value: Json, at: Walk): unknown {
  if (!(value instanceof Map)) throw new OutsideError('a map of schemas is not an object');
  const copy = Object.create(null) as Record<string, unknown>;
  // `dependencies` has names in place of a schema where only presence matters.
  for (const [name, item] of value) copy[name] = Array.isArray(item) ? project(item) : walk(item, at);
  return copy;
}

function follow(reference: Json, at: Walk): string {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) throw new OutsideError('only references inside the schema are followed');
  if (at.trail.includes(reference)) throw new OutsideError('the schema refers to itself');
  let target: Json | undefined = at.root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = target instanceof Map ? target.get(key) : Array.isArray(target) && /^\d{1,4}$/.test(key) ? target[Number(key)] : undefined;
  }
  if (target === undefined) throw new OutsideError('a reference of the schema leads nowhere');
  // For what it counts and refuses; the interpreter follows the reference itself.
  walk(target, { ...at, trail: [...at.trail, reference] });
  return reference;
}

/** Nodes of a value; a long text counts as several, because measuring its length takes time. */
function weigh(value: Json): number {
  let weight = 0;
  const open: Json[] = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    weight += typeof node === 'string' ? 1 + Math.floor(node.length / TEXT_PER_NODE) : 1;
    if (Array.isArray(node)) for (const item of node) open.push(item);
    else if (node instanceof Map) for (const item of node.values()) open.push(item);
  }
  return weight;
}

// Regular expressions of strangers may take exponential time; the others move schemas about in ways that cannot be bounded
// here, and the last are the interpreter's own marks.
const UNSAFE_KEYWORDS = [
  'pattern', 'patternProperties', '$dynamicRef', '$recursiveRef', '$dynamicAnchor', '$recursiveAnchor', '$anchor',
  '__absolute_uri__', '__absolute_ref__', '__absolute_recursive_ref__',
];
const SCHEMA_MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMAS = new Set([
  'items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else',
]);
/** `format` is not among them: in the current draft it is an annotation, and the interpreter would enforce it. */
const ASSERTIONS = new Set([
  'type', 'const', 'enum', 'required', 'dependentRequired', 'minProperties', 'maxProperties', 'minItems', 'maxItems', 'minContains', 'maxContains',
  'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
]);
