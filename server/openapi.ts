// OpenAPI: the table of operations as a document for people and generators.
// In: the rows. Out: the bytes of an OpenAPI 3.1 document. Why: it is printed from the rows that serve, so it cannot disagree with them.

import { writeJson } from '../grammar/json-write.ts';
import { VERSION } from './engines/identity.ts';
import type { Family } from './error-bodies.ts';
import { OPENAPI_EXAMPLES } from './openapi-examples.ts';
import { OPENAPI_HEADERS, responsesOf } from './openapi-responses.ts';
import type { Endpoint } from './operation.ts';

let printed: Uint8Array | undefined;

/** The document, printed once; the table never changes while the process runs. */
export function openApiBytes(operations: readonly Endpoint[]): Uint8Array {
  printed ??= new TextEncoder().encode(writeJson(openApiDocument(operations)));
  return printed;
}

/** The document as plain data. */
function openApiDocument(operations: readonly Endpoint[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evident',
      version: VERSION,
      description:
        'Decisions with evidence, tool routing, scripts with an exact step count, and a registry of MCP servers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'Where this document was read.' }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'Needed only where the operator has issued keys.' },
      },
      headers: OPENAPI_HEADERS,
      schemas: Object.fromEntries(Object.entries(ERROR_SCHEMAS).map(([family, schema]) => [`${family}_error`, schema])),
    },
  };
}

function describe(operation: Endpoint): Record<string, unknown> {
  const example = OPENAPI_EXAMPLES[operation.id]?.request;
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.family],
    security: operation.scope === null ? [] : [{}, { key: [] }],
    'x-scope': operation.scope ?? undefined,
    parameters: [
      ...pathNames(operation.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(operation.query ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: false,
        schema,
      })),
      ...Object.entries(operation.headers ?? {}).map(([name, schema]) => ({
        name,
        in: 'header',
        required: false,
        schema,
      })),
    ],
    requestBody:
      operation.request === null
        ? undefined
        : {
            required: operation.bodyOptional !== true,
            content: {
              'application/json': { schema: operation.request, ...(example === undefined ? {} : { example }) },
              ...(operation.takesLines === true ? { 'application/x-ndjson': { schema: { type: 'string' } } } : {}),
            },
          },
    responses: responsesOf(operation),
  };
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

const TEXT = { type: 'string' } as const;

const OPENAI_ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: { message: TEXT, type: TEXT, param: { type: ['string', 'null'] }, code: TEXT },
    },
  },
} as const;

const OWN_ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'object', required: ['code', 'message'], properties: { code: TEXT, message: TEXT, details: {} } },
  },
} as const;

const ERROR_SCHEMAS: Readonly<Record<Family, unknown>> = {
  systemone: {
    type: 'object',
    required: ['error', 'detail'],
    properties: { error: TEXT, detail: { type: ['array', 'object'] } },
  },
  chat: OPENAI_ERROR,
  scripts: OWN_ERROR,
  mcp: OWN_ERROR,
  meta: OPENAI_ERROR,
};
