// Plain: what people say to ordinary tools in everyday words is called, and what only looks like it is asked about.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, callsAt, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const NOW = readClock('2027-05-18T10:00:00+01:00');
const called = (said: string, definition: ToolDefinition): string | null => sent(ask(said, [definition], { now: NOW }));

const read = callsAt(NOW);

const text = { type: 'string' };
const number = { type: 'number' };
const day = (description: string): object => ({ type: 'string', format: 'date', description });

test('a room is said by its noun', () => {
  const lamp = tool(
    'set_lamp',
    'Changes the lamp of a room.',
    { room: text, on: { type: 'boolean', description: 'Whether the lamp is on' }, percent: number },
    ['room'],
  );
  read(lamp, [
    ['Set the lamp in the dining room to 40 percent', '{"room":"dining room","percent":40}'],
    ['Turn off the pantry lamp', '{"room":"pantry","on":false}'],
    ['Turn off the lamp of Ann', null],
    ['Turn off the lamp in the pantry or the attic', null],
  ]);
  const mop = tool('mop_rooms', 'Mops rooms.', { rooms: { type: 'array', items: text } }, ['rooms']);
  read(mop, [
    ['Mop the pantry, the hall and the attic', '{"rooms":["pantry","hall","attic"]}'],
    ['Mop everything but the pantry', null],
  ]);
});

test('what is added or played stands behind its verb', () => {
  const basket = tool(
    'add_basket_item',
    'Add an item to the basket.',
    { item: text, quantity: { type: 'integer', description: 'How many' } },
    ['item'],
  );
  read(basket, [
    ['Add rye bread to the basket', '{"item":"rye bread"}'],
    ['Add 6 lemons to the basket', '{"item":"lemons","quantity":6}'],
    ['Add lemons and limes to the basket', null],
    ['Add lemons twice to the basket', null],
    ['Add more lemons to the basket', null],
  ]);
  const player = tool('play_music', 'Play music.', { query: { ...text, description: 'Artist, album or song' } }, [
    'query',
  ]);
  read(player, [
    ['Play Edda Moor', '{"query":"Edda Moor"}'],
    ['Play tango', '{"query":"tango"}'],
    ['Play Edda Moor louder', null],
    ['Play tango quietly', null],
    ['Play harbour bells song', null],
    ['Play something', null],
  ]);
  const written = tool('play_music', 'Play music.', { query: { ...text, description: 'As in artist:Moor' } }, [
    'query',
  ]);
  read(written, [['Play Edda Moor', null]]);
});

test('what something is changed from is no second value of it', () => {
  const seat = tool(
    'change_berth',
    'Change the berth of a boat.',
    {
      boat: { type: 'string', pattern: '^BO-[0-9]+$' },
      berth: { type: 'string', pattern: '^[0-9]{1,2}[A-K]$' },
      fee: number,
    },
    ['boat'],
  );
  read(seat, [
    ['Change the berth of BO-7 from 12A to 14C', '{"boat":"BO-7","berth":"14C"}'],
    ['Raise the fee of BO-7 from 20 to 25', '{"boat":"BO-7","fee":25}'],
    ['Change the berth of BO-7 from 12A to 14C or 14D', null],
    ['Change the berth of BO-7 from 12A', null],
  ]);
  const carry = tool('move_crates', 'Move crates.', { from_shelf: number, to_shelf: number }, [
    'from_shelf',
    'to_shelf',
  ]);
  read(carry, [['Move crates from shelf 4 to shelf 6', '{"from_shelf":4,"to_shelf":6}']]);
});

test('hours and minutes are counted in the unit of the schema where that has an end', () => {
  const log = tool('log_hours', 'Log hours.', { hours: { type: 'number', description: 'Hours' } }, ['hours']);
  read(log, [
    ['Log 90 minutes', '{"hours":1.5}'],
    ['Log 2h 15m', '{"hours":2.25}'],
    ['Log 20 minutes', null],
  ]);
  const whole = tool('log_hours', 'Log hours.', { hours: { type: 'integer', description: 'Hours' } }, ['hours']);
  read(whole, [
    ['Log 120 minutes', '{"hours":2}'],
    ['Log 90 minutes', null],
  ]);
  const vent = tool('open_vent', 'Open the vent.', {
    minutes: { type: 'integer', description: 'Close after so many' },
  });
  read(vent, [
    ['Open the vent for 15 minutes', '{"minutes":15}'],
    ['Open the vent in 15 minutes', null],
  ]);
  const delayed = tool('open_vent', 'Open the vent.', {
    delay_minutes: { type: 'integer', description: 'Wait so long' },
  });
  read(delayed, [['Open the vent in 15 minutes', '{"delay_minutes":15}']]);
});

