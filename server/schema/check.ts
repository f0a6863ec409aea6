// Check: does a value satisfy a schema?
// In: a schema nobody vouches for, a value, a budget. Out: valid, the places where it is not, or `outside` with the reason why
// nothing is known. Why our own interpreter: a schema from a stranger must never become code, its patterns must never backtrack, its
// references may go in circles, and the numbers it limits must be compared as they were written.

import type { Json } from '../../grammar/json.ts';
import { pointer, segmentsOf } from '../../grammar/json-pointer.ts';
import type { Means } from './assertions.ts';
import { ASSERTIONS, countIn, matches, namesIn, OutsideError } from './assertions.ts';

export interface SchemaFault {
  /** JSON Pointer into the value. */
  readonly path: string;
  readonly keyword: string;
  /** A clause about the value at `path`: "it must be at most 9". */
  readonly message: string;
}

export type Verdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly faults: readonly SchemaFault[] }
  | { readonly kind: 'outside'; readonly reason: string };

/** Steps that may still be taken. One budget may serve several checks. */
export interface Budget {
  steps: number;
}

/**
 * Schemas inside one another, references followed, that may be applied on the way to one place: a schema that refers to itself
 * without going into the value ends here. Values nest to 256 at most.
 */
export const APPLIED_MAX = 640;
/** More places than a person reads. */
export const FAULTS_MAX = 16;

/** Never throws. A step is a keyword looked at, or as much work as one takes (about a microsecond). */
export function checkValue(
  value: Json,
  schema: Json,
  options: { readonly budget: Budget; readonly formats: boolean },
): Verdict {
  const { budget, formats } = options;
  const charge = (steps: number): void => {
    budget.steps -= steps;
    if (budget.steps < 0) throw new OutsideError('checking it would take too long');
  };
  const walk: Walk = { root: schema, means: { charge, formats }, faults: [] };
  try {
    if (apply(schema, value, { walk, path: [], depth: 0 }) !== null) return { kind: 'valid' };
    return { kind: 'invalid', faults: walk.faults.slice(0, FAULTS_MAX) };
  } catch (error) {
    if (error instanceof OutsideError) return { kind: 'outside', reason: error.message };
    throw error;
  }
}

interface Walk {
  readonly root: Json;
  readonly means: Means;
  readonly faults: SchemaFault[];
}

interface At {
  readonly walk: Walk;
  readonly path: readonly (string | number)[];
  readonly depth: number;
}

/** Members and items that some keyword has looked at: what `unevaluatedProperties` and `unevaluatedItems` leave alone. */
interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** What was looked at, or null when the value does not satisfy the schema (then the faults say where). */
function apply(schema: Json, value: Json, at: At): Seen | null {
  const { walk, depth } = at;
  walk.means.charge(1);
  if (depth > APPLIED_MAX) throw new OutsideError('the schema refers to itself without end');
  const seen: Seen = { names: new Set(), items: new Set() };
  if (schema === true) return seen;
  let holds = schema !== false || fail(at, 'false', 'nothing may stand here');
  if (!holds) return null;
  if (!(schema instanceof Map)) throw new OutsideError('a schema is neither an object nor true or false');
  if (schema !== walk.root && typeof schema.get('$id') === 'string')
    throw new OutsideError('`$id` inside a schema is not interpreted');
  for (const [keyword, says] of schema) {
    walk.means.charge(1);
    if (UNREADABLE.has(keyword)) throw new OutsideError(`\`${keyword}\` is not interpreted`);
    const assertion = Object.hasOwn(ASSERTIONS, keyword) ? ASSERTIONS[keyword] : undefined;
    const message = assertion?.(says, value, schema, walk.means) ?? null;
    if (message !== null) holds = fail(at, keyword, message);
    const applicator = Object.hasOwn(APPLICATORS, keyword) ? APPLICATORS[keyword] : undefined;
    if (
      applicator !== undefined &&
      !applicator(says, value, { schema, at: { walk, path: at.path, depth: depth + 1 }, seen })
    )
      holds = false;
  }
  // These apply last, whatever their position in the schema: they look at what the other keywords left.
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems'] as const) {
    const says = schema.get(keyword);
    if (
      says !== undefined &&
      !LAST[keyword](says, value, { schema, at: { walk, path: at.path, depth: depth + 1 }, seen })
    )
      holds = false;
  }
  return holds ? seen : null;
}

