// Complete: orders that say all that a tool needs in the words people use, and what is only like them.

import * as assert from 'uvu/assert';
import { readTool } from '../server/engines/routing/tools/tools.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, callsAt, definition, message, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

const NOW = readClock('2027-05-18T10:00:00+01:00');

const read = callsAt(NOW);

const text = { type: 'string' };

test('a host is said by its number, and a default by its name', () => {
  const machine = tool(
    'add_machine',
    'Register a machine.',
    {
      nickname: { ...text, description: 'Its nickname' },
      host: { ...text, description: 'The host address' },
      port: { type: 'integer', default: 5432, description: 'The port' },
    },
    ['nickname', 'host'],
  );
  read(machine, [
    ['Add a machine: nickname kiln1, host 10.0.0.5', '{"nickname":"kiln1","host":"10.0.0.5"}'],
    [
      'Add a machine with nickname kiln1 on host 10.0.0.5 with the default port',
      '{"nickname":"kiln1","host":"10.0.0.5","port":5432}',
    ],
    ['Add a machine with nickname kiln1 on host 10.0.0.5. The default port is 5433.', null],
  ]);
  const both = tool('add_node', 'Register a node.', { host: text, ip: { ...text, description: 'Its IP address' } }, [
    'host',
  ]);
  assert.is(sent(ask('Add a node with the ip 10.0.0.5', [both])), null);
});

test('the orders of SQL are said in full', () => {
  const shelves = tool('list_shelves', 'List the shelves.', {
    order: { ...text, enum: ['asc', 'desc'], description: 'The order by name' },
  });
  read(shelves, [
    ['List the shelves in descending order', '{"order":"desc"}'],
    ['List the shelves, not in descending order', null],
  ]);
});

test('a code is written as the example, and the words before it say which', () => {
  const stock = tool(
    'move_pallets',
    'Move pallets between bins.',
    {
      item: { ...text, description: 'Code of the item, e.g. PAL-3391' },
      from_bin: { ...text, description: 'A bin, e.g. A-12' },
      to_bin: { ...text, description: 'A bin, e.g. D-03' },
    },
    ['item', 'from_bin', 'to_bin'],
  );
  read(stock, [
    ['Move PAL-4410 from B-07 to C-11', '{"item":"PAL-4410","from_bin":"B-07","to_bin":"C-11"}'],
    ['Move PAL-4410 B-07 C-11', null],
    ['Move PALLET-4410 from B-07 to C-11', null],
  ]);
});

test('particles, signs and languages that stand beside a value change nothing', () => {
  const bill = tool(
    'send_bill',
    'Send a bill.',
    {
      bill_id: { ...text, pattern: '^B-[0-9]+$' },
      email: { ...text, format: 'email' },
      language: { ...text, enum: ['en', 'de', 'fr'], description: 'Language of the bill' },
    },
    ['bill_id'],
  );
  read(bill, [
    ['Send out B-118', '{"bill_id":"B-118"}'],
    ['Send off B-118 to ann@mill.de in German', '{"bill_id":"B-118","email":"ann@mill.de","language":"de"}'],
    ['Send B-118 to ann@mill.de', '{"bill_id":"B-118","email":"ann@mill.de"}'],
    ['Send B-118 down', null],
  ]);
  const refund = tool(
    'refund',
    'Refund an order.',
    { order_id: { ...text, pattern: '^O-[0-9]+$' }, amount: { type: 'number' } },
    ['order_id', 'amount'],
  );
  read(refund, [
    ['Refund 15 € for O-7', '{"order_id":"O-7","amount":15}'],
    ['Refund 15 # for O-7', null],
  ]);
});

test('somebody is said by occupation, by a name or an address, and alone for a list', () => {
  const assign = tool(
    'assign_driver',
    'Assign a driver to a route.',
    { route: { ...text, pattern: '^R-[0-9]+$' }, driver: text },
    ['route', 'driver'],
  );
  read(assign, [['Assign Petra Moor to route R-204', '{"route":"R-204","driver":"Petra Moor"}']]);
  const customers = tool('search_customers', 'Find customers.', {
    query: { ...text, description: 'Name or email' },
    city: text,
  });
  read(customers, [
    ['Find the customer Ann Mill', '{"query":"Ann Mill"}'],
    ['Find customers in Graz', '{"city":"Graz"}'],
  ]);
  const table = tool(
    'book_berth',
    'Book a berth.',
    {
      berth: { ...text, pattern: '^K-[0-9]+$' },
      sailors: { type: 'array', items: text, description: 'Names of all passengers' },
    },
    ['berth', 'sailors'],
  );
  read(table, [['Book berth K-3 for Ann Mill and others', null]]);
});