test('the nth behind a day is of its month, where the words lead up to it', () => {
  const stay = tool('book_cabin', 'Book a cabin.', { check_in: day('Arrival'), check_out: day('Departure') }, [
    'check_in',
    'check_out',
  ]);
  read(stay, [
    ['Book a cabin from 3 July to the 6th', '{"check_in":"2027-07-03","check_out":"2027-07-06"}'],
    ['Book a cabin from 28 July to the 3rd', '{"check_in":"2027-07-28","check_out":"2027-08-03"}'],
    ['Book a cabin from 3 July until the 30th', '{"check_in":"2027-07-03","check_out":"2027-07-30"}'],
    ['Book a cabin from 3 July, it has to be paid on the 30th', null],
  ]);
});

test('one day alone is the required one, whatever the description of another says', () => {
  const ferry = tool(
    'book_ferry',
    'Book a ferry.',
    { departs: day('Day of departure'), returns: day('Day of the ferry back') },
    ['departs'],
  );
  read(ferry, [
    ['Book a ferry on 3 July', '{"departs":"2027-07-03"}'],
    ['Book a ferry on 3 July returning on the 9th', '{"departs":"2027-07-03","returns":"2027-07-09"}'],
  ]);
});

test('a tool that tells what is over takes the last day, and one that does not the next', () => {
  const used = tool(
    'get_water_use',
    'Read the water used in a period.',
    { from: day('First day'), to: day('Last day') },
    ['from', 'to'],
  );
  read(used, [
    ['Water use from 3 to 9 May', '{"from":"2027-05-03","to":"2027-05-09"}'],
    ['Water use from 3 to 9 August', '{"from":"2026-08-03","to":"2026-08-09"}'],
    ['Water use from 10 to 30 May', '{"from":"2027-05-10","to":"2027-05-30"}'],
    ['Water use in October', '{"from":"2026-10-01","to":"2026-10-31"}'],
    ['Water use in the first week of October', null],
    ['Water use in May', null],
  ]);
  const free = tool('find_cabins', 'Find cabins.', { from: day('First day'), to: day('Last day') }, ['from', 'to']);
  read(free, [['Find cabins from 3 to 9 August', '{"from":"2027-08-03","to":"2027-08-09"}']]);
});

test('a number is written as the example of its parameter is', () => {
  const ship = tool('get_ship', 'Get a ship.', { number: { ...text, description: 'Its number, e.g. PK 12' } }, [
    'number',
  ]);
  read(ship, [
    ['Get the ship XR 441', '{"number":"XR 441"}'],
    ['Get the ship XR 441 or XR 442', null],
  ]);
});

test('a reason stands behind a colon where one is needed', () => {
  const reject = tool('reject_bid', 'Reject a bid.', { bid: { type: 'string', pattern: '^B-[0-9]+$' }, reason: text }, [
    'bid',
    'reason',
  ]);
  read(reject, [
    ['Reject B-7: far too late', '{"bid":"B-7","reason":"far too late"}'],
    ['Reject B-7: B-8 is better', null],
    ['Reject B-7: why is it so late?', null],
  ]);
  const answer = tool(
    'answer_bid',
    'Answer a bid.',
    {
      bid: { type: 'string', pattern: '^B-[0-9]+$' },
      answer: { type: 'string', enum: ['accept', 'decline'] },
      message: { ...text, description: 'A message to the bidder' },
    },
    ['bid', 'answer'],
  );
  read(answer, [['Decline B-7: I am away', '{"bid":"B-7","answer":"decline","message":"I am away"}']]);
});

