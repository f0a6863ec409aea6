// Policies around decisions: what they read, what may not act, on every wire and in every mode, and that they fail closed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-gated-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const POLICIES: Readonly<Record<string, string>> = {
  allow: '{:verdict "allow"}',
  // One question and one tool may not act by themselves.
  'no-refunds':
    '(if (or (and (= (:question input) "refund") (= (:answer input) true)) (= (:tool input) "refund_order")) {:verdict "deny" :reason "refunds are made by people"} {:verdict "allow"})',
  person: '{:verdict "approve"}',
  faults: '(/ 1 0)',
  rewrite: '{:verdict "allow" :arguments {:order "B-2"}}',
  same: '{:verdict "allow" :arguments (:arguments input)}',
  'sees-answer':
    '(if (and (nil? (:caller input)) (string? (:now input)) (= (:type input) "choice") (= (:answer input) "billing") (= (:text (first (:evidence input))) "invoice") (starts-with? (:engine input) "evident/")) {:verdict "allow"} {:verdict "deny" :reason (str input)})',
  'sees-call':
    '(if (and (nil? (:server input)) (= (:tool input) "refund_order") (= {} (:annotations input)) (= {:order "A-17"} (:arguments input)) (some? (first (:evidence input)))) {:verdict "allow"} {:verdict "deny" :reason (str input)})',
};
const policies = join(folder, 'policies');
mkdirSync(policies);
for (const [name, script] of Object.entries(POLICIES)) writeFileSync(join(policies, `${name}.script`), script);

async function withServer<T>(
  config: { readonly guardsAnswers?: readonly string[]; readonly guardsCalls?: readonly string[] },
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await openServer({ policies, ...config });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

const TICKET = {
  state: 'Please refund my last invoice.',
  questions: {
    team: { type: 'choice', criteria: { billing: 'invoice', login: 'password' } },
    refund: { type: 'noul', criteria: { true: 'refund', false: 'no refund' } },
  },
};

async function decided(server: TestServer, headers: Record<string, string> = {}, body: unknown = TICKET): Promise<any> {
  const response = await server.post('/v1/systemone', JSON.stringify(body), headers);
  return { status: response.status, body: await response.json() };
}

test('an answer that a policy denies is decided and may not act, and says why', () =>
  withServer({ guardsAnswers: ['allow', 'no-refunds'] }, async (server) => {
    const { body } = await decided(server);
    const { team, refund } = body.answers;
    assert.equal([team.outcome, team.may_act, team.reason], ['decided', true, undefined]);
    assert.equal(
      [refund.outcome, refund.may_act, refund.value, refund.reason],
      [
        'decided',
        false,
        true,
        { code: 'policy', message: 'The policy no-refunds does not allow this: refunds are made by people' },
      ],
    );
  }));

test('policies read the answer and its evidence', () =>
  withServer({ guardsAnswers: ['sees-answer'] }, async (server) => {
    const { team, refund } = (await decided(server)).body.answers;
    assert.is(team.may_act, true, JSON.stringify(team.reason));
    assert.is(refund.may_act, false);
  }));

test('without a policy, or with one that allows, the answer has the same bytes', async () => {
  const bytes = (guardsAnswers: readonly string[]) =>
    withServer({ guardsAnswers }, async (server) =>
      (await server.post('/v1/systemone', JSON.stringify(TICKET))).text(),
    );
  assert.is(await bytes(['allow']), await bytes([]));
});

for (const [policy, part] of [
  ['faults', /the policy failed: divide-by-zero/],
  ['person', /wants a person to do this\./],
  ['rewrite', /it changes the arguments/],
] as const) {
  test(`${policy} lets nothing act`, () =>
    withServer({ guardsAnswers: [policy], guardsCalls: [policy] }, async (server) => {
      for (const answer of Object.values<any>((await decided(server)).body.answers)) {
        assert.is(answer.may_act, false);
        assert.match(answer.reason.message, part);
      }
      const { choices, svc } = await chat(server);
      assert.equal([svc.outcome, svc.may_act, choices[0].message.tool_calls], ['refused', false, undefined]);
      assert.match(choices[0].message.content, part);
    }));
}

test('clients that know no gate see no decision', () =>
  withServer({ guardsAnswers: ['no-refunds'] }, async (server) => {
    const core = (await decided(server, { 'x-evident-profile': 'core' })).body.answers;
    assert.equal(core.refund, { type: 'noul', noul: 0.5 });
    assert.is(core.team.confidence, 1);
    const error = await decided(server, { 'x-evident-undecided': 'error' });
    assert.is(error.status, 422);
    assert.equal(error.body.detail.undecided, ['refund']);
  }));

test('the wire of OpenAI refuses what a policy denies', () =>
  withServer({ guardsAnswers: ['no-refunds'] }, async (server) => {
    const body = {
      input: TICKET.state,
      questions: [{ type: 'predicate', name: 'refund', instructions: 'Is a "refund" wanted?' }],
    };
    const response = await server.post('/v1/decisions', JSON.stringify(body));
    const { answers } = (await response.json()) as any;
    assert.equal([answers[0].type, answers[0].may_act, answers[0].reason.code], ['refusal', false, 'policy']);
  }));

test('each line of a batch is held against the policies', () =>
  withServer({ guardsAnswers: ['no-refunds'] }, async (server) => {
    const body = { questions: TICKET.questions, states: [TICKET.state, 'The invoice is wrong.'] };
    const response = await server.post('/v1/systemone/batch', JSON.stringify(body));
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.is(lines[0].body.answers.refund.may_act, false);
    assert.is(lines[1].body.answers.team.may_act, true);
  }));

test('a request that is answered in a thread is held against them too', () =>
  withServer({ guardsAnswers: ['no-refunds'] }, async (server) => {
    const long = { ...TICKET, state: `${TICKET.state} ${'And the weather is fine today. '.repeat(2_000)}` };
    const { team, refund } = (await decided(server, {}, long)).body.answers;
    assert.equal([team.may_act, refund.may_act, refund.reason.code], [true, false, 'policy']);
  }));

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'refund_order',
      description: 'Refund an order.',
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    },
  },
];

