// Calls that a policy holds for a person: bound to who calls what with which arguments, once, and kept over a restart.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { HeldCall } from '../server/mcp/approvals.ts';
import {
  APPROVAL_MS,
  APPROVALS_PENDING_MAX,
  createApprovals,
  HELD_BYTES_MAX,
  LISTED_BYTES_MAX,
} from '../server/mcp/approvals.ts';
import { openStore } from '../server/store/sqlite.ts';
import { openKeyFolder } from './support/keys.ts';
import { body, everything, failure } from './support/mcp.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-approvals-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const policies = join(folder, 'policies');
mkdirSync(policies);
writeFileSync(
  join(policies, 'look.script'),
  '(if (= (get-in input [:arguments :message]) "stop") {:verdict "deny" :reason "stop"} {:verdict "approve" :reason "somebody should look"})',
);
const config = join(folder, 'mcp.json');
writeFileSync(config, JSON.stringify({ mcpServers: { ev: everything() } }));

const keys = openKeyFolder();
test.after(() => keys.remove());
const agent = await keys.add('agent', 'mcp:call,mcp:read');
const second = await keys.add('second', 'mcp:call');
const person = await keys.add('person', 'mcp:approve');
const both = await keys.add('both', 'mcp:call,mcp:approve');

const settings = { data: keys.path, mcpConfig: config, policies, guardsBefore: ['look'] } as const;

type Answer = { readonly status: number; readonly body: Record<string, any> };

function client(url: string) {
  const send = async (method: string, path: string, key: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, any> };
  };
  return {
    call: (key: string, message: unknown, more: object = {}) =>
      send('POST', '/v1/mcp/call', key, { server: 'ev', tool: 'echo', arguments: { message, ...more } }),
    decide: (key: string, id: string, decision: unknown) => send('POST', `/v1/mcp/approvals/${id}`, key, { decision }),
    get: (key: string, id: string) => send('GET', `/v1/mcp/approvals/${id}`, key),
    list: (key: string) => send('GET', '/v1/mcp/approvals', key),
  };
}

test('a held call is accepted, approved by another key, and then made once', async () => {
  let server = await openServer(settings);
  let ask = client(server.url);
  try {
    const held = await ask.call(agent, 'pay');
    assert.equal(
      [held.status, held.body['object'], held.body['status'], held.body['reason'], held.body['arguments']],
      [202, 'approval', 'pending', 'somebody should look', { message: 'pay' }],
    );
    const id = held.body['id'] as string;
    assert.is((await ask.call(agent, 'pay')).body['id'], id, 'asked again, it is the same');
    assert.is((await ask.decide(agent, id, 'approve')).status, 403, 'an agent does not approve');
    assert.is((await ask.get(second, id)).status, 404, 'nor does another agent see it');
    assert.is((await ask.get(agent, id)).body['status'], 'pending');
    assert.is((await ask.decide(person, id, 'approve')).body['status'], 'approved');
    // What a person has approved is on the disk.
    await server.close();
    server = await openServer(settings);
    ask = client(server.url);
    assert.is((await ask.call(agent, 'pay more')).status, 202, 'other arguments are another call');
    assert.is((await ask.call(agent, 'pay', { extra: 1 })).status, 202, 'so is one more argument');
    assert.is((await ask.call(second, 'pay')).status, 202, 'and so is another caller');
    const [first, again] = await Promise.all([ask.call(agent, 'pay'), ask.call(agent, 'pay')]);
    assert.equal([first.status, again.status].sort(), [200, 202], 'once, also when asked twice at the same time');
    const made = first.status === 200 ? first : again;
    assert.equal([made.body['approval'], made.body['result'].content[0].text], [id, 'Echo: pay']);
    assert.equal(
      [(await ask.get(agent, id)).body['status'], (await ask.get(agent, id)).body['decided_by']],
      ['used', 'person'],
    );
  } finally {
    await server.close();
  }
});