test('what tells a list from another is not dropped where one only looks', () => {
  const list = tool('list_members', 'List members.', {
    team: { type: 'string', enum: ['harbour', 'orchard'] },
    sort: { type: 'string', enum: ['name', 'fee'], description: 'Order' },
    limit: { type: 'integer', description: 'At most so many' },
  });
  read(list, [
    ['List members of harbour', '{"team":"harbour"}'],
    ['List members of harbour sorted by name', '{"team":"harbour","sort":"name"}'],
    ['List members outside harbour', null],
    ['List former members of harbour', null],
    ['List prospective members of harbour', null],
    ['List members of harbour sorted by name, descending', null],
    ['List the 5 oldest members of harbour', null],
    ['List members of harbour with a boat', null],
  ]);
  const inns = tool('find_inns', 'Find inns.', { guests: { type: 'integer' }, price: number }, ['guests']);
  read(inns, [
    ['Find inns for 3', '{"guests":3}'],
    ['Find inns for 150 in total', null],
  ]);
});

test('what the act is done to stands between its verb and the particle', () => {
  const release = tool(
    'rollback_release',
    'Rolls a service back to an earlier version.',
    { service: text, version: { type: 'string', pattern: '^v[0-9]+$' } },
    ['service', 'version'],
  );
  read(release, [
    ['Roll kiln back to v214', '{"service":"kiln","version":"v214"}'],
    ['Roll back kiln to v214', '{"service":"kiln","version":"v214"}'],
    ['Roll kiln and oven back to v214', null],
    ['Roll kiln back to the version before v214', null],
  ]);
  const flag = tool(
    'set_feature_flag',
    'Switch a feature flag.',
    { flag: text, enabled: { type: 'boolean', description: 'On or off' }, environment: { enum: ['dev', 'staging'] } },
    ['flag', 'enabled', 'environment'],
  );
  read(flag, [
    ['Turn on dark-mode in staging', '{"flag":"dark-mode","enabled":true,"environment":"staging"}'],
    ['Disable dark-mode in dev', '{"flag":"dark-mode","enabled":false,"environment":"dev"}'],
    ['Enable dark-mode in dev and staging', null],
  ]);
});

test('where something runs, and what part of a system it is', () => {
  const restart = tool('restart_service', 'Restart a service on a host.', { service: text, host: text }, ['service']);
  read(restart, [
    ['Restart kiln on south-02', '{"service":"kiln","host":"south-02"}'],
    ['Restart kiln on south-02 and south-03', null],
  ]);
  const logs = tool(
    'search_logs',
    'Search the logs.',
    { query: { ...text, description: 'Words to search for' }, service: text },
    ['query'],
  );
  read(logs, [
    ['Search the logs of north-pump for leaks', '{"query":"leaks","service":"north-pump"}'],
    ['Search the logs for leaks in north-pump', '{"query":"leaks","service":"north-pump"}'],
    ['Search for leaks in the logs', '{"query":"leaks"}'],
    ['Search the logs for leaks but not spills', null],
  ]);
});

test('a pattern that begins with letters of its own comes before one that takes any', () => {
  const give = tool(
    'return_items',
    'Return items of a loan.',
    {
      loan: { type: 'string', pattern: '^LOAN-[0-9]+$' },
      items: { type: 'array', items: { type: 'string', pattern: '^[A-Z]{2,5}-[0-9]+$' } },
    },
    ['loan', 'items'],
  );
  read(give, [
    ['Return CUP-4 and MUG-9 of LOAN-55', '{"loan":"LOAN-55","items":["CUP-4","MUG-9"]}'],
    ['Return one of the CUP-4 of LOAN-55', null],
  ]);
});

test('a code in capitals and a long number stand behind their nouns', () => {
  const voucher = tool('create_voucher', 'Create a voucher.', { code: text, percent: number }, ['code']);
  read(voucher, [
    ['Create a voucher HARVEST with 20 percent', '{"code":"HARVEST","percent":20}'],
    ['Create a voucher code HARVEST', '{"code":"HARVEST"}'],
    ['Create a voucher for HARVEST', null],
  ]);
  const parcel = tool(
    'ship_crate',
    'Ship a crate.',
    { crate: { type: 'string', pattern: '^CR-[0-9]+$' }, tracking: { ...text, description: 'Tracking number' } },
    ['crate'],
  );
  read(parcel, [
    ['Ship CR-7, tracking number 40417733', '{"crate":"CR-7","tracking":"40417733"}'],
    ['Ship CR-7, tracking 40417733', '{"crate":"CR-7","tracking":"40417733"}'],
    ['Ship CR-7, tracking 4', null],
  ]);
});

