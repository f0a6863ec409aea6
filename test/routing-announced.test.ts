// Free words that only their place in the sentence announces: what is searched, done and told, and where that ends.
// In: tools invented here. Out: whole values, and no call where a condition, a hedge or a denial may be the order's own.

import * as assert from 'uvu/assert';
import { readTool } from '../server/engines/routing/tools/tools.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const now = readClock('2027-04-14T09:00:00Z');
const DAY = { type: 'string', format: 'date' };
const chronicle = tool(
  'search_entries',
  'Search the entries of the mill’s chronicle.',
  {
    query: { type: 'string', description: 'Words to search for' },
    volume: { type: 'string', enum: ['first', 'floods', 'harvests'], description: 'Only in this volume' },
    since: { ...DAY, description: 'Only entries from this day on' },
  },
  ['query'],
);
const chores = tool(
  'add_chore',
  'Adds a chore to the mill’s list.',
  { chore: { type: 'string', description: 'What is to be done' }, due: { ...DAY, description: 'Day it is due' } },
  ['chore'],
);
const letters = tool(
  'notify_miller',
  'Notifies a miller.',
  { miller_id: { type: 'string', pattern: '^ml-[0-9]{3}$' }, message: { type: 'string', description: 'The message' } },
  ['miller_id', 'message'],
);
const shelves = tool(
  'create_shelf',
  'Creates a shelf in a room.',
  {
    title: { type: 'string', description: 'Title of the shelf' },
    room: { type: 'string', enum: ['attic', 'cellar'], description: 'Room' },
  },
  ['title'],
);

const said = (text: string, tools: Parameters<typeof ask>[1]): string | null => {
  const decision = ask(text, tools, { now });
  return decision.calls.length === 0 ? null : sent(decision);
};

test('what is searched stands behind "for" or "about", and ends before what another parameter takes', () => {
  const whole = '{"query":"broken sluice"}';
  for (const text of [
    'Search the entries for broken sluice',
    'search the chronicle for the broken sluice please',
    'Find entries about broken sluice',
    'Find entries mentioning the broken sluice',
  ])
    assert.is(said(text, [chronicle]), whole, text);
  assert.is(
    said('Search the floods volume for broken sluice', [chronicle]),
    '{"query":"broken sluice","volume":"floods"}',
  );
  assert.is(
    said('Find entries about broken sluice in floods since 1 March', [chronicle]),
    '{"query":"broken sluice","volume":"floods","since":"2027-03-01"}',
  );
  for (const text of [
    'Search the entries for anything but the sluice',
    'Search the entries for broken sluice or maybe weir',
    'Search the entries for entries',
    'Do not search the entries for broken sluice',
  ])
    assert.is(said(text, [chronicle]), null, text);
});

test('what has to be done is a verb with its object, up to its day', () => {
  assert.is(said('Add a chore to the list', [chores]), null);
  assert.is(said('Add a chore to oil the gate', [chores]), '{"chore":"oil the gate"}');
  assert.is(said('Add a chore to oil the gate on 20 April', [chores]), '{"chore":"oil the gate","due":"2027-04-20"}');
  for (const text of [
    'Add a chore to oil the gate if it squeaks',
    'Add a chore to oil the gate unless Ann did',
    'Maybe add a chore to oil the gate',
    'Ann added a chore to oil the gate',
    'Should I add a chore to oil the gate?',
  ])
    assert.is(said(text, [chores]), null, text);
});

test('what is told stands behind "that"; a condition in it may be the order’s own', () => {
  const whole = '{"miller_id":"ml-204","message":"the wheel is repaired"}';
  for (const text of ['Notify ml-204 that the wheel is repaired', 'Please inform ml-204 that the wheel is repaired.'])
    assert.is(said(text, [letters]), whole, text);
  for (const text of [
    'Notify ml-204 that the wheel is repaired if he asks',
    'Notify ml-204 that the wheel is repaired, or not',
    'Did you notify ml-204 that the wheel is repaired?',
    'We notified ml-204 that the wheel is repaired',
    'Do not notify ml-204 that the wheel is repaired',
  ])
    assert.is(said(text, [letters]), null, text);
});

test('a title in small letters ends before a value that another parameter lists', () => {
  assert.is(said('Create a shelf called plum jam in the cellar', [shelves]), '{"title":"plum jam","room":"cellar"}');
  assert.is(said('Create a shelf titled jars of honey', [shelves]), '{"title":"jars of honey"}');
  assert.is(said('Create a shelf called what the owner likes and sells', [shelves]), null);
});

test('a day without its year is over where only that can be meant', () => {
  assert.is(said('Find entries about weir since 20 December', [chronicle]), '{"query":"weir","since":"2026-12-20"}');
  assert.is(
    said('Add a chore to oil the gate on 20 December', [chores]),
    '{"chore":"oil the gate","due":"2027-12-20"}',
  );
});

test('who asks only for what a tool goes by is not told what it finds', () => {
  const owner = tool(
    'find_owner',
    'Finds the owner of a mill based on its floor plan.',
    { plan: { type: 'string', description: 'A floor plan' } },
    ['plan'],
  );
  assert.is(said('Find the floor plan "two rooms and a loft"', [owner]), null);
  assert.is(
    said('Find the owner by the floor plan "two rooms and a loft"', [owner]),
    '{"plan":"two rooms and a loft"}',
  );
});

test('a tool looks where its description says so behind what it calls itself, and acts where that says so', () => {
  const acts = (name: string, description: string): boolean => readTool(tool(name, description, {})).acting;
  assert.is(acts('OpenMill_get_level', 'Fetches the current water level.'), false);
  assert.is(acts('http_fetch', 'Sends a GET request to an address.'), false);
  assert.is(acts('http_send', 'Sends a POST request to an address.'), true);
  assert.is(acts('miller_dismissal', 'This function dismisses a miller.'), true);
});

test.run();
