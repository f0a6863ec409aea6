// Records: what stands beside a status that says that the case is closed is no evidence, unless a question asks what it is about.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { locateAll } from '../runtime/locate/locate.ts';
import { PROSE_BYTES, STATUS_BYTES } from '../runtime/locate/settled.ts';
import { decide } from './support/decide.ts';
import { locateAllInWasm } from './support/located.ts';
import { test } from './support/test.ts';

const QUESTION = { type: 'choice', criteria: { repair: 'leak', bill: 'invoice', shut: ['closed', 'resolved'] } };
const TEXT = 'There is a leak under the sink in the kitchen.';

const SETTLED: readonly object[] = [
  { status: 'closed', text: TEXT },
  { status: 'Closed - duplicate', text: TEXT },
  { state: 'RESOLVED', text: TEXT },
  { ticketStatus: 'solved', text: TEXT },
  { 'case status': 'settled', text: TEXT },
  { event: 'claim.closed', text: TEXT },
  { outcome: 'completed', text: TEXT },
  { resolved: true, text: TEXT },
  { is_closed: true, text: TEXT },
  { closed_at: '2026-03-01', text: TEXT },
  { ticket: { status: 'closed', notes: [{ text: TEXT }] } },
  {
    tickets: [
      { status: 'closed', text: TEXT },
      { status: 'open', text: 'Hello, it is about the garden.' },
    ],
  },
  { subject: 'Automatic reply: your letter', body: TEXT },
  { subject: 'A leak in the kitchen', message: 'Never mind, it was the dog.' },
  { title: 'A leak in the kitchen', id: 'T-100-200-300-400', by: 'Ann', note: 'All sorted now, thanks.' },
  { ticket: { summary: 'A leak in the kitchen', comment: 'You can close this ticket.' } },
  { Subject: 'Out of office: your letter', body: TEXT },
];

const OPEN: readonly object[] = [
  { status: 'open', text: TEXT },
  { status: 'not resolved', text: TEXT },
  { status: 'unresolved', text: TEXT },
  { status: 'completed', text: TEXT },
  { order_status: 'closed', text: TEXT },
  { account: { status: 'closed' }, text: TEXT },
  { resolved: false, text: TEXT },
  { closed: true, text: TEXT },
  { closed_at: null, text: TEXT },
  { closed_at: '', text: TEXT },
  { status: 'The one before it was settled, this one will be soon', text: TEXT },
  {
    tickets: [
      { status: 'closed', text: 'Hello, it is about the garden.' },
      { status: 'open', text: TEXT },
    ],
  },
  { subject: 'Your automatic reply: it came', body: TEXT },
  { subject: 'A leak in the kitchen', message: 'Never mind the dog, please come.' },
  { subject: 'A leak in the kitchen', message: 'It drips on the floor.', note: 'All sorted now, thanks.' },
  { title: TEXT, subject: 'The kitchen', note: 'All sorted now, thanks.' },
  { subject: 'A leak in the kitchen', thread: ['All sorted now, thanks.', 'Who is it?'] },
  { subject: 'A leak in the kitchen', message: 'sorted' },
];

for (const state of SETTLED)
  test(`${JSON.stringify(state)} is settled`, async () => assert.is(await decide(QUESTION, state), 'negated'));

for (const state of OPEN)
  test(`${JSON.stringify(state)} is open`, async () => assert.is(await decide(QUESTION, state), 'repair'));

test('what a review with four or five stars tells is doubtful', async () => {
  const review = 'A leak in the kitchen, and they came at once.';
  for (const stars of [{ stars: 5 }, { rating: 4 }, { star_rating: '5/5' }, { reviews: [{ stars: 4, text: review }] }])
    assert.is(await decide(QUESTION, { text: review, ...stars }), 'reviews' in stars ? 'repair' : 'passing-word');
  for (const stars of [{ stars: 3 }, { stars: 1 }, { points: 5 }, { rating: '50' }, { rating: null }, { stars: 4.5 }])
    assert.is(await decide(QUESTION, { text: review, ...stars }), 'repair');
  const wish = 'Please mend the leak in the kitchen.';
  assert.is(await decide(QUESTION, { text: wish, stars: 5 }), 'repair', 'what is asked for is asked for');
});