test('what a flag says is all of its name, or what its description says', () => {
  const voucher = tool('create_voucher', 'Create a voucher.', {
    once_per_guest: { type: 'boolean', description: 'Only once for each guest' },
    notify: { type: 'boolean', description: 'Tell the warden' },
  });
  read(voucher, [
    ['Create a voucher, once per guest', '{"once_per_guest":true}'],
    ['Create a voucher for new guests', null],
    ['Create a voucher, not more than once per guest', null],
    ['Create a voucher and tell the warden', '{"notify":true}'],
    ['Create a voucher and tell the mayor', null],
  ]);
});

test('a listed value is said by the name of its parameter and its number', () => {
  const alarm = tool('raise_alarm', 'Raise an alarm.', { severity: { type: 'string', enum: ['sev1', 'sev2'] } }, [
    'severity',
  ]);
  read(alarm, [
    ['Raise an alarm with severity 2', '{"severity":"sev2"}'],
    ['Raise an alarm with severity 3', null],
    ['Raise an alarm with severity 1 or 2', null],
  ]);
});

test('two ends are no values of two parameters, and the orders from yesterday are of one day', () => {
  const logs = tool('list_spills', 'List spills.', {
    hours: { type: 'integer', description: 'Of the last so many hours' },
    limit: { type: 'integer', description: 'At most so many' },
  });
  read(logs, [
    ['List 10 spills', '{"limit":10}'],
    ['List spills between 10 and 11', null],
  ]);
  const bids = tool('list_bids', 'List bids.', { since: day('Made on this day or later') });
  read(bids, [
    ['List bids since yesterday', '{"since":"2027-05-17"}'],
    ['List bids from yesterday on', '{"since":"2027-05-17"}'],
    ['List bids from yesterday', null],
  ]);
});

test('of a thing and what holds it, the preposition tells which is which', () => {
  const move = tool(
    'move_file',
    'Move a file into a folder.',
    { file: { ...text, description: 'Path of the file' }, folder: { ...text, description: 'Path of the folder' } },
    ['file', 'folder'],
  );
  read(move, [
    ['Move plan.txt to /attic/2027', '{"file":"plan.txt","folder":"/attic/2027"}'],
    ['Move plan.txt out of /attic', null],
    ['Move plan.txt and map.txt to /attic', null],
  ]);
  const folder = tool(
    'create_folder',
    'Create a folder.',
    { name: text, parent: { ...text, description: 'Folder in which it is made' } },
    ['name'],
  );
  read(folder, [
    ['Create a folder "Maps 2027" in Attic', '{"name":"Maps 2027","parent":"Attic"}'],
    ['Create a folder Maps', '{"name":"Maps"}'],
    ['Create a folder for Ann', null],
  ]);
  const login = tool('create_login', 'Create a login for a person.', { name: text }, ['name']);
  read(login, [['Create a login for Ann Mill', '{"name":"Ann Mill"}']]);
});

test('a unit in its short form is that of the schema, or asked about', () => {
  const quota = tool(
    'set_quota',
    'Set how much may be kept.',
    {
      shelf: { type: 'string', pattern: '^S-[0-9]+$' },
      gigabytes: { type: 'number', description: 'Limit in gigabytes' },
    },
    ['shelf', 'gigabytes'],
  );
  read(quota, [
    ['Set the quota of S-7 to 50 GB', '{"shelf":"S-7","gigabytes":50}'],
    ['Set the quota of S-7 to 500 MB', null],
  ]);
});

