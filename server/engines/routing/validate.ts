// Validate: filled arguments against the tool's own schema, interpreted.
// In: a bounded schema and argument values. Out: what is wrong, by argument name.
// Why: a schema from a stranger must never become code (that is what ajv does with it), and its `pattern` must never backtrack.
// `@cfworker/json-schema` interprets; patterns are taken out first and matched by a linear engine.

import { Validator } from '@cfworker/json-schema';
import type { Schema } from '@cfworker/json-schema';
import { RE2JS } from 're2js';
import type { Json } from '../../../grammar/json.ts';
import { JsonNumber, project } from '../../../grammar/json.ts';
import type { SchemaMap } from './schema.ts';

/** A pattern is compiled to a program of about this size in bytes; a longer one is refused before it is compiled. */
export const PATTERN_LENGTH_MAX = 1000;
/** Counted repetitions unfold into copies; the sum of all of them may not go beyond this. */
export const PATTERN_REPEAT_MAX = 2000;

/** Why a value does not satisfy a leaf's schema; null when it does. */
export function faultOf(value: Json, schema: SchemaMap): string | null {
  const pattern = patternFault(value, schema);
  if (pattern !== null) return pattern;
  return interpret(value, schema);
}

/** Why the arguments as a whole do not satisfy the schema; null when they do. */
export function wholeFault(value: Json, root: SchemaMap): string | null {
  return interpret(value, root);
}

function interpret(value: Json, schema: SchemaMap): string | null {
  try {
    const validator = new Validator(project(stripPatterns(schema)) as Schema, '2020-12', false);
    const result = validator.validate(project(value));
    if (result.valid) return null;
    const deepest = result.errors.at(-1);
    return deepest === undefined ? 'the value does not satisfy the schema' : deepest.error;
  } catch {
    // The interpreter throws on keywords of the wrong shape (`enum: 3`). A schema nobody can read admits nothing.
    return 'the schema cannot be interpreted';
  }
}

/** Patterns stand on a leaf or on its items (schema.ts keeps every other place out). */
function patternFault(value: Json, schema: SchemaMap): string | null {
  const pattern = schema.get('pattern');
  if (pattern !== undefined && typeof value === 'string') {
    const fault = matchPattern(value, pattern);
    if (fault !== null) return fault;
  }
  const items = schema.get('items');
  if (Array.isArray(value) && items instanceof Map) {
    for (const item of value) {
      const fault = patternFault(item, items);
      if (fault !== null) return fault;
    }
  }
  const properties = schema.get('properties');
  if (value instanceof Map && properties instanceof Map) {
    for (const [name, item] of value) {
      const inner = properties.get(name);
      const fault = inner instanceof Map ? patternFault(item, inner) : null;
      if (fault !== null) return fault;
    }
  }
  return null;
}

function matchPattern(value: string, pattern: Json): string | null {
  if (typeof pattern !== 'string' || pattern.length > PATTERN_LENGTH_MAX || repeats(pattern) > PATTERN_REPEAT_MAX) return 'its pattern cannot be checked';
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern)).matcher(value).find() ? null : `it does not match the pattern ${pattern}`;
  } catch {
    // Lookaround, back-references and broken patterns: unchecked is not the same as right.
    return 'its pattern cannot be checked';
  }
}

/** How many copies counted repetitions make side by side; nested ones are limited by the engine itself (to 1,000). */
function repeats(pattern: string): number {
  let copies = 0;
  for (const [, low = '0', high] of pattern.matchAll(/\{(\d{1,6})(?:,(\d{0,6}))?\}/gu)) copies += Math.max(Number(low), Number(high ?? '0'));
  return copies;
}

function stripPatterns(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(stripPatterns);
  if (!(schema instanceof Map)) return schema;
  const copy = new Map<string, Json>();
  for (const [key, value] of schema) {
    if (key === 'pattern' && typeof value === 'string') continue;
    if (key === 'properties' && value instanceof Map) {
      copy.set(key, new Map([...value].map(([name, inner]): [string, Json] => [name, stripPatterns(inner)])));
    } else if (DATA_KEYWORDS.has(key)) copy.set(key, value);
    else copy.set(key, stripPatterns(value));
  }
  return copy;
}

const DATA_KEYWORDS = new Set(['enum', 'const', 'default', 'examples', 'example', 'required']);

/** A number's own text, for messages. */
export function showValue(value: Json): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return value.map(showValue).join(', ');
  return typeof value === 'string' ? value : String(value);
}
