// Misread: a value whose nearest words say another reading than its parameter's is asked about. Generated from the words of each reading.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const called = (said: string, definition: ToolDefinition): string | null => sent(ask(said, [definition]));

test('a state that is not, or no more, is not the listed state', () => {
  for (const state of ['packed', 'billed', 'sold']) {
    const crates = tool('list_crates', 'List crates.', {
      status: { type: 'string', enum: ['packed', 'billed', 'sold'] },
    });
    for (const said of [`List ${state} crates`, `List crates with the status ${state}`])
      assert.is(called(said, crates), `{"status":"${state}"}`, said);
    for (const words of [
      'to be',
      'that should be',
      'which ought to have been',
      'waiting to be',
      'that could be',
      'formerly',
    ])
      assert.is(called(`List crates ${words} ${state}`, crates), null, `${words} ${state}`);
  }
});

test('a unit that the schema does not say is not its unit', () => {
  const remit = (unit: string): ToolDefinition =>
    tool(
      'remit_money',
      'Remit money to a person.',
      { recipient: { type: 'string' }, amount: { type: 'number', description: `Amount in ${unit}` } },
      ['recipient', 'amount'],
    );
  const units = ['dollars', 'euros', 'yen', 'cents', 'points'];
  for (const said of units)
    for (const unit of units) {
      const call = called(`Remit 70 ${said} to Edda`, remit(unit));
      assert.ok(said === unit || call === null, `${said} for ${unit}: ${call ?? ''}`);
    }
  assert.is(called('Remit 70 dollars to Edda', remit('dollars')), '{"recipient":"Edda","amount":70}');
  assert.is(called('Remit #70 to Edda', remit('dollars')), null);
});

test('a bound is not the other bound, and when is not how long', () => {
  const wines = tool('find_wines', 'Find wines.', { min_rating: { type: 'number' } });
  assert.is(called('Find wines rated 4.5 or more', wines), '{"min_rating":4.5}');
  for (const words of ['or less', 'or lower', 'or below'])
    assert.is(called(`Find wines rated 4.5 ${words}`, wines), null);
  const timer = tool('start_timer', 'Start a timer.', { minutes: { type: 'integer' } }, ['minutes']);
  assert.is(called('Start a timer for 12 minutes', timer), '{"minutes":12}');
  assert.is(called('Start a timer in 12 minutes', timer), null);
});

test('three digits behind a point of money group thousands as often as not', () => {
  const repay = tool(
    'repay_rent',
    'Repays rent.',
    { rent: { type: 'string', pattern: '^R-[0-9]+$' }, amount: { type: 'number' } },
    ['rent', 'amount'],
  );
  for (const amount of ['1.200 euros', '€1.200', '12.500 dollars'])
    assert.is(sent(ask(`Repay ${amount} of R-7`, [repay])), null, amount);
  for (const [amount, value] of [
    ['1.20 euros', '1.20'],
    ['1,200 euros', '1200'],
    ['0.125 euros', '0.125'],
  ] as const)
    assert.is(sent(ask(`Repay ${amount} of R-7`, [repay])), `{"rent":"R-7","amount":${value}}`, amount);
});

test('the act is not done where it is to be done to what it made', () => {
  const cancel = tool('cancel_lesson', 'Cancels a lesson.', { lesson: { type: 'string', pattern: '^L-[0-9]+$' } }, [
    'lesson',
  ]);
  assert.is(sent(ask('Cancel the cancellation of L-7', [cancel])), null);
  for (const text of ['Cancel L-7', 'I need the cancellation of L-7'])
    assert.is(sent(ask(text, [cancel])), '{"lesson":"L-7"}', text);
});

test('the act is not done to the whole where a part of it is named', () => {
  const wipe = tool(
    'delete_shelf',
    'Deletes a shelf with all its jars.',
    { shelf: { type: 'string', description: 'Name of the shelf' } },
    ['shelf'],
  );
  const tell = tool(
    'send_notice',
    'Sends a notice to the tenants of a flat.',
    { flat: { type: 'string', pattern: '^F-[0-9]+$' } },
    ['flat'],
  );
  assert.is(sent(ask('Delete the shelf Blue', [wipe])), '{"shelf":"Blue"}');
  for (const text of [
    'Delete the jars of the shelf Blue',
    'Delete jars on the shelf Blue',
    'Delete the jars in the shelf Blue',
  ])
    assert.is(sent(ask(text, [wipe])), null, text);
  assert.is(sent(ask('Send the tenants of F-7 a notice', [tell])), '{"flat":"F-7"}');
});