test('what is denied stays denied, and a decision is made once', async () => {
  const server = await openServer(settings);
  const ask = client(server.url);
  try {
    const { id } = (await ask.call(agent, 'delete')).body as { id: string };
    assert.is((await ask.decide(person, id, 'deny')).body['status'], 'denied');
    const late = await ask.decide(person, id, 'approve');
    assert.equal([late.status, late.body['error'].code], [409, 'revision_mismatch']);
    const again = await ask.call(agent, 'delete');
    assert.is(again.status, 202, 'asked again it is a new question');
    assert.is.not(again.body['id'], id);
    assert.is((await ask.call(agent, 'stop')).body['error'].code, 'policy_denied');
  } finally {
    await server.close();
  }
});

test('a key does not approve its own calls; the listing is for those who approve; other bodies are refused', async () => {
  const server = await openServer(settings);
  const ask = client(server.url);
  try {
    const { id } = (await ask.call(both, 'own')).body as { id: string };
    assert.is((await ask.decide(both, id, 'approve')).body['error'].code, 'insufficient_scope');
    assert.is((await ask.list(agent)).status, 403);
    assert.ok((await ask.list(person)).body['approvals'].some((row: { id: string }) => row.id === id));
    assert.is((await ask.decide(person, id, 'maybe')).status, 400);
    assert.is((await ask.decide(person, 'apr_none', 'approve')).body['error'].code, 'approval_not_found');
  } finally {
    await server.close();
  }
});

