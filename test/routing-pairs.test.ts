// Routing, pairs: two orders in one message are two calls where both tools only look and each clause is decided on its own.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import { CUTS_MAX } from '../server/engines/routing/pair.ts';
import { verifyCalls } from '../server/engines/routing/verify.ts';
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
  return ask(said, TOOLS, more).calls.map((call) => `${call.name} ${writeJson(call.arguments)}`);
}

const OSLO = 'get_weather {"city":"Oslo"}';
const ROME = 'get_weather {"city":"Rome"}';
const INVOICES = 'list_invoices {"customer_id":"cus_12"}';

for (const [said, expected] of [
  ['Get the weather of Oslo and list the invoices of customer cus_12', [OSLO, INVOICES]],
  ['Get the weather in Oslo, then get the weather in Rome.', [OSLO, ROME]],
  ['List the invoices of cus_12. Get the weather of Oslo.', [INVOICES, OSLO]],
  ['Get the weather of Oslo; also list the invoices of cus_12', [OSLO, INVOICES]],
  // One call of two, an act among them, a clause that is none, more than two, and one said only in part.
  ['Get the weather of Oslo', [OSLO]],
  ['Get the weather of Oslo and cancel order ORD-5', []],
  ['List the invoices of cus_12 and send an invoice to cus_12', []],
  ['Get the weather of Oslo and Rome', []],
  ['Get the weather of Oslo and book a table for two', []],
  ["Get the weather of Oslo and don't list the invoices of cus_12", []],
  ['Get the weather of Oslo and, if it rains, list the invoices of cus_12', []],
  ['Get the weather of Oslo and list the invoices', []],
  ['Get the weather of Oslo, get the weather of Rome and list the invoices of cus_12', []],
  // The day may be meant for both.
  ['Find trains from Oslo to Bergen and get the weather of Rome on 2027-05-01', []],
] as const)
  test(`${said}: ${expected.length}`, () => assert.equal(calls(said), expected));

test('who asks for one call at a time is asked which', () => {
  const decision = ask('Get the weather of Oslo and list the invoices of cus_12', TOOLS, { parallel: false });
  assert.is(decision.outcome, 'unresolved');
  assert.ok(decision.content?.includes('?'));
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

test('law: an acting tool is never called beside another, and nothing is called twice', () => {
  let pairs = 0;
  fc.assert(
    fc.property(clause, joint, clause, (left, between, right) => {
      const decision = ask(`${left}${between}${right}`, TOOLS);
      if (decision.calls.length < 2) return;
      pairs += 1;
      assert.not.ok(decision.calls.some(({ name }) => ACTING.some((one) => one.name === name)));
      assert.ok(/^( and |, then |\. |; )$/.test(between), between);
      for (const said of [left, right]) assert.is(ask(said, TOOLS).calls.length, 1, said);
    }),
    { numRuns: 400 },
  );
  assert.ok(pairs > 5, `only ${pairs}`);
});

test.run();
