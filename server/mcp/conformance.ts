// Conformance: do arguments and results match the schemas an upstream gave for them?
// In: a tool's schema and a value. Out: valid, the places where it is not, or `skipped` with the reason.
// Why: a wrong call is cheaper to refuse than to forward. But the schemas come from strangers, so one that could cost us
// time or memory without end is not interpreted at all, and the answer says so.

import { Validator } from '@cfworker/json-schema';
import type { Schema, SchemaDraft } from '@cfworker/json-schema';
import { project, writeJson } from '../../grammar/json.ts';
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
// More places than a person reads.
const ERRORS_MAX = 16;

export type Check = (value: Json) => Conformance;

/** Prepares a schema once for many values. Never throws. */
export function createCheck(schema: Json): Check {
  const reason = reasonToSkip(schema);
  if (reason !== null) return () => ({ kind: 'skipped', reason });
  const validator = new Validator(prepared(schema) as Schema, draftOf(schema), false);
  return (value) => {
    try {
      const { valid, errors } = validator.validate(project(value));
      if (valid) return { kind: 'valid' };
      return { kind: 'invalid', errors: errors.map(readError).filter(isLeaf).slice(0, ERRORS_MAX) };
    } catch {
      return { kind: 'skipped', reason: 'the schema cannot be interpreted' };
    }
  };
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

/** `format` is an annotation in the current draft; the interpreter would enforce it. */
function prepared(schema: Json): unknown {
  if (Array.isArray(schema)) return schema.map(prepared);
  if (!(schema instanceof Map)) return project(schema);
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of schema) {
    if (key === 'format' && typeof value === 'string') continue;
    copy[key] = LITERAL_KEYWORDS.has(key) ? project(value) : prepared(value);
  }
  return copy;
}

// Their values are data, not schemas.
const LITERAL_KEYWORDS = new Set(['const', 'enum', 'default', 'examples', 'required', 'type']);
// Regular expressions of strangers may take exponential time; the others look schemas up in ways that cannot be bounded here.
const UNSAFE_KEYWORDS = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef', '$dynamicAnchor', '$recursiveAnchor', '$anchor'];

function reasonToSkip(schema: Json): string | null {
  if (!(schema instanceof Map)) return typeof schema === 'boolean' ? null : 'the schema is not an object';
  if (Buffer.byteLength(writeJson(schema)) > SCHEMA_BYTES_MAX) return `the schema is larger than ${SCHEMA_BYTES_MAX} bytes`;
  return walk(schema, { root: schema, nodes: { count: 0 }, depth: 1, trail: [] });
}

interface Walk {
  readonly root: Map<string, Json>;
  readonly nodes: { count: number };
  readonly depth: number;
  readonly trail: readonly string[];
}

function walk(node: Json, at: Walk): string | null {
  if (!Array.isArray(node) && !(node instanceof Map)) return null;
  at.nodes.count += 1;
  if (at.nodes.count > SCHEMA_NODES_MAX) return `the schema has more than ${SCHEMA_NODES_MAX} nodes`;
  if (at.depth > SCHEMA_DEPTH_MAX) return `the schema nests deeper than ${SCHEMA_DEPTH_MAX}`;
  const below = { ...at, depth: at.depth + 1 };
  if (Array.isArray(node)) return firstReason(node, (item) => walk(item, below));
  for (const keyword of UNSAFE_KEYWORDS) if (node.has(keyword) && !isNameMap(node, keyword)) return `\`${keyword}\` is not interpreted`;
  if (typeof node.get('$id') === 'string' && node !== at.root) return '`$id` inside a schema is not interpreted';
  const reference = node.get('$ref');
  if (typeof reference === 'string') {
    const reason = follow(reference, below);
    if (reason !== null) return reason;
  }
  return firstReason([...node], ([key, value]) => (LITERAL_KEYWORDS.has(key) ? null : walk(value, below)));
}

/** Under `properties`, a member called `pattern` is a property of that name, and its value a schema. */
function isNameMap(node: ReadonlyMap<string, Json>, keyword: string): boolean {
  const value = node.get(keyword);
  return keyword !== 'patternProperties' && (value instanceof Map || typeof value === 'boolean');
}

function follow(reference: string, at: Walk): string | null {
  if (!/^#(?:\/|$)/.test(reference)) return 'only references inside the schema are followed';
  if (at.trail.includes(reference)) return 'the schema refers to itself';
  let target: Json | undefined = at.root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = target instanceof Map ? target.get(key) : Array.isArray(target) && /^\d{1,4}$/.test(key) ? target[Number(key)] : undefined;
  }
  if (target === undefined) return 'a reference of the schema leads nowhere';
  return walk(target, { ...at, trail: [...at.trail, reference] });
}

function firstReason<T>(items: readonly T[], reason: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = reason(item);
    if (found !== null) return found;
  }
  return null;
}
