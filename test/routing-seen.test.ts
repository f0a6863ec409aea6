// Seen: who asks to see something gets what was asked for, and is asked about words that say which things and that nothing takes.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, callsAt, message, sent, tool, user } from './support/routing.ts';
import { test } from './support/test.ts';

// A Tuesday.
const NOW = readClock('2027-05-18T10:00:00+01:00');

const read = callsAt(NOW);

const text = { type: 'string' };
const day = (description: string): object => ({ type: 'string', format: 'date', description });
const listed = (description: string, ...values: string[]): object => ({ type: 'string', enum: values, description });

const firings = tool('list_firings', 'List the firings (rounds) of a kiln.', {
  kiln: { ...text, pattern: '^K-[0-9]+$', description: 'Code of the kiln' },
  state: listed('Only firings in this state', 'past', 'current', 'upcoming'),
});

test('a weak word is a listed value before what is listed, and asked about elsewhere', () => {
  read(firings, [
    ['List the current firings of K-2', '{"kiln":"K-2","state":"current"}'],
    ['List the firings of K-2', '{"kiln":"K-2"}'],
    ['List the firings of K-2 with the current glaze', null],
  ]);
});

const pumps = tool('list_pumps', 'List pumps and how they are.', {
  hall: listed('The hall', 'north', 'south'),
  status: listed('Only pumps that are so', 'running', 'stopped'),
});

test('how things are is said by a particle, too', () => {
  read(pumps, [
    ['Which pumps are down in the north hall?', null],
    ['List the pumps that are off', null],
    ['Which pumps are stopped in the north hall?', '{"hall":"north","status":"stopped"}'],
    ['Which pumps are in the north hall?', '{"hall":"north"}'],
  ]);
});

const orders = tool('list_orders', 'List orders of the shop.', {
  customer: { ...text, description: 'Name of the customer' },
  status: listed('Only orders in this state', 'pending', 'shipped'),
  since: day('Placed on this day or later'),
  until: day('Placed on this day or earlier'),
});
const order = tool('get_order', 'Show one order.', { order_id: { ...text, pattern: '^ORD-[0-9]+$' } }, ['order_id']);

test('things of somebody who was not named, and other things, are asked about', () => {
  read(
    [orders, order],
    [
      ['List their pending orders', null],
      ['Show her orders', null],
      ['List the pending orders', 'list_orders {"status":"pending"}'],
      ['List the orders of Ann Mill', 'list_orders {"customer":"Ann Mill"}'],
    ],
  );
  const turns = [user('Show me ORD-55'), message('assistant', 'It is on its way.'), user('Show his other orders')];
  assert.is(sent(ask(turns, [orders, order], { now: NOW })), null);
});

test('a state right before a day is of that day, where the days are of something else', () => {
  read(orders, [
    ['How many orders were shipped in April?', null],
    ['List orders shipped yesterday', null],
    ['List shipped orders since 3 May', '{"status":"shipped","since":"2027-05-03"}'],
  ]);
});

const visits = tool(
  'list_visits',
  'List visits in the calendar.',
  {
    start_date: day('First day, inclusive'),
    end_date: day('Last day, inclusive'),
    owner: { ...text, format: 'email', description: 'Whose visits' },
  },
  ['start_date'],
);

test('one day is both ends of what is listed', () => {
  read(visits, [
    ['What is on my calendar tomorrow?', '{"start_date":"2027-05-19","end_date":"2027-05-19"}'],
    ['List the visits for 2 June', '{"start_date":"2027-06-02","end_date":"2027-06-02"}'],
    ['Visits this Friday', '{"start_date":"2027-05-21","end_date":"2027-05-21"}'],
    ['List visits from tomorrow', '{"start_date":"2027-05-19"}'],
    ['List visits starting tomorrow', '{"start_date":"2027-05-19"}'],
    ['List visits tomorrow through Friday', '{"start_date":"2027-05-19","end_date":"2027-05-21"}'],
  ]);
  const exclusive = tool(
    'list_tides',
    'List the tides.',
    { from: day('From this day'), to: day('To this day, exclusive') },
    ['from'],
  );
  assert.is.not(
    sent(ask('List the tides of 2 June', [exclusive], { now: NOW })),
    '{"from":"2027-06-02","to":"2027-06-02"}',
  );
});