test('whom something is assigned to is its assignee, and a channel has its sign', () => {
  const tickets = tool('search_tickets', 'Search tickets.', {
    assignee_email: { ...text, format: 'email', description: 'Email of who works on it' },
    requester_email: { ...text, format: 'email', description: 'Email of who asked' },
    unassigned: { type: 'boolean', description: 'Only tickets that nobody works on' },
  });
  read(tickets, [
    ['Which tickets are assigned to ann@mill.example?', '{"assignee_email":"ann@mill.example"}'],
    ['Which tickets are unassigned?', '{"unassigned":true}'],
  ]);
  const channel = tool(
    'close_channel',
    'Close a channel.',
    { channel: { ...text, description: 'The channel, without the leading #' } },
    ['channel'],
  );
  read(channel, [
    ['Close #harvest-2027', '{"channel":"harvest-2027"}'],
    ["Don't close #harvest-2027", null],
  ]);
});

test('a service is deployed with its version', () => {
  const deploy = tool(
    'deploy',
    'Deploy a version of a service to an environment.',
    {
      service: { ...text, description: 'Service name' },
      environment: { ...text, enum: ['staging', 'production'] },
      version: { ...text, description: 'Image version, e.g. v2.4.1' },
    },
    ['service', 'environment', 'version'],
  );
  read(deploy, [
    ['Deploy checkout v3.2.0 to production', '{"service":"checkout","environment":"production","version":"v3.2.0"}'],
    [
      'Deploy version v3.2.0 of the billing-api to staging',
      '{"service":"billing-api","environment":"staging","version":"v3.2.0"}',
    ],
    ['Deploy everything v3.2.0 to production', null],
    ['Deploy it v3.2.0 to staging', null],
  ]);
});

test('what only names a thing changes nothing', () => {
  const fair = tool(
    'reschedule_fair',
    'Move a fair to another day.',
    {
      fair_id: { ...text, pattern: '^EV-[0-9]+$' },
      new_day: { ...text, format: 'date', description: 'The new day' },
      notify_visitors: { type: 'boolean', description: 'Tell all visitors' },
    },
    ['fair_id'],
  );
  read(fair, [
    ['Reschedule EV-77', null],
    ['Reschedule EV-77 and notify the visitors', null],
    ['Reschedule EV-77 to 12 June', '{"fair_id":"EV-77","new_day":"2027-06-12"}'],
  ]);
});

test('a reason that a parameter would take is not lost', () => {
  const fee = tool(
    'refund_fee',
    'Refund a fee.',
    {
      fee_id: { ...text, pattern: '^F-[0-9]+$' },
      reason: { ...text, enum: ['duplicate', 'fraudulent'], description: 'Why' },
    },
    ['fee_id'],
  );
  read(fee, [
    ["Refund F-71, it's fraud", null],
    ['Refund F-71, it was fraudulent', '{"fee_id":"F-71","reason":"fraudulent"}'],
    ['Refund F-71', '{"fee_id":"F-71"}'],
  ]);
});

test('"say" and "that" announce a message and are no part of it', () => {
  const reply = tool(
    'reply_to_letter',
    'Reply to a letter.',
    { letter: { ...text, pattern: '^L-[0-9]+$' }, body: { ...text, description: 'What is written' } },
    ['letter', 'body'],
  );
  const asked = 'To use `reply_to_letter` I still need `body` (what is written).';
  const answered = (said: string): string | null =>
    sent(ask([user('Reply to L-33'), message('assistant', asked), user(said)], [reply]));
  assert.is(answered("say I'll be there at three"), '{"letter":"L-33","body":"I\'ll be there at three"}');
  assert.is(answered('Say: see you then'), '{"letter":"L-33","body":"see you then"}');
  assert.is(answered("that I'll be late"), '{"letter":"L-33","body":"I\'ll be late"}');
  assert.is(answered('say hi to the neighbours'), null);
});