/** A client of the newer era whose user does something before the answer. */
async function connectModern(url: string, answer: (message: string) => Promise<'accept' | 'decline'>): Promise<Client> {
  const modern = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  );
  modern.setRequestHandler('elicitation/create', async ({ params }) => {
    const action = await answer(params.message);
    return action === 'accept' ? { action, content: {} } : { action };
  });
  const headers = { authorization: `Bearer ${agent}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp/ev', url), { requestInit: { headers } });
  await modern.connect(transport);
  assert.is(modern.getProtocolEra(), 'modern');
  return modern;
}

test('a client of the newer era is told to wait, and its call is made when somebody has approved it', async () => {
  const server = await openServer(settings);
  const ask = client(server.url);
  const asked: string[] = [];
  try {
    const modern = await connectModern(server.url, async (message) => {
      asked.push(message);
      const [, id = ''] = /(apr_\w+)/.exec(message) ?? [];
      assert.is((await ask.decide(person, id, 'approve')).status, 200);
      return 'accept';
    });
    const result = await modern.callTool({ name: 'echo', arguments: { message: 'modern' } });
    assert.equal(result.content, [{ type: 'text', text: 'Echo: modern' }]);
    assert.is(asked.length, 1);
    assert.match(asked[0] ?? '', /somebody should look/);
    await modern.close();

    const impatient = await connectModern(server.url, async () => 'decline');
    const refused = await impatient.callTool({ name: 'echo', arguments: { message: 'impatient' } });
    assert.is(refused.isError, true);
    assert.match(JSON.stringify(refused.content), /Nothing was called/);
    await impatient.close();
  } finally {
    await server.close();
  }
});

test('a state that is none of ours makes no call', async () => {
  const server = await openServer(settings);
  try {
    for (const state of [
      'evident-approval:',
      'evident-approval:eyJ9',
      `evident-approval:${Buffer.from('3').toString('base64url')}`,
    ]) {
      const response = await fetch(`${server.url}/mcp/ev`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${agent}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'echo',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'echo',
            arguments: { message: 'forged' },
            requestState: state,
            inputResponses: { 'evident/approval': { action: 'accept', content: {} } },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
            },
          },
        }),
      });
      const { result } = (await response.json()) as any;
      assert.is(result.resultType, 'input_required', state);
    }
  } finally {
    await server.close();
  }
});

test('--approvals deny holds nothing', async () => {
  const server = await openServer({ ...settings, approvals: 'deny' });
  const ask = client(server.url);
  try {
    const refused = await ask.call(agent, 'never held');
    assert.equal([refused.status, refused.body['error'].code], [403, 'approval_required']);
    assert.is(refused.body['error'].details.approval, undefined);
  } finally {
    await server.close();
  }
});

const held = (n: number): HeldCall => ({
  caller: 'a',
  server: 's',
  tool: 't',
  toolHash: 'sha256:1',
  arguments: new Map<string, Json>([['n', String(n)]]),
  inputResponses: undefined,
  requestState: undefined,
});

function approvals(now: () => number) {
  let count = 0;
  return createApprovals({ store: openStore(':memory:'), now, newId: (prefix) => `${prefix}_${(count += 1)}` });
}

const PERSON = { key: 'p', mayApprove: true };

test('an approval is good until it expires, and not a millisecond longer', async () => {
  let now = 0;
  const all = approvals(() => now);
  const { id } = await all.hold(held(1), '');
  await all.decide(id, true, PERSON);
  now = APPROVAL_MS;
  assert.is(await all.take(held(1)), null);
  assert.is((await all.get(id, PERSON)).status, 'expired');
  now = APPROVAL_MS - 1;
  assert.is(await all.take(held(1)), id);
  assert.is(await all.take(held(1)), null);
});

test('an approval is for one definition of the tool', async () => {
  const all = approvals(() => 0);
  const { id } = await all.hold(held(1), '');
  await all.decide(id, true, PERSON);
  assert.is(await all.take({ ...held(1), toolHash: 'sha256:2' }), null);
  assert.is(await all.take(held(1)), id);
});

test('so many calls wait at once, and not one more', async () => {
  const all = approvals(() => 0);
  const { own, all: most } = APPROVALS_PENDING_MAX;
  const heldBy = (caller: number, n: number) => all.hold({ ...held(n), caller: `key ${caller}` }, '');
  for (let n = 0; n < own; n += 1) await heldBy(0, n);
  assert.is((await heldBy(0, 0)).status, 'pending', 'one that waits already is not another');
  assert.is((await failure(heldBy(0, own))).code, 'approval_required', 'a key fills a part of the queue');
  for (let n = own; n < most; n += 1) await heldBy(Math.floor(n / own), n);
  assert.is((await failure(heldBy(most, 0))).code, 'approval_required');
});

test('what the caller answers to a question of the tool is approved with the arguments', async () => {
  const all = approvals(() => 0);
  const answered = { ...held(1), inputResponses: body({ q: { content: { amount: 2 } } }), requestState: 's' };
  const { id } = await all.hold(answered, '');
  await all.decide(id, true, PERSON);
  assert.is(writeJson((await all.get(id, PERSON)).input_responses), '{"q":{"content":{"amount":2}}}');
  for (const other of [
    held(1),
    { ...answered, inputResponses: body({ q: { content: { amount: 3 } } }) },
    { ...answered, inputResponses: undefined },
    { ...answered, requestState: 't' },
  ])
    assert.is(await all.take(other), null);
  assert.is(await all.take(answered), id);
  await all.giveBack(id);
  assert.is(await all.take(answered), id, 'a call that was not sent may be made later');
});

test('a call with more than a person reads is not held, and a listing leaves out what is long', async () => {
  const all = approvals(() => 0);
  const long = (bytes: number) => ({
    ...held(1),
    arguments: new Map<string, Json>([['a', 'x'.repeat(bytes - '{"a":""}'.length)]]),
  });
  assert.is((await failure(all.hold(long(HELD_BYTES_MAX + 1), ''))).code, 'approval_required');
  const { id } = await all.hold(long(HELD_BYTES_MAX), '');
  await all.hold(long(LISTED_BYTES_MAX), '');
  const { approvals: shown } = await all.list();
  assert.equal(shown.map(({ arguments: args, arguments_bytes: bytes }) => [args === null, bytes]).sort(), [
    [false, LISTED_BYTES_MAX],
    [true, HELD_BYTES_MAX],
  ]);
  assert.is(writeJson((await all.get(id, PERSON)).arguments).length, HELD_BYTES_MAX);
});

test.run();