function fail({ walk, path }: At, keyword: string, message: string): false {
  // Kept as they are found: the first ones are the ones that are shown.
  if (walk.faults.length < FAULTS_MAX) walk.faults.push({ path: pointer(path), keyword, message });
  return false;
}

interface Place {
  readonly schema: ReadonlyMap<string, Json>;
  /** Already one deeper than the schema itself. */
  readonly at: At;
  readonly seen: Seen;
}

type Applicator = (says: Json, value: Json, place: Place) => boolean;

const APPLICATORS: Readonly<Record<string, Applicator>> = {
  $ref: (says, value, place) => merge(apply(resolveReference(says, place.at.walk.root), value, place.at), place),
  allOf: (says, value, place) =>
    listOf(says, 'allOf')
      .map((schema) => merge(apply(schema, value, place.at), place))
      .every((holds) => holds),
  anyOf(says, value, place) {
    // Every branch is looked at: what any of them that holds has seen is seen.
    const held = listOf(says, 'anyOf').filter((schema) => merge(tryOut(schema, value, place.at), place));
    return held.length > 0 || fail(place.at, 'anyOf', 'it satisfies none of the alternatives');
  },
  oneOf(says, value, place) {
    const held = listOf(says, 'oneOf').filter((schema) => merge(tryOut(schema, value, place.at), place));
    return (
      held.length === 1 ||
      fail(place.at, 'oneOf', `it satisfies ${held.length === 0 ? 'none' : 'more than one'} of the alternatives`)
    );
  },
  not: (says, value, { at }) => tryOut(says, value, at) === null || fail(at, 'not', 'it is what is ruled out'),
  if(says, value, place) {
    const branch = place.schema.get(merge(tryOut(says, value, place.at), place) ? 'then' : 'else');
    return branch === undefined || merge(apply(branch, value, place.at), place);
  },
  properties(says, value, place) {
    const schemas = mapOf(says, 'properties');
    return overMembers(value, place, (name) => schemas.get(name));
  },
  patternProperties(says, value, place) {
    const schemas = mapOf(says, 'patternProperties');
    return [...schemas]
      .map(([pattern, schema]) =>
        overMembers(value, place, (name) => (matches(pattern, name, place.at.walk.means) ? schema : undefined)),
      )
      .every((holds) => holds);
  },
  additionalProperties(says, value, place) {
    const declared = place.schema.get('properties');
    const patterns = place.schema.get('patternProperties');
    const isDeclared = (name: string): boolean =>
      (declared instanceof Map && declared.has(name)) ||
      (patterns instanceof Map && [...patterns.keys()].some((pattern) => matches(pattern, name, place.at.walk.means)));
    return overMembers(value, place, (name) => (isDeclared(name) ? undefined : says));
  },
  propertyNames(says, value, { at }) {
    if (!(value instanceof Map)) return true;
    return [...value.keys()]
      .map((name) => apply(says, name, { ...at, path: [...at.path, name] }) !== null)
      .every((holds) => holds);
  },
  dependentSchemas(says, value, place) {
    const schemas = mapOf(says, 'dependentSchemas');
    if (!(value instanceof Map)) return true;
    return [...schemas]
      .map(([name, schema]) => !value.has(name) || merge(apply(schema, value, place.at), place))
      .every((holds) => holds);
  },
  // Before 2019-09 one keyword said both `dependentRequired` and `dependentSchemas`.
  dependencies(says, value, place) {
    const rules = mapOf(says, 'dependencies');
    if (!(value instanceof Map)) return true;
    return [...rules]
      .map(([name, rule]) => {
        if (!value.has(name)) return true;
        if (!Array.isArray(rule)) return merge(apply(rule, value, place.at), place);
        const missing = namesIn(rule, 'dependencies').find((one) => !value.has(one));
        return (
          missing === undefined || fail(place.at, 'dependencies', `with \`${name}\` it must also have \`${missing}\``)
        );
      })
      .every((holds) => holds);
  },
  prefixItems: (says, value, place) => overItems(value, place, listOf(says, 'prefixItems'), 0),
  items(says, value, place) {
    // Before 2020-12 a list here was what `prefixItems` is now.
    if (Array.isArray(says)) return overItems(value, place, says, 0);
    const prefix = place.schema.get('prefixItems');
    return overItems(value, place, says, Array.isArray(prefix) ? prefix.length : 0);
  },
  additionalItems(says, value, place) {
    const items = place.schema.get('items');
    return !Array.isArray(items) || overItems(value, place, says, items.length);
  },
  contains(says, value, place) {
    if (!Array.isArray(value)) return true;
    const found = value.filter((item, index) => {
      const holds = tryOut(says, item, inside(place.at, index)) !== null;
      if (holds) place.seen.items.add(index);
      return holds;
    }).length;
    const least = place.schema.has('minContains') ? countIn(place.schema.get('minContains') as Json) : 1;
    const most = place.schema.has('maxContains')
      ? countIn(place.schema.get('maxContains') as Json)
      : Number.POSITIVE_INFINITY;
    if (found >= least && found <= most) return true;
    return fail(
      place.at,
      'contains',
      `of its items at ${found < least ? `least ${least}` : `most ${most}`} must fit what it is to contain`,
    );
  },
};

