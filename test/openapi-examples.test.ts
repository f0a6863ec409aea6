// The OpenAPI document against what the service does: its examples are those of the goldens and fit its schemas, the service answers
// them as they stand, and every status, code and header that a request meets is one that the document has for its endpoint.
// `node dist/test/openapi-examples.test.js --update` writes server/openapi-examples.ts anew from the goldens.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { SERVICE_ERRORS } from '../server/errors.ts';
import { OPENAPI_EXAMPLES } from '../server/openapi-examples.ts';
import { errorsOf, NAMED_OPERATIONS } from '../server/openapi-responses.ts';
import { OPERATIONS } from '../server/operations.ts';
import { ROOT } from './support/paths.ts';
import { openServer, type TestServer } from './support/server.ts';
import { test } from './support/test.ts';

/** The goldens that are examples, by the id of their endpoint. */
const GOLDENS: Readonly<Record<string, { readonly answer: string; readonly refusal?: string }>> = {
  decide: { answer: 'systemone/choice-decided', refusal: 'systemone/invalid-missing' },
  answerDecisions: { answer: 'decisions/choice-decided' },
  route: { answer: 'chat/call-all-arguments' },
};
const FILE = join(ROOT, 'server/openapi-examples.ts');

interface Golden {
  readonly request: unknown;
  readonly result: { readonly body?: unknown; readonly message?: string; readonly detail?: unknown };
}

function golden(name: string): Golden {
  return JSON.parse(readFileSync(join(ROOT, 'test/golden/wire', `${name}.json`), 'utf8')) as Golden;
}

const bodyOf = ({ result }: Golden): unknown => result.body ?? result;
/** As the border writes it. */
const refusalOf = ({ result: { message, detail } }: Golden): unknown => ({ error: message, detail });

const EXAMPLES = Object.fromEntries(
  Object.entries(GOLDENS).map(([id, { answer, refusal }]) => [
    id,
    {
      request: golden(answer).request,
      response: bodyOf(golden(answer)),
      ...(refusal === undefined ? {} : { refusal: refusalOf(golden(refusal)) }),
    },
  ]),
);

if (process.argv.includes('--update'))
  writeFileSync(
    FILE,
    `// Generated from test/golden/wire by test/openapi-examples.test.ts --update: examples of the OpenAPI document.

interface OpenApiExample {
  readonly request: unknown;
  /** Of the answer 200. */
  readonly response: unknown;
  /** Of the answer 422, to another request. */
  readonly refusal?: unknown;
}

${'export'} const OPENAPI_EXAMPLES: Readonly<Record<string, OpenApiExample>> = ${JSON.stringify(EXAMPLES, null, 2)};
`,
  );

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

type Response = {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
};
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly headers: object };
}
const readDocument = async (): Promise<Document> =>
  (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;

function fits(document: Document, schema: object, value: unknown): string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isRight = ajv.validate({ ...schema, components: document.components }, value);
  return isRight ? null : ajv.errorsText();
}

test('the examples are those of the goldens', () => {
  assert.equal(JSON.parse(JSON.stringify(OPENAPI_EXAMPLES)), JSON.parse(JSON.stringify(EXAMPLES)));
});

test('every id that has responses of its own is one of the table', () => {
  const ids = new Set(OPERATIONS.map(({ id }) => id));
  assert.equal(
    NAMED_OPERATIONS.filter((id) => !ids.has(id)),
    [],
  );
});

test('examples fit their schemas, and the service answers them so', async () => {
  const document = await readDocument();
  for (const [id, { request, response, refusal }] of Object.entries(OPENAPI_EXAMPLES)) {
    const operation = OPERATIONS.find((one) => one.id === id)!;
    assert.is(fits(document, operation.request!, request), null, id);
    assert.is(fits(document, operation.response, response), null, id);
    const { responses } = document.paths[operation.path]!['post']!;
    const type = 'application/json';
    assert.equal(responses['200']!.content![type]!.example, response, id);
    if (refusal !== undefined) assert.is(fits(document, responses['422']!.content![type]!.schema, refusal), null, id);
    const answer = await server.post(operation.path, JSON.stringify(request));
    const { created: _created, ...body } = (await answer.json()) as Record<string, unknown>;
    const { created: _zero, ...expected } = response as Record<string, unknown>;
    assert.equal([answer.status, body], [200, expected], id);
  }
});

test('every endpoint has each of its errors by status, and headers that exist', async () => {
  const document = await readDocument();
  for (const operation of OPERATIONS) {
    const { responses } = document.paths[operation.path]![operation.method.toLowerCase()]!;
    for (const code of errorsOf(operation))
      assert.ok(responses[SERVICE_ERRORS[code].status], `${operation.id}: ${code}`);
    for (const { headers = {} } of Object.values(responses))
      for (const name of Object.keys(headers)) assert.ok(name in document.components.headers, name);
    if (operation.scope !== null) assert.ok(responses['401']!.headers!['www-authenticate'], operation.id);
  }
});

/** Requests that meet errors of many kinds: no body, no JSON, no object, an empty one, what nobody has. */
const BODIES = [
  '',
  '{',
  '[]',
  '{}',
  '{"a":{"b":[1]}}',
  '{"script":"(inc 1 2)"}',
  '{"script":"(/ 1 0)","tool":"x","query":""}',
];

test('what an endpoint answers to requests that are wrong is what the document has for it', async () => {
  const document = await readDocument();
  const seen = new Set<number>();
  for (const { id, method, path, request } of OPERATIONS) {
    for (const body of request === null ? [''] : BODIES) {
      const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'nothing'), {
        method,
        ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
      const text = await answer.text();
      const described = document.paths[path]![method.toLowerCase()]!.responses[answer.status];
      assert.ok(described, `${id}: ${answer.status} to ${body}: ${text}`);
      seen.add(answer.status);
      for (const name of [
        'x-request-id',
        'x-typesafe-request-id',
        'retry-after',
        'etag',
        'x-evident-outcome',
        'x-evident-ignored',
      ])
        if (answer.headers.has(name)) assert.ok(described.headers?.[name], `${id}: ${answer.status} ${name}`);
      const type = (answer.headers.get('content-type') ?? '').split(';')[0]!;
      const content = described.content?.[type];
      if (text !== '' && !path.includes('{file}')) assert.ok(content, `${id}: ${answer.status} ${type}`);
      if (type === 'application/json' && content !== undefined)
        assert.is(
          fits(document, content.schema, JSON.parse(text)),
          null,
          `${id}: ${answer.status} ${text.slice(0, 200)}`,
        );
    }
  }
  for (const status of [200, 400, 404, 409, 422]) assert.ok(seen.has(status), `${status} was met`);
});

test.run();