test('what says that a record is settled is evidence itself', async () => {
  assert.is(await decide(QUESTION, { status: 'closed' }), 'shut');
  assert.is(await decide(QUESTION, { id: 7, status: 'resolved', text: '' }), 'shut');
});

test('a question that asks what a text is about has an answer', async () =>
  assert.is(await decide({ ...QUESTION, negation: 'ignore' }, { status: 'closed', text: TEXT }), 'repair'));

test('the order of the members changes nothing', async () => {
  for (const state of SETTLED)
    assert.is(await decide(QUESTION, Object.fromEntries(Object.entries(state).reverse())), 'negated');
});

test(`a text of ${PROSE_BYTES} bytes is one of a record, and a shorter one is not`, async () => {
  const state = (bytes: number): object => ({
    subject: 'A leak in the kitchen',
    note: 'All sorted now, thanks.',
    by: 'Ann '.padEnd(bytes, 'o'),
  });
  assert.is(await decide(QUESTION, state(PROSE_BYTES - 1)), 'negated');
  assert.is(await decide(QUESTION, state(PROSE_BYTES)), 'repair');
});

test(`a value of ${STATUS_BYTES} bytes is a status, and a longer one is not`, async () => {
  const status = (bytes: number): string => 'closed'.padEnd(bytes, ' by us');
  const asked = { type: 'choice', criteria: { repair: 'leak' } };
  assert.is(await decide(asked, { status: status(STATUS_BYTES), text: TEXT }), 'negated');
  assert.is(await decide(asked, { status: status(STATUS_BYTES + 1), text: TEXT }), 'repair');
});

test('law: the runtime says of records what the reference says', () => {
  const name = fc.oneof(
    fc.constantFrom('status', 'Status', 'ticket_status', 'claimState', 'job outcome', 'x_status', 'estate', 'subject'),
    fc.constantFrom('title', 'summary', 'headline', 'body', 'note', 'stars', 'Star-Rating', 'rating'),
    fc.constantFrom(
      'resolved',
      'is-closed',
      'closedAt',
      'resolved on',
      'complaint-resolution',
      'text',
      '_',
      'a'.repeat(30),
    ),
  );
  const value = fc.oneof(
    fc.constantFrom(
      'closed',
      'Closed: leak',
      'not closed',
      'ticket.solved',
      'done',
      'completed',
      'disclosed',
      'closedé',
    ),
    fc.constantFrom('Sorted.', 'never mind', 'There is a leak.', 'leakleakleakleak', 'All sorted, no leak.', 'leak'),
    fc.constantFrom(
      '',
      'Automatic reply: leak',
      'automatic reply',
      'a leak',
      'no leak',
      'notclosed',
      'CLOSED NOT',
      true,
      7,
      4,
      5,
      '5/5',
      '50',
    ),
  );
  const record = fc.dictionary(name, value, { maxKeys: 5 });
  let settled = 0;
  fc.assert(
    fc.property(
      fc.oneof(record, fc.array(record, { maxLength: 3 }), fc.record({ leak: record, text: value })),
      (state) => {
        const places = locateAll(parseJson(Buffer.from(JSON.stringify(state))), ['leak', 'no leak']);
        settled += places.filter(({ moot }) => moot === true).length;
        assert.equal(
          locateAllInWasm(state, ['leak', 'no leak']),
          JSON.parse(JSON.stringify(places)),
          JSON.stringify(state),
        );
      },
    ),
    { numRuns: 2_000 },
  );
  assert.ok(settled > 100, String(settled));
});

test.run();