test('days in a row are no stretch, and the day of a bound that holds it is not before or behind it', () => {
  read(visits, [
    ['List visits tomorrow and on Friday', null],
    ['List visits on Saturday and Sunday', '{"start_date":"2027-05-22","end_date":"2027-05-23"}'],
    ['List visits between tomorrow and Friday', '{"start_date":"2027-05-19","end_date":"2027-05-21"}'],
    ['List visits after tomorrow', null],
  ]);
});

const films = tool('search_films', 'Search films of the library.', {
  query: { ...text, description: 'Words of the title' },
  medium: listed('Kind of item', 'dvd', 'reel'),
});
const leads = tool('search_leads', 'Search leads.', {
  query: { ...text, description: 'Free text' },
  owner: { ...text, description: 'Colleague who owns the lead' },
});

test('a name of which a part is taken is asked about, and so is where something comes from', () => {
  read(films, [['Do you have a DVD of The Lost Mill?', null]]);
  read(leads, [
    ['Find leads from Brix', null],
    ['Show the Brix leads', null],
    ["Show Ann's leads", '{"owner":"Ann"}'],
    ['Find leads of Ann', '{"owner":"Ann"}'],
  ]);
});

const ferries = tool(
  'search_ferries',
  'Search ferries between two ports.',
  {
    origin: { ...text, description: 'The port where it begins' },
    destination: { ...text, description: 'The port where it ends' },
    departure: day('The day of departure'),
    passengers: { type: 'integer', description: 'How many passengers', default: 1 },
  },
  ['origin', 'destination'],
);
const booking = tool(
  'book_ferry',
  'Book a ferry.',
  {
    ferry_number: { ...text, description: 'Number of the ferry' },
    departure: day('The day of departure'),
    passengers: { type: 'array', items: text, description: 'Names of all passengers' },
  },
  ['ferry_number', 'departure', 'passengers'],
);

test('who names only things, or asks to see some, orders no act', () => {
  read(
    [ferries, booking],
    [
      [
        'ferries from Bergen to Oslo tomorrow',
        'search_ferries {"origin":"Bergen","destination":"Oslo","departure":"2027-05-19"}',
      ],
      [
        'Are there any ferries from Bergen to Oslo on Friday?',
        'search_ferries {"origin":"Bergen","destination":"Oslo","departure":"2027-05-21"}',
      ],
      ['Ferries from Bergen to Oslo were late', null],
    ],
  );
  const tickets = tool(
    'list_tickets',
    'List the tickets of a project.',
    { project: { ...text, pattern: '^[A-Z]{3}$' }, state: listed('State', 'open', 'closed') },
    ['project'],
  );
  const create = tool('create_ticket', 'Open a new ticket in a project.', { project: text, title: text }, [
    'project',
    'title',
  ]);
  read([tickets, create], [['Show open tickets in KLN', 'list_tickets {"project":"KLN","state":"open"}']]);
});

test('the day behind a place is its own, and an hour is no count', () => {
  read(ferries, [
    ['Find a ferry from Bergen to Oslo tomorrow', '{"origin":"Bergen","destination":"Oslo","departure":"2027-05-19"}'],
    ['Find a ferry from Bergen to Oslo tomorrow at 8', null],
    ['Find a ferry at 10 from Bergen to Oslo', null],
    ['Find a ferry from Bergen to Oslo for 3 people', '{"origin":"Bergen","destination":"Oslo","passengers":3}'],
  ]);
});

test('what is searched, and in what somebody is versed', () => {
  const members = tool('search_members', 'Search members of the guild.', {
    query: { ...text, description: 'Free text' },
    location: { ...text, description: 'City or region' },
  });
  read(members, [
    ['Search for oven potters in Graz', null],
    ['Search for members in Graz', '{"location":"Graz"}'],
    ['Find members with experience in Java', null],
  ]);
});

test('a class with a capital is no number of days', () => {
  const absences = tool('list_absences', 'List absences.', {
    class: { ...text, pattern: '^[0-9]{1,2}[A-Z]$' },
    from: day('First day'),
    to: day('Last day'),
  });
  read(absences, [
    ['Show the absences of 9D', '{"class":"9D"}'],
    ['Show the absences of 9D on Friday', null],
  ]);
});

test.run();
