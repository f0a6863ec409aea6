// Schema: what a JSON Schema, or examples, say of the input.
// In: a schema (2020-12, or an older one) or example values. Out: a shape. What a schema leaves open may be anything, with one
// exception: an object whose members are listed has no others unless it says so, because a rule that reads one is misspelt far more
// often than the schema is incomplete.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ALL_KINDS, BOOLEAN, MAP, NIL, NUMBER, STRING, VECTOR } from './kinds.ts';
import type { Shape } from './shape.ts';
import { ANY } from './shape.ts';

/** `path`: where in the input the value stands. Throws TypeError for what is no schema. */
export function shapeOfSchema(schema: Json, path: readonly string[] = []): Shape {
  if (typeof schema !== 'boolean' && !(schema instanceof Map)) throw new TypeError('a schema is an object');
  const root: Root = { schema, left: EXPANSIONS_MAX };
  return shapeOf(expand(schema, root, 0), root, path, false);
}

/** The input is like these. Throws TypeError without one. */
export function shapeOfExamples(examples: readonly Json[]): Shape {
  if (examples.length === 0) throw new TypeError('there is no example');
  return shapeOfSchema(schemaOf(examples));
}

/** What references lead into, and how many schemas may still be looked at: one may double at each reference to itself. */
interface Root {
  readonly schema: Json;
  left: number;
}

const EXPANSIONS_MAX = 200_000;

type Part = ReadonlyMap<string, Json>;

/** Each is a list of schemas that all hold; one of them holds. */
type Alternatives = readonly (readonly Part[])[];

// A schema may refer to itself, and say the same in many ways: what is deeper or more is left open.
const DEPTH_MAX = 32;
const ALTERNATIVES_MAX = 64;
const OPEN: Alternatives = [[]];

function expand(schema: Json, root: Root, depth: number): Alternatives {
  if (schema === false) return [];
  if (!(schema instanceof Map) || depth > DEPTH_MAX || --root.left < 0) return OPEN;
  let all: Alternatives = [[schema]];
  const also = (alternatives: Alternatives): void => {
    all = all.flatMap((some) => alternatives.map((others) => [...some, ...others]));
    if (all.length > ALTERNATIVES_MAX) all = OPEN;
  };
  const reference = schema.get('$ref');
  if (typeof reference === 'string') also(expand(resolve(reference, root), root, depth + 1));
  const list = (name: string): readonly Json[] => {
    const value = schema.get(name);
    return Array.isArray(value) ? value : [];
  };
  for (const one of list('allOf')) also(expand(one, root, depth + 1));
  for (const name of ['anyOf', 'oneOf']) {
    const options = list(name);
    if (options.length > 0) also(options.flatMap((one) => expand(one, root, depth + 1)));
  }
  return all;
}

/** `#` and `#/…`; anything else is open. */
function resolve(reference: string, { schema }: Root): Json {
  if (!reference.startsWith('#')) return true;
  let at: Json | undefined = schema;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    at = at instanceof Map ? at.get(name) : Array.isArray(at) ? at[Number(name)] : undefined;
  }
  return at ?? true;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function shapeOf(alternatives: Alternatives, root: Root, path: readonly string[], mayMiss: boolean): Shape {
  const kinds = alternatives.reduce((sum, parts) => sum | kindsOf(parts), mayMiss ? NIL : 0);
  const maps = alternatives.filter((parts) => (kindsOf(parts) & MAP) !== 0);
  const vectors = alternatives.filter((parts) => (kindsOf(parts) & VECTOR) !== 0);
  return {
    kinds,
    path: pointer(path),
    depth: 0,
    constants: constantsOf(alternatives, mayMiss),
    instant: isInstant(alternatives) ? 'written' : null,
    names: () => [...new Set(maps.flatMap((parts) => parts.flatMap((part) => keysOf(part.get('properties')))))],
    member(name) {
      const found = maps.flatMap((parts) => memberOf(parts, name, root) ?? []);
      const isRequired =
        maps.length === alternatives.length &&
        !mayMiss &&
        maps.every((parts) => parts.some((part) => listOf(part.get('required')).includes(name)));
      // A value that is no map has no members, whatever they are called.
      if (found.length === 0) return maps.length === 0 ? ANY : null;
      return shapeOf(found, root, [...path, name], !isRequired);
    },
    item() {
      const found = vectors.flatMap((parts) => {
        const items = parts.flatMap((part) => (part.has('items') ? [part.get('items') as Json] : []));
        return items.length === 0 ? OPEN : conjunction(items, root);
      });
      return found.length === 0 ? ANY : shapeOf(found, root, [...path, '-'], false);
    },
  };
}

