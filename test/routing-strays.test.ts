// Strays of routing: numbers and names that are of something else: counts, numbers joined to another one or behind a noun that the tool does
// not know, and names of who is greeted or signs. Generated over tools invented here.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const CRATE = { type: 'integer', description: 'Number of the crate' };
const drop = tool('drop_crate', 'Drop a crate.', { crate_id: CRATE }, ['crate_id']);
const credit = tool(
  'credit_crate',
  'Credit a crate.',
  { crate_id: CRATE, amount: { type: 'number', description: 'Amount in euros' } },
  ['crate_id'],
);
const join = tool(
  'join_crates',
  'Join a crate to another.',
  {
    source_id: { type: 'integer' },
    target_id: { type: 'integer' },
  },
  ['source_id', 'target_id'],
);
const slot = tool(
  'book_slot',
  'Book a slot.',
  {
    start: { type: 'string', format: 'date-time', description: 'Start of the slot' },
    end: { type: 'string', format: 'date-time', description: 'End of the slot' },
  },
  ['start'],
);
const NOW = '2027-03-09T10:00:00+01:00';

test('a count of things, and a place in a row, is not the number by which one is called', () => {
  for (const number of [3, 12, 470]) {
    assert.is(sent(ask(`Drop crate ${number}`, [drop])), `{"crate_id":${number}}`);
    assert.is(sent(ask(`Drop crate number ${number}`, [drop])), `{"crate_id":${number}}`);
    for (const said of [`Drop ${number} crates`, `Drop the ${number}th crate`, `Please drop ${number} crates today`])
      assert.is(sent(ask(said, [drop])), null, said);
  }
});

test('a number joined to another one is of what that is of', () => {
  for (const joint of [' and ', ', ', ' or ', ', and '])
    for (const noun of ['crates', 'crate']) {
      assert.is(sent(ask(`Credit ${noun} 31${joint}32`, [credit])), null, `${noun}${joint}`);
      if (noun === 'crates') assert.is(sent(ask(`Join crates 31${joint}32`, [join])), null, joint);
    }
  assert.is(sent(ask('Credit 50 euros for crate 31', [credit])), '{"crate_id":31,"amount":50}');
  assert.is(sent(ask('Join crate 31 to crate 32', [join])), '{"source_id":31,"target_id":32}');
});

test('an hour behind a hyphen that is later is no offset', () => {
  for (const [from, to] of [
    ['14:00', '15:30'],
    ['09:15', '10:45'],
    ['08:00', '12:00'],
  ])
    for (const day of ['on 3 June 2027', 'on 2027-06-03']) {
      const call = sent(ask(`Book a slot ${day} ${from}-${to}`, [slot], { now: readClock(NOW) }));
      assert.ok(call === null || call.includes(`T${to}:00`), `${day} ${from}-${to}: ${call}`);
    }
  assert.is(
    sent(ask('Book a slot on 3 June 2027 14:00-05:00', [slot], { now: readClock(NOW) })),
    '{"start":"2027-06-03T14:00:00-05:00"}',
  );
});

const mend = tool(
  'mend_crate',
  'Mend a crate.',
  { crate_id: CRATE, joiner: { type: 'string', description: 'Who mends it' }, nails: { type: 'integer' } },
  ['crate_id'],
);

test('a number behind a noun that the tool does not know is the number of something else', () => {
  for (const noun of ['shelf', 'account', 'room', 'sprint'])
    assert.is(sent(ask(`Mend crate 31 of ${noun} 7`, [mend])), null, noun);
  assert.is(sent(ask('Mend crate 31 with 7 nails', [mend])), '{"crate_id":31,"nails":7}');
});

test('who is greeted and who signs is no value', () => {
  for (const name of ['Edda', 'Tarik Holm', 'Odo'])
    for (const said of [
      `Hi ${name}, mend crate 31`,
      `Hello ${name}! Please mend crate 31`,
      `Good morning ${name},\nplease mend crate 31`,
      `Mend crate 31. Thanks, ${name}`,
      `Please mend crate 31.\n\nKind regards\n${name}`,
      `Mend crate 31 please. Best, ${name}`,
    ]) {
      const call = sent(ask(said, [mend]));
      assert.ok(call === null || call === '{"crate_id":31}', `${said}: ${call}`);
    }
  assert.is(sent(ask('Hello Edda! Please mend crate 31', [mend])), '{"crate_id":31}');
});

test('what a sentence of small talk holds is no value of an optional parameter', () => {
  const pack = tool(
    'pack_crate',
    'Pack a crate.',
    { crate_id: CRATE, day: { type: 'string', format: 'date', description: 'Day of packing' } },
    ['crate_id'],
  );
  const now = { now: readClock(NOW) };
  for (const said of ['Thanks for yesterday.', 'See you tomorrow!', 'We were away on Monday.', 'Happy Friday!'])
    for (const text of [`${said} Pack crate 31`, `Pack crate 31. ${said}`]) {
      const call = sent(ask(text, [pack], now));
      assert.ok(call === null || call === '{"crate_id":31}', `${text}: ${call}`);
    }
  assert.is(sent(ask('Pack crate 31. The day is 2027-03-12.', [pack], now)), '{"crate_id":31,"day":"2027-03-12"}');
});

test('a word of a quotation or of a longer name switches no flag', () => {
  const label = tool(
    'label_crate',
    'Label a crate.',
    { title: { type: 'string' }, fragile: { type: 'boolean', description: 'Whether it is fragile' } },
    ['title'],
  );
  for (const title of ['"Fragile heirlooms"', '"not fragile at all"', 'Fragile Heirlooms']) {
    const call = sent(ask(`Label a crate titled ${title}`, [label]));
    assert.ok(call === null || !call.includes('"fragile"'), `${title}: ${call}`);
  }
  assert.is(sent(ask('Label a fragile crate titled "Cups"', [label])), '{"title":"Cups","fragile":true}');
});

test('Will is somebody behind a preposition', () => {
  const list = tool('list_crates', 'List crates.', { joiner: { type: 'string', description: 'Who mended it' } });
  for (const said of ['List the crates of Will', 'List crates by Will', 'List crates mended by Will']) {
    const call = sent(ask(said, [list]));
    assert.ok(call === null || call === '{"joiner":"Will"}', `${said}: ${call}`);
  }
});

test('a comma before one or two digits and a unit is a point', () => {
  const weigh = tool(
    'weigh_crate',
    'Log the weight of a crate.',
    { weight: { type: 'number', description: 'Weight in kilograms' }, crate_id: { type: 'integer' } },
    ['weight'],
  );
  for (const [said, value] of [
    ['80,5 kg', 80.5],
    ['2,25 kg', 2.25],
    ['7 kg', 7],
  ] as const) {
    const call = sent(ask(`Weigh the crate: ${said}`, [weigh]));
    assert.ok(call === null || call === `{"weight":${value}}`, `${said}: ${call}`);
  }
});

test.run();