const LAST: Readonly<Record<'unevaluatedProperties' | 'unevaluatedItems', Applicator>> = {
  unevaluatedProperties: (says, value, place) =>
    overMembers(value, place, (name) => (place.seen.names.has(name) ? undefined : says)),
  unevaluatedItems(says, value, place) {
    if (!Array.isArray(value)) return true;
    return value
      .map(
        (item, index) =>
          place.seen.items.has(index) || see(apply(says, item, inside(place.at, index)), place.seen.items, index),
      )
      .every((holds) => holds);
  },
};

/** Applies a schema of its own to each member; undefined leaves a member unseen. */
function overMembers(value: Json, { at, seen }: Place, schemaOf: (name: string) => Json | undefined): boolean {
  if (!(value instanceof Map)) return true;
  let holds = true;
  for (const [name, member] of value) {
    const schema = schemaOf(name);
    if (schema !== undefined && !see(apply(schema, member, inside(at, name)), seen.names, name)) holds = false;
  }
  return holds;
}

/** A list of schemas goes item by item, one schema holds for all of them. */
function overItems(value: Json, { at, seen }: Place, schemas: Json, from: number): boolean {
  if (!Array.isArray(value)) return true;
  let holds = true;
  for (let index = from; index < value.length; index += 1) {
    const schema = Array.isArray(schemas) ? schemas[index] : schemas;
    if (schema === undefined) break;
    if (!see(apply(schema, value[index] as Json, inside(at, index)), seen.items, index)) holds = false;
  }
  return holds;
}

function see<Key>(result: Seen | null, keys: Set<Key>, key: Key): boolean {
  if (result === null) return false;
  keys.add(key);
  return true;
}

/** The same value by another schema: what that one has seen is seen here. */
function merge(result: Seen | null, { seen }: Place): boolean {
  if (result === null) return false;
  for (const name of result.names) seen.names.add(name);
  for (const index of result.items) seen.items.add(index);
  return true;
}

/** Applies a schema as a test (`if`, `not`, `contains`): its faults are not reported. */
function tryOut(schema: Json, value: Json, at: At): Seen | null {
  return apply(schema, value, { ...at, walk: { ...at.walk, faults: [] } });
}

function inside(at: At, step: string | number): At {
  return { ...at, path: [...at.path, step] };
}

function resolveReference(reference: Json, root: Json): Json {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/u.test(reference))
    throw new OutsideError('only references inside the schema are followed');
  const target = lookUp(root, reference);
  if (target === undefined) throw new OutsideError(`\`${reference}\` does not exist`);
  return target;
}

/** What a local reference (`#/$defs/name`) leads to. */
export function lookUp(root: Json, reference: string): Json | undefined {
  let node: Json | undefined = root;
  for (const key of segmentsOf(reference.slice(1))) {
    node =
      node instanceof Map
        ? node.get(key)
        : Array.isArray(node) && /^\d{1,4}$/u.test(key)
          ? node[Number(key)]
          : undefined;
  }
  return node;
}

function listOf(says: Json, keyword: string): Json[] {
  if (!Array.isArray(says)) throw new OutsideError(`\`${keyword}\` is not a list`);
  return says;
}

function mapOf(says: Json, keyword: string): Map<string, Json> {
  if (!(says instanceof Map)) throw new OutsideError(`\`${keyword}\` is not an object`);
  return says;
}

/** Keywords that move schemas about in ways that cannot be followed in one document. */
const UNREADABLE = new Set(['$dynamicRef', '$recursiveRef', '$dynamicAnchor', '$recursiveAnchor', '$anchor']);
