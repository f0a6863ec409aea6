// Readings of routing, as laws over generated cases: what a wrong reading would turn into another request.
// In: tools invented here. Out: no reading that swaps the ends of a stay, takes the word of a day for a filter, or loses a sign.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const DAY = { type: 'string', format: 'date' };
const berth = tool(
  'book_berth',
  'Book a berth for a boat.',
  { arrival: { ...DAY, description: 'Day of arrival' }, departure: { ...DAY, description: 'Day of departure' } },
  ['arrival', 'departure'],
);
const crossing = tool(
  'book_crossing',
  'Book a crossing.',
  {
    origin: { type: 'string', pattern: '^[A-Z]{3}$' },
    destination: { type: 'string', pattern: '^[A-Z]{3}$' },
    departure: { ...DAY, description: 'Day of departure' },
    arrival: { ...DAY, description: 'Day of arrival' },
  },
  ['origin', 'destination', 'departure', 'arrival'],
);

const DAYS = Array.from({ length: 20 }, (_, at) => [
  `2027-0${1 + (at % 9)}-${10 + at / 2 - (at % 2) / 2}`,
  `2027-0${1 + (at % 9)}-${21 + (at % 8)}`,
]) as readonly (readonly [first: string, last: string])[];
const STAYS = [
  'Book a berth from A to B',
  'Book a berth for A until B',
  'Book a berth, arriving A, leaving B',
  'Book a berth, leaving B and arriving A',
  'Book a berth between A and B',
  'Book a berth with arrival A and departure B',
  'Book a berth with departure B and arrival A',
];

test('a stay is never turned round: it begins with the arrival', () => {
  let calls = 0;
  for (const [first, last] of DAYS)
    for (const stay of STAYS) {
      const text = stay.replace(/\bA\b/gu, first).replace(/\bB\b/gu, last);
      const { calls: found } = ask(text, [berth]);
      if (found.length === 0) continue;
      calls += 1;
      assert.is(sent(ask(text, [berth])), `{"arrival":"${first}","departure":"${last}"}`, text);
    }
  assert.ok(calls >= 60, String(calls));
});

test('a journey is never turned round: it begins with the departure', () => {
  for (const [first, last] of DAYS) {
    const decision = ask(`Book a crossing from ABC to XYZ, departing ${first}, arriving ${last}`, [crossing]);
    if (decision.calls.length > 0)
      assert.is(sent(decision), `{"origin":"ABC","destination":"XYZ","departure":"${first}","arrival":"${last}"}`);
  }
});

const BOUNDS = ['since', 'after', 'before', 'until', 'from', 'on or after', 'on'];
const DONE = ['issued', 'sent', 'signed', 'closed', 'rejected'];
const list = (description: string): ReturnType<typeof tool> =>
  tool(
    'list_permits',
    'List permits.',
    {
      status: { type: 'string', enum: DONE, description: 'Status of the permit' },
      from_date: { ...DAY, description },
    },
    [],
  );

test('a word of what was done, right before the bound of a day, filters nothing by itself', () => {
  for (const done of DONE)
    for (const bound of BOUNDS) {
      const text = `List the permits ${done} ${bound} 2027-03-01`;
      for (const description of [`Day, ${done} on or after`, 'Day, made on or after', 'Printed on or after this day']) {
        const decision = ask(text, [list(description)]);
        if (decision.calls.length > 0 && !description.startsWith('Day, made'))
          assert.not.ok(sent(decision)?.includes('status') === true, `${text}: ${sent(decision)}`);
      }
    }
});

const balance = (schema: Readonly<Record<string, unknown>>): ReturnType<typeof tool> =>
  tool(
    'adjust_balance',
    'Correct the balance of a locker.',
    {
      locker: { type: 'string', pattern: '^K-[0-9]{2}$', description: 'Locker' },
      change: { type: 'number', ...schema },
    },
    ['locker', 'change'],
  );

test('what is deducted is sent with its sign, or not at all', () => {
  for (let amount = 1; amount <= 30; amount += 1)
    for (const verb of ['Deduct', 'Subtract', 'Please deduct', 'Can you subtract']) {
      const text = `${verb} ${amount} from the balance of K-${10 + amount}`;
      const signed = ask(text, [balance({ minimum: -50, description: 'How much to add, negative to deduct' })]);
      if (signed.calls.length > 0) assert.is(sent(signed), `{"locker":"K-${10 + amount}","change":-${amount}}`, text);
      assert.is(ask(text, [balance({ description: 'How much' })]).calls.length, 0, text);
    }
});

