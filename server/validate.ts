// Validation of request bodies against the schemas of the table of operations.
// In: a schema and a parsed body. Out: nothing, or a ServiceError that names the place; and what the schema does not know.
// Why: nothing is coerced, filled in or removed. A client that sends "3" for 3 learns it here, and never by a wrong answer.

import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../grammar/json.ts';
import { pointer } from '../grammar/json-pointer.ts';
import { project } from '../grammar/json-project.ts';
import type { ServiceErrorCode } from './errors.ts';
import { ServiceError } from './errors.ts';
import type { Schema } from './operation.ts';

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  // One error is enough for a message; collecting all lets a long array cost a long answer.
  allErrors: false,
  ownProperties: true,
  // The schemas are ours, and a test holds them against the meta-schema: each thread would compile that first.
  meta: false,
  validateSchema: false,
});

/** A schema, ready to be asked. */
interface Validator {
  readonly validate: ValidateFunction;
  /** The members that it says something of; null where that may be any. */
  readonly known: ReadonlySet<string> | null;
}

const VALIDATORS = new WeakMap<Schema, Validator>();

function validatorOf(schema: Schema): Validator {
  let validator = VALIDATORS.get(schema);
  if (validator === undefined) {
    validator = { validate: ajv.compile(schema), known: knownOf(schema) };
    VALIDATORS.set(schema, validator);
  }
  return validator;
}

function knownOf(schema: Schema): ReadonlySet<string> | null {
  if (typeof schema['additionalProperties'] === 'object') return null;
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  const says = (member: Schema): boolean => Object.keys(member).some((keyword) => keyword !== 'description');
  return new Set(properties.filter(([, member]) => says(member)).map(([name]) => name));
}

/** Throws `code` when the body does not match the schema; the details hold the JSON Pointer and the violated keyword. */
export function validateBody(schema: Schema, body: Json, code: ServiceErrorCode): void {
  const { validate, known } = validatorOf(schema);
  if (validate(viewOf(known, body))) return;
  const error = validate.errors?.[0] as ErrorObject;
  const path = placeOf(error);
  throw new ServiceError(code, {
    message: `${path === '' ? 'the body' : path} ${error.message ?? 'is not valid'}`,
    ...(path === '' ? {} : { param: path.slice(1).replaceAll('/', '.') }),
    details: { path, keyword: error.keyword },
  });
}

/** What the validator sees: a member that may be anything is only there, so that a large `input` is not copied to be accepted. */
function viewOf(known: ReadonlySet<string> | null, body: Json): unknown {
  if (known === null || !(body instanceof Map)) return project(body);
  return project(new Map([...body].map(([name, value]) => [name, known.has(name) ? value : null])));
}

/** A missing member is reported at its own place, not at its parent's. */
function placeOf(error: ErrorObject): string {
  const params = error.params as { readonly missingProperty?: string; readonly additionalProperty?: string };
  const name = params.missingProperty ?? params.additionalProperty;
  return error.instancePath + (name === undefined ? '' : pointer([name]));
}

/** JSON Pointers of the top-level members that an open object schema does not list. */
export function ignoredMembers(schema: Schema, body: Json): string[] {
  const properties = schema['properties'];
  if (!(body instanceof Map) || typeof properties !== 'object' || properties === null) return [];
  return [...body.keys()].filter((name) => !Object.hasOwn(properties, name)).map((name) => pointer([name]));
}
