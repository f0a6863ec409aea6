// Schemas as products have them: names that put the thing first or the method of HTTP, amounts in cents and milliseconds, values that
// share a prefix, and two parameters of one pattern. Each with what must not be read so.

import * as assert from 'uvu/assert';
import { ask, message, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const ID = { type: 'string', pattern: '^K-[0-9]{3}$' };

test('a name that puts the thing first is ordered by its verb', () => {
  const restart = tool('kiln_restart', 'Rolling restart of a kiln', { kiln_id: ID }, ['kiln_id']);
  assert.is(sent(ask('restart kiln K-204', [restart])), '{"kiln_id":"K-204"}');
  for (const text of ['The kiln K-204 was restarted', 'Should we restart K-204?', 'kiln K-204 and its restart'])
    assert.is(sent(ask(text, [restart])), null, text);
  const note = tool('noteCreate', 'Creates a note.', { kiln_id: ID, body: { type: 'string' } }, ['kiln_id', 'body']);
  assert.is(sent(ask('note on K-204: "cracked shelf"', [note])), '{"kiln_id":"K-204","body":"cracked shelf"}');
  assert.is(sent(ask('his note on K-204 was "cracked shelf"', [note])), null);
});

test('a method of HTTP before what it makes', () => {
  const make = tool('PostKilnOrders', 'Creates a KilnOrder object.', { kiln_id: ID }, ['kiln_id']);
  assert.is(sent(ask('Create a kiln order for K-204', [make])), '{"kiln_id":"K-204"}');
  assert.is(sent(ask('Delete the kiln order for K-204', [make])), null);
});

test('a verb with its particle inside a name', () => {
  const tools = [
    tool('kiln_turn_off', 'Turns off a kiln.', { kiln_id: ID }, ['kiln_id']),
    tool('kiln_turn_on', 'Turns on a kiln.', { kiln_id: ID }, ['kiln_id']),
  ];
  assert.is(ask('Switch off kiln K-204', tools).calls[0]?.name, 'kiln_turn_off');
  assert.is(ask('Switch on kiln K-204', tools).calls[0]?.name, 'kiln_turn_on');
});

test('amounts of a currency for a parameter that counts its smallest unit', () => {
  const amount = { type: 'integer', description: 'Amount in the smallest currency unit' };
  const charge = tool('charge_kiln', 'Charge a kiln.', { kiln_id: ID, amount }, ['kiln_id', 'amount']);
  const argument = (text: string): unknown => sent(ask(text, [charge]));
  assert.is(argument('Charge K-204 49.90 euros'), '{"kiln_id":"K-204","amount":4990}');
  assert.is(argument('Charge K-204 $25'), '{"kiln_id":"K-204","amount":2500}');
  assert.is(argument('Charge K-204 5000 yen'), '{"kiln_id":"K-204","amount":5000}');
  assert.is(argument('Charge K-204 10.999 euros'), null, 'no whole number of cents');
});

test('time in a longer unit than the parameter counts', () => {
  const pause = (name: string) =>
    tool('pause_kiln', 'Pause a kiln.', { kiln_id: ID, [name]: { type: 'integer' } }, ['kiln_id', name]);
  assert.is(
    sent(ask('Pause K-204 for 5 minutes', [pause('length_seconds')])),
    '{"kiln_id":"K-204","length_seconds":300}',
  );
  assert.is(sent(ask('Pause K-204 for 2 weeks', [pause('length_days')])), '{"kiln_id":"K-204","length_days":14}');
  // A month has no number of days, and 90 seconds are no whole minutes.
  assert.is(sent(ask('Pause K-204 for 2 months', [pause('length_days')])), null);
  assert.is(sent(ask('Pause K-204 for 90 seconds', [pause('length_minutes')])), null);
});

test('values that share what they begin with are told by the rest', () => {
  const state = { type: 'string', enum: ['kiln_glowing', 'kiln_resting'] };
  const mark = tool('mark_kiln', 'Mark a kiln.', { kiln_id: ID, state }, ['kiln_id', 'state']);
  assert.is(sent(ask('Mark K-204 as resting', [mark])), '{"kiln_id":"K-204","state":"kiln_resting"}');
  const reason = { type: 'string', enum: ['potter_request', 'owner_request'] };
  const stop = tool('stop_kiln', 'Stop a kiln.', { kiln_id: ID, reason }, ['kiln_id', 'reason']);
  assert.is(sent(ask('Stop kiln K-204 of the owner', [stop])), null, 'the owner is no request of the owner');
});

test('one code where a required and an optional parameter have its pattern', () => {
  const swap = tool(
    'book_firing',
    'Book a firing.',
    { kiln_id: ID, spare_id: { ...ID, description: 'Kiln that stands in' } },
    ['kiln_id'],
  );
  assert.is(sent(ask('Book a firing for K-204', [swap])), '{"kiln_id":"K-204"}');
  assert.is(sent(ask('Book a firing for K-204 or K-205', [swap])), null);
});

test('an act that is ordered calls no tool that only looks, also where the order stands before our question', () => {
  const list = tool(
    'list_kiln_days',
    'Get the days of a kiln.',
    { kiln_id: ID, day: { type: 'string', format: 'date' } },
    ['kiln_id'],
  );
  const talk = [user('I need to enter kiln days for K-204.'), message('assistant', 'Which day?'), user('2027-06-14')];
  assert.is(sent(ask(talk, [list])), null);
  assert.is(
    sent(ask('Show me the kiln days of K-204 on 2027-06-14', [list])),
    '{"kiln_id":"K-204","day":"2027-06-14"}',
  );
});

test('a day and its month end before a comma with another number', () => {
  const book = tool(
    'book_kiln',
    'Book a kiln.',
    { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' }, shelves: { type: 'integer' } },
    ['from', 'to', 'shelves'],
  );
  const now = { epochMs: Date.UTC(2027, 4, 1), offsetMinutes: 0 };
  assert.is(
    sent(ask('Book a kiln from 3 June to 6 June, 2 shelves', [book], { now })),
    '{"from":"2027-06-03","to":"2027-06-06","shelves":2}',
  );
});

test('a thing that is made, named without a verb, is ordered by a please', () => {
  const call = tool('schedule_firing', 'Schedule a firing of a kiln.', { kiln_id: ID }, ['kiln_id']);
  assert.is(sent(ask('A firing of K-204, please', [call])), null, '"of" tells of one');
  assert.is(sent(ask('New firing for K-204 please', [call])), '{"kiln_id":"K-204"}');
  assert.is(sent(ask('Firing for K-204 please', [call])), '{"kiln_id":"K-204"}');
  assert.is(sent(ask('Firing for K-204', [call])), null);
  assert.is(sent(ask('No firing for K-204 please', [call])), null);
});

test('durations in the form that the schema writes', () => {
  const timer = (schema: unknown) =>
    tool('start_timer', 'Start a timer of a kiln.', { kiln_id: ID, duration: schema }, ['kiln_id', 'duration']);
  const argument = (text: string, schema: unknown): unknown => sent(ask(text, [timer(schema)]));
  const clock = { type: 'string', description: 'Length as HH:MM:SS' };
  const iso = { type: 'string', format: 'duration' };
  const short = { type: 'string', pattern: '^[0-9]+[smh]$' };
  assert.is(argument('Start a timer of K-204 for 12 minutes', clock), '{"kiln_id":"K-204","duration":"00:12:00"}');
  assert.is(argument('Start a timer of K-204 for an hour and a half', iso), '{"kiln_id":"K-204","duration":"PT1H30M"}');
  assert.is(argument('Start a timer of K-204 for half an hour', short), '{"kiln_id":"K-204","duration":"30m"}');
  for (const text of [
    'in 12 minutes',
    'every 12 minutes',
    'for 12 or 14 minutes',
    'for about 12 minutes',
    'for 12 days',
  ])
    assert.is(argument(`Start a timer of K-204 ${text}`, clock), null, text);
});

test('what a thing is in, behind "in"', () => {
  const properties = { name: { type: 'string' }, namespace: { type: 'string' } };
  const restart = tool('restart_pump', 'Restart a pump.', properties, ['name', 'namespace']);
  assert.is(sent(ask('Restart pump-4 in greenhouse', [restart])), '{"name":"pump-4","namespace":"greenhouse"}');
  for (const text of [
    'in parallel',
    'in full',
    'in june',
    'in the morning',
    'in good order',
    'in greenhouse or in cellar',
  ])
    assert.is(sent(ask(`Restart pump-4 ${text}`, [restart])), null, text);
});

test('a number of things is no number of milliseconds', () => {
  const properties = {
    floor_ms: { type: 'integer', description: 'Leave out firings below this' },
    limit: { type: 'integer' },
  };
  const list = tool('list_slow', 'Firings of a kiln.', { kiln_id: ID, ...properties }, ['kiln_id']);
  const text = sent(ask('List 10 firings of K-204', [list]));
  assert.is(text === null || text === '{"kiln_id":"K-204","limit":10}', true, String(text));
});

test('a text behind a colon goes on where no other parameter begins', () => {
  const properties = { kiln_id: ID, note: { type: 'string' }, silent: { type: 'boolean', description: 'No alert' } };
  const add = tool('add_note', 'Add a note to a kiln.', properties, ['kiln_id', 'note']);
  assert.is(
    sent(ask('Add a note to K-204: burns high, no bricks on top', [add])),
    '{"kiln_id":"K-204","note":"burns high, no bricks on top"}',
  );
  assert.is.not(
    sent(ask('Add a note to K-204: burns high, no alert', [add])),
    '{"kiln_id":"K-204","note":"burns high, no alert"}',
  );
});

test('who did something before the order, and who should', () => {
  const restart = tool('restart_kiln', 'Restart a kiln.', { kiln_id: ID }, ['kiln_id']);
  assert.is(sent(ask('Somebody moved the bricks. Please restart K-204.', [restart])), '{"kiln_id":"K-204"}');
  assert.is(sent(ask('Somebody should restart K-204.', [restart])), null);
});

test.run();
