// Days: forms of a day and its hour that are read whole, each beside a stretch that is none.

import * as assert from 'uvu/assert';
import { readSpans } from '../server/engines/routing/values/spans.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

/** The days of a text as it is said on 18 May 2027, month and day. */
function days(text: string): string[] {
  const { spans } = readSpans([{ path: '/messages/0/content', text, age: 0 }], readClock('2027-05-18T10:00:00+01:00'));
  const found = spans.flatMap(({ kind, detail: { moment, instant } }) =>
    kind === 'date' && moment?.month !== undefined && instant === undefined
      ? [`${moment.month}-${moment.day ?? ''}`]
      : [],
  );
  return [...new Set(found)];
}

test('every day of a month behind every word that leads to one', () => {
  const leads = [
    'from',
    'on',
    'by',
    'until',
    'for',
    'before',
    'after',
    'starting',
    'due',
    'to',
    'till',
    'as of',
    'on the',
  ];
  const forms = [
    (day: number) => `${day} June`,
    (day: number) => `${day} Jun`,
    (day: number) => `${day}th of June`,
    (day: number) => `June ${day}`,
    (day: number) => `June ${day}, 2027`,
  ];
  const tails = [
    '',
    ', 2 guests',
    ', 45 minutes',
    ' for 4 nights',
    ' 09:00',
    ', 9am',
    ', 09:00-10:00',
    ' at 14:30',
    ' 14.30',
    ' in the morning',
  ];
  for (const lead of leads)
    for (const form of forms)
      for (const tail of tails)
        for (const day of [1, 9, 13, 19, 24, 25, 30]) {
          const text = `Book the kiln ${lead} ${form(day)}${tail}`;
          assert.equal(days(text), [`6-${day}`], text);
        }
});

/** The years of the days of a text as it is said on 18 May 2027. */
function years(text: string): (number | undefined)[] {
  const { spans } = readSpans([{ path: '/messages/0/content', text, age: 0 }], readClock('2027-05-18T10:00:00+01:00'));
  return spans.flatMap(({ kind, detail: { moment } }) => (kind === 'date' ? [moment?.year] : []));
}

test('a day on which something was done is over', () => {
  const over = [
    'it arrived on 9 April',
    'we received it 9 April',
    'which came in on 9 April',
    'it was paid on 9 April',
  ];
  const coming = ['book it on 9 April', 'it is due on 9 April', 'we planned it on 9 April', 'they moved to 9 April'];
  assert.equal(
    over.map(years),
    over.map(() => [2027]),
  );
  assert.equal(
    coming.map(years),
    coming.map(() => [2028]),
  );
  assert.equal(days('it arrived on Monday'), ['5-17']);
  assert.equal(days('move it to Monday'), ['5-24']);
});

test('a day that has just passed is not surely that of next year', () => {
  const passed = (text: string): unknown[] => {
    const { spans } = readSpans([{ path: '', text, age: 0 }], readClock('2027-05-18T10:00:00+01:00'));
    return spans.flatMap(({ kind, detail }) => (kind === 'date' ? [detail.passed ?? false] : []));
  };
  assert.equal(passed('on 18 April'), [true]);
  assert.equal(passed('on 17 April'), [false]);
  assert.equal(passed('on 20 May'), [false]);
});

test('both ends of a stretch', () => {
  for (const text of ['from 13 June to 24 June', 'from 13 to 24 June', 'June 13 to 24', '13 June - 24 June'])
    assert.equal(days(text), ['6-13', '6-24'], text);
  assert.equal(days('from 28 May to 3 June'), ['5-28', '6-3']);
});

test('what goes backwards is no stretch: the day is the one beside its month', () => {
  assert.equal(days('June 3 - 2 adults'), ['6-3']);
  assert.equal(days('book kiln 4 to 3 June'), ['6-3']);
  assert.equal(days('28 to 3 June'), ['6-3']);
});

test('what is counted from a day that is not said is no day, and what is counted from now is one', () => {
  for (const text of [
    'move it two days later',
    'move it a week earlier',
    'move it +2 days',
    'move it two days after',
    'move it 2 days forward',
    'move it to the next day',
  ])
    assert.equal(days(text), [], text);
  for (const text of ['in two days', 'two days from now']) assert.equal(days(`move it ${text}`), ['5-20'], text);
});

test('a week and a weekend are no day, and a day of one is', () => {
  for (const text of [
    'next week',
    'this week',
    'last week',
    'this weekend',
    'on the weekend',
    'end of next week',
    'at the end of the week',
    'next year',
  ])
    assert.equal(days(`see ${text}`), [], text);
  for (const [text, day] of [
    ['in a week', '5-25'],
    ['Thursday of next week', '5-27'],
    ['Monday next week', '5-24'],
    ['next Monday', '5-24'],
  ] as const)
    assert.equal(days(`see ${text}`), [day], text);
});

test('a day up to which something is done is not the day on which it is', () => {
  const bay = { type: 'string', pattern: '^bay-[0-9]+$' };
  const on = (name: string, description: string) =>
    tool('book_bay', 'Books a bay.', { bay, [name]: { type: 'string', format: 'date', description } }, ['bay', name]);
  const now = readClock('2027-05-18T10:00:00+01:00');
  const read = (text: string, ...[name, description]: [string, string]): string | null =>
    sent(ask(text, [on(name, description)], { now }));
  assert.is(read('Book bay-4 on Friday', 'date', 'Day'), '{"bay":"bay-4","date":"2027-05-21"}');
  for (const text of ['Book bay-4 by Friday', 'Book bay-4 within 3 days']) {
    assert.is(read(text, 'date', 'Day'), null, text);
    assert.is.not(read(text, 'due', 'Latest day'), null, text);
  }
});

test('a weekday that is over is the last one of a week that is over, and one that ends a stretch comes behind its beginning', () => {
  // The clock of `days` is a Tuesday, the 18th of May.
  for (const [text, expected] of [
    ['Show the kilns of last Friday', ['5-14']],
    ['Show the kilns of last Tuesday', ['5-11']],
    ['Show the kilns of the past Sunday', ['5-16']],
    // Yesterday, or a week before?
    ['Show the kilns of last Monday', []],
    ['Book the kiln from Monday to Wednesday', ['5-24', '5-26']],
    ['Book the kiln between Monday and Wednesday', ['5-24', '5-26']],
    ['Book the kiln from Wednesday until Friday', ['5-19', '5-21']],
    ['Book the kiln on Monday and Wednesday', ['5-24', '5-19']],
  ] as const)
    assert.equal(days(text), expected, text);
});

test.run();