test('the ending of an address denies nothing, whatever the country', () => {
  const note = tool('send_note', 'Send a note.', { to: { type: 'string', format: 'email' } }, ['to']);
  for (const ending of ['no', 'not.example', 'never.org', 'do', 'is', 'it', 'in', 'at', 'to', 'so', 'me'])
    assert.is(sent(ask(`Send a note to ann@mill.${ending}`, [note])), `{"to":"ann@mill.${ending}"}`);
});

test('the two days of a hire are told apart however their names are written', () => {
  const days = '"2027-05-03","2027-05-06"';
  for (const [first, last] of [
    ['pickup_date', 'dropoff_date'],
    ['pick_up_date', 'drop_off_date'],
    ['checkin_date', 'checkout_date'],
    ['checkInDate', 'checkOutDate'],
  ] as const) {
    const hire = tool('hire_raft', 'Hire a raft.', { [first]: DAY, [last]: DAY }, [first]);
    const [from, to] = first.startsWith('pick') ? ['pick', 'drop'] : ['check', 'check'];
    const [up, off] = first.startsWith('pick') ? ['up', 'off'] : ['in', 'out'];
    for (const text of [
      `Hire a raft, ${from}-${up} 3 May 2027, ${to}-${off} 6 May 2027`,
      `Hire a raft, ${from}${up} 3 May 2027, ${to}${off} 6 May 2027`,
      `Hire a raft, ${from} ${up} on 3 May 2027 and ${to} ${off} on 6 May 2027`,
      `Hire a raft, ${to}-${off} 6 May 2027, ${from}-${up} 3 May 2027`,
    ])
      assert.is(
        Object.values(JSON.parse(sent(ask(text, [hire])) ?? '{}'))
          .map((day) => JSON.stringify(day))
          .join(),
        days,
        text,
      );
  }
  const plain = tool('hire_raft', 'Hire a raft.', { day: DAY }, ['day']);
  assert.is(ask('Hire a raft on 3 May 2027, pick-up at the dock', [plain]).calls.length, 0);
});

test('a name is taken whole: initials, hyphens and small words between them', () => {
  const fair = tool('get_fair', 'Get the fair of a city.', { city: { type: 'string' } }, ['city']);
  for (const city of ['Washington, D.C.', 'Washington D.C.', 'Stoke-on-Trent', 'Aix-en-Provence', 'Baden-Baden'])
    for (const end of ['', ' please', '?'])
      assert.is(sent(ask(`Get the fair in ${city}${end}`, [fair])), JSON.stringify({ city }), `${city}${end}`);
  const tenant = tool('find_tenant', 'Find a tenant by name.', { name: { type: 'string' } }, ['name']);
  for (const name of ['Eva-Maria Stone', 'J.R.R. Mill', 'Mill-Stone', 'Eva Mill'])
    assert.is(sent(ask(`Find the tenant ${name}`, [tenant])), JSON.stringify({ name }), name);
  // A code behind the noun is one by itself.
  const queue = tool('drain_queue', 'Drain a queue.', { queue: { type: 'string' } }, ['queue']);
  assert.is(sent(ask('Drain the queue mail-out', [queue])), '{"queue":"mail-out"}');
});

const ferry = tool(
  'order_ferry',
  'Order a ferry.',
  {
    to_address: { type: 'string', description: 'Address of the landing' },
    day: { ...DAY, description: 'Day of departure' },
    passengers: { type: 'integer', minimum: 1, maximum: 40, description: 'Number of passengers' },
  },
  ['to_address', 'day'],
);

test('the number of a name is a part of it, and counts and times nothing', () => {
  for (const name of ['Terminal 2', 'Pier 14', 'Strandvegen 22', 'Unit 7', 'Old Quay 3'])
    for (const said of [
      `Order a ferry to ${name} on 2027-06-03`,
      `Order a ferry to ${name}, on 3 June 2027`,
      `Order a ferry on 3 June 2027 to ${name}`,
      `Order a ferry to ${name} on 3 June 2027 for 5 passengers`,
    ]) {
      const count = said.endsWith('passengers') ? ',"passengers":5' : '';
      assert.is(sent(ask(said, [ferry])), `{"to_address":"${name}","day":"2027-06-03"${count}}`, said);
    }
  // What a word behind the number counts is no part of the name.
  assert.is(
    sent(ask('Order a ferry to Strandvegen 5 passengers on 2027-06-03', [ferry])),
    '{"to_address":"Strandvegen","day":"2027-06-03","passengers":5}',
  );
  assert.is(
    sent(ask('Order a ferry to Stavern on 3 Jun 2027, 4 passengers', [ferry])),
    '{"to_address":"Stavern","day":"2027-06-03","passengers":4}',
  );
});

