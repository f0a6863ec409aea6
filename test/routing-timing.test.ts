// Timing: the word before a day says what the day is for, and an end lies behind its start. Generated from the words of each relation.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

// A Tuesday.
const now = readClock('2027-05-18T10:00:00+01:00');
const called = (said: string, definition: ToolDefinition): string | null => sent(ask(said, [definition], { now }));
const day = (description: string): unknown => ({ type: 'string', format: 'date', description });

const KILN = { type: 'string', pattern: '^K-[0-9]+$' };

const rest = (name: string, description: string): ToolDefinition =>
  tool('rest_kiln', 'Takes a kiln out of use.', { kiln: KILN, [name]: day(description) }, ['kiln']);

test('a day on which something begins is not the day up to which it goes on', () => {
  for (const [name, description] of [
    ['until', 'Day'],
    ['end_date', 'Day'],
    ['expires_on', 'Day'],
    ['date', 'Last day out of use'],
  ] as const) {
    const definition = rest(name, description);
    // Which side a plain name bounds its description alone says: it is asked about.
    for (const words of name === 'date' ? [] : ['until', 'till', 'through'])
      assert.is(
        called(`Rest K-4 ${words} Friday`, definition),
        `{"kiln":"K-4","${name}":"2027-05-21"}`,
        `${name} ${words}`,
      );
    for (const words of [
      'on Friday',
      'tomorrow',
      'for Friday',
      'from Friday',
      'starting Friday',
      'by Friday',
      'this Friday',
    ])
      assert.is(called(`Rest K-4 ${words}`, definition), null, `${name} ${words}`);
    assert.is(called('On Friday, rest K-4', definition), null, name);
  }
  const ends = rest('end_date', 'Day');
  for (const text of ['Rest K-4, end date Friday', 'Rest K-4 with Friday as the end date'])
    assert.is(called(text, ends), '{"kiln":"K-4","end_date":"2027-05-21"}', text);
});

test('an act that is an end needs no word for it, and neither does an answer', () => {
  const cancel = tool(
    'cancel_lease',
    'Cancels a lease.',
    { lease: { type: 'string', pattern: '^L-[0-9]+$' }, end_date: day('Day') },
    ['lease', 'end_date'],
  );
  assert.is(called('Cancel L-7 on 3 June', cancel), '{"lease":"L-7","end_date":"2027-06-03"}');
  assert.is(called('Cancel L-7 from 3 June', cancel), null);
  const leave = tool('request_leave', 'Requests leave.', { start: day('First day'), end: day('Last day') }, [
    'start',
    'end',
  ]);
  assert.is(called('Request leave from 3 June to 5 June', leave), '{"start":"2027-06-03","end":"2027-06-05"}');
  assert.is(called('Request leave for today and tomorrow', leave), '{"start":"2027-05-18","end":"2027-05-19"}');
});

test('a day on which something came in, or until which a state lasts, is not when it is due', () => {
  const note = tool('open_case', 'Opens a case.', { title: { type: 'string' }, due_date: day('Day') }, ['title']);
  const chore = tool('add_task', 'Adds a task.', { title: { type: 'string' }, due_date: day('Day') }, ['title']);
  const change = tool('update_case', 'Changes a case.', {
    case_id: { type: 'string', pattern: '^C-[0-9]+$' },
    due_date: day('Day'),
    status: { type: 'string', enum: ['open', 'waiting', 'done'] },
  });
  const dated = '{"title":"Wet wall","due_date":"2027-05-21"}';
  for (const words of ['due Friday', 'due on Friday', 'by Friday'])
    assert.is(called(`Open a case "Wet wall" ${words}`, note), dated, words);
  for (const words of ['on Friday', 'tomorrow', 'from Friday', 'since Monday', 'that came in on Monday'])
    assert.is(called(`Open a case "Wet wall" ${words}`, note), null, words);
  for (const words of ['on Friday', 'for Friday', 'by Friday'])
    assert.is(called(`Add a task "Wet wall" ${words}`, chore), dated, words);
  assert.is(called('Update C-4: status waiting until Friday', change), null);
  assert.is(called('Change the due date of C-4 to Friday', change), '{"case_id":"C-4","due_date":"2027-05-21"}');
  assert.is(
    called('Update C-4: status waiting, due 21 May', change),
    '{"case_id":"C-4","due_date":"2027-05-21","status":"waiting"}',
  );
});

test('a day from which something goes on is not the one day on which it is', () => {
  const book = tool(
    'book_sauna',
    'Books a sauna.',
    { sauna: { type: 'string', pattern: '^S-[0-9]+$' }, date: day('Day'), nights: { type: 'integer' } },
    ['sauna', 'date'],
  );
  assert.is(called('Book S-3 on Friday', book), '{"sauna":"S-3","date":"2027-05-21"}');
  assert.is(called('Book S-3 from Friday', book), null);
  assert.is(called('Book S-3 from Friday for 2 nights', book), '{"sauna":"S-3","date":"2027-05-21","nights":2}');
});

