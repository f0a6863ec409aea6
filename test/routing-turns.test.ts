// Turns: what an answer completes over several questions, what the last turn takes from earlier ones, and what it does not.

import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { routeChat } from '../server/engines/routing/route.ts';
import { verifyCalls } from '../server/engines/routing/verify.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { Message, RouteDecision } from '../server/services/routing/wire/route.ts';
import { ask, message, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const text = { type: 'string' };
const BOOKING = { type: 'string', pattern: '^B-[0-9]{4}$' };
const TOOLS = [
  tool('get_booking', 'Show a booking', { booking_id: BOOKING }, ['booking_id']),
  tool('cancel_booking', 'Cancel a booking', { booking_id: BOOKING }, ['booking_id']),
  tool(
    'transfer_money',
    'Transfer money to a person',
    {
      recipient: { type: 'string', description: 'Name of the person' },
      amount: { type: 'number', description: 'Amount in euros' },
    },
    ['recipient', 'amount'],
  ),
  tool(
    'set_thermostat',
    'Set the temperature of a room',
    { room: { type: 'string', description: 'Room' }, temperature: { type: 'number', description: 'Degrees Celsius' } },
    ['room', 'temperature'],
  ),
  tool(
    'create_reminder',
    'Create a reminder',
    { text: { type: 'string', description: 'What to be reminded of' }, date: { type: 'string', format: 'date' } },
    ['text', 'date'],
  ),
  tool(
    'get_weather',
    'Get the weather forecast for a city',
    { city: text, day: { type: 'string', format: 'date' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    ['city'],
  ),
  tool(
    'book_table',
    'Book a table of a restaurant',
    {
      restaurant: { type: 'string', description: 'Name of the restaurant' },
      date: { type: 'string', format: 'date' },
      guests: { type: 'integer', description: 'Number of guests' },
    },
    ['restaurant', 'date', 'guests'],
  ),
];
const TICKETS = [
  tool(
    'open_ticket',
    'Open a support ticket',
    { subject: text, priority: { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] } },
    ['subject'],
  ),
  tool(
    'set_wakeup_call',
    'Set a wake-up call for a room',
    { room: { type: 'integer', description: 'Number of the room' }, time: { type: 'string', description: 'HH:MM' } },
    ['room', 'time'],
  ),
  tool('restart_server', 'Restart a server', { server_id: { type: 'string', pattern: '^srv-[0-9]+$' } }, ['server_id']),
  tool(
    'log_hours',
    'Log hours of an employee',
    { employee: { type: 'string', description: 'Name of the employee' }, hours: { type: 'number' } },
    ['employee', 'hours'],
  ),
  tool('search_events', 'Search events in a city', { city: text, genre: { type: 'string', enum: ['jazz', 'rock'] } }, [
    'city',
  ]),
];
const NOW = readClock('2026-11-25T10:00:00Z');

/** Says the turns one after the other, as a client does: each with what was called or asked before it. */
function talk(
  turns: readonly string[],
  tools = TOOLS,
): { readonly decision: RouteDecision; readonly messages: readonly Message[] } {
  let messages: Message[] = [];
  let decision: RouteDecision | null = null;
  for (const [at, said] of turns.entries()) {
    if (decision !== null) messages = [...messages.map(withoutCalls), ...answerOf(decision, at)];
    messages.push({ role: 'user', texts: [{ path: `/messages/${messages.length}/content`, text: said }] });
    decision = routeChat({ messages, tools, toolChoice: { kind: 'auto' }, now: NOW });
  }
  return { decision: decision as RouteDecision, messages };
}

/** The wire keeps the last calls before the last turn alone. */
const withoutCalls = ({ role, texts }: Message): Message => ({ role, texts });

function answerOf({ calls, content }: RouteDecision, at: number): Message[] {
  if (calls.length === 0) return [{ role: 'assistant', texts: [{ path: `/answers/${at}`, text: content ?? '' }] }];
  return [
    { role: 'assistant', texts: [], calls },
    { role: 'tool', texts: [{ path: `/results/${at}`, text: '{"ok":true}' }] },
    { role: 'assistant', texts: [{ path: `/answers/${at}`, text: 'Done. Anything else?' }] },
  ];
}

function called({ calls }: RouteDecision): string | null {
  return calls.length === 0 ? null : `${calls[0]!.name} ${writeJson(calls[0]!.arguments as Json)}`;
}

for (const [turns, expected] of [
  // Answers to several questions complete one order.
  [['Transfer money', 'Ann', '50'], 'transfer_money {"recipient":"Ann","amount":50}'],
  [['Transfer money', 'to Ann', 'fifty euros'], 'transfer_money {"recipient":"Ann","amount":50}'],
  [['Set the temperature', '20', 'bedroom'], 'set_thermostat {"room":"bedroom","temperature":20}'],
  [
    ['Book a table for two', 'Chez Nous', 'tomorrow'],
    'book_table {"restaurant":"Chez Nous","date":"2026-11-26","guests":2}',
  ],
  [['Transfer 50 euros to Ann', 'transfer 20', 'to Bob'], 'transfer_money {"recipient":"Bob","amount":20}'],
  // A correction changes the order that it completes, too.
  [['Set the bedroom', 'to 20', 'no, 21'], 'set_thermostat {"room":"bedroom","temperature":21}'],
  [['Set the temperature', 'bedroom', '20', 'no, kitchen'], 'set_thermostat {"room":"kitchen","temperature":20}'],
  // The last turn speaks of what was before.
  [['Show booking B-1234', 'cancel it'], 'cancel_booking {"booking_id":"B-1234"}'],
  [['Show booking B-1234', 'please cancel the booking'], 'cancel_booking {"booking_id":"B-1234"}'],
  [['Show booking B-1234', 'cancel that booking'], 'cancel_booking {"booking_id":"B-1234"}'],
  [
    ['Remind me to call Ann tomorrow', 'remind me on Friday too'],
    'create_reminder {"text":"call Ann","date":"2026-11-27"}',
  ],
  // A few words say what is other than before, and the rest stays.
  [
    ["What's the weather in Lyon tomorrow?", 'in fahrenheit please'],
    'get_weather {"city":"Lyon","day":"2026-11-26","unit":"fahrenheit"}',
  ],
  [["What's the weather in Lyon tomorrow?", 'in Bergen'], 'get_weather {"city":"Bergen","day":"2026-11-26"}'],
] as const)
  test(`turns: ${turns.join(' … ')}`, () => {
    assert.is(called(talk(turns).decision), expected);
  });

for (const turns of [
  // What was said for one order is not said for the next.
  ['Transfer 50 euros to Ann', 'transfer'],
  ['Transfer 50 euros to Ann', 'transfer 20'],
  ['Transfer 50 euros to Ann', 'transfer money to Bob'],
  ['Cancel booking B-1234', 'stop'],
  ['Cancel booking B-1234', 'cancel'],
  ['Cancel booking B-1234', 'stop that please'],
  ['Remind me to call Ann tomorrow', 'create a reminder'],
  ['Remind me to call Ann tomorrow', 'remind me to buy milk'],
  ['Remind me to call Ann tomorrow', 'remind me to buy milk this week'],
  // Nobody means what was corrected.
  ['Show booking B-1234', 'no, B-5678', 'cancel it'],
  ['Cancel booking B-1234', 'no, B-1243', 'cancel that'],
  // Two were spoken of.
  ['Show booking B-1234', 'Show booking B-5678', 'cancel it'],
  // Of what changes the world, a few words are no order.
  ['Set the bedroom to 20 degrees', '21'],
  ['Set the bedroom to 20 degrees', 'kitchen'],
  ['Transfer 50 euros to Ann', 'Bob'],
  // Such words that are no value are no request.
  ["What's the weather in Lyon tomorrow?", 'thanks'],
  ["What's the weather in Lyon tomorrow?", 'hmm, not sure'],
  ["What's the weather in Lyon tomorrow?", 'not Lyon'],
  ["What's the weather in Lyon tomorrow?", 'Friday and Saturday'],
  ["What's the weather in Lyon tomorrow?", '30'],
  // An answer that leaves open what it says stays open behind the next one.
  ['Book a table for two', 'Chez Nous', 'maybe tomorrow'],
] as const)
  test(`asked, not called: ${turns.join(' … ')}`, () => {
    assert.is(called(talk(turns).decision), null);
  });

for (const turns of [
  // Who asks what was done, or says thanks for it, orders nothing.
  ['Restart srv-12', 'did it restart?', 'ok thanks'],
  ['Restart srv-12', 'restarted?', 'yes'],
  // Of two numbers nobody said which.
  ['Set a wake-up call for room 214 at 6:30', 'no, 7'],
  // An order about another parameter, a hesitation and a sum are no answer.
  ['Open a high priority ticket', 'lower the priority'],
  ['Open a ticket', 'hmm'],
  ['Log hours', '8 in total', 'Ken'],
  // What an earlier answer says beside what was asked is not lost.
  ['Open a ticket with low priority', 'make it urgent', 'the site is down'],
  ['Restart a server', 'srv-5 only if srv-4 is down', 'srv-5'],
  ['Restart a server', 'wait, that needs approval', 'srv-5'],
  // Nor is what we did not understand.
  ['Search events in Vienna near the opera', 'jazz only'],
] as const)
  test(`asked, not called: ${turns.join(' … ')}`, () => {
    assert.is(called(talk(turns, TICKETS).decision), null);
  });

for (const [turns, expected] of [
  [['Open a ticket', 'let me see', 'the site is down'], 'open_ticket {"subject":"the site is down"}'],
  [['Restart a server', 'let me check', 'srv-5'], 'restart_server {"server_id":"srv-5"}'],
  [['Should I restart srv-12?', 'yes, thanks'], 'restart_server {"server_id":"srv-12"}'],
  [['Set a wake-up call for room 214 at 6:30', 'no, room 7'], 'set_wakeup_call {"room":7,"time":"06:30"}'],
  [['Set a wake-up call for room 214 at 6:30', 'no, 7:15'], 'set_wakeup_call {"room":214,"time":"07:15"}'],
  [['Restart srv-12', 'restart it again'], 'restart_server {"server_id":"srv-12"}'],
  [['Log hours', 'Ken', '8'], 'log_hours {"employee":"Ken","hours":8}'],
] as const)
  test(`turns: ${turns.join(' … ')}`, () => {
    assert.is(called(talk(turns, TICKETS).decision), expected);
  });

const ANSWERED = [
  tool('get_pet', 'Show the record of a pet', { pet_name: { type: 'string', description: 'Name of the pet' } }, [
    'pet_name',
  ]),
  tool('pay_bonus', 'Pay a bonus to an employee', { employee: text, amount: { type: 'number' } }, [
    'employee',
    'amount',
  ]),
  tool('open_ticket', 'Open a support ticket', { subject: text }, ['subject']),
  tool('add_item', 'Add an item to the shopping list', { item: text }, ['item']),
  tool('unlock_door', 'Unlock a door', { door: { type: 'string', enum: ['front', 'garage'] } }, ['door']),
];

test('an answer that is taken whole names one thing', () => {
  for (const [order, remarks, values] of [
    [
      'Show the record of a pet',
      ['Bella and Max', 'Bella, but not the old one', 'the cat', 'what for', 'thx'],
      ['Bella', 'bella'],
    ],
    [
      'Pay a bonus of 300',
      ['Ann, she did great', 'Ann and Bob', 'my boss said no', 'never', "I'm not sure who", 'the best one', 'nobody'],
      ['Ann Berg', 'ann berg'],
    ],
    [
      'Open a ticket',
      ["I'm on the phone with Bob", 'actually open the door', 'hmm'],
      ['The site is down', 'cannot log in'],
    ],
    ['Add an item to the shopping list', ['nothing', 'lol', 'quickly', 'the cheapest'], ['milk', 'olive oil']],
  ] as const) {
    for (const remark of remarks) assert.is(called(talk([order, remark], ANSWERED).decision), null, remark);
    for (const value of values)
      assert.ok(called(talk([order, value], ANSWERED).decision)?.includes(`"${value}"`), value);
  }
});

test('an ok behind a question about how things are orders nothing', () => {
  const last = (...turns: readonly string[]) => called(talk(turns, ANSWERED).decision);
  assert.is(last('Is the garage door unlocked?', 'ok'), null);
  assert.is(last('Did someone unlock the front door?', 'okay.'), null);
  assert.is(last('Is the garage door unlocked?', 'yes, please do that'), 'unlock_door {"door":"garage"}');
  assert.is(last('Should I unlock the garage door?', 'yes'), 'unlock_door {"door":"garage"}');
});

test('a second question is about what the first answer left', () => {
  const { decision } = talk(['Transfer money', 'Ann']);
  assert.equal(decision.missing, ['amount']);
});

test('a call with what an earlier turn said is verified alike', () => {
  const given = (amount: number) => ({
    id: null,
    name: 'transfer_money',
    arguments: new Map<string, Json>([
      ['recipient', 'Ann'],
      ['amount', parseJson(Buffer.from(String(amount)))],
    ]),
  });
  const outcome = (turns: readonly string[], amount: number) =>
    verifyCalls({
      messages: talk(turns).messages,
      tools: TOOLS,
      calls: [given(amount)],
      countResults: false,
      now: NOW,
    })[0]?.outcome;
  assert.is(outcome(['Transfer 50 euros to Ann'], 50), 'decided');
  assert.is(outcome(['Transfer money', 'Ann', '50'], 50), 'decided');
  assert.is.not(outcome(['Transfer 50 euros to Ann', 'transfer 20'], 20), 'decided');
  assert.is.not(outcome(['Transfer 50 euros to Ann', 'transfer'], 50), 'decided');
});

test('a fragment behind a turn that fits no tool is not acted on without that turn', () => {
  const shelf = tool('search_shelf', 'Search the shelf.', {
    title: { type: 'string', description: 'Title' },
    form: { type: 'string', enum: ['book', 'map', 'record'] },
  });
  const after = (turn: string, said: string): number =>
    ask([user('Got "Tides" by any chance?'), message('assistant', said), user(turn)], [shelf], { now: NOW }).calls
      .length;
  const refused = 'None of the tools fits this request.';
  for (const turn of ['As a map?', 'And the book?', 'in a book', 'What about a record?'])
    assert.is(after(turn, refused), 0, turn);
  for (const turn of ['Show all books', 'Find books']) assert.is(after(turn, refused), 1, turn);
});

test.run();
