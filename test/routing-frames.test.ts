// Frames that say which parameter a value is for: what is set to what, titles and their ends, lengths, whole days, lists of people.
// In: tools invented here, shaped as calendars and boards are. Out: whole calls, and none where it is not clear what is meant.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, definition, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const now = readClock('2027-04-14T09:00:00+02:00');
const said = (text: string, tools: Parameters<typeof ask>[1]): string | null => {
  const decision = ask(text, tools, { now });
  return decision.calls.length === 0 ? null : sent(decision);
};

const INSTANT = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(Z|[+-]\\d{2}:\\d{2})$';
const MOMENT = {
  type: 'object',
  properties: {
    date: { type: 'string', description: 'YYYY-MM-DD. Only for all-day bookings.', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    dateTime: { type: 'string', description: 'RFC3339 timestamp.', pattern: INSTANT },
  },
  minProperties: 1,
  maxProperties: 1,
};
const PEOPLE = {
  type: 'array',
  items: {
    type: 'object',
    properties: { email: { type: 'string', format: 'email' }, optional: { type: 'boolean' } },
    required: ['email'],
  },
};
const book = definition('create_booking', 'Creates a booking of the kiln.', {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'Title of the booking' },
    start: { ...MOMENT, description: 'When it begins' },
    end: { ...MOMENT, description: 'When it ends (exclusive)' },
    guests: PEOPLE,
  },
  required: ['title', 'start', 'end'],
});

test('a beginning and a length say the end, in the offset of the clock', () => {
  const whole =
    '{"title":"Glaze firing","start":{"dateTime":"2027-04-15T14:00:00+02:00"},"end":{"dateTime":"2027-04-15T15:30:00+02:00"}}';
  for (const text of [
    'Create a booking called Glaze firing tomorrow at 2 pm for 90 minutes',
    'Create a booking tomorrow from 14:00 to 15:30, title Glaze firing',
  ])
    assert.is(said(text, [book]), whole, text);
  assert.is(
    said('Create a booking called Glaze firing in two hours, half an hour long', [book]),
    '{"title":"Glaze firing","start":{"dateTime":"2027-04-14T11:00:00+02:00"},"end":{"dateTime":"2027-04-14T11:30:00+02:00"}}',
  );
  for (const text of [
    'Create a booking called Glaze firing tomorrow at 2 pm',
    'Create a booking called Glaze firing tomorrow at 2 pm, 90 minutes before the fair',
    'Create a booking called Glaze firing tomorrow at 2 pm for about 90 minutes',
    'Create a booking called Glaze firing tomorrow at 2 pm for 60 or 90 minutes',
    'Create a booking called Glaze firing tomorrow at 2 pm every 90 minutes',
  ])
    assert.is(said(text, [book]), null, text);
});

test('what lasts all day has no hours, and ends by its description', () => {
  assert.is(
    said('Create an all-day booking on Friday, title Open house', [book]),
    '{"title":"Open house","start":{"date":"2027-04-16"},"end":{"date":"2027-04-17"}}',
  );
  assert.is(said('Create a booking on Friday, title Open house', [book]), null);
});

test('a day at the end of a name belongs to it, unless a preposition or a small letter parts it', () => {
  const chore = tool(
    'create_chore',
    'Creates a chore.',
    {
      title: { type: 'string', description: 'Title of the chore' },
      due: { type: 'string', format: 'date', description: 'Day it is due' },
    },
    ['title'],
  );
  assert.is(said('Create a chore called Rake Leaves tomorrow', [chore]), '{"title":"Rake Leaves","due":"2027-04-15"}');
  assert.is(said('Create a chore called Rake Leaves on Friday', [chore]), '{"title":"Rake Leaves","due":"2027-04-16"}');
  assert.not.ok(said('Create a chore called Leafy Friday', [chore])?.includes('"title":"Leafy"'));
});