test('how long something goes on is not how long it waits', () => {
  const mute = tool(
    'mute_bell',
    'Mutes a bell.',
    { bell: { type: 'string', pattern: '^B-[0-9]+$' }, delay_minutes: { type: 'integer' } },
    ['bell'],
  );
  assert.is(called('Mute B-2 for 30 minutes', mute), null);
  assert.is(called('Mute B-2 in 30 minutes', mute), '{"bell":"B-2","delay_minutes":30}');
  assert.is(called('Mute B-2 with a delay of 30 minutes', mute), '{"bell":"B-2","delay_minutes":30}');
});

test('an end before its start is asked about', () => {
  const leave = tool('request_leave', 'Requests leave.', { start: day('First day'), end: day('Last day') }, [
    'start',
    'end',
  ]);
  const plan = tool('create_course', 'Creates a course.', {
    name: { type: 'string' },
    start_date: day('First day'),
    due_date: day('Deadline'),
  });
  const hours = tool(
    'set_hours',
    'Sets the hours of a shop.',
    {
      shop: { type: 'string', pattern: '^S-[0-9]+$' },
      start: { type: 'string', description: 'HH:MM' },
      end: { type: 'string', description: 'HH:MM' },
    },
    ['shop', 'start', 'end'],
  );
  for (const [first, last] of [
    ['3 June', '5 June'],
    ['2027-06-03', '2027-06-05'],
    ['28 May', '5 June'],
  ] as const) {
    assert.ok(called(`Request leave from ${first} to ${last}`, leave) !== null, first);
    assert.is(called(`Request leave from ${last} to ${first}`, leave), null, first);
  }
  assert.is(called('Create a course called Oak, start 5 June, due 3 June', plan), null);
  assert.ok(called('Create a course called Oak, start 3 June, due 5 June', plan) !== null);
  assert.is(called('Set the hours of S-2 from 10:00 to 8:00', hours), null);
  assert.is(called('Set the hours of S-2 from 8:00 to 10:00', hours), '{"shop":"S-2","start":"08:00","end":"10:00"}');
  // One night.
  assert.is(called('Set the hours of S-2 from 22:00 to 6:00', hours), '{"shop":"S-2","start":"22:00","end":"06:00"}');
});

test('what is put down is over, and what is planned is to come', () => {
  const log = tool('log_swim', 'Logs a swim.', { meters: { type: 'number' }, date: day('Day') }, ['meters', 'date']);
  const paid = tool('add_bill', 'Adds a bill.', { amount: { type: 'number' }, paid_on: day('Day') }, [
    'amount',
    'paid_on',
  ]);
  const met = tool(
    'log_visit',
    'Logs a visit.',
    { guest: { type: 'string', pattern: '^G-[0-9]+$' }, at: { type: 'string', format: 'date-time' } },
    ['guest', 'at'],
  );
  for (const [words, date] of [
    ['on Monday', '2027-05-17'],
    ['on Sunday', '2027-05-16'],
    ['on 6 March', '2027-03-06'],
    ['yesterday', '2027-05-17'],
    ['today', '2027-05-18'],
  ] as const) {
    assert.is(called(`Log a swim of 900 meters ${words}`, log), `{"meters":900,"date":"${date}"}`, words);
    assert.is(called(`Add a bill of 90 paid ${words}`, paid), `{"amount":90,"paid_on":"${date}"}`, words);
  }
  for (const words of ['tomorrow', 'next Monday', 'in two days'])
    assert.is(called(`Log a swim of 900 meters ${words}`, log), null, words);
  assert.is(called('Log a visit of G-3 on Monday at 10:00', met), '{"guest":"G-3","at":"2027-05-17T10:00:00+01:00"}');
  const plan = tool('plan_swim', 'Plans a swim.', { meters: { type: 'number' }, date: day('Day') }, ['meters', 'date']);
  assert.is(called('Plan a swim of 900 meters on Monday', plan), '{"meters":900,"date":"2027-05-24"}');
});

test('a day without its week is asked about where the tool does not say on which side it lies', () => {
  const list = (name: string, description: string): ToolDefinition =>
    tool(name, description, { date: day('Day') }, ['date']);
  const orders = list('list_parcels', 'Lists parcels.');
  for (const text of ['List the parcels of Friday', 'List parcels for 20 March', 'List the parcels on Monday'])
    assert.is(called(text, orders), null, text);
  assert.is(called('List the parcels of yesterday', orders), '{"date":"2027-05-17"}');
  assert.is(called('List the parcels of 14 May 2027', orders), '{"date":"2027-05-14"}');
  assert.is(called('List the meetings on Friday', list('list_meetings', 'Lists meetings.')), '{"date":"2027-05-21"}');
  assert.is(
    called('Get the sales of Friday', list('get_sales', 'Returns the sales of a day.')),
    '{"date":"2027-05-14"}',
  );
});

