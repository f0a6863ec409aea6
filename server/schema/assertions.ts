// Assertions: the keywords that look at one value and at nothing inside it.
// In: what the keyword says, the value, and the means to charge for the work. Out: what is wrong, or null.
// Why a table: the interpreter asks each keyword of a schema the same question.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { amountOf, compareAmounts, isMultiple, isWhole, keyOf } from './amounts.ts';
import { formatFault } from './formats.ts';
import { readPattern } from './pattern.ts';

/** Thrown when a schema cannot be read or a check cannot be finished: nothing is then known about the value. */
export class OutsideError extends Error {}

export interface Means {
  /** Throws `OutsideError` when the budget is spent. */
  charge(steps: number): void;
  /** False: `format` is a remark, as the current draft has it. */
  readonly formats: boolean;
}

/** `schema` is the object the keyword stands in. */
type Assertion = (says: Json, value: Json, schema: ReadonlyMap<string, Json>, means: Means) => string | null;

// Characters that are looked at in the time of one step.
const TEXT_PER_STEP = 64;
// What was wrong is told in a line; the schema has the rest.
const VALUES_SHOWN_MAX = 8;
const VALUE_LENGTH_SHOWN_MAX = 60;

export const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  type(says, value, schema) {
    if (value === null && schema.get('nullable') === true) return null;
    const names = Array.isArray(says) ? says : [says];
    const known = names.map((name) => {
      if (typeof name !== 'string' || !TYPES.has(name)) throw new OutsideError('`type` names no type');
      return name;
    });
    return known.some((name) => isOfType(value, name)) ? null : `it must be ${known.map(named).join(' or ')}`;
  },
  enum(says, value, _, means) {
    if (!Array.isArray(says)) throw new OutsideError('`enum` is not a list');
    if (typeof value === 'string' ? hasText(says, value, means) : hasValue(says, value, means)) return null;
    return `it must be one of ${says.slice(0, VALUES_SHOWN_MAX).map(show).join(', ')}${says.length > VALUES_SHOWN_MAX ? ', …' : ''}`;
  },
  const(says, value, _, means) {
    means.charge(weigh(says) + weigh(value));
    return keyOf(says) === keyOf(value) ? null : `it must be ${show(says)}`;
  },
  minimum: (says, value, schema) => bound(says, value, schema.get('exclusiveMinimum') === true ? 'above' : 'from'),
  maximum: (says, value, schema) => bound(says, value, schema.get('exclusiveMaximum') === true ? 'below' : 'to'),
  // Draft 4 spells it `true`, beside the limit itself.
  exclusiveMinimum: (says, value) => (typeof says === 'boolean' ? null : bound(says, value, 'above')),
  exclusiveMaximum: (says, value) => (typeof says === 'boolean' ? null : bound(says, value, 'below')),
  multipleOf(says, value) {
    const divisor = amountIn(says, 'multipleOf');
    if (!(value instanceof JsonNumber)) return null;
    return isMultiple(amountIn(value, 'a number'), divisor) ? null : `it must be a multiple of ${show(says)}`;
  },
  minLength: (says, value, _, means) =>
    typeof value === 'string' ? atLeast(lengthOf(value, means), says, 'character') : null,
  maxLength: (says, value, _, means) =>
    typeof value === 'string' ? atMost(lengthOf(value, means), says, 'character') : null,
  pattern(says, value, _, means) {
    if (typeof says !== 'string') throw new OutsideError('`pattern` is not a text');
    return typeof value !== 'string' || matches(says, value, means) ? null : `it does not match the pattern ${says}`;
  },
  format(says, value, _, means) {
    if (!means.formats || typeof says !== 'string' || typeof value !== 'string') return null;
    means.charge(Math.ceil(value.length / TEXT_PER_STEP));
    return formatFault(says, value);
  },
  minItems: (says, value) => (Array.isArray(value) ? atLeast(value.length, says, 'item') : null),
  maxItems: (says, value) => (Array.isArray(value) ? atMost(value.length, says, 'item') : null),
  uniqueItems(says, value, _, means) {
    if (says !== true || !Array.isArray(value)) return null;
    means.charge(weigh(value));
    return new Set(value.map(keyOf)).size === value.length ? null : 'its items must differ from one another';
  },
  minProperties: (says, value) => (value instanceof Map ? atLeast(value.size, says, 'property', 'properties') : null),
  maxProperties: (says, value) => (value instanceof Map ? atMost(value.size, says, 'property', 'properties') : null),
  required(says, value) {
    // Draft 3 allows `required: true` on a property, and people still write it; it asserts nothing about the value.
    if (typeof says === 'boolean') return null;
    const names = namesIn(says, 'required');
    if (!(value instanceof Map)) return null;
    const missing = names.filter((name) => !value.has(name));
    return missing.length === 0 ? null : `it lacks ${missing.map((name) => `\`${name}\``).join(', ')}`;
  },
  dependentRequired(says, value) {
    if (!(says instanceof Map)) throw new OutsideError('`dependentRequired` is not an object');
    if (!(value instanceof Map)) return null;
    for (const [name, needs] of says) {
      const missing = value.has(name) ? namesIn(needs, 'dependentRequired').filter((one) => !value.has(one)) : [];
      if (missing.length > 0)
        return `with \`${name}\` it must also have ${missing.map((one) => `\`${one}\``).join(', ')}`;
    }
    return null;
  },
};

function hasText(values: readonly Json[], text: string, means: Means): boolean {
  means.charge(Math.ceil(values.length / TEXT_PER_STEP));
  return values.includes(text);
}

function hasValue(values: readonly Json[], value: Json, means: Means): boolean {
  means.charge(weigh(values as Json[]) + weigh(value));
  const key = keyOf(value);
  return values.some((one) => keyOf(one) === key);
}

/** Whether a pattern matches somewhere in a text; throws `OutsideError` for a pattern that cannot be checked. */
export function matches(pattern: string, text: string, means: Means): boolean {
  const read = readPattern(pattern);
  if (read === null) throw new OutsideError('its pattern cannot be checked');
  means.charge(read.steps + read.stepsFor(text.length));
  return read.matches(text);
}

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

function isOfType(value: Json, name: string): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return value instanceof Map;
    case 'array':
      return Array.isArray(value);
    case 'number':
      return value instanceof JsonNumber;
    case 'integer':
      return value instanceof JsonNumber && isWhole(amountIn(value, 'a number'));
    default:
      return typeof value === 'string';
  }
}

function named(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeiou]/u.test(type) ? 'an' : 'a'} ${type}`;
}

