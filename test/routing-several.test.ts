// Routing, several orders in one message: calls where all tools only look and each clause is decided on its own, else a question
// that names each; and what becomes of the conversation after either.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import {
  fillContenders,
  findPossible,
  mayOrder,
  ordersNothing,
  prospectOf,
} from '../server/engines/routing/contenders.ts';
import { explainRoute, readOwnTools } from '../server/engines/routing/route.ts';
import type { Scene } from '../server/engines/routing/scene.ts';
import { readScene } from '../server/engines/routing/scene.ts';
import { CUTS_MAX } from '../server/engines/routing/several.ts';
import { blank } from '../server/engines/routing/text/retracted.ts';
import { joinIndexes } from '../server/engines/routing/tools/postings.ts';
import { verifyCalls } from '../server/engines/routing/verify.ts';
import type { Message, RouteDecision } from '../server/services/routing/wire/route.ts';
import { judgeProducts } from './support/products.ts';
import { ask, message, request, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const TEXT = { type: 'string' };
const LOOKING = [
  tool('get_weather', 'Get the weather of a city.', { city: TEXT }, ['city']),
  tool(
    'list_invoices',
    'List the invoices of a customer.',
    { customer_id: { type: 'string', pattern: '^cus_[0-9]+$' } },
    ['customer_id'],
  ),
  tool(
    'find_trains',
    'Find trains between two cities.',
    { from: TEXT, to: TEXT, date: { type: 'string', format: 'date' } },
    ['from', 'to'],
  ),
];
const ACTING = [
  tool('cancel_order', 'Cancel one order.', { order_id: TEXT }, ['order_id']),
  tool('send_invoice', 'Send an invoice to a customer.', { customer_id: { type: 'string', pattern: '^cus_[0-9]+$' } }, [
    'customer_id',
  ]),
];
const TOOLS = [...LOOKING, ...ACTING];

function calls(said: string, more = {}): string[] {
  return shown(ask(said, TOOLS, more));
}

function shown(decision: RouteDecision): string[] {
  return decision.calls.map((call) => `${call.name} ${writeJson(call.arguments)}`);
}

/** What the assistant did, and what came of it. */
function done({ calls: made }: RouteDecision, ...results: readonly string[]): Message[] {
  return [{ ...message('assistant', ''), calls: made }, ...results.map((text) => message('tool', text))];
}

const OSLO = 'get_weather {"city":"Oslo"}';
const ROME = 'get_weather {"city":"Rome"}';
const INVOICES = 'list_invoices {"customer_id":"cus_12"}';

for (const [said, expected] of [
  ['Get the weather of Oslo and list the invoices of customer cus_12', [OSLO, INVOICES]],
  ['Get the weather in Oslo, then get the weather in Rome.', [OSLO, ROME]],
  ['List the invoices of cus_12. Get the weather of Oslo.', [INVOICES, OSLO]],
  ['Get the weather of Oslo; also list the invoices of cus_12', [OSLO, INVOICES]],
  ['Get the weather of Oslo, get the weather of Rome and list the invoices of cus_12', [OSLO, ROME, INVOICES]],
  // One call of several, an act among them, a clause that is none, and one said only in part.
  ['Get the weather of Oslo', [OSLO]],
  ['Get the weather of Oslo and cancel order ORD-5', []],
  ['List the invoices of cus_12 and send an invoice to cus_12', []],
  ['Get the weather of Oslo and Rome', []],
  ['Get the weather of Oslo and book a table for two', []],
  ["Get the weather of Oslo and don't list the invoices of cus_12", []],
  ['Get the weather of Oslo and, if it rains, list the invoices of cus_12', []],
  ['Get the weather of Oslo and list the invoices', []],
  // The day may be meant for both.
  ['Find trains from Oslo to Bergen and get the weather of Rome on 2027-05-01', []],
] as const)
  test(`${said}: ${expected.length}`, () => assert.equal(calls(said), expected));

test('one call at a time: the first, what is left is said, and comes after its result', () => {
  const said = 'Get the weather of Oslo, get the weather of Rome and list the invoices of cus_12';
  const more = { parallel: false };
  const first = ask(said, TOOLS, more);
  assert.equal(shown(first), [OSLO]);
  assert.is(first.outcome, 'decided');
  assert.equal(
    first.deferred?.map(({ tool: name, text }) => [name, text]),
    [
      ['get_weather', 'get the weather of Rome'],
      ['list_invoices', 'list the invoices of cus_12'],
    ],
  );
  const bytes = new TextEncoder().encode(said);
  for (const { start, end, text, path } of first.deferred ?? []) {
    assert.is(path, '/messages/0/content');
    assert.is(new TextDecoder().decode(bytes.subarray(start, end)), text);
  }
  const turns = [user(said), ...done(first, 'sun')];
  const second = ask(turns, TOOLS, more);
  assert.equal(shown(second), [ROME]);
  assert.is(second.deferred?.length, 1);
  const later = [...turns, ...done(second, 'rain')];
  const third = ask(later, TOOLS, more);
  assert.equal(shown(third), [INVOICES]);
  assert.is(third.deferred, undefined);
  const last = ask([...later, ...done(third, 'none')], TOOLS, more);
  assert.is(last.reason?.code, 'tool-result');
  assert.is(last.content, 'sun\nrain\nnone');
  // A new turn of the user begins anew.
  assert.equal(calls('Get the weather of Rome', more), [ROME]);
  assert.equal(shown(ask([...later, user('Get the weather of Oslo')], TOOLS, more)), [OSLO]);
});

test('who takes several calls at once has all of them, or those that are left', () => {
  const said = 'Get the weather of Oslo and list the invoices of cus_12';
  const both = ask(said, TOOLS);
  assert.is(both.deferred, undefined);
  assert.is(ask([user(said), ...done(both, 'sun', 'none')], TOOLS).reason?.code, 'tool-result');
  const one = { ...both, calls: both.calls.slice(1) };
  assert.equal(shown(ask([user(said), ...done(one, 'none')], TOOLS)), [OSLO]);
});

test('after a call that was not ordered, or one of one, there is nothing left to call', () => {
  const said = 'Get the weather of Oslo and list the invoices of cus_12';
  const [oslo] = ask(said, TOOLS).calls;
  for (const [turn, made] of [
    [said, [{ name: 'get_weather', arguments: new Map([['city', 'Rome']]) }]],
    [said, [oslo, oslo]],
    [said, [{ name: 'get_weather', arguments: 'no object' }]],
    ['Get the weather of Oslo', [oslo]],
    ['Get the weather of Oslo and cancel order ORD-5', [oslo]],
  ] as const) {
    const turns = [user(turn), { ...message('assistant', ''), calls: made } as Message, message('tool', 'sun')];
    assert.is(ask(turns, TOOLS, { parallel: false }).reason?.code, 'tool-result', turn);
  }
});

const ACTS = [
  ...TOOLS,
  tool('transfer_money', 'Transfer money to a person.', { amount: { type: 'number' }, recipient: TEXT }, [
    'amount',
    'recipient',
  ]),
  tool('cordon_node', 'Mark a node as unschedulable.', { node: { type: 'string', pattern: '^worker-[0-9]+$' } }, [
    'node',
  ]),
  tool('drain_node', 'Drain a node.', { node: { type: 'string', pattern: '^worker-[0-9]+$' } }, ['node']),
];

for (const [said, names] of [
  ['Get the weather in Oslo and transfer 50 dollars to Ann', ['get_weather', 'transfer_money']],
  ['Transfer 50 dollars to Ann and get the weather in Oslo', ['transfer_money', 'get_weather']],
  ['Cordon node worker-04 and drain it', ['cordon_node', 'drain_node']],
  ['Cordon node worker-04, then drain node worker-04', ['cordon_node', 'drain_node']],
  ['Drain it and cordon node worker-04', ['drain_node', 'cordon_node']],
  ['Cancel order ORD-5 and cancel order ORD-6', ['cancel_order', 'cancel_order']],
  [
    'Cancel order ORD-5, transfer 50 dollars to Ann and drain node worker-04',
    ['cancel_order', 'transfer_money', 'drain_node'],
  ],
  ['Get the weather of Oslo. Transfer some money to Ann.', ['get_weather', 'transfer_money']],
] as const)
  test(`${said}: asked which comes first`, () => {
    const decision = ask(said, ACTS);
    assert.is(decision.outcome, 'unresolved');
    assert.is(decision.reason?.code, 'two-calls');
    assert.is(decision.tool, null);
    const text = decision.content ?? '';
    assert.equal(
      [...text.matchAll(/`([a-z_]+)`/gu)].map(([, name]) => name),
      names,
      text,
    );
    // One call at a time or not: which is first is not ours to say.
    assert.equal(ask(said, ACTS, { parallel: false }), decision);
  });

for (const said of [
  // One order, or one and what is no order.
  'Transfer 50 dollars to Ann and Bob',
  'Transfer 50 dollars to Ann, and don’t drain node worker-04',
  'Cordon node worker-04 and, if it is full, drain it',
  'Cordon node worker-04 and I will drain it',
  'Cordon node worker-04 and bake it',
])
  test(`${said}: no question of order`, () => {
    const decision = ask(said, ACTS);
    assert.not.ok(decision.content?.includes('not called beside others'), decision.content ?? '');
    assert.ok(decision.calls.length < 2);
  });

const MONEY = 'transfer_money {"amount":50,"recipient":"Ann"}';
for (const [said, answer, expected] of [
  ['Get the weather in Oslo and transfer 50 dollars to Ann', 'transfer_money', [MONEY]],
  ['Get the weather in Oslo and transfer 50 dollars to Ann', 'the weather, please', [OSLO]],
  ['Cordon node worker-04 and drain node worker-05', 'cordon', ['cordon_node {"node":"worker-04"}']],
  // Neither, both, or one of two that are called alike.
  ['Get the weather in Oslo and transfer 50 dollars to Ann', 'Both', []],
  ['Get the weather in Oslo and transfer 50 dollars to Ann', 'Should I?', []],
  ['Get the weather in Oslo and transfer 50 dollars to Ann', 'no', []],
  ['Cancel order ORD-5 and cancel order ORD-6', 'cancel_order', []],
  // What is picked lacks something: that is asked for.
  ['Cordon node worker-04 and drain it', 'drain_node', []],
] as const)
  test(`${said} … ${answer}: ${expected.length}`, () => {
    const question = ask(said, ACTS).content ?? '';
    assert.equal(shown(ask([user(said), message('assistant', question), user(answer)], ACTS)), expected);
  });

test('our own question is answered by one call', () => {
  const said = [user('Get the weather'), message('assistant', 'Which city?'), user('Oslo and get the weather of Rome')];
  assert.ok(ask(said, TOOLS).calls.length < 2);
});

test('evidence says which call it is for, and is what stands at its bytes', () => {
  const said = 'Get the weather of Tromsø 🙂 and list the invoices of cus_12';
  const decision = ask(said, TOOLS);
  assert.equal([...new Set(decision.evidence.map(({ call }) => call))], [0, 1]);
  const bytes = new TextEncoder().encode(said);
  for (const { start, end, text } of decision.evidence)
    assert.is(new TextDecoder().decode(bytes.subarray(start, end)), text);
  assert.equal(
    ask('Get the weather of Oslo', TOOLS).evidence.map(({ call }) => call),
    [undefined, undefined],
  );
});

test('so many places to cut at', () => {
  const said = (joints: number): string =>
    `Get the weather of Oslo and list the invoices of cus_12${' and'.repeat(joints - 1)}`;
  assert.is(calls(`${said(1)}. `).length, 2);
  const long = (joints: number): string =>
    `${'Hello. '.repeat(joints - 1)}Get the weather of Oslo and list the invoices of cus_12`;
  assert.is(calls(long(CUTS_MAX)).length, 2);
  assert.is(calls(long(CUTS_MAX + 1)).length, 0);
});

test('both calls together are verified, one of them is not all that was ordered', () => {
  const asked = request([user('Get the weather of Oslo and list the invoices of customer cus_12')], TOOLS);
  const given = ask('Get the weather of Oslo and list the invoices of customer cus_12', TOOLS).calls.map((call) => ({
    ...call,
    id: null,
  }));
  const outcomes = (some: typeof given): readonly string[] =>
    verifyCalls({ ...asked, calls: some, countResults: false }).map(({ outcome }) => outcome);
  assert.equal(outcomes(given), ['decided', 'decided']);
  assert.equal(outcomes(given.slice(0, 1)), ['unresolved']);
});

const clause = fc.constantFrom(
  'get the weather of Oslo',
  'list the invoices of cus_12',
  'find trains from Oslo to Rome',
  'cancel order ORD-5',
  'send an invoice to cus_12',
  'do not list the invoices of cus_12',
  'did you list the invoices of cus_12?',
  'the weather of Rome is fine',
  'if it rains, get the weather of Rome',
);
const joint = fc.constantFrom(
  ' and ',
  ', then ',
  '. ',
  '; ',
  ' or ',
  ' but not ',
  ' unless you ',
  ' instead of ',
  ', ',
);

test('law: an acting tool is never called beside another, and each call is that of its clause', () => {
  let pairs = 0;
  fc.assert(
    fc.property(clause, joint, clause, (left, between, right) => {
      const decision = ask(`${left}${between}${right}`, TOOLS);
      if (decision.calls.length < 2) return;
      pairs += 1;
      assert.not.ok(decision.calls.some(({ name }) => ACTING.some((one) => one.name === name)));
      assert.ok(/^( and |, then |\. |; |, )$/.test(between), between);
      for (const said of [left, right]) assert.is(ask(said, TOOLS).calls.length, 1, said);
    }),
    { numRuns: 400 },
  );
  assert.ok(pairs > 5, `only ${pairs}`);
});

test('law: what orders nothing before it is filled orders nothing when it is filled', () => {
  let early = 0;
  for (const { product, one, request: asked } of judgeProducts().filter((_, at) => at % 3 === 0)) {
    const text = one.messages.at(-1)?.content ?? '';
    const index = joinIndexes([readOwnTools(asked.tools)]);
    // As clauses are read: the first words alone, then all.
    for (const length of [text.indexOf(' ', text.length / 3), text.indexOf(' ', text.length / 2), text.length]) {
      const source = { path: '', text: text.slice(0, Math.max(0, length)), age: 0 };
      const read = (): Scene => readScene(index, { turns: [[source]], question: null, now: asked.now });
      const begun = read();
      if (!ordersNothing(findPossible(begun), begun)) continue;
      early += 1;
      const scene = read();
      for (const { ranked, filled } of fillContenders(scene))
        assert.not.ok(mayOrder(ranked, filled, scene), `${product}, ${ranked.tool.name}: ${source.text}`);
    }
  }
  assert.ok(early > 100, `only ${early}`);
});

test('law: a part of a message is never called alone where the whole shows that it could not be', () => {
  let ruledOut = 0;
  for (const { product, one, request: asked, explained } of judgeProducts().filter((_, at) => at % 3 === 0)) {
    const [source, ...others] = explained.scene?.current ?? [];
    if (explained.scene === null || explained.scene.conversation.question !== null) continue;
    if (source === undefined || others.length > 0 || one.messages.length > 1) continue;
    const { text } = source;
    for (const at of [text.indexOf(' ', text.length / 3), text.indexOf(' ', text.length / 2)].filter((cut) => cut > 0))
      for (const [start, end] of [
        [0, at],
        [at, text.length],
      ] as const) {
        const part = blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
        if (prospectOf({ ...source, text: part }, start, end, explained.scene) === 'call') continue;
        ruledOut += 1;
        const last = asked.messages.at(-1)!;
        const alone = { ...last, texts: last.texts.map((was) => ({ ...was, text: part })) };
        const { decision } = explainRoute({ ...asked, messages: [...asked.messages.slice(0, -1), alone] });
        assert.equal(decision.calls, [], `${product}: ${part}`);
      }
  }
  assert.ok(ruledOut > 100, `only ${ruledOut}`);
});

test.run();