test('small words that tell who is meant, what for good is, and what is smaller', () => {
  const person = tool('create_person', 'Create a person.', { first_name: text, last_name: text, company: text }, [
    'first_name',
    'last_name',
  ]);
  read(person, [
    ['Create a person Ann Mill, who is at Dock', '{"first_name":"Ann","last_name":"Mill","company":"Dock"}'],
    ['Create a person Ann Mill, who was at Dock', null],
  ]);
  const erase = tool(
    'erase_shelf',
    'Erase a shelf.',
    { shelf: { type: 'string', pattern: '^S-[0-9]+$' }, permanently: { type: 'boolean' } },
    ['shelf'],
  );
  read(erase, [
    ['Erase S-7 permanently', '{"shelf":"S-7","permanently":true}'],
    ['Erase S-7 for good', null],
  ]);
  const maps = tool('find_maps', 'Find maps.', { max_pages: { type: 'integer' } });
  read(maps, [
    ['Find maps smaller than 10 pages', '{"max_pages":10}'],
    ['Find maps larger than 10 pages', null],
  ]);
});

test('one word tells a listed value from those with the same beginning', () => {
  const bids = tool('list_bids', 'List bids.', {
    stage: { type: 'string', enum: ['open', 'closed_won', 'closed_lost'] },
  });
  read(bids, [
    ['List lost bids', '{"stage":"closed_lost"}'],
    ['List bids that are neither won nor lost', null],
  ]);
});

test('an errand is what is to be done, and not the tool', () => {
  const task = tool(
    'create_task',
    'Create a task.',
    { title: { ...text, description: 'What to do' }, due: day('Due') },
    ['title'],
  );
  read(task, [
    ['Create a task to call Edda tomorrow', '{"title":"call Edda","due":"2027-05-19"}'],
    ['Create a task to the list of Edda', null],
  ]);
});

test('one instant alone is the beginning, and an hour that is not exact is none', () => {
  const instant = { type: 'string', format: 'date-time' };
  const visit = tool(
    'create_visit',
    'Create a visit.',
    { title: text, start: { ...instant, description: 'Begins' }, end: { ...instant, description: 'Ends' } },
    ['title', 'start'],
  );
  read(visit, [
    ['Create the visit "Kiln" tomorrow at 14:00', '{"title":"Kiln","start":"2027-05-19T14:00:00+01:00"}'],
    [
      'Create the visit "Kiln" tomorrow from 14:00 to 15:30',
      '{"title":"Kiln","start":"2027-05-19T14:00:00+01:00","end":"2027-05-19T15:30:00+01:00"}',
    ],
    ['Create the visit "Kiln" tomorrow around 14:00', null],
    ['Create the visit "Kiln" tomorrow by 14:00', null],
  ]);
  const hours = { type: 'string', description: 'HH:MM' };
  const keep = tool('keep_free', 'Keep time free.', { date: day('Day'), start: hours, end: hours }, [
    'date',
    'start',
    'end',
  ]);
  read(keep, [['Keep tomorrow free, 13:00-15:00', '{"date":"2027-05-19","start":"13:00","end":"15:00"}']]);
});

test('what is listed on a day is listed from it to it', () => {
  const tides = tool('list_tides', 'List the tides.', { from: day('First day'), to: day('Last day') }, ['from']);
  read(tides, [
    ['List the tides on 3 June', '{"from":"2027-06-03","to":"2027-06-03"}'],
    ['List the tides from 3 June', '{"from":"2027-06-03"}'],
  ]);
  const search = tool(
    'list_visits',
    'List visits.',
    { from: day('First day'), query: { ...text, description: 'Words' } },
    ['from'],
  );
  read(search, [['List visits from 3 June about kilns', null]]);
});

test('money is said with its currency, which is nothing else', () => {
  const pay = tool(
    'pay_bill',
    'Pay a bill.',
    {
      bill: { type: 'string', pattern: '^BL-[0-9]+$' },
      account: { type: 'string', pattern: '^AC-[0-9]+$' },
      amount: number,
    },
    ['bill', 'account'],
  );
  read(pay, [
    ['Pay BL-9 from AC-11', '{"bill":"BL-9","account":"AC-11"}'],
    ['Pay 250,00 EUR of BL-9 from AC-11', '{"bill":"BL-9","account":"AC-11","amount":250.00}'],
    ['Pay 1.250,00 EUR of BL-9 from AC-11', '{"bill":"BL-9","account":"AC-11","amount":1250.00}'],
    ['Pay BL-9 from AC-11 for today', null],
  ]);
  const give = tool(
    'give_money',
    'Give money to an account.',
    {
      account: { type: 'string', pattern: '^AC-[0-9]+$' },
      amount: number,
      currency: { type: 'string', enum: ['EUR', 'USD'] },
    },
    ['account', 'amount'],
  );
  read(give, [
    ['Give 250 EUR to AC-12', '{"account":"AC-12","amount":250,"currency":"EUR"}'],
    ['Give 250 GBP to AC-12', null],
  ]);
  const list = tool('list_fees', 'List fees.', { limit: { type: 'integer', description: 'How many at most' } });
  read(list, [['List fees under 100 EUR', null]]);
});