/** null where such a value has no member of the name. */
function memberOf(parts: readonly Part[], name: string, root: Root): Alternatives | null {
  const declared = parts.flatMap((part) => {
    const properties = part.get('properties');
    return properties instanceof Map && properties.has(name) ? [properties.get(name) as Json] : [];
  });
  if (declared.length > 0) return conjunction(declared, root);
  const listing = parts.filter((part) => part.get('properties') instanceof Map);
  const others = parts.flatMap((part) =>
    part.has('additionalProperties') ? [part.get('additionalProperties') as Json] : [],
  );
  if (parts.some((part) => part.has('patternProperties') || part.has('unevaluatedProperties'))) return OPEN;
  if (others.includes(false)) return null;
  if (others.length > 0) return conjunction(others, root);
  return listing.length > 0 ? null : OPEN;
}

function conjunction(schemas: readonly Json[], root: Root): Alternatives {
  return expand(new Map<string, Json>([['allOf', [...schemas]]]), root, 0);
}

function kindsOf(parts: readonly Part[]): number {
  return parts.reduce((kinds, part) => kinds & kindsOfPart(part), ALL_KINDS);
}

function kindsOfPart(part: Part): number {
  const type = part.get('type');
  const types = typeof type === 'string' ? [type] : listOf(type);
  // `nullable` is of OpenAPI.
  const nullable = part.get('nullable') === true ? NIL : 0;
  const typed = types.length === 0 ? ALL_KINDS : types.reduce((sum, one) => sum | (KINDS.get(one) ?? 0), nullable);
  const values = valuesOf(part);
  return values === null ? typed : typed & values.reduce<number>((sum, value) => sum | kindOf(value), 0);
}

const KINDS: ReadonlyMap<Json, number> = new Map<Json, number>([
  ['null', NIL],
  ['boolean', BOOLEAN],
  ['number', NUMBER],
  ['integer', NUMBER],
  ['string', STRING],
  ['array', VECTOR],
  ['object', MAP],
]);

function kindOf(value: Json): number {
  if (value === null) return NIL;
  if (typeof value === 'boolean') return BOOLEAN;
  if (typeof value === 'string') return STRING;
  if (value instanceof JsonNumber) return NUMBER;
  return Array.isArray(value) ? VECTOR : MAP;
}

function valuesOf(part: Part): readonly Json[] | null {
  if (part.has('const')) return [part.get('const') as Json];
  return Array.isArray(part.get('enum')) ? (part.get('enum') as Json[]) : null;
}

/** The values that all alternatives list; numbers may be spelled in many ways, so only texts, booleans and nil are compared. */
function constantsOf(alternatives: Alternatives, mayMiss: boolean): ReadonlySet<string> | null {
  const constants = new Set<string>(mayMiss ? ['null'] : []);
  for (const parts of alternatives) {
    const listed = parts.map(valuesOf).find((values) => values !== null);
    if (listed === undefined || !listed.every((value) => (kindOf(value) & (NIL | BOOLEAN | STRING)) !== 0)) return null;
    for (const value of listed) constants.add(writeJson(value));
  }
  return alternatives.length === 0 ? null : constants;
}

/** A text with a date and a time of day, or nothing. */
function isInstant(alternatives: Alternatives): boolean {
  const present = alternatives.filter((parts) => kindsOf(parts) !== NIL);
  return present.length > 0 && present.every((parts) => parts.some((part) => part.get('format') === 'date-time'));
}

function keysOf(value: Json | undefined): readonly string[] {
  return value instanceof Map ? [...value.keys()] : [];
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** What examples have in common, as a schema. nil in an example says nothing of what else may stand there. */
function schemaOf(examples: readonly Json[]): Json {
  const known = examples.filter((value) => value !== null);
  if (known.length < examples.length) return known.length === 0 ? true : nullable(schemaOf(known));
  const maps = known.filter((value): value is Map<string, Json> => value instanceof Map);
  const lists = known.filter((value): value is Json[] => Array.isArray(value));
  const kinds = [...new Set(known.map(kindOf))];
  const schema = new Map<string, Json>([['type', kinds.map((kind) => typeNames.get(kind) as string)]]);
  if (maps.length > 0) {
    const names = [...new Set(maps.flatMap((map) => [...map.keys()]))];
    const valuesAt = (name: string): Json[] => maps.flatMap((map) => (map.has(name) ? [map.get(name) as Json] : []));
    schema.set('properties', new Map(names.map((name) => [name, schemaOf(valuesAt(name))])));
    schema.set(
      'required',
      names.filter((name) => maps.every((map) => map.has(name))),
    );
  }
  const items = lists.flat();
  if (items.length > 0) schema.set('items', schemaOf(items));
  return schema;
}

function nullable(schema: Json): Json {
  return new Map<string, Json>([['anyOf', [schema, new Map([['type', 'null']])]]]);
}

const typeNames: ReadonlyMap<number, string> = new Map([
  [BOOLEAN, 'boolean'],
  [NUMBER, 'number'],
  [STRING, 'string'],
  [VECTOR, 'array'],
  [MAP, 'object'],
]);
