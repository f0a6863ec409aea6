// Search over the tools of registered servers: what it finds, what it says of it, and that nothing is found by filler.

import * as assert from 'uvu/assert';
import { QUERY_LENGTH_MAX, RESULTS_MAX } from '../server/services/tools/catalogue.ts';
import { openCatalogues } from './support/catalogues.ts';
import type { TestServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openCatalogues();
});
test.after(() => server.close());

async function post(path: string, body: unknown): Promise<{ status: number; body: any }> {
  const response = await server.post(path, JSON.stringify(body));
  return { status: response.status, body: await response.json() };
}

const search = (query: string, more: object = {}) => post('/v1/mcp/tools/search', { query, ...more });

const FOUND: readonly (readonly [query: string, tool: string])[] = [
  ['echo a message', 'every__echo'],
  ['read the contents of a text file', 'files__read_text_file'],
  ['move or rename a file', 'files__move_file'],
  ['create a new directory', 'files__create_directory'],
  ['search for nodes in the knowledge graph', 'memory__search_nodes'],
  ['delete relations', 'memory__delete_relations'],
  ['sum of two numbers', 'every__get-sum'],
];
for (const [query, tool] of FOUND) {
  test(`"${query}" finds ${tool} among the first three`, async () => {
    const { body } = await search(query);
    const names = (body.tools as { qualified_name: string }[]).map(({ qualified_name }) => qualified_name);
    assert.ok(names.slice(0, 3).includes(tool), names.join(' '));
  });
}

test('evidence is the words of the query, and every tool found has some', async () => {
  const query = 'please create the new directory for me';
  const { body } = await search(query);
  assert.ok(body.tools.length > 0 && body.tools.length <= 5);
  for (const { evidence, inputSchema } of body.tools) {
    assert.ok(evidence.length > 0);
    assert.is(typeof inputSchema, 'object');
    for (const { start, end, text } of evidence) assert.is(query.slice(start, end), text);
  }
  const said = body.tools.flatMap(({ evidence }: { evidence: { text: string }[] }) => evidence.map(({ text }) => text));
  assert.not.ok(said.includes('the') || said.includes('please'));
});

test('one tool alone that says every word is decided', async () => {
  const { body } = await search('echo');
  assert.is(body.outcome, 'decided');
  assert.is(body.tools[0].name, 'echo');
  assert.is((await search('file')).body.outcome, 'unresolved', 'many tools say it');
});

for (const query of ['the of and to', 'photosynthesis in alpine lichen', '!!!', '退款']) {
  test(`nothing fits ${JSON.stringify(query)}`, async () => {
    const { status, body } = await search(query);
    assert.equal([status, body.outcome, body.tools], [200, 'refused', []]);
  });
}

test('one server and a limit narrow it; the same query gives the same bytes', async () => {
  const { body } = await search('file', { server: 'files', limit: 2 });
  assert.equal([body.tools.length, new Set(body.tools.map(({ server }: { server: string }) => server)).size], [2, 1]);
  const bytes = async (): Promise<string> =>
    (await server.post('/v1/mcp/tools/search', '{"query":"write a file","limit":20}')).text();
  assert.is(await bytes(), await bytes());
});

const REFUSED: readonly (readonly [body: object, status: number, code: string])[] = [
  [{}, 400, 'invalid_request'],
  [{ query: '  ' }, 400, 'invalid_request'],
  [{ query: 1 }, 400, 'invalid_request'],
  [{ query: 'x', limit: 0 }, 400, 'invalid_request'],
  [{ query: 'x', limit: RESULTS_MAX + 1 }, 400, 'invalid_request'],
  [{ query: 'x', limit: '5' }, 400, 'invalid_request'],
  [{ query: 'x', more: true }, 400, 'invalid_request'],
  [{ query: 'x'.repeat(QUERY_LENGTH_MAX + 1) }, 400, 'invalid_request'],
  [{ query: 'x', server: 'nobody' }, 404, 'server_not_found'],
];
for (const [body, status, code] of REFUSED) {
  test(`${JSON.stringify(body).slice(0, 60)} is ${code}`, async () => {
    const answer = await post('/v1/mcp/tools/search', body);
    assert.equal([answer.status, answer.body.error.code], [status, code]);
  });
}

test('the longest query and the largest limit are taken', async () => {
  assert.is((await search('x'.repeat(QUERY_LENGTH_MAX), { limit: RESULTS_MAX })).status, 200);
});

test('a listing in lines is short, and a tool whole has its schema', async () => {
  const listed = await (await fetch(`${server.url}/v1/mcp/tools?detail=summary`)).text();
  const { tools } = JSON.parse(listed) as { tools: { name: string; description: string }[] };
  assert.ok(tools.length > 30);
  assert.ok(
    JSON.stringify(tools).length / tools.length < 400,
    `${JSON.stringify(tools).length / tools.length} bytes a tool`,
  );
  for (const { description } of tools) assert.ok(description.length <= 120);
  const names = await (await fetch(`${server.url}/v1/mcp/tools?detail=name`)).json();
  assert.equal(Object.keys((names as { tools: object[] }).tools[0] as object), ['server', 'name']);
  assert.is((await fetch(`${server.url}/v1/mcp/tools?detail=more`)).status, 400);
  const whole = await post('/v1/mcp/tools/describe', { tool: 'files__read_text_file' });
  assert.is(whole.body.name, 'read_text_file');
  assert.ok(whole.body.inputSchema.properties.path);
  assert.is((await post('/v1/mcp/tools/describe', { tool: 'nothing' })).status, 404);
  assert.is((await post('/v1/mcp/tools/describe', { server: 'files' })).status, 400);
});

test.run();