test('a number behind the name of a person, or where a count is wanted, may be another value: it is asked about', () => {
  const pay = tool(
    'repay_person',
    'Repay a person.',
    {
      recipient: { type: 'string', description: 'Who is repaid' },
      amount: { type: 'number', description: 'Amount in euros' },
      day: DAY,
    },
    ['recipient'],
  );
  const table = tool(
    'hold_table',
    'Hold a table at an inn.',
    {
      inn: { type: 'string', description: 'Name of the inn' },
      guests: { type: 'integer', description: 'Number of guests' },
      day: DAY,
    },
    ['inn', 'day'],
  );
  for (const when of ['', ' tomorrow', ' on 2027-06-03', ' by 3 June 2027']) {
    assert.is(sent(ask(`Repay Edda 50${when}`, [pay])), null, when);
    assert.is(sent(ask(`Hold a table at Brix 4${when}`, [table])), null, when);
  }
  assert.is(
    sent(ask('Hold a table at Studio 54 on 2027-06-03 for 4 guests', [table])),
    '{"inn":"Studio 54","guests":4,"day":"2027-06-03"}',
  );
});

test('a number with a half behind it is one number, in whatever unit it is counted', () => {
  const now = readClock('2027-04-14T09:00:00Z');
  const book = tool(
    'record_practice',
    'Record practice of a pupil.',
    {
      pupil: { type: 'string', pattern: '^P-[0-9]+$' },
      minutes: { type: 'integer', description: 'Minutes practised' },
      day: { ...DAY, description: 'Day of the practice' },
    },
    ['pupil', 'minutes'],
  );
  for (const [said, minutes] of [
    ['one and a half hours', 90],
    ['three and a half hours', 210],
    ['2 and a half hours', 150],
    ['an hour and a half', 90],
    ['half an hour', 30],
    ['1 1/2 hours', 90],
    ['1½ hours', 90],
    ['two and a quarter hours', 135],
    ['one hour', 60],
    ['12 minutes', 12],
  ] as const) {
    const call = sent(ask(`Record ${said} of practice of P-7`, [book], { now }));
    assert.ok(call === null || call === `{"pupil":"P-7","minutes":${minutes}}`, `${said}: ${call ?? ''}`);
    assert.is(sent(ask(`Record ${said} for P-7`, [book], { now })), `{"pupil":"P-7","minutes":${minutes}}`, said);
  }
  const bake = tool('plan_bake', 'Plan a bake.', { loaf: { type: 'string' }, hours: { type: 'number' } }, [
    'loaf',
    'hours',
  ]);
  assert.is(sent(ask('Plan a bake of the loaf Rye for 4 and a half hours', [bake])), '{"loaf":"Rye","hours":4.5}');
});

test('what is lowered changes by less than nothing, and what is set to a value does not change by it', () => {
  const shelf = tool(
    'change_supply',
    'Change the supply of a dye.',
    {
      dye: { type: 'string', pattern: '^D[0-9]{3}$' },
      difference: { type: 'integer', description: 'Difference, negative for less' },
    },
    ['dye', 'difference'],
  );
  const level = tool(
    'set_supply',
    'Set the supply of a dye.',
    { dye: { type: 'string', pattern: '^D[0-9]{3}$' }, level: { type: 'integer', minimum: -50 } },
    ['dye', 'level'],
  );
  for (const amount of [3, 14, 250]) {
    for (const verb of ['Reduce', 'Lower', 'Decrease', 'Cut', 'Drop', 'Please reduce', 'Take', 'Remove']) {
      const call = sent(ask(`${verb} the supply of D100 by ${amount}`, [shelf]));
      assert.ok(call === null || call === `{"dye":"D100","difference":-${amount}}`, `${verb} ${amount}: ${call ?? ''}`);
      if (/^(?:reduce|lower|decrease)/iu.test(verb)) assert.ok(call !== null, verb);
    }
    for (const verb of ['Change', 'Increase'])
      assert.is(sent(ask(`${verb} the supply of D100 by ${amount}`, [shelf])), `{"dye":"D100","difference":${amount}}`);
    for (const verb of ['Change', 'Set', 'Increase', 'Lower']) {
      assert.is(sent(ask(`${verb} the supply of D100 to ${amount}`, [shelf])), null, `${verb} to ${amount}`);
      assert.is(sent(ask(`${verb} the supply of D100 from 900 to ${amount}`, [shelf])), null, `${verb} from`);
    }
    assert.is(sent(ask(`Set the supply of D100 to ${amount}`, [level])), `{"dye":"D100","level":${amount}}`);
    assert.is(sent(ask(`Lower the supply of D100 to ${amount}`, [level])) ?? '', `{"dye":"D100","level":${amount}}`);
  }
});