test('values of another order are not those of this one', () => {
  const update = tool(
    'update_issue',
    'Close, reopen or assign an issue.',
    {
      project: { ...text, pattern: '^[a-z]+/[a-z]+$', description: 'The project' },
      number: { type: 'integer', description: 'Number of the issue' },
      state: { ...text, enum: ['open', 'closed'] },
      assignee: { ...text, description: 'Login of the assignee' },
    },
    ['project', 'number'],
  );
  const asked = 'To use `update_issue` I still need `number` (number of the issue).';
  const turns = [
    user('Which issues in kiln/docs are assigned to edda?'),
    message('assistant', asked),
    user('close issue 33 please'),
  ];
  assert.is(sent(ask(turns, [update])), null);
});

test('what is raised by is no new value, what hastens no empty word, and a label no value', () => {
  const budget = tool(
    'update_budget',
    'Set the budget of a project.',
    { project: { ...text, pattern: '^PRJ-[0-9]+$' }, amount: { type: 'number', description: 'The new budget' } },
    ['project', 'amount'],
  );
  read(budget, [
    ['Increase the budget of PRJ-88 by 5000', null],
    ['Set the budget of PRJ-88 to 5000', '{"project":"PRJ-88","amount":5000}'],
  ]);
  const plan = tool(
    'change_plan',
    'Switch a line to another plan.',
    {
      line: { ...text, pattern: '^L-[0-9]+$' },
      plan: { ...text, enum: ['small', 'large'] },
      effective: { ...text, enum: ['immediately', 'next_month'], description: 'When it begins' },
    },
    ['line', 'plan'],
  );
  read(plan, [
    ['Switch L-7 to the large plan right away', null],
    ['Switch L-7 to the large plan immediately', '{"line":"L-7","plan":"large","effective":"immediately"}'],
  ]);
  const contact = tool(
    'update_contact',
    'Change how an account is reached.',
    {
      account: { ...text, pattern: '^A-[0-9]+$' },
      email: { ...text, format: 'email', description: 'New email address' },
      channel: { ...text, enum: ['email', 'post'], description: 'How it is reached' },
    },
    ['account'],
  );
  read(contact, [
    ['Change the email of A-7 to ann@mill.example', '{"account":"A-7","email":"ann@mill.example"}'],
    ['Change the channel of A-7 to email', '{"account":"A-7","channel":"email"}'],
  ]);
});

test('a verb that computes acts where its object is no information', () => {
  const acts = (name: string, description: string): boolean =>
    readTool(definition(name, description, { type: 'object', properties: { id: text }, required: ['id'] })).acting;
  for (const [name, description] of [
    ['reverse_payment', 'Reverse a payment.'],
    ['split_expense', 'Split an expense among people.'],
    ['select_seat', 'Select a seat on a ferry.'],
    ['match_transactions', 'Match transactions with bills.'],
    ['respond_to_invitation', 'Answer an invitation.'],
    ['validate_ticket', 'Validate a ticket at the gate.'],
    ['test_alarm', 'Test the fire alarm.'],
    ['convert_lead', 'Convert a lead into a customer.'],
    ['reverse_sale', 'Reverses a sale.'],
    ['split_shift', 'Divides a shift between two workers.'],
    ['round_fee', 'Rounds a fee on the bill.'],
    ['multiply_stake', 'Multiplies the stake of a bet.'],
    ['convert_points', "Converts a member's points to cash."],
    ['name_ship', 'Gives a ship its registered name.'],
    ['rate_seller', 'Gives a seller five stars.'],
  ] as const)
    assert.ok(acts(name, description), name);
  for (const [name, description] of [
    ['reverse_text', 'Reverse a text.'],
    ['split_list', 'Split a list into parts.'],
    ['select_rows', 'Select rows of a table.'],
    ['match_pattern', 'Match a pattern with a text.'],
    ['validate_email', 'Validate an email address.'],
    ['verify_coin', 'Verifies the authenticity of a coin.'],
    ['convert_units', 'Convert a length into another unit.'],
    ['divide_numbers', 'Divides two numbers.'],
    ['get_tide', 'Gives the user a summary of the tides.'],
  ] as const)
    assert.not.ok(acts(name, description), name);
});

test.run();