async function chat(server: TestServer, more: object = {}): Promise<any> {
  const messages = [{ role: 'user', content: 'Refund order A-17' }];
  const body = JSON.stringify({ model: 'evident', messages, tools: TOOLS, ...more });
  return (await server.post('/v1/chat/completions', body)).json();
}

test('a call that a policy denies is not made, and its reason is what is said', () =>
  withServer({ guardsCalls: ['no-refunds'] }, async (server) => {
    const { choices, svc } = await chat(server);
    assert.equal(
      [choices[0].finish_reason, choices[0].message.tool_calls, choices[0].message.content],
      ['stop', undefined, 'The policy no-refunds does not allow this: refunds are made by people'],
    );
    assert.equal([svc.outcome, svc.may_act, svc.tool, svc.reason.code], ['refused', false, 'refund_order', 'policy']);
    assert.ok(svc.evidence.length > 0);
  }));

test('policies read the call and its evidence, and may say its arguments again', () =>
  withServer({ guardsCalls: ['sees-call', 'same'] }, async (server) => {
    const { choices, svc } = await chat(server);
    assert.is(svc.may_act, true, choices[0].message.content);
    assert.is(choices[0].message.tool_calls[0].function.arguments, '{"order":"A-17"}');
  }));

test('a stream says no call that a policy denies', () =>
  withServer({ guardsCalls: ['no-refunds'] }, async (server) => {
    const messages = [{ role: 'user', content: 'Refund order A-17' }];
    const body = JSON.stringify({ model: 'evident', messages, tools: TOOLS, stream: true });
    const events = await (await server.post('/v1/chat/completions', body)).text();
    assert.not.match(events, /tool_calls":\[/);
    assert.match(events, /refunds are made by people/);
  }));

test('a denial is a row of the audit, and an answer that may act is none', () =>
  withServer({ guardsAnswers: ['no-refunds'], guardsCalls: ['no-refunds'] }, async (server) => {
    await decided(server);
    await chat(server);
    const { rows } = (await (await fetch(`${server.url}/v1/audit`)).json()) as any;
    assert.equal(
      rows.map(({ event, question, tool, guards }: any) => [event, question ?? tool, guards[0].verdict]),
      [
        ['decision.denied', 'refund', 'deny'],
        ['decision.denied', 'refund_order', 'deny'],
      ],
    );
  }));

test('a service whose policy is not there does not start', async () => {
  let message = '';
  await openServer({ policies, guardsAnswers: ['nobody'] }).then(
    (server) => server.close(),
    (error: Error) => {
      message = error.message;
    },
  );
  assert.match(message, /there is no policy nobody/);
});

test.run();