test('an optional object is sent with the members that were said, and never empty', () => {
  const moor = tool(
    'moor_boat',
    'Moor a boat.',
    {
      boat: { type: 'string', pattern: '^B-[0-9]+$' },
      marks: { type: 'object', properties: { crew: { type: 'string' }, fleet: { type: 'string' } } },
    },
    ['boat'],
  );
  assert.is(sent(ask('Moor the boat B-4', [moor])), '{"boat":"B-4"}');
  for (const said of ['marks crew Heron, fleet North', 'crew Heron', 'with marks', 'marks Heron and North', 'marks'])
    for (const text of [`Moor the boat B-4, ${said}`, `Moor the boat B-4 ${said}`])
      assert.not.ok(sent(ask(text, [moor]))?.includes('{}') === true, text);
  assert.is(
    sent(ask('Moor the boat B-4, marks crew Heron, fleet North', [moor])),
    '{"boat":"B-4","marks":{"crew":"Heron","fleet":"North"}}',
  );
});

test('a bare number that corrects one of two numbers is asked about', () => {
  const pour = tool(
    'book_lanes',
    'Book lanes of a pool.',
    { pool: { type: 'integer' }, lanes: { type: 'integer', description: 'How many lanes' } },
    ['pool', 'lanes'],
  );
  const open = tool('open_pool', 'Open a pool.', { pool: { type: 'integer' } }, ['pool']);
  for (const mark of ['I mean', 'sorry, I mean', 'no wait,', 'I meant']) {
    assert.is(sent(ask(`Book 5 lanes of pool 12, ${mark} 14`, [pour])), null, mark);
    assert.is(sent(ask(`Open pool 12, ${mark} 14`, [open])), '{"pool":14}', mark);
    // Written as the one and unlike the other.
    assert.is(sent(ask(`Book 5 lanes of pool 1204, ${mark} 1205`, [pour])), '{"pool":1205,"lanes":5}', mark);
  }
});

const DINER = { diner: { type: 'string', description: 'Name of the diner' } };
const menu = tool('get_menu', 'Show the menu of a diner.', DINER, ['diner']);
const chores = tool(
  'list_chores',
  'List the chores of a person.',
  { person: { type: 'string', description: 'Name of the person' } },
  ['person'],
);
const drawer = tool('empty_drawer', 'Empty a drawer.', { name: { type: 'string', description: 'Its name' } }, ['name']);

test('a possessive behind which nothing is possessed is a part of the name, but not of a person', () => {
  for (const name of ['Orla', 'Benno', 'Tilde', 'Marek'])
    for (const mark of ["'", '’']) {
      assert.is(sent(ask(`Show me the menu at ${name}${mark}s`, [menu])), `{"diner":"${name}${mark}s"}`);
      assert.is(sent(ask(`Show the menu of ${name}${mark}s Grill`, [menu])), `{"diner":"${name}${mark}s Grill"}`);
      assert.is(sent(ask(`Show me ${name}${mark}s menu`, [menu])), `{"diner":"${name}"}`);
      assert.is(sent(ask(`List the chores of ${name}${mark}s`, [chores])), `{"person":"${name}"}`);
      assert.is(sent(ask(`Empty ${name}${mark}s drawer`, [drawer])), null, 'a drawer of hers, whatever it is called');
      assert.is(sent(ask(`Empty the drawer called ${name}`, [drawer])), `{"name":"${name}"}`);
    }
});

test.run();