test('whoever owns a thing is not the thing', () => {
  const block = tool(
    'block_badge',
    'Block a badge.',
    { badge: { type: 'string', description: 'Name or number of the badge' } },
    ['badge'],
  );
  const heat = tool(
    'heat_cabins',
    'Heat cabins.',
    { cabins: { type: 'array', items: { type: 'string' }, description: 'Cabins to heat' } },
    ['cabins'],
  );
  const parcels = tool('list_parcels', 'List parcels.', {
    customer: { type: 'string', description: 'Whose they are' },
  });
  for (const name of ['Edda', 'Rolf', 'Ines']) {
    assert.is(called(`Block the badge ${name}`, block), `{"badge":"${name}"}`);
    assert.is(called(`Heat the cabin ${name}`, heat), `{"cabins":["${name}"]}`);
    for (const text of [`Block ${name}'s badge`, `Block ${name}’s badge, please`, `Block the badge of ${name}`])
      assert.not.ok(called(text, block)?.includes(`"${name}"`) === true, text);
    assert.not.ok(called(`Heat ${name}'s cabin`, heat)?.includes(`"${name}"`) === true);
    for (const text of [`List the parcels of ${name}`, `List ${name}'s parcels`])
      assert.is(called(text, parcels), `{"customer":"${name}"}`, text);
    for (const thing of ['sister', 'club', 'neighbour'])
      assert.is(called(`List the parcels of ${name}'s ${thing}`, parcels), null, thing);
  }
});

test('what another parameter takes is not owned by this one, and the last of two days is the new one', () => {
  const letters = tool('list_letters', 'List letters.', {
    club: { type: 'string', description: 'Name of the club' },
    sent_for: { type: 'string', description: 'Other side' },
  });
  const walk = tool(
    'plan_walk',
    'Plan a walk.',
    { name: { type: 'string' }, spot: { type: 'string', description: 'Hut' } },
    ['name'],
  );
  const shift = tool(
    'move_walk',
    'Move a walk to another day.',
    { walk: { type: 'string', pattern: '^W-[0-9]+$' }, new_day: { type: 'string', format: 'date' } },
    ['walk', 'new_day'],
  );
  const now = readClock('2027-04-14T09:00:00Z');
  for (const name of ['Edda', 'Rolf', 'Ines']) {
    assert.not.ok(called(`List letters of ${name}'s club`, letters)?.includes(`"${name}"`) === true, name);
    assert.not.ok(called(`Plan a walk called Dawn at ${name}'s hut`, walk)?.includes(`"${name}"`) === true, name);
  }
  const moved = (days: string): string | null => sent(ask(`Move W-7 from ${days}`, [shift], { now }));
  assert.is(moved('Monday 7 June to Tuesday 8 June'), '{"walk":"W-7","new_day":"2027-06-08"}');
  assert.is(moved('Monday 7 June to Tuesday 9 June'), null);
});

test('how many of us is no price, and no bound of anything', () => {
  const find = (properties: Readonly<Record<string, unknown>>): ToolDefinition =>
    tool('find_cabins', 'Find cabins.', { lake: { type: 'string', enum: ['Mora', 'Sils'] }, ...properties });
  const price = find({ max_price: { type: 'integer', description: 'Most to pay per person' } });
  const rating = find({ min_rating: { type: 'number' } });
  const people = find({ guests: { type: 'integer', description: 'How many people' } });
  for (const count of ['3', '6', 'two']) {
    for (const definition of [price, rating])
      for (const text of [`Find cabins at Mora for ${count}`, `Find cabins at Sils for ${count} people`])
        assert.is(called(text, definition), null, text);
    const value = count === 'two' ? '2' : count;
    assert.is(called(`Find cabins at Mora for ${count}`, people), `{"lake":"Mora","guests":${value}}`, count);
  }
  assert.is(called('Find cabins at Mora for under 60', price), '{"lake":"Mora","max_price":60}');
});

test('a listed word inside what is searched is not taken out of it', () => {
  const notes = tool('search_notes', 'Search notes.', {
    query: { type: 'string', description: 'Words to search' },
    state: { type: 'string', enum: ['draft', 'fresh', 'final'] },
  });
  for (const state of ['draft', 'fresh', 'final']) {
    for (const thing of ['curtains', 'bread', 'exams'])
      for (const lead of ['for', 'about', 'that mention', 'containing']) {
        const call = called(`Search notes ${lead} ${state} ${thing}`, notes);
        assert.ok(
          call === null || call === `{"query":"${state} ${thing}"}`,
          `${lead} ${state} ${thing}: ${call ?? ''}`,
        );
      }
    assert.is(called(`Search ${state} notes`, notes), `{"state":"${state}"}`);
    assert.is(called(`Search for ${state} notes`, notes), `{"state":"${state}"}`);
    assert.is(called(`Search ${state} notes about bread`, notes), `{"query":"bread","state":"${state}"}`);
  }
});

test('a day of the week that is not the day of the date is asked about', () => {
  const plan = tool(
    'plan_concert',
    'Plan a concert.',
    { title: { type: 'string' }, day: { type: 'string', format: 'date' } },
    ['title', 'day'],
  );
  const now = readClock('2027-04-14T09:00:00Z');
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  // 7 June 2027 is a Monday.
  for (const [at, weekday] of week.entries())
    for (let date = 7; date < 14; date += 1)
      for (const day of [
        `${weekday} ${date} June`,
        `${weekday}, ${date} June 2027`,
        `${weekday}, June ${date}`,
        `${weekday.slice(0, 3)} ${date} June`,
      ]) {
        const call = sent(ask(`Plan a concert titled Dawn on ${day}`, [plan], { now }));
        const own = `{"title":"Dawn","day":"2027-06-${String(date).padStart(2, '0')}"}`;
        assert.is(call, date - 7 === at ? own : null, day);
      }
});

test.run();
