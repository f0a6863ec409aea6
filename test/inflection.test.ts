// Inflection: which words are forms of one word, and which only share their letters.

import * as assert from 'uvu/assert';
import { INFLECTED_BYTES_MAX, isInflection } from '../runtime/locate/inflection.ts';
import { locate } from '../runtime/locate/locate.ts';
import { test } from './support/test.ts';

const FORMS =
  'refund refunds|refund refunded|refund refunding|charge charged|charge charges|charge charging|cancel cancelled|stop stopped|add added|add adding|bill bills|carry carries|carry carried|die dying|tie ties|box boxes|miss misses|house houses|try trying|billed billing';
const OTHERS =
  'customer customs|positive position|organization organ|business busy|custom customs|new news|happy happiness|refund refundable|universe university|general generally|policy police|operate operator';

test('forms of one word are found', () => {
  for (const pair of FORMS.split('|')) {
    const [one, other] = pair.split(' ') as [string, string];
    assert.ok(isInflection(one, other) && isInflection(other, one), pair);
    assert.is(locate(`the ${other} now`, one)?.by, 'inflection', pair);
    assert.is(locate(`the ${one} now`, other)?.by, 'inflection', pair);
  }
});

test('what is derived is another word', () => {
  for (const pair of OTHERS.split('|')) {
    const [one, other] = pair.split(' ') as [string, string];
    assert.is(locate(`the ${other} now`, one), null, pair);
    assert.is(locate(`the ${one} now`, other), null, pair);
  }
});

test('words of so many letters have forms, and longer ones have none', () => {
  const word = (length: number): string => 'a'.repeat(length - 1) + 's';
  assert.equal(
    [INFLECTED_BYTES_MAX, INFLECTED_BYTES_MAX + 1].map((length) =>
      isInflection(word(length), word(length).slice(0, -1)),
    ),
    [true, false],
  );
});

test.run();
