// Signs: texts that say of themselves that nothing is wanted, or that they are about several matters: a case and a counter-case of each
// rule. Read by the reference; that the runtime reads the same is a law in locate-wasm.test.ts.

import * as assert from 'uvu/assert';
import { MESSAGE_BYTES } from '../runtime/locate/denial-roles.ts';
import { locate } from '../runtime/locate/locate.ts';
import { signsOf } from '../runtime/locate/signs.ts';
import { test } from './support/test.ts';

const IDLE = [
  'Just wanted to say that the [goat] is settling in.',
  'I just really wanted to say the [hay] was super.',
  'The [goat] gives milk like mad. I am only writing to thank you.',
  'The [mower] runs, and that is all I wrote to say: thanks. To say thank you is the least.',
  'The [mower] runs like a clock. You can close this ticket.',
  'The [mower] starts, so this case can be closed.',
  'The [mower] starts. You can close this.',
  'The [hay] came on Monday, nothing further.',
  'The [fence] stands again. Well done to the lads.',
  'Many thanks to Ann. The [fence] stands straight.',
];

const WANTED = [
  'Just wanted to say that the [goat] limps. Could you have a look?',
  'Just to say that the [goat] limps. Please send somebody.',
  'I only wanted to say that I need a [shepherd].',
  'Only the [goat] has nothing to say',
  'Just before dawn the [goat] ran to the road',
  'You can close my account and the [stall].',
  'The [gate] cannot be closed.',
  'We went no further with the [fence]',
  'The [steak] was well done',
  'Many thanks to you all, the [hay] is late again.',
  'The ticket for the [fair] never came.',
];

const SEVERAL = [
  'Two things: the [goat] limps, and where is the hay.',
  'Hello, two quick questions. When does the [fair] start.',
  'I have a few things, first the [fence] is down',
  'There are three matters, one is the [fence]',
  'I have a couple of things about the [stall]',
  'The [fence] is down. Also, my boots stand in your barn.',
  'The [fence] is down and I also need hay.',
  'Can you mend the [fence] and can you also send hay.',
  '2 things: the [goat] limps.',
];

const ONE = [
  'After two questions I gave up on the [form].',
  'All these things about the [goat] are wonderful.',
  'The thing is that the [goat] limps.',
  'The [goat] limps, it also coughs.',
  'The [mower] stopped, I have also tried the other plug.',
  'The [mower] stopped. Also tried the other plug.',
  'The [goat] limps.\n> Can you also send hay',
];

const placeIn = (marked: string) => {
  const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/s.exec(marked)!;
  return locate(`${before}${phrase}${after}`, phrase);
};

for (const [texts, isIdle] of [
  [IDLE, true],
  [WANTED, false],
] as const)
  for (const marked of texts)
    test(`${marked} ${isIdle ? 'wants nothing' : 'may want something'}`, () => {
      assert.is(signsOf(Buffer.from(marked.replace(/[[\]]/g, ''))).idle, isIdle);
      if (isIdle) assert.is(placeIn(marked)?.moot, true);
    });

for (const [texts, isSeveral] of [
  [SEVERAL, true],
  [ONE, false],
] as const)
  for (const marked of texts)
    test(`${JSON.stringify(marked)} is about ${isSeveral ? 'several matters' : 'one matter'}`, () => {
      assert.is(signsOf(Buffer.from(marked.replace(/[[\]]/g, '').replace(/\n>.*/s, '\n> '))).several, isSeveral);
      assert.is(placeIn(marked)?.alone ?? false, isSeveral);
    });

test('what is denied stays denied where nothing is wanted', () => {
  const place = placeIn('Just wanted to say that I do not want a [goat].');
  assert.is(place?.negated, true);
  assert.is(place?.moot, undefined);
});

test('a text of 500 bytes is looked through, and a longer one is not', () => {
  const text = (bytes: number): Uint8Array => Buffer.from('Two things: hay. '.padEnd(bytes, 'and straw '));
  assert.is(signsOf(text(MESSAGE_BYTES)).several, true);
  assert.is(signsOf(text(MESSAGE_BYTES + 1)).several, false);
});

test.run();