test('people of a list of objects, as many as are said', () => {
  assert.is(
    said(
      'Create a booking tomorrow from 14:00 to 15:30, title Glaze firing, guests edda@mill.example and jo@mill.example',
      [book],
    ),
    '{"title":"Glaze firing","start":{"dateTime":"2027-04-15T14:00:00+02:00"},"end":{"dateTime":"2027-04-15T15:30:00+02:00"},"guests":[{"email":"edda@mill.example"},{"email":"jo@mill.example"}]}',
  );
  assert.is(
    said('Create a booking tomorrow from 14:00 to 15:30, title Glaze firing, guest edda@mill.example (optional)', [
      book,
    ]),
    null,
  );
});

const entries = tool('list_firings', 'Returns the firings of the kiln.', {
  timeMin: { type: 'string', description: 'Lower bound. For a whole day: its midnight.', pattern: INSTANT },
  timeMax: {
    type: 'string',
    description: 'Upper bound. For a whole day: midnight of the following day.',
    pattern: INSTANT,
  },
  state: { type: 'string', enum: ['cold', 'hot', 'all'] },
  assignee: { type: 'string', description: 'Login of the potter' },
  glazes: { type: 'string', description: 'Comma-separated list of glazes' },
});

test('a day is a stretch where the description says which instants bound it', () => {
  assert.is(
    said('List the firings of 16 April', [entries]),
    '{"timeMin":"2027-04-16T00:00:00+02:00","timeMax":"2027-04-17T00:00:00+02:00"}',
  );
  // The last one or the next one, nobody says.
  assert.is(said('List the firings of Friday', [entries]), null);
  assert.is(said('List the firings since Friday', [entries]), '{"timeMin":"2027-04-09T00:00:00+02:00"}');
  assert.is(said('List the firings after 16 April', [entries]), '{"timeMin":"2027-04-17T00:00:00+02:00"}');
  assert.is(said('List the firings until 16 April', [entries]), '{"timeMax":"2027-04-17T00:00:00+02:00"}');
  assert.is(said('List the firings before 16 April', [entries]), '{"timeMax":"2027-04-16T00:00:00+02:00"}');
});

test('what narrows a list', () => {
  assert.is(said('List the firings, cold and hot', [entries]), '{"state":"all"}');
  assert.is(said('List the firings assigned to hmill', [entries]), '{"assignee":"hmill"}');
  assert.is(said('List the firings assigned to nobody', [entries]), null);
  assert.is(said('List the firings with the glazes ash and celadon', [entries]), '{"glazes":"ash,celadon"}');
});

