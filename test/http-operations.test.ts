// The table of operations: every row is a route, a part of the OpenAPI document, and, where it says so, one of our tools.

import { Ajv2020 } from 'ajv/dist/2020.js';
import * as assert from 'uvu/assert';
import { OPERATIONS } from '../server/operations.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly parameters: readonly { readonly name: string; readonly in: string }[];
            readonly requestBody?: unknown;
            readonly responses: unknown;
          }
        >
      >
    >
  >;
}

async function document(): Promise<Document> {
  return (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
}

test('ids, routes and tool names are each unique', () => {
  for (const values of [
    OPERATIONS.map(({ id }) => id),
    OPERATIONS.map(({ method, path }) => `${method} ${path}`),
    OPERATIONS.flatMap(({ tool }) => (tool === undefined ? [] : [tool.name])),
  ]) {
    assert.is(new Set(values).size, values.length);
  }
});

test('the endpoints of the interface are all there', () => {
  const routes = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  for (const route of [
    'POST /v1/chat/completions',
    'POST /v1/systemone',
    'POST /v1/scripts/check',
    'POST /v1/scripts/run',
    'GET /v1/mcp/servers',
    'POST /v1/mcp/servers',
    'GET /v1/mcp/tools',
    'POST /v1/mcp/call',
  ])
    assert.ok(routes.includes(route), route);
});

test('our own tools are those that are promised', () => {
  const names = OPERATIONS.flatMap(({ tool }) => (tool === undefined ? [] : [tool.name])).sort();
  assert.equal(names, [
    'call_tool',
    'check_script',
    'decide',
    'describe_tool',
    'list_tools',
    'read_result',
    'route_tool',
    'run_script',
    'search_tools',
    'verify_tool_call',
  ]);
});

test('the OpenAPI document and the table list the same operations', async () => {
  const { openapi, paths } = await document();
  assert.is(openapi, '3.1.0');
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  assert.equal(described.sort(), OPERATIONS.map(({ id, method, path }) => `${id} ${method} ${path}`).sort());
});

test('every parameter of a path is described, and every body', async () => {
  const { paths } = await document();
  for (const { path, method, request } of OPERATIONS) {
    const described = paths[path]?.[method.toLowerCase()];
    const names =
      described?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`) ?? [];
    assert.equal(names, path.match(/\{\w+\}/g) ?? []);
    assert.is(described?.requestBody !== undefined, request !== null, path);
  }
});

test('every schema of the table is a JSON Schema', () => {
  const ajv = new Ajv2020({ strict: false });
  for (const { id, request, response } of OPERATIONS) {
    for (const schema of [request, response]) {
      if (schema !== null) assert.ok(ajv.validateSchema(schema), `${id}: ${ajv.errorsText()}`);
    }
  }
});

test('every row is served: no route of the table is 404 for its path or 405 for its method', async () => {
  for (const { method, path, request } of OPERATIONS.filter((operation) => !operation.path.includes('{'))) {
    const init =
      request === null ? { method } : { method, body: '{}', headers: { 'content-type': 'application/json' } };
    const answer = await fetch(server.url + path, init);
    assert.not([404, 405, 500].includes(answer.status), `${method} ${path} is ${answer.status}`);
    await answer.arrayBuffer();
  }
});

test('the endpoints of tool servers refuse query parameters they do not know, and values that are none', async () => {
  for (const { id, method, path, family, query } of OPERATIONS.filter((operation) => operation.family === 'mcp')) {
    const answer = await fetch(`${server.url}${path.replaceAll(/\{\w+\}/g, 'x')}?replaec=true`, {
      method,
      ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
    });
    const { error } = (await answer.json()) as { readonly error: { readonly code: string; readonly message: string } };
    assert.equal(
      [answer.status, error.code, error.message],
      [400, 'invalid_request', 'replaec: unknown query parameter'],
      `${id} ${family} ${Object.keys(query ?? {})}`,
    );
  }
  const wrong = await fetch(`${server.url}/v1/mcp/servers?replace=yes`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  assert.match(await wrong.text(), /replace: one of true, false is expected/);
  // Other families are called by clients that add parameters of their own.
  assert.is((await fetch(`${server.url}/v1/models?api-version=1`)).status, 200);
});

test('a query parameter of these endpoints is given once', async () => {
  const known = OPERATIONS.filter(({ query = {} }) => Object.keys(query).length > 0);
  for (const { id, method, path, query = {} } of known) {
    for (const name of Object.keys(query)) {
      const twice = `${name}=1&${name}=1`;
      const answer = await fetch(`${server.url}${path.replaceAll(/\{\w+\}/g, 'x')}?${twice}`, {
        method,
        ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      });
      const { error } = (await answer.json()) as { readonly error: Readonly<Record<string, unknown>> };
      assert.equal([answer.status, error['message']], [400, `${name}: given more than once`], id);
    }
  }
  assert.is((await fetch(`${server.url}/v1/models?api-version=1&api-version=1`)).status, 200);
});

test('a body of any JSON kind is never a 5xx', async () => {
  const bodies = [
    'null',
    'true',
    '0',
    '"x"',
    '[]',
    '[[]]',
    '{}',
    '{"state":null,"questions":null}',
    '{"script":null}',
    '{"script":"","input":null,"fuel":null}',
    '{"tool":1,"arguments":[]}',
    '{"messages":{},"tools":0}',
    '{"__proto__":{}}',
  ];
  for (const { method, path, request } of OPERATIONS) {
    if (request === null) continue;
    for (const text of bodies) {
      const answer = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x'), {
        method,
        body: text,
        headers: { 'content-type': 'application/json' },
      });
      assert.ok(answer.status < 500, `${method} ${path} ${text} is ${answer.status}: ${await answer.text()}`);
    }
  }
});

test('health, live, ready and models answer', async () => {
  for (const path of ['/health', '/livez', '/readyz']) {
    const answer = await fetch(server.url + path);
    assert.equal([answer.status, ((await answer.json()) as { readonly status: string }).status], [200, 'ok']);
  }
  const list = (await (await fetch(`${server.url}/v1/models`)).json()) as {
    readonly object: string;
    readonly data: readonly { readonly id: string }[];
    readonly models: readonly { readonly name: string }[];
  };
  assert.is(list.object, 'list');
  assert.equal(
    list.models.map(({ name }) => name),
    list.data.map((model) => model.id),
  );
  const id = list.data[0]?.id as string;
  assert.is(((await (await fetch(`${server.url}/v1/models/${id}`)).json()) as { readonly id: string }).id, id);
  const missing = await fetch(`${server.url}/v1/models/other`);
  assert.equal(
    [missing.status, ((await missing.json()) as { readonly error: { readonly code: string } }).error.code],
    [404, 'model_not_found'],
  );
});

test.run();
