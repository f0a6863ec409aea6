// Codes: numbers by which something is called, numbers of things, and numbers that are read in two ways.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const now = readClock('2027-05-18T10:00:00+01:00');
const called = (said: string, definition: ToolDefinition): string | null => sent(ask(said, [definition], { now }));

test('a number of something is not the code of an option that nobody named', () => {
  const remit = tool(
    'remit_money',
    'Remits money.',
    {
      amount: { type: 'number', description: 'Euros' },
      from_account: { type: 'string' },
      recipient: { type: 'string' },
    },
    ['amount', 'recipient'],
  );
  assert.is(called('Remit 40 euros to Edda', remit), '{"amount":40,"recipient":"Edda"}');
  assert.is(
    called('Remit 40 euros to Edda from account 17', remit),
    '{"amount":40,"from_account":"17","recipient":"Edda"}',
  );
  for (const text of [
    'Remit Edda 40 euros 2 times',
    'Remit 2 x 40 euros to Edda',
    'Remit 40 euros to Edda for 12 jars',
  ])
    assert.is(called(text, remit), null, text);
  const drop = tool('drop_crate', 'Drops a crate.', { crate_id: { type: 'string' } }, ['crate_id']);
  assert.is(called('Drop crate 17', drop), '{"crate_id":"17"}');
  assert.is(called('Drop 17 crates', drop), null);
});

test('digits with a letter or a sign are no number that something is called by', () => {
  const code = (type: string): ToolDefinition =>
    tool('drop_crate', 'Drops a crate.', { crate_id: { type, description: 'Number of the crate' } }, ['crate_id']);
  for (const said of ['12k', '12a', '-12', '1.2', '1.2k', '12 & 15', '12 and 17'])
    assert.is(called(`Drop crate ${said}`, code('integer')), null, said);
  for (const said of ['12', '#12']) assert.is(called(`Drop crate ${said}`, code('integer')), '{"crate_id":12}', said);
  assert.is(called('Drop crate 12a', code('string')), '{"crate_id":"12a"}');
  const valve = tool(
    'shut_valve',
    'Shuts a valve.',
    { valve: { type: 'integer', description: 'Number of the valve' } },
    ['valve'],
  );
  assert.is(called('Shut valve 3', valve), '{"valve":3}');
  assert.is(called('Shut 3 valves', valve), null);
});

test('what a value was is not what it is set to', () => {
  const set = tool(
    'set_heat',
    'Sets the heat of a kiln.',
    { kiln: { type: 'string', pattern: '^K-[0-9]+$' }, heat: { type: 'number', description: 'New heat' } },
    ['kiln', 'heat'],
  );
  assert.is(called('Set the heat of K-4 to 900', set), '{"kiln":"K-4","heat":900}');
  assert.is(called('Set the heat of K-4 from 700 to 900', set), '{"kiln":"K-4","heat":900}');
  for (const words of [
    'it was 700',
    'which used to be 700',
    'it has been 700',
    'currently 700',
    'it was at 700 before',
  ])
    assert.is(called(`Set the heat of K-4, ${words}`, set), null, words);
  assert.is(called('The heat of K-4 was 700, set it', set), null);
  const log = tool(
    'log_heat',
    'Logs the heat of a kiln.',
    { kiln: { type: 'string', pattern: '^K-[0-9]+$' }, heat: { type: 'number' } },
    ['kiln', 'heat'],
  );
  assert.is(called('Log the heat of K-4, it was 700', log), '{"kiln":"K-4","heat":700}');
});

test('a name is not cut to its number, nor a number off its name', () => {
  const purse = tool(
    'get_purse',
    'Gets the money in a purse.',
    { account: { type: 'string', description: 'Name of the purse' } },
    ['account'],
  );
  for (const said of ['Savings 2', 'Travel 2027', 'Trip 14'])
    assert.not.ok(/"\d+"/u.test(called(`Get the money in ${said}`, purse) ?? ''), said);
  const shut = tool('shut_hall', 'Shuts a hall.', { hall: { type: 'string', description: 'Name of the hall' } }, [
    'hall',
  ]);
  assert.is(called('Shut the hall Blue 3', shut), '{"hall":"Blue 3"}');
  for (const said of ['Hall 3B', 'the Aula 3B', 'Aula v2'])
    assert.not.ok(/"(?:3B|v2)"/u.test(called(`Please shut ${said}`, shut) ?? ''), said);
});

test('a point before three digits groups thousands as soon as it parts a litre', () => {
  const fill = tool(
    'fill_vat',
    'Fills a vat.',
    { vat: { type: 'string', pattern: '^V-[0-9]+$' }, litres: { type: 'number' } },
    ['vat', 'litres'],
  );
  const small = tool(
    'fill_cup',
    'Fills a cup.',
    { vat: { type: 'string', pattern: '^V-[0-9]+$' }, litres: { type: 'number', maximum: 5 } },
    ['vat', 'litres'],
  );
  for (const said of ['1.500', '2.375', '12.000']) assert.is(called(`Fill V-2 with ${said} litres`, fill), null, said);
  for (const said of ['1.5', '1.25', '0.125', '1500'])
    assert.is(called(`Fill V-2 with ${said} litres`, fill), `{"vat":"V-2","litres":${said}}`);
  assert.is(called('Fill V-2 with 1.500 litres', small), '{"vat":"V-2","litres":1.500}');
});

test('a day of two calendars, and a day that another is like, are no day', () => {
  const book = tool(
    'book_loom',
    'Books a loom.',
    { loom: { type: 'string', pattern: '^L-[0-9]+$' }, date: { type: 'string', format: 'date' } },
    ['loom', 'date'],
  );
  for (const words of ['on 12/3', 'on Friday 12/3', 'on Fri, 5/6/2027', 'as yesterday'])
    assert.is(called(`Book L-2 ${words}`, book), null, words);
  assert.is(called('Book L-2 on Friday 28/5', book), '{"loom":"L-2","date":"2027-05-28"}');
  assert.is(called('Book L-2 on Friday', book), '{"loom":"L-2","date":"2027-05-21"}');
});

test.run();