test('a code with digits before "in" says no inches', () => {
  const list = tool(
    'list_moves',
    'List the moves of an account.',
    { account: { type: 'string', pattern: '^AC-[0-9]+$' }, direction: { type: 'string', enum: ['in', 'out'] } },
    ['account'],
  );
  read(list, [['List the moves of AC-11 in order', '{"account":"AC-11"}']]);
});

test('people that are counted apart are not left out', () => {
  const berth = tool('book_berth', 'Book a berth.', { guests: { type: 'integer', description: 'How many' } }, [
    'guests',
  ]);
  read(berth, [
    ['Book a berth for 2 adults', '{"guests":2}'],
    ['Book a berth for 2 adults and a child', null],
    ['Book a berth for 2 guests and a dog', null],
  ]);
  const apart = tool('book_berth', 'Book a berth.', { adults: { type: 'integer' }, children: { type: 'integer' } }, [
    'adults',
  ]);
  read(apart, [['Book a berth for 2 adults and 3 children', '{"adults":2,"children":3}']]);
});

test('an hour before a place is no address, and the verb of an order no name', () => {
  const table = tool(
    'book_table',
    'Book a table.',
    {
      date: day('Day'),
      time: { ...text, description: 'HH:MM' },
      area: { type: 'string', enum: ['hall', 'terrace'] },
      name: { ...text, description: 'Name of the guest' },
    },
    ['date', 'time'],
  );
  read(table, [
    ['Book a table on Friday at 7 pm on the terrace', '{"date":"2027-05-21","time":"19:00","area":"terrace"}'],
  ]);
  const rate = tool(
    'rate_inn',
    'Rate an inn.',
    { inn: { ...text, description: 'Name of the inn' }, stars: { type: 'integer' } },
    ['inn', 'stars'],
  );
  read(rate, [['Rate Mill House 4 stars', '{"inn":"Mill House","stars":4}']]);
});

test('an example of the description is a value when it is said', () => {
  const inns = tool(
    'find_inns',
    'Find inns.',
    { cuisine: { ...text, description: 'Cuisine, e.g. Thai' }, city: text },
    ['city'],
  );
  read(inns, [
    ['Find Thai inns in Bergen', '{"cuisine":"Thai","city":"Bergen"}'],
    ['Find Thai or Dutch inns in Bergen', null],
  ]);
});

test('what is drafted is not published', () => {
  const post = (description: string): ToolDefinition => tool('create_post', description, { text }, ['text']);
  read(post('Publish a post.'), [
    ['Publish "We open at nine"', '{"text":"We open at nine"}'],
    ['Draft "We open at nine"', null],
  ]);
  read(post('Create a post.'), [['Draft the post "We open at nine"', '{"text":"We open at nine"}']]);
});

test('a code is the same in small letters, where its pattern has letters of its own', () => {
  const ship = tool('ship_crate', 'Ship a crate.', { crate: { type: 'string', pattern: '^CR-[0-9]+$' } }, ['crate']);
  read(ship, [
    ['ship cr-77 pls', '{"crate":"CR-77"}'],
    ['Please ship CR-77. Have a nice day!', '{"crate":"CR-77"}'],
    ['ship ct-77 pls', null],
    ['ship cr-77 or cr-78', null],
  ]);
});

test('one of a kind of ticket is no number of them', () => {
  const ticket = tool('book_ticket', 'Book a ticket.', { passengers: { type: 'integer' } });
  assert.is.not(called('Book a one way ticket', ticket), '{"passengers":1}');
  read(ticket, [['Book a ticket for 1 passenger', '{"passengers":1}']]);
});

test.run();