const BATCH = { type: 'string', pattern: '^[a-v0-9]{5,1024}$', description: 'Opaque identifier of the batch' };
const batches = tool(
  'batches_patch',
  'Updates an existing batch.',
  {
    batchId: BATCH,
    title: { type: 'string', description: 'New title' },
    shelf: { type: 'string', description: 'New shelf, as text' },
    colour: { type: 'string', enum: ['white', 'amber'] },
    start: { type: 'string', description: 'Day of the firing, YYYY-MM-DD', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  },
  ['batchId'],
);

test('who renames changes the title, and who reschedules the day', () => {
  assert.is(said('Rename batch 7k2m0qs9v1 to Tall Vases', [batches]), '{"batchId":"7k2m0qs9v1","title":"Tall Vases"}');
  assert.is(
    said('Change the title of batch 7k2m0qs9v1 to Tall vases', [batches]),
    '{"batchId":"7k2m0qs9v1","title":"Tall vases"}',
  );
  assert.is(
    said('Reschedule batch 7k2m0qs9v1 to 2027-05-03', [batches]),
    '{"batchId":"7k2m0qs9v1","start":"2027-05-03"}',
  );
  for (const text of [
    'Rename batch 7k2m0qs9v1',
    'Rename batch 7k2m0qs9v1 to Taco Tuesday on Friday or Monday',
    'Batch 7k2m0qs9v1 was renamed to Tall Vases',
    'Rename batch 7k2m0qs9v1 to Tall Vases or Low Bowls',
    'Should we rename batch 7k2m0qs9v1 to Tall Vases?',
  ])
    assert.is(said(text, [batches]), null, text);
});

const REPO = { owner: { type: 'string' }, repo: { type: 'string' } };
const note = tool(
  'add_card_comment',
  'Add a comment to a card or merge proposal.',
  { ...REPO, card_number: { type: 'integer' }, body: { type: 'string', description: 'Text of the comment' } },
  ['owner', 'repo', 'card_number', 'body'],
);
const review = tool(
  'create_merge_proposal_review',
  'Submit a review of a merge proposal.',
  {
    ...REPO,
    merge_number: { type: 'integer', description: 'Number of the merge proposal' },
    verdict: { type: 'string', enum: ['APPROVE', 'REJECT_DRAFT', 'REQUEST_WORK'] },
  },
  ['owner', 'repo', 'merge_number', 'verdict'],
);
const publish = tool(
  'create_release',
  'Publish a release.',
  {
    ...REPO,
    tag_name: { type: 'string', description: 'Name of the tag' },
    prerelease: { type: 'boolean', description: 'Mark as a pre-release' },
    make_summary: { type: 'boolean', description: 'Write the summary automatically' },
  },
  ['owner', 'repo', 'tag_name'],
);

test('what is filed for code', () => {
  assert.is(
    said('Comment on card old-brewery/label-art#31: dried out in 2.4.1, please repaint', [note]),
    '{"owner":"old-brewery","repo":"label-art","card_number":31,"body":"dried out in 2.4.1, please repaint"}',
  );
  assert.is(said('My comment on card old-brewery/label-art#31: dried out', [note]), null);
  assert.is(
    said('Request work on MP 31 in old-brewery/label-art', [review]),
    '{"owner":"old-brewery","repo":"label-art","merge_number":31,"verdict":"REQUEST_WORK"}',
  );
  assert.is(said('Ann requested work on MP 31 in old-brewery/label-art', [review]), null);
  assert.is(
    said(
      'Cut release v2.4.0-beta.1 of old-brewery/label-art, a pre-release, and have the summary written automatically',
      [publish],
    ),
    '{"owner":"old-brewery","repo":"label-art","tag_name":"v2.4.0-beta.1","prerelease":true,"make_summary":true}',
  );
});

test('a telegram with a labelled value orders what the tool makes, and a sentence about it does not', () => {
  const whole =
    '{"title":"Glaze firing","start":{"dateTime":"2027-04-19T14:00:00+02:00"},"end":{"dateTime":"2027-04-19T15:30:00+02:00"}}';
  for (const text of [
    'Booking next Monday (19 April) at 2 pm for 90 minutes, title: Glaze firing',
    'Booking next Monday, the 19th, at 2 pm for 90 minutes, title Glaze firing',
  ])
    assert.is(said(text, [book]), whole, text);
  for (const text of [
    'Booking next Monday (20 April) at 2 pm for 90 minutes, title: Glaze firing',
    'Booking next Monday at 2 pm for 90 minutes',
    'Booking next Monday at 2 pm for 90 minutes, title: Glaze firing, is full',
    'The booking next Monday at 2 pm for 90 minutes, title: Glaze firing',
    'My booking next Monday at 2 pm for 90 minutes, title: Glaze firing',
    'Bookings next Monday at 2 pm for 90 minutes, title: Glaze firing',
    'Booking of next Monday at 2 pm for 90 minutes, title: Glaze firing',
    'Booking next Monday at 2 pm for 90 minutes, title: Glaze firing?',
    'If booking next Monday at 2 pm for 90 minutes, title: Glaze firing',
    'Maybe a booking next Monday at 2 pm for 90 minutes, title: Glaze firing',
    'No booking next Monday at 2 pm for 90 minutes, title: Glaze firing',
  ])
    assert.is(said(text, [book]), null, text);
});

test.run();
