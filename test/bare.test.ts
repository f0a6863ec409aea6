// Bare words: where a word is named as a thing or asked for, and where it merely stands; and that weak phrases are told from others.

import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { isWeak } from '../server/engines/systemone/weak.ts';
import { test } from './support/test.ts';

// What is looked for stands between brackets.
const BARE = [
  'The light [switch] is warm',
  'I [passed] your office',
  'We [switch] often',
  "I'm [sick] of it",
  'a [bar] of soap',
  'we come after [lunch]',
  'I have to [leave] at five',
  'do they [stay] in the building',
  'it [freezes] in here',
  'it was [late] again',
  'it smells, [dirty] floor',
];

const NAMED = [
  'The [switch] is warm',
  'my old [switch]',
  'two [switches]',
  '30 [boxes]',
  'the third [shower] is cold',
  'how many [holds] may I place',
  'There is a [scratch] on it',
  'please [switch] it',
  'Can I [freeze] it',
  'I want to [leave]',
  "I'd like to [extend] it",
  'Let us [switch]',
  '[Switch] is broken',
  'Hello. [Switch] is broken',
  'server [crash]',
  'the shower is [leaking]',
  'I was [charged] twice',
  'Our dog [collapsed]',
  'the app [crashes] on start',
  'the light [passed] over it',
  'No [bar]',
  '[manual] please',
];

for (const [sentences, isBare] of [
  [BARE, true],
  [NAMED, false],
] as const) {
  for (const marked of sentences) {
    test(`${marked} is ${isBare ? '' : 'not '}bare`, () => {
      const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(marked) ?? [marked, '', marked, ''];
      assert.is(locate(`${before}${phrase}${after}`, phrase)?.bare ?? false, isBare);
    });
  }
}

test('what may be asked for stands within five words', () => {
  const asked = (words: number): boolean | undefined => locate(`please ${'x '.repeat(words)}switch`, 'switch')?.bare;
  assert.equal([asked(4), asked(5)], [undefined, true]);
});

test('no more than 64 bytes before a word are looked at', () => {
  const asked = (letters: number): boolean | undefined =>
    locate(`we please ${'x'.repeat(letters)} y switch`, 'switch')?.bare;
  assert.equal([asked(53), asked(54)], [undefined, true]);
});

test('a phrase is weak when it is one word of many meanings, or its plural', () => {
  const weak = ['switch', 'Switches', 'service', 'hold', 'boxes', 'passes'];
  const strong = ['refund', 'light switch', 'moving', 'covered', 'puk', 'Rückerstattung', '', 'c', 'budgie'];
  assert.equal([...weak, ...strong].filter(isWeak), weak);
});

test.run();