test('a part of a day is no less than a day', () => {
  const restart = tool('restart_kiln', 'Restarts a kiln.', { kiln: KILN }, ['kiln']);
  const move = tool(
    'move_firing',
    'Moves a firing to another day.',
    { firing: { type: 'string', pattern: '^F-[0-9]+$' }, date: day('Day') },
    ['firing', 'date'],
  );
  for (const words of ['this evening', 'this afternoon', 'tomorrow morning', 'on Friday night'])
    assert.is(called(`Restart K-4 ${words}`, restart), null, words);
  assert.is(called('Restart K-4 now', restart), '{"kiln":"K-4"}');
  assert.is(called('Good morning, restart K-4', restart), '{"kiln":"K-4"}');
  assert.is(called('Move F-2 to Friday morning', move), null);
  assert.is(called('Move F-2 to Friday', move), '{"firing":"F-2","date":"2027-05-21"}');
});

test('an act is for no hour that is over, and for none of a night that two days share', () => {
  const fire = tool('fire_kiln', 'Fires a kiln.', { kiln: KILN, start: { type: 'string', format: 'date-time' } }, [
    'kiln',
  ]);
  for (const [when, instant] of [
    ['today at 11 am', '2027-05-18T11:00:00+01:00'],
    ['on Wednesday at 3 am', '2027-05-19T03:00:00+01:00'],
    ['tonight at 11 pm', '2027-05-18T23:00:00+01:00'],
    ['tomorrow night at 10 pm', '2027-05-19T22:00:00+01:00'],
  ] as const)
    assert.is(called(`Fire K-4 ${when}`, fire), `{"kiln":"K-4","start":"${instant}"}`, when);
  for (const when of [
    'today at 8 am',
    'today at 9:45',
    'tonight at 2 am',
    'tomorrow night at 1 am',
    'tonight at 12:30 am',
  ])
    assert.is(called(`Fire K-4 ${when}`, fire), null, when);
  const apart = tool(
    'fire_kiln',
    'Fires a kiln.',
    {
      kiln: KILN,
      date: day('Day'),
      time: { type: 'string', pattern: '^[0-9]{2}:[0-9]{2}$', description: 'Time of day, HH:MM' },
    },
    ['kiln', 'date', 'time'],
  );
  assert.is(called('Fire K-4 today at 9:45', apart), null);
  assert.is(called('Fire K-4 today at 10:15', apart), '{"kiln":"K-4","date":"2027-05-18","time":"10:15"}');
  assert.is(called('Fire K-4 tomorrow at 9:45', apart), '{"kiln":"K-4","date":"2027-05-19","time":"09:45"}');
  const log = tool(
    'log_firing',
    'Logs a firing that took place.',
    { kiln: KILN, start: { type: 'string', format: 'date-time' } },
    ['kiln', 'start'],
  );
  assert.is(called('Log a firing of K-4 today at 8 am', log), '{"kiln":"K-4","start":"2027-05-18T08:00:00+01:00"}');
});

test('a record is of the nearer day of a year, and asked about where that is to come', () => {
  const leave = tool(
    'record_leave',
    'Records the leave of a potter.',
    {
      potter: { type: 'string', description: 'Name of the potter' },
      start: day('First day'),
      end: day('Last day'),
    },
    ['potter', 'start', 'end'],
  );
  assert.is(
    called('Record leave for Edda Mill from 5 February to 9 February', leave),
    '{"potter":"Edda Mill","start":"2027-02-05","end":"2027-02-09"}',
  );
  for (const days of ['from 1 June to 4 June', 'from 21 July to 3 August', 'from 30 May to 2 June'])
    assert.is(called(`Record leave for Edda Mill ${days}`, leave), null, days);
});

test('days of the week of a question about what was are those of the last week', () => {
  const look = tool(
    'get_output',
    'Show the output of a kiln for a period.',
    { kiln: KILN, from: day('First day'), to: day('Last day') },
    ['kiln', 'from', 'to'],
  );
  assert.is(
    called('How much output did K-4 have from Friday to Monday?', look),
    '{"kiln":"K-4","from":"2027-05-14","to":"2027-05-17"}',
  );
  assert.is.not(
    called('Show the output of K-4 from Friday to Monday', look),
    '{"kiln":"K-4","from":"2027-05-14","to":"2027-05-17"}',
  );
});

test.run();