type Side = 'from' | 'above' | 'to' | 'below';

const SIDES: Record<Side, { readonly holds: (order: number) => boolean; readonly words: string }> = {
  from: { holds: (order) => order >= 0, words: 'at least' },
  above: { holds: (order) => order > 0, words: 'more than' },
  to: { holds: (order) => order <= 0, words: 'at most' },
  below: { holds: (order) => order < 0, words: 'less than' },
};

function bound(says: Json, value: Json, side: Side): string | null {
  const limit = amountIn(says, 'a limit');
  if (!(value instanceof JsonNumber)) return null;
  const { holds, words } = SIDES[side];
  return holds(compareAmounts(amountIn(value, 'a number'), limit)) ? null : `it must be ${words} ${show(says)}`;
}

function amountIn(value: Json, what: string) {
  const amount = value instanceof JsonNumber ? amountOf(value) : null;
  if (amount === null) throw new OutsideError(`${what} is not a number that can be compared`);
  return amount;
}

function atLeast(count: number, says: Json, unit: string, units = `${unit}s`): string | null {
  const least = countIn(says);
  return count >= least ? null : `it must have at least ${least} ${least === 1 ? unit : units}`;
}

function atMost(count: number, says: Json, unit: string, units = `${unit}s`): string | null {
  const most = countIn(says);
  return count <= most ? null : `it must have at most ${most} ${most === 1 ? unit : units}`;
}

/** A count that a schema states. */
export function countIn(says: Json): number {
  const count = says instanceof JsonNumber ? Number(says.text) : Number.NaN;
  if (!Number.isInteger(count) || count < 0) throw new OutsideError('a count is not a whole number');
  return count;
}

export function namesIn(says: Json, keyword: string): string[] {
  if (!Array.isArray(says) || !says.every((name) => typeof name === 'string'))
    throw new OutsideError(`\`${keyword}\` is not a list of names`);
  return says;
}

/** Characters, not code units: a sign beyond the basic plane is one. */
function lengthOf(text: string, means: Means): number {
  means.charge(Math.ceil(text.length / TEXT_PER_STEP));
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Nodes of a value; a long text counts as several, because looking at it takes time. */
function weigh(value: Json): number {
  let weight = 0;
  const open: Json[] = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    weight += typeof node === 'string' ? 1 + Math.floor(node.length / TEXT_PER_STEP) : 1;
    if (Array.isArray(node)) for (const item of node) open.push(item);
    else if (node instanceof Map) for (const item of node.values()) open.push(item);
  }
  return weight;
}

function show(value: Json): string {
  const text = typeof value === 'string' ? value : writeJson(value);
  return text.length <= VALUE_LENGTH_SHOWN_MAX ? text : `${[...text].slice(0, VALUE_LENGTH_SHOWN_MAX).join('')}…`;
}
